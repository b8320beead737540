"""The one event loop that protocols run on: what they open in one call, a pairing for example, is there in the next."""

from __future__ import annotations

import asyncio
import inspect
import threading
from collections.abc import Callable
from concurrent.futures import TimeoutError as FutureTimeout
from typing import Any

from ovos_utils.log import LOG

from ovos_phal_plugin_jarvis.foreign_text import error_text

LOOK_SECONDS = 0.5
"""Within which a loop that is not blocked answers."""
MAX_BLOCKED = 4
"""Threads that protocols may have blocked before no new one is begun."""


class LoopBlocked(RuntimeError):
    """A protocol has blocked the loop, and too many were replaced already."""


class DeviceTimeout(RuntimeError):
    """A protocol took longer than it may."""


class DeviceLoop:
    """One thread with a loop, begun at the first call. Calls may come from any other thread."""

    def __init__(self, name: str = "jarvis-devices") -> None:
        """
        Args:
            name: of the thread.
        """
        self._name = name
        self._lock = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None
        self._blocked = 0
        self._closed = False

    def run(self, call: Callable[[], Any], seconds: float) -> Any:
        """What *call* returns, or what comes of the coroutine that it returns.

        Args:
            call: foreign code; runs on the loop's thread.
            seconds: that it may take.

        Raises:
            DeviceTimeout: it took longer. A coroutine is called off.
            LoopBlocked: see there.
            Exception: whatever *call* raises.
        """
        loop = self._running()

        future = asyncio.run_coroutine_threadsafe(contained(call), loop)
        try:
            return future.result(seconds)
        except FutureTimeout:
            if future.done():
                raise  # its own
            future.cancel()
            self._replace_if_blocked(loop)
            raise DeviceTimeout(f"it took longer than {seconds:g} s") from None

    def close(self) -> None:
        """Call off what runs and end the thread; one that is blocked stays behind as a daemon."""
        with self._lock:
            self._closed = True
            loop, thread, self._loop, self._thread = self._loop, self._thread, None, None
        if loop is not None and thread is not None:
            loop.call_soon_threadsafe(loop.stop)
            thread.join(2.0)

    def _running(self) -> asyncio.AbstractEventLoop:
        with self._lock:
            if self._closed:
                raise LoopBlocked("the devices are not served any more")
            if self._blocked >= MAX_BLOCKED:
                raise LoopBlocked("device protocols have blocked their thread too often; restart the service")
            if self._loop is None:
                self._loop = asyncio.new_event_loop()
                self._thread = threading.Thread(target=_serve, args=(self._loop,), name=self._name, daemon=True)
                self._thread.start()
            return self._loop

    def _replace_if_blocked(self, loop: asyncio.AbstractEventLoop) -> None:
        alive = threading.Event()
        loop.call_soon_threadsafe(alive.set)
        if alive.wait(LOOK_SECONDS):
            return
        with self._lock:
            if self._loop is loop:
                self._blocked += 1
                self._loop = self._thread = None
                loop.call_soon_threadsafe(loop.stop)  # where it ever comes back
                LOG.warning("a device protocol blocks the thread of all; they get a new one, and pairings are lost")


async def contained(call: Callable[[], Any]) -> Any:
    """What *call* returns, or what comes of the coroutine that it returns. What would end the loop is an error."""
    try:
        result = call()
        return await result if inspect.isawaitable(result) else result
    except (SystemExit, KeyboardInterrupt) as error:
        raise RuntimeError(f"it raised {error_text(error)}") from None


def _serve(loop: asyncio.AbstractEventLoop) -> None:
    asyncio.set_event_loop(loop)
    try:
        while True:
            try:
                loop.run_forever()
                break
            except (SystemExit, KeyboardInterrupt) as error:
                # A task that a protocol has left behind; the loop is not its own to end.
                LOG.warning(f"a device protocol tried to end the thread of all: {error_text(error)}")
        tasks = asyncio.all_tasks(loop)
        for task in tasks:
            task.cancel()
        if tasks:
            loop.run_until_complete(asyncio.wait(tasks, timeout=1.0))
        loop.run_until_complete(loop.shutdown_asyncgens())
    finally:
        loop.close()
