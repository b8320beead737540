"""What the numbers of a request for more or less are: a step, the level itself, or nothing of either."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Literal

from ovos_toolbox_everyday.sums.numerals import found, numbers_at
from ovos_toolbox_everyday.sums.pieces import pieces_in
from ovos_toolbox_everyday.sums.words import SumWords, sum_words
from ovos_toolbox_everyday.word_tables import word_table

_FILE = Path(__file__).with_name("amounts.yaml")
_MOST = 300
"""Characters that are looked at."""
_CLITIC = re.compile(r"(?<=\w['’])(?=\w)")


@dataclass(frozen=True)
class Amount:
    """A number that is said of what goes up or down."""

    kind: Literal["to", "by", "unread"]
    """The level itself; so much more or less; or what can't be either: "by a third", "for ten minutes"."""
    value: float


def amounts_said(words: str) -> list[Amount]:
    """The numbers that *words* say of what goes up or down, in whatever language they say that it does; none where they
    don't. A level in any language is one: "à", "al" and "para" are no word of another."""
    read = [_Words(tag, words).amounts() for tag in _tables()]
    kinds = [[amount.kind for amount in amounts] for amounts in read]
    best = max(range(len(read)), key=lambda at: ("to" in kinds[at], "by" in kinds[at], len(kinds[at])))
    return read[best]


@lru_cache(maxsize=1)
def _tables() -> dict[str, dict[str, re.Pattern[str]]]:
    return {tag: {name: _any_of(forms) for name, forms in told.items()} for tag, told in word_table(_FILE).items()}


def _any_of(forms: str) -> re.Pattern[str]:
    each = (re.escape(form) for form in forms.split(" | "))
    return re.compile("|".join(form.replace(r"\*", r"\w*") for form in each))


class _Words:
    def __init__(self, tag: str, words: str) -> None:
        self._sums: SumWords = sum_words(tag)
        self._tables = _tables()[tag]
        self._pieces: Sequence[str] = pieces_in(_CLITIC.sub(" ", words[:_MOST].lower()))

    def amounts(self) -> list[Amount]:
        ways = [at for at in range(len(self._pieces)) if self._is("direction", at)]
        return list(self._read(ways[0])) if ways else []

    def _read(self, way: int) -> Iterator[Amount]:
        at = 0
        while at < len(self._pieces):
            number = next(iter(numbers_at(self._sums, self._pieces, at)), None)
            part = next(iter(found(self._sums.fractions, self._pieces, at)), None)
            if number is None or (number[0] == 1 and not self._is_counted(at, number[1])):
                if part is not None and (
                    self._before(at, "by") or self._before(at, "to") or self._before(at, "direction")
                ):
                    yield Amount("unread", float(part[0]))
                at = part[1] if part is not None else at + 1
                continue
            kind = self._kind(at, number[1], way)
            if kind is not None:
                yield Amount(kind, float(number[0]))
            at = self._behind_percent(number[1]) or number[1]

    def _kind(self, at: int, end: int, way: int) -> Literal["to", "by", "unread"] | None:
        """What the number from *at* to *end* is; None where it is none of what goes up or down from *way* on."""
        percents = self._behind_percent(end)
        after = end if percents is None else percents
        if self._is("units", after) or any(True for _ in found(self._sums.fractions, self._pieces, end)):
            return "unread" if way < at else None
        if self._before(at, "to"):
            return "to"
        if self._before(at, "by") or self._is("direction", after):
            return "by"
        if way > at:
            return None
        last = after == len(self._pieces) or self._is("tails", after)
        told = percents is not None or (last and (self._before(at, "direction") or self._before(at, "things")))
        return "by" if told else "unread"

    def _is_counted(self, at: int, end: int) -> bool:
        """Whether a one is a number, and no article."""
        return self._pieces[at].isdigit() or self._behind_percent(end) is not None

    def _behind_percent(self, at: int) -> int | None:
        return next((at + n for n in (2, 1) if self._matches("percent", " ".join(self._pieces[at : at + n]))), None)

    def _before(self, at: int, name: str) -> bool:
        """Whether a word of *name* stands before the one at *at*, with nothing but what may stand between."""
        while at > 0 and not self._is(name, at - 1):
            if not self._is("between", at - 1):
                return False
            at -= 1
        return at > 0

    def _is(self, name: str, at: int) -> bool:
        return at < len(self._pieces) and self._matches(name, self._pieces[at])

    def _matches(self, name: str, words: str) -> bool:
        return self._tables[name].fullmatch(words) is not None
