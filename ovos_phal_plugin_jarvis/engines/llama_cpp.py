"""llama.cpp inside this process: one thread owns the model; requests wait in a bounded queue for it."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from time import monotonic, perf_counter
from typing import Any

from ovos_utils.log import LOG

from ovos_phal_plugin_jarvis.engines.base import (
    CancelToken,
    EngineUsage,
    Generation,
    GenerationRequest,
    ModelInfo,
    Turn,
    TurnFormat,
)
from ovos_phal_plugin_jarvis.engines.errors import (
    EngineCancelled,
    EngineError,
    EngineQueueFull,
    EngineTimeout,
    EngineUnavailable,
)
from ovos_phal_plugin_jarvis.engines.llama_decoder import Decoder, DecoderCache
from ovos_phal_plugin_jarvis.engines.llama_model import LlamaModel, Stopped
from ovos_phal_plugin_jarvis.engines.llama_prompt import PromptReader
from ovos_phal_plugin_jarvis.engines.llama_state import StateStore
from ovos_phal_plugin_jarvis.foreign_text import log_error, text_of

_GRACE = 1.0
"""Seconds that a request waits beyond its deadline for native code to notice."""


@dataclass
class _Job:
    request: GenerationRequest
    deadline: float
    prepares: bool = False
    withdrawn: bool = False
    done: threading.Event = field(default_factory=threading.Event)
    result: Generation | None = None
    error: EngineError | None = None

    def finish(self, result: Generation | None, error: EngineError | None = None) -> None:
        self.result, self.error = result, error
        self.done.set()


class LlamaCppEngine:
    """The engine ``llama.cpp``."""

    name = "llama.cpp"
    constrains = True
    supports_tools = False

    def __init__(
        self,
        model: str | Path,
        *,
        n_ctx: int = 8192,
        n_gpu_layers: int = -1,
        threads: int | None = None,
        queue: int = 4,
        state_folder: Path | None = None,
        probe: Callable[[Path], None] | None = None,
        on_progress: Callable[[float], None] | None = None,
    ):
        """Nothing is loaded yet.

        Args:
            model: a GGUF file; ``~`` is the user's home.
            n_ctx: tokens of the context window.
            n_gpu_layers: layers computed by a GPU, where llama-cpp-python was built for one; -1 is all.
            threads: for computing; None leaves it to llama.cpp.
            queue: requests that may wait; one more is refused.
            state_folder: keeps the state of the stable prompt between runs; None keeps none.
            probe: tries the file before it is loaded into this process (:func:`~.llama_probe.probe_model`).
            on_progress: called from the engine's thread with 0 … 1 while the model loads.
        """
        self._path = Path(model).expanduser()
        self._n_ctx = n_ctx
        self._n_gpu_layers = n_gpu_layers
        self._threads = threads
        self._limit = queue
        self._store = StateStore(state_folder) if state_folder is not None else None
        self._probe = probe
        self._on_progress = on_progress
        self._condition = threading.Condition()
        self._jobs: deque[_Job] = deque()
        self._current: _Job | None = None
        self._thread: threading.Thread | None = None
        self._closed = False
        self._loaded = threading.Event()
        self._progress = 0.0
        self._model: LlamaModel | None = None
        self._info: ModelInfo | None = None
        self._load_error: EngineError | None = None
        self._served = self._failed = 0
        self._last = EngineUsage()

    def start(self) -> None:
        """Begin to load in the background; returns at once."""
        with self._condition:
            self._start()

    def _start(self) -> None:
        if self._thread is None and not self._closed:
            self._thread = threading.Thread(target=self._run, name="jarvis-llama.cpp", daemon=True)
            self._thread.start()

    def info(self, timeout: float | None = None) -> ModelInfo:
        """What the model says of itself; see :meth:`Engine.info`."""
        self.start()
        if not self._loaded.wait(timeout):
            raise EngineTimeout(f"{self._path.name} is still loading ({self._progress:.0%})")
        if self._info is None:
            raise self._load_error or EngineUnavailable("the engine was closed")
        return self._info

    def generate(self, request: GenerationRequest, cancel: CancelToken | None = None) -> Generation:
        """The reply; see :meth:`Engine.generate`."""
        started = perf_counter()
        job = _Job(request, monotonic() + request.timeout)
        self._submit(job)
        if cancel is not None:
            cancel.on_cancel(lambda: self._withdraw(job))
        if not job.done.wait(request.timeout):
            self._withdraw(job)
            job.done.wait(_GRACE)
        if job.result is not None:
            usage = replace(job.result.usage, seconds=perf_counter() - started)
            self._last = usage
            return replace(job.result, usage=usage)
        if job.error is not None and not isinstance(job.error, EngineCancelled):
            raise job.error
        if cancel is not None and cancel.cancelled:
            raise EngineCancelled("the request was withdrawn")
        state = "" if self._loaded.is_set() else f"; {self._path.name} is still loading ({self._progress:.0%})"
        raise EngineTimeout(f"no reply within {request.timeout:g} s{state}")

    def prepare(self, turns: Sequence[Turn], format: TurnFormat) -> None:
        """Read the stable beginning of later prompts in the background; failing, it is only a log line."""
        job = _Job(GenerationRequest(turns, format, timeout=float("inf")), float("inf"), prepares=True)
        try:
            self._submit(job)
        except EngineError as error:
            LOG.debug(f"the prompt is not read ahead: {error}")

    def status(self) -> dict[str, Any]:
        """State, model and counts."""
        state = (
            "closed"
            if self._closed
            else "failed"
            if self._load_error
            else "ready"
            if self._model
            else ("loading" if self._thread else "idle")
        )
        return {
            "engine": self.name,
            "state": state,
            "model": self._path.name,
            "progress": round(self._progress, 3),
            "error": str(self._load_error) if self._load_error else None,
            "waiting": len(self._jobs),
            "running": self._current is not None,
            "served": self._served,
            "failed": self._failed,
            "last": self._last.to_dict(),
        }

    def close(self) -> None:
        """Stop what runs, refuse what waits, free the model, end the thread. A second call does nothing."""
        with self._condition:
            self._closed = True
            waiting, self._jobs = self._jobs, deque()
            if self._current is not None:
                self._current.withdrawn = True
                if self._model is not None:
                    self._model.stop()
            self._condition.notify_all()
            thread = self._thread
        for job in waiting:
            job.finish(None, EngineUnavailable("the engine was closed"))
        if thread is not None and thread is not threading.current_thread():
            thread.join()
        self._loaded.set()

    def _submit(self, job: _Job) -> None:
        with self._condition:
            if self._closed:
                raise EngineUnavailable("the engine was closed")
            if self._load_error is not None:
                raise self._load_error
            if len(self._jobs) >= self._limit:
                raise EngineQueueFull(f"{len(self._jobs)} requests wait for the model already")
            self._start()
            self._jobs.append(job)
            self._condition.notify()

    def _withdraw(self, job: _Job) -> None:
        with self._condition:
            job.withdrawn = True
            if self._current is job:
                if self._model is not None:
                    self._model.stop()
                return
            if job in self._jobs:
                self._jobs.remove(job)
        job.finish(None, EngineCancelled("the request was withdrawn"))

    def _run(self) -> None:
        """The thread that owns the model."""
        try:
            self._load()
            if self._model is not None:
                self._serve(self._model)
        finally:
            model, self._model = self._model, None
            if model is not None:
                model.close()
            with self._condition:
                waiting, self._jobs = self._jobs, deque()
            for job in waiting:
                job.finish(None, self._load_error or EngineUnavailable("the engine was closed"))
            self._loaded.set()

    def _load(self) -> None:
        try:
            if self._probe is not None:
                self._probe(self._path)
            model = LlamaModel(
                self._path,
                n_ctx=self._n_ctx,
                n_gpu_layers=self._n_gpu_layers,
                threads=self._threads,
                progress=self._note_progress,
            )
        except EngineError as error:
            LOG.error(f"the model is not used: {error}")
            self._load_error = error
            return
        except Exception as error:  # noqa: BLE001 - foreign code; the process has to go on without the model
            log_error(f"{self._path} failed to load", error)
            self._load_error = EngineUnavailable(f"{self._path} failed to load: {text_of(error)}")
            return
        self._info = model.info()
        self._model = model
        self._loaded.set()
        LOG.info(f"{self._path.name} is loaded: {self._info.architecture}, {model.n_ctx} tokens of context")

    def _note_progress(self, part: float) -> bool:
        self._progress = part
        if self._on_progress is not None:
            try:
                self._on_progress(part)
            except Exception as error:  # noqa: BLE001 - the caller's code, called out of native code
                log_error("the progress callback failed", error)
        return not self._closed

    def _serve(self, model: LlamaModel) -> None:
        cache = DecoderCache(model)
        reader = PromptReader(model, self._store, self._check)
        try:
            while (job := self._next(reader)) is not None:
                try:
                    job.finish(self._answer(model, cache, reader, job))
                    self._served += 0 if job.prepares else 1
                except EngineError as error:
                    self._failed += 1
                    job.finish(None, error)
                except Exception as error:  # noqa: BLE001 - whatever a format or llama.cpp does, the thread stays
                    log_error("the engine failed on a request", error)
                    self._failed += 1
                    reader.broken_off()
                    job.finish(None, EngineUnavailable(f"the engine failed: {text_of(error)}"))
        finally:
            cache.close()

    def _next(self, reader: PromptReader) -> _Job | None:
        """The next request; None where the engine closes. States are saved while nobody waits."""
        with self._condition:
            self._current = None
            idle = not self._jobs and not self._closed
        if idle:
            reader.save_unsaved()
        with self._condition:
            while not self._jobs:
                if self._closed:
                    return None
                self._condition.wait()
            job = self._current = self._jobs.popleft()
            assert self._model is not None
            self._model.resume()
            return job

    def _check(self) -> None:
        job = self._current
        assert job is not None
        if job.withdrawn:
            raise EngineCancelled("the request was withdrawn")
        if monotonic() >= job.deadline:
            raise EngineTimeout(f"no reply within {job.request.timeout:g} s; the prompt was still being read")

    def _answer(self, model: LlamaModel, cache: DecoderCache, reader: PromptReader, job: _Job) -> Generation:
        request = job.request
        if request.format is None:
            raise EngineUnavailable("a llama.cpp model needs the format of its turns")
        native = model.native_seconds
        try:
            self._check()
            cost = reader.read(request.turns, request.format, 0 if job.prepares else self._reserve(request))
            decoder = Decoder(cache, request, job.deadline, lambda: job.withdrawn)
            if not job.prepares:
                decoder.run()
        except Stopped:
            reader.broken_off()
            if monotonic() >= job.deadline:
                raise EngineTimeout(f"no reply within {request.timeout:g} s; decoding has stopped") from None
            raise EngineCancelled("the request was withdrawn") from None
        except EngineError:
            reader.broken_off()
            raise
        reader.note_reply(decoder.written)
        usage = EngineUsage(
            prompt_tokens=cost.total,
            cached_tokens=cost.cached,
            evaluated_tokens=cost.evaluated,
            dropped_turns=cost.dropped_turns,
            forced_tokens=decoder.forced,
            decoded_tokens=decoder.decoded,
            native_seconds=model.native_seconds - native,
        )
        return Generation(
            tuple(decoder.calls), decoder.text, decoder.raw, request.grammar is not None, decoder.cut, usage
        )

    @staticmethod
    def _reserve(request: GenerationRequest) -> int:
        """Tokens that the reply may take: what is decided, and the marks and names round the calls."""
        return request.max_tokens + 64 * request.max_calls
