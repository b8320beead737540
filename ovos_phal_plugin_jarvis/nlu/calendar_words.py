"""Dates in English: as date keys where there is one, else as an ISO date (``jarvis-sdk``: Dates)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from ovos_phal_plugin_jarvis.nlu.clock import unit_of
from ovos_phal_plugin_jarvis.nlu.numerals import cardinal, digits, ordinal

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_WEEKDAY = {
    **{d: d for d in WEEKDAYS},
    **{f"{d}s": d for d in WEEKDAYS},
    "mon": "monday",
    "tue": "tuesday",
    "tues": "tuesday",
    "wed": "wednesday",
    "weds": "wednesday",
    "thu": "thursday",
    "thur": "thursday",
    "thurs": "thursday",
    "fri": "friday",
    "sat": "saturday",
    "sun": "sunday",
}
_MONTH_NAMES = (
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
)
_MONTH = {
    **{m: i for i, m in enumerate(_MONTH_NAMES, 1)},
    **{m[:3]: i for i, m in enumerate(_MONTH_NAMES, 1)},
    "sept": 9,
}
_PARTS = ("morning", "afternoon", "evening", "night")
_HOLIDAYS = {
    "christmas": (12, 25),
    "christmas day": (12, 25),
    "christmas eve": (12, 24),
    "new year 's day": (1, 1),
    "new year 's eve": (12, 31),
    "new years day": (1, 1),
    "new years eve": (12, 31),
    "halloween": (10, 31),
    "valentine 's day": (2, 14),
    "valentines day": (2, 14),
    "boxing day": (12, 26),
    "st patrick 's day": (3, 17),
    "independence day": (7, 4),
}
_FIXED: dict[tuple[str, ...], tuple[str, ...]] = {
    ("the", "day", "after", "tomorrow"): ("day_after_tomorrow",),
    ("day", "after", "tomorrow"): ("day_after_tomorrow",),
    ("today",): ("today",),
    ("tonight",): ("tonight",),
    ("tomorrow",): ("tomorrow",),
    ("yesterday",): ("yesterday",),
    ("last", "night"): ("last_night",),
    ("this", "morning"): ("morning",),
    ("this", "afternoon"): ("today",),
    ("this", "evening"): ("tonight",),
    ("the", "weekend"): ("this_weekend",),
    ("this", "weekend"): ("this_weekend",),
    ("weekend",): ("this_weekend",),
    ("right", "now"): ("today",),
    ("tomorrow", "night"): ("tomorrow_night",),
    ("now",): ("today",),
    ("currently",): ("today",),
    ("at", "the", "moment"): ("today",),
}
_NOW = {("right", "now"), ("now",), ("currently",), ("at", "the", "moment")}
STARTS = frozenset(
    {
        *(phrase[0] for phrase in _FIXED),
        *_WEEKDAY,
        *_MONTH,
        *(name.split()[0] for name in _HOLIDAYS),
        "the",
        "day",
        "this",
        "next",
        "last",
        "coming",
        "upcoming",
        "following",
        "past",
        "previous",
        "in",
        "a",
        "an",
    }
)
"""Words that a date may begin with beside numbers."""


@dataclass(frozen=True)
class Day:
    """A date, or a range that has a key."""

    keys: tuple[str, ...] = ()
    """Date keys; empty where there is none for it."""
    day: date | None = None
    """The (first) day, where it was worked out."""
    moment: bool = False
    """Only "now" was said: a date for tools that want one, and no date for everyone else."""

    def values(self) -> list[str]:
        """What an ``array<datetime>`` argument holds for it."""
        return list(self.keys) if self.keys else [self.day.isoformat()] if self.day else []


def day_at(words: Sequence[str], at: int, now: datetime) -> tuple[int, Day] | None:
    """The date that begins at *at*: where it ends, and which."""
    for length in (4, 3, 2, 1):
        phrase = tuple(words[at : at + length])
        if len(phrase) == length and phrase in _FIXED:
            return _with_part(words, at + length, _FIXED[phrase], phrase in _NOW)
    return (
        _before_yesterday(words, at, now)
        or _relative(words, at)
        or _weekday(words, at, now)
        or _counted(words, at, now)
        or _month_day(words, at, now)
        or _holiday(words, at, now)
    )


def _with_part(words: Sequence[str], end: int, keys: tuple[str, ...], moment: bool) -> tuple[int, Day]:
    if keys in (("tomorrow",), ("yesterday",)) and end < len(words) and words[end] in _PARTS:
        part = words[end]
        if keys[0] == "yesterday" and part == "night":
            return end + 1, Day(("last_night",))
        return end + 1, Day((f"{keys[0]}_{part}",))
    return end, Day(keys, moment=moment)


def _before_yesterday(words: Sequence[str], at: int, now: datetime) -> tuple[int, Day] | None:
    phrase = list(words[at : at + 4])
    skip = 1 if phrase[:1] == ["the"] else 0
    if phrase[skip : skip + 3] == ["day", "before", "yesterday"]:
        return at + skip + 3, Day(day=now.date() - timedelta(days=2))
    return None


def _relative(words: Sequence[str], at: int) -> tuple[int, Day] | None:
    """ "next week", "this month", "last weekend", "next friday"."""
    skip = 1 if words[at] in ("the", "this") and at + 1 < len(words) and words[at + 1] in ("coming", "next") else 0
    if at + skip + 1 >= len(words):
        return None
    which, unit = words[at + skip], words[at + skip + 1]
    if which in ("coming", "upcoming", "following"):
        which = "next"
    if which in ("past", "previous"):
        which = "last"
    if which not in ("this", "next", "last"):
        return None
    if unit in ("week", "weekend", "month", "year"):
        return at + skip + 2, Day((f"{which}_{unit}",))
    return None


def _weekday(words: Sequence[str], at: int, now: datetime) -> tuple[int, Day] | None:
    """ "friday", "on friday", "next friday", "last friday"; a coming one has a key, a past one is a date."""
    start, which = at, "next"
    if words[at] in ("this", "next", "last", "coming") and at + 1 < len(words):
        which, start = words[at], at + 1
    name = _WEEKDAY.get(words[start])
    if name is None or (words[start] in ("sat", "sun", "mon", "wed") and start == at and not _after_on(words, at)):
        return None
    end = start + 1
    if end < len(words) and words[end] in _PARTS:
        end += 1
    if which == "last":
        back = (now.weekday() - WEEKDAYS.index(name) - 1) % 7 + 1
        return end, Day(day=now.date() - timedelta(days=back))
    return end, Day((f"next_{name}",))


def _after_on(words: Sequence[str], at: int) -> bool:
    return at > 0 and words[at - 1] in ("on", "by", "until", "for", "every", "next", "this", "last")


def _counted(words: Sequence[str], at: int, now: datetime) -> tuple[int, Day] | None:
    """ "in three days", "two weeks from now", "a week ago"."""
    ahead = words[at] == "in"
    start = at + 1 if ahead else at
    if start >= len(words):
        return None
    number = cardinal(words, start)
    amount, end = (
        (number[2], number[1]) if number else (1.0, start + 1) if words[start] in ("a", "an", "one") else (0, 0)
    )
    unit = unit_of(words[end]) if end and end < len(words) else None
    if unit not in ("day", "week", "month", "year", "fortnight") or not 0 < amount < 1000:
        return None
    end += 1
    days = int(amount * {"day": 1, "week": 7, "fortnight": 14, "month": 30, "year": 365}[unit])
    tail = tuple(words[end : end + 2])
    if tail[:1] == ("ago",):
        return end + 1, Day(day=now.date() - timedelta(days=days))
    if tail == ("from", "now") or tail == ("from", "today"):
        return end + 2, Day(day=now.date() + timedelta(days=days))
    return (end, Day(day=now.date() + timedelta(days=days))) if ahead else None


def _month_day(words: Sequence[str], at: int, now: datetime) -> tuple[int, Day] | None:
    """ "march fifth", "the 5th of march 2027", "5 march"."""
    if words[at] in _MONTH:
        return _month_first(words, at, now)
    start = at + 1 if words[at] == "the" else at
    if start + 1 >= len(words):
        return None
    number = ordinal(words, start) or cardinal(words[: start + 2], start)
    if number is None or not 1 <= number[2] <= 31 or number[2] != int(number[2]):
        return None
    end = number[1] + 1 if number[1] < len(words) and words[number[1]] == "of" else number[1]
    if end >= len(words) or words[end] not in _MONTH:
        return None
    return _dated(words, end + 1, _MONTH[words[end]], int(number[2]), now)


def _month_first(words: Sequence[str], at: int, now: datetime) -> tuple[int, Day] | None:
    start = at + 2 if words[at + 1 : at + 2] == ["the"] or words[at + 1 : at + 2] == ("the",) else at + 1
    if start >= len(words):
        return None
    number = ordinal(words, start) or cardinal(words, start)
    if number is None or not 1 <= number[2] <= 31 or number[2] != int(number[2]):
        return None
    return _dated(words, number[1], _MONTH[words[at]], int(number[2]), now)


def _dated(words: Sequence[str], end: int, month: int, day: int, now: datetime) -> tuple[int, Day] | None:
    year = None
    if end < len(words):
        said = cardinal(words, end)
        if said and 1900 <= said[2] <= 2100 and (digits(words[end]) is not None or said[1] > end + 1):
            year, end = int(said[2]), said[1]
    found = _make(year or now.year, month, day)
    if found is None:
        return None
    if year is None and found < now.date():
        found = _make(now.year + 1, month, day) or found
    return end, Day(day=found)


def _make(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _holiday(words: Sequence[str], at: int, now: datetime) -> tuple[int, Day] | None:
    for length in (4, 3, 2, 1):
        named = _HOLIDAYS.get(" ".join(words[at : at + length]))
        if named and at + length <= len(words):
            return _dated(words, at + length, named[0], named[1], now)
    return None
