"""The guide's contract: kinds, fields and limits, and the translation between commands and tools both ways."""

from __future__ import annotations

import doctest
from datetime import date
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ovos_toolbox_planner import PlannerToolBox, allowlist
from ovos_toolbox_planner.allowlist import (
    FIELDS,
    KIND_OF,
    MAX_COMMANDS,
    TOOL_OF,
    NotAllowed,
    call_of,
    checked,
    command,
    command_of,
    commands_of,
)

TODAY = date(2026, 1, 5)
COMMANDS: list[dict[str, Any]] = [
    {"kind": "date.shift", "days": 1},
    {"kind": "date.set", "ymd": "2026-01-09"},
    {"kind": "habit.create", "name": "reading"},
    {"kind": "task.create", "title": "renew passport", "taskType": "must-win"},
    {"kind": "task.create", "title": "call mom"},
    {"kind": "task.setCompleted", "title": "call mom", "completed": False},
    {"kind": "task.delete", "title": "call mom"},
    {"kind": "habit.setCompleted", "name": "reading", "completed": True},
    {"kind": "reflection.append", "text": "shipped v1"},
    {"kind": "reflection.set", "text": ""},
]


def test_the_kinds_are_the_guides_and_each_has_its_tool() -> None:
    assert dict(TOOL_OF) == {
        "date.shift": "date_shift",
        "date.set": "date_set",
        "habit.create": "habit_create",
        "task.create": "task_create",
        "task.setCompleted": "task_set_completed",
        "task.delete": "task_delete",
        "habit.setCompleted": "habit_set_completed",
        "reflection.append": "reflection_append",
        "reflection.set": "reflection_set",
    }
    box = PlannerToolBox()
    schemas = {tool.name: tool.argument_schema.model_json_schema() for tool in box.discover_tools()}
    for kind, fields in FIELDS.items():
        schema = schemas[TOOL_OF[kind]]
        assert {field.argument for field in fields} == set(schema["properties"])
        assert {field.argument for field in fields if field.required} == set(schema["required"])
    assert set(schemas) - set(KIND_OF) == {"list_tasks", "habit_progress", "read_reflection", "planner_undo"}
    assert schemas["task_create"]["properties"]["task_type"]["enum"] == ["must-win", "nice-to-do"]


@pytest.mark.parametrize("given", COMMANDS, ids=lambda c: c["kind"])
def test_a_command_becomes_a_call_and_a_command_again(given: dict[str, Any]) -> None:
    tool, arguments = call_of(given)
    assert (tool, command_of(tool, arguments)) == (TOOL_OF[given["kind"]], given)


def test_the_guides_example() -> None:
    calls = [("date_shift", {"days": 1}), ("task_create", {"title": "renew passport", "task_type": "must-win"})]
    assert commands_of(calls, TODAY) == ([COMMANDS[0], COMMANDS[3]], [])


@pytest.mark.parametrize(
    "given",
    [
        {"kind": "task.purge", "title": "x"},
        {"kind": "date.shift", "days": 1.5},
        {"kind": "date.shift", "days": "1"},
        {"kind": "date.shift", "days": True},
        {"kind": "date.shift", "days": 366},
        {"kind": "date.shift", "days": -366},
        {"kind": "date.shift"},
        {"kind": "date.set", "ymd": "2026-02-30"},
        {"kind": "date.set", "ymd": "tomorrow"},
        {"kind": "date.set", "ymd": "20260105"},
        {"kind": "habit.create", "name": "   "},
        {"kind": "task.create", "title": ""},
        {"kind": "task.create", "title": 7},
        {"kind": "task.create", "title": "x", "taskType": "urgent"},
        {"kind": "task.setCompleted", "title": "x"},
        {"kind": "task.setCompleted", "title": "x", "completed": "yes"},
        {"kind": "reflection.append", "text": ""},
        {"kind": "reflection.set"},
        {"kind": ["task.create"]},
        {},
        None,
        "task.create",
    ],
    ids=str,
)  # fmt: skip
def test_what_is_unknown_or_invalid_is_dropped_and_the_rest_goes_on(given: Any) -> None:
    with pytest.raises(NotAllowed):
        command(given)
    kept, dropped = checked([given, {"kind": "date.shift", "days": 365}])
    assert kept == [{"kind": "date.shift", "days": 365}] and len(dropped) == 1


@pytest.mark.parametrize(
    ("kind", "field", "limit"),
    [
        ("habit.create", "name", 140),
        ("task.create", "title", 140),
        ("task.delete", "title", 140),
        ("reflection.append", "text", 1500),
        ("reflection.set", "text", 4000),
    ],
)
def test_what_is_too_long_is_clamped_and_still_valid(kind: str, field: str, limit: int) -> None:
    made = command({"kind": kind, field: "  " + "é" * (limit + 1)})
    assert made == {"kind": kind, field: "é" * limit}
    family = "👩‍👩‍👧‍👦"
    assert command({"kind": kind, field: "a" * (limit - 2) + family})[field] == "a" * (limit - 2), "never cut through"


def test_no_more_than_five_commands_in_their_order() -> None:
    kept, dropped = checked([{"kind": "date.shift", "days": days} for days in range(8)])
    assert [c["days"] for c in kept] == [0, 1, 2, 3, 4] and len(kept) == MAX_COMMANDS
    assert len(dropped) == 3
    assert checked("no list") == ([], ["'commands' is no list"])


def test_unknown_fields_go_and_days_are_counted_from_the_given_date() -> None:
    assert command({"kind": "task.delete", "title": "x", "id": 4}) == {"kind": "task.delete", "title": "x"}
    for said, day in (
        ("next_friday", "2026-01-09"),
        ("2026-02-01", "2026-02-01"),
        ("2026-02-01T09:00:00", "2026-02-01"),
    ):
        assert command_of("date_set", {"ymd": said}, TODAY) == {"kind": "date.set", "ymd": day}
    with pytest.raises(NotAllowed, match="list_tasks"):
        command_of("list_tasks", {})


@settings(max_examples=60, deadline=None)
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from(["kind", "title", "days", "text", "ymd"]), inner | st.sampled_from([*FIELDS])
            )
        ),
    )
)
def test_whatever_a_translator_answers_nothing_invalid_remains(answer: Any) -> None:
    kept, _ = checked(answer)
    assert len(kept) <= MAX_COMMANDS
    assert all(command(one) == one for one in kept)


def test_the_examples_of_the_module() -> None:
    assert doctest.testmod(allowlist).failed == 0
