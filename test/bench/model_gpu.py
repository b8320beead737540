"""Whether a model runs on a GPU with ``n_gpu_layers`` -1, and what that gains. Prints a Markdown table.

    PYTHONPATH=test python test/bench/model_gpu.py MODEL.gguf [--tools 50] [--requests 5]

Says so and ends well where llama-cpp-python was built without a GPU, or none is there. The same requests go to the same
file without a GPU; what counts is that the layers are on the GPU (its memory grows), that every call is valid, and that
the tokens read a second are more.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import time
from pathlib import Path

from model_cost import CONTEXT, UTTERANCES, _Calling, _NoExamples, tools

from ovos_phal_plugin_jarvis.config import LlmConfig
from ovos_phal_plugin_jarvis.llm.engines.llama.engine import LlamaCppEngine
from ovos_phal_plugin_jarvis.llm.prompts.choice import choose_provider
from ovos_phal_plugin_jarvis.llm.translator import ModelTranslator


def why_not() -> str | None:
    """Why nothing can be measured here; None where it can."""
    try:
        import llama_cpp
    except ImportError:
        return "llama-cpp-python is not installed"
    if not llama_cpp.llama_supports_gpu_offload():
        return "llama-cpp-python was built without a GPU"
    if shutil.which("nvidia-smi") is None:
        return "nvidia-smi is not there to say what the GPU's memory holds"
    return None


def gpu_mib() -> int:
    """MiB of the first GPU's memory in use."""
    asked = ["nvidia-smi", "--query-gpu=memory.used", "--format=csv,noheader,nounits"]
    return int(subprocess.run(asked, capture_output=True, text=True, check=True).stdout.split()[0])


def measured(path: Path, layers: int, count: int, requests: int) -> str:
    """A row of the table."""
    before = gpu_mib()
    engine = LlamaCppEngine(path, n_ctx=32768, n_gpu_layers=layers)
    translator = ModelTranslator(
        tools(count),
        lambda info: choose_provider(info.metadata).provider,
        _Calling(engine),  # type: ignore[arg-type]
        fallback=_NoExamples(),
        config=LlmConfig(max_tokens=60, temperature=0.0, timeout=600),
    )
    started = time.perf_counter()
    first = translator.translate("warm up", CONTEXT)
    seconds = time.perf_counter() - started
    held = gpu_mib() - before
    decoded, spent = 0, 0.0
    for number in range(requests):
        made = translator.translate(UTTERANCES[number % len(UTTERANCES)], CONTEXT)
        assert made.calls and made.served_by == "llm", made.reason
        decoded += made.usage.decoded_tokens + made.usage.forced_tokens
        spent += made.usage.seconds
    engine.close()
    assert layers == 0 or held > path.stat().st_size // 2**21, "the layers are not in the GPU's memory"
    read = first.usage.evaluated_tokens / seconds
    return f"| {layers} | {held} | {first.usage.evaluated_tokens} | {read:.0f} | {decoded / spent:.1f} |"


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("model", type=Path)
    arguments.add_argument("--tools", type=int, default=50)
    arguments.add_argument("--requests", type=int, default=5)
    options = arguments.parse_args()
    reason = why_not()
    if reason is not None:
        print(f"skipped: {reason}")
        sys.exit(0)
    print("| n_gpu_layers | MiB on the GPU | prompt tokens | read a second, loading included | written a second |")
    print("|---:|---:|---:|---:|---:|")
    for layers in (-1, 0):
        print(measured(options.model, layers, options.tools, options.requests), flush=True)


if __name__ == "__main__":
    main()
