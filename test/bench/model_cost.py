"""What a request to the model costs: tokens, and time outside llama.cpp. Prints Markdown tables.

    python test/bench/model_cost.py [--requests 20] [--counts 10,50,200] [--size tiny|medium]

Run from the repository with `test` on the path (as pytest has it): PYTHONPATH=test. The models are of random weights
and write English and JSON in about as many tokens as a real vocabulary does. `tiny`, of half a megabyte, computes next
to nothing, so that llama.cpp's share of the time is as small as it can ever be; `medium` has 100 MB. Beside each, the
same requests through llama-cpp-python's create_chat_completion(tools=…), with its JSON-schema grammar of one tool.
"""

from __future__ import annotations

import argparse
import json
import re
import statistics
import tempfile
import time
from datetime import datetime, timezone
from pathlib import Path
from random import Random
from typing import Any

from ovos_phal_plugin_jarvis.config import LlmConfig
from ovos_phal_plugin_jarvis.llm.engines.base import GenerationRequest
from ovos_phal_plugin_jarvis.llm.engines.llama.engine import LlamaCppEngine
from ovos_phal_plugin_jarvis.llm.engines.llama.model import LlamaModel
from ovos_phal_plugin_jarvis.llm.prompts.choice import choose_provider
from ovos_phal_plugin_jarvis.llm.prompts.providers.qwen25 import Qwen25MediumUntrained
from ovos_phal_plugin_jarvis.llm.schema import openai_tool
from ovos_phal_plugin_jarvis.llm.translator import ModelTranslator
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition
from ovos_phal_plugin_jarvis.translation.values import Translation, TranslationContext
from tiny_gguf import CONTROL_TOKENS, SPANNING, write_tiny_gguf

SCHEMA = {
    "type": "object",
    "properties": {
        "city": {"type": "string", "minLength": 12, "maxLength": 40},
        "days": {"type": "integer", "minimum": 1, "maximum": 7},
    },
    "required": ["city"],
}
UTTERANCES = ("turn on the light in the kitchen", "what is the weather in Vienna tomorrow", "play some jazz, please")
_CONTEXT = 131072
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


def words() -> list[str]:
    """The words and marks of prompts like these, each to be one token as in a real vocabulary."""
    plain = [openai_tool(tool) for tool in tools(1)]
    text = Qwen25MediumUntrained().stable_prompt(plain) + " ".join(UTTERANCES) + json.dumps(plain)
    pieces = {piece for piece in re.findall(r" ?[A-Za-z]+|[^A-Za-z0-9]+", text) if len(piece) > 2}
    # Two tokens must not be the same: those of write_tiny_gguf itself, of which some are made up of syllables.
    made_up = re.compile(r"([b-df-hj-np-tv-z][aeiou])+", re.IGNORECASE)
    return sorted(p for p in pieces if not made_up.fullmatch(p) and not {p} & {*SPANNING, *CONTROL_TOKENS})


def write_model(path: Path, size: str) -> Path:
    shape = {"embedding": 512, "layers": 8, "extra_tokens": 8000} if size == "medium" else {}
    return write_tiny_gguf(path, words=words(), context_length=_CONTEXT, **shape)  # type: ignore[arg-type]


def ours(path: Path, count: int, requests: int, describes_all: bool) -> str:
    engine = LlamaCppEngine(path, n_ctx=_CONTEXT if describes_all else 8192, threads=1)
    room = {"n_ctx": _CONTEXT, "tools_tokens": _CONTEXT} if describes_all else {}
    config = LlmConfig(max_tokens=120, temperature=1.0, timeout=3600, **room)  # type: ignore[arg-type]
    translator = ModelTranslator(
        tools(count),
        lambda info: choose_provider(info.metadata, configured="Qwen25MediumUntrained", environ={}).provider,
        _Calling(engine),  # type: ignore[arg-type]
        fallback=_NoExamples(),
        config=config,
        # Which tools are likely changes with what is said, as it does for a user.
        ranker=lambda utterance: [f"tool_{at:03}" for at in Random(utterance).sample(range(count), min(count, 40))],
    )
    prepared = time.perf_counter()
    engine.info()
    first = translator.translate("warm up", CONTEXT).usage
    prepared = time.perf_counter() - prepared
    reads, ratios, outside, totals, decoded, forced = [], [], [], [], [], []
    counter = LlamaModel(path, n_ctx=64, threads=1)
    for i in range(requests):
        utterance = UTTERANCES[i % len(UTTERANCES)] + f", number {i}" * (not describes_all)
        said = sum(len(counter.tokenize(text, True)) for text in (utterance, "<|im_end|>\n<|im_start|>assistant\n"))
        started = time.perf_counter()
        translation = translator.translate(utterance, CONTEXT)
        total = time.perf_counter() - started
        usage = translation.usage
        reads.append(usage.evaluated_tokens)
        ratios.append(usage.evaluated_tokens / said)
        outside.append((total - usage.native_seconds) / total)
        totals.append(total)
        decoded.append(usage.decoded_tokens)
        forced.append(usage.forced_tokens)
    counter.close()
    engine.close()
    ratio = f" ({max(ratios):.2f} ×)" if describes_all else ""
    return (
        f"| {count}{'' if describes_all else ', the likely ones described'} | {first.prompt_tokens} | {prepared:.1f} s "
        f"| {statistics.median(reads):.0f}{ratio} | {statistics.mean(decoded):.0f} + {statistics.mean(forced):.0f} "
        f"| {statistics.median(totals) * 1e3:.1f} | {statistics.median(outside):.1%} |"
    )


