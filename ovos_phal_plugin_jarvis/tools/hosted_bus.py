"""The bus as a hosted toolbox sees it while it is being built.

``ToolBox.__init__`` binds the toolbox to ``ovos.persona.tools.*`` on the bus client's own threads. A tool service
answers these topics itself, from the current snapshot and through its invoker, so the toolbox must not: every
request would have two answers. Everything else that a toolbox does with the bus goes through.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

HOST_TOPIC_PREFIX = "ovos.persona.tools."
_HOST_HANDLERS = ("handle_discover", "handle_call")


class HostedBus:
    """Passes everything on to the real bus but the two host handlers, and remembers what was subscribed."""

    def __init__(self, bus: Any) -> None:
        self._bus = bus
        self._subscribed: list[tuple[str, Callable[..., Any]]] = []
        self._lock = threading.Lock()
        self._released = False

    @property  # type: ignore[misc]
    def __class__(self) -> type:
        return type(self._bus)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._bus, name)

    def on(self, topic: str, handler: Callable[..., Any]) -> None:
        """Subscribe *handler*, unless it is the host's part that the service plays itself."""
        if topic.startswith(HOST_TOPIC_PREFIX) and getattr(handler, "__name__", "") in _HOST_HANDLERS:
            return
        if self._keep(topic, handler):
            self._bus.on(topic, handler)

    def once(self, topic: str, handler: Callable[..., Any]) -> None:
        """Subscribe *handler* to one message."""
        if self._keep(topic, handler):
            self._bus.once(topic, handler)

    def _keep(self, topic: str, handler: Callable[..., Any]) -> bool:
        with self._lock:
            if self._released:
                return False  # a constructor that was given up on must not listen after all
            self._subscribed.append((topic, handler))
            return True

    def remove(self, topic: str, handler: Callable[..., Any]) -> None:
        """Undo ``on``; a handler that was never passed on is no error."""
        with self._lock:
            if (topic, handler) not in self._subscribed:
                return
            self._subscribed.remove((topic, handler))
        self._bus.remove(topic, handler)

    def release(self) -> None:
        """Remove every handler that was subscribed through this object, and let none in any more."""
        with self._lock:
            self._released = True
            left, self._subscribed = self._subscribed, []
        for topic, handler in left:
            try:
                self._bus.remove(topic, handler)
            except (KeyError, ValueError):
                pass  # a handler for one message has heard it


def bus_address(bus: Any) -> dict[str, Any] | None:
    """Where another process reaches the same messagebus: ``host``, ``port``, ``route`` and ``ssl``; None where *bus*
    does not say, as the one of a test."""
    config = getattr(bus, "config", None)
    address = {name: getattr(config, name, None) for name in ("host", "port", "route", "ssl")}
    return address if isinstance(address["host"], str) and isinstance(address["port"], int) else None
