"""Durations and times of day in English, read at a place in the words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ovos_phal_plugin_jarvis.nlu.numerals import cardinal, digits

UNIT_SECONDS = {
    "second": 1,
    "minute": 60,
    "hour": 3600,
    "day": 86400,
    "week": 604800,
    "fortnight": 1209600,
    "month": 2592000,
    "year": 31536000,
}
_UNIT_NAMES = {
    **{name: name for name in UNIT_SECONDS},
    **{f"{name}s": name for name in UNIT_SECONDS},
    "sec": "second",
    "secs": "second",
    "min": "minute",
    "mins": "minute",
    "hr": "hour",
    "hrs": "hour",
    "h": "hour",
    "s": "second",
}
_SMALLER = {"hour": 60, "minute": 1, "day": 3600}
"""What a bare number after a unit counts: "an hour twenty" is twenty minutes more."""
_DAYPARTS = {"morning": "am", "afternoon": "pm", "evening": "pm", "night": "pm"}
STARTS = frozenset({"a", "an", "the", "another", "half", "quarter", "noon", "midday", "midnight"})
"""Words that a duration or a time may begin with beside numbers."""


@dataclass(frozen=True)
class Clock:
    """A time of day."""

    hour: int
    minute: int
    second: int = 0
    exact: bool = True
    """False where nobody said which half of the day is meant."""

    def render(self) -> str:
        """As ISO 8601 writes it, ``18:30``."""
        return f"{self.hour:02d}:{self.minute:02d}" + (f":{self.second:02d}" if self.second else "")


def unit_of(word: str) -> str | None:
    """The time unit that *word* names ("mins" → "minute"), or None."""
    return _UNIT_NAMES.get(word)


def duration(words: Sequence[str], at: int) -> tuple[int, float] | None:
    """The duration that begins at *at*: where it ends, and seconds. "an hour and a half" is 5400."""
    part = _duration_part(words, at)
    if part is None:
        return None
    end, seconds, unit = part
    while end < len(words):
        more = end + 1 if words[end] in ("and", "&") and end + 1 < len(words) else end
        following = _duration_part(words, more)
        if following and UNIT_SECONDS[following[2]] < UNIT_SECONDS[unit]:
            end, seconds, unit = following[0], seconds + following[1], following[2]
            continue
        rest = words[more : more + 3]
        if more > end and rest[:2] == ["a", "half"] or more > end and rest[:1] == ["half"]:
            length = 2 if rest[0] == "a" else 1
            return more + length, seconds + UNIT_SECONDS[unit] / 2
        if more > end and rest[:2] == ["three", "quarters"]:
            return more + 2, seconds + UNIT_SECONDS[unit] * 0.75
        if more > end and rest[:2] == ["a", "quarter"]:
            return more + 2, seconds + UNIT_SECONDS[unit] / 4
        bare = cardinal(words, more) if unit in _SMALLER else None
        if bare and 0 < bare[2] < 60 and bare[2] == int(bare[2]) and _stands_alone(words, bare[1]):
            return bare[1], seconds + bare[2] * _SMALLER[unit]
        break
    return end, seconds


def _stands_alone(words: Sequence[str], end: int) -> bool:
    return (
        end >= len(words) or words[end] not in _UNIT_NAMES and words[end] not in ("people", "percent", "%", "degrees")
    )


def _duration_part(words: Sequence[str], at: int) -> tuple[int, float, str] | None:
    """One amount with its unit: where it ends, seconds, the unit."""
    if at >= len(words):
        return None
    rest = list(words[at : at + 6])
    if rest[:1] == ["the"] and rest[2:5] == ["and", "a", "half"] and rest[1] in UNIT_SECONDS:
        return at + 2, float(UNIT_SECONDS[rest[1]]), rest[1]
    for phrase, amount in _AMOUNTS:
        length = len(phrase)
        if rest[:length] == phrase and length < len(rest) and (unit := unit_of(rest[length])):
            if len(rest[length]) == 1:
                continue
            return at + length + 1, amount * UNIT_SECONDS[unit], unit
    number = cardinal(words, at)
    if number is None:
        return None
    end, value = number[1], number[2]
    if end < len(words) and words[end] in ("more", "extra", "full", "whole", "-"):
        end += 1
    unit = unit_of(words[end]) if end < len(words) else None
    if unit is None or value < 0 or value > 1e9:
        return None
    return end + 1, value * UNIT_SECONDS[unit], unit


_AMOUNTS = [
    (["three", "quarters", "of", "an"], 0.75),
    (["a", "quarter", "of", "an"], 0.25),
    (["quarter", "of", "an"], 0.25),
    (["quarter", "of", "a"], 0.25),
    (["a", "quarter"], 0.25),
    (["half", "of", "an"], 0.5),
    (["a", "half"], 0.5),
    (["half", "an"], 0.5),
    (["half", "a"], 0.5),
    (["half"], 0.5),
    (["a", "couple", "of"], 2.0),
    (["a", "couple"], 2.0),
    (["a", "few"], 3.0),
    (["an"], 1.0),
    (["a"], 1.0),
    (["another"], 1.0),
]


def time_of_day(words: Sequence[str], at: int) -> tuple[int, Clock] | None:
    """The time that begins at *at*: where it ends, and which. "half past six tonight" is 18:30.

    A bare number is a time only with something that says so ("six o'clock", "6:30", "six thirty pm", or a word
    like "at" before it); ``Clock.exact`` is False where the half of the day was left open.
    """
    read = _spoken(words, at) or _written(words, at)
    if read is None:
        return None
    end, hour, minute, sure = read
    end, half = _half_of_day(words, end)
    to_the_minute = minute > 0 and end > at + 1
    if (
        not sure
        and half is None
        and not (
            at
            and words[at - 1]
            in ("for", "at", "until", "till", "by", "around", "before", "after", "about", "to", "from")
        )
    ):
        return None
    if (
        not sure
        and half is None
        and words[at - 1] in ("for", "to", "from", "about", "by", "around")
        and (not to_the_minute or words[at - 1] == "to")
    ):
        return None
    if end < len(words) and half is None and (unit_of(words[end]) or words[end] in ("percent", "%", "degrees")):
        return None
    if hour > 24 or minute > 59:
        return None
    exact = half is not None or hour > 12 or hour == 0
    if half == "pm" and hour < 12:
        hour += 12
    if half == "am" and hour == 12 or hour == 24:
        hour = 0
    return end, Clock(hour, minute, 0, exact)


def _spoken(words: Sequence[str], at: int) -> tuple[int, int, int, bool] | None:
    """ "half past six", "quarter to seven", "ten past five", "noon": end, hour, minute, whether surely a time."""
    word = words[at]
    if word in ("noon", "midday"):
        return at + 1, 12, 0, True
    if word == "midnight":
        return at + 1, 0, 0, True
    start = at + 1 if word in ("a",) else at
    minute, end = None, start
    if start < len(words) and words[start] in ("half", "quarter"):
        minute, end = (30 if words[start] == "half" else 15), start + 1
    else:
        number = cardinal(words, start) if start == at else None
        if number and number[2] == int(number[2]) and 0 < number[2] < 60:
            minute, end = int(number[2]), number[1]
            if end < len(words) and unit_of(words[end]) == "minute":
                end += 1
    if minute is None or end + 1 > len(words) - 1 or words[end] not in ("past", "after", "to", "before", "till", "of"):
        return None
    if words[end] == "of" or (words[end] in ("after", "before", "to") and not _is_hour(words, end + 1)):
        return None
    hour = _hour(words, end + 1)
    if hour is None:
        return None
    if words[end] in ("past", "after"):
        return hour[0], hour[1], minute, True
    return hour[0], (hour[1] - 1) % 24 if hour[1] else 23, 60 - minute, True


def _is_hour(words: Sequence[str], at: int) -> bool:
    hour = _hour(words, at)
    return hour is not None and 0 <= hour[1] <= 12


def _hour(words: Sequence[str], at: int) -> tuple[int, int] | None:
    if at < len(words) and words[at] in ("midnight", "noon"):
        return at + 1, 0 if words[at] == "midnight" else 12
    number = cardinal(words, at)
    if number is None or number[2] != int(number[2]) or not 0 <= number[2] <= 24:
        return None
    end = number[1]
    if end < len(words) and words[end] in ("oclock", "o'clock"):
        end += 1
    return end, int(number[2])


def _written(words: Sequence[str], at: int) -> tuple[int, int, int, bool] | None:
    """ "6:30", "18.30", "six thirty", "seven oh five", "six o'clock", "6": end, hour, minute, whether surely a time."""
    clock = re.fullmatch(r"(\d{1,2}):(\d{2})(?::\d{2})?", words[at])
    if clock:
        return at + 1, int(clock.group(1)), int(clock.group(2)), True
    if re.fullmatch(r"\d{1,2}\.\d{2}", words[at]) and at + 1 < len(words) and words[at + 1] in ("am", "pm", "a", "p"):
        hour_text, minute_text = words[at].split(".")
        return at + 1, int(hour_text), int(minute_text), False
    if re.fullmatch(r"\d{3,4}", words[at]) and at + 1 < len(words) and words[at + 1] in ("am", "pm", "hours"):
        end = at + 2 if words[at + 1] == "hours" else at + 1
        return end, int(words[at][:-2]), int(words[at][-2:]), words[at + 1] == "hours"
    first = cardinal(words[: at + 1], at)
    if first is None or first[1] != at + 1 or first[2] != int(first[2]) or not 0 <= first[2] <= 24:
        return None
    hour, end = int(first[2]), at + 1
    if digits(words[at]) is None and hour == 20 and end < len(words):  # "twenty one thirty"
        pair = cardinal(words[: at + 2], at)
        if pair and pair[1] == at + 2 and 20 < pair[2] < 24:
            hour, end = int(pair[2]), at + 2
    if end < len(words) and words[end] in ("oclock", "o'clock"):
        return end + 1, hour, 0, True
    if end + 1 < len(words) and words[end] in ("oh", "o", "zero"):
        minute = cardinal(words[: end + 2], end + 1)
        if minute and 0 < minute[2] < 10:
            return end + 2, hour, int(minute[2]), False
    minute = cardinal(words, end) if end < len(words) else None
    if minute and minute[2] == int(minute[2]) and 10 <= minute[2] < 60:
        return minute[1], hour, int(minute[2]), False
    return end, hour, 0, False


def _half_of_day(words: Sequence[str], end: int) -> tuple[int, str | None]:
    """The half of the day said after a time, and where it ends."""
    rest = list(words[end : end + 4])
    if rest[:1] and rest[0] in ("am", "pm", "a.m", "p.m"):
        return end + 1, rest[0].replace(".", "")
    if rest[:2] in (["a", "m"], ["p", "m"]):
        return end + 2, rest[0] + "m"
    if rest[:1] == ["tonight"]:
        return end + 1, "pm"
    if rest[:2] == ["at", "night"]:
        return end + 2, "pm"
    if rest[:2] == ["in", "the"] and len(rest) > 2 and rest[2] in _DAYPARTS:
        return end + 3, _DAYPARTS[rest[2]]
    if rest[:1] == ["this"] and len(rest) > 1 and rest[1] in _DAYPARTS:
        return end + 2, _DAYPARTS[rest[1]]
    if len(rest) > 1 and rest[0] in ("tomorrow", "yesterday") and rest[1] in _DAYPARTS:
        # The day is a date of its own; only the half is taken from it.
        return end, _DAYPARTS[rest[1]]
    return end, None
