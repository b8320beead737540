"""Days that are over: of a tool that takes down what was done, "the twentieth of november" is the last one.

Of a tool that shows no such day it is told by how it is said: "since friday", "how did she sleep on friday".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import MINYEAR, date, timedelta
from functools import partial

from ovos_phal_plugin_jarvis.nlu.entities import DATE, DATE_RANGE, DURATION, NUMBER, ORDINAL, TIME, Day, Mention
from ovos_phal_plugin_jarvis.nlu.entities.grammar import grammar
from ovos_phal_plugin_jarvis.nlu.knowledge import english_wordnet
from ovos_phal_plugin_jarvis.nlu.lang import Language, language
from ovos_phal_plugin_jarvis.nlu.learning.alignment import AlignedExample
from ovos_phal_plugin_jarvis.nlu.learning.declarations import split_name
from ovos_phal_plugin_jarvis.nlu.learning.declared_parameters import leads_of
from ovos_phal_plugin_jarvis.nlu.learning.wording import ENGLISH, verbs_of
from ovos_phal_plugin_jarvis.nlu.learning.written import date_of
from ovos_phal_plugin_jarvis.nlu.reading import EPOCH, Heard
from ovos_phal_plugin_jarvis.sdk.date_keys import WEEKDAYS
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition, ToolParameter

_SEVERAL = 2
"""Dates that are over which tell by themselves that those of an argument are."""
_DAYS = 31
"""The most days that a month has: a greater number is a year."""
_PLANNING = frozenset(["schedule", "book", "plan", "reserve", "order", "arrange", "remind", "invite", "set", "start"])
"""Words in the name of a tool that is for what is still to come, whatever is told beside it."""
_FAR_AHEAD = 240
"""Days ahead from which on a day without a year is rather the last one, for a tool that writes down."""
_TO_COME_OF = frozenset(["to", "is", "are", "will"])
"""English words of a clause that is not over, whatever it begins with: "we agreed to meet", "i forgot the party is"."""
_TO_VERB = 3
"""Words before the verb of what is told; a day that stands before as many begins its clause."""
_TO_AUXILIARY = 4
"""Words among which a question has its verb."""
_TO_COME = frozenset(
    ["due", "deadline", "return", "back", "until", "till", "expires", "expiry", "ends", "next", "remind", "reminder"]
)
"""Words in the name of a day that is still to come, whatever tells of it."""
_TO_PARTICIPLE = 4
"""Words behind a form of "have" among which its participle is: "have you ever been"."""
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

    def made(self, mentions: Sequence[Mention], heard: Heard, *, over: bool) -> list[Mention]:
        """*mentions* of what is *over* (:meth:`is_over`) or not, with days that may be behind us or before us where
        they are."""
        if over:
            return as_past(mentions, heard)
        return [*map(partial(_nearer, heard=heard), mentions)] if self._writes else list(mentions)

    def is_long_ago(self, ends: Sequence[Mention], heard: Heard) -> bool:
        """Whether the days of *ends*, both those of a stretch, were asked for, as they are nearly a year ahead else."""
        today = heard.now.date()
        spans = [x.value.span(today) if x.kind == DATE and _may_be_either(x.value) else None for x in ends]
        return self._tells and all(span is not None and (span[0] - today).days > _FAR_AHEAD for span in spans)

    def is_over(self, mentions: Sequence[Mention], parameter: ToolParameter, heard: Heard) -> bool:
        """Whether what *mentions* say of *parameter* is over."""
        said = [x for x in mentions if x.kind in (DATE, DATE_RANGE, TIME)]
        if not said:
            return False
        before = {heard.words[x.start - 1] for x in said if x.start}
        if not before.isdisjoint(heard.lang.since):
            return True
        own = {*split_name(parameter.named)}
        if self._writes and not own.isdisjoint(_TO_COME | language(ENGLISH).arranged):
            return False
        first = min(said, key=lambda x: x.start)
        if (self._writes and _tells_past(heard, first)) or (self._tells and _asks_past(heard, first)):
            return True
        done = self._writes and any(_is_done(word) and word not in language(ENGLISH).arranged for word in own)
        return done or not language(ENGLISH).since.isdisjoint(own)


def _nearer(mention: Mention, heard: Heard) -> Mention:
    """*mention* as the last one, where it is a day of a month that is nearly a year ahead else: nobody plans that, and
    what was done three weeks ago is written down."""
    if mention.kind != DATE or not _may_be_either(mention.value) or mention.value.keys:
        return mention
    span, over = mention.value.span(heard.now.date()), _over(mention, heard)
    ahead = (span[0] - heard.now.date()).days if span is not None else 0
    return over if ahead > _FAR_AHEAD else mention


def _tells_past(heard: Heard, mention: Mention) -> bool:
    """Whether the clause that *mention* stands in tells what was done: "she slept", "note that rex was out", "i've
    walked the dog", "on friday i rowed to the weir"."""
    lang, before = heard.lang, mention.start >= _TO_VERB
    words = heard.words[: mention.start] if before else heard.words[mention.end :]
    telling = leads_of(lang.code, frozenset(["content"]))
    begin = next((at + 1 for at, word in enumerate(words[:-1]) if word in telling), 0)
    clause = words[begin:]
    if not clause or not _TO_COME_OF.isdisjoint(clause) or not lang.arranged.isdisjoint(clause):
        return False
    if not begin and clause[0] in lang.verbs and clause[0] not in lang.preterites:
        return False  # "record the show lost on friday" orders
    # A subject stands before the verb: "burnt toast on friday" names something.
    verbs = (word in lang.preterites or (word.endswith("ed") and {*verbs_of(word, lang)} - {word}) for word in clause)
    return any(list(verbs)[1 : _TO_VERB + 1]) or _is_perfect(clause, lang)


