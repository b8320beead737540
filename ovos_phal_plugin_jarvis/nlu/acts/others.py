"""What others were told, want, do or did: who speaks of that asks for nothing yet.

"I told him to lock up", "my aunt wants me to lock up", "you locked the shed", "mum will lock the shed", "thanks for
locking the shed", "locking the shed didn't help".
"""

from __future__ import annotations

from collections.abc import Sequence

from ovos_phal_plugin_jarvis.nlu.acts.words import (
    fields_of,
    is_inflected,
    is_participle,
    leading_on,
    may_be_somebody,
    orders,
)
from ovos_phal_plugin_jarvis.nlu.lang import Language, is_content, language
from ovos_phal_plugin_jarvis.nlu.text import phrase_pattern, single_words, strip_request, tokenize, trimmed

_MOST_BEFORE = 4
"""Words that may name who wants something."""
_DEED = 2
"""Words behind which the one that says what is done is none of an order behind it: "mum will [lock]"."""


def of_others(text: str, lang: str) -> str:
    """The words by which *text* tells what others were told, want, do or did; empty where it does not.

    Args:
        text: an utterance, or a part of one.
        lang: BCP-47 tag.
    """
    spoken = language(lang)
    plain = strip_request(text, lang)
    words = [token.norm for token in tokenize(plain, lang)]
    if len(words) < 2:
        return ""
    told = _told_another(words, spoken) or _wanted(plain, spoken) or _thanked(text, spoken) or _offered(plain, spoken)
    told = told or _habit(words, spoken) or _oneself(words, spoken) or _let(words, spoken)
    deed = "" if told else _did(words, spoken) or _will(words, spoken) or _doing(words, spoken)
    return told or ("" if deed and _orders(words[_DEED:], spoken) else deed)


def _told_another(words: Sequence[str], spoken: Language) -> str:
    """By which whoever speaks tells what they told somebody else to do: "i [told] him to"."""
    others = spoken.persons - spoken.addressing
    for at, word in enumerate(words[: _MOST_BEFORE + 1]):
        if word not in spoken.reports:
            continue
        if spoken.speakers.isdisjoint(words[:at]) or orders(words[0], spoken):
            return ""  # "call mum i told her i would"
        near = {*words[:at], *words[at + 1 : at + 2]}
        named = words[at + 1 : at + 2] and is_content(words[at + 1], spoken) and not orders(words[at + 1], spoken)
        to_do = words[at + 2 : at + 3] and words[at + 2] in spoken.relayed
        return word if near & others or (named and to_do) else ""
    return ""


def _wanted(plain: str, spoken: Language) -> str:
    """By which somebody else wants something done: "my aunt [wants me to]"."""
    pattern = phrase_pattern(spoken, "others_wishes")
    found = pattern.search(plain) if pattern is not None else None
    if found is None:
        return ""
    before = [token.norm for token in tokenize(plain[: found.start()], spoken.code)]
    asked = spoken.speakers | spoken.addressed | spoken.addressing | spoken.question_words
    if len(before) > _MOST_BEFORE or not asked.isdisjoint(before) or (before and orders(before[0], spoken)):
        return ""
    return found.group()


def _thanked(text: str, spoken: Language) -> str:
    """By which somebody is thanked for what is done: "[thanks for] locking up"."""
    pattern = phrase_pattern(spoken, "thanks_for")
    said = trimmed(text)
    found = pattern.match(said) if pattern is not None else None
    behind = [token.norm for token in tokenize(said[found.end() :], spoken.code)] if found is not None else []
    if found is None or not behind:
        return ""
    named = behind[0] in spoken.articles | spoken.owners | spoken.demonstratives
    apologies = phrase_pattern(spoken, "apologies")
    if named:  # "thanks for the timer"; "sorry for the noise" is an apology
        sorry = apologies is not None and apologies.match(said) is not None
        return "" if sorry or _orders(behind, spoken) else found.group()
    if spoken.code == "en" and not (behind[0].endswith("ing") and is_inflected(behind[0], spoken)):
        return ""
    return "" if _orders(behind, spoken) else found.group()


