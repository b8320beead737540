"""Complaints: what came of the last request is too much of something or not enough: "still too loud", "not that dark".

Alone one asks for a step the other way; before an order or a value it says only why that is wanted.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ovos_phal_plugin_jarvis.nlu.acts.words import describes, is_inflected
from ovos_phal_plugin_jarvis.nlu.dialogue.comparing import compared_word
from ovos_phal_plugin_jarvis.nlu.dialogue.interpreter import Interpreter
from ovos_phal_plugin_jarvis.nlu.lang import is_content
from ovos_phal_plugin_jarvis.nlu.reader import Reader
from ovos_phal_plugin_jarvis.nlu.reading import valued_places
from ovos_phal_plugin_jarvis.nlu.text import denying_words, single_words

_LEADS = ("noes", "refuse", "particles", "fillers", "sounds", "beside")
"""Tables of words before a complaint that say nothing of it."""


@dataclass(frozen=True)
class Complaint:
    """What is not right, and what is said behind that."""

    rest: str
    """What is said behind it; "" where nothing is."""
    wanted: str = ""
    """The comparison that says what is wanted instead ("brighter"); "" where it names no quantity."""
    turns: bool = False
    """Whether it says only that there is too much of what was asked for."""


class Complaints(Interpreter):
    """Reads what says that something is too much or too little."""

    def __init__(self, reader: Reader, lang: str) -> None:
        super().__init__(reader, lang)
        spoken = self.language
        self._denying = denying_words(spoken)
        self._small = spoken.points | spoken.demonstratives | spoken.states | spoken.adverbs | spoken.degree_words
        self._small |= spoken.articles
        for table in _LEADS:
            self._small |= single_words(spoken, table)

    def complaint(self, text: str) -> Complaint | None:
        """What *text* begins with where that says that something is too much or not enough; None where it does not."""
        heard = self._reader.hear_raw(text)
        words = heard.words
        counted = valued_places(heard)
        found = self._said(["" if at in counted else word for at, word in enumerate(words)])  # "thirty" is no quality
        if found is None:
            return None
        end, quality, lacking = found
        while end < len(words) and words[end] in self.language.adverbs:
            end += 1
        rest = text[heard.tokens[end].start :] if end < len(words) else ""
        compared = compared_word(quality, self.language)
        wanted = compared if lacking else self._opposite(compared)
        much = quality in self.language.degree_words | self.language.excess and not lacking
        return Complaint(rest, wanted, much)

    def _said(self, words: Sequence[str]) -> tuple[int, str, bool] | None:
        """Where the complaint that *words* begin with ends, of what it is, and whether there is not enough of that."""
        spoken = self.language
        for at, word in enumerate(words):
            after = words[at + 1] if at + 1 < len(words) else ""
            if word in spoken.excess and self._is_quality(after):
                return at + 2, after, False
            if word in spoken.excess and not after and word not in spoken.also:
                return at + 1, word, False  # "trop"; "too" alone is "as well"
            if word in self._denying:
                return self._denied(words, at + 1)
            if self._is_evaluated(words, at):
                return at + 1, "", False
            named = at and words[at - 1] in spoken.articles and after in spoken.states and is_content(word, spoken)
            if word not in self._small and not named:
                return None
        return None

    def _denied(self, words: Sequence[str], at: int) -> tuple[int, str, bool] | None:
        """The same behind a negation: "not [loud enough]", "not [that dark]"."""
        spoken = self.language
        first, second = (*words[at : at + 2], "", "")[:2]
        if first in spoken.such and self._is_quality(second):
            return at + 2, second, False
        if self._is_quality(first) and second in spoken.sufficient:
            return at + 2, first, True
        if first in spoken.sufficient:
            return (at + 2, second, True) if compared_word(second, spoken) else (at + 1, "", True)
        return None

    def _is_quality(self, word: str) -> bool:
        """Whether *word* says how something is, or how much of it there is."""
        known = word in self.language.degree_words or bool(compared_word(word, self.language))
        return known or (is_content(word, self.language) and describes(word, self.language))

    def _is_evaluated(self, words: Sequence[str], at: int) -> bool:
        """Whether the word at *at* says behind an adverb or a degree how something still is: "still glaring"."""
        spoken, word = self.language, words[at]
        if not at or words[at - 1] not in spoken.adverbs | spoken.degree_words or word in self._small:
            return False
        shows = word.endswith("ing") and is_inflected(word, spoken)
        return is_content(word, spoken) and (describes(word, spoken) or shows) and word not in spoken.more | spoken.less

    def _opposite(self, word: str) -> str:
        """The comparison of the same quantity that says the other way; "" where none is known."""
        spoken = self.language
        others = spoken.less if word in spoken.more else spoken.more if word in spoken.less else frozenset()
        return next((min(said & others) for _, said in spoken.dimensions if word in said and said & others), "")
