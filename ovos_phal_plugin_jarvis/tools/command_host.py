"""What a Jarvis command needs of the device that it runs on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from ovos_phal_plugin_jarvis.tools.context import InvocationContext


def _as_they_are(command: Any, arguments: dict[str, Any], context: InvocationContext) -> dict[str, Any]:
    return arguments


def _nothing(command: Any) -> None:
    return None


@dataclass(frozen=True)
class CommandHost:
    """The services behind a command, put in by whoever wires the rooms. By default there are none."""

    secrets: Callable[[Any], Mapping[str, str] | None] = _nothing
    """Command → its secrets by key; None where this device keeps none, and presence is then not checked."""
    sensitive: Callable[[Any], Iterable[str]] = lambda command: ()
    """Command → the values that it may know and nobody may hear, see or find in a log."""
    prepare_arguments: Callable[[Any, dict[str, Any], InvocationContext], dict[str, Any]] = _as_they_are
    """Turns arguments as a translator gives them into those that ``run`` expects: date keys into dates."""
    make_ready: Callable[[Any], None] = _nothing
    """Called before a command runs; raises a ``ToolError`` where something that it needs is missing."""
    home_context: Callable[[], Mapping[str, Any] | None] = lambda: None
    """What the household shares, such as ``{"location": …}``."""
