"""When an alarm or a reminder is due: at one moment, or by the clock on the wall, once or again and again.

A wall time stays a wall time: "every day at seven" is seven in the morning before and after daylight saving changes,
and wherever the device is taken. Where the clock jumps over it, it is due as long after the jump as it would have been
(02:30 becomes 03:30); where the clock shows it twice, it is due the first time.
"""

from __future__ import annotations

import calendar
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta, tzinfo
from typing import Any

from ovos_phal_plugin_jarvis.sdk.date_keys import WEEKDAYS

REPEATS = ("daily", "weekdays", "weekends", "weekly", "monthly", *WEEKDAYS)
"""How an appointment may come again; ``weekly`` and ``monthly`` go by the day it begins with."""
_DAYS = {
    "daily": frozenset(range(7)),
    "weekdays": frozenset(range(5)),
    "weekends": frozenset((5, 6)),
    **{name: frozenset((number,)) for number, name in enumerate(WEEKDAYS)},
}
_END = 221_845_392_000.0
"""The year 9000: so that a day or a zone more is still a date."""
_LOOK_DAYS = 64
"""No repeat leaves out more days than lie within this, skipped ones aside."""


@dataclass(frozen=True)
class When:
    """Either :attr:`at`, or :attr:`time` with :attr:`day`."""

    at: float | None = None
    """Seconds since the epoch: "in ten minutes"."""
    time: time | None = None
    """By the clock on the wall."""
    day: date | None = None
    """The day of it, or the first one where it comes again."""
    repeat: str | None = None
    """One of :data:`REPEATS`."""

    def __post_init__(self) -> None:
        if (self.at is None) == (self.time is None) or (self.time is None) != (self.day is None):
            raise ValueError("an appointment is at a moment, or at a time of a day")
        if self.at is not None and not 0 <= self.at < _END or self.day is not None and not 1970 <= self.day.year < 9000:
            raise ValueError("an appointment is between 1970 and 9000")
        if self.repeat is not None and (self.repeat not in REPEATS or self.time is None):
            raise ValueError(f"an appointment repeats by the clock as one of {', '.join(REPEATS)}, not {self.repeat!r}")

    def is_on(self, day: date) -> bool:
        """Whether it falls on *day*."""
        if self.day is None or day < self.day:
            return False
        if self.repeat is None:
            return day == self.day
        if self.repeat == "weekly":
            return day.weekday() == self.day.weekday()
        if self.repeat == "monthly":  # the 31st is the last day of a shorter month
            return day.day == min(self.day.day, calendar.monthrange(day.year, day.month)[1])
        return day.weekday() in _DAYS[self.repeat]

    def moment(self, day: date, zone: tzinfo) -> float:
        """When it is due on *day*, in seconds since the epoch."""
        if self.time is None or self.at is not None:
            raise ValueError("it has no time of day")
        return datetime.combine(day, self.time, zone).timestamp()

    def after(self, floor: float, zone: tzinfo, skipped: Collection[str] = ()) -> float | None:
        """The first time it is due later than *floor*; None where there is none.

        Args:
            floor: seconds since the epoch.
            zone: of the clock on the wall.
            skipped: ISO days on which it is left out.
        """
        if self.repeat is None:
            return self.once(zone, floor)
        return next(iter(self._from(floor, zone, skipped)), None)

    def once(self, zone: tzinfo, floor: float | None = None) -> float | None:
        """When it is due the first time, where that is later than *floor*."""
        if self.at is not None:
            due = self.at
        else:
            assert self.day is not None
            day = self.day
            while not self.is_on(day):
                day += timedelta(days=1)
            due = self.moment(day, zone)
        return due if floor is None or due > floor else None

    def latest(self, floor: float, now: float, zone: tzinfo, skipped: Collection[str] = ()) -> float | None:
        """The last time it was due in between *floor*, which is left out, and *now*; None where it was not."""
        if self.repeat is None:
            due = self.once(zone, floor)
            return due if due is not None and due <= now else None
        today = datetime.fromtimestamp(now, zone).date()
        first = datetime.fromtimestamp(floor, zone).date() - timedelta(days=1)
        for back in range(-1, _LOOK_DAYS + len(skipped)):
            day = today - timedelta(days=back)
            if day < first:
                break
            if self.is_on(day) and day.isoformat() not in skipped:
                due = self.moment(day, zone)
                if due <= now:
                    return due if due > floor else None
        return None

    def _from(self, floor: float, zone: tzinfo, skipped: Collection[str]) -> Iterator[float]:
        assert self.day is not None
        # A day earlier: a zone may have moved the clock by as much.
        first = max(self.day, datetime.fromtimestamp(floor, zone).date() - timedelta(days=1))
        for ahead in range(_LOOK_DAYS + len(skipped)):
            day = first + timedelta(days=ahead)
            if self.is_on(day) and day.isoformat() not in skipped:
                due = self.moment(day, zone)
                if due > floor:
                    yield due

    def record(self) -> dict[str, Any]:
        """It as JSON."""
        if self.at is not None:
            return {"at": self.at}
        assert self.day is not None and self.time is not None
        return {"time": self.time.isoformat(), "day": self.day.isoformat(), "repeat": self.repeat}

    @classmethod
    def from_record(cls, record: Mapping[str, Any]) -> When:
        """What ``record`` wrote.

        Raises:
            KeyError, TypeError, ValueError: it did not write this.
        """
        if record.get("at") is not None:
            return cls(at=float(record["at"]))
        return cls(
            time=time.fromisoformat(record["time"]),
            day=date.fromisoformat(record["day"]),
            repeat=record.get("repeat"),
        )


def first_day(at: time, now: datetime, repeat: str | None = None) -> date:
    """The day on which *at* comes next: today where it is still ahead, else tomorrow; with *repeat*, the first such.

    Args:
        at: by the clock on the wall.
        now: the present moment there.
        repeat: one of :data:`REPEATS`; ``weekly`` and ``monthly`` begin with the next day there is.
    """
    assert now.tzinfo is not None
    days = _DAYS.get(repeat or "", _DAYS["daily"])
    day = now.date()
    while day.weekday() not in days or When(time=at, day=day).moment(day, now.tzinfo) <= now.timestamp():
        day += timedelta(days=1)
    return day
