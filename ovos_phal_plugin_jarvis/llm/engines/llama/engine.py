"""The engine ``llama.cpp``: a model in a process of its own, which it may end without ending anything else."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from time import monotonic, perf_counter
from typing import Any

from ovos_utils.log import LOG

from ovos_phal_plugin_jarvis.config import IsolationConfig
from ovos_phal_plugin_jarvis.foreign_text import error_text
from ovos_phal_plugin_jarvis.llm.engines import errors
from ovos_phal_plugin_jarvis.llm.engines.base import (
    CancelToken,
    EngineUsage,
    Generation,
    GenerationRequest,
    ModelInfo,
)
from ovos_phal_plugin_jarvis.llm.engines.errors import (
    ContextTooSmall,
    EngineCancelled,
    EngineError,
    EngineQueueFull,
    EngineReplyError,
    EngineTimeout,
    EngineUnavailable,
)
from ovos_phal_plugin_jarvis.llm.engines.llama import model as llama_model
from ovos_phal_plugin_jarvis.llm.engines.llama.process import ModelProcess
from ovos_phal_plugin_jarvis.llm.engines.llama.wire import (
    grammar_frame,
    prompt_frame,
    read_generation,
    read_info,
    request_frame,
)
from ovos_phal_plugin_jarvis.llm.turns import PromptFormat, Segment, Turn
from ovos_phal_plugin_jarvis.tools.execution.isolation.frames import BadFrame
from ovos_phal_plugin_jarvis.tools.execution.isolation.process import BackOff, Pending

_BACK_OFF = BackOff(first=0.5)
_STATES = {"starting": "loading", "running": "ready", "waiting": "restarting", "stopped": "failed"}


class LlamaCppEngine:
    """Asks the process of a model. What that costs in memory and threads, and whatever ends it, is its own.

    A request that it can't answer (it crashed, hangs, is being started again) gives an error by its deadline; the
    process is started again by itself, and the next request is answered by the model.
    """

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
        limits: IsolationConfig | None = None,
        state_folder: Path | None = None,
        on_progress: Callable[[float], None] | None = None,
        grace: float = 5.0,
        back_off: BackOff = _BACK_OFF,
    ):
        """Nothing is started yet.

        Args:
            model: a GGUF file; ``~`` is the user's home.
            n_ctx: tokens of the context window.
            n_gpu_layers: layers computed by a GPU, where llama-cpp-python was built for one; -1 is all.
            threads: for computing; None is one for each physical core.
            queue: requests that may wait; one more is refused.
            limits: what the process may use.
            state_folder: keeps the state of the stable prompt between runs; None keeps none.
            on_progress: called from the engine's thread with 0 … 1 while the model loads.
            grace: seconds that the process has to stop a request that nobody waits for any more; then it is ended.
            back_off: how long a process that ended is waited with before it is started again.
        """
        self._path = Path(model).expanduser()
        self._build = {
            "n_ctx": n_ctx,
            "n_gpu_layers": n_gpu_layers,
            "threads": threads,
            "state_folder": str(state_folder) if state_folder is not None else None,
        }
        self._queue = queue
        self._limits = limits or IsolationConfig()
        self._on_progress = on_progress
        self._grace = grace
        self._back_off = back_off
        self._lock = threading.Lock()
        self._process: ModelProcess | None = None
        self._closed = False
        self._in_flight = 0
        self._served = self._failed = 0
        self._last = EngineUsage()

    def start(self) -> None:
        """Begin to load in the background; returns at once."""
        try:
            with self._lock:
                self._started()
        except EngineUnavailable as error:
            LOG.error(f"the model is not used: {error}")

    def _started(self) -> ModelProcess:
        if self._closed:
            raise EngineUnavailable("the engine was closed")
        if self._process is None:
            if not llama_model.is_installed():
                raise EngineUnavailable(llama_model.INSTALL_HINT)
            self._process = ModelProcess(
                self._path, self._build, self._limits, self._queue + 2, self._back_off, self._on_progress
            )
            self._process.start()
        return self._process

    def info(self, timeout: float | None = None) -> ModelInfo:
        """What the model says of itself; see :meth:`Engine.info`."""
        with self._lock:
            process = self._started()
        return read_info(process.info_within(timeout))

    def generate(self, request: GenerationRequest, cancel: CancelToken | None = None) -> Generation:
        """The reply; see :meth:`Engine.generate`."""
        started, deadline = perf_counter(), monotonic() + request.timeout
        with self._lock:
            process = self._started()
            lasting = process.failure()
            if lasting is not None:
                raise lasting
            if self._in_flight > self._queue:
                raise EngineQueueFull(f"{self._in_flight} requests wait for the model already")
            self._in_flight += 1
        try:
            result, dropped = self._exchange(process, request, cancel or CancelToken(), deadline)
            if request.model and read_info(process.info_within(0)).identity != request.model:
                raise EngineUnavailable(
                    "another file took the model's place, and the request was written for the old one"
                )
            made = read_generation(result, request, perf_counter() - started)
        except EngineError:
            with self._lock:
                self._failed += 1
            raise
        finally:
            with self._lock:
                self._in_flight -= 1
        usage = replace(made.usage, dropped_turns=dropped)
        with self._lock:
            self._served += 1
            self._last = usage
        return replace(made, usage=usage)

    def prepare(self, turns: Sequence[Turn], format: PromptFormat) -> None:
        """Read the stable beginning of later prompts in the background; failing, it is only a log line."""
        try:
            segments = _segments(format, turns)
            with self._lock:
                process = self._started()
            process.prepare(prompt_frame(segments, _stable(format, turns, segments)))
        except (EngineError, BadFrame) as error:
            LOG.debug(f"the prompt is not read ahead: {error}")

    def status(self) -> dict[str, Any]:
        """State, model and counts, and how its process is: ``pid``, ``restarts``, ``last_reason`` (why it last ended)
        and ``restart_in`` (seconds)."""
        with self._lock:
            process, waiting = self._process, self._in_flight
        told = process.status() if process is not None else {}
        failure = process.failure() if process is not None else None
        is_running = bool(waiting) and told.get("state") == "running"
        return {
            "engine": self.name,
            "state": "closed" if self._closed else _STATES[told["state"]] if told else "idle",
            "model": self._path.name,
            "progress": round(process.progress, 3) if process is not None else 0.0,
            "error": str(failure) if failure is not None else None,
            "waiting": waiting - is_running,
            "running": is_running,
            "served": self._served,
            "failed": self._failed,
            "pid": told.get("pid"),
            "restarts": told.get("restarts", 0),
            "last_reason": told.get("last_reason"),
            "restart_in": told.get("restart_in"),
            "last": self._last.to_dict(),
        }

    def close(self) -> None:
        """Stop what runs, refuse what waits, end the process and its thread. A second call does nothing."""
        with self._lock:
            self._closed = True
            process = self._process
        if process is not None:
            process.stop()

    def _exchange(
        self, process: ModelProcess, request: GenerationRequest, cancel: CancelToken, deadline: float
    ) -> tuple[Any, int]:
        """What the process sends as the reply, and how many earlier turns had no room."""
        asked: list[Pending] = []

        def wake() -> None:
            process.nudge()
            for pending in asked:
                pending.changed.set()

        cancel.on_cancel(wake)
        turns, dropped, grammar = list(request.turns), 0, False
        while True:
            if request.format is None:
                raise EngineUnavailable("a llama.cpp model needs the format of its turns")
            segments = _segments(request.format, turns)
            frame = request_frame(request, segments, _stable(request.format, turns, segments))
            if grammar and request.grammar is not None:
                frame["grammar_is"] = grammar_frame(request.grammar)
            reply = self._asked(process, frame, request, cancel, deadline, asked)
            if reply.get("needs_grammar") is True and not grammar:
                grammar = True
            elif "too_long" in reply:
                total, room = reply["too_long"]
                if len(turns) <= 2:
                    raise ContextTooSmall(int(total) + frame["reserve"], int(room))
                cut = _oldest_exchange(turns)
                dropped += cut - 1
                turns = [turns[0], *turns[cut:]]
            elif "error" in reply:
                raise _error(reply["error"], request)
            else:
                return reply.get("result"), dropped

    def _asked(
        self,
        process: ModelProcess,
        frame: dict[str, Any],
        request: GenerationRequest,
        cancel: CancelToken,
        deadline: float,
        asked: list[Pending],
    ) -> Any:
        """One question to the process, and what it answers."""
        process.wait_running(deadline, lambda: cancel.cancelled)
        if cancel.cancelled:
            raise EngineCancelled("the request was withdrawn")
        left = deadline - monotonic()
        if left <= 0:
            raise EngineTimeout(f"no reply within {round(request.timeout, 2):g} s")
        try:
            serial, pending = process.send("generate", "", {**frame, "timeout": left}, 0.0)
        except BadFrame as error:
            raise EngineReplyError(f"the tools or the conversation cannot be sent to the model: {error}") from None
        asked[:] = [pending]
        while not pending.ended.is_set() and not cancel.cancelled and (left := deadline - monotonic()) > 0:
            pending.changed.wait(left)
            pending.changed.clear()
        if pending.error is not None:
            if not pending.was_first and process.failure() is None and not self._closed:
                # What ended the process was another's request: this one is asked again.
                return self._asked(process, frame, request, cancel, deadline, asked)
            raise pending.error
        if pending.reply is not None:
            return pending.reply
        process.cancel(serial)
        process.settle(pending, self._grace)
        if cancel.cancelled:
            raise EngineCancelled("the request was withdrawn")
        raise EngineTimeout(f"no reply within {round(request.timeout, 2):g} s")


def _segments(turn_format: PromptFormat, turns: Sequence[Turn]) -> tuple[Segment, ...]:
    try:
        return tuple(turn_format.segments(turns))
    except ValueError as error:
        raise EngineReplyError(f"the conversation cannot be written for this model: {error_text(error)}") from error
    except Exception as error:  # a format may be an author's code
        raise EngineUnavailable(f"the format of the turns failed: {error_text(error)}") from error


def _stable(turn_format: PromptFormat, turns: Sequence[Turn], segments: Sequence[Segment]) -> int:
    """How many of *segments* are the system turn, as far as it is the beginning of every prompt."""
    if turns[0].role != "system":
        return 0
    try:
        alone = tuple(turn_format.segments(turns[:1], open_reply=False))
    except Exception as error:  # noqa: BLE001 - a family that has no system turn of its own cannot write it alone
        LOG.debug(f"no stable beginning: {error_text(error)}")
        return 0
    return len(alone) if tuple(segments[: len(alone)]) == alone else 0


def _oldest_exchange(turns: Sequence[Turn]) -> int:
    """Where the turns go on without the oldest exchange: with a user's turn, as chat formats want it."""
    cut = 2
    while cut < len(turns) - 1 and turns[cut].role != "user":
        cut += 1
    return cut


def _error(told: Any, request: GenerationRequest) -> EngineError:
    """The error that the process told of."""
    kind, message = (told.get("kind"), told.get("message")) if isinstance(told, dict) else (None, None)
    if kind == EngineTimeout.__name__:
        return EngineTimeout(f"no reply within {round(request.timeout, 2):g} s; {message}")
    known = getattr(errors, str(kind), EngineUnavailable)
    usable = isinstance(known, type) and issubclass(known, EngineError) and known is not ContextTooSmall
    return (known if usable else EngineUnavailable)(str(message))
