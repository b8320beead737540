"""What a follow-up was taken to name and does not: "no nothing else", "i lit the candle", "my mum cooks them"."""

from __future__ import annotations

from ovos_phal_plugin_jarvis.nlu.acts.statements import stated
from ovos_phal_plugin_jarvis.nlu.dialogue.interpreter import Interpreter
from ovos_phal_plugin_jarvis.nlu.lang import is_content
from ovos_phal_plugin_jarvis.nlu.learning.values import SENTENCES
from ovos_phal_plugin_jarvis.nlu.reading import valued
from ovos_phal_plugin_jarvis.nlu.text import phrase_pattern, words_of
from ovos_phal_plugin_jarvis.translation.values import ToolCall, things_of


class Misnamed(Interpreter):
    """Finds names that are none."""

    def strange(self, call: ToolCall, text: str, last: ToolCall) -> bool:
        """Whether a name in *call* that *last* did not have is none.

        Args:
            call: what *text* was read as.
            text: what was said.
            last: the call before.
        """
        definition = self._reader.trained.definitions[call.name]
        said = self._reader.hear_raw(text).words
        for name, value in call.arguments.items():
            parameter = definition.parameter(name)
            if value == last.arguments.get(name) or parameter is None or parameter.enum_values:
                continue
            if set(words_of(name)) & SENTENCES or self.typed(definition, parameter):
                continue
            if any(isinstance(each, str) and self._is_none(each, said) for each in things_of(value)):
                return True
        return False

    def _is_none(self, name: str, said: list[str]) -> bool:
        """Whether *name* names nothing where *said* are the words of the follow-up; what was put in by what it is, and
        not by the words, is a name."""
        words = words_of(name)
        if not words or not set(words) <= set(said):
            return False
        refusing = phrase_pattern(self.language, "refuse", "cancel")
        speaking = self.language.subjects | self.language.persons
        says_something = valued(self._reader.hear_raw(name)) or any(is_content(word, self.language) for word in words)
        return (
            not says_something
            or (refusing is not None and refusing.match(name) is not None)
            or (len(words) > 1 and not speaking.isdisjoint(words))
            or self._is_told(words, said)
        )

    def _is_told(self, words: list[str], said: list[str]) -> bool:
        """Whether *words* are what somebody does, with or without who it is: "i [lit the candle]", "my [mum cooks]"."""
        told = stated(said, self.language, alone=True)
        for at in range(len(said) - len(words) + 1):
            if said[at : at + len(words)] != words:
                continue
            behind_somebody = at > 0 and said[at - 1] in self.language.subjects
            clause = told is not None and at < told.subject and told.verb in range(at, at + len(words))
            if behind_somebody or clause:
                return True
        return False
