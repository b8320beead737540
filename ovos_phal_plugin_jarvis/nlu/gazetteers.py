"""Which words of an utterance name a place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ovos_phal_plugin_jarvis.nlu.entities.places import find_places


@dataclass(frozen=True)
class Phrase:
    """Words of an utterance that a list knows."""

    start: int
    end: int
    kind: str


def find_phrases(words: Sequence[str]) -> list[Phrase]:
    """The longest names of places in *words* (normalised), by place."""
    return [Phrase(start, end, "city") for start, end in find_places(words)]
