"""Days that are over: of a tool that takes down what was done, "the twentieth of november" is the last one."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

from ovos_phal_plugin_jarvis.nlu.entities import DATE, DURATION, NUMBER, ORDINAL, Day, Mention
from ovos_phal_plugin_jarvis.nlu.knowledge import english_wordnet
from ovos_phal_plugin_jarvis.nlu.lang import Language, language
from ovos_phal_plugin_jarvis.nlu.learning.alignment import AlignedExample
from ovos_phal_plugin_jarvis.nlu.learning.wording import ENGLISH, split_name
from ovos_phal_plugin_jarvis.nlu.reading import EPOCH, Heard
from ovos_phal_plugin_jarvis.sdk.date_keys import WEEKDAYS
from ovos_phal_plugin_jarvis.tools.definition import ToolParameter

_DAYS = 31
"""The most days that a month has: a greater number is a year."""
_WEEKDAYS = frozenset(f"next_{day}" for day in WEEKDAYS)
"""The keys of a weekday, whether "next" was said with it or not."""


def is_past(parameter: ToolParameter, aligned: Sequence[AlignedExample], lang: Language) -> bool:
    """Whether the day *parameter* is over: it is called by a deed that is done ("paid_on"), an example says a day that
    is over ("yesterday", "last friday"), none a day to come, and none is a question."""
    if not any(map(_is_done, split_name(parameter.named))):
        return False
    if any(e.words and e.words[0] in lang.question_words for e in aligned):
        return False
    said = [(e.arguments[parameter.name], day) for e in aligned if (day := _day(parameter.name, e)) is not None]
    known = [(value, day, day.span(EPOCH.date())) for value, day in said if not _may_be_either(day)]
    todays = {today for value, _, span in known if span and (today := _today(value, span[0])) is not None}
    over = [span[1] < EPOCH.date() for _, _, span in known if span and span[1] != EPOCH.date()]
    to_come = any(_is_to_come(value, todays) for value, _ in said)
    return bool(over) and all(over) and not to_come


def _is_done(word: str) -> bool:
    """Whether an English *word* tells of what is done: "paid", "changed", "sown"."""
    spoken, net = language(ENGLISH), english_wordnet()
    kinds = {kind for _, kind in net.lemmas(word)} if net is not None else set()
    participle = word.endswith("n") and kinds == {"a"}
    return word in spoken.preterites or participle or (word.endswith("ed") and "v" in kinds)


def _date(value: Any) -> date | None:
    """The date that an example has as *value*; None for anything else, also a day that the calendar does not have."""
    try:
        return date.fromisoformat(str(value)[:10])
    except ValueError:
        return None


def _today(value: Any, said: date) -> date | None:
    """The day on which an example was written that has the date *value* for what is the day *said* after EPOCH."""
    written = _date(value)
    try:
        return written + (EPOCH.date() - said) if written is not None else None
    except OverflowError:
        return None


def _is_to_come(value: Any, todays: Collection[date]) -> bool:
    """Whether the *value* of an example is a day to come, as far as *todays* tell when it was written."""
    written = _date(value)
    return str(value) in _WEEKDAYS or (
        written is not None and bool(todays) and all(written > today for today in todays)
    )


def _day(name: str, example: AlignedExample) -> Day | None:
    """What *example* says for the day *name*, which is the only day in it: where its value is a date, no words of it
    are known to say that."""
    said = [x for x in example.heard.mentions if x.kind == DATE]
    day: Day | None = said[0].value if len(said) == 1 and name in example.arguments else None
    return day


def as_past(mentions: Sequence[Mention], heard: Heard) -> list[Mention]:
    """*mentions* with each bare weekday and each day of a month without a year as the last one, today at the latest."""
    return [_over(x, heard) if x.kind == DATE and _may_be_either(x.value) else x for x in mentions]


def _over(mention: Mention, heard: Heard) -> Mention:
    day: Day = mention.value
    today, span = heard.now.date(), day.span(heard.now.date())
    inside = [x for x in heard.mentions if mention.start <= x.start and x.end <= mention.end]
    if span is None or span[0] <= today or any(x.kind == DURATION for x in inside):
        return mention
    if day.keys:  # "next friday" is none that is over
        bare = mention.end - mention.start == 1 + bool(day.part)
        first = span[0] - timedelta(days=7) if bare else None
    else:
        counted = [x.value for x in inside if x.kind in (NUMBER, ORDINAL)]
        first = _a_year_before(span[0]) if counted and all(value <= _DAYS for value in counted) else None
    return replace(mention, value=replace(day, keys=(), day=first, last=None)) if first is not None else mention


def _may_be_either(day: Day) -> bool:
    """Whether it is a weekday or a date, which is both behind and before us."""
    return {*day.keys} <= _WEEKDAYS and day.last in (None, day.day)


def _a_year_before(day: date) -> date | None:
    """The same day of the year before; None for a leap day."""
    try:
        return day.replace(year=day.year - 1)
    except ValueError:
        return None
