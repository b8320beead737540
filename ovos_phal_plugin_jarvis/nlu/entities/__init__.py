"""Entities: what has a value in an utterance, with its place and its value."""

from ovos_phal_plugin_jarvis.nlu.entities.mentions import (
    DATE,
    DATE_RANGE,
    DURATION,
    EMAIL,
    KINDS,
    MONEY,
    NUMBER,
    ORDINAL,
    PATH,
    PERCENT,
    PLACE,
    QUOTED,
    TIME,
    URL,
    Mention,
    find_mentions,
    mentions,
)
from ovos_phal_plugin_jarvis.nlu.entities.temporal import Clock, Day

__all__ = [
    "DATE",
    "DATE_RANGE",
    "DURATION",
    "EMAIL",
    "KINDS",
    "MONEY",
    "NUMBER",
    "ORDINAL",
    "PATH",
    "PERCENT",
    "PLACE",
    "QUOTED",
    "TIME",
    "URL",
    "Clock",
    "Day",
    "Mention",
    "find_mentions",
    "mentions",
]
