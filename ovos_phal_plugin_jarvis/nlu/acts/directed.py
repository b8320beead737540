"""Whether words are said to an assistant at all: device-directed speech, as the field calls it, told by grammar alone.

"who invented the door lock", "i locked the door already" and "lock the door" share their words of meaning; what tells
them apart is how they are put, which is the same whatever the tool is. A linear model knows it from talk and requests
that were written for other tools (``encoder/recipe``); ``test/bench/calibrate.py directed`` fits it. It weighs and
never decides.

A second one has also seen what households and strangers say to their tools and near them ("the gull left berth two by
itself", "if it storms we'd have to move her"): who acts on what it doubts asks first. ``calibrate.py wanted`` fits it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from importlib import resources
from itertools import islice

import numpy as np

MOST = 6.0
"""Log odds beyond which it says no more."""
SAID = 1.0
"""Log odds from which words are surely said to an assistant."""
LONGEST = 3
"""Words of a phrase."""
_UNWANTED = -0.8
"""Log odds of being wanted below which words are put as what nobody wants."""
DIRECTED, WANTED = "directed", "wanted"
"""What the files of the two models are called."""
READ = 60
"""Words that are read; nobody asks for something in more."""
_PARTS = 1000
"""What tells is kept in whole parts of 1: the files have three digits."""
_WORD = re.compile(r"\w[\w'’]*")
_ENDINGS = ("ing", "ed", "ly", "s")


class Directed:
    """Phrases of a language with what each tells, in log odds. The English ones as texts would take 10 MiB; as numbers
    they take a twentieth of that."""

    def __init__(self, kept: frozenset[str], weights: Mapping[str, float], bias: float) -> None:
        """
        Args:
            kept: words that stand for themselves; any other is its ending.
            weights: phrase → what it tells.
            bias: what nothing said tells.
        """
        self._kept = kept
        self._bias = bias
        words = {word for phrase in weights for word in phrase.split(" ")}
        self._numbers = {word: at for at, word in enumerate(sorted(words), start=1)}
        keys = np.fromiter(map(self._key, (phrase.split(" ") for phrase in weights)), np.int64, len(weights))
        order = np.argsort(keys)
        every = np.append(keys[order], (len(self._numbers) + 1) ** LONGEST)  # what is behind all of them is none
        self._keys = every.astype(np.min_scalar_type(every[-1]))
        parts = np.fromiter(weights.values(), np.float64, len(weights)) * _PARTS
        self._weights = np.rint(parts[order]).astype(np.int32)

    def _key(self, phrase: Sequence[str]) -> int:
        """The number that stands for *phrase*: one for each row of words that phrases are made of."""
        key = 0
        for word in phrase:
            key = key * (len(self._numbers) + 1) + self._numbers.get(word, 0)
        return key

    def odds(self, text: str) -> float:
        """Log odds that *text* asks for something, -``MOST`` to ``MOST``."""
        numbers, base = [self._numbers.get(word, 0) for word in words_of(text, self._kept)], len(self._numbers) + 1
        keys = row = numbers
        for length in range(1, LONGEST):
            row = [key * base + number for key, number in zip(row, numbers[length:], strict=False)]
            keys = keys + row
        said = np.fromiter(dict.fromkeys(keys), self._keys.dtype)
        at = self._keys.searchsorted(said)
        told = self._bias + int(self._weights[at[self._keys[at] == said]].sum()) / _PARTS
        return max(-MOST, min(MOST, told))


def words_of(text: str, kept: frozenset[str]) -> list[str]:
    """The words of *text* between its edges, those outside *kept* as their endings."""
    said = (found[0].lower() for found in islice(_WORD.finditer(text[: 30 * READ]), READ))
    return ["^", *(word if word in kept else _ending(word) for word in said), "$"]


def phrases(text: str, kept: frozenset[str]) -> Iterator[str]:
    """Each run of up to ``LONGEST`` of the words of *text* (:func:`words_of`)."""
    words = words_of(text, kept)
    for length in range(1, LONGEST + 1):
        yield from map(" ".join, zip(*(words[at:] for at in range(length)), strict=False))


def _ending(word: str) -> str:
    # Most words have none of them, which is told at once.
    return "-" + next(filter(word.endswith, _ENDINGS)) if word.endswith(_ENDINGS) else "-"


def is_directed(text: str, code: str) -> float:
    """Log odds that *text* asks an assistant for something; 0 in a language of which nothing is known.

    Args:
        text: what was said, politeness and all.
        code: the language, such as ``en``.
    """
    model = _model(code)
    return model.odds(text) if model else 0.0


def is_wanted(text: str, code: str) -> float:
    """The same, by what is also said to tools and near them."""
    model = _model(code, WANTED)
    return model.odds(text) if model else 0.0


def seems_unwanted(text: str, code: str) -> bool:
    """Whether *text* is put as what is only told, hoped or denied: whoever acts on it asks first. Of requests whose
    authors the model has not seen two or three in a hundred are, and seven in ten of what is for nothing
    (``test/bench/calibrate.py wanted`` prints it).

    Args:
        text: what was said.
        code: the language, such as ``en``.
    """
    return is_wanted(text, code) < _UNWANTED


@lru_cache(maxsize=16)
def _model(code: str, kind: str = DIRECTED) -> Directed | None:
    file = resources.files("ovos_phal_plugin_jarvis.nlu") / "data" / f"{kind}_{code}.json"
    if not code.isalpha() or not file.is_file():
        return None
    read = json.loads(file.read_text(encoding="utf-8"))
    return Directed(frozenset(read["kept"]), read["weights"], read["bias"])
