"""Calls that outlived their deadline and still run: a tool that hangs may not use up every thread there is."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from ovos_phal_plugin_jarvis.tools.errors import ToolHangs
from ovos_phal_plugin_jarvis.tools.snapshot import LoadedTool

MAX_HANGING = 4
"""Calls of one tool that may hang before it is called no more: the pool can replace only so many threads."""


@dataclass(eq=False)
class Attempt:
    """One call of a tool."""

    tool: LoadedTool
    running: bool = False
    hangs: bool = False


class HangingCalls:
    """Counts them by tool, from the deadline until the call comes back after all."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._count: Counter[tuple[str, str]] = Counter()

    def refuse(self, tool: LoadedTool) -> None:
        """
        Raises:
            ToolHangs: as many calls of *tool* hang as may.
        """
        with self._lock:
            hanging = self._count[_key(tool)]
        if hanging >= MAX_HANGING:
            raise ToolHangs(tool.name, hanging)

    @contextmanager
    def watch(self, attempt: Attempt) -> Iterator[None]:
        """Around the call itself.

        Raises:
            ToolHangs: as many have come to hang while this one waited.
        """
        self.refuse(attempt.tool)
        with self._lock:
            attempt.running = True
        try:
            yield
        finally:
            with self._lock:
                attempt.running = False
                if attempt.hangs:
                    self._count[_key(attempt.tool)] -= 1

    def overdue(self, attempt: Attempt) -> None:
        """The deadline of *attempt* has passed; it hangs unless it never began or has just ended."""
        with self._lock:
            if attempt.running:
                attempt.hangs = True
                self._count[_key(attempt.tool)] += 1


def _key(tool: LoadedTool) -> tuple[str, str]:
    return tool.toolbox_id, tool.name
