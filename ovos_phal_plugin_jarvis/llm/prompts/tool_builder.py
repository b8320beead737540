"""Tools as plain OpenAI function definitions, from whatever a host passes to a prompt provider."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Mapping
from typing import Any

_NO_PARAMETERS: dict[str, Any] = {"type": "object", "properties": {}}


class ToolBuilder:
    """Strips what only a Jarvis host understands, and on demand what a small context has no room for."""

    @staticmethod
    def build(
        tools: Iterable[Mapping[str, Any]],
        include_descriptions: bool = True,
        max_description_length: int | None = None,
        include_param_descriptions: bool = True,
        include_format_hints: bool = True,
        exclude_refinable: bool = False,
    ) -> list[dict[str, Any]]:
        """``{"type": "function", "function": {name, description, parameters}}`` for each of *tools*, in their order.

        Args:
            tools: OpenAI definitions, with Jarvis members beside them or without; also bare functions
                (``name``, ``parameters``) and OPM definitions (``argument_schema``). One without a name is left
                out. They are not changed.
            include_descriptions: keep the tools' descriptions.
            max_description_length: characters that a tool's description is cut to.
            include_param_descriptions: keep the descriptions inside the parameters' schema.
            include_format_hints: keep ``format`` (``date-time`` …).
            exclude_refinable: leave out parameters marked ``_refinable`` that are not required.
        """
        built = []
        for tool in tools or ():
            name = tool_name(tool)
            if not name:
                continue
            body = _function(tool)
            function: dict[str, Any] = {"name": name}
            description = body.get("description")
            if include_descriptions and isinstance(description, str) and description:
                function["description"] = description[:max_description_length]
            schema = body.get("parameters") or body.get("argument_schema") or _NO_PARAMETERS
            parameters = schema if isinstance(schema, Mapping) else _NO_PARAMETERS
            if exclude_refinable:
                parameters = _without_refinable(parameters)
            function["parameters"] = _clean(parameters, include_param_descriptions, include_format_hints)
            built.append({"type": "function", "function": function})
        return built


def tool_name(tool: Mapping[str, Any]) -> str:
    """The name of a tool in any of the shapes that :meth:`ToolBuilder.build` takes; empty where it has none."""
    if not isinstance(tool, Mapping):
        return ""
    name = _function(tool).get("name") or tool.get("name") or tool.get("command_name")
    return name if isinstance(name, str) else ""


def _function(tool: Mapping[str, Any]) -> Mapping[str, Any]:
    function = tool.get("function")
    return function if isinstance(function, Mapping) else tool


def _without_refinable(parameters: Mapping[str, Any]) -> dict[str, Any]:
    properties = parameters.get("properties")
    if not isinstance(properties, Mapping):
        return dict(parameters)
    required = parameters.get("required") or ()
    kept = {
        name: schema
        for name, schema in properties.items()
        if name in required or not (isinstance(schema, Mapping) and schema.get("_refinable"))
    }
    return {**parameters, "properties": kept}


_NAMED = ("properties", "$defs", "definitions", "patternProperties")
_VALUES = ("enum", "const", "default", "examples", "required")


def _clean(schema: Any, descriptions: bool, formats: bool, *, names: bool = False) -> Any:
    """A copy of *schema* without Jarvis members. *names*: its keys are parameter names, so none is dropped."""
    if isinstance(schema, list | tuple):
        return [_clean(item, descriptions, formats) for item in schema]
    if not isinstance(schema, Mapping):
        return schema
    kept = {}
    for key, value in schema.items():
        if names:
            kept[key] = _clean(value, descriptions, formats)
        elif key in _VALUES:
            kept[key] = copy.deepcopy(value)
        elif not (key.startswith("_") or key == "description" and not descriptions or key == "format" and not formats):
            kept[key] = _clean(value, descriptions, formats, names=key in _NAMED)
    return kept
