"""Leaving out: one of the things that the last call named is not wanted after all: "forget the bread", "no eggs"; or
it is asked for again without one of them: "again without the bread"."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import replace

from ovos_phal_plugin_jarvis.nlu.dialogue.again import Again
from ovos_phal_plugin_jarvis.nlu.dialogue.interpreter import Interpreter, Part, put
from ovos_phal_plugin_jarvis.nlu.dialogue.roles import related
from ovos_phal_plugin_jarvis.nlu.dialogue.state import GUESSED, Request, missing
from ovos_phal_plugin_jarvis.nlu.text import (
    phrase_pattern,
    phrases_meaning,
    single_words,
    starts_of,
    without_opening,
    words_of,
)
from ovos_phal_plugin_jarvis.nlu.tool_verbs import ENDING, MAKING, TAKING
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition
from ovos_phal_plugin_jarvis.translation.values import ToolCall

_REMOVING = TAKING | {"clear"}
"""Names of the meanings of words that something is taken away with."""

_LEAST_LEFT = 2
"""Things that there are to choose from at the least."""


class Leaving(Interpreter):
    """Reads what takes away some of the things that the last call put into a list."""

    _again = Part(Again)

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

    def fewer(self, text: str, last: ToolCall) -> Request | None:
        """The *last* call once more with fewer things in its only list of several, where *text* says which are to be
        left out, and nothing else: "again but without the red one", "not the red one choose again". None where its tool
        is named after making or ending something, or leaves nothing to choose from. It is a guess."""
        definition = self._reader.trained.definitions[last.name]
        named = {n: v for n, v in last.arguments.items() if isinstance(v, list) and len(v) > _LEAST_LEFT}
        if len(named) != 1 or set(words_of(definition.name)) & (MAKING | ENDING):
            return None
        name, value = next(iter(named.items()))
        things = [thing for thing in value if isinstance(thing, str)]
        unwanted = self._left_out(text, things, last)
        left = [thing for thing in value if thing not in unwanted]
        said = self._joined(last.said, things, left) if unwanted and len(left) >= _LEAST_LEFT else ""
        if not said:
            return None
        fewer = replace(last, arguments={**last.arguments, name: left}, said=said, spelt_out=True)
        return Request(fewer, confidence=GUESSED, heard=text)

    def _left_out(self, text: str, things: list[str], last: ToolCall) -> list[str]:
        """Those of *things* that *text* leaves out of what the *last* request asked for; none where it says more."""
        spoken = self.language
        again = phrase_pattern(spoken, "repeats", "contrasts")
        words = self._reader.raw_words(again.sub(" ", text) if again is not None else text)
        asking = self._again.verbs(last)
        kept = [word for word in words if spoken.stem(word) not in asking]
        asked, words = len(kept) < len(words), kept
        words = self._reader.raw_words(without_opening(" ".join(words), spoken, "beside", "fillers", "particles"))
        denied = single_words(spoken, "negations") - single_words(spoken, "noes")
        if not words or not (words[0] in single_words(spoken, "exceptions") or (asked and words[0] in denied)):
            return []
        found, rest = _named(things, words[1:])
        small = spoken.articles | spoken.ones | spoken.alternatives | single_words(spoken, "joints")
        return found if small | single_words(spoken, "politeness") >= set(rest) else []

    def _joined(self, said: str, things: list[str], left: list[str]) -> str:
        """The words *said*, which name *things*, with those that are *left* in the place of all; "" where it is not
        known where they stand."""
        heard = self._reader.hear(said)
        places = [next(iter(starts_of(words_of(thing), heard.words)), None) for thing in things]
        known = [(at, at + len(words_of(thing))) for at, thing in zip(places, things, strict=True) if at is not None]
        if len(known) < len(things):
            return ""
        first, end = min(at for at, _ in known), max(at for _, at in known)
        joining = {*self.language.joints, *self.language.alternatives}
        joint = next((word for word in reversed(heard.words[first:end]) if word in joining), "")
        return put(heard, first, end, f" {joint} ".join(left)) if joint else ""

    def _unwanted(self, text: str, things: list[str]) -> list[str]:
        """Those of *things* that *text* says are not wanted; none where it says more than that."""
        found, words = _named(things, self._reader.hear_raw(text).words)
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


def _named(things: list[str], words: Sequence[str]) -> tuple[list[str], list[str]]:
    """Those of *things* that *words* name, the longest names first, and the words that are left."""
    found, left = [], list(words)
    for thing in sorted(things, key=lambda thing: -len(words_of(thing))):
        own = words_of(thing)
        for at in starts_of(own, left)[:1]:
            left = [*left[:at], *left[at + len(own) :]]
            found.append(thing)
    return found, left


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
