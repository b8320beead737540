"""What waits for the end of a spoken answer: media starts there."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from ovos_bus_client.message import Message

from ovos_phal_plugin_jarvis.bus.requests import session_id
from ovos_phal_plugin_jarvis.bus.topics import DEVICE_SESSION

SPEECH_ENDED = "recognizer_loop:audio_output_end"
SPEECH_TIMEOUT = 30.0
"""Seconds after which a spoken answer counts as ended where nothing reports its end."""


@dataclass(eq=False)
class _Waiting:
    session: str
    callbacks: Sequence[Callable[[], Any]]
    timer: threading.Timer = field(repr=False)


class SpeechEnd:
    """Hands callbacks over once the device has spoken. Owns its bus handler and a timer for each speech."""

    def __init__(
        self, bus: Any, run: Callable[[Sequence[Callable[[], Any]]], None], timeout: float = SPEECH_TIMEOUT
    ) -> None:
        """
        Args:
            bus: a messagebus client.
            run: gets the callbacks, on the bus's thread or a timer's. Must not block.
            timeout: seconds after which a speech counts as ended where nothing says so.
        """
        self._bus = bus
        self._run = run
        self._timeout = timeout
        self._lock = threading.Lock()
        self._waiting: list[_Waiting] = []
        self._closed = False

    def bind(self) -> None:
        """Listen for the end of speech."""
        self._bus.on(SPEECH_ENDED, self._ended)

    def expect(self, session: str, callbacks: Sequence[Callable[[], Any]]) -> None:
        """Run *callbacks* when the speech that *session* is about to hear has ended."""
        waiting = _Waiting(session, callbacks, threading.Timer(self._timeout, lambda: self._release([waiting])))
        waiting.timer.name, waiting.timer.daemon = "jarvis-speech", True
        with self._lock:
            if self._closed:
                return
            self._waiting.append(waiting)
            waiting.timer.start()

    def expects(self, session: str) -> bool:
        """Whether something waits for the end of what *session* hears."""
        with self._lock:
            return any(each.session == session for each in self._waiting)

    def forget(self, session: str) -> bool:
        """Let nothing follow what *session* hears; whether something would have."""
        with self._lock:
            forgotten = [each for each in self._waiting if each.session == session]
            self._waiting = [each for each in self._waiting if each.session != session]
        for each in forgotten:
            each.timer.cancel()
        return bool(forgotten)

    def close(self) -> None:
        """Stop listening and forget what waits."""
        self._bus.remove(SPEECH_ENDED, self._ended)
        with self._lock:
            self._closed = True
            waiting, self._waiting = self._waiting, []
        for each in waiting:
            each.timer.cancel()
            each.timer.join()

    def _ended(self, message: Message) -> None:
        # The device's own speaker may not know whom it spoke for; a satellite names its session.
        session = session_id(message)
        with self._lock:
            ended = [each for each in self._waiting if session in (DEVICE_SESSION, each.session)]
        self._release(ended)

    def _release(self, ended: Sequence[_Waiting]) -> None:
        for each in ended:
            with self._lock:
                if each not in self._waiting:
                    continue
                self._waiting.remove(each)
            each.timer.cancel()
            self._run(each.callbacks)
