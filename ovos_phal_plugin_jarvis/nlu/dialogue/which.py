"""Which of what was made is meant, where that is told by a comparison or by other words than its number: "the shorter
one", "the first of those", "the lot"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ovos_phal_plugin_jarvis.nlu import entities as m
from ovos_phal_plugin_jarvis.nlu.dialogue.clock_times import seconds_of
from ovos_phal_plugin_jarvis.nlu.dialogue.comparing import compared_word
from ovos_phal_plugin_jarvis.nlu.dialogue.interpreter import Interpreter
from ovos_phal_plugin_jarvis.nlu.dialogue.made import makes, still_there
from ovos_phal_plugin_jarvis.nlu.dialogue.roles import related
from ovos_phal_plugin_jarvis.nlu.dialogue.state import State
from ovos_phal_plugin_jarvis.nlu.learning import values
from ovos_phal_plugin_jarvis.nlu.text import phrase_pattern, trimmed, words_of
from ovos_phal_plugin_jarvis.translation.values import ToolCall, things_of

_KINDS = {m.DURATION: "duration", m.TIME: "hour"}
"""What is compared → its name in ``Language.dimensions``."""


class Which(Interpreter):
    """Puts the number of one of several things in place of what tells it otherwise."""

    def numbered(self, text: str, state: State) -> str:
        """*text* with the usual words for all of them, or for the place of the one that is meant, in place of others;
        as it is where it has none of these."""
        return self._of_two(self._without_those(self._whole(text)), state)

    def _whole(self, text: str) -> str:
        """*text* with the first phrase of ``wholes`` for another one that it ends with: "scrap [the lot]"."""
        bare = self._markers.without_beside(text)
        pattern = phrase_pattern(self.language, "wholes")
        for found in pattern.finditer(bare) if pattern is not None else ():
            head = self._reader.raw_words(bare[: found.start()])
            if head and found.end() == len(bare) and self.telling.isdisjoint(head):  # "that's the lot"
                return f"{bare[: found.start()]}{self.language.wholes[0]}"
        return text

    def _without_those(self, text: str) -> str:
        """*text* without the "of those" behind the place of a thing: "the first [of those]"."""
        places, those = (phrase_pattern(self.language, table) for table in ("pronouns", "out_of"))
        for found in places.finditer(text) if places is not None else ():
            behind = those.match(text, found.end() + 1) if those is not None else None
            if behind is not None and self._ordinal(found.group()) is not None:
                return f"{text[: found.end()]}{text[behind.end() :]}"
        return text

    def _of_two(self, text: str, state: State) -> str:
        """*text* with the place of the one of two things that it compares: "stop the shorter one"."""
        tokens, spoken = self._reader.raw_tokens(text), self.language
        for at in range(1, len(tokens)):
            compared = compared_word(tokens[at - 1].norm, spoken) if tokens[at].norm in spoken.ones else ""
            if not compared or at < 2 or tokens[at - 2].norm not in spoken.articles:
                continue
            place = self._place(tokens[at - 1].norm, compared, state)
            phrase = next((p for p in sorted(spoken.pronouns, key=len) if place and self._ordinal(p) == place), "")
            if phrase:
                return f"{text[: tokens[at - 2].start]}{phrase}{text[tokens[at].end :]}"
        return text

    def _place(self, word: str, compared: str, state: State) -> int:
        """Which of the two things of one kind made of late is the more, or the less, of what *compared* is said of; 0
        where that can't be told, or *word* is a part of the name of one."""
        definitions, last = self._reader.trained.definitions, state.call
        if last is None or last.name not in definitions:
            return 0
        for name in dict.fromkeys(call.name for call in reversed(state.done)):
            definition = definitions.get(name)
            if definition is None or not makes(definition) or not related(definition, definitions[last.name]):
                continue
            left = still_there(state.done, name, definitions)
            if len(left) != 2 or any(self._is_called(call, word) for call in left):
                continue
            for parameter in definition.parameters:
                formats = self._reader.trained.profile(name, parameter.name).formats[:1]
                kind = _KINDS.get(values.kind_of(formats[0]) or "", "") if formats else ""
                sizes = [_size(call.arguments.get(parameter.name)) for call in left]
                own = any(kind in names and compared in said for names, said in self.language.dimensions)
                if own and None not in sizes and sizes[0] != sizes[1]:
                    more = compared in self.language.more
                    return 1 + sizes.index((max if more else min)(x for x in sizes if x is not None))
        return 0

    @staticmethod
    def _is_called(call: ToolCall, word: str) -> bool:
        named: Sequence[Any] = [thing for value in call.arguments.values() for thing in things_of(value)]
        return any(word in words_of(trimmed(thing)) for thing in named if isinstance(thing, str))


def _size(value: Any) -> float | None:
    """*value* as something that can be compared: a number, or a time of day in seconds."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        return float(value)
    clock = seconds_of(value)
    return None if clock is None else float(clock)
