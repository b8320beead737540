from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from ovos_phal_plugin_jarvis.llm.engines.llama.engine import LlamaCppEngine
from tiny_gguf import write_tiny_gguf


@pytest.fixture(scope="session")
def tiny_model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_tiny_gguf(tmp_path_factory.mktemp("model") / "tiny.gguf")


@pytest.fixture(scope="module")
def engine(tiny_model: Path) -> Iterator[LlamaCppEngine]:
    made = LlamaCppEngine(tiny_model, n_ctx=16384, threads=1)
    yield made
    made.close()
