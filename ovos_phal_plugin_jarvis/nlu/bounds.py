"""The most that something may be, said by a negation: "no more than two euros", "not past eight"."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from ovos_phal_plugin_jarvis.nlu.entities.grammar import grammar
from ovos_phal_plugin_jarvis.nlu.entities.numbers import is_number_word
from ovos_phal_plugin_jarvis.nlu.lang import language
from ovos_phal_plugin_jarvis.nlu.text import phrase_pattern, tokenize

_NEAR = 3
"""Words behind a bound of which one is a number: "no more than [about a hundred]", "pas plus [d'une heure]"."""


def bound_end(text: str, at: int, lang: str) -> int:
    """The character of *text* at which the words end that begin at *at* and stand before the most that may be; 0 where
    none do, or no number follows.

    Args:
        text: an utterance, or a part of one.
        at: where a word of it begins.
        lang: BCP-47 tag.
    """
    pattern = phrase_pattern(language(lang), "bounds")
    found = pattern.match(text, at) if pattern is not None else None
    if found is None:
        return 0
    following = [token.norm for token in tokenize(text[found.end() :], lang)[:_NEAR]]
    counted = any(is_number_word(word, lang) for word in following) or _is_unit(following, lang)
    return found.end() if counted else 0


def _is_unit(words: Sequence[str], lang: str) -> bool:
    """Whether *words* begin with an article and what is counted: "an hour", "d'une heure"."""
    spoken = language(lang)
    known = grammar(spoken) if spoken.installed else None
    pieces = known.pieces(words)[0] if known is not None else []
    return known is not None and any(
        one in known.articles and (other in known.units or other in known.currencies) for one, other in pairwise(pieces)
    )
