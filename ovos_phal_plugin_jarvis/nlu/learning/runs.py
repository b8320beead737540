"""The runs of words of a request that may be a text, and what is known of each."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import accumulate
from typing import Any

import numpy as np
import numpy.typing as npt

from ovos_phal_plugin_jarvis.nlu.encoder import Encoder, Reading
from ovos_phal_plugin_jarvis.nlu.encoder.network import unit
from ovos_phal_plugin_jarvis.nlu.encoder.words import Floats
from ovos_phal_plugin_jarvis.nlu.knowledge import FAMILY, GIVEN, english_wordnet, names_of_people
from ovos_phal_plugin_jarvis.nlu.lang import Language, language
from ovos_phal_plugin_jarvis.nlu.learning.calibration import logit
from ovos_phal_plugin_jarvis.nlu.learning.declared_parameters import leads_of
from ovos_phal_plugin_jarvis.nlu.learning.filled import Filled
from ovos_phal_plugin_jarvis.nlu.learning.wording import ENGLISH, Wording, lemma
from ovos_phal_plugin_jarvis.nlu.reading import Heard
from ovos_phal_plugin_jarvis.nlu.text import single_words

_LONGEST = 10
"""Words of a text that ends before something else; one that goes on to the end of what is said may be longer."""
_FIRST = 8
"""Places of the encoder's that count as more and less likely ones."""
EXPLAINED = 0.3
"""From which on the tool's own wording explains a word."""
_NEVER = 1e-6
_LEAST_FREE = 0.001
"""Of what the encoder says of a text, what may be told of words that say no other argument to count as all."""
_NOTHING: frozenset[str] = frozenset()
_ONE_WORD = 0.5
"""How near the words of a run are to one another that has only one."""
_INFLECTED = ("n", "v")
"""Parts of speech of which any form is the word."""
OF_PEOPLE = "noun.person"
"""The lexical field of people."""
_REMEMBERED, _WORDS = 16, 4096
"""Requests of which what is known of their words is kept: one is read in parts, each by several tools; and words."""
_TITLE, _GIVEN_WORD, _FAMILY_WORD = 0.9, 0.5, 0.2
"""How much of somebody's name a word before one is, a given name that is a word as well ("rose"), and a family name
that is ("kitchen")."""

Place = tuple[int, int]
"""First word, one past the last."""
_Bools = npt.NDArray[np.bool_]


class _Known:
    """What is known of the words of a request, whatever tool it may be for."""

    def __init__(self, said: tuple[str, ...], lang: Language, encoder: Encoder, meant: tuple[str, ...] | None) -> None:
        """
        Args:
            said: its words.
            lang: in which they were said.
            encoder: whose knowledge of words is used.
            meant: the English words that stand for them; None where they are English.
        """
        self._words = words = said if meant is None else meant
        self._net = english_wordnet()
        english = lang if meant is None else language(ENGLISH)
        self.forms = [lemma(word) for word in words]
        self.grammar = one_of(lang.function_words, said)
        self.light = one_of(lang.light_words, said)
        self.states = one_of(lang.states, said)
        self.leading = one_of(leads_of(lang.code), said)
        self.joining = one_of(single_words(lang, "joints"), said)
        parts = np.array([parts_of_speech(word, english) for word in words], np.float32).reshape(-1, 2)
        self.noun, self.verb = parts.T
        self.strange = np.array([is_strange(word, english) for word in words], bool)
        self.meaning = unit(encoder.word_vectors(words))
        """A row of length 1 for each word."""
        self.near = np.append((self.meaning[1:] * self.meaning[:-1]).sum(axis=1), 0.0).astype(np.float32)
        """For each word, how near the next one is in meaning: cosine; 0 for the last."""
        # What another word stands for in English is nobody's name; "frau" and "señor" have one, and begin names.
        names = (word if word == other or word in lang.titles else "" for word, other in zip(said, words, strict=True))
        self.people = np.array([likeness_to_names(word, lang) for word in names], np.float32)
        kinds = np.array([_name_kind(word) for word in said], np.uint8)
        self.given, self.family = (np.where(kinds & kind, self.people, 0.0) for kind in (GIVEN, FAMILY))
        self.parted = np.array([*map(_is_compound, words, words[1:]), False], bool)
        """For each word, whether it and the next one are a word of the dictionary: "oil change"."""
        self.fields = np.stack([field_shares(word, english) for word in words])
        """For each word, how much of its use each lexical field has."""

    @cached_property
    def wider(self) -> Sequence[frozenset[str]]:
        """For each word, the words for what it is a kind of."""
        net = self._net
        return [frozenset(other for other, _ in net.wider(word, "n", 3)) if net else _NOTHING for word in self._words]


