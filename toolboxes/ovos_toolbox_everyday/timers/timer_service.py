"""Running timers: when each ends, and who tells of it.

Only a service that a scheduler looks after announces: the one of a toolbox on a bus. Any other process (``ovos-jarvis
say``) stores its timers, and a serving process picks them up at its next look at the storage. Of several
serving processes the one that removes the record announces it, again and again until the bus has taken the words; until
then the timer stays on the disk.
"""

from __future__ import annotations

import math
import threading
import time
import uuid
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime, timezone
from typing import Any

from ovos_utils.log import LOG

from ovos_toolbox_everyday.scheduler import POLL_SECONDS, RETRY_SECONDS, Announce, nobody, steady_seconds
from ovos_toolbox_everyday.timers.timer import Timer
from ovos_toolbox_everyday.timers.timer_store import TimerStore

MAX_SECONDS = 7 * 86_400
MAX_TIMERS = 100
_CLOCK_JUMP_SECONDS = 2.0


class TooManyTimersError(ValueError):
    """:data:`MAX_TIMERS` are running."""

    def __init__(self, most: int) -> None:
        super().__init__(f"{most} timers are running")
        self.most = most


class TimerService:
    """Sets, lists, cancels and runs timers. Its methods may be called from any thread.

    Args:
        store: where they are kept.
        wall: seconds since the epoch; deadlines are stored in it.
        steady: a clock that is never set; this process waits by it, so that a device that learns the time
            of day after boot does not lose or rush a timer.
        poll_seconds: how long a scheduler may sleep.
    """

    def __init__(
        self,
        store: TimerStore | None = None,
        *,
        wall: Callable[[], float] = time.time,
        steady: Callable[[], float] = steady_seconds,
        poll_seconds: float = POLL_SECONDS,
    ) -> None:
        self._store = store or TimerStore()
        self._wall = wall
        self._steady = steady
        self._poll_seconds = poll_seconds
        self._ends: dict[str, tuple[float, float]] = {}  # timer id → its end on the steady clock, and its deadline
        self._offset = wall() - steady()
        self._due: dict[str, Timer] = {}  # ended, ours to announce, and not taken by the bus yet
        self._begun = True  # what an earlier process left untold is known
        self._failed: set[str] = set()  # announcing them raised; said once each
        self._done: set[str] = set()  # announced though the storage could not remove them
        self._lock = threading.Lock()
        self._changing = threading.Lock()
        self._on_complete: Callable[[str, str | None], Any] | None = None
        self.changed: Callable[[], None] = nobody
        self.announce: Announce | None = None
        """What hears of timers that ended; ``begin`` sets it."""

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
            id=uuid.uuid4().hex[:8],
            duration_seconds=duration_seconds,
            deadline=self._wall() + duration_seconds,
            label=label,
            context=dict(context or {}),
            lang=lang,
            created=self._wall(),
        )
        end = self._steady() + duration_seconds
        self._store.save(timer)
        with self._lock:
            self._ends[timer.id] = end, timer.deadline
        self.changed()
        return timer

    def running(self) -> list[Timer]:
        """The timers that have not ended, the next one first; those that are paused among them."""
        return [timer for timer in self._known() if self.remaining(timer) > 0]

    def remaining(self, timer: Timer) -> float:
        """Seconds that *timer* has left; negative where it has ended."""
        if timer.paused_left is not None:
            return timer.paused_left
        with self._lock:
            pinned = self._ends.get(timer.id)
        if pinned is not None:
            return pinned[0] - self._steady()
        return self._remaining_by_wall(timer)

    def cancel(self, timer: Timer) -> bool:
        """Stop *timer*. False where it has ended or was cancelled by another."""
        with self._changing:
            taken = self._store.take(timer.id)
            with self._lock:
                self._ends.pop(timer.id, None)
        self.changed()
        return taken

    def change(self, timer: Timer, seconds: int) -> Timer | None:
        """Let *timer* have *seconds* left from now on. None where it has ended or was cancelled.

        Raises:
            ValueError: not between one second and :data:`MAX_SECONDS`.
        """
        if not 1 <= seconds <= MAX_SECONDS:
            raise ValueError(f"a timer runs from one second to {MAX_SECONDS}, not {seconds}")

        def changed(kept: Timer) -> Timer:
            past = max(0, kept.duration_seconds - math.ceil(self.remaining(kept)))
            return replace(
                kept,
                duration_seconds=past + seconds,
                set_for=kept.set_for or kept.duration_seconds,
                deadline=self._wall() + seconds,
                paused_left=None if kept.paused_left is None else float(seconds),
            )

        return self._change(timer, changed)

    def pause(self, timer: Timer) -> Timer | None:
        """Hold *timer*. None where it has ended or was cancelled."""
        return self._change(
            timer,
            lambda kept: kept if kept.paused_left is not None else replace(kept, paused_left=self.remaining(kept)),
        )

    def resume(self, timer: Timer) -> Timer | None:
        """Let *timer* run on. None where it was cancelled."""
        return self._change(
            timer,
            lambda kept: (
                kept
                if kept.paused_left is None
                else replace(kept, paused_left=None, deadline=self._wall() + kept.paused_left)
            ),
        )

    def _change(self, timer: Timer, how: Callable[[Timer], Timer]) -> Timer | None:
        with self._changing:
            kept = self._store.get(timer.id)
            if kept is None or self.remaining(kept) <= 0:
                return None
            changed = how(kept)
            if changed is not kept:
                self._store.save(changed)
                with self._lock:
                    self._ends.pop(timer.id, None)
                    if changed.paused_left is None:
                        end = self._steady() + changed.deadline - self._wall()
                        self._ends[timer.id] = end, changed.deadline
        self.changed()
        return changed

    # -- as packages call it --

    def set_timer(self, duration_seconds: int, label: str | None = None) -> str:
        """Start a timer; its id.

        Raises:
            ValueError: not between one second and :data:`MAX_SECONDS`.
            TooManyTimersError: as many as may run are running.
        """
        if not 1 <= duration_seconds <= MAX_SECONDS:
            raise ValueError(f"a timer runs from one second to {MAX_SECONDS}, not {duration_seconds}")
        return self.add(int(duration_seconds), label or None).id

    def cancel_timer(self, timer_id: str) -> bool:
        """Stop the timer with this id. False where it has ended or was cancelled."""
        timer = self._store.get(timer_id)
        return timer is not None and self.cancel(timer)

    def get_timer(self, timer_id: str) -> dict[str, Any] | None:
        """The timer with this id as data, as ``get_active_timers`` gives it."""
        return next((found for found in self.get_active_timers() if found["timer_id"] == timer_id), None)

    def get_active_timers(self) -> list[dict[str, Any]]:
        """The timers that have not ended as data, the next one first; moments in ISO and UTC."""
        return [self.described(timer) for timer in self.running()]

    def find_timer_by_label(self, text: str) -> str | None:
        """The id of the first timer whose label contains *text*, in any case."""
        wanted = text.casefold().strip()
        found = (timer.id for timer in self.running() if wanted and wanted in (timer.label or "").casefold())
        return next(found, None)

    def clear_all(self) -> int:
        """Stop every timer; how many that were."""
        return sum(self.cancel(timer) for timer in self.running())

    def restore_timers(self) -> int:
        """How many are stored: they need no restoring."""
        return len(self.running())

    def set_on_complete_callback(self, callback: Callable[[str, str | None], Any] | None) -> None:
        """From now on *callback* is called with id and label of each timer that ends in this process."""
        self._on_complete = callback

    def described(self, timer: Timer) -> dict[str, Any]:
        """The timer as data."""
        left = max(0.0, self.remaining(timer))
        return {
            "timer_id": timer.id,
            "label": timer.label,
            "duration_seconds": timer.duration_seconds,
            "remaining_seconds": round(left),
            "started_at": _iso(timer.created or timer.deadline - timer.duration_seconds),
            "ends_at": _iso(self._wall() + left),
            "paused": timer.paused_left is not None,
        }

    # -- looked after by a scheduler --

    @property
    def serving(self) -> bool:
        """Whether this process announces timers. Where it does not, another one that serves will."""
        return self.announce is not None

    def begin(self, announce: Announce | None) -> None:
        """From now on *announce* hears of timers that end, first of those that ended while nothing served."""
        self.announce = announce
        self._begun = False

    def _make_room(self) -> None:
        timers = self._known()
        ended = [timer for timer in timers if self.remaining(timer) <= 0]
        if len(timers) - len(ended) >= MAX_TIMERS:
            raise TooManyTimersError(MAX_TIMERS)
        # Where nothing serves, what ended stays until something does, but not without end.
        for timer in ended[: max(0, len(timers) - MAX_TIMERS + 1)]:
            self._store.take(timer.id)

    def tick(self) -> float:
        """Announce what has ended. Returns how many seconds may pass until the next look."""
        self._follow_wall_clock()
        wait = self._poll_seconds
        if not self._begun:
            self._due.update({timer.id: timer for timer in self._store.untold()})
            self._begun = True
        for timer in self._known():
            remaining = self.remaining(timer)
            if timer.paused_left is not None:
                continue
            if remaining > 0:
                wait = min(wait, remaining)
            else:
                self._end(timer)
        for timer in list(self._due.values()):
            if self.announce is None:
                break  # an announcement may end the service
            if not self._tell(timer):
                wait = min(wait, RETRY_SECONDS)
        return wait

    def _end(self, timer: Timer) -> None:
        try:
            with self._changing:
                if self._store.get(timer.id) not in (timer, None):
                    return  # it was changed just now, and is looked at again
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
            self._completed(timer)
            self._due.pop(timer.id, None)
            self._failed.discard(timer.id)
            self._forget(timer)
            try:
                self._store.told(timer.id)
            except Exception:  # noqa: BLE001 - the storage is the host's
                LOG.exception(f"the {timer.name} was announced and could not be removed from the storage")
        return taken

    def _completed(self, timer: Timer) -> None:
        if self._on_complete is not None:
            try:
                self._on_complete(timer.id, timer.label)
            except Exception:  # noqa: BLE001 - it is a package's
                LOG.exception(f"what a package does when the {timer.name} ends failed")

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
                pinned = self._ends.get(timer.id)
                if timer.paused_left is None and (pinned is None or pinned[1] != timer.deadline):
                    self._ends[timer.id] = now + self._remaining_by_wall(timer), timer.deadline
            ends = {t.id: now + t.paused_left if t.paused_left is not None else self._ends[t.id][0] for t in timers}
            return sorted(timers, key=lambda timer: ends[timer.id])

    def _remaining_by_wall(self, timer: Timer) -> float:
        # A clock that was set back must not make a timer longer than it was set for.
        return min(timer.deadline - self._wall(), timer.duration_seconds)

    def _follow_wall_clock(self) -> None:
        """Where the time of day was set, store the deadlines anew, for other processes and the next start."""
        offset = self._wall() - self._steady()
        if abs(offset - self._offset) <= _CLOCK_JUMP_SECONDS:
            return
        self._offset = offset
        with self._changing:
            with self._lock:
                ends = dict(self._ends)
            for timer in self._store.all():
                end, deadline = ends.get(timer.id, (0.0, None))
                if deadline != timer.deadline or abs(end + offset - deadline) <= _CLOCK_JUMP_SECONDS:
                    continue
                moved = replace(timer, deadline=end + offset)
                with self._lock:
                    self._ends[timer.id] = end, moved.deadline
                self._store.save(moved)


def _iso(moment: float) -> str:
    return datetime.fromtimestamp(moment, timezone.utc).isoformat(timespec="seconds")
