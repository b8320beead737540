"""What a request to the model costs: tokens, and time outside llama.cpp. Prints a Markdown table.

    python test/bench/model_cost.py [--requests 20] [--counts 10,50,200]

Run from the repository with `test` on the path (as pytest has it): PYTHONPATH=test. The model is the tests' own, of
random weights, so that llama.cpp's share of the time is as small as it will ever be. Beside it, the same requests
through llama-cpp-python's create_chat_completion(tools=…).
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

from ovos_phal_plugin_jarvis.config import LlmConfig
from ovos_phal_plugin_jarvis.engines.base import GenerationRequest
from ovos_phal_plugin_jarvis.engines.llama_cpp import LlamaCppEngine
from ovos_phal_plugin_jarvis.llm.schema import openai_tool
from ovos_phal_plugin_jarvis.llm.translator import ModelTranslator
from ovos_phal_plugin_jarvis.prompts.choice import choose_provider
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition
from ovos_phal_plugin_jarvis.translation.values import Translation, TranslationContext
from tiny_gguf import write_tiny_gguf

SCHEMA = {
    "type": "object",
    "properties": {
        "city": {"type": "string", "minLength": 12, "maxLength": 40},
        "days": {"type": "integer", "minimum": 1, "maximum": 7},
    },
    "required": ["city"],
}
UTTERANCES = ("turn on the light in the kitchen", "what is the weather in Vienna tomorrow", "play some jazz, please")
CONTEXT = TranslationContext(now=datetime(2026, 6, 1, 12, tzinfo=timezone.utc), max_calls=1)


class _NoExamples:
    name = "examples"

    def translate(self, utterance: str, context: TranslationContext) -> Translation:
        return Translation()


class _Calling:
    """The engine, with calls made compulsory: random weights would rather talk."""

    def __init__(self, engine: LlamaCppEngine):
        self._engine = engine

    def __getattr__(self, name: str) -> Any:
        return getattr(self._engine, name)

    def generate(self, request: GenerationRequest, cancel: Any = None) -> Any:
        from dataclasses import replace

        return self._engine.generate(replace(request, answer="refused"), cancel)


def tools(count: int) -> list[ToolDefinition]:
    return [ToolDefinition(f"tool_{i:03}", f"Does thing {i} in a city.", "bench", SCHEMA, {}) for i in range(count)]


def ours(path: Path, count: int, requests: int) -> str:
    engine = LlamaCppEngine(path, n_ctx=131072, threads=1)
    config = LlmConfig(max_tokens=20, temperature=1.0, timeout=600)
    translator = ModelTranslator(
        tools(count),
        lambda info: choose_provider(info.metadata, configured="Qwen25MediumUntrained", environ={}).provider,
        _Calling(engine),
        fallback=_NoExamples(),
        config=config,  # type: ignore[arg-type]
    )
    first = translator.translate("warm up", CONTEXT).usage
    ratios, outside, totals, decoded, forced = [], [], [], [], []
    for i in range(requests):
        utterance = UTTERANCES[i % len(UTTERANCES)]
        started = time.perf_counter()
        translation = translator.translate(utterance, CONTEXT)
        total = time.perf_counter() - started
        assert translation.calls, translation.reason
        usage = translation.usage
        ratios.append(usage.evaluated_tokens / (len(utterance) + len("\nuser\n\nassistant\n") + 3))
        outside.append((total - usage.native_seconds) / total)
        totals.append(total)
        decoded.append(usage.decoded_tokens)
        forced.append(usage.forced_tokens)
    engine.close()
    return (
        f"| {count} | {first.prompt_tokens} | {max(ratios):.2f} | {statistics.mean(decoded):.0f} + "
        f"{statistics.mean(forced):.0f} | {statistics.median(totals) * 1e3:.1f} | {statistics.median(outside):.1%} |"
    )


def theirs(path: Path, count: int, requests: int) -> str:
    from llama_cpp import Llama

    model = Llama(
        str(path), n_ctx=131072, n_threads=1, n_threads_batch=1, chat_format="chatml-function-calling", verbose=False
    )
    evaluated, evaluate = [0], model.eval

    def counting(tokens: Any) -> None:
        evaluated[0] += len(tokens)
        evaluate(tokens)

    model.eval = counting  # type: ignore[method-assign]
    plain = [{k: tool[k] for k in ("type", "function")} for tool in map(openai_tool, tools(count))]
    costs, totals = [], []
    for i in range(requests + 1):
        evaluated[0] = 0
        started = time.perf_counter()
        model.create_chat_completion(
            messages=[  # without a system turn its template leaves the tools out
                {"role": "system", "content": "You call tools."},
                {"role": "user", "content": UTTERANCES[i % len(UTTERANCES)]},
            ],
            tools=plain,
            tool_choice="auto",
            max_tokens=20,
            temperature=1.0,  # type: ignore[arg-type]
        )
        totals.append(time.perf_counter() - started)
        costs.append(evaluated[0])
    model.close()
    return f"| {count} | {costs[0]} | {statistics.mean(costs[1:]):.0f} | {statistics.median(totals[1:]) * 1e3:.1f} |"


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--requests", type=int, default=20)
    arguments.add_argument("--counts", default="10,50,200")
    options = arguments.parse_args()
    counts = [int(count) for count in options.counts.split(",")]
    with tempfile.TemporaryDirectory() as folder:
        path = write_tiny_gguf(Path(folder) / "tiny.gguf")
        print(
            "\n| Tools | Prompt tokens, first request | Evaluated later ÷ utterance and markers | Decoded + forced "
            "| ms a request | Outside llama.cpp |\n|---|---|---|---|---|---|"
        )
        for count in counts:
            print(ours(path, count, options.requests), flush=True)
        print(
            "\n`create_chat_completion(tools=…)`:\n\n| Tools | Evaluated, first | Evaluated, later (with the reply) "
            "| ms a request |\n|---|---|---|---|"
        )
        for count in counts:
            print(theirs(path, count, max(3, options.requests // 5)), flush=True)


if __name__ == "__main__":
    main()
