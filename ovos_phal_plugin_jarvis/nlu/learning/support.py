"""Whether words support one of a few values: of a handful of examples a regression learns that "for" and "minutes"
stand in those of one value, and they say nothing of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from ovos_phal_plugin_jarvis.nlu.entities import PLACE
from ovos_phal_plugin_jarvis.nlu.lang import Language, is_content
from ovos_phal_plugin_jarvis.nlu.learning.alignment import AlignedExample
from ovos_phal_plugin_jarvis.nlu.learning.wording import ENGLISH, alike, base
from ovos_phal_plugin_jarvis.nlu.reading import Heard
from ovos_phal_plugin_jarvis.nlu.text import starts_of

_NEAR, _NEARER = 0.6, 0.2
"""Nearness from which a word stands for another, and by how much more than for a word of another value."""
_MOST = 24
"""Values from which on their words are too many to be compared with each one that is said."""
_BEGINNING = 4
"""Letters of a word's beginning that most of its forms and compounds share: "wollene", "wollpullover"."""


def beginnings(word: str, lang: Language) -> set[str]:
    """The stem of *word* and how it begins."""
    return {lang.stem(word), word[:_BEGINNING]} if len(word) >= _BEGINNING else {lang.stem(word)}


@dataclass(frozen=True)
class Pairs:
    """Two words of meaning side by side that examples of one value alone have, of which each is said for other values
    as well: the "south west" of ``SW``, beside "south east" and "north west". Each value that is shown has such a pair,
    or none counts: two words that follow each other by chance are everywhere."""

    told_by: Mapping[frozenset[str], str]
    """The stems of two words → the value."""

    @classmethod
    def of(cls, name: str, aligned: Sequence[AlignedExample], lang: Language) -> Pairs:
        """Those of the argument *name* in the examples *aligned*."""
        values: dict[str, set[str]] = {}
        pairs: dict[frozenset[str], set[str]] = {}
        for example in aligned:
            key = str(example.arguments[name]) if name in example.arguments else ""
            counted = {at for x in example.heard.mentions if x.kind != PLACE for at in range(x.start, x.end)}
            free = [
                lang.stem(word) if example.outside(at) and at not in counted and is_content(word, lang) else ""
                for at, word in enumerate(example.words)
            ]
            for word in filter(None, free):
                values.setdefault(word, set()).add(key)
            for pair in map(frozenset, pairwise(free)):
                pairs.setdefault(pair, set()).add(key)
        shown = {key for keys in values.values() for key in keys} - {""}

        def tells(pair: frozenset[str], keys: set[str]) -> bool:
            alone = len(keys) == 1 and len(pair) == 2 and not pair & {""} and "" not in keys
            return alone and all("" not in values[word] and 1 < len(values[word]) < len(shown) for word in pair)

        told_by = {pair: next(iter(keys)) for pair, keys in pairs.items() if tells(pair, keys)}
        return cls(told_by if shown == {*told_by.values()} else {})

    @cached_property
    def values(self) -> frozenset[str]:
        """What any of them tells."""
        return frozenset(self.told_by.values())

    def told(self, words: Sequence[str], lang: Language) -> str | None:
        """The one value that two of *words* side by side tell, in any order; None where they tell several."""
        stems = map(lang.stem, words) if self.told_by else ()
        found = {self.told_by[pair] for pair in map(frozenset, pairwise(stems)) if pair in self.told_by}
        return next(iter(found)) if len(found) == 1 else None


