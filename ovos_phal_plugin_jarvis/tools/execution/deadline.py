"""Calls into foreign code while toolboxes are loaded and closed: under a deadline, on threads that may hang.

A constructor, an import, ``discover_tools`` or ``shutdown`` of somebody else's may wait forever or call
``sys.exit()``. Neither may stop a reload, or the start of the service that all PHAL plugins share.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from ovos_utils.log import LOG

Result = TypeVar("Result")


class ForeignFailure(Exception):
    """Foreign code hangs or tried to end the process. The message says so in plain words."""


@dataclass(eq=False)
class _Call:
    deadline: float
    ended: threading.Event = field(default_factory=threading.Event)
    given_up: bool = False
    result: Any = None
    error: BaseException | None = None


class ForeignCalls:
    """Runs each call on a daemon thread of its own and waits no longer than the deadline.

    A call that hangs can't be ended from inside Python. It is remembered by its key, and no second one is started
    under that key while it hangs: asking again costs neither time nor another thread.
    """

    def __init__(self, seconds: float) -> None:
        """
        Args:
            seconds: how long a call may take where it says nothing else.
        """
        self._seconds = seconds
        self._lock = threading.Lock()
        self._running: dict[str, _Call] = {}

    def run(
        self,
        key: str,
        work: Callable[[], Result],
        *,
        seconds: float | None = None,
        discard: Callable[[Result], Any] | None = None,
    ) -> Result:
        """What *work* returns.

        Args:
            key: names the work. A second call with the same key waits for the first one.
            work: the foreign code.
            seconds: how long it may take.
            discard: gets a result that came too late; runs on the thread of the call.

        Raises:
            ForeignFailure: it did not end in time, or raised ``SystemExit`` or the like.
            Exception: whatever else *work* raised.
        """
        allowed = self._seconds if seconds is None else seconds
        call = self._begin(key, allowed)
        threading.Thread(
            target=self._work, args=(key, call, work, discard), daemon=True, name=f"jarvis-load-{key}"
        ).start()
        call.ended.wait(allowed)
        with self._lock:
            if not call.ended.is_set():
                call.given_up = True
                raise ForeignFailure(f"did not finish within {allowed:g} s")
        if call.error is None:
            return call.result
        if isinstance(call.error, Exception):
            raise call.error
        raise ForeignFailure(reason(call.error)) from call.error

    def _begin(self, key: str, allowed: float) -> _Call:
        while True:
            with self._lock:
                before = self._running.get(key)
                if before is None:
                    self._running[key] = call = _Call(time.monotonic() + allowed)
                    return call
            if not before.ended.wait(max(0.0, before.deadline - time.monotonic())):
                raise ForeignFailure(f"did not finish within {allowed:g} s")

    def _work(self, key: str, call: _Call, work: Callable[[], Any], discard: Callable[[Any], Any] | None) -> None:
        try:
            call.result = work()
        except BaseException as error:  # noqa: BLE001 - foreign code; even its sys.exit() is only its own error
            call.error = error
        with self._lock:
            late = call.given_up
            call.ended.set()
            del self._running[key]
        if late:
            LOG.warning(f"{key}: ended after its deadline; the result is dropped")
            if discard is not None and call.error is None:
                try:
                    discard(call.result)
                except Exception as error:  # noqa: BLE001 - closing a foreign object may raise anything
                    LOG.warning(f"{key}: {reason(error)}")


def reason(error: BaseException) -> str:
    """An error of foreign code in one line, for the log and for whoever asks why a toolbox is missing."""
    if isinstance(error, ForeignFailure):
        return str(error)
    return f"{type(error).__name__}: {error}"
