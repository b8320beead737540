"""Which verbs ask for the same: "cancel", "call off" and "scrap" do, "cancel" and "book" don't.

What a dictionary holds to be the same is not what people order with: "pencil in" is what one says to a tool that books.
``learning/build_verbs.py`` learns it from which verbs the encoder's authors let people say to one and the same tool.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from ovos_phal_plugin_jarvis.nlu.knowledge.arrays import KnowledgeError, arrays_of, in_package
from ovos_phal_plugin_jarvis.nlu.word_list import WordList

FORMAT = 1
Directions = npt.NDArray[np.float32]


class Verbs:
    """Verbs as directions, near where they ask for the same. Read-only and safe to share between threads."""

    def __init__(self, path: Path) -> None:
        """
        Args:
            path: what ``learning/build_verbs.py`` wrote.

        Raises:
            KnowledgeError: it is missing, of another version, or not what it should be.
        """
        with arrays_of(path, FORMAT) as kept:
            self._words = WordList(bytes(kept["words"]), kept["word_starts"])
            rows: npt.NDArray[Any] = kept["directions"]
            if rows.ndim != 2 or len(rows) != len(self._words) or rows.dtype != np.int8:
                raise KnowledgeError(f"{path.name}: not a direction for each verb")
            lengths = np.linalg.norm(rows.astype(np.float32), axis=1, keepdims=True)
            if not lengths.all():
                raise KnowledgeError(f"{path.name}: a verb without a direction")
            self._directions: Directions = rows / lengths
            self._general = kept["general"]
            if self._general.shape != (len(self._words),) or self._general.dtype != np.bool_:
                raise KnowledgeError(f"{path.name}: not for each verb whether it says little")

    def of(self, verb: Sequence[str]) -> Directions | None:
        """The direction of *verb*, of length one: that of the first of its forms that is known. So
        ``("call off", "call")`` is not near "call". None where none is known."""
        at = self._first(verb)
        return self._directions[at] if at is not None else None

    def is_general(self, verb: Sequence[str]) -> bool:
        """Whether nearly anything is ordered with *verb* ("put"), so that it says little."""
        at = self._first(verb)
        return at is not None and bool(self._general[at])

    def _first(self, verb: Sequence[str]) -> int | None:
        places = (at for form in verb if (at := self._words.find(form)) is not None)
        return next(places, None)


@lru_cache(maxsize=1)
def english_verbs() -> Verbs | None:
    """The verbs of English; None, with a warning once, where the file is missing or broken."""
    without = "which verbs ask for the same is not known, orders for something else are told apart less well without"
    return in_package("verbs_en.npz", Verbs, without)
