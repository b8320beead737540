"""What is told of a request before its answer: that it takes longer, how far its tools are, what they say meanwhile."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from ovos_phal_plugin_jarvis.assistant.understanding import Request
from ovos_phal_plugin_jarvis.config import AssistantConfig
from ovos_phal_plugin_jarvis.sdk.locale import say
from ovos_phal_plugin_jarvis.sdk.progress import Progress
from ovos_phal_plugin_jarvis.tools.execution.alarms import Alarms

MAX_TOLD = 200
"""Things that one request tells before its answer; what a tool says beyond that is dropped."""


class Meanwhile:
    """One request's. Calls may come from any thread."""

    def __init__(self, request: Request, config: AssistantConfig, alarms: Alarms | None) -> None:
        """
        Args:
            request: whom it is told to.
            config: after how many seconds it is said that it takes longer, and in which words.
            alarms: wakes at that time; None where nothing is said.
        """
        self._request = request
        self._config = config
        self._alarms = alarms
        self._lock = threading.Lock()
        self._told = 0
        self._spoke = False

    @contextmanager
    def during(self, tool: str) -> Iterator[Meanwhile]:
        """While a call of *tool* runs. Where that is still so after a while, it is said once for the request."""
        alarm = None
        if self._alarms is not None and self._request.tell is not None and self._config.slow_after > 0:
            over = threading.Event()
            alarm = self._alarms.after(self._config.slow_after, lambda: self._slow(tool, over))
        try:
            yield self
        finally:
            if alarm is not None:
                alarm.cancel()
                with self._lock:  # what is being said is said before the answer
                    over.set()

    def progress(self, tool: str, progress: Progress) -> None:
        """Pass on what a tool tells of itself."""
        with self._lock:
            if self._request.tell is None or self._told >= MAX_TOLD:
                return
            self._told += 1
            self._spoke = self._spoke or bool(progress.say)
            self._request.tell(progress.say, tool, progress.done)

    def _slow(self, tool: str, over: threading.Event) -> None:
        with self._lock:
            if over.is_set() or self._spoke or self._request.tell is None:
                return
            self._spoke = True
            self._request.tell(self._config.slow_words or say("slow", self._request.context.lang), tool, None)
