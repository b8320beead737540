"""The registry: builds snapshots from its sources and swaps them; owns the toolboxes of the current one."""
from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from ovos_utils.log import LOG

from ovos_phal_plugin_jarvis.tools.command_toolbox import CommandToolBox
from ovos_phal_plugin_jarvis.tools.describe import BrokenToolBox, load_toolbox
from ovos_phal_plugin_jarvis.tools.lifetime import Lifetimes
from ovos_phal_plugin_jarvis.tools.snapshot import Difference, LoadedToolBox, Snapshot, difference
from ovos_phal_plugin_jarvis.tools.sources import BuiltToolBox, ToolBoxSource


@dataclass(frozen=True, eq=False)
class Reload:
    """What a reload led to."""

    snapshot: Snapshot
    difference: Difference


class Registry:
    """Holds the current snapshot. Reading it takes no lock; loading is serialised."""

    def __init__(self, sources: Sequence[ToolBoxSource], bus: Any = None, lifetimes: Lifetimes | None = None) -> None:
        """
        Args:
            sources: asked in order at each load; of two toolboxes with one id the first is served.
            bus: given to every toolbox; None where there is no bus.
            lifetimes: shared with the invoker, which says when a replaced toolbox is no longer in use.
        """
        self._sources = tuple(sources)
        self._bus = bus
        self._lifetimes = lifetimes or Lifetimes()
        self._loading = threading.Lock()
        self._built: dict[str, BuiltToolBox] = {}
        self._snapshot = Snapshot()
        self._listeners: list[Callable[[Reload], None]] = []

    @property
    def snapshot(self) -> Snapshot:
        """What is loaded now."""
        return self._snapshot

    def on_change(self, listener: Callable[[Reload], None]) -> None:
        """Call *listener* after each load, on the thread that loaded."""
        self._listeners.append(listener)

    def reload(self) -> Reload:
        """Build everything anew beside what is served, swap, and retire what was served before.

        Calls in flight finish on the toolbox that they started with.
        """
        with self._loading:
            built, snapshot = self._build()
            old_built, self._built = self._built, built
            result = self._swap(snapshot)
            for name, box in old_built.items():
                self._retire(name, box)
        self._tell(result)
        return result

    def refresh(self, toolbox_id: str) -> LoadedToolBox:
        """Ask one toolbox again which tools it has, and serve the answer.

        A toolbox that fails to answer keeps the tools that it had.

        Raises:
            UnknownToolbox: it is not loaded.
        """
        current = self._snapshot.toolbox(toolbox_id)
        try:
            current.toolbox.refresh_tools()
            fresh = load_toolbox(current.entry_point, current.toolbox)
        except Exception as error:  # noqa: BLE001 - discover_tools is foreign code
            LOG.warning(f"toolbox '{toolbox_id}' could not refresh its tools and keeps those it had: {error}")
            return current
        if [t.definition for t in fresh.tools] == [t.definition for t in current.tools]:
            return current
        with self._loading:
            if self._snapshot.toolboxes.get(current.toolbox_id) is not current:
                # Reloaded meanwhile; what that found is newer.
                return self._snapshot.toolbox(toolbox_id)
            toolboxes = {**self._snapshot.toolboxes, current.toolbox_id: fresh}
            result = self._swap(replace(self._snapshot, toolboxes=MappingProxyType(toolboxes)))
        self._tell(result)
        return fresh

    def shutdown(self) -> None:
        """Serve nothing any more and close every toolbox."""
        with self._loading:
            built, self._built = self._built, {}
            self._snapshot = Snapshot()
            for name, box in built.items():
                self._retire(name, box)

    def _build(self) -> tuple[dict[str, BuiltToolBox], Snapshot]:
        toolboxes: dict[str, LoadedToolBox] = {}
        built: dict[str, BuiltToolBox] = {}
        failed: dict[str, str] = {}
        for source in self._sources:
            harvest = source.harvest(self._bus)
            failed.update(harvest.failed)
            for name, box in harvest.built.items():
                try:
                    loaded = load_toolbox(name, box.toolbox)
                    if loaded.toolbox_id in toolboxes:
                        raise BrokenToolBox(
                            f"its toolbox_id '{loaded.toolbox_id}' is taken by "
                            f"'{toolboxes[loaded.toolbox_id].entry_point}', which is served")
                except BrokenToolBox as error:
                    failed[name] = str(error)
                    _close(name, box)
                    continue
                toolboxes[loaded.toolbox_id] = loaded
                built[name] = box
                if isinstance(box.toolbox, CommandToolBox):
                    failed.update({f"{loaded.toolbox_id}/{command}": reason
                                   for command, reason in box.toolbox.failed.items()})
        for name, reason in failed.items():
            if self._snapshot.failed.get(name) != reason:
                LOG.error(f"'{name}' is left out: {reason}")
        return built, Snapshot(MappingProxyType(toolboxes), MappingProxyType(failed))

    def _swap(self, snapshot: Snapshot) -> Reload:
        old, self._snapshot = self._snapshot, snapshot
        return Reload(snapshot, difference(old, snapshot))

    def _tell(self, result: Reload) -> None:
        for listener in self._listeners:
            listener(result)

    def _retire(self, name: str, box: BuiltToolBox) -> None:
        self._lifetimes.retire(box.toolbox, lambda: _close(name, box))


def _close(name: str, box: BuiltToolBox) -> None:
    try:
        box.close()
    except Exception:  # noqa: BLE001 - shutdown() of a foreign toolbox may raise anything
        LOG.exception(f"toolbox '{name}' failed to shut down")