class Support:
    """The words by which a tool's examples say each value of one argument.

    A value's own name says it. Where an example has none, the words of meaning do that only examples of this value
    have; those that ask for something ("enter a loss") only where there are no others. Where it has none of these
    either, the value goes without saying there.
    """

    def __init__(
        self,
        name: str,
        aligned: Sequence[AlignedExample],
        names: Mapping[str, Collection[str]],
        told: Iterable[str],
        lang: Language,
        of_others: Callable[[Heard], Collection[int]] = lambda heard: (),
        pairs: Pairs | None = None,
    ) -> None:
        """
        Args:
            name: the argument.
            aligned: the tool's examples.
            names: each value → phrases that mean it.
            told: words by which the tool tells of itself, which say no value.
            lang: what is spoken.
            of_others: tells which words say a value of another argument.
            pairs: two words that tell a value together.
        """
        self._lang = lang
        self._pairs = pairs or Pairs({})
        self._names = {key: [tuple(map(lang.stem, phrase.split())) for phrase in own] for key, own in names.items()}
        self._single = {key: {phrase for phrase in own if " " not in phrase} for key, own in names.items()}
        of_values = {stem for own in self._names.values() for phrase in own for stem in phrase}
        self._told = {lang.stem(word) for word in told} - of_values
        self._telling: dict[str, dict[str, str]] = {key: {} for key in names}
        """Value → the forms of the words that tell it, each with such a word."""
        self._unsaid: set[str] = set()
        self._subjects: set[str] = set()
        """Who examples name right before a value ("i won")."""
        rows = [
            (str(e.arguments.get(name)), e, self._meaningful(e.heard, _said(e) | {*of_others(e.heard)}))
            for e in aligned
        ]
        for key, example, places in rows:
            if key in names:
                others = {form for other, _, own in rows if other != key for form in own}
                often = Counter(form for other, _, own in rows if other == key for form in own if form not in others)
                self._learn(key, example.heard, {form: (often[form], at) for form, at in places.items() if often[form]})
        self._known = {form for _, _, own in rows for form in own}

    def _learn(self, key: str, heard: Heard, own: Mapping[str, tuple[int, int]]) -> None:
        """What one example of *key* shows: the words *own* with how often and where they are said for it alone."""
        said = self._places(key, heard.words)
        asking = _asking(heard)
        telling = {form: n for form, (n, at) in own.items() if at not in asking} or {f: n for f, (n, _) in own.items()}
        most = max(telling.values(), default=0)
        found = {} if said else {form: heard.words[own[form][1]] for form, n in telling.items() if n == most}
        self._telling[key] |= found
        if not said and not found and key not in self._pairs.values:
            self._unsaid.add(key)
        places = [*said, *(own[form][1] for form in found)]
        self._subjects.update(heard.words[at - 1] for at in places if at)

    def _meaningful(self, heard: Heard, taken: Collection[int]) -> dict[str, int]:
        """The forms of the words that may mean a value, each with its place: neither a number, a day nor grammar."""
        counted = {at for x in heard.mentions if x.kind != PLACE for at in range(x.start, x.end)}
        return {
            form: at
            for at, word in enumerate(heard.words)
            if at not in taken
            and at not in counted
            and self._is_telling(word)
            and self._lang.stem(word) not in self._told
            for form in self._forms(word)
        }

    def _is_telling(self, word: str) -> bool:
        return word not in self._lang.function_words and is_content(word, self._lang)

    def _forms(self, word: str) -> set[str]:
        return {self._lang.stem(word)} if self._lang.code == ENGLISH else beginnings(word, self._lang)

    def _places(self, key: str, words: Sequence[str]) -> list[int]:
        """Where a phrase that means *key* begins in *words*."""
        stems = tuple(map(self._lang.stem, words))
        return [at for phrase in self._names[key] for at in starts_of(phrase, stems)]

    def of(self, key: str, heard: Heard, taken: Collection[int]) -> bool:
        """Whether the words of *heard* outside *taken* say the value *key*, or it may go without saying."""
        if key in self._unsaid or key in self.near(heard, taken):
            return True
        if self._pairs.told([w for at, w in enumerate(heard.words) if at not in taken], self._lang) == key:
            return True
        return bool(self._said(key, heard, taken)) and not self.of_another(heard, taken)

    def of_another(self, heard: Heard, taken: Collection[int]) -> bool:
        """Whether what says a value says it of somebody else than in the examples: "she won" is no "i won"."""
        places = [at for key in self._names for at in self._said(key, heard, taken)]
        others = self._lang.subjects - self._subjects
        return self._told_of_somebody and any(at and heard.words[at - 1] in others for at in places)

    def _said(self, key: str, heard: Heard, taken: Collection[int]) -> list[int]:
        """The places of the words that say *key*, by its name or as in the examples."""
        telling = [at for form, at in self._meaningful(heard, taken).items() if form in self._telling[key]]
        return [*telling, *(at for at in self._places(key, heard.words) if at not in taken)]

    @property
    def _told_of_somebody(self) -> bool:
        return not self._subjects.isdisjoint(self._lang.subjects)

    def near(self, heard: Heard, taken: Collection[int]) -> frozenset[str]:
        """The value that words mean which no example says, such as "victory" where one says "win"; empty for none."""
        found: set[str] = set()
        if self._lang.code != ENGLISH or len(self._names) > _MOST:
            return frozenset()
        for form, at in self._meaningful(heard, taken).items():
            meant = dict(alike(heard.words[at], self._lang))
            near = {
                key: max((meant.get(word, 0.0) for word in self._words_of(key)), default=0.0) for key in self._names
            }
            first, second, *_ = *sorted(near.values(), reverse=True), 0.0, 0.0
            if form not in self._known and first >= _NEAR and first - second >= _NEARER:
                found.add(max(near, key=lambda key: near[key]))
        return frozenset(found) if len(found) == 1 else frozenset()

    def _words_of(self, key: str) -> set[str]:
        words = self._single[key] | {*self._telling[key].values()}
        return words | {base(word, self._lang) for word in words}


def _said(example: AlignedExample) -> set[int]:
    return {at for span in example.spans for at in range(span.start, span.end)}


def _asking(heard: Heard) -> set[int]:
    """The places of words that ask for something: "i beat simon" asks for nothing."""
    subjects = heard.lang.subjects
    return {at for at in heard.request_verbs if not (at and heard.words[at - 1] in subjects)}
