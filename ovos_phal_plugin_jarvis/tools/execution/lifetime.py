"""When a toolbox may be closed: not before the last call that runs on it has ended."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable
from typing import Any


class Lifetimes:
    """Counts the calls in flight on each toolbox and closes a retired one after its last."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._in_use: Counter[int] = Counter()
        self._retired: dict[int, Callable[[], None]] = {}

    def hold(self, toolbox: Any) -> None:
        """Keep *toolbox* open until ``release``: a call was accepted."""
        with self._lock:
            self._in_use[id(toolbox)] += 1

    def release(self, toolbox: Any) -> None:
        """A call on *toolbox* has been answered."""
        key = id(toolbox)
        with self._lock:
            self._in_use[key] -= 1
            close = None
            if not self._in_use[key]:
                del self._in_use[key]
                close = self._retired.pop(key, None)
        if close is not None:
            close()

    def retire(self, toolbox: Any, close: Callable[[], None]) -> None:
        """Call *close* as soon as no call uses *toolbox*: now, or on the thread of the last one.

        Args:
            toolbox: no new call may start on it.
            close: must not raise; keeps the toolbox alive until it has run.
        """
        with self._lock:
            if self._in_use.get(id(toolbox)):
                self._retired[id(toolbox)] = close
                return
        close()
