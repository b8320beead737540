"""Where toolboxes come from. A source builds fresh ones at each load and says which could not be built."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from importlib.metadata import EntryPoint
from typing import Any, Protocol

from ovos_plugin_manager import persona
from ovos_plugin_manager.templates.agent_tools import ToolBox
from ovos_utils.log import LOG

from ovos_phal_plugin_jarvis.config import JarvisConfig
from ovos_phal_plugin_jarvis.foreign_text import repr_of, text_of
from ovos_phal_plugin_jarvis.tools.command_host import CommandHost
from ovos_phal_plugin_jarvis.tools.command_toolbox import put_on_host
from ovos_phal_plugin_jarvis.tools.execution.deadline import ForeignCalls, ForeignFailure
from ovos_phal_plugin_jarvis.tools.hosted_bus import HostedBus
from ovos_phal_plugin_jarvis.tools.packages import (
    Origin,
    forget_changed,
    origins,
    see_new_packages,
    toolbox_entry_points,
)

BUILD_ATTEMPTS = 3
"""Constructors of one toolbox that may hang at one time: what hung in one load, the network being down, is tried again
in the next."""


@dataclass(frozen=True, eq=False)
class BuiltToolBox:
    """A toolbox that was built, and what has to be done when it is no longer served."""

    toolbox: ToolBox
    close: Callable[[], None]
    """Frees what the toolbox holds. Foreign code: it may raise, or hang."""
    release: Callable[[], None] = lambda: None
    """Removes what the toolbox has left on the bus. Our own: it returns at once. Comes after ``close``."""


@dataclass
class Harvest:
    """What a source found."""

    built: dict[str, BuiltToolBox] = field(default_factory=dict)
    """The name it was found under → the toolbox."""
    failed: dict[str, str] = field(default_factory=dict)
    """The name it was found under → why there is no toolbox."""


class ToolBoxSource(Protocol):
    """Builds toolboxes."""

    def harvest(self, bus: Any, foreign: ForeignCalls) -> Harvest:
        """Look for toolboxes now and build them. Never raises.

        Args:
            bus: what they are built on; None where there is no bus.
            foreign: runs whatever is not our own code.
        """


_FIND = persona.find_toolbox_plugins


def _opm_finds() -> bool:
    return persona.find_toolbox_plugins is _FIND


class EntryPointSource:
    """The toolboxes that installed packages declare under ``opm.agents.toolbox``."""

    def __init__(self, config: JarvisConfig, host: CommandHost | None = None) -> None:
        """
        Args:
            config: which toolboxes are disabled, and what each is built with.
            host: what toolboxes of Jarvis commands run on.
        """
        self._config = config
        self._host = host or CommandHost()
        self._origins: dict[str, Origin] = {}
        self._points: dict[str, EntryPoint] | None = None
        self._found: dict[str, Any] = {}

    def harvest(self, bus: Any, foreign: ForeignCalls) -> Harvest:
        points = toolbox_entry_points()
        changed = points is not self._points
        if changed:
            see_new_packages()
            points = toolbox_entry_points()
            now = origins(points)
            forget_changed(self._origins, now)
            self._origins, self._points = now, points

        harvest = Harvest()
        self._found = self._find(points, foreign, harvest, {} if changed else self._found)
        for name, cls in self._found.items():
            if self._disabled(name):
                continue
            hosted = HostedBus(bus) if bus is not None else None
            try:
                box = foreign.run(
                    name,
                    partial(_build, name, cls, self._config.toolbox(name), bus, hosted),
                    discard=_close_late,
                    attempts=BUILD_ATTEMPTS,
                )
            except ForeignFailure as error:
                if hosted is not None:
                    hosted.release()
                harvest.failed[name] = f"building it failed: {text_of(error)}"
                continue
            put_on_host(box.toolbox, self._host)
            harvest.built[name] = box
        return harvest

    def _find(
        self, points: Mapping[str, EntryPoint], foreign: ForeignCalls, harvest: Harvest, before: Mapping[str, Any]
    ) -> dict[str, Any]:
        """What OPM finds; where one import ends or hangs OPM's search, what is found entry point by entry point.

        What was found *before* need not be looked for again: nothing was installed since.
        """
        if before and all(name in before or self._disabled(name) for name in points) and _opm_finds():
            return dict(before)
        found: dict[str, Any] = {}
        one_by_one = False
        try:
            # Looked up on the module at each call, so that another finder can be put in its place.
            found.update(foreign.run("all toolboxes", lambda: persona.find_toolbox_plugins()))
        except ForeignFailure as error:
            LOG.warning(f"looking for toolboxes: {text_of(error)}; each is looked for alone")
            one_by_one = True
        for name, point in points.items():
            if name in found or self._disabled(name):
                continue
            # OPM has logged the failure and forgotten its reason.
            try:
                loaded = foreign.run(f"import of {name}", point.load)
            except ForeignFailure as error:
                harvest.failed[name] = f"import failed: {text_of(error)}"
            else:
                if one_by_one:
                    found[name] = loaded
        return found

    def _disabled(self, name: str) -> bool:
        return self._config.toolbox(name).get("enabled", True) is False


def _build(name: str, cls: Any, config: Mapping[str, Any], bus: Any, hosted: HostedBus | None) -> BuiltToolBox:
    if not inspect.isclass(cls):
        raise TypeError(f"the entry point names {repr_of(cls)}, not a ToolBox class")
    offered = {"config": dict(config), "bus": hosted, "toolbox_id": name}
    toolbox: Any = cls(**_accepted(cls, offered))
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


def _close_late(box: BuiltToolBox) -> None:
    try:
        box.close()
    finally:
        box.release()


def _accepted(cls: type, offered: Mapping[str, Any]) -> dict[str, Any]:
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
