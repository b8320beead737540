"""Numbers and ordinals at a place in the words, by the tables of a language."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from ovos_phal_plugin_jarvis.nlu.entities.grammar import Grammar, Phrases, fold, grammar
from ovos_phal_plugin_jarvis.nlu.lang import language

_MAX_FIGURES = 18
_MAX_COMPOUND = 80
"""Letters of the longest number that is written as one word and read."""


_MOST_OF_PAIR = 24
"""The most of the first of two groups that are one number, a year or a clock time: "thirty twenty five" is none."""
_LEAST_SPELT = 3
"""Figures from which on they are those of one number."""


class Number(NamedTuple):
    """A number that begins at a place."""

    end: int
    """One past its last piece."""
    value: float
    plain: bool
    """False for an article ("ein"), which is a number only beside a unit, and for a bare fraction ("half")."""


def find_phrase(phrases: Phrases, pieces: Sequence[str], at: int) -> tuple[int, Any] | None:
    """The longest of *phrases* that stands at *at*: where it ends, what it stands for."""
    if at >= len(pieces):
        return None
    for words, value in phrases.get(pieces[at], ()):
        end = at + len(words)
        if tuple(pieces[at:end]) == words:
            return end, value
    return None


@lru_cache(maxsize=8192)
def digits(word: str, decimal_comma: bool) -> float | None:
    """The value of a number in digits; None for anything else. In "1.250" and "1,250" thousands are parted."""
    if not word[:1].isdigit() or not word.isascii() or len(word) > _MAX_FIGURES:
        return None
    point, part = (",", ".") if decimal_comma else (".", ",")
    groups = word.split(part)
    if len(groups) > 1:
        if not all(len(group.partition(point)[0]) == 3 for group in groups[1:]) or len(groups[0]) > 3:
            # "2.5" where a comma is usual: recognisers write points everywhere. "1,5" in English is no number.
            if not decimal_comma or len(groups) != 2 or point in word:
                return None
            return _float(word)
        word = "".join(groups)
    return _float(word.replace(point, "."))


def _float(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None


class NumberReader:
    """Reads the numbers of one utterance; each place once."""

    def __init__(self, grammar: Grammar, pieces: Sequence[str]) -> None:
        self._g = grammar
        self._p = pieces
        self._numbers: dict[int, Number | None] = {}
        self._small: dict[int, list[tuple[int, int]]] = {}
        self._ordinals: dict[int, tuple[int, float] | None] = {}

    def may_start(self, at: int) -> bool:
        """A quick look whether a number in figures or in one word can begin at *at*, or an ordinal: all others begin
        with a word of the tables (``Grammar.beginning``)."""
        return _may_start(self._g, self._p[at])

    def begins(self, at: int) -> bool:
        """Whether a number or an ordinal may begin at *at*."""
        return self._p[at] in self._g.numeric or self.may_start(at)

    def number(self, at: int) -> Number | None:
        """The number that begins at *at*, as long as it goes."""
        if at not in self._numbers:
            found = self._read(at) if at < len(self._p) else None
            self._numbers[at] = (self._below_zero(found) or found) if found is not None else None
        return self._numbers[at]

    def _below_zero(self, found: Number) -> Number | None:
        """The number *found* with what says behind it that it is below zero: "six [degrees below zero]"; None where
        nothing does."""
        g, p, end = self._g, self._p, found.end
        degrees = find_phrase(g.measures, p, end)
        end = degrees[0] if degrees else end + (end < len(p) and p[end] in g.degrees)
        told = find_phrase(g.below_zero, p, end)
        return Number(told[0], -abs(found.value), True) if told and found.value else None

    def _read(self, at: int) -> Number | None:
        g, p = self._g, self._p
        start, sign = at, 1.0
        if p[at] in g.minus and at + 1 < len(p):
            sign, at = -1.0, at + 1
        if p[at] in g.point:
            end, value = self._decimals(at, 0.0)
            return Number(end, sign * value, True) if end > at else None
        spelt = self._spelt(at)
        if spelt:
            return Number(spelt[0], sign * spelt[1], True)
        part = find_phrase(g.fractions, p, at) if sign > 0 else None
        fraction = self._counting(part) if part else None
        whole = find_phrase(g.wholes, p, at)
        read = (*whole, True) if whole else self._whole(at)
        if read is None or (fraction and fraction[0] > read[0]):
            return Number(fraction[0], fraction[1], False) if fraction else None
        end, value, plain = read
        if part and part[0] > end and self._is_share(part[0]):
            return None
        end, value = self._decimals(end, value)
        counted = find_phrase(g.wholes, p, end) if not whole and plain else None
        if counted and counted[0] == end + 1:  # "two dozen"
            end, value = counted[0], value * counted[1]
        scaled = find_phrase(g.lexemes, p, end)
        if scaled and scaled[1][0] == "scale" and value != int(value):
            end, value = scaled[0], value * scaled[1][1]
        rest = find_phrase(g.more_fractions, p, end)
        # "Treinta y ocho y medio de fiebre": what is counted in halves ("y medio", two words) is no share, unless that
        # of one thing: "twenty and half of the lights".
        half = rest is not None and rest == (end + 2, 0.5) and self.counts_thing(rest[0])
        more = rest if half else self._counting(rest) if rest else None
        if more:
            end, value = more[0], value + more[1]
        if not plain and end == read[0] and start == at:
            return Number(end, value, False)
        return Number(end, sign * value, True)

    def counts_thing(self, end: int) -> bool:
        """Whether what is counted up to *end* stands behind it: "[de] fiebre", and no one thing, "of the lights"."""
        behind = self._p[end : end + 2]
        return len(behind) == 2 and behind[0] in self._g.genitives and behind[1] not in self._g.language.articles

    def _spelt(self, at: int) -> tuple[int, float] | None:
        """A number that is said figure by figure, "one eight six", "two oh six": where it ends and its value. Two
        figures may be two numbers, and so may what is counted on or joined."""
        figures, end = "", at
        while end < len(self._p):
            if figures and self._p[end] in self._g.figures:  # "two oh six"
                figures, end = figures + str(self._g.figures[self._p[end]]), end + 1
                continue
            found = find_phrase(self._g.lexemes, self._p, end)
            if found is None or found[1][0] != "add" or found[1][1] > 9 or self._p[end] in self._g.articles:
                break
            figures, end = figures + str(int(found[1][1])), found[0]
        if not _LEAST_SPELT <= len(figures) <= _MAX_FIGURES or self._goes_on(end):
            return None
        steps = {int(b) - int(a) for a, b in itertools.pairwise(figures)}
        return None if steps in ({1}, {-1}) else (end, float(figures))

    def _goes_on(self, at: int) -> bool:
        """Whether what stands at *at* is more of a number, or joins another one."""
        if at >= len(self._p):
            return False
        return self._p[at] in self._g.number_words | self._g.joins | self._g.point

    def _whole(self, at: int) -> tuple[int, float, bool] | None:
        """A whole number in digits or words: where it ends, its value, whether it is more than an article."""
        g, p = self._g, self._p
        total, group, limit, last_scale = 0.0, -1.0, float("inf"), float("inf")
        plain = False
        began = at
        joined = False
        first_pair = 0.0
        while at < len(p):
            written = digits(p[at], g.decimal_comma)
            if written is not None:
                if at > began and not (group < 0 and written < last_scale and total) or joined:
                    break
                group, limit, at, plain = written, 0.0, at + 1, True
                if written != int(written):
                    limit = -1.0
                continue
            lexeme = find_phrase(g.lexemes, p, at)
            if lexeme is None and g.compounds:
                value = compound(g, p[at])
                lexeme = (at + 1, ("add", value)) if value is not None else None
            if lexeme is None:
                break
            end, (role, value) = lexeme
            if role == "article":
                if at > began and not joined and not (g.article_adds and limit >= 100 and group != 0):
                    break
                role = "add"
                article = True
            else:
                article = False
            if role == "hundred":
                if group == -1.0:
                    if last_scale <= 100:
                        break
                    group, limit = 100.0, 100.0
                elif 0 < group < 100 and group == int(group):
                    group, limit = group * 100, 100.0
                else:
                    break
            elif role == "scale":
                if value >= last_scale:
                    break
                total += (1.0 if group == -1.0 else group) * value
                group, limit, last_scale = -1.0, value, value
            elif group == -1.0:
                if value >= last_scale:
                    break
                group, limit = value, _room(value)
                # "one forty" is 140; "a forty minute timer" is one of forty.
                first_pair = value if at == began and not article else 0.0
                if g.inverted and 0 < value < 10:
                    turned = self._turned(end, value)
                    if turned:
                        end, group = turned
                        limit = 0.0
            elif 0 < value < limit and (limit > 10 or value < 10):
                group, limit = group + value, _room(value)
            elif g.pairs and first_pair == group and 1 <= group <= _MOST_OF_PAIR and not total and 10 <= value < 100:
                # "nineteen eighty four", "twenty twenty six": a year, or a clock time said in two groups. "One thirty
                # eight" is 138.
                if self._counts_time(end, value):
                    break
                group, limit, first_pair = group * 100 + value, _room(value), 0.0
            else:
                break
            plain = plain or not article
            at, joined = end, False
            if at < len(p) and p[at] in g.joins and self._joins(at + 1, group, limit):
                at, joined = at + 1, True
        if joined:
            at -= 1
        if at == began:
            return None
        return at, total + max(group, 0.0), plain

    def _counts_time(self, end: int, value: float) -> bool:
        """Whether *value*, the second of two numbers said up to *end*, is one by itself, as a unit of time stands
        behind it: a "one twenty minute timer" is one of them, and "ten fifteen minutes" are some ten or fifteen."""
        ones = find_phrase(self._g.lexemes, self._p, end)
        after = ones[0] if ones and ones[1][0] == "add" and 0 < ones[1][1] < _room(value) else end
        return after < len(self._p) and self._p[after] in self._g.units

    def _joins(self, at: int, group: float, limit: float) -> bool:
        """Whether an "and" before *at* joins what follows to the number so far."""
        g = self._g
        if limit < 10 or group == 0 or (limit == 10 and g.joins_after > 10):
            return False
        lexeme = find_phrase(g.lexemes, self._p, at)
        value = lexeme[1][1] if lexeme and lexeme[1][0] in ("add", "article") else None
        if value is None and g.compounds and at < len(self._p):
            value = compound(g, self._p[at])
        if value is None or not 0 < value < min(limit, 1000):
            return False
        if g.joins_only and value not in g.joins_only:
            return False
        # "two hundred and three hundred" are two numbers.
        after = find_phrase(g.lexemes, self._p, lexeme[0]) if lexeme else None
        return not (after and after[1][0] == "hundred" and limit <= 100)

    def _turned(self, at: int, unit: float) -> tuple[int, float] | None:
        """ "ein und zwanzig", said in parts: where it ends and its value."""
        if at >= len(self._p) or self._p[at] not in self._g.compound_and:
            return None
        lexeme = find_phrase(self._g.lexemes, self._p, at + 1)
        if lexeme and lexeme[1][0] == "add" and lexeme[1][1] in (20, 30, 40, 50, 60, 70, 80, 90):
            return lexeme[0], unit + lexeme[1][1]
        return None

    def _decimals(self, end: int, value: float) -> tuple[int, float]:
        p, g = self._p, self._g
        if end + 1 >= len(p) or p[end] not in g.point or value != int(value):
            return end, value
        figures, at = "", end + 1
        while at < len(p) and len(figures) < 9:
            if p[at].isdigit() and p[at].isascii():
                figures += p[at]
                at += 1
                continue
            if p[at] in g.figures:
                figures, at = figures + str(g.figures[p[at]]), at + 1
                continue
            small = self.small(at)
            if not small or (figures and small[0][1] > 9):
                break
            if small[0][1] > 9:
                figures, at = str(small[0][1]), small[0][0]
                break
            figures, at = figures + str(small[-1][1]), small[-1][0]
        return (at, float(f"{int(value)}.{figures[:9]}")) if figures else (end, value)

    def _counting(self, part: tuple[int, float]) -> tuple[int, float] | None:
        """Where the fraction *part* ends and its value, with what leads to a unit, or to one thing: "three quarters [of
        a] litre". None before the same words where something else follows: "a quarter of", "half past", "a third
        alarm"."""
        g, p, (end, value) = self._g, self._p, part
        if self._is_next_one(end):
            return None
        if end == len(p) or p[end] not in g.fraction_not_before:
            return part
        if p[end] not in g.genitives:
            return None
        if end + 2 < len(p) and p[end + 1] in g.articles and p[end + 2] not in g.function_words:
            return end + 2, value
        return (end + 1, value) if find_phrase(g.measures, p, end + 1) else None

    def _is_next_one(self, end: int) -> bool:
        """Whether what is a fraction up to *end* says which of several things is meant: "a third alarm"."""
        g, p = self._g, self._p
        if end < 2 or end >= len(p) or p[end - 1] not in g.ordinals or p[end - 2] not in g.articles:
            return False
        measured = p[end] in g.units or find_phrase(g.measures, p, end) is not None
        return p[end] not in g.function_words and not measured

    def _is_share(self, end: int) -> bool:
        """Whether a fraction that ends at *end* is a share of something, which is no number of anything: "three
        quarters of the eggs". "Três quartos de hotel" are three rooms."""
        behind = self._p[end : end + 2]
        return len(behind) > 1 and behind[0] in self._g.fraction_not_before and behind[1] in self._g.function_words

    def small(self, at: int) -> list[tuple[int, int]]:
        """Every whole number below 100 that begins at *at* and is said as one group, the longest first."""
        if at not in self._small:
            self._small[at] = self._read_small(at) if at < len(self._p) else []
        return self._small[at]

    def _read_small(self, at: int) -> list[tuple[int, int]]:
        g, p = self._g, self._p
        written = digits(p[at], g.decimal_comma)
        if written is not None:
            return [(at + 1, int(written))] if written == int(written) and "." not in p[at] and "," not in p[at] else []
        found: list[tuple[int, int]] = []
        lexeme = find_phrase(g.lexemes, p, at)
        if lexeme is None:
            value = compound(g, p[at]) if g.compounds else None
            return [(at + 1, int(value))] if value is not None and value < 100 else []
        end, (role, value) = lexeme
        if role not in ("add", "article") or value >= 100:
            return []
        found.append((end, int(value)))
        if g.inverted and 0 < value < 10 and (turned := self._turned(end, value)):
            found.append((turned[0], int(turned[1])))
        if value >= 20 and value % 10 == 0:
            more = end + 1 if end < len(p) and p[end] in g.joins and self._joins(end + 1, value, 10.0) else end
            unit = find_phrase(g.lexemes, p, more)
            roles = ("add", "article") if more > end or g.article_adds else ("add",)
            if unit and unit[1][0] in roles and 0 < unit[1][1] < 10:
                found.append((unit[0], int(value + unit[1][1])))
        return found[::-1]

    def ordinal(self, at: int) -> tuple[int, float] | None:
        """The ordinal that begins at *at*: "3rd", "third", "twenty first"."""
        if at not in self._ordinals:
            self._ordinals[at] = self._read_ordinal(at)
        return self._ordinals[at]

    def _read_ordinal(self, at: int) -> tuple[int, float] | None:
        g, p = self._g, self._p
        word = p[at]
        value = ordinal_word(g, word)
        if value is not None:
            return at + 1, float(value)
        written = digits(word, g.decimal_comma)
        if written is not None:
            marked = at + 1 < len(p) and p[at + 1] in g.ordinal_marks
            return (at + 2, written) if marked and written == int(written) else None
        lexeme = find_phrase(g.lexemes, p, at)
        if lexeme and lexeme[1][0] == "add" and lexeme[1][1] >= 20 and lexeme[1][1] % 10 == 0 and lexeme[0] < len(p):
            at_unit = lexeme[0] + 1 if p[lexeme[0]] in g.joins and lexeme[0] + 1 < len(p) else lexeme[0]
            unit = ordinal_word(g, p[at_unit])
            if unit is not None and 0 < unit < 10:
                return at_unit + 1, lexeme[1][1] + unit
        return None


