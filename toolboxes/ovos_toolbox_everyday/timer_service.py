"""Running timers: one thread waits for the next deadline and announces what has ended.

Only a service that was started announces: the one of a toolbox on a bus. Any other process (``ovos-jarvis
say``) stores its timers, and a serving process picks them up at its next look at the storage. Of several
serving processes the one that removes the record announces it, again and again until the bus has taken the words; until
then the timer stays on the disk.
"""

from __future__ import annotations

import threading
import time
import uuid
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from ovos_utils.log import LOG

from ovos_toolbox_everyday.timer import Timer
from ovos_toolbox_everyday.timer_store import TimerStore

MAX_SECONDS = 7 * 86_400
MAX_TIMERS = 100
POLL_SECONDS = 3.0
"""How often a serving process looks for timers that other processes stored."""
_CLOCK_JUMP_SECONDS = 2.0
_JOIN_SECONDS = 15.0
"""A bus client that lost its connection waits ten seconds before it gives up on a message."""

Announce = Callable[[Timer, float], bool | None]
"""Called on the service's thread with a timer that ended and how many seconds ago. False: the bus did not take it."""
RETRY_SECONDS = 1.0
"""Between attempts to announce what the bus did not take."""


class TooManyTimersError(ValueError):
    """:data:`MAX_TIMERS` are running."""

    def __init__(self, most: int) -> None:
        super().__init__(f"{most} timers are running")
        self.most = most


def steady_seconds() -> float:
    """A clock that nobody sets and, unlike ``time.monotonic``, that runs on while the device is suspended."""
    clock = getattr(time, "CLOCK_BOOTTIME", None)  # Linux
    return time.monotonic() if clock is None else time.clock_gettime(clock)


