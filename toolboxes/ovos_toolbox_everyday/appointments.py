"""What alarms and reminders share: one is due at a time, once or again and again, is told of when it is, can be put
off, and outlives its process.

What is stored is the rule and the last time that was told of, never a list of times to come: daylight saving, another
time zone and a clock that is set change when the next one is, and that is worked out anew at each look.

It is told first and marked then: whoever dies in between tells it again after the restart, and none is lost. A lease in
the storage keeps two serving processes from telling the same one.
"""

from __future__ import annotations

import threading
import time
import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, tzinfo
from typing import TYPE_CHECKING, Any, Generic, TypeVar
from zoneinfo import ZoneInfo

from ovos_utils.log import LOG

from ovos_phal_plugin_jarvis.sdk import JarvisStorage, get_backend
from ovos_phal_plugin_jarvis.sdk.clock import home_zone
from ovos_toolbox_everyday.recurrence import When
from ovos_toolbox_everyday.scheduler import POLL_SECONDS, RETRY_SECONDS, Announce, nobody, steady_seconds
from ovos_toolbox_everyday.store import RecordStore

if TYPE_CHECKING:
    from typing_extensions import Self

ENDED_SECONDS = 3_600.0
"""For how long one that was told of and does not come again is kept: it may be put off."""
CLOCK_SET_BACK_SECONDS = 3_600.0
"""From here on a clock that shows an earlier time than what was told was wrong before, and tells it again."""
_CLOCK_JUMP_SECONDS = 2.0
_LEASE_SECONDS = 60.0
_MAX_SKIPPED = 60


@dataclass(frozen=True)
class Appointment:
    """An alarm or a reminder."""

    id: str
    when: When
    text: str = ""
    """What it is for."""
    created: float = 0.0
    """All times are seconds since the epoch."""
    context: Mapping[str, Any] = field(default_factory=dict)
    """Of the bus message that set it, as far as an announcement needs it: session and routing."""
    lang: str = "en-us"
    zone: str | None = None
    """IANA name of the time zone that it goes by; None for the device's, wherever that is."""
    told: float | None = None
    """The last time it was due and told of."""
    told_at: float | None = None
    """When that was told."""
    count: int = 0
    """How often it was told of."""
    snooze_until: float | None = None
    snooze_seconds: float = 0.0
    """What it was put off for."""
    skipped: tuple[str, ...] = ()
    """ISO days on which it is left out."""

    @property
    def recurring(self) -> bool:
        """Whether it comes again."""
        return self.when.repeat is not None

    @property
    def over(self) -> bool:
        """Whether it was told of, does not come again and is not put off."""
        return not self.recurring and self.told is not None and self.snooze_until is None

    def due(self, now: float, zone: tzinfo) -> float | None:
        """When it is due next, or has been since; None where it is over.

        Of several times that nobody told, the last one.
        """
        if not self.recurring:
            regular = self.when.once(zone) if self.told is None else None
        else:
            floor = self.created if self.told is None else self.told
            regular = self.when.latest(floor, now, zone, self.skipped)
            if regular is None:
                regular = self.when.after(max(floor, now), zone, self.skipped)
        found = [moment for moment in (self.snooze_until, regular) if moment is not None]
        return min(found, default=None)

    def record(self) -> dict[str, Any]:
        """It as it is stored."""
        return {
            "id": self.id,
            "when": self.when.record(),
            "text": self.text,
            "created": self.created,
            "context": dict(self.context),
            "lang": self.lang,
            "zone": self.zone,
            "told": self.told,
            "told_at": self.told_at,
            "count": self.count,
            "snooze_until": self.snooze_until,
            "snooze_seconds": self.snooze_seconds,
            "skipped": list(self.skipped),
        }

    @classmethod
    def from_record(cls, record: Mapping[str, Any]) -> Self:
        """What *record* holds.

        Raises:
            ValueError: it holds none: another version wrote it, or it is damaged.
        """
        try:
            zone = record.get("zone")
            if zone is not None:
                ZoneInfo(zone)
            return cls(
                id=str(record["id"]),
                when=When.from_record(record["when"]),
                text=str(record.get("text") or ""),
                created=float(record["created"]),
                context=dict(record.get("context") or {}),
                lang=str(record.get("lang") or "en-us"),
                zone=zone,
                told=_number(record.get("told")),
                told_at=_number(record.get("told_at")),
                count=int(record.get("count") or 0),
                snooze_until=_number(record.get("snooze_until")),
                snooze_seconds=float(record.get("snooze_seconds") or 0),
                skipped=tuple(str(day) for day in record.get("skipped") or ()),
            )
        except (KeyError, TypeError, ValueError, AttributeError, OverflowError, OSError) as error:
            raise ValueError(f"no {cls.__name__.lower()}: {error!r}") from None


