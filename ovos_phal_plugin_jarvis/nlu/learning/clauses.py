"""Texts that are a clause, in languages that put its verb last: all of it is said, from its first word to its last."""

from __future__ import annotations

from collections.abc import Sequence

from ovos_phal_plugin_jarvis.nlu.lang import Language
from ovos_phal_plugin_jarvis.nlu.learning.alignment import AlignedExample
from ovos_phal_plugin_jarvis.nlu.learning.declared_parameters import roles_of
from ovos_phal_plugin_jarvis.nlu.learning.filled import Filled
from ovos_phal_plugin_jarvis.nlu.reading import Heard
from ovos_phal_plugin_jarvis.nlu.text import single_words
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition


class Clauses:
    """The only free text of one tool, where it is a clause; none where there are several or examples show a part."""

    def __init__(self, definition: ToolDefinition, aligned: Sequence[AlignedExample], lang: Language) -> None:
        """
        Args:
            definition: the tool.
            aligned: its examples.
            lang: what is spoken.
        """
        self._lang, self._lacking = lang, definition.lacking
        own = definition.parameters if lang.verb_particles else ()
        texts = [p for p in own if p.param_type in ("string", "str") and not p.enum_values and not p.lists_names]
        self._name = texts[0].name if len(texts) == 1 and len(own) == 1 else ""
        joints = single_words(lang, "joints")
        self._leads = roles_of(lang.code).get("content", frozenset()) - single_words(lang, "accompanied") - joints
        shown = [
            [(span.start, span.end) for span in example.spans] == [place]
            for example in aligned
            if (place := self._behind_lead(example.heard)) is not None
        ]
        self._is_clause = all(shown) and bool(shown or not aligned)
        """Whether a clause behind such a word is the text, as far as examples tell."""

    def complete(self, heard: Heard, filled: Filled) -> None:
        """Let the text of *filled* be all of the clause that *heard* ends with: "note that [i paid for the bread]", and
        the article that it begins with belongs to it.

        Args:
            heard: the request, in the words that were said.
            filled: what was found, which is changed.
        """
        place = self._behind_lead(heard) if self._name and self._is_clause else None
        spans = [(start, end) for start, end, name in filled.spans if name == self._name]
        if place is None and self._name and len(spans) == 1:
            start, end = spans[0]
            states = any(word in self._lang.states for word in heard.words[start + 1 : end])
            if start > 1 and end == len(heard.words) and states and heard.words[start - 1] in self._lang.articles:
                place = (start - 1, end)
        if place is not None and spans != [place] and isinstance(filled.arguments.get(self._name, ""), str):
            filled.move(self._name, *place, heard)
            filled.missing = [*self._lacking(filled.arguments)]

    def _behind_lead(self, heard: Heard) -> tuple[int, int] | None:
        """The words behind the one that introduces a clause, at the end of a request."""
        lead = next((at for at, word in enumerate(heard.words) if at and word in self._leads), None)
        return (lead + 1, len(heard.words)) if lead is not None and lead + 2 < len(heard.words) else None
