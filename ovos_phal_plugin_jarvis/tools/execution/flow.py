"""Requests that wait without a thread: a flow is a coroutine that hands its thread back wherever it waits.

What a flow awaits (``Wait``) ends on some other thread, and always by a deadline; the flow then goes on, on whichever
thread of its pool is free. So a hundred requests may wait for slow tools while four threads serve everyone else.
``asyncio`` would do the same with an event loop of its own, on one more thread that every step had to pass through and
that none might block; a flow runs on plain threads, and in place where there is only one.
"""

from __future__ import annotations

import math
import threading
from collections import deque
from collections.abc import Callable, Coroutine, Generator, Hashable
from functools import partial
from time import monotonic
from types import TracebackType
from typing import Any, Generic, TypeVar

from ovos_phal_plugin_jarvis.tools.execution.pool import JobTimeout, Pool, PoolClosed, PoolFull

Result = TypeVar("Result")
Done = Callable[[Any, BaseException | None], None]
"""Called once, from any thread, with a result or an error."""

LAST_STEP = 5.0
"""Seconds that a flow has beyond its deadline to say how it ended."""


class Wait(Generic[Result]):
    """Something that a flow awaits."""

    def __init__(self, start: Callable[[Done, float], Any]) -> None:
        """
        Args:
            start: begins it: gets what to call at its end, and the seconds by which it must have ended. What it
                raises is raised where it is awaited.
        """
        self.start = start

    def __await__(self) -> Generator[Wait[Any], Any, Result]:
        result: Result = yield self
        return result


Flow = Coroutine[Wait[Any], Any, Result]


def job(pool: Pool, work: Callable[[], Result], seconds: float = math.inf, key: Hashable = None) -> Wait[Result]:
    """*work* on a thread of *pool*. Awaiting it raises what *work* raises, ``JobTimeout``, ``PoolFull`` or
    ``PoolClosed``."""
    return Wait(lambda done, left: pool.submit(work, min(seconds, left), done, key))


def run_here(flow: Flow[Result], seconds: float) -> Result:
    """Run *flow* on this thread, which waits wherever the flow does.

    Raises what the flow raises.
    """
    until = monotonic() + seconds
    step: Callable[[], Wait[Any]] = partial(flow.send, None)
    try:
        while True:
            try:
                wait = step()
            except StopIteration as end:
                result: Result = end.value
                return result
            left = max(0.0, until - monotonic())
            ended = threading.Event()
            outcome: list[tuple[Any, BaseException | None]] = []

            def keep(
                result: Any, error: BaseException | None, outcome: list[Any] = outcome, ended: threading.Event = ended
            ) -> None:
                outcome.append((result, error))
                ended.set()

            try:
                wait.start(keep, left)
                value, error = outcome[0] if ended.wait(left + LAST_STEP) else (None, JobTimeout())
            except Exception as refused:  # noqa: BLE001 - raised where it is awaited
                value, error = None, refused
            step = partial(flow.send, value) if error is None else partial(flow.throw, error)
    finally:
        flow.close()


class Flows:
    """Runs flows on a pool. Owns them; not the pool."""

    def __init__(self, pool: Pool, limit: int) -> None:
        """
        Args:
            pool: where each step runs; its queue must hold *limit*.
            limit: flows at one time, those that wait included.
        """
        self._pool = pool
        self._limit = limit
        self._lock = threading.Lock()
        self._runs: set[_Run] = set()
        self._closed = False

    def __len__(self) -> int:
        """How many have not ended."""
        return len(self._runs)

    def start(self, flow: Flow[Any], seconds: float, on_done: Done, key: Hashable = None) -> None:
        """Run *flow*; returns at once.

        Args:
            flow: what to run.
            seconds: its deadline, from now.
            on_done: gets how it ended, once: its result, what it raised, ``JobTimeout`` or ``PoolClosed``.
            key: whose it is; those of many take turns.

        Raises:
            PoolFull: there are as many as may be.
            PoolClosed: they were shut down.
        """
        run = _Run(self, flow, monotonic() + seconds, on_done, key)
        with self._lock:
            if self._closed or len(self._runs) >= self._limit:
                flow.close()
                raise PoolClosed("flows") if self._closed else PoolFull(len(self._runs))
            self._runs.add(run)
        run.go_on(None, None)

    def shutdown(self) -> None:
        """End every flow: ``PoolClosed`` is reported for each that has not ended."""
        with self._lock:
            self._closed = True
            runs = list(self._runs)
        for run in runs:
            run.end(None, PoolClosed("flows"))

    def submit(self, work: Callable[[], Any], seconds: float, done: Done, key: Hashable) -> None:
        self._pool.submit(work, seconds, done, key)

    def forget(self, run: _Run) -> None:
        with self._lock:
            self._runs.discard(run)


