"""What stands behind the modules of a node: put in by whoever wires the rooms, asked for when a package calls."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


class ServiceMissing(RuntimeError):
    """A service of the node that nothing serves here. The message says what would."""


def _nothing() -> Any:
    return None


@dataclass(frozen=True)
class Node:
    """Looks up what is loaded now; each may answer None."""

    timers: Callable[[], Any] = _nothing
    """The ``TimerService`` of the everyday toolbox."""
    reminders: Callable[[], Any] = _nothing
    """The ``ReminderService`` of the everyday toolbox."""
    alerts: Callable[[], Any] = _nothing
    """The queue of alerts."""
    ask_model: Callable[[str, str | None], str | None] = lambda prompt, system: None
    """``(prompt, system)`` → what the configured model says; None where there is none, or it said nothing."""
    remember: Callable[[list[dict[str, Any]]], dict[str, int]] | None = None
    """Keeps memories for prompts; gives the counts ``injected`` and ``updated``."""


_lock = threading.Lock()
_node = Node()


def set_node(node: Node | None) -> None:
    """Put *node* behind the modules; None takes away what is there."""
    global _node
    with _lock:
        _node = node or Node()


def get_node() -> Node:
    """What is behind the modules now."""
    return _node


def wanted(service: Any, called: str) -> Any:
    """*service*, which a package has asked for.

    Raises:
        ServiceMissing: there is none.
    """
    if service is None:
        raise ServiceMissing(
            f"this device has no {called}: the everyday toolbox (ovos-toolbox-everyday) keeps them, and it is not "
            "loaded in this process; enable it under toolboxes, without isolation"
        )
    return service
