"""Which class a word is of: 1,000 groups of English words that stand near the same others, and 256 groups of these.

"samoa" and "belarus" are of one class, "chilly" and "freezing" of another: a tagger that has seen some of a class in
an argument knows the others. ``build_word_classes.py`` makes them from the encoder's word vectors; nobody names them.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from ovos_phal_plugin_jarvis.nlu.knowledge.arrays import KnowledgeError, arrays_of, in_package
from ovos_phal_plugin_jarvis.nlu.word_list import WordList

FORMAT = 1


class WordClasses:
    """The classes of words. Read-only and safe to share between threads."""

    def __init__(self, path: Path) -> None:
        """
        Args:
            path: what ``build_word_classes.py`` wrote.

        Raises:
            KnowledgeError: it is missing, of another version, or not what it should be.
        """
        with arrays_of(path, FORMAT) as kept:
            self._words = WordList(bytes(kept["words"]), kept["word_starts"])
            self._fine, self._coarse = kept["fine"], kept["coarse"]
            fits = self._fine.shape == (len(self._words),) and self._coarse.ndim == 1
            fits = fits and {self._fine.dtype.kind, self._coarse.dtype.kind} == {"u"}
            if not fits or int(self._fine.max(initial=0)) >= len(self._coarse):
                raise KnowledgeError(f"{path.name}: not a class for each word")

    def of(self, word: str) -> tuple[int, int] | None:
        """The fine and the coarse class of *word*, in lower case; None where it is of none."""
        at = self._words.find(word)
        if at is None:
            return None
        fine = int(self._fine[at])
        return fine, int(self._coarse[fine])


@lru_cache(maxsize=1)
def english_word_classes() -> WordClasses | None:
    """The classes of English words; None, with a warning once, where the file is missing or broken."""
    without = "words are of no class, arguments are found less well without"
    return in_package("word_classes_en.npz", WordClasses, without)
