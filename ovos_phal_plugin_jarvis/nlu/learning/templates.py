"""Examples as templates: a request that is one of a tool's examples word for word, but for the values, needs no model
to be understood. That is what a tool that is not learned yet can already tell, and what nobody has to be asked about.

Nothing is read ahead: of a thousand examples only those of the few tools that share a request's words are aligned, when
that request comes.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from ovos_phal_plugin_jarvis.nlu.lang import Language, language
from ovos_phal_plugin_jarvis.nlu.learning import values
from ovos_phal_plugin_jarvis.nlu.learning.alignment import AlignedExample, Profile, align
from ovos_phal_plugin_jarvis.nlu.learning.filled import Filled
from ovos_phal_plugin_jarvis.nlu.learning.slots import ToolModel
from ovos_phal_plugin_jarvis.nlu.learning.tagger import Tagged, TaggedSpan
from ovos_phal_plugin_jarvis.nlu.reading import Heard, valued_places
from ovos_phal_plugin_jarvis.nlu.text import words_of
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition

_LOOKED_AT = 5
"""Tools whose examples are compared with a request: those that share most of its words, rare words above all."""
_LONGER = 3
"""Words that a text may have more than the longest of the examples."""
_MOST_PATHS = 200
"""Ways to lay one example over a request that are tried at most."""


@dataclass(frozen=True)
class Recalled:
    """A request that is an example of a tool, with values of its own."""

    definition: ToolDefinition
    filled: Filled


@dataclass(frozen=True)
class _Open:
    """A place for a number, a time or the like, or for text as the examples have it there."""

    parameter: str
    kinds: frozenset[str | None]
    """Kinds of mentions that may stand there; empty where it is text."""
    known: frozenset[tuple[str, ...]]
    longest: int
    starts: frozenset[str]
    """Words of grammar that a text may begin with."""
    grammar: bool
    """Whether a text may have words of grammar inside."""


@dataclass(frozen=True)
class _Closed:
    """A place for one of a few values."""

    parameter: str
    values: Mapping[tuple[str, ...], Any]


Learned = tuple[tuple[AlignedExample, ...], dict[str, Profile]]
"""A tool's examples with the places of their arguments, and a profile of each argument."""
_Pattern = tuple[str | _Open | _Closed, ...]


@dataclass(frozen=True)
class _Shown:
    """What one tool's examples show."""

    definition: ToolDefinition
    model: ToolModel
    patterns: Mapping[str, Sequence[tuple[_Pattern, AlignedExample]]]
    """By their first word, which is none of a value."""
    carriers: frozenset[str]
    """The words outside their values."""


@dataclass(frozen=True)
class _Fitting:
    """An example that words may be, with the places of its values in them."""

    tool: _Shown
    example: AlignedExample
    pattern: _Pattern
    spans: Sequence[TaggedSpan]

    @property
    def carried(self) -> int:
        """How many words outside values both have."""
        return sum(isinstance(item, str) for item in self.pattern)


