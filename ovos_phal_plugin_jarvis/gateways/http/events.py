"""Server-sent events: what goes on in the house, to every page that listens."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Mapping
from functools import partial
from typing import Any

from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from ovos_phal_plugin_jarvis.bus import topics
from ovos_phal_plugin_jarvis.gateways.calls import BusCalls, Unlisten
from ovos_phal_plugin_jarvis.gateways.http.answers import Problem
from ovos_phal_plugin_jarvis.gateways.http.auth import Caller

EVENTS = {
    topics.JARVIS_PROGRESS: "progress",
    topics.JARVIS_ALERT: "alert",
    topics.JARVIS_RINGING: "ringing",
    topics.TOOLS_CHANGED: "tools_changed",
    "speak": "speak",
    "ovos.jarvis.timer.expired": "timer",
    "ovos.jarvis.alarm.due": "alarm",
    "ovos.jarvis.reminder.due": "reminder",
}
"""Topic of the bus → name of the event."""
OWN = frozenset({"progress", "speak"})
"""Events that only their own session hears, and with ``speak`` whoever hears the device."""
HEARTBEAT = 15.0
"""Seconds between comments that keep a connection open."""
MAX_WAITING = 200
"""Events that a page may be behind; then its connection is closed, and it asks anew."""
MAX_READERS = 100
MAX_OF_ONE = 10
"""Pages of one user."""
MAX_EVENT = 64_000
"""Characters of one event; a larger one is left out."""


class _Reader:
    def __init__(self, caller: Caller) -> None:
        self.caller = caller
        self.waiting: asyncio.Queue[str | None] = asyncio.Queue(MAX_WAITING)
        self.behind = False

    def tell(self, written: str | None) -> None:
        try:
            self.waiting.put_nowait(written)
        except asyncio.QueueFull:
            self.behind = True


class _Stream(StreamingResponse):
    def __init__(self, content: AsyncIterator[str], ended: Callable[[], None], **more: Any) -> None:
        super().__init__(content, **more)
        self._ended = ended

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._ended()


async def _written(reader: _Reader, may_still: Callable[[], bool]) -> AsyncIterator[str]:
    yield "retry: 3000\n\n"
    while not reader.behind:
        try:
            written = await asyncio.wait_for(reader.waiting.get(), HEARTBEAT)
        except asyncio.TimeoutError:
            written = ": heartbeat\n\n"
        # Whoever was let in may have been put out since.
        if written is None or not may_still():
            return
        yield written


class Events:
    """Owns what is listened to on the bus, and the queues of the pages."""

    def __init__(self, calls: BusCalls) -> None:
        """
        Args:
            calls: where the bus is heard.
        """
        self._calls = calls
        self._readers: set[_Reader] = set()
        self._unlisten: Unlisten | None = None
        self._number = 0
        self._closed = False

    def start(self) -> None:
        """Listen. Runs in the event loop of the server."""
        loop = asyncio.get_running_loop()

        def heard(topic: str, data: Mapping[str, Any], context: Mapping[str, Any]) -> None:
            if self._readers and not loop.is_closed():
                loop.call_soon_threadsafe(self._spread, topic, data, context)

        self._unlisten = self._calls.listen(EVENTS, heard)

    def close(self) -> None:
        """Listen no more, and end every stream."""
        self._closed = True
        if self._unlisten is not None:
            self._unlisten()
        for reader in list(self._readers):
            reader.behind = True
            reader.tell(None)

    @property
    def readers(self) -> int:
        """How many pages listen."""
        return len(self._readers)

    def stream(self, caller: Caller, may_still: Callable[[], bool]) -> StreamingResponse:
        """The events for a page of *caller*.

        Args:
            caller: who listens.
            may_still: whether they still may; asked before each event, and at each heartbeat.

        Raises:
            Problem: too many listen.
        """
        own = sum(reader.caller.name == caller.name for reader in self._readers)
        if self._closed or own >= MAX_OF_ONE or len(self._readers) >= MAX_READERS:
            raise Problem(503, "too many pages listen to events; close one", headers={"Retry-After": "10"})
        reader = _Reader(caller)
        self._readers.add(reader)
        headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
        ended = partial(self._readers.discard, reader)
        return _Stream(_written(reader, may_still), ended, media_type="text/event-stream", headers=headers)

    def _spread(self, topic: str, data: Mapping[str, Any], context: Mapping[str, Any]) -> None:
        event = EVENTS[topic]
        session = context.get("session")
        session_id = session.get("session_id") if isinstance(session, Mapping) else None
        told: dict[str, Any] = {**data, "session": session_id if isinstance(session_id, str) else topics.DEVICE_SESSION}
        if isinstance(context.get("request_id"), str):
            told["request_id"] = context["request_id"]
        try:
            # Half a character is JSON, and no UTF-8.
            payload = json.dumps(told, ensure_ascii=False, allow_nan=False, default=str)
            payload = payload.encode("utf-8", "replace").decode("utf-8")
        except (TypeError, ValueError, RecursionError):
            return
        if len(payload) > MAX_EVENT:
            return
        self._number += 1
        written = f"id: {self._number}\nevent: {event}\ndata: {payload}\n\n"
        for reader in list(self._readers):
            heard_there = event == "speak" and told["session"] == topics.DEVICE_SESSION
            if event in OWN and told["session"] != reader.caller.session and not heard_there:
                continue
            reader.tell(written)
            if reader.behind:
                self._readers.discard(reader)  # its stream ends as soon as it is read again, or by its deadline
