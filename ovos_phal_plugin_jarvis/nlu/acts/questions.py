"""What wants to be told something: "is the door locked" is nothing to be done."""

from __future__ import annotations

from collections.abc import Sequence

from ovos_phal_plugin_jarvis.nlu.acts.statements import Stated, stated, unnamed
from ovos_phal_plugin_jarvis.nlu.acts.words import is_plural, may_be_somebody, may_order
from ovos_phal_plugin_jarvis.nlu.lang import Language
from ovos_phal_plugin_jarvis.nlu.text import phrase_pattern, single_words, tokenize

_MOST_ABLE = 3
"""Words of what somebody is asked to be able to do: "turn on lamps"."""


def inquires(text: str, lang: Language) -> bool:
    """Whether *text*, without politeness, is a question that wants to be told something: "is the door locked", "the
    door is locked isn't it", "it rains should i lock the door"; not "can you lock the door" nor "how about locking the
    door"."""
    return _begins(text, lang, "inquiries") or _asks_behind(text, lang)


def asks_why(text: str, lang: Language) -> bool:
    """Whether *text*, without politeness, wants to hear the reason for something."""
    return _begins(text, lang, "whys")


def asks_ability(text: str, lang: Language) -> bool:
    """Whether *text* may only ask what whoever is spoken to is able to do, and no more: "can you cancel timers", which
    names no thing in particular; "can you cancel the timer" and "can you please cancel timers" ask for it. Where no
    dictionary tells what is more than one thing, it asks for it, too.

    Args:
        text: an utterance.
        lang: what is spoken.
    """
    pattern = phrase_pattern(lang, "abilities")
    found = pattern.match(text.strip()) if pattern is not None else None
    words = [token.norm for token in tokenize(text.strip()[found.end() :], lang.code)] if found is not None else []
    small = lang.function_words - lang.articles - lang.persons - lang.all_words
    if not 2 <= len(words) <= _MOST_ABLE or not may_order(words[0], lang) or not small.issuperset(words[1:-1]):
        return False
    return is_plural(words[-1], lang)


def _begins(text: str, lang: Language, table: str) -> bool:
    """Whether *text* begins with a phrase of *table*, and suggests nothing."""
    asks, suggests = phrase_pattern(lang, table), phrase_pattern(lang, "suggestions")
    return asks is not None and asks.match(text) is not None and not (suggests is not None and suggests.match(text))


def _asks_behind(text: str, lang: Language) -> bool:
    """Whether *text* tells something and asks at its end: whether that is so, or what is to be done."""
    deliberates = phrase_pattern(lang, "deliberations")
    found = [x.start() for x in deliberates.finditer(text)] if deliberates is not None else []
    told = ([token.norm for token in tokenize(text[:end], lang.code)] for end in (*_tags(text, lang), *found))
    return any(_tells(words, lang) for words in told)


def seeks_agreement(text: str, lang: Language) -> bool:
    """Whether *text* ends with a question that asks whether others find so too: "isn't it"."""
    return bool(_tags(text, lang))


def remarked(text: str, lang: Language) -> Stated | None:
    """What *text* says of something that it does not name, where it only asks whether others find so too: "gets dark
    early doesn't it"."""
    told = (unnamed([token.norm for token in tokenize(text[:end], lang.code)], lang) for end in _tags(text, lang))
    return next((clause for clause in told if clause is not None), None)


def _tags(text: str, lang: Language) -> list[int]:
    """Where a question at the end of *text* begins that asks whether it is so: "isn't it"."""
    pattern = phrase_pattern(lang, "tag_questions")
    rest = text.rstrip(" ?!.")
    found = [x.start() for x in pattern.finditer(rest) if x.end() == len(rest)] if pattern is not None else []
    return [start for start in found if not _goes_on(rest[:start], lang)]


def _goes_on(before: str, lang: Language) -> bool:
    """Whether the clause *before* is not over, so that no question is put behind it: "my brother [did it]", "he came to
    [do it]"."""
    words = [token.norm for token in tokenize(before, lang.code)]
    if not words:
        return False
    somebody = len(words) > 1 and words[-2] in lang.articles | lang.owners and may_be_somebody(words[-1], lang)
    return words[-1] in lang.subjects | single_words(lang, "relayed") or somebody


def _tells(words: Sequence[str], lang: Language) -> bool:
    """Whether *words* say something of somebody or something: also of who is spoken to ("you've locked it")."""
    addressed = bool(words) and words[0].partition("'")[0] in lang.persons & lang.addressing
    return addressed or stated(words, lang, alone=True) is not None