@lru_cache(maxsize=_REMEMBERED)
def _known_of(said: tuple[str, ...], lang: Language, encoder: Encoder, meant: tuple[str, ...] | None) -> _Known:
    return _Known(said, lang, encoder, meant)


class Runs:
    """One request as all texts of a tool see it: what is known of each word, and of each run of words."""

    def __init__(
        self, heard: Heard, filled: Filled, wording: Wording, encoder: Encoder, meant: Sequence[str] | None
    ) -> None:
        """
        Args:
            heard: the request.
            filled: the arguments that are no texts.
            wording: what explains words to the tool.
            encoder: whose knowledge of words is used.
            meant: the English words that stand for those of the request; None where it is in English.
        """
        self.heard, self.lang = heard, heard.lang
        words, lang = heard.words, heard.lang
        taken = filled.covered | filled.flags
        self.covered = np.array([at in taken for at in range(len(words))], bool)
        contrasts = single_words(lang, "contrasts")
        self._parting = contrasts | single_words(lang, "joints")
        first = min(heard.request_verbs, default=len(words))
        self._limited = next((at for at in range(first, len(words)) if words[at] in contrasts), len(words))
        """Where begins what limits an order: "turn off the lamp [but keep the fan]"."""
        self.spans = self._found()
        self._edges = np.array(self.spans, np.intp).ravel()
        self.starts, self.ends = self._edges[::2], self._edges[1::2]
        self.known = _known_of(tuple(words), lang, encoder, None if meant is None else tuple(meant))
        grammar = self.known.grammar
        self.explained = np.array(
            [0.0 if done else wording.explains(w) for w, done in zip(words, self.covered, strict=True)], np.float32
        )
        self.told = np.where(grammar, 0.0, self.explained)
        self.most_told = self._most(self.told)
        self.open = ~self.covered & ~grammar & ~self.known.light & (self.told < EXPLAINED)
        self.most_verb = self._most(self.known.verb)
        vectors = self.known.meaning
        content = np.where(grammar[:, None], 0.0, vectors).astype(np.float32)
        self.meaning = unit(np.where(self.any(~grammar)[:, None], self._sums(content), self._sums(vectors)))
        """A row of length 1 for each run: of its words of meaning, or of all where it has none."""
        self._led_by = self._leads_at()[self.starts]

    def _found(self) -> list[Place]:
        """The runs of words that may be a text: nothing that says another argument, no article at an end, nothing
        across the end of a sentence, no part of a word."""
        words, articles, count = self.heard.words, self.lang.articles, len(self.heard.words)
        found = []
        for start in range(self._limited):
            if self.covered[start] or words[start] in articles or self._is_another(start):
                continue
            if self.heard.is_within(start) and not self.covered[start - 1]:
                continue
            for end in range(start + 1, count + 1):
                if self.covered[end - 1] or (end - 1 > start and self.heard.breaks_before(end - 1)):
                    break
                goes_on = end < count and not self.covered[end]
                if (end - start > _LONGEST and goes_on) or words[end - 1] in articles:
                    continue
                if goes_on and self.heard.is_within(end):
                    continue
                if end - start > 2 and self.lang.function_words.issuperset(words[start:end]):
                    continue
                if self.lang.ones.issuperset(words[start:end]):
                    continue  # "start one for nine minutes" names none
                found.append((start, end))
        return found

    def _is_another(self, start: int) -> bool:
        """Whether *start* stands behind what leads on to something else: "the dishes" of "the lamp and the dishes" are
        no argument beside the lamp."""
        while start and self.heard.words[start - 1] in self.lang.articles:
            start -= 1
        return start > 0 and self.heard.words[start - 1] in self._parting

    @cached_property
    def shared(self) -> Mapping[str, npt.NDArray[Any]]:
        """What is the same of a run whichever text it may be, by the names of ``placing.SIGNS``."""
        known, starts, ends = self.known, self.starts, self.ends
        return {
            "wording": self.most_told,
            "wording_first": self.explained[starts],
            "wording_last": self.explained[ends - 1],
            "wording_share": self.mean(self.told >= EXPLAINED),
            "wording_behind": self.behind(self.explained),
            "leads_on": self.behind(known.leading),
            "behind_value": self.lead(self.covered),
            "grammar": self.mean(known.grammar),
            "grammar_first": known.grammar[starts],
            "light": self.any(known.light),
            "noun": known.noun[ends - 1],
            "verb": self.most_verb,
            "verb_first": known.verb[starts],
            "strange": known.strange[ends - 1],
            "states": self.any(known.states),
            "length": ends - starts,
            "to_end": self.behind(self.covered, 1.0),
            "cuts_before": self.lead(self.open),
            "cuts_behind": self.behind(self.open),
            "left": self.open.sum() - self.mean(self.open) * (ends - starts),
            "joined": self.any(known.joining),
            "noun_before": self.lead(known.noun, -1.0),
            "verb_before": self.lead(known.verb, -1.0),
            "noun_behind": self.behind(known.noun, -1.0),
            "verb_behind": self.behind(known.verb, -1.0),
            "grammar_behind": self.behind(known.grammar, -1.0),
            "article_before": self.beside(one_of(self.lang.articles, self.heard.words)),
            "at_start": starts == 0,
            "strange_share": self.mean(known.strange),
            "strange_behind": self.behind(known.strange),
            "near_before": self.beside(known.near),
            "near_behind": known.near[ends - 1],
            "near_inside": self._near_inside(),
            "parts_before": self.beside(known.parted),
            "parts_behind": known.parted[ends - 1],
            "people": self.mean(known.people),
            "people_words": self._sums(known.people),
            "people_last": known.people[ends - 1],
            "people_before": self.beside(np.where(self.covered, 0.0, known.people)),
            "people_behind": self.behind(np.where(self.covered, 0.0, known.people)),
            "given_first": known.given[starts],
            "family_last": np.where(ends - starts > 1, known.family[ends - 1], 0.0),
        }

    def _near_inside(self) -> Floats:
        """How near the words of each run are to one another, each to the next, on average."""
        sums, length = self._sums(self.known.near), self.ends - self.starts
        within: Floats = (sums - self.known.near[self.ends - 1]) / np.maximum(length - 1, 1)
        return np.where(length > 1, within, _ONE_WORD)

    def is_free(self, start: int, end: int) -> bool:
        """Whether no word from *start* up to *end* says another argument."""
        last = len(self._taken_before) - 1
        return self._taken_before[min(start, last)] == self._taken_before[min(end, last)]

    @cached_property
    def _taken_before(self) -> Sequence[int]:
        return [0, *accumulate(map(int, self.covered))]

    def share(self, counts: Counter[str]) -> Floats:
        """The share of each word in *counts*."""
        total = max(1, counts.total())
        return np.array([counts[word] / total for word in self.heard.words], np.float32)

    def mean(self, marks: npt.NDArray[np.generic]) -> Floats:
        """The share of each run's words that *marks* marks."""
        sums: Floats = self._sums(marks.astype(np.float32)) / (self.ends - self.starts)
        return sums

    def any(self, marks: _Bools) -> _Bools:
        """Whether each run has such a word."""
        return self._sums(marks.astype(np.float32)) > 0

    def lead(self, told: npt.NDArray[np.generic], at_start: float = 0.0) -> Floats:
        """What is *told* of the word before each run, articles aside; *at_start* where there is none."""
        return _with(told, at_start)[self._led_by]

    def beside(self, told: npt.NDArray[np.generic]) -> Floats:
        """What is *told* of the word right before each run; 0 where there is none."""
        return _with(told, 0.0)[self.starts - 1]

    def behind(self, told: npt.NDArray[np.generic], at_end: float = 0.0) -> Floats:
        """What is *told* of the word behind each run; *at_end* where there is none."""
        return _with(told, at_end)[self.ends]

    def marks(self, name: str, filled: Filled, *, joined: bool = False) -> Mapping[str, npt.NDArray[np.generic]]:
        """What the tagger says of each run, by the names of ``placing.SIGNS``: how likely the argument *name* begins
        there, or with an article before it, and is in all of its words, in the least likely one, before it and behind
        it; and that one of them is in none.
        Where several things may be *joined*, the words between two of them are of it as well.
        """
        count = len(self.heard.words)
        nowhere = np.zeros(count, np.float32)
        marks = filled.marks
        if marks is None:
            begins, says, nothing = nowhere - 1, nowhere, nowhere
        else:
            begins = marks.begins.get(name, nowhere - 1)
            says, nothing = marks.says.get(name, nowhere), marks.nothing
        if joined:
            says, nothing = self._joined(says, nothing)
        begun = begins.copy()
        for at in range(1, count):
            if self.heard.words[at - 1] in self.lang.articles:
                begun[at] = max(begun[at], begun[at - 1])
        return {
            "begins": begun[self.starts],
            "says": self.mean(says),
            "least": -self._most(-says),
            "says_before": self.lead(says),
            "says_behind": self.behind(says),
            "says_nothing": self._most(nothing),
        }

    def _joined(self, says: Floats, nothing: Floats) -> tuple[Floats, Floats]:
        """*says* and *nothing* with what joins two things, and an article before one, as they are beside it."""
        says, nothing, words = says.copy(), nothing.copy(), self.heard.words
        small = single_words(self.lang, "joints") | self.lang.articles
        for at in range(len(words) - 2, 0, -1):
            lies_between = words[at] in self.lang.articles or says[at - 1] > says[at]
            if words[at] in small and lies_between and says[at] < says[at + 1]:
                says[at], nothing[at] = says[at + 1], nothing[at + 1]
        return says, nothing

    def kinds(self, names: Collection[str]) -> _Bools:
        """Which words are a kind of what one of *names* means."""
        return np.array([not wider.isdisjoint(names) for wider in self.known.wider], bool)

    def _sums(self, told: Floats) -> Floats:
        before = np.concatenate([np.zeros_like(told[:1]), np.cumsum(told, axis=0)])
        sums: Floats = before[self.ends] - before[self.starts]
        return sums

    def _most(self, told: Floats) -> Floats:
        """The most that is *told* of a word of each run."""
        most: Floats = np.maximum.reduceat(_with(told, -np.inf), self._edges)[::2]
        return most

    def _leads_at(self) -> npt.NDArray[np.intp]:
        """For each word the place of the last one before it that is no article; the number of words where none is."""
        count = len(self.heard.words)
        found, last = [], count
        for at in range(count):
            found.append(last)
            if self.heard.words[at] not in self.lang.articles:
                last = at
        return np.array(found, np.intp)


