"""Subscribes handlers and turns what they return or raise into exactly one response for each request."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from ovos_bus_client.message import Message
from ovos_config import Configuration
from ovos_utils.log import LOG

from ovos_phal_plugin_jarvis.bus.link import BusLink, LocalMessage
from ovos_phal_plugin_jarvis.foreign_text import error_text, log_error
from ovos_phal_plugin_jarvis.tools.errors import ToolError
from ovos_phal_plugin_jarvis.tools.nesting import MAX_DEPTH, too_deep

Handler = Callable[[Message], Any]


class Responder:
    """Owns the bus handlers of a service: what it subscribed it removes again."""

    def __init__(self, link: BusLink) -> None:
        self._link = link
        self._subscribed: dict[str, Handler] = {}
        self._closed = False
        self._limit = _message_limit()

    def on(self, topic: str, handler: Handler) -> None:
        """Call *handler* for each message on *topic*. It answers by itself, through ``respond``."""

        def guarded(message: Message) -> None:
            try:
                handler(message)
            except ToolError as error:
                self.respond(message, error_fields(error))
            except Exception as error:  # noqa: BLE001 - a request must get its response, and the bus thread live on
                log_error(f"handling {topic} failed", error)
                self.respond(message, {"error": f"Internal error while handling {topic}; the log has the details"})

        if self._closed:
            return  # a reload that ends after the service did must not listen again
        self.remove(topic)
        self._subscribed[topic] = guarded
        self._link.bus.on(topic, guarded)
        self._link.serve(topic, guarded)

    def remove(self, topic: str) -> None:
        """Stop listening to *topic*."""
        handler = self._subscribed.pop(topic, None)
        if handler is not None:
            self._link.serve(topic, None)
            self._link.bus.remove(topic, handler)

    @property
    def topics(self) -> frozenset[str]:
        """What is subscribed."""
        return frozenset(self._subscribed)

    def respond(self, message: Message, data: Mapping[str, Any], written: str | None = None) -> None:
        """Answer *message*: its topic with ``.response``, its context kept, source and destination swapped.

        An answer that the bus would not carry becomes an error: a bus closes the connection of whoever sends more
        than it allows, and everyone else would be left without answers.

        Args:
            message: the request.
            data: the payload.
            written: *data* as JSON, where it is known, and known not to be nested deep.
        """
        if isinstance(message, LocalMessage):
            message.answer(self._as_read(message, data, written))
            return
        topic, context = f"{message.msg_type}.response", _swapped(message.context)
        try:
            whole = _written(topic, data, context, written)
            refusal = self._refusal(whole, checked=written is not None and not _is_nested(context))
        except (TypeError, ValueError, RecursionError) as error:
            refusal = f"it can't be written as JSON: {error_text(error)}"
        if refusal is not None:
            LOG.warning(f"an answer to {message.msg_type} is not sent: {refusal}")
            # The context may be what is too large or nested too deep, so only its plain members go back.
            context = _swapped(_small(message.context))
            data = {**_small(data), "error": f"The answer can't be sent: {refusal}"}
            whole = _written(topic, data, context)
        self._link.deliver(topic, data, context, whole)

    def _as_read(self, message: Message, data: Mapping[str, Any], written: str | None) -> Mapping[str, Any]:
        """*data* as whoever asked over the bus would read it."""
        if written is not None and len(written) <= self._limit:
            return data
        try:
            whole = json.dumps(dict(data), ensure_ascii=False, allow_nan=False, default=_plain)
            refusal = self._refusal(whole.encode("utf-8", "surrogatepass"), checked=False)
        except (TypeError, ValueError, RecursionError) as error:
            refusal = f"it can't be written as JSON: {error_text(error)}"
        if refusal is None:
            read: dict[str, Any] = json.loads(whole)
            return read
        LOG.warning(f"an answer to {message.msg_type} is not given: {refusal}")
        return {**_small(data), "error": f"The answer can't be sent: {refusal}"}

    def broadcast(self, topic: str, data: Mapping[str, Any]) -> None:
        """Tell everyone, once the bus is there."""
        self._link.deliver(topic, data, {}, _written(topic, data, {}))

    def _refusal(self, whole: bytes, checked: bool) -> str | None:
        if len(whole) > self._limit:
            return f"it has {len(whole) / 1e6:.1f} MB, and the messagebus carries {self._limit / 1e6:.1f} MB"
        if not checked and too_deep(whole):
            # Whoever parses it with Python would lose their connection.
            return f"it is nested deeper than {MAX_DEPTH} levels"
        return None

    def close(self) -> None:
        """Remove every handler; later subscriptions are ignored."""
        self._closed = True
        for topic in list(self._subscribed):
            self.remove(topic)


def _written(topic: str, data: Mapping[str, Any], context: Mapping[str, Any], payload: str | None = None) -> bytes:
    """A message as the bus carries it (OVOS-MSG-1 §6)."""
    head, tail = (
        json.dumps(part, ensure_ascii=False, allow_nan=False, default=_plain) for part in (topic, dict(context))
    )
    if payload is None:
        payload = json.dumps(dict(data), ensure_ascii=False, allow_nan=False, default=_plain)
    return f'{{"type": {head}, "data": {payload}, "context": {tail}}}'.encode()


def _plain(value: Any) -> Any:
    """What carries itself as a value, such as a session, and any mapping."""
    if isinstance(value, Mapping):
        return dict(value)
    serialize = getattr(value, "serialize", None)
    if callable(serialize):
        return serialize()
    raise TypeError(f"Object of type {type(value).__name__} is not JSON serializable")


def _is_nested(context: Mapping[str, Any]) -> bool:
    """Whether it holds more than a session of plain members."""
    session = context.get("session")
    inside = [*context.values(), *(session.values() if isinstance(session, dict) else ())]
    return any(isinstance(value, dict | list) and value is not session for value in inside)


def _swapped(context: Any) -> dict[str, Any]:
    """The context of an answer: as the request's, addressed to where that came from."""
    swapped = dict(context) if isinstance(context, Mapping) else {}
    source, destination = swapped.get("source"), swapped.get("destination")
    if destination is not None:
        swapped["source"] = destination[0] if isinstance(destination, list) and destination else destination
    if source is not None:
        swapped["destination"] = source
    return swapped


def _message_limit() -> int:
    """Bytes of one message that the device's messagebus carries, as its handler reads the setting."""
    configured = (Configuration().get("websocket") or {}).get("max_msg_size", 10)
    megabytes = configured if isinstance(configured, int | float) and configured > 0 else 10
    # The handler counts what goes over the wire; the client may still put a session into the context.
    return int(megabytes * 1024 * 1024) - 64 * 1024


def _small(members: Any) -> dict[str, Any]:
    """Members that are plain and short: they say what a message was about, and whose it is."""
    if not isinstance(members, Mapping):
        return {}
    small: dict[str, Any] = {}
    for key, value in members.items():
        if key == "session":
            small[key] = _small(value)
        elif isinstance(value, str) and len(value) <= 1000:
            small[key] = value.encode("utf-8", "replace").decode()  # JSON can hold half a character, UTF-8 can't
        elif isinstance(value, bool | int | float):
            small[key] = value
    return small


def error_fields(error: ToolError) -> dict[str, Any]:
    """An error as the members of a response."""
    return {"error": str(error), **error.fields()}
