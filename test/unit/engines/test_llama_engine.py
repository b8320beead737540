"""The engine's life: loading, waiting, deadlines, cancelling, crashing, closing."""

from __future__ import annotations

import sys
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from leftovers import Since, eventually
from ovos_phal_plugin_jarvis.config import LlmConfig
from ovos_phal_plugin_jarvis.llm.call_format import TOOL_CALL_TAGS
from ovos_phal_plugin_jarvis.llm.engines.base import CancelToken, GenerationRequest
from ovos_phal_plugin_jarvis.llm.engines.errors import (
    EngineCancelled,
    EngineCrashed,
    EngineError,
    EngineQueueFull,
    EngineReplyError,
    EngineTimeout,
    EngineUnavailable,
    ModelLoadError,
)
from ovos_phal_plugin_jarvis.llm.engines.factory import make_engine
from ovos_phal_plugin_jarvis.llm.engines.llama import model as llama_model
from ovos_phal_plugin_jarvis.llm.engines.llama.engine import LlamaCppEngine
from ovos_phal_plugin_jarvis.llm.grammar.calls import CallGrammar
from ovos_phal_plugin_jarvis.llm.prompts.formats import ChatMlFormat
from ovos_phal_plugin_jarvis.llm.turns import PromptFormatError, conversation
from tiny_gguf import write_tiny_gguf

LONG = CallGrammar(
    [("t", {"type": "object", "properties": {"x": {"type": "string", "minLength": 900}}, "required": ["x"]})],
    TOOL_CALL_TAGS,
)
_TEXTS = {f"x{n}": {"type": "string", "minLength": 900} for n in range(8)}
ENDLESS = CallGrammar([("t", {"type": "object", "properties": _TEXTS, "required": [*_TEXTS]})], TOOL_CALL_TAGS)


def request(utterance: str = "hello", **options: Any) -> GenerationRequest:
    settings: dict[str, Any] = {
        "format": ChatMlFormat(),
        "grammar": LONG,
        "answer": "refused",
        "max_tokens": 5,
        "timeout": 60.0,
        **options,
    }
    return GenerationRequest(turns=conversation("You call tools.", utterance), **settings)


def endless(**options: Any) -> GenerationRequest:
    """One that decodes for seconds."""
    return request(grammar=ENDLESS, max_tokens=14000, temperature=1.0, **options)


def until_busy(engine: LlamaCppEngine) -> None:
    while engine.status()["running"] is False:
        time.sleep(0.001)


def test_nothing_is_loaded_before_it_is_needed(tiny_model: Path) -> None:
    since = Since()
    engine = LlamaCppEngine(tiny_model)
    assert engine.status()["state"] == "idle"
    assert eventually(lambda: not since.threads("jarvis-")), since.threads()
    engine.close()
    with pytest.raises(EngineUnavailable, match="closed"):
        engine.generate(request())


def test_loading_reports_its_progress_off_the_callers_thread(tiny_model: Path) -> None:
    seen: list[tuple[float, str]] = []
    since = Since()
    engine = LlamaCppEngine(
        tiny_model,
        n_ctx=512,
        threads=1,
        on_progress=lambda part: seen.append((part, threading.current_thread().name)),
    )
    engine.start()
    info = engine.info(60)
    assert (info.architecture, info.name, info.context_length) == ("llama", "tiny-random", 512)
    assert "im_start" in info.chat_template
    assert seen[-1][0] == 1.0
    assert {name for _, name in seen} == {"jarvis-llama.cpp"}
    engine.close()
    engine.close()
    assert eventually(lambda: not since.threads("jarvis-")), since.threads()


def write_truncated(tiny: Path, folder: Path) -> Path:
    path = folder / "truncated.gguf"
    path.write_bytes(tiny.read_bytes()[:-20_000])
    return path


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda tiny, folder: folder / "missing.gguf", "does not exist"),
        (lambda tiny, folder: folder, "is a folder"),
        (lambda tiny, folder: write_truncated(tiny, folder), "corrupted or incomplete"),
        (lambda tiny, folder: write_tiny_gguf(folder / "a.gguf", architecture="fantasy"), "unknown model architecture"),
        (lambda tiny, folder: Path(__file__), "no GGUF file"),
    ],
)
def test_a_file_that_is_no_model_is_named_and_explained(
    tiny_model: Path, tmp_path: Path, make: Any, message: str
) -> None:
    path, since = make(tiny_model, tmp_path), Since()
    engine = LlamaCppEngine(path)
    for _ in range(2):
        with pytest.raises(ModelLoadError, match=message) as caught:
            engine.generate(request())
        assert str(path) in str(caught.value)
        assert "\n" not in str(caught.value)
    assert engine.status()["state"] == "failed"
    engine.close()
    assert eventually(lambda: not since.threads("jarvis-")), since.threads()


def test_without_llama_cpp_python_the_message_says_how_to_get_it(
    tiny_model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "llama_cpp", None)  # what `import` finds where a package is not there
    monkeypatch.setattr(llama_model, "is_installed", lambda: False)
    engine = LlamaCppEngine(tiny_model)
    with pytest.raises(EngineUnavailable, match=r"pip install ovos-phal-plugin-jarvis\[llama\]"):
        engine.generate(request())
    engine.close()