def _with(told: npt.NDArray[np.generic], last: float) -> Floats:
    """What is *told* of each word, with *last* behind it."""
    all_told = np.empty(len(told) + 1, np.float32)
    all_told[:-1], all_told[-1] = told, last
    return all_told


class ReadRuns:
    """Where the encoder reads one text: what it says of a run with an article it says of the run without. It does not
    know which words say another argument: what it says of a run with such a word is left out, and the rest is all."""

    def __init__(self, view: Runs, reading: Reading, name: str) -> None:
        words, articles = view.heard.words, view.lang.articles
        count = len(words)
        self.absent = _NEVER
        self._meant = logit(reading.probability)
        self._exact: dict[Place, float] = {}
        begins, ends, inside = ([0.0] * (count + 1) for _ in range(3))
        free = [(a, b, p) for a, b, p in reading.spans.get(name, ()) if view.is_free(a, b)]
        total = max(_LEAST_FREE, sum(probability for *_, probability in free))
        for first, last, told in free:
            probability = told / total
            if not last:
                self.absent = probability
                continue
            end = min(last, count)
            start = first
            while start < end - 1 and words[start] in articles:
                start += 1
            self._exact[start, end] = self._exact.get((start, end), 0.0) + probability
            begins[start] += probability
            ends[end] += probability
            for at in range(start, end):
                inside[at] += probability
        self._begins, self._ends, self._inside = (np.array(each, np.float32) for each in (begins, ends, inside))
        ranks = {place: at for at, place in enumerate(sorted(self._exact, key=lambda p: -self._exact[p])[:_FIRST])}
        self._best = max(self._exact.values(), default=_NEVER)
        self.exact = np.array([self._exact.get(place, 0.0) for place in view.spans], np.float32)
        self._ranks = np.array([ranks.get(place, _FIRST + 1) for place in view.spans], np.float32)
        self._mean = view.mean(self._inside[:-1])

    def signs(self, starts: npt.NDArray[np.intp], ends: npt.NDArray[np.intp]) -> Mapping[str, Any]:
        """What the encoder tells of each run, by the names of ``placing.SIGNS``; a number is the same of all."""
        return {
            "meant": self._meant,
            "read": np.log(self.exact + _NEVER),
            "read_rank": self._ranks,
            "read_share": np.log(self.exact / self._best + _NEVER),
            "unread": math.log(self.absent + _NEVER),
            "read_begins": self._begins[starts],
            "read_ends": self._ends[ends],
            "read_inside": self._mean,
            "read_before": np.where(starts > 0, self._inside[starts - 1], 0.0),
            "read_behind": self._inside[ends],
        }


