"""Leaving out: one of the things that the last call named is not wanted after all: "forget the bread", "no eggs"."""

from __future__ import annotations

import itertools
from dataclasses import replace

from ovos_phal_plugin_jarvis.nlu.dialogue.interpreter import Interpreter
from ovos_phal_plugin_jarvis.nlu.dialogue.roles import related
from ovos_phal_plugin_jarvis.nlu.dialogue.state import Request, missing
from ovos_phal_plugin_jarvis.nlu.text import phrase_pattern, phrases_meaning, single_words, starts_of, words_of
from ovos_phal_plugin_jarvis.nlu.tool_verbs import ENDING, TAKING
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition
from ovos_phal_plugin_jarvis.translation.values import ToolCall

_REMOVING = TAKING | {"clear"}
"""Names of the meanings of words that something is taken away with."""


class Leaving(Interpreter):
    """Reads what takes away some of the things that the last call put into a list."""

    def without(self, text: str, last: ToolCall) -> Request | None:
        """The call that takes back the things of the *last* call's list which *text* says are not wanted, and says
        nothing else of; None where no tool takes them back, or several do."""
        named = {n: v for n, v in last.arguments.items() if isinstance(v, list) and v}
        if len(named) != 1:
            return None
        name, things = next(iter(named.items()))
        unwanted = self._unwanted(text, [thing for thing in things if isinstance(thing, str)])
        if not unwanted:
            return None
        definitions = self._reader.trained.definitions
        before = definitions[last.name]
        found = [
            call
            for definition in definitions.values()
            if related(definition, before) and (call := _taking(definition, before, last, name, unwanted)) is not None
        ]
        return Request(replace(found[0], said=text)) if len(found) == 1 else None

    def _unwanted(self, text: str, things: list[str]) -> list[str]:
        """Those of *things* that *text* says are not wanted; none where it says more than that."""
        words = self._reader.hear_raw(text).words
        found = []
        for thing in sorted(things, key=lambda thing: -len(words_of(thing))):
            own = words_of(thing)
            for at in starts_of(own, words)[:1]:
                words = [*words[:at], *words[at + len(own) :]]
                found.append(thing)
        removing, small = self._removing(), single_words(self.language, "negations")
        wanted, denying = phrase_pattern(self.language, "extras"), small - single_words(self.language, "noes")
        negated = any(one in denying and other in removing for one, other in itertools.pairwise(words))
        if negated or (wanted is not None and wanted.search(text) is not None):
            return []  # "don't forget the eggs" wants them
        left = [word for word in words if word not in removing | small]
        return found if len(left) < len(words) and self.is_small(left) else []

    def _removing(self) -> frozenset[str]:
        """Words that something is taken away or left out with."""
        phrases = [*self.language.omitting, *phrases_meaning(self.language, *_REMOVING)]
        small = self.language.function_words | self.language.light_words
        words = {word for phrase in phrases for word in phrase.split()}
        return frozenset(word for word in words if word not in small or word in self.language.less)


def _taking(
    definition: ToolDefinition, before: ToolDefinition, last: ToolCall, name: str, things: list[str]
) -> ToolCall | None:
    """The call of *definition* that takes *things*, which *last* named in its argument *name*, back."""
    own = {p.name: p for p in definition.parameters}
    takes = ENDING & set(words_of(definition.name)) and not ENDING & set(words_of(before.name))
    if not takes or name not in own or not own[name].is_list:
        return None
    beside = {n: v for n, v in last.arguments.items() if n in own and isinstance(v, str)}
    arguments = {**beside, name: things}
    return None if missing(definition, arguments) else ToolCall(definition.name, arguments, definition.toolbox_id)
