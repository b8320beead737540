"""Tool definitions from data instead of code: the ``--specs`` file of ``ovos-jarvis eval``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from ovos_phal_plugin_jarvis.tools.definition import ToolAntipattern, ToolDefinition, ToolExample, ToolParameter

SPECS_TOOLBOX = "specs"
"""The toolbox id of tools that come from a specs file."""

_JSON_TYPES = {
    "int": "integer",
    "integer": "integer",
    "float": "number",
    "bool": "boolean",
    "boolean": "boolean",
    "list": "array",
    "array": "array",
    "dict": "object",
}


class SpecsError(ValueError):
    """A specs file can't be used. The message is one line that names the file, the place and what is wrong."""


class _Spec(BaseModel):
    # What the format may grow later is of no concern here.
    model_config = ConfigDict(extra="ignore")


class _Parameter(_Spec):
    name: str = Field(min_length=1)
    param_type: str = "string"
    required: bool = False
    description: str | None = None
    default: Any = None
    enum_values: list[str] | None = None
    refinable: bool = False
    role: str = ""
    minimum: float | None = None
    maximum: float | None = None
    step: float | None = None


class _Example(_Spec):
    voice_command: str
    expected_parameters: dict[str, Any] = {}
    is_primary: bool = False


class _Antipattern(_Spec):
    command_name: str
    description: str = ""


class _Command(_Spec):
    command_name: str = Field(min_length=1)
    description: str = ""
    parameters: list[_Parameter] = []
    examples: list[_Example] = []
    keywords: list[str] = []
    rules: list[str] = []
    critical_rules: list[str] = []
    antipatterns: list[_Antipattern] = []


def load_specs(path: Path) -> tuple[ToolDefinition, ...]:
    """The tools that the file at *path* declares: a JSON list of commands (``design``: eval).

    Raises:
        SpecsError: it can't be read, is no such list, or declares a command twice.
    """
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise SpecsError(f"{path}: can't be read: {error.strerror or error}") from None
    except ValueError as error:
        raise SpecsError(f"{path}: is no JSON: {error}") from None
    return parse_specs(content, str(path))


def parse_specs(content: Any, source: str = "specs") -> tuple[ToolDefinition, ...]:
    """The tools that *content*, read from *source*, declares.

    Raises:
        SpecsError: see :func:`load_specs`.
    """
    if not isinstance(content, list):
        raise SpecsError(f"{source}: expected a list of commands, got {type(content).__name__}")
    found: dict[str, ToolDefinition] = {}
    for number, item in enumerate(content, 1):
        try:
            command = _Command.model_validate(item)
        except ValidationError as error:
            first = error.errors()[0]
            place = ".".join(str(part) for part in first["loc"]) or "it"
            raise SpecsError(f"{source}: command {number}: {place}: {first['msg']}") from None
        if command.command_name in found:
            raise SpecsError(f"{source}: command {number}: '{command.command_name}' is declared twice")
        found[command.command_name] = _definition(command)
    return tuple(found.values())


def _definition(command: _Command) -> ToolDefinition:
    return ToolDefinition(
        name=command.command_name,
        description=command.description,
        toolbox_id=SPECS_TOOLBOX,
        argument_schema=_schema(command.parameters),
        output_schema={"type": "object"},
        parameters=tuple(
            ToolParameter(
                name=p.name,
                param_type=p.param_type,
                required=p.required,
                description=p.description or "",
                default=p.default,
                enum_values=tuple(p.enum_values) if p.enum_values else None,
                refinable=p.refinable,
                role=p.role,
                minimum=p.minimum,
                maximum=p.maximum,
                step=p.step,
            )
            for p in command.parameters
        ),
        examples=tuple(ToolExample(e.voice_command, e.expected_parameters, e.is_primary) for e in command.examples),
        keywords=tuple(command.keywords),
        rules=tuple(command.rules),
        critical_rules=tuple(command.critical_rules),
        antipatterns=tuple(ToolAntipattern(a.command_name, a.description) for a in command.antipatterns),
    )


def _schema(parameters: list[_Parameter]) -> dict[str, Any]:
    properties: dict[str, Any] = {}
    for parameter in parameters:
        kind = parameter.param_type
        is_list = kind.startswith(("array<", "array[")) or kind.endswith("[]")
        member: dict[str, Any] = {"type": "array" if is_list else _JSON_TYPES.get(kind, "string")}
        if parameter.enum_values:
            member["enum"] = list(parameter.enum_values)
        properties[parameter.name] = member
    return {"type": "object", "properties": properties, "required": [p.name for p in parameters if p.required]}
