"""What each tool does, and what it says: one typed method a tool."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime, timedelta
from typing import Any

from ovos_phal_plugin_jarvis.sdk import CommandResponse
from ovos_phal_plugin_jarvis.sdk.date_keys import days_of
from ovos_phal_plugin_jarvis.sdk.locale import Spoken, full_date, listed, together
from ovos_toolbox_planner.allowlist import MAX_APPENDED, MAX_REFLECTION, MAX_SHIFT, MAX_TITLE, TASK_TYPES, read_days
from ovos_toolbox_planner.command import CannotDo, Refused
from ovos_toolbox_planner.days import ExecutionDays
from ovos_toolbox_planner.matching import clamped, folded, unlike
from ovos_toolbox_planner.planner import MAX_NOTE, Gone, Habit, NoteFull, Planner, Progress, Task, same_titles
from ovos_toolbox_planner.scope import SENTENCES, say, scope
from ovos_toolbox_planner.storage import ChangedSince

SPOKEN = 10
"""Tasks or habits that one answer names; it says how many more there are."""
TOLD = 200
"""Tasks or habits that the data of one answer holds."""
_STATE_OF = {True: "task_title_done", False: "task_title_open"}


class PlannerActions:
    """The tools' methods. Calls may come from any thread."""

    def __init__(
        self, planner: Planner, days: ExecutionDays, now: Callable[[Mapping[str, Any] | None], datetime]
    ) -> None:
        """
        Args:
            planner: what there is.
            days: where conversations are.
            now: the user's time, from the session of a request.
        """
        self._planner = planner
        self._days = days
        self._now = now

    # The day

    def check_shift(self, days: int) -> None:
        """Refuse what is no shift."""
        try:
            self._shifted(read_days(days))
        except (ValueError, OverflowError):
            raise Refused("days", say("days_out_of_range", limit=MAX_SHIFT)) from None

    def date_shift(self, days: int) -> CommandResponse:
        """Go some days forward or back."""
        return self._go_to(self._shifted(days))

    def check_day(self, ymd: str) -> None:
        """Refuse what is no day."""
        if self._day(ymd) is None:
            raise Refused("ymd", say("no_such_day", day=clamped(str(ymd), 40)))

    def date_set(self, ymd: str) -> CommandResponse:
        """Go to a day."""
        day = self._day(ymd)
        assert day is not None, "check_day has refused it"
        return self._go_to(day)

    def _shifted(self, days: int) -> date:
        # "Today" is a shift of nothing, and means today wherever the conversation was.
        start = self._today() if days == 0 else self._days.selected(scope().asker, self._today())
        return start + timedelta(days=days)

    def _go_to(self, day: date) -> CommandResponse:
        self._days.move(scope().asker, day)
        return _done(say("day_selected", date=full_date(day, scope().lang)), day=day.isoformat())

    def _day(self, text: str) -> date | None:
        try:
            return date.fromisoformat(str(text)[:10])
        except ValueError:
            pass
        try:
            return days_of(str(text).strip().lower(), self._today())[0][0]
        except (KeyError, ValueError, OverflowError):
            return None

    # Tasks

    def check_title(self, title: str, **others: Any) -> None:
        """Refuse a title that says nothing."""
        if not clamped(title, MAX_TITLE):
            raise Refused("title", say("empty_title"))

    def task_create(self, title: str, task_type: str | None = None) -> CommandResponse:
        """Add a task to the day."""
        day, kept = self._acting(), clamped(title, MAX_TITLE)
        task, count = self._planner.create_task(scope().asker.owner, day, kept, task_type)
        name = "task_added" if count == 1 else "task_added_another"
        said = say(name, title=kept, day=self._said(day), count=count)
        return _done(self._with_cut(said, kept, title, MAX_TITLE), **_task_data(task))

    def check_task(self, title: str, completed: bool | None = None) -> None:
        """Ask which task is meant where several may be."""
        self.check_title(title)
        day = self._day_of(title)
        found = self._meant(day, title, completed)
        if len(found) > 1:
            labels = [str(label) for label in _labels(found)]
            self._days.ask(scope().asker, day, labels)
            raise Refused("title", say("which_task", titles=listed(labels, scope().lang, "or")), labels)

    def task_set_completed(self, title: str, completed: bool) -> CommandResponse:
        """Mark a task of the day as done, or as open again."""
        task = self._one_task(title, completed)
        try:
            changed = self._planner.set_task_completed(scope().asker.owner, task, completed)
        except Gone:
            raise CannotDo(self._no_task(title, task.day)) from None
        name = (
            ("task_done" if changed else "task_was_done")
            if completed
            else ("task_open" if changed else "task_was_open")
        )
        said = say(name, title=task.title, day=self._said(task.day))
        return _done(said, **{**_task_data(task), "completed": completed, "changed": changed})

    def task_delete(self, title: str) -> CommandResponse:
        """Delete a task of the day."""
        task = self._one_task(title, None)
        try:
            left = self._planner.delete_task(scope().asker.owner, task)
        except Gone:
            raise CannotDo(self._no_task(title, task.day)) from None
        said = say(
            "task_deleted_one" if left else "task_deleted", title=task.title, day=self._said(task.day), left=left
        )
        return _done(said, **{**_task_data(task), "left": left})

    def list_tasks(self) -> CommandResponse:
        """Tell the tasks of the day."""
        day = self._acting()
        tasks = self._planner.tasks(scope().asker.owner, day)
        left = [task for task in tasks if not task.completed]
        must = [task.title for task in left if task.type == TASK_TYPES[0]]
        others = [task.title for task in left if task.type != TASK_TYPES[0]]
        done = [task.title for task in tasks if task.completed]
        where = self._said(day)
        parts = [say("tasks_must", day=where, titles=self._named(must))] if must else []
        if others:
            parts.append(say("tasks_open", day=where, titles=self._named(others)))
        if not left:
            parts = [say("tasks_all_done" if tasks else "tasks_none", day=where)]
        if done:
            parts.append(say("tasks_done", titles=self._named(done)))
        shown = [_task_data(task) for task in tasks[:TOLD]]
        return _done(together(parts, scope().lang), day=day.isoformat(), tasks=shown, count=len(tasks), open=len(left))

    def _one_task(self, title: str, completed: bool | None) -> Task:
        day = self._acting(title)
        found = self._meant(day, title, completed)
        if not found:
            raise CannotDo(self._no_task(title, day))
        if len(found) > 1:  # one was added since check_task
            raise CannotDo(say("which_task", titles=listed([str(x) for x in _labels(found)], scope().lang, "or")))
        return found[0]

    def _meant(self, day: date, title: str, completed: bool | None) -> list[Task]:
        """The tasks that *title* may mean. Of those that nothing tells apart it is the first, and of one title those
        that can be made *completed*."""
        tasks = self._planner.tasks(scope().asker.owner, day)
        wanted = clamped(title, MAX_TITLE)
        named = [
            task for task, label in zip(tasks, _labels(tasks), strict=True) if folded(str(label)) == folded(wanted)
        ]
        found = named or self._planner.find_tasks(scope().asker.owner, day, wanted)
        if completed is not None and found and same_titles(found):
            found = [task for task in found if task.completed != completed] or found
        return unlike(found, lambda task: (folded(task.title), task.type, task.completed))

    def _no_task(self, title: str, day: date) -> Spoken:
        return say("no_task", title=clamped(title, MAX_TITLE), date=full_date(day, scope().lang))

    # Habits

    def check_name(self, name: str) -> None:
        """Refuse a name that says nothing."""
        if not clamped(name, MAX_TITLE):
            raise Refused("name", say("empty_name"))

    def habit_create(self, name: str) -> CommandResponse:
        """Begin a habit."""
        self._acting()
        kept = clamped(name, MAX_TITLE)
        habit, created = self._planner.create_habit(scope().asker.owner, kept)
        said = say("habit_added" if created else "habit_known", name=habit.name)
        return _done(self._with_cut(said, kept, name, MAX_TITLE), name=habit.name, created=created)

    def check_habit(self, name: str | None = None, **others: Any) -> None:
        """Ask which habit is meant where several may be."""
        if name is None:
            return
        self.check_name(name)
        found = self._planner.find_habits(scope().asker.owner, clamped(name, MAX_TITLE))
        if len(found) > 1 and not _same_names(found):
            names = [habit.name for habit in found]
            self._days.ask(scope().asker, self._day_of(name), names)
            raise Refused("name", say("which_habit", names=listed(names, scope().lang, "or")), names)

    def habit_set_completed(self, name: str, completed: bool) -> CommandResponse:
        """Mark a habit as done for the day, or as not done."""
        day = self._acting(name)
        habit = self._one_habit(name, day)
        try:
            changed = self._planner.set_habit_completed(scope().asker.owner, habit, day, completed)
        except Gone:
            raise CannotDo(self._no_habit(name, day)) from None
        sentence = ("habit_done" if changed else "habit_was_done") if completed else "habit_not_done"
        said = say(sentence, name=habit.name, day=self._said(day))
        return _done(said, name=habit.name, day=day.isoformat(), completed=completed, changed=changed)

    def habit_progress(self, name: str | None = None) -> CommandResponse:
        """Tell how a habit goes, or all of them."""
        day, owner = self._acting(name), scope().asker.owner
        habits = self._planner.habits(owner) if name is None else [self._one_habit(name, day)]
        told = [self._planner.progress(owner, habit, day) for habit in habits[:TOLD]]
        parts = [_progress_said(progress) for progress in told[:SPOKEN]]
        if not parts:
            parts = [say("no_habits")]
        if len(habits) > SPOKEN:
            parts.append(say("and_more", count=len(habits) - SPOKEN))
        data = [_progress_data(progress) for progress in told]
        return _done(together(parts, scope().lang), day=day.isoformat(), habits=data, count=len(habits))

    def _one_habit(self, name: str, day: date) -> Habit:
        found = self._planner.find_habits(scope().asker.owner, clamped(name, MAX_TITLE))
        if not found:
            raise CannotDo(self._no_habit(name, day))
        if not _same_names(found):
            raise CannotDo(say("which_habit", names=listed([habit.name for habit in found], scope().lang, "or")))
        return found[0]

    def _no_habit(self, name: str, day: date) -> Spoken:
        return say("no_habit", name=clamped(name, MAX_TITLE), date=full_date(day, scope().lang))

    # The note

    def check_text(self, text: str) -> None:
        """Refuse a text that says nothing."""
        if not text.strip():
            raise Refused("text", say("empty_text"))

    def reflection_append(self, text: str) -> CommandResponse:
        """Add a line to the note of the day."""
        day, kept = self._acting(), clamped(text, MAX_APPENDED)
        try:
            note = self._planner.append_reflection(scope().asker.owner, day, kept)
        except NoteFull:
            raise CannotDo(say("note_full", day=self._said(day), limit=MAX_NOTE)) from None
        said = say("note_added", day=self._said(day))
        return _done(self._with_cut(said, kept, text, MAX_APPENDED), day=day.isoformat(), reflection=note)

    def reflection_set(self, text: str) -> CommandResponse:
        """Replace the note of the day; no text leaves none."""
        day, kept = self._acting(), clamped(text, MAX_REFLECTION)
        self._planner.set_reflection(scope().asker.owner, day, kept)
        said = say("note_replaced" if kept else "note_emptied", day=self._said(day))
        return _done(self._with_cut(said, kept, text, MAX_REFLECTION), day=day.isoformat(), reflection=kept)

    def read_reflection(self) -> CommandResponse:
        """Read the note of the day."""
        day = self._acting()
        note = self._planner.reflection(scope().asker.owner, day)
        said = say("note_is", day=self._said(day), text=note) if note else say("no_note", day=self._said(day))
        return _done(said, day=day.isoformat(), reflection=note)

    # Undo

    def planner_undo(self) -> CommandResponse:
        """Take the last change back."""
        try:
            found = self._planner.take_back(scope().asker.owner)
        except ChangedSince:
            raise CannotDo(say("undo_changed_since")) from None
        if found is None:
            return _done(say("nothing_to_undo"), undone=None)
        kind, about = found
        name = f"undo_{kind}"
        if "completed" in about:
            name += "_true" if about["completed"] else "_false"
        slots = {key: value for key, value in about.items() if key in ("title", "name")}
        if "day" in about:
            slots["day"] = self._said(date.fromisoformat(about["day"]))
        return _done(SENTENCES.say(name, scope().lang, **slots), undone=kind, about=about)

    # Words

    def _today(self) -> date:
        return self._now(scope().session).date()

    def _acting(self, named: str | None = None) -> date:
        return self._days.acting(scope().asker, self._today(), named, scope().answering)

    def _day_of(self, named: str) -> date:
        return self._days.day(scope().asker, self._today(), named, scope().answering)

    def _said(self, day: date) -> Spoken:
        near = {0: "day_today", 1: "day_tomorrow", -1: "day_yesterday"}.get((day - self._today()).days)
        return SENTENCES.say(near, scope().lang) if near else full_date(day, scope().lang)

    def _named(self, titles: Sequence[str]) -> Spoken:
        if len(titles) <= SPOKEN:
            return listed(titles, scope().lang)
        more = say("and_more", count=len(titles) - SPOKEN)
        return together([*titles[:SPOKEN], more], scope().lang, ", ")

    def _with_cut(self, said: Spoken, kept: str, given: str, limit: int) -> Spoken:
        """*said*, and that a text was shortened where it was."""
        return together([said, say("shortened", limit=limit)], scope().lang) if kept != given.strip() else said


