"""Times of day as calls hold them: ``HH:MM`` or ``HH:MM:SS``, in 24 hours."""

from __future__ import annotations

import re

_CLOCK = re.compile(r"([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?")
DAY = 24 * 60 * 60
"""Seconds of a day."""


def seconds_of(value: object) -> int | None:
    """How many seconds after midnight the time *value* is; None where it is no time of day."""
    found = _CLOCK.fullmatch(value) if isinstance(value, str) else None
    if found is None:
        return None
    hours, minutes, seconds = (int(part or 0) for part in found.groups())
    return hours * 3600 + minutes * 60 + seconds


def clock_time(seconds: int, like: str) -> str:
    """The time so many *seconds* after midnight, with seconds where the time *like* has them."""
    minutes, left = divmod(seconds % DAY, 60)
    said = f"{minutes // 60:02d}:{minutes % 60:02d}"
    return f"{said}:{left:02d}" if len(like) > len(said) else said
