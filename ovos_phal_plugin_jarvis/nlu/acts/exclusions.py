"""What is named to be left out: "but not on sunday", "eggs not milk", "everything except the eggs"."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ovos_phal_plugin_jarvis.nlu.entities.grammar import grammar
from ovos_phal_plugin_jarvis.nlu.lang import Language, is_content, language
from ovos_phal_plugin_jarvis.nlu.text import (
    fold,
    phrase_pattern,
    single_words,
    tokenize,
    trimmed,
    trimmed_left,
    without_accents,
)


def leaves_out(text: str, lang: str) -> bool:
    """Whether all of *text* says what is not wanted, behind something that was: "but not on sunday", "not the eggs".
    A bare no corrects: "no, seven" names what is wanted.

    Args:
        text: an utterance that follows another.
        lang: BCP-47 tag.
    """
    spoken = language(lang)
    rest, contrasted = _without_lead(trimmed(text), spoken)
    exceptions, negations = phrase_pattern(spoken, "exceptions"), phrase_pattern(spoken, "negations")
    if exceptions is not None and any(exceptions.match(said) for said in (trimmed(text), rest)):
        return True
    found = negations.match(rest) if negations is not None else None
    if found is not None and found.end() < len(rest):
        return contrasted or fold(found.group()) not in spoken.noes
    words = [token.norm for token in tokenize(rest, lang)]
    return len(words) > 1 and words[-1] in spoken.negations_behind


def _without_lead(text: str, spoken: Language) -> tuple[str, bool]:
    """*text* without the joints, fillers and contrasts that it begins with, and whether there was a contrast."""
    leads, contrasts = phrase_pattern(spoken, "joints", "fillers", "contrasts"), phrase_pattern(spoken, "contrasts")
    contrasted = False
    found = leads.match(text) if leads is not None else None
    while leads is not None and found is not None and found.end() < len(text):
        contrasted = contrasted or (contrasts is not None and contrasts.match(text) is not None)
        text = trimmed_left(text[found.end() :])
        found = leads.match(text)
    return text, contrasted


def excluded_within(text: str, spoken: Language) -> bool:
    """Whether the name *text* names, behind a thing, another that is not meant: "eggs not milk", "eggs instead of
    milk", "all but the eggs". What a thing goes without describes it: "yogurt without sugar".

    Args:
        text: a value.
        spoken: its language.
    """
    apart = single_words(spoken, "exceptions") & single_words(spoken, "negations")
    exceptions, contrasts = phrase_pattern(spoken, "exceptions"), phrase_pattern(spoken, "contrasts")
    if exceptions is not None and any(fold(found.group()) not in apart for found in exceptions.finditer(text)):
        return True
    others, negations = phrase_pattern(spoken, "instead_of", "denials"), phrase_pattern(spoken, "negations")
    for found in others.finditer(text) if others is not None else ():
        before, behind = text[: found.start()], text[found.end() :]
        if before.strip() and behind.strip() and not negates_a_quality(before, behind, spoken):
            return True
    for found in contrasts.finditer(text) if contrasts is not None else ():
        if text[: found.start()].strip() and negations is not None and negations.match(text[found.end() :].lstrip()):
            return True
    return False


def negates_a_quality(before: str, behind: str, spoken: Language) -> bool:
    """Whether a negation between *before* and *behind* says, with the word behind it, what the thing before it is not:
    "eau [non] gazeuse". A word that ends otherwise than the thing does is another thing: "uova [non] patate".

    Args:
        before: what stands before the negation.
        behind: what stands behind it.
        spoken: their language.
    """
    things, qualities = (tokenize(before, spoken.code)[-1:], tokenize(behind, spoken.code)[:1])
    if not things or not qualities or not is_content(things[0].norm, spoken):
        return False
    endings, quality = tuple(spoken.describing), qualities[0].norm
    if not quality.endswith(endings) or without_accents(quality) in grammar(spoken).number_words:
        return False
    thing, quality = things[0].norm.removesuffix("s"), quality.removesuffix("s")
    agrees = sum((quality[:-1] + vowel).endswith(endings) for vowel in "aeio") > 1
    return not agrees or thing[-1:] not in "aio" or thing[-1:] == quality[-1:]


def lists_left_out(arguments: Mapping[str, Any], lang: str) -> bool:
    """Whether a list in *arguments* of a call holds a name with what is not meant, which is no thing on a list.

    Args:
        arguments: of a call.
        lang: BCP-47 tag.
    """
    spoken, lists = language(lang), (value for value in arguments.values() if isinstance(value, list))
    return any(excluded_within(thing, spoken) for things in lists for thing in things if isinstance(thing, str))
