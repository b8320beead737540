"""``task_create``, ``task_set_completed``, ``task_delete`` and ``list_tasks``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from typing import Annotated, Any, Literal

from ovos_phal_plugin_jarvis.sdk import CommandResponse, NotMeant, Param, ToolRefused
from ovos_phal_plugin_jarvis.sdk.locale import Spoken, full_date, together
from ovos_toolbox_planner import examples
from ovos_toolbox_planner.allowlist import MAX_TITLE, TASK_TYPES
from ovos_toolbox_planner.matching import clamped, folded, unlike
from ovos_toolbox_planner.planner import Gone, Task, same_titles
from ovos_toolbox_planner.scope import SENTENCES, say, scope
from ovos_toolbox_planner.tool import DESTROYS, READS, TOLD, PlannerTool, done, filled, named_some, with_cut

_THE_TASK = (
    r"(?: (?:back|forward|over))? (?:the|my|that|this|our) (?:[\w'’-]+ ){1,8}?(?<!\ba )(?<!\bwin )(?<!\bdo )task\b"
)
_OF_ONE_THAT_IS_THERE = re.compile(
    r"(?:(?:please|can|could|would|will|you|let's) )*"
    rf"(?:(?:move|change|turn|rename|copy|postpone|reschedule|shift|push|bump|assign|share|send|email|swap){_THE_TASK}"
    rf"|(?:make|mark|rate|class|flag){_THE_TASK} (?:(?:as|into) )?(?:a )?(?:must|nice))",
    re.IGNORECASE,
)
"""What is to be done with a task that is there, and that nothing here does: it makes no new one."""

Title = Annotated[str, Param("What the task is called, or a part of it")]


class TaskCreate(PlannerTool):
    """Add a task to the planner: something that is to be done once on the day. It may be a must win, which has to be
    done, or a nice to do."""

    keywords = ["task", "to do", "must win", "nice to do", "todo"]
    examples = examples.TASK_CREATE
    rules = [
        "Leave task_type out where the user says nothing of it.",
        "In doubt between a task and a habit it is a task.",
    ]
    antipatterns = {
        "habit_create": "Something that is done every day.",
        "task_set_completed": "It has been done: 'complete task call mom'.",
    }

    def post_process_tool_call(self, args: dict[str, Any], voice_command: str) -> dict[str, Any]:
        """See ``PlannerTool``; "make the boat task a must win" is about one that is there."""
        if _OF_ONE_THAT_IS_THERE.match(voice_command):
            raise NotMeant(voice_command)
        mended = super().post_process_tool_call(args, voice_command)
        asked = _ONE_TASK.match(voice_command)
        title = str(mended.get("title") or "").lower()
        if asked and " and " in asked["title"] and not asked["title"].lower().startswith(title):
            raise NotMeant(voice_command)  # "call" of "call bob and alice" would be lost
        return mended

    def __call__(
        self,
        title: Annotated[str, Param("What is to be done")],
        task_type: Annotated[
            Literal["must-win", "nice-to-do"] | None,
            Param("must-win: has to be done; nice-to-do: may wait. Only where the user says so"),
        ] = None,
    ) -> CommandResponse:
        kept, day = filled(title, MAX_TITLE, "title", "empty_title"), self.acting_day()
        task, count = self.desk.planner.create_task(self.owner, day, kept, task_type)
        sentence = "task_added" if count == 1 else "task_added_another"
        self.desk.days.note(scope().asker, kept, day)
        said = say(sentence, title=kept, day=self.day_name(day), count=count)
        return done(with_cut(said, title, MAX_TITLE), **_data(task))


_ONE_TASK = re.compile(
    r"(?:please )?(?:add|create|make|new)(?: (?:a|an|another|new))* task (?:to )?(?P<title>\w.*)$", re.I
)
"""A request for one task, whose title comes right behind."""
_TALK = re.compile(
    r"^(?!.*\b(?:tasks?|to[ -]?dos?|planner|un[ -]?(?:do|tick|check|mark|complete|finish)\w*|re-?open\w*|mark|tick"
    r"|cross|check|set|put)\b).*\b(?:is|are|was|were)(?:n['’]?t| not) ",
    re.IGNORECASE,
)
"""What tells how something is, and speaks neither of a task nor of what is to become of it."""


class OneTaskTool(PlannerTool, declared=False):
    """A tool that needs one task of the day."""

    def one_task(self, title: str, completed: bool | None = None) -> Task:
        """The task that *title* means.

        Args:
            title: what was said of it.
            completed: what it is to become; of one title, those that can are meant.

        Raises:
            ToolRefused: there is none, or several may be meant.
        """
        wanted = filled(title, MAX_TITLE, "title", "empty_title")
        day = self.acting_day(wanted)
        found = self._meant(day, wanted, completed)
        before = None if found else self.desk.days.noted(scope().asker, wanted)
        if before is not None:
            found = self._meant(before, wanted, completed)
        if not found:
            raise self.not_found(wanted, day)
        if len(found) > 1:
            raise self.which("title", "which_task", day, [str(label) for label in _labels(found)])
        self.desk.days.note(scope().asker, found[0].title, found[0].day)
        return found[0]

    def not_found(self, title: str, day: date) -> ToolRefused:
        """That there is no such task."""
        return ToolRefused(say("no_task", title=clamped(title, MAX_TITLE), date=full_date(day, scope().lang)))

    def _meant(self, day: date, wanted: str, completed: bool | None) -> list[Task]:
        tasks = self.desk.planner.tasks(self.owner, day)
        labelled = zip(tasks, _labels(tasks), strict=True)
        named = [task for task, label in labelled if folded(str(label)) == folded(wanted)]
        found = named or self.desk.planner.find_tasks(self.owner, day, wanted)
        if completed is not None and found and same_titles(found):
            found = [task for task in found if task.completed != completed] or found
        # Of those that nothing tells apart, any is meant.
        return unlike(found, lambda task: (folded(task.title), task.type, task.completed))


class TaskSetCompleted(OneTaskTool):
    """Mark a task of the day as done, completed, finished, or as not done and open again."""

    keywords = ["complete", "done", "finished", "check off", "tick off", "reopen"]
    examples = examples.TASK_SET_COMPLETED
    antipatterns = {
        "habit_set_completed": "A habit: 'i did my reading today'.",
        "task_delete": "It is to go away without having been done.",
    }

    def post_process_tool_call(self, args: dict[str, Any], voice_command: str) -> dict[str, Any]:
        """See ``PlannerTool``; that something isn't done is talk, where nobody speaks of a task."""
        mended = super().post_process_tool_call(args, voice_command)
        if mended.get("completed") is False and _TALK.search(voice_command):
            raise NotMeant(voice_command)
        return mended

    def __call__(
        self, title: Title, completed: Annotated[bool, Param("True: done; false: open again")]
    ) -> CommandResponse:
        task = self.one_task(title, completed)
        try:
            changed = self.desk.planner.set_task_completed(self.owner, task, completed)
        except Gone:
            raise self.not_found(title, task.day) from None
        if completed:
            sentence = "task_done" if changed else "task_was_done"
        else:
            sentence = "task_open" if changed else "task_was_open"
        said = SENTENCES.say(sentence, scope().lang, title=task.title, day=self.day_name(task.day))
        return done(said, **{**_data(task), "completed": completed, "changed": changed})


