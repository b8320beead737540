"""Where timers are kept: the host's storage, so that a restart and other processes see them, else this
process."""

from __future__ import annotations

import threading

from ovos_utils.log import LOG

from ovos_phal_plugin_jarvis.sdk import JarvisStorage, get_backend
from ovos_toolbox_everyday.timer import Timer

STORAGE_NAME = "everyday_timers"


class TimerStore:
    """The timers of this device. Its methods may be called from any thread.

    With no storage backend registered, timers live as long as this object; they move to the storage at the
    first call after one was registered.
    """

    def __init__(self) -> None:
        self._storage = JarvisStorage(STORAGE_NAME)
        self._memory: dict[str, Timer] = {}
        self._lock = threading.Lock()
        self._refused: set[str] = set()

    def all(self) -> list[Timer]:
        """Every timer, the next one first."""
        with self._lock:
            if not self._stored():
                return sorted(self._memory.values(), key=_order)
        timers = []
        for record in self._storage.get_all():
            try:
                timers.append(Timer.from_record(record))
            except ValueError as error:
                self._say_once(str(record)[:80], error)
        return sorted(timers, key=_order)

    def save(self, timer: Timer) -> None:
        """Keep *timer*, in place of one with the same id."""
        with self._lock:
            if not self._stored():
                self._memory[timer.id] = timer
                return
        self._storage.save(timer.id, timer.record())

    def take(self, timer_id: str) -> bool:
        """Remove a timer. True for the one caller, of all processes, that removed it."""
        with self._lock:
            if not self._stored():
                return self._memory.pop(timer_id, None) is not None
        return self._storage.delete(timer_id)

    def _stored(self) -> bool:
        if get_backend() is None:
            return False
        while self._memory:
            timer = next(iter(self._memory.values()))
            self._storage.save(timer.id, timer.record())
            del self._memory[timer.id]
        return True

    def _say_once(self, record: str, error: ValueError) -> None:
        if record not in self._refused:
            self._refused.add(record)
            LOG.warning(f"a stored timer is left out, {error}: {record}")


def _order(timer: Timer) -> tuple[float, str]:
    return timer.deadline, timer.id
