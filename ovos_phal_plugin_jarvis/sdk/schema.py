"""A command described as data: as an OpenAI tool, and as the whole of what it declares."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ovos_phal_plugin_jarvis.sdk.examples import CommandExample, antipatterns_of
from ovos_phal_plugin_jarvis.sdk.parameter import IJarvisParameter, array_item_type

if TYPE_CHECKING:
    from ovos_phal_plugin_jarvis.sdk.command import IJarvisCommand

_JSON_TYPES: dict[str, str] = {
    "string": "string",
    "str": "string",
    "enum": "string",
    "int": "integer",
    "integer": "integer",
    "float": "number",
    "number": "number",
    "bool": "boolean",
    "boolean": "boolean",
    "list": "array",
    "array": "array",
    "dict": "object",
    "object": "object",
}
_ITEM_FORMATS = {"datetime": "date-time", "date": "date"}


def json_type(param_type: str) -> str:
    """The JSON type of a parameter type; the time types, and any that is not known, are strings."""
    if array_item_type(param_type) is not None:
        return "array"
    return _JSON_TYPES.get(param_type, "string")


def parameter_schema(param: IJarvisParameter) -> dict[str, Any]:
    """The JSON Schema of one parameter."""
    # getattr: parameters are recognised by shape, and older ones lack some members.
    declared = getattr(param, "json_schema", None) or {}
    schema: dict[str, Any] = {**declared, "type": json_type(param.param_type)}
    item_type = array_item_type(param.param_type)
    if item_type is not None:
        schema["items"] = {**schema.get("items", {}), "type": json_type(item_type)}
        if item_type in _ITEM_FORMATS:
            schema["items"]["format"] = _ITEM_FORMATS[item_type]
    if param.description:
        schema["description"] = param.description
    if param.enum_values and not declared:
        if item_type is None:
            schema["enum"] = list(param.enum_values)
        else:
            schema["items"]["enum"] = list(param.enum_values)
    options_source = getattr(param, "options_source", None)
    if options_source:
        schema["options_source"] = options_source
    if getattr(param, "refinable", False):
        schema["_refinable"] = True
    return schema


def check_examples(command_name: str, examples: Sequence[CommandExample]) -> None:
    """Raise ValueError where more than one of *examples* is primary."""
    primary = sum(1 for example in examples if example.is_primary)
    if primary > 1:
        raise ValueError(
            f"Command '{command_name}' has {primary} primary examples; mark at most one with is_primary=True"
        )


def describe_examples(examples: Sequence[CommandExample]) -> list[dict[str, Any]]:
    """The examples as data."""
    return [
        {
            "voice_command": example.voice_command,
            "expected_parameters": example.expected_parameters,
            "is_primary": example.is_primary,
        }
        for example in examples
    ]


def openai_tool_schema(command: IJarvisCommand) -> dict[str, Any]:
    """*command* as an OpenAI tool; what OpenAI's format has no place for stands beside ``function``."""
    examples = command.generate_prompt_examples()
    check_examples(command.command_name, examples)
    parameters = command.parameters
    schema: dict[str, Any] = {
        "type": "function",
        "function": {
            "name": command.command_name,
            "description": command.description,
            "parameters": {
                "type": "object",
                "properties": {param.name: parameter_schema(param) for param in parameters},
                "required": [param.name for param in parameters if param.required],
            },
        },
        "allow_direct_answer": command.allow_direct_answer,
        "is_risky": command.is_risky,
        "keywords": command.keywords,
        "examples": describe_examples(examples),
    }
    antipatterns = _antipatterns(command)
    if antipatterns:
        schema["antipatterns"] = antipatterns
    return schema


def command_schema(command: IJarvisCommand, use_adapter_examples: bool = False) -> dict[str, Any]:
    """Everything *command* declares, for a model that reads more than tools; empty parts are left out."""
    examples = command.generate_adapter_examples() if use_adapter_examples else command.generate_prompt_examples()
    check_examples(command.command_name, examples)
    schema: dict[str, Any] = {
        "command_name": command.command_name,
        "description": command.description,
        "allow_direct_answer": command.allow_direct_answer,
        "is_risky": command.is_risky,
        "examples": describe_examples(examples),
        "keywords": command.keywords,
        "parameters": [param.to_dict() for param in command.parameters],
    }
    extras = {
        "rules": command.rules,
        "antipatterns": _antipatterns(command),
        "critical_rules": command.critical_rules,
        "listening_signal_types": command.listening_signal_types,
        "proposable_actions": [action.to_dict() for action in command.get_proposable_actions().values()],
    }
    schema.update({name: value for name, value in extras.items() if value})
    return schema


def _antipatterns(command: IJarvisCommand) -> list[dict[str, str]]:
    return [{"command_name": ap.command_name, "description": ap.description} for ap in antipatterns_of(command)]
