"""The Jarvis commands of this machine as one toolbox."""

from __future__ import annotations

from typing import Any

from ovos_phal_plugin_jarvis.commands.loading.finder import ENTRY_POINT_GROUP, find_commands
from ovos_phal_plugin_jarvis.commands.loading.found import FoundCommands
from ovos_phal_plugin_jarvis.config import COMMANDS_TOOLBOX, CommandsConfig
from ovos_phal_plugin_jarvis.foreign_text import text_of
from ovos_phal_plugin_jarvis.tools.command_host import CommandHost
from ovos_phal_plugin_jarvis.tools.command_toolbox import CommandToolBox
from ovos_phal_plugin_jarvis.tools.execution.deadline import ForeignCalls, ForeignFailure
from ovos_phal_plugin_jarvis.tools.packages import installed_entry_points
from ovos_phal_plugin_jarvis.tools.sources import BUILD_ATTEMPTS, BuiltToolBox, Harvest


class CommandSource:
    """Finds commands in folders and among installed packages, anew at each load."""

    def __init__(self, config: CommandsConfig, host: CommandHost, with_installed: bool = True) -> None:
        """
        Args:
            config: where to look and what to leave out.
            host: what the commands run on.
            with_installed: also those that installed packages declare under ``jarvis.command``.
        """
        self._config = config
        self._host = host
        self._with_installed = with_installed
        self.found: FoundCommands | None = None
        """What the last load found."""
        self._open: FoundCommands | None = None
        """What was found without a command, so that no toolbox closes it."""

    @property
    def loaded(self) -> list[Any]:
        """The commands that the last load found."""
        return [loaded.command for loaded in self.found.commands] if self.found else []

    def harvest(self, bus: Any, foreign: ForeignCalls) -> Harvest:
        def find() -> tuple[FoundCommands, CommandToolBox]:
            found = find_commands(
                self._config, installed_entry_points(ENTRY_POINT_GROUP) if self._with_installed else ()
            )
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
            before.close()
        harvest = Harvest(failed=dict(found.failed))
        if not found.commands:
            # Agents and device protocols are in it all the same.
            self._open = found
            return harvest
        toolbox.bus = bus
        toolbox.host = self._host
        harvest.built[COMMANDS_TOOLBOX] = BuiltToolBox(toolbox, found.close)
        return harvest

    def close(self) -> None:
        """Let go of what no toolbox does."""
        if self._open is not None:
            self._open.close()
