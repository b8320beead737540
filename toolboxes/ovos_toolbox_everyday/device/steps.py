"""Whole requests for so much more or less of the device's sound or light."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

from ovos_toolbox_everyday.sums.numerals import numbers_at
from ovos_toolbox_everyday.sums.pieces import pieces_in
from ovos_toolbox_everyday.sums.words import sum_words
from ovos_toolbox_everyday.word_tables import word_table

_FILE = Path(__file__).with_name("steps.yaml")
_MOST = 200
"""Characters of a request."""
Thing = Literal["volume", "brightness"]


def step_asked(words: str, thing: Thing) -> dict[str, Any] | None:
    """The ``direction`` and ``by`` of a request that is all of *words*, in any language: "take ten percent off the
    volume".

    Args:
        words: that were said.
        thing: what has to go up or down.

    Returns:
        None where *words* are no such request, or say by how much in no whole number of percent that there is.
    """
    said = " ".join(words.split()).strip(" .?!")
    if len(said) > _MOST:
        return None
    for tag, direction, pattern in _patterns(thing):
        match = pattern.fullmatch(said)
        by = _whole_number(match["by"], tag) if match is not None else None
        if by is not None and 1 <= by <= 100:
            return {"direction": direction, "by": by}
    return None


def _whole_number(text: str, tag: str) -> int | None:
    pieces = pieces_in(text)
    read = (value for value, end in numbers_at(sum_words(tag), pieces, 0) if end == len(pieces))
    return next((int(value) for value in read if value.denominator == 1), None)


@lru_cache(maxsize=2)
def _patterns(thing: Thing) -> tuple[tuple[str, str, re.Pattern[str]], ...]:
    found = []
    for tag, words in word_table(_FILE).items():
        parts = {"thing": words["things"][thing], "less": words["less"][thing], "more": words["more"][thing]}
        for direction in ("down", "up"):
            for form in words[direction]:
                alone = words["alone"][direction].get(thing, "(?!)")
                for name, text in {**parts, "alone": alone, "by": words["amount"]}.items():
                    form = form.replace(f"<{name}>", f"(?:{text})")
                found.append((tag, direction, re.compile(f"{words['lead']}{form}{words['tail']}", re.IGNORECASE)))
    return tuple(found)
