"""A call is validated into a value before it runs, and its output before it is passed on."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ovos_plugin_manager.templates.agent_tools import ToolArguments, ToolOutput
from pydantic import BaseModel, ValidationError

from ovos_phal_plugin_jarvis.tools.errors import InvalidArguments, InvalidOutput
from ovos_phal_plugin_jarvis.tools.snapshot import LoadedTool

MAX_DETAILS = 20
"""Mistakes that an answer names."""
MAX_TEXT = 500
"""Characters of a mistake's place and of its message."""


@dataclass(frozen=True, eq=False)
class ValidCall:
    """A tool with arguments that fit its schema."""

    tool: LoadedTool
    arguments: ToolArguments


def validate_call(tool: LoadedTool, arguments: Any) -> ValidCall:
    """*arguments* as the tool's own argument model.

    Args:
        tool: the tool to call.
        arguments: a mapping of argument names to JSON values; None counts as empty.

    Raises:
        InvalidArguments: they do not fit. The message starts as ``ToolBox.call_tool`` words it, which callers
            of ``ovos-phal-plugin-tools`` know, and goes on to say what is wrong with which argument.
    """
    if arguments is None:
        arguments = {}
    if not isinstance(arguments, Mapping):
        raise InvalidArguments(
            f"{_refusal(tool)}: 'args' must be an object of argument names and values, got {type(arguments).__name__}"
        )
    try:
        return ValidCall(tool, tool.tool.argument_schema.model_validate(dict(arguments)))
    except ValidationError as error:
        details = _details(error, arguments)
        raise InvalidArguments(f"{_refusal(tool)}: {_summary(details)}", details) from None
    except RecursionError:
        raise InvalidArguments(f"{_refusal(tool)}: the arguments are nested too deeply") from None
    except Exception as error:  # noqa: BLE001 - validators of a foreign model may raise anything
        raise InvalidArguments(f"{_refusal(tool)}: {type(error).__name__}: {error}") from None


def validate_output(tool: LoadedTool, output: Any) -> ToolOutput:
    """What a tool returned, as its own output model.

    Raises:
        InvalidOutput: it is neither a mapping nor the model that the tool declares, or does not fit the model.
    """
    schema = tool.tool.output_schema
    if isinstance(output, schema):
        return output
    if isinstance(output, BaseModel):
        raise InvalidOutput(
            tool.name, tool.toolbox_id, f"returned a {type(output).__name__}, expected {schema.__name__} or a dict"
        )
    if not isinstance(output, Mapping):
        raise InvalidOutput(
            tool.name, tool.toolbox_id, f"returned {_type_name(output)}, expected a dict or {schema.__name__}"
        )
    try:
        return schema.model_validate(dict(output))
    except ValidationError as error:
        raise InvalidOutput(tool.name, tool.toolbox_id, _summary(_details(error, output))) from None
    except Exception as error:  # noqa: BLE001 - validators of a foreign model may raise anything
        raise InvalidOutput(tool.name, tool.toolbox_id, f"{type(error).__name__}: {error}") from None


def output_json(tool: LoadedTool, output: ToolOutput) -> dict[str, Any]:
    """The output as plain JSON values.

    Raises:
        InvalidOutput: it holds something that JSON has no form for.
    """
    try:
        dumped = output.model_dump(mode="json")
        # What pydantic lets pass: NaN and infinity, and nesting deeper than json can write.
        json.dumps(dumped, allow_nan=False)
        return dumped
    except Exception as error:  # noqa: BLE001 - serialisers of a foreign model may raise anything
        raise InvalidOutput(tool.name, tool.toolbox_id, f"{type(error).__name__}: {error}") from None


def _refusal(tool: LoadedTool) -> str:
    return f"ValueError: Tool input validation failed for '{tool.name}' in ToolBox '{tool.toolbox_id}'"


def _details(error: ValidationError, value: Any) -> list[dict[str, Any]]:
    """The first of the mistakes in *value*: a long list of wrong ones has one for each, and the answer has to stay
    small."""
    found = error.errors(include_url=False, include_context=True, include_input=False)
    return [_detail(e, value) for e in found[:MAX_DETAILS]]


def _detail(error: Any, value: Any) -> dict[str, Any]:
    detail: dict[str, Any] = {"param": _shortened(".".join(_path(error, value))), "message": _shortened(error["msg"])}
    if error["type"] in ("literal_error", "enum"):
        detail["valid_values"] = _valid_values(error.get("ctx", {}).get("expected", ""))
    return detail


def _path(error: Any, value: Any) -> list[str]:
    """The way from *value* to the mistake.

    pydantic also names the member of a union that it tried ("num1.int"), which leads nowhere in the value and is no
    argument that a caller could send or be asked for.
    """
    path: list[str] = []
    *before, last = error["loc"] or ("",)
    for part in before:
        try:
            value = value[part]
        except (LookupError, TypeError):
            continue
        path.append(str(part))
    wanted = error["type"] == "missing" or not path
    if wanted or (isinstance(value, Mapping) and last in value) or (isinstance(value, list) and isinstance(last, int)):
        path.append(str(last))
    return path


def _shortened(text: str) -> str:
    return text if len(text) <= MAX_TEXT else text[:MAX_TEXT] + "…"


def _valid_values(expected: str) -> list[str]:
    """The values in pydantic's "'a', 'b' or 'c'"."""
    parts = expected.replace(" or ", ", ").split(", ")
    return [part.strip("'") for part in parts if part]


def _summary(details: list[dict[str, Any]]) -> str:
    return "; ".join(f"{d['param']}: {d['message']}" if d["param"] else d["message"] for d in details[:10])


def _type_name(value: Any) -> str:
    return "None" if value is None else f"a {type(value).__name__}"
