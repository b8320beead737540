"""How times, dates, durations and numbers are written for a voice: short, and read aloud rightly by any TTS.

Our own few lines, not ovos-date-parser: its import costs half a second, which every start of the
plugin would pay for four sentences.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from datetime import date, datetime

_UNITS = (("day", 86_400), ("hour", 3_600), ("minute", 60), ("second", 1))


def say_time(moment: datetime, *, full: bool) -> str:
    """ "2:05 PM", or "14:05" where *full* asks for the 24-hour clock."""
    if full:
        return f"{moment:%H:%M}"
    return f"{moment.hour % 12 or 12}:{moment:%M} {'AM' if moment.hour < 12 else 'PM'}"


def say_date(day: date) -> str:
    """ "Wednesday, March 4, 2026"."""
    return f"{day:%A, %B} {day.day}, {day.year}"


def say_duration(seconds: float) -> str:
    """ "1 hour and 30 minutes"; whole seconds, rounded up, so that what is left never reads as nothing."""
    left = max(0, math.ceil(seconds))
    parts = []
    for unit, size in _UNITS:
        count, left = divmod(left, size)
        if count:
            parts.append(_count(count, unit))
    return say_list(parts) or "0 seconds"


def say_duration_name(seconds: int) -> str:
    """The duration as it names a timer: "5 minute", "1 hour 30 minute"."""
    return say_duration(seconds).replace(",", "").replace(" and", "").replace("s ", " ").rstrip("s")


def say_about(seconds: float) -> str:
    """The duration in its largest unit, for what is long past: "12 minutes", "2 days"."""
    unit, size = next(((u, s) for u, s in _UNITS if seconds >= s), _UNITS[-1])
    return _count(max(1, int(seconds // size)), unit)


def say_list(parts: Sequence[str]) -> str:
    """ "a", "a and b", "a, b and c"."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} and {parts[-1]}"


def say_number(value: int | float) -> str:
    """A number to be read aloud: whole where it is whole, rounded to six digits, "144", "0.333333"."""
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        value = int(value)
    if isinstance(value, int) and abs(value) < 10**15:
        return str(value)
    if 1e-6 <= abs(value) < 1e15:
        decimals = max(2, 5 - math.floor(math.log10(abs(value))))
        return f"{value:.{decimals}f}".rstrip("0").rstrip(".")
    mantissa, exponent = f"{value:.4e}".split("e")
    return f"{mantissa.rstrip('0').rstrip('.')} times 10 to the power of {int(exponent)}"


def _count(count: int, unit: str) -> str:
    return f"{count} {unit}" if count == 1 else f"{count} {unit}s"
