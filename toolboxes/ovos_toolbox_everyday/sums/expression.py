"""What a sum is, its value, and how it is written.

Values are fractions, so that 0.1 + 0.2 is 0.3 and three thirds are 1. Only a root or a power that no fraction is equal
to is rounded, to fifty digits. No step works on more than a few thousand digits, whatever is asked for.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Context, Decimal, InvalidOperation, Overflow
from fractions import Fraction

_DIGITS = 50
_CONTEXT = Context(prec=_DIGITS, Emax=100_000, Emin=-100_000, traps=[InvalidOperation, Overflow])
_MAX_EXPONENT = 300
"""Results of more digits are refused: a double ends at 10**308, and nobody listens to them."""
_MAX_BITS = 8_000
"""Of what is kept exact: numerators and denominators beyond are rounded."""
MAX_DEPTH = 30
"""Levels of parentheses and functions."""
_MAX_ROOT = 1_000

TOO_LARGE = "too_large"


class ArithmeticRefusedError(ValueError):
    """The sum has no answer that can be given; the message is the name of the sentence that says why."""


class TooLongError(ArithmeticRefusedError):
    """More than is read."""


@dataclass(frozen=True)
class Number:
    """A number as it was said; not negative."""

    value: Fraction


@dataclass(frozen=True)
class Last:
    """The result before this sum."""


@dataclass(frozen=True)
class Negative:
    """Minus something."""

    of: Node


@dataclass(frozen=True)
class Percent:
    """So many percent: of what it is added to or taken from, else hundredths."""

    of: Node


@dataclass(frozen=True)
class Binary:
    """Two things with one of ``+ - * / ^ mod`` between them."""

    sign: str
    left: Node
    right: Node


@dataclass(frozen=True)
class Call:
    """A function by its name, a key of :data:`FUNCTIONS`."""

    name: str
    arguments: tuple[Node, ...]


Node = Number | Last | Negative | Percent | Binary | Call
Parsed = tuple[Node, int]
"""A sum that words are, and where they end."""


def evaluate(node: Node) -> Fraction:
    """The value of *node*.

    Raises:
        ArithmeticRefusedError: no finite real result, one of more than 300 digits, or a :class:`Last` in it.
    """
    return _Evaluation().value(node, 0)


def plain(value: Fraction) -> int | float:
    """*value* as an int where it is whole, else as the nearest double."""
    return int(value) if value.denominator == 1 else value.numerator / value.denominator


class _Evaluation:
    def value(self, node: Node, depth: int) -> Fraction:
        if depth > 8 * MAX_DEPTH:
            raise ArithmeticRefusedError("sum_too_long")
        match node:
            case Number(value):
                return _bounded(value)
            case Negative(of):
                return -self.value(of, depth + 1)
            case Percent(of):
                return self.value(of, depth + 1) / 100
            case Call(name, arguments):
                return _bounded(FUNCTIONS[name]([self.value(argument, depth + 1) for argument in arguments]))
            case Binary():
                return self._chain(node, depth)
        raise ArithmeticRefusedError("no_result_yet")

    def _chain(self, node: Binary, depth: int) -> Fraction:
        # "1 + 2 + 3 + …" leans to the left as far as it is long: walked down, not called down.
        steps: list[Binary] = []
        left: Node = node
        while isinstance(left, Binary):
            steps.append(left)
            left = left.left
        value = self.value(left, depth + 1)
        so_far: Node = left
        for step in reversed(steps):
            right = self.value(step.right, depth + 1)
            if step.sign in "+-" and isinstance(step.right, Percent) and not isinstance(so_far, Percent):
                right = value * right
            value = _bounded(_SIGNS[step.sign](value, right))
            so_far = step
        return value


def _bounded(value: Fraction) -> Fraction:
    if abs(value) >= 10**_MAX_EXPONENT:
        raise ArithmeticRefusedError(TOO_LARGE)
    if value.numerator.bit_length() + value.denominator.bit_length() > _MAX_BITS:
        return _rounded(value)
    return value


def _decimal(value: Fraction) -> Decimal:
    return _CONTEXT.divide(Decimal(value.numerator), Decimal(value.denominator))


def _rounded(value: Fraction) -> Fraction:
    rounded = _decimal(value)
    # What is smaller than any double is nothing.
    return Fraction(rounded) if rounded and rounded.adjusted() > -2 * _MAX_EXPONENT else Fraction(0)


def _divide(a: Fraction, b: Fraction) -> Fraction:
    if not b:
        raise ArithmeticRefusedError("divide_by_zero")
    return a / b


def _modulo(a: Fraction, b: Fraction) -> Fraction:
    # The sign follows the divisor: -7 modulo 3 is 2.
    if not b:
        raise ArithmeticRefusedError("divide_by_zero")
    return a % b


def _power(a: Fraction, b: Fraction) -> Fraction:
    if not a and b < 0:
        raise ArithmeticRefusedError("divide_by_zero")
    if not b or a == 1:
        return Fraction(1)
    if not a:
        return Fraction(0)
    if a < 0:
        if b.denominator % 2 == 0:
            raise ArithmeticRefusedError("no_real_result")
        return _power(-a, b) * (-1 if b.numerator % 2 else 1)
    size = abs(b) * abs(Fraction(math.log10(a.numerator) - math.log10(a.denominator)))
    if size > _MAX_EXPONENT:
        if (a > 1) == (b > 0):
            raise ArithmeticRefusedError(TOO_LARGE)
        return Fraction(0)
    if b.denominator == 1 and abs(b) * (a.numerator.bit_length() + a.denominator.bit_length()) <= _MAX_BITS:
        return a ** int(b)
    if b.denominator <= _MAX_ROOT:
        rooted = _exact_root(a, b.denominator)
        if rooted is not None and abs(b.numerator) * rooted.numerator.bit_length() <= _MAX_BITS:
            return rooted**b.numerator
    return Fraction(_CONTEXT.power(_decimal(a), _decimal(b)))


def _root(degree: Fraction, a: Fraction) -> Fraction:
    if not degree:
        raise ArithmeticRefusedError("divide_by_zero")
    if a < 0 and degree.numerator % 2 == 0:
        raise ArithmeticRefusedError("negative_root")
    return _power(a, 1 / degree)


def _exact_root(a: Fraction, degree: int) -> Fraction | None:
    """The fraction that is the root of *a*, which is positive; None where there is none."""
    if degree == 1:
        return a
    parts = []
    for part in (a.numerator, a.denominator):
        nearest = round(_CONTEXT.power(Decimal(part), _CONTEXT.divide(Decimal(1), Decimal(degree))))
        if degree == 2:
            nearest = math.isqrt(part)
        if nearest**degree != part:
            return None
        parts.append(nearest)
    return Fraction(*parts)


def _average(values: Sequence[Fraction]) -> Fraction:
    return sum(values, Fraction(0)) / len(values)


_SIGNS: dict[str, Callable[[Fraction, Fraction], Fraction]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": _divide,
    "^": _power,
    "mod": _modulo,
}
FUNCTIONS: dict[str, Callable[[Sequence[Fraction]], Fraction]] = {
    "sqrt": lambda values: _root(Fraction(2), values[0]),
    "root": lambda values: _root(values[1], values[0]),
    "avg": _average,
    "abs": lambda values: abs(values[0]),
    "min": min,
    "max": max,
}
"""Function → its value; of a root, the degree comes behind the number: ``root(27, 3)``."""
ARGUMENTS = {"sqrt": 1, "root": 2, "abs": 1}
"""How many arguments a function takes that takes a fixed number."""
_LEVELS = {"+": 1, "-": 1, "*": 2, "/": 2, "mod": 2, "^": 4}


def written(node: Node) -> str:
    """*node* as people write it: ``(2 + 3) * 4``, ``59.99 - 20%``, ``root(27, 3)``."""
    return _written(node)[0]


def _written(node: Node) -> tuple[str, int]:
    """The text, and how tightly it holds together: 5 as a number does."""
    match node:
        case Number(value):
            text = decimal_text(value)
            return (text, 5) if text else (f"{value.numerator} / {value.denominator}", 2)
        case Last():
            return "last", 5
        case Negative(of):
            return f"-{_inside(of, 4)}", 3
        case Percent(of):
            return f"{_inside(of, 5)}%", 5
        case Call(name, arguments):
            return f"{name}({', '.join(written(argument) for argument in arguments)})", 5
    # Along the left, as in the evaluation.
    level = _LEVELS[node.sign]
    parts: list[str] = []
    at: Node = node
    while isinstance(at, Binary) and _LEVELS[at.sign] == level and level != 4:
        parts.append(f" {at.sign} {_inside(at.right, level + 1)}")
        at = at.left
    if level == 4:
        return f"{_inside(node.left, 5)} ^ {_inside(node.right, 4)}", 4
    return _inside(at, level) + "".join(reversed(parts)), level


def _inside(node: Node, level: int) -> str:
    text, tight = _written(node)
    return text if tight >= level else f"({text})"


def decimal_text(value: Fraction) -> str | None:
    """*value* in decimal figures, all of them; None where they have no end, or are more than a thousand."""
    rest, twos, fives = value.denominator, 0, 0
    while rest % 2 == 0:
        rest, twos = rest // 2, twos + 1
    while rest % 5 == 0:
        rest, fives = rest // 5, fives + 1
    places = max(twos, fives)
    if rest != 1 or places > 1000 or abs(value) >= 10**1000:
        return None
    figures = str(abs(value.numerator) * 10**places // value.denominator).rjust(places + 1, "0")
    sign = "-" if value < 0 else ""
    return sign + (f"{figures[:-places]}.{figures[-places:]}" if places else figures)
