"""The one thread that speaks to every MCP server: an event loop with an owner and an end."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, TypeVar

Result = TypeVar("Result")
END_SECONDS = 8.0
"""That what runs on the loop has to end once it is called off: a program gets 2 s, and 2 s more when it is told."""


class LoopClosed(RuntimeError):
    """Nothing is served any more."""


class Loop:
    """Runs coroutines on a thread of its own, which begins with the first one. Calls may come from any other thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None
        self._telling: ThreadPoolExecutor | None = None
        self._closed = False

    def submit(self, work: Coroutine[Any, Any, Result]) -> Future[Result]:
        """Begin *work*.

        Raises:
            LoopClosed: the loop has ended.
        """
        with self._lock:
            if self._closed:
                work.close()
                raise LoopClosed("MCP servers are not served any more")
            if self._loop is None:
                self._loop = asyncio.new_event_loop()
                self._thread = threading.Thread(target=_serve, args=(self._loop,), name="jarvis-mcp", daemon=True)
                self._thread.start()
            return asyncio.run_coroutine_threadsafe(work, self._loop)

    def tell(self, listener: Callable[[], Any]) -> None:
        """Call *listener* on another thread, one after the other: it may take its time."""
        with self._lock:
            if self._closed:
                return
            if self._telling is None:
                self._telling = ThreadPoolExecutor(1, thread_name_prefix="jarvis-mcp-changes")
            self._telling.submit(listener)

    def close(self) -> None:
        """Call off whatever runs, and end the threads."""
        with self._lock:
            self._closed = True
            loop, thread, telling = self._loop, self._thread, self._telling
            self._loop = self._thread = self._telling = None
        if telling is not None:
            telling.shutdown(wait=True, cancel_futures=True)
        if loop is not None and thread is not None:
            loop.call_soon_threadsafe(loop.stop)
            thread.join(END_SECONDS + 1.0)


def _serve(loop: asyncio.AbstractEventLoop) -> None:
    asyncio.set_event_loop(loop)
    try:
        loop.run_forever()
        tasks = asyncio.all_tasks(loop)
        for task in tasks:
            task.cancel()
        if tasks:
            loop.run_until_complete(asyncio.wait(tasks, timeout=END_SECONDS))
        loop.run_until_complete(loop.shutdown_asyncgens())
    finally:
        loop.close()
