"""What a toolbox offers, read once and checked: from a ToolBox to frozen tool definitions."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from types import MappingProxyType
from typing import Any
from weakref import WeakKeyDictionary

from ovos_plugin_manager.templates.agent_tools import AgentTool, ToolBox
from pydantic import BaseModel

from ovos_phal_plugin_jarvis.foreign_text import a_type_name, error_text, plain_text, repr_of, text_of
from ovos_phal_plugin_jarvis.tools.annotations import (
    annotations_of,
    confirmation_phrase_of,
    confirmation_phrases_of,
    is_called_risky,
    spoken_names_of,
    told_by_toolbox,
)
from ovos_phal_plugin_jarvis.tools.bounds import bounded
from ovos_phal_plugin_jarvis.tools.command_toolbox import CommandToolBox
from ovos_phal_plugin_jarvis.tools.context import InvocationContext
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition, ToolParameter
from ovos_phal_plugin_jarvis.tools.execution.deadline import ForeignFailure
from ovos_phal_plugin_jarvis.tools.nesting import MAX_DEPTH, too_deep
from ovos_phal_plugin_jarvis.tools.options import HOOK
from ovos_phal_plugin_jarvis.tools.redaction import secret_members
from ovos_phal_plugin_jarvis.tools.snapshot import DeclaredRisk, LoadedTool, LoadedToolBox

# JSON Schema type → the Jarvis word for it.
_PARAMETER_TYPES = {
    "string": "string",
    "integer": "int",
    "number": "float",
    "boolean": "bool",
    "array": "list",
    "object": "dict",
}
_STRING_FORMATS = {"date-time": "datetime", "date": "date", "time": "time", "duration": "timedelta"}

_LISTED = ("int", "float", "date", "datetime")
"""What a list is said of; any other thing is taken as text."""

MAX_SCHEMA = 1_000_000
"""Bytes of one tool's schemas. A bus closes the connection of whoever sends more than it carries, 10 MB by default, and
``ovos.tools.list`` sends them all."""


MAX_TOOLBOX = 3_000_000
"""Bytes of the definitions of one toolbox: with three such as large as may be, the list can still be sent."""

MAX_LEFT_OUT = 1000
"""Tools of one toolbox that it may tell of as left out."""


class BrokenToolBox(ForeignFailure):
    """A toolbox can't be served. The message says why, for its author."""


def load_toolbox(entry_point: str, toolbox: ToolBox) -> LoadedToolBox:
    """The toolbox with its tools and their schemas, each rendered once.

    Args:
        entry_point: the name it was found under.
        toolbox: an instance that has been built.

    Raises:
        BrokenToolBox: its id, its list of tools or one of their schemas can't be used.
    """
    toolbox_id = getattr(toolbox, "toolbox_id", None)
    if not isinstance(toolbox_id, str) or not toolbox_id:
        raise BrokenToolBox(f"toolbox_id is {repr_of(toolbox_id)}; it must be a text")
    if ":" in toolbox_id or "." in toolbox_id:
        raise BrokenToolBox(
            f"toolbox_id '{toolbox_id}' holds a ':' or a '.', which the bus contract forbids; use '-' instead"
        )
    toolbox_id = plain_text(toolbox_id)
    tools = tuple(_load_tool(toolbox_id, toolbox, tool) for tool in _discovered(toolbox))
    size = sum(len(tool.definition.written) for tool in tools)
    if size > MAX_TOOLBOX:
        raise BrokenToolBox(
            f"its tools' schemas have {size / 1e6:.1f} MB together; at most {MAX_TOOLBOX / 1e6:g} MB can be served"
        )
    read = bounded([tool.definition for tool in tools])
    tools = tuple(replace(tool, definition=definition) for tool, definition in zip(tools, read, strict=True))
    prefix = getattr(toolbox, "name_prefix", "")
    return LoadedToolBox(
        toolbox_id,
        entry_point,
        toolbox,
        tools,
        MappingProxyType(_left_out(toolbox)),
        text_of(prefix, 80) if isinstance(prefix, str) else "",
    )


def _left_out(toolbox: ToolBox) -> dict[str, str]:
    """Tool → why the toolbox itself leaves it out."""
    told = getattr(toolbox, "failed", None)
    members = list(told.items())[:MAX_LEFT_OUT] if isinstance(told, dict) else []
    return {text_of(name, 80): text_of(why) for name, why in members}


