"""Vocabularies of other kinds: what is forced on the model, and what its grammar is told of it, is the same text."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from engine_schemas import SCHEMAS
from ovos_phal_plugin_jarvis.engines.base import GenerationRequest
from ovos_phal_plugin_jarvis.engines.errors import ModelLoadError
from ovos_phal_plugin_jarvis.engines.grammar import CallGrammar
from ovos_phal_plugin_jarvis.engines.llama_cpp import LlamaCppEngine
from ovos_phal_plugin_jarvis.engines.llama_model import LlamaModel
from ovos_phal_plugin_jarvis.prompts.call_format import (
    BARE_JSON,
    FUNCTION_TAGS,
    TOOL_CALL_TAGS,
    TOOL_CALLS_LIST,
    CallFormat,
)
from ovos_phal_plugin_jarvis.prompts.formats import ChatMlFormat
from ovos_phal_plugin_jarvis.prompts.turns import conversation
from tiny_gguf import write_tiny_gguf

KINDS = ("bpe", "spm", "spm without prefix")


@pytest.fixture(scope="module", params=KINDS)
def path(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_tiny_gguf(tmp_path_factory.mktemp("tokenizer") / "tiny.gguf", tokenizer=request.param)


@pytest.fixture(scope="module")
def engine(path: Path) -> Iterator[LlamaCppEngine]:
    engine = LlamaCppEngine(path, n_ctx=4096, threads=1)
    yield engine
    engine.close()


@pytest.mark.parametrize(
    "text", ["{", '{"name": "', "name", " name", "a", "", "  two", "é", "日本", "\n{", '"th', "🦊 fox", "<s>", "\t"]
)
def test_a_text_is_written_with_its_own_bytes(path: Path, text: str) -> None:
    model = LlamaModel(path, n_ctx=64, threads=1)
    try:
        assert b"".join(model.pieces[token] for token in model.exactly(text)) == text.encode()
    finally:
        model.close()


def test_a_text_that_the_vocabulary_cannot_write_is_refused(tmp_path: Path) -> None:
    model = LlamaModel(write_tiny_gguf(tmp_path / "tiny.gguf", tokenizer="spm"), n_ctx=64, threads=1)
    try:
        with pytest.raises(ModelLoadError, match="makes another text of '▁'"):
            model.exactly("▁")  # the space of such a vocabulary
    finally:
        model.close()


@pytest.mark.parametrize("shape", [TOOL_CALL_TAGS, FUNCTION_TAGS, TOOL_CALLS_LIST, BARE_JSON])
def test_every_call_is_valid(engine: LlamaCppEngine, shape: CallFormat) -> None:
    grammar = CallGrammar(SCHEMAS.items(), shape)
    turns = conversation("You call tools.", "do something")
    for seed in range(2 * len(SCHEMAS)):
        name = sorted(SCHEMAS)[seed % len(SCHEMAS)]
        generation = engine.generate(
            GenerationRequest(
                turns,
                ChatMlFormat(),
                seed=seed,
                grammar=grammar,
                names=frozenset({name}) if seed % 3 else None,
                answer="refused" if seed % 2 else "allowed",
                temperature=(0.0, 1.0, 2.0)[seed % 3],
                max_tokens=60,
                max_calls=2,
                timeout=60.0,
            )
        )
        for call in generation.calls:
            Draft202012Validator(SCHEMAS[call.name]).validate(json.loads(json.dumps(dict(call.arguments))))
        assert generation.calls or seed % 2 == 0
        assert "<unk>" not in json.dumps([dict(call.arguments) for call in generation.calls])
