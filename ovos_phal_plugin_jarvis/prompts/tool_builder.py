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
            parameters = copy.deepcopy(dict(schema)) if isinstance(schema, Mapping) else dict(_NO_PARAMETERS)
            if exclude_refinable:
                _drop_refinable(parameters)
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


def _drop_refinable(parameters: dict[str, Any]) -> None:
    properties = parameters.get("properties")
    if not isinstance(properties, dict):
        return
    required = parameters.get("required") or ()
    for name in [n for n, s in properties.items() if isinstance(s, dict) and s.get("_refinable")]:
        if name not in required:
            del properties[name]


def _clean(schema: Any, descriptions: bool, formats: bool, *, names: bool = False) -> Any:
    """*schema* without Jarvis members. *names*: its keys are parameter names, so none of them is dropped."""
    if isinstance(schema, list):
        return [_clean(item, descriptions, formats) for item in schema]
    if not isinstance(schema, dict):
        return schema
    kept = {}
    for key, value in schema.items():
        if not names:
            if key.startswith("_"):
                continue
            if key == "description" and not descriptions or key == "format" and not formats:
                continue
            if key in ("enum", "const", "default", "examples", "required"):
                kept[key] = value
                continue
        kept[key] = _clean(value, descriptions, formats,
                           names=not names and key in ("properties", "$defs", "definitions", "patternProperties"))
    return kept
