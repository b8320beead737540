"""Flows: requests that wait without a thread."""

from __future__ import annotations

import threading
import time

import pytest

from ovos_phal_plugin_jarvis.tools.execution.flow import FlowLock, Flows, Wait, job, run_here
from ovos_phal_plugin_jarvis.tools.execution.pool import InlinePool, JobTimeout, PoolClosed, PoolFull, WorkerPool


class Ended:
    """How flows ended, in order."""

    def __init__(self):
        self._arrived = threading.Condition()
        self.all = []

    def __call__(self, value, error):
        with self._arrived:
            self.all.append(value if error is None else error)
            self._arrived.notify_all()

    def wait(self, number, seconds=60.0):
        with self._arrived:
            assert self._arrived.wait_for(lambda: len(self.all) >= number, seconds), self.all
        return self.all


@pytest.fixture
def pools():
    made = []

    def make(workers=2, **options):
        made.append(WorkerPool("test-flow", workers, 256, **options))
        return made[-1]

    yield make
    for pool in made:
        pool.shutdown()


class Later:
    """Something that ends when the test says so."""

    def __init__(self):
        self.dones = []
        self.wait = Wait(lambda done, left: self.dones.append(done))

    def end(self, value=None, error=None):
        while not self.dones:
            time.sleep(0.001)
        self.dones.pop(0)(value, error)


async def adds(pool, *numbers):
    total = 0
    for number in numbers:
        total += await job(pool, lambda number=number: number + 0)
    return total


@pytest.mark.parametrize("inline", [True, False])
def test_a_flow_runs_to_its_end(pools, inline):
    pool = InlinePool("p") if inline else pools()
    ended = Ended()
    flows = Flows(pool, 10)
    flows.start(adds(pool, 1, 2, 3), 60, ended)
    assert ended.wait(1) == [6] and len(flows) == 0
    assert run_here(adds(pool, 4, 5), 60) == 9


def test_many_that_wait_hold_no_thread(pools):
    pool, ended = pools(2), Ended()
    flows = Flows(pool, 200)
    waits = [Later() for _ in range(100)]

    async def sleeps(later):
        return await later.wait

    for later in waits:
        flows.start(sleeps(later), 60, ended)
    started = time.monotonic()
    flows.start(adds(InlinePool("p"), 1), 60, ended)
    assert ended.wait(1) == [1] and time.monotonic() - started < 50
    for number, later in enumerate(waits):
        later.end(number)
    assert sorted(ended.wait(101)[1:]) == list(range(100))


def test_errors_are_raised_where_they_are_awaited(pools):
    async def careful():
        try:
            await job(pools(), lambda: 1 // 0)
        except ZeroDivisionError:
            return "caught"

    ended = Ended()
    flows = Flows(pools(), 10)
    flows.start(careful(), 60, ended)
    flows.start(adds(InlinePool("p"), None), 60, ended)
    assert {type(e) if isinstance(e, Exception) else e for e in ended.wait(2)} == {"caught", TypeError}
    assert run_here(careful(), 60) == "caught"


def test_a_job_may_not_take_longer_than_its_flow_has(pools):
    release = threading.Event()

    async def impatient():
        return await job(pools(), lambda: release.wait(90), 80)

    ended = Ended()
    Flows(pools(), 10).start(impatient(), 0.1, ended)
    assert isinstance(ended.wait(1)[0], JobTimeout)
    with pytest.raises(JobTimeout):
        run_here(impatient(), 0.1)
    release.set()


def test_no_more_than_may_be_and_none_after_the_end(pools):
    ended, later = Ended(), Later()
    flows = Flows(pools(), 1)

    async def sleeps():
        return await later.wait

    flows.start(sleeps(), 60, ended)
    with pytest.raises(PoolFull):
        flows.start(sleeps(), 60, ended)
    while not later.dones:
        time.sleep(0.001)
    flows.shutdown()
    assert isinstance(ended.wait(1)[0], PoolClosed), "what waits is told"
    with pytest.raises(PoolClosed):
        flows.start(sleeps(), 60, ended)
    later.end()
    assert len(ended.all) == 1


def busy(waiting):
    return RuntimeError(f"{waiting} wait")


def test_one_at_a_time_in_order_and_not_too_many(pools):
    lock, laters, order, ended = FlowLock(2, busy), [Later() for _ in range(3)], [], Ended()
    flows = Flows(pools(4, per_key=1), 10)

    async def visit(number):
        async with lock.hold():
            order.append(number)
            await laters[number].wait
        return number

    for number in range(3):
        flows.start(visit(number), 60, ended, "session")
    while len(lock._waiting) < 2:
        time.sleep(0.001)
    assert order == [0]
    flows.start(visit(3), 60, ended, "session")
    assert str(ended.wait(1)[0]) == "2 wait"
    for later in laters:
        later.end()
    assert ended.wait(4)[1:] == [0, 1, 2] and order == [0, 1, 2]


def test_who_gives_up_waiting_does_not_keep_the_others_out(pools):
    lock, later, ended = FlowLock(5, busy), Later(), Ended()
    first, second = Flows(pools(), 10), Flows(pools(), 10)

    async def visit(what):
        async with lock.hold():
            return await what

    first.start(visit(later.wait), 60, ended)
    while not lock._held:
        time.sleep(0.001)
    second.start(visit(job(InlinePool("p"), lambda: "never")), 60, ended)
    while not lock._waiting:
        time.sleep(0.001)
    with pytest.raises(JobTimeout):
        run_here(visit(job(InlinePool("p"), lambda: "never")), -5)
    second.shutdown()
    assert isinstance(ended.wait(1)[0], PoolClosed)
    later.end("done")
    ended.wait(2)
    assert run_here(visit(job(InlinePool("p"), lambda: "next")), 60) == "next"


def test_a_flow_that_is_ended_while_it_holds_a_lock_lets_go(pools):
    lock, later, ended = FlowLock(5, busy), Later(), Ended()
    flows = Flows(pools(), 10)

    async def visit():
        async with lock.hold():
            await later.wait

    flows.start(visit(), 60, ended)
    while not later.dones:
        time.sleep(0.001)
    flows.shutdown()
    ended.wait(1)
    assert not lock._held
