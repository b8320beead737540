"""Which class a word is of: 1,000 groups of English words that stand near the same others, and 256 groups of these.

"samoa" and "belarus" are of one class, "chilly" and "freezing" of another: a tagger that has seen some of a class in
an argument knows the others. ``build_word_classes.py`` makes them from the encoder's word vectors; nobody names them.
"""

from __future__ import annotations

from functools import lru_cache
from importlib import resources
from pathlib import Path

import numpy as np
from ovos_utils.log import LOG

from ovos_phal_plugin_jarvis.nlu.knowledge.wordnet import BROKEN, KnowledgeError
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
        try:
            with np.load(path, allow_pickle=False) as arrays:
                kept = {name: arrays[name] for name in arrays.files}
            if int(kept["format"][0]) != FORMAT:
                raise KnowledgeError(f"{path.name}: format {int(kept['format'][0])}, expected {FORMAT}")
            self._words = WordList(bytes(kept["words"]), kept["word_starts"])
            self._fine, self._coarse = kept["fine"], kept["coarse"]
            fits = self._fine.shape == (len(self._words),) and self._coarse.ndim == 1
            fits = fits and {self._fine.dtype.kind, self._coarse.dtype.kind} == {"u"}
            if not fits or int(self._fine.max(initial=0)) >= len(self._coarse):
                raise KnowledgeError(f"{path.name}: not a class for each word")
        except KnowledgeError:
            raise
        except BROKEN as error:
            raise KnowledgeError(f"{path.name} can't be used: {type(error).__name__}: {error}") from None

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
    with resources.as_file(resources.files(__package__) / "data" / "word_classes_en.npz") as path:
        try:
            return WordClasses(path)
        except KnowledgeError as error:
            LOG.warning(f"words are of no class, arguments are found less well without: {error}")
            return None
