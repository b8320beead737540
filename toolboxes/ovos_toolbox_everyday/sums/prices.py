"""Prices, as they are said: "four ninety nine", "eight euros fifty"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from ovos_toolbox_everyday.sums.expression import Number, Parsed
from ovos_toolbox_everyday.sums.numerals import found, numbers_at
from ovos_toolbox_everyday.sums.words import SumWords

_LEAST_BILL = 20
"""Whole part of a price that two numbers side by side are, where nothing else says so."""


def bare_price(words: SumWords, pieces: Sequence[str], at: int) -> Iterator[Parsed]:
    """A price of two numbers side by side: "ninety six fifty" is 96.50."""
    numbers = numbers_at(words, pieces, at)
    for whole, middle in numbers:
        for part, end in numbers_at(words, pieces, middle):
            one = any(stop == end for _, stop in numbers)  # "seven hundred fifty"
            if not one and whole.denominator == part.denominator == 1 and 10 <= part < 100:
                yield Number(whole + part / 100), end


def bill(words: SumWords, pieces: Sequence[str], at: int) -> Iterator[Parsed]:
    """A price that a percentage is of: "fifteen percent of sixty four twenty"; "two fifty" may be 250."""
    for node, end in bare_price(words, pieces, at):
        if isinstance(node, Number) and node.value >= _LEAST_BILL:
            yield node, end


def with_cents(words: SumWords, pieces: Sequence[str], whole: Fraction, at: int) -> Iterator[Parsed]:
    """A price whose *whole* part and currency end at *at*: "eight euros [and fifty cents]", "eight euros
    [fifty]"."""
    if whole.denominator != 1:
        return
    for start in (at, *(end for _, end in found(words.cents_and, pieces, at))):
        for part, end in numbers_at(words, pieces, start):
            if part.denominator != 1 or not 0 < part < 100:
                continue
            price = Number(whole + part / 100)
            called = [stop for _, stop in found(words.cents, pieces, end)]
            yield from ((price, stop) for stop in called)
            if not called and start == at and part >= 10:
                yield price, end
