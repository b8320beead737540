"""What a follow-up was taken to name and does not: "no nothing else", "i lit the candle", "my mum cooks them"."""

from __future__ import annotations

from ovos_phal_plugin_jarvis.nlu import entities as m
from ovos_phal_plugin_jarvis.nlu.acts.statements import stated
from ovos_phal_plugin_jarvis.nlu.dialogue.interpreter import Interpreter, plain
from ovos_phal_plugin_jarvis.nlu.lang import is_content
from ovos_phal_plugin_jarvis.nlu.learning.values import SENTENCES
from ovos_phal_plugin_jarvis.nlu.reading import valued
from ovos_phal_plugin_jarvis.nlu.text import phrase_pattern, phrases_meaning, single_words, starts_of, words_of
from ovos_phal_plugin_jarvis.translation.values import ToolCall, things_of

"""Names of the meanings of words that point to what stands beside something."""


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
            known = {plain(thing) for thing in things_of(last.arguments.get(name))}
            new = [each for each in things_of(value) if isinstance(each, str)]
            if any(self._is_none(each, said) or self._acts_on(each, known) for each in new):
                return True
            # What held a time ("nine") may hold another.
            counted = any(valued(self._reader.hear_raw(each)) for each in known)
            if not counted and any(map(self._is_moment, new)):
                return True
        return False

    def _acts_on(self, name: str, known: set[str]) -> bool:
        """Whether *name* says what is to be done with one of the things that are *known*: "leave the mustard"."""
        first, *rest = words_of(name) or [""]
        thing = " ".join(word for word in rest if word not in self.language.articles)
        return first in self.language.verbs and thing in known

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
            or set(words) <= self.language.adverbs | single_words(self.language, "also")
            or (refusing is not None and refusing.match(name) is not None)
            or (len(words) > 1 and not speaking.isdisjoint(words))
            or self.only_points(words)
            or self._goes_on(name)
            or self._is_told(words, said)
            or self._is_exclaimed(words, said)
        )

    def _is_moment(self, name: str) -> bool:
        """Whether *name* is nothing but how long or when something is: "five minutes" is no thing to buy."""
        heard = self._reader.hear_raw(name)
        whole = (x for x in heard.mentions if (x.start, x.end) == (0, len(heard.words)))
        return any(x.kind in (m.DURATION, m.TIME) for x in whole)

    def only_points(self, words: list[str]) -> bool:
        """Whether *words* name nothing but which one it is, or how much of it: "the red one", "next", "half"."""
        language = self.language
        beside = phrases_meaning(language, "next", "previous").union(*language.shifts.values())
        which = language.ones | language.last_ones | language.other_ones | language.articles | beside
        return words[-1] in language.ones or set(words) <= which

    def _goes_on(self, name: str) -> bool:
        """Whether *name* has something in it that limits what stands before: "bella but half"."""
        limits = phrase_pattern(self.language, "contrasts")
        return limits is not None and any(x.start() for x in limits.finditer(name))

    def _is_exclaimed(self, words: list[str], said: list[str]) -> bool:
        """Whether *words* stand right behind a word of asking, which no name does: "how [far]", "que [longe]"."""
        spoken = self.language
        asking = spoken.question_words - spoken.states - spoken.auxiliaries - spoken.copulas - spoken.persons
        return any(at and said[at - 1] in asking for at in starts_of(words, said))

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
