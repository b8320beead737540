"""Objects as grammar: declared properties in order, the optional ones there or absent, and free mappings."""

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
    words,
)
from ovos_phal_plugin_jarvis.engines.grammar_pattern import PatternNotExpressed, pattern
from ovos_phal_plugin_jarvis.engines.grammar_strings import QUOTE, json_text, string


class Compiler(Protocol):
    """What objects ask of the schema compiler."""

    def node(self, schema: Any, where: str) -> Node: ...
    def rule(self, body: Node) -> Rule: ...
    def note(self, keyword: str, where: str) -> None: ...


def object_node(compiler: Compiler, schema: Mapping[str, Any], where: str) -> Node:
    """An object of the properties that *schema* declares, and no others.

    Raises:
        GrammarError: a required property is not declared, or can have no value.
    """
    properties: Mapping[str, Any] = schema["properties"]
    required = set(schema.get("required", ()))
    values: list[tuple[str, Node, bool]] = []
    for name, sub in properties.items():
        try:
            values.append((name, compiler.node(sub, f"{where}.{name}"), name in required))
        except GrammarError:
            if name in required:
                raise
            compiler.note("left out, no value is allowed", f"{where}.{name}")
    extra = schema.get("additionalProperties", True)
    for name in sorted(required - set(properties)):
        if extra is False:
            raise GrammarError(f"{where}: {name!r} is required and not allowed")
        values.append((name, compiler.node(extra, f"{where}.{name}"), True))
    needed = int(schema.get("minProperties", 0))
    most = schema.get("maxProperties")
    if needed > len(required):
        # The first optional ones become required: narrower than the schema, and never less than it asks.
        missing = needed - len(required)
        filled = []
        for name, node, is_required in values:
            if not is_required and missing > 0:
                is_required, missing = True, missing - 1
            filled.append((name, node, is_required))
        values = filled
        if missing > 0:
            compiler.note("minProperties", where)
    if most is not None and len(values) > most:
        keep = most - sum(1 for v in values if v[2])
        if keep < 0:
            raise GrammarError(f"{where}: maxProperties is less than what is required")
        kept = []
        for value in values:
            if value[2] or keep > 0:
                keep -= 0 if value[2] else 1
                kept.append(value)
        values = kept
    return sequence([Literal("{"), _chain(compiler, values)])


def _chain(compiler: Compiler, values: list[tuple[str, Node, bool]]) -> Node:
    """The properties from the last to the first; each knows whether one stands before it."""
    after = before = Literal("}")  # type: Node
    for at in range(len(values) - 1, -1, -1):
        name, value, is_required = values[at]
        key = json_text(name).text + ":"
        first = sequence([Literal(key), value, after])
        later = sequence([Literal("," + key), value, after])
        if not is_required:
            first, later = choice([first, before]), choice([later, after])
        is_read_twice = at > 0 and not values[at - 1][2]
        after = compiler.rule(later) if is_read_twice or not is_required else later
        before = compiler.rule(first) if not is_required and at > 0 else first
    return before


def mapping_node(compiler: Compiler, schema: Mapping[str, Any], where: str) -> Node:
    """An object whose property names are free: a dictionary."""
    extra = schema.get("additionalProperties", True)
    patterns: Mapping[str, Any] = schema.get("patternProperties") or {}
    names = sorted(schema.get("required", ()))
    low, high = int(schema.get("minProperties", 0)), schema.get("maxProperties")
    if high is not None and low > high:
        raise GrammarError(f"{where}: minProperties is more than maxProperties")
    if names:
        if extra is False:
            raise GrammarError(f"{where}: {names[0]!r} is required and not allowed")
        if low > len(names):
            compiler.note("minProperties", where)
        return object_node(compiler, {"properties": dict.fromkeys(names, extra), "required": names}, where)
    if (extra is False and not patterns) or high == 0:
        if low > 0:
            raise GrammarError(f"{where}: minProperties is {low} and no property is allowed")
        return Literal("{}")
    if low > 1:
        compiler.note("minProperties (two names may be the same)", where)
    key = _key(compiler, schema, where)
    pair = compiler.rule(sequence([key, Literal(":"), compiler.node(extra, f"{where}.*")]))
    more = Repeat(sequence([Literal(","), pair]), max(low - 1, 0), None if high is None else high - 1)
    some = pair if high == 1 else sequence([pair, more])
    return sequence([Literal("{"), some if low > 0 else Repeat(some, 0, 1), Literal("}")])


def _key(compiler: Compiler, schema: Mapping[str, Any], where: str) -> Node:
    names = schema.get("propertyNames")
    if isinstance(names, Mapping):
        if "enum" in names:
            return words(json_text(str(name)).text for name in names["enum"])
        try:
            if "pattern" in names:
                body = pattern(names["pattern"], int(names.get("minLength", 0)), names.get("maxLength"))
                return sequence([QUOTE, body, QUOTE])
            return string(int(names.get("minLength", 1)), names.get("maxLength", 40))
        except PatternNotExpressed as reason:
            compiler.note(f"propertyNames ({reason})", where)
    return string(1, 40)
