"""Numbers, durations and dates of languages that have no folder, by ovos-number-parser and ovos-date-parser.

The libraries say what was said and mostly not where. The places are found by trying short runs of words, which costs
milliseconds; that, and what they don't read ("halb acht", "un quart d'heure"), is why the languages that have a folder
are read by its tables.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any

from ovos_utils.log import LOG

from ovos_phal_plugin_jarvis.nlu.entities.temporal import Clock, Day

Found = tuple[int, int, str, Any]
_MAX_RUN = 5
_MAX_WORDS = 40
_KEYS = {0: ("today",), 1: ("tomorrow",), 2: ("day_after_tomorrow",), -1: ("yesterday",)}


def foreign_mentions(words: tuple[str, ...], lang: str, now: datetime) -> list[Found]:
    """Start, end, kind and value of what the OVOS parsers read in *words*; digits only where they lack the language."""
    return list(_mentions(words[:_MAX_WORDS], lang, now.replace(second=0, microsecond=0)))


@lru_cache(maxsize=256)
def _mentions(words: tuple[str, ...], lang: str, now: datetime) -> tuple[Found, ...]:
    numbers = _numbers(words, lang)
    found: list[Found] = [(start, end, "number", value) for start, end, value in numbers]
    found += [
        (s, e + 1, "percent", value) for s, e, value in numbers if e < len(words) and words[e] in ("%", "percent")
    ]
    starts = {start for start, _, _ in numbers}
    at = 0
    while at < len(words):
        duration = _duration(words, at, lang) if at in starts else None
        if duration:
            found.append((at, duration[0], "duration", duration[1]))
            at = duration[0]
            continue
        clock = re.fullmatch(r"(\d{1,2}):(\d\d)", words[at])
        if clock and int(clock.group(1)) < 24 and int(clock.group(2)) < 60:
            hour, minute = int(clock.group(1)), int(clock.group(2))
            found.append((at, at + 1, "time", Clock(hour, minute, 0, hour > 12 or hour == 0)))
        at += 1
    found.extend(_dates(words, lang, now))
    return tuple(found)


def _numbers(words: tuple[str, ...], lang: str) -> list[tuple[int, int, float]]:
    values = [_number(word, lang) for word in words]
    found: list[tuple[int, int, float]] = []
    at = 0
    while at < len(words):
        if values[at] is None:
            at += 1
            continue
        end = at + 1
        while end < len(words) and values[end] is not None:
            end += 1
        value = values[at] if end == at + 1 else _number(" ".join(words[at:end]), lang)
        if value is not None:
            found.append((at, end, value))
        at = end
    return found


@lru_cache(maxsize=4096)
def _number(text: str, lang: str) -> float | None:
    if text[:1].isdigit():
        try:
            return float(text) if text.isascii() else None
        except ValueError:
            return None
    from ovos_number_parser import extract_number

    try:
        value = extract_number(text, lang=lang)
    except Exception as error:  # noqa: BLE001 - a parser of someone else's, and the words are anyone's
        LOG.debug("ovos-number-parser has no numbers for %s: %s", lang, error)
        return None
    if value is None or isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return float(value)


def _duration(words: tuple[str, ...], at: int, lang: str) -> tuple[int, float] | None:
    """The longest run from *at* that is a duration and nothing else."""
    from ovos_date_parser import extract_duration

    for end in range(min(len(words), at + _MAX_RUN), at + 1, -1):
        try:
            length, rest = extract_duration(" ".join(words[at:end]), lang=lang)
        except Exception as error:  # noqa: BLE001 - a parser of someone else's, and the words are anyone's
            LOG.debug("ovos-date-parser has no durations for %s: %s", lang, error)
            return None
        if length is not None and not (rest or "").strip():
            return end, length.total_seconds()
    return None


def _dates(words: Sequence[str], lang: str, now: datetime) -> list[Found]:
    """Dates and times: each word that alone is one, and runs that begin with it."""
    from ovos_date_parser import extract_datetime

    found: list[Found] = []
    at = 0
    while at < len(words):
        best: Found | None = None
        for end in range(at + 1, min(len(words), at + 4) + 1):
            try:
                read = extract_datetime(" ".join(words[at:end]), anchorDate=now, lang=lang)
            except Exception as error:  # noqa: BLE001 - a parser of someone else's, and the words are anyone's
                LOG.debug("ovos-date-parser has no dates for %s: %s", lang, error)
                return found
            if read and not (read[1] or "").strip():
                best = _dated(at, end, read[0], now)
        if best:
            found.append(best)
            at = best[1]
        else:
            at += 1
    return found


def _dated(start: int, end: int, moment: datetime, now: datetime) -> Found:
    if (moment.hour, moment.minute) not in ((0, 0), (now.hour, now.minute)):
        return start, end, "time", Clock(moment.hour, moment.minute)
    return start, end, "date", Day(keys=_KEYS.get((moment.date() - now.date()).days, ()), day=moment.date())
