"""What a command asked to have done once its answer has been spoken."""
from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Any

from ovos_utils.log import LOG

SPEECH_ENDED = "recognizer_loop:audio_output_end"
SPEECH_TIMEOUT = 30.0
"""Seconds after which a spoken answer counts as ended where nothing reports its end."""


class AfterSpeech:
    """Waits for the end of a speech without holding a worker, and gives up with whoever owns it."""

    def __init__(self, bus: Any, run: Callable[[Callable[[], None]], None], timeout: float = SPEECH_TIMEOUT) -> None:
        """
        Args:
            bus: where the end of a speech is reported.
            run: takes work to another thread.
            timeout: seconds to wait for the report.
        """
        self._bus = bus
        self._run = run
        self._timeout = timeout
        self._lock = threading.Lock()
        self._waiting: dict[threading.Timer, Sequence[Callable[[], None]]] = {}
        self._closed = False

    def wait(self, callbacks: Sequence[Callable[[], None]]) -> None:
        """Run *callbacks* when the speech that begins now has ended."""
        timer = threading.Timer(self._timeout, lambda: self._finish(timer))
        timer.daemon, timer.name = True, "jarvis-after-speech"
        with self._lock:
            if self._closed:
                return
            if not self._waiting:
                self._bus.on(SPEECH_ENDED, self._ended)
            self._waiting[timer] = callbacks
        timer.start()

    def close(self) -> None:
        """Forget what waits; its callbacks don't run."""
        with self._lock:
            self._closed = True
            timers = list(self._waiting)
            self._waiting.clear()
            if timers:
                self._bus.remove(SPEECH_ENDED, self._ended)
        for timer in timers:
            timer.cancel()
        for timer in timers:
            if timer is not threading.current_thread() and timer.is_alive():
                timer.join(1)

    def _ended(self, message: Any) -> None:
        with self._lock:
            timers = list(self._waiting)
        for timer in timers:
            self._finish(timer)

    def _finish(self, timer: threading.Timer) -> None:
        timer.cancel()
        with self._lock:
            callbacks = self._waiting.pop(timer, None)
            if callbacks is not None and not self._waiting:
                self._bus.remove(SPEECH_ENDED, self._ended)
        if callbacks is not None:
            self._run(lambda: run_callbacks(callbacks))


def run_callbacks(callbacks: Sequence[Callable[[], None]]) -> None:
    """Run each; one that fails does not keep the next from running."""
    for callback in callbacks:
        try:
            callback()
        except Exception as error:  # noqa: BLE001 - a command's own code may raise anything
            LOG.warning(f"what should follow the speech failed: {type(error).__name__}: {error}")
