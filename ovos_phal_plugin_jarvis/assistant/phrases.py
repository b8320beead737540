"""What the assistant says by itself: ``locale/`` has the sentences. What a tool has to say, it says itself."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from ovos_phal_plugin_jarvis.nlu.lang.guess import heard_from_outside
from ovos_phal_plugin_jarvis.sdk.locale import ENGLISH, Spoken, changed, listed, number, say, together

MAX_OPTIONS = 6
LEAST_ROOM = 40
"""Characters of an answer below which nothing stands beside it."""
_SENTENCE_END = re.compile(r"[.!?…。！？][\"'”’»)]*\s+|\n+")
_CLAUSE_END = re.compile(r"[,;:]\s+| – ")
_WORD_END = re.compile(r"\s+")
_MACHINE_WORDS = ("Field required", "Parameter '", "Invalid value '")
"""How refusals begin that the SDK words for programs."""


def denied(error: str, lang: str) -> Spoken:
    """What is said of a call that the policy denies."""
    return say("denied", lang, why=Spoken(error if error.endswith(".") else error + ".", ENGLISH))


def spoken_name(name: str) -> Spoken:
    """``duration_seconds`` → "duration seconds": what programmers call things is English."""
    return Spoken(" ".join(name.replace("-", "_").split("_")), ENGLISH)


def spoken_value(value: Any, lang: str) -> Spoken:
    """A JSON value in words."""
    if isinstance(value, bool):
        return say("value_yes" if value else "value_no", lang)
    if isinstance(value, int | float):
        return number(value, lang, digits=None)
    if isinstance(value, list | tuple):
        return together([spoken_value(item, lang) for item in value], lang, ", ")
    if isinstance(value, Mapping):
        said = (together([spoken_name(str(k)), spoken_value(v, lang)], lang) for k, v in value.items())
        return together(said, lang, ", ")
    return say("value_nothing", lang) if value is None else heard_from_outside(str(value), lang)


def question(parameter: str, lang: str, valid_values: Sequence[Any] | None = None) -> Spoken:
    """What is asked when an argument is missing or was refused."""
    what = spoken_name(parameter)
    if not valid_values:
        return say("ask", lang, what=what)
    options = listed([str(v) for v in valid_values[:MAX_OPTIONS]], lang, "or")
    return say("ask_from", lang, what=what, options=changed(options, lambda text: text[:1].upper() + text[1:]))


def refusal(parameter: str, message: str, lang: str, valid_values: Sequence[Any] | None = None) -> Spoken:
    """What is said and asked when a tool refused the value of *parameter* with *message*."""
    asked = question(parameter, lang, valid_values)
    if not message or message.startswith(_MACHINE_WORDS):
        return asked
    if message.endswith("?"):
        return heard_from_outside(message, lang)  # the tool asks by itself
    message = message if message.endswith((".", "!")) else message + "."
    said = heard_from_outside(message, lang)
    return together([said, asked], lang) if valid_values else said


def shorten(text: str, limit: int) -> str:
    """*text* in at most *limit* characters, cut at a word."""
    if len(text) <= limit:
        return text
    cut = text[: limit - 1].rsplit(" ", 1)[0].rstrip(",;: ") + "…"
    return Spoken(cut, text.lang) if isinstance(text, Spoken) else cut


def cut(text: str, room: int) -> tuple[str, str]:
    """The beginning of *text* in at most *room* characters, and the rest: at the end of a sentence where there is one,
    else of a clause, else at a word."""
    if len(text) <= room:
        return text, ""
    for end in (_SENTENCE_END, _CLAUSE_END, _WORD_END):
        places = [found.end() for found in end.finditer(text, 0, room + 1) if found.end() <= room + 1]
        if places and places[-1] >= room / 3:
            return text[: places[-1]].strip(), text[places[-1] :].strip()
    return text[:room], text[room:]


def last_sentence(text: str) -> str:
    """What stands behind the end of the last but one sentence."""
    places = [found.end() for found in _SENTENCE_END.finditer(text.rstrip())]
    return text[places[-1] :].strip() if places else text
