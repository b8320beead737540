"""What wants to be told something: "is the door locked" is nothing to be done."""

from __future__ import annotations

from ovos_phal_plugin_jarvis.nlu.lang import Language
from ovos_phal_plugin_jarvis.nlu.text import phrase_pattern


def inquires(text: str, lang: Language) -> bool:
    """Whether *text*, without politeness, is a question that wants to be told something: "is the door locked", not
    "can you lock the door" nor "how about locking the door"."""
    return _begins(text, lang, "inquiries")


def asks_why(text: str, lang: Language) -> bool:
    """Whether *text*, without politeness, wants to hear the reason for something."""
    return _begins(text, lang, "whys")


def _begins(text: str, lang: Language, table: str) -> bool:
    """Whether *text* begins with a phrase of *table*, and suggests nothing."""
    asks, suggests = phrase_pattern(lang, table), phrase_pattern(lang, "suggestions")
    return asks is not None and asks.match(text) is not None and not (suggests is not None and suggests.match(text))
