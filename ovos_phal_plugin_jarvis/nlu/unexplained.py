"""Content words of a request that nothing explains: evidence that it is about something the tool does not know.

"pause the timer" holds one word that no example of a timer's tool says, and it is the word that matters. How much that
tells differs: where every example says something new, a new word means little; where they all say the same, a lot. So
the examples are asked, each as if it were not there, and so are the utterances that the tool misread in training.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from ovos_phal_plugin_jarvis.nlu.background import subject_words
from ovos_phal_plugin_jarvis.nlu.gazetteers import find_phrases
from ovos_phal_plugin_jarvis.nlu.meanings import classes_of
from ovos_phal_plugin_jarvis.nlu.numerals import is_number_word
from ovos_phal_plugin_jarvis.nlu.stems import stem
from ovos_phal_plugin_jarvis.nlu.verifier import Form
from ovos_phal_plugin_jarvis.nlu.words import FUNCTION_WORDS, LIGHT
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition

_DOUBT = 2.0
"""Utterances that each rate is mixed with: half of them with the sign."""
_BOUND = 3.0
"""The most that one sign may weigh, on the scale of log odds."""
_NEARER = 1.4
"""Requests that a tool is nearly for are nearer to it than those it is trained to refuse; the signs tell more there."""
_USUAL_KIND = 0.2
"""Share of an argument's values from which on the list that knows them says what it is about."""
_SIGNS = ("word", "words", "first", "place", "kind")
"""One unexplained word, two or more, the first one of the request, a value where no example has it, and a value that is
not of the kind that all others are."""


class Unexplained:
    """What one tool's examples explain, and what a word beyond that tells."""

    def __init__(self, definition: ToolDefinition, forms: Sequence[Form], typed: frozenset[str]) -> None:
        """
        Args:
            definition: the tool.
            forms: its examples, genuine, and what it misread.
            typed: arguments whose words speak for themselves, such as numbers and dates.
        """
        self._typed = typed
        self._declared = frozenset(map(stem, subject_words(definition))) - FUNCTION_WORDS
        genuine = [form for form in forms if form.genuine]
        self._words: Counter[str] = Counter()
        self._places: Counter[tuple[str, str]] = Counter()
        values: Counter[str] = Counter()
        kinds: Counter[tuple[str, str]] = Counter()
        for form in genuine:
            self._words.update(_known(_outside(form)))
            self._places.update(self._placed(form))
            for start, end, name in self._texts(form):
                values[name] += 1
                kinds.update({(name, phrase.kind) for phrase in find_phrases(form.words[start:end])})
        self._kinds = frozenset(pair for pair, count in kinds.items() if count >= _USUAL_KIND * values[pair[0]])
        own = [self._signs(form, own=True) for form in genuine]
        others = [self._signs(form, own=False) for form in forms if not form.genuine]
        scale = _NEARER * _closed(genuine, typed)
        self._weights = {
            sign: scale * min(_BOUND, max(0.0, math.log(_rate(others, sign) / _rate(own, sign)))) for sign in _SIGNS
        }

    def weight(self, form: Form) -> float:
        """How much *form* speaks against the tool: log odds, 0 or more."""
        signs = self._signs(form, own=False)
        return max((self._weights[sign] for sign in ("word", "words") if sign in signs), default=0.0) + sum(
            self._weights[sign] for sign in signs - {"word", "words"}
        )

    def _texts(self, form: Form) -> list[tuple[int, int, str]]:
        return [span for span in form.spans if span[2] not in self._typed]

    def _placed(self, form: Form) -> set[tuple[str, str]]:
        return {(name, _before(form, start)) for start, _, name in self._texts(form)}

    def _signs(self, form: Form, *, own: bool) -> set[str]:
        """The signs that *form* shows; with *own*, as if it were none of the examples."""
        words, places = (_known(_outside(form)), self._placed(form)) if own else (set(), set())
        strange = [word for word in _outside(form) if _has_content(word) and not self._explains(word, words)]
        found = {"word"} if strange else set()
        if len(strange) > 1:
            found.add("words")
        if form.words and form.words[0] in strange:
            found.add("first")
        for start, end, name in self._texts(form):
            place = (name, _before(form, start))
            if self._places[place] - (place in places) <= 0:
                found.add("place")
            if not self._is_usual(name, form.words[start:end]):
                found.add("kind")
        return found

    def _is_usual(self, name: str, words: Sequence[str]) -> bool:
        """Whether a list that knows the argument's other values knows all of *words*."""
        known = {
            at
            for phrase in find_phrases(words)
            if (name, phrase.kind) in self._kinds
            for at in range(phrase.start, phrase.end)
        }
        return all(at in known or not _has_content(word) for at, word in enumerate(words))

    def _explains(self, word: str, own: set[str]) -> bool:
        return stem(word) in self._declared or any(self._words[known] - (known in own) > 0 for known in _known([word]))


def _has_content(word: str) -> bool:
    return word not in FUNCTION_WORDS and word not in LIGHT and not is_number_word(word) and any(map(str.isalnum, word))


def _known(words: Iterable[str]) -> set[str]:
    found: set[str] = set()
    for word in words:
        found.add(stem(word))
        found.update(f"~{meaning}" for meaning in classes_of(word))
    return found


def _outside(form: Form) -> list[str]:
    inside = {at for start, end, _ in form.spans for at in range(start, end)}
    return [word for at, word in enumerate(form.words) if at not in inside]


def _closed(genuine: Sequence[Form], typed: frozenset[str]) -> float:
    """How much the signs count, 0 to 1: where half of all that is said is free text, any word may come."""
    words = sum(len(form.words) for form in genuine)
    free = sum(end - start for form in genuine for start, end, name in form.spans if name not in typed)
    return max(0.0, 1 - 2 * free / words) if words else 0.0


def _before(form: Form, at: int) -> str:
    return form.words[at - 1] if at else "^"


def _rate(found: Sequence[set[str]], sign: str) -> float:
    return (sum(sign in signs for signs in found) + _DOUBT / 2) / (len(found) + _DOUBT)


def learn_unexplained(
    definitions: Iterable[ToolDefinition], forms: Iterable[Form], typed: Mapping[str, frozenset[str]]
) -> dict[str, Unexplained]:
    """Tool → what its examples explain; *typed*, by tool, as in :class:`Unexplained`."""
    by_tool: dict[str, list[Form]] = {}
    for form in forms:
        by_tool.setdefault(form.tool, []).append(form)
    return {d.name: Unexplained(d, by_tool.get(d.name, []), typed[d.name]) for d in definitions}
