"""A call in plain words, and the questions that a plan asks: every call and every value of it, never cut."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import replace
from string import Formatter
from typing import Any

from ovos_phal_plugin_jarvis.consent.risk import tokens
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition
from ovos_phal_plugin_jarvis.tools.redaction import HIDDEN, hide_shapes

SHALL_I = "Shall I {what}?"
PART = "Question {number} of {total}: shall I {what}?"
TOO_LONG = "That is more than I can ask about aloud, so I did nothing: {what}."
TOO_MANY = "Too many plans wait for an answer at the moment, so I did nothing. Ask again in a minute."
CANCELLED = "All right, I won't."
LATE = "It is too late for that: I asked more than a minute ago, and did nothing. Please say again what I should do."
NOT_YOURS = "Only who asked for it can agree to that."
DROPPED = "I did not {what}."
REFUSED = "That did not work as it was."
CHANGED = "That has changed since I asked."
GONE = "That is not possible any more, so I did nothing."
MAX_QUESTIONS = 6
"""Questions that one plan may take; a longer one is refused."""
MAX_DEPTH = 20
"""How deep lists and objects of an argument may stand in each other to be said."""
MAX_DESCRIPTION = 500
SHORTEST = 80
"""Characters that a question may have at least, however short answers are configured to be."""

_SPLIT_NAME = re.compile(r"[\s_.\-/]+|(?<=[a-z0-9])(?=[A-Z])")
_SECRET = frozenset(["password", "passwd", "passphrase", "passcode", "pwd", "secret", "token", "apikey", "pin", "cvv"])
_SECRET |= frozenset(["credential", "authorization", "bearer", "otp"])
_SECRET_KEYS = frozenset(("api", "secret", "private", "access", "signing", "encryption", "auth", "license"))
"""What a key is of that opens something."""
_TIME = {
    "milliseconds": 0.001,
    "millisecond": 0.001,
    "ms": 0.001,
    "seconds": 1,
    "second": 1,
    "secs": 1,
    "sec": 1,
    "minutes": 60,
    "minute": 60,
    "mins": 60,
    "min": 60,
    "hours": 3600,
    "hour": 3600,
    "days": 86400,
    "day": 86400,
}
_UNITS = {
    "percent": "percent",
    "percentage": "percent",
    "pct": "percent",
    "celsius": "degrees Celsius",
    "fahrenheit": "degrees Fahrenheit",
    "degrees": "degrees",
    "kelvin": "kelvin",
    "km": "kilometres",
    "kilometers": "kilometres",
    "kilometres": "kilometres",
    "meters": "metres",
    "metres": "metres",
    "miles": "miles",
    "cm": "centimetres",
    "mm": "millimetres",
    "kg": "kilograms",
    "grams": "grams",
    "euros": "euros",
    "eur": "euros",
    "usd": "dollars",
    "dollars": "dollars",
    "gbp": "pounds",
    "cents": "cents",
    "watts": "watts",
    "liters": "litres",
    "litres": "litres",
    "ml": "millilitres",
    "bytes": "bytes",
    "kb": "kilobytes",
    "mb": "megabytes",
    "gb": "gigabytes",
}
_UNIT_IN_TEXT = re.compile(r"\bin (" + "|".join([*_TIME, *_UNITS]) + r")\b")
_RETURNS = re.compile(r",? (?:and|then) (?:return|get|give|show|tell|report|print)s?\b.*$|,? returning\b.*$| \(.*$")
_PLACEHOLDER = re.compile(
    r" (?:for|with|to|from|in|at|of|by) (?:a|an|the|some) (?:given|specified|certain|particular) \w+$"
)
_LENGTH_OF_TIME = frozenset(("", "duration", "length", "time", "for", "period"))
_DELAY = frozenset(("delay", "in", "after", "wait"))


def questions(calls: Sequence[str], limit: int) -> tuple[str, ...] | None:
    """What is asked, one after the other; None where it takes more questions than anybody would listen to.

    Args:
        calls: each call in words.
        limit: characters that one answer may have.
    """
    limit = max(limit, SHORTEST)
    whole = SHALL_I.format(what=", and ".join(calls))
    if len(whole) <= limit:
        return (whole,)
    room = limit - len(PART.format(number=MAX_QUESTIONS, total=MAX_QUESTIONS, what=""))
    parts: list[str] = []
    for call in calls:
        pieces = _pieces(call, room)
        if parts and len(pieces) == 1 and len(parts[-1]) + len(", and ") + len(call) <= room:
            parts[-1] += f", and {call}"
        else:
            parts += pieces
    if len(parts) > MAX_QUESTIONS:
        return None
    return tuple(PART.format(number=n, total=len(parts), what=part) for n, part in enumerate(parts, 1))


def _pieces(text: str, room: int) -> list[str]:
    """*text* in pieces of at most *room* characters, whole where it fits, else cut at words and marked."""
    if len(text) <= room:
        return [text]
    pieces: list[str] = []
    while len(text) > room:
        end = text.rfind(" ", room // 2, room - 2)
        end = room - 2 if end < 0 else end
        pieces.append(text[:end].rstrip() + " …")
        text = "… " + text[end:].lstrip()
    return [*pieces, text]


def is_sayable(calls: Sequence[Mapping[str, Any]], limit: int) -> bool:
    """Whether the arguments of a plan may fit into its questions: looked at before any work is spent on them."""
    left = max(limit, SHORTEST) * MAX_QUESTIONS
    waiting: list[tuple[Any, int]] = [(call, 0) for call in calls]
    while waiting:
        value, depth = waiting.pop()
        left -= len(value) if isinstance(value, str | Mapping | list | tuple) else 1
        if left < 0 or depth > MAX_DEPTH:
            return False
        if isinstance(value, Mapping):
            waiting += [(part, depth + 1) for pair in value.items() for part in pair]
        elif isinstance(value, list | tuple):
            waiting += [(item, depth + 1) for item in value]
    return True


def spoken_plan(calls: Sequence[tuple[ToolDefinition, Mapping[str, Any]]]) -> list[str]:
    """Each call of a plan in words."""
    return [spoken_call(definition, arguments) for definition, arguments in calls]


def spoken_call(definition: ToolDefinition, arguments: Mapping[str, Any]) -> str:
    """A call in words, to follow "shall I": the author's confirmation phrase where there is one, else what the tool
    does, with every argument that is given."""
    said: set[str] = set()
    phrase = _phrase(definition, arguments, said) or _deed(definition)
    given = {k: v for k, v in arguments.items() if v is not None or not _is_as_good_as_left_out(definition, k)}
    rest = [_argument(definition, k, v) for k, v in given.items() if k not in said]
    said_of_time = [part for part in rest if part.startswith(("for ", "in "))]
    others = [part for part in rest if part not in said_of_time]
    return ", ".join(part for part in (" ".join([phrase, *said_of_time]), *others) if part)


def spoken_action(definition: ToolDefinition, action: str, data: Mapping[str, Any]) -> str:
    """An action of a command in words, with all that it is handed."""
    name = action.removesuffix("_click")
    deed = spoken_call(replace(definition, name=name, description="", confirmation_phrase=""), data)
    return f"{deed}, of {_deed(replace(definition, description=''))}"


def short_call(definition: ToolDefinition) -> str:
    """The deed alone, for saying that it was not done."""
    return _deed(definition)


def clean(text: str) -> str:
    """*text* with what can't be seen or heard left out, so that what is shown is what is meant."""
    kept = "".join(" " if c.isspace() else c for c in text if c.isspace() or unicodedata.category(c)[0] != "C")
    return " ".join(kept.split())


