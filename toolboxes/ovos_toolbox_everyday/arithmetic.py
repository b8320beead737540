"""The sums that ``calculate`` can do: exact where the numbers allow it, and always done in bounded time."""

from __future__ import annotations

import math
from collections.abc import Callable
from decimal import Context, Decimal, InvalidOperation, Overflow

# 28 digits are more than a double has, so that 0.1 + 0.2 is 0.3.
_CONTEXT = Context(prec=28, Emax=400, Emin=-400, traps=[InvalidOperation, Overflow])
_MAX_EXPONENT = 300
"""Results of more digits are refused: a double ends at 10**308, and nobody listens to them."""

TOO_LARGE = "too_large"


class ArithmeticRefusedError(ValueError):
    """The sum has no answer that can be given; the message is the name of the sentence that says why."""


def calculate(operation: str, num1: float, num2: float | None) -> int | float:
    """The result of *operation* on the numbers; an int where it is a whole number.

    Args:
        operation: a key of :data:`OPERATIONS`.
        num1: the first number said; the percentage for ``percent``.
        num2: the second; ``square_root`` takes none.

    Raises:
        ArithmeticRefusedError: no finite real result, or one of more than 300 digits.
    """
    for number in (num1, num2):
        if number is not None and not _finite(number):
            raise ArithmeticRefusedError(TOO_LARGE)
    if operation in UNARY:
        return _plain(_square_root(_decimal(num1)))
    if num2 is None:
        raise ArithmeticRefusedError("second_number")
    try:
        return _plain(OPERATIONS[operation](_decimal(num1), _decimal(num2)))
    except (Overflow, OverflowError):
        raise ArithmeticRefusedError(TOO_LARGE) from None


def _finite(number: float) -> bool:
    # An int of a million digits cannot become a float, nor be counted with in bounded time.
    return abs(number) < 10**_MAX_EXPONENT if isinstance(number, int) else math.isfinite(number)


def _decimal(number: float) -> Decimal:
    return Decimal(number) if isinstance(number, int) else Decimal(repr(number))


def _plain(value: Decimal) -> int | float:
    if value and value.adjusted() > _MAX_EXPONENT:
        raise ArithmeticRefusedError(TOO_LARGE)
    return int(value) if value == value.to_integral_value() else float(value)


def _exact(
    whole: Callable[[int, int], int],
    broken: Callable[[Decimal, Decimal], Decimal],
) -> Callable[[Decimal, Decimal], Decimal]:
    """Whole numbers are counted with as ints, which no number of digits rounds."""

    def run(a: Decimal, b: Decimal) -> Decimal:
        if a == a.to_integral_value() and b == b.to_integral_value():
            return Decimal(whole(int(a), int(b)))
        return broken(a, b)

    return run


def _divide(a: Decimal, b: Decimal) -> Decimal:
    if not b:
        raise ArithmeticRefusedError("divide_by_zero")
    if a == a.to_integral_value() and b == b.to_integral_value() and int(a) % int(b) == 0:
        return Decimal(int(a) // int(b))
    return _CONTEXT.divide(a, b)


def _modulo(a: Decimal, b: Decimal) -> Decimal:
    if not b:
        raise ArithmeticRefusedError("divide_by_zero")
    if a.adjusted() - b.adjusted() > 27:  # the quotient would not fit the context
        whole = b == b.to_integral_value()
        return Decimal(int(a) % int(b)) if whole else Decimal(math.fmod(float(a), float(b)))
    # The sign follows the divisor, as it does for whole numbers: -7 modulo 3 is 2.
    rest = _CONTEXT.remainder(a, b)
    return _CONTEXT.add(rest, b) if rest and (rest < 0) != (b < 0) else rest


def _power(a: Decimal, b: Decimal) -> Decimal:
    if not a and b < 0:
        raise ArithmeticRefusedError("divide_by_zero")
    if a and abs(a) != 1 and b * Decimal(abs(a).log10(_CONTEXT)) > _MAX_EXPONENT:
        raise ArithmeticRefusedError(TOO_LARGE)
    whole = b == b.to_integral_value()
    if a < 0 and not whole:
        raise ArithmeticRefusedError("no_real_result")
    if not b:
        return Decimal(1)
    if abs(a) == 1:
        return Decimal(1) if a > 0 or int(b) % 2 == 0 else Decimal(-1)
    if whole and b > 0 and a == a.to_integral_value():
        return Decimal(int(a) ** int(b))
    return Decimal(repr(float(a) ** float(b)))


def _square_root(a: Decimal) -> Decimal:
    if a < 0:
        raise ArithmeticRefusedError("negative_root")
    return _CONTEXT.sqrt(a)


UNARY = frozenset({"square_root"})
"""Operations of one number."""

OPERATIONS: dict[str, Callable[[Decimal, Decimal], Decimal]] = {
    "add": _exact(lambda a, b: a + b, _CONTEXT.add),
    "subtract": _exact(lambda a, b: a - b, _CONTEXT.subtract),
    "multiply": _exact(lambda a, b: a * b, _CONTEXT.multiply),
    "divide": _divide,
    "power": _power,
    "percent": lambda a, b: _divide(_exact(lambda x, y: x * y, _CONTEXT.multiply)(a, b), Decimal(100)),
    "modulo": _modulo,
}
"""Operation of two numbers → how it is done."""
