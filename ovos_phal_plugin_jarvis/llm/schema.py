"""Tools as a model gets them: their definitions for the prompt, their schemas for the grammar."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ovos_phal_plugin_jarvis.llm.prompts.shared.context_builders import build_direct_answer_section
from ovos_phal_plugin_jarvis.llm.prompts.shared.core_rules import (
    ANTI_HALLUCINATION_MANDATE,
    build_fallback_line,
    build_identity_header,
    build_rules_block,
)
from ovos_phal_plugin_jarvis.sdk.date_keys import KNOWN_DATE_KEYS
from ovos_phal_plugin_jarvis.sdk.parameter import array_item_type
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition

DATE_ITEM: Mapping[str, Any] = {
    "anyOf": [
        {"enum": sorted(KNOWN_DATE_KEYS)},
        {"type": "string", "format": "date"},
        {"type": "string", "format": "date-time"},
    ]
}
"""What a command takes as a date: a key such as ``next_monday``, which the host resolves, or an ISO date."""


def unique_by_name(definitions: Iterable[ToolDefinition]) -> dict[str, ToolDefinition]:
    """By name, in the order of names; of two tools with one name, the one whose toolbox id comes first."""
    found: dict[str, ToolDefinition] = {}
    for definition in sorted(definitions, key=lambda d: (d.name, d.toolbox_id)):
        found.setdefault(definition.name, definition)
    return found


def grammar_schema(definition: ToolDefinition) -> Mapping[str, Any]:
    """The argument schema as decoding is held to it: lists of dates also take the date keys of commands."""
    dated = [p.name for p in definition.parameters if array_item_type(p.param_type) in ("datetime", "date")]
    properties = definition.argument_schema.get("properties", {})
    changed = {
        name: {**properties[name], "items": DATE_ITEM, "minItems": 1}
        for name in dated
        if name in properties and "enum" not in properties[name].get("items", {})
    }
    if not changed:
        return definition.argument_schema
    return {**definition.argument_schema, "properties": {**properties, **changed}}


def openai_tool(definition: ToolDefinition) -> dict[str, Any]:
    """The definition in OpenAI's form, with what Jarvis commands declare beside it."""
    tool: dict[str, Any] = {
        "type": "function",
        "function": {
            "name": definition.name,
            "description": definition.description,
            "parameters": dict(definition.argument_schema),
        },
        "allow_direct_answer": definition.allow_direct_answer,
        "is_risky": definition.is_risky,
    }
    tool.update(_declared(definition))
    return tool


def command_flags(definition: ToolDefinition) -> dict[str, Any]:
    """The definition as a prompt provider's ``available_commands`` has it."""
    return {
        "command_name": definition.name,
        "description": definition.description,
        "allow_direct_answer": definition.allow_direct_answer,
        "is_risky": definition.is_risky,
        **_declared(definition),
    }


def native_system_prompt(flags: Sequence[Mapping[str, Any]]) -> str:
    """A system prompt for a server that shows the model its tools itself, and knows how it writes calls.

    Args:
        flags: :func:`command_flags` of each tool.
    """
    sections = (
        f"{build_identity_header('', '', '')} {ANTI_HALLUCINATION_MANDATE}",
        build_rules_block(),
        build_fallback_line(),
        build_direct_answer_section(flags),
    )
    return "\n\n".join(section.strip() for section in sections if section.strip())


def tools_section(tools: Sequence[Mapping[str, Any]]) -> str:
    """The tools as text, one a line, for a model that is not shown them otherwise."""
    lines = [json.dumps(tool, ensure_ascii=False, separators=(",", ":"), default=str) for tool in tools]
    return "Tools:\n" + "\n".join(lines)


def _declared(definition: ToolDefinition) -> dict[str, Any]:
    declared: dict[str, Any] = {
        "keywords": list(definition.keywords),
        "examples": [
            {
                "voice_command": example.utterance,
                "expected_parameters": dict(example.arguments),
                "is_primary": example.is_primary,
            }
            for example in definition.examples[:_MAX_EXAMPLES]
        ],
        "rules": list(definition.rules),
        "critical_rules": list(definition.critical_rules),
        "antipatterns": [{"command_name": a.tool_name, "description": a.description} for a in definition.antipatterns],
    }
    return {key: value for key, value in declared.items() if value}


_MAX_EXAMPLES = 3
"""Of each tool in the prompt: more teach a model little and cost every request's context."""
