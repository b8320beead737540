"""Moments that are said by how far away they are: "ten minutes ago", "in half an hour"."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from ovos_phal_plugin_jarvis.nlu.entities.grammar import grammar
from ovos_phal_plugin_jarvis.nlu.entities.mentions import DATE, DURATION, TIME, Mention
from ovos_phal_plugin_jarvis.nlu.entities.temporal import Clock, Day
from ovos_phal_plugin_jarvis.nlu.lang import Language

_DAY = 86_400
"""Seconds from which on it is a day that is away."""


def moment_away(
    length: Mention, words: Sequence[str], lang: Language, now: datetime
) -> tuple[int, int, list[Mention]] | None:
    """The moment that *length*, a length of time among *words*, is away from *now*: its first word, one past its last,
    and its day and its time of day; None where nothing says that it is away, or it is days away.

    Args:
        length: the length.
        words: all that was said.
        lang: its language.
        now: when.
    """
    if length.kind != DURATION or length.value >= _DAY or not lang.installed:
        return None
    known = grammar(lang)
    # As the tables have them: without accents, and apart where an apostrophe joins ("d'ici").
    (lead, led), (tail, trailed) = known.pieces(words[: length.start]), known.pieces(words[length.end :])
    for before, behind, side in known.away:
        if tuple(lead[len(lead) - len(before) :]) == before and tuple(tail[: len(behind)]) == behind:
            try:
                moment = now + side * timedelta(seconds=length.value)
            except OverflowError:  # outside the calendar
                return None
            start = led[-len(before)] if before else length.start
            end = length.end + trailed[len(behind) - 1] + 1 if behind else length.end
            day = Mention(start, end, DATE, Day(day=moment.date()))
            return start, end, [day, Mention(start, end, TIME, Clock(moment.hour, moment.minute))]
    return None
