"""Extras: one thing more for the list that the last call was about: "one more thing a stove", "rope is missing"."""

from __future__ import annotations

import itertools
from collections import Counter
from dataclasses import replace

from ovos_phal_plugin_jarvis.nlu.dialogue.interpreter import Interpreter, plain
from ovos_phal_plugin_jarvis.nlu.dialogue.roles import related
from ovos_phal_plugin_jarvis.nlu.dialogue.state import CONFIDENCE, Request, missing
from ovos_phal_plugin_jarvis.nlu.lang import is_content
from ovos_phal_plugin_jarvis.nlu.learning.listed import parted
from ovos_phal_plugin_jarvis.nlu.reading import valued
from ovos_phal_plugin_jarvis.nlu.text import (
    phrase_pattern,
    pointing_words,
    single_words,
    trimmed,
    without_opening,
    words_of,
)
from ovos_phal_plugin_jarvis.nlu.tool_verbs import ENDING
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition, ToolParameter
from ovos_phal_plugin_jarvis.translation.values import ToolCall

_ADDING = frozenset(["add", "append", "insert", "put", "write"])
"""English verbs in the names of tools that put more things to those that are there."""
_MOST_WORDS = 8
"""Words of the things that are added."""
_TOLD = 0.6
"""Confidence in what is only told, and may be about something else: "the dog is missing" is asked about."""
_LEADS = ("joints", "fillers", "sounds", "corrections", "noes", "agree", "particles")
"""Tables of words before them that say nothing of them."""


