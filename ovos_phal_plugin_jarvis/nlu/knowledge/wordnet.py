"""Open English WordNet as arrays: synonyms, opposites, derivations, wider words and lexical fields of a word.

The arrays are made by ``build.py`` and hold words and relations, no definitions. They are opened at the first
question, and only read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from ovos_phal_plugin_jarvis.nlu.knowledge.arrays import KnowledgeError, arrays_of, in_package
from ovos_phal_plugin_jarvis.nlu.word_list import WordList

FORMAT = 1
POS = ("n", "v", "a", "r")
"""Parts of speech, as numbered in the arrays. Satellite adjectives count as adjectives."""
MAX_SENSES = 6
"""Senses of a word and part of speech that count; the rest are too rare to be what was meant."""
_COMMON = 2
"""Senses of a word and part of speech that are said every day."""
_FEW = 256
"""Words of which all synonyms and wider words are remembered, some kilobytes each: who asks keeps the nearest."""
_SENSE_WEIGHT = 0.6
"""What a sense weighs against the commoner one before it."""

# Endings of inflected forms and what stands in their place, by part of speech (WordNet's own morphology, morphy(7WN)).
_ENDINGS: dict[str, tuple[tuple[str, str], ...]] = {
    "n": (("ies", "y"), ("ves", "f"), ("ses", "s"), ("xes", "x"), ("zes", "z"), ("ches", "ch"), ("shes", "sh"),
          ("men", "man"), ("s", "")),
    "v": (("ies", "y"), ("ied", "y"), ("es", "e"), ("es", ""), ("ed", "e"), ("ed", ""), ("ing", "e"), ("ing", ""),
          ("s", "")),
    "a": (("er", ""), ("est", ""), ("er", "e"), ("est", "e"), ("ier", "y"), ("iest", "y")),
    "r": (),
}  # fmt: skip


class WordNet:
    """Read-only and safe to share between threads. Words are lower case; several words are joined by a space."""

    def __init__(self, path: Path) -> None:
        """
        Args:
            path: what ``build.py`` wrote.

        Raises:
            KnowledgeError: it is missing, of another version, or not what it should be.
        """
        with arrays_of(path, FORMAT) as kept:
            self._fields = tuple(bytes(kept["fields"]).decode().split("\n"))
            self._words = WordList(bytes(kept["words"]), kept["word_starts"])
            self._senses = _Rows(kept["sense_starts"], kept["senses"])
            self._members = _Rows(kept["member_starts"], kept["members"])
            self._wider = _Rows(kept["wider_starts"], kept["wider"])
            self._opposites = _Rows(kept["opposite_starts"], kept["opposites"])
            self._derived = _Rows(kept["derived_starts"], kept["derived"])
            self._synset_field, self._synset_pos = kept["synset_field"], kept["synset_pos"]
            self._check()

    def __contains__(self, word: str) -> bool:
        return self.place(word) is not None

    def __len__(self) -> int:
        return len(self._words)

    def lemmas(self, word: str) -> tuple[tuple[str, str], ...]:
        """What *word* may be a form of: ``(lemma, part of speech)``, itself first where it is one."""
        return _lemmas(self, word)

    def lemma(self, word: str) -> str:
        """The likeliest lemma of *word*; *word* itself where it is none that is known."""
        found = self.lemmas(word)
        return found[0][0] if found else word

    @property
    def field_names(self) -> tuple[str, ...]:
        """All lexical fields."""
        return self._fields

    def fields(self, word: str) -> tuple[tuple[str, float], ...]:
        """The lexical fields of *word*, such as ``noun.food``, with their share of its use, the largest first."""
        return _fields_of(self, word)

    def synonyms(self, word: str, pos: str | None = None) -> tuple[tuple[str, float], ...]:
        """Words of the same meaning, with what their commonest shared sense weighs (1 for the commonest of both).

        Args:
            word: in any form.
            pos: ``n``, ``v``, ``a`` or ``r``, to look at that part of speech alone.
        """
        return _synonyms(self, word, pos)

    def wider(self, word: str, pos: str | None = None, steps: int = 2) -> tuple[tuple[str, float], ...]:
        """Words for what *word* is a kind of, up to *steps* up, with their weight: ``jazz`` → ``music``."""
        return _wider(self, word, pos, steps)

    def opposites(self, word: str) -> frozenset[str]:
        """Words of the opposite meaning: ``start`` → ``stop``, ``end``, ``finish`` …"""
        return _opposites(self, word)

    def derived(self, word: str) -> frozenset[str]:
        """Words that are made from *word*, or it from them: ``calculate`` → ``calculation``."""
        return _derived(self, word)

    def means(self, word: str, other: str) -> bool:
        """Whether *word* is said for *other* every day: of the same meaning, made from it, or a kind of it, however far
        below: ``ewe`` → ``sheep``."""
        return _means(self, word, other)

    def relatedness(self, one: str, other: str) -> float:
        """How near two words are, 0 to 1: the same word, a synonym, derived, a wider word, one parent."""
        return _relatedness(self, *sorted((one, other)))

    # What the functions below are made of

    def place(self, lemma: str) -> int | None:
        return self._words.find(lemma)

    def word(self, place: int) -> str:
        return self._words[place]

    def senses(self, lemma: str, pos: str | None = None) -> list[tuple[int, float]]:
        """``(synset, weight)`` of a lemma, the commonest sense of each part of speech first."""
        place = self.place(lemma)
        return [] if place is None else self.senses_at(place, pos)

    def senses_at(self, place: int, pos: str | None = None) -> list[tuple[int, float]]:
        """The same of the lemma at *place*."""
        ranks: dict[int, int] = {}
        found = []
        synsets = self._senses.row(place)
        for synset, kind in zip(synsets.tolist(), self._synset_pos[synsets].tolist(), strict=True):
            rank = ranks[kind] = ranks.get(kind, -1) + 1
            if pos is None or POS[kind] == pos:
                found.append((synset, _SENSE_WEIGHT**rank))
        return found

    def members(self, synset: int) -> Iterable[str]:
        return (self._words[at] for at in self.member_places(synset))

    def member_places(self, synset: int) -> list[int]:
        return list(self._members.row(synset).tolist())

    def wider_synsets(self, synset: int) -> list[int]:
        return list(self._wider.row(synset).tolist())

    def opposite_places(self, place: int) -> Iterable[int]:
        return iter(self._opposites.row(place).tolist())

    def derived_places(self, place: int) -> Iterable[int]:
        return iter(self._derived.row(place).tolist())

    def field(self, synset: int) -> str:
        return self._fields[int(self._synset_field[synset])]

    def pos(self, synset: int) -> str:
        return POS[int(self._synset_pos[synset])]

    def _check(self) -> None:
        words, synsets = len(self._words), len(self._synset_field)
        for name, rows, length, targets in (
            ("senses", self._senses, words, synsets),
            ("members", self._members, synsets, words),
            ("wider", self._wider, synsets, synsets),
            ("opposites", self._opposites, words, words),
            ("derived", self._derived, words, words),
        ):
            rows.check(name, length, targets)
        if len(self._synset_pos) != synsets or (synsets and int(self._synset_field.max()) >= len(self._fields)):
            raise KnowledgeError("synsets: fields and parts of speech don't fit")
        if synsets and int(self._synset_pos.max()) >= len(POS):
            raise KnowledgeError("synsets: a part of speech is not known")


class _Rows:
    """Lists of numbers behind each other, and where each begins."""

    def __init__(self, starts: Any, values: Any) -> None:
        self._starts, self._values = starts, values

    def row(self, at: int) -> Any:
        return self._values[self._starts[at] : self._starts[at + 1]]

    def check(self, name: str, length: int, targets: int) -> None:
        starts, values = self._starts, self._values
        if starts.ndim != 1 or values.ndim != 1 or starts.dtype.kind not in "iu" or values.dtype.kind not in "iu":
            raise KnowledgeError(f"{name}: not lists of numbers")
        if len(starts) != length + 1 or int(starts[0]) != 0 or int(starts[-1]) != len(values):
            raise KnowledgeError(f"{name}: {len(starts)} starts for {length} rows")
        if (np.diff(starts.astype(np.int64)) < 0).any():
            raise KnowledgeError(f"{name}: rows run backwards")
        if len(values) and (int(values.min()) < 0 or int(values.max()) >= targets):
            raise KnowledgeError(f"{name}: points outside")


@lru_cache(maxsize=1)
def english_wordnet() -> WordNet | None:
    """The WordNet in this package; None, with a warning once, where the file is missing or broken."""
    without = "what words mean is not known, understanding is poorer without it"
    return in_package("wordnet_en.npz", WordNet, without)


@lru_cache(maxsize=20_000)
def _lemmas(net: WordNet, word: str) -> tuple[tuple[str, str], ...]:
    found: dict[tuple[str, str], None] = {}
    for synset, _ in net.senses(word):
        found[word, net.pos(synset)] = None
    for pos, endings in _ENDINGS.items():
        for ending, instead in endings:
            if word.endswith(ending) and len(word) > len(ending) + 1:
                stem = word.removesuffix(ending) + instead
                # "stopped", "running": the last letter was doubled.
                for form in (stem, stem[:-1]) if not instead and stem[-1:] == stem[-2:-1] else (stem,):
                    if net.senses(form, pos):
                        found[form, pos] = None
    return tuple(found)


@lru_cache(maxsize=20_000)
def _fields_of(net: WordNet, word: str) -> tuple[tuple[str, float], ...]:
    weights: dict[str, float] = {}
    for lemma, pos in net.lemmas(word):
        for synset, weight in net.senses(lemma, pos):
            field = net.field(synset)
            weights[field] = weights.get(field, 0.0) + weight
    total = sum(weights.values())
    return tuple(sorted(((f, w / total) for f, w in weights.items()), key=lambda pair: (-pair[1], pair[0])))


@lru_cache(maxsize=_FEW)
def _synonyms(net: WordNet, word: str, pos: str | None) -> tuple[tuple[str, float], ...]:
    weights: dict[str, float] = {}
    for lemma, kind in net.lemmas(word):
        for synset, weight in net.senses(lemma, kind) if pos in (None, kind) else ():
            for place in net.member_places(synset):
                member = net.word(place)
                if member not in (word, lemma):
                    # Both must mean it often: "shut out" is no everyday word for "keep".
                    back = next((w for s, w in net.senses_at(place, kind) if s == synset), 0.3)
                    weights[member] = max(weights.get(member, 0.0), weight * back)
    return _strongest(weights)


@lru_cache(maxsize=_FEW)
def _wider(net: WordNet, word: str, pos: str | None, steps: int) -> tuple[tuple[str, float], ...]:
    weights: dict[str, float] = {}
    for lemma, kind in net.lemmas(word):
        level = dict(net.senses(lemma, kind)) if pos in (None, kind) else {}
        for _ in range(steps):
            above: dict[int, float] = {}
            for synset, weight in level.items():
                for parent in net.wider_synsets(synset):
                    above[parent] = max(above.get(parent, 0.0), weight * 0.7)
            for synset, weight in above.items():
                for member in net.members(synset):
                    weights[member] = max(weights.get(member, 0.0), weight)
            level = above
    weights.pop(word, None)
    return _strongest(weights)


@lru_cache(maxsize=5_000)
def _opposites(net: WordNet, word: str) -> frozenset[str]:
    return _led_to(net, word, net.opposite_places)


@lru_cache(maxsize=5_000)
def _derived(net: WordNet, word: str) -> frozenset[str]:
    return _led_to(net, word, net.derived_places) - {word}


def _led_to(net: WordNet, word: str, places: Callable[[int], Iterable[int]]) -> frozenset[str]:
    """The words at the *places* that those of *word* lead to."""
    found: set[str] = set()
    for lemma, _ in net.lemmas(word):
        place = net.place(lemma)
        if place is not None:
            found.update(net.word(other) for other in places(place))
    return frozenset(found)


@lru_cache(maxsize=20_000)
def _means(net: WordNet, word: str, other: str) -> bool:
    made = _derived(net, other)
    qualities = {synset for form in made for synset in _common(net, form, 1) if net.pos(synset) == "a"}
    if not qualities.isdisjoint(_common(net, word, 1)):
        return True
    meant = _common(net, other)
    if not meant.isdisjoint(_common(net, word)):
        return True
    if _is_quality(net, other):
        return False  # "sand" is a kind of good, and no "good" one
    # What is made of a substance is none: the cards of "paper".
    things = {synset for synset in meant if net.field(synset) != "noun.substance"}
    return not made.isdisjoint(form for form, _ in net.lemmas(word)) or not things.isdisjoint(_above(net, word))


def _is_quality(net: WordNet, word: str) -> bool:
    """Whether *word* says how something is more than what it is: "good", which is a kind of thing too."""
    shares = dict.fromkeys(("adj", "noun"), 0.0)
    for name, share in net.fields(word):
        kind = name.partition(".")[0]
        shares[kind] = shares.get(kind, 0.0) + share
    return shares["adj"] > shares["noun"]


def _common(net: WordNet, word: str, most: int = _COMMON) -> frozenset[int]:
    """What *word* means most, as any part of speech: *most* of its senses as each."""
    return frozenset(synset for form, pos in net.lemmas(word) for synset, _ in net.senses(form, pos)[:most])


@lru_cache(maxsize=5_000)
def _above(net: WordNet, word: str) -> frozenset[int]:
    """All that what *word* means every day is a kind of, however far up."""
    found: set[int] = set()
    level = {synset for synset in _common(net, word) if net.pos(synset) == "n"}
    while level:
        level = {above for synset in level for above in net.wider_synsets(synset)} - found
        found |= level
    return frozenset(found)


@lru_cache(maxsize=50_000)
def _relatedness(net: WordNet, one: str, other: str) -> float:
    if one == other:
        return 1.0
    ours, theirs = {x for x, _ in net.lemmas(one)}, {x for x, _ in net.lemmas(other)}
    if ours & theirs:
        return 0.95
    best = dict(net.synonyms(one)).get(other, 0.0) * 0.9
    for lemma in theirs:
        best = max(best, dict(net.synonyms(one)).get(lemma, 0.0) * 0.9)
    if theirs & net.derived(one) or ours & net.derived(other):
        best = max(best, 0.8)
    for lower, upper in ((one, theirs), (other, ours)):
        wider = dict(net.wider(lower))
        best = max([best, *(wider.get(lemma, 0.0) for lemma in upper)])
    return best


def _strongest(weights: dict[str, float]) -> tuple[tuple[str, float], ...]:
    return tuple(sorted(weights.items(), key=lambda pair: (-pair[1], pair[0])))
