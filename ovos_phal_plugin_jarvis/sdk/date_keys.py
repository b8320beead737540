"""The names of days and times that stand in arguments until a host resolves them, and the days they stand for.

A week runs from Monday to Sunday, a weekend is its Saturday and Sunday. "Next Monday" is the first Monday after today;
"next week" is the calendar week after this one. Of a part of a day, morning is 08:00, afternoon 14:00, evening 18:00,
night 21:00.
"""

from __future__ import annotations

import calendar
from collections.abc import Callable, Mapping
from datetime import date, time, timedelta

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")


class DateKeys:
    """A constant for each name, for use in examples."""

    TODAY = "today"
    TOMORROW = "tomorrow"
    DAY_AFTER_TOMORROW = "day_after_tomorrow"
    YESTERDAY = "yesterday"
    THIS_WEEKEND = "this_weekend"
    LAST_WEEKEND = "last_weekend"
    NEXT_WEEK = "next_week"
    NEXT_MONDAY = "next_monday"
    NEXT_TUESDAY = "next_tuesday"
    NEXT_WEDNESDAY = "next_wednesday"
    NEXT_THURSDAY = "next_thursday"
    NEXT_FRIDAY = "next_friday"
    NEXT_SATURDAY = "next_saturday"
    NEXT_SUNDAY = "next_sunday"
    MORNING = "morning"
    TONIGHT = "tonight"
    LAST_NIGHT = "last_night"
    TOMORROW_MORNING = "tomorrow_morning"
    TOMORROW_AFTERNOON = "tomorrow_afternoon"
    TOMORROW_EVENING = "tomorrow_evening"
    TOMORROW_NIGHT = "tomorrow_night"
    YESTERDAY_MORNING = "yesterday_morning"
    YESTERDAY_AFTERNOON = "yesterday_afternoon"
    YESTERDAY_EVENING = "yesterday_evening"


RelativeDateKeys = DateKeys
"""The name in ``constants.relative_date_keys``, which older commands import."""

ALL_DATE_KEYS: list[str] = sorted(value for name, value in vars(DateKeys).items() if name.isupper())
"""Every value of :class:`DateKeys`, in alphabetical order."""

_MORNING, _AFTERNOON, _EVENING, _NIGHT = time(8), time(14), time(18), time(21)


def _days(offset: int, count: int = 1) -> Callable[[date], list[date]]:
    return lambda today: [today + timedelta(days=offset + n) for n in range(count)]


def _week(offset: int, first: int = 0, count: int = 7) -> Callable[[date], list[date]]:
    return lambda today: _days(first - today.weekday() + 7 * offset, count)(today)


def _next_weekday(weekday: int) -> Callable[[date], list[date]]:
    return lambda today: [today + timedelta(days=(weekday - today.weekday() - 1) % 7 + 1)]


def _month(offset: int) -> Callable[[date], list[date]]:
    def days(today: date) -> list[date]:
        year, month0 = divmod(today.year * 12 + today.month - 1 + offset, 12)
        return [date(year, month0 + 1, n + 1) for n in range(calendar.monthrange(year, month0 + 1)[1])]

    return days


def _year(offset: int) -> Callable[[date], list[date]]:
    def days(today: date) -> list[date]:
        first = date(today.year + offset, 1, 1)
        return _days(0, 366 if calendar.isleap(first.year) else 365)(first)

    return days


_DAYS: Mapping[str, Callable[[date], list[date]]] = {
    "today": _days(0),
    "tomorrow": _days(1),
    "day_after_tomorrow": _days(2),
    "yesterday": _days(-1),
    "day_before_yesterday": _days(-2),
    "this_week": _week(0),
    "next_week": _week(1),
    "last_week": _week(-1),
    "this_weekend": _week(0, first=5, count=2),
    "next_weekend": _week(1, first=5, count=2),
    "last_weekend": _week(-1, first=5, count=2),
    "this_month": _month(0),
    "next_month": _month(1),
    "last_month": _month(-1),
    "this_year": _year(0),
    "next_year": _year(1),
    "last_year": _year(-1),
    **{f"next_{name}": _next_weekday(number) for number, name in enumerate(WEEKDAYS)},
}
_MOMENTS: Mapping[str, tuple[int, time]] = {
    "morning": (0, _MORNING),
    "this_morning": (0, _MORNING),
    "afternoon": (0, _AFTERNOON),
    "this_afternoon": (0, _AFTERNOON),
    "evening": (0, _EVENING),
    "this_evening": (0, _EVENING),
    "tonight": (0, _NIGHT),
    "last_night": (-1, _NIGHT),
    "tomorrow_morning": (1, _MORNING),
    "tomorrow_afternoon": (1, _AFTERNOON),
    "tomorrow_evening": (1, _EVENING),
    "tomorrow_night": (1, _NIGHT),
    "yesterday_morning": (-1, _MORNING),
    "yesterday_afternoon": (-1, _AFTERNOON),
    "yesterday_evening": (-1, _EVENING),
}

KNOWN_DATE_KEYS: frozenset[str] = frozenset(_DAYS) | frozenset(_MOMENTS)
"""Every key that stands for days."""


def days_of(key: str, today: date) -> tuple[list[date], time | None]:
    """The days that *key* stands for, and the time of day where it names a part of one.

    Raises:
        KeyError: there is no such key.
        OverflowError, ValueError: the days lie outside the calendar.
    """
    if key in _MOMENTS:
        offset, hour = _MOMENTS[key]
        return [today + timedelta(days=offset)], hour
    return _DAYS[key](today), None
