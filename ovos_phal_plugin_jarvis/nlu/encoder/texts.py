"""Which words of a card and of an utterance the network sees. The recipe trains on exactly these."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from ovos_phal_plugin_jarvis.nlu.encoder.cards import TYPES, CardParameter, ToolCard
from ovos_phal_plugin_jarvis.nlu.encoder.words import Floats, normal_form, split_words

UTTERANCE_WORDS = 64
TOOL_WORDS = 40
PARAMETER_WORDS = 24
VALUE_WORDS = 8
STEM = 5  # letters that two forms of a word share

GAP = ""
"""Stands between a name and a description; its vector is zero."""


def utterance_words(words: Sequence[str]) -> list[str]:
    """The words of an utterance that are read: the first 64."""
    return [normal_form(w) for w in words[:UTTERANCE_WORDS]] or [GAP]


def tool_words(card: ToolCard) -> tuple[str, ...]:
    """Name, a gap, description: the first 40 words."""
    return _cut([*split_words(card.name), GAP, *split_words(card.description)], TOOL_WORDS)


def parameter_words(parameter: CardParameter) -> tuple[str, ...]:
    """Name, a gap, description, a gap, values: the first 24 words."""
    words = [*split_words(parameter.name), GAP, *split_words(parameter.description)]
    if parameter.values:
        words.append(GAP)
        for value in parameter.said[:PARAMETER_WORDS]:
            words += split_words(value)
    return _cut(words, PARAMETER_WORDS)


def value_words(value: str) -> tuple[str, ...]:
    """The first 8 words of a value of an enumeration."""
    return _cut(split_words(value), VALUE_WORDS)


def _cut(words: list[str], at: int) -> tuple[str, ...]:
    return tuple(normal_form(w) for w in words[:at]) or (GAP,)


def type_id(parameter: CardParameter) -> int:
    """Which row of the table of types a parameter has."""
    return TYPES.index(parameter.type) if parameter.type in TYPES else 0


@dataclass(frozen=True)
class Vocabulary:
    """Words of a card by where they stand: what an utterance may repeat."""

    tool: frozenset[str]
    parameters: frozenset[str]
    values: frozenset[str]

    @classmethod
    def of(cls, card: ToolCard) -> Vocabulary:
        return cls(
            frozenset(tool_words(card)),
            frozenset(w for p in card.parameters for w in parameter_words(p)),
            frozenset(w for p in card.parameters for value in p.said for w in value_words(value)),
        )

    def flags(self, words: Sequence[str]) -> list[tuple[bool, bool, bool, bool]]:
        """For each word: in name or description, in a parameter's text, in a value, a number. One that stands for
        several ("living room") is where one of these is."""
        return [(_is_in(w, self.tool), _is_in(w, self.parameters), _is_in(w, self.values), _numbered(w)) for w in words]


def _is_in(word: str, known: frozenset[str]) -> bool:
    return word in known or (" " in word and not known.isdisjoint(word.split()))


@lru_cache(maxsize=4096)
def _numbered(word: str) -> bool:
    return any(map(str.isdigit, word))


class Values:
    """The values of an enumeration, ready to be looked for in the words of an utterance."""

    def __init__(self, values: Sequence[str]):
        self.words = [value_words(value) for value in values]
        self._lengths = np.array([max(1, len(set(words))) for words in self.words], np.float32)
        self._at: dict[str, list[int]] = {}
        self._stems: dict[str, list[int]] = {}
        for i, words in enumerate(self.words):
            for word in set(words) - {GAP}:
                self._at.setdefault(word, []).append(i)
            for stem in {word[:STEM] for word in words} - {GAP}:
                self._stems.setdefault(stem, []).append(i)

    def match(self, words: Sequence[str]) -> Floats:
        """For each value: the share of its words that are said, whether all are, the share of which a form is said."""
        said = np.zeros(len(self.words), np.float32)
        like = np.zeros(len(self.words), np.float32)
        spoken = {part for word in words for part in word.split()}
        for word in spoken:
            said[self._at.get(word, [])] += 1
        for stem in {word[:STEM] for word in spoken}:
            like[self._stems.get(stem, [])] += 1
        share = said / self._lengths
        return np.stack([share, (share >= 1).astype(np.float32), np.minimum(like / self._lengths, 1)], axis=1)