@lru_cache(maxsize=8192)
def is_number_word(word: str, lang: str = "en") -> bool:
    """Whether *word* alone is a number in the language *lang*, in digits or in letters."""
    if word[:1].isdigit():
        return digits(word, False) is not None
    spoken = language(lang)
    if not spoken.installed:
        return False
    known = grammar(spoken)
    plain = fold(word, known.elides)[-1]
    return plain in known.number_words or (known.compounds and compound(known, plain) is not None)


def _room(value: float) -> float:
    """What may be added to a number that ends in *value*: less than its lowest figure that is not 0."""
    if value <= 0 or value != int(value):
        return 0.0
    for size in (1000.0, 100.0):
        if value % size == 0:
            return size
    return 10.0 if value % 10 == 0 and value % 100 >= 20 else 0.0


@lru_cache(maxsize=8192)
def _may_start(grammar: Grammar, word: str) -> bool:
    figures = word[:1].isdigit() or (grammar.compounds and compound(grammar, word) is not None)
    return figures or ordinal_word(grammar, word) is not None


@lru_cache(maxsize=8192)
def ordinal_word(grammar: Grammar, word: str) -> int | None:
    """What a single word says as an ordinal, "dritte", "einundzwanzigsten", "3rd"; None for anything else."""
    if word in grammar.ordinals:
        return grammar.ordinals[word]
    for suffix in grammar.ordinal_suffixes:
        stem = word[: -len(suffix)]
        if not word.endswith(suffix) or not stem:
            continue
        if stem.isdigit() and stem.isascii() and len(stem) < 10:
            return int(stem)
        for form in (stem, f"{stem}e"):
            value = _single(grammar, form)
            if value is not None:
                return int(value)
    return None


