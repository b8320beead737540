"""A week of use: timers, alarms and reminders through thousands of requests, with kills and restarts at any point.

What is there afterwards is what a model says that saw only what was acknowledged. And a full disk, and two processes.
"""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import datetime, time, timezone
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule

from ovos_phal_plugin_jarvis.sdk import get_backend, set_backend
from ovos_phal_plugin_jarvis.stores import open_stores
from ovos_toolbox_everyday.alarms import AlarmService
from ovos_toolbox_everyday.recurrence import When
from ovos_toolbox_everyday.reminders import ReminderService
from ovos_toolbox_everyday.timers import TimerService
from ovos_toolbox_everyday.timers.timer import Timer
from ovos_toolbox_everyday.timers.timer_service import MAX_TIMERS, TooManyTimersError

DAY = 86_400.0
START = datetime(2026, 6, 1, 8, tzinfo=timezone.utc).timestamp()


class Killed(BaseException):
    """The process ended here. Nothing in it may take note of that."""


class Mortal:
    """The storage of a process that is killed before its next write but so many."""

    def __init__(self, backend: Any) -> None:
        self._backend = backend
        self.writes_left: int | None = None

    def __getattr__(self, name: str) -> Any:
        method = getattr(self._backend, name)
        if name not in ("save", "delete"):
            return method

        def write(*args: Any, **kwargs: Any) -> Any:
            if self.writes_left is not None:
                if self.writes_left == 0:
                    raise Killed
                self.writes_left -= 1
            return method(*args, **kwargs)

        return write


Due = dict[str, Any]
State = dict[str, dict[str, Due]]


