"""A thing inside what was written down, and another in its place: "i meant the dentist" after "call the bank"."""

from __future__ import annotations

from ovos_phal_plugin_jarvis.nlu.acts.words import orders
from ovos_phal_plugin_jarvis.nlu.dialogue.interpreter import Interpreter, put
from ovos_phal_plugin_jarvis.nlu.dialogue.roles import object_nouns, singular
from ovos_phal_plugin_jarvis.nlu.dialogue.state import Followed, Unclear
from ovos_phal_plugin_jarvis.nlu.dialogue.substitution import likeness
from ovos_phal_plugin_jarvis.nlu.lang import is_content
from ovos_phal_plugin_jarvis.nlu.reading import Heard, valued
from ovos_phal_plugin_jarvis.translation.values import ToolCall

_LIKE = 0.5
"""How much of what two things are has to be of one kind where the one takes the place of the other."""
_MOST_WORDS = 3
"""Words of a thing that does."""


class Inside(Interpreter):
    """Reads what corrects a part of a text that says what is to be done."""

    def put(self, fragment: str, last: ToolCall, *, like: bool = False) -> Followed:
        """The *last* call with what *fragment* names for what its only text says something is to be done with; unclear
        where that is not known, None where no such text was said or *fragment* is no thing.

        Args:
            fragment: what is meant, without what marks it as a correction.
            last: the call before.
            like: the two things have to be of one kind: "make it dad", and not "make it urgent".
        """
        definition = self._reader.trained.definitions[last.name]
        texts = [p for p in definition.parameters if self._is_text(definition, p)]
        said = [p.name for p in texts if isinstance(last.arguments.get(p.name), str)]
        thing = self._reader.hear_raw(fragment)
        start = self._start(thing, 0)
        if len(said) != 1 or not self._is_thing(thing, start):
            return None
        before = self._reader.hear_raw(last.arguments[said[0]])
        if len(before.words) < 2 or not orders(before.words[0], self.language):
            return None
        runs = self._runs(before)
        akin = [run for run in runs if likeness(before.words[run[1] - 1], thing.words[-1]) > _LIKE]
        article = start > 0 and thing.words[start - 1] in self.language.articles
        named = [run for run in runs if article == (before.words[run[0] - 1] in self.language.articles)]
        found = akin or ([] if like else named if len(runs) == 1 else [])
        if len(found) != 1:
            return Unclear(fragment)
        value = put(before, *found[0], thing.said(start, len(thing.words)))
        heard = self._reader.hear(last.said)
        at = heard.text.lower().find(before.text.lower())
        spelt = f"{heard.text[:at]}{value}{heard.text[at + len(before.text) :]}" if at >= 0 else f"{last.said} {value}"
        return self._completed(last, {said[0]: value}, spelt, definition)

    def names_kind(self, fragment: str, last: ToolCall) -> bool:
        """Whether *fragment* is nothing but what another tool than that of the *last* call is for: "[i meant] a timer"
        after an alarm was set."""
        heard = self._reader.hear_raw(fragment)
        words = {singular(word) for word in heard.words if is_content(word, self.language)}
        definitions = self._reader.trained.definitions
        own = set(object_nouns(definitions[last.name], self.language))
        others = (set(object_nouns(definition, self.language)) for definition in definitions.values())
        return len(words) == 1 and not words & own and any(words <= nouns for nouns in others)

    def _is_thing(self, heard: Heard, start: int) -> bool:
        """Whether the words of *heard* from *start* on name a thing, and neither order nor count anything."""
        words = heard.words[start:]
        named = 0 < len(words) <= _MOST_WORDS and all(is_content(word, self.language) for word in words)
        return named and not (valued(heard) or orders(words[0], self.language))

    def _start(self, heard: Heard, at: int) -> int:
        while at < len(heard.words) and heard.words[at] in self.language.articles | self.language.owners:
            at += 1
        return at

    def _runs(self, heard: Heard) -> list[tuple[int, int]]:
        """The runs of words of meaning in *heard* behind its verb: what something is to be done with."""
        runs: list[tuple[int, int]] = []
        for at in range(1, len(heard.words)):
            if not is_content(heard.words[at], self.language):
                continue
            if runs and runs[-1][1] == at:
                runs[-1] = (runs[-1][0], at + 1)
            else:
                runs.append((at, at + 1))
        return runs