def _done(message: str, **data: Any) -> CommandResponse:
    return CommandResponse.final_response({**data, "message": message})


def _task_data(task: Task) -> dict[str, Any]:
    return {
        "title": task.title,
        "day": task.day.isoformat(),
        "task_type": task.type,
        "completed": task.completed,
    }


def _type(kind: str | None) -> Spoken:
    return SENTENCES.named("task_type", [*TASK_TYPES, None].index(kind), scope().lang)


def _labels(tasks: Sequence[Task]) -> list[Spoken]:
    """What each of *tasks* is called beside the others: its title, and what tells it from one of the same title."""
    labels = []
    for task in tasks:
        label = Spoken(task.title)
        twins = [other for other in tasks if folded(other.title) == folded(task.title)]
        if len({other.type for other in twins}) > 1:
            label = say("task_title_typed", title=label, type=_type(task.type))
        if len({other.completed for other in twins}) > 1:
            label = SENTENCES.say(_STATE_OF[task.completed], scope().lang, title=label)
        labels.append(label)
    return labels


def _same_names(habits: Sequence[Habit]) -> bool:
    return len({folded(habit.name) for habit in habits}) == 1


def _progress_said(progress: Progress) -> Spoken:
    name = progress.habit.name
    if progress.last is None:
        return say("habit_never", name=name)
    week = {"done": progress.this_week, "days": progress.days_of_week}
    if progress.streak > 1:
        return say("habit_streak", name=name, count=progress.streak, **week)
    return say("habit_streak_one" if progress.streak else "habit_streak_none", name=name, **week)


def _progress_data(progress: Progress) -> dict[str, Any]:
    return {
        "name": progress.habit.name,
        "streak": progress.streak,
        "longest_streak": progress.longest,
        "this_week": progress.this_week,
        "days_of_week": progress.days_of_week,
        "last": progress.last.isoformat() if progress.last else None,
    }
