"""The process of a model as the service sees it: what it is given, when it is started again, what its end is called."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from ovos_phal_plugin_jarvis.config import IsolationConfig
from ovos_phal_plugin_jarvis.foreign_text import log_error, text_of
from ovos_phal_plugin_jarvis.llm.engines.errors import (
    EngineCrashed,
    EngineError,
    EngineQueueFull,
    EngineTimeout,
    EngineUnavailable,
    ModelLoadError,
)
from ovos_phal_plugin_jarvis.tools.execution.isolation.frames import encode
from ovos_phal_plugin_jarvis.tools.execution.isolation.process import BackOff, Pending, SupervisedProcess

LOAD_SECONDS = 600.0
"""A file that takes longer to load and answer is of no use to a voice assistant."""
MAX_LOADS = 3
"""Times in a row that a process may end before its model is loaded; after that the model is given up."""
_ALWAYS_AGAIN = ("SIGABRT", "SIGSEGV", "SIGILL", "SIGFPE", "SIGBUS")
"""Ends of a first load that a second would have as well."""
_ENVIRONMENT = {
    # A voice assistant's processor has other work: threads that wait for each other by spinning took five times as
    # long beside it, and six times the processor's time.
    "OMP_WAIT_POLICY": "passive",
    "GGML_NO_BACKTRACE": "1",  # ggml would start a debugger for one
    "OPENBLAS_NUM_THREADS": "1",  # numpy comes with llama-cpp-python and is not used
}
_CLOSED = "the engine was closed"


class ModelProcess(SupervisedProcess):
    """Keeps the process of one model file."""

    def __init__(
        self,
        path: Path,
        build: Mapping[str, Any],
        limits: IsolationConfig,
        queue: int,
        back_off: BackOff,
        on_progress: Callable[[float], None] | None,
    ) -> None:
        """
        Args:
            build: ``n_ctx``, ``n_gpu_layers``, ``threads`` and ``state_folder``.
            queue: requests that may be sent before the first is answered.
            on_progress: called from this process's thread with 0 … 1 while the model loads.
        """
        super().__init__(
            f"model '{path.name}'",
            "ovos_phal_plugin_jarvis.llm.engines.llama.child",
            {"op": "build", "id": 0, "model": str(path), **build},
            limits,
            LOAD_SECONDS,
            back_off,
            thread="jarvis-llama.cpp",
            max_calls=queue,
            environment={name: value for name, value in _ENVIRONMENT.items() if name not in os.environ},
        )
        self._path = path
        self._on_progress = on_progress
        self._progress = 0.0
        self._early_ends = 0
        self._prepared: Mapping[str, Any] | None = None

    @property
    def progress(self) -> float:
        """How much of the model is loaded, 0 … 1."""
        return self._progress

    @property
    def state(self) -> str:
        """``starting``, ``running``, ``waiting`` (to be started again) or ``stopped``."""
        with self._lock:
            return self._state

    def failure(self) -> EngineError | None:
        """Why there will be no process any more; None where there is one, or will be."""
        with self._lock:
            return self._lasting() if self._state == "stopped" and not self._stopping else None

    def info_within(self, seconds: float | None) -> Mapping[str, Any]:
        """What the model says of itself.

        Raises:
            EngineError: it can't be loaded, or not within *seconds*.
        """
        with self._changed:
            self._changed.wait_for(
                lambda: self._described is not None or self._stopping or self._state == "stopped", seconds
            )
            if self._described is not None:
                return self._described
            if self._stopping or self._state == "stopped":
                raise self._lasting()
            raise EngineTimeout(self._still_loading())

    def prepare(self, frame: Mapping[str, Any]) -> None:
        """Have the beginning of a prompt read whenever a process is ready, now as well."""
        encoded = {"op": "prepare", **frame}
        encode({**encoded, "id": 0})  # what can't be sent is told here
        with self._lock:
            self._prepared = encoded
            if self._state == "running":
                self._send_prepared()

    def nudge(self) -> None:
        """Have those who wait for the process look up."""
        with self._changed:
            self._changed.notify_all()

    def wait_running(self, until: float, is_withdrawn: Callable[[], bool]) -> None:
        """Wait for a process that is started, or soon will be, as long as that can help before *until*.

        Raises:
            EngineError: there is none by then.
        """
        with self._changed:
            self._changed.wait_for(
                lambda: is_withdrawn() or self._is_settled(until), max(0.0, until - time.monotonic())
            )
            if self._state != "running" and not is_withdrawn():
                raise self._not_sent("")

    def _send_prepared(self) -> None:
        # Under the lock.
        if self._prepared is not None:
            serial = next(self._serial)
            self._pending[serial] = Pending("prepare")
            self._queue(encode({**self._prepared, "id": serial}))

    def _still_loading(self) -> str:
        return f"{self._path.name} is still loading ({self._progress:.0%})"

    def _lasting(self) -> EngineError:
        if self._stopping:
            return EngineUnavailable(_CLOSED)
        if self._refusal is not None:
            kind = ModelLoadError if self._refusal.get("kind") == ModelLoadError.__name__ else EngineUnavailable
            return kind(text_of(self._refusal["failed"]))
        limited = f" or raise llm.memory_mb ({self._limits.memory_mb})" if self._limits.memory_mb is not None else ""
        said = f" [{self._printed_last[:200]}]" if self._printed_last else ""
        return EngineCrashed(
            f"{self._path} ends llama.cpp while it is loaded (the process {self._last_reason}), so it is not used: "
            f"download it again, use another{limited}{said}"
        )

    def _down(self, why: str) -> Exception:
        if self._stopping or self._state == "stopped":
            return self._lasting()
        if self._state == "starting":
            return EngineTimeout(self._still_loading())
        return EngineUnavailable(why)

    def _not_sent(self, about: str) -> Exception:
        return self._down(self._why_down())

    def _not_answered(self, about: str, why: str) -> Exception:
        return self._down(f"the request was not answered: {why}")

    def _full(self, about: str, waiting: int) -> Exception:
        return EngineQueueFull(f"{waiting} requests wait for the model already")

    def _is_settled(self, until: float) -> bool:
        return (
            self._stopping
            or self._state in ("running", "stopped")
            or (self._state == "waiting" and self._restart_at >= until)
        )

    def _is_hopeless(self) -> bool:
        self._early_ends += 1
        if self._refusal is not None or self._early_ends >= MAX_LOADS:
            return True
        return self._described is None and any(name in str(self._last_reason) for name in _ALWAYS_AGAIN)

    def _take_early(self, message: dict[str, Any]) -> None:
        if not isinstance(message.get("progress"), float | int):
            super()._take_early(message)
        self._progress = min(1.0, max(0.0, float(message["progress"])))
        if self._on_progress is not None:
            try:
                self._on_progress(self._progress)
            except Exception as error:  # noqa: BLE001 - the caller's code
                log_error("the progress callback failed", error)

    def _became_ready(self) -> None:
        self._early_ends, self._progress = 0, 1.0
        self._send_prepared()
