"""What whoever speaks has not made up their mind about: "i might …", "… or maybe not"."""

from __future__ import annotations

from ovos_phal_plugin_jarvis.nlu.acts.words import orders
from ovos_phal_plugin_jarvis.nlu.lang import language
from ovos_phal_plugin_jarvis.nlu.text import phrase_pattern, strip_request, tokenize

_MOST_BEHIND = 3
"""Words behind those that doubt: "i'm not sure about that yet"."""


def muses(text: str, lang: str) -> str:
    """The words by which *text* only says what somebody may do or likes ("i might"); empty where it does not.

    Args:
        text: an utterance, or a part of one.
        lang: BCP-47 tag.
    """
    pattern = phrase_pattern(language(lang), "musings")
    found = pattern.match(strip_request(text, lang)) if pattern is not None else None
    return found.group() if found is not None else ""


def doubts(text: str, lang: str) -> str:
    """The words at the end of *text* by which whoever speaks has not made up their mind, or has spoken to somebody
    else ("i'm not sure yet", "i was talking to my wife"); empty where there are none.

    Args:
        text: an utterance, or a part of one.
        lang: BCP-47 tag.
    """
    spoken = language(lang)
    pattern = phrase_pattern(spoken, "doubts")
    for found in pattern.finditer(text) if pattern is not None else ():
        behind = [token.norm for token in tokenize(text[found.end() :], lang)]
        if text[: found.start()].strip() and len(behind) <= _MOST_BEHIND and not any(orders(w, spoken) for w in behind):
            return found.group()
    return ""
