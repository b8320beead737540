"""The service's end of the messagebus: what comes in is looked at before it is parsed, what goes out arrives.

A bus client drops what it could not send, and never learns what a dying bus took with it. The bus gives every message
back to its sender, so what was sent is kept until it has come back, and is sent again after a reconnect.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from time import monotonic
from typing import Any

from ovos_bus_client.message import Message
from ovos_config import Configuration
from ovos_utils.log import LOG
from websocket import WebSocketException

from ovos_phal_plugin_jarvis.bus.acknowledging import acknowledge
from ovos_phal_plugin_jarvis.foreign_text import error_text
from ovos_phal_plugin_jarvis.tools.execution.interpreter import Interpreter
from ovos_phal_plugin_jarvis.tools.nesting import MAX_DEPTH, outline, too_deep

RECONNECT_SECONDS = 1.0
"""Between attempts to connect again. The client's own habit is 5 s, doubled each time."""
GRACE_SECONDS = 2.0
"""From a reconnect to sending what was kept: others have lost the bus as well, and need a moment to be back."""
KEEP_SECONDS = 300.0
"""How long an answer is kept for a bus that is away. Whoever asked has given up by then."""
ECHO_SECONDS = 30.0
"""After which a message that was sent counts as taken where the bus gives nothing back."""
OWN_TOPICS = "ovos.jarvis."
"""Topics that no client knows under an older name: one frame is the whole message."""
MAX_KEPT = 2000
MAX_KEPT_BYTES = 64_000_000


class TooDeepMessage(Message):
    """A message nested deeper than can be read: its first levels, so that it can be refused."""


class LocalMessage(Message):
    """A request made in the service's own process: its answer goes to whoever asked, and not over the bus."""

    def __init__(
        self,
        topic: str,
        data: dict[str, Any],
        context: dict[str, Any],
        answer: Callable[[Mapping[str, Any]], None],
        tell: Callable[[Mapping[str, Any]], None] | None = None,
        *,
        counted: bool = False,
    ) -> None:
        """
        Args:
            topic: its type.
            data: its payload.
            context: its context.
            answer: called once with the payload of the answer, on any thread; it must not be changed.
            tell: called with what goes on before the answer (``ovos.jarvis.progress``).
            counted: whoever passes it on has a rate limit of their own, and this request is within it.
        """
        super().__init__(topic, data, context)
        self.answer = answer
        self.tell = tell
        self.counted = counted

    def forward(self, *args: Any, **more: Any) -> Message:
        """As of any message; what is derived from a request is none of this process's alone."""
        return Message(self.msg_type, self.data, self.context).forward(*args, **more)

    def reply(self, *args: Any, **more: Any) -> Message:
        """As ``forward``."""
        return Message(self.msg_type, self.data, self.context).reply(*args, **more)

    def response(self, *args: Any, **more: Any) -> Message:
        """As ``forward``."""
        return Message(self.msg_type, self.data, self.context).response(*args, **more)


@dataclass(eq=False)
class _Kept:
    topic: str
    since: float
    sent_in: Any
    """The connection that it was sent through; None where none was up."""


