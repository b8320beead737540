"""What an assistant knows anyway: which words name places, genres, dishes, rooms and the like."""

from __future__ import annotations

import gzip
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources

_MAX_PHRASE = 5


@dataclass(frozen=True)
class Phrase:
    """Words of an utterance that a list knows."""

    start: int
    end: int
    kind: str


@lru_cache(maxsize=1)
def lexicon() -> dict[str, tuple[str, ...]]:
    """Kind → its members, lower case, in the order they were written."""
    kinds: dict[str, list[str]] = {}
    members: list[str] = []
    text = (resources.files(__package__) / "data" / "lexicon_en.txt").read_text(encoding="utf-8")
    for line in text.splitlines():
        if line.startswith("#"):
            continue
        heading = re.fullmatch(r"\[(\w+)\]\s*", line)
        if heading:
            members = kinds.setdefault(heading.group(1), [])
        else:
            members.extend(word for part in line.split(",") if (word := part.strip()))
    return {kind: tuple(dict.fromkeys(words)) for kind, words in kinds.items()}


@lru_cache(maxsize=1)
def cities() -> frozenset[str]:
    """Names of places with inhabitants, lower case, without accents."""
    packed = (resources.files(__package__) / "data" / "cities.txt.gz").read_bytes()
    return frozenset(gzip.decompress(packed).decode().split("\n"))


@lru_cache(maxsize=1)
def _phrases() -> dict[str, tuple[str, ...]]:
    index: dict[str, list[str]] = {}
    for kind, words in lexicon().items():
        for word in words:
            index.setdefault(word.replace("'s", " 's"), []).append(kind)
    return {word: tuple(kinds) for word, kinds in index.items()}


@lru_cache(maxsize=1)
def _longest() -> dict[str, int]:
    """First word of a phrase → how many words the longest such phrase has."""
    longest: dict[str, int] = {}
    for phrase in (*_phrases(), *cities()):
        first, *more = phrase.split(" ", _MAX_PHRASE)
        longest[first] = max(longest.get(first, 0), min(_MAX_PHRASE, 1 + len(more)))
    return longest


def find_phrases(words: Sequence[str]) -> list[Phrase]:
    """The longest known phrases of each kind in *words* (normalised), in no order that matters."""
    known, places, longest = _phrases(), cities(), _longest()
    found: list[Phrase] = []
    covered: dict[str, int] = {}
    count = len(words)
    for start in range(count):
        for end in range(min(count, start + longest.get(words[start], 0)), start, -1):
            phrase = " ".join(words[start:end])
            kinds = known.get(phrase, ())
            if phrase in places:
                kinds = (*kinds, "city")
            for kind in kinds:
                if covered.get(kind, 0) <= start:
                    found.append(Phrase(start, end, kind))
                    covered[kind] = end
    return found
