"""Values as a tool wants them: what an author's examples show, and how words become it."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import date, datetime, timedelta
from typing import Any

from ovos_phal_plugin_jarvis.nlu import entities as m
from ovos_phal_plugin_jarvis.nlu.entities import Clock, Day, Mention
from ovos_phal_plugin_jarvis.nlu.learning.declarations import split_name
from ovos_phal_plugin_jarvis.sdk.date_keys import KNOWN_DATE_KEYS
from ovos_phal_plugin_jarvis.tools.definition import ToolParameter

NUMERIC = ("int", "integer", "float", "number")
TEMPORAL_LISTS = ("array<datetime>", "array<date>", "array[datetime]", "array[date]", "datetime[]", "date[]")
SENTENCES = frozenset(
    ["message", "text", "content", "body", "note", "notes", "sentence", "reminder", "query", "task", "memo", "subject"]
)
"""Names of arguments that hold whole sentences: "remind me to buy milk and call mom" is one reminder."""
LEVEL = "level"
"""Role of an argument that is changed in steps: "louder"."""
TEXT_FORMATS = ("text", "lower", "snake", "title", "upper", "bare")
_KIND_OF_FORMAT = {
    "seconds": m.DURATION,
    "minutes": m.DURATION,
    "hours": m.DURATION,
    "days": m.DURATION,
    "days_back": m.DURATION,
    "milliseconds": m.DURATION,
    "iso_duration": m.DURATION,
    "percent": m.PERCENT,
    "fraction": m.PERCENT,
    "money": m.MONEY,
    "ordinal": m.ORDINAL,
    "number": m.NUMBER,
    "size": m.NUMBER,
    "clock": m.TIME,
    "clock_seconds": m.TIME,
    "clock_12": m.TIME,
    "hour": m.TIME,
    "date_key": m.DATE,
    "date_iso": m.DATE,
    "days_away": m.DATE,
    "date_time": m.TIME,
    "email": m.EMAIL,
    "url": m.URL,
    "path": m.PATH,
}
_SPECIFIC = (
    "date_key",
    "date_iso",
    "clock",
    "clock_12",
    "clock_seconds",
    "date_time",
    "days_away",
    "hour",
    "seconds",
    "minutes",
    "hours",
    "days",
    "days_back",
    "milliseconds",
    "iso_duration",
    "percent",
    "money",
    "ordinal",
    "fraction",
    "email",
    "url",
    "path",
    "number",
    "size",
)
_ARTICLES = re.compile(r"^(?:the|a|an|my|some|your)\s+", re.IGNORECASE)


def kind_of(format_name: str) -> str | None:
    """The kind of mention that *format_name* is made from; None for formats of plain words."""
    return _KIND_OF_FORMAT.get(format_name)


def renderings(mention: Mention, now: datetime) -> dict[str, Any]:
    """Every form in which a tool may want *mention*, by the name of the form."""
    value = mention.value
    if mention.kind == m.DURATION:
        return {
            "seconds": value,
            "minutes": value / 60,
            "hours": value / 3600,
            "days": value / 86400,
            "days_back": -value / 86400,
            "milliseconds": value * 1000,
            "iso_duration": _iso_duration(value),
        }
    if mention.kind == m.TIME:
        clock: Clock = value
        twelve = clock.hour % 12 or 12
        half = "PM" if clock.hour >= 12 else "AM"
        moment = now.replace(hour=clock.hour, minute=clock.minute, second=0, microsecond=0)
        if moment <= now and moment.date() < date.max:
            moment += timedelta(days=1)
        return {
            "clock": clock.render(),
            "clock_seconds": f"{clock.hour:02d}:{clock.minute:02d}:{clock.second:02d}",
            "clock_12": f"{twelve}:{clock.minute:02d} {half}",
            "hour": float(clock.hour),
            "date_time": moment.isoformat(),
        }
    if mention.kind == m.DATE:
        day: Day = value
        keys, span = day.values(), day.span(now.date())
        return {
            "date_key": keys[0] if keys else None,
            "date_iso": span[0].isoformat() if span else None,
            "days_away": (span[0] - now.date()).days if span else None,
        }
    if mention.kind == m.PERCENT:
        return {"percent": value, "fraction": value / 100}
    if mention.kind == m.NUMBER:
        return {"number": value, "size": abs(value)}
    return {mention.kind: value}


def _iso_duration(seconds: float) -> str:
    hours, rest = divmod(int(seconds), 3600)
    minutes, left = divmod(rest, 60)
    return "PT" + "".join(f"{amount}{unit}" for amount, unit in ((hours, "H"), (minutes, "M"), (left, "S")) if amount)


def equal(value: Any, wanted: Any) -> bool:
    """Whether a rendered value is what an example shows: numbers as numbers, text without case."""
    if value is None or isinstance(wanted, bool):
        return False
    if isinstance(wanted, int | float) or isinstance(value, float):
        try:
            return abs(float(value) - float(wanted)) < 1e-6
        except (TypeError, ValueError):
            return False
    return str(value).lower() == str(wanted).lower()


def text_forms(text: str) -> dict[str, str]:
    """The forms in which a tool may want the words *text*."""
    plain = " ".join(text.split())
    bare = _ARTICLES.sub("", plain)
    return {
        "text": plain,
        "lower": plain.lower(),
        "bare": bare,
        "snake": re.sub(r"[\s-]+", "_", plain.lower()),
        "title": plain.title(),
        "upper": plain.upper(),
    }


_TEXTS = ("string", "str", "array", "list")
"""What the types of texts and of lists begin with."""
_TIMES = {
    "date": (m.DATE,),
    "time": (m.TIME, m.NUMBER, m.DURATION),
    "datetime": (m.DATE, m.TIME, m.NUMBER, m.DURATION),
}


def is_time(parameter: ToolParameter) -> bool:
    """Whether *parameter* is declared as a date or a time."""
    return parameter.param_type.lower() in _TIMES


_MOMENT = re.compile(r"\d{4}-\d{2}-\d{2}.*|\d{1,2}:\d{2}.*")


def is_moment(value: str) -> bool:
    """Whether *value* is a day or a time as tools take it, and no words for one."""
    return value in KNOWN_DATE_KEYS or _MOMENT.fullmatch(value) is not None


def is_free_text(parameter: ToolParameter) -> bool:
    """Whether *parameter* is declared as words of one's own, or as a list of such."""
    is_text = parameter.param_type.lower().startswith(_TEXTS)
    return is_text and not parameter.enum_values and not is_time(parameter)


