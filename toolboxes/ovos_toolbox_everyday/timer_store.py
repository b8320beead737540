"""Where timers are kept: the host's storage, so that a restart and other processes see them, else this
process."""

from __future__ import annotations

import threading
import uuid

from ovos_utils.log import LOG

from ovos_phal_plugin_jarvis.sdk import JarvisStorage, get_backend
from ovos_toolbox_everyday.timer import Timer

STORAGE_NAME = "everyday_timers"
DUE_NAME = "everyday_timers_due"
"""Timers that have ended and are not told of yet."""


class TimerStore:
    """The timers of this device. Its methods may be called from any thread.

    With no storage backend registered, timers live as long as this object; they move to the storage at the
    first call after one was registered.
    """

    def __init__(self) -> None:
        self._storage = JarvisStorage(STORAGE_NAME)
        self._due = JarvisStorage(DUE_NAME)
        self._owner = uuid.uuid4().hex
        self._memory: dict[str, Timer] = {}
        self._lock = threading.Lock()
        self._refused: set[str] = set()

    def all(self) -> list[Timer]:
        """Every timer, the next one first."""
        with self._lock:
            if not self._stored():
                return sorted(self._memory.values(), key=_order)
        return self._read(self._storage)

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

    def begin_telling(self, timer: Timer) -> bool:
        """Take a timer that has ended, to tell of it. True for the one caller, of all processes, that is to.

        It stays on the disk among those that are due until ``told``, so that a process that dies meanwhile loses none.
        """
        with self._lock:
            if not self._stored():
                return self._memory.pop(timer.id, None) is not None
        mine = {**timer.record(), "owner": self._owner}
        self._due.save(timer.id, mine)
        if self._storage.delete(timer.id):
            self._due.save(timer.id, mine)  # another process, which is not to tell, may have written after us
            return True
        if (self._due.get(timer.id) or {}).get("owner") == self._owner:
            self._due.delete(timer.id)  # it was cancelled at this moment
        return False

    def told(self, timer_id: str) -> None:
        """Forget a timer that was told of."""
        self._due.delete(timer_id)

    def untold(self) -> list[Timer]:
        """Timers that a process was about to tell of when it ended."""
        return self._read(self._due)

    def _read(self, storage: JarvisStorage) -> list[Timer]:
        timers = []
        for record in storage.get_all():
            try:
                timers.append(Timer.from_record(record))
            except ValueError as error:
                self._say_once(str(record)[:80], error)
        return sorted(timers, key=_order)

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
