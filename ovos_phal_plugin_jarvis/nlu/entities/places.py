"""Names of places with inhabitants, from GeoNames."""

from __future__ import annotations

import gzip
from collections.abc import Sequence
from functools import lru_cache
from importlib import resources

from ovos_phal_plugin_jarvis.nlu.entities.grammar import fold

_MAX_WORDS = 5


@lru_cache(maxsize=1)
def cities() -> frozenset[str]:
    """Names of places with inhabitants, lower case, without accents."""
    packed = (resources.files("ovos_phal_plugin_jarvis.nlu") / "data" / "cities.txt.gz").read_bytes()
    return frozenset(gzip.decompress(packed).decode().split("\n"))


@lru_cache(maxsize=1)
def _longest() -> dict[str, int]:
    """First word of a name → how many words the longest such name has."""
    longest: dict[str, int] = {}
    for name in cities():
        first, *more = name.split(" ", _MAX_WORDS)
        longest[first] = max(longest.get(first, 0), min(_MAX_WORDS, 1 + len(more)))
    return longest


def find_places(words: Sequence[str]) -> list[tuple[int, int]]:
    """First token and one past the last of each name of a place in *words* (normalised), the longest first names."""
    known, longest = cities(), _longest()
    plain = ["".join(fold(word)) for word in words]
    found: list[tuple[int, int]] = []
    at = 0
    while at < len(plain):
        for end in range(min(len(plain), at + longest.get(plain[at], 0)), at, -1):
            name = " ".join(plain[at:end])
            if name in known or f"{name} city" in known:
                found.append((at, end))
                at = end
                break
        else:
            at += 1
    return found
