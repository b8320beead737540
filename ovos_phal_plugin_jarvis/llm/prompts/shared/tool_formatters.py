"""Tools as text for a prompt: purpose, parameters, examples and rules."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from ovos_phal_plugin_jarvis.llm.prompts.tool_builder import ToolBuilder, tool_name

_MAX_EXAMPLES = 5


def format_tools_for_prompt(
    tools: Iterable[Mapping[str, Any]],
    available_commands: Iterable[Mapping[str, Any]] | None = None,
    primary_examples_only: bool = False,
) -> str:
    """One paragraph a tool, in the order of *tools*.

    Args:
        tools: definitions in OpenAI format; Jarvis members beside them (``keywords``, ``examples``,
            ``antipatterns``) are used.
        available_commands: more about the tools by ``command_name``: ``examples``, ``keywords``, ``rules``,
            ``critical_rules``, ``antipatterns``.
        primary_examples_only: one example a tool, to save room.
    """
    commands = _by_name(available_commands)
    paragraphs = []
    for tool in tools or ():
        name = tool_name(tool)
        if not name:
            continue
        function = ToolBuilder.build([tool])[0]["function"]
        head = f"- {name}({_signature(function['parameters'])})"
        description = function.get("description")
        lines = [f"{head}: {description}" if description else head]
        lines += _hints(tool, commands.get(name, {}), primary_examples_only)
        paragraphs.append("\n".join(lines))
    return "\n".join(paragraphs)


def format_tool_hints(
    tools: Iterable[Mapping[str, Any]],
    available_commands: Iterable[Mapping[str, Any]] | None = None,
    primary_examples_only: bool = True,
) -> str:
    """What the schemas do not say: examples, rules and mistakes to avoid, of the tools that declare any.

    For families whose notation already lists every tool with its schema.
    """
    commands = _by_name(available_commands)
    paragraphs = []
    for tool in tools or ():
        name = tool_name(tool)
        hints = _hints(tool, commands.get(name, {}), primary_examples_only) if name else []
        if hints:
            paragraphs.append("\n".join([f"- {name}", *hints]))
    return "\n".join(paragraphs)


def _by_name(commands: Iterable[Mapping[str, Any]] | None) -> dict[str, Mapping[str, Any]]:
    return {tool_name(command): command for command in commands or () if isinstance(command, Mapping)}


def _signature(parameters: Mapping[str, Any]) -> str:
    properties = parameters.get("properties")
    if not isinstance(properties, Mapping):
        return ""
    required = parameters.get("required") or ()
    return ", ".join(f"{name}{'' if name in required else '?'}: {_type(schema)}" for name, schema in properties.items())


def _type(schema: Any) -> str:
    if not isinstance(schema, Mapping):
        return "any"
    if isinstance(schema.get("enum"), list):
        return "|".join(map(str, schema["enum"]))
    kind = schema.get("format") or schema.get("type") or "any"
    if isinstance(kind, list):
        kind = "|".join(map(str, kind))
    return f"array<{_type(schema['items'])}>" if kind == "array" and "items" in schema else str(kind)


def _hints(tool: Mapping[str, Any], command: Mapping[str, Any], primary_only: bool) -> list[str]:
    lines = []
    keywords = _texts(tool, command, "keywords")
    if keywords:
        lines.append(f"  keywords: {', '.join(keywords)}")
    lines += [f"  rule: {rule}" for rule in _texts(tool, command, "rules")]
    lines += [f"  IMPORTANT: {rule}" for rule in _texts(tool, command, "critical_rules")]
    for entry in _entries(tool, command, "antipatterns"):
        if entry.get("command_name"):
            lines.append(f"  not for what {entry['command_name']} does: {entry.get('description', '')}".rstrip(": "))
    for words, arguments in _examples(tool, command, primary_only):
        lines.append(f'  "{words}" -> {arguments}')
    return lines


def _examples(tool: Mapping[str, Any], command: Mapping[str, Any], primary_only: bool) -> list[tuple[str, str]]:
    entries = _entries(tool, command, "examples")
    entries = [entry for entry in entries if isinstance(entry.get("voice_command"), str)]
    if primary_only:
        entries = [entry for entry in entries if entry.get("is_primary")][:1] or entries[:1]
    return [(e["voice_command"], _json(e.get("expected_parameters") or {})) for e in entries[:_MAX_EXAMPLES]]


def _json(value: Any) -> str:
    """Compact JSON; an author's date or set becomes text."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=str)


def _entries(tool: Mapping[str, Any], command: Mapping[str, Any], key: str) -> list[Mapping[str, Any]]:
    """The list under *key*, of the command where it has one; objects with ``to_dict`` or attributes count too."""
    values = command.get(key) or tool.get(key) or ()
    return [value if isinstance(value, Mapping) else getattr(value, "__dict__", {}) for value in values]


def _texts(tool: Mapping[str, Any], command: Mapping[str, Any], key: str) -> list[str]:
    values = command.get(key) or tool.get(key) or ()
    return [value for value in values if isinstance(value, str)] if isinstance(values, list | tuple) else []
