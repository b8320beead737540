"""FunctionGemma: a Gemma 3 that was taught a notation of its own for functions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from ovos_phal_plugin_jarvis.llm.call_format import FUNCTION_CALL_MARKS, CallFormat
from ovos_phal_plugin_jarvis.llm.escaped_values import ESCAPE, sort_key, write, write_key
from ovos_phal_plugin_jarvis.llm.grammar.schema import target
from ovos_phal_plugin_jarvis.llm.prompts.family import Commands, FamilyProvider, ModelFacts, Tools
from ovos_phal_plugin_jarvis.llm.prompts.formats import FunctionGemmaFormat
from ovos_phal_plugin_jarvis.llm.prompts.tool_builder import tool_name
from ovos_phal_plugin_jarvis.llm.turns import PromptFormat

TRIGGER = "You are a model that can do function calling with the following functions"
"""What its publisher says has to stand before the declarations."""
_MAX_DEPTH = 6


class FunctionGemmaSmallUntrained(FamilyProvider):
    """``<start_of_turn>`` turns, declarations and calls between marks, texts between ``<escape>``."""

    family: ClassVar[str] = "functiongemma"
    size_tier: ClassVar[str] = "small"
    call_format: ClassVar[CallFormat] = FUNCTION_CALL_MARKS

    @property
    def name(self) -> str:
        """``FunctionGemmaSmallUntrained``."""
        return "FunctionGemmaSmallUntrained"

    @classmethod
    def recognise(cls, model: ModelFacts) -> str | None:
        """An architecture of the Gemma line whose template knows the marks, or without a template one of that name."""
        if not model.architecture.startswith("gemma"):
            return None
        if "<start_function_declaration>" in model.template:
            return f"architecture {model.architecture} and <start_function_declaration> in its chat template"
        if not model.template and "functiongemma" in model.name.replace("-", "").replace(" ", ""):
            return f"named {model.name!r}"
        return None

    def prompt_format(self, model: ModelFacts) -> PromptFormat:
        """Gemma's turns, with one of the developer and results in the model's own."""
        return FunctionGemmaFormat()

    def call_instructions(self) -> str:
        """The notation that it was taught."""
        return (
            "To call a function, reply with only this and no text around it:\n"
            f"<start_function_call>call:function_name{{parameter:{ESCAPE}value{ESCAPE}}}<end_function_call>"
        )

    def stable_prompt(self, tools: Tools, available_commands: Commands = (), *, brief: bool = False) -> str:
        """See :meth:`FamilyProvider.stable_prompt`; the declarations come last, as in the family's template."""
        ordered = sorted((tool for tool in tools if tool_name(tool)), key=tool_name)
        written = super().stable_prompt(tools, available_commands, brief=brief)
        if not ordered:
            return written
        before, _, after = written.partition(TRIGGER)
        end = after.rfind("<end_function_declaration>") + len("<end_function_declaration>")
        rest = after[end:].strip()
        sections = (before.strip(), rest, TRIGGER + after[:end])
        return "\n\n".join(section for section in sections if section)

    def tools_block(self, tools: list[dict[str, Any]]) -> str:
        """One declaration behind the other."""
        return TRIGGER + "".join(
            f"<start_function_declaration>{_declaration(tool['function'])}<end_function_declaration>" for tool in tools
        )


def _declaration(function: Mapping[str, Any]) -> str:
    parameters = function.get("parameters") or {}
    held = [*_members(parameters, parameters, 0), f"type:{_text('OBJECT')}"]
    return (
        f"declaration:{function['name']}{{description:{_text(function.get('description') or '')}"
        f",parameters:{{{','.join(held)}}}}}"
    )


def _members(schema: Mapping[str, Any], root: Mapping[str, Any], depth: int) -> Iterator[str]:
    properties = schema.get("properties") or {}
    if properties and depth < _MAX_DEPTH:
        parts = (
            write_key(_plain(name), ESCAPE) + "{" + ",".join(_parameter(properties[name], root, depth + 1)) + "}"
            for name in sorted(properties, key=sort_key)
        )
        yield f"properties:{{{','.join(parts)}}}"
    if schema.get("required"):
        yield f"required:[{','.join(map(_text, schema['required']))}]"


def _parameter(schema: Any, root: Mapping[str, Any], depth: int, is_item: bool = False) -> Iterator[str]:
    schema = _one(schema, root)
    kind = schema.get("type", "string")
    if isinstance(kind, list):
        kind = next((one for one in kind if one != "null"), "string")
    if schema.get("description") or not is_item:
        yield f"description:{_text(schema.get('description') or '')}"
    values = schema.get("enum") or ([schema["const"]] if "const" in schema else None)
    if values:
        yield f"enum:{write([_plain(value) for value in values], ESCAPE)}"
    if kind == "array" and isinstance(schema.get("items"), Mapping) and depth < _MAX_DEPTH:
        yield f"items:{{{','.join(_parameter(schema['items'], root, depth + 1, True))}}}"
    if kind == "object":
        yield from _members(schema, root, depth)
    yield f"type:{_text(str(kind).upper())}"


def _one(schema: Any, root: Mapping[str, Any]) -> Mapping[str, Any]:
    """*schema* with what it refers to, and the first of its alternatives that is a value, in its place."""
    for _ in range(_MAX_DEPTH):
        if not isinstance(schema, Mapping):
            return {}
        told = {key: schema[key] for key in ("description",) if schema.get(key)}
        if isinstance(schema.get("$ref"), str):
            try:
                found = target(root, schema["$ref"])
            except (LookupError, TypeError):
                return told
        else:
            parts = next((schema[key] for key in ("anyOf", "oneOf", "allOf") if schema.get(key)), None)
            if parts is None:
                return schema
            found = next((part for part in parts if isinstance(part, Mapping) and part.get("type") != "null"), {})
        schema = {**found, **told} if isinstance(found, Mapping) else told
    return {"type": "string"}


def _plain(value: Any) -> Any:
    """*value* without the marks, which would end what a tool's author may write."""
    if not isinstance(value, str):
        return value
    for mark in FUNCTION_CALL_MARKS.notation:
        value = value.replace(mark, "")
    return value


def _text(value: Any) -> str:
    return write(_plain(str(value)), ESCAPE)
