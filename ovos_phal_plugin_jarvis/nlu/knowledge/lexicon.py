"""English words for the words of another language: what lets a tool that is described in English alone be understood.

The arrays are made by ``build_lexicons.py`` and hold words and the words that stand for them, no definitions. They are
opened at the first question in their language, and only read.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from importlib import resources
from itertools import combinations, product
from pathlib import Path

import numpy as np

from ovos_phal_plugin_jarvis.nlu.knowledge.arrays import KnowledgeError, arrays_of, in_package
from ovos_phal_plugin_jarvis.nlu.lang import Language
from ovos_phal_plugin_jarvis.nlu.text import without_accents
from ovos_phal_plugin_jarvis.nlu.word_list import WordList

FORMAT = 1
STEM = "~"
"""What stands before the stems of words."""
STEPS = 15
"""The weight of what is said for a word most; others have so many fifteenths of it."""
_LEAST_PART = 3
"""Letters of a part of a compound."""
_LONGEST_CLITIC = 3
"""Letters of a pronoun that may be written behind a verb."""
_ELIDED = ("", "e", "a", "o", "i")
"""What a word that ends in an apostrophe may have lost."""
_CLITICS = 2
"""Pronouns that may be written behind a verb."""
_LONGEST_NAMED, _LONGEST_OF_TWO = 20, 12
"""Letters of a word of a name that a mark is looked for in, and two, which takes as long as there are pairs."""
_MARKED = {
    "ae": "ä",
    "oe": "öœ",
    "ue": "ü",
    "ss": "ß",
    "a": "áàâã",
    "e": "éèê",
    "i": "íî",
    "o": "óòôõ",
    "u": "úùû",
    "c": "ç",
    "n": "ñ",
}
"""Letters that stand in a plain text for some with marks."""


class Lexicon:
    """What words of one language mean in English. Read-only and safe to share between threads."""

    def __init__(self, path: Path, lang: Language) -> None:
        """
        Args:
            path: what ``build_lexicons.py`` wrote.
            lang: the language of its words.

        Raises:
            KnowledgeError: it is missing, of another version, or not what it should be.
        """
        with arrays_of(path, FORMAT) as kept:
            self._words = WordList(bytes(kept["words"]), kept["word_starts"])
            self._english = WordList(bytes(kept["english"]), kept["english_starts"])
            self._starts, self._meant, self._weights = kept["starts"], kept["meant"], kept["weights"]
            self._check()
        self._lang = lang
        self._clitics = sorted(_written_behind(lang), key=lambda form: (-len(form), form))
        self.english = lru_cache(maxsize=2_000)(self._found)

    def parted(self, verb: str, particle: str) -> tuple[tuple[str, float], ...]:
        """What *verb* means where *particle* stands apart behind it: "schließ … auf" → "unlock"; nothing where the two
        are no verb."""
        return self._known(particle + verb) if particle in self._lang.verb_particles else ()

    def phrase(self, words: Sequence[str]) -> tuple[int, tuple[tuple[str, float], ...]]:
        """How many of *words*, from the first on, are said together for something, and what that is: "salle de bain" →
        "bathroom"; 0 where one by one says more."""
        for entry in sorted(self._words.beginning(words[0]), key=len, reverse=True) if words else ():
            size = entry.count(" ") + 1
            if 1 < size <= len(words) and entry == " ".join(words[:size]):
                return size, self._known(entry)
        return 0, ()

    def knows(self, word: str) -> bool:
        """Whether *word* is known as it is, and no other form or part of it."""
        return self._words.find(word) is not None

    def respelt(self, word: str) -> str:
        """*word*, which a name has in plain letters, as it is known: "duree" → "durée"; itself where nobody knows."""
        if self.knows(word) or len(word) > _LONGEST_NAMED:
            return word
        marked = [*self._marked(word)]
        known = next((form for form in marked if self.knows(form)), "")
        return known or next((form for form in (word, *marked) if self.stemmed(form)), word)

    @staticmethod
    def _marked(word: str) -> Iterator[str]:
        """*word* with marks on one of its letters, then on two."""
        places = [(at, plain) for at in range(len(word)) for plain in _MARKED if word.startswith(plain, at)]
        pairs = combinations(places, 2) if len(word) <= _LONGEST_OF_TWO else ()
        for changed in (*combinations(places, 1), *pairs):
            for marks in product(*(_MARKED[plain] for _, plain in changed)):
                form = word
                for (at, plain), mark in reversed([*zip(changed, marks, strict=True)]):
                    form = form[:at] + mark + form[at + len(plain) :]
                yield form

    def stemmed(self, word: str) -> tuple[tuple[str, float], ...]:
        """What another form of *word* means, by the stem of both."""
        return self._known(STEM + self._lang.stem(word))

    def _found(self, word: str) -> tuple[tuple[str, float], ...]:
        """What *word* may mean in English, each with a weight up to 1, the likeliest first; nothing where nobody
        knows. What is said in several words is joined by spaces: "wohnzimmer" → "living room".

        Args:
            word: as :class:`~ovos_phal_plugin_jarvis.nlu.text.Token` has it, in any form.
        """
        return (
            self._known(word)
            or self._elided(word)
            or self._without_clitics(word)
            or self.stemmed(word)
            or self._compound(word)
        )

    def _known(self, word: str) -> tuple[tuple[str, float], ...]:
        at = self._words.find(word)
        if at is None:
            return ()
        row = range(self._starts[at], self._starts[at + 1])
        return tuple((self._english[self._meant[i]], float(self._weights[i]) / STEPS) for i in row)

    def _elided(self, word: str) -> tuple[tuple[str, float], ...]:
        """What a word means that lost its last letters before another: "dell'", "qu'"."""
        start = word.removesuffix("'")
        forms = (start + ending for ending in _ELIDED if start != word)
        return next(filter(None, map(self._known, forms)), ())

    def _without_clitics(self, word: str) -> tuple[tuple[str, float], ...]:
        """What *word* means without the pronouns behind it: "apágalo" → "apaga"."""
        form = word
        for _ in range(_CLITICS):
            ending = next((e for e in self._clitics if form.endswith(e) and len(form) - len(e) >= _LEAST_PART), None)
            if ending is None:
                return ()
            form = form[: -len(ending)].rstrip("-")
            # Where a pronoun is written behind, an accent keeps the stress: "apágalo"; or a vowel goes: "metterlo".
            for plain in dict.fromkeys((form, without_accents(form), form + "e")):
                found = self._known(plain) or self.stemmed(plain)
                if found:
                    return found
        return ()

    def _compound(self, word: str) -> tuple[tuple[str, float], ...]:
        """The parts of *word* where it is put together of two that are known: "küchenlampe" → "kitchen lamp"."""
        for at in range(_LEAST_PART, len(word) - _LEAST_PART + 1) if self._lang.linkings else ():
            # Of two ways to part it that is likelier which leaves the longer second part: "vergader|zaal".
            second = self._known(word[at:]) if word[at:] not in self._lang.function_words else ()
            for first in self._firsts(word[:at]) if second else ():
                also = self.stemmed(word[at:])
                # "Küche" has the stem of "kuchen".
                return tuple((f"{first} {each}", weight) for each, weight in (dict(second) | dict(also)).items())
        return ()

    def parts(self, word: str) -> Iterator[tuple[str, str]]:
        """The two words that *word* may be put together of, in their own forms: "küchenlampe" → "küche", "lampe"."""
        stem = self._lang.stem(word)
        whole = not self._lang.linkings or (stem != word and self._known(stem))  # "planten" are more than one "plant"
        for at in range(_LEAST_PART, len(word) - _LEAST_PART + 1) if not whole else ():
            first, second = self._first_as_known(word[:at]), word[at:]
            if second in self._lang.function_words or not (self._known(second) or self.stemmed(second)):
                continue
            # "Voordeur" is a word, though "voor" by itself is one of grammar.
            if not first and word[:at] in self._lang.function_words and self._known(word):
                first = word[:at]
            if first:
                yield first, second

    def _first_as_known(self, part: str) -> str:
        """*part*, the first of a compound, as it is known: without the letters that link it, with the last one that it
        lost, or put together itself; empty where it is no word."""
        if part in self._lang.prefixes | self._lang.function_words:
            return ""
        unlinked = [part.removesuffix(link) for link in ("", *sorted(self._lang.linkings))]
        forms = [form for form in unlinked if len(form) >= _LEAST_PART]
        return next(
            (form for each in forms for form in (each, each + "e") if self._known(form)),
            next((each for each in forms if self._compound(each)), ""),
        )

    def _firsts(self, part: str) -> Iterator[str]:
        """What *part*, the first of a compound, means: as it is, or without the letters that link it."""
        for link in ("", *sorted(self._lang.linkings)):
            form = part.removesuffix(link)
            if len(form) >= _LEAST_PART and (not link or form != part) and form not in self._lang.prefixes:
                found = self._known(form) or self.stemmed(form)
                yield from (english for english, _ in found[:1] if form not in self._lang.function_words)

    def _check(self) -> None:
        starts = self._starts
        if len(starts) != len(self._words) + 1 or int(starts[0]) != 0 or int(starts[-1]) != len(self._meant):
            raise KnowledgeError("lexicon: the rows don't fit the words")
        if (np.diff(starts.astype(np.int64)) < 0).any() or len(self._weights) != len(self._meant):
            raise KnowledgeError("lexicon: the rows don't fit each other")
        if len(self._meant) and int(self._meant.max()) >= len(self._english):
            raise KnowledgeError("lexicon: points outside")


def _written_behind(lang: Language) -> frozenset[str]:
    """The pronouns that may be written behind a verb, in a language that has such."""
    whom = lang.addressing if lang.enclitics else frozenset[str]()
    forms = lang.enclitics | lang.enclitic_places | lang.enclitic_ofs | whom
    return frozenset(bare for form in forms if len(bare := form.removesuffix("'")) <= _LONGEST_CLITIC)


@lru_cache(maxsize=16)
def lexicon(lang: Language) -> Lexicon | None:
    """The lexicon of *lang*; None for English and for a language without one, and, with a warning once, where it is
    broken."""
    name = f"english_{lang.code}.npz"
    file = resources.files(__package__) / "data" / name
    if not lang.code.isalpha() or not file.is_file():
        return None
    without = f"what words of {lang.name} mean in English is not known"
    return in_package(name, lambda path: Lexicon(path, lang), without)
