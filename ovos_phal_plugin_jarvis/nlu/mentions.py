"""The names under which the translator knows ``nlu.entities``."""

from ovos_phal_plugin_jarvis.nlu.entities import (
    DATE,
    DURATION,
    MONEY,
    NUMBER,
    ORDINAL,
    PERCENT,
    TIME,
    Mention,
    find_mentions,
)

__all__ = ["DATE", "DURATION", "MONEY", "NUMBER", "ORDINAL", "PERCENT", "TIME", "Mention", "find_mentions"]