def _phrase(definition: ToolDefinition, arguments: Mapping[str, Any], said: set[str]) -> str:
    """The declared phrase with its values; empty where it names one that is not given."""
    if not definition.confirmation_phrase:
        return ""
    parts, named = [], set()
    try:
        for text, field, _, _ in Formatter().parse(definition.confirmation_phrase):
            parts.append(text)
            if field is None:
                continue
            if field not in arguments:
                return ""
            named.add(field)
            value = arguments[field]
            parts.append(HIDDEN if _is_secret(field) else _value(value, _unit(definition, field)))
    except ValueError:  # a brace that is not closed
        return ""
    said |= named
    return clean("".join(parts)).rstrip(".?!")


def _deed(definition: ToolDefinition) -> str:
    """What a tool does: the beginning of its description where that says no less than its name does, else its name."""
    name = " ".join(p for p in _SPLIT_NAME.split(clean(definition.name)) if p)
    name = name.lower() if name.isascii() else name
    first = re.split(
        r"(?<=[\w)])[.!?:;](?:\s|$)|\n", clean_lines(definition.description[:MAX_DESCRIPTION]), maxsplit=1
    )[0]
    first = _PLACEHOLDER.sub("", clean(_RETURNS.sub("", first)).rstrip("."))
    head, _, rest = first.partition(" ")
    wanted = tokens(definition.name)
    lead = head.lower()
    if wanted and lead in (f"{wanted[0]}s", f"{wanted[0]}es"):
        lead = wanted[0]
    told = tokens(f"{lead} {rest}")
    if wanted and lead == wanted[0] and set(wanted) <= set(told) and len(first) <= SHORTEST:
        return f"{lead} {rest}".strip()
    return name or "use a tool without a name"


