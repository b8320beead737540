"""Values as FunctionGemma writes them: like JSON, with bare keys and a mark on either side of a text instead of quotes.

``{"city": "Rome", "days": 3}`` is ``{city:<escape>Rome<escape>,days:3}``. A text stands as it is, without escapes, so
that the mark is the only thing that no text can hold.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Mapping
from typing import Any

ESCAPE = "<escape>"
"""FunctionGemma's mark. It is one token of its vocabulary."""
MAX_DEPTH = 64
_BARE_KEY = re.compile(r"[^\s:,{}\[\]<>\"](?:[^:,{}\[\]<>\"]*[^\s:,{}\[\]<>\"])?")
"""A key that needs no marks."""
_NUMBER = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?=\s*[,}\]])")
_WORDS: Mapping[str, Any] = {"true": True, "false": False, "null": None, "None": None}
_WORD = re.compile(r"(?:true|false|null|None)(?=\s*[,}\]])")
_SPACE = re.compile(r"\s*")


class UnreadableValue(ValueError):
    """What stands at a place is no value."""

    def __init__(self, message: str, position: int):
        super().__init__(message)
        self.position = position
        """How far the text was read before it was given up."""


def write(value: Any, mark: str) -> str:
    """*value*, which JSON can hold, with *mark* on either side of each text."""
    return "".join(text for text, _ in pieces(value, mark))


def write_key(key: str, mark: str) -> str:
    """The name of a property, with what stands between it and the value."""
    return "".join(text for text, _ in _key(key, mark))


def pieces(value: Any, mark: str) -> Iterator[tuple[str, bool]]:
    """:func:`write` in pieces, each with whether it is the mark of a value. A mark in a text is left out: nothing can
    hold it."""
    if isinstance(value, str):
        yield mark, True
        yield value.replace(mark, ""), False
        yield mark, True
    elif isinstance(value, Mapping):
        yield "{", False
        # In the order of keys, as the family was taught them.
        for at, (key, inner) in enumerate(sorted(value.items(), key=lambda item: sort_key(item[0]))):
            if at:
                yield ",", False
            yield from _key(key, mark)
            yield from pieces(inner, mark)
        yield "}", False
    elif isinstance(value, list | tuple):
        yield "[", False
        for at, inner in enumerate(value):
            if at:
                yield ",", False
            yield from pieces(inner, mark)
        yield "]", False
    else:
        yield json.dumps(value), False


def sort_key(key: str) -> tuple[str, str]:
    """By what properties are sorted: as Jinja's ``dictsort`` does."""
    return key.lower(), key


def _key(key: str, mark: str) -> Iterator[tuple[str, bool]]:
    if _BARE_KEY.fullmatch(key):
        yield f"{key}:", False
    else:
        yield f"{write(key, mark)}:", False


def read(text: str, position: int, mark: str) -> tuple[Any, int]:
    """The value at *position*, and where it ends.

    Raises:
        UnreadableValue: there is none.
    """
    return _read(text, _after_space(text, position), mark, 0)


def _read(text: str, position: int, mark: str, depth: int) -> tuple[Any, int]:
    if depth > MAX_DEPTH:
        raise UnreadableValue(f"nested deeper than {MAX_DEPTH}", position)
    if text.startswith(mark, position):
        return _text(text, position, mark)
    if text.startswith("{", position):
        return _object(text, position + 1, mark, depth)
    if text.startswith("[", position):
        return _array(text, position + 1, mark, depth)
    number = _NUMBER.match(text, position)
    if number is not None:
        value = json.loads(number.group())
        if isinstance(value, float) and not math.isfinite(value):
            raise UnreadableValue("a number that is too large", number.end())
        return value, number.end()
    word = _WORD.match(text, position)
    if word is not None:
        return _WORDS[word.group()], word.end()
    raise UnreadableValue("no value where one has to be", position)


def _text(text: str, position: int, mark: str) -> tuple[str, int]:
    start = position + len(mark)
    end = text.find(mark, start)
    if end < 0:
        raise UnreadableValue("a text has no end", len(text))
    return text[start:end], end + len(mark)


def _object(text: str, position: int, mark: str, depth: int) -> tuple[dict[str, Any], int]:
    found: dict[str, Any] = {}
    position = _after_space(text, position)
    while not text.startswith("}", position):
        if found:
            position = _expect(text, position, ",")
        if text.startswith(mark, position):
            key, position = _text(text, position, mark)
        else:
            bare = _BARE_KEY.match(text, position)
            if bare is None:
                raise UnreadableValue("no name of a parameter where one has to be", position)
            key, position = bare.group(), bare.end()
        position = _expect(text, _after_space(text, position), ":")
        found[key], position = _read(text, position, mark, depth + 1)
        position = _after_space(text, position)
    return found, position + 1


def _array(text: str, position: int, mark: str, depth: int) -> tuple[list[Any], int]:
    found: list[Any] = []
    position = _after_space(text, position)
    while not text.startswith("]", position):
        if found:
            position = _expect(text, position, ",")
        value, position = _read(text, position, mark, depth + 1)
        found.append(value)
        position = _after_space(text, position)
    return found, position + 1


def _expect(text: str, position: int, wanted: str) -> int:
    if not text.startswith(wanted, position):
        raise UnreadableValue(f"no {wanted!r} where one has to be", position)
    return _after_space(text, position + 1)


def _after_space(text: str, position: int) -> int:
    found = _SPACE.match(text, position)
    return found.end() if found else position
