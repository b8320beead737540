"""Values that the words do not settle: "five or six minutes", "an hour before sunset", an item "eggs not milk".

What is taken of such words is something else than was said, whichever tool takes it and however sure it is.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from ovos_phal_plugin_jarvis.nlu.acts.exclusions import excluded_within
from ovos_phal_plugin_jarvis.nlu.acts.statements import stated
from ovos_phal_plugin_jarvis.nlu.acts.words import is_inflected, may_be_somebody
from ovos_phal_plugin_jarvis.nlu.entities import (
    DATE,
    DURATION,
    MONEY,
    NUMBER,
    PERCENT,
    TIME,
    Mention,
    weekday_of,
)
from ovos_phal_plugin_jarvis.nlu.entities.grammar import grammar
from ovos_phal_plugin_jarvis.nlu.learning.filled import Filled
from ovos_phal_plugin_jarvis.nlu.learning.values import SENTENCES
from ovos_phal_plugin_jarvis.nlu.learning.wording import Wording
from ovos_phal_plugin_jarvis.nlu.reading import Heard

_COUNTED = (NUMBER, DURATION, TIME, PERCENT, MONEY, DATE)
_MOST_BETWEEN = 1
"""Words of grammar between two values besides what joins them: "at six or at seven"."""


def unsettled(heard: Heard, filled: Filled, tool: Wording) -> Sequence[str]:
    """The words of *heard* that leave open what is meant, and of which *filled* has taken a part; empty where there are
    none.

    Args:
        heard: the request.
        filled: the arguments as found in its words.
        tool: what the tool explains.
    """
    return (
        _one_of_two(heard, filled)
        or _beside_another(heard, filled)
        or _beside_another_day(heard, filled)
        or _until(heard, filled, tool)
        or _broken_off(heard, filled, tool)
        or _counted_from_elsewhere(heard, filled, tool)
        or _left_out(heard, filled)
        or ([] if tool.told else _told(heard, filled, tool))
    )


def _one_of_two(heard: Heard, filled: Filled) -> Sequence[str]:
    """Two values of which one is wanted ("at six or seven"), or the ends of a range of which one was taken for a name
    ("ten to fifteen minutes")."""
    for one, other, is_range in _pairs(heard):
        first, second = _names(one, filled), _names(other, filled)
        if not first | second or any(_holds_both(filled.arguments.get(name)) for name in first & second):
            continue
        ends = any(_is_text(filled, heard, name, other) for name in second - first)  # "from may to june" for two dates
        if not is_range or (not ends and any(_is_text(filled, heard, name, one) for name in first - second)):
            return heard.words[one.start : other.end]
    return []


def _pairs(heard: Heard) -> Iterator[tuple[Mention, Mention, bool]]:
    """The values of *heard* that an "or" or the word of a range joins, and which of these it is."""
    lang = heard.lang
    ranged = {phrase[0] for phrase in grammar(lang).range_joins if len(phrase) == 1} if lang.installed else set()
    counted = [x for x in heard.mentions if x.kind in _COUNTED]
    for one in counted:
        joint = heard.words[one.end] if one.end < len(heard.words) else ""
        if joint not in lang.alternatives and joint not in ranged:
            continue
        for other in counted:
            between = heard.words[one.end + 1 : other.start] if other.start > one.end else None
            if between is not None and len(between) <= _MOST_BETWEEN and lang.function_words.issuperset(between):
                yield one, other, joint not in lang.alternatives
                break


def _beside_another(heard: Heard, filled: Filled) -> Sequence[str]:
    """Two numbers in a row of which one was taken for a name: "ten fifteen minutes" are some ten or fifteen."""
    counted = [x for x in heard.mentions if x.kind in (NUMBER, DURATION)]
    beginning = {x.start: x.end for x in reversed(counted)}
    for one in counted:
        end = beginning.get(one.end)
        if end is not None and any(_is_text(filled, heard, name, one) for name in _names(one, filled)):
            return heard.words[one.start : end]
    return []


def _beside_another_day(heard: Heard, filled: Filled) -> Sequence[str]:
    """Two days of the week in a row of which one was taken alone: "on monday tuesday" is on both."""
    days = [x for x in heard.mentions if weekday_of(x)]
    for one, other in itertools.pairwise(days):
        if one.end != other.start or weekday_of(one) == weekday_of(other):
            continue
        names = _names(one, filled) | _names(other, filled)
        said = heard.said(one.start, other.end).lower()
        values = [filled.arguments.get(name) for name in names]
        if any(not isinstance(value, list) and said not in str(value).lower() for value in values):
            return heard.words[one.start : other.end]
    return []


def _broken_off(heard: Heard, filled: Filled, tool: Wording) -> Sequence[str]:
    """A number with the word for what it is before or past, and nothing behind: "at ten to" is no ten o'clock."""
    if not heard.lang.installed or len(heard.words) < 2:
        return []
    last = len(heard.words) - 1
    if heard.words[last] not in grammar(heard.lang).minute_words:
        return []
    numbers = [x for x in heard.mentions if x.kind == NUMBER and x.end == last]
    taken = any(TIME in tool.kinds.get(name, ()) for number in numbers for name in _names(number, filled))
    return heard.words[numbers[0].start :] if taken else []