def clean_lines(text: str) -> str:
    """*text* cleaned line by line."""
    return "\n".join(clean(line) for line in str(text).split("\n"))


def _argument(definition: ToolDefinition, name: str, value: Any) -> str:
    lowered = [p.lower() for p in _SPLIT_NAME.split(clean(name)) if p]
    if _is_secret(name):
        return f"{' '.join(lowered)} not said aloud"
    unit = _unit(definition, name)
    if lowered and lowered[-1] == unit:
        lowered = lowered[:-1]
    rest = " ".join(lowered)
    if unit in _TIME and _is_number(value):
        if rest in _LENGTH_OF_TIME:
            return f"for {_value(value, unit)}"
        if rest in _DELAY:
            return f"in {_value(value, unit)}"
    return f"{rest} {_value(value, unit)}".strip()


def _is_secret(name: Any) -> bool:
    """Whether what is called so is nothing to say aloud."""
    lowered = [p.lower() for p in _SPLIT_NAME.split(clean(str(name))) if p]
    parts, joined = [p.removesuffix("s") for p in lowered], "".join(lowered).removesuffix("s")
    is_key = parts[-1:] == ["key"] and bool(_SECRET_KEYS & set(parts[:-1]))
    if {"max", "min", "limit", "count", "number"} & set(parts):
        return False  # "max_tokens" counts them
    return bool(_SECRET & set(parts)) or is_key or joined in (*_SECRET, *(f"{what}key" for what in _SECRET_KEYS))


def _is_as_good_as_left_out(definition: ToolDefinition, name: str) -> bool:
    """Whether null is what the tool takes for granted; where it is not, it may mean anything, such as "all of them"."""
    properties = definition.argument_schema.get("properties")
    member = properties.get(name) if isinstance(properties, Mapping) else None
    return not isinstance(member, Mapping) or member.get("default") is None


def _unit(definition: ToolDefinition, name: str) -> str | None:
    """The unit of an argument: the last word of its name, else what its description says it is in."""
    parts = [p.lower() for p in _SPLIT_NAME.split(name) if p]
    if parts and (parts[-1] in _TIME or parts[-1] in _UNITS) and len(parts) > 1:
        return parts[-1]
    if parts and parts[0] in ("seconds", "minutes", "hours", "days", "percent"):
        return parts[0]
    properties = definition.argument_schema.get("properties")
    member = properties.get(name) if isinstance(properties, Mapping) else None
    told = member.get("description") if isinstance(member, Mapping) else None
    found = _UNIT_IN_TEXT.search(told.lower()) if isinstance(told, str) else None
    return found.group(1) if found else None


def _value(value: Any, unit: str | None = None) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if _is_number(value):
        if unit in _TIME:
            return _length_of_time(value * _TIME[unit])
        number = str(int(value)) if float(value).is_integer() and abs(value) < 1e15 else str(value)
        return f"{number} {_UNITS[unit]}" if unit in _UNITS else number
    if isinstance(value, list | tuple):
        return ", ".join(_value(item, unit) for item in value) or "none"
    if isinstance(value, Mapping):
        # A header or a field may say its name beside its value.
        named = any(_is_secret(value[k]) for k in ("name", "key", "field", "header") if isinstance(value.get(k), str))
        return ", ".join(_member(k, v, named and k in ("value", "values", "val")) for k, v in value.items()) or "none"
    if value is None:
        return "nothing"
    text = hide_shapes(clean(str(value)))
    if not text:
        return "empty"
    return text.replace("_", " ") if re.fullmatch(r"[^\W\d]+(?:_[^\W\d]+)*", text) else f'"{text}"'


def _member(name: Any, value: Any, hidden: bool) -> str:
    return f"{clean(str(name)).replace('_', ' ')} {HIDDEN if hidden or _is_secret(name) else _value(value)}"


def _is_number(value: Any) -> bool:
    # Infinity and what no clock or scale reaches is said as it stands.
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e15


def _length_of_time(seconds: float) -> str:
    """600 → "10 minutes"; 3,690 → "1 hour 1 minute 30 seconds"."""
    if seconds < 0:
        return f"minus {_length_of_time(-seconds)}"
    told, rest = [], round(seconds, 3)
    for name, size in (("day", 86400), ("hour", 3600), ("minute", 60)):
        number, rest = int(rest // size), rest % size
        if number:
            told.append(f"{number} {name}{'' if number == 1 else 's'}")
    rest = round(rest, 3)
    if rest or not told:
        number_text = str(int(rest)) if float(rest).is_integer() else str(rest)
        told.append(f"{number_text} second{'' if rest == 1 else 's'}")
    return " ".join(told)
