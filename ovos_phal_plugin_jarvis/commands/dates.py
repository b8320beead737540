"""Date keys such as ``next_monday``, turned into the dates they stand for in the user's time zone.

A day becomes an ISO date. A part of a day becomes an ISO date-time at a fixed hour: morning 08:00, afternoon
14:00, evening 18:00, night 21:00. A week runs from Monday to Sunday, a weekend is its Saturday and Sunday,
and every day of a range is listed. "Next Monday" is the first Monday after today; "next week" is the calendar
week after this one.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any

from ovos_phal_plugin_jarvis.sdk.date_keys import KNOWN_DATE_KEYS, days_of
from ovos_phal_plugin_jarvis.sdk.iso import parse_iso
from ovos_phal_plugin_jarvis.sdk.parameter import array_item_type

_DATE_TYPES = ("datetime", "date")


class DateKeyError(ValueError):
    """A value that is neither a date key nor an ISO date.

    Attributes:
        parameter: whose value it is; empty where that is not known.
        value: it.
    """

    def __init__(self, message: str, parameter: str = "", value: Any = None) -> None:
        super().__init__(message)
        self.parameter = parameter
        self.value = value


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
        raise DateKeyError(f"{value!r} is no date: use an ISO date such as 2026-03-01, or a date key", value=value)
    key = value.strip().lower().replace("-", "_").replace(" ", "_")
    try:
        if key in KNOWN_DATE_KEYS:
            days, hour = days_of(key, now.date())
            if hour is None:
                return [day.isoformat() for day in days]
            # Combined, not added: a change to summer time in between must not shift the hour.
            return [datetime.combine(days[0], hour, now.tzinfo).isoformat()]
    except (OverflowError, ValueError):
        raise DateKeyError(f"'{value}' lies outside the calendar", value=value) from None
    text = value.strip()
    try:
        parse_iso(text)
    except ValueError:
        known = ", ".join(sorted(KNOWN_DATE_KEYS))
        raise DateKeyError(
            f"'{value}' is no date: use an ISO date such as 2026-03-01, or one of {known}", value=value
        ) from None
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
            raise DateKeyError(f"Parameter '{param.name}': {error}", param.name, error.value) from None
        if (item_type or param.param_type) == "date":
            texts = list(dict.fromkeys(text[:10] for text in texts))
        if item_type is not None:
            resolved[param.name] = texts
        elif texts:
            resolved[param.name] = texts[0]
    return resolved
