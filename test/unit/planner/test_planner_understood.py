"""Requests to the planner, and to alarms and reminders, beside words that ask for nothing: as a translator reads them
with the tools of both toolboxes."""

from __future__ import annotations

from typing import Any

import pytest
from planner_said import Calls, calls


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("delete the task about the fence summer's over", ("task_delete", {"title": "fence"})),
        ("scrap the piano task mum won't let me off", ("task_delete", {"title": "piano"})),
        ("uncheck the parcel task the post office was shut", ("task_set_completed", {"title": "parcel"})),
        ("untick the attic task i only got halfway", ("task_set_completed", {"title": "attic", "completed": False})),
        ("tick the swim habit went for one this morning", ("habit_set_completed", {"name": "swim"})),
        ("delete the reminder about the boiler the man came", ("cancel_reminder", {"text": "the boiler"})),
        ("cancel the reminder about the vet i'm not going", ("cancel_reminder", {"text": "the vet"})),
        ("cancel the alarm called yoga my back hurts", ("cancel_alarm", {"label": "yoga"})),
        ("which alarms are on i hope not too many", ("list_alarms", {})),
        ("he came round so you needn't remind me about fergus any more", ("cancel_reminder", {"text": "fergus"})),
    ],
)
def test_why_something_goes_is_no_part_of_its_name(said: str, wanted: tuple[str, dict[str, Any]]) -> None:
    name, arguments = wanted
    found = calls(said)
    assert [called for called, _ in found] == [name]
    assert {key: value for key, value in found[0][1].items() if key in arguments} == arguments


@pytest.mark.parametrize(
    ("said", "name", "text"),
    [
        ("delete the reminder that the bus leaves at nine", "cancel_reminder", "the bus leaves at nine"),
        ("cancel the reminder to tell dad the match is off", "cancel_reminder", "tell dad the match is off"),
        ("remind me to call the sweep the chimney smokes", "set_reminder", "call the sweep the chimney smokes"),
    ],
)
def test_what_is_written_down_or_told_keeps_its_clauses(said: str, name: str, text: str) -> None:
    assert [(called, given["text"]) for called, given in calls(said)] == [(name, text)]


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("i haven't swept the yard yet untick that task", [("swept the yard", False)]),
        ("i never did empty the shed mark it not done after all", [("empty the shed", False)]),
        ("i didn't mean to untick the attic task", []),
        ("i never asked you to untick the attic task", []),
        ("don't untick the attic task", []),
        ("i haven't swept the yard yet", []),
    ],
)
def test_what_is_not_done_yet_is_unticked_where_somebody_says_so(said: str, wanted: list[tuple[str, bool]]) -> None:
    found = [(given.get("title"), given.get("completed")) for _, given in calls(said)]
    assert found == wanted


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("how often have i managed the jigsaw this week", [("habit_progress", {"name": "jigsaw"})]),
        ("you needn't remind me about fergus any more", [("cancel_reminder", {"text": "fergus"})]),
        ("how often have i juggled the kumquats this week", [("habit_progress", {"name": "kumquats"})]),
        ("cancel my pilates alarm", [("cancel_alarm", {"label": "pilates"})]),
        ("cancel my stupid alarm", [("cancel_alarm", {})]),
        ("remove the alarm of ten thirty", [("cancel_alarm", {"time": "10:30"})]),
        ("the alarm of 20 45 delete it", [("cancel_alarm", {"time": "20:45"})]),
        ("how much is left in the planner", [("list_tasks", {})]),
        ("fold the sheets goes in my planner", [("task_create", {"title": "fold the sheets"})]),
        (
            "call the sweep that's a task and it's a must win because the check is tomorrow",
            [("task_create", {"title": "call the sweep", "task_type": "must-win"})],
        ),
        (
            "put polish the boots in the planner but it can wait",
            [("task_create", {"title": "polish the boots", "task_type": "nice-to-do"})],
        ),
        ("i'm going to plank every day keep track of that habit", [("habit_create", {"name": "plank"})]),
        ("my nurse says a warm bath so set that up as a habit", [("habit_create", {"name": "warm bath"})]),
        (
            "i've finished my maths sheet tick off the task",
            [("task_set_completed", {"title": "maths sheet", "completed": True})],
        ),
    ],
)
def test_names_are_heard_wherever_they_are_said(said: str, wanted: Calls) -> None:
    assert calls(said) == wanted
