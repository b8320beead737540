"""The service as ovos-core sees it: asked over the bus, waited for within a budget, left alone while it is away."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

from ovos_bus_client.message import Message
from ovos_utils.log import LOG

from ovos_phal_plugin_jarvis.bus import topics
from ovos_phal_plugin_jarvis.bus.acknowledging import acknowledge

MARK = "jarvis_request"
"""Key of the message context by which an answer is told from others."""
LOOK_SECONDS = 2.0
"""Between looks whether a service that owes an answer still lives."""
PROBE_SECONDS = 5.0
"""Between questions whether a service that was away is back; asked when an utterance comes."""
LOOK_EARLY = 0.2
"""Part of the patience with a service after which it is asked whether it lives."""
FORGET_SECONDS = 30.0
"""After which an answer that nobody waits for is not expected any more."""

OnAnswer = Callable[[Mapping[str, Any] | None], None]
"""Gets an answer's data; None where the service went away, or took too long."""


@dataclass(eq=False)
class Asked:
    """A request on its way."""

    id: str = field(default_factory=lambda: uuid4().hex)
    at: float = field(default_factory=time.monotonic)
    answered: threading.Event = field(default_factory=threading.Event)
    data: Mapping[str, Any] | None = None
    """The answer."""
    on_answer: OnAnswer | None = None
    on_time: Callable[[float], None] | None = None
    """Told how long the answer took, also where nobody waits for it any more."""
    until: float = 0.0
    """When *on_answer* is told that none came."""
    looked: bool = False
    """Whether the service has been asked for a sign of life."""


