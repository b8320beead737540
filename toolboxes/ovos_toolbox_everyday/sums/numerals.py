"""Numbers as they are written and said, exactly: "1,250.75", "twelve hundred", "drei komma eins vier"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

from ovos_toolbox_everyday.sums.words import Phrases, SumWords

MAX_FIGURES = 200
"""Figures of a number that is still read."""
_MAX_COMPOUND = 80
_FIGURES = re.compile(r"\d+(?:[.,'’]\d+)*")

Read = tuple[Fraction, int]
"""A number, and where it ends."""


def found(phrases: Phrases, pieces: Sequence[str], at: int) -> Sequence[tuple[Any, int]]:
    """Each of *phrases* that stands at *at*, the longest first: what it stands for, where it ends."""
    rows = phrases.get(pieces[at]) if at < len(pieces) else None
    if rows is None:
        return ()
    return [(meaning, at + len(words)) for words, meaning in rows if tuple(pieces[at : at + len(words)]) == words]


def first(phrases: Phrases, pieces: Sequence[str], at: int) -> tuple[Any, int] | None:
    """The longest of *phrases* at *at*."""
    there = found(phrases, pieces, at)
    return there[0] if there else None


def figures(text: str, decimal_comma: bool) -> Fraction | None:
    """A number in figures; None for what is none, or can't be told."""
    text = text.replace("’", "'")
    if not _FIGURES.fullmatch(text) or not text.isascii() or len(text) > MAX_FIGURES:
        return None
    point, parting = (",", ".") if decimal_comma else (".", ",")
    whole, decimals = text, ""
    signs = [sign for sign in text if not sign.isdigit()]
    if signs:
        final = signs[-1]
        grouped = (
            all(len(group) == 3 for group in re.split(r"[.,']", text)[1:]) and len(re.split(r"[.,']", text)[0]) <= 3
        )
        if len(set(signs)) > 1 or final == point:
            if signs.count(final) > 1:
                return None
            whole, _, decimals = text.rpartition(final)
            parting = "'" if "'" in whole else parting if final == point else point
        elif final in (parting, "'") and grouped and not text.startswith("0"):
            parting = final
        elif final == parting == "." and len(signs) == 1:
            whole, _, decimals = text.rpartition(".")  # recognisers write points where commas are usual
        else:
            return None
        groups = whole.split(parting)
        if len(groups) > 1 and (len(groups[0]) > 3 or any(len(group) != 3 for group in groups[1:])):
            return None
        whole = "".join(groups)
        if not whole.isdigit():
            return None
    return Fraction(int(whole + decimals), 10 ** len(decimals))


def numbers_at(words: SumWords, pieces: Sequence[str], at: int) -> list[Read]:
    """The numbers that begin at *at*, the longest first: in "one hundred and five" 105, 100 and 1."""
    reads: dict[int, Fraction] = {}
    for value, end in _wholes(words, pieces, at):
        reads.setdefault(end, value)
        decimal = _decimals(words, pieces, value, end)
        if decimal is not None:
            reads.setdefault(decimal[1], decimal[0])
            scaled = first(words.scales, pieces, decimal[1])
            if scaled is not None:
                reads.setdefault(scaled[1], decimal[0] * scaled[0])
        for part, behind in found(words.and_fractions, pieces, end):
            reads.setdefault(behind, value + part)
            scaled = first(words.scales, pieces, behind)
            if scaled is not None:
                reads.setdefault(scaled[1], (value + part) * scaled[0])
    bare = _decimals(words, pieces, Fraction(0), at)
    if bare is not None:
        reads.setdefault(bare[1], bare[0])
    return sorted(((value, end) for end, value in reads.items()), key=lambda read: -read[1])


def hundreds_unsaid(words: SumWords, pieces: Sequence[str], at: int) -> Read | None:
    """A number that begins at *at* and leaves out its "hundred": "one eighty", "two fifty five". Elsewhere these are
    two numbers ("two ten sided dice"), so that only who knows what is counted asks for it."""
    figure = _lexeme(words, pieces, at) if words.hundreds_unsaid and at < len(pieces) else None
    if figure is None or figure[0] != "add" or not 1 <= figure[1] <= 9:
        return None
    tens = [(value, end) for value, end in _spoken(words, pieces, figure[2]) if 10 <= value < 100]
    return (figure[1] * 100 + tens[-1][0], tens[-1][1]) if tens else None


def _wholes(words: SumWords, pieces: Sequence[str], at: int) -> Iterator[Read]:
    for value, end in found(words.wholes, pieces, at):
        yield Fraction(value), end
    written = figures(pieces[at], words.decimal_comma) if at < len(pieces) else None
    if written is not None:
        yield written, at + 1
        scaled = first(words.scales, pieces, at + 1) or first(words.hundred, pieces, at + 1)
        if scaled is not None:
            yield written * scaled[0], scaled[1]
            if written.denominator == 1:
                yield from _spoken(words, pieces, scaled[1], int(written) * scaled[0], scaled[0])
        return
    yield from _spoken(words, pieces, at)


