"""Counterparts: the same for what another tool is for: "the screen as well" after the volume was set."""

from __future__ import annotations

from collections.abc import Iterator

from ovos_phal_plugin_jarvis.nlu.dialogue.interpreter import Interpreter, put
from ovos_phal_plugin_jarvis.nlu.dialogue.roles import object_nouns, singular
from ovos_phal_plugin_jarvis.nlu.dialogue.state import Request, distinct, request_of
from ovos_phal_plugin_jarvis.nlu.lang import is_content
from ovos_phal_plugin_jarvis.nlu.reading import valued
from ovos_phal_plugin_jarvis.translation.values import ToolCall

_MOST_WORDS = 4
"""Words of what names the other thing."""


class Counterpart(Interpreter):
    """Reads what asks for the same of a thing that another tool is for."""

    def likewise(self, text: str, last: ToolCall) -> Request | None:
        """The *last* request said of what *text* names, where that is just as much of a tool beside its own; None where
        *text* names no such thing, or says more."""
        heard = self._reader.hear_raw(text)
        named = [word for word in heard.words if is_content(word, self.language)]
        if not named or len(heard.words) > _MOST_WORDS or valued(heard) or not self.telling.isdisjoint(heard.words):
            return None
        core = self._core(heard)
        found = []
        for said in () if not core else self._said_of(heard.said(core.start, core.stop), last):
            best = self._reader.best(said)
            if best is None or best.filled.missing or best.explained.left or best.definition.name == last.name:
                continue
            alike = dict(best.filled.arguments) == dict(last.arguments)
            if best.definition.toolbox_id == last.toolbox_id and alike:
                found.append(request_of(best, said))
        calls = distinct(found)
        return calls[0] if len(calls) == 1 else None

    def _said_of(self, thing: str, last: ToolCall) -> Iterator[str]:
        """The *last* request with *thing* in place of the word for what its tool is for."""
        before = self._reader.hear(last.said)
        nouns = set(object_nouns(self._reader.trained.definitions[last.name], self.language))
        for at, word in enumerate(before.words):
            if singular(word) in nouns:
                yield put(before, at, at + 1, thing)
