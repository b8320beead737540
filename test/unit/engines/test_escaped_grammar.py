"""The grammar of arguments in FunctionGemma's notation, without a model."""

from __future__ import annotations

from typing import Any

import pytest
from jsonschema import Draft202012Validator

from engine_schemas import SCHEMAS
from ovos_phal_plugin_jarvis.llm.call_format import FUNCTION_CALL_MARKS
from ovos_phal_plugin_jarvis.llm.escaped_values import ESCAPE
from ovos_phal_plugin_jarvis.llm.grammar.calls import CallGrammar, compile_arguments
from ovos_phal_plugin_jarvis.llm.grammar.schema import GrammarError
from tiny_gguf import WAITS

pytest.importorskip("llguidance", reason=WAITS)


def held(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(properties)}


@pytest.mark.parametrize("name", SCHEMAS)
def test_what_ends_a_beginning_makes_valid_arguments_of_it(name: str) -> None:
    grammar = compile_arguments(SCHEMAS[name], ESCAPE)
    assert not grammar.unexpressed
    whole = grammar.forced + grammar.closing(grammar.forced)
    assert Draft202012Validator(SCHEMAS[name]).is_valid(FUNCTION_CALL_MARKS.read_arguments(whole))


@pytest.mark.parametrize(
    ("schema", "begun", "refused"),
    [
        (held(day={"type": "string", "format": "date"}), "{day:<escape>2026-02-", "{day:<escape>2026-02-30"),
        (held(n={"type": "integer", "minimum": 3, "maximum": 12}), "{n:1", "{n:13"),
        (held(n={"type": ["integer", "null"]}), "{n:nu", "{n:<escape>"),
        (held(b={"type": "string"}, a={"type": "boolean"}), "{a:true,b:<escape>}", "{b:"),
        (held(a={"type": "string", "pattern": "^x|y$"}), "{a:<escape>xz", "{a:<escape>z<escape>"),
        (held(a={"type": "string", "pattern": r"[/\d]"}), "{a:<escape>a/", "{a:<escape>a<escape>"),
        (held(a={"type": "array", "items": {"type": "integer"}, "minItems": 2}), "{a:[1,", "{a:[1]"),
        (held(a={"allOf": [{"minimum": 3, "type": "number"}, {"maximum": 4}]}), "{a:3.5", "{a:5"),
        (held(a={"type": "string", "maxLength": 3}), "{a:<escape>日本語", "{a:<escape>日本語語"),
        ({"type": "object", "properties": {"a": {"type": "string"}}}, "{", "{b:"),
    ],
)
def test_holds_to_the_schema(schema: dict[str, Any], begun: str, refused: str) -> None:
    grammar = compile_arguments(schema, ESCAPE)
    assert grammar.accepts(FUNCTION_CALL_MARKS.read_arguments(begun + grammar.closing(begun)))
    with pytest.raises(GrammarError):
        grammar.closing(refused)


NODE = {"type": "object", "properties": {"next": {"$ref": "#/$defs/node"}}, "required": ["next"]}


@pytest.mark.parametrize(
    "schema",
    [
        {**held(a={"$ref": "#/$defs/node"}), "$defs": {"node": NODE}},
        {**held(a={"$ref": "#/$defs/node"}), "$defs": {"node": {"allOf": [{"$ref": "#/$defs/node"}]}}},
        held(a={"allOf": [{"type": "string", "pattern": "^a+$"}, {"type": "string", "pattern": "^b+$"}]}),
        held(a={"type": "string", "enum": ["<escape>"]}),
        held(a={"enum": [{"k": "<escape>"}, ["x<escape>y"], {"<escape>": 1}]}),
        held(a={"const": [{"k": "<escape>"}]}),
        held(**{"a<escape>b": {"type": "integer"}}),
        held(a={"type": "string", "pattern": "(.*a.{20}){3}"}),
        held(a={"type": "string", "description": "x" * 1_000_000}),
    ],
    ids=["endless", "itself", "nothing fits", "the mark itself", "within", "const", "name", "too wide", "a megabyte"],
)
def test_what_cannot_be_written_leaves_its_tool_out(schema: dict[str, Any]) -> None:
    grammar = CallGrammar([("bad", schema), ("good", SCHEMAS["nested"])], FUNCTION_CALL_MARKS)
    assert list(grammar.arguments) == ["good"] and grammar.left_out["bad"]


def test_a_long_enumeration_is_one_choice() -> None:
    grammar = compile_arguments(held(a={"type": "string", "enum": [f"value {n}" for n in range(3000)]}), ESCAPE)
    assert grammar.closing("{a:<escape>value 299") == "<escape>}"


@pytest.mark.parametrize("value", ["<escape>", {"k": "<escape>"}])
def test_a_value_with_the_mark_costs_itself_only(value: Any) -> None:
    schema = held(a={"enum": [value, "}<end_function_call>"]})
    schema["properties"]["b<escape>"] = {"type": "integer"}
    grammar = compile_arguments(schema, ESCAPE)
    whole = grammar.forced + grammar.closing(grammar.forced)
    assert FUNCTION_CALL_MARKS.read_arguments(whole) == {"a": "}<end_function_call>"}
    assert any("enumeration" in item for item in grammar.unexpressed)
