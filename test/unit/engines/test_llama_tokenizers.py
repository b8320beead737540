"""Vocabularies of other kinds, and each prompt family on its own: what is forced on the model, and what its grammar is
told of it, is the same text, and every call is valid.

``JARVIS_TEST_SEEDS=1000`` asks each family a thousand times instead of a few, Qwen's with 152,000 tokens.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from time import monotonic

import pytest
from jsonschema import Draft202012Validator

from engine_schemas import FORMATS, PYDANTIC_MODELS, SCHEMAS
from ovos_phal_plugin_jarvis.llm.call_format import Call, CallFormat
from ovos_phal_plugin_jarvis.llm.engines.base import Generation, GenerationRequest
from ovos_phal_plugin_jarvis.llm.engines.errors import EngineError
from ovos_phal_plugin_jarvis.llm.engines.llama.decoder import Decoder, DecoderCache
from ovos_phal_plugin_jarvis.llm.engines.llama.engine import LlamaCppEngine
from ovos_phal_plugin_jarvis.llm.engines.llama.model import LlamaModel
from ovos_phal_plugin_jarvis.llm.engines.llama.wire import (
    grammar_frame,
    read_generation,
    read_grammar,
    read_request,
    request_frame,
)
from ovos_phal_plugin_jarvis.llm.grammar.calls import CallGrammar
from ovos_phal_plugin_jarvis.llm.prompts.family import FamilyProvider, ModelFacts
from ovos_phal_plugin_jarvis.llm.prompts.parser import parse_reply
from ovos_phal_plugin_jarvis.llm.prompts.providers.functiongemma import FunctionGemmaSmallUntrained
from ovos_phal_plugin_jarvis.llm.prompts.providers.gemma2 import Gemma2MediumUntrained
from ovos_phal_plugin_jarvis.llm.prompts.providers.generic import GenericMediumUntrained
from ovos_phal_plugin_jarvis.llm.prompts.providers.hermes3 import HermesMediumUntrained
from ovos_phal_plugin_jarvis.llm.prompts.providers.llama31 import Llama31MediumUntrained
from ovos_phal_plugin_jarvis.llm.prompts.providers.mistral import Mistral7bMediumUntrained
from ovos_phal_plugin_jarvis.llm.prompts.providers.qwen3 import Qwen3MediumUntrained
from ovos_phal_plugin_jarvis.llm.prompts.providers.qwen25 import Qwen25MediumUntrained
from ovos_phal_plugin_jarvis.llm.turns import conversation
from tiny_gguf import Tokenizer, write_tiny_gguf

SEEDS = int(os.environ.get("JARVIS_TEST_SEEDS", "0"))
VALIDATORS = {name: Draft202012Validator(schema, format_checker=FORMATS) for name, schema in SCHEMAS.items()}


@dataclass(frozen=True)
class Kind:
    """A family on a vocabulary of its kind."""

    provider: type[FamilyProvider]
    tokenizer: Tokenizer
    vocabulary: int
    control: tuple[str, ...] = ()


KINDS: Mapping[str, Kind] = {
    "generic": Kind(GenericMediumUntrained, "gpt-2", 300),
    "qwen 2.5": Kind(Qwen25MediumUntrained, "qwen2", 152_000 if SEEDS else 3000),
    "qwen 3": Kind(Qwen3MediumUntrained, "qwen2", 3000),
    "hermes 3": Kind(HermesMediumUntrained, "llama-bpe", 3000),
    "llama 3": Kind(Llama31MediumUntrained, "llama-bpe", 3000),
    "mistral 7b": Kind(Mistral7bMediumUntrained, "spm", 32_768 if SEEDS else 2000),
    "mistral nemo": Kind(Mistral7bMediumUntrained, "tekken", 3000),
    "functiongemma": Kind(
        FunctionGemmaSmallUntrained, "spm without prefix", 2001, FunctionGemmaSmallUntrained.call_format.notation
    ),
    "functiongemma without its marks": Kind(FunctionGemmaSmallUntrained, "gpt-2", 300),
    "gemma": Kind(Gemma2MediumUntrained, "spm without prefix", 2000),
}


@pytest.fixture(scope="session")
def model_of(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., LlamaModel]]:
    """The models of this run, by tokenizer and size of the vocabulary; each is made once."""
    made: list[LlamaModel] = []
    folder = tmp_path_factory.mktemp("vocabularies")

    @cache
    def make(tokenizer: Tokenizer, vocabulary: int, control: tuple[str, ...] = ()) -> LlamaModel:
        path = folder / f"{tokenizer} {vocabulary}.gguf"
        write_tiny_gguf(path, tokenizer=tokenizer, vocabulary=vocabulary, embedding=32, layers=1, control=control)
        made.append(LlamaModel(path, n_ctx=2048, threads=1))
        return made[-1]

    yield make
    for model in made:
        model.close()


@cache
def grammar_of(shape: CallFormat) -> CallGrammar:
    return CallGrammar(SCHEMAS.items(), shape)


def generate(model: LlamaModel, provider: FamilyProvider, request: GenerationRequest) -> Generation:
    """What the model's process does with *request*, and what is made of its answer, in this process."""
    assert request.grammar is not None
    turns = provider.prompt_format(ModelFacts())
    segments = turns.segments(request.turns)
    frame = {**request_frame(request, segments, 0), "op": "generate", "timeout": 60.0}
    wire = read_request(
        json.loads(json.dumps(frame)), read_grammar(json.loads(json.dumps(grammar_frame(request.grammar))))
    )
    model.forget(0)
    for segment in segments:
        tokens = model.tokenize(segment.text, segment.special)
        if tokens:
            model.evaluate(tokens)
    decoder = Decoder(_caches(id(model), model), wire, monotonic() + 60, lambda: False)
    decoder.run()
    told = {"calls": decoder.calls, "text": decoder.text, "raw": decoder.raw, "cut": decoder.cut, "usage": {}}
    return read_generation(told, request, 0.0)