class Templates:
    """The examples of tools. Any thread may ask it."""

    def __init__(
        self, definitions: Sequence[ToolDefinition], lang: str, learned: Mapping[str, Learned] | None = None
    ) -> None:
        """
        Args:
            definitions: the tools.
            lang: BCP-47 tag of their examples.
            learned: by tool, what is aligned already.
        """
        self._learned = learned or {}
        self._definitions = {d.name: d for d in definitions if d.examples}
        self._lang = lang
        self._lock = threading.Lock()
        self._shown: dict[str, _Shown] = {}

    def __bool__(self) -> bool:
        return bool(self._definitions)

    def __contains__(self, name: str) -> bool:
        return name in self._definitions

    @property
    def names(self) -> list[str]:
        """The tools."""
        return list(self._definitions)

    def read(self, name: str) -> None:
        """Align the examples of the tool *name* now, rather than when somebody waits for an answer."""
        self._tool(name)

    def match(self, heard: Heard) -> Recalled | None:
        """The tool that *heard* is an example of, as a whole; None where there is none, or it is one of two."""
        if not heard.words or heard.lang is not language(self._lang):
            return None
        fitting = [fit for name in self._likely(heard) for fit in _fitting(self._tool(name), heard, self._subjects)]
        # Filling takes longest, and only those count that say most.
        for most in sorted({fit.carried for fit in fitting}, reverse=True):
            made = ((fit, _filled(fit, heard)) for fit in fitting if fit.carried == most)
            best = [Recalled(fit.tool.definition, filled) for fit, filled in made if filled is not None]
            if best:
                meant = {(r.definition.name, repr(sorted(r.filled.arguments.items()))) for r in best}
                return best[0] if len(meant) == 1 else None
        return None

    @cached_property
    def _in_order(self) -> Sequence[str]:
        """The tools by their names."""
        return sorted(self._definitions)

    @cached_property
    def _words(self) -> Mapping[str, npt.NDArray[np.intp]]:
        """Word → tools with an example that says it, by their places among :attr:`_in_order`."""
        found: dict[str, list[int]] = {}
        for at, name in enumerate(self._in_order):
            examples = self._definitions[name].examples
            for word in {word for example in examples for word in words_of(example.utterance)}:
                found.setdefault(word, []).append(at)
        return {word: np.array(places, np.intp) for word, places in found.items()}

    @cached_property
    def _subjects(self) -> frozenset[str]:
        """What tools are named after: "mark my habit as done" is not "mark <task> as done"."""
        lang = language(self._lang)
        words = {word for name in self._definitions for word in words_of(name)}
        return frozenset(map(lang.stem, words - lang.verbs - lang.function_words - lang.light_words))

    def _likely(self, heard: Heard) -> list[str]:
        scores = np.zeros(len(self._in_order))
        for word in sorted(set(heard.words)):
            tools = self._words.get(word)
            if tools is not None:
                scores[tools] += 1 / len(tools)
        best = np.argsort(-scores, kind="stable")[:_LOOKED_AT].tolist()
        return [self._in_order[at] for at in best if scores[at] > 0]

    def _tool(self, name: str) -> _Shown:
        with self._lock:
            known = self._shown.get(name)
            if known is None:
                definition, lang = self._definitions[name], language(self._lang)
                if name in self._learned:
                    examples, profiles = self._learned[name]
                else:
                    alignment = align(definition, self._lang)
                    examples, profiles = alignment.examples, alignment.profiles
                places = {name: _open(profile, lang) for name, profile in profiles.items()}
                patterns = ((_pattern(example, definition, places), example) for example in examples)
                # Examples that differ in their values alone show the same.
                shown = {_key(pattern, example): (pattern, example) for pattern, example in patterns}
                known = self._shown[name] = _Shown(
                    definition,
                    # What is chosen is what the example says.
                    ToolModel(definition, examples, profiles, None, lang, chooses=False),
                    _by_first(one for one in shown.values() if _tells(one[0], lang)),
                    frozenset(word for e in examples for at, word in enumerate(e.words) if e.outside(at)),
                )
            return known


def _fitting(tool: _Shown, heard: Heard, foreign: frozenset[str]) -> Iterator[_Fitting]:
    """The examples of *tool* that *heard* may be, but for the values; *foreign* words are no part of a text."""
    for pattern, example in tool.patterns.get(heard.words[0], ()):
        if len(pattern) <= len(heard.words) and _ends_alike(pattern, heard.words):
            for spans in _laid_over(pattern, heard, tool.carriers, foreign):
                yield _Fitting(tool, example, pattern, spans)


def _ends_alike(pattern: _Pattern, words: Sequence[str]) -> bool:
    """Whether *words* end as *pattern* does, where that is with a word: of most examples they don't."""
    last = pattern[-1]
    return not isinstance(last, str) or last == words[-1]


def _by_first(
    patterns: Iterable[tuple[_Pattern, AlignedExample]],
) -> Mapping[str, Sequence[tuple[_Pattern, AlignedExample]]]:
    """*patterns* by their first word: those that tell what is asked for begin with one (:func:`_tells`)."""
    found: dict[str, list[tuple[_Pattern, AlignedExample]]] = {}
    for pattern, example in patterns:
        if pattern and isinstance(pattern[0], str):
            found.setdefault(pattern[0], []).append((pattern, example))
    return found


def _key(pattern: _Pattern, example: AlignedExample) -> tuple[tuple[object, ...], str]:
    """What two examples have in common that show the same: their words, which arguments stand where, and what they mean
    besides."""
    words = tuple(item if isinstance(item, str) else (type(item), item.parameter) for item in pattern)
    return words, repr(sorted(example.implied.items()))


def _open(profile: Profile, lang: Language) -> _Open:
    kind = profile.parameter.param_type.lower()
    typed = profile.typed or kind in values.TEMPORAL_LISTS
    known = frozenset(tuple(words.split()) for words in profile.known)
    return _Open(
        profile.parameter.name,
        frozenset(map(values.kind_of, profile.formats)) if typed else frozenset(),
        known,
        # Two words of a list may be two of its items: who said the comma?
        1 if profile.parameter.is_list else max(map(len, known), default=1) + _LONGER,
        lang.articles | {words[0] for words in known},
        any(word in lang.function_words for words in known for word in words[1:]),
    )


