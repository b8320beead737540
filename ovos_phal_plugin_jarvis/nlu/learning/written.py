"""The day on which an author wrote examples: "tomorrow" is 2026-12-01 in what was written the day before."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from datetime import date, timedelta
from typing import Any

from ovos_phal_plugin_jarvis.nlu.entities import DATE, DURATION, Day, Mention
from ovos_phal_plugin_jarvis.nlu.reading import EPOCH, Heard

_DATE = re.compile(r"\d{4}-\d{2}-\d{2}(?:T|\s|$)")
_WEEK = 7
"""Days by which the day that a weekday is said on may be another one, either way."""
_AGREE = 0.5
"""Share of the examples that say a relative day and have a date which has to fit the day that is found."""


def date_of(value: Any) -> date | None:
    """The date that an example has as *value*, or at its beginning ("2026-12-01T09:00"); None for anything else, also a
    day that the calendar does not have."""
    try:
        return date.fromisoformat(value[:10]) if isinstance(value, str) and _DATE.match(value) else None
    except ValueError:
        return None


def written_on(examples: Sequence[tuple[Heard, Mapping[str, Any]]]) -> date | None:
    """The day that *examples* count their days from, by those that say one relative to it ("tomorrow", "on friday") and
    have a date of the calendar for it.

    Args:
        examples: the words and the arguments of each.

    Returns:
        The day that most of them fit, the first of several: weekdays alone are to come; None where they tell none, or
        fewer than half of them agree.
    """
    told = [
        (said, values) for heard, arguments in examples if (said := _relative(heard)) and (values := _dates(arguments))
    ]
    fitting: Counter[date] = Counter()
    for said, values in told:
        fitting.update({today for day in said for value in values for today in _todays(day, value)})
    if not fitting:
        return None
    most = max(fitting.values())
    if most < _AGREE * len(told):
        return None
    return min(today for today, count in fitting.items() if count == most)


def _relative(heard: Heard) -> list[Day]:
    """The days in *heard* that are told by how far off they are ("tomorrow", "in two weeks"): no day of a month."""
    lengths = [x for x in heard.mentions if x.kind == DURATION]

    def is_relative(day: Mention) -> bool:
        return bool(day.value.keys) or any(day.start <= x.start and x.end <= day.end for x in lengths)

    return [x.value for x in heard.mentions if x.kind == DATE and is_relative(x)]


def _dates(arguments: Mapping[str, Any]) -> Collection[date]:
    return {day for value in arguments.values() if (day := date_of(value)) is not None}


def _todays(day: Day, value: date) -> set[date]:
    """The days on which *day* is said for *value*: one for "tomorrow", a week of them for "friday"."""
    span = day.span(EPOCH.date())
    if span is None:
        return set()
    try:
        first = value - (span[0] - EPOCH.date())
        around = [first + timedelta(days=days) for days in range(-_WEEK, _WEEK + 1)]
    except OverflowError:
        return set()
    if day.day is not None:  # it was counted from EPOCH
        return {first}
    return {today for today in around if (found := day.span(today)) is not None and found[0] == value}