def _until(heard: Heard, filled: Filled, tool: Wording) -> Sequence[str]:
    """A bare number that says up to when, and was taken for how long: "until seven"."""
    if not heard.lang.installed:
        return []
    spoken = grammar(heard.lang)
    ends = [phrase for phrase in spoken.range_joins if phrase in spoken.time_leads]
    long_ones = {at for x in heard.mentions if x.kind == DURATION for at in range(x.start, x.end)}
    longest = max(map(len, ends), default=0)
    for number in (x for x in heard.mentions if x.kind == NUMBER and x.start not in long_ones):
        before = tuple(heard.words[max(0, number.start - longest) : number.start])
        taken = (tool.kinds.get(name, frozenset()) for name in _names(number, filled))
        long = any(DURATION in kinds and TIME not in kinds for kinds in taken)
        if long and any(before[-len(phrase) :] == phrase for phrase in ends):
            return heard.words[max(number.start - 1, 0) : number.end]
    return []


def _names(mention: Mention, filled: Filled) -> set[str]:
    """The arguments that words of *mention* say."""
    return {name for start, end, name in filled.spans if start < mention.end and mention.start < end}


def _holds_both(value: object) -> bool:
    """Whether *value* may hold two things: a text or a list, rather than a number."""
    return isinstance(value, str | list)


def _is_text(filled: Filled, heard: Heard, name: str, mention: Mention) -> bool:
    """Whether the argument *name* is a text of nothing but the words of *mention*."""
    value = filled.arguments.get(name)
    return isinstance(value, str) and value.lower() == heard.said(mention.start, mention.end).lower()


def _counted_from_elsewhere(heard: Heard, filled: Filled, tool: Wording) -> Sequence[str]:
    """A length of time that is not counted from now, with what it is counted from: "an hour before sunset"."""
    for length in heard.mentions:
        at = length.end
        if length.kind != DURATION or at + 1 >= len(heard.words) or heard.words[at] not in heard.lang.relations:
            continue
        if any(x.kind in (TIME, DATE) and x.start <= length.start and at < x.end for x in heard.mentions):
            continue  # "ten minutes before eight" is a time
        within = any(start <= length.start and at < end for start, end, _ in filled.spans)
        if not within and not tool.says(heard.words[at]):
            return heard.words[length.start : at + 2]
    return []


def _left_out(heard: Heard, filled: Filled) -> Sequence[str]:
    """A name in a list, or for all there is, that holds what is not wanted: "eggs not milk", "all except the eggs"."""
    for start, end, name in filled.spans:
        words = heard.words[start:end]
        lists = isinstance(filled.arguments.get(name), list)
        every = words[:1] and words[0] in heard.lang.all_words and name not in SENTENCES
        if (lists or every) and excluded_within(heard.said(start, end), heard.lang):
            return words
    return []


def _told(heard: Heard, filled: Filled, tool: Wording) -> Sequence[str]:
    """What somebody did, where a value begins with the word for that ("they added milk" names no "added milk"), or
    where somebody does what the tool does: "my sister set a timer", "my uncle cleans the kennel"."""
    words, lang = heard.words, heard.lang
    somebody = len(words) > 2 and words[0] in lang.articles and may_be_somebody(words[1], lang)
    if somebody and 2 not in filled.covered:
        does = is_inflected(words[2], lang) and tool.is_deed(words[2])
        if does or (words[2] in tool.heads and 1 in filled.covered):
            return words[:3]
    said = stated(words, lang, alone=True)
    if said is None or not said.past or not filled.covered.isdisjoint(range(said.subject)):
        return []
    begins = {start for start, _, _ in filled.spans}
    return words[: said.verb + 1] if said.verb in begins else []