class Extras(Interpreter):
    """Reads what names things that go where those of the last request went."""

    def more(self, text: str, last: ToolCall) -> Request | None:
        """The call that puts the things which *text* says are wanted as well to those of the *last* call; None where it
        does not say that, or nothing holds several things there."""
        asked = self._asked(text)
        things = self._things(asked or self._told(text)) or self._too(text)
        definitions = self._reader.trained.definitions
        before = definitions[last.name]
        if not things or ENDING & set(words_of(before.name)):
            return None
        own = _list_of(before)
        there = last.arguments.get(own.name) if own is not None else None
        if isinstance(there, list) and {plain(thing) for thing in things} <= {plain(thing) for thing in there}:
            return None
        named = asked or (self._markers.adds(text) and not self._commands(text))
        confidence = CONFIDENCE if named else _TOLD
        if own is not None and isinstance(there, list):
            known = [] if _ADDING & set(words_of(before.name)) else there
            both = {**last.arguments, own.name: [*known, *things]}
            again = replace(last, arguments=both, said=f"{last.said} {text}")
            return Request(again, confidence=confidence)
        found = [
            call
            for definition in definitions.values()
            if related(definition, before) and (call := self._adding(definition, last, things, text)) is not None
        ]
        if len(found) != 1 or own is not None:
            return None
        return Request(found[0], confidence=confidence)

    def _adding(self, definition: ToolDefinition, last: ToolCall, things: list[str], text: str) -> ToolCall | None:
        """The call of *definition* that puts *things* to what the *last* call told."""
        parameter = _list_of(definition)
        if parameter is None or not _ADDING & set(words_of(definition.name)):
            return None
        own = {p.name for p in definition.parameters}
        where = {n: v for n, v in last.arguments.items() if n in own and isinstance(v, str)}
        arguments = {**where, parameter.name: things}
        return (
            None
            if missing(definition, arguments)
            else ToolCall(definition.name, arguments, definition.toolbox_id, said=text)
        )

    def _things(self, text: str) -> list[str]:
        """The things that *text* names, where it does nothing else."""
        heard = self._reader.hear_raw(self._markers.without_beside(text))
        telling = self.telling | (pointing_words(self.language) - self.language.articles)
        if not 0 < len(heard.words) <= _MOST_WORDS or not telling.isdisjoint(heard.words) or self._commands(text):
            return []
        return [heard.said(start, end) for start, end in parted(heard, 0, len(heard.words))]

    def _too(self, text: str) -> list[str]:
        """The things that *text* names before an "as well", where no tool takes it for a request of its own. A word
        that orders begin with may be a part of a name where no object follows it: "flip flops too", and no "mop the
        floor too"."""
        bare = self._without_adding(self._bare(self._markers.without_beside(text)))
        heard = self._reader.hear_raw(bare)
        telling = self.telling | (pointing_words(self.language) - self.language.articles) | self.language.light_words
        telling |= single_words(self.language, "places_before")
        if not self._markers.adds(text) or not 0 < len(heard.words) <= _MOST_WORDS or valued(heard):
            return []
        ordered = self._commands(bare) and not is_content(heard.words[1], self.language)
        joints = single_words(self.language, "joints")
        pairs = itertools.pairwise(heard.words)
        ordered = ordered or any(two in self.language.articles and one not in joints for one, two in pairs)
        if ordered or not telling.isdisjoint(heard.words) or self._reader.best(bare) is not None:
            return []
        return [heard.said(start, end) for start, end in parted(heard, 0, len(heard.words))]

    def _without_adding(self, text: str) -> str:
        """*text* without the two halves of a verb of adding around what it names: "[toss] leeks [in]"."""
        tokens = self._reader.raw_tokens(text)
        for phrase in self.language.additions:
            verb, _, half = phrase.partition(" ")
            if half and len(tokens) > 2 and (tokens[0].norm, tokens[-1].norm) == (verb, half):
                return text[tokens[1].start : tokens[-2].end]
        return text

    def _asked(self, text: str) -> str:
        """What stands in *text* behind words that ask for one thing more: "don't forget", "we also need"."""
        return self._without_lack(self._led(text, "extras"))

    def _without_lack(self, text: str) -> str:
        """*text* without a "is missing" behind what it names."""
        pattern = phrase_pattern(self.language, "lacking")
        ends = [x.start() for x in pattern.finditer(text) if x.end() == len(text)] if pattern is not None else []
        return trimmed(text[: ends[0]]) if ends else text

    def _told(self, text: str) -> str:
        """What *text* only tells that nobody thought of, or that it is not there."""
        rest = self._markers.without_beside(text)
        there = self._without_lack(rest)
        return self._led(text, "forgotten") or (self._bare(there) if there != rest else "")

    def _led(self, text: str, table: str) -> str:
        """What stands in *text* behind words of *table*; "" where these are not there, or others before them."""
        pattern = phrase_pattern(self.language, table)
        for found in pattern.finditer(text) if pattern is not None else ():
            if self._only_leads(text[: found.start()]):
                return self._bare(text[found.end() :])
        return ""

    def _only_leads(self, text: str) -> bool:
        """Whether *text* has only joints, sounds and the like."""
        pattern = phrase_pattern(self.language, *_LEADS)
        return not words_of(pattern.sub(" ", text) if pattern is not None else text)

    def _bare(self, text: str) -> str:
        return trimmed(without_opening(trimmed(text), self.language, *_LEADS))

    def only_new(self, found: Request, last: ToolCall) -> Request:
        """*found*, the *last* call with more in its list, without what was put there already."""
        definition = self._reader.trained.definitions[last.name]
        parameter = _list_of(definition)
        if parameter is None or found.call.name != last.name or not _ADDING & set(words_of(definition.name)):
            return found
        before, now = last.arguments.get(parameter.name), found.call.arguments.get(parameter.name)
        if not isinstance(before, list) or not isinstance(now, list):
            return found
        known = Counter(map(plain, before))
        new = [thing for thing in now if not known[plain(thing)]]
        if len(new) == len(now) or not new:
            return found
        return replace(found, call=replace(found.call, arguments={**found.call.arguments, parameter.name: new}))


def _list_of(definition: ToolDefinition) -> ToolParameter | None:
    """The one argument of *definition* that holds several things."""
    lists = [p for p in definition.parameters if p.lists_names]
    return lists[0] if len(lists) == 1 else None
