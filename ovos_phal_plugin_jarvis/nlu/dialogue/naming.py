"""A name for what the last call has made: "call it school run"."""

from __future__ import annotations

from dataclasses import replace

from ovos_phal_plugin_jarvis.nlu.dialogue.interpreter import Interpreter
from ovos_phal_plugin_jarvis.nlu.dialogue.made import makes
from ovos_phal_plugin_jarvis.nlu.dialogue.revision import taken_back
from ovos_phal_plugin_jarvis.nlu.dialogue.state import GUESSED, Followed, State, Unclear
from ovos_phal_plugin_jarvis.nlu.lang import is_content
from ovos_phal_plugin_jarvis.nlu.learning import values
from ovos_phal_plugin_jarvis.nlu.reading import valued
from ovos_phal_plugin_jarvis.nlu.text import phrase_pattern, trimmed, without_opening, words_of
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition

_NAMES = frozenset(["label", "name", "title"])
"""English words for arguments that hold what something is called."""
_MOST_WORDS = 5
"""Words of a name."""


class Naming(Interpreter):
    """Reads what gives a name to what was made last."""

    def named(self, text: str, state: State) -> Followed:
        """The state's last call with the name that *text* gives, in place of what it has made; unclear where its tool
        takes no name. None where *text* names nothing, or a value ("call it ten").

        Args:
            text: what is said.
            state: what was done.
        """
        last, namings = state.call, phrase_pattern(self.language, "namings")
        said = without_opening(text, self.language, "noes", "particles", "fillers", "sounds", "joints", "corrections")
        found = namings.match(said) if namings is not None else None
        rest = trimmed(self._markers.without_beside(said[found.end() :])) if found is not None else ""
        words = self._reader.raw_words(rest)
        if last is None or not words or not is_content(words[-1], self.language) or valued(self._reader.hear_raw(rest)):
            return None
        definition = self._reader.trained.definitions[last.name]
        name = self._name_of(definition)
        if not name or not makes(definition) or len(words) > _MOST_WORDS or last.arguments.get(name) == rest:
            return Unclear(text)
        request = self._completed(last, {name: rest}, f"{last.said} {text}", definition)
        if state.result is not None:
            request = replace(request, instead_of=taken_back(last, self._reader.trained.definitions))
        begun = any(values.is_length(p) and last.arguments.get(p.name) is not None for p in definition.parameters)
        # What runs already would begin anew.
        return replace(request, heard=text, confidence=GUESSED if begun else request.confidence)

    def _name_of(self, definition: ToolDefinition) -> str:
        """The one argument of a tool that holds what something is called; "" where there is none, or several are."""
        texts = [p for p in definition.parameters if self._is_text(definition, p) and not p.is_list]
        found = [p.name for p in texts if words_of(p.name)[1:] == [] and _NAMES & set(words_of(p.name))]
        return found[0] if len(found) == 1 else ""
