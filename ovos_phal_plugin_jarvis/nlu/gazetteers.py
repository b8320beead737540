"""What an assistant knows anyway: which words name places."""

from __future__ import annotations

import gzip
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources

_MAX_PHRASE = 5


@dataclass(frozen=True)
class Phrase:
    """Words of an utterance of a known kind."""

    start: int
    end: int
    kind: str


@lru_cache(maxsize=1)
def cities() -> frozenset[str]:
    """Names of places with inhabitants, lower case, without accents."""
    packed = (resources.files(__package__) / "data" / "cities.txt.gz").read_bytes()
    return frozenset(gzip.decompress(packed).decode().split("\n"))


@lru_cache(maxsize=1)
def _longest() -> dict[str, int]:
    """First word of a place's name -> how many words the longest such name has."""
    longest: dict[str, int] = {}
    for phrase in cities():
        first, *more = phrase.split(" ", _MAX_PHRASE)
        longest[first] = max(longest.get(first, 0), min(_MAX_PHRASE, 1 + len(more)))
    return longest


def find_phrases(words: Sequence[str]) -> list[Phrase]:
    """The longest places in *words* (normalised)."""
    places, longest = cities(), _longest()
    found: list[Phrase] = []
    covered = 0
    count = len(words)
    for start in range(count):
        for end in range(min(count, start + longest.get(words[start], 0)), start, -1):
            if covered <= start and " ".join(words[start:end]) in places:
                found.append(Phrase(start, end, "city"))
                covered = end
    return found
