"""Words of comparison, and the words that they are made from."""

from __future__ import annotations

from ovos_phal_plugin_jarvis.nlu.knowledge import english_wordnet
from ovos_phal_plugin_jarvis.nlu.lang import Language

_LONGER = 3
"""Letters that a comparison has more than the word it is made from: "loud|er"."""
_SHORT = 3
"""Letters of the shortest word that is compared."""


def compared_word(word: str, spoken: Language) -> str:
    """The word of comparison that *word* is, or is made into: "darker" of "dark"; "" where there is none.

    Args:
        word: normalised.
        spoken: its language.
    """
    compared = spoken.more | spoken.less
    if word in compared or len(word) < _SHORT:
        return word if word in compared else ""
    net = english_wordnet() if spoken.code == "en" else None
    for other in sorted(compared):
        longer = other.startswith(word) and len(other) - len(word) <= _LONGER
        if longer or (net is not None and word in {form for form, _ in net.lemmas(other)}):
            return other
    return ""
