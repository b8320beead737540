"""A typed function read as parameters: names, types, bounds and descriptions."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping
from dataclasses import KW_ONLY, dataclass
from types import NoneType, UnionType
from typing import Annotated, Any, Union, cast, get_args, get_origin, get_type_hints

from ovos_phal_plugin_jarvis.sdk.date_keys import KNOWN_DATE_KEYS
from ovos_phal_plugin_jarvis.sdk.parameter import IJarvisParameter, array_item_type
from ovos_phal_plugin_jarvis.sdk.request import RequestInformation
from ovos_phal_plugin_jarvis.sdk.response import CommandResponse

_PARAM_TYPES = {
    "string": "string",
    "integer": "int",
    "number": "float",
    "boolean": "bool",
    "array": "list",
    "object": "dict",
}
_FORMATS = {"date-time": "datetime", "date": "date", "time": "time", "duration": "timedelta"}
_ITEM_TYPES = ("string", "int", "float", "bool", *_FORMATS.values())
_MAX_DEPTH = 8


class UnreadableSignature(TypeError):
    """A function can't be a tool. The message names the function, the argument, and what to write instead."""


@dataclass(frozen=True)
class Param:
    """What an argument is beside its type; it stands in ``Annotated[int, Param("How loud", ge=0, le=100)]``.

    A plain text in its place is the description alone, and pydantic's ``Field`` is read as well.
    """

    description: str = ""
    """What it means, for people and models. The docstring's ``Args:`` will do as well."""
    _: KW_ONLY
    ge: float | None = None
    """The least value."""
    le: float | None = None
    """The greatest value."""
    step: float | None = None
    """By how much "more" and "louder" change it; a tenth of its range where that is not told."""
    refinable: bool = False
    """A follow-up such as "make it louder" may change it in the last call."""
    role: str = ""
    """``operand`` (the last result may stand for it), ``level`` (changed in steps), ``date_context`` (moves the day of
    what follows)."""
    options: str | Callable[[], Any] | None = None
    """Gives the names that may be chosen now, as ``parameter_options`` does: a function without arguments, or the name
    of a method of the class that the tool stands in."""
    free_text: bool = False
    """Where there are *options*: other words may be passed as they were said."""


class DeclaredParameter(IJarvisParameter):
    """One argument of a function."""

    name = ""
    param_type = "string"
    description: str | None = None
    required = True
    default_value: Any = None
    enum_values: list[str] | None = None
    refinable = False

    def __init__(self, name: str, annotation: Any, default: Any, described: str, function: str) -> None:
        """
        Args:
            name: the keyword that the function takes it by.
            annotation: its type, with what stands beside that in ``Annotated``.
            default: ``inspect.Parameter.empty`` where it has none.
            described: what the docstring says of it.
            function: for messages.

        Raises:
            UnreadableSignature: there is no type, or none that JSON has a form for.
        """
        from pydantic import Field, TypeAdapter
        from pydantic.errors import PydanticSchemaGenerationError, PydanticUserError

        inner, notes, nullable = _taken_apart(annotation)
        param = next((note for note in notes if isinstance(note, Param)), Param())
        text = next((note for note in notes if isinstance(note, str)), "")
        kept = [note for note in notes if not isinstance(note, Param | str)]
        if param.ge is not None or param.le is not None:
            kept.append(Field(ge=param.ge, le=param.le))
        try:
            annotated, taken = cast(Any, Annotated), (inner, *kept)
            self._adapter: TypeAdapter[Any] = TypeAdapter(annotated[taken] if kept else inner)
            schema = _inlined(self._adapter.json_schema())
        except (PydanticSchemaGenerationError, PydanticUserError, RecursionError, TypeError) as error:
            reason = str(error).partition("\n")[0]
            raise UnreadableSignature(
                f"{function}: the type of '{name}' has no form in JSON ({reason}); use str, int, float, bool, date, "
                "time, Literal, an Enum, list, dict or a pydantic model"
            ) from None
        self.name = name
        self.description = param.description or text or str(schema.get("description", "")) or described or None
        self.nullable = nullable and default is inspect.Parameter.empty
        """It must be passed, and may be None."""
        self.required = default is inspect.Parameter.empty and not nullable
        self.default_value = None if default is inspect.Parameter.empty else _plain(default)
        self.param_type = _param_type(schema)
        self.enum_values = _enum_values(schema)
        self._choices: tuple[Any, ...] = tuple(schema.get("enum", ()))
        self.refinable = param.refinable
        self.role = param.role
        self.free_text = param.free_text
        self.options = param.options
        self.minimum = _number(schema, "minimum", "exclusiveMinimum")
        self.maximum = _number(schema, "maximum", "exclusiveMaximum")
        self.step = param.step if param.step is not None else _number(schema, "multipleOf")
        self.json_schema = _described(schema, self)
        """Its JSON Schema: what ``schema.parameter_schema`` starts from."""

    def validate(self, value: Any) -> tuple[bool, str | None]:
        """As every parameter; then as its type and its bounds have it. A date key is a day: the host resolves it."""
        is_day = (array_item_type(self.param_type) or self.param_type) in ("date", "datetime")
        if is_day and isinstance(value, list):
            value = [day for day in value if not _is_date_key(day)] or None
        elif is_day and _is_date_key(value):
            value = None
        accepted, reason = super().validate(value) if value is not None else (True, None)
        if not accepted or value is None:
            return accepted, reason
        try:
            self.convert(value)
        except ValueError as error:
            return False, f"Parameter '{self.name}': {error}"
        return True, None

    def convert(self, value: Any) -> Any:
        """A value as it came in JSON, as the function's type.

        Raises:
            ValueError: it is none; the message says why.
        """
        from pydantic import ValidationError

        try:
            return self._adapter.validate_python(value)
        except ValidationError as error:
            # Choices of several types are told, and come, as texts: 1 of Literal[1, "all"] is "1".
            choice = next((it for it in self._choices if isinstance(value, str) and str(it) == value), value)
            if choice is not value:
                return self._adapter.validate_python(choice)
            said = [f"{'.'.join(map(str, e['loc']))}: {e['msg']}" if e["loc"] else e["msg"] for e in error.errors()]
            raise ValueError("; ".join(said)) from None

    def read(self, text: str) -> Any:
        """A text as a value that a call may carry. Raises ValueError where it is none."""
        return self._adapter.dump_python(self.convert(text), mode="json")


