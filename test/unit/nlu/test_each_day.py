"""Days of the week that something comes again on: one that no example names, and several said as one."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timezone
from typing import Any

import pytest
from dialogue_tools import tool
from test_what_becomes_of_the_last import calls, learned, talk

from learned_tools import having_learned
from ovos_phal_plugin_jarvis.nlu import ExampleTranslator
from ovos_phal_plugin_jarvis.tools.definition import ToolParameter
from ovos_phal_plugin_jarvis.translation.values import TranslationContext

DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
TOOLS = (
    tool(
        "schedule_watering",
        "Water the greenhouse at a time.",
        [
            ToolParameter("time", "time", True, "When, HH:MM"),
            ToolParameter("day", "date", False, "On which day"),
            ToolParameter("rhythm", "string", False, "How often", enum_values=("daily", "weekends", *DAYS)),
        ],
        {
            "water the greenhouse at six": {"time": "06:00"},
            "water the greenhouse every day at half past seven": {"time": "07:30", "rhythm": "daily"},
            "water the greenhouse at eight on friday": {"time": "08:00", "day": "next_friday"},
            "every monday at nine water the greenhouse": {"time": "09:00", "rhythm": "monday"},
            "watering at ten every thursday": {"time": "10:00", "rhythm": "thursday"},
            "water the plants in the greenhouse tomorrow at five": {"time": "05:00", "day": "tomorrow"},
            "at seven on weekends water the greenhouse": {"time": "07:00", "rhythm": "weekends"},
            "the greenhouse should be watered at four": {"time": "04:00"},
            "water the greenhouse daily at noon": {"time": "12:00", "rhythm": "daily"},
            "water the greenhouse at six on monday": {"time": "06:00", "day": "next_monday"},
        },
    ),
    tool(
        "write_log",
        "Write a line into the log of the greenhouse.",
        [ToolParameter("text", "string", True, "The line as it was said")],
        {
            "write in the log the tomatoes are ripe": {"text": "the tomatoes are ripe"},
            "log that a pane is broken": {"text": "a pane is broken"},
            "put into the log we sowed basil": {"text": "we sowed basil"},
            "write into the log the heater was off": {"text": "the heater was off"},
            "log new soil came today": {"text": "new soil came today"},
        },
    ),
)
CONTEXT = TranslationContext(datetime(2026, 3, 2, 8, tzinfo=timezone.utc))
Calls = list[tuple[str, dict[str, Any]]]


def watered(**arguments: Any) -> tuple[str, dict[str, Any]]:
    return "schedule_watering", {"time": "09:00", **arguments}


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("every wednesday at nine water the greenhouse", [watered(rhythm="wednesday")]),
        ("water the greenhouse at nine on sundays", [watered(rhythm="sunday")]),
        ("water the greenhouse at nine on wednesday", [watered(day="next_wednesday")]),
        (
            "every tuesday and saturday at nine water the greenhouse",
            [watered(rhythm="tuesday"), watered(rhythm="saturday")],
        ),
        (
            "water the greenhouse every monday tuesday and sunday at nine",
            [watered(rhythm="monday"), watered(rhythm="tuesday"), watered(rhythm="sunday")],
        ),
        (
            "water the greenhouse at nine on mondays and wednesdays",
            [watered(rhythm="monday"), watered(rhythm="wednesday")],
        ),
        (
            "water the greenhouse at nine on monday and wednesday",
            [watered(day="next_monday"), watered(day="next_wednesday")],
        ),
        ("water the greenhouse every saturday and sunday at nine", [watered(rhythm="weekends")]),
        # What is written down is one text.
        (
            "write in the log tom waters every monday and friday",
            [("write_log", {"text": "tom waters every monday and friday"})],
        ),
    ],
)
def test_each_day_is_one_request(said: str, wanted: Calls) -> None:
    assert calls(talk(learned(TOOLS), CONTEXT, said)) == wanted


def test_what_somebody_does_on_each_of_several_days_asks_for_nothing() -> None:
    assert calls(talk(learned(TOOLS), CONTEXT, "every tuesday and friday i work at the bakery")) == []


@pytest.mark.parametrize(
    "said",
    [
        "water the greenhouse at nine until friday",
        "water the greenhouse every day at nine for a week",
        "water the greenhouse at nine once a week",
        "water the greenhouse at nine tuesday through saturday",
    ],
)
def test_how_long_it_goes_on_is_not_left_out(said: str) -> None:
    assert calls(talk(learned(TOOLS), CONTEXT, said)) == []


CABIN = tool(
    "reserve_cabin",
    "Reserve a cabin at the lake for some guests.",
    [
        ToolParameter("guests", "int", True, "Number of guests"),
        ToolParameter("stay_length", "string", False, "How long they stay"),
    ],
    {},
)


def test_how_long_it_goes_on_may_be_a_text_of_the_tool() -> None:
    found = talk(having_learned([CABIN], lang="en"), CONTEXT, "reserve a cabin for 3 guests for 5 days")
    assert calls(found) == [("reserve_cabin", {"guests": 3, "stay_length": "5 days"})]


def test_no_text_of_a_tool_that_knows_no_length_is_how_long_it_goes_on() -> None:
    wish = ToolParameter("wish", "string", False, "What they ask for besides")
    cabin = replace(CABIN, parameters=(CABIN.parameters[0], wish))
    found = talk(having_learned([cabin], lang="en"), CONTEXT, "reserve a cabin for 3 guests for 5 days")
    assert calls(found) == []


def test_a_value_of_a_rhythm_that_means_none_of_these_is_not_taken_for_nothing() -> None:
    rhythm = ToolParameter("rhythm", "string", False, "How often", enum_values=("daily", "weekends", "otherwise"))
    tools = (replace(TOOLS[0], parameters=(*TOOLS[0].parameters[:2], rhythm), examples=TOOLS[0].examples[:3]),)
    found = talk(having_learned(tools, lang="en"), CONTEXT, "water the greenhouse at half past four")
    assert calls(found) == [("schedule_watering", {"time": "04:30"})]


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("water the greenhouse this weekend at nine", watered(day="this_weekend")),
        ("water the greenhouse at nine every weekend", watered(rhythm="weekends")),
        ("water the greenhouse at nine every tuesday", watered(rhythm="tuesday")),
    ],
)
def test_a_weekend_comes_again_only_where_that_is_said(said: str, wanted: tuple[str, dict[str, Any]]) -> None:
    assert calls(talk(learned(TOOLS), CONTEXT, said)) == [wanted]


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("plan to mop the bar every monday", {"chore": "mop the bar", "every": "monday"}),
        ("plan to air the hall every friday", {"chore": "air the hall", "every": "friday"}),
        # a day that is no rhythm is for the day, as it is written where no example has it
        ("plan to oil the hinges on monday", {"chore": "oil the hinges", "day": "2026-03-09"}),
        ("plan to air the hall on friday", {"chore": "air the hall", "day": "2026-03-06"}),
    ],
)
def test_what_comes_each_week_is_on_no_one_day(club: ExampleTranslator, said: str, wanted: dict[str, Any]) -> None:
    assert calls(club.translate(said, CONTEXT)) == [("plan_chore", wanted)]
