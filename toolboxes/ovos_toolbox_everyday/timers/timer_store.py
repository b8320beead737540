"""Where timers are kept, and which of several processes tells of one that has ended."""

from __future__ import annotations

from ovos_phal_plugin_jarvis.sdk import JarvisStorage
from ovos_toolbox_everyday.store import RecordStore
from ovos_toolbox_everyday.timers.timer import Timer

STORAGE_NAME = "everyday_timers"
DUE_NAME = "everyday_timers_due"
"""Timers that have ended and are not told of yet."""


class TimerStore(RecordStore[Timer]):
    """The timers of this device. Its methods may be called from any thread."""

    def __init__(self) -> None:
        super().__init__(STORAGE_NAME, Timer)
        self._due = JarvisStorage(DUE_NAME)

    def all(self) -> list[Timer]:
        """Every timer, the next one first."""
        return sorted(super().all(), key=_order)

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
        return sorted(self._read(self._due), key=_order)


def _order(timer: Timer) -> tuple[float, str]:
    return timer.deadline, timer.id
