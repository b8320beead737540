"""Every text that a schema's grammar writes is compact JSON that the schema accepts."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from engine_schemas import PYDANTIC_MODELS, SCHEMAS
from ovos_phal_plugin_jarvis.engines.grammar import CallGrammar, compile_arguments
from ovos_phal_plugin_jarvis.engines.grammar_nodes import (
    Chars,
    Choice,
    GrammarError,
    Literal,
    Node,
    Repeat,
    Rule,
    Rules,
)
from ovos_phal_plugin_jarvis.engines.grammar_schema import compile_schema
from ovos_phal_plugin_jarvis.engines.grammar_walk import GrammarWalk, matches
from ovos_phal_plugin_jarvis.prompts.call_format import TOOL_CALL_TAGS


def write(node: Node, rules: Rules, random: Random, depth: int = 0) -> str:
    """A sentence of the grammar, drawn at random."""
    if isinstance(node, Literal):
        return node.text
    if isinstance(node, Chars):
        low, high = random.choice(node.ranges)
        return chr(random.randint(low, high))
    if isinstance(node, Rule):
        return write(rules.bodies[node.name], rules, random, depth + 1)
    if isinstance(node, Choice):
        return write(random.choice(node.items), rules, random, depth)
    if isinstance(node, Repeat):
        most = node.low + (2 if depth < 12 else 0) if node.high is None else node.high
        most = node.low if depth > 12 else most
        return "".join(write(node.item, rules, random, depth + 1) for _ in range(random.randint(node.low, most)))
    return "".join(write(item, rules, random, depth) for item in node.items)


@pytest.mark.parametrize("name", SCHEMAS)
def test_what_the_grammar_writes_is_valid_and_compact(name: str) -> None:
    schema = SCHEMAS[name]
    grammar = compile_schema(schema)
    validator = Draft202012Validator(schema, format_checker=Draft202012Validator.FORMAT_CHECKER)
    random = Random(7)
    for _ in range(30):
        try:
            text = write(grammar.rules.root, grammar.rules, random)
        except RecursionError:  # a schema that refers to itself, drawn without end
            continue
        value = json.loads(text)
        validator.validate(value)
        assert matches(grammar.rules, text, grammar.shortest)
        if name in PYDANTIC_MODELS:
            PYDANTIC_MODELS[name].model_validate(value)
        if name != "mappings" and name != "everything":  # two equal keys of a mapping collapse when read
            numbers_apart = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
            assert len(numbers_apart) == len(text) or "e-" in numbers_apart


@pytest.mark.parametrize("name", SCHEMAS)
def test_any_beginning_can_be_closed_validly(name: str) -> None:
    schema = SCHEMAS[name]
    grammar = compile_schema(schema)
    validator = Draft202012Validator(schema)
    random = Random(11)
    for _ in range(12):
        try:
            text = write(grammar.rules.root, grammar.rules, random)
        except RecursionError:
            continue
        cut = text[: random.randint(0, len(text))]
        walk = GrammarWalk(grammar.rules, grammar.shortest)
        assert walk.feed(cut)
        validator.validate(json.loads(cut + walk.closing()))


def test_the_schemas_are_expressed_but_for_what_is_listed() -> None:
    left = {name: compile_schema(schema).unexpressed for name, schema in SCHEMAS.items()}
    assert {name: items for name, items in left.items() if items} == {}


@pytest.mark.parametrize(
    ("schema", "keyword"),
    [
        ({"properties": {"a": {"type": "string", "pattern": r"(?=x)y"}}}, "pattern"),
        ({"properties": {"a": {"type": "string", "format": "ipv6"}}}, "format ipv6"),
        ({"properties": {"a": {"not": {"type": "string"}}}}, "not"),
        ({"properties": {"a": {"type": "array", "contains": {"const": 1}}}}, "contains"),
        ({"properties": {"a": {"type": "integer", "multipleOf": 7}}}, "multipleOf"),
        ({"properties": {"a": {"type": "array", "uniqueItems": True, "items": {"type": "string"}}}}, "uniqueItems"),
        ({"properties": {"a": {"oneOf": [{"type": "integer"}, {"type": "number"}]}}}, "oneOf"),
        ({"properties": {"a": {}}, "dependentRequired": {"a": ["b"]}}, "dependentRequired"),
    ],
)
def test_what_is_not_expressed_is_listed(schema: dict[str, Any], keyword: str) -> None:
    (item,) = compile_arguments(schema).unexpressed
    assert keyword in item


@pytest.mark.parametrize(
    "member",
    [
        {"type": "integer", "minimum": 5, "maximum": 4},
        {"type": "string", "minLength": 3, "maxLength": 2},
        {"enum": []},
        False,
        {"type": "nonsense"},
        {"$ref": "#/$defs/missing"},
        {"$ref": "http://example.org/x"},
        {"type": "array", "items": {"type": "boolean"}, "minItems": 3, "maxItems": 2},
        {"type": "array", "items": {"enum": [1]}, "uniqueItems": True, "minItems": 2},
        {"allOf": [{"type": "string"}, {"type": "integer"}]},
        {"type": "number", "exclusiveMinimum": 1, "exclusiveMaximum": 1},
    ],
)
def test_a_schema_that_nothing_satisfies_leaves_its_tool_out(member: Any) -> None:
    bad = {"type": "object", "properties": {"a": member}, "required": ["a"]}
    with pytest.raises(GrammarError):
        compile_arguments(bad)
    grammar = CallGrammar([("bad", bad), ("good", {"type": "object"})], TOOL_CALL_TAGS)
    assert list(grammar.arguments) == ["good"]
    assert grammar.left_out["bad"]


def test_an_endless_schema_is_refused() -> None:
    endless = {"properties": {"a": {"$ref": "#"}}, "required": ["a"]}
    with pytest.raises(GrammarError, match="without end"):
        compile_arguments(endless)


@pytest.mark.parametrize("name", ["", "a b", "<|im_end|>", 'x"', "a\nb", "é"])
def test_a_name_that_could_act_as_markup_is_left_out(name: str) -> None:
    grammar = CallGrammar([(name, {"type": "object"})], TOOL_CALL_TAGS)
    assert not grammar.arguments
    assert name in grammar.left_out


def test_what_every_call_begins_with_is_known() -> None:
    schema = {"properties": {"city": {"type": "string"}, "day": {"enum": ["a", "b"]}}, "required": ["city"]}
    assert compile_arguments(schema).forced == '{"city":"'
    assert compile_arguments({"type": "object", "properties": {}, "additionalProperties": False}).is_constant
    assert compile_arguments({"properties": {"a": {"const": 1}}, "required": ["a"]}).forced == '{"a":1}'


def test_equal_tools_have_an_equal_digest() -> None:
    tools = [("a", SCHEMAS["arrays"]), ("b", SCHEMAS["nested"])]
    one, same = CallGrammar(tools, TOOL_CALL_TAGS), CallGrammar(reversed(tools), TOOL_CALL_TAGS)
    assert one.digest == same.digest != CallGrammar(tools[:1], TOOL_CALL_TAGS).digest


@settings(max_examples=60, deadline=None)
@given(st.integers(-(10**6), 10**6), st.integers(0, 10**5), st.integers(-(10**6), 10**6))
def test_integers_are_in_their_range_and_no_others(low: int, width: int, probe: int) -> None:
    grammar = compile_schema({"type": "integer", "minimum": low, "maximum": low + width})
    random = Random(probe)
    for _ in range(5):
        assert low <= int(write(grammar.rules.root, grammar.rules, random)) <= low + width
    for number in (low - 1, low, low + width, low + width + 1, probe):
        assert matches(grammar.rules, str(number)) == (low <= number <= low + width)


@settings(max_examples=60, deadline=None)
@given(st.decimals(-1000, 1000, places=3), st.decimals(0, 50, places=3), st.booleans(), st.booleans())
def test_numbers_are_in_their_range(low: Any, width: Any, open_low: bool, open_high: bool) -> None:
    schema = {
        "type": "number",
        "exclusiveMinimum" if open_low else "minimum": float(low),
        "exclusiveMaximum" if open_high else "maximum": float(low + width),
    }
    try:
        grammar = compile_schema(schema)
    except GrammarError:
        assert width == 0 or (width <= 1 and open_low and open_high)
        return
    random = Random(3)
    for _ in range(8):
        Draft202012Validator(schema).validate(json.loads(write(grammar.rules.root, grammar.rules, random)))


_JSON_SCHEMAS = st.recursive(
    st.sampled_from(
        [
            {"type": "string", "maxLength": 4},
            {"type": "integer", "minimum": 0, "maximum": 20},
            {"type": "boolean"},
            {"type": "null"},
            {"enum": ["a", 1]},
            {"type": "number", "minimum": 0, "maximum": 2},
            {"format": "date"},
        ]
    ),
    lambda inner: st.one_of(
        st.builds(lambda items, n: {"type": "array", "items": items, "maxItems": n}, inner, st.integers(0, 3)),
        st.builds(
            lambda members, keep: {"type": "object", "properties": members, "required": sorted(members)[:keep]},
            st.dictionaries(st.text(max_size=3), inner, max_size=4),
            st.integers(0, 4),
        ),
        st.builds(lambda parts: {"anyOf": parts}, st.lists(inner, min_size=1, max_size=3)),
    ),
    max_leaves=8,
)


@settings(max_examples=80, deadline=None)
@given(_JSON_SCHEMAS, st.integers(0, 2**32))
def test_any_schema_writes_only_what_it_accepts(schema: dict[str, Any], seed: int) -> None:
    grammar = compile_schema({"type": "object", "properties": {"x": schema}, "required": ["x"]})
    random = Random(seed)
    for _ in range(4):
        text = write(grammar.rules.root, grammar.rules, random)
        Draft202012Validator(schema).validate(json.loads(text)["x"])


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=30))
def test_any_pattern_is_expressed_truly_or_listed(expression: str) -> None:
    import re

    schema = {"properties": {"a": {"type": "string", "pattern": expression}}, "required": ["a"]}
    try:
        grammar = compile_schema(schema)
    except GrammarError:
        return
    if grammar.unexpressed:
        return
    try:
        compiled = re.compile(expression)
    except re.error:
        return
    value = json.loads(write(grammar.rules.root, grammar.rules, Random(1)))["a"]
    assert compiled.search(value)
