"""What a sum is made of, and sums with other parts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from ovos_toolbox_everyday.sums.expression import (
    ArithmeticRefusedError,
    Binary,
    Call,
    Last,
    Negative,
    Node,
    Number,
    Percent,
    evaluate,
)

_SOME_RESULT = Fraction(1_009, 7)
"""What the last result is taken for where two readings are compared."""


def number(value: int) -> Node:
    """*value* as a sum."""
    return Number(Fraction(value))


def with_last(node: Node, value: Fraction) -> Node:
    """*node* with *value* in the place of each :class:`Last`."""
    of: Node = Number(abs(value)) if value.denominator == 1 or is_finite(value) else _quotient(abs(value))
    return replaced(node, lambda part: (Negative(of) if value < 0 else of) if part == Last() else None)


def has_last(node: Node) -> bool:
    """Whether the last result is part of it."""
    return any(part == Last() for part in parts_of(node))


def parts_of(node: Node) -> Iterator[Node]:
    """*node* and all that it is made of, from the left."""
    stack = [node]
    while stack:
        at = stack.pop()
        yield at
        stack.extend(reversed(_children(at)))


def is_sum(node: Node) -> bool:
    """Whether something is worked out: not a number alone, nor a sign before it, nor "fifty percent"."""
    return any(isinstance(part, Binary | Call) for part in parts_of(node))


def with_other(last: Node, new: Node, of: bool) -> Node | None:
    """*last* with *new* for the percentage or for the number that it has in that place."""
    wanted = [part for part in parts_of(last) if isinstance(part, Percent if isinstance(new, Percent) else Number)]
    inside = {id(percent.of) for percent in parts_of(last) if isinstance(percent, Percent)}
    wanted = [part for part in wanted if id(part) not in inside]
    if not wanted:
        return None
    old = wanted[-1]
    return replaced(last, lambda part: new if part is old else None)


def replaced(node: Node, change: Callable[[Node], Node | None]) -> Node:
    """*node* with what *change* makes of each part of it; where that is None, the part stays."""
    changed = change(node)
    if changed is not None:
        return changed
    match node:
        case Binary(sign, left, right):
            return Binary(sign, replaced(left, change), replaced(right, change))
        case Negative(of):
            return Negative(replaced(of, change))
        case Percent(of):
            return Percent(replaced(of, change))
        case Call(name, arguments):
            return Call(name, tuple(replaced(argument, change) for argument in arguments))
    return node


def behind(node: Node, more: Node) -> Node:
    """*more* with *node* for the last result in it."""
    return replaced(more, lambda part: node if part == Last() else None)


def value_of(node: Node) -> Fraction | str | Node:
    """What two readings are compared by."""
    try:
        # "Add six to it" is six and the result, or the result and six: the same, whatever that is.
        return evaluate(with_last(node, _SOME_RESULT) if has_last(node) else node)
    except ArithmeticRefusedError as error:
        return str(error)


def is_finite(value: Fraction) -> bool:
    """Whether *value* has an end when it is written with a point."""
    rest = value.denominator
    for prime in (2, 5):
        while rest % prime == 0:
            rest //= prime
    return rest == 1


def _children(node: Node) -> tuple[Node, ...]:
    match node:
        case Binary(_, left, right):
            return left, right
        case Negative(of) | Percent(of):
            return (of,)
        case Call(_, arguments):
            return arguments
    return ()


def _quotient(value: Fraction) -> Node:
    return Binary("/", Number(Fraction(value.numerator)), Number(Fraction(value.denominator)))
