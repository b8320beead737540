"""What is said of a call that failed: one sentence, once, in words for people. The rest is in the log and in the
answer's ``results``."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ovos_phal_plugin_jarvis.assistant.phrases import spoken_name
from ovos_phal_plugin_jarvis.assistant.telling import human
from ovos_phal_plugin_jarvis.consent.wording import short_call
from ovos_phal_plugin_jarvis.nlu.lang.guess import heard_from_outside
from ovos_phal_plugin_jarvis.sdk.locale import ENGLISH, Spoken, changed, closest, listed, say
from ovos_phal_plugin_jarvis.tools.errors import (
    Cancelled,
    DeadlinePassed,
    InvalidOutput,
    MissingSecrets,
    QueueFull,
    RateLimited,
    ShutDown,
    ToolBoxProcessDown,
    ToolFailed,
    ToolHangs,
)
from ovos_phal_plugin_jarvis.tools.execution.invoker import Outcome

MAX_READ = 2000
"""Characters of an error that are read."""
_WHY = {
    DeadlinePassed: "why_timeout",
    QueueFull: "why_busy",
    RateLimited: "why_busy",
    ToolHangs: "why_away",
    ToolBoxProcessDown: "why_away",
    ShutDown: "why_away",
    Cancelled: "why_cancelled",
    InvalidOutput: "why_nonsense",
}
"""Errors of this house → why something did not work, to be spoken."""
_SIGNS = (
    (
        "why_refused",
        r"\b40[13]\b|unauthori[sz]ed|forbidden|(?:invalid|wrong|bad|expired) (?:api[ _-]?)?(?:key|token)",
    ),
    ("why_timeout", r"time[d-]?[ _-]?out|deadline exceeded|errno (?:110|60)\b"),
    (
        "why_unreachable",
        r"errno|connection ?(?:error|refused|reset|aborted|pool)|connect ?error|max retries|name or service not known"
        r"|temporary failure in name|failed to resolve|getaddrinfo|unreachable|no route to host|remote end closed"
        r"|urlerror|bad gateway|service unavailable|\b50[234]\b|sslerror|certificate",
    ),
    ("why_nonsense", r"json|expecting (?:value|property|',')|unexpected (?:token|end)|\b500\b|parseerror"),
)
"""What the words of an error tell of why it came, the first that is there."""
_CLASS = re.compile(r"(?:[A-Za-z_]\w*\.)*[A-Za-z_]\w*(?:Error|Exception|Exit|Interrupt|Warning|Timeout|Refused)")
_MACHINE = re.compile(
    r"(?i:errno|traceback|max retries|getaddrinfo|object has no attribute|status[ _]?code|\bHTTPS?\b|"
    r"\b[45]\d\d\b (?:client|server)|expecting \S)|\b\w*[a-z](?:Error|Exception|Pool)\b|0x[0-9a-f]{4,}"
    r"|\bline \d+|NoneType|<class|<\w+ object|\b(?:pip|pip3|sudo|apt|apt-get|npm|ovos-jarvis|curl) \S|\w+\(\)|\b\w+=\S"
    r"|[a-z][a-z0-9+.-]*://|(?:^|\s)[~.]?/\w+/\S|[{}<>\\]|\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b|\b[a-z]+_[a-z_]+\b|==|::"
    r"|['\"], |^[(\[]['\"]"
)
"""What is written for programmers."""
_BUGS = re.compile(
    r"(?:\w+\.)*(?:KeyError|IndexError|AttributeError|TypeError|NameError|UnboundLocalError|AssertionError|ImportError"
    r"|ModuleNotFoundError|RecursionError|MemoryError|NotImplementedError|UnicodeDecodeError|UnicodeEncodeError"
    r"|StopIteration|ValidationError|SystemExit|GeneratorExit"
    r"|\w*(?:JSON|HTTP|URL|SSL|Parse|Connect|Protocol|Socket|Decod|Timeout)\w*)"
)
"""Errors of a program, whose words are for whoever mends it."""
_PARTS = re.compile(r"(?<=[.!?])\s+|:\s+|\s[–—-]\s|\s\(|;\s+|\n+")
_LEAST_WORDS = 3


def trouble(outcome: Outcome, lang: str) -> Spoken:
    """What is said of *outcome*, which failed: what the tool says of it in a sentence of its own, else that it did not
    work and why."""
    error = outcome.error
    if type(error) is ToolFailed and type(error.spoken) is Spoken:
        return error.spoken  # the tool says it itself, in its own sentence
    if isinstance(error, MissingSecrets):
        settings = listed([key.replace("_", " ").lower() for key in error.keys], lang)
        return say("failed", lang, what=_deed(outcome, lang), why=say("why_unset", lang, settings=settings))
    if type(error) in _WHY:
        return say("failed", lang, what=_deed(outcome, lang), why=say(_WHY[type(error)], lang))
    name, _, text = _class_and_text(str(error)[:MAX_READ], outcome.name)
    own = type(error) is ToolFailed
    for words in (_message(error) if type(error) is ToolFailed else "", "" if _BUGS.fullmatch(name) else text):
        said = _for_people(words)
        if said and (said[:1].isupper() if own else said[-1:] in ".!?" and said[:1].isupper()):
            return changed(heard_from_outside(said, lang), _ended)
        if said:
            return say("failed", lang, what=_deed(outcome, lang), why=heard_from_outside(_ended(said), lang))
    whole = f"{name} {text}"
    why = next((why for why, sign in _SIGNS if re.search(sign, whole, re.IGNORECASE)), "why_unknown")
    return say("failed", lang, what=_deed(outcome, lang), why=say(why, lang))


def _message(error: ToolFailed) -> str:
    """What the tool wanted said, beside what it calls the error."""
    data = error.response.get("context_data") if isinstance(error.response, Mapping) else None
    message: Any = data.get("message") if isinstance(data, Mapping) else None
    return message[:MAX_READ] if isinstance(message, str) else ""


def _class_and_text(error: str, name: str) -> tuple[str, str, str]:
    """The exception's class and the text of an error, without the tool's name before it."""
    head, colon, tail = error.partition(": ")
    if not _CLASS.fullmatch(head):
        head, tail = ("", error) if not _CLASS.fullmatch(error) else (error, "")
    for prefix in (f"'{name}': ", f"Tool '{name}' "):
        tail = tail.removeprefix(prefix)
    if tail == f"'{name}' failed without saying why":
        tail = ""
    return head, colon, tail


def _for_people(text: str) -> str:
    """The beginning of *text* that is no programmer's; empty where there is too little of it."""
    kept: list[str] = []
    place = 0
    for found in [*_PARTS.finditer(text), None]:
        part = text[place : found.start() if found else len(text)]
        if _MACHINE.search(part) or _CLASS.fullmatch(part.strip()):
            break
        kept.append(text[place : found.end() if found else len(text)])
        place = found.end() if found else len(text)
    whole = len("".join(kept)) == len(text)
    said = human("".join(kept)).strip(" :;,-(")
    enough = len(said.split()) >= (1 if whole else _LEAST_WORDS) and any(map(str.isalpha, said))
    quoted = re.fullmatch(r"(['\"]).*\1", said) is not None
    if not enough or quoted:
        return ""
    return said if whole else _ended(said)  # what stood before a colon was a sentence


def _deed(outcome: Outcome, lang: str) -> Spoken:
    tool = outcome.tool
    names = tool.definition.spoken_names if tool is not None else {}
    if tool is not None and (closest(lang, names) or closest(ENGLISH, names)):
        return short_call(tool.definition, lang)
    return spoken_name(outcome.name)


def _ended(text: str) -> str:
    return text if text.endswith((".", "!", "?", "…")) else text + "."
