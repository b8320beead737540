"""Names that people have: given names and family names of many countries, as they are written without accents.

``build_people.py`` makes the file from the tables in ``recipe/people``. Many a name is a word as well ("rose",
"grant"): who asks has to weigh that.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from ovos_phal_plugin_jarvis.nlu.knowledge.arrays import KnowledgeError, arrays_of, in_package
from ovos_phal_plugin_jarvis.nlu.word_list import WordList

FORMAT = 1
GIVEN, FAMILY = 1, 2
"""What a name is; some are both, which is the sum."""


class People:
    """The names of people. Read-only and safe to share between threads."""

    def __init__(self, path: Path) -> None:
        """
        Args:
            path: what ``build_people.py`` wrote.

        Raises:
            KnowledgeError: it is missing, of another version, or not what it should be.
        """
        with arrays_of(path, FORMAT) as kept:
            self._words = WordList(bytes(kept["words"]), kept["word_starts"])
            self._kinds = kept["kinds"]
            fits = self._kinds.shape == (len(self._words),) and self._kinds.dtype.kind == "u"
            if not fits or int(self._kinds.max(initial=0)) > GIVEN + FAMILY:
                raise KnowledgeError(f"{path.name}: not a kind for each name")

    def kind(self, name: str) -> int:
        """What *name*, in lower case, is: ``GIVEN``, ``FAMILY``, their sum, or 0 where it is none that is known."""
        at = self._words.find(name)
        return int(self._kinds[at]) if at is not None else 0


@lru_cache(maxsize=1)
def names_of_people() -> People | None:
    """The names; None, with a warning once, where the file is missing or broken."""
    without = "nobody's name is known, texts are found less well without"
    return in_package("people.npz", People, without)
