"""What is to be done at a time to come, on one thread for all of it."""

from __future__ import annotations

import heapq
import itertools
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from time import monotonic

from ovos_phal_plugin_jarvis.foreign_text import log_error

_LONGEST_WAIT = 86_400.0
"""Seconds; what is further away is looked at again after these. The system knows no wait of a thousand years."""


@dataclass(order=True)
class Alarm:
    """One of them; ``cancel`` takes it back."""

    at: float
    serial: int
    work: Callable[[], object] | None = field(compare=False)

    def cancel(self) -> None:
        """Forget it. What runs already runs to its end."""
        self.work = None


class Alarms:
    """Runs short work after a while. One thread, started with the first alarm; ``shutdown`` ends it."""

    def __init__(self, name: str) -> None:
        """
        Args:
            name: of the thread.
        """
        self._name = name
        self._wake = threading.Condition()
        self._waiting: list[Alarm] = []
        self._serial = itertools.count()
        self._thread: threading.Thread | None = None
        self._closed = False

    def after(self, seconds: float, work: Callable[[], object]) -> Alarm:
        """Run *work* once, *seconds* from now; never, where that is after the shutdown.

        Args:
            seconds: from now.
            work: must not block; what it raises is logged.
        """
        with self._wake:
            alarm = Alarm(monotonic() + seconds, next(self._serial), work)
            if self._closed:
                return alarm
            heapq.heappush(self._waiting, alarm)
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name=self._name, daemon=True)
                self._thread.start()
            elif self._waiting[0] is alarm:
                self._wake.notify()
        return alarm

    def shutdown(self) -> None:
        """Forget all of them and end the thread."""
        with self._wake:
            self._closed = True
            self._waiting.clear()
            self._wake.notify()
            thread = self._thread
        if thread is not None and thread is not threading.current_thread():
            thread.join(2.0)

    def _run(self) -> None:
        while True:
            with self._wake:
                # Those that were taken back go when their time has come, or when they are first.
                while self._waiting and self._waiting[0].work is None:
                    heapq.heappop(self._waiting)
                if self._closed:
                    return
                left = self._waiting[0].at - monotonic() if self._waiting else None
                if left is None or left > 0:
                    self._wake.wait(None if left is None else min(left, _LONGEST_WAIT))
                    continue
                work = heapq.heappop(self._waiting).work
            if work is not None:
                try:
                    work()
                except Exception as error:  # noqa: BLE001 - one that fails must not cost the others theirs
                    log_error(f"{self._name}: what was to be done at this time failed", error)
