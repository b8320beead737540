"""The free texts of a request once its arguments are found: whole sentences, and none where nothing is named yet."""

from __future__ import annotations

from ovos_phal_plugin_jarvis.nlu.learning.filled import Filled
from ovos_phal_plugin_jarvis.nlu.learning.trained import Trained
from ovos_phal_plugin_jarvis.nlu.learning.values import SENTENCES
from ovos_phal_plugin_jarvis.nlu.reading import Heard, valued_places
from ovos_phal_plugin_jarvis.nlu.text import words_of
from ovos_phal_plugin_jarvis.nlu.told_moments import keep_told
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition

_MOST_BEHIND = 5
"""Words behind a sentence that a preposition begins, and that belong to it: "buy a card [for anna]"."""
_MOST_CUT = 4
"""Words between what introduces a sentence and where it was taken to begin."""


class FreeTexts:
    """Looks at the texts that a tool would get."""

    def __init__(self, trained: Trained) -> None:
        """
        Args:
            trained: what was learned.
        """
        self._trained = trained

    def settle(self, definition: ToolDefinition, heard: Heard, filled: Filled, *, placed: bool = False) -> None:
        """Let *filled* have no text that names nothing yet, and sentences whole.

        Args:
            definition: the tool.
            heard: the request.
            filled: its arguments, which are changed.
            placed: whether the texts are where all that is known tells, and few examples; they are whole then.
        """
        self._empty(definition, heard, filled)
        if not placed:
            self._whole_sentences(definition, heard, filled)
        keep_told(definition, heard, filled)

    def _empty(self, definition: ToolDefinition, heard: Heard, filled: Filled) -> None:
        """Nobody has said yet what "add something to the list" is to add, nor which train to find by "find me a train",
        unless an example says just that."""
        words = heard.lang.placeholders | heard.lang.articles
        for start, end, name in list(filled.spans):
            said = heard.words[start:end]
            parameter = definition.parameter(name)
            if parameter is None:
                continue
            placeholder = words.issuperset(said) and not heard.lang.placeholders.isdisjoint(said)
            if not placeholder and not self._only_points(heard, start, end):
                continue
            if " ".join(said) in self._trained.profile(definition.name, name).known:
                continue
            filled.drop(name)
            if parameter.required and parameter.default is None:
                filled.missing.append(name)

    def _whole_sentences(self, definition: ToolDefinition, heard: Heard, filled: Filled) -> None:
        """What is to be said or written begins where examples introduce it, and has the words of grammar at its end:
        of "remind me to set a timer when the bread goes in" all from "set" on, whatever "set a" says elsewhere."""
        for start, end, name in list(filled.spans):
            if SENTENCES.isdisjoint(words_of(name)) or not isinstance(filled.arguments.get(name), str):
                continue
            before, behind = self._trained.around(definition.name, name)
            leads = (before & heard.lang.function_words) - heard.lang.articles
            others = filled.covered - set(range(start, end))
            first = next(
                (at for at in range(start, max(0, start - _MOST_CUT), -1) if heard.words[at - 1] in leads), start
            )
            if any(at in others for at in range(first, start)):
                first = start
            rest = range(end, len(heard.words))
            timed = valued_places(heard)
            ending = (behind - heard.lang.function_words) | _chosen(definition, filled)
            dangling = (
                0 < len(rest) <= _MOST_BEHIND
                and heard.words[end] in heard.lang.function_words - heard.lang.subjects - heard.lang.persons
                and not any(at in others | timed or heard.words[at] in ending for at in rest)
            )
            last = len(heard.words) if dangling else end
            if (first, last) != (start, end):
                filled.arguments[name] = heard.said(first, last)
                filled.spans = [
                    (first, last, n) if (s, e, n) == (start, end, name) else (s, e, n) for s, e, n in filled.spans
                ]
                filled.covered.update(range(first, last))

    def _only_points(self, heard: Heard, start: int, end: int) -> bool:
        """Whether a value is one pronoun that nothing introduces, or that stands for somebody else: "it", "all of them"
        and "for her" name nobody; "to me" may."""
        lang = heard.lang
        if heard.words[start] in lang.several:
            start = next((at for at in range(start, end) if heard.words[at] in lang.persons), start)
        word = heard.words[start]
        if end != start + 1 or word in lang.articles:
            return False
        if word not in lang.persons and (word not in lang.several or word in lang.function_words):
            return False
        if word in lang.persons and word not in lang.addressing:
            return True
        before = heard.words[start - 1] if start else ""
        return before not in lang.function_words or before in lang.states | lang.question_words


def _chosen(definition: ToolDefinition, filled: Filled) -> set[str]:
    """The words of the values that were chosen from a few: the "latin" of "read it twice for latin" ends no text."""
    chosen = [filled.arguments.get(p.name) for p in definition.parameters if p.enum_values]
    return {word for value in chosen if isinstance(value, str) for word in words_of(value)}
