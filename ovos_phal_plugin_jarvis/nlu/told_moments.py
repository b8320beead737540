"""What of a request with a moment belongs to its text: "remind me at noon that [the train leaves at ten to two]"."""

from __future__ import annotations

from collections.abc import Sequence

from ovos_phal_plugin_jarvis.nlu import entities as m
from ovos_phal_plugin_jarvis.nlu.accounting import vocabulary
from ovos_phal_plugin_jarvis.nlu.lang import is_content
from ovos_phal_plugin_jarvis.nlu.learning import values
from ovos_phal_plugin_jarvis.nlu.learning.filled import Filled
from ovos_phal_plugin_jarvis.nlu.moments import parts_of_day
from ovos_phal_plugin_jarvis.nlu.reading import Heard, found_words, valued
from ovos_phal_plugin_jarvis.nlu.text import phrases_pattern, single_words, words_of
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition

_MOMENTS = frozenset({m.DATE, m.TIME, m.DURATION})
_MOST_BEHIND = 1
"""Words behind the last number of a text: what it counts."""
Span = tuple[int, int, str]


def keep_told(definition: ToolDefinition, heard: Heard, filled: Filled) -> None:
    """Let the text of *filled* have the days, times and numbers that are said in it, and the words up to the moment.

    Args:
        definition: the tool.
        heard: the request.
        filled: its arguments, which are changed.
    """
    spans = sorted(filled.spans)
    text = next((span for span in spans if _is_sentence(span[2], filled)), None)
    moments = [x for x in valued(heard) if x.kind in _MOMENTS and _says_argument(x, spans, text)]
    if text is None:
        _take_clause(definition, heard, filled, moments)
    if text is None or not moments:
        return
    before = [x for x in moments if x.end <= text[0]]
    end = _to_the_end(heard, filled, text, before) if before else _up_to(definition, heard, filled, text, moments[0])
    if end > text[1]:
        for name in {name for start, _, name in spans if text[1] <= start < end}:
            filled.drop(name)
        filled.move(text[2], text[0], end, heard)


def _take_clause(definition: ToolDefinition, heard: Heard, filled: Filled, moments: Sequence[m.Mention]) -> None:
    """Let the sentence that *filled* lacks be the clause behind the first of *moments*, where that is told of somebody
    or something: "tomorrow that [the boat goes at two]"."""
    words, language = heard.words, heard.lang
    lacked = next((name for name in filled.missing if not values.SENTENCES.isdisjoint(words_of(name))), "")
    start = moments[0].end + 1 if moments else len(words)
    if not lacked or start >= len(words) - 1 or words[start - 1] not in language.relatives - language.question_words:
        return
    if words[start] in language.speakers or _is_joined(heard, start, len(words)):
        return
    for name in {name for first, _, name in filled.spans if first >= start}:
        filled.drop(name)
    filled.missing.remove(lacked)
    filled.move(lacked, start, len(words), heard)


def _is_sentence(name: str, filled: Filled) -> bool:
    return not values.SENTENCES.isdisjoint(words_of(name)) and isinstance(filled.arguments.get(name), str)


def _says_argument(moment: m.Mention, spans: Sequence[Span], text: Span | None) -> bool:
    """Whether *moment* is said for another argument than the *text*."""
    return any(span != text and span[0] < moment.end and moment.start < span[1] for span in spans)


def _to_the_end(heard: Heard, filled: Filled, text: Span, before: Sequence[m.Mention]) -> int:
    """Where *text* ends, *before* which a moment was said: with the words where these end in what is of the text.

    That is a number or a moment that no argument takes or has a place for ("to turn the oven to [eighty]"), how long
    something lasts, and each moment of what is told: "tomorrow that mia [swims at two]". What is joined on may be
    another request, and leaves the text as it is.
    """
    words, language = heard.words, heard.lang
    last = max((x for x in valued(heard) if x.start >= text[1]), key=lambda x: (x.end, -x.start), default=None)
    if last is None or len(words) - last.end > _MOST_BEHIND or _is_joined(heard, text[1], len(words)):
        return text[1]
    kinds = {x.kind for x in before}
    free = filled.covered.isdisjoint(range(last.start, last.end)) or last.kind in kinds
    lasts = last.kind == m.DURATION and words[last.start - 1] in single_words(language, "lasting")
    told = (
        last.kind in _MOMENTS and words[text[0] - 1] in language.relatives and words[text[0]] not in language.speakers
    )
    return len(words) if free or lasts or told else text[1]


def _up_to(definition: ToolDefinition, heard: Heard, filled: Filled, text: Span, moment: m.Mention) -> int:
    """Where *text* ends, behind which the *moment* is said: with what stands between them and means nothing to the
    tool: "to weigh the parcel [at the shop] at eight"."""
    words, language = heard.words, heard.lang
    led = words[moment.start - 1] in language.function_words
    end = moment.start - 1 if led else moment.start
    between = range(text[1], end)
    if not between or not filled.covered.isdisjoint(between) or _is_joined(heard, text[1], end):
        return text[1]
    goes_on = is_content(words[text[1]], language) or words[text[1]] in language.subjects | language.persons
    said = [x for x in valued(heard) if x.start < end and text[1] < x.end]
    means = bool(said) or any(is_content(words[at], language) for at in between)
    return end if means and not goes_on and not _is_of_the_tool(definition, heard, between, said) else text[1]


def _is_of_the_tool(definition: ToolDefinition, heard: Heard, between: range, said: Sequence[m.Mention]) -> bool:
    """Whether the words *between*, with the values *said* there, tell when something is, or are some of the tool's."""
    parts = found_words(heard, phrases_pattern(parts_of_day(heard.lang)))
    if any(x.kind in _MOMENTS for x in said) or any(a < between.stop and between.start < b for a, b in parts):
        return True
    stems = {heard.lang.stem(heard.words[at]) for at in between if is_content(heard.words[at], heard.lang)}
    return not stems.isdisjoint(vocabulary(definition, heard.lang).wording)


def _is_joined(heard: Heard, start: int, end: int) -> bool:
    """Whether something is joined on between words *start* and *end*, which may be another request."""
    within = {at for x in heard.mentions for at in range(x.start, x.end)}
    joints = single_words(heard.lang, "joints") | single_words(heard.lang, "contrasts")
    return any(heard.words[at] in joints for at in range(start, end) if at not in within)
