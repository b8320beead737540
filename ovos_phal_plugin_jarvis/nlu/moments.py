"""When, or how often, what is ordered is to be done, where that is not now: "… later", "… in ten minutes", "… every
night"."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

from ovos_phal_plugin_jarvis.nlu.entities import DATE, DATE_RANGE, DURATION, Mention, weekday_of
from ovos_phal_plugin_jarvis.nlu.entities.grammar import grammar
from ovos_phal_plugin_jarvis.nlu.lang import EACH, Language, templates
from ovos_phal_plugin_jarvis.nlu.reading import Heard, found_words
from ovos_phal_plugin_jarvis.nlu.recurring import frequencies
from ovos_phal_plugin_jarvis.nlu.text import phrase_pattern, phrases_pattern, single_words, tokenize

_A_DAY = 86400
"""Seconds from which on a length says for which days, and no longer how long something runs at once."""
_NUMBER, _UNIT = "{n}", "{unit}"


class When(Enum):
    """How a moment is said."""

    LATER = "later"
    """Some time, which nothing names: "later", "soon"."""
    PART = "part"
    """A part of a day: "in the morning"."""
    AHEAD = "ahead"
    """So long from now: "in an hour"."""
    LASTING = "lasting"
    """For how many days, or longer: "for a week"."""
    UNTIL = "until"
    """Up to a day: "until friday"."""
    OFTEN = "often"
    """Again and again: "every night"."""


@dataclass(frozen=True)
class Moment:
    """Words that say when, by their places."""

    start: int
    end: int
    """One past the last word."""
    when: When
    often: str = ""
    """How often, as ``Language.frequencies`` calls it, or the day of the week that comes again."""


def moments(heard: Heard) -> Iterator[Moment]:
    """The words of *heard* by which what it orders is to be done at another time than now, or again and again.

    Args:
        heard: a request.
    """
    heard = heard.as_said
    lang = heard.lang
    if not lang.installed:
        return
    for start, end in found_words(heard, phrase_pattern(lang, "delays")):
        counted = any(x.kind == DURATION and x.end == start for x in heard.mentions)  # "an hour later"
        small = start > 0 and heard.words[start - 1] in lang.degree_words | lang.such
        to_do = heard.words[end : end + 1] and heard.words[end] in lang.relayed  # "remind me later to …"
        if start and not (counted or small) and (to_do or _ends_clause(heard, end)):
            yield Moment(start, end, When.LATER)
    for start, end in found_words(heard, phrases_pattern(parts_of_day(lang))):
        if start and _ends_clause(heard, end):
            yield Moment(start, end, When.PART)
    for mention in heard.mentions:
        lead = _ahead(heard, mention)
        if lead:
            yield Moment(mention.start - lead, mention.end, When.AHEAD)
        elif _lasts(heard, mention):
            yield Moment(mention.start - 1, mention.end, When.LASTING)
    yield from _until(heard)
    yield from _often(heard)


def _lasts(heard: Heard, mention: Mention) -> bool:
    """Whether *mention* says for how many days: "[for] a week"."""
    long = mention.kind == DURATION and mention.value >= _A_DAY
    return long and mention.start > 1 and heard.words[mention.start - 1] in single_words(heard.lang, "lasting")


def _until(heard: Heard) -> Iterator[Moment]:
    """Up to which day, where no other stands before it: "from monday until friday" is a range."""
    spoken = grammar(heard.lang)
    ends = spoken.range_joins & spoken.time_leads
    ranges = [x for x in heard.mentions if x.kind == DATE_RANGE]
    days = [x for x in heard.mentions if x.kind == DATE]
    for day in days:
        lead = next((len(x) for x in ends if tuple(heard.words[: day.start])[-len(x) :] == x), 0)
        begun = any(other.end == day.start - lead for other in days)
        if lead and not begun and not any(x.start <= day.start < x.end for x in ranges):
            yield Moment(day.start - lead, day.end, When.UNTIL)


def _often(heard: Heard) -> Iterator[Moment]:
    """How often, said by several words or at the end: a "weekly report" is a thing."""
    lang = heard.lang
    for start, end, name in frequencies(heard):
        if start and (end - start > 1 or _ends_clause(heard, end)):
            yield Moment(start, end, When.OFTEN, name)
    days = {x.start: x for x in heard.mentions if weekday_of(x)}
    for start, end in found_words(heard, phrases_pattern(frozenset(lang.frequencies.get(EACH, ())))):
        if start and end in days:
            yield Moment(start, days[end].end, When.OFTEN, weekday_of(days[end]))


def _ends_clause(heard: Heard, end: int) -> bool:
    """Whether what is said goes on behind word *end* with another clause, if at all."""
    return end == len(heard.words) or heard.breaks_before(end) or heard.words[end] in heard.lang.joints


def _ahead(heard: Heard, mention: Mention) -> int:
    """How many words before the length of time *mention* make it one from now on: "[in] an hour"."""
    if mention.kind != DURATION:
        return 0
    before = tuple(heard.words[: mention.start])
    return max((len(lead) for lead in _leads_ahead(heard.lang) if before[-len(lead) :] == lead), default=0)


@lru_cache(maxsize=32)
def _leads_ahead(lang: Language) -> frozenset[tuple[str, ...]]:
    """What stands before a length of time from now on, as the language's dates have it."""
    rules = _entries(lang, "patterns")
    leads = (said.partition(_NUMBER) for said in templates(rules.get("ahead", "")))
    plain = (before for before, _, behind in leads if before.strip() and behind.strip() == _UNIT)
    return frozenset(_words(said, lang) for said in plain)


@lru_cache(maxsize=32)
def parts_of_day(lang: Language) -> frozenset[str]:
    """What says a part of a day by several words: "in the morning"."""
    said = (phrase for part in _entries(lang, "parts").values() for phrase in templates(part))
    return frozenset(phrase for phrase in said if " " in phrase)


def _entries(lang: Language, name: str) -> dict[str, str]:
    return (lang.entities.get("dates") or {}).get(name) or {}


def _words(said: str, lang: Language) -> tuple[str, ...]:
    return tuple(token.norm for token in tokenize(said, lang.code))
