"""Which of two opposite values words say, in a language of which no dictionary tells that: of "on" and "off" that
which "switch … off" or "disable" means, of "warmer" and "colder" that which "less warm" and "too warm" do.

What words mean is known by the language's own tables and, of two opposites, by what they are in English.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations, permutations

from ovos_phal_plugin_jarvis.nlu.knowledge.lexicon import Lexicon, lexicon
from ovos_phal_plugin_jarvis.nlu.lang import Language, language
from ovos_phal_plugin_jarvis.nlu.learning.wording import ENGLISH, lemma, opposites
from ovos_phal_plugin_jarvis.nlu.polarity import polarity
from ovos_phal_plugin_jarvis.nlu.reading import Heard
from ovos_phal_plugin_jarvis.nlu.text import single_words, starts_of, words_of

_LIKELY = 0.4
"""Weight from which a word may mean something in English."""
_OWN = "="
"""What stands before the stem of a word of the language itself."""
_MOST = 24
"""Values from which on no two of them are looked at as opposites."""

Shown = Iterable[tuple[Heard, Collection[int], str]]
"""What examples say, the places of other arguments, and the value."""


@dataclass(frozen=True)
class Said:
    """One of two opposite values."""

    value: str
    places: frozenset[int]
    """The words that say it."""


@dataclass(frozen=True)
class _Pair:
    """Two opposite values, the one and the other."""

    values: tuple[str, str]
    senses: tuple[frozenset[str], frozenset[str]]
    """What words mean that say the one, and the other."""
    measured: frozenset[str]
    """What the words mean that both have ("more warm", "less warm"): these say the first by themselves."""
    turned: bool
    """Whether less of the one is the other."""

    def sign(self, senses: frozenset[str], against: frozenset[str]) -> int:
        """1 where a word of these *senses*, with their opposites *against*, says the first, -1 for the second."""
        one = bool(senses & (self.senses[0] | self.measured) or against & self.senses[1])
        other = bool(senses & self.senses[1] or against & (self.senses[0] | self.measured))
        return one - other


class Sides:
    """The opposites among the values of one argument, and how words say them."""

    def __init__(self, values: Sequence[str], lang: Language, shown: Shown = ()) -> None:
        """
        Args:
            values: all that the argument may be.
            lang: what is spoken.
            shown: what the tool's examples say; a word that its author uses for the other of two says neither.
        """
        self._lang = lang
        self._values = values if lang.code != ENGLISH and len(values) <= _MOST else ()
        self._shown = shown
        self._negations = single_words(lang, "negations") - lang.further - lang.fewer

    @cached_property
    def _known(self) -> Lexicon | None:
        return lexicon(self._lang)

    @cached_property
    def _pairs(self) -> tuple[_Pair, ...]:
        return tuple(_pairs(self._values, self._lang))

    @cached_property
    def _unsaid(self) -> frozenset[str]:
        """Words by which the tool's author says the other one of two."""
        return frozenset(
            heard.words[at]
            for heard, taken, value in self._shown
            for pair in self._pairs
            if value in pair.values
            for at, sign in self._signs(pair, heard, taken).items()
            if sign != (1 if value == pair.values[0] else -1)
        )

    def __bool__(self) -> bool:
        """Whether there are such values."""
        return bool(self._pairs or self._company)

    def of(self, heard: Heard, taken: Collection[int]) -> Said | None:
        """The one of two opposite values that *heard* says; None where it says none, or both.

        Args:
            heard: the request.
            taken: words that say something else.
        """
        found: dict[str, frozenset[int]] = dict(self._accompanied(heard, taken))
        for pair in self._pairs:
            signs = self._signs(pair, heard, taken, self._unsaid)
            if len(set(signs.values())) == 1:
                value = pair.values[0 if next(iter(signs.values())) > 0 else 1]
                found[value] = frozenset(signs) | found.get(value, frozenset())
        return Said(*next(iter(found.items()))) if len(found) == 1 else None

    @cached_property
    def _company(self) -> tuple[tuple[str, str, tuple[str, ...]], ...]:
        """Values with and without one thing, and the stems of what names it."""
        beside = single_words(self._lang, "accompanied")
        without = single_words(self._lang, "negations") & single_words(self._lang, "exceptions")
        split = {value: words_of(value.replace("_", " ")) for value in self._values}
        return tuple(
            (one, other, tuple(map(self._lang.stem, split[one][1:])))
            for one, other in permutations(split, 2)
            if len(split[one]) > 1 and split[one][0] in beside and split[other] == [split[other][0], *split[one][1:]]
            if split[other][0] in without
        )

    def _accompanied(self, heard: Heard, taken: Collection[int]) -> Iterator[tuple[str, frozenset[int]]]:
        """The value that says whether a thing that is named shall be there, as far as a word beside it says so."""
        stems = [self._lang.stem(word) for word in heard.words]
        for one, other, thing in self._company:
            places = [range(at, at + len(thing)) for at in starts_of(thing, stems)]
            said = [polarity(heard, place, taken) for place in places if not {*place} & {*taken}]
            if len(said) == 1 and said[0] is not None and said[0].marked and said[0].value is not None:
                span = range(said[0].start, said[0].end)
                yield (one if said[0].value else other), frozenset(span)

    def is_open(self, heard: Heard, taken: Collection[int]) -> bool:
        """Whether *heard* says two opposite values, the one "or" the other."""
        for pair in self._pairs if not self._lang.alternatives.isdisjoint(heard.words) else ():
            signs = self._signs(pair, heard, taken, self._unsaid)
            if len(set(signs.values())) > 1:
                between = heard.words[min(signs) : max(signs)]
                return not self._lang.alternatives.isdisjoint(between)
        return False

    def opposite(self, value: str, other: str) -> bool:
        """Whether the two exclude each other."""
        opposed = [*(pair.values for pair in self._pairs), *((one, another) for one, another, _ in self._company)]
        return any({value, other} == {*pair} for pair in opposed)

    def _signs(self, pair: _Pair, heard: Heard, taken: Collection[int], unsaid: Collection[str] = ()) -> dict[int, int]:
        """Place → 1 where the word there says the first of *pair*, -1 where it says the second."""
        found: dict[int, int] = {}
        bare: dict[int, int] = {}
        for at, places, senses, against in self._meanings(heard, taken):
            sign = pair.sign(senses, against)
            if sign and not any(heard.words[place] in unsaid for place in places):
                compares = heard.words[at] in self._lang.fewer | self._lang.further
                if (
                    compares
                    and heard.words[at + 1 : at + 2]
                    and heard.words[at + 1] in self._lang.more | self._lang.less
                ):
                    continue  # "more softly" goes by the second word
                (bare if compares else found).update(dict.fromkeys(places, sign))
        for at, sign in list(found.items()):
            found[at] = sign * self._turn(pair, heard, at, found)
        if not found and self._negations.isdisjoint(heard.words):
            found = bare  # "heat less"; but "I want no more" says neither
        return {at: sign for at, sign in found.items() if sign}

    def _turn(self, pair: _Pair, heard: Heard, at: int, said: Collection[int]) -> int:
        """-1 where the words around the one at *at* say less of what it means, or that there is too much of it; 0 where
        nobody can tell."""
        words, lang = heard.words, self._lang
        before = [words[place] for place in range(max(0, at - 2), at) if not heard.breaks_before(place + 1)]
        near = before[-1:]
        clause = next((place for place in range(at, 0, -1) if heard.breaks_before(place)), 0)
        stated = [place for place in range(clause, at) if words[place] in lang.states]
        ordered = any(word in lang.verbs for word in words[stated[-1] + 1 if stated else clause : at])
        states = bool(stated) and not ordered
        exact = not pair.measured and any(words[at] in words_of(value) for value in pair.values)
        if not self._negations.isdisjoint(words):
            lacking = not lang.sufficient.isdisjoint(words)
            return 1 if lacking else 0
        if not pair.turned:
            return 1
        behind = words[at + 1 : at + 2] if at in heard.request_verbs or not at else []
        if not lang.fewer.isdisjoint(near) or (not lang.fewer.isdisjoint(behind) and at + 2 not in said):
            return -1
        if not lang.excess.isdisjoint(near):
            return 1 if ordered else 0 if exact and not states else -1  # "very" is the same word in some languages
        return -1 if states and not exact and lang.further.isdisjoint(near) and len(said) == 1 else 1

    def _meanings(
        self, heard: Heard, taken: Collection[int]
    ) -> Iterator[tuple[int, tuple[int, ...], frozenset[str], frozenset[str]]]:
        """Each word that may say something, with all places that say it together, what it means and its opposites. A
        word of grammar does where it ends a clause: there it belongs to the verb."""
        words, lang = heard.words, self._lang
        parted: dict[int, int] = {}
        for at, word in enumerate(words):
            if word in lang.verb_particles and at not in taken and self._ends(heard, at):
                before = [i for i in range(at) if i not in taken and words[i] not in lang.function_words]
                verb = next((i for i in before if self._known and self._known.parted(words[i], word)), None)
                if verb is not None:
                    parted[at] = verb
        for at, word in enumerate(words):
            if at in taken or at in parted.values():
                continue
            if at in parted and self._known is not None:
                meant = self._known.parted(words[parted[at]], word)
                senses = _spread(english for english, weight in meant if weight >= _LIKELY) | _own(word, lang)
                yield at, (parted[at], at), senses, _against(senses, lang, word)
                continue
            compares = word in lang.fewer | lang.further
            if compares or word not in lang.function_words or self._ends(heard, at):
                yield at, (at,), _senses(word, lang), _against(_senses(word, lang), lang, word)

    def _ends(self, heard: Heard, at: int) -> bool:
        """Whether a clause ends with the word at *at*."""
        joints = single_words(self._lang, "joints") | self._lang.alternatives
        return at + 1 == len(heard.words) or heard.breaks_before(at + 1) or heard.words[at + 1] in joints