@dataclass(frozen=True)
class Signature:
    """What was read of a function."""

    parameters: tuple[DeclaredParameter, ...]
    description: str
    """The docstring up to its first section; empty where there is none."""
    request: str | None
    """The keyword that gets the ``RequestInformation``."""
    secrets: bool
    """Whether it takes ``secrets``."""
    answer: dict[str, Any] | None
    """JSON Schema of the object that it returns; None where it returns something else."""


def read_signature(function: Callable[..., Any], name: str = "") -> Signature:
    """What *function* takes and is for.

    Args:
        function: with a type for each argument. A first argument ``self`` is passed over.
        name: how messages call it.

    Raises:
        UnreadableSignature: an argument that a call by name can't give, or whose type can't be read.
    """
    name = name or getattr(function, "__qualname__", "the function")
    try:
        hints = get_type_hints(function, include_extras=True)
    except (NameError, TypeError, AttributeError) as error:
        raise UnreadableSignature(
            f"{name}: its annotations can't be read ({error}); import what they name at the top of the module"
        ) from None
    description, described = read_docstring(inspect.getdoc(function) or "")
    parameters, request, secrets = [], None, False
    for position, taken in enumerate(inspect.signature(function).parameters.values()):
        annotation = hints.get(taken.name, taken.empty)
        if position == 0 and taken.name == "self":
            continue
        if taken.name == "secrets":
            secrets = True
            continue
        if taken.name == "request_info" or annotation is RequestInformation:
            request = taken.name
            continue
        if taken.kind in (taken.VAR_POSITIONAL, taken.VAR_KEYWORD, taken.POSITIONAL_ONLY):
            raise UnreadableSignature(f"{name}: '{taken}' can't be told to anybody; write each argument with its name")
        if annotation is taken.empty:
            raise UnreadableSignature(f"{name}: '{taken.name}' has no type; write it as '{taken.name}: str'")
        parameters.append(DeclaredParameter(taken.name, annotation, taken.default, described.get(taken.name, ""), name))
    return Signature(tuple(parameters), description, request, secrets, _answer_schema(hints.get("return")))


_SECTION = re.compile(
    r"^(args|arguments|parameters|params|returns?|raises|yields|examples?|notes?|attributes|see also|warnings?):?$",
    re.IGNORECASE,
)
_ARGUMENT = re.compile(r"^\*{0,2}(\w+)\s*(?:\([^)]*\))?\s*:\s*(.*)$")
_FIELD = re.compile(r"^:(?:param|parameter|arg)\s+(?:[^:]*\s)?(\w+)\s*:\s*(.*)$")


def read_docstring(text: str) -> tuple[str, dict[str, str]]:
    """A docstring in Google's form, or with ``:param x:`` fields.

    Returns:
        What stands before the first section as one paragraph, and argument → what is said of it.
    """
    said: list[str] = []
    arguments: dict[str, list[str]] = {}
    section, current, indent = "", None, 0
    for line in inspect.cleandoc(text).splitlines():
        stripped, depth = line.strip(), len(line) - len(line.lstrip())
        field = _FIELD.match(stripped)
        if depth == 0 and (_SECTION.match(stripped) and (stripped.endswith(":") or not said)):
            section, current = stripped.rstrip(":").lower(), None
        elif field is not None or (depth == 0 and stripped.startswith(":") and stripped.count(":") > 1):
            section = "fields"
            current = arguments.setdefault(field[1], [field[2]]) if field else None
        elif not section:
            said.append(stripped)
        elif section == "fields":
            if current is not None and depth:
                current.append(stripped)
        elif section in ("args", "arguments", "parameters", "params") and stripped:
            indent = indent or depth
            started = _ARGUMENT.match(stripped) if depth == indent else None
            if started:
                current = arguments.setdefault(started[1], [started[2]])
            elif current is not None:
                current.append(stripped)
    return " ".join(" ".join(said).split()), {name: " ".join(" ".join(t).split()) for name, t in arguments.items()}


