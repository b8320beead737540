"""The turns that a model is given: the question with what it refers to, a failed call, a tool's result."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from ovos_phal_plugin_jarvis.llm.call_format import Call
from ovos_phal_plugin_jarvis.llm.turns import Turn
from ovos_phal_plugin_jarvis.translation.values import ToolCall, TranslationContext

MAX_RESULT_CHARS = 4000
"""Of a tool's result; two sentences hold no more."""
_SENTENCE_END = re.compile(r"(?<=[.!?…。！？])\s+")

PHRASE_REQUEST = "Tell me this in one or two short sentences to be spoken aloud. Only say what is in the result."


def history_turns(turns: Sequence[tuple[str, str]]) -> tuple[Turn, ...]:
    """Earlier ``(role, text)``, oldest first, as turns that alternate and begin with the user."""
    made: list[Turn] = []
    for role, text in turns:
        if role not in ("user", "assistant") or not text:
            continue
        wanted = "user" if role == "user" else "assistant"
        if not made and wanted == "assistant":
            continue
        if made and made[-1].role == wanted:
            made[-1] = Turn(made[-1].role, f"{made[-1].text}\n{text}")
        else:
            made.append(Turn("user" if role == "user" else "assistant", text))
    if made and made[-1].role == "user":
        made.pop()  # the question before got no answer
    return tuple(made)


def context_lines(context: TranslationContext, late: str) -> str:
    """What only this request may know, in the order in which it changes: seldom first."""
    lines = [late] if late else []
    if context.last_call is not None:
        lines.append(f"The last call was {call_text(context.last_call)}.")
    if context.question is not None:
        asked = context.question
        lines.append(f"You asked for {asked.parameter!r} of {call_text(asked.call)}: {asked.text}")
    return "\n".join(lines)


def call_text(call: ToolCall) -> str:
    """The call in a line."""
    return f"{call.name} {compact(call.arguments)}"


def compact(value: Any) -> str:
    """Compact JSON; what has no JSON form becomes text."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=str)


def retry_turns(turns: Sequence[Turn], failed: ToolCall, errors: Sequence[Mapping[str, Any]]) -> tuple[Turn, ...]:
    """*turns*, the call that was refused, and why.

    Args:
        errors: ``{"param", "message", "valid_values"}`` of each problem.
    """
    lines = ["The call was refused:"]
    for error in errors:
        line = f"- {error.get('param') or 'arguments'}: {error.get('message') or 'not valid'}"
        values = error.get("valid_values")
        if values:
            line += ". Valid: " + ", ".join(str(value) for value in list(values)[:50])
        lines.append(line)
    called = Turn("assistant", "", calls=(Call(failed.name, dict(failed.arguments)),))
    return (*turns, called, Turn("tool", "\n".join(lines), name=failed.name))


def phrase_turns(turns: Sequence[Turn], call: ToolCall, result: Mapping[str, Any]) -> tuple[Turn, ...]:
    """*turns*, the call, what came of it, and the wish to hear it."""
    text = compact(result)
    if len(text) > MAX_RESULT_CHARS:
        text = text[:MAX_RESULT_CHARS] + "…"
    return (
        *turns,
        Turn("assistant", "", calls=(Call(call.name, dict(call.arguments)),)),
        Turn("tool", text, name=call.name),
        Turn("user", PHRASE_REQUEST),
    )


def spoken_text(text: str, sentences: int, cut: bool) -> str:
    """The first *sentences* of *text* in one line, without what cannot be spoken; a sentence that was *cut* short
    is left out."""
    printable = "".join(char if char.isprintable() else " " for char in text)
    parts = _SENTENCE_END.split(" ".join(printable.split()))
    if cut and len(parts) > 1:
        parts = parts[:-1]
    return " ".join(parts[:sentences]).strip()
