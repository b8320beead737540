"""The assistant's own words. What a tool has to say, it says itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

NOT_UNDERSTOOD = "Sorry, I have no tool for that."
DENIED = "I am not allowed to do that: {why}"
DONE = "Done."
FAILED = "Sorry, {what} did not work: {why}"
ASK = "Which {what}?"
ASK_FROM = "Which {what}? {options}."
MAX_OPTIONS = 6
_MACHINE_WORDS = ("Field required", "Parameter '", "Invalid value '")
"""How refusals begin that the SDK words for programs."""


def denied(error: str) -> str:
    """What is said of a call that the policy denies."""
    return DENIED.format(why=error if error.endswith(".") else error + ".")


def spoken_name(name: str) -> str:
    """``duration_seconds`` → "duration seconds"."""
    return " ".join(name.replace("-", "_").split("_"))


def spoken_value(value: Any) -> str:
    """A JSON value in words."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, list | tuple):
        return ", ".join(spoken_value(item) for item in value)
    if isinstance(value, Mapping):
        return ", ".join(f"{spoken_name(str(k))} {spoken_value(v)}" for k, v in value.items())
    return "nothing" if value is None else str(value)


def question(parameter: str, valid_values: Sequence[Any] | None = None) -> str:
    """What is asked when an argument is missing or was refused."""
    if not valid_values:
        return ASK.format(what=spoken_name(parameter))
    options = [str(v) for v in valid_values[:MAX_OPTIONS]]
    listed = options[0] if len(options) == 1 else ", ".join(options[:-1]) + " or " + options[-1]
    return ASK_FROM.format(what=spoken_name(parameter), options=listed[:1].upper() + listed[1:])


def refusal(parameter: str, message: str, valid_values: Sequence[Any] | None = None) -> str:
    """What is said and asked when a tool refused the value of *parameter* with *message*."""
    asked = question(parameter, valid_values)
    if not message or message.startswith(_MACHINE_WORDS):
        return asked
    if message.endswith("?"):
        return message  # the tool asks by itself
    message = message if message.endswith((".", "!")) else message + "."
    return f"{message} {asked}" if valid_values else message


def from_result(result: Mapping[str, Any]) -> str:
    """A result that brings no words of its own, told plainly: its values, named where there is more than one."""
    told = {key: value for key, value in result.items() if value not in (None, "", [], {})}
    if not told:
        return DONE
    if len(told) == 1:
        value = next(iter(told.values()))
        return DONE if value is True else _sentence(spoken_value(value))
    return _sentence(", ".join(f"{spoken_name(key)} {spoken_value(value)}" for key, value in told.items()))


def shorten(text: str, limit: int) -> str:
    """*text* in at most *limit* characters, cut at a word."""
    if len(text) <= limit:
        return text
    return text[: limit - 1].rsplit(" ", 1)[0].rstrip(",;: ") + "…"


def _sentence(text: str) -> str:
    text = text[:1].upper() + text[1:]
    return text if text.endswith((".", "!", "?")) else text + "."