def is_length(parameter: ToolParameter) -> bool:
    """Whether *parameter* is declared as a length of time, by its type, its name or its description."""
    return kind_of(guess_formats(parameter)[0]) == m.DURATION


def moments(parameter: ToolParameter) -> list[str]:
    """The kinds of mention, day and time of day, that *parameter*, which is a date or a time, is."""
    return [kind for kind in _TIMES[parameter.param_type.lower()] if kind in (m.DATE, m.TIME)]


def says_time(parameter: ToolParameter, mentions: Iterable[m.Mention]) -> bool:
    """Whether one of *mentions* may be a value of *parameter*, which is a date or a time: "the isle" is no day."""
    return any(x.kind in _TIMES[parameter.param_type.lower()] for x in mentions)


def guess_formats(parameter: ToolParameter) -> list[str]:
    """What an argument may be made from when no example shows it: by its type, then by its name and description."""
    kind = parameter.param_type.lower()
    said = f"{parameter.named} {parameter.description}".lower().replace("_", " ")
    if kind in TEMPORAL_LISTS:
        return ["date_key"]
    if kind in ("date",):
        return ["date_iso"]
    if kind in ("time",):
        return ["clock"]
    if kind == "datetime":
        return ["date_time", "date_iso"]
    if kind in ("timedelta", "duration"):
        unit = re.search(r"\bin (millisecond|second|minute|hour)s\b", said) if kind == "duration" else None
        return [f"{unit[1]}s"] if unit else ["seconds"]
    if kind in NUMERIC:
        counted = _counted_in(said)
        if counted is not None:
            return [counted, "number"]
        if "days" in split_name(parameter.named):
            return ["days", "number"]  # "the next two weeks" are fourteen
        if "duration" in said:
            return ["seconds", "number"]
        return ["number", "percent", "money", "ordinal"]
    return ["text"]


def _counted_in(said: str) -> str | None:
    """The form of a length of time in the unit that what is *said* of an argument names first of these, if any."""
    # "Beats per minute" are no minutes.
    units = ("millisecond", "second", "minute", "hour")
    named = (unit for unit in units if re.search(rf"(?<!\bper )(?<!\ba )(?<!\ban )\b{unit}s?\b", said))
    return next((f"{unit}s" for unit in named), None)


def bounds(parameter: ToolParameter) -> tuple[float, float] | None:
    """The least and the greatest value of *parameter*, where its schema or its description tells them."""
    if parameter.minimum is not None and parameter.maximum is not None:
        return parameter.minimum, parameter.maximum
    if parameter.param_type.lower() not in NUMERIC:
        return None
    told = re.search(r"(?<![\d.])(\d{1,4})\s*(?:-|–|to|and|\.\.)\s*(\d{1,4})(?![\d.])", parameter.description)
    if told and float(told.group(1)) < float(told.group(2)):
        return float(told.group(1)), float(told.group(2))
    if parameter.role == LEVEL or re.search(r"\bpercent\b|%", parameter.description, re.IGNORECASE):
        return 0.0, 100.0
    return None


