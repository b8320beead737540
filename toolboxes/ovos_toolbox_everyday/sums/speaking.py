"""A sum as a sentence says it."""

from __future__ import annotations

from fractions import Fraction

from ovos_phal_plugin_jarvis.sdk.locale import Spoken, changed, number
from ovos_toolbox_everyday.speech import lang, say, say_list
from ovos_toolbox_everyday.sums.expression import Binary, Call, Negative, Node, Number, Percent, plain

_SPOKEN = {"+": "add", "-": "subtract", "*": "multiply", "/": "divide", "^": "power", "mod": "modulo"}
_LEVELS = {"+": 1, "-": 1, "*": 2, "/": 2, "mod": 2, "^": 3}
_MAX_PARTS = 6
"""Numbers of a sum that is said again with its result."""


def sentence(node: Node, result: int | float) -> Spoken:
    """The result, with the sum where that can be told without brackets."""
    said = _said(node)
    if said is None or _size(node) > _MAX_PARTS:
        return say("sum_only", result=result)
    return changed(say("sum_is", sum=said, result=result), lambda text: text[:1].upper() + text[1:])


def _said(node: Node) -> Spoken | None:
    match node:
        case Number(value):
            return number(_shown(value), lang())
        case Negative(Number(value)):
            return number(_shown(-value), lang())
        case Percent(Number(value)):
            return say("sum_percent", number=_shown(value))
        case Call("sqrt", (of,)) if isinstance(of, Number):
            return say("sum_square_root", number=_shown(of.value))
        case Call("root", (of, Number(degree))) if isinstance(of, Number):
            name = "sum_cube_root" if degree == 3 else "sum_root"
            return say(name, number=_shown(of.value), degree=_shown(degree))
        case Call("avg", arguments):
            parts = [_said(part) for part in arguments]
            kept = [part for part in parts if part is not None]
            return say("sum_average", numbers=say_list(kept)) if len(kept) == len(parts) else None
        case Binary("*", Percent(Number(value)), of) if not isinstance(of, Binary):
            inner = _said(of)
            return None if inner is None else say("sum_percent_of", number=_shown(value), of=inner)
        case Binary(sign, left, right):
            level = _LEVELS[sign]
            if _level(left) < level or _level(right) <= level:
                return None
            first, second = _said(left), _said(right)
            if first is None or second is None:
                return None
            return say(f"sum_{_SPOKEN[sign]}", first=first, second=second)
    return None


def _level(node: Node) -> int:
    return _LEVELS[node.sign] if isinstance(node, Binary) else 4


def _size(node: Node) -> int:
    match node:
        case Binary(_, left, right):
            return _size(left) + _size(right)
        case Negative(of) | Percent(of):
            return _size(of)
        case Call(_, arguments):
            return sum(_size(argument) for argument in arguments)
    return 1


def _shown(value: Fraction) -> int | float:
    return plain(value)