def _single(grammar: Grammar, word: str) -> float | None:
    for words, (role, value) in grammar.lexemes.get(word, ()):
        if len(words) == 1 and role == "add":
            return float(value)
    return compound(grammar, word) if grammar.compounds else None


@lru_cache(maxsize=16384)
def compound(grammar: Grammar, word: str) -> float | None:
    """The value of a number written as one word, "zweihundertfünf", "ventotto", "dreieinhalb"; None for other words."""
    if len(word) > _MAX_COMPOUND or len(word) < 5 or not word.isalpha():
        return None
    for half, value in grammar.compound_halves.items():
        stem = word[: -len(half)]
        if word.endswith(half) and stem:
            whole = _single(grammar, stem)
            if whole is None and stem in grammar.parts:
                whole = grammar.parts[stem]
            if whole is not None:
                return whole + value
    return _Compound(grammar).value(word)


class _Compound:
    """Takes a word apart into number words, and adds them up."""

    def __init__(self, grammar: Grammar) -> None:
        self._grammar = grammar
        self._parts: list[tuple[str, str, float]] = [
            (first, role, value)
            for first, found in grammar.lexemes.items()
            for words, (role, value) in found
            if len(words) == 1 and role != "article"
        ]
        self._parts += [(part, "add", value) for part, value in grammar.parts.items()]
        self._parts += [(part, "hundred", 100.0) for part in grammar.compound_hundreds]
        self._parts += [(part, "and", 0.0) for part in grammar.compound_and]
        self._parts.sort(key=lambda part: -len(part[0]))
        self._steps = 0

    def value(self, word: str) -> float | None:
        if not any(word.startswith(part) for part, role, _ in self._parts if role != "and"):
            return None
        return self._split(word, [])

    def _split(self, rest: str, so_far: list[tuple[str, float]]) -> float | None:
        if not rest:
            return self._sum(so_far) if len(so_far) > 1 else None
        self._steps += 1
        if self._steps > 200:
            return None
        for part, role, value in self._parts:
            if rest.startswith(part):
                found = self._split(rest[len(part) :], [*so_far, (role, value)])
                if found is not None:
                    return found
        return None

    def _sum(self, parts: list[tuple[str, float]]) -> float | None:
        total, group, limit = 0.0, -1.0, float("inf")
        at = 0
        while at < len(parts):
            role, value = parts[at]
            if role == "and":
                # "einundzwanzig"; "hundertundeins" has one that joins nothing special.
                if group <= 0 or at + 1 >= len(parts) or parts[at + 1][0] != "add":
                    return None
                after = parts[at + 1][1]
                units = group % 100
                if self._grammar.inverted and 0 < units < 10 and after >= 20 and after % 10 == 0 and after < 100:
                    group, limit, at = group + after, 0.0, at + 2
                    continue
                if limit <= 1:
                    return None
            elif role == "hundred":
                if group > 99 or group == 0:
                    return None
                group, limit = (1.0 if group < 0 else group) * 100, 100.0
            elif role == "scale":
                if total and value >= 1000 and total < value:
                    return None
                total, group, limit = total + (1.0 if group < 0 else group) * value, -1.0, value
            elif group < 0:
                if value >= limit:
                    return None
                group, limit = value, _room(value)
            elif 0 < value < limit:
                group, limit = group + value, _room(value)
            else:
                return None
            at += 1
        return total + max(group, 0.0)
