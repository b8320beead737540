"""What a language names with several words, and which foods stand by themselves: nobody says a comma in a row."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from ovos_toolbox_everyday.lists.store import fold
from ovos_toolbox_everyday.word_tables import word_table

GLUE = "\N{WORD JOINER}"
"""Stands for the spaces in a thing whose name has several words, where it must not be parted."""
ENDS = ".,;:!?"
"""What may stand at the end of a word, and is none of it."""
_MOST_WORDS = 3
_FILE = Path(__file__).parent / "words.yaml"


@dataclass(frozen=True)
class NamedThings:
    """The names of one language, each in the plural too; none of them where it has no file."""

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
        if len(words) < size or any(word[-1] in ENDS for word in words[:-1]):
            return False
        return fold(" ".join(words).rstrip(ENDS)) in self.compounds


def forms_of(word: str, tag: str) -> Iterator[str]:
    """*word*, and what may be its plural in the language *tag*: "cherry", "cherrys", "cherries"."""
    yield word
    for form in word_table(_FILE)[tag].get("plurals", "").split(" | "):
        end, _, own = form.rpartition(">")
        if own and word.endswith(end):
            yield word.removesuffix(end) + own


@lru_cache(maxsize=16)
def named_things(tag: str) -> NamedThings:
    """What is known of the language *tag*, read once."""
    file = Path(__file__).parent / f"things_{tag}.txt"
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    marked = {mark: _read((line[2:] for line in lines if line.startswith(f"{mark} ")), tag) for mark in "=+"}
    compounds = _read((line for line in lines if not line.startswith(("#", "=", "+"))), tag)
    return NamedThings(compounds, marked["="], marked["+"])


def _read(words: Iterable[str], tag: str) -> frozenset[str]:
    return frozenset(form for word in words for form in forms_of(word, tag))
