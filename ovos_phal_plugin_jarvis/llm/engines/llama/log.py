"""llama.cpp's own messages: to our log, and kept where they explain a failure."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from ovos_utils.log import LOG

_found: list[str] | None = None
_callback: Any = None


@contextmanager
def error_messages(lib: Any) -> Iterator[list[str]]:
    """llama.cpp's error messages meanwhile. Its log belongs to the whole process: once a model was opened it
    goes to ours, at debug level, and no longer to stderr."""
    global _found, _callback
    if _callback is None:
        _callback = lib.llama_log_callback(_note)
        lib.llama_log_set(_callback, ctypes.c_void_p(0))
    found: list[str] = []
    _found = found
    try:
        yield found
    finally:
        _found = None


def _note(level: int, text: bytes, _: Any) -> None:
    if level == 4:  # GGML_LOG_LEVEL_ERROR
        message = text.decode("utf-8", "replace").strip()
        LOG.debug(f"llama.cpp: {message}")
        if _found is not None:
            _found.append(message)


def reason(messages: list[str]) -> str:
    """The first of *messages* that says something, without the function that said it."""
    useful = [m.partition(": ")[2] or m for m in messages if m]
    return useful[0] if useful else "llama.cpp gives no reason"
