"""What a language names with several words, and which foods stand by themselves: nobody says a comma in a row."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from ovos_toolbox_everyday.lists.store import fold

GLUE = "\N{WORD JOINER}"
"""Stands for the spaces in a thing whose name has several words, where it must not be parted."""
_MOST_WORDS = 3
_ENDS = ".,;:!?"
_PLURALS = (("ies", "y"), ("es", ""), ("s", ""))


@dataclass(frozen=True)
class NamedThings:
    """The names of one language, in the singular; none of them where it has no file."""

    compounds: frozenset[str] = field(default_factory=frozenset)
    """Names of several words: "toilet roll"."""
    dishes: frozenset[str] = field(default_factory=frozenset)
    """What a food stands before to name one thing: the "pie" of "fish pie"."""
    plain: frozenset[str] = field(default_factory=frozenset)
    """Foods that are named by one word, and in a row stand for themselves: "yeast"."""

    def as_one(self, text: str) -> str:
        """*text* in which no space parts one of the compounds: "toilet roll" of "toilet roll bleach"."""
        words = text.split()
        found, at = [], 0
        while at < len(words):
            size = next((n for n in range(_MOST_WORDS, 1, -1) if self._is_compound(words[at : at + n], n)), 1)
            found.append(GLUE.join(words[at : at + size]))
            at += size
        return " ".join(found) if any(GLUE in word for word in found) else text

    def _is_compound(self, words: list[str], size: int) -> bool:
        if len(words) < size or any(word[-1] in _ENDS for word in words[:-1]):
            return False
        last = fold(words[-1].rstrip(_ENDS))
        before = " ".join(map(fold, words[:-1]))
        return any(f"{before} {each}" in self.compounds for each in forms_of(last))


def forms_of(word: str) -> Iterator[str]:
    """*word*, and of what it may be the plural."""
    yield word
    yield from (word.removesuffix(end) + own for end, own in _PLURALS if word.endswith(end) and len(word) > 3)


@lru_cache(maxsize=16)
def named_things(tag: str) -> NamedThings:
    """What is known of the language *tag*, read once."""
    file = Path(__file__).parent / f"things_{tag}.txt"
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    marked = {mark: frozenset(line[2:] for line in lines if line.startswith(f"{mark} ")) for mark in "=+"}
    compounds = frozenset(line for line in lines if line[:1] not in "#=+" and line)
    return NamedThings(compounds, marked["="], marked["+"])
