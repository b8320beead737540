"""Several requests in one breath, as a translator reads them with the tools of the planner and the everyday ones."""

from __future__ import annotations

import pytest
from planner_said import Calls, calls


def held(wanted: Calls, found: Calls) -> bool:
    """Whether *found* are the *wanted* calls with at least their values."""
    same = [name for name, _ in wanted] == [name for name, _ in found]
    return same and all(given.items() <= got.items() for (_, given), (_, got) in zip(wanted, found, strict=True))


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        # what the first part begins or ends with
        ("delete all reminders and timers", [("cancel_reminder", {"all_reminders": True}), ("cancel_timer", {})]),
        (
            "turn the brightness down and the volume too",
            [("change_brightness", {"direction": "down"}), ("change_volume", {"direction": "down"})],
        ),
        ("show me the shopping list and the garden list", [("read_list", {}), ("read_list", {"list_name": "garden"})]),
        ("read the alarms and reminders", [("list_alarms", {}), ("list_reminders", {})]),
        # a day each, with nothing between
        (
            "remind me tomorrow to air the beds sunday to wind the clock",
            [("set_reminder", {"text": "air the beds"}), ("set_reminder", {"text": "wind the clock"})],
        ),
        # one more of the kind
        (
            "i need a timer for the soup nine minutes another one for the rolls twelve",
            [("set_timer", {"duration_seconds": 540}), ("set_timer", {"duration_seconds": 720, "label": "rolls"})],
        ),
        (
            "timer for the soup nine minutes timer for the rolls twelve",
            [("set_timer", {"duration_seconds": 540}), ("set_timer", {"duration_seconds": 720, "label": "rolls"})],
        ),
        (
            "set an alarm for six and one for eight",
            [("set_alarm", {"time": "06:00"}), ("set_alarm", {"time": "08:00"})],
        ),
        # what was named before
        (
            "write in my journal that the roof leaked and then read me the whole thing",
            [("reflection_append", {"text": "the roof leaked"}), ("read_reflection", {})],
        ),
        ("go to sunday in the planner and tell me what's there", [("date_set", {}), ("list_tasks", {})]),
        (
            "what time is it in lima right now and when does the sun set there",
            [("get_time", {"location": "lima"}), ("sun_times", {"location": "lima"})],
        ),
        # for the box that was spoken of
        ("go to sunday and add sweep the stairs", [("date_set", {}), ("task_create", {"title": "sweep the stairs"})]),
        # with a remark behind
        (
            "what's on the garden list and take rope off it i've got loads",
            [("read_list", {"list_name": "garden"}), ("remove_from_list", {"items": ["rope"]})],
        ),
        ("wake me at five i've a boat to catch and it won't wait for me", [("set_alarm", {"time": "05:00"})]),
        # one, although it holds an "and"
        ("what would the time be in antigua and barbuda", [("get_time", {"location": "antigua and barbuda"})]),
        (
            "add a task call the sweep and ask about the soot",
            [("task_create", {"title": "call the sweep and ask about the soot"})],
        ),
    ],
)
def test_nothing_of_several_is_lost(said: str, wanted: Calls) -> None:
    assert held(wanted, calls(said))


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("note that the sweep came and then he told me everything", ["reflection_append"]),
        ("remind me tomorrow to book the sunday lunch", ["set_reminder"]),
        ("wake me at seven um in two days", ["set_alarm"]),
        ("turn night mode on and the volume to ten", ["night_mode", "set_volume"]),
        ("what time would it be in rome and oslo", ["get_time", "get_time"]),
        ("add a task mow the lawn and mark it done", ["task_create", "task_set_completed"]),
        ("is there another one for the kids", []),
        ("go to sunday and paint the gate", []),
        ("go to sunday and can you help me", ["date_set"]),
        ("go to sunday in the planner and delete everything", ["date_set"]),
    ],
)
def test_what_only_looks_alike_is_read_as_before(said: str, wanted: list[str]) -> None:
    assert [name for name, _ in calls(said)] == wanted


def test_what_points_back_has_the_name_of_what_was_just_made() -> None:
    found = calls("begin tracking cold showers as a habit and tick it for today")
    assert [(name, told["name"]) for name, told in found] == [
        ("habit_create", "cold showers"),
        ("habit_set_completed", "cold showers"),
    ]