def _pattern(example: AlignedExample, definition: ToolDefinition, places: Mapping[str, _Open]) -> _Pattern:
    """The words of *example* with a place for each value that its words say."""
    slots: dict[int, tuple[int, _Open | _Closed]] = {s.start: (s.end, places[s.parameter]) for s in example.spans}
    taken = {at for span in example.spans for at in range(span.start, span.end)}
    for parameter in definition.parameters:
        value = example.implied.get(parameter.name)
        said = words_of(value) if isinstance(value, str) and parameter.enum_values else []
        for at in range(len(example.words) - len(said) + 1) if said else ():
            if example.words[at : at + len(said)] == said and taken.isdisjoint(range(at, at + len(said))):
                choices = {tuple(words_of(str(v))): v for v in parameter.enum_values or ()}
                slots[at] = (at + len(said), _Closed(parameter.name, choices))
                taken.update(range(at, at + len(said)))
                break
    found: list[str | _Open | _Closed] = []
    at = 0
    while at < len(example.words):
        end, slot = slots.get(at, (at + 1, None))
        found.append(slot if slot is not None else example.words[at])
        at = end
    return tuple(found)


def _tells(pattern: _Pattern, lang: Language) -> bool:
    """Whether the words around the values tell what is asked for: "<artist> please" does not."""
    carried = [item for item in pattern if isinstance(item, str)]
    if len(carried) == len(pattern):
        return True
    content = [word for word in carried if word not in lang.function_words and word not in lang.light_words]
    return isinstance(pattern[0], str) and len(carried) >= 2 and bool(content)


def _laid_over(
    pattern: _Pattern, heard: Heard, carriers: frozenset[str], foreign: frozenset[str]
) -> Iterator[list[TaggedSpan]]:
    """The ways in which *heard* is *pattern*, as the places of the values."""
    paths = 0
    waiting: list[tuple[int, int, tuple[TaggedSpan, ...]]] = [(0, 0, ())]
    while waiting and paths < _MOST_PATHS:
        paths += 1
        item, at, spans = waiting.pop()
        if item == len(pattern):
            if at == len(heard.words):
                yield list(spans)
            continue
        wanted = pattern[item]
        if isinstance(wanted, str):
            if at < len(heard.words) and heard.words[at] == wanted:
                waiting.append((item + 1, at + 1, spans))
            continue
        last = len(heard.words) - (len(pattern) - item - 1)
        if isinstance(wanted, _Closed):
            ends = [at + len(v) for v in wanted.values if v and tuple(heard.words[at : at + len(v)]) == v]
        elif wanted.kinds:
            ends = [x.end for x in heard.mentions if x.start == at and x.kind in wanted.kinds]
        else:
            ends = _text_ends(wanted, at, last, heard, carriers, foreign)
        for end in ends:
            if end <= last:
                waiting.append((item + 1, end, (*spans, TaggedSpan(at, end, wanted.parameter, 1.0))))


def _text_ends(
    place: _Open, at: int, last: int, heard: Heard, carriers: frozenset[str], foreign: frozenset[str]
) -> list[int]:
    """Where a text in *place* that begins at word *at* may end: a plain one only, as a tagger would have it as well."""
    lang = heard.lang
    found = [at + len(words) for words in place.known if tuple(heard.words[at : at + len(words)]) == words]
    mentioned = valued_places(heard)
    for end in range(at + 1, min(last, at + place.longest) + 1):
        word = heard.words[end - 1]
        if end - 1 in mentioned or _parts(word, lang) or (end - 1 > at and heard.breaks_before(end - 1)):
            break
        if word in lang.function_words:
            if not (word in place.starts if end - 1 == at else place.grammar):
                break
            continue
        # "Start a habit to read" is not "start <name>" where other examples say what "habit" is there for.
        if word in carriers or lang.stem(word) in foreign:
            break
        found.append(end)
    return sorted(set(found))


def _parts(word: str, lang: Language) -> bool:
    """Whether *word* may begin another request, take something back or deny it."""
    return word in _parting(lang)


@lru_cache(maxsize=32)
def _parting(lang: Language) -> frozenset[str]:
    """Words that may do so."""
    tables = (lang.joints, lang.corrections, lang.negations, lang.exceptions, lang.reversals, lang.also)
    return frozenset[str]().union(*tables)


def _filled(fitting: _Fitting, heard: Heard) -> Filled | None:
    """The arguments in their places and what else the example means; None where one of them has no value."""
    closed = {item.parameter: item for item in fitting.pattern if isinstance(item, _Closed)}
    said = [span for span in fitting.spans if span.parameter not in closed]
    filled = fitting.tool.model.fill(heard, Tagged(said, frozenset()))
    if any(s.parameter not in filled.arguments or not filled.covered >= set(range(s.start, s.end)) for s in said):
        return None
    for name in filled.arguments.keys() - {span.parameter for span in said}:
        filled.drop(name)
    for span in fitting.spans:
        if span.parameter in closed:
            filled.arguments[span.parameter] = closed[span.parameter].values[tuple(heard.words[span.start : span.end])]
            filled.take(span.start, span.end, span.parameter)
    for name, value in fitting.example.implied.items():
        filled.arguments.setdefault(name, value)
    filled.missing = [name for name in filled.missing if name not in filled.arguments]
    filled.probability = 1.0
    return filled
