"""Finding and reading JSON inside text that a model wrote, in time linear in its length.

Not by a library that repairs JSON: json-repair 0.64 makes a call like any other of ``{"door": "cellar`` in a reply that
was cut, and of ``{"percent": 2`` that was going to be 25; it takes NaN, infinity and half a surrogate pair for values,
and reads two objects as one list. A call that nobody wrote to its end is none.
"""

from __future__ import annotations

import json
import math
import re
from typing import Any, NoReturn

MAX_DEPTH = 64
"""Brackets inside brackets; real arguments stay far below, and Python's own parser recurses."""

_STRUCTURE = re.compile(r'["{}\[\]]')
_QUOTE_OR_ESCAPE = re.compile(r'"|\\.', re.DOTALL)
_STRING_OR_COMMA = re.compile(r'"(?:[^"\\]|\\.)*"|,(?=\s*[}\]])', re.DOTALL)


class UnreadableJson(ValueError):
    """A bracket opens at the given place but what follows is not JSON."""

    def __init__(self, message: str, position: int = 0) -> None:
        super().__init__(message)
        self.position = position
        """How far the text was read before it was given up."""


class UnfinishedJson(UnreadableJson):
    """The text ends before the bracket is closed."""


def json_end(text: str, start: int) -> int:
    """Where the bracket that opens at *start* has been closed.

    Raises:
        UnfinishedJson: it is never closed.
        UnreadableJson: brackets do not match, or are nested too deeply.
    """
    closers: list[str] = []
    position = start
    while True:
        found = _STRUCTURE.search(text, position)
        if found is None:
            raise UnfinishedJson("the text ends inside JSON", len(text))
        mark, position = found.group(), found.end()
        if mark == '"':
            position = _string_end(text, position)
        elif mark in "{[":
            closers.append("}" if mark == "{" else "]")
            if len(closers) > MAX_DEPTH:
                raise UnreadableJson(f"JSON nested deeper than {MAX_DEPTH}", position)
        elif mark != closers.pop():
            raise UnreadableJson("brackets do not match", position)
        if not closers:
            return position


def read_json(text: str) -> Any:
    """The value of *text*; trailing commas and raw line breaks inside strings are forgiven.

    Raises:
        UnreadableJson: it is no JSON even so, or holds a number that JSON cannot carry (NaN, infinity), or is
            nested too deeply.
    """
    try:
        return _loads(text)
    except (ValueError, RecursionError):
        pass
    try:
        return _loads(_without_trailing_commas(text))
    except (ValueError, RecursionError) as error:
        raise UnreadableJson(str(error)) from None


def _string_end(text: str, position: int) -> int:
    while True:
        found = _QUOTE_OR_ESCAPE.search(text, position)
        if found is None:
            raise UnfinishedJson("the text ends inside a JSON string", len(text))
        position = found.end()
        if found.group() == '"':
            return position


def _without_trailing_commas(text: str) -> str:
    return _STRING_OR_COMMA.sub(lambda found: "" if found.group().startswith(",") else found.group(), text)


def _loads(text: str) -> Any:
    value = json.loads(text, strict=False, parse_constant=_refuse, parse_float=_finite)
    return _encodable(value) if "\\u" in text else value


def _encodable(value: Any) -> Any:
    """*value* without half surrogate pairs, which JSON can name but UTF-8 cannot carry."""
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode("utf-8")
    if isinstance(value, list):
        return [_encodable(item) for item in value]
    if isinstance(value, dict):
        return {_encodable(key): _encodable(item) for key, item in value.items()}
    return value


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is not JSON")


def _finite(digits: str) -> float:
    value = float(digits)
    if not math.isfinite(value):
        raise ValueError(f"{digits} is too large a number")
    return value