def _pairs(values: Sequence[str], lang: Language) -> Iterator[_Pair]:
    """Those of *values* that are opposites of each other."""
    for one, other in combinations(values, 2):
        first, second = words_of(one.replace("_", " ")), words_of(other.replace("_", " "))
        both = {word for word in first if word in second}
        apart = [[word for word in words if word not in both] for words in (first, second)]
        senses = [frozenset().union(*(_senses(word, lang) for word in words)) for words in apart]
        against = [frozenset().union(*(_against(_senses(w, lang), lang, w) for w in words)) for words in apart]
        if senses[0].isdisjoint(against[1]) and senses[1].isdisjoint(against[0]):
            continue
        if not senses[0].isdisjoint(senses[1]):
            shared = senses[0] & senses[1]
            senses = [each - shared for each in senses]
        compared = {*apart[0], *apart[1]} <= lang.fewer | lang.further
        named = both - lang.function_words if compared else ()
        measured = frozenset().union(*(_senses(word, lang) for word in named))
        ends = (one, other)
        if compared and apart[0] and apart[0][0] in lang.fewer:
            ends, senses = (other, one), senses[::-1]
        compares = lang.more | lang.less
        turned = len(values) == 2 or all(compares & {*words} for words in apart)
        yield _Pair(ends, (senses[0], senses[1]), measured, turned)


