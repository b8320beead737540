"""One toolbox, built from its class: with those arguments that its constructor takes, and off the host topics."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from ovos_plugin_manager.templates.agent_tools import ToolBox

from ovos_phal_plugin_jarvis.foreign_text import repr_of
from ovos_phal_plugin_jarvis.tools.hosted_bus import HostedBus


@dataclass(frozen=True, eq=False)
class BuiltToolBox:
    """A toolbox that was built, and what has to be done when it is no longer served."""

    toolbox: ToolBox
    close: Callable[[], None]
    """Frees what the toolbox holds. Foreign code: it may raise, or hang."""
    release: Callable[[], None] = lambda: None
    """Removes what the toolbox has left on the bus. Our own: it returns at once. Comes after ``close``."""


def build_toolbox(name: str, cls: Any, config: Mapping[str, Any], bus: Any, hosted: HostedBus | None) -> BuiltToolBox:
    """Call the constructor of a toolbox.

    Args:
        name: the entry point's.
        cls: what it names.
        config: the toolbox's configuration.
        bus: the messagebus client that the toolbox keeps; None where there is none.
        hosted: the same, as the toolbox sees it while it is built.

    Raises:
        TypeError: *cls* is no class.
        BaseException: whatever the constructor raises.
    """
    if not inspect.isclass(cls):
        raise TypeError(f"the entry point names {repr_of(cls)}, not a ToolBox class")
    offered = {"config": dict(config), "bus": hosted, "toolbox_id": name}
    toolbox: Any = cls(**accepted(cls, offered))
    # From here on the real bus: it is the toolbox's own, and only binding had to be kept from it.
    if bus is not None and getattr(toolbox, "bus", None) in (None, hosted):
        toolbox.bus = bus

    def close() -> None:
        shutdown = getattr(toolbox, "shutdown", None)
        if callable(shutdown):
            shutdown()
        # unbind() removes handlers that were never passed on; this bus lets that pass in silence.
        toolbox.bus = hosted
        unbind = getattr(toolbox, "unbind", None)
        if hosted is not None and callable(unbind):
            unbind()

    return BuiltToolBox(toolbox, close, hosted.release if hosted is not None else lambda: None)


def close_late(box: BuiltToolBox) -> None:
    """Close a toolbox that was built when nobody waited for it any more."""
    try:
        box.close()
    finally:
        box.release()


def accepted(cls: type, offered: Mapping[str, Any]) -> dict[str, Any]:
    """Those of the arguments that the constructor takes by name.

    ``toolbox_id`` is handed over only to a class that can't be built without it: others know their own.
    """
    parameters = inspect.signature(cls).parameters
    takes_any = any(p.kind is p.VAR_KEYWORD for p in parameters.values())
    accepted = {}
    for name, value in offered.items():
        parameter = parameters.get(name)
        if parameter is None:
            if takes_any and name != "toolbox_id":
                accepted[name] = value
        elif parameter.kind is not parameter.POSITIONAL_ONLY and (
            name != "toolbox_id" or parameter.default is parameter.empty
        ):
            accepted[name] = value
    return accepted