class Week:
    """A device beside a model of it. Every operation is done on both."""

    def __init__(self, backend: Any) -> None:
        self.wall, self.steady = START, 10.0
        self.backend = backend
        self.model: State = {"timer": {}, "alarm": {}, "reminder": {}}
        self.expected: Counter[str] = Counter()
        self.told: Counter[str] = Counter()
        self.kills = self.operations = 0
        self.restart()

    def restart(self, off: float = 0.0) -> None:
        """The process ends, and *off* seconds later another begins."""
        self.wall += off
        self.steady = 3.0
        self.mortal = Mortal(self.backend)
        set_backend(self.mortal)  # type: ignore[arg-type]
        clocks: Any = {"wall": lambda: self.wall, "steady": lambda: self.steady}
        self.services: dict[str, Any] = {
            "timer": TimerService(**clocks),
            "alarm": AlarmService(zone=lambda: timezone.utc, **clocks),
            "reminder": ReminderService(zone=lambda: timezone.utc, **clocks),
        }
        for kind, service in self.services.items():
            service.begin(self._hears(kind))

    def _hears(self, kind: str) -> Callable[[Any, float], bool]:
        def announce(item: Any, late: float) -> bool:
            self.told[f"{kind} {item.id} {round(self.wall - late)}"] += 1
            return True

        return announce

    def do(self, act: Callable[[], Any], model: Callable[[State, Any], None], dies_after: int | None) -> None:
        """Do *act*; where it is acknowledged, the model does as much. Else it may have been done or not."""
        self.operations += 1
        self.mortal.writes_left = dies_after
        try:
            answer = act()
        except Killed:
            self.kills += 1
            before = self.seen_by_model()
            self.restart()
            if self.seen() != before:  # it was done, though nobody heard so
                [new] = [each for kind in self.seen() for each in self.ids(kind) ^ set(self.model[kind])] or [None]
                model(self.model, new)
        else:
            self.mortal.writes_left = None
            model(self.model, answer)
        assert self.seen() == self.seen_by_model()

    def pass_time(self, seconds: float, dies_after: int | None = None) -> None:
        """Time goes by, and what is due is told; where the process dies meanwhile, by the next one."""
        self.operations += 1
        self.wall += seconds
        self.steady += seconds
        self.mortal.writes_left = dies_after
        try:
            self._tick()
        except Killed:
            self.kills += 1
            self.restart()
            self.wall += 120  # a lease of the dead one has run out
            self.steady += 120
            self._tick()
        self.mortal.writes_left = None
        for kind, items in self.model.items():
            for name, item in list(items.items()):
                due = item["due"]
                if due is None or due > self.wall:
                    continue
                if item.get("every"):
                    item["due"] = due + DAY * ((self.wall - due) // DAY + 1)
                    due = item["due"] - DAY
                    while f"{due:.0f}" in item["skipped"]:
                        due -= DAY
                    while f"{item['due']:.0f}" in item["skipped"]:
                        item["due"] += DAY
                else:
                    del items[name]
                self.expected[f"{kind} {name} {round(due)}"] += 1
        assert set(self.told) == set(self.expected), "all that was due was told, and nothing else"
        assert self.kills or max(self.told.values(), default=1) == 1
        assert self.seen() == self.seen_by_model()

    def _tick(self) -> None:
        for service in self.services.values():
            service.tick()

    def ids(self, kind: str) -> set[str]:
        service = self.services[kind]
        return {item.id for item in (service.running() if kind == "timer" else service.all())}

    def seen(self) -> dict[str, dict[str, int]]:
        """What the device knows: kind → id → when it is due, or what is left of a timer that is paused."""
        timers = {
            t.id: round(self.services["timer"].remaining(t)) if t.paused_left is not None else round(t.deadline)
            for t in self.services["timer"].running()
        }
        others = {
            kind: {it.id: round(self.services[kind].due(it).timestamp()) for it in self.services[kind].all()}
            for kind in ("alarm", "reminder")
        }
        return {"timer": timers, **others}

    def seen_by_model(self) -> dict[str, dict[str, int]]:
        return {
            kind: {name: round(it["due"] if it["due"] is not None else it["left"]) for name, it in items.items()}
            for kind, items in self.model.items()
        }

    # -- operations --

    def set_timer(self, seconds: int, dies: int | None) -> None:
        end = self.wall + seconds
        self.do(
            lambda: self.services["timer"].add(seconds, "x").id,
            lambda model, new: model["timer"].update({new: {"due": end}}),
            dies,
        )

    def change_timer(self, which: int, how: str, dies: int | None) -> None:
        name = self.pick("timer", which)
        timer = next(it for it in self.services["timer"].running() if it.id == name)
        if how == "cancel":
            self.do(lambda: self.services["timer"].cancel(timer), lambda model, _: model["timer"].pop(name), dies)
            return
        item, now = self.model["timer"][name], self.wall
        left = item["left"] if item["due"] is None else item["due"] - now
        wanted = {
            "pause": {"due": None, "left": left},
            "resume": {"due": now + left},
            "extend": {"due": None, "left": left + 60} if item["due"] is None else {"due": now + left + 60},
        }[how]
        acts = {
            "pause": lambda: self.services["timer"].pause(timer),
            "resume": lambda: self.services["timer"].resume(timer),
            "extend": lambda: self.services["timer"].change(timer, round(left + 60)),
        }
        self.do(acts[how], lambda model, _: model["timer"].update({name: wanted}), dies)

    def set_appointment(self, kind: str, seconds: int, daily: bool, dies: int | None) -> None:
        due = float(int(self.wall + seconds))
        if daily:
            moment = datetime.fromtimestamp(due, timezone.utc)
            when = When(time=moment.time(), day=moment.date(), repeat="daily")
        elif kind == "alarm":
            moment = datetime.fromtimestamp(due, timezone.utc)
            when = When(time=moment.time(), day=moment.date())
        else:
            when = When(at=due)
        self.do(
            lambda: self.services[kind].add(when, "x").id,
            lambda model, new: model[kind].update({new: {"due": due, "every": daily, "skipped": set()}}),
            dies,
        )

    def cancel_appointment(self, kind: str, which: int, dies: int | None) -> None:
        name = self.pick(kind, which)
        item = self.services[kind].get(name)
        self.do(lambda: self.services[kind].cancel(item), lambda model, _: model[kind].pop(name), dies)

    def skip(self, which: int, dies: int | None) -> None:
        name = self.pick("alarm", which)
        item, due = self.services["alarm"].get(name), self.model["alarm"][name]["due"]
        if not item.recurring:
            return

        def model(state: State, _answer: Any) -> None:
            state["alarm"][name]["skipped"].add(f"{due:.0f}")
            state["alarm"][name]["due"] = due + DAY

        day = datetime.fromtimestamp(due, timezone.utc).date().isoformat()
        self.do(lambda: self.services["alarm"].skip(item, day), model, dies)

    def pick(self, kind: str, which: int) -> str:
        return sorted(self.model[kind])[which % len(self.model[kind])]

    def any_operation(self, chance: random.Random) -> None:
        dies = chance.choice([None, None, None, None, 0, 1, 2, 3])
        which, seconds = chance.randrange(50), chance.randrange(1, 40_000)
        kind = chance.choice(["alarm", "reminder"])
        acts: list[Callable[[], None]] = [lambda: self.pass_time(chance.randrange(1, 4_000), dies)] * 4
        acts.append(lambda: self.restart(chance.choice([0.0, 5.0, 50_000.0])))
        acts += [lambda: self.set_appointment(kind, seconds, chance.random() < 0.4, dies)] * (
            2 if len(self.model[kind]) < 8 else 0
        )
        acts += [lambda: self.set_timer(seconds, dies)] * (2 if len(self.model["timer"]) < 8 else 0)
        if self.model["timer"]:
            for how in ("cancel", "pause", "resume", "extend"):
                acts.append(lambda how=how: self.change_timer(which, how, dies))  # type: ignore[misc]
        if self.model[kind]:
            acts.append(lambda: self.cancel_appointment(kind, which, dies))
        if self.model["alarm"]:
            acts.append(lambda: self.skip(which, dies))
        act = chance.choice(acts)
        act()
        dues = [item["due"] for items in self.model.values() for item in items.values()]
        if any(due is not None and due <= self.wall for due in dues):
            self.pass_time(1)  # after a restart the service looks at once


IN_MEMORY = next((place for place in ("/dev/shm",) if os.access(place, os.W_OK)), None)
"""A folder that no write has to wait for, where there is one: the kills here are none of the machine's."""


@pytest.fixture
def backend(tmp_path: Path) -> Iterator[Any]:
    with open_stores(tmp_path / "stores") as opened:
        set_backend(opened.backend())
        yield get_backend()
        set_backend(None)


def test_two_thousand_operations_with_kills_and_restarts() -> None:
    with tempfile.TemporaryDirectory(dir=IN_MEMORY) as folder, open_stores(Path(folder)) as opened:
        week, chance = Week(opened.backend()), random.Random(20261122)
        while week.operations < 2_000:
            week.any_operation(chance)
    assert week.kills > 100 and len(week.expected) > 200
    assert week.wall - START > 7 * DAY


class WeekMachine(RuleBasedStateMachine):
    """The same, with what fails made as short as it goes."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory(dir=IN_MEMORY)
        self.stores = open_stores(Path(self.folder.name))
        self.week = Week(self.stores.backend())

    @rule(seed=st.integers(0, 10_000))
    def operation(self, seed: int) -> None:
        self.week.any_operation(random.Random(seed))

    def teardown(self) -> None:
        set_backend(None)
        self.stores.close()
        self.folder.cleanup()


WeekMachine.TestCase.settings = settings(
    max_examples=5, stateful_step_count=30, deadline=None, suppress_health_check=list(HealthCheck)
)
TestShortest = WeekMachine.TestCase


USER = """
import pathlib, sys
from ovos_phal_plugin_jarvis.sdk import set_backend
from ovos_phal_plugin_jarvis.stores import open_stores
from ovos_toolbox_everyday.reminders import ReminderService
from ovos_toolbox_everyday.timers import TimerService
with open_stores(pathlib.Path(sys.argv[1])) as stores:
    set_backend(stores.backend())
    timers, reminders = TimerService(), ReminderService()
    for number in range(10_000):
        timers.clear_all() if number % 60 == 59 else None
        made = [timers.set_timer(3600, str(number)), reminders.create_reminder(str(number), "2099-01-01T09:00:00")]
        if number % 2:
            reminders.delete_reminder(made[1].reminder_id)
        print(number, flush=True)
"""


def test_what_another_process_acknowledged_is_there_while_it_runs_and_when_it_was_killed(tmp_path: Path) -> None:
    process = subprocess.Popen([sys.executable, "-c", USER, str(tmp_path)], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    lines = [process.stdout.readline() for _ in range(20)]
    with open_stores(tmp_path) as opened:
        set_backend(opened.backend())
        mine = ReminderService().create_reminder("of another process", "2099-01-01T09:00:00")
        assert {f"{n}" for n in range(0, 20, 2)} <= {each.text for each in ReminderService().get_all_reminders()}
        set_backend(None)
    lines += [process.stdout.readline() for _ in range(10)]
    process.send_signal(signal.SIGKILL)
    acknowledged = len(lines) + len(process.stdout.readlines())
    process.wait()
    with open_stores(tmp_path) as opened:
        set_backend(opened.backend())
        timers = {int(timer.label or "") for timer in TimerService().running()}
        assert ReminderService().delete_reminder(mine.reminder_id)
        reminders = {int(record.text) for record in ReminderService().get_all_reminders()}
        set_backend(None)
    done = set(range(acknowledged))
    if acknowledged < 59:  # then the timers were cleared
        assert done <= timers <= done | {acknowledged}
    assert {n for n in done if n % 2 == 0} <= reminders <= {n for n in done if n % 2 == 0} | {acknowledged}


class Full:
    """A storage that can be read and not be written: a full disk, a database that is read-only."""

    def __init__(self, backend: Any, message: str) -> None:
        self._backend, self._message = backend, message
        self.full = True

    def __getattr__(self, name: str) -> Any:
        if self.full and name in ("save", "delete"):
            raise sqlite3.OperationalError(self._message)
        return getattr(self._backend, name)


@pytest.mark.parametrize("message", ["database or disk is full", "attempt to write a readonly database"])
def test_where_nothing_can_be_written_nothing_is_promised_and_nothing_lost(backend: Any, message: str) -> None:
    week = Week(backend)
    week.set_appointment("alarm", 600, True, None)
    week.set_appointment("reminder", 600, False, None)
    full = week.mortal._backend = Full(backend, message)
    for refused in (
        lambda: week.services["timer"].add(60),
        lambda: week.services["alarm"].add(When(time=time(7), day=datetime(2026, 6, 2).date())),
        lambda: week.services["reminder"].create_reminder("x", "2026-06-02T09:00:00"),
    ):
        with pytest.raises(sqlite3.OperationalError):
            refused()
    assert week.seen() == week.seen_by_model()
    week.wall += 600
    week.steady += 600
    for _ in range(3):
        week._tick()
    assert sum(week.told.values()) == 2  # both were told, once each, though that could not be written down
    full.full = False
    week.wall += DAY
    week.steady += DAY
    week._tick()
    assert sum(week.told.values()) == 3  # the alarm of the day after


def test_ten_thousand_timers_are_refused_in_time() -> None:
    service = TimerService()
    set_timers = [service.set_timer(60 + number) for number in range(MAX_TIMERS)]
    for _ in range(100):
        with pytest.raises(TooManyTimersError):
            service.set_timer(60)
    assert len(service.get_active_timers()) == len(set_timers) == MAX_TIMERS == service.clear_all()


def test_ten_thousand_stored_timers_are_told_one_after_the_other() -> None:
    wall = [START]
    service = TimerService(wall=lambda: wall[0], steady=lambda: wall[0])
    for number in range(10_000):
        timer = Timer(f"{number}", 60, START + 60 + number % 7)
        service._store.save(timer)
    told: list[str] = []
    service.begin(lambda timer, late: told.append(timer.id))
    assert service.tick() <= 3
    wall[0] += 70
    service.tick()
    assert len(told) == len(set(told)) == 10_000 and service.running() == []
