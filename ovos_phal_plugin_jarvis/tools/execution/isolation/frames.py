"""What the service and the process of an isolated toolbox say to each other: JSON objects, each after its length.

Never pickle: the other side is hostile until proven otherwise, and what it sends may only ever become plain values.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Iterator, Mapping
from typing import Any

from ovos_phal_plugin_jarvis.tools.nesting import MAX_DEPTH, too_deep

MAX_FRAME = 10_000_000
"""Bytes of one frame; a bus carries no more by default."""
_LENGTH = struct.Struct(">I")


class BadFrame(Exception):
    """A frame can't be sent, or what came is none. The message says why in plain words."""


def encode(message: Mapping[str, Any]) -> bytes:
    """*message* as it is sent.

    Raises:
        BadFrame: it holds something that JSON has no form for, or is too large or nested too deeply.
    """
    try:
        body = json.dumps(message, allow_nan=False, separators=(",", ":")).encode("ascii")
    except RecursionError:
        raise BadFrame("it is nested too deeply") from None
    except TypeError as error:
        # json's own words: "Object of type date is not JSON serializable".
        raise BadFrame(f"JSON has no form for it: {error.args[0] if error.args else 'unknown type'}") from None
    except ValueError as error:
        raise BadFrame(f"JSON has no form for it: {error.args[0] if error.args else 'unknown value'}") from None
    if len(body) > MAX_FRAME:
        raise BadFrame(f"it has {len(body) / 1e6:.1f} MB; at most {MAX_FRAME / 1e6:g} MB can be sent")
    if too_deep(body):
        raise BadFrame(f"it is nested more than {MAX_DEPTH} deep")
    return _LENGTH.pack(len(body)) + body


class FrameReader:
    """Puts frames together from the bytes that arrive. Holds at most one unfinished frame."""

    def __init__(self) -> None:
        self._bytes = bytearray()

    def feed(self, received: bytes) -> Iterator[dict[str, Any]]:
        """The frames that are complete with *received*.

        Raises:
            BadFrame: this is not how the protocol goes; nothing that follows can be read.
        """
        self._bytes += received
        while len(self._bytes) >= _LENGTH.size:
            (length,) = _LENGTH.unpack_from(self._bytes)
            if length > MAX_FRAME:
                raise BadFrame(f"it announced a frame of {length} bytes; at most {MAX_FRAME} are read")
            end = _LENGTH.size + length
            if len(self._bytes) < end:
                return
            body = bytes(self._bytes[_LENGTH.size : end])
            del self._bytes[:end]
            yield _decode(body)


def _decode(body: bytes) -> dict[str, Any]:
    if too_deep(body):
        raise BadFrame(f"it sent something nested more than {MAX_DEPTH} deep")
    try:
        message = json.loads(body)
    except (ValueError, RecursionError):
        raise BadFrame("it sent something that is no JSON") from None
    if not isinstance(message, dict):
        raise BadFrame(f"it sent a {type(message).__name__} where an object was due")
    return message
