"""The registry: builds snapshots from its sources and swaps them; owns the toolboxes of the current one."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from types import MappingProxyType
from typing import Any

from ovos_plugin_manager.templates.agent_tools import ToolBox
from ovos_utils.log import LOG

from ovos_phal_plugin_jarvis.foreign_text import text_of
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition
from ovos_phal_plugin_jarvis.tools.describe import BrokenToolBox, load_toolbox
from ovos_phal_plugin_jarvis.tools.execution.deadline import ForeignCalls, ForeignFailure
from ovos_phal_plugin_jarvis.tools.execution.lifetime import Lifetimes
from ovos_phal_plugin_jarvis.tools.snapshot import (
    Difference,
    LoadedToolBox,
    Snapshot,
    difference,
    with_distinct_names,
)
from ovos_phal_plugin_jarvis.tools.sources import BUILD_ATTEMPTS, BuiltToolBox, ToolBoxSource

LOAD_TIMEOUT = 30.0
"""Seconds that a toolbox may take to be imported, to be built, and to say which tools it has."""
CLOSE_TIMEOUT = 5.0
"""Seconds that a toolbox may take to shut down before it is left to itself."""


@dataclass(frozen=True, eq=False)
class Reload:
    """What a reload led to."""

    snapshot: Snapshot
    difference: Difference


class Registry:
    """Holds the current snapshot. Reading it takes no lock; loading is serialised."""

    def __init__(
        self,
        sources: Sequence[ToolBoxSource],
        bus: Any = None,
        lifetimes: Lifetimes | None = None,
        load_timeout: float = LOAD_TIMEOUT,
        without: Callable[[str], Iterable[str]] = lambda toolbox_id: (),
    ) -> None:
        """
        Args:
            sources: asked in order at each load; of two toolboxes with one id the first is served.
            bus: given to every toolbox; None where there is no bus.
            lifetimes: shared with the invoker, which says when a replaced toolbox is no longer in use.
            load_timeout: seconds after which a toolbox that is not ready is left out.
            without: toolbox id → names of its tools that are not to be served.
        """
        self._sources = tuple(sources)
        self._bus = bus
        self._lifetimes = lifetimes or Lifetimes()
        self._foreign = ForeignCalls(load_timeout)
        self._without = without
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

        def ask_again() -> LoadedToolBox:
            current.toolbox.refresh_tools()
            return self._described(current.entry_point, current.toolbox)

        try:
            fresh = self._foreign.run(f"{current.entry_point} refresh", ask_again)
        except ForeignFailure as error:
            LOG.warning(f"toolbox '{toolbox_id}' could not refresh its tools and keeps those it had: {text_of(error)}")
            return current
        was_left_out = current.entry_point in self._snapshot.failed
        if _own_definitions(fresh) == _own_definitions(current) and not was_left_out:
            return current
        with self._loading:
            self._tell_unread(fresh)
            if self._snapshot.toolboxes.get(current.toolbox_id) is not current:
                # Reloaded meanwhile; what that found is newer.
                return self._snapshot.toolbox(toolbox_id)
            toolboxes = with_distinct_names({**self._snapshot.toolboxes, current.toolbox_id: fresh})
            fresh = toolboxes[current.toolbox_id]
            of_it = f"{current.toolbox_id}/"
            failed = {
                name: why
                for name, why in self._snapshot.failed.items()
                if name != current.entry_point and not name.startswith(of_it)
            }
            failed.update({f"{of_it}{tool}": why for tool, why in fresh.failed.items()})
            result = self._swap(Snapshot(MappingProxyType(toolboxes), MappingProxyType(failed)))
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
            harvest = source.harvest(self._bus, self._foreign)
            failed.update(harvest.failed)
            for name, box in harvest.built.items():
                try:
                    loaded = self._foreign.run(
                        f"tools of {name}", partial(self._described, name, box.toolbox), attempts=BUILD_ATTEMPTS
                    )
                    if loaded.toolbox_id in toolboxes:
                        raise BrokenToolBox(
                            f"its toolbox_id '{loaded.toolbox_id}' is taken by "
                            f"'{toolboxes[loaded.toolbox_id].entry_point}', which is served"
                        )
                except ForeignFailure as error:
                    why = text_of(error)
                    failed[name] = why if isinstance(error, BrokenToolBox) else f"listing its tools: {why}"
                    self._close(name, box)
                    continue
                toolboxes[loaded.toolbox_id] = loaded
                built[name] = box
                failed.update({f"{loaded.toolbox_id}/{tool}": why for tool, why in loaded.failed.items()})
        for toolbox_id, loaded in with_distinct_names(toolboxes).items():
            toolboxes[toolbox_id] = self._with_known(loaded)
            self._tell_unread(toolboxes[toolbox_id])
        for name, why in failed.items():
            if self._snapshot.failed.get(name) != why:
                LOG.error(f"'{name}' is left out: {why}")
        return built, Snapshot(MappingProxyType(toolboxes), MappingProxyType(failed))

    def _described(self, name: str, toolbox: ToolBox) -> LoadedToolBox:
        loaded = load_toolbox(name, toolbox)
        without = {*self._without(name), *self._without(loaded.toolbox_id)}
        return replace(loaded, tools=tuple(tool for tool in loaded.tools if tool.name not in without))

    def _with_known(self, loaded: LoadedToolBox) -> LoadedToolBox:
        """*loaded* with the definitions that are served already, where they are the same: what was made of them once,
        as JSON and by translators, need not be made again."""
        served = self._snapshot.toolboxes.get(loaded.toolbox_id)
        known = {tool.name: tool.definition for tool in served.tools} if served is not None else {}
        if not known:
            return loaded
        tools = tuple(
            replace(tool, definition=known[tool.name]) if known.get(tool.name) == tool.definition else tool
            for tool in loaded.tools
        )
        return replace(loaded, tools=tools)

    def _tell_unread(self, loaded: LoadedToolBox) -> None:
        """Log what of a toolbox is not read, where that was not the same before."""
        served = self._snapshot.toolboxes.get(loaded.toolbox_id)
        known = {tool.name: tool.definition.unread for tool in served.tools} if served is not None else {}
        for tool in loaded.tools:
            for what in tool.definition.unread if known.get(tool.name) != tool.definition.unread else ():
                LOG.warning(f"tool '{tool.name}' of '{tool.toolbox_id}': {what}")

    def _swap(self, snapshot: Snapshot) -> Reload:
        old, self._snapshot = self._snapshot, snapshot
        return Reload(snapshot, difference(old, snapshot))

    def _tell(self, result: Reload) -> None:
        for listener in self._listeners:
            listener(result)

    def _retire(self, name: str, box: BuiltToolBox) -> None:
        self._lifetimes.retire(box.toolbox, lambda: self._close(name, box))

    def _close(self, name: str, box: BuiltToolBox) -> None:
        try:
            self._foreign.run(f"{name} shutdown", box.close, seconds=CLOSE_TIMEOUT)
        except ForeignFailure as error:
            LOG.warning(f"toolbox '{name}' failed to shut down: {text_of(error)}")
        box.release()


def _own_definitions(box: LoadedToolBox) -> list[ToolDefinition]:
    """Its tools' definitions under the names that the toolbox itself has for them."""
    return [replace(tool.definition, name=tool.own_name) if tool.own_name else tool.definition for tool in box.tools]
