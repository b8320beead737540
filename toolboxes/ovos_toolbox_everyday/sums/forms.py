"""The sums that words around numbers make of them: "double", "average of"."""

from __future__ import annotations

from fractions import Fraction

from ovos_toolbox_everyday.sums.expression import Binary, Call, Last, Node, Percent
from ovos_toolbox_everyday.sums.parts import number, value_of

OF_ALL = ("avg", "min", "max")
"""Lists of numbers of which it makes no sum."""
JOINED = "joined"
"""Frames of numbers that only "and" joins, which are read where nothing else is."""


def prefixed(what: str, node: Node) -> Node:
    """*node* with what stands before it: ``*2``, ``/2``, ``^2``, ``sqrt``, ``root 3``."""
    if what == "sqrt":
        return Call("sqrt", (node,))
    if what.startswith("root "):
        return Call("root", (node, number(int(what[5:]))))
    return Binary(what[0], node, number(int(what[1:])))


def listed(what: str, nodes: tuple[Node, ...]) -> Node | None:
    """The sum *what* of all *nodes*; None where it takes another number of them."""
    if what in OF_ALL:
        return Call(what, nodes)
    if what == "-":
        if len(nodes) != 2:
            return None
        one, other = value_of(nodes[0]), value_of(nodes[1])
        turned = isinstance(one, Fraction) and isinstance(other, Fraction) and one < other
        return Binary("-", *(nodes[::-1] if turned else nodes))
    made = nodes[0]
    for node in nodes[1:]:
        made = Binary(what, made, node)
    return made


def filled(what: str, bound: dict[str, Node | tuple[Node, ...]]) -> Node | None:
    """The sum *what* of what a frame has in its places."""
    if "<list>" in bound:
        nodes = bound["<list>"]
        return listed("+" if what == JOINED else what, nodes) if isinstance(nodes, tuple) else None

    def of(name: str) -> Node:
        node = bound.get(f"<{name}>", Last())
        return node if not isinstance(node, tuple) else node[0]

    first = of("a")
    second = of("p") if "<p>" in bound else of("b")
    if what == "of":
        return Binary("*", second, first)
    if what == "*+*":
        return Binary("+", Binary("*", first, second), Binary("*", of("c"), of("d")))
    if what == "*+":
        return Binary("+", Binary("*", first, second), of("c"))
    if what == "+" and isinstance(first, Percent) and not isinstance(second, Percent):
        return Binary("+", second, first)  # "add 15 percent to 240"
    if what == "%":  # which percentage of the first the second is
        return Binary("*", Binary("/", second, first), number(100))
    if what.startswith("last"):
        return Binary(what[4], Last(), number(int(what[5:])))
    return Binary(what, first, second)