def one_of(known: Collection[Any], words: Sequence[Any]) -> _Bools:
    """Which of *words* are *known*."""
    return np.array([word in known for word in words], bool)


@lru_cache(maxsize=_WORDS)
def is_strange(word: str, lang: Language) -> bool:
    """Whether no dictionary has *word*, nor the noun or verb that it is a form of. A form of an adjective is as
    strange: else "oliver" were more olive."""
    net = english_wordnet()
    known = net is not None and (word in net or any(part in _INFLECTED for _, part in net.lemmas(word)))
    return not known and word not in lang.function_words and not word.isdigit()


@lru_cache(maxsize=_WORDS)
def likeness_to_names(word: str, lang: Language) -> float:
    """How much of somebody's name *word* is, 0 to 1: less where it is a word as well."""
    if word in lang.titles:
        return _TITLE
    kind = _name_kind(word)
    if not kind or word in lang.function_words or word in lang.light_words:
        return 0.0
    if is_strange(word, lang):
        return 1.0
    return _GIVEN_WORD if kind & GIVEN else _FAMILY_WORD


def _name_kind(word: str) -> int:
    people = names_of_people()
    return people.kind(word) if people is not None else 0


@lru_cache(maxsize=_WORDS)
def _is_compound(word: str, following: str) -> bool:
    net = english_wordnet()
    return net is not None and (f"{word} {following}" in net or f"{word} {lemma(following)}" in net)


@lru_cache(maxsize=_WORDS)
def field_shares(word: str, lang: Language) -> Floats:
    """How much of the use of *word* each lexical field has: 1 in all; nothing where no dictionary knows it."""
    net = english_wordnet()
    if net is None:
        return np.zeros(1, np.float32)
    shares = np.zeros(len(net.field_names), np.float32)
    told = dict(net.fields(lemma(word))) or dict(net.fields(word))
    if likeness_to_names(word, lang) == 1.0:
        told = {OF_PEOPLE: 1.0}
    for name, share in told.items():
        shares[net.field_names.index(name)] = share
    shares.setflags(write=False)
    return shares


@lru_cache(maxsize=_WORDS)
def parts_of_speech(word: str, lang: Language) -> tuple[float, float]:
    """How much of the meaning of *word* is that of a noun, and of a verb."""
    net = english_wordnet()
    if likeness_to_names(word, lang) == 1.0:
        return 1.0, 0.0
    fields = dict(net.fields(lemma(word))) | dict(net.fields(word)) if net is not None else {}
    total = sum(fields.values())
    if not total:
        return 0.5, 0.0
    noun, verb = (sum(v for name, v in fields.items() if name.startswith(part)) for part in ("noun", "verb"))
    return noun / total, verb / total
