"""How a tool hears that its answer is no longer wanted. Each call sees its own state.

A call is cancelled by ``ovos.tools.cancel``, and when its deadline passes. Nothing ends a tool from outside but the
end of the process that an isolated toolbox has to itself: a tool that takes long asks now and then, or waits for it.

    from ovos_phal_plugin_jarvis.sdk import cancellation, cancelled

    def read_pages(args):
        for page in pages:
            if cancelled():
                return {"read": count}
            ...

    def wait_for_door(args):
        stopped = cancellation()  # to be handed to threads of the tool's own: they don't see it otherwise
        while not door.is_open():
            if stopped.wait(0.5):
                break
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar


class Cancellation(threading.Event):
    """Set when a call is cancelled or its deadline passes."""

    def __init__(self, deadline: float | None = None) -> None:
        """
        Args:
            deadline: when the call has to be answered, as ``time.monotonic()`` counts; None where nobody says.
        """
        super().__init__()
        self.deadline = deadline
        self._listeners: list[Callable[[], None]] = []
        self._listening = threading.Lock()

    def set(self) -> None:
        """Cancel the call."""
        with self._listening:
            super().set()
            listeners, self._listeners = self._listeners, []
        for listener in listeners:
            listener()

    def on_set(self, listener: Callable[[], None]) -> None:
        """Call *listener* once, when the call is cancelled, on the thread that does it; at once where it has been.

        Args:
            listener: must not block or raise.
        """
        with self._listening:
            if not self.is_set():
                self._listeners.append(listener)
                return
        listener()


_current: ContextVar[Cancellation | None] = ContextVar("jarvis_cancellation", default=None)


def cancelled() -> bool:
    """Whether the answer of the call that runs here is no longer wanted; False outside of a call."""
    event = _current.get()
    return event is not None and event.is_set()


def cancellation() -> Cancellation:
    """Set when the call that runs here is cancelled or its deadline passes; never set outside of a call."""
    return _current.get() or Cancellation()


@contextmanager
def listening_to(event: Cancellation) -> Iterator[None]:
    """Make *event* what the code of the block hears of. For the host."""
    token = _current.set(event)
    try:
        yield
    finally:
        _current.reset(token)
