"""Tools that declare no example: matched on name, description and argument schema, and trusted less."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from ovos_phal_plugin_jarvis.nlu import mentions as m
from ovos_phal_plugin_jarvis.nlu import values
from ovos_phal_plugin_jarvis.nlu.alignment import Profile
from ovos_phal_plugin_jarvis.nlu.choices import Choice
from ovos_phal_plugin_jarvis.nlu.features import FUNCTION_WORDS
from ovos_phal_plugin_jarvis.nlu.meanings import MEANINGS
from ovos_phal_plugin_jarvis.nlu.reading import Heard
from ovos_phal_plugin_jarvis.nlu.stems import stem
from ovos_phal_plugin_jarvis.nlu.text import tokenize
from ovos_phal_plugin_jarvis.nlu.tool_model import Filled
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition, ToolParameter

CONFIDENCE = 0.55
"""The most that such a match is worth: less than a fair match of a tool that shows how it is asked for."""
_EMPTY = frozenset(
    [
        "tool",
        "get",
        "do",
        "run",
        "use",
        "this",
        "given",
        "return",
        "returns",
        "value",
        "values",
        "result",
        "number",
        "numbers",
        "string",
        "text",
        "two",
    ]
)
_ASKING = frozenset(
    [
        "tell",
        "show",
        "give",
        "say",
        "find",
        "make",
        "let",
        "know",
        "want",
        "like",
        "need",
        "much",
        "many",
        "please",
        "us",
        "now",
    ]
)
_PREPOSITIONS = ("in", "for", "of", "to", "at", "on", "about", "from", "by", "named", "called", "with", "into", "that")


@dataclass
class Match:
    """A tool that an utterance may be for."""

    definition: ToolDefinition
    filled: Filled
    confidence: float


@dataclass
class _Words:
    name: set[str] = field(default_factory=set)
    described: set[str] = field(default_factory=set)


class SchemaMatcher:
    """Finds the tool without examples that an utterance names."""

    def __init__(self, definitions: Sequence[ToolDefinition]) -> None:
        self._definitions = {d.name: d for d in definitions}
        self._words = {d.name: _words_of(d) for d in definitions}
        self._index: dict[str, list[str]] = {}
        for name, words in self._words.items():
            for word in words.name:
                self._index.setdefault(word, []).append(name)

    def match(self, heard: Heard) -> Match | None:
        """The best tool that every word with meaning fits and whose required arguments are there; else None."""
        spoken = _content(heard)
        if not spoken:
            return None
        names = {name for at in spoken for name in self._index.get(stem(heard.words[at]), ())}
        best: Match | None = None
        for name in sorted(names):
            found = self._try(self._definitions[name], self._words[name], heard, spoken)
            if found and (best is None or found.confidence > best.confidence):
                best = found
        return best

    def _try(self, definition: ToolDefinition, words: _Words, heard: Heard, spoken: list[int]) -> Match | None:
        in_name = {at for at in spoken if stem(heard.words[at]) in words.name}
        in_rest = {at for at in spoken if stem(heard.words[at]) in words.described} - in_name
        if not in_name:
            return None
        filled = _fill(definition, heard, in_name | in_rest)
        if filled.missing:
            return None
        strange = [at for at in spoken if at not in in_name and at not in in_rest and at not in filled.covered]
        if strange:
            return None
        share = len({stem(heard.words[at]) for at in in_name}) / max(1, len(_own_name(definition)))
        return Match(definition, filled, CONFIDENCE * min(1.0, 0.6 + 0.4 * share))


def _own_name(definition: ToolDefinition) -> set[str]:
    spelled = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", definition.name).lower()
    return {stem(word) for word in re.split(r"[\W_]+", spelled) if word and word not in _EMPTY}


def _words_of(definition: ToolDefinition) -> _Words:
    name = _own_name(definition)
    for names, phrases in MEANINGS:
        if {stem(n) for n in names} & name:
            name |= {stem(phrase) for phrase in phrases if " " not in phrase and phrase not in FUNCTION_WORDS}
    for keyword in definition.keywords:
        name |= {stem(token.norm) for token in tokenize(keyword)} - FUNCTION_WORDS
    described = {stem(token.norm) for token in tokenize(definition.description)}
    for parameter in definition.parameters:
        described |= {stem(word) for word in re.split(r"[\W_]+", parameter.name.lower()) if word}
        described |= {stem(token.norm) for token in tokenize(parameter.description)}
        for value in parameter.enum_values or ():
            described |= {stem(token.norm) for token in tokenize(value.replace("_", " "))}
    return _Words(name, described)


def _content(heard: Heard) -> list[int]:
    typed = {at for x in heard.mentions for at in range(x.start, x.end)}
    return [
        at
        for at, word in enumerate(heard.words)
        if at not in typed and word not in FUNCTION_WORDS and word not in _ASKING
    ]


def _fill(definition: ToolDefinition, heard: Heard, matched: set[int]) -> Filled:
    """Arguments by type: numbers and dates in the order they are said, choices by meaning, text by what is left."""
    filled = Filled()
    texts: list[ToolParameter] = []
    for parameter in definition.parameters:
        formats = values.guess_formats(parameter)
        kinds = [kind for name in formats if (kind := values.kind_of(name))]
        if parameter.enum_values or parameter.param_type in ("bool", "boolean"):
            rules = (parameter.description, definition.description)
            value = Choice(parameter, (), rules).pick(heard.words, filled.covered)[0]
            if value is not None:
                filled.arguments[parameter.name] = value
        elif kinds:
            _fill_typed(parameter, formats, kinds, heard, filled)
        elif parameter.param_type in ("string", "str"):
            texts.append(parameter)
    if texts:
        wanted = next((p for p in texts if p.required), texts[0])
        _fill_text(wanted, heard, matched, filled)
    filled.missing.extend(
        p.name for p in definition.parameters if p.required and p.default is None and p.name not in filled.arguments
    )
    return filled


def _fill_typed(parameter: ToolParameter, formats: list[str], kinds: list[str], heard: Heard, filled: Filled) -> None:
    free = [x for x in heard.mentions if x.kind in kinds and filled.covered.isdisjoint(range(x.start, x.end))]
    if parameter.param_type in values.TEMPORAL_LISTS:
        keys = [key for x in free if x.kind == m.DATE for key in x.value.values()]
        if keys:
            filled.arguments[parameter.name] = keys
        return
    for mention in free:
        value: Any = values.convert(formats, heard.said(mention.start, mention.end), [mention], parameter, heard.now)
        if value is not None:
            filled.arguments[parameter.name] = value
            filled.take(mention.start, mention.end, parameter.name)
            return


def _fill_text(parameter: ToolParameter, heard: Heard, matched: set[int], filled: Filled) -> None:
    """What follows the words that name the tool, without the preposition."""
    start = max(matched, default=-1) + 1
    first_strange = next((at for at in _content(heard) if at not in matched and at not in filled.covered), None)
    if first_strange is not None and first_strange < start:
        start = first_strange
    while start < len(heard.words) and heard.words[start] in (*_PREPOSITIONS, "the", "a", "an"):
        start += 1
    end = start
    while end < len(heard.words) and end not in filled.covered:
        end += 1
    if end > start and any(heard.words[at] not in FUNCTION_WORDS for at in range(start, end)):
        filled.arguments[parameter.name] = heard.said(start, end)
        filled.take(start, end, parameter.name)


def profile_of(parameter: ToolParameter) -> Profile:
    """How an argument that no example shows is made from words."""
    return Profile(parameter, values.guess_formats(parameter))
