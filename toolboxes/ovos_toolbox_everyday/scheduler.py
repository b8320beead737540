"""The one thread that lets timers, alarms and reminders ring when their time has come."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from ovos_utils.log import LOG

POLL_SECONDS = 3.0
"""How long it sleeps at most: other processes store things too, and clocks are set."""
_JOIN_SECONDS = 15.0
"""A bus client that lost its connection waits ten seconds before it gives up on a message."""

Announce = Callable[[Any, float], bool | None]
"""Called on the scheduler's thread with what is due and since how many seconds. False: the bus did not take it."""
RETRY_SECONDS = 1.0
"""Between attempts to announce what the bus did not take."""


class Source(Protocol):
    """A service that has things which become due."""

    changed: Callable[[], None]
    """Called by the source, from any thread, when something was added, changed or removed."""

    def begin(self, announce: Announce | None) -> None:
        """From now on *announce* hears of what is due; with None, nobody does any more."""

    def tick(self) -> float:
        """Announce what is due. Returns how many seconds may pass until the next look."""


class Scheduler:
    """Owns the thread, which ticks every source. Calls may come from any thread.

    Args:
        sources: what is looked after.
        poll_seconds: how long the thread sleeps at most.
    """

    def __init__(self, sources: Sequence[Source], *, poll_seconds: float = POLL_SECONDS) -> None:
        self._sources = tuple(sources)
        self._poll_seconds = poll_seconds
        self._wake = threading.Condition()
        self._changed = False  # something was added or cancelled since the last look
        self._thread: threading.Thread | None = None

    def start(self, announce: Announce) -> None:
        """Begin to announce, those first that were due while nothing served. Once is enough."""
        with self._wake:
            if self._thread is not None:
                return
            for source in self._sources:
                source.changed = self.wake
                source.begin(announce)
            self._thread = threading.Thread(target=self._run, name="everyday-scheduler", daemon=True)
            self._thread.start()

    def stop(self) -> None:
        """End the thread; everything stays stored. Returns when it has ended. Once is enough."""
        with self._wake:
            thread, self._thread = self._thread, None
            self._wake.notify_all()
        # An announcement may lead back to here: a handler that reloads the plugin.
        if thread is not None and thread is not threading.current_thread():
            thread.join(_JOIN_SECONDS)
            if thread.is_alive():
                LOG.warning("an announcement of a timer hangs on the bus; its thread is left behind")
        with self._wake:
            if self._thread is None:
                for source in self._sources:
                    source.begin(None)

    def wake(self) -> None:
        """Look now."""
        with self._wake:
            self._changed = True
            self._wake.notify_all()

    def _run(self) -> None:
        me = threading.current_thread()
        while True:
            wait = self._poll_seconds
            for source in self._sources:
                try:
                    wait = min(wait, source.tick())
                except Exception:  # noqa: BLE001 - the storage is the host's; the others must go on
                    LOG.exception(f"{type(source).__name__} could not read what is due; trying again")
            with self._wake:
                # stop() takes the thread's place away; start() may have put a new one there.
                if not self._changed and self._thread is me:
                    self._wake.wait(max(0.0, wait))
                self._changed = False
                if self._thread is not me:
                    return


def steady_seconds() -> float:
    """A clock that nobody sets and, unlike ``time.monotonic``, that runs on while the device is suspended."""
    clock = getattr(time, "CLOCK_BOOTTIME", None)  # Linux
    return time.monotonic() if clock is None else time.clock_gettime(clock)


def nobody() -> None:
    """What a source that no scheduler looks after calls when it has changed."""
