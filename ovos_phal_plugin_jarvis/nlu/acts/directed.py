"""Whether words are said to an assistant at all: device-directed speech, as the field calls it, told by grammar alone.

"who invented the door lock", "i locked the door already" and "lock the door" share their words of meaning; what tells
them apart is how they are put, which is the same whatever the tool is. A linear model knows it from talk and requests
that were written for other tools (``encoder/recipe``); ``test/bench/calibrate.py directed`` fits it. It weighs and
never decides.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from itertools import islice

MOST = 6.0
"""Log odds beyond which it says no more."""
SAID = 1.0
"""Log odds from which words are surely said to an assistant."""
LONGEST = 3
"""Words of a phrase."""
READ = 60
"""Words that are read; nobody asks for something in more."""
_WORD = re.compile(r"\w[\w'’]*")
_ENDINGS = ("ing", "ed", "ly", "s")


@dataclass(frozen=True)
class Directed:
    """Phrases of a language with what each tells, in log odds."""

    kept: frozenset[str]
    """Words that stand for themselves; any other is its ending."""
    weights: dict[str, float]
    bias: float

    def odds(self, text: str) -> float:
        """Log odds that *text* asks for something, -``MOST`` to ``MOST``."""
        told = self.bias + sum(self.weights.get(phrase, 0.0) for phrase in set(phrases(text, self.kept)))
        return max(-MOST, min(MOST, told))


def phrases(text: str, kept: frozenset[str]) -> Iterator[str]:
    """Each run of up to ``LONGEST`` words of *text* between its edges, words outside *kept* as their endings."""
    said = (found[0].lower() for found in islice(_WORD.finditer(text[: 30 * READ]), READ))
    words = ["^", *(word if word in kept else _ending(word) for word in said), "$"]
    for length in range(1, LONGEST + 1):
        yield from map(" ".join, zip(*(words[at:] for at in range(length)), strict=False))


def _ending(word: str) -> str:
    return "-" + next((ending for ending in _ENDINGS if word.endswith(ending)), "")


def is_directed(text: str, code: str) -> float:
    """Log odds that *text* asks an assistant for something; 0 in a language of which nothing is known.

    Args:
        text: what was said, politeness and all.
        code: the language, such as ``en``.
    """
    model = _model(code)
    return model.odds(text) if model else 0.0


@lru_cache(maxsize=16)
def _model(code: str) -> Directed | None:
    file = resources.files("ovos_phal_plugin_jarvis.nlu") / "data" / f"directed_{code}.json"
    if not code.isalpha() or not file.is_file():
        return None
    read = json.loads(file.read_text(encoding="utf-8"))
    return Directed(frozenset(read["kept"]), read["weights"], read["bias"])
