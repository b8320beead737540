"""Everything that is of a language: its words, what people say for nothing, how it says numbers and dates.

A language is a folder of data (``lang/<code>/``); ``docs/understanding.md`` says how to add one.
"""

from ovos_phal_plugin_jarvis.nlu.lang.language import (
    EACH,
    ONCE,
    Language,
    LanguageError,
    is_content,
    language,
    languages,
    load,
    register,
    templates,
)
from ovos_phal_plugin_jarvis.nlu.lang.yes_no import calls_off, yes_or_no

__all__ = [
    "EACH",
    "ONCE",
    "Language",
    "LanguageError",
    "calls_off",
    "is_content",
    "language",
    "languages",
    "load",
    "register",
    "templates",
    "yes_or_no",
]