class BusLink:
    """Wraps a bus client that may be shared with others; whatever it changed there it changes back at ``close``.

    On a bus that is no websocket client, such as a FakeBus, it passes everything on.
    """

    def __init__(self, bus: Any) -> None:
        """
        Args:
            bus: a messagebus client.
        """
        self.bus = bus
        self._is_client = hasattr(bus, "create_client") and hasattr(bus, "connected_event")
        self._encrypts = bool((Configuration().get("websocket") or {}).get("secret_key"))
        self._serving: dict[str, Callable[[Message], None]] = {}
        self._sending = threading.Lock()
        """Keeps messages on the wire in the order in which they are kept. Never taken by the receiving thread."""
        self._book = threading.Lock()
        self._kept: dict[bytes, _Kept] = {}
        self._kept_bytes = 0
        self._later: deque[Message] = deque(maxlen=MAX_KEPT)
        self._echoes = False
        self._timer: threading.Timer | None = None
        self._closed = False
        self._complained = -1e9
        if self._is_client:
            self._attach()

    @property
    def connected(self) -> bool:
        """Whether the bus is there, as far as the client knows."""
        return not self._is_client or self.bus.connected_event.is_set()

    @property
    def waiting(self) -> int:
        """Messages that the bus has not taken yet."""
        return len(self._kept) + len(self._later)

    def serve(self, topic: str, handler: Callable[[Message], None] | None) -> None:
        """Hand to *handler* what the bus client does not: messages on *topic* that are nested too deep, as
        :class:`TooDeepMessage`, and those of this process, as :class:`LocalMessage`. None ends it."""
        if handler is None:
            self._serving.pop(topic, None)
        else:
            self._serving[topic] = handler

    def take(self, message: LocalMessage) -> bool:
        """Have a request of this process handled here; False where nobody here answers its topic."""
        handler = self._serving.get(message.msg_type)
        if handler is None:
            return False
        handler(message)
        return True

    def deliver(self, topic: str, data: Mapping[str, Any], context: Mapping[str, Any], written: bytes) -> None:
        """Send a message, and keep it until the bus took it.

        Args:
            topic: its type.
            data: its payload.
            context: its context.
            written: the whole message as JSON.
        """
        if not self._is_client or self._encrypts:
            self.bus.emit(Message(topic, dict(data), dict(context)))
            return
        with self._sending:
            connection = self.bus.client if self.bus.connected_event.is_set() else None
            self._keep(written, _Kept(topic, monotonic(), connection))
            if connection is not None:
                self._send(connection, written)

    def emit(self, message: Message) -> None:
        """As the bus client's, but a message for a bus that is away is kept, and the caller does not wait."""
        if message.msg_type.startswith(OWN_TOPICS):
            self.deliver(message.msg_type, message.data, message.context, message.serialize().encode())
        elif self.connected or self._closed:
            self.bus.emit(message)
        else:
            if len(self._later) == MAX_KEPT:
                LOG.warning(f"a message on {self._later[0].msg_type} is dropped: too many wait for the messagebus")
            self._later.append(message)

    def close(self) -> None:
        """Give the client back as it was."""
        self._closed = True
        if not self._is_client:
            return
        self.bus.remove("open", self._opened)
        self.bus.remove("reconnecting", self._hurry)
        if self.bus.__dict__.get("create_client") is self._create_client:
            if self._create_before is None:
                del self.bus.create_client
            else:
                self.bus.create_client = self._create_before
        for name, value in self._habits.items():
            setattr(self.bus, name, value)
        timer = self._timer
        if timer is not None:
            timer.cancel()
            if timer is not threading.current_thread():
                timer.join(5)
        self._kept.clear()
        self._later.clear()

    # What comes in

    def _attach(self) -> None:
        bus = self.bus
        self._create_before = bus.__dict__.get("create_client")
        create = bus.create_client

        def create_client() -> Any:
            made = create()
            self._guard(made)
            return made

        self._create_client = create_client
        bus.create_client = create_client
        self._guard(bus.client)
        # Which of them there are depends on the client's version; each is only ever read by its reconnecting.
        names = ("RECONNECT_INITIAL_S", "RECONNECT_MAX_S", "retry")
        self._habits = {name: getattr(bus, name) for name in names if hasattr(bus, name)}
        for name in self._habits:
            setattr(bus, name, RECONNECT_SECONDS)
        bus.on("open", self._opened)
        bus.on("reconnecting", self._hurry)

    def _hurry(self, *_: Any) -> None:
        self.bus.retry = RECONNECT_SECONDS  # older clients double it without a limit of their own

    def _guard(self, connection: Any) -> None:
        inner = connection.on_message

        def on_message(*args: Any) -> None:
            Interpreter.put_functions_back()  # nobody else would read for the bus
            acknowledge(self.bus)
            if not self._closed and args and self._is_done_with(args[-1]):
                return
            try:
                inner(*args)
            except Exception as error:  # noqa: BLE001 - the client would drop its connection, and be deaf for a second
                LOG.warning(f"a message can't be read and is passed over: {error_text(error, 200)}")

        connection.on_message = on_message

    def _is_done_with(self, frame: Any) -> bool:
        """Whether a frame needs no parsing. Runs on the client's receiving thread."""
        if not isinstance(frame, str | bytes):
            return False
        if self._kept:
            topic = self._take_back(frame if isinstance(frame, bytes) else frame.encode("utf-8", "surrogatepass"))
            if topic is not None and self._nobody_hears(topic):
                return True
        if not too_deep(frame):
            return False
        self._refuse(frame)
        return True

    def _nobody_hears(self, topic: str) -> bool:
        emitter = self.bus.emitter
        return not emitter.listeners(topic) and not emitter.listeners("message")

    def _refuse(self, frame: str | bytes) -> None:
        read = outline(frame)
        topic = read.get("type") if read else None
        handler = self._serving.get(topic) if isinstance(topic, str) else None
        if monotonic() - self._complained > 10:
            self._complained = monotonic()
            what = f"on {topic:.80} " if isinstance(topic, str) else ""
            LOG.warning(
                f"a message {what}is nested deeper than {MAX_DEPTH} levels and is not read ({len(frame)} characters)"
            )
        if handler is None or read is None:
            return
        parts = (part if isinstance(part, dict) else {} for part in (read.get("data"), read.get("context")))
        handler(TooDeepMessage(topic, *parts))

    # What goes out

    def _keep(self, written: bytes, entry: _Kept) -> None:
        with self._book:
            self._kept[written] = entry
            self._kept_bytes += len(written)
            while True:
                oldest, first = next(iter(self._kept.items()))
                if len(self._kept) > MAX_KEPT or self._kept_bytes > MAX_KEPT_BYTES:
                    if first.sent_in is None:
                        LOG.warning(f"a message on {first.topic} is dropped: too many wait for the messagebus")
                elif first.sent_in is not entry.sent_in or entry.since - first.since < ECHO_SECONDS:
                    return
                self._forget(oldest)
                if not self._kept:
                    return

    def _forget(self, written: bytes) -> _Kept | None:
        entry = self._kept.pop(written, None)
        if entry is not None:
            self._kept_bytes -= len(written)
        return entry

    def _take_back(self, frame: bytes) -> str | None:
        """The topic of *frame* where it is one of ours that comes back: the bus took it, and what was sent before."""
        with self._book:
            entry = self._kept.get(frame)
            if entry is None:
                return None
            self._echoes = True
            for earlier, other in list(self._kept.items()) if next(iter(self._kept)) != frame else ():
                if earlier == frame:
                    break
                if other.sent_in is entry.sent_in:
                    self._forget(earlier)  # the bus has refused it
            self._forget(frame)
            return entry.topic

    def _send(self, connection: Any, written: bytes) -> None:
        try:
            connection.send(written)
        except (WebSocketException, OSError) as error:
            LOG.debug(f"the messagebus went away while an answer was sent ({error}); it is kept")

    def _opened(self, *_: Any) -> None:
        with self._sending:
            if self._closed or not (self._kept or self._later):
                return
            if self._timer is not None:
                self._timer.cancel()
            self._timer = threading.Timer(GRACE_SECONDS, self._send_kept)
            self._timer.name, self._timer.daemon = "jarvis-bus", True
            self._timer.start()

    def _send_kept(self) -> None:
        oldest = monotonic() - KEEP_SECONDS
        with self._sending:
            connection = self.bus.client
            if self._closed or not self.bus.connected_event.is_set():
                return  # the next connection comes back to it
            with self._book:
                left = {w: entry for w, entry in self._kept.items() if entry.sent_in is not connection}
                for written in left:
                    self._forget(written)
            for written, entry in left.items():
                # Where the bus gives nothing back, what went out without an error counts as taken.
                if entry.since >= oldest and (entry.sent_in is None or self._echoes):
                    self._keep(written, _Kept(entry.topic, entry.since, connection))
                    self._send(connection, written)
        while self._later and self.connected and not self._closed:
            self.bus.emit(self._later.popleft())
