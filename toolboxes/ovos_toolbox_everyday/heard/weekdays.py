"""Weekdays, as words name them."""

from __future__ import annotations

import re
from typing import Any

from ovos_phal_plugin_jarvis.sdk.date_keys import WEEKDAYS
from ovos_toolbox_everyday.heard.words import WORDS

_ONE_DAY = WORDS.english("one_day")


def day_names(weekday: str) -> str:
    """What *weekday* is called in each language, as a regular expression."""
    number = WEEKDAYS.index(weekday)
    return "|".join(told["days"][number] for told in WORDS.languages.values())


def weekday_called(name: str) -> str | None:
    """The weekday that *name* is in one of the languages; None where it is none."""
    said = name.strip()
    return next((day for day in WEEKDAYS if re.fullmatch(day_names(day), said, re.IGNORECASE)), None)


def mend_day(arguments: dict[str, Any]) -> dict[str, Any]:
    """*arguments* with the name of a weekday in ``day`` as the next such day."""
    day = str(arguments.get("day", "")).lower()
    return {**arguments, "day": f"next_{day}"} if day in WEEKDAYS else arguments


def day_said(words: str) -> str | None:
    """The only day to come that *words* name: "tomorrow", "friday"; None where they name none, or several."""
    named = {day.lower() for day in _ONE_DAY.findall(words)}
    return named.pop() if len(named) == 1 else None
