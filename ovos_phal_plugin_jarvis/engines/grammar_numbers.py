"""Numbers within bounds, as grammar: digit by digit, in the one form that JSON writers use."""

from __future__ import annotations

from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal

from ovos_phal_plugin_jarvis.engines.grammar_nodes import (
    Chars,
    GrammarError,
    Literal,
    Node,
    Repeat,
    choice,
    sequence,
    words,
)

MAX_DIGITS = 15
"""Digits of a number without a bound: what a double holds exactly."""
MAX_DECIMALS = 6
MAX_LISTED = 5000
"""Multiples up to this count are listed one by one."""

_LIMIT = 10**MAX_DIGITS - 1
_DIGIT = Chars(((0x30, 0x39),))
_POSITIVE = Chars(((0x31, 0x39),))


def integers(low: int | None, high: int | None, multiple_of: int | None = None) -> Node | None:
    """Whole numbers from *low* to *high*, both included; None is no bound.

    Returns:
        the grammar, or None where *multiple_of* leaves more numbers than can be listed.

    Raises:
        GrammarError: no number is in the range.
    """
    first, last = _clamp(low, high)
    if first > last:
        raise GrammarError(f"no whole number is between {first} and {last}")
    if multiple_of:
        step = abs(multiple_of)
        start = -(-first // step) * step
        count = (last - start) // step + 1
        if count <= 0:
            raise GrammarError(f"no multiple of {step} is between {first} and {last}")
        if count > MAX_LISTED:
            if low is None and high is None:
                return _multiples(step)
            return None
        return words(str(n) for n in range(start, last + 1, step))
    if last == _LIMIT and first in (-_LIMIT, 0, 1):
        return _without_bound(first)
    return choice(_signed(first, last, 0))


def numbers(low: Decimal | None, high: Decimal | None, open_low: bool = False, open_high: bool = False) -> Node:
    """Decimal numbers between *low* and *high*; ``open_…`` leaves the bound itself out.

    Raises:
        GrammarError: no number of up to :data:`MAX_DECIMALS` decimals is in the range.
    """
    if high is None and (low is None or (low == 0 and not open_low)):
        decimal = sequence([Literal("."), Repeat(_DIGIT, 0, 2), _POSITIVE])
        whole = _without_bound(-_LIMIT if low is None else 0, MAX_DIGITS - 3)
        return sequence([whole, Repeat(decimal, 0, 1)])
    bounds = [b for b in (low, high) if b is not None]
    decimals = max([3, *(min(_decimals(b), MAX_DECIMALS) for b in bounds)])
    items: list[Node] = []
    for places in range(decimals + 1):
        scale = Decimal(10) ** places
        first, last = _clamp(
            None if low is None else int((low * scale).to_integral_value(ROUND_CEILING)),
            None if high is None else int((high * scale).to_integral_value(ROUND_FLOOR)),
        )
        if low is not None and open_low and first == low * scale:
            first += 1
        if high is not None and open_high and last == high * scale:
            last -= 1
        if first <= last:
            items += _signed(first, last, places)
    return choice(items)


def _clamp(low: int | None, high: int | None) -> tuple[int, int]:
    """Both bounds, brought within what a double holds exactly where the range allows it."""
    first = max(low, -_LIMIT) if low is not None and (high is None or high >= -_LIMIT) else low
    last = min(high, _LIMIT) if high is not None and (low is None or low <= _LIMIT) else high
    if first is None:
        first = -_LIMIT if last is None or last >= -_LIMIT else last
    if last is None:
        last = max(_LIMIT, first)
    return first, last


def _without_bound(first: int, digits: int = MAX_DIGITS) -> Node:
    """Whole numbers of up to *digits* from *first*, which is the lowest there is, 0 or 1."""
    positive = sequence([_POSITIVE, Repeat(_DIGIT, 0, digits - 1)])
    if first == 1:
        return positive
    if first == 0:
        return choice([Literal("0"), positive])
    return choice([Literal("0"), sequence([Repeat(Literal("-"), 0, 1), positive])])


def _decimals(number: Decimal) -> int:
    return max(0, -int(number.normalize().as_tuple().exponent))


def _signed(first: int, last: int, places: int) -> list[Node]:
    items: list[Node] = []
    if first < 0:
        items += [sequence([Literal("-"), n]) for n in _unsigned(max(1, -last), -first, places)]
    if last >= 0:
        items += _unsigned(max(0, first), last, places)
    return items


def _unsigned(first: int, last: int, places: int) -> list[Node]:
    """Numbers ``n / 10**places`` for n from *first* to *last*, never with a zero at the end of the decimals."""
    items: list[Node] = []
    length = max(len(str(first)), places + 1)
    while first <= last:
        ceiling = min(last, 10**length - 1)
        if first <= ceiling:
            for digits in _same_length(str(first).zfill(length), str(ceiling).zfill(length)):
                node = _digits_node(digits, places)
                if node is not None:
                    items.append(node)
        first = max(first, ceiling + 1)
        length += 1
    return items


def _same_length(first: str, last: str) -> list[list[tuple[int, int]]]:
    """Rows of digit ranges that together are every number from *first* to *last*, which are equally long."""
    if len(first) == 1:
        return [[(int(first), int(last))]]
    low, high = int(first[0]), int(last[0])
    rest = len(first) - 1
    if set(first[1:]) == {"0"} and set(last[1:]) == {"9"}:
        return [[(low, high), *[(0, 9)] * rest]]
    if low == high:
        return [[(low, low), *row] for row in _same_length(first[1:], last[1:])]
    rows = [[(low, low), *row] for row in _same_length(first[1:], "9" * rest)]
    if low + 1 < high:
        rows.append([(low + 1, high - 1), *[(0, 9)] * rest])
    return rows + [[(high, high), *row] for row in _same_length("0" * rest, last[1:])]


def _digits_node(digits: list[tuple[int, int]], places: int) -> Node | None:
    if places:
        low, high = digits[-1]
        if high == 0:
            return None
        digits = [*digits[:-1], (max(low, 1), high)]
    nodes: list[Node] = [Literal(str(low)) if low == high else Chars(((48 + low, 48 + high),)) for low, high in digits]
    if places:
        nodes.insert(len(nodes) - places, Literal("."))
    return sequence(nodes)


def _multiples(step: int) -> Node | None:
    """Every multiple of a divisor of a power of ten, which shows in the last digits."""
    width = next((k for k in range(1, 5) if 10**k % step == 0), None)
    if width is None:
        return None
    endings = words(f"{n:0{width}d}" for n in range(0, 10**width, step))
    small = words(str(n) for n in range(0, 10**width, step))
    big = sequence([choice(_signed(1, 10 ** (MAX_DIGITS - width) - 1, 0)), endings])
    positive = range(step, 10**width, step)
    negative = choice([big, words(str(n) for n in positive)] if positive else [big])
    return choice([small, big, sequence([Literal("-"), negative])])
