"""Tasks and a note for each day, and habits: what there is, and what can be done with it. Speaks nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from uuid import uuid4

from ovos_toolbox_planner.matching import folded, matching
from ovos_toolbox_planner.storage import Change, Row, Storage

MAX_NOTE = 20_000
"""Characters that a day's note may grow to by appending."""
_TASKS = "SELECT * FROM tasks WHERE owner = ? AND day = ? ORDER BY place, uid"
_HABITS = "SELECT * FROM habits WHERE owner = ? ORDER BY place, uid"


class Gone(Exception):
    """What was to be changed is no longer there: somebody else removed it meanwhile."""


class NoteFull(Exception):
    """A note would grow beyond ``MAX_NOTE``; it was left as it is."""


@dataclass(frozen=True)
class Task:
    """A task of a day."""

    uid: str
    day: date
    title: str
    type: str | None
    """``must-win``, ``nice-to-do``, or None where nobody said."""
    completed: bool


@dataclass(frozen=True)
class Habit:
    """Something that is done again and again."""

    uid: str
    name: str


@dataclass(frozen=True)
class Progress:
    """How a habit goes, seen from a day."""

    habit: Habit
    streak: int
    """Days in a row up to that day; up to the day before where it is not done on that day yet."""
    longest: int
    this_week: int
    """Days since Monday on which it was done, that day included."""
    days_of_week: int
    """Days since Monday, that day included: 1 to 7."""
    last: date | None
    """When it was done last, up to that day; None for never."""