def test_a_deadline_in_the_middle_of_decoding_stops_it(engine: LlamaCppEngine) -> None:
    engine.generate(request())
    started = time.monotonic()
    with pytest.raises(EngineTimeout, match="0.3 s"):
        engine.generate(endless(timeout=0.3))
    assert time.monotonic() - started < 60
    assert engine.generate(request("still there?")).calls


def test_a_deadline_in_the_middle_of_the_prompt_stops_it_and_keeps_what_was_read(tiny_model: Path) -> None:
    engine = LlamaCppEngine(tiny_model, n_ctx=32768, threads=1)
    try:
        engine.info(60)
        # Enough time to begin, and too little to come to the end: how much that is depends on the machine.
        for seconds in (0.25, 0.5, 1.0, 2.0, 4.0, 8.0):
            long = f"{seconds} " + "many words " * 800
            with suppress(EngineTimeout):
                engine.generate(request(long, timeout=seconds))
                continue
            usage = engine.generate(request(long)).usage
            if 0 < usage.cached_tokens < usage.prompt_tokens - 1000:
                break
        else:
            pytest.fail("what was read is not kept")
    finally:
        engine.close()


def test_a_request_can_be_withdrawn_while_it_runs_and_while_it_waits(engine: LlamaCppEngine) -> None:
    engine.generate(request())
    tokens = [CancelToken(), CancelToken()]
    errors: list[Exception] = []

    def ask(token: CancelToken) -> None:
        try:
            engine.generate(endless(), token)
        except EngineError as error:
            errors.append(error)

    workers = [threading.Thread(target=ask, args=(token,)) for token in tokens]
    workers[0].start()
    until_busy(engine)
    workers[1].start()
    while engine.status()["waiting"] == 0:
        time.sleep(0.001)
    tokens[1].cancel()
    workers[1].join(60)
    assert [type(e) for e in errors] == [EngineCancelled], "the one that waited"
    tokens[0].cancel()
    workers[0].join(60)
    assert [type(e) for e in errors] == [EngineCancelled] * 2
    token = CancelToken()
    token.cancel()
    with pytest.raises(EngineCancelled):
        engine.generate(request(), token)
    assert engine.generate(request()).calls


def test_one_that_gives_up_waiting_does_not_end_what_another_is_being_served(tiny_model: Path) -> None:
    engine = LlamaCppEngine(tiny_model, n_ctx=65536, threads=1, grace=0.2)
    try:
        engine.info(60)
        long = conversation("many words " * 5000, "hello")
        engine.prepare(long, ChatMlFormat())
        with pytest.raises(EngineTimeout):
            engine.generate(request(timeout=0.1))
        time.sleep(0.4)
        assert engine.status()["restarts"] == 0
        assert engine.status()["state"] == "ready"
    finally:
        engine.close()


def test_a_full_queue_refuses_at_once(tiny_model: Path) -> None:
    since = Since()
    engine = LlamaCppEngine(tiny_model, n_ctx=16384, threads=1, queue=1)
    outcomes: list[Exception] = []

    def ask() -> None:
        try:
            engine.generate(endless())
        except EngineError as error:
            outcomes.append(error)

    engine.info(60)
    workers = [threading.Thread(target=ask) for _ in range(2)]
    workers[0].start()
    until_busy(engine)
    workers[1].start()
    while engine.status()["waiting"] == 0:
        time.sleep(0.001)
    with pytest.raises(EngineQueueFull):
        engine.generate(request())
    engine.close()
    for worker in workers:
        worker.join(60)
    assert len(outcomes) == 2, "closing ends the one that runs and the one that waits"
    assert eventually(lambda: not since.threads("jarvis-")), since.threads()


def test_a_format_that_fails_is_an_error_of_its_request_only(engine: LlamaCppEngine) -> None:
    class Refusing:
        def segments(self, turns: Any, *, open_reply: bool = True) -> Any:
            raise PromptFormatError("no such role")

    class Broken:
        def segments(self, turns: Any, *, open_reply: bool = True) -> Any:
            raise ZeroDivisionError

    with pytest.raises(EngineReplyError, match="no such role"):
        engine.generate(request(format=Refusing()))
    with pytest.raises(EngineUnavailable):
        engine.generate(request(format=Broken()))
    with pytest.raises(EngineUnavailable, match="format"):
        engine.generate(request(format=None))
    assert engine.generate(request()).calls


def test_a_file_that_crashes_native_code_does_so_elsewhere(tmp_path: Path) -> None:
    path = write_tiny_gguf(tmp_path / "crash.gguf", epsilon=-1.0)
    engine = LlamaCppEngine(path)
    for _ in range(2):
        with pytest.raises(EngineCrashed, match="SIGABRT"):
            engine.generate(request())
    assert engine.status()["state"] == "failed"
    assert "SIGABRT" in engine.status()["error"]
    engine.close()


def test_the_configuration_makes_the_engine(tiny_model: Path, tmp_path: Path) -> None:
    assert make_engine(LlmConfig(), cache_folder=tmp_path) is None
    engine = make_engine(LlmConfig(model=str(tiny_model), n_ctx=512), cache_folder=tmp_path)
    assert engine is not None
    assert engine.info(60).context_length == 512
    engine.close()
    plugin = make_engine(LlmConfig(engine="no-such-plugin"), cache_folder=tmp_path)
    assert plugin is not None
    with pytest.raises(EngineUnavailable, match="no-such-plugin"):
        plugin.generate(request())
