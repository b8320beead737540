"""Undoing: what the last request did is taken back, or what it took away is there again: "undo that"."""

from __future__ import annotations

from dataclasses import replace

from ovos_phal_plugin_jarvis.nlu.dialogue.interpreter import Interpreter, Part
from ovos_phal_plugin_jarvis.nlu.dialogue.revision import taken_back
from ovos_phal_plugin_jarvis.nlu.dialogue.roles import related
from ovos_phal_plugin_jarvis.nlu.dialogue.state import Followed, Request, Unclear, differing, missing
from ovos_phal_plugin_jarvis.nlu.dialogue.substitution import Substitution
from ovos_phal_plugin_jarvis.nlu.text import phrase_pattern, without_opening, words_of
from ovos_phal_plugin_jarvis.nlu.tool_verbs import ENDING, MAKING, UNDOING
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition
from ovos_phal_plugin_jarvis.translation.values import ToolCall

_LEADS = ("noes", "refuse", "corrections", "particles", "fillers", "sounds", "joints", "openings", "politeness")
"""Tables of words before an order that say nothing of it."""


class Undone(Interpreter):
    """Reads what asks for nothing but that the last request be undone."""

    _substitution = Part(Substitution)

    def undone(self, text: str, last: ToolCall) -> Followed:
        """The call that undoes the *last*; unclear where no tool can: what undoes the last change of another toolbox
        undoes something else. None where *text* asks for something else, or that toolbox undoes by itself."""
        beside = [
            d
            for d in self._reader.trained.definitions.values()
            if d.toolbox_id == last.toolbox_id and d.name != last.name
        ]
        if any(UNDOING & set(words_of(definition.name)) for definition in beside):
            return None
        took = bool(ENDING & set(words_of(self._reader.trained.definitions[last.name].name)))
        asks = phrase_pattern(self.language, "undoing", *(("restoring",) if took else ()))
        if asks is None or not asks.fullmatch(self._bare(text)):
            return None
        if not took:
            call = taken_back(last, self._reader.trained.definitions)
            if call is not None:
                return Request(ToolCall(call.name, call.arguments, call.toolbox_id, said=last.said))
            return self._turned_back(last) or Unclear(text)
        found = [call for definition in beside if (call := self._making(definition, last)) is not None]
        return Request(found[0]) if len(found) == 1 else Unclear(text)

    def _turned_back(self, last: ToolCall) -> Request | None:
        """The *last* call the other way round, where that takes back what it did: a switch that was turned on, a step
        up; never a level that was set, nor what was only asked."""
        definition = self._reader.trained.definitions[last.name]
        told = definition.annotations.get("readOnlyHint")
        found = self._substitution.opposed(last) if not told and not MAKING & set(words_of(last.name)) else None
        if found is None:
            return None
        call = replace(found.call, arguments={**last.arguments, **found.call.arguments})  # by as much as before
        return replace(found, call=replace(call, implied=frozenset(differing(last, call))))

    def _bare(self, text: str) -> str:
        """*text* without what stands before and behind an order and says nothing of it."""
        return without_opening(self._markers.without_beside(text), self.language, *_LEADS)

    def _making(self, definition: ToolDefinition, last: ToolCall) -> ToolCall | None:
        """The call of *definition* that makes again what the *last* has taken away."""
        if not MAKING & set(words_of(definition.name)) or not related(
            definition, self._reader.trained.definitions[last.name]
        ):
            return None
        own = {p.name for p in definition.parameters}
        arguments = {n: v for n, v in last.arguments.items() if n in own and not isinstance(v, bool)}
        if not arguments or missing(definition, arguments):
            return None
        return ToolCall(definition.name, arguments, definition.toolbox_id, said=last.said)
