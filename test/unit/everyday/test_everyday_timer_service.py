"""Timers that run: when they end, who announces them, and what survives."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from ovos_phal_plugin_jarvis.sdk import JarvisStorage, set_backend
from ovos_phal_plugin_jarvis.stores import Stores, open_stores
from ovos_toolbox_everyday.scheduler import Scheduler
from ovos_toolbox_everyday.timers.timer import Timer, choose
from ovos_toolbox_everyday.timers.timer_service import MAX_SECONDS, MAX_TIMERS, TimerService, TooManyTimersError
from ovos_toolbox_everyday.timers.timer_store import STORAGE_NAME, TimerStore


class Clocks:
    """A device's two clocks, moved by the test."""

    def __init__(self, wall: float = 1_800_000_000.0, steady: float = 500.0) -> None:
        self.wall_now, self.steady_now = wall, steady

    def pass_time(self, seconds: float) -> None:
        self.wall_now += seconds
        self.steady_now += seconds

    def service(self, store: TimerStore | None = None) -> TimerService:
        return TimerService(store or TimerStore(), wall=lambda: self.wall_now, steady=lambda: self.steady_now)


class Announced:
    """Collects announcements, and waits for them."""

    def __init__(self) -> None:
        self.timers: list[tuple[Timer, float]] = []
        self._condition = threading.Condition()

    def __call__(self, timer: Timer, late: float) -> None:
        with self._condition:
            self.timers.append((timer, late))
            self._condition.notify_all()

    def wait_for(self, count: int) -> list[tuple[Timer, float]]:
        with self._condition:
            assert self._condition.wait_for(lambda: len(self.timers) >= count, timeout=90)
            return list(self.timers)

    @property
    def labels(self) -> list[str | None]:
        return [timer.label for timer, _late in self.timers]


def ticking(service: TimerService) -> Announced:
    """*service* made to announce without its thread: the test calls ``tick``."""
    announced = Announced()
    service.announce = announced
    return announced


@pytest.fixture
def stores(tmp_path: Path) -> Any:
    with open_stores(tmp_path / "stores") as opened:
        set_backend(opened.backend())
        yield opened
        set_backend(None)


class Served(TimerService):
    """A service that a scheduler of its own looks after."""

    def __init__(self, store: TimerStore | None = None, poll_seconds: float = 30) -> None:
        super().__init__(store, poll_seconds=poll_seconds)
        self.scheduler = Scheduler([self], poll_seconds=poll_seconds)
        self.start, self.stop = self.scheduler.start, self.scheduler.stop


@pytest.fixture
def serve() -> Iterator[Any]:
    """Makes services whose threads end with the test, however it ends."""
    made: list[Served] = []

    def make(store: TimerStore | None = None, poll_seconds: float = 30) -> Served:
        made.append(Served(store, poll_seconds=poll_seconds))
        return made[-1]

    yield make
    for service in made:
        service.stop()


def threads() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name == "everyday-scheduler"]


def test_a_timer_ends_when_its_time_has_passed_and_not_before() -> None:
    clocks = Clocks()
    service = clocks.service()
    announced = ticking(service)
    timer = service.add(300, "pasta")
    clocks.pass_time(299)
    assert service.tick() == pytest.approx(1)
    assert service.running() == [timer]
    assert service.remaining(timer) == pytest.approx(1)
    clocks.pass_time(1)
    service.tick()
    assert announced.timers == [(timer, 0)]
    assert service.running() == []
    service.tick()
    assert len(announced.timers) == 1


def test_the_next_to_end_is_first_and_decides_how_long_to_wait() -> None:
    clocks = Clocks()
    service = clocks.service()
    announced = ticking(service)
    for seconds, label in ((50, "b"), (2, "a"), (100, "c")):
        service.add(seconds, label)
    assert [timer.label for timer in service.running()] == ["a", "b", "c"]
    assert service.tick() == pytest.approx(2)
    clocks.pass_time(60)
    service.tick()
    assert announced.labels == ["a", "b"]


def test_a_cancelled_timer_is_not_announced() -> None:
    clocks = Clocks()
    service = clocks.service()
    announced = ticking(service)
    timer = service.add(10)
    assert service.cancel(timer)
    assert not service.cancel(timer)
    clocks.pass_time(20)
    service.tick()
    assert announced.timers == []


