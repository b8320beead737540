"""Verbs in words that were taken for the name of something: "los días se [acortan]" is no town."""

from __future__ import annotations

from collections.abc import Sequence

from ovos_phal_plugin_jarvis.nlu.acts.words import orders
from ovos_phal_plugin_jarvis.nlu.lang import Language, is_content
from ovos_phal_plugin_jarvis.nlu.text import single_words


def tells_by_verb(words: Sequence[str], start: int, end: int, spoken: Language) -> bool:
    """Whether one of *words* from *start* up to *end* says what somebody does or is, as no part of a name does.

    Known are the forms in the tables of a language and any word behind a pronoun that stands before verbs only. Of a
    language that has no such table of pronouns and none of verbs nothing is known.

    Args:
        words: of all that was said, normalised.
        start: where the name begins.
        end: where it ends.
        spoken: their language.
    """
    return any(_is_verb(words, at, spoken) for at in range(start, end))


def _is_verb(words: Sequence[str], at: int, spoken: Language) -> bool:
    """Whether the word at *at* is a verb that tells something, and neither a thing behind its article ("de [was]") nor
    what whoever speaks says of themselves."""
    word, before = words[at], words[at - 1] if at else ""
    if before in spoken.proclitics and is_content(word, spoken) and not orders(word, spoken):
        return True
    if word in spoken.subjects or before in spoken.speakers or word not in _verbs(spoken):
        return False
    return before not in (spoken.articles | spoken.genitives | spoken.demonstratives) - _standing_alone(spoken)


def _verbs(spoken: Language) -> frozenset[str]:
    return spoken.states | spoken.auxiliaries | spoken.doings | spoken.preterites


def _standing_alone(spoken: Language) -> frozenset[str]:
    """Articles that stand for a thing as well, where no other pronoun does: "[das] kommt morgen"."""
    return frozenset() if spoken.enclitics else spoken.articles & single_words(spoken, "pronouns")


def begins_telling(words: Sequence[str], spoken: Language) -> bool:
    """Whether *words* begin with a verb that tells or asks what somebody does or did, with the pronouns before it:
    "[me duele] la espalda", "[hast] du den käse gesehen", "[t'as] vu le fromage".

    Args:
        words: normalised, without what stands before a request.
        spoken: their language.
    """
    at = 0
    while at < len(words) and words[at] in spoken.proclitics | spoken.addressed:
        at += 1
    if at >= len(words) - 1:
        return False
    return words[at] in spoken.having_done or (words[at] in spoken.doings and not orders(words[at], spoken))
