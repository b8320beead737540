"""A context-free grammar as values: what the schema compiler builds, llama.cpp reads and the closer walks.

Text is counted in characters here; llama.cpp does the bookkeeping for characters that span several tokens.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field


class GrammarError(ValueError):
    """A schema that no value can satisfy, or that cannot be read."""


@dataclass(frozen=True)
class Literal:
    """Exactly this text."""

    text: str


@dataclass(frozen=True)
class Chars:
    """One character out of inclusive ranges of code points."""

    ranges: tuple[tuple[int, int], ...]

    def holds(self, char: str) -> bool:
        """Whether *char* is one of them."""
        point = ord(char)
        return any(low <= point <= high for low, high in self.ranges)


@dataclass(frozen=True)
class Sequence:
    """One after the other."""

    items: tuple[Node, ...]


@dataclass(frozen=True)
class Choice:
    """One of these."""

    items: tuple[Node, ...]


@dataclass(frozen=True)
class Repeat:
    """The item *low* to *high* times; ``None`` is without end."""

    item: Node
    low: int
    high: int | None


@dataclass(frozen=True)
class Rule:
    """What stands under this name in :attr:`Rules.bodies`; the way recursion is written."""

    name: str


Node = Literal | Chars | Sequence | Choice | Repeat | Rule

EMPTY = Literal("")


@dataclass
class Rules:
    """A root and the named rules it refers to."""

    root: Node = EMPTY
    bodies: dict[str, Node] = field(default_factory=dict)


def sequence(items: Iterable[Node]) -> Node:
    """*items* in order, neighbouring literals joined."""
    flat: list[Node] = []
    for item in items:
        for part in item.items if isinstance(item, Sequence) else (item,):
            if isinstance(part, Literal) and flat and isinstance(flat[-1], Literal):
                flat[-1] = Literal(flat[-1].text + part.text)
            elif part != EMPTY:
                flat.append(part)
    if not flat:
        return EMPTY
    return flat[0] if len(flat) == 1 else Sequence(tuple(flat))


def choice(items: Iterable[Node]) -> Node:
    """Any of *items*, each named once.

    Raises:
        GrammarError: where there is nothing to choose from.
    """
    flat: dict[Node, None] = {}
    for item in items:
        for part in item.items if isinstance(item, Choice) else (item,):
            flat.setdefault(part)
    if not flat:
        raise GrammarError("no value is allowed")
    return next(iter(flat)) if len(flat) == 1 else Choice(tuple(flat))


def words(texts: Iterable[str]) -> Node:
    """Any of *texts*, written as a tree of their common beginnings, so that thousands stay cheap to follow."""
    unique = sorted(set(texts))
    if len(unique) <= 3:
        return choice(Literal(text) for text in unique)
    branches: dict[str, list[str]] = {}
    for text in filter(None, unique):
        branches.setdefault(text[0], []).append(text[1:])
    alike: dict[tuple[str, ...], list[str]] = {}
    for first, rest in branches.items():
        alike.setdefault(tuple(rest), []).append(first)
    empty: list[Node] = [EMPTY] if "" in unique else []
    return choice(empty + [sequence([_one_of(firsts), words(rest)]) for rest, firsts in alike.items()])


def _one_of(chars: list[str]) -> Node:
    """One of these characters."""
    if len(chars) == 1:
        return Literal(chars[0])
    ranges: list[tuple[int, int]] = []
    for point in sorted(map(ord, chars)):
        if ranges and ranges[-1][1] == point - 1:
            ranges[-1] = (ranges[-1][0], point)
        else:
            ranges.append((point, point))
    return Chars(tuple(ranges))


def render_gbnf(rules: Rules) -> str:
    """The grammar in llama.cpp's notation, with ``root`` as its start."""
    used = {node.name for node in _reachable(rules) if isinstance(node, Rule)}
    lines = [f"root ::= {_render(rules.root)}"]
    lines += [f"{name} ::= {_render(body)}" for name, body in rules.bodies.items() if name in used]
    return "\n".join(lines) + "\n"


def _render(node: Node, nested: bool = False) -> str:
    if isinstance(node, Literal):
        return '"' + "".join(_escape(c) for c in node.text) + '"'
    if isinstance(node, Chars):
        return "[" + "".join(_escape_range(low, high) for low, high in node.ranges) + "]"
    if isinstance(node, Rule):
        return node.name
    if isinstance(node, Sequence):
        text = " ".join(_render(item, True) for item in node.items)
        return f"({text})" if nested else text
    if isinstance(node, Choice):
        text = " | ".join(_render(item, True) for item in node.items)
        return f"({text})" if nested else text
    if (node.low, node.high) == (0, None):
        return _render(node.item, True) + "*"
    bounds = f"{node.low}" if node.low == node.high else f"{node.low},{'' if node.high is None else node.high}"
    return f"{_render(node.item, True)}{{{bounds}}}"


def _escape(char: str) -> str:
    if char in '"\\':
        return "\\" + char
    point = ord(char)
    if 0x20 <= point < 0x7F:
        return char
    return f"\\x{point:02X}" if point <= 0xFF else f"\\u{point:04X}" if point <= 0xFFFF else f"\\U{point:08X}"


def _escape_range(low: int, high: int) -> str:
    def one(point: int) -> str:
        if chr(point) in '[]\\"':
            return "\\" + chr(point)
        return f"\\x{point:02X}" if chr(point) in "^-" else _escape(chr(point))

    return one(low) if low == high else f"{one(low)}-{one(high)}"


def shortest_texts(rules: Rules) -> Mapping[Node, str]:
    """For each node reachable from the root, the shortest text that it matches.

    Raises:
        GrammarError: where the root matches nothing that ends (a schema that only refers to itself).
    """
    found: dict[Node, str] = {}
    nodes = _reachable(rules)
    changed = True
    while changed:  # a rule may refer to itself: repeat until nothing gets shorter
        changed = False
        for node in nodes:
            text = _shortest(node, rules, found)
            if text is not None and (node not in found or len(text) < len(found[node])):
                found[node] = text
                changed = True
    if rules.root not in found:
        raise GrammarError("every value would have to hold another of its kind without end")
    return found


def _shortest(node: Node, rules: Rules, found: Mapping[Node, str]) -> str | None:
    if isinstance(node, Literal):
        return node.text
    if isinstance(node, Chars):
        return chr(node.ranges[0][0])
    if isinstance(node, Rule):
        return found.get(rules.bodies[node.name])
    if isinstance(node, Choice):
        return min((found[i] for i in node.items if i in found), key=len, default=None)
    if isinstance(node, Repeat):
        if node.low == 0:
            return ""
        return found[node.item] * node.low if node.item in found else None
    if all(item in found for item in node.items):
        return "".join(found[item] for item in node.items)
    return None


def _reachable(rules: Rules) -> list[Node]:
    seen: dict[Node, None] = {}
    waiting: list[Node] = [rules.root]
    while waiting:
        node = waiting.pop()
        if node in seen:
            continue
        seen[node] = None
        if isinstance(node, (Sequence, Choice)):
            waiting.extend(node.items)
        elif isinstance(node, Repeat):
            waiting.append(node.item)
        elif isinstance(node, Rule):
            waiting.append(rules.bodies[node.name])
    return list(reversed(seen))
