"""Days of a month, as words number them: "the 30th", "may 3"."""

from __future__ import annotations

import calendar
import datetime as dt
import re
from typing import Any

from ovos_toolbox_everyday.heard.days import day_held
from ovos_toolbox_everyday.heard.words import WORDS, without_text

_MONTHS = WORDS.listed("months")
_PLACES = WORDS.listed("places")
_LAST = WORDS.expression("last")
EVERY_MONTH = WORDS.english("every_month")
"""A day of each month: "on the first of every month"."""
_DAY_OF_MONTH = WORDS.english("day_of_month")
_ORDINAL = WORDS.english("ordinal")
_ON_THE = WORDS.english("on_the")
_DATED = WORDS.english("dated")
_IN_ROW = WORDS.english("in_row")
"""A day of a month by its weekday, which is worked out where there is one soon."""


def mend_month_day(arguments: dict[str, Any], words: str, today: dt.date) -> dict[str, Any]:
    """*arguments* of what comes every month with the ``day`` that *words* say: "on the first of every month"."""
    found = EVERY_MONTH.search(words) if arguments.get("repeat") == "monthly" else None
    if found is None:
        return arguments
    said = str(found["nth"] or found["day"] or found["on"]).lower()
    number = 31 if said == _LAST else _PLACES.index(said) + 1 if said in _PLACES else int(said[:-2])
    ahead = (today + dt.timedelta(days=n) for n in range(62))  # a month of 31 days is one of any two
    day = next((day for day in ahead if day.day == number), None)
    return arguments if day is None else {**arguments, "day": day.isoformat()}


def mend_day_of_month(arguments: dict[str, Any], name: str, today: dt.date) -> dict[str, Any]:
    """*arguments* with the day that the text *name* ends with as ``day``, where nothing says when else: "call mum on
    may 3". One that is in no calendar is passed on as it was said, so that it is refused.

    Args:
        arguments: of the call.
        name: of the argument that holds the text.
        today: the user's day; the day that is meant comes after it.
    """
    text = arguments.get(name)
    found = _DAY_OF_MONTH.search(text.strip()) if isinstance(text, str) else None
    if found is None or any(arguments.get(key) for key in ("day", "repeat", "in_seconds")):
        return arguments
    month, number = _MONTHS.index(str(found["m"] or found["m2"]).lower()) + 1, int(found["d"] or found["d2"])
    mended = {**arguments, name: str(text).strip()[: found.start()].strip(" ,"), "day": found["said"]}
    for year in range(today.year, today.year + 5):  # a leap day comes every four years
        try:
            day = dt.date(year, month, number)
        except ValueError:
            continue
        if day >= today:
            return {**mended, "day": day.isoformat()}
    return mended


def mend_ordinal(arguments: dict[str, Any], name: str, words: str, today: dt.date) -> dict[str, Any]:
    """*arguments* with the next day of a month that *words* number ("wake me at six on the 30th") as ``day``, and no
    text that is only its number. One that is no day of a month, or of another than ``day``, is passed on to be refused.

    Args:
        arguments: of the call.
        name: of the argument that may hold the number.
        words: that were said.
        today: the user's day; the day that is meant is this one or comes after it.
    """
    held, behind = _ORDINAL.fullmatch(str(arguments.get(name) or "").strip()), _ON_THE.search(words.strip(" .?!"))
    if (
        arguments.get("repeat")
        or arguments.get("in_seconds")
        or (held is None and (behind is None or arguments.get("day")))
    ):
        return arguments
    told = held or _ORDINAL.fullmatch(behind[0] if behind else "")
    assert told is not None
    said = told["said"].lower()
    number = _PLACES.index(said) + 1 if said in _PLACES else int(said[:-2])
    ahead = (today + dt.timedelta(days=n) for n in range(62))  # a month of 31 days is one of any two
    day = next((day for day in ahead if day.day == number), None)
    mended = {key: value for key, value in arguments.items() if held is None or key != name}
    before = day_held(str(arguments.get("day") or ""), today)
    if before is not None and before.day == number:
        return mended
    return {**mended, "day": told[0] if day is None or arguments.get("day") else day.isoformat()}


def mend_no_day(arguments: dict[str, Any], words: str) -> dict[str, Any]:
    """*arguments* with a ``day`` that is in no calendar where *words* name one: "february 30", which is refused."""
    for found in _DATED.finditer(words):
        month, number = _MONTHS.index(str(found["m"] or found["m2"]).lower()) + 1, int(found["d"] or found["d2"])
        if not 1 <= number <= calendar.monthrange(2024, month)[1]:  # a leap year
            return {**arguments, "day": found[0]}
    in_row = _IN_ROW.search(without_text(arguments, words))
    if in_row is not None and re.match(r"\d{4}-", str(arguments.get("day", ""))) is None:
        return {**arguments, "day": in_row[0]}
    return arguments
