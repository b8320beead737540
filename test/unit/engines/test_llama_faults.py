"""Whatever ends, fills or stops the process of a model costs the request that it was on, and nothing else."""

from __future__ import annotations

import os
import resource
import signal
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

import pytest

from faulty_llama import Faults
from leftovers import Since, eventually
from ovos_phal_plugin_jarvis.config import IsolationConfig, LlmConfig
from ovos_phal_plugin_jarvis.llm.engines.errors import EngineTimeout, EngineUnavailable, ModelLoadError
from ovos_phal_plugin_jarvis.llm.engines.llama.engine import LlamaCppEngine
from ovos_phal_plugin_jarvis.llm.prompts.choice import choose_provider
from ovos_phal_plugin_jarvis.llm.translator import ModelTranslator
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition
from ovos_phal_plugin_jarvis.tools.execution.isolation.process import BackOff
from ovos_phal_plugin_jarvis.translation.values import ToolCall, Translation, TranslationContext

CONTEXT = TranslationContext(now=datetime(2026, 6, 1, 14, 30, tzinfo=timezone.utc))
TEXT = {"type": "object", "properties": {"x": {"type": "string", "minLength": 5, "maxLength": 10}}, "required": ["x"]}
TOOLS = [
    ToolDefinition("note", "Writes something down.", "box", TEXT, {}),
    ToolDefinition("remind", "Reminds of something.", "box", TEXT, {}),
]


class Examples:
    name = "examples"

    def translate(self, utterance: str, context: TranslationContext) -> Translation:
        return Translation(calls=(ToolCall("note", {"x": utterance}),), confidence=0.5)


class Calling:
    """The engine, with calls made compulsory: random weights would rather talk."""

    def __init__(self, engine: LlamaCppEngine) -> None:
        self._engine = engine

    def __getattr__(self, name: str) -> Any:
        return getattr(self._engine, name)

    def generate(self, request: Any, cancel: Any = None) -> Any:
        from dataclasses import replace

        return self._engine.generate(replace(request, answer="refused"), cancel)


class House:
    """An engine whose process can be told to go wrong, and a translator that asks it."""

    def __init__(self, model: Path, faults: Faults) -> None:
        self.faults = faults
        self.engine = LlamaCppEngine(
            model,
            n_ctx=4096,
            threads=1,
            limits=IsolationConfig(memory_mb=1500),
            grace=0.1,
            back_off=BackOff(first=0.05, most=0.2),
        )
        self.patient, self.hurried = self.asking(60.0), self.asking(0.4)

    def asking(self, timeout: float) -> ModelTranslator:
        return ModelTranslator(
            TOOLS,
            lambda info: choose_provider(info.metadata, configured="Qwen25MediumUntrained", environ={}).provider,
            Calling(self.engine),
            fallback=Examples(),
            config=LlmConfig(max_tokens=15, timeout=timeout),
        )

    def served_by(self, translator: ModelTranslator) -> str:
        translation = translator.translate("hello", CONTEXT)
        assert translation.calls
        return str(translation.served_by)

    def falls_back(self) -> None:
        """The request is answered by the examples within its deadline."""
        started = time.monotonic()
        assert self.served_by(self.hurried) == "examples"
        assert time.monotonic() - started < 30

    def answers(self) -> None:
        """The request is answered by the model, as soon as there is one."""
        assert self.served_by(self.patient) == "llm"

    @property
    def pid(self) -> int:
        return int(self.engine.status()["pid"])


@pytest.fixture(scope="module")
def house(tiny_model: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    folder = tmp_path_factory.mktemp("faulty")
    faults = Faults(folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(folder))
        made = House(tiny_model, faults)
        for translator in (made.patient, made.hurried):
            translator.prepare()
        yield made
        made.engine.close()


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGABRT, signal.SIGSTOP], ids=lambda n: n.name)
def test_a_signal_while_it_is_idle_costs_one_request_at_most(house: House, number: signal.Signals) -> None:
    restarts = house.engine.status()["restarts"]
    house.answers()
    os.kill(house.pid, number)
    assert house.served_by(house.hurried) in ("examples", "llm")
    house.answers()
    status = house.engine.status()
    assert status["restarts"] == restarts + 1
    assert ("did not stop" if number is signal.SIGSTOP else number.name) in status["last_reason"]


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGABRT, signal.SIGSTOP], ids=lambda n: n.name)
def test_a_signal_in_the_middle_of_a_request_leaves_it_to_the_examples(house: House, number: signal.Signals) -> None:
    house.faults.next("native sleep")  # so that there is a middle
    with ThreadPoolExecutor(1) as pool:
        asked = pool.submit(house.falls_back)
        while not house.faults.has_begun:
            time.sleep(0.001)
        os.kill(house.pid, number)
        asked.result()
    house.answers()


