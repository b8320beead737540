"""Whole requests to the planner, in the words that people put them in: a title before its task or behind it, and the
day, what became of it and the courtesies wherever they are said.

What is read is accounted for to the last word; anything else is left to who understands words in general.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from ovos_phal_plugin_jarvis.sdk.word_tables import read_word_table

_FILE = Path(__file__).with_name("requests.yaml")
_MOST = 240
"""Characters of a request."""
_MOST_WORDS = 9
"""Of a title behind its first."""
_PART = re.compile(r"<(\w+)>")
_NAMES = {"habit_create": "name", "habit_set_completed": "name", "habit_progress": "name"}
"""Tool → what it calls a title."""


@dataclass(frozen=True)
class Planned:
    """A request that was read."""

    tool: str
    arguments: dict[str, Any]
    day: tuple[str, dict[str, Any]] | None = None
    """The tool that goes to the day it is for, and its arguments; None where no day is said."""


@dataclass(frozen=True)
class _Form:
    tool: str
    arguments: dict[str, Any]
    pattern: re.Pattern[str]


@dataclass(frozen=True)
class _Bag:
    tool: str
    words: frozenset[str]
    needs: tuple[re.Pattern[str], ...]
    dated: bool


@dataclass(frozen=True)
class _Grammar:
    about: re.Pattern[str]
    never: re.Pattern[str]
    several: re.Pattern[str]
    kind: re.Pattern[str]
    closes: frozenset[str]
    forms: tuple[_Form, ...]
    bags: tuple[_Bag, ...]
    day: re.Pattern[str]
    today: re.Pattern[str]
    shifts: tuple[tuple[re.Pattern[str], int, bool], ...]
    """A day that is counted, how far away it is, and whether that is of what its ``count`` and ``unit`` say."""
    weekday: re.Pattern[str]
    counts: dict[str, int]


@lru_cache(maxsize=64)
def read_request(text: str) -> Planned | None:
    """What *text* asks of the planner; None where it is not certainly a request to it."""
    said = " ".join(text.replace("’", "'").lower().split()).strip(" .!?")
    if len(said) > _MOST:
        return None
    for grammar in grammars():
        if grammar.about.search(said):
            found = _by_a_form(said, grammar) or _by_a_bag(said, grammar)
            if found is not None:
                return found
    return None


def _by_a_form(said: str, grammar: _Grammar) -> Planned | None:
    for form in grammar.forms:
        match = form.pattern.fullmatch(said)
        if match is None:
            continue
        slots = {group.rstrip("0123456789"): value for group, value in match.groupdict().items() if value is not None}
        arguments = dict(form.arguments)
        title = slots.get("title")
        if title is not None:
            if title.split()[-1] in grammar.closes or grammar.never.search(title):
                continue
            end = next(match.end(group) for group in match.groupdict() if group.startswith("title") and match[group])
            if grammar.several.search(title) and not grammar.kind.match(said, end):
                continue
            arguments[_NAMES.get(form.tool, "title")] = title
        if "text" in slots:
            arguments["text"] = slots["text"]
        if "must" in slots or "nice" in slots:
            arguments["task_type"] = "must-win" if "must" in slots else "nice-to-do"
        return Planned(form.tool, arguments, _day(slots["day"], grammar) if "day" in slots else None)
    return None


def _by_a_bag(said: str, grammar: _Grammar) -> Planned | None:
    days = list(grammar.day.finditer(said))
    for bag in grammar.bags:
        if len(days) > 1 or (bag.dated and not days):
            continue
        rest = grammar.day.sub(" ", said)
        if all(need.search(said) for need in bag.needs) and bag.words.issuperset(rest.split()):
            day = _day(days[0].group(), grammar) if days else None
            if not bag.dated:
                return Planned(bag.tool, {}, day)
            if day is not None:
                return Planned(*day)
    return None


def _day(said: str, grammar: _Grammar) -> tuple[str, dict[str, Any]] | None:
    """The call that goes to the day *said*."""
    if grammar.today.fullmatch(said):
        return "date_shift", {"days": 0}
    weekday = grammar.weekday.fullmatch(said)
    if weekday:
        return "date_set", {"ymd": f"next_{weekday['weekday']}"}
    for pattern, far, counted in grammar.shifts:
        match = pattern.fullmatch(said)
        if match:
            times = grammar.counts[match["count"]] * (7 if match["unit"].startswith("week") else 1) if counted else 1
            return "date_shift", {"days": far * times}
    return None


@lru_cache(maxsize=1)
def grammars() -> tuple[_Grammar, ...]:
    """What requests are read by, in each language that there is any for; takes a moment when it is first asked for."""
    return tuple(_grammar(told) for told in read_word_table(_FILE).values())


def _grammar(told: dict[str, Any]) -> _Grammar:
    days = told["days"]
    counts = "|".join(sorted(days["counts"], key=len, reverse=True))

    def counted(form: str) -> str:
        return str(form).replace("<count>", rf"(?P<count>{counts}|\d{{1,3}})").replace("<unit>", days["unit"])

    shifts = (
        *((re.compile(words), far, False) for words, far in days["shift"].items()),
        *((re.compile(counted(form)), 1, True) for form in days["ahead"]),
        *((re.compile(counted(form)), -1, True) for form in days["ago"]),
    )
    weekday = re.compile(days["weekday"])
    said = [*(pattern.pattern for pattern, _, _ in shifts), weekday.pattern, days["today"]]
    day = re.sub(r"\(\?P<\w+>", "(?:", "|".join(said))  # without names of its own: one form may hold several
    never, opens, closes = (told[name].split(" | ") for name in ("never", "opens", "closes"))
    word = r"[\w'-]+?"
    slots = {
        "title": rf"(?!(?:{'|'.join(opens)})(?: |$)){word}(?: {word}){{0,{_MOST_WORDS}}}?",
        "text": r"(?!(?:is|was|please|read|what|are|has|can|for|about|of|from|out|with|in|on)\b)[^ ]+(?: [^ ]+)+?",
        "day": rf"\b(?:{day})\b",
        "must": told["must"],
        "nice": told["nice"],
    }

    def pattern(form: str) -> re.Pattern[str]:
        for _ in range(6):  # parts are made of parts
            form = _PART.sub(lambda match: told["parts"].get(match[1], match[0]), form)
        at = iter(range(99))
        return re.compile(_PART.sub(lambda match: f"(?P<{match[1]}{next(at)}>{slots[match[1]]})", form))

    return _Grammar(
        about=re.compile(told["about"]),
        never=re.compile(rf"\b(?:{'|'.join(never)})\b"),
        several=re.compile(told["several"]),
        kind=re.compile(told["kind"]),
        closes=frozenset(closes),
        forms=tuple(
            _Form(each["tool"], each.get("with") or {}, pattern(form))
            for each in told["forms"]
            for form in each["said"]
        ),
        bags=tuple(
            _Bag(
                each["tool"],
                frozenset(each["words"].split(" | ")),
                tuple(re.compile(need) for need in each["needs"]),
                bool(each.get("day")),
            )
            for each in told["bags"]
        ),
        day=re.compile(slots["day"]),
        today=re.compile(days["today"]),
        shifts=shifts,
        weekday=weekday,
        counts={**days["counts"], **{str(n): n for n in range(1000)}},
    )
