"""What only makes sense after something else: a change of the last call, its result, the answer to a question."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ovos_phal_plugin_jarvis.nlu import mentions as m
from ovos_phal_plugin_jarvis.nlu import values
from ovos_phal_plugin_jarvis.nlu.alignment import Profile
from ovos_phal_plugin_jarvis.nlu.choices import Choice
from ovos_phal_plugin_jarvis.nlu.reading import Heard
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition, ToolParameter
from ovos_phal_plugin_jarvis.translation.values import Question, ToolCall, TranslationContext

_CHANGE = re.compile(
    r"^(?:(?:no|nope|sorry|actually|wait|oh|well|and|but|now|then)\b[\s,]*)*"
    r"(?:(?:make|change|set|turn|switch|put) (?:it|that|this|the \w+)(?: to| for| at| on)?|i meant|i mean|rather|"
    r"let's make it|instead)\b[\s,]*",
    re.IGNORECASE,
)
_CORRECTION = re.compile(r"^(?:no|nope|sorry|actually|wait|i meant|i mean|rather)\b[\s,]*", re.IGNORECASE)
_ELLIPSIS = re.compile(
    r"^(?:(?:and )?(?:what|how) about|and(?: what)?(?= (?:in|for|on|at)\b)|same for)\b\s*", re.IGNORECASE
)
_CANCEL = re.compile(
    r"^(?:never ?mind|cancel(?: that| it)?|forget (?:it|about it|that)|no(?: thanks| thank you)?|stop|nothing|nope|"
    r"skip it|leave it|don't bother|don't)[\s.!]*$",
    re.IGNORECASE,
)
_MORE = frozenset(
    [
        "louder",
        "up",
        "higher",
        "more",
        "brighter",
        "warmer",
        "hotter",
        "longer",
        "faster",
        "increase",
        "raise",
        "bigger",
        "later",
    ]
)
_LESS = frozenset(
    [
        "quieter",
        "down",
        "lower",
        "less",
        "softer",
        "dimmer",
        "darker",
        "cooler",
        "colder",
        "shorter",
        "slower",
        "decrease",
        "reduce",
        "smaller",
        "earlier",
    ]
)
_DEGREE = frozenset(
    [
        "make",
        "it",
        "that",
        "a",
        "bit",
        "little",
        "much",
        "the",
        "turn",
        "please",
        "even",
        "slightly",
        "lot",
        "way",
        "and",
        "now",
        "still",
        "go",
        "again",
    ]
)
_ANSWER_LEAD = re.compile(
    r"^(?:(?:um|uh|er|well|it's|it is|make it|the|a|an|in|for|to|at|on|let's say|i think|i'd say|say|"
    r"how about|maybe|just|with|called)\b[\s,]*)+",
    re.IGNORECASE,
)
_PRONOUNS = ("that", "it", "this", "the result", "the answer", "the sum", "the total")
_SUMS = re.compile(
    r"^(?:and |now |then |so )*(?:(?:plus|minus|times|divided by|multiplied by|over|squared|cubed|to the power of)\b)",
    re.IGNORECASE,
)


def is_cancel(text: str) -> bool:
    """Whether *text*, said in answer to a question, takes the request back."""
    return bool(_CANCEL.match(text.strip()))


def answer(question: Question, definition: ToolDefinition, profile: Profile, heard: Heard) -> ToolCall | None:
    """The call that *question* was about with what *heard* answers; None where it answers nothing."""
    value = _value(profile, definition, heard, heard.text)
    if value is None:
        return None
    return ToolCall(
        question.call.name, {**question.call.arguments, question.parameter: value}, question.call.toolbox_id
    )


def _value(profile: Profile, definition: ToolDefinition, heard: Heard, text: str) -> Any:
    parameter = profile.parameter
    if parameter.enum_values or parameter.param_type in ("bool", "boolean"):
        return (
            Choice(parameter, (), (*definition.rules, parameter.description)).pick(heard.words, set())[0]
            if not _yes_no(parameter, heard)
            else _yes_no(parameter, heard) == "yes"
        )
    if parameter.param_type.lower() in values.TEMPORAL_LISTS:
        return [key for x in heard.mentions if x.kind == m.DATE for key in x.value.values()] or None
    if profile.typed or parameter.param_type.lower() in values.NUMERIC:
        return values.convert(profile.formats, heard.text, heard.mentions, parameter, heard.now)
    words = _ANSWER_LEAD.sub("", text).strip(" .,!?") or text.strip(" .,!?")
    return values.convert(profile.formats, words, (), parameter, heard.now) if words else None


def _yes_no(parameter: ToolParameter, heard: Heard) -> str | None:
    if parameter.param_type not in ("bool", "boolean") or not heard.words:
        return None
    if heard.words[0] in ("yes", "yeah", "yep", "sure", "ok", "okay", "please"):
        return "yes"
    return "no" if heard.words[0] in ("no", "nope", "nah") else None


def refine(
    last: ToolCall, definition: ToolDefinition, profiles: Mapping[str, Profile], heard: Heard, lead_needed: bool = True
) -> ToolCall | None:
    """The last call with what *heard* changes: "make it ten minutes", "louder"; None where it changes nothing.

    Args:
        last: the last call.
        definition: its tool.
        profiles: how the tool's arguments are made from words.
        heard: the utterance.
        lead_needed: refuse a bare value, which says neither "make it" nor "louder".
    """
    refinable = [p for p in definition.parameters if p.refinable]
    step = _step(last, refinable, heard)
    if step is not None:
        return step
    change, ellipsis = _CHANGE.match(heard.text), _ELLIPSIS.match(heard.text)
    correction = _CORRECTION.match(heard.text)
    lead = change or ellipsis or correction
    if lead is None and lead_needed:
        return None
    rest = heard.text[lead.end() if lead else 0 :].strip()
    if not rest or len(rest.split()) > 8:
        return None
    candidates = refinable if change else [*refinable, *(p for p in definition.parameters if not p.refinable)]
    for parameter in candidates:
        profile = profiles[parameter.name]
        plain_text = not profile.typed and not parameter.enum_values and parameter.param_type in ("string", "str")
        if plain_text and not parameter.refinable and not (ellipsis and parameter.name in last.arguments):
            continue
        value = _value(profile, definition, heard, rest)
        if value is not None and value != last.arguments.get(parameter.name):
            return ToolCall(last.name, {**last.arguments, parameter.name: value}, last.toolbox_id)
    return None


def _step(last: ToolCall, refinable: list[ToolParameter], heard: Heard) -> ToolCall | None:
    """ "louder", "a bit warmer", "two more minutes": one step, or as much as is said."""
    typed = {at for x in heard.mentions for at in range(x.start, x.end)}
    said = {word for at, word in enumerate(heard.words) if at not in typed or word in _MORE | _LESS}
    direction = 1 if said & _MORE else -1 if said & _LESS else 0
    if (
        not direction
        or len(said - _MORE - _LESS - _DEGREE - {"by", "degrees", "percent", "%", "volume", "brightness"}) > 0
    ):
        return None
    for parameter in refinable:
        current = last.arguments.get(parameter.name)
        if parameter.enum_values:
            picked = Choice(parameter, (), ()).pick(heard.words, set())[0]
            if picked is not None:
                return ToolCall(last.name, {**last.arguments, parameter.name: picked}, last.toolbox_id)
        if isinstance(current, bool) or not isinstance(current, int | float):
            continue
        amount = values.convert(values.guess_formats(parameter), heard.text, heard.mentions, parameter, heard.now)
        if amount is None:
            amount = _usual_step(parameter, current)
        changed = current + direction * amount
        if 0 <= current <= 100 and _is_level(parameter):
            changed = min(100, max(0, changed))
        return ToolCall(last.name, {**last.arguments, parameter.name: changed}, last.toolbox_id)
    return None


def _is_level(parameter: ToolParameter) -> bool:
    return bool(
        re.search(r"volume|level|brightness|percent|loudness|dim", f"{parameter.name} {parameter.description}", re.I)
    )


def _usual_step(parameter: ToolParameter, current: float) -> float:
    if re.search(r"temperature|degree", f"{parameter.name} {parameter.description}", re.IGNORECASE):
        return 1
    return 10 if _is_level(parameter) or current > 20 else 1


def last_number(context: TranslationContext) -> str | None:
    """The number of the last result, in digits: the member called result, value or answer, or the only number."""
    result = context.last_result or {}
    numbers = {
        key: value for key, value in result.items() if isinstance(value, int | float) and not isinstance(value, bool)
    }
    for key in ("result", "value", "answer", "total"):
        if key in numbers:
            return _digits(numbers[key])
    return _digits(next(iter(numbers.values()))) if len(numbers) == 1 else None


def _digits(number: float) -> str:
    return str(int(number)) if float(number).is_integer() else repr(float(number))


def with_last_number(text: str, number: str) -> list[str]:
    """*text* with the last result in place of what points to it: "multiply that by 2" → "multiply 8 by 2"."""
    found = []
    plain = re.sub(r"^(?:and|now|then|so|ok)\b[\s,]*", "", text, flags=re.IGNORECASE)
    if _SUMS.match(text):
        found.append(f"{number} {plain}")
    for pronoun in _PRONOUNS:
        if re.search(rf"\b{pronoun}\b", plain, re.IGNORECASE):
            found.append(re.sub(rf"\b{pronoun}\b", number, plain, count=1, flags=re.IGNORECASE))
    found.append(f"{plain} {number}") if re.match(
        r"^(?:square root|double|halve|half)\b", plain, re.I
    ) and not found else None
    return found
