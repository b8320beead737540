"""A long use with kills and restarts: the file holds what a model holds that saw only what was acknowledged."""

from __future__ import annotations

import sqlite3
import tempfile
from contextlib import suppress
from datetime import date, timedelta
from pathlib import Path

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from ovos_toolbox_planner.matching import folded
from ovos_toolbox_planner.planner import Planner
from ovos_toolbox_planner.storage import Storage

DAYS = [date(2026, 1, 5) + timedelta(days=n) for n in range(3)]
OWNERS = ["household", "user 1"]
TITLES = ["call mom", "Call Mom", "call", "🎉", "לקנות חלב", "x" * 140]
days, owners, titles = st.sampled_from(DAYS), st.sampled_from(OWNERS), st.sampled_from(TITLES)
State = tuple[tuple[tuple[str, ...], ...], ...]


class Killed(Exception):
    """The process ends here."""


class LongUse(RuleBasedStateMachine):
    """The planner beside a model in memory."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.planner = self.opened()

    def opened(self) -> Planner:
        storage = Storage(Path(self.folder.name) / "planner.db")
        # Every commit would wait for the disk otherwise; that is for pulled plugs, and not looked at here.
        storage._current().execute("PRAGMA synchronous = OFF")
        return Planner(storage)

    @initialize()
    def empty(self) -> None:
        self.tasks: dict[tuple[str, date], list[list[object]]] = {}
        self.habits: dict[str, dict[str, set[date]]] = {owner: {} for owner in OWNERS}
        self.notes: dict[tuple[str, date], str] = {}
        self.undo: dict[str, list[object]] = {owner: [] for owner in OWNERS}

    def remember(self, owner: str) -> None:
        tasks = {day: [list(task) for task in self.tasks.get((owner, day), [])] for day in DAYS}
        habits = {name: set(done) for name, done in self.habits[owner].items()}
        notes = {day: self.notes.get((owner, day), "") for day in DAYS}
        self.undo[owner].append((tasks, habits, notes))

    @rule(owner=owners, day=days, title=titles, kind=st.sampled_from([None, "must-win"]))
    def create(self, owner: str, day: date, title: str, kind: str | None) -> None:
        _, count = self.planner.create_task(owner, day, title, kind)
        self.remember(owner)
        tasks = self.tasks.setdefault((owner, day), [])
        tasks.append([title, kind, False])
        assert count == sum(folded(str(task[0])) == folded(title) for task in tasks)

    @rule(owner=owners, day=days, title=titles, completed=st.booleans())
    def complete(self, owner: str, day: date, title: str, completed: bool) -> None:
        found = self.planner.find_tasks(owner, day, title)
        if found:
            place = self.planner.tasks(owner, day).index(found[0])
            changed = self.planner.set_task_completed(owner, found[0], completed)
            task = self.tasks[owner, day][place]
            assert changed == (task[2] != completed)
            if changed:
                self.remember(owner)
                task[2] = completed

    @rule(owner=owners, day=days, title=titles)
    def delete(self, owner: str, day: date, title: str) -> None:
        found = self.planner.find_tasks(owner, day, title)
        if found:
            place = self.planner.tasks(owner, day).index(found[0])
            self.planner.delete_task(owner, found[0])
            self.remember(owner)
            del self.tasks[owner, day][place]

    @rule(owner=owners, name=titles)
    def begin_habit(self, owner: str, name: str) -> None:
        known = [there for there in self.habits[owner] if folded(there) == folded(name)]
        _, created = self.planner.create_habit(owner, name)
        assert created == (not known)
        if created:
            self.remember(owner)
            self.habits[owner][name] = set()

    @rule(owner=owners, day=days, place=st.integers(0, 5), completed=st.booleans())
    def do_habit(self, owner: str, day: date, place: int, completed: bool) -> None:
        habits = self.planner.habits(owner)
        if habits:
            habit = habits[place % len(habits)]
            if self.planner.set_habit_completed(owner, habit, day, completed):
                self.remember(owner)
                done = self.habits[owner][habit.name]
                (done.add if completed else done.discard)(day)

    @rule(owner=owners, day=days, text=titles)
    def append(self, owner: str, day: date, text: str) -> None:
        note = self.planner.append_reflection(owner, day, text)
        self.remember(owner)
        before = self.notes.get((owner, day), "")
        self.notes[owner, day] = f"{before}\n{text}" if before else text
        assert note == self.notes[owner, day]

    @rule(owner=owners, day=days, text=st.sampled_from(["", "new"]))
    def replace(self, owner: str, day: date, text: str) -> None:
        before = self.notes.get((owner, day), "")
        self.planner.set_reflection(owner, day, text)
        if text or before:
            self.remember(owner)
        self.notes[owner, day] = text

    @rule(owner=owners)
    def take_back(self, owner: str) -> None:
        found = self.planner.take_back(owner)
        assert (found is None) == (not self.undo[owner])
        if self.undo[owner]:
            tasks, habits, notes = self.undo[owner].pop()  # type: ignore[misc]
            for day in DAYS:
                self.tasks[owner, day], self.notes[owner, day] = tasks[day], notes[day]
            self.habits[owner] = habits

    @rule(owner=owners, day=days, title=titles)
    def killed_in_the_middle(self, owner: str, day: date, title: str) -> None:
        """Rows are written and the process is gone before the change ends: nobody was told of it."""
        with suppress(Killed), self.planner.storage.change(owner, "task_create", {}) as change:
            change.put(
                "tasks", uid="half", day=day.isoformat(), title=title, type=None, completed=0,
                place=change.next_place("tasks"),
            )  # fmt: skip
            raise Killed
        self.restart()

    @rule()
    def restart(self) -> None:
        self.planner.storage.close()
        self.planner = self.opened()

    @rule()
    def other_process_reads(self) -> None:
        connection = sqlite3.connect(Path(self.folder.name) / "planner.db")
        count = connection.execute("SELECT COUNT(*) FROM tasks").fetchone()[0]
        connection.close()
        assert count == sum(map(len, self.tasks.values()))

    @invariant()
    def holds_what_was_acknowledged(self) -> None:
        for owner in OWNERS:
            for day in DAYS:
                there = [[task.title, task.type, task.completed] for task in self.planner.tasks(owner, day)]
                assert there == self.tasks.get((owner, day), [])
                assert self.planner.reflection(owner, day) == self.notes.get((owner, day), "")
            habits = {habit.name: self.planner.days_done(owner, habit) for habit in self.planner.habits(owner)}
            assert habits == self.habits[owner]

    def teardown(self) -> None:
        self.planner.storage.close()
        self.folder.cleanup()


# 40 uses of 50 steps: two thousand operations.
LongUse.TestCase.settings = settings(max_examples=40, stateful_step_count=50, deadline=None)
TestLongUse = LongUse.TestCase
