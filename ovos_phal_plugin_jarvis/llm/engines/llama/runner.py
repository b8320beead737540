"""In the model's process: one thread owns the model; requests wait in line for it."""

from __future__ import annotations

import os
import sys
import threading
from collections import OrderedDict, deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from time import monotonic
from typing import Any

from ovos_utils.log import LOG

from ovos_phal_plugin_jarvis.foreign_text import error_text, log_error, text_of
from ovos_phal_plugin_jarvis.llm.engines.base import EngineUsage
from ovos_phal_plugin_jarvis.llm.engines.errors import EngineCancelled, EngineError, EngineTimeout, EngineUnavailable
from ovos_phal_plugin_jarvis.llm.engines.llama.decoder import Decoder, DecoderCache
from ovos_phal_plugin_jarvis.llm.engines.llama.model import LlamaModel, Stopped
from ovos_phal_plugin_jarvis.llm.engines.llama.prompt import PromptReader, PromptTooLong
from ovos_phal_plugin_jarvis.llm.engines.llama.state import StateStore
from ovos_phal_plugin_jarvis.llm.engines.llama.wire import (
    DecodedCalls,
    WireRequest,
    info_frame,
    read_grammar,
    read_request,
)

_KEPT_GRAMMARS = 32
_STEP = 0.01


@dataclass
class _Job:
    serial: int
    frame: Mapping[str, Any]
    deadline: float
    withdrawn: bool = False


