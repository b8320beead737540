"""What a tool found, in a sentence that a person would say, where the tool brings no words of its own: how many first,
then their names, times in words; nothing that is written for programs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime, time
from functools import partial
from typing import Any

from ovos_config import Configuration

from ovos_phal_plugin_jarvis.assistant.phrases import spoken_name, spoken_value
from ovos_phal_plugin_jarvis.nlu.lang.guess import heard_from_outside
from ovos_phal_plugin_jarvis.sdk.clock import home_now
from ovos_phal_plugin_jarvis.sdk.locale import (
    ENGLISH,
    Spoken,
    changed,
    duration,
    listed,
    named,
    number,
    say,
    together,
    weekday,
)

MOST_NAMES = 5
"""Things that a sentence names."""
MOST_FACTS = 6
MOST_DEEP = 3
_LONGEST_NAME = 120
"""Characters of a name; of a longer one the first sentence or clause is said where that is short enough."""
_WORDS_OF_IT = ("message", "speech", "spoken", "spoken_response", "say", "answer", "summary", "response")
"""Keys of what is a whole answer."""
_NAMES = (
    *("title", "name", "display_name", "friendly_name", "label", "headline", "subject", "summary", "text"),
    *("task", "item", "event", "description", "content", "symbol"),
)
"""Keys of what a thing is called, the best first."""
_TIMES = frozenset(
    [
        *("start", "start_time", "start_at", "starts_at", "start_date", "begin", "begins", "due", "due_at", "due_date"),
        *("when", "time", "date", "datetime", "at", "deadline", "departure", "departure_time", "arrival"),
        *("arrival_time", "day", "scheduled_for", "remind_at", "fires_at", "ends_at", "end_time", "end"),
    ]
)
_STATES = frozenset(["state", "condition"])
_SLUG = re.compile(r"[a-z_]+\.([a-z]+(?:_[a-z]+)*)")
_QUANTITIES = frozenset(["quantity", "qty", "amount"])
_COUNTS = re.compile(r"(?:num|number_of|n|total|count)(?:_.*)?|.*_(?:count|total)|total_results|results_found")
_NOISE = re.compile(
    r"_.*|(?:.*_)?(?:id|ids|uuid|guid|key|keys|url|urls|uri|link|links|href|icon|image|images|thumbnail|token|hash|path"
    r"|file|html|raw|slug|etag|cursor|lat|lon|lng|latitude|longitude|coordinates|version|format|locale|lang|language"
    r"|timezone|tz|source|provider|mime|mimetype|schema|metadata|debug)"
    r"|success|ok|status|status_code|code|type|kind|error|page|limit|offset|sort|cached|query|search|input|model"
    r"|created_at|updated_at|timestamp|fetched_at|expires_at|modified|created|updated|command_name|user"
)
"""Keys of what programs need."""
_URL = re.compile(r"\(?\b(?:[a-z][a-z0-9+.-]*://|www\.)\S+", re.IGNORECASE)
_MACHINE = re.compile(
    r"[0-9a-f]{8}-[0-9a-f-]{20,}|(?=\S*\d)[0-9a-f]{12,}|(?=\S*\d)(?=\S*[A-Za-z])[\w+/=-]{20,}|[~/\\.]\S*/\S*"
    r"|[A-Za-z]:\\.*|[a-z_]+\.[a-z0-9_]+|(?=\S*_)(?=\S*\d)\S+|[{\[<].*[}\]>]",
    re.DOTALL,
)
"""Ids, digests, paths, entities, code."""
_SNAKE = re.compile(r"[^\W\d_]+(?:_[^\W\d_]+)+")
_MARKS = re.compile(
    r"\[([^\]]*)\]\([^)]*\)|<[^<>]{1,200}>|(?<!\w)[*_`#]{1,3}(?=\S)|(?<=\S)[*_`]{1,3}(?!\w)|^\s*[-*•>#]+\s+", re.M
)
_SENTENCE = re.compile(r"(?<=[.!?…])\s+")
_CLAUSE = re.compile(r"[,;:]\s+|\s+[–—(|-]\s*")
_MEASURES = (
    *("temperature", "humidity", "pressure", "wind speed", "speed", "price", "distance", "duration", "volume"),
    *("brightness", "level", "total", "balance", "score", "battery", "amount"),
)
"""Names of measures, in the order of ``measure.entity``."""
_UNIT_WORDS = (
    *("percent pct percentage %", "c celsius °c", "f fahrenheit °f", "degrees", "kelvin", "km kilometers kilometres"),
    *("meters metres", "miles mi", "cm", "mm", "kg", "grams", "eur €", "usd $", "gbp £", "cents", "watts"),
    *("liters litres", "ml", "bytes", "kb", "mb", "gb", "kmh kph km/h", "mph", "hpa"),
)
"""Line of ``unit.entity`` → how keys and fields call that unit."""
_UNITS = {word: place for place, words in enumerate(_UNIT_WORDS) for word in words.split()}
"""The end of a key, or a unit that stands beside a number → its line in ``unit.entity``."""
_LENGTHS = {
    **dict.fromkeys(("seconds", "sec", "secs", "s"), 1.0),
    **dict.fromkeys(("minutes", "min", "mins"), 60.0),
    **dict.fromkeys(("hours", "hrs", "h"), 3600.0),
    **dict.fromkeys(("ms", "milliseconds"), 0.001),
    "days": 86400.0,
}
_UNIT_KEYS = ("unit", "units", "currency")


def from_result(result: Mapping[str, Any], lang: str, now: datetime | None = None) -> Spoken:
    """What is said of a result that brings no words of its own.

    Args:
        result: JSON values.
        lang: language that is wanted.
        now: the user's time; the present one where nobody says.
    """
    now = now or home_now()
    told = {key: value for key, value in result.items() if value not in (None, "", {})}
    for key in _WORDS_OF_IT:
        text = _sentences(told.get(key), lang)
        if text:
            return changed(text, _sentence)
    whole = {key: value for key, value in told.items() if not _NOISE.fullmatch(key.lower())}
    if not whole:
        return say("done", lang)
    if len(whole) == 1:
        value = next(iter(whole.values()))
        if isinstance(value, bool):
            return say("done", lang) if value else changed(spoken_value(value, lang), _sentence)
    sentences = [*_things(whole, lang, now), *_facts(whole, lang, now)]
    return together(sentences, lang) if sentences else say("done", lang)


def moment(value: datetime | date | time, lang: str, now: datetime) -> Spoken:
    """A time in words: "tomorrow at 3:30 PM".

    Args:
        value: one without a time zone is the user's time.
        lang: language that is wanted.
        now: the user's time.
    """
    if isinstance(value, time):
        return say("at_time", lang, time=_clock(value, lang))
    if not isinstance(value, datetime):
        return _day(value, lang, now.date())
    here = value.astimezone(now.tzinfo) if value.tzinfo is not None else value
    day = _day(here.date(), lang, now.date())
    return together([day, say("at_time", lang, time=_clock(here.time(), lang))], lang)


def _day(day: date, lang: str, today: date) -> Spoken:
    away = (day - today).days
    if -1 <= away <= 1:
        return say("today" if away == 0 else "tomorrow" if away > 0 else "yesterday", lang)
    if 1 < away < 7:
        return say("on_weekday", lang, weekday=weekday(day, lang))
    month = named("month", day.month - 1, lang)
    if day.year == today.year:
        return say("on_day", lang, month=month, day=day.day)
    return say("on_date", lang, month=month, day=day.day, year=Spoken(str(day.year)))


def _clock(value: time, lang: str) -> Spoken:
    halves = lang.lower().startswith(ENGLISH[:2]) and Configuration().get("time_format") != "full"
    if halves:
        text = value.strftime("%I:%M %p").lstrip("0").replace(":00 ", " ")
    else:
        text = f"{value.hour}:{value.minute:02d}"
    return Spoken(text, lang, None, partial(_clock, value))


def _things(told: Mapping[str, Any], lang: str, now: datetime) -> Iterator[Spoken]:
    """How many were found, and the first of them by name."""
    lists = {key: value for key, value in told.items() if isinstance(value, list)}
    counts = [v for k, v in told.items() if _COUNTS.fullmatch(k.lower()) and _is_count(v)]
    if not lists and counts and not any(isinstance(value, Mapping) for value in told.values()):
        others = [k for k, v in told.items() if not _is_count(v) or not _COUNTS.fullmatch(k.lower())]
        if not others:
            yield _found(counts[0], [], lang)
        return
    # One list is what was asked for; the others go with it.
    best = max(lists.values(), key=lambda items: (any(isinstance(i, Mapping) for i in items), len(items)), default=None)
    if best is None:
        return
    total = max([len(best), *counts[:1]])
    names = [name for name in (_name(item, lang, now) for item in best[:50]) if name]
    yield _found(total, names, lang)


def _found(total: int, names: Sequence[Spoken], lang: str) -> Spoken:
    shown = names[:MOST_NAMES]
    if total == 0:
        return say("found_none", lang)
    if not shown:
        return say("found_number", lang, number=total)
    if total == 1:
        return say("found_one", lang, item=changed(shown[0], _unended))
    if total > len(shown):
        items = together([changed(name, _unended) for name in shown], lang, ", ")
        return say("found_more", lang, number=total, items=items, more=total - len(shown))
    return say("found", lang, number=total, items=listed([changed(name, _unended) for name in shown], lang))


def _name(item: Any, lang: str, now: datetime) -> Spoken | None:
    """What a thing is called, with how many there are of it and when it is."""
    if not isinstance(item, Mapping):
        return _short(item, lang, now)
    lower = {str(key).lower(): value for key, value in item.items()}
    keys = [key for key in _NAMES if isinstance(lower.get(key), str)]
    keys += [key for key, value in lower.items() if isinstance(value, str) and key not in keys]
    called: Spoken | None = None
    for key in keys:
        if key in _NAMES or not (_NOISE.fullmatch(key) or key in _TIMES or key in _STATES):
            called = _short(lower[key], lang, now)
        if called:
            break
    parts: list[Spoken] = []
    amounts = [v for k, v in lower.items() if k in _QUANTITIES and _is_number(v) and v != 1]
    numbers = [
        (k, v)
        for k, v in lower.items()
        if _is_number(v) and k not in _QUANTITIES and not _NOISE.fullmatch(k) and not _COUNTS.fullmatch(k)
    ]
    if called is None:
        slugs = (_SLUG.fullmatch(v) for k, v in lower.items() if k in ("entity_id", "id", "key") and isinstance(v, str))
        called = next((Spoken(found[1].replace("_", " ")) for found in slugs if found), None)
    if called:
        parts += [number(value, lang) for value in amounts[:1]]
        parts.append(called)
        parts += [_measured(k, v, lower, lang) for k, v in numbers if len(numbers) == 1]
        parts += [state for k, v in lower.items() if k in _STATES and (state := _short(v, lang, now))][:1]
    parts += [when for k, v in lower.items() if k in _TIMES and (when := _when(v, lang, now))][:1]
    return together(parts, lang) if parts else None


def _facts(told: Mapping[str, Any], lang: str, now: datetime, deep: int = 0) -> list[Spoken]:
    """What is neither a list nor a count: texts and times as they are, numbers with what they are of."""
    texts: list[Spoken] = []
    facts: list[Spoken] = []
    lists = any(isinstance(value, list) for value in told.values())
    bare = len(told) == 1
    for key, value in told.items():
        lower = str(key).lower()
        if _NOISE.fullmatch(lower) or lower in _UNIT_KEYS or isinstance(value, bool):
            continue
        if _COUNTS.fullmatch(lower) and _is_count(value) and (lists or not facts):
            continue
        if _is_number(value):
            said = _measured(str(key), value, told, lang)
            named_by_unit = bare or (key == lower and (lower in _UNITS or lower in _LENGTHS))
            facts.append(said if named_by_unit else say("fact", lang, what=_measure(str(key), lang), value=said))
        elif isinstance(value, str):
            when = _when(value, lang, now)
            text = when or _sentences(value, lang)
            # Beside a list, "sports" is what was asked for, and no news.
            if text and not (lists and when is None and len(text.split()) < 3):
                texts.append(changed(text, _unended))
        elif isinstance(value, Mapping) and deep < MOST_DEEP:
            facts += [*_things(value, lang, now), *_facts(value, lang, now, deep + 1)]
    if deep:
        return [*texts, *facts][:MOST_FACTS]
    sentences: list[Spoken] = []
    if texts:
        sentences.append(changed(together(texts[:MOST_FACTS], lang, ", "), _sentence))
    ended = [fact for fact in facts if fact.endswith((".", "!", "?"))]
    plain = [fact for fact in facts if not fact.endswith((".", "!", "?"))][:MOST_FACTS]
    if plain:
        sentences.append(changed(listed(plain, lang), _sentence))
    return [*sentences, *ended]


def _measure(key: str, lang: str) -> Spoken:
    """What a number is of: a measure that every language has a word for, else what its author calls it."""
    if not re.fullmatch(r"[a-z0-9]+(?:_[a-z0-9]+)*", key):
        return spoken_name(key) if re.fullmatch(r"[a-z]+(?:[A-Z][a-z]+)+", key) else Spoken(key)
    words = key.split("_")
    if len(words) > 1 and (words[-1] in _UNITS or words[-1] in _LENGTHS):
        words = words[:-1]
    name = " ".join(words)
    place = next((at for at, known in enumerate(_MEASURES) if known == name), None)
    return named("measure", place, lang) if place is not None else spoken_name(name)


def _measured(key: str, value: float, beside: Mapping[str, Any], lang: str) -> Spoken:
    """A number with its unit, as its key or what stands beside it says."""
    end = key.rsplit("_", 1)[-1]
    if end in _LENGTHS and len(key) > 3:
        return duration(value * _LENGTHS[end], lang)
    units = [str(v).strip().lower() for k, v in beside.items() if str(k).lower() in _UNIT_KEYS and isinstance(v, str)]
    alone = sum(_is_number(v) for v in beside.values()) == 1
    unit = end if end in _UNITS and len(key) > 2 else units[0] if units and alone else ""
    if unit in _UNITS:
        return say("with_unit", lang, number=number(value, lang), unit=named("unit", _UNITS[unit], lang))
    return number(value, lang)


def _when(value: Any, lang: str, now: datetime) -> Spoken | None:
    """A date or a time as programs write them, in words; None where it is none."""
    if not isinstance(value, str) or not 4 < len(value) < 40 or not value[:2].isdigit():
        return None
    try:
        if re.fullmatch(r"\d\d:\d\d(:\d\d)?", value):
            return moment(time.fromisoformat(value), lang, now)
        if re.fullmatch(r"\d{4}-\d\d-\d\d", value):
            return moment(date.fromisoformat(value), lang, now)
        return moment(datetime.fromisoformat(re.sub(r"[zZ]$", "+00:00", value)), lang, now)
    except (ValueError, OverflowError):
        return None


def _short(value: Any, lang: str, now: datetime) -> Spoken | None:
    """A value as a name in a list: whole, or its first sentence or clause; None where it is for programs, or too
    long to be a name."""
    if isinstance(value, bool) or value is None:
        return None
    if _is_number(value):
        return number(value, lang)
    when = _when(value, lang, now)
    if when:
        return when
    text = human(value)
    for end in (_SENTENCE, _CLAUSE):
        if len(text) > _LONGEST_NAME:
            text = end.split(text, maxsplit=1)[0]
    return heard_from_outside(text, lang) if 0 < len(text) <= _LONGEST_NAME else None


def _sentences(value: Any, lang: str) -> Spoken | None:
    """A text to be said whole."""
    text = human(value) if isinstance(value, str) else ""
    return heard_from_outside(text, lang) if text else None


def human(value: Any) -> str:
    """A text without what is written for programs and screens; empty where nothing else is in it."""
    if not isinstance(value, str):
        return ""
    text = _MARKS.sub(lambda found: found[1] or "", value[:20_000])
    if _URL.search(text):
        # A sentence about an address says nothing without it.
        kept = [part for part in _SENTENCE.split(text) if not _URL.search(part)]
        text = " ".join(kept) or _URL.sub(" ", text)
    if _SNAKE.fullmatch(text.strip()):
        text = text.replace("_", " ")
    lines = [" ".join(line.split()) for line in text.splitlines()]
    text = ". ".join(line.rstrip(".") if at + 1 < len(lines) else line for at, line in enumerate(lines) if line)
    text = re.sub(r"\s+([.,;:!?])", r"\1", text).strip(" :;,-")
    return "" if not any(map(str.isalnum, text)) or _MACHINE.fullmatch(text) else text


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _unended(text: str) -> str:
    return text[:-1] if text.endswith(".") and not text.endswith("..") else text


def _sentence(text: str) -> str:
    text = text[:1].upper() + text[1:]
    return text if text.endswith((".", "!", "?", "…")) else text + "."
