"""The verb that an order begins with, and how near it is to those that a tool is asked with.

"close the pool" and "order fifty pots" have the things of a tool that heats pools and of one that writes deliveries
down, and ask for something else: what tells is the verb alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

import numpy as np

from ovos_phal_plugin_jarvis.nlu.knowledge.verbs import Directions, english_verbs
from ovos_phal_plugin_jarvis.nlu.knowledge.wordnet import english_wordnet
from ovos_phal_plugin_jarvis.nlu.lang import Language, language
from ovos_phal_plugin_jarvis.nlu.learning.wording import ENGLISH
from ovos_phal_plugin_jarvis.nlu.text import single_words

UNKNOWN = 1.0
"""How near it is where nothing can be told: as near as can be, as nothing speaks against the tool then."""


def verb_of_order(words: Sequence[str], lang: Language) -> tuple[str, ...]:
    """The verb that *words* begin with as an order does, with its particle and then without: ``("call off", "call")``.
    Empty where they begin with none, and in another language than English."""
    verb, behind = (*words[:2], "", "")[:2]
    if not verb or lang.code != ENGLISH or not _is_plain_verb(verb, lang):
        return ()
    thing_follows = behind in lang.articles | lang.owners | lang.demonstratives | lang.persons | lang.addressing
    if not (_is_mostly_verb(verb, lang) or thing_follows):
        return ()  # "water samples are due", where "water the ferns" orders
    is_particle = behind in single_words(lang, "ways") | lang.addressing
    return (f"{verb} {behind}", verb) if is_particle else (verb,)


@lru_cache(maxsize=2_000)
def _is_plain_verb(word: str, lang: Language) -> bool:
    """Whether *word* is a verb in the form that orders, and none of those that say nothing at all ("get"): "fed" is
    rather one of "feed"."""
    if word in lang.function_words or word in lang.light_words:
        return False
    net = english_wordnet()
    if net is None:
        return word in lang.verbs
    return {form for form, kind in net.lemmas(word) if kind == "v"} == {word}


@lru_cache(maxsize=2_000)
def _is_mostly_verb(word: str, lang: Language) -> bool:
    net = english_wordnet()
    field, _ = next(iter(net.fields(word)), ("", 0.0)) if net is not None else ("", 0.0)
    return word in lang.verbs or field.startswith("verb.")


class ToolVerbs:
    """The verbs that a tool is asked with, by its examples. Immutable; any thread may ask it."""

    def __init__(self, examples: Iterable[Sequence[str]]) -> None:
        """
        Args:
            examples: the words of each of its examples.
        """
        lang, known = language(ENGLISH), english_verbs()
        said = (verb_of_order(words, lang) for words in examples)
        rows = [row for order in said if known is not None and (row := known.of(order)) is not None]
        together: Directions = np.sum(rows, axis=0) if rows else np.zeros(1, np.float32)
        length = float(np.linalg.norm(together))
        self._direction = together / length if length else None

    def nearness(self, order: Sequence[str]) -> float:
        """How near the verb *order* (:func:`verb_of_order`) is to those of the tool: cosine, -1 to 1; ``UNKNOWN`` where
        one of them is not known, or the verb is one that nearly anything is ordered with."""
        known = english_verbs() if order else None
        if self._direction is None or known is None or known.is_general(order):
            return UNKNOWN
        row = known.of(order)
        return UNKNOWN if row is None else float(row @ self._direction)