A = TypeVar("A", bound=Appointment)


def _in_time(item: A, now: float) -> A:
    """*item* without what a clock noted that was wrong and has been set back since."""
    latest = now + CLOCK_SET_BACK_SECONDS
    if item.recurring and item.told is not None and item.told > latest:
        item = replace(item, told=now)
    if item.when.at is not None and item.told is None:
        lasts = item.when.at - item.created
        if item.when.at - now > lasts + _CLOCK_JUMP_SECONDS:
            item = replace(item, when=When(at=now + lasts), created=now)
    elif item.created > latest:
        item = replace(item, created=now)
    if item.snooze_until is not None and item.snooze_until - now > item.snooze_seconds + _CLOCK_JUMP_SECONDS:
        item = replace(item, snooze_until=now + item.snooze_seconds)
    return item


def _number(value: Any) -> float | None:
    return None if value is None else float(value)


class TooManyError(ValueError):
    """As many as may be are there."""

    def __init__(self, most: int) -> None:
        super().__init__(f"there are {most} already")
        self.most = most


class AppointmentService(Generic[A]):
    """Keeps the appointments of one kind and lets them be told when they are due. For any thread.

    Args:
        name: of the storage.
        kind: the class of what is kept.
        most: how many there may be.
        zone: the device's time zone.
        wall: seconds since the epoch.
        steady: a clock that is never set.
        poll_seconds: how long a scheduler may sleep.
    """

    def __init__(
        self,
        name: str,
        kind: type[A],
        most: int,
        *,
        zone: Callable[[], tzinfo] = home_zone,
        wall: Callable[[], float] = time.time,
        steady: Callable[[], float] = steady_seconds,
        poll_seconds: float = POLL_SECONDS,
    ) -> None:
        self.changed: Callable[[], None] = nobody
        self._store: RecordStore[A] = RecordStore(name, kind)
        self._kind = kind
        self._most = most
        self._home = zone
        self._wall = wall
        self._steady = steady
        self._poll_seconds = poll_seconds
        self._offset = wall() - steady()
        self._leases = JarvisStorage(f"{name}_told")
        self._owner = uuid.uuid4().hex
        self._lock = threading.RLock()
        self._since_boot: set[str] = set()  # whose moment was worked out by the clock of this process
        self._failed: set[str] = set()  # announcing them raised; said once each
        self._told: set[tuple[str, float]] = set()  # told, though the storage could not keep that
        self._announce: Announce | None = None

    # -- asked for by commands --

    def now(self, zone: str | None = None) -> datetime:
        """The present moment by the device's clock, or in the IANA *zone*."""
        return datetime.fromtimestamp(self._wall(), ZoneInfo(zone) if zone else self._home())

    def zone_of(self, item: A) -> tzinfo:
        """The time zone that *item* goes by."""
        return ZoneInfo(item.zone) if item.zone else self._home()

    def add(
        self,
        when: When,
        text: str = "",
        *,
        context: Mapping[str, Any] | None = None,
        lang: str = "en-us",
        zone: str | None = None,
    ) -> A:
        """Keep a new one. It is on the disk when this returns.

        Raises:
            TooManyError: there are as many as may be.
        """
        with self._lock:
            self._follow_clock()
            kept = self._store.all()
            if sum(not item.over for item in kept) >= self._most:
                raise TooManyError(self._most)
            item = self._kind(
                id=self._new_id(),
                when=when,
                text=text,
                created=self._wall(),
                context=dict(context or {}),
                lang=lang,
                zone=zone,
            )
            self._store.save(item)
            self._since_boot.add(item.id)
        self.changed()
        return item

    def all(self) -> list[A]:
        """Those that are still to come, the next one first."""
        now = self._wall()
        found = [(due, item.id, item) for item in self._store.all() if (due := self._due(item, now)) is not None]
        return [item for _due, _id, item in sorted(found, key=lambda each: each[:2])]

    def ended(self, within: float = ENDED_SECONDS) -> list[A]:
        """Those that were told of in the last *within* seconds, the latest first."""
        now = self._wall()
        found = [item for item in self._store.all() if item.told_at is not None and 0 <= now - item.told_at <= within]
        return sorted(found, key=lambda item: -(item.told_at or 0))

    def get(self, item_id: str) -> A | None:
        """The one with this id, also one that has ended just now."""
        return self._store.get(item_id)

    def due(self, item: A) -> datetime | None:
        """When *item* is due next, by the clock that it goes by; None where it is over."""
        due = self._due(item, self._wall())
        return None if due is None else datetime.fromtimestamp(due, self.zone_of(item))

    def cancel(self, item: A) -> bool:
        """Remove *item*. False where another did."""
        with self._lock:
            taken = self._store.take(item.id)
            self._since_boot.discard(item.id)
        self.changed()
        return taken

    def snooze(self, item: A, seconds: float) -> A | None:
        """Put *item* off: it is due again in *seconds*. None where it is no more."""
        return self._change(item, lambda it: replace(it, snooze_until=self._wall() + seconds, snooze_seconds=seconds))

    def skip(self, item: A, day: str) -> A | None:
        """Leave out the time that *item* is due on the ISO *day*, and what was put off. None where it is no more."""
        return self._change(item, lambda it: replace(it, skipped=(*it.skipped, day)[-_MAX_SKIPPED:], snooze_until=None))

    def mark_told(self, item: A, due: float | None = None) -> A | None:
        """*item* was told of: it comes again where it does. None where it is no more.

        Args:
            item: the appointment.
            due: the time that was told of, in seconds since the epoch; by default the one that is due.
        """
        moment = self._due(item, self._wall()) if due is None else due
        if moment is None:
            return self._store.get(item.id)
        return self._change(item, lambda it: self._after(it, moment))

    def _change(self, item: A, how: Callable[[A], A]) -> A | None:
        with self._lock:
            self._follow_clock()
            kept = self._store.get(item.id)
            if kept is None:
                return None
            changed = how(kept)
            self._store.save(changed)
            if changed.snooze_until is not None:
                self._since_boot.add(item.id)
        self.changed()
        return changed

    def _after(self, item: A, due: float) -> A:
        """*item* once the time *due* was told of."""
        now = self._wall()
        today = datetime.fromtimestamp(now, self.zone_of(item)).date().isoformat()
        told = item.told
        if item.snooze_until is None or due < item.snooze_until or not item.recurring:
            told = due if told is None else max(told, due)
        put_off = item.snooze_until if item.snooze_until is not None and item.snooze_until > due else None
        return replace(
            item,
            told=told,
            told_at=now,
            count=item.count + 1,
            snooze_until=put_off,
            skipped=tuple(day for day in item.skipped if day >= today),
        )

    def _due(self, item: A, now: float) -> float | None:
        try:
            return item.due(now, self.zone_of(item))
        except (OverflowError, ValueError, OSError) as error:  # a damaged record must not stop the others
            if item.id not in self._failed:
                self._failed.add(item.id)
                LOG.warning(f"when {item.id} is due can't be told: {error}")
            return None

    def _new_id(self) -> str:
        return uuid.uuid4().hex[:8]

    # -- looked after by a scheduler --

    @property
    def serving(self) -> bool:
        """Whether this process announces. Where it does not, another one that serves will."""
        return self._announce is not None

    def begin(self, announce: Announce | None) -> None:
        """From now on *announce* hears of what is due; with None, nobody does any more."""
        self._announce = announce

    def tick(self) -> float:
        """Announce what is due. Returns how many seconds may pass until the next look."""
        self._follow_clock()
        now, wait = self._wall(), self._poll_seconds
        for item in self._store.all():
            kept = self._mended(item, now)
            if kept is None:
                continue
            due = self._due(kept, now)
            if due is None or (kept.id, due) in self._told:
                continue
            if due > now:
                wait = min(wait, due - now)
            elif self._announce is not None and not self._tell(kept):
                wait = min(wait, RETRY_SECONDS)
        return wait

    def _tell(self, item: A) -> bool:
        """Announce *item*, which is due; False where it has to be tried again."""
        assert self._announce is not None
        if not self._claim(item.id):
            return True  # another process tells
        kept = self._store.get(item.id)
        now = self._wall()
        due = None if kept is None else self._due(kept, now)
        if kept is None or due is None or due > now:  # cancelled, put off or told in the meantime
            self._release(item.id)
            return True
        try:
            taken = self._announce(kept, now - due) is not False
        except Exception:  # noqa: BLE001 - a bus may fail in any way, and others must still be told
            taken = False
            if item.id not in self._failed:
                self._failed.add(item.id)
                LOG.exception(f"{item.id} is due but could not be announced; it is tried again")
        if not taken:
            return False
        self._failed.discard(item.id)
        try:
            self.mark_told(kept, due)
            self._release(item.id)
        except Exception:  # noqa: BLE001 - the storage is the host's; this process does not repeat itself
            LOG.exception(f"{item.id} was announced, which the storage could not keep")
            self._told.add((item.id, due))
        return True

    def _claim(self, item_id: str) -> bool:
        """Whether this process is the one to tell."""
        if get_backend() is None:
            return True
        now = self._wall()
        try:
            lease = self._leases.get(item_id) or {}
            until = lease.get("until")
            if (
                lease.get("owner") != self._owner
                and isinstance(until, int | float)
                and 0 <= until - now <= _LEASE_SECONDS
            ):
                return False
            self._leases.save(item_id, {"owner": self._owner, "until": now + _LEASE_SECONDS})
            return (self._leases.get(item_id) or {}).get("owner") == self._owner
        except Exception:  # noqa: BLE001 - the storage is the host's; told twice is better than not at all
            LOG.exception(f"the storage can't keep who tells of {item_id}")
            return True

    def _release(self, item_id: str) -> None:
        if get_backend() is not None:
            self._leases.delete(item_id)

    def _mended(self, item: A, now: float) -> A | None:
        """*item* as it is once what a wrong clock left behind is put right; None where its end is long past."""
        gone = item.over and (
            item.told_at is None or not -CLOCK_SET_BACK_SECONDS <= now - item.told_at <= ENDED_SECONDS
        )
        mended = _in_time(item, now)
        if not gone and mended == item:
            return item
        with self._lock:
            if self._store.get(item.id) != item:
                return None  # it was changed just now, and is looked at again
            if not gone:
                self._store.save(mended)
                return mended
            self._store.take(item.id)
            self._since_boot.discard(item.id)
            return None

    def _follow_clock(self) -> None:
        """Where the clock was set, move what goes by the time that passes: "in ten minutes", and what is put off."""
        with self._lock:
            offset = self._wall() - self._steady()
            delta = offset - self._offset
            if abs(delta) <= _CLOCK_JUMP_SECONDS:
                return
            self._offset = offset
            for item in self._store.all():
                if item.id not in self._since_boot:
                    continue  # set by a clock that was right, as far as anyone knows
                moved = item
                if item.when.at is not None:
                    moved = replace(moved, when=When(at=item.when.at + delta), created=item.created + delta)
                if item.snooze_until is not None:
                    moved = replace(moved, snooze_until=item.snooze_until + delta)
                if moved is not item:
                    self._store.save(moved)
