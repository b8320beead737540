"""Follow-ups of which each word says only what becomes of the last request: how far, how often, the other way, that it
is done, that it be undone, what more or less is wanted, or a yes or no of it."""

from __future__ import annotations

from dataclasses import replace

from ovos_phal_plugin_jarvis.nlu import entities as m
from ovos_phal_plugin_jarvis.nlu.dialogue.accomplished import Accomplished
from ovos_phal_plugin_jarvis.nlu.dialogue.extras import Extras
from ovos_phal_plugin_jarvis.nlu.dialogue.interpreter import Interpreter, Part
from ovos_phal_plugin_jarvis.nlu.dialogue.leaving import Leaving
from ovos_phal_plugin_jarvis.nlu.dialogue.made import makes, still_there
from ovos_phal_plugin_jarvis.nlu.dialogue.markers import Marked
from ovos_phal_plugin_jarvis.nlu.dialogue.recurrence import Recurrence
from ovos_phal_plugin_jarvis.nlu.dialogue.revision import revised
from ovos_phal_plugin_jarvis.nlu.dialogue.shifts import Shifts
from ovos_phal_plugin_jarvis.nlu.dialogue.state import Followed, Request, State, Unclear
from ovos_phal_plugin_jarvis.nlu.dialogue.steps import Steps
from ovos_phal_plugin_jarvis.nlu.dialogue.substitution import Substitution
from ovos_phal_plugin_jarvis.nlu.dialogue.undone import Undone
from ovos_phal_plugin_jarvis.nlu.dialogue.yes_no import YesNo
from ovos_phal_plugin_jarvis.nlu.text import phrase_pattern, without_opening, words_of
from ovos_phal_plugin_jarvis.translation.values import ToolCall


class Strict(Interpreter):
    """Reads follow-ups that say nothing else."""

    _shifts = Part(Shifts)
    _recurrence = Part(Recurrence)
    _accomplished = Part(Accomplished)
    _leaving = Part(Leaving)
    _undone = Part(Undone)
    _extras = Part(Extras)
    _substitution = Part(Substitution)
    _yes_no = Part(YesNo)
    _steps = Part(Steps)

    def read(self, text: str, marked: Marked, state: State) -> Followed:
        """What *text* is after the state's last call, all of whose words it takes; None where it says anything else.

        Args:
            text: what is said.
            marked: the same, taken apart.
            state: what was done.
        """
        last = state.call
        assert last is not None
        if self._markers.repeats(" ".join(self._reader.hear_raw(text).words)):
            return None  # "one more of the same" is no step
        by_so_much = self._steps.by_so_much(text, last)
        if by_so_much is not None:
            return by_so_much
        recurring = self._recurrence.recurring(marked.rest, last)
        if recurring is not None:
            return revised(recurring, last, state.result, self._reader.trained.definitions)
        if self._of_several(text, state):
            return Unclear(text)
        told = self._yes_no.said(text, last)
        if told is not None:
            return revised(told, last, state.result, self._reader.trained.definitions)
        return (
            self._undone.undone(text, last)
            or self._one_more(
                text, self._shifts.shifted(marked.rest, state, told=marked.kind in ("change", "correction"))
            )
            or (
                self._shifts.shifted(marked.whole, state, told=False) if not marked.kind else None
            )  # "encore dix minutes"
            or self._preferred(text, state)
            or self._fully(text, last)
            or self._turned(marked.rest, last)
            or self._leaving.without(text, last)
            or self._extras.more(text, last)
            or self._accomplished.told(text, last)
        )

    def _of_several(self, text: str, state: State) -> bool:
        """Whether *text* is of several things that were made, and would be read as of the last one: "both an hour
        earlier"."""
        last = state.call
        if last is None or self.language.several.isdisjoint(self._reader.raw_words(text)[:1]):
            return False
        made = still_there(state.done, last.name, self._reader.trained.definitions)
        return len(made) > 1 and makes(self._reader.trained.definitions[last.name])

    def _one_more(self, text: str, shifted: Request | None) -> Request | None:
        """*shifted*, which takes back what was made where *text* does not say that it is one more: "and another ten
        minutes later", "and again ten minutes later", "and a second one an hour later"."""
        marked, again = phrase_pattern(self.language, "ellipses"), phrase_pattern(self.language, "repeats")
        found = marked.match(text) if marked is not None else None
        more = found is not None and not self.language.further.isdisjoint(words_of(found.group()))
        joined = without_opening(text, self.language, "joints")
        heard = self._reader.hear_raw(text)
        ends = (x.end for x in heard.mentions if x.kind == m.ORDINAL)
        counted = any(heard.words[end : end + 1] and heard.words[end] in self.language.ones for end in ends)
        repeated = again is not None and again.match(joined) is not None
        more = more or (joined != text and (counted or repeated))
        return replace(shifted, instead_of=None) if shifted is not None and more else shifted

    def _preferred(self, text: str, state: State) -> Request | None:
        """What *text* says would be better, where that is how far something is moved: "an hour later will do"."""
        marked = self._markers.marked(text)
        return self._shifts.shifted(marked.rest, state, told=True) if marked.kind == "preference" else None

    def _fully(self, text: str, last: ToolCall) -> Followed:
        """ "All the way": as much, or as little, as there can be of what the *last* call changed; unclear where that
        has no such end."""
        rest = self._markers.marked(text).rest
        pattern = phrase_pattern(self.language, "fully")
        names_none = pattern is not None and pattern.fullmatch(rest) is not None and " " in rest
        return self._steps.fully(rest, last) or (Unclear(text) if names_none else None)

    def _turned(self, text: str, last: ToolCall) -> Request | None:
        """ "The other way": the *last* request from and to the same places turned round, or the opposite chosen."""
        turns = phrase_pattern(self.language, "turns")
        if turns is None or not turns.fullmatch(self._markers.without_beside(text)):
            return None
        return self._substitution.turned(last) or self._substitution.opposed(last)
