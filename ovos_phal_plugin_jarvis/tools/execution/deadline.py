"""Calls into foreign code while toolboxes are loaded and closed: under a deadline, on threads that may hang.

A constructor, an import, ``discover_tools`` or ``shutdown`` of somebody else's may wait forever or call
``sys.exit()``. Neither may stop a reload, or the start of the service that all PHAL plugins share.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from time import monotonic
from typing import Any, TypeVar

from ovos_utils.log import LOG

from ovos_phal_plugin_jarvis.foreign_text import error_text

Result = TypeVar("Result")


class ForeignFailure(Exception):
    """Foreign code hangs, raised something or tried to end the process. The message says so in plain words."""


@dataclass(eq=False)
class _Call:
    deadline: float
    ended: threading.Event = field(default_factory=threading.Event)
    given_up: bool = False
    result: Any = None
    error: ForeignFailure | None = None


class ForeignCalls:
    """Runs each call on a daemon thread of its own and waits no longer than the deadline.

    A call that hangs can't be ended from inside Python. It is remembered by its key, and under that key no other is
    started while as many hang as may: asking again then costs neither time nor another thread.
    """

    def __init__(self, seconds: float) -> None:
        """
        Args:
            seconds: how long a call may take where it says nothing else.
        """
        self.seconds = seconds
        self._lock = threading.Lock()
        self._running: dict[str, list[_Call]] = {}

    def run(
        self,
        key: str,
        work: Callable[[], Result],
        *,
        seconds: float | None = None,
        discard: Callable[[Result], Any] | None = None,
        attempts: int = 1,
    ) -> Result:
        """What *work* returns.

        Args:
            key: names the work. A second call with the same key waits until the first one ends or is given up.
            work: the foreign code.
            seconds: how long it may take.
            discard: gets a result that came too late; runs on the thread of the call.
            attempts: calls under this key that may hang at one time.

        Raises:
            ForeignFailure: it did not end in time, or raised anything. Where *work* itself raised one, that one.
        """
        allowed = self.seconds if seconds is None else seconds
        call = self._begin(key, allowed, attempts)
        threading.Thread(
            target=self._work, args=(key, call, work, discard), daemon=True, name=f"jarvis-load-{key}"
        ).start()
        call.ended.wait(allowed)
        with self._lock:
            if not call.ended.is_set():
                call.given_up = True
                raise ForeignFailure(f"did not finish within {allowed:g} s")
        if call.error is not None:
            raise call.error
        return call.result

    def _begin(self, key: str, allowed: float, attempts: int) -> _Call:
        until = monotonic() + allowed
        while True:
            with self._lock:
                running = self._running.setdefault(key, [])
                under_way = next((call for call in running if monotonic() < call.deadline), None)
                if under_way is None and len(running) < attempts:
                    call = _Call(monotonic() + allowed)
                    running.append(call)
                    return call
            if under_way is None or monotonic() >= until:
                raise ForeignFailure(f"did not finish within {allowed:g} s")
            under_way.ended.wait(max(0.0, min(until, under_way.deadline) - monotonic()))

    def _work(self, key: str, call: _Call, work: Callable[[], Any], discard: Callable[[Any], Any] | None) -> None:
        try:
            call.result = work()
        except ForeignFailure as error:
            call.error = error
        except BaseException as error:  # noqa: BLE001 - foreign code; even its sys.exit() is only its own error
            # Its words are made here: they are foreign code too, and may hang as well.
            call.error = ForeignFailure(error_text(error))
        with self._lock:
            late = call.given_up
            call.ended.set()
            self._running[key].remove(call)
            if not self._running[key]:
                del self._running[key]
        if late:
            LOG.warning(f"{key}: ended after its deadline; the result is dropped")
            if discard is not None and call.error is None:
                try:
                    discard(call.result)
                except BaseException as error:  # noqa: BLE001 - closing a foreign object may raise anything
                    LOG.warning(f"{key}: {error_text(error)}")
