"""Arrays as grammar: of one kind of item, of fixed items, of unlike ones."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from ovos_phal_plugin_jarvis.engines.grammar_nodes import (
    GrammarError,
    Literal,
    Node,
    Repeat,
    Rule,
    choice,
    sequence,
)
from ovos_phal_plugin_jarvis.engines.grammar_strings import json_text


class Compiler(Protocol):
    """What arrays ask of the schema compiler."""

    def node(self, schema: Any, where: str) -> Node: ...
    def rule(self, body: Node) -> Rule: ...
    def note(self, keyword: str, where: str) -> None: ...
    def flat(self, part: Any, where: str) -> Mapping[str, Any]: ...


def array_node(compiler: Compiler, schema: Mapping[str, Any], where: str) -> Node:
    """An array: fixed items, items of one kind, or unlike items."""
    low, high = int(schema.get("minItems", 0)), schema.get("maxItems")
    prefix = [compiler.node(s, f"{where}[{i}]") for i, s in enumerate(schema.get("prefixItems", ()))]
    items = schema.get("items", True)
    if schema.get("uniqueItems") and not prefix:
        return _unique(compiler, schema, where, low, high)
    if schema.get("uniqueItems"):
        compiler.note("uniqueItems", where)
    if prefix:
        fixed = prefix if high is None else prefix[:high]
        if items is not False and low > len(prefix):
            fixed = fixed + [compiler.node(items, f"{where}[]")] * (low - len(prefix))
        elif low > len(prefix):
            raise GrammarError(f"{where}: minItems is more than there are items")
        return sequence([Literal("["), *joined(fixed), Literal("]")])
    if items is False or high == 0:
        return Literal("[]")
    item = compiler.node(items, f"{where}[]")
    if not isinstance(item, (Literal, Rule)):
        item = compiler.rule(item)
    return sequence([Literal("["), comma_list(item, low, high, where), Literal("]")])


def _unique(compiler: Compiler, schema: Mapping[str, Any], where: str, low: int, high: int | None) -> Node:
    """Unlike items: of an enumeration, any of them in the order the schema has; of anything else, one."""
    items = schema.get("items", True)
    items = compiler.flat(items, where) if isinstance(items, Mapping) else items
    values = items.get("enum") if isinstance(items, Mapping) else None
    if values is None and isinstance(items, Mapping) and items.get("type") == "boolean":
        values = [True, False]
    if values is None:
        if high is None or high > 1:
            compiler.note("uniqueItems", where)
        return array_node(compiler, {**schema, "uniqueItems": False}, where)
    texts = list(dict.fromkeys(json_text(value).text for value in values))
    most = len(texts) if high is None else min(high, len(texts))
    if low > most:
        raise GrammarError(f"{where}: {low} unlike items are more than there are")
    made: dict[tuple[int, int], Node] = {}

    def rest(start: int, count: int) -> Node:
        if (start, count) not in made:
            ways: list[Node] = [Literal("]")] if count >= low else []
            for i in range(start, len(texts)):
                if count < most and count + len(texts) - i >= low:
                    ways.append(sequence([Literal(("," if count else "") + texts[i]), rest(i + 1, count + 1)]))
            made[start, count] = compiler.rule(choice(ways))
        return made[start, count]

    return sequence([Literal("["), rest(0, 0)])


def joined(nodes: list[Node]) -> list[Node]:
    """*nodes* with commas between."""
    out: list[Node] = []
    for node in nodes:
        out += [Literal(","), node] if out else [node]
    return out


def comma_list(item: Node, low: int, high: int | None, where: str) -> Node:
    """*low* to *high* items with commas between."""
    if high is not None and low > high:
        raise GrammarError(f"{where}: minItems {low} is more than maxItems {high}")
    more = Repeat(sequence([Literal(","), item]), max(low - 1, 0), None if high is None else high - 1)
    some = item if high == 1 else sequence([item, more])
    return some if low > 0 else Repeat(some, 0, 1)
