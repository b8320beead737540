"""What wants to be told something: "is the door locked" is nothing to be done."""

from __future__ import annotations

from collections.abc import Sequence

from ovos_phal_plugin_jarvis.nlu.acts.statements import stated
from ovos_phal_plugin_jarvis.nlu.lang import Language
from ovos_phal_plugin_jarvis.nlu.text import phrase_pattern, tokenize


def inquires(text: str, lang: Language) -> bool:
    """Whether *text*, without politeness, is a question that wants to be told something: "is the door locked", "the
    door is locked isn't it", "it rains should i lock the door"; not "can you lock the door" nor "how about locking the
    door"."""
    return _begins(text, lang, "inquiries") or _asks_behind(text, lang)


def asks_why(text: str, lang: Language) -> bool:
    """Whether *text*, without politeness, wants to hear the reason for something."""
    return _begins(text, lang, "whys")


def _begins(text: str, lang: Language, table: str) -> bool:
    """Whether *text* begins with a phrase of *table*, and suggests nothing."""
    asks, suggests = phrase_pattern(lang, table), phrase_pattern(lang, "suggestions")
    return asks is not None and asks.match(text) is not None and not (suggests is not None and suggests.match(text))


def _asks_behind(text: str, lang: Language) -> bool:
    """Whether *text* tells something and asks at its end: whether that is so, or what is to be done."""
    tags, deliberates = phrase_pattern(lang, "tag_questions"), phrase_pattern(lang, "deliberations")
    ends = [x for x in tags.finditer(text) if x.end() == len(text.rstrip(" ?!."))] if tags is not None else []
    found = [*ends, *(deliberates.finditer(text) if deliberates is not None else ())]
    told = ([token.norm for token in tokenize(text[: x.start()], lang.code)] for x in found)
    return any(_tells(words, lang) for words in told)


def _tells(words: Sequence[str], lang: Language) -> bool:
    """Whether *words* say something of somebody or something: also of who is spoken to ("you've locked it")."""
    addressed = bool(words) and words[0].partition("'")[0] in lang.persons & lang.addressing
    return addressed or stated(words, lang, alone=True) is not None
