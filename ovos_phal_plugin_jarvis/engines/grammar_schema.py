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

from ovos_phal_plugin_jarvis.engines.grammar_nodes import (
    GrammarError,
    Literal,
    Node,
    Repeat,
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

_ANNOTATIONS = frozenset({
    "title", "description", "default", "examples", "deprecated", "readOnly", "writeOnly", "$schema", "$id",
    "$comment", "$defs", "definitions", "discriminator", "contentMediaType", "contentEncoding", "nullable",
    "options_source",
})
_HANDLED = frozenset({
    "type", "enum", "const", "anyOf", "oneOf", "allOf", "$ref", "properties", "required", "additionalProperties",
    "items", "prefixItems", "minItems", "maxItems", "uniqueItems", "minLength", "maxLength", "pattern", "format",
    "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minProperties", "maxProperties",
})
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
            if keyword not in _HANDLED and keyword not in _ANNOTATIONS and not keyword.startswith("x-"):
                if not keyword.startswith("_"):
                    self.note(keyword, where)
        if "$ref" in schema:
            rest = {k: v for k, v in schema.items() if k in _HANDLED and k != "$ref"}
            if not rest:
                return self._reference(schema["$ref"], where)
            return self.node(_merge(self._resolve(schema["$ref"], where), rest, self, where), where)
        if "allOf" in schema:
            merged: Mapping[str, Any] = {k: v for k, v in schema.items() if k != "allOf"}
            for part in schema["allOf"]:
                merged = _merge(merged, self._flat(part, where), self, where)
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
        return choice(
            self._typed(kind, schema, where) for kind in ([kinds] if isinstance(kinds, str) else list(kinds))
        )

    def _flat(self, part: Any, where: str) -> Mapping[str, Any]:
        if isinstance(part, Mapping) and set(part) & {"$ref"}:
            rest = {k: v for k, v in part.items() if k != "$ref"}
            return _merge(self._resolve(part["$ref"], where), rest, self, where)
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
            return self._array(schema, where)
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
        whole = multiple is not None and Decimal(str(multiple)) == int(multiple)
        if kind == "integer" or whole:
            first = None if low is None else _next_whole(low, open_low)
            last = None if high is None else -_next_whole(-high, open_high)
            node = integers(first, last, int(multiple) if whole else None)
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

    def _array(self, schema: Mapping[str, Any], where: str) -> Node:
        low, high = int(schema.get("minItems", 0)), schema.get("maxItems")
        prefix = [self.node(s, f"{where}[{i}]") for i, s in enumerate(schema.get("prefixItems", ()))]
        items = schema.get("items", True)
        if schema.get("uniqueItems") and not prefix:
            return self._unique(schema, where, low, high)
        if schema.get("uniqueItems"):
            self.note("uniqueItems", where)
        if prefix:
            fixed = prefix if high is None else prefix[:high]
            if items is not False and low > len(prefix):
                fixed = fixed + [self.node(items, f"{where}[]")] * (low - len(prefix))
            elif low > len(prefix):
                raise GrammarError(f"{where}: minItems is more than there are items")
            return sequence([Literal("["), *_joined(fixed), Literal("]")])
        if items is False or high == 0:
            return Literal("[]")
        item = self.node(items, f"{where}[]")
        if not isinstance(item, (Literal, Rule)):
            item = self.rule(item)
        return sequence([Literal("["), _list(item, low, high, where), Literal("]")])

    def _unique(self, schema: Mapping[str, Any], where: str, low: int, high: int | None) -> Node:
        """Unlike items: of an enumeration, any of them in the order the schema has; of anything else, one."""
        items = schema.get("items", True)
        items = self._flat(items, where) if isinstance(items, Mapping) else items
        values = items.get("enum") if isinstance(items, Mapping) else None
        if values is None and isinstance(items, Mapping) and items.get("type") == "boolean":
            values = [True, False]
        if values is None:
            if high is None or high > 1:
                self.note("uniqueItems", where)
            return self._array({**schema, "uniqueItems": False}, where)
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
                made[start, count] = self.rule(choice(ways))
            return made[start, count]

        return sequence([Literal("["), rest(0, 0)])

    def _enumeration(self, schema: Mapping[str, Any], where: str) -> Node:
        kinds = schema.get("type")
        allowed = None if kinds is None else {kinds} if isinstance(kinds, str) else set(kinds)
        texts = [json_text(v).text for v in schema["enum"] if allowed is None or _json_type(v) & allowed]
        if not texts and allowed and allowed & {"integer", "number", "boolean"}:
            # Jarvis commands list the values of numbers as text, too.
            texts = [str(v).lower() for v in schema["enum"] if _is_json_scalar(str(v).lower(), allowed)]
        if not texts:
            raise GrammarError(f"{where}: no value of the enumeration is allowed")
        return words(texts)

    def _alternatives(self, keyword: str, schema: Mapping[str, Any], where: str) -> Node:
        common = {k: v for k, v in schema.items() if k in _HANDLED and k != keyword}
        parts = [_merge(self._flat(part, where), common, self, where) if common else part for part in schema[keyword]]
        if keyword == "oneOf" and not _disjoint([self._flat(part, where) for part in parts]):
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
            self.bodies[rule.name] = choice([
                string(0, None), numbers(None, None), *(Literal(t) for t in ("true", "false", "null")),
                sequence([Literal("["), _list(rule, 0, None, "any"), Literal("]")]),
                sequence([Literal("{"), _list(pair, 0, None, "any"), Literal("}")]),
            ])
        return Rule(self._refs["any"])


def _joined(nodes: list[Node]) -> list[Node]:
    out: list[Node] = []
    for node in nodes:
        out += [Literal(","), node] if out else [node]
    return out


def _list(item: Node, low: int, high: int | None, where: str) -> Node:
    """*low* to *high* items with commas between."""
    if high is not None and low > high:
        raise GrammarError(f"{where}: minItems {low} is more than maxItems {high}")
    more = Repeat(sequence([Literal(","), item]), max(low - 1, 0), None if high is None else high - 1)
    some = item if high == 1 else sequence([item, more])
    return some if low > 0 else Repeat(some, 0, 1)


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


def _is_json_scalar(text: str, allowed: set[str]) -> bool:
    try:
        return bool(_json_type(json.loads(text)) & allowed)
    except ValueError:
        return False


def _json_type(value: Any) -> set[str]:
    if value is None:
        return {"null"}
    if isinstance(value, bool):
        return {"boolean"}
    if isinstance(value, int):
        return {"integer", "number"}
    if isinstance(value, float):
        return {"number", "integer"} if value.is_integer() else {"number"}
    if isinstance(value, str):
        return {"string"}
    return {"array"} if isinstance(value, (list, tuple)) else {"object"}


def _merge(
    first: Mapping[str, Any], second: Mapping[str, Any], compiler: _Compiler, where: str
) -> Mapping[str, Any]:
    """One schema that asks for both; a keyword that both have and that cannot be joined is listed."""
    merged = dict(first)
    for key, value in second.items():
        if key not in merged or merged[key] == value or key in _ANNOTATIONS:
            merged[key] = value
        elif key == "properties":
            merged[key] = {**merged[key], **value}
        elif key == "required":
            merged[key] = list(dict.fromkeys([*merged[key], *value]))
        elif key in ("minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties"):
            merged[key] = max(merged[key], value)
        elif key in ("maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties"):
            merged[key] = min(merged[key], value)
        elif key == "enum":
            merged[key] = [v for v in merged[key] if v in value]
        elif key == "type":
            merged[key] = "integer" if {merged[key], value} == {"integer", "number"} else _no_type(where)
        else:
            compiler.note(f"{key} of allOf", where)
    return merged


def _no_type(where: str) -> str:
    raise GrammarError(f"{where}: two types at once")


def _disjoint(parts: list[Mapping[str, Any]]) -> bool:
    """Whether no value fits two of *parts*: by their types, or by a property that is a different constant."""
    kinds = [part.get("type") for part in parts]
    if all(isinstance(k, str) for k in kinds) and len(set(kinds)) == len(kinds) and set(kinds) != {"integer", "number"}:
        return True
    marks = []
    for part in parts:
        constants = {
            (name, json.dumps(value))
            for name, sub in part.get("properties", {}).items()
            if isinstance(sub, Mapping) and name in part.get("required", ())
            for value in ([sub["const"]] if "const" in sub else sub.get("enum", ()))
        }
        marks.append(constants or {("const", json.dumps(v)) for v in ([part["const"]] if "const" in part else part.get("enum", ()))})
    names = [{name for name, _ in mark} for mark in marks]
    shared = set.intersection(*names) if names else set()
    for name in shared:
        values = [{v for n, v in mark if n == name} for mark in marks]
        if sum(len(v) for v in values) == len(set().union(*values)):
            return True
    return False
