"""Follow-ups that only say a yes or no of the last request: "no steam" after "heat the sauna to ninety"."""

from __future__ import annotations

from dataclasses import replace

from ovos_phal_plugin_jarvis.nlu.dialogue.interpreter import Interpreter
from ovos_phal_plugin_jarvis.nlu.dialogue.state import Request
from ovos_phal_plugin_jarvis.nlu.lang import is_content
from ovos_phal_plugin_jarvis.nlu.learning.booleans import is_yes_or_no
from ovos_phal_plugin_jarvis.translation.values import ToolCall


class YesNo(Interpreter):
    """Reads what an argument that is true or false shall be."""

    def said(self, text: str, last: ToolCall) -> Request | None:
        """The *last* call with the yes or no that *text* says, and says nothing else of; None where it says more, or
        leaves open which."""
        read = self._read_as(text, last.name)
        heard = self._reader.hear(text)
        own = read.filled if read is not None else None
        if own is None or not own.flags or own.unclear:
            return None
        named = [at for at in own.flags if is_content(heard.words[at], self.language)]
        if not named or not self.is_small([word for at, word in enumerate(heard.words) if at not in own.flags]):
            return None
        asked = {p.name for p in self._reader.trained.definitions[last.name].parameters if is_yes_or_no(p)}
        told = {name: value for name, value in own.arguments.items() if name in asked}
        if not told or any(last.arguments.get(name) == value for name, value in told.items()):
            return None
        return Request(replace(last, arguments={**last.arguments, **told}, said=f"{last.said} {text}"))