def order_formats(counts: Counter[str]) -> list[str]:
    """Formats that examples showed, the likeliest first; where two explain as many, the more specific one."""
    rank = {name: at for at, name in enumerate((*_SPECIFIC, *TEXT_FORMATS))}
    return sorted(counts, key=lambda name: (-counts[name], rank.get(name, 99)))


def cast(value: Any, parameter: ToolParameter) -> Any:
    """*value* in the argument's type; None where it cannot be one."""
    kind = parameter.param_type.lower()
    if kind in ("int", "integer"):
        try:
            number = float(value)
        except (TypeError, ValueError):
            return None
        return int(round(number)) if abs(number - round(number)) < 1e-6 else None
    if kind in ("float", "number"):
        try:
            number = float(value)
        except (TypeError, ValueError):
            return None
        return int(number) if kind == "number" and number == int(number) else number
    if kind in ("string", "str") and isinstance(value, float):
        return str(int(value)) if value == int(value) else str(value)
    return value


def convert(
    formats: Sequence[str],
    text: str,
    inside: Sequence[Mention],
    parameter: ToolParameter,
    now: datetime,
    *,
    over: bool = False,
) -> Any:
    """The value of a span for *parameter*, by the first of *formats* that works; None where none does.

    Args:
        formats: names of forms, the likeliest first.
        text: what the span says.
        inside: the mentions in the span.
        parameter: the argument it is for.
        now: what relative dates are counted from.
        over: whether a time without a day is the last one rather than the next.
    """
    lengths: list[Mention] = []
    for name in formats:
        kind = kind_of(name)
        if kind is None:
            if parameter.param_type.lower() in NUMERIC:
                continue
            return text_forms(text)[name]
        # The number of a length that makes no value in the unit that is counted: thirty seconds are not thirty days.
        free = [x for x in inside if x.kind == kind and not any(y.start <= x.start and x.end <= y.end for y in lengths)]
        mention = max(free, key=lambda x: x.end - x.start, default=None)
        if mention is None and kind == m.TIME:
            mention = hour_mention(inside)
        if mention is not None and kind == m.NUMBER and mention.value < 0 and kind_of(formats[0]) == m.DURATION:
            return None  # "minus five minutes" is no length of time
        if mention is not None:
            made = _on_day(inside, mention, now) if name == "date_time" else None
            if made is None and over and name == "date_time":
                made = _last(mention.value, now)
            value = cast(made or renderings(mention, now).get(name), parameter)
            if value is not None:
                return value
            if kind == m.DURATION:
                lengths.append(mention)
    return None


def _on_day(inside: Sequence[Mention], time: Mention, now: datetime) -> str | None:
    """The moment that *time* is on the day that is said beside it, or with it ("at seven [this morning]"); None where
    none is."""
    days = [x for x in inside if x.kind == m.DATE]
    beside = (x for x in days if x.end <= time.start or x.start >= time.end)
    # What is so long ago is a day and a time in the same words.
    within = (x for x in days if time.start <= x.start and x.end <= time.end)
    day = next(itertools.chain(beside, within), None)
    span = day.value.span(now.date()) if day is not None else None
    if span is None:
        return None
    clock: Clock = time.value
    midnight = datetime.combine(span[0], datetime.min.time(), now.tzinfo)
    return midnight.replace(hour=clock.hour, minute=clock.minute).isoformat()


def _last(clock: Clock, now: datetime) -> str:
    """The moment at which it was *clock* last."""
    today = now.replace(hour=clock.hour, minute=clock.minute, second=0, microsecond=0)
    return (today if today <= now or today.date() == date.min else today - timedelta(days=1)).isoformat()


def moment_as_shown(value: Any, shown: Sequence[Any]) -> Any:
    """*value*, a moment with its distance from UTC, as an author writes moments who never says that: a tool that
    compares it with a moment of its own would raise. As it is where *shown*, the values of examples, are none.

    Args:
        value: as :func:`convert` makes it of a day and a time.
        shown: what examples have for it.
    """
    moments = [found for each in shown if (found := moment(each)) is not None]
    own = moment(value)
    if own is None or not moments or len(moments) < len(shown) or any(found.tzinfo is not None for found in moments):
        return value
    short = all(isinstance(each, str) and each.count(":") == 1 for each in shown)
    return own.replace(tzinfo=None).isoformat(timespec="minutes" if short else "seconds")


def moment(value: Any) -> datetime | None:
    """The day and time of *value*, which an example has; None where it is none, or no day of the calendar."""
    try:
        return datetime.fromisoformat(value) if isinstance(value, str) and "T" in value else None
    except ValueError:
        return None


def hour_mention(inside: Sequence[Mention]) -> Mention | None:
    """A bare hour, where the argument is known to be a time of day."""
    for mention in inside:
        if mention.kind == m.NUMBER and mention.value == int(mention.value) and 0 <= mention.value <= 24:
            return Mention(mention.start, mention.end, m.TIME, Clock(int(mention.value) % 24, 0, 0, False))
    return None
