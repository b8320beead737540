"""A Jarvis command as an OPM tool sees it: a pydantic model for its arguments and one for its answer."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any

from ovos_plugin_manager.templates.agent_tools import ToolArguments, ToolOutput
from pydantic import BeforeValidator, Field, PrivateAttr, create_model
from pydantic_core import PydanticCustomError

from ovos_phal_plugin_jarvis.foreign_text import text_of
from ovos_phal_plugin_jarvis.sdk.locale import Spoken

_TIME_TYPES = {"datetime", "date", "time", "timedelta"}


def _no_bool(value: Any) -> Any:
    # Python counts True as 1; the SDK does not.
    if isinstance(value, bool):
        raise PydanticCustomError("number_type", "Input should be a number, got a boolean")
    return value


_TYPES: dict[str, Any] = {
    "string": str,
    "str": str,
    "int": Annotated[int, BeforeValidator(_no_bool)],
    "integer": Annotated[int, BeforeValidator(_no_bool)],
    "float": Annotated[int | float, BeforeValidator(_no_bool)],
    "bool": bool,
    "boolean": bool,
    "list": list[Any],
    "array": list[Any],
    "dict": dict[str, Any],
}


_OF_EXECUTE = frozenset({"self", "request_info", "secrets"})


class CommandArguments(ToolArguments):
    """Base of the argument models that are made for commands."""

    _beside: dict[str, Any] = PrivateAttr(default_factory=dict)

    def put_beside(self, arguments: Mapping[str, Any]) -> None:
        """Arguments that the command passes to itself and does not declare: they reach ``run`` as they are, but for
        those that ``execute`` itself is called with."""
        self._beside.update({name: arguments[name] for name in arguments if name not in _OF_EXECUTE})

    def keyword_arguments(self) -> dict[str, Any]:
        """What was given, by parameter name; an optional argument that was null counts as not given."""
        given = self.model_dump(by_alias=True, exclude_unset=True)
        return {**self._beside, **{name: value for name, value in given.items() if value is not None}}


class CommandOutput(ToolOutput):
    """What a command answered."""

    success: bool = True
    message: str = ""
    """To be spoken; empty where the command leaves the words to the host."""
    context_data: dict[str, Any] = Field(default_factory=dict)
    """What was found or done."""
    wait_for_input: bool = False
    """The conversation stays open for the user's next words."""
    clear_history: bool = False
    actions: list[dict[str, Any]] = Field(default_factory=list)
    """Buttons; ``ovos.jarvis.action`` says which one was pressed."""
    referenceable_items: list[dict[str, Any]] = Field(default_factory=list)
    """Things that the user may refer to next."""
    is_chunked_response: bool = False
    chunk_session_id: str | None = None

    _follow_up: Any = PrivateAttr(default=None)
    _spoken: Spoken | None = PrivateAttr(default=None)

    @property
    def spoken(self) -> Spoken | None:
        """``message`` in the languages that the command can say it in, where it tells them; else None."""
        return self._spoken

    @property
    def follow_up(self) -> Callable[[], Any] | None:
        """The response's ``on_response_complete``, which no message can carry; None where it has none."""
        return self._follow_up

    @classmethod
    def from_response(cls, response: Any) -> CommandOutput:
        """The answer as a value. ``metadata`` is left out: it is the host's, not a model's."""
        given = response.context_data or {}
        said = given.get("message") if isinstance(given, Mapping) else None
        data = plain_json(given)
        output = cls(
            success=bool(response.success),
            message=str(data.get("message") or ""),
            context_data=data,
            wait_for_input=bool(response.wait_for_input),
            clear_history=bool(getattr(response, "clear_history", False)),
            actions=[plain_json(a.to_dict()) for a in getattr(response, "actions", None) or ()],
            referenceable_items=[
                plain_json(i.to_dict() if hasattr(i, "to_dict") else i)
                for i in getattr(response, "referenceable_items", None) or ()
            ],
            is_chunked_response=bool(getattr(response, "is_chunked_response", False)),
            chunk_session_id=getattr(response, "chunk_session_id", None),
        )
        # Read here, where the command runs: it may be a property of the command's own.
        follow_up = getattr(response, "on_response_complete", None)
        output._spoken = said if type(said) is Spoken and said else None
        output._follow_up = follow_up if callable(follow_up) else None
        return output


def arguments_model(command_name: str, parameters: Sequence[Any], schema: Mapping[str, Any]) -> type[CommandArguments]:
    """The argument model of a command.

    It checks presence and types; which values are allowed is the command's own ``validate_call``'s business,
    which answers with the values that are.

    Args:
        command_name: names the model.
        parameters: the command's parameters, of the SDK's shape.
        schema: the JSON Schema that the model renders.
    """
    fields: dict[str, Any] = {}
    for index, parameter in enumerate(parameters):
        kind = _type_of(str(parameter.param_type))
        # A parameter may be called anything; a field of a pydantic model may not, so it goes by an alias.
        if parameter.required:
            fields[f"p{index}"] = (kind, Field(alias=parameter.name))
        else:
            fields[f"p{index}"] = (kind | None, Field(default=None, alias=parameter.name))

    def rendered(cls: type, core_schema: Any, handler: Any) -> dict[str, Any]:
        return dict(schema)

    base = type("_Rendered", (CommandArguments,), {"__get_pydantic_json_schema__": classmethod(rendered)})
    return create_model(command_name, __base__=base, **fields)


def plain_json(value: Any) -> Any:
    """*value* with everything that JSON has no form for turned into text."""
    return json.loads(json.dumps(value, default=text_of))


def _type_of(param_type: str) -> Any:
    for opening, closing in (("array<", ">"), ("array[", "]")):
        if param_type.startswith(opening) and param_type.endswith(closing):
            return list[_type_of(param_type[len(opening) : -1])]  # type: ignore[misc]
    if param_type.endswith("[]"):
        return list[_type_of(param_type[:-2])]  # type: ignore[misc]
    if param_type in _TIME_TYPES:
        return str
    return _TYPES.get(param_type, Any)