class TimerService:
    """Sets, lists, cancels and runs timers. Its methods may be called from any thread.

    Args:
        store: where they are kept.
        wall: seconds since the epoch; deadlines are stored in it.
        steady: a clock that is never set; this process waits by it, so that a device that learns the time
            of day after boot does not lose or rush a timer.
        poll_seconds: how long the thread sleeps at most.
    """

    def __init__(
        self,
        store: TimerStore,
        *,
        wall: Callable[[], float] = time.time,
        steady: Callable[[], float] = steady_seconds,
        poll_seconds: float = POLL_SECONDS,
    ) -> None:
        self._store = store
        self._wall = wall
        self._steady = steady
        self._poll_seconds = poll_seconds
        self._ends: dict[str, float] = {}  # timer id → when it ends on the steady clock
        self._offset = wall() - steady()
        self._due: dict[str, Timer] = {}  # ended, ours to announce, and not taken by the bus yet
        self._begun = True  # what an earlier process left untold is known
        self._failed: set[str] = set()  # announcing them raised; said once each
        self._done: set[str] = set()  # announced though the storage could not remove them
        self._lock = threading.Lock()
        self._wake = threading.Condition()
        self._changed = False  # something was added or cancelled since the last look
        self.announce: Announce | None = None
        """What hears of timers that ended; ``start`` sets it."""
        self._thread: threading.Thread | None = None

    # -- asked for by commands --

    def add(
        self,
        duration_seconds: int,
        label: str | None = None,
        *,
        context: Mapping[str, Any] | None = None,
        lang: str = "en-us",
    ) -> Timer:
        """Start a timer.

        Raises:
            TooManyTimersError: as many as may run are running.
        """
        self._make_room()
        timer = Timer(
            id=uuid.uuid4().hex,
            duration_seconds=duration_seconds,
            deadline=self._wall() + duration_seconds,
            label=label,
            context=dict(context or {}),
            lang=lang,
        )
        end = self._steady() + duration_seconds
        self._store.save(timer)
        with self._lock:
            self._ends[timer.id] = end
        self._notify()
        return timer

    def running(self) -> list[Timer]:
        """The timers that have not ended, the next one first."""
        return [timer for timer in self._known() if self.remaining(timer) > 0]

    def remaining(self, timer: Timer) -> float:
        """Seconds until *timer* ends; negative where it has ended."""
        with self._lock:
            end = self._ends.get(timer.id)
        if end is not None:
            return end - self._steady()
        return self._remaining_by_wall(timer)

    def cancel(self, timer: Timer) -> bool:
        """Stop *timer*. False where it has ended or was cancelled by another."""
        taken = self._store.take(timer.id)
        with self._lock:
            self._ends.pop(timer.id, None)
        self._notify()
        return taken

    # -- the thread --

    @property
    def serving(self) -> bool:
        """Whether this process announces timers. Where it does not, another one that serves will."""
        return self._thread is not None

    def start(self, announce: Announce) -> None:
        """Begin to announce timers that end, those first that ended while nothing served. Once is enough."""
        with self._wake:
            if self._thread is not None:
                return
            self.announce = announce
            self._begun = False
            self._thread = threading.Thread(target=self._run, name="everyday-timers", daemon=True)
            self._thread.start()

    def stop(self) -> None:
        """End the thread; timers stay stored. Returns when it has ended. Once is enough."""
        with self._wake:
            thread, self._thread = self._thread, None
            self._wake.notify_all()
        # An announcement may lead back to here: a handler that reloads the plugin.
        if thread is not None and thread is not threading.current_thread():
            thread.join(_JOIN_SECONDS)
            if thread.is_alive():
                LOG.warning("an announcement of a timer hangs on the bus; its thread is left behind")

    def _run(self) -> None:
        me = threading.current_thread()
        while True:
            try:
                wait = self.tick()
            except Exception:  # noqa: BLE001 - the storage is the host's; timers must go on
                LOG.exception("timers could not be read; trying again")
                wait = self._poll_seconds
            with self._wake:
                # stop() takes the thread's place away; start() may have put a new one there.
                if not self._changed and self._thread is me:
                    self._wake.wait(max(0.0, wait))
                self._changed = False
                if self._thread is not me:
                    return

    def _make_room(self) -> None:
        timers = self._known()
        ended = [timer for timer in timers if self.remaining(timer) <= 0]
        if len(timers) - len(ended) >= MAX_TIMERS:
            raise TooManyTimersError(MAX_TIMERS)
        # Where nothing serves, what ended stays until something does, but not without end.
        for timer in ended[: max(0, len(timers) - MAX_TIMERS + 1)]:
            self._store.take(timer.id)

    def _notify(self) -> None:
        with self._wake:
            self._changed = True
            self._wake.notify_all()

    def tick(self) -> float:
        """Announce what has ended. Returns how many seconds may pass until the next look."""
        self._follow_wall_clock()
        wait = self._poll_seconds
        if not self._begun:
            self._due.update({timer.id: timer for timer in self._store.untold()})
            self._begun = True
        for timer in self._known():
            remaining = self.remaining(timer)
            if remaining > 0:
                wait = min(wait, remaining)
            else:
                self._end(timer)
        for timer in list(self._due.values()):
            if not self._tell(timer):
                wait = min(wait, RETRY_SECONDS)
        return wait

    def _end(self, timer: Timer) -> None:
        try:
            mine = self._store.begin_telling(timer)
        except Exception:  # noqa: BLE001 - the storage is the host's
            # Two announcements are better than none; this process will not repeat its own.
            LOG.exception(f"the {timer.name} could not be removed from the storage")
            mine = True
            self._done.add(timer.id)
        if mine and self.announce is not None:
            self._due[timer.id] = timer
        else:
            self._forget(timer)

    def _tell(self, timer: Timer) -> bool:
        """Announce a timer that has ended; False where it has to be tried again."""
        assert self.announce is not None
        try:
            taken = self.announce(timer, -self.remaining(timer)) is not False
        except Exception:  # noqa: BLE001 - a bus may fail in any way, and other timers must still end
            taken = False
            if timer.id not in self._failed:
                self._failed.add(timer.id)
                LOG.exception(f"the {timer.name} ended but could not be announced; it is tried again")
        if taken:
            self._due.pop(timer.id, None)
            self._failed.discard(timer.id)
            self._forget(timer)
            try:
                self._store.told(timer.id)
            except Exception:  # noqa: BLE001 - the storage is the host's
                LOG.exception(f"the {timer.name} was announced and could not be removed from the storage")
        return taken

    def _forget(self, timer: Timer) -> None:
        with self._lock:
            self._ends.pop(timer.id, None)

    def _known(self) -> list[Timer]:
        """Every stored timer; one seen for the first time is pinned to the steady clock."""
        timers = [timer for timer in self._store.all() if timer.id not in self._done]
        with self._lock:
            now = self._steady()
            ids = {timer.id for timer in timers}
            self._ends = {key: end for key, end in self._ends.items() if key in ids or key in self._due}
            for timer in timers:
                self._ends.setdefault(timer.id, now + self._remaining_by_wall(timer))
            return sorted(timers, key=lambda timer: self._ends[timer.id])

    def _remaining_by_wall(self, timer: Timer) -> float:
        # A clock that was set back must not make a timer longer than it was set for.
        return min(timer.deadline - self._wall(), timer.duration_seconds)

    def _follow_wall_clock(self) -> None:
        """Where the time of day was set, store the deadlines anew, for other processes and the next start."""
        offset = self._wall() - self._steady()
        if abs(offset - self._offset) <= _CLOCK_JUMP_SECONDS:
            return
        self._offset = offset
        with self._lock:
            ends = dict(self._ends)
        for timer in self._store.all():
            end = ends.get(timer.id)
            if end is not None and abs(end + offset - timer.deadline) > _CLOCK_JUMP_SECONDS:
                self._store.save(replace(timer, deadline=end + offset))
