"""Texts that are taken down as they are said: behind a colon, behind "that says", in quotes.

"Rewrite my note so it says: better than yesterday, but tired" speaks of no day, and asks for one thing. What is
dictated is put aside, the rest is read with words in its place that nobody knows, and the text comes back as the value
that these words have become. Where they become none, the utterance is read as any other.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from ovos_phal_plugin_jarvis.nlu.candidates import SHOWN_SO
from ovos_phal_plugin_jarvis.nlu.dialogue import SENTENCES, Request
from ovos_phal_plugin_jarvis.nlu.lang import Language
from ovos_phal_plugin_jarvis.nlu.reader import Reader
from ovos_phal_plugin_jarvis.nlu.reading import valued
from ovos_phal_plugin_jarvis.nlu.segmentation import Plan
from ovos_phal_plugin_jarvis.nlu.text import (
    is_too_long,
    phrase_pattern,
    tokenize,
    trimmed,
    trimmed_left,
    trimmed_right,
    words_of,
)

_STAND_IN = "zorvel mintrak"
"""Words that nobody has heard, which stand where a text is dictated."""
_COLON = re.compile(r"(?<=[^\W\d]):\s+(?=\S)")
_QUOTES = re.compile(r"[\"“„«](?P<text>[^\"“”„«»]{2,})[\"”“»]")
_TEXT_TYPES = ("string", "str")
_PHRASE = 1.5
"""Words of a value, on average over the examples, from which on an argument takes phrases: a list's name does not."""


@dataclass(frozen=True)
class _Dictation:
    head: str
    """What introduces it, with its colon."""
    text: str
    tail: str
    """What follows it."""
    quoted: bool = False


def plan(reader: Reader, text: str, options: Callable[[str, str], bool], planned: Callable[[str], Plan]) -> Plan | None:
    """What *text* asks for, with what is dictated in it word for word; None where nothing is, or more stands beside it
    than is read.

    Args:
        reader: reads texts with the tools that there are.
        text: an utterance.
        options: whether an argument of a tool, by their names, takes names that the tool gives.
        planned: what a text asks for in which nothing is dictated.
    """
    for dictation in _dictations(reader, text):
        head = trimmed_right(dictation.head)
        for first, own in _apart(reader, head):
            beside = f"{own} {_STAND_IN} {dictation.tail}".strip()
            if is_too_long(f"{first} {beside}", reader.lang):
                return None
            found = planned(beside)
            told = _with_text(reader, found, dictation, own, options)
            before = planned(first) if first and told is not None else Plan()
            if told is not None and (not first or before.requests) and not before.held and before.unclear is None:
                return replace(told, requests=(*before.requests, *told.requests), left=(*before.left, *told.left))
    return None


def _apart(reader: Reader, head: str) -> Iterator[tuple[str, str]]:
    """What introduces a text: all of *head*, or what stands behind the last joint of it, with what is before that."""
    yield "", head
    pattern = phrase_pattern(reader.trained.lang, "joints", "last")
    joint = next(iter([*(pattern.finditer(head) if pattern is not None else ())][::-1]), None)
    if joint is not None and trimmed(head[: joint.start()]) and trimmed(head[joint.end() :]):
        yield trimmed(head[: joint.start()]), trimmed(head[joint.end() :])


def _dictations(reader: Reader, text: str) -> Iterator[_Dictation]:
    language = reader.trained.lang
    quoted = _QUOTES.search(text)
    if quoted is not None and trimmed(text[: quoted.start()]) and _is_long(quoted["text"], language):
        yield _Dictation(text[: quoted.start()].rstrip(), quoted["text"].strip(), text[quoted.end() :], True)
        return
    colon = _COLON.search(text)
    if colon is not None:
        yield from _opened(reader, text[: colon.start() + 1], text[colon.end() :])
        return
    pattern = phrase_pattern(language, "dictation")
    marker = pattern.search(text) if pattern is not None else None
    if marker is not None:
        yield from _opened(reader, text[: marker.end()], text[marker.end() :])


def _opened(reader: Reader, head: str, rest: str) -> Iterator[_Dictation]:
    """What begins behind *head* and ends with the utterance, or where it surely asks for something else."""
    language = reader.trained.lang
    rest = trimmed(rest)
    taken_back = phrase_pattern(language, "corrections", "refuse")
    if not tokenize(head, language.code) or not tokenize(rest, language.code):
        return
    for found in taken_back.finditer(rest) if taken_back is not None else ():
        # "No" is a word of many texts; behind a pause it takes something back.
        if found.start() and (
            found.group().lower() not in language.refuse or rest[: found.start()].rstrip()[-1] in ",;.-"
        ):
            return
    end = next(_ends(reader, rest), len(rest))
    yield _Dictation(head, trimmed(rest[:end]), rest[end:])


