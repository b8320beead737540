"""Times and parts of the day: "friday night at half past twelve", "at seven tonight"."""

from __future__ import annotations

import datetime as dt
import re
from typing import Any

from ovos_phal_plugin_jarvis.sdk.date_keys import WEEKDAYS
from ovos_toolbox_everyday.heard.days import day_held
from ovos_toolbox_everyday.heard.words import WORDS, without_text

_DAWN = 4
"""Up to which hour somebody who is awake says "in the morning" of the same day."""
_PART_HOURS = {"afternoon": "14:00", "evening": "18:00", "night": "21:00"}
_TOMORROW = WORDS.expression("tomorrow")
_THAT_NIGHT = WORDS.english("that_night")
_NOON = WORDS.english("noon")
_LATER_TODAY = WORDS.pattern("later_today")
_AFTERNOON = WORDS.english("afternoon")
_NOT_NOON = WORDS.english("not_noon")
_PART_BEHIND = WORDS.english("part_behind")
_PART_BEFORE = WORDS.english("part_before")
_MORNING = WORDS.english("morning")
_EACH_PART = WORDS.english("each_part")
_EACH_EVENING = WORDS.english("each_evening")
_DUSK = 5
"""From which hour on a time of each evening or night is before midnight: "at two every night" is behind it."""


def mend_written(arguments: dict[str, Any]) -> dict[str, Any]:
    """*arguments* with a ``time`` of four figures as it is written here: "0715", "7.15"."""
    at = re.fullmatch(r"([01]?\d|2[0-3])[. ]?([0-5]\d)", str(arguments.get("time", "")))
    return arguments if at is None else {**arguments, "time": f"{int(at[1]):02}:{at[2]}"}


def mend_night(arguments: dict[str, Any], words: str, today: dt.date) -> dict[str, Any]:
    """*arguments* with a ``time`` behind midnight, and the ``day`` that it is then, where *words* name a night: "friday
    night at half past twelve" is on saturday.

    Args:
        arguments: of the call.
        words: that were said.
        today: the user's day.
    """
    told = without_text(arguments, words)
    at = re.fullmatch(r"(00|12|0[1-3])(:\d\d)", str(arguments.get("time", "")))
    night = _THAT_NIGHT.search(told)
    if at is None or night is None or (at[1] == "12" and _NOON.search(told)):
        return arguments
    mended = {**arguments, "time": f"{'00' if at[1] == '12' else at[1]}{at[2]}"}
    day = day_held(str(arguments.get("day") or ""), today)
    if day == today:
        del mended["day"]  # the next time it is so late
    elif day is not None:
        named, following = str(night["day"]).lower(), (day + dt.timedelta(days=1)).isoformat()
        # Any other day was moved before: "friday night at half past twelve", and then "make it one".
        if named == WEEKDAYS[day.weekday()] or (named == _TOMORROW and day == today + dt.timedelta(days=1)):
            mended["day"] = following
    return mended


def mend_today(arguments: dict[str, Any], words: str) -> dict[str, Any]:
    """*arguments* with today as the ``day`` of a ``time`` behind noon that *words* put into this afternoon or evening:
    "at seven tonight" is never tomorrow."""
    dated = any(arguments.get(name) for name in ("day", "repeat", "in_seconds"))
    later = str(arguments.get("time") or "") >= "12:00" and _LATER_TODAY.search(without_text(arguments, words))
    return {**arguments, "day": "today"} if later and not dated else arguments


def mend_hour(arguments: dict[str, Any], words: str) -> dict[str, Any]:
    """*arguments* with a ``time`` in the afternoon where *words* say "at four" and nothing of the night."""
    at = re.fullmatch(r"0([1-5])(:\d\d)", str(arguments.get("time", "")))
    if at is None or not _AFTERNOON.search(words) or _NOT_NOON.search(without_text(arguments, words)):
        return arguments
    return {**arguments, "time": f"{int(at[1]) + 12}{at[2]}"}


def mend_part(arguments: dict[str, Any], words: str) -> dict[str, Any]:
    """*arguments* with a ``time`` behind noon where *words* put the part of the day beside it otherwise than usual:
    "my half past four afternoon alarm", "every thursday evening at seven"."""
    at = re.fullmatch(r"(0[1-9]|1[01])(:\d\d)", str(arguments.get("time", "")))
    if at is None or _MORNING.search(words):
        return arguments
    if _EACH_EVENING.search(without_text(arguments, words)) and int(at[1]) >= _DUSK:
        return {**arguments, "time": f"{int(at[1]) + 12}{at[2]}"}
    before = _PART_BEFORE.search(words)
    if not _PART_BEHIND.search(words) and before is None:
        return arguments
    if before is not None and before["tonight"] and int(at[1]) < 4:
        return arguments  # "tonight at two" is behind midnight
    return {**arguments, "time": f"{int(at[1]) + 12}{at[2]}"}


def mend_part_alone(arguments: dict[str, Any], words: str) -> dict[str, Any]:
    """*arguments* with the ``time`` of the part of a weekday, or of each day, that *words* name where nothing says when
    else: "on saturday evening" is not nine in the morning."""
    told = _EACH_PART.search(without_text(arguments, words))
    if told is None or arguments.get("time") or arguments.get("in_seconds"):
        return arguments
    return {**arguments, "time": _PART_HOURS[told["part"].lower()]}


def day_of_part(part: str, now: dt.datetime) -> str:
    """The day, as a key, that is meant by "in the *part*" alone: the next one, "in the morning" also before dawn.

    Args:
        part: ``morning``, ``afternoon`` or ``evening``.
        now: the user's moment.
    """
    begins = _DAWN if part == "morning" else int(_PART_HOURS[part][:2])
    return f"{'this' if now.hour < begins else 'tomorrow'}_{part}"
