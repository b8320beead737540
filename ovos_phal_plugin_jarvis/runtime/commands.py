"""The Jarvis commands of this machine as one toolbox, and the toolboxes that stand in a file of theirs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from importlib.metadata import EntryPoint
from typing import Any

from ovos_phal_plugin_jarvis.commands.devices.house import House
from ovos_phal_plugin_jarvis.commands.devices.tools import TOOLBOX_ID as DEVICES_TOOLBOX
from ovos_phal_plugin_jarvis.commands.devices.tools import ControlDevice, GetDeviceState
from ovos_phal_plugin_jarvis.commands.loading.finder import ENTRY_POINT_GROUP, find_commands
from ovos_phal_plugin_jarvis.commands.loading.found import FoundCommands
from ovos_phal_plugin_jarvis.commands.loading.imports import InstalledImports
from ovos_phal_plugin_jarvis.config import COMMANDS_TOOLBOX, CommandsConfig
from ovos_phal_plugin_jarvis.foreign_text import text_of
from ovos_phal_plugin_jarvis.tools.building import BuiltToolBox, build_toolbox, close_late
from ovos_phal_plugin_jarvis.tools.command_host import CommandHost
from ovos_phal_plugin_jarvis.tools.command_toolbox import CommandToolBox, put_on_host
from ovos_phal_plugin_jarvis.tools.execution.deadline import ForeignCalls, ForeignFailure
from ovos_phal_plugin_jarvis.tools.hosted_bus import HostedBus
from ovos_phal_plugin_jarvis.tools.packages import Origin, forget_changed, installed_entry_points, origins
from ovos_phal_plugin_jarvis.tools.sources import BUILD_ATTEMPTS, Harvest


class CommandSource:
    """Finds commands in folders and among installed packages, anew at each load."""

    def __init__(
        self,
        config: CommandsConfig,
        host: CommandHost,
        with_installed: bool = True,
        toolboxes: Mapping[str, Mapping[str, Any]] | None = None,
        records: Any = None,
    ) -> None:
        """
        Args:
            config: where to look and what to leave out.
            host: what the commands run on.
            with_installed: also those that installed packages declare under ``jarvis.command``.
            toolboxes: name → configuration, of the toolboxes that stand in files.
            records: where devices are kept that were found; None keeps none.
        """
        self._records = records
        self._toolboxes = toolboxes or {}
        self._points: tuple[EntryPoint, ...] = ()
        self._origins: dict[str, Origin] = {}
        self._config = config
        self._host = host
        self._with_installed = with_installed
        self.found: FoundCommands | None = None
        """What the last load found."""
        self._open: Callable[[], None] | None = None
        """What was found without a command, so that no toolbox closes it."""

    @property
    def loaded(self) -> list[Any]:
        """The commands that the last load found."""
        return [loaded.command for loaded in self.found.commands] if self.found else []

    def harvest(self, bus: Any, foreign: ForeignCalls) -> Harvest:
        points = installed_entry_points(ENTRY_POINT_GROUP) if self._with_installed else ()
        self._forget_changed(points)

        def find() -> tuple[FoundCommands, CommandToolBox]:
            found = find_commands(self._config, points)
            # Built without the bus, so that it does not bind itself to the host topics, which the service answers.
            return found, CommandToolBox(COMMANDS_TOOLBOX, [loaded.command for loaded in found.commands])

        try:
            found, toolbox = foreign.run(
                COMMANDS_TOOLBOX, find, discard=lambda late: late[0].close(), attempts=BUILD_ATTEMPTS
            )
        except ForeignFailure as error:
            # What was found before is closed when the new snapshot is swapped in, so it must not be told of.
            self.found = None
            return Harvest(failed={COMMANDS_TOOLBOX: f"loading the commands: {text_of(error)}"})
        self.found = found
        before, self._open = self._open, None
        if before is not None:
            before()
        harvest = Harvest(failed=dict(found.failed))
        self._devices(found, bus, foreign, harvest)
        close = _AfterAll(found.close, 1 + len(found.toolboxes))
        for name, cls in found.toolboxes.items():
            self._build(name, cls, bus, foreign, harvest, close)
        if not found.commands:
            # Agents and device protocols are in it all the same.
            self._open = close
            return harvest
        toolbox.bus = bus
        toolbox.host = self._host
        harvest.built[COMMANDS_TOOLBOX] = BuiltToolBox(toolbox, close)
        return harvest

    def _devices(self, found: FoundCommands, bus: Any, foreign: ForeignCalls, harvest: Harvest) -> None:
        """The toolbox of the devices, where a package brings a protocol."""
        if not found.protocols:
            return
        house = House(found.protocols, self._records)

        def build() -> CommandToolBox:  # asks the protocols what their devices do
            return CommandToolBox(DEVICES_TOOLBOX, [ControlDevice(house), GetDeviceState(house)])

        try:
            toolbox = foreign.run(DEVICES_TOOLBOX, build, attempts=BUILD_ATTEMPTS)
        except ForeignFailure as error:
            house.close()
            harvest.failed[DEVICES_TOOLBOX] = f"asking the device protocols failed: {text_of(error)}"
            return
        toolbox.bus, toolbox.host = bus, self._host
        harvest.built[DEVICES_TOOLBOX] = BuiltToolBox(toolbox, house.close)
        if bus is not None:
            house.look()  # a service knows them before it is asked

    def close(self) -> None:
        """Let go of what no toolbox does."""
        if self._open is not None:
            self._open()

    def _forget_changed(self, points: tuple[EntryPoint, ...]) -> None:
        """Have packages that pip has changed since the last load imported anew."""
        if points is self._points:
            return
        named = {point.name: point for point in points}
        now, before = origins(named), self._origins
        for point in self._points:
            origin = before.get(point.name)
            if origin is not None and now.get(point.name) != origin:
                InstalledImports.forget(point.module.partition(".")[0])
        forget_changed(before, now)
        self._points, self._origins = points, now

    def _build(
        self, name: str, cls: type, bus: Any, foreign: ForeignCalls, harvest: Harvest, close: Callable[[], None]
    ) -> None:
        """Build the toolbox of a file, as one that a package declares."""
        hosted = HostedBus(bus) if bus is not None else None
        build = partial(build_toolbox, name, cls, self._toolboxes.get(name, {}), bus, hosted)
        try:
            box = foreign.run(name, build, discard=close_late, attempts=BUILD_ATTEMPTS)
        except ForeignFailure as error:
            if hosted is not None:
                hosted.release()
            close()
            harvest.failed[name] = f"building it failed: {text_of(error)}"
            return
        put_on_host(box.toolbox, self._host)

        def close_box() -> None:
            try:
                box.close()
            finally:
                close()

        harvest.built[name] = BuiltToolBox(box.toolbox, close_box, box.release)


class _AfterAll:
    """Calls a function once it has been called so many times itself."""

    def __init__(self, function: Callable[[], None], times: int) -> None:
        self._function = function
        self._left = times

    def __call__(self) -> None:
        self._left -= 1
        if self._left == 0:
            self._function()
