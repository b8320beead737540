"""Whether a text is a date, a time or a duration as JSON carries them (ISO 8601)."""

from __future__ import annotations

import re
from datetime import date, datetime, time

_DURATION = re.compile(
    r"[+-]?P(?=\d|T\d)(\d+(\.\d+)?W)?(\d+(\.\d+)?D)?(T(?=\d)(\d+(\.\d+)?H)?(\d+(\.\d+)?M)?(\d+(\.\d+)?S)?)?"
    r"|(\d+ days?,? )?\d{1,3}:\d{2}(:\d{2}(\.\d+)?)?"
)


def parse_iso(text: str) -> datetime:
    """The moment or day that *text* names; a day is its midnight, ``Z`` is UTC.

    Raises:
        ValueError: where it is neither.
    """
    # datetime.fromisoformat learned "Z" in Python 3.11.
    return datetime.fromisoformat(text[:-1] + "+00:00" if text[-1:] in ("Z", "z") else text)


def is_iso_datetime(text: str) -> bool:
    """True for ``2026-03-01``, ``2026-03-01T08:00:00`` and the same with an offset or ``Z``."""
    try:
        parse_iso(text)
    except ValueError:
        return False
    return True


def is_iso_date(text: str) -> bool:
    """True for a day, and for a moment, which has one."""
    try:
        date.fromisoformat(text)
    except ValueError:
        return is_iso_datetime(text)
    return True


def is_iso_time(text: str) -> bool:
    """True for ``08:00``, ``08:00:30`` and the same with an offset."""
    try:
        time.fromisoformat(text)
    except ValueError:
        return False
    return True


def is_iso_duration(text: str) -> bool:
    """True for ``PT5M``, ``P1DT2H`` and for ``0:05:00``, which is how Python writes one."""
    return _DURATION.fullmatch(text) is not None