class TaskDelete(OneTaskTool):
    """Delete a task of the day: remove it from the planner without its being done."""

    keywords = ["delete", "remove", "drop", "cancel task"]
    examples = examples.TASK_DELETE
    antipatterns = {"task_set_completed": "It has been done: 'complete task call mom'."}
    annotations = DESTROYS

    def __call__(self, title: Title) -> CommandResponse:
        task = self.one_task(title)
        try:
            left = self.desk.planner.delete_task(self.owner, task)
        except Gone:
            raise self.not_found(title, task.day) from None
        sentence = "task_deleted_one" if left else "task_deleted"
        said = say(sentence, title=task.title, day=self.day_name(task.day), left=left)
        return done(said, **{**_data(task), "left": left})


class ListTasks(PlannerTool):
    """Tell the tasks of the day in the planner: what is on, what is left to do."""

    keywords = ["tasks", "to do list", "agenda", "what's on", "left to do"]
    examples = examples.LIST_TASKS
    antipatterns = {
        "habit_progress": "Habits: 'how is my reading habit going'.",
        "read_reflection": "The note of the day.",
    }
    annotations = READS

    def __call__(self) -> CommandResponse:
        day = self.acting_day()
        tasks = self.desk.planner.tasks(self.owner, day)
        left = [task for task in tasks if not task.completed]
        must = [task.title for task in left if task.type == TASK_TYPES[0]]
        others = [task.title for task in left if task.type != TASK_TYPES[0]]
        where, parts = self.day_name(day), []
        if must:
            parts.append(say("tasks_must", day=where, titles=named_some(must)))
        if others:
            parts.append(say("tasks_open", day=where, titles=named_some(others)))
        if not left:
            parts.append(say("tasks_all_done" if tasks else "tasks_none", day=where))
        if len(left) < len(tasks):
            parts.append(say("tasks_done", titles=named_some([task.title for task in tasks if task.completed])))
        return done(
            together(parts, scope().lang),
            day=day.isoformat(),
            tasks=[_data(task) for task in tasks[:TOLD]],
            count=len(tasks),
            open=len(left),
        )


def _data(task: Task) -> dict[str, Any]:
    return {"title": task.title, "day": task.day.isoformat(), "task_type": task.type, "completed": task.completed}


def _labels(tasks: Sequence[Task]) -> list[Spoken]:
    """What each of *tasks* is called beside the others: its title, and what tells it from one of the same title."""
    labels = []
    for task in tasks:
        label = Spoken(task.title)
        twins = [other for other in tasks if folded(other.title) == folded(task.title)]
        if len({other.type for other in twins}) > 1:
            kind = SENTENCES.named("task_type", [*TASK_TYPES, None].index(task.type), scope().lang)
            label = say("task_title_typed", title=label, type=kind)
        if len({other.completed for other in twins}) > 1:
            label = say("task_title_done" if task.completed else "task_title_open", title=label)
        labels.append(label)
    return labels