def _discovered(toolbox: ToolBox) -> Iterable[AgentTool]:
    # ToolBox.__init__ has called discover_tools already; where that failed it has kept quiet, so ask again.
    if not getattr(toolbox, "tools", None):
        try:
            found = toolbox.discover_tools()
        except Exception as error:  # noqa: BLE001 - foreign code
            raise BrokenToolBox(f"discover_tools() raised {error_text(error)}") from None
        if not isinstance(found, Iterable) or isinstance(found, str | bytes | Mapping):
            raise BrokenToolBox(f"discover_tools() returned {a_type_name(found)}; it must return a list of AgentTool")
        tools = list(found)
        for tool in tools:
            _check_tool(tool)
        toolbox.tools = {tool.name: tool for tool in tools}
    return list(toolbox.tools.values())


def _check_tool(tool: Any) -> str:
    """The name of *tool*, which can be served.

    Raises:
        BrokenToolBox: it is no AgentTool, or lacks something.
    """
    name = getattr(tool, "name", None)
    if not isinstance(name, str) or not name.strip() or not name.isprintable():
        raise BrokenToolBox(
            f"discover_tools() returned {a_type_name(tool)} with the name {repr_of(name)}; "
            "it must return AgentTool objects, each with a name"
        )
    for field in ("argument_schema", "output_schema"):
        schema = getattr(tool, field, None)
        if not (isinstance(schema, type) and issubclass(schema, BaseModel)):
            raise BrokenToolBox(f"tool '{name}': {field} is {a_type_name(schema)}; it must be a pydantic model class")
    if not callable(getattr(tool, "tool_call", None)):
        raise BrokenToolBox(f"tool '{name}': tool_call is not callable")
    return plain_text(name)


def _load_tool(toolbox_id: str, toolbox: ToolBox, tool: AgentTool) -> LoadedTool:
    name = _check_tool(tool)  # read once: it may be a property that gives another one the next time
    try:
        if isinstance(toolbox, CommandToolBox):
            return toolbox.loaded_tool(tool)
        arguments, output = _rendered(tool.argument_schema), _rendered(tool.output_schema)
    except Exception as error:  # noqa: BLE001 - foreign code
        raise BrokenToolBox(f"tool '{name}': its schema can't be rendered: {error_text(error)}") from None
    if arguments.too_deep or output.too_deep:
        raise BrokenToolBox(f"tool '{name}': its schema is nested deeper than {MAX_DEPTH // 2} levels")
    size = arguments.size + output.size
    if size > MAX_SCHEMA:
        raise BrokenToolBox(
            f"tool '{name}': its schema has {size / 1e6:.1f} MB; at most {MAX_SCHEMA / 1e6:g} MB can be served"
        )
    told = told_by_toolbox(toolbox, name)
    definition = ToolDefinition(
        name=name,
        description=text_of(tool.description, MAX_SCHEMA) if tool.description else "",
        toolbox_id=toolbox_id,
        argument_schema=arguments.schema,
        output_schema=output.schema,
        parameters=arguments.parameters,
        is_risky=is_called_risky(tool, arguments.schema, told),
        annotations=annotations_of(tool, arguments.schema, told),
        confirmation_phrase=confirmation_phrase_of(tool, arguments.schema, told),
        confirmation_phrases=confirmation_phrases_of(tool, arguments.schema, told),
        spoken_names=spoken_names_of(tool, arguments.schema, told),
        is_fallback=getattr(toolbox, "is_fallback", False) is True,
    )
    return LoadedTool(
        definition,
        toolbox,
        tool.argument_schema.model_validate,
        tool.output_schema,
        partial(_call_tool, toolbox, tool, name),
        risk=_declared_risk(tool),
        options=_options_of(toolbox, name),
        secrets=_configured_secrets(toolbox),
    )


def _call_tool(toolbox: ToolBox, tool: AgentTool, name: str, arguments: Any, context: InvocationContext) -> Any:
    if type(toolbox).call_tool is not ToolBox.call_tool:
        # The author has put something of their own around every call; it must not be stepped past.
        return toolbox.call_tool(name, arguments)
    return tool.tool_call(arguments)


def _options_of(toolbox: ToolBox, name: str) -> Callable[[str], Any] | None:
    """What gives the values of the moment for the tool's arguments; None where the toolbox has no such method."""
    hook = getattr(toolbox, HOOK, None)
    return partial(hook, name) if callable(hook) else None


def _configured_secrets(toolbox: ToolBox) -> Callable[[], Iterable[str]] | None:
    """What the toolbox was configured with under the name of a secret."""
    found = tuple(secret_members(getattr(toolbox, "config", None)))
    return (lambda: found) if found else None


def _declared_risk(tool: AgentTool) -> DeclaredRisk:
    """MCP's annotations, under the names that MCP gives them, where the toolbox of an MCP server passes them on."""
    annotations = getattr(tool, "annotations", None)

    def hint(name: str) -> bool | None:
        value = annotations.get(name) if isinstance(annotations, Mapping) else getattr(annotations, name, None)
        return value if isinstance(value, bool) else None

    return DeclaredRisk(
        read_only=hint("readOnlyHint"),
        destructive=hint("destructiveHint"),
        idempotent=hint("idempotentHint"),
        open_world=hint("openWorldHint"),
    )


