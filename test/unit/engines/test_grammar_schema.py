"""Every text that a schema's grammar writes is compact JSON that the schema accepts."""

from __future__ import annotations

import json
import re
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from engine_schemas import FORMATS, PYDANTIC_MODELS, SCHEMAS
from ovos_phal_plugin_jarvis.llm.call_format import TOOL_CALL_TAGS
from ovos_phal_plugin_jarvis.llm.grammar.calls import ArgumentGrammar, CallGrammar, compile_arguments
from ovos_phal_plugin_jarvis.llm.grammar.matching import Vocabulary, json_grammar
from ovos_phal_plugin_jarvis.llm.grammar.schema import GrammarError

pytest.importorskip("llguidance")

BYTES = Vocabulary([bytes([byte]) for byte in range(256)], (), (), lambda text: text.encode())
CLOSING = frozenset(b'"}]')


def write(grammar: ArgumentGrammar, random: Random, limit: int = 600) -> str:
    """A text of the grammar, drawn at random, byte by byte; a long one is closed."""
    matcher, text = BYTES.matcher(grammar.source), bytearray()
    while not matcher.is_whole:
        allowed = [int(token) for token in matcher.allowed() if token < 256]
        ends = [byte for byte in allowed if byte in CLOSING]
        byte = random.choice(ends if ends and random.random() < 0.4 else allowed)
        matcher.take([byte])
        text.append(byte)
        if len(text) > limit:
            begun = text.decode("utf-8", "ignore")
            return begun + grammar.closing(begun)
    return text.decode()


def matches(schema: dict[str, Any], text: str) -> bool:
    matcher = BYTES.matcher(json_grammar(schema))
    try:
        matcher.take(list(text.encode()))
    except GrammarError:
        return False
    return matcher.is_whole


@pytest.mark.parametrize("name", SCHEMAS)
def test_what_the_grammar_writes_is_valid_and_compact(name: str) -> None:
    grammar = compile_arguments(SCHEMAS[name])
    validator = Draft202012Validator(SCHEMAS[name], format_checker=FORMATS)
    random = Random(7)
    for _ in range(8):
        text = write(grammar, random)
        value = json.loads(text)
        validator.validate(value)
        assert grammar.accepts(value)
        assert text.startswith(grammar.forced)
        assert (text == grammar.forced) == grammar.is_constant
        json.dumps(value, ensure_ascii=False).encode()
        if name in PYDANTIC_MODELS:
            PYDANTIC_MODELS[name].model_validate(value)
        assert not re.search(r"[\n\t]|[{,:] ", re.sub(r'"(?:[^"\\]|\\.)*"', "", text))


@pytest.mark.parametrize("name", SCHEMAS)
def test_any_beginning_can_be_closed_validly(name: str) -> None:
    grammar = compile_arguments(SCHEMAS[name])
    validator = Draft202012Validator(SCHEMAS[name])
    random = Random(11)
    for _ in range(4):
        text = write(grammar, random)
        cut = text[: random.randint(0, len(text))]
        validator.validate(json.loads(cut + grammar.closing(cut)))


@pytest.mark.parametrize("pattern", ["[0-9]", "^(ab)*c$", "x", "^[^a-z]{3,}$"])
def test_a_text_that_is_cut_is_closed_as_its_pattern_wants(pattern: str) -> None:
    grammar = compile_arguments({"properties": {"a": {"type": "string", "pattern": pattern}}, "required": ["a"]})
    for begun in ("", "a" if pattern.startswith("^(") else "I "):
        closed = json.loads(f'{{"a":"{begun}' + grammar.closing(f'{{"a":"{begun}'))["a"]
        assert re.search(pattern, closed)
        assert len(closed) < 80


def test_calls_are_closed_on_many_threads_at_once() -> None:
    grammars = [compile_arguments(SCHEMAS[name]) for name in ("integers", "choices", "formats", "everything")]
    alone = [grammar.closing(grammar.forced) for grammar in grammars]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(lambda at: grammars[at % 4].closing(grammars[at % 4].forced), range(60))) == alone * 15


def test_what_is_no_beginning_can_not_be_closed() -> None:
    with pytest.raises(GrammarError):
        compile_arguments(SCHEMAS["integers"]).closing('{"other":')


def test_the_schemas_are_expressed_but_for_what_is_listed() -> None:
    left = {name: compile_arguments(schema).unexpressed for name, schema in SCHEMAS.items()}
    assert {name: items for name, items in left.items() if items} == {}


