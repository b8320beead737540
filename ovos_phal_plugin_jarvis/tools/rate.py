"""How many calls a program may make in a minute: enough for any use, too few to drown the others."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable

from ovos_phal_plugin_jarvis.tools.errors import RateLimited

MAX_SOURCES = 1000
"""Callers that are told apart; with more, the window of all begins anew."""


class CallRate:
    """Calls of each source within a minute.

    A window that begins with a source's first call, not the ``limits`` package of the assistant's own limit: that one
    keeps the time of every single request, and a program may make a thousand a second.
    """

    def __init__(self, per_minute: int, clock: Callable[[], float] = time.monotonic) -> None:
        """
        Args:
            per_minute: calls of one source; 0 for any number.
            clock: seconds that only grow.
        """
        self._limit = per_minute
        self._clock = clock
        self._lock = threading.Lock()
        self._windows: dict[str, tuple[float, int]] = {}

    def count(self, source: str) -> None:
        """Count a call.

        Raises:
            RateLimited: *source* has made too many.
        """
        if not self._limit:
            return
        now = self._clock()
        with self._lock:
            began, calls = self._windows.get(source, (now, 0))
            if now - began >= 60:
                began, calls = now, 0
            if calls >= self._limit:
                raise RateLimited(self._limit, max(1, math.ceil(began + 60 - now)))
            if source not in self._windows and len(self._windows) >= MAX_SOURCES:
                self._windows.clear()
            self._windows[source] = (began, calls + 1)
