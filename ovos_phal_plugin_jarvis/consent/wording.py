"""A call in plain words, and the questions that a plan asks: every call and every value of it, never cut."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import reduce
from string import Formatter
from typing import Any

from ovos_phal_plugin_jarvis.consent.risk import tokens
from ovos_phal_plugin_jarvis.sdk.date_keys import KNOWN_DATE_KEYS, WEEKDAYS
from ovos_phal_plugin_jarvis.sdk.locale import ENGLISH, Spoken, closest, duration, named, number, say
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition
from ovos_phal_plugin_jarvis.tools.redaction import HIDDEN, hide_shapes

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
    word: seconds
    for words, seconds in (
        ("milliseconds millisecond ms", 0.001),
        ("seconds second secs sec", 1),
        ("minutes minute mins min", 60),
        ("hours hour", 3600),
        ("days day", 86400),
    )
    for word in words.split()
}
_NONE_OF: Mapping[float, str] = {1: "seconds", 60: "minutes", 3600: "hours", 86400: "days"}
"""Seconds of a unit → the sentence for a number of it: nothing of days is no seconds."""
_SAID_UNITS = (
    "percent percentage pct",
    "celsius",
    "fahrenheit",
    "degrees",
    "kelvin",
    "km kilometers kilometres",
    "meters metres",
    "miles",
    "cm",
    "mm",
    "kg",
    "grams",
    "euros eur",
    "usd dollars",
    "gbp pounds",
    "cents",
    "watts",
    "liters litres",
    "ml",
    "bytes",
    "kb",
    "mb",
    "gb",
)
"""How arguments call what they are in, one for each line of ``unit.entity``."""
_SAID_VALUES = (
    *("today", "tomorrow", "yesterday", "day_after_tomorrow", "tonight", "this_weekend"),
    *("daily", "weekly", "monthly", "weekdays", "weekends", "up", "down", "extend", "shorten", "set"),
    *("must-win", "nice-to-do", "sunrise", "sunset"),
)
"""Days, and values of a few, that are said in the user's language: one for each line of ``said_value.entity``."""
_UNITS = {word: place for place, words in enumerate(_SAID_UNITS) for word in words.split()}
_UNIT_IN_TEXT = re.compile(r"\bin (" + "|".join([*_TIME, *_UNITS]) + r")\b")
_RETURNS = re.compile(r",? (?:and|then) (?:return|get|give|show|tell|report|print)s?\b.*$|,? returning\b.*$| \(.*$")
_PLACEHOLDER = re.compile(
    r" (?:for|with|to|from|in|at|of|by) (?:a|an|the|some) (?:given|specified|certain|particular) \w+$"
)
_LENGTH_OF_TIME = frozenset(("", "duration", "length", "time", "for", "period"))
_DELAY = frozenset(("delay", "in", "after", "wait"))


def questions(calls: Sequence[str], limit: int, lang: str = ENGLISH) -> tuple[Spoken, ...] | None:
    """What is asked, one after the other; None where it takes more questions than anybody would listen to.

    Args:
        calls: each call in words.
        limit: characters that one answer may have.
        lang: the language of *calls*.
    """
    limit = max(limit, SHORTEST)
    whole = say("shall_i", lang, what=Spoken(_in_a_row(calls, lang), lang))
    if len(whole) <= limit:
        return (whole,)
    room = limit - len(say("shall_i_part", lang, number=MAX_QUESTIONS, total=MAX_QUESTIONS, what=""))
    parts: list[str] = []
    for call in calls:
        pieces = _pieces(call, room)
        both = _in_a_row([parts[-1], call], lang) if parts and len(pieces) == 1 else ""
        if both and len(both) <= room:
            parts[-1] = both
        else:
            parts += pieces
    if len(parts) > MAX_QUESTIONS:
        return None
    return tuple(
        say("shall_i_part", lang, number=n, total=len(parts), what=Spoken(part, lang))
        for n, part in enumerate(parts, 1)
    )


def _in_a_row(calls: Sequence[str], lang: str) -> str:
    """ "do this, and do that"."""
    return reduce(lambda first, second: str(say("and_then", lang, first=first, second=second)), calls)


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


def spoken_plan(calls: Sequence[tuple[ToolDefinition, Mapping[str, Any]]], lang: str) -> tuple[list[str], str]:
    """Each call of a plan in words, and the language that they are in: *lang* where the author of each tool has a
    phrase in that which names all that is given, or a name for a tool that is given one value at most; else English."""
    said = [
        _translated(definition, arguments, lang) or _named(definition, arguments, lang)
        for definition, arguments in calls
    ]
    found = [text for text in said if text is not None]
    if len(found) == len(calls):
        return found, lang
    return [spoken_call(definition, arguments) for definition, arguments in calls], ENGLISH


def _translated(definition: ToolDefinition, arguments: Mapping[str, Any], lang: str) -> str | None:
    tag = closest(lang, definition.confirmation_phrases)
    if tag is None:
        return None
    given = _given(definition, arguments)
    if any(isinstance(value, Mapping) for value in given.values()):
        return None  # its members have English names
    for phrase in definition.confirmation_phrases[tag]:
        said: set[str] = set()
        text = _phrase(definition, phrase, arguments, said, lang)
        if text and set(given) <= said:
            return text
    return None


def _named(definition: ToolDefinition, arguments: Mapping[str, Any], lang: str) -> str | None:
    """The tool's name in *lang*, and the value that is given: one alone needs no name, but for a yes or no."""
    tag = closest(lang, definition.spoken_names)
    given = _given(definition, arguments)
    if (
        tag is None
        or len(given) > 1
        or any(isinstance(value, bool | Mapping) or value is None for value in given.values())
    ):
        return None
    name = clean(definition.spoken_names[tag])
    return ": ".join([name, *(_argument_value(definition, key, arguments, lang) for key in given)])


