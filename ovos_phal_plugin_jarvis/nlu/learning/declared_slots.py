"""Arguments of a tool that are found by what it declares, and what that tells of those which a few examples show."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from ovos_phal_plugin_jarvis.nlu import entities as m
from ovos_phal_plugin_jarvis.nlu.encoder import Reading
from ovos_phal_plugin_jarvis.nlu.entities import weekday_of
from ovos_phal_plugin_jarvis.nlu.knowledge import english_wordnet
from ovos_phal_plugin_jarvis.nlu.learning import switches, values
from ovos_phal_plugin_jarvis.nlu.learning.booleans import Booleans
from ovos_phal_plugin_jarvis.nlu.learning.declarations import plain_name, split_name
from ovos_phal_plugin_jarvis.nlu.learning.declared_parameters import (
    DeclaredParameter,
    declared_parameter,
    leads_of,
)
from ovos_phal_plugin_jarvis.nlu.learning.declared_texts import DeclaredTexts
from ovos_phal_plugin_jarvis.nlu.learning.declared_values import DeclaredValues
from ovos_phal_plugin_jarvis.nlu.learning.ends import Ends
from ovos_phal_plugin_jarvis.nlu.learning.filled import Filled
from ovos_phal_plugin_jarvis.nlu.learning.inquiry import only_tells
from ovos_phal_plugin_jarvis.nlu.learning.past_days import Past
from ovos_phal_plugin_jarvis.nlu.learning.read_slots import ReadSlots, is_unsaid
from ovos_phal_plugin_jarvis.nlu.learning.wording import ENGLISH, Wording, base, lemma, verbs_of
from ovos_phal_plugin_jarvis.nlu.reading import Heard
from ovos_phal_plugin_jarvis.nlu.text import single_words, words_of
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition

_LEAST_FIT = 0.65
"""What speaks at the least for a text being an argument: that it is required and alone, or what introduces it."""
_SURE_FIT = 1.4
"""The same where examples show the tool's arguments."""