def _spoken(words: SumWords, pieces: Sequence[str], at: int, total: int = 0, last_scale: int = 0) -> Iterator[Read]:
    """Every number that begins at *at* in words; behind *total*, which ended in a scale word, what goes on."""
    group, room = -1, last_scale or 10**30
    scale = last_scale or 10**30
    while at < len(pieces):
        if (total or group > 0) and pieces[at] in words.conjunction and room >= words.conjunction_after:
            following = _lexeme(words, pieces, at + 1)
            if following is not None and following[0] == "add" and 0 < following[1] < room:
                at += 1
        lexeme = _lexeme(words, pieces, at)
        if lexeme is None:
            return
        role, value, end = lexeme
        if role == "hundred":
            if group == 0 or group > 99 or (group < 0 and scale <= 100):
                return
            group, room = (1 if group < 0 else group) * value, value
        elif role == "scale":
            if value >= scale or group == 0:
                return
            total += (1 if group < 0 else group) * value
            group, room, scale = -1, value, value
        elif role == "article":
            follows = _lexeme(words, pieces, end)
            if group >= 0 or follows is None or follows[0] not in ("hundred", "scale"):
                return
            group, room, at = 1, 0, end
            continue
        elif group < 0:
            if value >= scale or (value == 0 and total):
                return
            group, room = value, _room(value)
            turned = _turned(words, pieces, end, value)
            if turned is not None:
                yield Fraction(total + value), end
                (group, end), room = turned, 0
        elif 0 < value < room:
            group, room = group + value, min(_room(value), room)
        else:
            return
        at = end
        yield Fraction(total + max(group, 0)), at


def _room(value: int) -> int:
    """What may follow *value* in a number: less than this."""
    if value >= 100:
        return 100 if value % 100 == 0 else 0
    return 10 if value >= 20 and value % 10 == 0 else 0


def _turned(words: SumWords, pieces: Sequence[str], at: int, unit: int) -> tuple[int, int] | None:
    """ "ein und zwanzig", said in parts."""
    if words.inverted and 0 < unit < 10 and at < len(pieces) and pieces[at] in words.conjunction:
        lexeme = _lexeme(words, pieces, at + 1)
        if lexeme is not None and lexeme[0] == "add" and lexeme[1] % 10 == 0 and 20 <= lexeme[1] < 100:
            return unit + lexeme[1], lexeme[2]
    return None


def _lexeme(words: SumWords, pieces: Sequence[str], at: int) -> tuple[str, int, int] | None:
    """Role, value and end of the word of a number at *at*."""
    best: tuple[str, int, int] | None = None
    tables = [("add", words.small), ("hundred", words.hundred), ("scale", words.scales)]
    for role, table in [*tables, ("article", words.articles)]:
        one = first(table, pieces, at)
        if one is not None and (best is None or one[1] > best[2]):
            best = role, one[0], one[1]
    if best is None and at < len(pieces) and words.compounds:
        value = compound(words, pieces[at])
        if value is not None:
            return "add", value, at + 1
    return best


def _decimals(words: SumWords, pieces: Sequence[str], whole: Fraction, end: int) -> Read | None:
    point = first(words.point, pieces, end)
    if point is None or whole.denominator != 1:
        return None
    at, read = point[1], ""
    while at < len(pieces) and len(read) < MAX_FIGURES:
        if pieces[at].isascii() and pieces[at].isdigit():
            read, at = read + pieces[at], at + 1
            continue
        lexeme = _lexeme(words, pieces, at)
        if lexeme is None or lexeme[0] != "add":
            break
        if lexeme[1] > 9:
            if not read:  # "fünf komma fünfundzwanzig"
                longest = [one for one in _spoken(words, pieces, at) if one[0] < 1000]
                if longest:
                    read, at = str(int(longest[-1][0])), longest[-1][1]
            break
        read, at = read + str(lexeme[1]), lexeme[2]
    return (whole + Fraction(int(read), 10 ** len(read)), at) if read else None


@lru_cache(maxsize=4096)
def compound(words: SumWords, word: str) -> int | None:
    """The value of a number in one word, "zweihundertfünf", "ventotto"; None for other words."""
    if not 5 <= len(word) <= _MAX_COMPOUND or not word.isalpha():
        return None
    return _Compound(words).value(word)


class _Compound:
    def __init__(self, words: SumWords) -> None:
        self._words = words
        self._steps = 0

    def value(self, word: str) -> int | None:
        return self._split(word, [])

    def _split(self, rest: str, so_far: list[tuple[str, int]]) -> int | None:
        if not rest:
            return self._sum(so_far) if len(so_far) > 1 else None
        self._steps += 1
        if self._steps > 200:
            return None
        for part, role, value in self._words.compounds:
            if rest.startswith(part):
                read = self._split(rest[len(part) :], [*so_far, (role, value)])
                if read is not None:
                    return read
        return None

    def _sum(self, parts: list[tuple[str, int]]) -> int | None:
        total, group, room, scale = 0, -1, 10**30, 10**30
        at = 0
        while at < len(parts):
            role, value = parts[at]
            if role == "and":
                after = parts[at + 1] if at + 1 < len(parts) else ("", 0)
                unit = group % 100 if group > 0 else 0
                if self._words.inverted and 0 < unit < 10 and after[0] == "add" and after[1] in range(20, 100, 10):
                    group, room, at = group + after[1], 0, at + 2
                    continue
                if after[0] != "add" or room < 100:
                    return None
            elif role == "hundred":
                if group == 0 or group > 99:
                    return None
                group, room = (1 if group < 0 else group) * 100, 100
            elif role == "scale":
                if value >= scale or group == 0:
                    return None
                total, group, room, scale = total + (1 if group < 0 else group) * value, -1, value, value
            elif group < 0:
                if value >= scale:
                    return None
                group, room = value, _room(value)
            elif 0 < value < room:
                group, room = group + value, min(_room(value), room)
            else:
                return None
            at += 1
        return total + max(group, 0)
