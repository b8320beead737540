from __future__ import annotations

import gc
import sys
import threading
import time
import weakref

import pytest

from ovos_phal_plugin_jarvis.tools.execution.pool import (
    InlinePool,
    JobTimeout,
    PoolClosed,
    PoolFull,
    WorkerPool,
    make_pool,
)


class Results:
    """Collects what jobs report, and lets a test wait for it."""

    def __init__(self):
        self.all = []
        self._changed = threading.Condition()

    def __call__(self, result, error):
        with self._changed:
            self.all.append((result, error))
            self._changed.notify_all()

    def wait(self, number, timeout=60.0):
        with self._changed:
            assert self._changed.wait_for(lambda: len(self.all) >= number, timeout), self.all
        return self.all


@pytest.fixture
def pool():
    pool = WorkerPool("test-pool", workers=2, queue=3)
    yield pool
    pool.shutdown()


def test_a_result_and_an_error_are_reported(pool):
    results = Results()
    pool.submit(lambda: 7, 60, results)
    results.wait(1)
    pool.submit(lambda: 1 // 0, 60, results)
    (result, none), (nothing, error) = results.wait(2)
    assert (result, none, nothing) == (7, None, None)
    assert isinstance(error, ZeroDivisionError)


def test_a_job_that_exits_the_process_is_only_an_error(pool):
    results = Results()
    pool.submit(lambda: sys.exit(1), 60, results)
    assert isinstance(results.wait(1)[0][1], SystemExit)


def test_a_deadline_is_reported_while_the_job_still_runs(pool):
    release, results = threading.Event(), Results()
    pool.submit(lambda: release.wait(90), 0.05, results)
    assert isinstance(results.wait(1)[0][1], JobTimeout)
    assert pool.stuck == 1
    release.set()


def test_a_late_result_is_not_reported_again(pool):
    release, results = threading.Event(), Results()
    pool.submit(lambda: release.wait(90), 0.05, results)
    results.wait(1)
    release.set()
    until = time.monotonic() + 60
    while pool.stuck and time.monotonic() < until:
        time.sleep(0.01)
    assert pool.stuck == 0
    assert len(results.all) == 1


def test_stuck_threads_are_replaced(pool):
    release, results = threading.Event(), Results()
    for _ in range(6):
        pool.submit(lambda: release.wait(90), 0.05, results)
        time.sleep(0.02)
    results.wait(6)
    pool.submit(lambda: "alive", 60, results)
    assert ("alive", None) in results.wait(7)
    release.set()


def test_a_pool_past_its_limit_of_stuck_threads_comes_back():
    pool = WorkerPool("test-pool", workers=1, queue=10, max_stuck=1)
    release, results = threading.Event(), Results()
    try:
        for _ in range(2):
            pool.submit(lambda: release.wait(90), 0.05, results)
        results.wait(2)
        pool.submit(lambda: "late", 60, results)
        release.set()
        assert ("late", None) in results.wait(3)
    finally:
        release.set()
        pool.shutdown()


def test_a_job_that_waits_too_long_never_starts(pool):
    release, results, ran = threading.Event(), Results(), []
    for _ in range(2):
        pool.submit(lambda: release.wait(90), 90, Results())
    pool.submit(lambda: ran.append(1), 0.05, results)
    assert isinstance(results.wait(1)[0][1], JobTimeout)
    release.set()
    done = Results()
    pool.submit(lambda: None, 60, done)
    done.wait(1)
    assert ran == []


def test_a_full_queue_refuses_and_serves_again_later(pool):
    release, results = threading.Event(), Results()
    for _ in range(5):
        pool.submit(lambda: release.wait(90), 90, results)
    with pytest.raises(PoolFull):
        pool.submit(lambda: None, 90, results)
    release.set()
    results.wait(5)
    pool.submit(lambda: None, 90, results)
    results.wait(6)


def test_shutdown_ends_every_thread_and_reports_what_waits():
    pool = WorkerPool("end-pool", workers=1, queue=5)
    release, running, waiting = threading.Event(), Results(), Results()
    pool.submit(lambda: release.wait(90), 90, running)
    pool.submit(lambda: None, 90, waiting)
    threading.Timer(0.1, release.set).start()
    pool.shutdown(wait=60)
    assert isinstance(waiting.wait(1)[0][1], PoolClosed)
    assert running.wait(1)
    assert not [t for t in threading.enumerate() if t.name.startswith("end-pool")]
    with pytest.raises(PoolClosed):
        pool.submit(lambda: None, 1, waiting)


def test_every_job_is_reported_exactly_once_under_load():
    pool = WorkerPool("load-pool", workers=4, queue=10_000)
    results = Results()
    for number in range(2000):
        pool.submit(lambda number=number: number, 60, results)
    assert sorted(r for r, _ in results.wait(2000, 60)) == list(range(2000))
    pool.shutdown()


def test_a_reporter_that_raises_costs_no_thread(pool):
    def bad(result, error):
        raise RuntimeError("reporter")

    for _ in range(3):
        pool.submit(lambda: None, 60, bad)
    results = Results()
    pool.submit(lambda: 1, 60, results)
    assert results.wait(1) == [(1, None)]


def test_the_inline_pool_runs_on_the_callers_thread():
    pool = make_pool("inline", 0, 1)
    assert isinstance(pool, InlinePool)
    results = Results()
    pool.submit(threading.current_thread, 1, results)
    assert results.all == [(threading.current_thread(), None)]
    pool.shutdown()
    with pytest.raises(PoolClosed):
        pool.submit(lambda: None, 1, results)


def test_nothing_of_a_finished_job_is_kept_until_its_deadline():
    class Payload:
        pass

    pool, done, gone = WorkerPool("test", 2, 8), threading.Event(), threading.Event()
    payload = Payload()
    weakref.finalize(payload, gone.set)
    pool.submit(lambda payload=payload: payload, 600, lambda result, error, payload=payload: done.set())
    del payload
    assert done.wait(60)
    for _ in range(100):
        gc.collect()
        if gone.wait(0.05):
            break
    assert gone.is_set()
    pool.shutdown()


def test_jobs_of_one_key_leave_threads_for_the_others():
    release, fine = threading.Event(), threading.Event()
    pool = WorkerPool("test-pool", 8, 100)
    try:
        for _ in range(50):
            pool.submit(lambda: release.wait(90), 90, lambda *_: None, "napper")
        for key in ("other", "another"):
            done = threading.Event()
            pool.submit(lambda: None, 90, lambda *_, done=done: done.set(), key)
            assert done.wait(60), key
        assert sum(pool._running.values()) >= 4, "nor does one key get little where it is alone"
        release.set()
        pool.submit(lambda: None, 90, lambda *_: fine.set(), "napper")
        assert fine.wait(60), "all of them run in the end"
    finally:
        release.set()
        pool.shutdown()


def test_keys_take_turns():
    order, gate, done = [], threading.Event(), threading.Semaphore(0)
    pool = WorkerPool("test-pool", 1, 100)
    try:
        pool.submit(lambda: gate.wait(90), 90, lambda *_: done.release(), "first")
        for key in ("a", "a", "a", "b", "c"):
            pool.submit(lambda key=key: order.append(key), 90, lambda *_: done.release(), key)
        gate.set()
        for _ in range(6):
            assert done.acquire(timeout=60)
        assert order == ["a", "b", "c", "a", "a"]
    finally:
        gate.set()
        pool.shutdown()


def test_one_of_a_key_at_a_time():
    running, most, done, lock = [0], [0], threading.Semaphore(0), threading.Lock()

    def work():
        with lock:
            running[0] += 1
            most[0] = max(most[0], running[0])
        time.sleep(0.005)
        with lock:
            running[0] -= 1

    pool = WorkerPool("test-pool", 4, 100, per_key=1)
    try:
        for _ in range(10):
            pool.submit(work, 90, lambda *_: done.release(), "one")
        for _ in range(10):
            assert done.acquire(timeout=60)
        assert most == [1]
    finally:
        pool.shutdown()


def test_a_key_that_hangs_gets_its_places_back():
    release, done = threading.Event(), threading.Semaphore(0)
    pool = WorkerPool("test-pool", 2, 100, per_key=1)
    try:
        pool.submit(lambda: release.wait(90), 0.1, lambda *_: done.release(), "one")
        pool.submit(lambda: None, 90, lambda *_: done.release(), "one")
        assert done.acquire(timeout=60) and done.acquire(timeout=60)
    finally:
        release.set()
        pool.shutdown()
