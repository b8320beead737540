"""Names of places with inhabitants, from GeoNames."""

from __future__ import annotations

import gzip
from collections.abc import Sequence
from functools import lru_cache
from importlib import resources

from ovos_phal_plugin_jarvis.nlu.entities.grammar import fold
from ovos_phal_plugin_jarvis.nlu.word_list import WordList

_MAX_WORDS = 5


@lru_cache(maxsize=1)
def cities() -> WordList:
    """Names of places with inhabitants, lower case, without accents."""
    packed = (resources.files("ovos_phal_plugin_jarvis.nlu") / "data" / "cities.txt.gz").read_bytes()
    return WordList.of(gzip.decompress(packed).strip())


@lru_cache(maxsize=4096)
def _longest(first: str) -> int:
    """How many words the longest name has that begins with the word *first*; 0 where none does."""
    return max((min(_MAX_WORDS, 1 + name.count(" ")) for name in cities().beginning(first)), default=0)


def find_places(words: Sequence[str]) -> list[tuple[int, int]]:
    """First token and one past the last of each name of a place in *words* (normalised), the longest first names."""
    known = cities()
    plain = ["".join(fold(word)) for word in words]
    found: list[tuple[int, int]] = []
    at = 0
    while at < len(plain):
        for end in range(min(len(plain), at + _longest(plain[at])), at, -1):
            name = " ".join(plain[at:end])
            if name in known or f"{name} city" in known:
                found.append((at, end))
                at = end
                break
        else:
            at += 1
    return found
