from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

import pytest

from ovos_phal_plugin_jarvis.config import LlmConfig
from ovos_phal_plugin_jarvis.llm.engines.base import Engine, ModelInfo
from ovos_phal_plugin_jarvis.llm.engines.llama.engine import LlamaCppEngine
from ovos_phal_plugin_jarvis.llm.prompts.choice import choose_provider
from ovos_phal_plugin_jarvis.llm.prompts.provider_guard import GuardedProvider
from ovos_phal_plugin_jarvis.llm.translator import ModelTranslator
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition, ToolParameter
from ovos_phal_plugin_jarvis.translation.values import ToolCall, Translation, TranslationContext
from tiny_gguf import write_tiny_gguf

_CITY = {
    "type": "object",
    "properties": {"city": {"type": "string", "maxLength": 8}, "days": {"type": "integer", "minimum": 1, "maximum": 7}},
    "required": ["city"],
}
_DATES = {
    "type": "object",
    "properties": {"resolved_datetimes": {"type": "array", "items": {"type": "string", "format": "date-time"}}},
    "required": ["resolved_datetimes"],
}


class LastResort:
    """A second translator, to see when it is asked."""

    name = "examples"

    def translate(self, utterance: str, context: TranslationContext) -> Translation:
        return Translation(calls=(ToolCall("lights", {}),), confidence=0.5)


@pytest.fixture(scope="session")
def model_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_tiny_gguf(tmp_path_factory.mktemp("model") / "tiny.gguf")


@pytest.fixture(scope="module")
def llama(model_path: Path) -> Iterator[LlamaCppEngine]:
    engine = LlamaCppEngine(model_path, n_ctx=16384, threads=1)
    yield engine
    engine.close()


@pytest.fixture
def definitions() -> list[ToolDefinition]:
    return [
        ToolDefinition("weather", "The forecast for a city.", "box-a", _CITY, {}),
        ToolDefinition("lights", "Switches lights.", "box-a", {"type": "object", "properties": {}}, {}),
        ToolDefinition("lights", "Other lights.", "box-b", {"type": "object", "properties": {}}, {}),
        ToolDefinition(
            "calendar",
            "Events.",
            "box-c",
            _DATES,
            {},
            allow_direct_answer=True,
            parameters=(ToolParameter("resolved_datetimes", "array<datetime>", True),),
        ),
    ]


@pytest.fixture
def context() -> TranslationContext:
    return TranslationContext(now=datetime(2026, 6, 1, 14, 30, tzinfo=timezone.utc))


@pytest.fixture
def last_resort() -> LastResort:
    return LastResort()


@pytest.fixture
def chosen() -> Callable[[ModelInfo], GuardedProvider]:
    return lambda info: choose_provider(info.metadata, configured="Qwen25MediumUntrained", environ={}).provider


@pytest.fixture
def translator(definitions: Any, last_resort: LastResort, chosen: Any) -> Callable[..., ModelTranslator]:
    def make(engine: Engine, **options: Any) -> ModelTranslator:
        config = LlmConfig(**{"temperature": 1.0, "max_tokens": 400, "timeout": 60.0, **options.pop("config", {})})
        settings: dict[str, Any] = {"definitions": definitions, "provider": chosen, "fallback": last_resort, **options}
        return ModelTranslator(settings.pop("definitions"), settings.pop("provider"), engine, config=config, **settings)

    return make