@pytest.mark.parametrize(
    ("schema", "keyword"),
    [
        ({"properties": {"a": {"type": "string", "pattern": r"(?=x)y"}}}, "pattern"),
        ({"properties": {"a": {"type": "string", "format": "json-pointer"}}}, "format json-pointer"),
        ({"properties": {"a": {"not": {"type": "string"}}}}, "not"),
        ({"properties": {"a": {"type": "array", "contains": {"const": 1}}}}, "contains"),
        ({"properties": {"a": {"propertyNames": {"maxLength": 3}, "type": "object"}}}, "propertyNames"),
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
    for first in ({}, {"b": {"type": "string"}}):
        endless = {"properties": {**first, "a": {"$ref": "#"}}, "required": [*first, "a"]}
        with pytest.raises(GrammarError, match="without end"):
            compile_arguments(endless)


def _nested(depth: int) -> dict[str, Any]:
    schema: dict[str, Any] = {"type": "integer"}
    for _ in range(depth):
        schema = {"type": "object", "properties": {"a": schema}, "required": ["a"]}
    return schema


def _branching(keyword: str) -> dict[str, Any]:
    """Two ways at each of thirty levels: 2,000 characters that are a thousand million schemas."""
    levels = {f"a{i}": {keyword: [{"$ref": f"#/$defs/a{i + 1}"}] * 2} for i in range(30)}
    return {"$defs": {**levels, "a30": {}}, "properties": {"a": {"$ref": "#/$defs/a0"}}, "required": ["a"]}


@pytest.mark.parametrize(
    ("schema", "says"),
    [
        ({"properties": {"a": {"type": "string", "description": "x" * 1_000_000}}}, "at most"),
        ({"properties": {f"p{i}": {"type": "string", "pattern": "x{30}"} for i in range(25_000)}}, "at most"),
        (_nested(61), "nested more than"),
        (_nested(5_000), "cannot be read"),
        (
            {"properties": {"a": {"$ref": "#/$defs/x"}}, "$defs": {"x": {"$ref": "#/$defs/x"}}, "required": ["a"]},
            "without end",
        ),
        ({"properties": {"a": {"type": "array", "minItems": 10**6}}, "required": ["a"]}, "at least 2000"),
        ({"properties": {"a": {"type": "string", "minLength": 10**6}}, "required": ["a"]}, "at least 1000"),
        (_branching("allOf"), "more than 2000 parts"),
        (_branching("anyOf"), "too many places"),
        ({"properties": {f"p{i}": {"type": "string"} for i in range(5000)}}, "more than 2000 parts"),
        ({"properties": ["a"]}, "cannot be read"),
        ({"properties": {"a": 3}}, "no schema"),
        ({"properties": {"a": {"anyOf": 3}}}, "no list of schemas"),
    ],
    ids=range(13),
)
def test_a_schema_of_a_megabyte_or_that_never_ends_leaves_its_tool_out(schema: dict[str, Any], says: str) -> None:
    grammar = CallGrammar([("bad", schema), ("good", {"type": "object"})], TOOL_CALL_TAGS)
    assert list(grammar.arguments) == ["good"]
    assert says in grammar.left_out["bad"]
    assert "\n" not in grammar.left_out["bad"]


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


@settings(max_examples=30, deadline=None)
@given(st.integers(-(10**6), 10**6), st.integers(0, 10**5), st.integers(-(10**6), 10**6))
def test_integers_are_in_their_range_and_no_others(low: int, width: int, probe: int) -> None:
    schema = {"type": "integer", "minimum": low, "maximum": low + width}
    for number in (low - 1, low, low + width, low + width + 1, probe):
        assert matches(schema, str(number)) == (low <= number <= low + width)


@settings(max_examples=30, deadline=None)
@given(st.decimals(-1000, 1000, places=3), st.decimals(0, 50, places=3), st.booleans(), st.booleans())
def test_numbers_are_in_their_range(low: Any, width: Any, open_low: bool, open_high: bool) -> None:
    number = {
        "type": "number",
        "exclusiveMinimum" if open_low else "minimum": float(low),
        "exclusiveMaximum" if open_high else "maximum": float(low + width),
    }
    schema = {"properties": {"a": number}, "required": ["a"]}
    try:
        grammar = compile_arguments(schema)
    except GrammarError:
        assert width == 0 or (width <= 1 and open_low and open_high)
        return
    random = Random(3)
    for _ in range(3):
        Draft202012Validator(schema).validate(json.loads(write(grammar, random)))


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


@settings(max_examples=25, deadline=None)
@given(_JSON_SCHEMAS, st.integers(0, 2**32))
def test_any_schema_writes_only_what_it_accepts(schema: dict[str, Any], seed: int) -> None:
    grammar = compile_arguments({"type": "object", "properties": {"x": schema}, "required": ["x"]})
    random = Random(seed)
    for _ in range(2):
        Draft202012Validator(schema).validate(json.loads(write(grammar, random))["x"])


@settings(max_examples=25, deadline=None)
@given(st.text(max_size=30))
def test_any_pattern_is_expressed_truly_or_listed(expression: str) -> None:
    schema = {"properties": {"a": {"type": "string", "pattern": expression}}, "required": ["a"]}
    try:
        grammar = compile_arguments(schema)
        compiled = re.compile(expression)
        text = write(grammar, Random(1), 60)
    except (GrammarError, re.error):  # not to be expressed, or too long a way to what has to be in it
        return
    if not grammar.unexpressed:
        assert compiled.search(json.loads(text)["a"])
