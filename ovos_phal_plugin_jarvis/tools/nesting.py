"""How deep a JSON text is nested, found without parsing it.

Python's parser, and every copy that is made of what it read, counts each level as a call: a frame that is nested some
hundreds deep ends in ``RecursionError`` on a thread of the bus client, which then drops its connection. So a frame is
looked at before anything parses it. The work is done on bytes at the speed of C, and ends where the frame is too deep:
looking costs no more than parsing would.
"""

from __future__ import annotations

import json
import re
from itertools import accumulate
from typing import Any

MAX_DEPTH = 256
"""Levels of a message that is read or sent. A copy takes two to three calls a level, and Python allows 1,000."""
MAX_REFUSED = 200_000
"""Characters of a frame that is read far enough to be refused. A larger one that is too deep is ignored."""
_KEPT_DEPTH = 4
"""Levels kept of a message that is refused: what its context says of the session that asked."""
_CHUNK = 65_536
_ROUNDS = 24

_TABLE = bytes.maketrans(b"{}", b"[]")
_NO_BRACKETS = bytes(set(range(256)) - set(b"[]{}"))
_STEP = {ord("["): 1, ord("]"): -1}
_TOKEN = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|[\[\]{}]', re.DOTALL)


def too_deep(frame: str | bytes, limit: int = MAX_DEPTH) -> bool:
    """Whether *frame*, as JSON, is nested deeper than *limit* levels. What is no JSON counts as far as it is some."""
    text = frame.encode("utf-8", "surrogatepass") if isinstance(frame, str) else frame
    if text.count(b"{") + text.count(b"[") <= limit:
        return False
    depth, inside_string, end = 0, 0, 0
    while end < len(text):
        start, end = end, end + _CHUNK
        while text[end - 1 : end] == b"\\":
            end += 1  # an escape stays in one piece
        pieces = text[start:end].replace(b"\\\\", b"").replace(b'\\"', b"").split(b'"')
        brackets = b"".join(pieces[inside_string::2]).translate(_TABLE, _NO_BRACKETS)
        inside_string ^= (len(pieces) - 1) & 1
        opened = brackets.count(b"[")
        if depth + opened > limit and _passes(brackets, limit - depth):
            return True
        depth += 2 * opened - len(brackets)
    return False


def _passes(brackets: bytes, limit: int) -> bool:
    """Whether *brackets* go more than *limit* levels up from where they begin."""
    rest = brackets
    for rounds in range(1, _ROUNDS + 1):
        # The innermost pairs go, one level at a time, at the speed of C. Most messages end here.
        rest = rest.replace(b"[]", b"")
        if rounds + rest.count(b"[") <= limit:
            return False
    return any(depth > limit for depth in accumulate(map(_STEP.__getitem__, brackets)))


def outline(frame: str | bytes) -> dict[str, Any] | None:
    """The first levels of a JSON object that is nested too deep; what lies deeper is null.

    None where it is too long for that, or no JSON object.
    """
    if len(frame) > MAX_REFUSED:
        return None
    text = frame if isinstance(frame, str) else frame.decode("utf-8", "replace")
    kept: list[str] = []
    depth = start = 0
    for token in _TOKEN.finditer(text):
        mark = token.group()
        if mark in "[{":
            depth += 1
            if depth == _KEPT_DEPTH + 1:
                kept += (text[start : token.start()], "null")
        elif mark in "]}":
            depth -= 1
            if depth == _KEPT_DEPTH:
                start = token.end()
    kept.append(text[start:])
    try:
        found = json.loads("".join(kept))
    except ValueError:
        return None
    return found if isinstance(found, dict) else None
