"""Numbers, durations, times and dates in an utterance, each with its place and its value."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from ovos_phal_plugin_jarvis.nlu import calendar_words, clock, numerals
from ovos_phal_plugin_jarvis.nlu.ovos_parsers import foreign_mentions

NUMBER, ORDINAL, PERCENT, MONEY, DURATION, TIME, DATE = (
    "number",
    "ordinal",
    "percent",
    "money",
    "duration",
    "time",
    "date",
)

_STARTS = calendar_words.STARTS | clock.STARTS
_CURRENCY_SIGNS = {"$", "€", "£"}
_CURRENCY_WORDS = {"dollar", "dollars", "euro", "euros", "pound", "pounds", "cent", "cents", "bucks", "yen"}


@dataclass(frozen=True)
class Mention:
    """Something with a value, said at a place."""

    start: int
    """First token."""
    end: int
    """One past the last token."""
    kind: str
    value: Any
    """number, ordinal, percent, money: float. duration: seconds. time: Clock. date: Day."""


def find_mentions(words: Sequence[str], lang: str, now: datetime) -> list[Mention]:
    """Every mention in *words* (normalised tokens), by place; those of different kinds may overlap.

    Args:
        words: the normalised words.
        lang: BCP-47 tag; English is read here, other languages by the OVOS parsers.
        now: what relative dates are counted from.
    """
    if not lang.lower().startswith("en"):
        return foreign_mentions_as(words, lang, now)
    listed = list(words)
    found: list[Mention] = []
    taken: dict[str, int] = {}

    def add(kind: str, start: int, end: int, value: Any) -> None:
        if taken.get(kind, 0) <= start:
            found.append(Mention(start, end, kind, value))
            taken[kind] = end

    for at, word in enumerate(listed):
        if word not in _STARTS and not numerals.may_start(word):
            continue
        day = calendar_words.day_at(listed, at, now)
        if day and not _may_as_verb(listed, at, day[0]):
            add(DATE, at, day[0], day[1])
        length = clock.duration(listed, at)
        if length and not _is_rate(listed, at):
            add(DURATION, at, length[0], length[1])
        time = clock.time_of_day(listed, at)
        if time and not (length and length[0] >= time[0]):
            add(TIME, at, time[0], time[1])
        number = None if _subtracts(listed, at) else numerals.cardinal(listed, at)
        if number and listed[at] not in ("quarter",):
            _add_number(listed, number, add)
        place = numerals.ordinal(listed, at)
        if place:
            add(ORDINAL, *place)
            if _is_exponent(listed, at):
                add(NUMBER, *place)
    return found


def _add_number(words: list[str], number: numerals.Span, add: Any) -> None:
    start, end, value = number
    add(NUMBER, start, end, value)
    following = words[end : end + 2]
    if following[:1] and following[0] in ("percent", "%") or following == ["per", "cent"]:
        add(PERCENT, start, end + (2 if following[0] == "per" else 1), value)
    if start and words[start - 1] in _CURRENCY_SIGNS:
        add(MONEY, start - 1, end, value)
    elif following[:1] and following[0] in _CURRENCY_WORDS:
        add(MONEY, start, end + 1, value / 100 if following[0] in ("cent", "cents") else value)


def _is_exponent(words: list[str], at: int) -> bool:
    """ "three to the fourth": what a number is raised to is said as an ordinal."""
    return at > 2 and words[at - 2 : at] == ["to", "the"] and numerals.is_number_word(words[at - 3])


def _may_as_verb(words: list[str], at: int, end: int) -> bool:
    """ "may i …", "march second" is fine; a bare month is never read as a date, so only "may" is doubtful."""
    return words[at] == "may" and end < len(words) and words[end] in ("i", "we", "you")


def _subtracts(words: list[str], at: int) -> bool:
    """Whether a "minus" at *at* stands between two numbers, and so is no sign."""
    return (
        words[at] in ("minus", "-")
        and at > 0
        and (numerals.is_number_word(words[at - 1]) or words[at - 1] in ("half", "that", "it", "result"))
    )


def _is_rate(words: list[str], at: int) -> bool:
    """ "twice a day", "miles an hour": no length of time."""
    return (
        words[at] in ("a", "an")
        and at > 0
        and words[at - 1] in ("times", "twice", "once", "miles", "kilometers", "kilometres", "km", "mile")
    )


def foreign_mentions_as(words: Sequence[str], lang: str, now: datetime) -> list[Mention]:
    """Mentions of a language that the OVOS parsers read."""
    return [Mention(*found) for found in foreign_mentions(tuple(words), lang, now)]