@dataclass(frozen=True, eq=False)
class _Rendered:
    """The schema of a model."""

    schema: dict[str, Any]
    parameters: tuple[ToolParameter, ...]
    size: int
    """Characters of it as JSON."""
    too_deep: bool


_known_schemas: WeakKeyDictionary[type[BaseModel], _Rendered] = WeakKeyDictionary()


def _rendered(model: type[BaseModel]) -> _Rendered:
    """Its schema. The same class gives the same one, but where it makes it itself: rendering takes a millisecond."""
    known = _known_schemas.get(model)
    if known is not None:
        return known
    written = json.dumps(_object_schema(model.model_json_schema()), allow_nan=False)
    # As it was written: what a model_json_schema() of the author's own gave may change later, or hang when it is read.
    schema = json.loads(written)
    made = _Rendered(schema, parameters_of(schema), len(written), too_deep(written, MAX_DEPTH // 2))
    if not _makes_its_own(model):
        _known_schemas[model] = made
    return made


def _makes_its_own(model: type[BaseModel]) -> bool:
    own = ("model_json_schema", "__get_pydantic_json_schema__", "__get_pydantic_core_schema__")
    bases = [base for base in model.__mro__ if base.__module__.partition(".")[0] not in ("pydantic", "builtins")]
    return any(name in vars(base) for base in bases for name in own) or callable(
        model.model_config.get("json_schema_extra")
    )


def _object_schema(schema: dict[str, Any]) -> dict[str, Any]:
    """The schema with its ``type`` and ``properties`` at its top, as the bus contract has it.

    Pydantic puts a mere reference there where a model refers to itself.
    """
    if "$ref" in schema:
        definitions = schema.get("$defs", {})
        schema = {**_resolve(schema, definitions), "$defs": definitions}
    if schema.get("type") != "object":
        raise TypeError(f"it describes {schema.get('type', 'no')} type; it must describe an object")
    return schema


def parameters_of(schema: Mapping[str, Any]) -> tuple[ToolParameter, ...]:
    """The top-level members of an object schema as parameters.

    ``$ref`` and a nullable ``anyOf`` are followed; what has no single type is taken as text.
    """
    definitions = schema.get("$defs", {})
    required = set(schema.get("required", ()))
    parameters = []
    for name, member in schema.get("properties", {}).items():
        resolved = _resolve(member, definitions)
        things = _things(resolved, definitions)
        one = things or resolved
        enum = one.get("enum") or ([one["const"]] if "const" in one else None)
        parameters.append(
            ToolParameter(
                name=name,
                param_type=_parameter_type(resolved, things),
                required=name in required,
                description=str(member.get("description") or resolved.get("description") or ""),
                default=member.get("default"),
                enum_values=tuple(str(value) for value in enum) if enum else None,
                refinable=bool(member.get("_refinable")),
                role=str(member.get("_role") or ""),
                minimum=_number(resolved.get("minimum", resolved.get("exclusiveMinimum"))),
                maximum=_number(resolved.get("maximum", resolved.get("exclusiveMaximum"))),
                step=_number(resolved.get("multipleOf")),
                free_text=bool(member.get("_free_text")),
                thing_format=str(things.get("format") or ""),
            )
        )
    return tuple(parameters)


def _resolve(member: Mapping[str, Any], definitions: Mapping[str, Any], depth: int = 8) -> Mapping[str, Any]:
    if depth == 0:
        return member
    if "$ref" in member:
        return _resolve(definitions.get(str(member["$ref"]).rpartition("/")[2], {}), definitions, depth - 1)
    for key in ("anyOf", "oneOf", "allOf"):
        branches = [b for b in member.get(key, ()) if b.get("type") != "null"]
        if len(branches) == 1:
            return _resolve(branches[0], definitions, depth - 1)
    return member


def _things(member: Mapping[str, Any], definitions: Mapping[str, Any]) -> Mapping[str, Any]:
    """The schema of each thing of a list; empty for anything else, and where it is not told."""
    items = member.get("items")
    return _resolve(items, definitions) if isinstance(items, Mapping) else {}


def _parameter_type(member: Mapping[str, Any], things: Mapping[str, Any]) -> str:
    if member.get("type") == "array" and things:
        kind = _parameter_type(things, {})
        return f"array<{kind}>" if kind in _LISTED else "list"
    kind = member.get("type", "string")
    if isinstance(kind, list):
        kind = next((k for k in kind if k != "null"), "string")
    if kind == "string":
        return _STRING_FORMATS.get(member.get("format", ""), "string")
    return _PARAMETER_TYPES.get(kind, "string")


def _number(value: Any) -> float | None:
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None