class ServiceEnd:
    """Sends requests and keeps what is known of the service. Calls may come from any thread; handlers never block.

    The breaker: a service that gives no sign of life for as long as one utterance may wait counts as away. Nothing is
    sent to it then, and nobody waits, until it is heard of: it says that it is ready, claims the bus, or answers.
    """

    def __init__(self, bus: Any) -> None:
        """
        Args:
            bus: ovos-core's messagebus client.
        """
        self._bus = bus
        self._lock = threading.Lock()
        self._waiting: dict[str, Asked] = {}
        self._watch: threading.Timer | None = None
        self._closed = False
        self._away = False
        self._heard_at = 0.0
        self._suspected_at = 0.0
        """When a request was sent that has had no sign of life."""
        self._probed_at = 0.0
        self._handlers: dict[str, Callable[[Message], None]] = {
            **{f"{topic}.response": self._answered for topic in (topics.JARVIS_MATCH, topics.JARVIS_ASK)},
            f"{topics.JARVIS_STOP}.response": self._answered,
            topics.JARVIS_READY: self._heard,
            topics.JARVIS_MATCH: self._echoed,
            topics.JARVIS_CLAIM: self._claimed,
            f"{topics.JARVIS_CLAIM}.response": self._claimed,
            topics.JARVIS_CLAIM_RELEASED: self._released,
        }
        for topic, handler in self._handlers.items():
            bus.on(topic, handler)

    @property
    def away(self) -> bool:
        """Whether the service counts as away; asked for a sign of life, now and then, by whoever wants to know."""
        if self._heard_at < self._suspected_at:
            self._gone()
        if self._away and time.monotonic() - self._probed_at > PROBE_SECONDS:
            self._probe()
        return self._away

    def ask(
        self,
        topic: str,
        data: Mapping[str, Any],
        message: Message,
        on_answer: OnAnswer | None = None,
        timeout: float = FORGET_SECONDS,
        on_time: Callable[[float], None] | None = None,
    ) -> Asked:
        """Send a request in the session and with the routing of *message*; returns at once.

        Args:
            topic: one of the service's.
            data: what is asked.
            message: whose context goes with it.
            on_answer: called once, on the bus's thread or the watch's.
            timeout: seconds after which *on_answer* is told that no answer came.
            on_time: told the seconds that the answer took, also where nobody waits for it any more.
        """
        asked = Asked(on_answer=on_answer, on_time=on_time)
        asked.until = asked.at + timeout
        with self._lock:
            self._waiting = {key: old for key, old in self._waiting.items() if old.until > asked.at or old.on_answer}
            self._waiting[asked.id] = asked
        request = message.forward(topic, dict(data))
        request.context[MARK] = asked.id
        self._bus.emit(request)
        acknowledge(self._bus)
        if on_answer is not None:
            self._watch_over()
        return asked

    def wait(self, asked: Asked, seconds: float, patience: float) -> bool:
        """Wait for an answer; True where it came.

        Args:
            asked: the request.
            seconds: that may be spent on it, from now.
            patience: seconds from the request after which a service that has given no sign of life counts as away. One
                that has given none when it was last waited for counts as away from the next request on.
        """
        until = time.monotonic() + seconds
        if self._answered_by(asked, min(asked.at + LOOK_EARLY * patience, until)):
            return True
        if time.monotonic() < until or not asked.looked:
            self._look(asked)
        if self._answered_by(asked, min(asked.at + patience, until)):
            return True
        if self._heard_at < asked.at:
            self._suspected_at = asked.at
            if time.monotonic() >= asked.at + patience:
                self._gone()
                return False
        return self._answered_by(asked, until)

    def close(self) -> None:
        """Listen no more; who waits for an answer is told that none comes."""
        for topic, handler in self._handlers.items():
            self._bus.remove(topic, handler)
        with self._lock:
            self._closed = True
            waiting, self._waiting = list(self._waiting.values()), {}
            watch, self._watch = self._watch, None
        if watch is not None:
            watch.cancel()
            if watch is not threading.current_thread():
                watch.join(1)
        for asked in waiting:
            self._tell(asked, None)

    # A sign of life

    @staticmethod
    def _answered_by(asked: Asked, moment: float) -> bool:
        return asked.answered.wait(max(0.0, moment - time.monotonic()))

    def _look(self, asked: Asked) -> None:
        if not asked.looked:
            asked.looked = True
            if self._heard_at < asked.at:
                self._probe()

    def _gone(self) -> None:
        if not self._away:
            self._away = True
            LOG.warning("the tool service (ovos-phal-plugin-jarvis) does not answer; left alone until it is heard of")

    def _probe(self) -> None:
        self._probed_at = time.monotonic()
        self._bus.emit(Message(topics.JARVIS_CLAIM))

    def _heard(self, message: Message | None = None) -> None:
        self._heard_at = time.monotonic()
        if self._away:
            self._away = False
            LOG.info("the tool service is back")

    def _echoed(self, message: Message) -> None:
        """The bus gives our own question back, and may hold the answer until that is acknowledged."""
        acknowledge(self._bus)

    def _claimed(self, message: Message) -> None:
        acknowledge(self._bus)
        if isinstance(message.data, Mapping) and message.data.get("held") is True:
            self._heard()

    def _released(self, message: Message) -> None:
        # What it owes will not come. One that takes its place says that it is ready.
        self._away = True
        self._answer_all(time.monotonic(), lambda asked: True)

    def _answered(self, message: Message) -> None:
        self._heard()
        mark = message.context.get(MARK)
        with self._lock:
            asked = self._waiting.pop(mark, None) if isinstance(mark, str) else None
        if asked is not None:
            if asked.on_time is not None:
                asked.on_time(time.monotonic() - asked.at)
            self._tell(asked, message.data if isinstance(message.data, Mapping) else {})

    # Who waits without a thread

    def _watch_over(self) -> None:
        with self._lock:
            if self._closed or self._watch is not None:
                return
            self._watch = threading.Timer(LOOK_SECONDS, self._look_after)
            self._watch.name, self._watch.daemon = "jarvis-pipeline-watch", True
            self._watch.start()

    def _look_after(self) -> None:
        """Tell those whose answer will not come: too late, or of a service that gives no sign of life."""
        now = time.monotonic()
        # Asked at the last look and not heard of since: it is gone.
        gone = self._heard_at < self._probed_at < now - LOOK_SECONDS / 2
        self._answer_all(now, lambda asked: asked.until <= now or (gone and asked.at < self._probed_at))
        with self._lock:
            self._watch = None
            owed = any(asked.on_answer for asked in self._waiting.values())
        if owed:
            self._probe()
            self._watch_over()

    def _answer_all(self, now: float, over: Callable[[Asked], bool]) -> None:
        with self._lock:
            ended = [asked for asked in self._waiting.values() if over(asked)]
            for asked in ended:
                del self._waiting[asked.id]
        for asked in ended:
            self._tell(asked, None)

    @staticmethod
    def _tell(asked: Asked, data: Mapping[str, Any] | None) -> None:
        asked.data = data
        asked.answered.set()
        if asked.on_answer is not None:
            try:
                asked.on_answer(data)
            except Exception as error:  # noqa: BLE001 - a session that can't be read costs the others no answer
                LOG.error(f"the end of an utterance could not be told: {type(error).__name__}")
