"""Date keys such as ``next_monday``, turned into the dates they stand for in the user's time zone.

A day becomes an ISO date. A part of a day becomes an ISO date-time at a fixed hour: morning 08:00, afternoon
14:00, evening 18:00, night 21:00. A week runs from Monday to Sunday, a weekend is its Saturday and Sunday,
and every day of a range is listed. "Next Monday" is the first Monday after today; "next week" is the calendar
week after this one.
"""

from __future__ import annotations

import calendar
from collections.abc import Callable, Mapping
from datetime import date, datetime, time, timedelta
from typing import Any

from ovos_phal_plugin_jarvis.sdk.iso import parse_iso
from ovos_phal_plugin_jarvis.sdk.parameter import array_item_type

_MORNING, _AFTERNOON, _EVENING, _NIGHT = time(8), time(14), time(18), time(21)
_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_DATE_TYPES = ("datetime", "date")


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
    **{f"next_{name}": _next_weekday(number) for number, name in enumerate(_WEEKDAYS)},
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
"""Every key that :func:`resolve_date_keys` turns into dates."""


class DateKeyError(ValueError):
    """A value that is neither a date key nor an ISO date."""


def resolve_date_keys(value: Any, now: datetime) -> list[str]:
    """The dates that *value* stands for.

    Args:
        value: a date key, an ISO date or date-time (passed through as it is written), a ``date``, or a list
        of
            these. Keys may be written with capitals, spaces or hyphens.
        now: the user's time. The offset of its time zone is written into date-times; without one they have
        none.

    Returns:
        ISO dates and date-times in the order given, each once.

    Raises:
        DateKeyError: naming the value, for anything else.
    """
    values = value if isinstance(value, (list, tuple, set, frozenset)) else [value]
    found: dict[str, None] = {}
    for item in values:
        found.update(dict.fromkeys(_resolve(item, now)))
    return list(found)


def _resolve(value: Any, now: datetime) -> list[str]:
    if isinstance(value, (date, datetime)):
        return [value.isoformat()]
    if not isinstance(value, str):
        raise DateKeyError(f"{value!r} is no date: use an ISO date such as 2026-03-01, or a date key")
    key = value.strip().lower().replace("-", "_").replace(" ", "_")
    try:
        if key in _DAYS:
            return [day.isoformat() for day in _DAYS[key](now.date())]
        if key in _MOMENTS:
            offset, hour = _MOMENTS[key]
            day = now.date() + timedelta(days=offset)
            # Combined, not added: a change to summer time in between must not shift the hour.
            return [datetime.combine(day, hour, now.tzinfo).isoformat()]
    except (OverflowError, ValueError):
        raise DateKeyError(f"'{value}' lies outside the calendar") from None
    text = value.strip()
    try:
        parse_iso(text)
    except ValueError:
        known = ", ".join(sorted(KNOWN_DATE_KEYS))
        raise DateKeyError(f"'{value}' is no date: use an ISO date such as 2026-03-01, or one of {known}") from None
    return [text]


def resolve_arguments(command: Any, arguments: Mapping[str, Any], now: datetime) -> dict[str, Any]:
    """*arguments* with every date key resolved, as ``run`` expects them.

    Parameters of type ``array<datetime>`` and ``array<date>`` get a list of ISO texts, those of type
    ``datetime`` and ``date`` one: of a range, its first day. In a ``date``, a part of a day is its day. Other
    arguments, and None, are left as they are.

    Args:
        command: anything with ``parameters`` that have ``name`` and ``param_type``.
        arguments: argument name → value; not changed.
        now: the user's time, with its time zone.

    Raises:
        DateKeyError: naming the parameter and the value.
    """
    resolved = dict(arguments)
    for param in command.parameters:
        value = resolved.get(param.name)
        item_type = array_item_type(param.param_type)
        if value is None or (item_type or param.param_type) not in _DATE_TYPES:
            continue
        try:
            texts = resolve_date_keys(value, now)
        except DateKeyError as error:
            raise DateKeyError(f"Parameter '{param.name}': {error}") from None
        if (item_type or param.param_type) == "date":
            texts = list(dict.fromkeys(text[:10] for text in texts))
        if item_type is not None:
            resolved[param.name] = texts
        elif texts:
            resolved[param.name] = texts[0]
    return resolved
