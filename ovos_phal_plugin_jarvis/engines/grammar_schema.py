"""JSON Schema as grammar: every text that comes out is compact JSON that the schema accepts.

Where the schema says more than a grammar can, the grammar is narrower if that is possible, and otherwise wider;
what is wider is listed in :attr:`SchemaGrammar.unexpressed` and has to be validated after.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from ovos_phal_plugin_jarvis.engines.grammar_arrays import array_node, comma_list
from ovos_phal_plugin_jarvis.engines.grammar_merge import (
    ANNOTATIONS,
    are_disjoint,
    is_json_scalar,
    json_type,
    merge,
)
from ovos_phal_plugin_jarvis.engines.grammar_nodes import (
    GrammarError,
    Literal,
    Node,
    Rule,
    Rules,
    choice,
    sequence,
    shortest_texts,
    words,
)
from ovos_phal_plugin_jarvis.engines.grammar_numbers import integers, numbers
from ovos_phal_plugin_jarvis.engines.grammar_objects import mapping_node, object_node
from ovos_phal_plugin_jarvis.engines.grammar_pattern import PatternNotExpressed, pattern
from ovos_phal_plugin_jarvis.engines.grammar_strings import FORMATS, QUOTE, json_text, string

_HANDLED = frozenset(
    {
        "type",
        "enum",
        "const",
        "anyOf",
        "oneOf",
        "allOf",
        "$ref",
        "properties",
        "required",
        "additionalProperties",
        "items",
        "prefixItems",
        "minItems",
        "maxItems",
        "uniqueItems",
        "minLength",
        "maxLength",
        "pattern",
        "format",
        "minimum",
        "maximum",
        "exclusiveMinimum",
        "exclusiveMaximum",
        "multipleOf",
        "minProperties",
        "maxProperties",
        "propertyNames",
    }
)
_JSON_TYPES = ("string", "number", "boolean", "null", "object", "array")
_MAX_DEPTH = 64


@dataclass(frozen=True)
class SchemaGrammar:
    """What a schema compiles to."""

    rules: Rules
    shortest: Mapping[Node, str]
    unexpressed: tuple[str, ...]
    """Keywords that the grammar does not enforce, each with the place in the schema where it stands."""


def compile_schema(schema: Mapping[str, Any]) -> SchemaGrammar:
    """The grammar of the values that *schema* accepts, properties in the schema's order.

    Raises:
        GrammarError: no value can satisfy it, or it refers to what is not there.
    """
    compiler = _Compiler(schema)
    rules = Rules(compiler.node(schema, "$"), compiler.bodies)
    return SchemaGrammar(rules, shortest_texts(rules), tuple(dict.fromkeys(compiler.unexpressed)))


class _Compiler:
    def __init__(self, root: Mapping[str, Any]):
        self._root = root
        self._refs: dict[str, str] = {}
        self._depth = 0
        self.bodies: dict[str, Node] = {}
        self.unexpressed: list[str] = []

    def rule(self, body: Node) -> Rule:
        """*body* under a name of its own."""
        rule = Rule(f"r{len(self.bodies)}")
        self.bodies[rule.name] = body
        return rule

    def note(self, keyword: str, where: str) -> None:
        """Remember that *keyword* is left to validation."""
        self.unexpressed.append(f"{where}: {keyword}")

    def node(self, schema: Any, where: str) -> Node:
        """The grammar of one (sub)schema."""
        if schema is True or schema == {}:
            return self._anything()
        if not isinstance(schema, Mapping):
            raise GrammarError(f"{where}: no value is allowed here")
        self._depth += 1
        if self._depth > _MAX_DEPTH:
            raise GrammarError(f"{where}: nested more than {_MAX_DEPTH} deep")
        try:
            node = self._node(schema, where)
        finally:
            self._depth -= 1
        if schema.get("nullable") is True:
            return choice([node, Literal("null")])
        return node

    def _node(self, schema: Mapping[str, Any], where: str) -> Node:
        for keyword in schema:
            if keyword not in _HANDLED and keyword not in ANNOTATIONS and not keyword.startswith(("x-", "_")):
                self.note(keyword, where)
        if "$ref" in schema:
            rest = {k: v for k, v in schema.items() if k in _HANDLED and k != "$ref"}
            if not rest:
                return self._reference(schema["$ref"], where)
            return self.node(merge(self._resolve(schema["$ref"], where), rest, self.note, where), where)
        if "allOf" in schema:
            merged: Mapping[str, Any] = {k: v for k, v in schema.items() if k != "allOf"}
            for part in schema["allOf"]:
                merged = merge(merged, self.flat(part, where), self.note, where)
            return self.node(merged, where)
        if "const" in schema:
            return json_text(schema["const"])
        if "enum" in schema:
            return self._enumeration(schema, where)
        for keyword in ("anyOf", "oneOf"):
            if keyword in schema:
                return self._alternatives(keyword, schema, where)
        kinds = schema.get("type")
        if kinds is None:
            kinds = self._guess(schema)
        return choice(self._typed(kind, schema, where) for kind in ([kinds] if isinstance(kinds, str) else list(kinds)))

    def flat(self, part: Any, where: str) -> Mapping[str, Any]:
        """*part* with what its ``$ref`` points to in its place."""
        if isinstance(part, Mapping) and set(part) & {"$ref"}:
            rest = {k: v for k, v in part.items() if k != "$ref"}
            return merge(self._resolve(part["$ref"], where), rest, self.note, where)
        if not isinstance(part, Mapping):
            raise GrammarError(f"{where}: no value is allowed here")
        return part

    def _guess(self, schema: Mapping[str, Any]) -> list[str]:
        """The type that the keywords speak of, where none is named."""
        if schema.keys() & {"properties", "required", "additionalProperties"}:
            return ["object"]
        if schema.keys() & {"items", "prefixItems", "minItems", "maxItems", "uniqueItems"}:
            return ["array"]
        if schema.keys() & {"minLength", "maxLength", "pattern", "format"}:
            return ["string"]
        if schema.keys() & {"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"}:
            return ["number"]
        return list(_JSON_TYPES)

    def _typed(self, kind: str, schema: Mapping[str, Any], where: str) -> Node:
        if kind == "string":
            return self._string(schema, where)
        if kind in ("integer", "number"):
            return self._number(kind, schema, where)
        if kind == "boolean":
            return words(["true", "false"])
        if kind == "null":
            return Literal("null")
        if kind == "array":
            return array_node(self, schema, where)
        if kind == "object":
            if schema.get("properties"):
                return object_node(self, schema, where)
            return mapping_node(self, schema, where)
        raise GrammarError(f"{where}: {kind!r} is no JSON type")

    def _string(self, schema: Mapping[str, Any], where: str) -> Node:
        low, high = int(schema.get("minLength", 0)), schema.get("maxLength")
        if "format" in schema and schema["format"] in FORMATS:
            for keyword in ("pattern", "minLength", "maxLength"):
                if keyword in schema:
                    self.note(keyword, where)
            body = self._shared(f"format:{schema['format']}", FORMATS[schema["format"]])
            return sequence([QUOTE, body, QUOTE])
        if "format" in schema:
            self.note(f"format {schema['format']}", where)
        if "pattern" in schema:
            try:
                return sequence([QUOTE, pattern(schema["pattern"], low, high), QUOTE])
            except PatternNotExpressed as reason:
                self.note(f"pattern ({reason})", where)
        return string(low, high)

    def _shared(self, key: str, build: Any) -> Rule:
        if key not in self._refs:
            self._refs[key] = self.rule(build()).name
        return Rule(self._refs[key])

    def _number(self, kind: str, schema: Mapping[str, Any], where: str) -> Node:
        low, open_low = _bound(schema, "minimum", "exclusiveMinimum", max)
        high, open_high = _bound(schema, "maximum", "exclusiveMaximum", min)
        multiple = schema.get("multipleOf")
        whole = isinstance(multiple, (int, float)) and float(multiple).is_integer()
        if kind == "integer" or whole:
            first = None if low is None else _next_whole(low, open_low)
            last = None if high is None else -_next_whole(-high, open_high)
            node = integers(first, last, int(multiple or 0) if whole else None)
            if node is not None and (multiple is None or whole):
                return node
        elif multiple is not None and low is not None and high is not None:
            step = Decimal(str(multiple))
            count = int((high - low) / step) + 2
            first_step = int(low / step) - 1
            values = [step * n for n in range(first_step, first_step + count + 2)] if count < 5000 else []
            fitting = [v for v in values if _within(v, low, high, open_low, open_high)]
            if fitting:
                return words(json.dumps(float(v)) if v != int(v) else str(int(v)) for v in fitting)
        if multiple is not None:
            self.note("multipleOf", where)
        if kind == "integer":
            return integers(first, last) or Literal("0")
        return numbers(low, high, open_low, open_high)

    def _enumeration(self, schema: Mapping[str, Any], where: str) -> Node:
        kinds = schema.get("type")
        allowed = None if kinds is None else {kinds} if isinstance(kinds, str) else set(kinds)
        texts = [json_text(v).text for v in schema["enum"] if allowed is None or json_type(v) & allowed]
        if not texts and allowed and allowed & {"integer", "number", "boolean"}:
            # Jarvis commands list the values of numbers as text, too.
            texts = [str(v).lower() for v in schema["enum"] if is_json_scalar(str(v).lower(), allowed)]
        if not texts:
            raise GrammarError(f"{where}: no value of the enumeration is allowed")
        return words(texts)

    def _alternatives(self, keyword: str, schema: Mapping[str, Any], where: str) -> Node:
        common = {k: v for k, v in schema.items() if k in _HANDLED and k != keyword}
        parts = schema[keyword]
        if common:
            parts = [merge(self.flat(part, where), common, self.note, where) for part in parts]
        if keyword == "oneOf" and not are_disjoint([self.flat(part, where) for part in parts]):
            self.note("oneOf (as anyOf)", where)
        nodes, reason = [], None
        for part in parts:
            try:
                nodes.append(self.node(part, where))
            except GrammarError as error:
                reason = error
        if not nodes:
            raise reason or GrammarError(f"{where}: {keyword} is empty")
        return choice(nodes)

    def _reference(self, pointer: Any, where: str) -> Node:
        if pointer not in self._refs:
            target = self._resolve(pointer, where)
            rule = self.rule(Literal(""))
            self._refs[pointer] = rule.name
            self.bodies[rule.name] = self.node(target, where)
        return Rule(self._refs[pointer])

    def _resolve(self, pointer: Any, where: str) -> Mapping[str, Any]:
        if not isinstance(pointer, str) or not pointer.startswith("#"):
            raise GrammarError(f"{where}: $ref {pointer!r} points outside the schema")
        target: Any = self._root
        for part in pointer[1:].split("/")[1:]:
            key = part.replace("~1", "/").replace("~0", "~")
            if not isinstance(target, Mapping) or key not in target:
                raise GrammarError(f"{where}: $ref {pointer!r} points nowhere")
            target = target[key]
        if target is True:
            return {}
        if not isinstance(target, Mapping):
            raise GrammarError(f"{where}: $ref {pointer!r} is no schema")
        return target

    def _anything(self) -> Node:
        if "any" not in self._refs:
            rule = self.rule(Literal(""))
            self._refs["any"] = rule.name
            pair = sequence([string(1, 40), Literal(":"), rule])
            self.bodies[rule.name] = choice(
                [
                    string(0, None),
                    numbers(None, None),
                    *(Literal(t) for t in ("true", "false", "null")),
                    sequence([Literal("["), comma_list(rule, 0, None, "any"), Literal("]")]),
                    sequence([Literal("{"), comma_list(pair, 0, None, "any"), Literal("}")]),
                ]
            )
        return Rule(self._refs["any"])


def _bound(schema: Mapping[str, Any], closed: str, opened: str, stricter: Any) -> tuple[Decimal | None, bool]:
    """The bound that holds of a closed and an open one, and whether it is the open one."""
    bound = None if schema.get(closed) is None else Decimal(str(schema[closed]))
    exclusive = schema.get(opened)
    if isinstance(exclusive, bool):  # how draft 4 wrote it
        return bound, exclusive
    if exclusive is None:
        return bound, False
    limit = Decimal(str(exclusive))
    if bound is None or stricter(bound, limit) == limit:
        return limit, True
    return bound, False


def _next_whole(low: Decimal, is_open: bool) -> int:
    number = -int((-low) // 1) if low % 1 else int(low)
    number = number if number >= low else number + 1
    return number + 1 if is_open and number == low else number


def _within(v: Decimal, low: Decimal, high: Decimal, open_low: bool, open_high: bool) -> bool:
    return (v > low if open_low else v >= low) and (v < high if open_high else v <= high)