@cache
def _caches(identity: int, model: LlamaModel) -> DecoderCache:
    return DecoderCache(model)


@pytest.mark.parametrize("kind", KINDS)
def test_every_call_is_valid_and_read_from_its_text(kind: str, model_of: Callable[..., LlamaModel]) -> None:
    chosen = KINDS[kind]
    provider, model = chosen.provider(), model_of(chosen.tokenizer, chosen.vocabulary, chosen.control)
    grammar, names, called = grammar_of(provider.call_format), sorted(SCHEMAS), set()
    for seed in range(SEEDS or 2 * len(names)):
        several = seed % 4 == 3 and provider.call_format.several
        only = frozenset({names[seed % len(names)]}) if seed % 5 else None
        generation = generate(
            model,
            provider,
            GenerationRequest(
                conversation("You call tools.", f'request number {seed}: {{"ünïcode": "日本 😀"}}'),
                provider.prompt_format(ModelFacts()),
                grammar=grammar,
                names=only,
                answer="allowed" if seed % 7 == 6 else "refused",
                temperature=seed % 9 / 4,
                seed=seed,
                max_tokens=16 + seed % 90,
                max_answer_tokens=12,
                max_calls=3 if several else 1,
                timeout=60.0,
            ),
        )
        if seed % 7 == 6:
            assert bool(generation.calls) != bool(generation.text)
            generation.text.encode()
            assert not parse_reply(generation.text).calls
        else:
            assert generation.calls, "a call is left out"
        for call in generation.calls:
            assert only is None or call.name in only
            arguments = dict(call.arguments)
            json.dumps(arguments, ensure_ascii=False).encode()
            VALIDATORS[call.name].validate(arguments)
            if call.name in PYDANTIC_MODELS:
                PYDANTIC_MODELS[call.name].model_validate(arguments)
            called.add(call.name)
        if generation.calls:
            assert [Call(c.name, dict(c.arguments)) for c in parse_reply(generation.raw).calls] == [*generation.calls]
    assert len(called) > len(names) // 2


@pytest.mark.parametrize("kind", ["gpt-2", "llama-bpe", "qwen2", "tekken", "spm", "spm without prefix"])
def test_a_text_is_written_with_its_own_bytes(kind: Tokenizer, model_of: Callable[..., LlamaModel]) -> None:
    model = model_of(kind, next(chosen.vocabulary for chosen in KINDS.values() if chosen.tokenizer == kind))
    for text in (
        *("{", '{"name": "', "name", " name", "a", "", "  two", "é", "日本", "\n{", '"th', "🦊 fox", "<s>", "\t"),
        *('"}}', '{"a":{"b":"', "123", "a▁b", "▁", '=="', "\r\n\n", "<|im_start|>", "日\u0301"),
    ):
        assert b"".join(model.pieces[token] for token in model.plain(text)) == text.encode(), text
        assert not {*model.plain(text)} & {*model.control_tokens}


def test_the_sign_that_a_vocabulary_has_for_a_space_is_written_byte_by_byte(tmp_path: Path) -> None:
    model = LlamaModel(write_tiny_gguf(tmp_path / "tiny.gguf", tokenizer="spm"), n_ctx=64, threads=1)
    try:
        assert [model.pieces[token] for token in model.plain("a▁b")] == [b"a", b"\xe2", b"\x96", b"\x81", b"b"]
    finally:
        model.close()


NUMBER = {"properties": {"n": {"type": "integer", "minimum": 100}}, "required": ["n"]}


def number_request(provider: FamilyProvider) -> GenerationRequest:
    return GenerationRequest(
        conversation("a", "b"),
        provider.prompt_format(ModelFacts()),
        grammar=CallGrammar([("count", NUMBER), ("other", NUMBER)], provider.call_format),
        answer="refused",
        max_tokens=40,
        timeout=20.0,
    )


@pytest.mark.parametrize("barred", ["{}", '"', "0123456789"])
def test_a_vocabulary_without_marks_of_json_costs_the_request_only(barred: str, tmp_path: Path) -> None:
    path = write_tiny_gguf(tmp_path / "tiny.gguf", without=barred, embedding=32, layers=1)
    model = LlamaModel(path, n_ctx=512, threads=1)
    try:
        with pytest.raises(EngineError, match="vocabulary|makes another text"):
            generate(model, GenericMediumUntrained(), number_request(GenericMediumUntrained()))
    finally:
        model.close()


def test_a_vocabulary_that_its_own_tokenizer_aborts_on_costs_the_request_only(tmp_path: Path) -> None:
    path = write_tiny_gguf(tmp_path / "tiny.gguf", tokenizer="spm", without='{}"', embedding=32, layers=1)
    engine = LlamaCppEngine(path, n_ctx=512, threads=1)
    try:
        with pytest.raises(EngineError):
            engine.generate(number_request(GenericMediumUntrained()))
    finally:
        engine.close()
