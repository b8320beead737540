"""Subscribes handlers and turns what they return or raise into exactly one response for each request."""
from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ovos_bus_client.message import Message
from ovos_utils.log import LOG

from ovos_phal_plugin_jarvis.tools.errors import ToolError

Handler = Callable[[Message], Any]


class Responder:
    """Owns the bus handlers of a service: what it subscribed it removes again."""

    def __init__(self, bus: Any) -> None:
        self._bus = bus
        self._subscribed: dict[str, Handler] = {}
        self._closed = False

    def on(self, topic: str, handler: Handler) -> None:
        """Call *handler* for each message on *topic*. It answers by itself, through ``respond``."""

        def guarded(message: Message) -> None:
            try:
                handler(message)
            except ToolError as error:
                self.respond(message, error_fields(error))
            except Exception:  # noqa: BLE001 - a request must get its response, and the bus thread must live on
                LOG.exception(f"handling {topic} failed")
                self.respond(message, {"error": f"Internal error while handling {topic}; the log has the details"})

        if self._closed:
            return  # a reload that ends after the service did must not listen again
        self.remove(topic)
        self._subscribed[topic] = guarded
        self._bus.on(topic, guarded)

    def remove(self, topic: str) -> None:
        """Stop listening to *topic*."""
        handler = self._subscribed.pop(topic, None)
        if handler is not None:
            self._bus.remove(topic, handler)

    @property
    def topics(self) -> frozenset[str]:
        """What is subscribed."""
        return frozenset(self._subscribed)

    def respond(self, message: Message, data: Mapping[str, Any]) -> None:
        """Answer *message*: its topic with ``.response``, its context kept."""
        self._bus.emit(message.response(dict(data)))

    def broadcast(self, topic: str, data: Mapping[str, Any]) -> None:
        """Tell everyone."""
        self._bus.emit(Message(topic, dict(data)))

    def close(self) -> None:
        """Remove every handler; later subscriptions are ignored."""
        self._closed = True
        for topic in list(self._subscribed):
            self.remove(topic)


def error_fields(error: ToolError) -> dict[str, Any]:
    """An error as the members of a response."""
    return {"error": str(error), **error.fields()}