def test_at_most_so_many_run_and_one_that_ended_makes_room() -> None:
    clocks = Clocks()
    service = clocks.service()
    for number in range(MAX_TIMERS):
        service.add(60 + number)
    with pytest.raises(TooManyTimersError, match="100 timers"):
        service.add(5)
    clocks.pass_time(61)
    service.add(5)


def test_what_ended_and_nobody_serves_does_not_pile_up(stores: Stores) -> None:
    clocks = Clocks()
    service = clocks.service()
    for _ in range(3 * MAX_TIMERS):
        service.add(1)
        clocks.pass_time(2)
    assert len(TimerStore().all()) <= MAX_TIMERS


def test_a_restart_arms_the_timers_again(stores: Stores) -> None:
    clocks = Clocks()
    clocks.service().add(300, "pasta", context={"source": "kitchen"}, lang="en-gb")
    clocks.pass_time(100)
    clocks.steady_now = 3.0  # the device was switched off and on
    service = clocks.service()
    announced = ticking(service)
    [timer] = service.running()
    assert (timer.label, timer.context, timer.lang) == ("pasta", {"source": "kitchen"}, "en-gb")
    assert service.remaining(timer) == pytest.approx(200)
    service.tick()
    assert announced.timers == []
    clocks.pass_time(200)
    service.tick()
    assert announced.labels == ["pasta"]


def test_what_ended_while_nothing_ran_is_announced_late_and_once(stores: Stores) -> None:
    clocks = Clocks()
    clocks.service().add(60, "tea")
    clocks.pass_time(60 + 720)
    service = clocks.service()
    announced = ticking(service)
    service.tick()
    service.tick()
    [(timer, late)] = announced.timers
    assert timer.label == "tea"
    assert late == pytest.approx(720)


