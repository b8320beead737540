"""The one place that turns what is not ours into text: an exception of foreign code, or an object that it returned.

``str()`` and ``repr()`` of such a thing are its author's code: they may raise anything, return megabytes, half a
character, or a ``str`` of a class of their own. What stands here gives a plain, bounded ``str`` whatever they do.
The one thing it can't bound is time, so it is called where the foreign code itself runs, under the same deadline.
"""

from __future__ import annotations

import re
import traceback
from collections.abc import Callable
from typing import Any

from ovos_utils.log import LOG

MAX_TEXT = 2000
"""Characters of a message."""
MAX_NAME = 80
"""Characters of a type's name and of an object that is shown in passing."""
MAX_FRAMES = 20

# Half a character can't be sent; what moves a terminal's cursor, or turns its text round, is not for showing.
_NOT_SHOWN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


def text_of(value: Any, limit: int = MAX_TEXT) -> str:
    """``str(value)``, at most *limit* characters of it; a word in angle brackets where there is no text to be had.

    Line breaks and tabs stay; other control characters are written out. Never raises.
    """
    return _bounded(str, value, limit)


def repr_of(value: Any, limit: int = MAX_NAME) -> str:
    """``repr(value)``, as ``text_of`` gives ``str(value)``."""
    return _bounded(repr, value, limit)


def plain_text(value: str) -> str:
    """*value*, which may be of a class derived from ``str``, as a ``str`` and no more: comparing or hashing it as it is
    would run its author's code."""
    return str.__getitem__(value, slice(None))


def error_text(error: BaseException | None, limit: int = MAX_TEXT) -> str:
    """An exception as ``ExceptionClass: message``; never raises."""
    return f"{type_name(error)}: {text_of(error, limit)}"


def type_name(value: Any) -> str:
    """The name of the type of *value*; never raises."""
    try:
        # A metaclass may have put something of its own in the place of __name__.
        name = type.__dict__["__name__"].__get__(type(value))
    except BaseException:  # noqa: BLE001 - foreign code
        return "object"
    return _clean(str.__getitem__(name, slice(MAX_NAME)))


def a_type_name(value: Any) -> str:
    """What *value* is, for a sentence: ``None``, or ``a dict``."""
    return "None" if value is None else f"a {type_name(value)}"


def log_error(what: str, error: BaseException) -> None:
    """Log an error that nobody expected, with the lines that it came through. Stands in for ``LOG.exception``, whose
    traceback asks the exception for its text as well."""
    LOG.error(f"{what}: {error_text(error)}{_lines(error)}")


def _bounded(convert: Callable[[Any], str], value: Any, limit: int) -> str:
    try:
        # A slice of a str's subclass, taken by str's own method, is a str.
        text = str.__getitem__(convert(value), slice(limit + 1))
    except BaseException:  # noqa: BLE001 - foreign code; even its sys.exit() is only a text that can't be had
        return f"<unprintable {type_name(value)}>"
    return _clean(text if len(text) <= limit else text[:limit] + "…")


def _clean(text: str) -> str:
    return _NOT_SHOWN.sub(lambda found: _written_out(found.group()), text)


def _written_out(character: str) -> str:
    return "\ufffd" if "\ud800" <= character <= "\udfff" else repr(character)[1:-1]


def _lines(error: BaseException) -> str:
    try:
        # Read past a property that a class may have put in its place.
        trace = BaseException.__dict__["__traceback__"].__get__(error)
        frames = traceback.format_list(traceback.extract_tb(trace)[-MAX_FRAMES:])
    except BaseException:  # noqa: BLE001 - the source of foreign code is read for this
        return ""
    return "".join("\n" + _clean(frame.rstrip("\n")) for frame in frames)
