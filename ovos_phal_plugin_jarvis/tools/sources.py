"""Where toolboxes come from. A source builds fresh ones at each load and says which could not be built."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from importlib.metadata import EntryPoint
from typing import Any, Protocol

from ovos_plugin_manager import persona
from ovos_utils.log import LOG

from ovos_phal_plugin_jarvis.config import COMMANDS_TOOLBOX, ConfigError, JarvisConfig
from ovos_phal_plugin_jarvis.foreign_text import text_of
from ovos_phal_plugin_jarvis.tools.building import BuiltToolBox, build_toolbox, close_late
from ovos_phal_plugin_jarvis.tools.command_host import CommandHost
from ovos_phal_plugin_jarvis.tools.command_toolbox import put_on_host
from ovos_phal_plugin_jarvis.tools.execution.deadline import ForeignCalls, ForeignFailure
from ovos_phal_plugin_jarvis.tools.execution.isolation.toolbox import IsolatedToolBox
from ovos_phal_plugin_jarvis.tools.hosted_bus import HostedBus, bus_address
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

FOR_AGENTS = "ovos-jarvis-tools"
"""The toolbox that stands for this service in the processes of agents: it would list, in the service, its own tools."""


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
        # Their processes start while the others are imported and built.
        isolated = self._start_isolated(points, bus, foreign, harvest)
        here = {name: point for name, point in points.items() if name not in {*isolated, *harvest.failed}}
        self._found = self._find(here, here == points, foreign, harvest, {} if changed else self._found)
        for name, cls in self._found.items():
            if self._disabled(name):
                continue
            hosted = HostedBus(bus) if bus is not None else None
            try:
                box = foreign.run(
                    name,
                    partial(build_toolbox, name, cls, self._config.toolbox(name), bus, hosted),
                    discard=close_late,
                    attempts=BUILD_ATTEMPTS,
                )
            except ForeignFailure as error:
                if hosted is not None:
                    hosted.release()
                harvest.failed[name] = f"building it failed: {text_of(error)}"
                continue
            put_on_host(box.toolbox, self._host)
            harvest.built[name] = box
        for name, process in isolated.items():
            try:
                process.wait_ready()
            except ForeignFailure as error:
                process.shutdown()
                harvest.failed[name] = f"building it failed: {text_of(error)}"
            else:
                harvest.built[name] = BuiltToolBox(process, process.shutdown)
        self._insist_on_isolation(points, foreign, harvest)
        harvest.built = {name: harvest.built[name] for name in {**points, **harvest.built} if name in harvest.built}
        return harvest

    def _start_isolated(
        self, points: Mapping[str, EntryPoint], bus: Any, foreign: ForeignCalls, harvest: Harvest
    ) -> dict[str, IsolatedToolBox]:
        """Start the process of each toolbox that is to have one; one that can't have it is left out."""
        started = {}
        for name, point in points.items():
            if self._disabled(name):
                continue
            try:
                limits = self._config.isolation(name)
                if limits is not None:
                    started[name] = IsolatedToolBox(
                        name,
                        point.value,
                        self._config.toolbox(name),
                        limits,
                        bus=bus_address(bus),
                        start_timeout=foreign.seconds,
                    )
            except (ConfigError, ForeignFailure) as error:
                harvest.failed[name] = text_of(error)
        return started

    def _insist_on_isolation(self, points: Mapping[str, EntryPoint], foreign: ForeignCalls, harvest: Harvest) -> None:
        """Leave out what was to be isolated and would not be, because the configuration calls it by another name."""
        wanted = {name for name, settings in self._config.toolboxes.items() if settings.get("isolation") is not None}
        for name, box in list(harvest.built.items()):
            toolbox_id = getattr(box.toolbox, "toolbox_id", None)
            if name not in wanted and toolbox_id in wanted:
                wanted.remove(toolbox_id)
                del harvest.built[name]
                harvest.failed[name] = (
                    f"toolboxes.{toolbox_id}.isolation is set, but settings go by the name of the entry point: "
                    f"write toolboxes.{name}.isolation"
                )
                try:
                    foreign.run(f"{name} shutdown", partial(close_late, box))
                except ForeignFailure as error:
                    LOG.warning(f"toolbox '{name}' failed to shut down: {text_of(error)}")
        for name in wanted - points.keys() - {COMMANDS_TOOLBOX}:
            if not self._disabled(name):
                harvest.failed[name] = "it is to be isolated, but no installed package has a toolbox of that name"

    def _find(
        self,
        here: Mapping[str, EntryPoint],
        is_all: bool,
        foreign: ForeignCalls,
        harvest: Harvest,
        before: Mapping[str, Any],
    ) -> dict[str, Any]:
        """What OPM finds; where one import ends or hangs OPM's search, what is found entry point by entry point.

        Args:
            here: the entry points whose packages may be imported in this process.
            is_all: whether these are all that there are: OPM imports every one.
            foreign: runs the imports.
            harvest: gets what fails.
            before: what was found before, and need not be looked for again, as nothing was installed since.
        """
        if before and all(name in before or self._disabled(name) for name in here) and _opm_finds():
            return {name: found for name, found in before.items() if is_all or name in here}
        found: dict[str, Any] = {}
        one_by_one = not is_all
        if is_all:
            try:
                # Looked up on the module at each call, so that another finder can be put in its place.
                found.update(foreign.run("all toolboxes", lambda: persona.find_toolbox_plugins()))
            except ForeignFailure as error:
                LOG.warning(f"looking for toolboxes: {text_of(error)}; each is looked for alone")
                one_by_one = True
        for name, point in here.items():
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
        return name == FOR_AGENTS or self._config.toolbox(name).get("enabled", True) is False
