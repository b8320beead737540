"""What whoever speaks has not made up their mind about: "i might …", "… or maybe not"."""

from __future__ import annotations

from ovos_phal_plugin_jarvis.nlu.acts.words import leading_on, orders
from ovos_phal_plugin_jarvis.nlu.lang import is_content, language
from ovos_phal_plugin_jarvis.nlu.text import phrase_pattern, strip_request, tokenize, trimmed

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
    """The words at the end of *text* by which whoever speaks has not made up their mind, has spoken to somebody else or
    takes it back ("i'm not sure yet", "i was talking to my wife", "or don't"); empty where there are none.

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
    return retracts(text, lang)


def retracts(text: str, lang: str) -> str:
    """The last words of *text* by which whoever speaks takes back the order before them ("no", "or don't", "just
    kidding"); empty where there are none, or nothing is ordered.

    Args:
        text: an utterance, or a part of one.
        lang: BCP-47 tag.
    """
    spoken = language(lang)
    choosing = {*spoken.conditions, *spoken.relatives} - spoken.articles - spoken.points  # "ask if she comes or not"
    pattern, polite = phrase_pattern(spoken, "retractions"), phrase_pattern(spoken, "politeness", "refuse_more")
    for found in pattern.finditer(text) if pattern is not None else ():
        before, behind = text[: found.start()], trimmed(text[found.end() :])
        if behind and (polite is None or polite.fullmatch(behind) is None):
            continue
        words = [token.norm for token in tokenize(strip_request(before, lang), lang)]
        if len(words) < 2 or not is_content(words[0], spoken) or words[0] in spoken.light_words | spoken.subjects:
            continue
        open_ended = words[-1] in leading_on(spoken) - spoken.persons - spoken.points  # "set it to no"
        if not open_ended and not choosing.intersection(words):
            return found.group()
    return ""
