"""A model of random weights at temperature 1: every call that comes out is one that the registry takes."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from engine_schemas import FORMATS, PYDANTIC_MODELS, SCHEMAS
from ovos_phal_plugin_jarvis.llm.call_format import (
    BARE_JSON,
    FUNCTION_TAGS,
    TOOL_CALL_TAGS,
    TOOL_CALLS_LIST,
    CallFormat,
    compact_json,
)
from ovos_phal_plugin_jarvis.llm.engines.base import Generation, GenerationRequest
from ovos_phal_plugin_jarvis.llm.engines.llama.engine import LlamaCppEngine
from ovos_phal_plugin_jarvis.llm.grammar.calls import CallGrammar
from ovos_phal_plugin_jarvis.llm.prompts.formats import ChatMlFormat
from ovos_phal_plugin_jarvis.llm.prompts.parser import parse_reply
from ovos_phal_plugin_jarvis.llm.turns import conversation

VALIDATORS = {name: Draft202012Validator(schema, format_checker=FORMATS) for name, schema in SCHEMAS.items()}
GRAMMAR = CallGrammar(SCHEMAS.items(), TOOL_CALL_TAGS)
ARROWS = CallFormat(
    "->", "(", ")", open="!", close=";", separator="&", answer_open="say:", answer_close=";", answer_forbidden=";"
)
"""A notation that no model was taught: answers are marked as well."""


def ask(engine: LlamaCppEngine, seed: int, **options: Any) -> Generation:
    settings: dict[str, Any] = {
        "grammar": GRAMMAR,
        "answer": "refused",
        "temperature": 1.0,
        "max_tokens": 60,
        "timeout": 60.0,
        **options,
    }
    turns = conversation("You call tools.", f"request number {seed}")
    return engine.generate(GenerationRequest(turns, ChatMlFormat(), seed=seed, **settings))


def check(generation: Generation) -> None:
    for call in generation.calls:
        VALIDATORS[call.name].validate(dict(call.arguments))
        json.dumps(dict(call.arguments)).encode()
        if call.name in PYDANTIC_MODELS:
            PYDANTIC_MODELS[call.name].model_validate(dict(call.arguments))


def test_hundreds_of_requests_make_only_valid_calls(engine: LlamaCppEngine) -> None:
    called: Counter[str] = Counter()
    cut = 0
    names = sorted(SCHEMAS)
    for seed in range(300):
        # Every tool in turn as the only choice, and every third request with all of them.
        only = None if seed % 3 == 0 else frozenset({names[seed // 3 % len(names)]})
        generation = ask(engine, seed, names=only, max_tokens=24 + seed % 60)
        assert len(generation.calls) == 1
        assert only is None or generation.calls[0].name in only
        check(generation)
        called[generation.calls[0].name] += 1
        cut += generation.cut
    assert set(called) == set(SCHEMAS)
    assert 15 < cut < 285, "both ways to end a call have to be met"


def test_a_call_costs_hardly_more_tokens_than_its_json(engine: LlamaCppEngine) -> None:
    from ovos_phal_plugin_jarvis.llm.engines.llama.model import LlamaModel

    model = LlamaModel(Path(engine.info().path), n_ctx=256, threads=1)
    try:
        for seed in range(60):
            generation = ask(engine, seed, max_tokens=4000, names=frozenset(set(SCHEMAS) - {"untyped", "everything"}))
            (call,) = generation.calls
            text = compact_json({"name": call.name, "arguments": dict(call.arguments)})
            usage = generation.usage
            assert usage.decoded_tokens <= 1.2 * len(model.tokenize(text, False))
            assert usage.decoded_tokens + usage.forced_tokens <= 1.2 * len(model.tokenize(text, False)) + 12
    finally:
        model.close()


@pytest.mark.parametrize("shape", [TOOL_CALL_TAGS, FUNCTION_TAGS, TOOL_CALLS_LIST, BARE_JSON, ARROWS])
def test_every_notation_writes_what_it_reads(engine: LlamaCppEngine, shape: CallFormat) -> None:
    grammar = CallGrammar([(n, SCHEMAS[n]) for n in ("integers", "optionals", "choices", "nothing")], shape)
    lengths = set()
    for seed in range(25):
        # So hot that one more call and the end are about as likely, whatever the weights.
        generation = ask(engine, seed, grammar=grammar, max_calls=4, max_tokens=500, temperature=8.0)
        check(generation)
        lengths.add(len(generation.calls))
        expected = list(generation.calls)
        assert generation.raw == shape.render(expected)
        if shape is not ARROWS:
            assert list(parse_reply(generation.raw).calls) == expected
    assert max(lengths) > 1, "several calls in one reply have to be met"
    assert min(lengths) < 4


@pytest.mark.parametrize("shape", [TOOL_CALL_TAGS, BARE_JSON, ARROWS])
def test_words_may_come_instead_of_a_call(engine: LlamaCppEngine, shape: CallFormat) -> None:
    grammar = CallGrammar([(n, SCHEMAS[n]) for n in ("integers", "nothing")], shape)
    said = 0
    for seed in range(30):
        generation = ask(engine, seed, grammar=grammar, answer="allowed", max_answer_tokens=20)
        check(generation)
        assert bool(generation.calls) != bool(generation.text)
        assert not set(generation.text) & set(shape.answer_forbidden)
        assert not parse_reply(generation.text).calls
        generation.text.encode()
        said += bool(generation.text)
    assert said


def test_that_no_tool_is_called_costs_one_token_where_words_are_not_wanted(engine: LlamaCppEngine) -> None:
    for seed in range(10):
        generation = ask(engine, seed, answer="allowed", keep_answer=False)
        if not generation.calls:
            assert (generation.text, generation.usage.decoded_tokens) == ("", 1)
            return
    pytest.fail("no reply without a call")


def test_words_end_at_a_stop(engine: LlamaCppEngine) -> None:
    whole = ask(engine, 3, answer="only", max_answer_tokens=60)
    middle = whole.text[20:22]
    cut = ask(engine, 3, answer="only", max_answer_tokens=60, stop=("never said", middle))
    assert cut.text == whole.text[: whole.text.index(middle)]
    assert cut.usage.decoded_tokens < whole.usage.decoded_tokens


def test_the_same_seed_makes_the_same_call(engine: LlamaCppEngine) -> None:
    assert ask(engine, 5).raw == ask(engine, 5).raw
    assert len({ask(engine, seed).raw for seed in range(5)}) > 1
    assert (
        ask(engine, 1, temperature=0.0, names=frozenset({"nested"})).raw
        == ask(engine, 1, temperature=0.0, names=frozenset({"nested"})).raw
    )