def test_of_two_serving_processes_one_announces(stores: Stores) -> None:
    clocks = Clocks()
    first, second = clocks.service(TimerStore()), clocks.service(TimerStore())
    heard, also_heard = ticking(first), ticking(second)
    for _ in range(20):
        first.add(10)
    second.tick()
    clocks.pass_time(10)
    threads = [threading.Thread(target=service.tick) for service in (first, second)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    ids = [timer.id for timer, _late in (*heard.timers, *also_heard.timers)]
    assert len(ids) == len(set(ids)) == 20


def test_a_clock_that_is_set_forward_after_boot_neither_rushes_nor_loses_a_timer(stores: Stores) -> None:
    clocks = Clocks(wall=1_000.0)
    service = clocks.service()
    announced = ticking(service)
    timer = service.add(300)
    clocks.wall_now += 800_000_000
    service.tick()
    assert announced.timers == []
    assert service.remaining(timer) == pytest.approx(300)
    # The stored deadline follows, for a process that looks at it now.
    [seen] = clocks.service().running()
    assert clocks.service().remaining(seen) == pytest.approx(300)
    clocks.pass_time(300)
    service.tick()
    assert len(announced.timers) == 1


def test_a_clock_that_went_back_makes_no_timer_longer_than_it_was_set_for(stores: Stores) -> None:
    clocks = Clocks()
    clocks.service().add(300)
    clocks.wall_now -= 86_400
    service = clocks.service()
    [timer] = service.running()
    assert service.remaining(timer) == pytest.approx(300)


def test_timers_set_before_there_was_a_storage_move_into_it(tmp_path: Path) -> None:
    service = Clocks().service()
    timer = service.add(300, "early")
    with open_stores(tmp_path / "stores") as opened:
        set_backend(opened.backend())
        assert service.running() == [timer]
        assert JarvisStorage(STORAGE_NAME).get(timer.id) is not None
        set_backend(None)


@pytest.mark.parametrize(
    "record",
    [
        {},
        {"id": "x"},
        {"id": "x", "duration_seconds": "soon", "deadline": 5},
        {"id": "x", "duration_seconds": 5, "deadline": None},
        {"id": "x", "duration_seconds": 5, "deadline": 1, "context": 7},
    ],
)
def test_a_damaged_record_stops_no_other_timer(stores: Stores, record: dict[str, Any]) -> None:
    JarvisStorage(STORAGE_NAME).save("x", record)
    clocks = Clocks()
    service = clocks.service()
    announced = ticking(service)
    service.add(10, "good")
    clocks.pass_time(10)
    service.tick()
    assert announced.labels == ["good"]


class BrokenDelete(TimerStore):
    """A storage that reads but does not delete: a full or read-only disk."""

    def take(self, key: str) -> bool:
        raise OSError("disk full")


def test_a_storage_that_cannot_delete_still_lets_a_timer_be_heard_once() -> None:
    clocks = Clocks()
    service = clocks.service(BrokenDelete())
    announced = ticking(service)
    service.add(10, "tea")
    clocks.pass_time(10)
    service.tick()
    service.tick()
    assert announced.labels == ["tea"]


def test_an_announcement_that_fails_stops_no_other() -> None:
    clocks = Clocks()
    service = clocks.service()
    heard: list[str | None] = []

    def announce(timer: Timer, late: float) -> None:
        heard.append(timer.label)
        raise RuntimeError("the bus is gone")

    service.announce = announce
    service.add(1, "a")
    service.add(2, "b")
    clocks.pass_time(5)
    service.tick()
    assert heard == ["a", "b"]


def test_the_thread_announces_by_itself_and_ends_with_the_service(serve: Any) -> None:
    service = serve()
    announced = Announced()
    service.start(announced)
    service.start(announced)
    service.add(1, "second")
    assert [timer.label for timer, _late in announced.wait_for(1)] == ["second"]
    service.stop()
    service.stop()
    assert not threads()


def test_a_service_can_be_started_again(serve: Any) -> None:
    service = serve()
    announced = Announced()
    service.start(announced)
    service.stop()
    service.add(1, "later")
    service.start(announced)
    announced.wait_for(1)
    service.stop()
    assert not threads()


def test_an_announcement_may_stop_the_service(serve: Any) -> None:
    service = serve()
    stopped = threading.Event()

    def announce(timer: Timer, late: float) -> None:
        service.stop()
        stopped.set()

    service.start(announce)
    service.add(1)
    assert stopped.wait(60)
    deadline = time.monotonic() + 60
    while threads() and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not threads()


def test_a_storage_that_fails_for_a_while_does_not_end_the_thread(stores: Stores, serve: Any) -> None:
    class Flaky(TimerStore):
        failures = 2

        def all(self) -> list[Timer]:
            if self.failures and threading.current_thread().name == "everyday-scheduler":
                self.failures -= 1
                raise OSError("database is locked")
            return super().all()

    service = serve(Flaky(), 0.05)
    announced = Announced()
    service.start(announced)
    service.add(1)
    announced.wait_for(1)


def test_a_serving_process_announces_what_another_process_set(
    stores: Stores,
    tmp_path: Path,
    serve: Any,
) -> None:
    service = serve(poll_seconds=0.1)
    announced = Announced()
    service.start(announced)
    script = (
        "import sys, pathlib\n"
        "from ovos_phal_plugin_jarvis.sdk import set_backend\n"
        "from ovos_phal_plugin_jarvis.stores import open_stores\n"
        "from ovos_toolbox_everyday.timers.timer_service import TimerService\n"
        "from ovos_toolbox_everyday.timers.timer_store import TimerStore\n"
        "with open_stores(pathlib.Path(sys.argv[1])) as stores:\n"
        "    set_backend(stores.backend())\n"
        "    TimerService(TimerStore()).add(1, 'elsewhere')\n"
    )
    subprocess.run([sys.executable, "-c", script, str(tmp_path / "stores")], check=True, timeout=60)
    assert [timer.label for timer, _late in announced.wait_for(1)] == ["elsewhere"]


def test_what_the_bus_did_not_take_is_told_again_and_stays_on_the_disk(stores: Stores) -> None:
    clocks = Clocks()
    service = clocks.service()
    service.add(5, "tea")
    taken: list[bool] = []
    service.announce = lambda timer, late: bool(taken)
    clocks.pass_time(6)
    assert service.tick() <= 1 and service.running() == []
    assert [timer.label for timer in TimerStore().untold()] == ["tea"]
    taken.append(True)
    service.tick()
    assert TimerStore().untold() == [] and TimerStore().all() == []


def test_what_a_process_was_about_to_tell_when_it_died_the_next_one_tells(stores: Stores) -> None:
    clocks = Clocks()
    dying = clocks.service()
    dying.add(5, "tea")
    dying.announce = lambda timer, late: False
    clocks.pass_time(6)
    dying.tick()
    clocks.pass_time(100)
    next_one = clocks.service()
    announced = Announced()
    next_one.begin(announced)
    next_one.tick()
    [(timer, late)] = announced.timers
    assert (timer.label, round(late)) == ("tea", 101)
    assert TimerStore().untold() == []


def test_one_that_another_process_tells_or_that_was_cancelled_leaves_nothing(stores: Stores) -> None:
    first, second = TimerStore(), TimerStore()
    timer = Clocks().service(first).add(5, "tea")
    assert first.begin_telling(timer) and not second.begin_telling(timer)
    first.told(timer.id)
    second.told(timer.id)
    timer = Clocks().service(first).add(5, "egg")
    first.take(timer.id)
    assert not first.begin_telling(timer) and first.untold() == []


def test_a_timer_is_made_longer_and_shorter_and_may_still_be_called_what_it_was_set_for(stores: Stores) -> None:
    clocks = Clocks()
    service = clocks.service()
    announced = ticking(service)
    timer = service.add(300)
    clocks.pass_time(100)
    longer = service.change(timer, 500)
    assert longer is not None and service.remaining(longer) == pytest.approx(500)
    assert choose(service.running(), None, 300) == choose(service.running(), "five minute timer", None) == [longer]
    clocks.steady_now = 3.0  # over a restart
    service = clocks.service()
    announced = ticking(service)
    clocks.pass_time(499)
    service.tick()
    assert announced.timers == []
    clocks.pass_time(1)
    service.tick()
    assert len(announced.timers) == 1 and service.change(timer, 60) is None
    for wrong in (0, -5, MAX_SECONDS + 1):
        with pytest.raises(ValueError, match="one second"):
            service.change(timer, wrong)


def test_one_that_is_paused_waits_also_over_a_restart_and_a_clock_that_is_set(stores: Stores) -> None:
    clocks = Clocks()
    service = clocks.service()
    held = service.pause(service.add(300, "tea"))
    assert held is not None and service.pause(held) == held
    clocks.pass_time(10_000)
    clocks.wall_now += 86_400
    service.tick()
    clocks.steady_now = 3.0
    service = clocks.service()
    announced = ticking(service)
    service.tick()
    [found] = service.running()
    assert announced.timers == [] and service.remaining(found) == 300 and service.described(found)["paused"]
    longer = service.change(found, 400)
    assert longer is not None and longer.paused_left == 400
    runs = service.resume(longer)
    assert runs is not None and service.resume(runs) == runs
    clocks.pass_time(399)
    service.tick()
    assert announced.timers == []
    clocks.pass_time(1)
    service.tick()
    assert announced.labels == ["tea"] and service.resume(runs) is None


def test_what_packages_call(stores: Stores) -> None:
    clocks = Clocks()
    service = clocks.service()
    ticking(service)
    done: list[tuple[str, str | None]] = []
    service.set_on_complete_callback(lambda timer_id, label: done.append((timer_id, label)))
    tea, plain = service.set_timer(60, "Green tea"), service.set_timer(120)
    assert len(tea) == 8 and service.find_timer_by_label("TEA") == tea and service.find_timer_by_label("egg") is None
    found = service.get_timer(tea)
    assert found is not None and (found["label"], found["remaining_seconds"]) == ("Green tea", 60)
    assert datetime.fromisoformat(found["ends_at"]) - datetime.fromisoformat(found["started_at"]) == timedelta(
        seconds=60
    )
    assert [each["timer_id"] for each in service.get_active_timers()] == [tea, plain]
    clocks.pass_time(60)
    service.tick()
    assert done == [(tea, "Green tea")] and service.get_timer(tea) is None
    assert service.restore_timers() == 1
    assert service.cancel_timer(plain) and not service.cancel_timer(plain) and service.clear_all() == 0
    with pytest.raises(ValueError, match="one second"):
        service.set_timer(-5)


def test_what_another_process_changed_counts(stores: Stores) -> None:
    clocks = Clocks()
    service, other = clocks.service(), clocks.service()
    announced = ticking(service)
    timer = service.add(60)
    assert service.running() == [timer] and other.change(timer, 120) is not None
    clocks.pass_time(61)
    service.tick()
    assert announced.timers == []
    clocks.pass_time(59)
    service.tick()
    assert len(announced.timers) == 1


def test_the_last_one_is_the_last_that_was_set() -> None:
    clocks = Clocks()
    service = clocks.service()
    for label in ("a", "b", "c"):
        service.add(600 if label == "b" else 60, label)
        clocks.pass_time(1)
    for said in ("last", "the last one", "the latest timer", "most recent"):
        assert [timer.label for timer in choose(service.running(), said, None)] == ["c"], said
    assert [timer.label for timer in choose(service.running(), "der letzte", None, "de-de")] == ["c"]
