"""Days that are over: of a tool that takes down what was done, "the twentieth of november" is the last one.

Of a tool that shows no such day it is told by how it is said: "since friday", "how did she sleep on friday".
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta
from functools import partial

from ovos_phal_plugin_jarvis.nlu.entities import DATE, DURATION, NUMBER, ORDINAL, Day, Mention
from ovos_phal_plugin_jarvis.nlu.entities.grammar import grammar
from ovos_phal_plugin_jarvis.nlu.knowledge import english_wordnet
from ovos_phal_plugin_jarvis.nlu.lang import Language, language
from ovos_phal_plugin_jarvis.nlu.learning.alignment import AlignedExample
from ovos_phal_plugin_jarvis.nlu.learning.declarations import split_name
from ovos_phal_plugin_jarvis.nlu.learning.wording import ENGLISH
from ovos_phal_plugin_jarvis.nlu.learning.written import date_of
from ovos_phal_plugin_jarvis.nlu.reading import EPOCH, Heard
from ovos_phal_plugin_jarvis.sdk.date_keys import WEEKDAYS
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition, ToolParameter

_SEVERAL = 2
"""Dates that are over which tell by themselves that those of an argument are."""
_DAYS = 31
"""The most days that a month has: a greater number is a year."""
_HAVING = re.compile(r"^(?:have|has|haven't|hasn't)$|'(?:ve|s)$")
"""What a perfect begins with."""
_PLANNING = frozenset(["schedule", "book", "plan", "reserve", "order", "arrange", "remind", "invite", "set", "start"])
"""Words in the name of a tool that is for what is still to come, whatever is told beside it."""
_FAR_AHEAD = 240
"""Days ahead from which on a day without a year is rather the last one, for a tool that writes down."""
_HAVING_TO = frozenset(["to", "got"])
"""What says that it is no perfect: "has to be paid", "we've got to"."""
_TO_COME = frozenset(
    ["due", "deadline", "return", "back", "until", "till", "expires", "expiry", "ends", "next", "remind", "reminder"]
)
"""Words in the name of a day that is still to come, whatever tells of it."""
_TO_PARTICIPLE = 4
"""Words behind it among which its participle is: "have you ever been"."""
_WEEKDAYS = frozenset(f"next_{day}" for day in WEEKDAYS)
"""The keys of a weekday, whether "next" was said with it or not."""


def is_past(parameter: ToolParameter, aligned: Sequence[AlignedExample], lang: Language, *, told: bool = False) -> bool:
    """Whether the day *parameter* is over. So it is where the dates of several examples were over when they were
    written, and of none to come, if the tool is *told* what was done. Else it is where it is called by a deed that is
    done ("paid_on"), an example says a day that is over ("yesterday", "last friday"), none a day to come, and none is
    a question."""
    dates = _dates_over(parameter.name, aligned)
    if told and sum(dates) >= _SEVERAL and all(dates):
        return True
    if not any(map(_is_done, split_name(parameter.named))):
        return False
    if any(e.words and e.words[0] in lang.question_words for e in aligned):
        return False
    said = [
        (e.arguments[parameter.name], day, e.heard.now.date())
        for e in aligned
        if (day := _day(parameter.name, e)) is not None
    ]
    known = [(day.span(today), today) for _, day, today in said if not _may_be_either(day)]
    over = [span[1] < today for span, today in known if span and span[1] != today]
    to_come = any(str(value) in _WEEKDAYS for value, _, _ in said) or not all(dates)
    return bool(over) and all(over) and not to_come


def _dates_over(name: str, aligned: Sequence[AlignedExample]) -> list[bool]:
    """Of each date that examples have for *name*, but for the day on which they were written, whether it was over then;
    empty where nobody knows when that was."""
    dates = [(day, e.heard.now.date()) for e in aligned if (day := date_of(e.arguments.get(name))) is not None]
    return [day < today for day, today in dates if today not in (day, EPOCH.date())]


def _is_done(word: str) -> bool:
    """Whether an English *word* tells of what is done: "paid", "changed", "sown"."""
    spoken, net = language(ENGLISH), english_wordnet()
    kinds = {kind for _, kind in net.lemmas(word)} if net is not None else set()
    participle = word.endswith("n") and kinds == {"a"}
    return word in spoken.preterites or participle or (word.endswith("ed") and "v" in kinds)


def _day(name: str, example: AlignedExample) -> Day | None:
    """What *example* says for the day *name*, which is the only day in it: where its value is a date, no words of it
    are known to say that."""
    said = [x for x in example.heard.mentions if x.kind == DATE]
    day: Day | None = said[0].value if len(said) == 1 and name in example.arguments else None
    return day


class Past:
    """Which days said to a tool are over, as far as its author and how they are said tell."""

    def __init__(self, definition: ToolDefinition, *, writes: bool, tells: bool) -> None:
        """
        Args:
            definition: the tool.
            writes: whether it writes down what is told.
            tells: whether it only tells something.
        """
        plans = not _PLANNING.isdisjoint(split_name(definition.named))
        self._writes, self._tells = writes and not tells and not plans, tells and not plans

    def made(self, mentions: Sequence[Mention], parameter: ToolParameter, heard: Heard) -> list[Mention]:
        """*mentions* of which *parameter* is made, with days that may be behind us or before us where they are."""
        if self.is_over(mentions, parameter, heard):
            return as_past(mentions, heard)
        return [*map(partial(_nearer, heard=heard), mentions)] if self._writes else list(mentions)

    def is_over(self, mentions: Sequence[Mention], parameter: ToolParameter, heard: Heard) -> bool:
        """Whether what *mentions* say of *parameter* is over."""
        before = {heard.words[x.start - 1] for x in mentions if x.start}
        if not before.isdisjoint(heard.lang.since):
            return True
        own = {*split_name(parameter.named)}
        if self._writes and not own.isdisjoint(_TO_COME):
            return False
        first = min((x.start for x in mentions), default=0)
        if (self._writes or self._tells) and _is_in_the_past(heard, first):
            return True
        return not language(ENGLISH).since.isdisjoint(own) or (self._writes and any(map(_is_done, own)))


def _nearer(mention: Mention, heard: Heard) -> Mention:
    """*mention* as the last one, where it is a day of a month that is nearly a year ahead else: nobody plans that, and
    what was done three weeks ago is written down."""
    if mention.kind != DATE or not _may_be_either(mention.value) or mention.value.keys:
        return mention
    span, over = mention.value.span(heard.now.date()), _over(mention, heard)
    ahead = (span[0] - heard.now.date()).days if span is not None else 0
    return over if ahead > _FAR_AHEAD else mention


def _is_in_the_past(heard: Heard, at: int) -> bool:
    """Whether what stands in *heard* before the word at *at* is put in the past, or all of it where nothing stands
    there: "she slept", "what have i found", "i walked rex"."""
    lang, words = heard.lang, heard.words[:at] or heard.words
    if not lang.preterites.isdisjoint(words):
        return True
    if lang.code != ENGLISH:
        return False
    perfect = next((at for at, word in enumerate(words) if _HAVING.search(word)), len(words))
    behind = words[perfect + 1 : perfect + 1 + _TO_PARTICIPLE]
    if behind and _HAVING_TO.isdisjoint(behind) and any(word in lang.irregulars or _is_done(word) for word in behind):
        return True
    first = 1 if words[0] in lang.persons | lang.speakers or len(words) == 1 else 0
    return any(word.endswith("ed") and _is_participle(word) for word in words[first : first + 2])


def _is_participle(word: str) -> bool:
    net = english_wordnet()
    if net is None or word.endswith(("ing", "s")):
        return False
    return any(kind == "v" and form != word for form, kind in net.lemmas(word))


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
        months = grammar(heard.lang).months if heard.lang.installed else {}
        named = any(heard.words[at] in months for at in range(mention.start, mention.end))
        before = _a_year_before(span[0]) if named else _a_month_before(span[0])
        first = before if counted and all(value <= _DAYS for value in counted) else None
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


def _a_month_before(day: date) -> date | None:
    """The same day of the month before; None where that is shorter."""
    try:
        return day.replace(year=day.year - (day.month == 1), month=(day.month - 2) % 12 + 1)
    except ValueError:
        return None