@lru_cache(maxsize=4096)
def _senses(word: str, lang: Language) -> frozenset[str]:
    """What *word* may mean: English words, and the stem of its own."""
    known = lexicon(lang)
    english = [said for said, weight in (known.english(word) if known else ()) if weight >= _LIKELY]
    return _spread(english) | _own(word, lang) | (frozenset() if english else {lemma(word)})


def _own(word: str, lang: Language) -> frozenset[str]:
    return frozenset([_OWN + lang.stem(word)])


def _spread(said: Iterable[str]) -> frozenset[str]:
    """The English words *said*, with those that mean the same to a tool: "turn off", "disable" → "off"."""
    english = language(ENGLISH)
    ways = single_words(english, "ways")
    found = set()
    for each in said:
        words = each.split()
        # "Switch off" is off, and "close up" is no way up.
        particle = len(words) > 1 and words[-1] in ways and not opposites(words[0], english)
        found.add(words[-1] if particle else lemma(words[0]) if words[-1] in ways or len(words) == 1 else each)
    groups = [names for names, _ in english.meanings if not names.isdisjoint(found)]
    return frozenset(found).union(*groups)


@lru_cache(maxsize=4096)
def _against(senses: frozenset[str], lang: Language, word: str) -> frozenset[str]:
    """The opposites of a *word* of these *senses*."""
    english = language(ENGLISH)
    told = (opposites(each, english) for each in senses if not each.startswith(_OWN) and " " not in each)
    return frozenset(_OWN + stem for stem in opposites(word, lang)).union(*told)