def _ends(reader: Reader, rest: str) -> Iterator[int]:
    """Where in *rest* another request begins."""
    pattern = phrase_pattern(reader.trained.lang, "joints", "last")
    for joint in pattern.finditer(rest) if pattern is not None else ():
        behind = trimmed_left(rest[joint.end() :])
        words = reader.hear(behind).words if joint.start() and behind else []
        if not words or words[0] not in reader.trained.lang.verbs:
            continue
        best = reader.best(behind)
        if best is not None and not best.filled.missing and best.explained.wording and not best.explained.left:
            yield joint.start()


def _is_long(text: str, language: Language) -> bool:
    """Whether a quoted text holds what may be taken for something else; a name in quotes is found without this."""
    return len(tokenize(text, language.code)) > 2


def _with_text(
    reader: Reader, found: Plan, dictation: _Dictation, own: str, options: Callable[[str, str], bool]
) -> Plan | None:
    """*found* with the text that *own* introduces where its stand-in is the whole of one text argument; None where it
    is not."""
    if found.held or found.unclear is not None or any(_STAND_IN in part for part in found.left):
        return None
    places = [
        (at, name)
        for at, request in enumerate(found.requests)
        for name, value in request.call.arguments.items()
        if _holds(value)
    ]
    if len(places) != 1:
        return None
    at, name = places[0]
    request = found.requests[at]
    call = request.call
    parameter = reader.trained.definitions[call.name].parameter(name)
    if parameter is None or parameter.param_type not in _TEXT_TYPES or parameter.enum_values:
        return None
    if (
        request.missing
        or options(call.name, name)
        or not _is_all(str(call.arguments[name]), dictation, reader.trained.lang)
    ):
        return None
    if not _takes_phrases(reader, call.name, name) or _is_deed(reader, call.name, name, dictation):
        return None
    takes = reader.trained.fillers[call.name].takes
    if not dictation.quoted and any(takes(x.kind) for x in valued(reader.hear_raw(dictation.text))):
        return None  # "remind me: call mum at six"
    call = replace(call, arguments={**call.arguments, name: dictation.text})
    shown = dictation.head.endswith(":") and _shown_so(reader, call.name, own)
    sure = max(request.confidence, SHOWN_SO) if shown else request.confidence
    requests = [*found.requests[:at], replace(request, call=call, confidence=sure), *found.requests[at + 1 :]]
    return replace(found, requests=tuple(_said(each, dictation.text) for each in requests))


def _shown_so(reader: Reader, tool: str, head: str) -> bool:
    """Whether examples of *tool*, and of no other, dictate behind *head* and a colon: "note: slept well"."""
    words = reader.hear(head).words
    return {
        name
        for name, examples in reader.trained.aligned.items()
        for example in examples
        for span in example.spans
        if example.words[: span.start] == words
        and span.end == len(example.words)
        and ":" in example.heard.text[: example.heard.tokens[span.start].start][-2:]
    } == {tool}


def _takes_phrases(reader: Reader, tool: str, name: str) -> bool:
    """Whether examples say several words there; where there are none, whether its name says that it holds sentences."""
    lengths = [s.end - s.start for e in reader.trained.aligned.get(tool, ()) for s in e.spans if s.parameter == name]
    return sum(lengths) >= _PHRASE * len(lengths) if lengths else not SENTENCES.isdisjoint(words_of(name))


def _is_deed(reader: Reader, tool: str, name: str, dictation: _Dictation) -> bool:
    """Whether what introduces the text is what shall be done: "a reminder to [read] the meter", where most examples
    begin behind the word before that, "to"."""
    language = reader.trained.lang
    pattern = phrase_pattern(language, "dictation")
    marker = (
        next((x for x in pattern.finditer(dictation.head) if x.end() == len(dictation.head)), None) if pattern else None
    )
    words = [token.norm for token in tokenize(marker.group(), language.code)] if marker is not None else []
    begins = [
        words[:1] == example.words[span.start - 1 : span.start]
        for example in reader.trained.aligned.get(tool, ())
        for span in example.spans
        if span.parameter == name and span.start
    ]
    return len(words) > 1 and sum(begins) * 2 > len(begins)


def _is_all(value: str, dictation: _Dictation, language: Language) -> bool:
    """Whether *value* is the stand-in, but for words that introduce it: "so it says"."""
    before = value.removesuffix(_STAND_IN).strip().lower()
    pattern = phrase_pattern(language, "dictation")
    head = trimmed_right(dictation.head).lower()
    introduced = next((x for x in pattern.finditer(head) if x.end() == len(head)), None) if pattern else None
    return value.endswith(_STAND_IN) and (
        not before or (introduced is not None and introduced.group().endswith(before))
    )


def _holds(value: Any) -> bool:
    return any(word in str(value).lower() for word in _STAND_IN.split())


def _said(request: Request, text: str) -> Request:
    return replace(request, call=replace(request.call, said=request.call.said.replace(_STAND_IN, text)))
