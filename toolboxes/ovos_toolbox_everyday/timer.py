"""A timer as a value, how it is called aloud, and finding the one that a user means."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ovos_toolbox_everyday.speech import say_duration_name
from ovos_toolbox_everyday.spoken_numbers import parse_duration

_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_AROUND_NAME = re.compile(r"\b(timers?|the|my|called|named|for|one)\b", re.IGNORECASE)
_NEARLY = 85
"""Likeness of 100 from which a misheard label counts as the label."""


@dataclass(frozen=True)
class Timer:
    """A running timer."""

    id: str
    duration_seconds: int
    deadline: float
    """When it ends, in seconds since the epoch."""
    label: str | None = None
    context: Mapping[str, Any] = field(default_factory=dict)
    """Of the bus message that set it, as far as an announcement needs it: session and routing."""
    lang: str = "en-us"

    @property
    def name(self) -> str:
        """ "pasta timer", "5 minute timer"."""
        return f"{self.label or say_duration_name(self.duration_seconds)} timer"

    def record(self) -> dict[str, Any]:
        """The timer as it is stored."""
        return {
            "id": self.id,
            "duration_seconds": self.duration_seconds,
            "deadline": self.deadline,
            "label": self.label,
            "context": dict(self.context),
            "lang": self.lang,
        }

    @classmethod
    def from_record(cls, record: Mapping[str, Any]) -> Timer:
        """The timer that *record* holds.

        Raises:
            ValueError: where it holds none: another version wrote it, or it is damaged.
        """
        try:
            label = record.get("label")
            return cls(
                id=str(record["id"]),
                duration_seconds=int(record["duration_seconds"]),
                deadline=float(record["deadline"]),
                label=None if label is None else str(label),
                context=dict(record.get("context") or {}),
                lang=str(record.get("lang") or "en-us"),
            )
        except (KeyError, TypeError, ValueError, OverflowError) as error:
            raise ValueError(f"no timer: {error!r}") from None


def distinct_names(timers: Sequence[Timer]) -> list[str]:
    """A name for each timer; those that share one are counted: "first 5 minute timer", "second 5 …"."""
    shared: dict[str, int] = {}
    for timer in timers:
        shared[timer.name] = shared.get(timer.name, 0) + 1
    counted: dict[str, int] = {}
    names = []
    for timer in timers:
        if shared[timer.name] == 1:
            names.append(timer.name)
            continue
        number = counted[timer.name] = counted.get(timer.name, 0) + 1
        ordinal = _ORDINALS[number - 1] if number <= len(_ORDINALS) else f"number {number}"
        names.append(f"{ordinal} {timer.name}")
    return names


def choose(timers: Sequence[Timer], label: str | None, duration_seconds: int | None) -> list[Timer]:
    """Those of *timers* that fit both the words and the duration; all of them where neither is given.

    Args:
        timers: in the order of :func:`distinct_names`.
        label: a label, a name such as "five minute timer" or "second 5 minute timer", or part of one.
        duration_seconds: what the timer was set for.
    """
    fitting = list(timers)
    if duration_seconds is not None:
        fitting = [timer for timer in fitting if timer.duration_seconds == duration_seconds]
    wanted = _bare(label or "")
    if not wanted:
        return fitting
    names = dict(zip((timer.id for timer in timers), map(_bare, distinct_names(timers)), strict=True))
    exact = [timer for timer in fitting if wanted in (names[timer.id], _bare(timer.name))]
    if exact:
        return exact
    seconds = parse_duration(wanted)
    if seconds is not None:
        return [timer for timer in fitting if timer.duration_seconds == seconds]
    words = set(wanted.split())
    part = [timer for timer in fitting if words <= set(names[timer.id].split())]
    if part:
        return part
    from rapidfuzz import fuzz  # only a label that was misheard pays for it

    return [timer for timer in fitting if timer.label and fuzz.ratio(wanted, _bare(timer.label)) >= _NEARLY]


def _bare(name: str) -> str:
    return " ".join(_AROUND_NAME.sub(" ", name.lower().replace("-", " ")).split())