class DeclaredFiller:
    """Fills one tool's arguments from what it declares."""

    def __init__(self, definition: ToolDefinition, wording: Wording) -> None:
        """
        Args:
            definition: the tool.
            wording: what explains words to it.
        """
        self.definition, self.wording = definition, wording
        lang = wording.lang
        self._booleans = Booleans(definition, (), lang)
        said_of = [
            (definition.named, definition.description),
            *((p.named, p.description) for p in definition.parameters),
        ]
        texts = [f"{' '.join(split_name(name))} {description}" for name, description in said_of]
        self._told = frozenset(base(word, lang) for text in texts for word in words_of(text))
        """Forms of the words by which the tool tells of itself and of its arguments."""
        properties: Any = definition.argument_schema.get("properties") or {}
        self._switches = [p.name for p in definition.parameters if switches.is_switch(p, definition)]
        self.parameters = _told_apart(
            declared_parameter(p, lang, str((properties.get(p.name) or {}).get("format") or ""))
            for p in definition.parameters
        )
        named = split_name(plain_name(definition.named))[:1] if not definition.examples else []
        self.deed = next((base(word, lang) for word in named if word in lang.verbs or verbs_of(word, lang)), "")
        """The verb that its name begins with; empty where that is none, or examples show how its values are said."""
        self._values = DeclaredValues(
            lang,
            self.parameters,
            Past(definition, writes=wording.writes, tells=only_tells(definition)),
            self.deed,
            is_shown=bool(definition.examples),
        )
        self._ends = Ends(definition, lang, {p.parameter.name: p.kinds for p in self.parameters if not p.choices})
        self._texts = DeclaredTexts(self.parameters, wording)
        self._read = ReadSlots(self.parameters, lang)

    def _shown(self, parameter: DeclaredParameter, heard: Heard) -> frozenset[str]:
        """Forms of the words of *heard* that an example says, which tell no more than they do there, but for those that
        are made from a value of *parameter*."""
        stem = heard.lang.stem
        own = {stem(words[0]) for words, _ in parameter.names_of_values if len(words) == 1}
        return frozenset(
            base(word, heard.lang) for word in heard.words if stem(word) not in own and self.wording.says(word)
        )

    def takes(self, kind: str) -> bool:
        """Whether an argument is made from mentions of *kind*, or holds the words of one."""
        return any(kind in parameter.kinds for parameter in self.parameters)

    def says_side(self, name: str, heard: Heard) -> str | None:
        """The one of two opposite values of the argument *name* that *heard* says; None where it says none."""
        own = next((p for p in self.parameters if p.parameter.name == name), None)
        said = self._values.side(own, heard, ()) if own is not None else None
        return said.value if said is not None else None

    def fill(self, heard: Heard, filled: Filled, reading: Reading | None = None) -> Filled:
        """The arguments that *heard* gives.

        Args:
            heard: the request.
            filled: what is known already, which is changed.
            reading: how the encoder reads it, where there is one: it proposes places and values.
        """
        return self._fill(heard, filled, self.parameters, _LEAST_FIT, reading)

    def complete(
        self,
        heard: Heard,
        filled: Filled,
        learned: Collection[str],
        reading: Reading | None = None,
        known: Mapping[str, Collection[str]] | None = None,
    ) -> Filled:
        """*filled*, with what else the words say beyond doubt.

        Args:
            heard: the request.
            filled: what was found by what examples show.
            learned: arguments of which examples show more than the definition tells: choices that are not said.
            reading: how the encoder reads it, where there is one.
            known: argument → words that examples have for it.
        """
        self._free_values(heard, filled, known or {})
        for parameter in self.parameters:
            name = parameter.parameter.name
            if parameter.said and parameter.kinds and name in filled.arguments and name not in filled.settled:
                self._snap(parameter, heard, filled)
        if reading is not None:
            for parameter in self.parameters:
                if parameter.is_text and not parameter.pattern and parameter.parameter.name not in filled.settled:
                    self._read.settle(parameter, reading, heard, filled)
        self.with_particles(heard, filled)
        return self.fill_others(heard, filled, learned, reading)

    def fill_others(
        self, heard: Heard, filled: Filled, others: Collection[str], reading: Reading | None = None
    ) -> Filled:
        """*filled*, with what else the words say beyond doubt of the arguments that are none of *others*."""
        wanted = [p for p in self.parameters if p.parameter.name not in others]
        return self._fill(heard, filled, wanted, _SURE_FIT, reading)

    def _snap(self, parameter: DeclaredParameter, heard: Heard, filled: Filled) -> None:
        """The words of an argument that is a number, a date or a time end where that ends."""
        name = parameter.parameter.name
        spans = [span for span in filled.spans if span[2] == name]
        if len(spans) != 1 or not isinstance(filled.arguments[name], str):
            return
        start, end, _ = spans[0]
        over = [x for x in heard.mentions if x.kind in parameter.kinds and x.start < end and x.end > start]
        if not over:
            return
        first, last = min(x.start for x in over), max(x.end for x in over)
        others = {at for s, e, other in filled.spans if other != name for at in range(s, e)}
        if (first, last) != (start, end) and others.isdisjoint(range(first, last)):
            filled.move(name, first, last, heard)

    def _free_values(self, heard: Heard, filled: Filled, known: Mapping[str, Collection[str]]) -> None:
        """What a few examples take for a value and what none can be: a day, a time or a number for a name where the
        tool has an argument for it, a name for a day ("the isle of man"), an article for anything."""
        own = {p.parameter.name: p for p in self.parameters}
        open_kinds = {k for p in self.parameters if p.parameter.name not in filled.arguments for k in p.kinds}
        counted = [x for x in heard.mentions if x.kind in (m.DATE, m.TIME, m.NUMBER) and x.kind in open_kinds]
        for start, end, name in list(filled.spans):
            said = heard.words[start:end]
            if name not in own or name in filled.settled or " ".join(said) in known.get(name, ()):
                continue
            parameter = own[name]
            if values.is_time(parameter.parameter):
                wrong = not values.says_time(
                    parameter.parameter, [x for x in heard.mentions if x.start < end and start < x.end]
                )
            else:
                wrong = parameter.is_text and (
                    any(x.start <= start and end <= x.end for x in counted) or heard.lang.articles.issuperset(said)
                )
            if wrong and isinstance(filled.arguments.get(name), str):
                filled.drop(name)

    def with_particles(self, heard: Heard, filled: Filled) -> None:
        """A text ends with what belongs to its verb: "take the bins out", not "take the bins"."""
        net = english_wordnet() if heard.lang.code == ENGLISH else None
        texts = {p.parameter.name for p in self.parameters if p.is_text}
        for start, end, name in list(filled.spans) if net is not None else ():
            if name not in texts or name in filled.settled or end >= len(heard.words) or end in filled.covered:
                continue
            word, value = heard.words[end], filled.arguments.get(name)
            small = heard.lang.function_words
            if end - start < 2 or heard.words[end - 1] in small or word not in small or not isinstance(value, str):
                continue
            begin = {x.start for x in heard.mentions}
            after = end + 1 == len(heard.words) or (end + 1 in begin and not _leads_a_moment(heard, end))
            # The moment of "hang the sheets [in] at five" has a word of its own before it.
            leading = small - heard.lang.articles
            led = end + 2 in begin and heard.words[end + 1] in leading and word in single_words(heard.lang, "ways")
            if led or (after and net is not None and f"{lemma(heard.words[start])} {word}" in net):
                filled.move(name, start, end + 1, heard)

    def _fill(
        self,
        heard: Heard,
        filled: Filled,
        parameters: Sequence[DeclaredParameter],
        least: float,
        reading: Reading | None,
    ) -> Filled:
        open_ = [p for p in parameters if p.parameter.name not in filled.arguments]
        for parameter in open_:
            if parameter.pattern:
                self._values.fill_pattern(parameter, heard, filled)
        self._values.fill_ends(open_, self._ends, heard, filled)
        self._values.fill_between(open_, heard, filled)
        for parameter in open_:
            if parameter.choices and parameter.parameter.name not in filled.arguments:
                self._values.fill_choice(parameter, heard, filled)
        for parameter in open_:
            if parameter.parameter.name in self._switches:
                self._fill_switch(parameter.parameter.name, heard, filled)
        self._booleans.fill(heard, filled, [p.parameter.name for p in open_])
        typed = [p for p in open_ if p.kinds and p.parameter.name not in filled.arguments]
        self._values.fill_away(typed, heard, filled)
        typed = [p for p in typed if p.parameter.name not in filled.arguments]
        if reading is not None:
            typed = [
                p
                for p in typed
                if not is_unsaid(p, reading) or self._values.is_numbered(p, heard) or self._values.begins(p, heard)
            ]
        self._values.fill_typed(typed, heard, filled, reading)
        optional = [p.parameter.name for p in open_ if not p.parameter.required]
        self._ends.begin(heard, filled, optional)
        if reading is not None:
            self._read.fill_choices(open_, reading, filled, self.deed)
        for parameter in open_:
            if parameter.choices and parameter.parameter.name not in filled.arguments:
                self._values.fill_meant(parameter, heard, filled, self._told | self._shown(parameter, heard))
        texts = [p for p in open_ if p.is_text and p.parameter.name not in filled.arguments]
        if texts and reading is not None:
            self._read.fill_texts(texts, reading, heard, filled)
            texts = [p for p in texts if p.parameter.name not in filled.arguments and not is_unsaid(p, reading)]
        if texts:
            self._texts.fill(texts, heard, filled, least, reading)
        for parameter in open_:
            self._without_kind(parameter, heard, filled)
        filled.missing = [*self.definition.lacking(filled.arguments)]
        return filled

    def _fill_switch(self, name: str, heard: Heard, filled: Filled) -> None:
        """What is said of a thing that may be on, where *name* says whether it shall be."""
        found = switches.said(heard, filled.covered)
        if found is not None:
            filled.arguments[name] = found[1]
            filled.take(found[0], found[0] + 1, name)

    @staticmethod
    def _without_kind(parameter: DeclaredParameter, heard: Heard, filled: Filled) -> None:
        """A name without what is named so: the "kayaks" of "the kayaks folder" for ``folder_name``."""
        name = parameter.parameter.name
        spans = [span for span in filled.spans if span[2] == name]
        if len(spans) == 1 and isinstance(filled.arguments.get(name), str) and parameter.is_text:
            start, end, _ = spans[0]
            lang = heard.lang
            called = start and heard.words[start - 1] in lang.articles | lang.owners
            if called and end - start > 1 and lemma(heard.words[end - 1]) in parameter.kinds_of_thing:
                filled.move(name, start, end - 1, heard)
                filled.covered.add(end - 1)


def _told_apart(parameters: Iterable[DeclaredParameter]) -> list[DeclaredParameter]:
    """*parameters*; where two or more of them count time, ``days`` takes bare numbers alone: "two days and three hours"
    are no 51 hours."""
    found = list(parameters)
    if sum(p.kinds[:1] == (m.DURATION,) for p in found) < 2:
        return found
    return [replace(p, kinds=p.kinds[1:], formats=p.formats[1:]) if p.formats[:1] == ("days",) else p for p in found]


def _leads_a_moment(heard: Heard, at: int) -> bool:
    """Whether the word at *at* belongs to the moment behind it: "in ten minutes", "on monday", but no "on tomorrow"."""
    word, lang = heard.words[at], heard.lang
    for x in (x for x in heard.mentions if x.start == at + 1):
        of_a_day = x.kind == m.DATE and (weekday_of(x) or x.end > x.start + 1)
        leads = {m.DURATION: lang.hence, m.TIME: leads_of(lang.code, frozenset({"time"}))}.get(x.kind, frozenset())
        if word in leads or (of_a_day and word in leads_of(lang.code, frozenset({"date"}))):
            return True
    return False
