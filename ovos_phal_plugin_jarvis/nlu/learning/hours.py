"""Which half of the day is meant where nobody says it: the one in which a tool's examples have their times."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from ovos_phal_plugin_jarvis.nlu.entities import TIME, Clock, Mention
from ovos_phal_plugin_jarvis.nlu.entities.grammar import grammar
from ovos_phal_plugin_jarvis.nlu.learning.alignment import AlignedExample
from ovos_phal_plugin_jarvis.nlu.reading import Heard

_LEAST = 3
"""Times in examples from which on they show when a tool is used."""
_DAY = 24 * 60
"""Minutes of a day."""
_NOON = 12
_NEAR, _FAR = 90, 210
"""Minutes to the next time of the examples up to which the other half of the day is meant, if this one is as far."""
_FIGURES = re.compile(r"\d[:.h]|\b0\d|\dh")
"""Figures by which nobody means the other half of the day."""
_TIME = re.compile(r"(?:^|T)(\d{2}):(\d{2})(?!\d)")


@dataclass(frozen=True)
class Hours:
    """The times of day that a tool's examples have for one argument, in minutes."""

    shown: tuple[int, ...]

    @classmethod
    def of(cls, name: str, aligned: Sequence[AlignedExample]) -> Hours | None:
        """What *aligned* show of the argument *name*; None where that is too little."""
        minutes = [at for e in aligned if (at := _minutes(e.arguments.get(name))) is not None]
        return cls(tuple(minutes)) if len(minutes) >= _LEAST else None

    def meant(self, mention: Mention, heard: Heard) -> Mention:
        """*mention* in *heard*, in the other half of the day where it is a time of which nobody said the half, and the
        examples have theirs there: "at quarter past three" of what is fetched at 14:30 and 16:00."""
        clock = mention.value
        if mention.kind != TIME or not isinstance(clock, Clock) or clock.exact or clock.hour in (0, _NOON):
            return mention
        if _FIGURES.search(heard.said(mention.start, mention.end)) or _says_half(heard):
            return mention
        other = clock.in_other_half()
        if self._distance(other) > _NEAR or self._distance(clock) < _FAR:
            return mention
        return replace(mention, value=other)

    def _distance(self, clock: Clock) -> int:
        apart = (abs(clock.hour * 60 + clock.minute - minutes) for minutes in self.shown)
        return min(min(each, _DAY - each) for each in apart)


def _says_half(heard: Heard) -> bool:
    """Whether a part of the day is said anywhere: "at four, early in the [morning]"."""
    parts = grammar(heard.lang).part_words if heard.lang.installed else {}
    return any(word in parts for word in heard.words)


def _minutes(value: Any) -> int | None:
    found = _TIME.search(value) if isinstance(value, str) else None
    return int(found[1]) * 60 + int(found[2]) if found else None
