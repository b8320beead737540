"""A bare day, time or length that the last call's tool takes and that the call has not been told: "at ten in the
morning" after a reminder for the first of december. It is no new call of another tool."""

from __future__ import annotations

from ovos_phal_plugin_jarvis.nlu import entities as m
from ovos_phal_plugin_jarvis.nlu.dialogue.interpreter import Interpreter, Part
from ovos_phal_plugin_jarvis.nlu.dialogue.recurrence import Recurrence
from ovos_phal_plugin_jarvis.nlu.dialogue.revision import revised
from ovos_phal_plugin_jarvis.nlu.dialogue.state import Followed, Request, State, Unclear, differing
from ovos_phal_plugin_jarvis.nlu.dialogue.substitution import Substitution
from ovos_phal_plugin_jarvis.nlu.learning import values
from ovos_phal_plugin_jarvis.nlu.reading import valued
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition, ToolParameter
from ovos_phal_plugin_jarvis.translation.values import ToolCall

_KINDS = frozenset([m.DATE, m.TIME, m.DURATION])


class Lacked(Interpreter):
    """Reads a value that completes the last call."""

    _recurrence = Part(Recurrence)
    _substitution = Part(Substitution)

    def told(self, text: str, state: State) -> Followed:
        """The state's last call with the values that *text* is, in place of what it has made; unclear where its tool
        takes them and can't be told them so. None where *text* says more, or the call has been told such values.

        Args:
            text: what is said.
            state: what was done.
        """
        last = state.call
        assert last is not None
        kinds = self._kinds(text)
        definition = self._reader.trained.definitions[last.name]
        free = {kind: self._free(kind, definition, last) for kind in kinds}
        if not kinds or not all(free.values()) or (m.DATE in kinds and self._recurrence.recurs(last)):
            return None
        found = self._beside(text, last) or self._substitution.changed(text, last, told=True, thing=False, strict=True)
        if not isinstance(found, Request) or found.missing:
            return Unclear(text)
        new = differing(found.call, last)
        if not new or not new <= set().union(*free.values()) or not all(new & names for names in free.values()):
            return Unclear(text)
        return revised(found, last, state.result, self._reader.trained.definitions)

    def _kinds(self, text: str) -> set[str]:
        """The kinds of value that *text* is, where it is nothing but one of each and what introduces them."""
        heard = self._reader.hear_raw(self._markers.without_beside(text))
        every = valued(heard)
        whole = [x for x in every if self._is_whole(x, every)]
        within = {at for x in whole for at in range(x.start, x.end)}
        small = self.language.function_words - self.telling
        bare = all(word in small for at, word in enumerate(heard.words) if at not in within)
        kinds = {x.kind for x in whole}
        return kinds if bare and kinds <= _KINDS and len(kinds) == len(whole) else set()

    def _free(self, kind: str, definition: ToolDefinition, last: ToolCall) -> set[str]:
        """The arguments that take a value of *kind*, those that take nothing else where there are such; none where the
        *last* call has been told one."""
        taken = {p.name: {k for k in _KINDS if self._takes(k, definition, p)} for p in definition.parameters}
        taking = {name for name, kinds in taken.items() if kinds == {kind}}
        taking = taking or {name for name, kinds in taken.items() if kind in kinds}
        told = any(last.arguments.get(name) is not None for name in taking)
        return set() if told else taking

    def _takes(self, kind: str, definition: ToolDefinition, parameter: ToolParameter) -> bool:
        if kind == m.DATE and parameter.param_type.lower() in values.TEMPORAL_LISTS:
            return True
        timed = values.is_time(parameter) and kind in values.moments(parameter)
        return timed or kind in self.kinds(definition.name, parameter.name)

    def _beside(self, text: str, last: ToolCall) -> Request | None:
        """The *last* request with *text* behind its words, where its tool reads all that it did before, and more."""
        said = f"{last.said} {text}"
        read = self._same_tool(said, last.name)
        if read is None or read.explained.left or not last.said:
            return None
        known = {name: value for name, value in last.arguments.items() if value is not None}
        if any(read.filled.arguments.get(name) != value for name, value in known.items()):
            return None
        new = {name: value for name, value in read.filled.arguments.items() if name not in known}
        found = self._completed(last, new, said, read.definition)
        return Request(found.call, found.missing, heard=text)