def _taken_apart(annotation: Any) -> tuple[Any, list[Any], bool]:
    """``Annotated[int | None, …]`` → int, what stands beside it, and whether None will do."""
    if get_origin(annotation) is Annotated:
        inner, *notes = get_args(annotation)
        inner, more, nullable = _taken_apart(inner)
        return inner, [*more, *notes], nullable
    if get_origin(annotation) in (Union, UnionType):
        members = [member for member in get_args(annotation) if member is not NoneType]
        if len(members) < len(get_args(annotation)):
            inner, notes, _ = _taken_apart(Union[tuple(members)])  # noqa: UP007 - made of values
            return inner, notes, True
    return annotation, [], False


def _inlined(schema: Mapping[str, Any]) -> dict[str, Any]:
    """A schema without ``$defs``, which can only stand at the top of one. A model that holds itself ends in an object
    of any kind."""
    definitions = schema.get("$defs", {})

    def put_in(part: Any, depth: int) -> Any:
        if isinstance(part, list):
            return [put_in(item, depth) for item in part]
        if not isinstance(part, dict):
            return part
        if "$ref" in part:
            found = definitions.get(str(part["$ref"]).rpartition("/")[2])
            beside = {key: value for key, value in part.items() if key not in ("$ref", "$defs")}
            return {**(put_in(found, depth + 1) if found and depth < _MAX_DEPTH else {"type": "object"}), **beside}
        kept = {key: put_in(value, depth) for key, value in part.items() if key != "$defs"}
        if isinstance(kept.get("title"), str):
            del kept["title"]  # pydantic's, made of the name; a member called so is no text
        return kept

    return put_in(dict(schema), 0)


def _param_type(schema: Mapping[str, Any]) -> str:
    kind = _type_name(schema)
    if kind != "list":
        return kind
    items = schema.get("items")
    item = _type_name(items) if isinstance(items, Mapping) and items else ""
    return f"array<{item}>" if item in _ITEM_TYPES else "list"


def _type_name(schema: Mapping[str, Any]) -> str:
    if "enum" in schema and "type" not in schema:
        return "string"
    if schema.get("type") == "string":
        return _FORMATS.get(str(schema.get("format")), "string")
    if "anyOf" in schema:  # Decimal is a number or a text
        return "float" if any(branch.get("type") == "number" for branch in schema["anyOf"]) else "string"
    if "const" in schema and "type" not in schema:
        return "string"
    return _PARAM_TYPES.get(str(schema.get("type", "object")), "string")


def _enum_values(schema: Mapping[str, Any]) -> list[str] | None:
    items = schema.get("items")
    for place in (schema, items if isinstance(items, Mapping) else {}):
        if "const" in place:
            return [str(place["const"])]
        if "enum" in place:
            return [str(value) for value in place["enum"]]
    return None


def _described(schema: dict[str, Any], param: DeclaredParameter) -> dict[str, Any]:
    """The schema that is shown. A date key is no date yet, so the time types are texts there, as in every command."""
    dropped = {"description", "default"} | ({"format", "anyOf"} if "anyOf" in schema or _is_time(param) else set())
    shown = {key: value for key, value in schema.items() if key not in dropped}
    extras = {"_role": param.role, "_free_text": param.free_text, "default": param.default_value}
    return {**shown, **{key: value for key, value in extras.items() if value not in ("", False, None)}}


def _is_date_key(value: Any) -> bool:
    return isinstance(value, str) and value in KNOWN_DATE_KEYS


def _is_time(param: DeclaredParameter) -> bool:
    return param.param_type in _FORMATS.values()


def _number(schema: Mapping[str, Any], *names: str) -> float | None:
    for place in (schema, *schema.get("anyOf", ())):
        for name in names:
            value = place.get(name)
            if isinstance(value, int | float) and not isinstance(value, bool):
                return float(value)
    return None


def _answer_schema(annotation: Any) -> dict[str, Any] | None:
    from pydantic import BaseModel, TypeAdapter
    from pydantic.errors import PydanticSchemaGenerationError, PydanticUserError

    described = isinstance(annotation, type) and (
        issubclass(annotation, BaseModel)
        or hasattr(annotation, "__dataclass_fields__")
        or hasattr(annotation, "__total__")
    )
    if not described or issubclass(annotation, CommandResponse):
        return None
    try:
        return _inlined(TypeAdapter(annotation).json_schema(mode="serialization"))
    except (PydanticUserError, PydanticSchemaGenerationError):
        return None  # what it returns is described to nobody then; it can be returned all the same


def _plain(value: Any) -> Any:
    from pydantic_core import to_jsonable_python

    return to_jsonable_python(value, fallback=str)
