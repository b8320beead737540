"""Where the toolboxes of MCP servers come from: one connection for each server, kept over reloads."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from ovos_utils.log import LOG

from ovos_phal_plugin_jarvis.foreign_text import error_text
from ovos_phal_plugin_jarvis.gateways.mcp.client.loop import Loop, LoopClosed
from ovos_phal_plugin_jarvis.gateways.mcp.client.settings import TOOLBOX, read_servers, toolbox_id
from ovos_phal_plugin_jarvis.tools.building import BuiltToolBox
from ovos_phal_plugin_jarvis.tools.errors import UnknownToolbox
from ovos_phal_plugin_jarvis.tools.execution.deadline import ForeignCalls
from ovos_phal_plugin_jarvis.tools.sources import Harvest

if TYPE_CHECKING:
    from ovos_phal_plugin_jarvis.gateways.mcp.client.connection import Connection

SERVICE_PATIENCE = 5.0
"""Seconds that the start of a service, and a reload, wait for servers at most. One that comes later is served from then
on."""


class McpSource:
    """Mounts each server of ``toolboxes.mcp.servers`` as a toolbox ``mcp-NAME``; it is also found as ``mcp:NAME``."""

    def __init__(
        self,
        section: Mapping[str, Any],
        secret: Callable[[str], str | None],
        keep: Callable[[str, str], None],
        refresh: Callable[[str], Any],
        patience: float = SERVICE_PATIENCE,
    ) -> None:
        """
        Args:
            section: ``toolboxes.mcp`` of the configuration.
            secret: the value of a secret of this device; None where none is set.
            keep: keeps one; an empty value forgets it.
            refresh: has the registry ask a toolbox again which tools it has.
            patience: seconds that a load waits for servers that have not answered.
        """
        self._section, self._secret, self._keep = section, secret, keep
        self._refresh, self._patience = refresh, patience
        self._loop = Loop()
        self._lock = threading.Lock()
        self._connections: dict[str, Connection] = {}

    def harvest(self, bus: Any, foreign: ForeignCalls) -> Harvest:
        servers, wrong = read_servers(self._section)
        harvest = Harvest(failed={_found_as(name): why for name, why in wrong.items()})
        if not servers:
            return harvest
        try:
            from ovos_phal_plugin_jarvis.gateways.mcp.client.connection import Connection
            from ovos_phal_plugin_jarvis.gateways.mcp.client.toolbox import McpToolBox
        except ImportError as error:
            why = f"the MCP SDK can't be imported ({error}): pip install 'ovos-phal-plugin-jarvis[mcp]'"
            harvest.failed.update({_found_as(name): why for name in servers})
            return harvest
        with self._lock:
            for name, settings in servers.items():
                try:
                    known = self._connections.get(name)
                    if known is None:
                        changed = partial(self._changed, toolbox_id(name))
                        made = Connection(name, settings, self._loop, self._secret, self._keep, changed)
                        self._connections[name] = made
                    elif not known.is_up:
                        known.connect_now()
                except LoopClosed as error:
                    harvest.failed[_found_as(name)] = str(error)
            connections = dict(self._connections)
        until = time.monotonic() + min(self._patience, foreign.seconds)
        for name, connection in connections.items():
            connection.wait(max(0.0, until - time.monotonic()))
            connection.users += 1
            box = McpToolBox(toolbox_id(name), connection, partial(self._let_go, connection))
            if box.listing is None:
                harvest.failed[_found_as(name)] = f"{connection.why_down}; it is tried again"
            # Served without tools meanwhile, so that it need not wait for a reload once it is there.
            harvest.built[_found_as(name)] = BuiltToolBox(box, box.shutdown)
        return harvest

    def follow(self, toolboxes: Mapping[str, Any]) -> None:
        """See to it that what a server listed while a load was under way is served; told to the registry.

        Args:
            toolboxes: toolbox id → ``LoadedToolBox``, of the snapshot that was loaded.
        """
        for connection in list(self._connections.values()):
            loaded = toolboxes.get(toolbox_id(connection.name))
            if loaded is not None and connection.listing is not getattr(loaded.toolbox, "listing", None):
                self._loop.tell(partial(self._changed, loaded.toolbox_id))

    def status(self) -> dict[str, dict[str, Any]]:
        """Server → how it is; see ``Connection.status``."""
        return {name: connection.status() for name, connection in list(self._connections.items())}

    def close(self) -> None:
        """End every connection and the threads."""
        with self._lock:
            connections, self._connections = list(self._connections.values()), {}
        for connection in connections:
            connection.end_soon()
        for connection in connections:
            connection.close()
        self._loop.close()

    def _let_go(self, connection: Connection) -> None:
        """A toolbox of *connection* is closed; the last one closes it."""
        with self._lock:
            connection.users -= 1
            if connection.users > 0 or self._connections.get(connection.name) is not connection:
                return
            del self._connections[connection.name]
        connection.close()

    def _changed(self, box: str) -> None:
        try:
            self._refresh(box)
        except UnknownToolbox:
            LOG.debug(f"the tools of '{box}' are loaded with the toolbox")
        except Exception as error:  # noqa: BLE001 - whoever listens to the registry; the thread is for the others too
            LOG.error(f"the new tools of '{box}' can't be served: {error_text(error)}")


def _found_as(name: str) -> str:
    return name if name == TOOLBOX else f"{TOOLBOX}:{name}"