def _asks_past(heard: Heard, mention: Mention) -> bool:
    """Whether what stands before *mention*, or all where nothing does, asks what was done or was so: "how did she
    sleep", "what have i found", "were there any"."""
    lang, words = heard.lang, heard.words[: mention.start] or heard.words
    if not lang.arranged.isdisjoint(words):
        return False
    asked = any(word in lang.preterites and word in lang.function_words for word in words[:_TO_AUXILIARY])
    return asked or _is_perfect(words, lang)


def _is_perfect(words: Sequence[str], lang: Language) -> bool:
    """Whether *words* have a perfect: "have i found", "i've walked", "has been"; no "do you have guided tours"."""
    for at, word in enumerate(words):
        behind = words[at + 1 : at + 1 + _TO_PARTICIPLE]
        has, asks = word in lang.perfects - lang.preterites, behind[:1] and behind[0] in lang.speakers
        if behind[:1] == ["been"] and word.endswith("'s") or ("been" in behind[:2] and has):
            return True
        verb = behind[1:3] if asks else behind[:2]
        if (word.endswith("'ve") or (has and asks)) and any(w in lang.irregulars or _is_done(w) for w in verb):
            return True
    return False


def as_past(mentions: Sequence[Mention], heard: Heard) -> list[Mention]:
    """*mentions* with each bare weekday and each day of a month without a year as the last one, today at the latest."""
    return [_over(x, heard) if x.kind == DATE and _may_be_either(x.value) else x for x in mentions]


def _over(mention: Mention, heard: Heard) -> Mention:
    day: Day = mention.value
    today, span = heard.now.date(), day.span(heard.now.date())
    if today.year <= MINYEAR + 1:  # what is before it may be outside the calendar
        return mention
    inside = [x for x in heard.mentions if mention.start <= x.start and x.end <= mention.end]
    if span is None or span[0] <= today or any(x.kind == DURATION for x in inside):
        return mention
    if day.keys:  # "next friday" is none that is over
        bare = mention.end - mention.start == 1 + bool(day.part)
        first = span[0] - timedelta(days=7) if bare else None
    else:
        counted = [x.value for x in inside if x.kind in (NUMBER, ORDINAL)]
        months = grammar(heard.lang).months if heard.lang.installed else {}
        start, end = _whole(mention, heard)
        named = any(heard.words[at] in months for at in range(start, end))
        before = _a_year_before(span[0]) if named else _a_month_before(span[0])
        first = before if counted and all(value <= _DAYS for value in counted) else None
    return replace(mention, value=replace(day, keys=(), day=first, last=None)) if first is not None else mention


def _whole(mention: Mention, heard: Heard) -> tuple[int, int]:
    """The words of the days of which *mention* may be an end: "[the tenth] and the twentieth of november"."""
    around = [x for x in heard.mentions if x.kind == DATE and x.start <= mention.start and mention.end <= x.end]
    return min([mention.start, *(x.start for x in around)]), max([mention.end, *(x.end for x in around)])


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
