"""A conversion in the words of a request: all of them, or nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import Any

from ovos_phal_plugin_jarvis.sdk.locale import closest
from ovos_toolbox_everyday.sums.expression import plain
from ovos_toolbox_everyday.sums.numerals import found, hundreds_unsaid, numbers_at
from ovos_toolbox_everyday.sums.pieces import pieces_in
from ovos_toolbox_everyday.sums.words import Phrases, SumWords, languages, phrases, sum_words
from ovos_toolbox_everyday.units.names import spoken_unit, tables, unit_called
from ovos_toolbox_everyday.word_tables import word_table

_FILE = Path(__file__).parent / "requests.yaml"
_MAX_PIECES = 40
_NEAR = 5
"""Words behind "and" among which a number is added to what stands before it."""
_SMALLER = {
    "mile": ("yard", 1760),
    "yard": ("foot", 3),
    "foot": ("inch", 12),
    "stone": ("pound", 14),
    "pound": ("ounce", 16),
    "kilometer": ("meter", 1000),
    "meter": ("centimeter", 100),
    "kilogram": ("gram", 1000),
    "year": ("month", 12),
    "week": ("day", 7),
    "day": ("hour", 24),
    "hour": ("minute", 60),
    "minute": ("second", 60),
}
"""Unit → the one that is said behind it for what is left, and how many of these it is."""
_BARE = frozenset({"foot", "stone", "hour"})
"""Those behind which the smaller one may be left out: "five foot eleven"."""


@lru_cache(maxsize=16)
def _requests(tag: str) -> dict[str, Phrases]:
    return {name: phrases({text: True}) for name, text in word_table(_FILE)[tag].items()}


@lru_cache(maxsize=16)
def _units(tag: str) -> Phrases:
    return phrases({form: unit for unit, forms in tables()[tag].items() for form in forms})


def _words_of(lang: str) -> SumWords:
    """The words of *lang*, or of English where there are none."""
    return sum_words(closest(lang, languages()) or "en-us")


def read_conversion(text: str, lang: str, within: bool = False) -> dict[str, Any] | None:
    """``amount``, ``from_unit`` and ``to_unit`` of *text*, in *lang* or any other language; None for other words.

    Args:
        text: the words.
        lang: the language that is tried first.
        within: other words may stand before: "the recipe says three cups how many milliliters is that".
    """
    own = _words_of(lang).lang
    for tag in (own, *(tag for tag in languages() if tag != own)):
        words = sum_words(tag)
        pieces = pieces_in(text)
        if len(pieces) <= _MAX_PIECES:
            read = next(_Conversion(words, pieces).read(within), None)
            if read is not None:
                return read
    return None


def only_conversion(text: str, lang: str) -> dict[str, Any] | None:
    """The same of the only measure and the only other unit that *text* names in *lang*; None where it names more."""
    words, pieces = _words_of(lang), pieces_in(text)
    return _Conversion(words, pieces).only() if len(pieces) <= _MAX_PIECES else None


def adds_to_a_unit(text: str, lang: str) -> bool:
    """Whether *text* says, in *lang*, a number or a part behind a unit and "and": "a foot and a bit over a half"."""
    words, pieces = _words_of(lang), pieces_in(text)[:_MAX_PIECES]
    units = _units(words.lang)
    joints = [end for at in range(len(pieces)) for _, end in found(units, pieces, at)]
    return any(
        any(True for _ in found(words.fractions, pieces, behind))
        or any(value != 1 for value, _ in numbers_at(words, pieces, behind))
        for joint in joints
        if joint < len(pieces) and pieces[joint] in words.conjunction
        for behind in range(joint + 1, joint + 1 + _NEAR)
    )


def leads_to(word: str, lang: str) -> bool:
    """Whether *word* stands before the unit that is wanted, in *lang*: "in"."""
    return any(True for _, end in found(_requests(_words_of(lang).lang)["to"], [word], 0) if end == 1)


def is_money(name: str, lang: str) -> bool:
    """Whether *name* is that of a currency, in *lang*."""
    words, pieces = _words_of(lang), pieces_in(name)
    tables = (words.skipped, words.money)
    return any(end == len(pieces) for table in tables for _, end in found(table, pieces, 0))


def asked_behind(text: str, lang: str) -> dict[str, Any] | None:
    """The conversion that a question asks for behind a fact: "the bridge is ten feet high what's that in metres"."""
    told = _QUESTION.search(text)
    if told is None or _ORDERS.search(text[: told.start()]):
        return None
    return only_conversion(text, lang)


_QUESTION = re.compile(r"(?i)(?<=\s)what(?:'s| is| would) (?:that|it)(?: be)? in\b")
_ORDERS = re.compile(
    r"(?i)\b(?:remind|set|add|put|start|cancel|tell|ask|write|note|play|call|text|send|and then|timer"
    r"|alarm|list|when|if)\b"
)
"""What asks for something beside a conversion, or only for later."""


class _Conversion:
    def __init__(self, words: SumWords, pieces: Sequence[str]) -> None:
        self._words, self._pieces = words, pieces
        self._requests, self._units = _requests(words.lang), _units(words.lang)

    def read(self, within: bool) -> Iterator[dict[str, Any]]:
        """Each reading, the longest first."""
        starts = [at for at in range(len(self._pieces)) if not self._is_part(at)] if within else range(1)
        for start in self._behind(list(starts), self._words.asks, self._words.asks_sum, self._requests["convert"]):
            for amount, source, end in self._measures(start):  # "5 miles in kilometers"
                # "half a pound of butter in grams"
                named = [of + more for _, of in found(self._words.of, self._pieces, end) for more in (1, 2)]
                for behind in (end, *named):
                    for _, wanted in found(self._requests["to"], self._pieces, behind):
                        yield from self._whole(amount, source, wanted)
            for _, wanted in found(self._requests["how_many"], self._pieces, start):  # "how many feet are in a mile"
                for target, end in self._named(wanted):
                    for _, measured in found(self._requests["are"], self._pieces, end):
                        for amount, source, stop in self._measures(measured, bare=True):
                            if self._ended(stop):
                                yield from self._made(amount, source, target)

    def only(self) -> dict[str, Any] | None:
        """The only measure and the only other unit that are named, whatever stands around them; None where there are
        more: "how many grams are three ounces the butter's melting"."""
        at, measures, others = 0, [], []
        while at < len(self._pieces):
            measured = max(self._measures(at), key=lambda read: read[2], default=None)
            named = max(self._named(at), key=lambda read: read[1], default=None)
            if measured is not None:
                measures.append(measured)
                at = measured[2]
            elif named is not None and not any(True for _ in found(self._requests["to"], self._pieces, at)):
                others.append(named[0])
                at = named[1]
            elif any(value != 1 for value, _ in numbers_at(self._words, self._pieces, at)) or any(
                True for _ in found(self._words.fractions, self._pieces, at)
            ):
                return None  # "an inch and a quarter"
            else:
                at += 1
        if len(measures) == 1:  # "from ounces to grams how much is eight ounces" names one of them twice
            source = unit_called(measures[0][1], self._words.lang)
            others = [one for one in others if unit_called(one, self._words.lang) != source]
        if len(measures) != 1 or len(others) != 1:
            return None
        return next(self._made(measures[0][0], measures[0][1], others[0]), None)

    def _is_part(self, at: int) -> bool:
        """Whether a number of parts is said of what stands at *at*, "three quarters of [a cup]", or a number goes on
        there: "one [eighty]"."""
        if any(end > at for i in range(max(0, at - _NEAR), at) if (end := self._pair_end(i)) is not None):
            return True
        before = [i for i in range(at) for _, end in found(self._words.of, self._pieces, i) if end == at]
        return any(
            True
            for i in before
            for start in range(max(0, i - 2), i)
            for _ in numbers_at(self._words, self._pieces, start)
        )

    def _pair_end(self, at: int) -> int | None:
        """Where a number ends that begins at *at* and leaves out its "hundred"."""
        pair = hundreds_unsaid(self._words, self._pieces, at)
        return pair[1] if pair is not None else None

    def _whole(self, amount: float, source: str, at: int) -> Iterator[dict[str, Any]]:
        for start in self._behind([at], self._words.skipped):
            for target, end in self._named(start):
                if self._ended(end):
                    yield from self._made(amount, source, target)

    def _made(self, amount: float, source: str, target: str) -> Iterator[dict[str, Any]]:
        if unit_called(source, self._words.lang) != unit_called(target, self._words.lang):
            yield {"amount": amount, "from_unit": source, "to_unit": target}

    def _measures(self, at: int, bare: bool = False) -> Iterator[tuple[float, str, int]]:
        """A number and its unit, or two ("six foot two"), which are so many of the smaller one."""
        for amount, unit, end in self._single(at, bare):
            yield from self._with_smaller(amount, unit, end)
            yield amount, unit, end

    def _with_smaller(self, amount: float, unit: str, at: int) -> Iterator[tuple[float, str, int]]:
        name = unit_called(unit, self._words.lang) or ""
        smaller, count = _SMALLER.get(name, ("", 0))
        ands = [at + 1] if at < len(self._pieces) and self._pieces[at] in self._words.conjunction else []
        for start in (at, *ands):
            for value, end in numbers_at(self._words, self._pieces, start) if smaller else ():
                # "Negative two feet three" is less than two feet below.
                exact = Fraction(amount) * count + (value if amount >= 0 else -value)
                named = [
                    (said, stop) for said, stop in self._named(end) if unit_called(said, self._words.lang) == smaller
                ]
                if name in _BARE and start == at and value < count:
                    named.append((spoken_unit(smaller, 2, self._words.lang)[0], end))
                for said, stop in named:
                    yield plain(exact), said, stop
                    yield plain(exact / count), unit, stop  # "how many inches are six foot two"

    def _single(self, at: int, bare: bool) -> Iterator[tuple[float, str, int]]:
        """A number and its unit, and the part of one more that is said behind it: "a league and a half"."""
        for amount, unit, end in self._counted(at, bare):
            for part, behind in (*found(self._words.and_fractions, self._pieces, end), *self._and_parts(end)):
                yield plain(Fraction(amount) + (part if amount >= 0 else -part)), unit, behind
            yield amount, unit, end

    def _and_parts(self, at: int) -> Iterator[tuple[Fraction, int]]:
        """Parts of one that are counted: "and two fifths"."""
        if at < len(self._pieces) and self._pieces[at] in self._words.conjunction:
            for value, end in numbers_at(self._words, self._pieces, at + 1):
                for part, behind in found(self._words.fractions, self._pieces, end):
                    yield value * part, behind

    def _counted(self, at: int, bare: bool) -> Iterator[tuple[float, str, int]]:
        """A number and its unit; "a mile" is one, and where *bare* tells so "mile" as well."""
        signs = [(1, at), *((-1, end) for _, end in found(self._words.minus, self._pieces, at))]
        for sign, start in signs:
            pair = hundreds_unsaid(self._words, self._pieces, start)
            for value, end in [*([pair] if pair else []), *numbers_at(self._words, self._pieces, start)]:
                for unit, stop in self._named(end):
                    yield sign * plain(value), unit, stop
                for part, behind in found(self._words.fractions, self._pieces, end):  # "two thirds of a cup"
                    for unit, stop in self._of(behind):
                        yield sign * plain(value * part), unit, stop
            for part, end in found(self._words.fractions, self._pieces, start):  # "half a liter"
                for unit, stop in self._of(end):
                    yield plain(part), unit, stop
        starts = [end for _, end in found(self._words.skipped, self._pieces, at)]
        for start in [*starts, at] if bare else starts:
            for unit, stop in self._named(start):
                yield 1, unit, stop

    def _of(self, at: int) -> Iterator[tuple[str, int]]:
        """The units behind a part of one: "of a cup"."""
        starts = [at, *(end for _, end in found(self._words.of, self._pieces, at))]
        for start in self._behind(starts, self._words.skipped):
            yield from self._named(start)

    def _named(self, at: int) -> list[tuple[str, int]]:
        """The units at a place, as they were said."""
        return [(" ".join(self._pieces[at:end]), end) for _, end in found(self._units, self._pieces, at)]

    def _behind(self, starts: list[int], *tables: Phrases) -> list[int]:
        """*starts*, and where they may go on behind words that say nothing here."""
        reached: dict[int, None] = {}
        queue = list(starts)
        while queue:
            at = queue.pop(0)
            if at not in reached:
                reached[at] = None
                queue.extend(end for table in tables for _, end in found(table, self._pieces, at))
        return list(reached)

    def _ended(self, at: int) -> bool:
        return len(self._pieces) in self._behind([at], self._words.ends)
