"""Tries a model on the installed tools: does it load, does it call, how fast does it read and write?"""

from __future__ import annotations

from datetime import datetime
from time import monotonic
from typing import Any

from jsonschema import Draft202012Validator

from ovos_phal_plugin_jarvis.llm.translator import ModelTranslator
from ovos_phal_plugin_jarvis.runtime.runtime import Runtime
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition
from ovos_phal_plugin_jarvis.translation.values import ToolCall, TranslationContext

REQUESTS = 3
"""The first has the model read the tools, the others show what a request costs then."""


def try_model(runtime: Runtime, timeout: float) -> dict[str, Any]:
    """Load the configured model and have it translate examples of the installed tools. Nothing is run.

    Args:
        timeout: seconds that loading may take. A request takes as long as ``llm.timeout``.

    Returns:
        ``load_seconds``, ``prompt_provider``, ``tools``, ``describes_all`` (whether the prompt describes all of
        them), and of each of the ``requests``: ``utterance``, ``wanted`` (the tool whose example it is), ``calls``
        (name and arguments), ``valid`` (whether all of them are), ``seconds``, ``read_tokens``, ``written_tokens``;
        ``made_to_call``: where it called nothing, what it does when it has to (``name``, ``arguments``, or the
        ``error`` that says why it can't);
        ``read_per_second`` and ``written_per_second`` (tokens; None where there was too little to tell);
        ``error``: why it can't serve, or None.
    """
    started = monotonic()
    error = runtime.translators.examine(timeout)
    report: dict[str, Any] = {
        "load_seconds": round(monotonic() - started, 2),
        "error": error,
        "requests": [],
        "made_to_call": None,
    }
    snapshot = runtime.registry.snapshot
    model = runtime.translators.make(snapshot)
    if error is not None or not isinstance(model, ModelTranslator):
        return {**report, "error": error or "no model is configured"}
    error = model.check(timeout)
    if error is not None:
        return {**report, "error": error}
    tools = {definition.name: definition for definition in snapshot.understood}
    for wanted, utterance in _examples(tools):
        made = model.translate(utterance, TranslationContext(now=datetime.now().astimezone()))
        report["requests"].append(
            {
                "utterance": utterance,
                "wanted": wanted,
                "calls": [{"name": call.name, "arguments": dict(call.arguments)} for call in made.calls],
                "valid": all(_is_valid(call, tools) for call in made.calls),
                "error": made.reason,
                "seconds": round(made.usage.seconds, 3),
                "read_tokens": made.usage.evaluated_tokens,
                "written_tokens": made.usage.decoded_tokens + made.usage.forced_tokens,
            }
        )
    if report["requests"] and not any(request["calls"] or request["error"] for request in report["requests"]):
        report["made_to_call"] = _made_to_call(model, *_examples(tools)[0])
    status = model.status()
    return {
        **report,
        "prompt_provider": status["prompt_provider"],
        "tools": status["tools"],
        "describes_all": status["describes_all"],
        **_speeds(report["requests"]),
    }


def _made_to_call(model: ModelTranslator, wanted: str, utterance: str) -> dict[str, Any] | None:
    """What comes of *utterance* where the tool *wanted* has to be called; None where nobody knows which that is."""
    if not wanted:
        return None
    context = TranslationContext(now=datetime.now().astimezone())
    made = model.retry(utterance, context, ToolCall(wanted, {}), [{"param": None, "message": "call it"}])
    if not made.calls:
        return {"error": made.reason}
    return {"name": made.calls[0].name, "arguments": dict(made.calls[0].arguments), "error": None}


def _examples(tools: dict[str, ToolDefinition]) -> list[tuple[str, str]]:
    shown = [(name, tool.examples[0].utterance) for name, tool in tools.items() if tool.examples]
    step = max(1, len(shown) // REQUESTS)
    return shown[::step][:REQUESTS] or [("", "hello")]


def _is_valid(call: ToolCall, tools: dict[str, ToolDefinition]) -> bool:
    return Draft202012Validator(dict(tools[call.name].argument_schema)).is_valid(dict(call.arguments))


def _speeds(requests: list[dict[str, Any]]) -> dict[str, float | None]:
    """Writing from the requests that read little, reading from the one that read most."""
    by_reading = sorted((r for r in requests if r["error"] is None), key=lambda r: r["read_tokens"])
    if len(by_reading) < 2:
        return {"read_per_second": None, "written_per_second": None}
    short, long = by_reading[0], by_reading[-1]
    writing = short["written_tokens"] / short["seconds"] if short["seconds"] and short["written_tokens"] else None
    left = long["seconds"] - (long["written_tokens"] / writing if writing else 0.0)
    reading = long["read_tokens"] / left if left > 0 and long["read_tokens"] > 2 * short["read_tokens"] else None
    return {
        "read_per_second": None if reading is None else round(reading, 1),
        "written_per_second": None if writing is None else round(writing, 1),
    }
