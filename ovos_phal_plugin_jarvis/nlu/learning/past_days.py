"""Days that are over: of a tool that takes down what was done, "the twentieth of november" is the last one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta

from ovos_phal_plugin_jarvis.nlu.entities import DATE, NUMBER, Day, Mention
from ovos_phal_plugin_jarvis.nlu.learning.alignment import AlignedExample
from ovos_phal_plugin_jarvis.nlu.reading import EPOCH, Heard
from ovos_phal_plugin_jarvis.sdk.date_keys import WEEKDAYS

_YEARS = 1900
"""The least number that is a year."""
_WEEKDAYS = frozenset(f"next_{day}" for day in WEEKDAYS)
"""The keys of a weekday, whether "next" was said with it or not."""


def is_past(name: str, aligned: Sequence[AlignedExample]) -> bool:
    """Whether the day *name* is over: an example says one that is ("yesterday", "last friday"), and none says one to
    come. A weekday and a date may be either."""
    days = [day for example in aligned if (day := _day(name, example)) is not None and not _may_be_either(day)]
    spans = [span for day in days if (span := day.span(EPOCH.date())) is not None]
    return any(last < EPOCH.date() for _, last in spans) and not any(last > EPOCH.date() for _, last in spans)


def _day(name: str, example: AlignedExample) -> Day | None:
    """What *example* says for the day *name*, which is the only day in it: where its value is a date, no words of it
    are known to say that."""
    said = [x for x in example.heard.mentions if x.kind == DATE]
    spans = [span for span in example.spans if span.parameter == name]
    own = [x for x in said if any(x.start < span.end and span.start < x.end for span in spans)]
    if not spans and name in example.arguments:
        own = said
    day: Day | None = own[0].value if len(own) == 1 else None
    return day


def as_past(mentions: Sequence[Mention], heard: Heard) -> list[Mention]:
    """*mentions* with each weekday and each date without a year as the last one, today at the latest."""
    return [_over(x, heard) if x.kind == DATE and _may_be_either(x.value) else x for x in mentions]


def _over(mention: Mention, heard: Heard) -> Mention:
    day: Day = mention.value
    today, span = heard.now.date(), day.span(heard.now.date())
    years = (x for x in heard.mentions if x.kind == NUMBER and mention.start <= x.start and x.end <= mention.end)
    if span is None or span[0] <= today or any(x.value >= _YEARS for x in years):
        return mention
    first = span[0] - timedelta(days=7) if day.keys else _a_year_before(span[0])
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
