"""How a gateway asks the service: the same topics as everyone, in its process or over the messagebus."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol
from uuid import uuid4

from ovos_bus_client.message import Message
from ovos_utils.log import LOG

from ovos_phal_plugin_jarvis.bus.link import BusLink, LocalMessage
from ovos_phal_plugin_jarvis.bus.topics import JARVIS_PROGRESS
from ovos_phal_plugin_jarvis.foreign_text import error_text

Heard = Callable[[str, Mapping[str, Any], Mapping[str, Any]], None]
"""(topic, data, context) of an event; called on a thread of the bus client, and must not wait."""
Progress = Callable[[Mapping[str, Any]], None]
"""The data of ``ovos.jarvis.progress``; called in the event loop of whoever asked."""
Unlisten = Callable[[], None]
_MARK = "ovos_jarvis_gateway"
"""Context key: a response and what is told before it keep the context of their request."""
MAX_TOPICS = 200
"""Topics whose responses are listened to at one time; a caller asks a handful."""


class NoAnswer(Exception):
    """Nobody answered a request."""

    def __init__(self, topic: str, seconds: float, why: str = "") -> None:
        super().__init__(why or f"nothing answered {topic} within {seconds:g} s")
        self.topic = topic
        self.seconds = seconds


class BusCalls(Protocol):
    """Requests to the service and the events of the bus, for a gateway that runs in an asyncio event loop."""

    async def ask(
        self,
        topic: str,
        data: Mapping[str, Any],
        context: Mapping[str, Any],
        timeout: float,
        *,
        progress: Progress | None = None,
        counted: bool = False,
    ) -> dict[str, Any]:
        """Send a request and wait for its one answer.

        Args:
            topic: what is asked.
            data: the payload.
            context: the message's context: ``session`` (``{"session_id": …}``), ``source``, ``lang``, ``user_id``.
            timeout: seconds to wait.
            progress: told of what goes on before the answer.
            counted: the gateway has a rate limit of its own, and this request is within it: where the service is in
                the same process, it does not count it again.

        Returns:
            The answer's data; the caller may keep it and must not change it.

        Raises:
            NoAnswer: none came in time.
        """
        ...

    def listen(self, topics: Iterable[str], heard: Heard) -> Unlisten:
        """Hear every event on *topics*, whoever emits it, until the function that is given back is called."""
        ...


class OverBus:
    """Asks over a messagebus client, which its owner runs and closes."""

    def __init__(self, bus: Any) -> None:
        """
        Args:
            bus: a connected messagebus client.
        """
        self._bus = bus
        self._lock = threading.Lock()
        self._asked: dict[str, _Asked] = {}
        self._topics: set[str] = set()

    async def ask(
        self,
        topic: str,
        data: Mapping[str, Any],
        context: Mapping[str, Any],
        timeout: float,
        *,
        progress: Progress | None = None,
        counted: bool = False,
    ) -> dict[str, Any]:
        mark, asked = uuid4().hex, _Asked(topic, asyncio.get_running_loop(), progress)
        with self._lock:
            self._asked[mark] = asked
            wanted = {f"{topic}.response"} | ({JARVIS_PROGRESS} if progress is not None else set())
            if len(self._topics | wanted) > MAX_TOPICS:
                self._forget_topics()
            new = wanted - self._topics
            self._topics |= new
        for name in new:
            self._bus.on(name, self._heard)
        message = Message(topic, dict(data), {**context, _MARK: mark})

        async def exchange() -> Mapping[str, Any]:
            await asyncio.to_thread(self._bus.emit, message)  # a client waits for a bus that is away
            return await asked.answer

        try:
            return dict(await asyncio.wait_for(exchange(), timeout))
        except asyncio.TimeoutError:
            raise NoAnswer(topic, timeout) from None
        except Exception as error:  # noqa: BLE001 - of whichever kind the client's connection raises
            raise NoAnswer(topic, timeout, f"{topic} could not be asked: {error_text(error)}") from None
        finally:
            with self._lock:
                self._asked.pop(mark, None)

    def listen(self, topics: Iterable[str], heard: Heard) -> Unlisten:
        return _listen(self._bus, topics, heard)

    def close(self) -> None:
        """Stop listening for answers."""
        with self._lock:
            self._forget_topics()

    def _forget_topics(self) -> None:
        used = {f"{asked.topic}.response" for asked in self._asked.values()}
        for name in self._topics - used:
            self._bus.remove(name, self._heard)
        self._topics &= used

    def _heard(self, message: Message) -> None:
        mark = message.context.get(_MARK) if isinstance(message.context, Mapping) else None
        asked = self._asked.get(mark) if isinstance(mark, str) else None
        if asked is None:
            return
        if message.msg_type == JARVIS_PROGRESS:
            asked.tell(message.data)
        elif message.msg_type == f"{asked.topic}.response":
            asked.take(message.data)


class LocalCalls:
    """Asks the service of this process: its own handlers answer, and nothing goes over the network.

    What no handler of ours serves, such as the tools of another tool service, is asked over the bus.
    """

    def __init__(self, link: BusLink) -> None:
        """
        Args:
            link: the service's end of the messagebus.
        """
        self._link = link
        self._over_bus = OverBus(link.bus)

    async def ask(
        self,
        topic: str,
        data: Mapping[str, Any],
        context: Mapping[str, Any],
        timeout: float,
        *,
        progress: Progress | None = None,
        counted: bool = False,
    ) -> dict[str, Any]:
        asked = _Asked(topic, asyncio.get_running_loop(), progress)
        # The handlers own what they are handed, and copy none of it.
        message = LocalMessage(
            topic,
            dict(data),
            {**context, _MARK: uuid4().hex},
            asked.take,
            asked.tell if progress is not None else None,
            counted=counted,
        )
        if not self._link.take(message):
            return await self._over_bus.ask(topic, data, context, timeout, progress=progress)
        try:
            return dict(await asyncio.wait_for(asked.answer, timeout))
        except asyncio.TimeoutError:
            raise NoAnswer(topic, timeout) from None

    def listen(self, topics: Iterable[str], heard: Heard) -> Unlisten:
        return _listen(self._link.bus, topics, heard)

    def close(self) -> None:
        """Stop listening for answers of others."""
        self._over_bus.close()


@dataclass(eq=False)
class _Asked:
    """A request that waits for its answer, which comes on any thread."""

    topic: str
    loop: asyncio.AbstractEventLoop
    progress: Progress | None

    def __post_init__(self) -> None:
        self.answer: asyncio.Future[Mapping[str, Any]] = self.loop.create_future()

    def take(self, data: Mapping[str, Any]) -> None:
        self._in_loop(self._settle, data)

    def tell(self, data: Mapping[str, Any]) -> None:
        if self.progress is not None:
            self._in_loop(self._tell, dict(data))

    def _tell(self, data: Mapping[str, Any]) -> None:
        if self.progress is not None and not self.answer.done():
            self.progress(data)

    def _settle(self, data: Mapping[str, Any]) -> None:
        if not self.answer.done():
            self.answer.set_result(data)

    def _in_loop(self, call: Callable[[Mapping[str, Any]], None], data: Mapping[str, Any]) -> None:
        try:
            self.loop.call_soon_threadsafe(call, data)
        except RuntimeError:
            LOG.debug(f"an answer on {self.topic} came after the gateway had ended")


def _listen(bus: Any, topics: Iterable[str], heard: Heard) -> Unlisten:
    def take(message: Message) -> None:
        data, context = (part if isinstance(part, Mapping) else {} for part in (message.data, message.context))
        heard(message.msg_type, data, context)

    names = tuple(dict.fromkeys(topics))
    for name in names:
        bus.on(name, take)

    def unlisten() -> None:
        for name in names:
            bus.remove(name, take)

    return unlisten
