"""Calls that outlived their deadline and still run: a tool that hangs may not use up every thread there is."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from weakref import WeakKeyDictionary

from ovos_phal_plugin_jarvis.tools.errors import ToolHangs
from ovos_phal_plugin_jarvis.tools.snapshot import LoadedTool

MAX_HANGING = 4
"""Calls of one tool that may hang before it is called no more: the pool can replace only so many threads."""
MAX_LATE_HOOKS = 3
"""Times in a row that a hook may miss its deadline before it is called no more until the next load: it is asked for
every utterance, and everyone waits for it."""

RUN = "run"
"""The call of a tool itself; every other kind is a hook, of which one may hang."""


@dataclass(eq=False)
class Attempt:
    """One call of a tool, or of one of its hooks."""

    tool: LoadedTool
    kind: str = RUN
    running: bool = False
    hangs: bool = False


class HangingCalls:
    """Counts them by tool and kind, from the deadline until the call comes back after all."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._count: Counter[tuple[str, str, str]] = Counter()
        self._late: WeakKeyDictionary[LoadedTool, Counter[str]] = WeakKeyDictionary()

    def refuse(self, tool: LoadedTool, kind: str = RUN) -> None:
        """
        Raises:
            ToolHangs: as many calls of *tool* hang as may.
        """
        with self._lock:
            hanging = self._count[tool.toolbox_id, tool.name, kind]
            late = self._late.get(tool, Counter())[kind]
        if hanging >= (MAX_HANGING if kind == RUN else 1) or (kind != RUN and late >= MAX_LATE_HOOKS):
            raise ToolHangs(tool.name, max(hanging, late))

    @contextmanager
    def watch(self, attempt: Attempt) -> Iterator[None]:
        """Around the call itself.

        Raises:
            ToolHangs: as many have come to hang while this one waited.
        """
        self.refuse(attempt.tool, attempt.kind)
        with self._lock:
            attempt.running = True
        try:
            yield
        finally:
            with self._lock:
                attempt.running = False
                if attempt.hangs:
                    self._count[_key(attempt)] -= 1
                else:
                    # The machine may have been busy, the times before.
                    self._late.pop(attempt.tool, None)

    def overdue(self, attempt: Attempt) -> bool:
        """The deadline of *attempt* has passed; it hangs unless it never began or has just ended. Whether it does."""
        with self._lock:
            if not attempt.running:
                return False
            attempt.hangs = True
            self._count[_key(attempt)] += 1
            self._late.setdefault(attempt.tool, Counter())[attempt.kind] += 1
            return True


def _key(attempt: Attempt) -> tuple[str, str, str]:
    return attempt.tool.toolbox_id, attempt.tool.name, attempt.kind