class Planner:
    """One planner for all users; *owner* is whose. Calls may come from any thread.

    Every method raises ``StorageFailed`` where the file can't be used; nothing is done then.
    """

    def __init__(self, storage: Storage) -> None:
        """
        Args:
            storage: the file.
        """
        self.storage = storage

    def tasks(self, owner: str, day: date) -> list[Task]:
        """The tasks of a day, in the order in which they were added."""
        return [_task(row) for row in self.storage.select(_TASKS, owner, day.isoformat())]

    def find_tasks(self, owner: str, day: date, title: str) -> list[Task]:
        """The tasks of a day that *title* may mean, see ``matching``."""
        return matching(self.tasks(owner, day), title, lambda task: task.title)

    def create_task(self, owner: str, day: date, title: str, task_type: str | None) -> tuple[Task, int]:
        """Add a task.

        Returns:
            It, and how many of that title the day now has.
        """
        task = Task(uuid4().hex, day, title, task_type, False)
        about = {"title": title, "day": day.isoformat()}
        with self.storage.change(owner, "task_create", about) as change:
            change.put("tasks", **_task_row(task), place=change.next_place("tasks"))
            titles = [folded(row["title"]) for row in change.select(_TASKS, owner, day.isoformat())]
        return task, titles.count(folded(title))

    def set_task_completed(self, owner: str, task: Task, completed: bool) -> bool:
        """Mark a task as done or as open. False where it was so.

        Raises:
            Gone: there is no such task any more.
        """
        about = {"title": task.title, "day": task.day.isoformat(), "completed": completed}
        with self.storage.change(owner, "task_set_completed", about) as change:
            row = _still_there(change, owner, task)
            if bool(row["completed"]) == completed:
                return False
            change.put("tasks", **{**row, "completed": int(completed)})
        return True

    def delete_task(self, owner: str, task: Task) -> int:
        """Delete a task. How many of its title are left on its day.

        Raises:
            Gone: there is no such task any more.
        """
        about = {"title": task.title, "day": task.day.isoformat()}
        with self.storage.change(owner, "task_delete", about) as change:
            _still_there(change, owner, task)
            change.drop("tasks", uid=task.uid)
            titles = [folded(row["title"]) for row in change.select(_TASKS, owner, task.day.isoformat())]
        return titles.count(folded(task.title))

    def habits(self, owner: str) -> list[Habit]:
        """All habits, in the order in which they were added."""
        return [Habit(row["uid"], row["name"]) for row in self.storage.select(_HABITS, owner)]

    def find_habits(self, owner: str, name: str) -> list[Habit]:
        """The habits that *name* may mean, see ``matching``."""
        return matching(self.habits(owner), name, lambda habit: habit.name)

    def create_habit(self, owner: str, name: str) -> tuple[Habit, bool]:
        """Begin a habit. It, and False where there was one of that name, which is it then."""
        with self.storage.change(owner, "habit_create", {"name": name}) as change:
            for row in change.select(_HABITS, owner):
                if folded(row["name"]) == folded(name):
                    return Habit(row["uid"], row["name"]), False
            habit = Habit(uuid4().hex, name)
            change.put("habits", uid=habit.uid, name=name, place=change.next_place("habits"))
        return habit, True

    def set_habit_completed(self, owner: str, habit: Habit, day: date, completed: bool) -> bool:
        """Mark a habit as done on a day, or as not done. False where it was so.

        Raises:
            Gone: there is no such habit any more.
        """
        about = {"name": habit.name, "day": day.isoformat(), "completed": completed}
        with self.storage.change(owner, "habit_set_completed", about) as change:
            if not change.select("SELECT 1 FROM habits WHERE owner = ? AND uid = ?", owner, habit.uid):
                raise Gone(habit.name)
            key = {"habit": habit.uid, "day": day.isoformat()}
            done = change.select(
                "SELECT 1 FROM habit_days WHERE owner = ? AND habit = ? AND day = ?", owner, *key.values()
            )
            if bool(done) == completed:
                return False
            if completed:
                change.put("habit_days", **key)
            else:
                change.drop("habit_days", **key)
        return True

    def days_done(self, owner: str, habit: Habit) -> set[date]:
        """The days on which a habit was done."""
        rows = self.storage.select("SELECT day FROM habit_days WHERE owner = ? AND habit = ?", owner, habit.uid)
        return {date.fromisoformat(row["day"]) for row in rows}

    def progress(self, owner: str, habit: Habit, day: date) -> Progress:
        """How a habit goes, seen from *day*; what is done later does not count."""
        done = {done for done in self.days_done(owner, habit) if done <= day}
        end = day if day in done else _before(day)
        return Progress(
            habit,
            streak=_streak(done, end),
            longest=max(
                (_streak(done, last) for last in done if last == date.max or last + _DAY not in done), default=0
            ),
            this_week=sum((day - other).days <= day.weekday() for other in done),
            days_of_week=day.weekday() + 1,
            last=max(done, default=None),
        )

    def reflection(self, owner: str, day: date) -> str:
        """The note of a day; empty where there is none."""
        found = self.storage.select("SELECT text FROM reflections WHERE owner = ? AND day = ?", owner, day.isoformat())
        return str(found[0]["text"]) if found else ""

    def append_reflection(self, owner: str, day: date, text: str) -> str:
        """Add to the note of a day, on a line of its own. The whole note.

        Raises:
            NoteFull: it would be longer than ``MAX_NOTE`` characters.
        """
        with self.storage.change(owner, "reflection_append", {"day": day.isoformat()}) as change:
            found = change.select("SELECT text FROM reflections WHERE owner = ? AND day = ?", owner, day.isoformat())
            note = f"{found[0]['text']}\n{text}" if found and found[0]["text"] else text
            if len(note) > MAX_NOTE:
                raise NoteFull
            change.put("reflections", day=day.isoformat(), text=note)
        return note

    def set_reflection(self, owner: str, day: date, text: str) -> None:
        """Replace the note of a day; an empty text leaves none."""
        with self.storage.change(owner, "reflection_set", {"day": day.isoformat()}) as change:
            if text:
                change.put("reflections", day=day.isoformat(), text=text)
            else:
                change.drop("reflections", day=day.isoformat())

    def take_back(self, owner: str) -> tuple[str, Row] | None:
        """Undo the last change that stands: its kind, named after the tool that made it, and what it was about. None
        where there is none.

        Raises:
            ChangedSince: what it changed is no longer as it left it.
        """
        return self.storage.take_back(owner)


def same_titles(tasks: Sequence[Task]) -> bool:
    """Whether all of *tasks* have one title."""
    return len({folded(task.title) for task in tasks}) == 1


_DAY = timedelta(days=1)


def _before(day: date) -> date:
    return day - _DAY if day > date.min else day


def _streak(done: set[date], end: date) -> int:
    count = 0
    while end in done:
        count += 1
        if end == date.min:
            break
        end -= _DAY
    return count


def _task(row: Row) -> Task:
    return Task(row["uid"], date.fromisoformat(row["day"]), row["title"], row["type"], bool(row["completed"]))


def _task_row(task: Task) -> Row:
    return {
        "uid": task.uid,
        "day": task.day.isoformat(),
        "title": task.title,
        "type": task.type,
        "completed": int(task.completed),
    }


def _still_there(change: Change, owner: str, task: Task) -> Row:
    found = change.select("SELECT * FROM tasks WHERE owner = ? AND uid = ?", owner, task.uid)
    if not found:
        raise Gone(task.title)
    return found[0]
