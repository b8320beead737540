"""A bounded pool of daemon threads that runs jobs under a deadline.

``concurrent.futures`` has neither the bound nor the deadline, and waits at interpreter exit for every job, so
that one tool that never returns would keep the process alive.
"""

from __future__ import annotations

import heapq
import itertools
import threading
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from enum import Enum
from time import monotonic
from typing import Any

from ovos_utils.log import LOG

from ovos_phal_plugin_jarvis.foreign_text import log_error

SHARE = 3
"""Threads that one key may have for each thread that is free."""


class PoolFull(Exception):
    """No worker is free and the queue is full."""


class PoolClosed(Exception):
    """The pool has been shut down."""


class JobTimeout(Exception):
    """The job was not finished when its deadline passed."""


class _State(Enum):
    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"


@dataclass(eq=False)
class _Job:
    work: Callable[[], Any] | None
    on_done: Callable[[Any, BaseException | None], None] | None
    """None once it was called: the list of deadlines keeps the job longer, and must not keep what it worked on."""
    deadline: float
    key: Hashable = None
    state: _State = _State.WAITING
    worker: threading.Thread | None = field(default=None, repr=False)


class WorkerPool:
    """Runs jobs on at most *workers* threads; at most *queue* more may wait.

    A job that outlives its deadline is reported as failed at once. Its thread can't be stopped, so it is set
    aside and replaced: the pool keeps its strength while up to *max_stuck* threads hang. Past that, the pool
    works with what is left until one returns.

    Jobs may carry a key that says whose they are. Keys take turns, and none may have more than ``SHARE`` times as many
    threads as are free: however many jobs of a few keys nap, another's finds a thread. (The rule by which switches
    share their memory among ports: A. K. Choudhury and E. L. Hahne, Dynamic Queue Length Thresholds, 1998.)

    Threads are started when they are first needed, and all of them end with ``shutdown``; one that hangs in
    foreign code is a daemon and ends with the process.
    """

    def __init__(self, name: str, workers: int, queue: int, max_stuck: int = 64, per_key: int | None = None) -> None:
        """
        Args:
            name: of its threads.
            workers: threads.
            queue: jobs that may wait.
            max_stuck: threads that may hang before they are replaced no more; with 0 there are never more than
                *workers*, those that hang included.
            per_key: jobs of one key that may run at one time; None leaves that to the rule above.
        """
        self._name = name
        self._workers = workers
        self._queue_limit = queue
        self._max_stuck = max_stuck
        self._lock = threading.Lock()
        self._work_waits = threading.Condition(self._lock)
        self._deadline_set = threading.Condition(self._lock)
        self._per_key = per_key
        self._queues: OrderedDict[Hashable, deque[_Job]] = OrderedDict()
        """Those that wait, by key; the key whose turn it is comes first."""
        self._running: Counter[Hashable] = Counter()
        self._waiting = 0
        self._deadlines: list[tuple[float, int, _Job]] = []
        self._serial = itertools.count()
        self._threads: set[threading.Thread] = set()
        self._stuck: set[threading.Thread] = set()
        self._idle = 0
        self._busy = 0
        self._watcher: threading.Thread | None = None
        self._closed = False

    @property
    def stuck(self) -> int:
        """How many threads run a job whose deadline has passed."""
        with self._lock:
            return len(self._stuck)

    @property
    def waiting(self) -> int:
        """How many jobs wait for a thread."""
        with self._lock:
            return self._waiting

    @property
    def running(self) -> int:
        """How many threads run a job, in time or not."""
        with self._lock:
            return self._busy + len(self._stuck)

    def submit(
        self,
        work: Callable[[], Any],
        timeout: float,
        on_done: Callable[[Any, BaseException | None], None],
        key: Hashable = None,
    ) -> None:
        """Run *work* and report once, through *on_done*.

        Args:
            work: the job.
            timeout: seconds from now until it is given up.
            on_done: called with ``(result, None)`` or ``(None, error)`` on a thread of the pool, exactly once.
                The error is what *work* raised, or ``JobTimeout``, or ``PoolClosed``.
            key: whose job it is; None where that does not matter.

        Raises:
            PoolFull: too many jobs are waiting.
            PoolClosed: the pool was shut down.
        """
        job = _Job(work, on_done, monotonic() + timeout, key)
        with self._lock:
            if self._closed:
                raise PoolClosed(self._name)
            if self._waiting >= self._queue_limit + self._free():
                raise PoolFull(self._waiting - self._free())
            self._queues.setdefault(key, deque()).append(job)
            self._waiting += 1
            heapq.heappush(self._deadlines, (job.deadline, next(self._serial), job))
            if self._idle < self._waiting and self._may_grow():
                self._start_worker()
            else:
                self._work_waits.notify()
            if self._watcher is None:
                self._watcher = threading.Thread(
                    target=self._watch_deadlines, daemon=True, name=f"{self._name}-deadlines"
                )
                self._watcher.start()
            elif self._deadlines[0][2] is job:
                self._deadline_set.notify()

    def shutdown(self, wait: float = 2.0) -> None:
        """Refuse new jobs, fail those that wait, and end the threads.

        Args:
            wait: seconds to give running jobs; what still runs then is left behind as a daemon thread.
        """
        with self._lock:
            if self._closed:
                return
            self._closed = True
            orphans = [job for queue in self._queues.values() for job in queue if job.state is _State.WAITING]
            for job in orphans:
                job.state = _State.DONE
            self._queues.clear()
            self._waiting = 0
            self._work_waits.notify_all()
            self._deadline_set.notify_all()
            threads = [*self._threads, *([self._watcher] if self._watcher else [])]
        for job in orphans:
            self._report(job, None, PoolClosed(self._name))
        until = monotonic() + wait
        for thread in threads:
            if thread is not threading.current_thread():
                thread.join(max(0.0, until - monotonic()))
        left = [t.name for t in threads if t.is_alive() and t is not threading.current_thread()]
        if left:
            LOG.warning(f"{self._name}: still running at shutdown: {', '.join(left)}")

    def _strength(self) -> int:
        return len(self._threads) - len(self._stuck)

    def _free(self) -> int:
        """How many jobs could run beside those that do: jobs that wait for these are not queued for long."""
        replaced = len(self._stuck) <= self._max_stuck
        threads = self._workers if replaced else max(self._strength(), self._workers - len(self._stuck))
        return max(0, threads - self._busy)

    def _may_grow(self) -> bool:
        replaced = len(self._stuck) <= self._max_stuck
        return self._strength() < self._workers and (replaced or len(self._threads) < self._workers)

    def _start_worker(self) -> None:
        thread = threading.Thread(target=self._run_worker, daemon=True, name=f"{self._name}-{next(self._serial)}")
        self._threads.add(thread)
        thread.start()

    def _run_worker(self) -> None:
        me = threading.current_thread()
        while (job := self._next_job(me)) is not None:
            assert job.work is not None
            result, error = _attempt(job.work)
            with self._lock:
                late = job.state is _State.DONE
                if not late:
                    self._leave(job)
                job.state, job.work = _State.DONE, None
                self._stuck.discard(me)
                # Its place was taken when the deadline passed; the pool would be one too many with it.
                surplus = self._strength() > self._workers
                if surplus:
                    self._threads.discard(me)
            if late:
                LOG.warning(f"{self._name}: a job ended after its deadline; its result is dropped")
            else:
                self._report(job, result, error)
            if surplus:
                return
            # A thread that waits for its next job keeps nothing of the last one.
            del job, result, error

    def _next_job(self, me: threading.Thread) -> _Job | None:
        """Wait for a job; None once the pool is closed."""
        with self._lock:
            while True:
                if self._closed:
                    self._threads.discard(me)
                    return None
                job = self._take()
                if job is not None:
                    job.state, job.worker = _State.RUNNING, me
                    self._waiting -= 1
                    self._busy += 1
                    self._running[job.key] += 1
                    if self._waiting and self._idle:
                        self._work_waits.notify()
                    return job
                self._idle += 1
                self._work_waits.wait()
                self._idle -= 1

    def _take(self) -> _Job | None:
        """The next job that may run now, out of the queue."""
        for key in list(self._queues):
            queue = self._queues[key]
            while queue and queue[0].state is not _State.WAITING:
                queue.popleft()
            job = queue.popleft() if queue and self._may_run(key) else None
            if not queue:
                del self._queues[key]
            elif job is not None:
                self._queues.move_to_end(key)
            if job is not None:
                return job
        return None

    def _may_run(self, key: Hashable) -> bool:
        if key is None:
            return True
        limit = SHARE * max(1, self._free()) if self._per_key is None else self._per_key
        return self._running[key] < limit

    def _leave(self, job: _Job) -> None:
        """A running job counts no more: it has ended, or its deadline has passed."""
        self._busy -= 1
        self._running[job.key] -= 1
        if not self._running[job.key]:
            del self._running[job.key]

    def _watch_deadlines(self) -> None:
        while True:
            with self._lock:
                if self._closed:
                    return
                expired = self._take_expired(monotonic())
                if not expired:
                    next_one = self._deadlines[0][0] - monotonic() if self._deadlines else None
                    self._deadline_set.wait(next_one)
                    continue
                if self._waiting:
                    # A place is free again, for a new thread where there is none that waits.
                    if self._idle:
                        self._work_waits.notify()
                    elif self._may_grow():
                        self._start_worker()
            for job in expired:
                self._report(job, None, JobTimeout())

    def _take_expired(self, now: float) -> list[_Job]:
        expired: list[_Job] = []
        while self._deadlines and (self._deadlines[0][0] <= now or self._deadlines[0][2].state is _State.DONE):
            job = heapq.heappop(self._deadlines)[2]
            if job.state is _State.DONE:
                continue
            if job.state is _State.WAITING:
                self._waiting -= 1
                job.work = None
            elif job.worker is not None:
                self._stuck.add(job.worker)
                self._leave(job)
            job.state = _State.DONE
            expired.append(job)
        return expired

    def _report(self, job: _Job, result: Any, error: BaseException | None) -> None:
        on_done, job.on_done = job.on_done, None
        assert on_done is not None
        try:
            on_done(result, error)
        except BaseException as error:  # noqa: BLE001 - a reporter that fails must not cost the pool a thread
            log_error(f"{self._name}: reporting a result failed", error)