class _Run:
    """One flow on its way."""

    def __init__(self, flows: Flows, flow: Flow[Any], deadline: float, on_done: Done, key: Hashable) -> None:
        self._flows = flows
        self._flow = flow
        self._deadline = deadline
        self._on_done = on_done
        self._key = key
        self._lock = threading.Lock()
        self._running = self._ended = False

    def go_on(self, value: Any, error: BaseException | None) -> None:
        """What the flow waited for has ended: take its next step on a thread of the pool."""
        try:
            self._flows.submit(partial(self._step, value, error), self._left() + LAST_STEP, self._stepped, self._key)
        except (PoolFull, PoolClosed) as refusal:
            self.end(None, refusal)

    def end(self, value: Any, error: BaseException | None) -> None:
        with self._lock:
            if self._ended:
                return
            self._ended = True
            if not self._running:
                # What it holds, it lets go. Where it runs and does not come back, that has to wait.
                self._flow.close()
        self._flows.forget(self)
        self._on_done(value, error)

    def _left(self) -> float:
        return max(0.0, self._deadline - monotonic())

    def _step(self, value: Any, error: BaseException | None) -> tuple[Any] | None:
        """None where the flow waits again, else what it returned."""
        with self._lock:
            if self._ended:
                return None
            self._running = True
        try:
            wait = self._flow.send(value) if error is None else self._flow.throw(error)
        except StopIteration as end:
            return (end.value,)
        finally:
            with self._lock:
                self._running = False
                ended = self._ended
            if ended:
                self._flow.close()
        if not ended:
            try:
                wait.start(self.go_on, self._left())
            except Exception as refused:  # noqa: BLE001 - raised where it is awaited
                self.go_on(None, refused)
        return None

    def _stepped(self, result: tuple[Any] | None, error: BaseException | None) -> None:
        if error is not None:
            self.end(None, error)
        elif result is not None:
            self.end(result[0], None)


class FlowLock:
    """Lets flows through one at a time, in the order that they came: ``async with lock.hold()``.

    Whoever holds it lets go by its own deadline, and those that wait came later: so nobody waits beyond theirs.
    """

    def __init__(self, waiting: int, busy: Callable[[int], Exception]) -> None:
        """
        Args:
            waiting: flows that may wait.
            busy: makes what is raised where one more would, from how many do.
        """
        self._limit = waiting
        self._busy = busy
        self._lock = threading.Lock()
        self._held = False
        self._waiting: deque[_Hold] = deque()

    def hold(self) -> _Hold:
        """To be entered once."""
        return _Hold(self)

    def ask(self, hold: _Hold) -> None:
        with self._lock:
            if self._held:
                if len(self._waiting) >= self._limit:
                    raise self._busy(len(self._waiting))
                self._waiting.append(hold)
                return
            self._held = True
        hold.grant()

    def give_back(self, hold: _Hold, granted: bool) -> None:
        with self._lock:
            if not granted:
                if hold in self._waiting:
                    self._waiting.remove(hold)
                return
            following = self._waiting.popleft() if self._waiting else None
            self._held = following is not None
        if following is not None:
            following.grant()


class _Hold:
    def __init__(self, lock: FlowLock) -> None:
        self._flow_lock = lock
        self._lock = threading.Lock()
        self._granted = self._over = False
        self._done: Done | None = None

    async def __aenter__(self) -> None:
        try:
            await Wait(self._ask)
        except BaseException:
            self._let_go()
            raise

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._let_go()

    def grant(self) -> None:
        with self._lock:
            self._granted, over, done = True, self._over, self._done
        if over:
            self._flow_lock.give_back(self, True)  # nobody waits for it any more
        elif done is not None:
            done(None, None)

    def _ask(self, done: Done, seconds: float) -> None:
        self._done = done
        self._flow_lock.ask(self)

    def _let_go(self) -> None:
        with self._lock:
            if self._over:
                return
            self._over, granted = True, self._granted
        self._flow_lock.give_back(self, granted)