def _orders(words: Sequence[str], spoken: Language) -> bool:
    """Whether an order stands in *words* behind their first: "(thanks for) waking me [set a timer]"."""
    leading = spoken.articles | leading_on(spoken) - spoken.persons
    return any(
        at and orders(word, spoken) and is_content(word, spoken) and words[at - 1] not in leading
        for at, word in enumerate(words)
    )


def _did(words: Sequence[str], spoken: Language) -> str:
    """By which whoever is spoken to, or somebody, did something: "you [locked] the shed"."""
    if words[0] not in spoken.addressed | spoken.somebody:
        return ""
    if words[1].endswith("ed") and is_inflected(words[1], spoken):
        return words[1]
    helped = words[1] in (spoken.auxiliaries | spoken.states) - spoken.subjects
    return words[1] if helped and len(words) > 2 and is_participle(words[-1], spoken) else ""


def _offered(plain: str, spoken: Language) -> str:
    """By which whoever speaks offers to do something: "[do you want me to] lock the shed"."""
    pattern = phrase_pattern(spoken, "offers")
    found = pattern.match(plain) if pattern is not None else None
    return found.group() if found is not None and plain[found.end() :].strip() else ""


def _habit(words: Sequence[str], spoken: Language) -> str:
    """By which whoever is spoken to does something again and again: "you [always] lock the shed"."""
    often = single_words(spoken, "habitual")
    return next((word for word in words[1:4] if word in often), "") if words[0] in spoken.addressed else ""


def _oneself(words: Sequence[str], spoken: Language) -> str:
    """By which whoever speaks does something and leaves it to nobody: "i'll lock the shed [myself]"."""
    speaks = words[0] in spoken.subjects and words[0].partition("'")[0] in spoken.speakers
    mine = speaks and words[-1] in single_words(spoken, "oneself")
    return words[-1] if mine else ""


def _let(words: Sequence[str], spoken: Language) -> str:
    """By which something is left to somebody who is named: "[let] anna lock the shed"."""
    named = len(words) > 3 and is_content(words[1], spoken) and not orders(words[1], spoken)
    lets = named and words[0] in single_words(spoken, "letting")
    does = [word for word in words[2:4] if word not in spoken.relayed][:1]
    return words[0] if lets and does and orders(does[0], spoken) else ""


def _is_named(who: str, spoken: Language) -> bool:
    """Whether *who* may be the name of somebody, as far as a dictionary tells."""
    somebody = may_be_somebody(who, spoken) or (spoken.code == "en" and not fields_of(who, spoken))
    return somebody and is_content(who, spoken) and not orders(who, spoken)


def _will(words: Sequence[str], spoken: Language) -> str:
    """By which somebody who is named does, did or will do something: "mum [will] lock the shed", "anna [locks] it"."""
    if len(words) < 4 or not is_content(words[0], spoken) or orders(words[0], spoken):
        return ""
    deed, whom = words[1].removesuffix("s"), spoken.articles | spoken.owners | spoken.demonstratives
    if deed != words[1] and spoken.code == "en" and orders(deed, spoken) and words[2] in whom:
        return words[1]
    if not _is_named(words[0], spoken):
        return ""
    helps = words[1] in spoken.auxiliaries - single_words(spoken, "negations")
    return words[1] if helps and orders(words[2], spoken) and is_content(words[2], spoken) else ""


def _doing(words: Sequence[str], spoken: Language) -> str:
    """By which something is said of doing something: "locking the shed [didn't] help"."""
    if not (words[0].endswith("ing") and is_inflected(words[0], spoken)):
        return ""
    if not spoken.wishes.isdisjoint(words):
        return ""
    finite = spoken.auxiliaries | spoken.states
    for at in range(2, len(words) - 1):
        if words[at] in finite:
            whom = spoken.subjects | spoken.addressed | spoken.articles | spoken.persons
            return "" if words[at + 1] in whom else words[at]
    return ""