class InlinePool:
    """Runs each job where it is submitted, without a deadline: for tests, and for a process of one request."""

    stuck = 0
    waiting = 0

    def __init__(self, name: str) -> None:
        self._name = name
        self._closed = False

    def submit(
        self,
        work: Callable[[], Any],
        timeout: float,
        on_done: Callable[[Any, BaseException | None], None],
        key: Hashable = None,
    ) -> None:
        """Run *work* now and report through *on_done* before returning."""
        if self._closed:
            raise PoolClosed(self._name)
        result, error = _attempt(work)
        if isinstance(error, KeyboardInterrupt):
            raise error  # the person at the keyboard means this process
        on_done(result, error)

    def shutdown(self, wait: float = 0.0) -> None:
        """Refuse new jobs."""
        self._closed = True


Pool = WorkerPool | InlinePool


def make_pool(name: str, workers: int, queue: int, per_key: int | None = None) -> Pool:
    """A pool of *workers* threads, or an inline one where that is 0."""
    return WorkerPool(name, workers, queue, per_key=per_key) if workers else InlinePool(name)


def _attempt(work: Callable[[], Any]) -> tuple[Any, BaseException | None]:
    try:
        return work(), None
    except BaseException as raised:  # noqa: BLE001 - foreign code; even its sys.exit() is only its own error
        return None, raised
