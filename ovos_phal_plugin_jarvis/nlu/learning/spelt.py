"""What is said figure by figure and letter by letter: "k l four seven two"."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache

from ovos_phal_plugin_jarvis.nlu.entities.grammar import Grammar, fold, grammar
from ovos_phal_plugin_jarvis.nlu.lang import Language
from ovos_phal_plugin_jarvis.nlu.text import Token

FIGURE, LETTER = "9", "x"
"""What stands for a figure and for a letter in the shape of a code."""
_MOST = 9
"""The greatest figure."""


def signs(words: Sequence[str], lang: Language) -> list[str]:
    """For each of *words* the sign that it spells, or the figures that it is; empty where it spells none. An "o" behind
    a figure is one."""
    found: list[str] = []
    for word in words:
        figure = _figure(word, lang) if lang.installed else ""
        behind_figure = bool(found) and found[-1][-1:].isdigit()
        letter = len(word) == 1 and word.isalpha() and not (behind_figure and figure)
        found.append(word if letter else figure)
    return found


@lru_cache(maxsize=4096)
def _figure(word: str, lang: Language) -> str:
    """The figure that *word* says, or the figures that are written; empty for anything else."""
    if word.isdigit() and word.isascii():
        return word
    known = grammar(lang)
    plain = "".join(fold(word, known.elides))
    if plain in known.figures:
        return str(known.figures[plain])
    said = [(role, value) for words, (role, value) in known.lexemes.get(plain, ()) if words == (plain,)]
    values = {value for role, value in said if role == "add" or (role == "article" and not _has_a_one(known))}
    value = values.pop() if len(values) == 1 else -1
    return str(int(value)) if 0 <= value <= _MOST else ""


@lru_cache(maxsize=32)
def _has_a_one(known: Grammar) -> bool:
    """Whether the language has a word for the number that is no article: "eins", beside "ein"."""
    return any(role == "add" and value == 1 for found in known.lexemes.values() for _, (role, value) in found)


def shape(spelt: Sequence[str]) -> str:
    """The shape of what is *spelt*: "xx999" for "k l four seven two"."""
    return "".join(FIGURE if sign.isdigit() else LETTER for each in spelt for sign in each)


def place_of(wanted: str, tokens: Sequence[Token], lang: Language, taken: Collection[int]) -> tuple[int, int] | None:
    """Where *wanted*, "KL472", is spelt in *tokens* outside the words *taken*: first word, one past the last."""
    is_written = wanted.isalnum() and len(wanted) > 1 and (wanted.isupper() or any(map(str.isdigit, wanted)))
    spelt = signs([token.norm for token in tokens], lang) if is_written else []
    for start in range(len(spelt)):
        end, written = start, ""
        while end < len(spelt) and spelt[end] and len(written) < len(wanted):
            written += spelt[end]
            end += 1
        if end > start + 1 and written.casefold() == wanted.casefold() and not {*range(start, end)} & {*taken}:
            return start, end
    return None
