"""How people ask for each tool: what they say → the arguments."""

from ovos_toolbox_planner.examples.days import DATE_SET, DATE_SHIFT, PLANNER_UNDO
from ovos_toolbox_planner.examples.habits import HABIT_CREATE, HABIT_PROGRESS, HABIT_SET_COMPLETED
from ovos_toolbox_planner.examples.notes import READ_REFLECTION, REFLECTION_APPEND, REFLECTION_SET
from ovos_toolbox_planner.examples.tasks import LIST_TASKS, TASK_CREATE, TASK_DELETE, TASK_SET_COMPLETED

__all__ = [
    "DATE_SET",
    "DATE_SHIFT",
    "HABIT_CREATE",
    "HABIT_PROGRESS",
    "HABIT_SET_COMPLETED",
    "LIST_TASKS",
    "PLANNER_UNDO",
    "READ_REFLECTION",
    "REFLECTION_APPEND",
    "REFLECTION_SET",
    "TASK_CREATE",
    "TASK_DELETE",
    "TASK_SET_COMPLETED",
]
