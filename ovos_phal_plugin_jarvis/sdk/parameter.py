"""Parameters of a command: what an utterance is searched for and what a model may fill in."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from datetime import date, datetime, time, timedelta
from typing import Any

from ovos_phal_plugin_jarvis.sdk.iso import is_iso_date, is_iso_datetime, is_iso_duration, is_iso_time

_PYTHON_TYPES: dict[str, type] = {
    "string": str,
    "str": str,
    "int": int,
    "integer": int,
    "float": float,
    "bool": bool,
    "boolean": bool,
    "list": list,
    "array": list,
    "dict": dict,
    "datetime": datetime,
    "date": date,
    "time": time,
    "timedelta": timedelta,
}
_ISO_CHECKS: dict[type, Callable[[str], bool]] = {
    datetime: is_iso_datetime,
    date: is_iso_date,
    time: is_iso_time,
    timedelta: is_iso_duration,
}
_TIME_TYPES = ("datetime", "date", "time", "timedelta")

ALLOWED_PARAM_TYPES: tuple[str, ...] = (
    *_PYTHON_TYPES,
    *(f"array<{item}>" for item in ("string", "int", "float", "bool", *_TIME_TYPES)),
    *(f"array[{item}]" for item in _TIME_TYPES),
    *(f"{item}[]" for item in _TIME_TYPES),
)
"""Every type that :class:`JarvisParameter` accepts."""


def array_item_type(param_type: str) -> str | None:
    """The item type of ``array<T>``, ``array[T]`` or ``T[]``; None for any other type, plain ``array``
    included."""
    spelled = param_type.strip()
    if spelled.startswith(("array<", "array[")) and spelled.endswith((">", "]")):
        return spelled[len("array<") : -1]
    if spelled.endswith("[]"):
        return spelled[:-2]
    return None


class IJarvisParameter(ABC):
    """What every parameter answers. Authors use :class:`JarvisParameter`; subclass this for a parameter whose
    allowed values change while the device runs."""

    @property
    @abstractmethod
    def name(self) -> str:
        """The keyword that ``run`` receives it under."""

    @property
    @abstractmethod
    def param_type(self) -> str:
        """One of :data:`ALLOWED_PARAM_TYPES`."""

    @property
    @abstractmethod
    def description(self) -> str | None:
        """What it means, for a model."""

    @property
    def required(self) -> bool:
        """Whether a call without it is refused. True unless overridden."""
        return True

    @property
    def default_value(self) -> Any:
        """Reported in schemas; ``run`` applies it."""
        return None

    @property
    def enum_values(self) -> list[str] | None:
        """The allowed values, always strings, or None where any value of the type will do."""
        return None

    @property
    def options_source(self) -> str | None:
        """Where a host finds the values that may be chosen right now, such as ``devices:light``."""
        return None

    @property
    def refinable(self) -> bool:
        """Whether a follow-up such as "make it louder" may change it in the last call."""
        return False

    @property
    def validation_function(self) -> Callable[[Any], bool] | None:
        """A last check of the value, after its type and the allowed values; True accepts."""
        return None

    @property
    def validation_error_message(self) -> str:
        """Said where :attr:`validation_function` refuses."""
        return f"Invalid value for parameter '{self.name}'"

    def validate(self, value: Any) -> tuple[bool, str | None]:
        """Whether *value* may be passed to ``run``.

        Returns:
            ``(True, None)``, or ``(False, reason)``. Type first, then :attr:`enum_values`, then
            :attr:`validation_function`.
        """
        if not self._validate_type(value):
            return False, f"Parameter '{self.name}' must be of type {self.param_type}"
        if self.enum_values and value is not None:
            for item in value if isinstance(value, list) else [value]:
                if str(item) not in self.enum_values:
                    allowed = ", ".join(self.enum_values)
                    return False, f"Invalid value '{item}' for '{self.name}'. Must be one of: {allowed}"
        if self.validation_function is not None and not self.validation_function(value):
            return False, self.validation_error_message
        return True, None

    def _validate_type(self, value: Any) -> bool:
        if value is None:
            return not self.required
        if array_item_type(self.param_type) is not None:
            return isinstance(value, list)
        expected = _PYTHON_TYPES.get(self.param_type)
        if expected is None:
            return True  # a type of a newer SDK: the command knows, we do not
        if expected in (int, float) and isinstance(value, bool):
            return False
        if expected is float:
            return isinstance(value, (int, float))
        if expected in _ISO_CHECKS and isinstance(value, str):
            # Calls arrive as JSON, where the time types are strings.
            return _ISO_CHECKS[expected](value)
        return isinstance(value, expected)

    def to_dict(self) -> dict[str, Any]:
        """The parameter as ``get_command_schema`` lists it; ``refinable`` only where it is set."""
        described: dict[str, Any] = {
            "name": self.name,
            "type": self.param_type,
            "description": self.description,
            "required": self.required,
            "default_value": self.default_value,
            "enum_values": self.enum_values,
            "options_source": self.options_source,
        }
        if self.refinable:
            described["refinable"] = True
        return described


class JarvisParameter(IJarvisParameter):
    """A parameter that is fully described when it is made.

    Args:
        name: the keyword that ``run`` receives it under.
        param_type: one of :data:`ALLOWED_PARAM_TYPES`.
        required: whether a call without it is refused.
        description: what it means, for a model.
        default: reported as ``default_value``; ``run`` applies it.
        enum_values: the allowed values, as strings.
        refinable: a follow-up such as "make it louder" may change it in the last call.
        options_source: where a host finds the values that may be chosen right now.

    Raises:
        ValueError: for a type that is not allowed; the message lists those that are.
    """

    def __init__(
        self,
        name: str,
        param_type: str,
        required: bool = False,
        description: str | None = None,
        default: Any = None,
        enum_values: list[str] | None = None,
        refinable: bool = False,
        options_source: str | None = None,
    ) -> None:
        if param_type not in ALLOWED_PARAM_TYPES:
            raise ValueError(
                f"Parameter type '{param_type}' of '{name}' is not allowed. "
                f"Allowed types: {', '.join(sorted(ALLOWED_PARAM_TYPES))}"
            )
        self._name = name
        self._param_type = param_type
        self._required = required
        self._description = description
        self._default = default
        self._enum_values = enum_values
        self._refinable = refinable
        self._options_source = options_source

    def __repr__(self) -> str:
        return f"JarvisParameter({self._name!r}, {self._param_type!r}, required={self._required!r})"

    @property
    def name(self) -> str:
        return self._name

    @property
    def param_type(self) -> str:
        return self._param_type

    @property
    def description(self) -> str | None:
        return self._description

    @property
    def required(self) -> bool:
        return self._required

    @property
    def default_value(self) -> Any:
        return self._default

    @property
    def enum_values(self) -> list[str] | None:
        return self._enum_values

    @property
    def options_source(self) -> str | None:
        return self._options_source

    @property
    def refinable(self) -> bool:
        return self._refinable
