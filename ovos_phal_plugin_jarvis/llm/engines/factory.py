"""The engine that the configuration asks for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from ovos_phal_plugin_jarvis.config import IsolationConfig, LlmConfig
from ovos_phal_plugin_jarvis.llm.engines.base import Engine

LLAMA_CPP = "llama.cpp"


def make_engine(
    config: LlmConfig,
    *,
    cache_folder: Path,
    plugin_config: Mapping[str, Any] | None = None,
    on_progress: Callable[[float], None] | None = None,
) -> Engine | None:
    """The engine for *config*, with nothing loaded yet; None where none is configured.

    Args:
        cache_folder: keeps prompt states.
        plugin_config: handed to a chat plugin, beside ``model``.
        on_progress: called with 0 … 1 while a model file loads, from the engine's thread.
    """
    if config.engine != LLAMA_CPP:
        from ovos_phal_plugin_jarvis.llm.engines.opm_chat import OpmChatEngine

        # The tools and rules are in the system turn, which the OpenAI plugin drops unless it is told not to.
        settings = {"allow_system_prompts": True, **(plugin_config or {})}
        if config.model:
            settings.setdefault("model", config.model)
        return OpmChatEngine(config.engine, settings)
    if not config.model:
        return None
    from ovos_phal_plugin_jarvis.llm.engines.llama.engine import LlamaCppEngine

    return LlamaCppEngine(
        config.model,
        n_ctx=config.n_ctx,
        n_gpu_layers=config.n_gpu_layers,
        state_folder=cache_folder / "prompt-states",
        threads=config.threads,
        limits=IsolationConfig(memory_mb=config.memory_mb, nice=config.nice),
        on_progress=on_progress,
    )
