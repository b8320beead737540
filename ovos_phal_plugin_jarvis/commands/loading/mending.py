"""Members of a command that should be lists and are something else: worked around, with a word on each.

The original reads them leniently, so packages are out there that declare ``keywords`` as a method or as one text.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

from ovos_phal_plugin_jarvis.foreign_text import a_type_name

_TEXT_LISTS = frozenset({"keywords", "rules", "critical_rules", "supported_platforms"})
"""Of these, one text counts as a list of it; of the others it counts as nothing."""
_LISTS = (
    *sorted(_TEXT_LISTS),
    "parameters",
    "required_secrets",
    "all_possible_secrets",
    "required_packages",
    "antipatterns",
    "fast_path_patterns",
    "context_operations",
    "proposable_actions",
    "listening_signal_types",
)


class _CallableList(list[Any]):
    """What stands for a method that gives a list: whoever calls it, as its author does, gets the list too."""

    def __call__(self) -> _CallableList:
        return self


def mend(command: Any) -> tuple[str, ...]:
    """Make every member of *command* that should be a list one, also for the command's own code.

    Returns:
        A line on each that was mended.

    Raises:
        BaseException: whatever one of its members raises.
    """
    notes: list[str] = []
    readers: dict[str, Any] = {}
    for member in _LISTS:
        if not hasattr(type(command), member) and member not in vars(command):
            continue
        value = getattr(command, member)
        if isinstance(value, (list, tuple)):
            continue
        is_method = inspect.ismethod(value) or inspect.isfunction(value)
        given = value() if is_method else value
        readers[member] = _reader(member, type(command), is_method)
        if is_method:
            notes.append(f"{member} is a method and was called; write @property above it")
        if not isinstance(given, (list, tuple)):
            shown = "None" if given is None else a_type_name(given)
            counts = "a list of it" if member in _TEXT_LISTS and isinstance(given, str) else "empty"
            notes.append(f"{member} is {shown} and counts as {counts}; return a list")
    if readers:
        own = type(command)
        members = {**readers, "__module__": own.__module__, "__doc__": own.__doc__}
        command.__class__ = type(own.__name__, (own,), members)
    return tuple(notes)


def _reader(member: str, own: type, is_method: bool) -> property:
    def read(self: Any) -> _CallableList:
        value = vars(self)[member] if member in vars(self) else _inherited(self, own, member)
        return _as_list(value() if is_method else value, member)

    def write(self: Any, value: Any) -> None:
        vars(self)[member] = value

    return property(read, write)


def _inherited(self: Any, own: type, member: str) -> Any:
    found = inspect.getattr_static(own, member)
    get: Callable[..., Any] | None = getattr(type(found), "__get__", None)
    return found if get is None else get(found, self, own)


def _as_list(value: Any, member: str) -> _CallableList:
    if isinstance(value, (list, tuple)):
        return _CallableList(value)
    return _CallableList([value] if member in _TEXT_LISTS and isinstance(value, str) and value.strip() else [])
