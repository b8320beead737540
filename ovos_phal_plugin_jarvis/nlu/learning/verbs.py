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
from ovos_phal_plugin_jarvis.nlu.learning.wording import ENGLISH, split_name, verbs_of
from ovos_phal_plugin_jarvis.nlu.text import single_words

UNKNOWN = 1.0
"""How near it is where nothing can be told: as near as can be."""


def verb_of_order(words: Sequence[str], lang: Language) -> tuple[str, ...]:
    """The verb that *words* begin with as an order does, with its particle and without: ``("call off", "call")``. None
    where they don't begin with one, or in another language than English."""
    verb, behind = (*words[:2], "", "")[:2]
    if not verb or lang.code != ENGLISH or not _may_order(verb, lang):
        return ()
    if not (_is_mostly_verb(verb, lang) or behind in lang.articles or behind in lang.addressing):
        return ()  # "water samples are due", where "water the ferns" orders
    return (f"{verb} {behind}", verb) if behind in _particles(lang) else (verb,)


@lru_cache(maxsize=2_000)
def _may_order(word: str, lang: Language) -> bool:
    """Whether *word* is a verb in its plain form, and none that says little ("get")."""
    if word in lang.function_words or word in lang.light_words:
        return False
    net = english_wordnet()
    return word in lang.verbs or (net is not None and (word, "v") in net.lemmas(word))


@lru_cache(maxsize=2_000)
def _is_mostly_verb(word: str, lang: Language) -> bool:
    net = english_wordnet()
    field, _ = next(iter(net.fields(word)), ("", 0.0)) if net is not None else ("", 0.0)
    return word in lang.verbs or field.startswith("verb.")


@lru_cache(maxsize=1)
def _particles(lang: Language) -> frozenset[str]:
    """What a verb may have behind it that makes another verb of it, and whom something is told or shown."""
    return single_words(lang, "ways") | lang.addressing


class ToolVerbs:
    """The verbs that a tool is asked with, by its examples and its name. Immutable; any thread may ask it."""

    def __init__(self, name: str, examples: Iterable[Sequence[str]]) -> None:
        """
        Args:
            name: of the tool.
            examples: the words of each of its examples.
        """
        lang, known = language(ENGLISH), english_verbs()
        said = [verb for words in examples for verb in verb_of_order(words, lang)]
        said += next((found[:1] for word in split_name(name) if (found := verbs_of(word, lang))), [])
        rows = [] if known is None else [row for verb in said if (row := known.of(verb)) is not None]
        together: Directions = np.sum(rows, axis=0) if rows else np.zeros(1, np.float32)
        length = float(np.linalg.norm(together))
        self._direction = together / length if length else None

    def nearness(self, order: Sequence[str]) -> float:
        """How near the verb *order* (:func:`verb_of_order`) is to those of the tool: cosine, -1 to 1; ``UNKNOWN`` where
        nothing is known of either, or it is one that nearly anything is ordered with."""
        known = english_verbs() if order else None
        if self._direction is None or known is None:
            return UNKNOWN
        rows = [row for verb in order if not known.is_general(verb) and (row := known.of(verb)) is not None]
        return max((float(row @ self._direction) for row in rows), default=UNKNOWN)