class Runner:
    """Loads the model and answers, one request after the other."""

    def __init__(
        self,
        open_model: Callable[[Callable[[float], bool]], LlamaModel],
        store: StateStore | None,
        send: Callable[[Mapping[str, Any]], None],
    ) -> None:
        """
        Args:
            open_model: loads the model; is given what to call with the progress.
            store: keeps the state of stable prompts between runs.
            send: takes what the engine is told, from any thread.
        """
        self._open = open_model
        self._store = store
        self._send = send
        self._condition = threading.Condition()
        self._jobs: deque[_Job] = deque()
        self._current: _Job | None = None
        self._model: LlamaModel | None = None
        self._grammars: OrderedDict[str, DecodedCalls] = OrderedDict()
        self._closed = False
        self._told = -1.0
        self._thread = threading.Thread(target=self._run, name="jarvis-model", daemon=True)

    def start(self) -> None:
        """Begin to load; returns at once."""
        self._thread.start()

    def take(self, frame: Mapping[str, Any]) -> None:
        """Take a frame that the engine sent: a request, or the end of one."""
        with self._condition:
            if frame["op"] != "cancel":
                self._jobs.append(_Job(frame["id"], frame, monotonic() + frame.get("timeout", float("inf"))))
                self._condition.notify()
                return
            current = self._current
            if current is not None and current.serial == frame["id"]:
                current.withdrawn = True
                if self._model is not None:
                    self._model.stop()
                return
            waiting = next((job for job in self._jobs if job.serial == frame["id"]), None)
            if waiting is not None:
                self._jobs.remove(waiting)
        if waiting is not None:
            # At once, however long the current one takes: no answer would look like a process that hangs.
            self._send({"id": waiting.serial, **_error(EngineCancelled("the request was withdrawn"))})

    def close(self, timeout: float) -> None:
        """Stop what runs and wait for the thread, *timeout* seconds at most."""
        with self._condition:
            self._closed = True
            if self._current is not None:
                self._current.withdrawn = True
            if self._model is not None:
                self._model.stop()
            self._condition.notify_all()
        self._thread.join(timeout)

    def _run(self) -> None:
        try:
            self._serve()
        except BaseException as error:  # noqa: BLE001 - a panic of Rust's, a sys.exit(): nobody is left to answer
            print(f"the model's thread ended: {error_text(error)}", file=sys.stderr, flush=True)
            os._exit(1)

    def _serve(self) -> None:
        try:
            model = self._open(self._progressed)
            # Its first computation: a file that makes native code crash does so before it is told to be good.
            model.evaluate([model.end_tokens[0] if model.end_tokens else 0])
            model.logits()[0]
            model.forget(0)
        except EngineError as error:
            self._send({"failed": str(error), "kind": type(error).__name__})
            return
        except Exception as error:  # noqa: BLE001 - foreign code; whoever waits is told
            self._send({"failed": f"the model failed to load: {text_of(error)}", "kind": EngineUnavailable.__name__})
            return
        with self._condition:
            self._model = model
        self._send({"ready": info_frame(model.info())})
        cache = DecoderCache(model)
        reader = PromptReader(model, self._store, self._check)
        while (job := self._next(reader)) is not None:
            self._send({"id": job.serial, **self._answer(model, cache, reader, job)})

    def _progressed(self, part: float) -> bool:
        if part - self._told >= _STEP or part >= 1.0 > self._told:
            self._told = part
            self._send({"progress": part})
        return not self._closed

    def _next(self, reader: PromptReader) -> _Job | None:
        """The next request; None where the engine closes. States are saved while nobody waits."""
        with self._condition:
            self._current = None
            is_idle = not self._jobs and not self._closed
        if is_idle:
            reader.save_unsaved()
        with self._condition:
            while not self._jobs and not self._closed:
                self._condition.wait()
            if self._closed:
                return None
            self._current = self._jobs.popleft()
            assert self._model is not None
            self._model.resume()
            return self._current

    def _check(self) -> None:
        job = self._current
        assert job is not None
        if job.withdrawn:
            raise EngineCancelled("the request was withdrawn")
        if monotonic() >= job.deadline:
            raise EngineTimeout("the prompt was still being read")

    def _answer(self, model: LlamaModel, cache: DecoderCache, reader: PromptReader, job: _Job) -> dict[str, Any]:
        try:
            grammar = self._grammar(job.frame)
            if grammar is None and job.frame.get("grammar") is not None:
                return {"needs_grammar": True}
            return self._result(model, cache, reader, job, read_request(job.frame, grammar))
        except PromptTooLong as error:
            return {"too_long": [error.total, model.n_ctx]}
        except Stopped:
            reader.broken_off()
            if monotonic() >= job.deadline:
                return _error(EngineTimeout("decoding has stopped"))
            return _error(EngineCancelled("the request was withdrawn"))
        except EngineError as error:
            reader.broken_off()
            return _error(error)
        except Exception as error:  # noqa: BLE001 - whatever llama.cpp does, the thread stays
            log_error("the model failed on a request", error)
            reader.broken_off()
            return _error(EngineUnavailable(f"the engine failed: {text_of(error)}"))

    def _grammar(self, frame: Mapping[str, Any]) -> DecodedCalls | None:
        if "grammar_is" in frame:
            sent = read_grammar(frame["grammar_is"])
            self._grammars[sent.digest] = sent
            if len(self._grammars) > _KEPT_GRAMMARS:
                self._grammars.popitem(last=False)
        digest = frame.get("grammar")
        if digest is None or digest not in self._grammars:
            return None
        self._grammars.move_to_end(digest)
        return self._grammars[digest]

    def _result(
        self, model: LlamaModel, cache: DecoderCache, reader: PromptReader, job: _Job, request: WireRequest
    ) -> dict[str, Any]:
        native = model.native_seconds
        self._check()
        cost = reader.read(request.segments, request.stable, request.reserve)
        decoder = Decoder(cache, request, job.deadline, lambda: job.withdrawn)
        if not request.prepares:
            decoder.run()
        reader.note_reply(decoder.written)
        usage = EngineUsage(
            prompt_tokens=cost.total,
            cached_tokens=cost.cached,
            evaluated_tokens=cost.evaluated,
            forced_tokens=decoder.forced,
            decoded_tokens=decoder.decoded,
            native_seconds=model.native_seconds - native,
        )
        LOG.debug(f"answered: {usage}")
        return {
            "result": {
                "calls": decoder.calls,
                "text": decoder.text,
                "raw": decoder.raw,
                "cut": decoder.cut,
                "usage": usage.__dict__,
            }
        }


def _error(error: EngineError) -> dict[str, Any]:
    return {"error": {"kind": type(error).__name__, "message": str(error)}}