def theirs(path: Path, count: int, requests: int) -> str:
    from llama_cpp import Llama

    started = time.perf_counter()
    model = Llama(
        str(path), n_ctx=_CONTEXT, n_threads=1, n_threads_batch=1, chat_format="chatml-function-calling", verbose=False
    )
    evaluated, native, evaluate = [0], [0.0], model.eval

    def counting(tokens: Any) -> None:
        evaluated[0] += len(tokens)
        began = time.perf_counter()
        evaluate(tokens)
        native[0] += time.perf_counter() - began

    model.eval = counting  # type: ignore[method-assign]
    plain = [{k: tool[k] for k in ("type", "function")} for tool in map(openai_tool, tools(count))]
    costs, totals, outside, written = [], [], [], []
    for i in range(requests + 1):
        evaluated[0], native[0] = 0, 0.0
        if i:
            started = time.perf_counter()
        reply: Any = model.create_chat_completion(
            messages=[  # without a system turn its template leaves the tools out
                {"role": "system", "content": "You call tools."},
                {"role": "user", "content": UTTERANCES[i % len(UTTERANCES)]},
            ],
            tools=plain,
            tool_choice={"type": "function", "function": {"name": f"tool_{i % count:03}"}},  # type: ignore[arg-type]
            max_tokens=120,
            temperature=1.0,
        )
        totals.append(time.perf_counter() - started)
        outside.append((totals[-1] - native[0]) / totals[-1])
        written.append(reply["usage"]["completion_tokens"])
        costs.append(evaluated[0])
    model.close()
    return (
        f"| {count} | {costs[0] - written[0]} | {totals[0]:.1f} s "
        f"| {statistics.median(c - w for c, w in zip(costs[1:], written[1:], strict=True)):.0f} "
        f"| {statistics.mean(written[1:]):.0f} | {statistics.median(totals[1:]) * 1e3:.1f} "
        f"| {statistics.median(outside[1:]):.1%} |"
    )


_HEAD = (
    "| Tools | Prompt, tokens | From the file to the first reply | Read later, tokens {note} | {written} "
    "| ms a request | Outside llama.cpp |\n|---:|---:|---:|---:|---:|---:|---:|"
)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--requests", type=int, default=20)
    arguments.add_argument("--counts", default="10,50,200")
    arguments.add_argument("--likely", default="", help="of how many tools to describe the likely ones only")
    arguments.add_argument("--size", choices=("tiny", "medium"), default="tiny")
    options = arguments.parse_args()
    counts = [int(count) for count in options.counts.split(",") if count]
    with tempfile.TemporaryDirectory() as folder:
        path = write_model(Path(folder) / "model.gguf", options.size)
        print(f"\n{path.stat().st_size / 1e6:.1f} MB\n")
        print(_HEAD.format(note="(÷ utterance and markers)", written="Decoded + forced"))
        for count in counts:
            print(ours(path, count, options.requests, True), flush=True)
        for count in [int(count) for count in options.likely.split(",") if count]:
            print(ours(path, count, options.requests, False), flush=True)
        print("\n`create_chat_completion(tools=…)`:\n")
        print(_HEAD.format(note="", written="Written"))
        for count in counts:
            print(theirs(path, count, max(3, options.requests // 2)), flush=True)


if __name__ == "__main__":
    main()
