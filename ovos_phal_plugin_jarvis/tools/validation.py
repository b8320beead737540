"""A call is validated into a value before it runs, and its output before it is passed on."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ovos_plugin_manager.templates.agent_tools import ToolArguments, ToolOutput
from pydantic import BaseModel, ValidationError

from ovos_phal_plugin_jarvis.foreign_text import a_type_name, error_text, text_of, type_name
from ovos_phal_plugin_jarvis.tools.errors import OWN_ERRORS, InvalidArguments, InvalidOutput
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
            f"{_refusal(tool)}: 'args' must be an object of argument names and values, got {type_name(arguments)}"
        )
    try:
        return ValidCall(tool, tool.validate(dict(arguments)))
    except ValidationError as error:
        details = _details(error, arguments)
    except RecursionError:
        raise InvalidArguments(f"{_refusal(tool)}: the arguments are nested too deeply") from None
    except Exception as error:
        if any(type(error) is known for known in OWN_ERRORS):
            raise  # an isolated toolbox's, which has checked them elsewhere or could not
        raise InvalidArguments(f"{_refusal(tool)}: {error_text(error)}") from None
    raise InvalidArguments(f"{_refusal(tool)}: {_summary(details)}", details)


def validate_output(tool: LoadedTool, output: Any) -> ToolOutput:
    """What a tool returned, as its own output model.

    Raises:
        InvalidOutput: it is neither a mapping nor the model that the tool declares, or does not fit the model.
    """
    schema = tool.output_schema
    if isinstance(output, schema):
        return output
    if isinstance(output, BaseModel):
        raise InvalidOutput(
            tool.name, tool.toolbox_id, f"returned {a_type_name(output)}, expected {schema.__name__} or a dict"
        )
    if not isinstance(output, Mapping):
        raise InvalidOutput(
            tool.name, tool.toolbox_id, f"returned {a_type_name(output)}, expected a dict or {schema.__name__}"
        )
    try:
        return schema.model_validate(dict(output))
    except ValidationError as error:
        raise InvalidOutput(tool.name, tool.toolbox_id, _summary(_details(error, output))) from None
    except Exception as error:  # noqa: BLE001 - validators of a foreign model may raise anything
        raise InvalidOutput(tool.name, tool.toolbox_id, f"{error_text(error)}") from None


def output_json(tool: LoadedTool, output: ToolOutput) -> dict[str, Any]:
    """The output as plain JSON values: nothing of its author's is left in it that could run when it is read.

    Raises:
        InvalidOutput: it holds something that JSON has no form for.
    """
    try:
        dumped = output.model_dump(mode="json")
        # What pydantic lets pass: NaN and infinity, nesting deeper than json can write, and a model_dump() of the
        # author's own, with dicts and texts of classes that hang or change the second time they are read.
        return dict(json.loads(json.dumps(dumped, allow_nan=False)))
    except Exception as error:  # noqa: BLE001 - serialisers of a foreign model may raise anything
        raise InvalidOutput(tool.name, tool.toolbox_id, f"{error_text(error)}") from None


def _refusal(tool: LoadedTool) -> str:
    return f"ValueError: Tool input validation failed for '{tool.name}' in ToolBox '{tool.toolbox_id}'"


def _details(error: ValidationError, value: Any) -> list[dict[str, Any]]:
    """The first of the mistakes in *value*: a long list of wrong ones has one for each, and the answer has to stay
    small."""
    try:
        found = error.errors(include_url=False, include_context=True, include_input=False)
    except Exception as unprintable:  # noqa: BLE001 - it asks the errors of foreign validators for their text
        return [{"param": "", "message": error_text(unprintable, MAX_TEXT)}]
    return [_detail(e, value) for e in found[:MAX_DETAILS]]


def _detail(error: Any, value: Any) -> dict[str, Any]:
    detail: dict[str, Any] = {
        "param": text_of(".".join(_path(error, value)), MAX_TEXT),
        "message": text_of(error["msg"], MAX_TEXT),
    }
    if error["type"] in ("literal_error", "enum"):
        detail["valid_values"] = _valid_values(text_of(error.get("ctx", {}).get("expected", "")))
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
        except Exception:  # noqa: BLE001 - what a tool returned may be a mapping of its author's own
            continue
        path.append(str(part))
    wanted = error["type"] == "missing" or not path
    if wanted or (isinstance(value, Mapping) and last in value) or (isinstance(value, list) and isinstance(last, int)):
        path.append(str(last))
    return path


def _valid_values(expected: str) -> list[str]:
    """The values in pydantic's "'a', 'b' or 'c'"."""
    parts = expected.replace(" or ", ", ").split(", ")
    return [part.strip("'") for part in parts if part]


def _summary(details: list[dict[str, Any]]) -> str:
    return "; ".join(f"{d['param']}: {d['message']}" if d["param"] else d["message"] for d in details[:10])