@pytest.mark.parametrize(
    ("fault", "reason"),
    [
        ("abort", "SIGABRT"),
        ("allocate", None),
        ("leave", "exit status 1"),
        ("native sleep", "did not stop"),
        ("loop", "did not stop"),
    ],
)
def test_a_fault_inside_leaves_its_request_to_the_examples(house: House, fault: str, reason: str | None) -> None:
    house.answers()
    house.faults.next(fault)
    house.falls_back()
    house.answers()
    if reason is not None:
        assert reason in house.engine.status()["last_reason"]


def test_the_status_says_that_it_is_started_again(tiny_model: Path) -> None:
    engine = LlamaCppEngine(tiny_model, n_ctx=512, threads=1, back_off=BackOff(first=60.0))
    engine.info(60)
    os.kill(engine.status()["pid"], signal.SIGKILL)
    while engine.status()["state"] == "ready":
        time.sleep(0.001)
    status = engine.status()
    assert status["state"] == "restarting"
    assert status["restart_in"] > 50
    assert "SIGKILL" in status["last_reason"]
    started = time.monotonic()
    with pytest.raises(EngineUnavailable, match="started again in"):
        Calling(engine).generate(_request())
    assert time.monotonic() - started < 30, "nobody waits for what will not be there in time"
    engine.close()


def _request() -> Any:
    from ovos_phal_plugin_jarvis.llm.engines.base import GenerationRequest
    from ovos_phal_plugin_jarvis.llm.prompts.formats import ChatMlFormat
    from ovos_phal_plugin_jarvis.llm.turns import conversation

    return GenerationRequest(
        conversation("You call tools.", "hello"), ChatMlFormat(), max_answer_tokens=5, timeout=30.0
    )


def test_a_hundred_requests_at_once_are_all_answered(house: House) -> None:
    house.answers()
    since = Since()
    served = []
    workers = [threading.Thread(target=lambda: served.append(house.served_by(house.patient))) for _ in range(100)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert len(served) == 100
    assert set(served) <= {"llm", "examples"}
    assert "llm" in served
    assert eventually(lambda: not since.threads()), since.threads()
    house.answers()
    assert house.engine.status()["waiting"] == 0


def test_the_services_memory_and_threads_do_not_grow_with_a_model(tiny_model: Path) -> None:
    def memory() -> int:
        fields = dict(line.split(":", 1) for line in Path("/proc/self/status").read_text().splitlines())
        return int(fields["VmRSS"].split()[0])

    def native_threads() -> set[str]:
        return {task.name for task in Path("/proc/self/task").iterdir()}

    before, threads, since = memory(), native_threads(), Since()
    engine = LlamaCppEngine(tiny_model, n_ctx=32768, threads=4)
    engine.info(60)
    assert Calling(engine).generate(_request()) is not None
    model = dict(line.split(":", 1) for line in Path(f"/proc/{engine.status()['pid']}/status").read_text().splitlines())
    during = memory()
    assert int(model["Threads"]) > 1
    assert len(native_threads() - threads) == 1, "one thread looks after the process, however many compute in it"
    assert during - before < int(model["VmRSS"].split()[0]) // 4
    pid = engine.status()["pid"]
    engine.close()
    # The system takes its time over a thread that has ended.
    assert eventually(lambda: not native_threads() - threads)
    assert since.nothing(), (since.threads(), since.files())
    assert not Path(f"/proc/{pid}").exists()


def test_a_context_that_exceeds_the_memory_is_refused(tiny_model: Path) -> None:
    engine = LlamaCppEngine(tiny_model, n_ctx=120_000, threads=1, limits=IsolationConfig(memory_mb=256, nice=7))
    with pytest.raises(ModelLoadError, match=r"no memory for a context.*lower llm\.n_ctx"):
        engine.info(60)
    assert engine.status()["state"] == "failed"
    engine.close()


def test_the_limits_hold_in_the_process(house: House) -> None:
    house.engine.info(60)
    assert resource.prlimit(house.pid, resource.RLIMIT_DATA)[0] == 1_500_000_000


def test_loading_can_be_broken_off(tiny_model: Path) -> None:
    engine = LlamaCppEngine(tiny_model)
    engine.start()
    with pytest.raises(EngineTimeout, match="still loading"):
        engine.info(0.0)
    started = time.monotonic()
    engine.close()
    assert time.monotonic() - started < 30
    with pytest.raises(EngineUnavailable, match="closed"):
        engine.info(0.0)