def spoken_call(definition: ToolDefinition, arguments: Mapping[str, Any]) -> str:
    """A call in English words, to follow "shall I": the author's confirmation phrase where there is one, else what the
    tool does, with every argument that is given."""
    whole = _translated(definition, arguments, ENGLISH)
    if whole is not None:
        return whole
    said: set[str] = set()
    phrase = _phrase(definition, definition.confirmation_phrase, arguments, said, ENGLISH) or _deed(definition)
    rest = [_argument(definition, k, v) for k, v in _given(definition, arguments).items() if k not in said]
    said_of_time = [part for part in rest if part.startswith(("for ", "in "))]
    others = [part for part in rest if part not in said_of_time]
    return ", ".join(part for part in (" ".join([phrase, *said_of_time]), *others) if part)


def _given(definition: ToolDefinition, arguments: Mapping[str, Any]) -> dict[str, Any]:
    return {k: v for k, v in arguments.items() if v is not None or not _is_as_good_as_left_out(definition, k)}


def spoken_action(definition: ToolDefinition, action: str, data: Mapping[str, Any]) -> str:
    """An action of a command in words, with all that it is handed."""
    name = action.removesuffix("_click")
    plain = replace(definition, name=name, description="", confirmation_phrase="", confirmation_phrases={})
    deed = spoken_call(plain, data)
    return f"{deed}, of {_deed(replace(definition, description=''))}"


def short_call(definition: ToolDefinition, lang: str) -> Spoken:
    """The deed alone, for saying that it was not done: in *lang* where the author has a name for it in that, else in
    English."""
    names = {ENGLISH: _deed(definition), **definition.spoken_names}
    tag = closest(lang, names) or ENGLISH
    return Spoken(names[tag], tag, frozenset(names), lambda other: short_call(definition, other))


def clean(text: str) -> str:
    """*text* with what can't be seen or heard left out, so that what is shown is what is meant."""
    kept = "".join(" " if c.isspace() else c for c in text if c.isspace() or unicodedata.category(c)[0] != "C")
    return " ".join(kept.split())


def _phrase(definition: ToolDefinition, phrase: str, arguments: Mapping[str, Any], said: set[str], lang: str) -> str:
    """A declared phrase with its values; empty where it names one that is not given."""
    if not phrase:
        return ""
    parts, named = [], set()
    try:
        for text, field, _, _ in Formatter().parse(phrase):
            parts.append(text)
            if field is None:
                continue
            if field not in arguments:
                return ""
            named.add(field)
            parts.append(_argument_value(definition, field, arguments, lang))
    except ValueError:  # a brace that is not closed
        return ""
    said |= named
    return clean("".join(parts)).rstrip(".?!")


def _argument_value(definition: ToolDefinition, field: str, arguments: Mapping[str, Any], lang: str) -> str:
    """The value of *field* as it is said in *lang*; nothing of a secret."""
    if _is_secret(field):
        return HIDDEN
    value = arguments[field]
    parameter = next((each for each in definition.parameters if each.name == field), None)
    known = KNOWN_DATE_KEYS | set(parameter.enum_values or () if parameter is not None else ())
    texts = value if isinstance(value, list | tuple) else [value]
    if closest(lang, [ENGLISH]) is None and texts and all(isinstance(text, str) and text in known for text in texts):
        return ", ".join(_known_value(text, lang) for text in texts)
    return _value(value, _unit(definition, field), lang)


def _known_value(text: str, lang: str) -> str:
    """A day, or a value of a few that many tools have, in *lang*; another as it stands."""
    day = text.removeprefix("next_")
    if day in WEEKDAYS:
        return str(named("weekday", WEEKDAYS.index(day), lang))
    return str(named("said_value", _SAID_VALUES.index(text), lang)) if text in _SAID_VALUES else _value(text)


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


def _value(value: Any, unit: str | None = None, lang: str = ENGLISH) -> str:
    if isinstance(value, bool):
        return say("value_yes" if value else "value_no", lang)
    if _is_number(value):
        if unit in _TIME and not value and _TIME[unit] in _NONE_OF:
            return say(_NONE_OF[_TIME[unit]], lang, number=0)
        if unit in _TIME:
            return duration(value * _TIME[unit], lang, "plain")
        told = number(value, lang, digits=None)  # a yes is for what was shown: no digit is left out
        return f"{told} {named('unit', _UNITS[unit], lang)}" if unit in _UNITS else told
    if isinstance(value, list | tuple):
        return ", ".join(_value(item, unit, lang) for item in value) or say("value_none", lang)
    if isinstance(value, Mapping):
        # A header or a field may say its name beside its value.
        secret = any(_is_secret(value[k]) for k in ("name", "key", "field", "header") if isinstance(value.get(k), str))
        said = (_member(k, v, secret and k in ("value", "values", "val")) for k, v in value.items())
        return ", ".join(said) or say("value_none", lang)
    if value is None:
        return say("value_nothing", lang)
    text = hide_shapes(clean(str(value)))
    if not text:
        return say("value_empty", lang)
    return text.replace("_", " ") if re.fullmatch(r"[^\W\d]+(?:_[^\W\d]+)*", text) else f'"{text}"'


def _member(name: Any, value: Any, hidden: bool) -> str:
    return f"{clean(str(name)).replace('_', ' ')} {HIDDEN if hidden or _is_secret(name) else _value(value)}"


def _is_number(value: Any) -> bool:
    # Infinity and what no clock or scale reaches is said as it stands.
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e15
