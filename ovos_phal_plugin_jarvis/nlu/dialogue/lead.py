"""What stands before a follow-up and asks for nothing: praise, a remark, and what refuses or corrects something."""

from __future__ import annotations

from collections.abc import Sequence

from ovos_phal_plugin_jarvis.nlu import entities as m
from ovos_phal_plugin_jarvis.nlu.acts.remarks import stands_before_order
from ovos_phal_plugin_jarvis.nlu.acts.statements import is_open
from ovos_phal_plugin_jarvis.nlu.dialogue.interpreter import Interpreter, Part
from ovos_phal_plugin_jarvis.nlu.dialogue.roles import acts, object_nouns, singular
from ovos_phal_plugin_jarvis.nlu.dialogue.steps import Steps
from ovos_phal_plugin_jarvis.nlu.lang import is_content
from ovos_phal_plugin_jarvis.nlu.reading import Heard, valued
from ovos_phal_plugin_jarvis.nlu.text import phrase_pattern, pointing_words, trimmed, without_opening
from ovos_phal_plugin_jarvis.nlu.tool_verbs import TAKING
from ovos_phal_plugin_jarvis.translation.values import ToolCall

_LEADS = ("noes", "corrections", "particles", "fillers", "sounds")
"""Tables of words that a remark may begin with."""
_LEAST_REMARKED = 5
"""Words of a remark and a request: "it's done drop it"."""


class Lead(Interpreter):
    """Finds where a follow-up begins."""

    _steps = Part(Steps)

    def behind_praise(self, text: str) -> str:
        """*text* without the words before a request that say only how somebody feels: "lovely now empty it"."""
        rest = without_opening(text, self.language, "particles", "fillers")
        return rest if rest != text and self._commands(rest) else text

    def behind_remark(self, text: str) -> str:
        """*text* without the remark before a request that points to the same thing, or goes a step on or back: "that
        one's done tick it off", "it's too low go up a bit"."""
        heard = self._reader.hear_raw(text)
        words, language = heard.words, self.language
        for at in range(2, len(words) - 1 if len(words) >= _LEAST_REMARKED else 0):
            order = text[heard.tokens[at].start :]
            if not self._may_order(words[at], order) or is_open(words[:at], language):
                continue
            if words[at - 1] in language.negations:
                if words[at - 1] in language.states or words[at - 2] in language.subjects:
                    continue  # "it isn't done", "i can't hear"
                break  # "that's perfect don't change it"
            if self._leans(words, at, order) and self.is_remark(text[: heard.tokens[at].start], words[:at]):
                return order
        return text

    def _may_order(self, first: str, order: str) -> bool:
        """Whether *order*, which begins with the word *first*, may be one, or a value that is tried."""
        return first in self.language.verbs or first in self._reader.trained.openers or self._tried(order) is not None

    def _tried(self, order: str) -> str | None:
        """What *order* tries, behind the words for that: "how about [seven]"; None where it has none of these."""
        pattern = phrase_pattern(self.language, "preferences")
        found = pattern.match(order) if pattern is not None else None
        return order[found.end() :] if found is not None else None

    def _leans(self, words: Sequence[str], at: int, order: str) -> bool:
        """Whether *order*, which begins at word *at*, leans on what was done: it points to that, changes it by a step
        or tries another value."""
        if self._points(words, at, order):
            # "i missed the yoga so mark that one" points to what the remark names
            return (self.language.articles | self.language.owners).isdisjoint(words[1:at])
        return self._steps_on(words, at) or self._tries_value(order)

    def _points(self, words: Sequence[str], at: int, order: str) -> bool:
        opens = words[at] in self.language.verbs or words[at] in self._reader.trained.openers
        says_what = is_content(words[at], self.language) or bool(valued(self._reader.hear_raw(order)))
        return opens and says_what and not pointing_words(self.language).isdisjoint(words[at + 1 :])

    def _steps_on(self, words: Sequence[str], at: int) -> bool:
        """Whether the order at word *at* asks for a step: "it's quiet [turn up]", and neither "the [turn]" nor "it's
        better than [before]"."""
        small = self.language.function_words - self.language.articles
        plain = words[at - 1] not in self.language.articles and small.isdisjoint(words[2:at])
        return plain and words[at] in self.language.verbs and self._steps.asks_step(words[at + 1 :])

    def _tries_value(self, order: str) -> bool:
        tried = self._tried(order)
        rest = self._reader.hear_raw(tried) if tried is not None else None
        return rest is not None and any((x.start, x.end) == (0, len(rest.words)) for x in valued(rest))

    def is_remark(self, text: str, words: Sequence[str]) -> bool:
        """Whether *text*, before an order, only says how something is or what somebody did."""
        bare = without_opening(text, self.language, *_LEADS)
        if bare != text:
            text, words = bare, self._reader.raw_words(bare)
        if len(words) > 2 and words[0] in pointing_words(self.language) and set(words[1:4]) & self.language.states:
            return True
        counted = (x for x in valued(self._reader.hear_raw(text)) if x.kind != m.ORDINAL and x.end - x.start > 1)
        return next(counted, None) is None and stands_before_order(text, self._lang)  # a value may be what is wanted

    def asked_for(self, last: ToolCall) -> str:
        """The words of the *last* request up to the kind of thing that it was for: "set a timer"; "" where it names
        none."""
        heard = self._reader.hear(last.said)
        at = self._kind_at(heard, last)
        return heard.said(0, at + 1) if at else ""

    def asked_of(self, last: ToolCall, thing: str) -> str:
        """The *last* request with *thing* in place of the kind of thing that it was for, with all that names it: "what
        is on [the camping list]"."""
        heard = self._reader.hear(last.said)
        end = self._kind_at(heard, last)
        first = next((at for at in range(end, 0, -1) if heard.words[at - 1] in self.language.articles), 0)
        return f"{heard.said(0, first - 1)} {thing}" if first > 1 else ""

    def _kind_at(self, heard: Heard, last: ToolCall) -> int:
        """Where *heard* names the kind of thing of the *last* call; 0 where it does not, or begins with it."""
        nouns = object_nouns(self._reader.trained.definitions[last.name], self.language)
        return next((at for at, word in enumerate(heard.words) if singular(word) in nouns), 0)

    def behind_refusal(self, text: str) -> str:
        """*text* without the "never mind" before a request that takes back itself: "never mind cancel the timer"."""
        pattern = phrase_pattern(self.language, "cancel")
        found = pattern.match(text) if pattern is not None else None
        rest = trimmed(text[found.end() :]) if found is not None else ""
        best = self._reader.best(rest) if rest and self._commands(rest) else None
        return rest if best is not None and TAKING & set(acts(best.definition)) else text

    def behind_correction(self, text: str) -> str:
        """*text* without the "actually" before a request that points to what was done: "actually forget that one"."""
        pattern = phrase_pattern(self.language, "corrections")
        found = pattern.match(text) if pattern is not None else None
        rest = trimmed(text[found.end() :]) if found is not None else ""
        pointing = {word for phrase in self.language.pronouns for word in phrase.split()}
        changes = phrase_pattern(self.language, "changes")
        if not rest or not self._commands(rest) or (changes is not None and changes.match(rest)):
            return text
        return rest if pointing & set(self._reader.raw_words(rest)[1:]) else text
