"""Days that words count from another, or from today: "two days before easter", "in a month"."""

from __future__ import annotations

import calendar
import datetime as dt
import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from ovos_phal_plugin_jarvis.sdk.date_keys import WEEKDAYS
from ovos_toolbox_everyday.dates.occasions import next_occasion
from ovos_toolbox_everyday.heard.days import day_held
from ovos_toolbox_everyday.heard.words import SPANS, WORDS, without_text
from ovos_toolbox_everyday.sums.numerals import numbers_at
from ovos_toolbox_everyday.sums.words import sum_words
from ovos_toolbox_everyday.word_tables import ENGLISH

_DAY_SECONDS = 86_400
_DAYS_OF = {"day": 1, "week": 7, "month": 30}
_COUNTS = WORDS.listed("counts")
_FROM_DAY = WORDS.english("counted_from")


def day_ahead(seconds: int, words: str, today: dt.date) -> dt.date:
    """The day that is *seconds* away, which are whole days: a month that *words* name is one of the calendar."""
    months, rest = divmod(seconds, 30 * _DAY_SECONDS)
    if rest or not SPANS["month"].search(words):
        return today + dt.timedelta(days=seconds // _DAY_SECONDS)
    year, month0 = divmod(today.year * 12 + today.month - 1 + months, 12)
    return dt.date(year, month0 + 1, min(today.day, calendar.monthrange(year, month0 + 1)[1]))


def mend_from_day(arguments: dict[str, Any], words: str, today: dt.date) -> dict[str, Any]:
    """*arguments* with the ``day`` that *words* count from another ("two days before easter"); with nothing that says
    when, so that it is asked for, where that other day is not known.

    Args:
        arguments: of the call.
        words: that were said.
        today: the user's day; the day that is counted from comes after it.
    """
    told = without_text(arguments, words)
    found = _FROM_DAY.search(told)
    if found is None:
        return _mend_from_day_abroad(arguments, told, today)
    mended = {name: value for name, value in arguments.items() if name not in ("day", "in_seconds", "repeat")}
    named = found["day"].lower().split()
    named_day = day_held(f"next_{named[0]}", today) if named[0] in WEEKDAYS else _occasion(named, today, ENGLISH)
    if named_day is None:
        return {name: value for name, value in mended.items() if name != "time"}
    count = found["count"].lower()
    number = int(count) if count.isdigit() else _COUNTS.index(count) + 1 if count in _COUNTS else 1
    seconds = number * _DAYS_OF[found["unit"].lower()] * _DAY_SECONDS * (1 if found["after"] else -1)
    return {**mended, "day": day_ahead(seconds, found["unit"], named_day).isoformat()}


def _occasion(named: Sequence[str], today: dt.date, tag: str) -> dt.date | None:
    """The day that the words *named* begin with the name of."""
    days = (next_occasion(" ".join(named[:size]), today, tag) for size in range(min(4, len(named)), 0, -1))
    return next((day for day in days if day), None)


def _mend_from_day_abroad(arguments: dict[str, Any], words: str, today: dt.date) -> dict[str, Any]:
    """:func:`mend_from_day` in the languages beside English. A date ("vor dem 3. mai") was counted from by whoever read
    the words."""
    for tag, told in WORDS.abroad.items():
        found = _away_from(tag).search(words)
        if found is None:
            continue
        number = next((int(n) for n, _ in numbers_at(sum_words(tag), [found["count"].lower()], 0)), 1)
        named = found["day"].lower().split()
        weekday = next((at for at, name in enumerate(told["days"]) if re.fullmatch(name, named[0])), None)
        day = _occasion(named, today, tag) if weekday is None else day_held(f"next_{WEEKDAYS[weekday]}", today)
        if day is None and (named[0][0].isdigit() or any(True for _ in numbers_at(sum_words(tag), named, 0))):
            return arguments
        mended = {name: value for name, value in arguments.items() if name not in ("day", "in_seconds", "repeat")}
        if day is None:
            return {name: value for name, value in mended.items() if name != "time"}
        unit = "week" if found["week"] else "month" if found["month"] else "day"
        seconds = number * _DAYS_OF[unit] * _DAY_SECONDS * (-1 if found["before"] else 1)
        return {**mended, "day": day_ahead(seconds, unit, day).isoformat()}
    return arguments


@lru_cache(maxsize=8)
def _away_from(tag: str) -> re.Pattern[str]:
    said = WORDS.expression("from_day", tag)
    return re.compile(rf"\b(?P<count>\w+) {said} (?P<day>[\w][\w' -]{{2,60}})", re.IGNORECASE)
