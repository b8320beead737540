"""The values that arguments may take at the moment, asked of the tools before an utterance is read.

It is their authors' code, so it is asked as hooks are: on threads of its own, one tool after the other, each with its
patience and all within one budget. What is behind the budget, late, or raises costs its own names only: those that it
gave last stand in for a while.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from weakref import WeakKeyDictionary

from ovos_utils.log import LOG

from ovos_phal_plugin_jarvis.foreign_text import error_text
from ovos_phal_plugin_jarvis.sdk.options import Option, Options
from ovos_phal_plugin_jarvis.tools.errors import ToolRaised
from ovos_phal_plugin_jarvis.tools.execution.hooks import Hooks
from ovos_phal_plugin_jarvis.tools.options import HOOK, Offered, ask, may_have_options
from ovos_phal_plugin_jarvis.tools.snapshot import LoadedTool, Snapshot

FRESH = 2.0
"""Seconds for which an answer holds: the parts of one utterance and its answer are read with the same names."""
KEPT = 120.0
"""Seconds for which the last answer stands in where there is no new one."""


@dataclass
class _Known:
    """What one tool answered."""

    offered: dict[str, tuple[Option, ...]] = field(default_factory=dict)
    answered: float = float("-inf")
    asked: float = float("-inf")
    told: frozenset[str] = frozenset()
    """What was logged, so that it is not logged with every utterance."""


class OptionsOfTools:
    """Asks tools for the values of their arguments, and remembers them for a moment. Any thread may ask."""

    def __init__(
        self, hooks: Hooks, patience: float, budget: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """
        Args:
            hooks: calls the tools' code.
            patience: seconds for one tool.
            budget: seconds for all of them.
            clock: seconds.
        """
        self._hooks = hooks
        self._patience = patience
        self._budget = budget
        self._clock = clock
        self._lock = threading.Lock()
        self._known: WeakKeyDictionary[LoadedTool, _Known] = WeakKeyDictionary()

    async def now(self, snapshot: Snapshot) -> Options:
        """The values at the moment, of every tool of *snapshot* that gives some."""
        tools = [tool for tool in snapshot if tool.options is not None]
        if not tools:
            return {}
        now = self._clock()
        with self._lock:
            known = {tool: self._known.setdefault(tool, _Known()) for tool in tools}
            due = [tool for tool in tools if now - known[tool].answered >= FRESH]
            # Whom the budget left out the last time comes first.
            due.sort(key=lambda tool: known[tool].asked)
        await self._hooks.first(due, HOOK, self._ask, self._patience, self._budget)
        now = self._clock()
        with self._lock:
            return {
                tool.name: dict(known[tool].offered)
                for tool in tools
                if known[tool].offered and now - known[tool].answered < KEPT
            }

    def _ask(self, tool: LoadedTool) -> None:
        """Keep what *tool* answers; also where that comes too late for who asked. Returns None: the next is asked."""
        assert tool.options is not None
        with self._lock:
            known = self._known.setdefault(tool, _Known())
            known.asked = self._clock()
        offered: dict[str, Offered] = {}
        for parameter in tool.definition.parameters:
            if may_have_options(parameter):
                try:
                    found = ask(tool.options, parameter)
                except Exception as error:  # noqa: BLE001 - foreign code
                    raise ToolRaised(f"argument '{parameter.name}': {error_text(error)}") from None
                if found is not None:
                    offered[parameter.name] = found
        told = frozenset(f"'{name}': {found.left_out}" for name, found in offered.items() if found.left_out)
        with self._lock:
            fresh = told - known.told
            known.offered = {name: found.options for name, found in offered.items()}
            known.answered, known.told = self._clock(), told
        for line in sorted(fresh):
            LOG.warning(f"{HOOK} of '{tool.name}' left out of {line}")
