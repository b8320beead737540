"""Sums made by chance, written and spoken, with what Python's fractions and decimals say they are."""

from __future__ import annotations

import random
from decimal import Decimal
from fractions import Fraction

import pytest

from ovos_toolbox_everyday.sums.expression import ArithmeticRefusedError, evaluate
from ovos_toolbox_everyday.sums.reading import read_sum

PRECISION = 120
"""Digits of the decimals that they are compared with."""

_ONES = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
]
_ONES += ["seventeen", "eighteen", "nineteen"]
_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]


def spoken_number(number: int) -> str:
    if number < 20:
        return _ONES[number]
    if number < 100:
        return _TENS[number // 10 - 2] + (f" {_ONES[number % 10]}" if number % 10 else "")
    size, name = (100, "hundred") if number < 1000 else (1000, "thousand")
    rest = number % size
    joint = " and " if size == 100 or rest < 100 else " "
    return f"{spoken_number(number // size)} {name}" + (joint + spoken_number(rest) if rest else "")


class Made:
    """A generated sum: written, spoken, and what Python says it is."""

    def __init__(self, draw: random.Random, depth: int) -> None:
        self.tight = 5
        if depth == 0 or draw.random() < 0.2:
            whole, decimals = draw.choice((draw.randrange(10), draw.randrange(1000), draw.randrange(100_000))), ""
            if draw.random() < 0.3:
                decimals = "".join(str(draw.randrange(10)) for _ in range(draw.randint(1, 3)))
            figures = f"{whole:,}" if draw.random() < 0.5 else str(whole)
            self.written = figures + (f".{decimals}" if decimals else "")
            self.spoken = spoken_number(whole) + "".join(
                [" point"] * bool(decimals) + [f" {_ONES[int(d)]}" for d in decimals]
            )
            self.value: Fraction | None = Fraction(f"{whole}.{decimals or 0}")
            self.exact: Decimal | None = Decimal(f"{whole}.{decimals or 0}")
            return
        sign = draw.choice("+-*/^%") if draw.random() < 0.7 else draw.choice("+-*")
        left = Made(draw, depth - 1)
        if sign == "^":
            exponent = draw.randint(0, 4)
            self._join(left, sign, str(exponent), spoken_number(exponent), 4, 5, " to the power of ")
            self.value = None if left.value is None else left.value**exponent
            self.exact = None if left.exact is None else Decimal(1) if not exponent else left.exact**exponent
            return
        if sign == "%":
            percent, back = draw.randint(1, 99), draw.random() < 0.5
            word = "minus" if back else "plus"
            self._join(
                left, "-" if back else "+", f"{percent}%", f"{spoken_number(percent)} percent", 1, 1, f" {word} "
            )
            factor = 100 - percent if back else 100 + percent
            self.value = None if left.value is None else left.value * factor / 100
            self.exact = None if left.exact is None else left.exact * factor / 100
            return
        right = Made(draw, depth - 1)
        level = 1 if sign in "+-" else 2
        word = {"+": " plus ", "-": " minus ", "*": " times ", "/": " divided by "}[sign]
        inner, spoken = right.inside(level + 1)
        self._join(left, sign, inner, spoken, level, level, word)
        if left.value is None or right.value is None or (sign == "/" and not right.value):
            self.value = self.exact = None
            return
        a, b, c, d = left.value, right.value, left.exact, right.exact
        self.value = {"+": lambda: a + b, "-": lambda: a - b, "*": lambda: a * b, "/": lambda: a / b}[sign]()
        assert c is not None
        assert d is not None
        self.exact = {"+": lambda: c + d, "-": lambda: c - d, "*": lambda: c * d, "/": lambda: c / d}[sign]()

    def _join(self, left: Made, sign: str, right: str, spoken: str, tight: int, left_tight: int, word: str) -> None:
        text, said = left.inside(left_tight)
        self.written, self.spoken, self.tight = f"{text} {sign} {right}", said + word + spoken, tight

    def inside(self, tight: int) -> tuple[str, str]:
        if self.tight >= tight:
            return self.written, self.spoken
        return f"({self.written})", f"open bracket {self.spoken} close bracket"


def check(made: Made) -> None:
    for text in (f"{made.written} + 0", f"{made.spoken} plus zero"):
        said = read_sum(text, others=False)
        assert said is not None, text
        if made.value is None:
            with pytest.raises(ArithmeticRefusedError, match="divide_by_zero"):
                evaluate(said.node)
            continue
        result = evaluate(said.node)
        assert result == made.value, text
        assert made.exact is not None
        assert abs(Decimal(result.numerator) / result.denominator - made.exact) <= abs(made.exact) * Decimal("1e-80")
