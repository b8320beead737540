"""Words of names, descriptions and utterances, as the encoder sees them, and the table of their vectors."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable, Sequence
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from ovos_phal_plugin_jarvis.nlu.encoder.weights import let_go
from ovos_phal_plugin_jarvis.nlu.word_list import WordList

Floats = npt.NDArray[np.float32]

_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_WORD = re.compile(r"\d+(?:[.,:/]\d+)*|[^\W\d_]+(?:['’][^\W\d_]+)*|[^\w\s]", re.UNICODE)
_READ = 20_000  # characters of a text that are looked at
_REMEMBERED = 512  # words whose vectors are kept: an utterance is read in many parts, each by several tools


def split_words(text: str) -> list[str]:
    """Lower-case words and numbers of ``text``; names in snake case, camel case and with dots fall into their words."""
    spaced = _CAMEL.sub(" ", text[:_READ])
    return [w.lower().replace("’", "'") for w in _WORD.findall(spaced) if w[0].isalnum()]


def normal_form(word: str) -> str:
    """How ``word`` stands in the vocabulary: digits of longer numbers count by their shape only."""
    word = word.lower().replace("’", "'")
    if len(word) > 2 and any(c.isdigit() for c in word):
        return "".join("0" if c.isdigit() else c for c in word)[:24]
    return word[:40]


def ngram_buckets(word: str, buckets: int) -> list[int]:
    """Where the character n-grams (3 to 5) of ``word`` stand in the table of n-grams."""
    framed = f"<{word}>"
    grams = {framed[i : i + n] for n in (3, 4, 5) for i in range(len(framed) - n + 1)}
    return sorted(zlib.crc32(gram.encode("utf-8", "replace")) % buckets for gram in grams or {framed})


class WordVectors:
    """Vectors of words: a table of known ones, and the mean of hashed character n-grams for all others.

    Both tables hold int8 rows with a scale each; a row becomes floats when it is asked for.
    """

    def __init__(
        self,
        vocabulary: Sequence[str],
        words: npt.NDArray[np.int8],
        word_scales: Floats,
        ngrams: npt.NDArray[np.int8],
        ngram_scales: Floats,
    ):
        order = sorted(range(len(vocabulary)), key=vocabulary.__getitem__)
        self._known = WordList.of("\n".join([vocabulary[i] for i in order]).encode())
        self._rows = np.array(order, np.int32)
        self._words, self._word_scales = words, word_scales
        self._ngrams, self._ngram_scales = ngrams, ngram_scales
        self.size = int(words.shape[1])
        self._vector = lru_cache(maxsize=_REMEMBERED)(self._read)

    def __contains__(self, word: str) -> bool:
        return normal_form(word) in self._known

    def vectors(self, words: Iterable[str]) -> Floats:
        """One row for each word; for several that stand for one of another language, what lies between theirs."""
        rows = [self._vector(word) for word in words]
        return np.stack(rows) if rows else np.zeros((0, self.size), np.float32)

    def _read(self, word: str) -> Floats:
        parts = word.split()
        if len(parts) > 1:
            mean: Floats = self.vectors(parts).mean(axis=0)
            return mean
        word = normal_form(word)
        at = self._known.find(word)
        if at is None and "'" in word:
            at = self._known.find(word.replace("'", ""))
        if at is not None:
            i = self._rows[at]
            return self._words[i].astype(np.float32) * self._word_scales[i]
        return self.spelled(word)

    def let_go(self) -> None:
        """Hold no longer what of the tables was read: words of twenty tools' examples stand on most of their pages."""
        for table in (self._words, self._ngrams):
            let_go(table)

    def spelled(self, word: str) -> Floats:
        """The vector of ``word`` by its spelling alone."""
        at = ngram_buckets(word, len(self._ngrams))
        rows: Floats = self._ngrams[at].astype(np.float32) * self._ngram_scales[at, None]
        mean: Floats = rows.mean(axis=0)
        return mean
