"""Which language a text is in that comes without one: a tool's answer, an error, what a model says."""

from __future__ import annotations

import re

from ovos_phal_plugin_jarvis.nlu.lang.language import language
from ovos_phal_plugin_jarvis.sdk.locale import ENGLISH, Spoken

_WORD = re.compile(r"(?<![\w'’])[^\W\d_]+(?:['’][^\W\d_]+)*(?!\w)")
"""A word of letters: "num1" is a name of a program's and no Portuguese."""
_MAX_WORDS = 100
_CLEARLY = 0.25
"""Part of a text's words that are small words of English where it is English for certain."""


def language_of(text: str, wanted: str) -> str:
    """*wanted*, English, or empty where a text does not tell: a number, a name.

    Told by the small words ("the", "is") of both: more is not needed, for whoever asks in one language gets answers in
    that or in English. A sentence without any is English, as what programs say mostly is.

    Args:
        text: the text.
        wanted: BCP-47 tag of the language that was asked in.
    """
    words = [word.lower().replace("’", "'") for word in _WORD.findall(text[:2000])][:_MAX_WORDS]
    known, english = language(wanted), language(ENGLISH)
    if not words:
        return ""
    if known.code == english.code:
        return ENGLISH if len(words) > 1 else ""
    in_english = sum(word in english.function_words for word in words)
    if not known.installed:
        # Nothing tells of its words: what is not clearly English is taken to be in it.
        return ENGLISH if in_english / len(words) >= _CLEARLY else wanted
    in_wanted = sum(word in known.function_words for word in words)
    if in_wanted == in_english:
        in_wanted = sum(word in known.light_words for word in words)
        in_english = sum(word in english.light_words for word in words)
    if in_wanted > in_english:
        return wanted
    return ENGLISH if in_english or len(words) > 1 else ""


def heard_from_outside(text: str, wanted: str) -> Spoken:
    """A text of somebody else's as a part of an answer, with the language that it seems to be in."""
    return text if isinstance(text, Spoken) else Spoken(text, language_of(text, wanted))


def called(name: str, description: str, wanted: str) -> Spoken:
    """The name that an author gave to an argument, as a part of an answer: in the language of its description.

    Args:
        name: in words.
        description: of the argument.
        wanted: BCP-47 tag of the language that was asked in.
    """
    return Spoken(name, language_of(description, wanted) or ENGLISH)
