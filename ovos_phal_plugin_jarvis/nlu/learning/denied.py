"""Which of a few values is not meant, where another is named beside it: "the small one, not the large", "oak, but no
pine"."""

from __future__ import annotations

from collections.abc import Iterable

from ovos_phal_plugin_jarvis.nlu.reading import Heard
from ovos_phal_plugin_jarvis.nlu.text import single_words

_MOST_BETWEEN = 2
"""Words of grammar between a negation and the value that it denies: "not [in the] large"."""

Place = tuple[int, int, str]
"""The first word of a value, one past its last, and the value."""


def denied(heard: Heard, named: Iterable[Place]) -> set[int]:
    """The words of *heard* that name a value behind a negation, with the negation; empty where no other value is named
    that is meant.

    Args:
        heard: the request.
        named: where values of one argument are named.
    """
    places = list(named)
    found = {place: _denial(heard, place[0]) for place in places}
    against = {place[2] for place in places if found[place] is not None}
    meant = {place[2] for place in places if found[place] is None}
    if not meant - against:
        return set()
    return {at for place in places if (start := found[place]) is not None for at in range(start, place[1])}


def _denial(heard: Heard, start: int) -> int | None:
    """Where the negation begins right before the word at *start*, with the contrast before it ("but not")."""
    lang, words = heard.lang, heard.words
    negations = single_words(lang, "negations") - single_words(lang, "exceptions") - single_words(lang, "accompanied")
    small = lang.function_words - set(lang.joints)
    at = start - 1
    while at >= 0 and start - at <= _MOST_BETWEEN + 1:
        if words[at] in negations:
            contrasted = at > 0 and words[at - 1] in single_words(lang, "contrasts") | set(lang.joints)
            return at - 1 if contrasted else at
        if words[at] not in small or heard.breaks_before(at + 1):
            return None
        at -= 1
    return None
