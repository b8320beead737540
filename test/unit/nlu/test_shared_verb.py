"""A second text that leaves out its verb has that of the first: "nudge me to oil the gate at two, the bike at six"."""

from __future__ import annotations

from datetime import datetime, timezone
from typing import Any

import pytest
from dialogue_tools import tool
from test_what_becomes_of_the_last import calls, learned, talk

from ovos_phal_plugin_jarvis.tools.definition import ToolParameter
from ovos_phal_plugin_jarvis.translation.values import TranslationContext

CONTEXT = TranslationContext(datetime(2026, 3, 2, 8, tzinfo=timezone.utc))
_PARAMETERS = [
    ToolParameter("text", "string", True, "What it is about"),
    ToolParameter("day", "date", False, "On which day"),
    ToolParameter("time", "time", False, "When, HH:MM in 24 hours"),
    ToolParameter("repeat", "string", False, "How often", enum_values=("daily", "monday", "friday")),
]
NUDGES = (
    tool(
        "nudge",
        "Nudge the user about something later.",
        _PARAMETERS,
        {
            "nudge me to lock the shed at nine": {"text": "lock the shed", "time": "09:00"},
            "nudge me tomorrow to thank gran": {"text": "thank gran", "day": "tomorrow"},
            "nudge me about the tombola on friday": {"text": "the tombola", "day": "next_friday"},
            "nudge me on monday at half past seven to weigh the parcel": {
                "text": "weigh the parcel",
                "day": "next_monday",
                "time": "07:30",
            },
            "nudge me every friday to wind the clock": {"text": "wind the clock", "repeat": "friday"},
            "nudge me daily to stretch": {"text": "stretch", "repeat": "daily"},
            "at noon nudge me to pay ella": {"text": "pay ella", "time": "12:00"},
            "nudge me to move the van at 16:45": {"text": "move the van", "time": "16:45"},
        },
    ),
)


def texts(*said: str) -> list[Any]:
    return [arguments["text"] for _, arguments in calls(talk(learned(NUDGES), CONTEXT, *said))]


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("nudge me to oil the gate at two and the bike at five", ["oil the gate", "oil the bike"]),
        (
            "nudge me to bring the chairs in on monday and the table on friday",
            ["bring the chairs in", "bring the table in"],
        ),
        ("nudge me to visit gran on monday and uncle joe on friday", ["visit gran", "visit uncle joe"]),
        ("nudge me every monday to feed the fish and every friday the snails", ["feed the fish", "feed the snails"]),
        ("nudge me to oil the gate at two and again tomorrow at five", ["oil the gate", "oil the gate"]),
    ],
)
def test_the_verb_of_the_first_is_for_the_second(said: str, wanted: list[str]) -> None:
    assert texts(said) == wanted


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        # what is no deed leads to none
        ("nudge me about paint day on monday and the tombola on friday", ["paint day", "the tombola"]),
        # each says its own
        ("nudge me to oil the gate at two and to ring the vicar at five", ["oil the gate", "ring the vicar"]),
        ("nudge me to stretch at two and the bike at five", ["stretch", "the bike"]),
        # nobody does the same to both
        ("nudge me to clean the oven at two and the optician at five", ["clean the oven", "the optician"]),
        ("nudge me to ring the vicar at two and the rehearsal at five", ["ring the vicar", "the rehearsal"]),
        ("nudge me to feed the goats at two and supper at five", ["feed the goats", "supper"]),
        ("nudge me to ring the vicar at two and to the tailor at five", ["ring the vicar", "the tailor"]),
        ("nudge me to fetch the twins at two and my appraisal at five", ["fetch the twins", "my appraisal"]),
    ],
)
def test_what_has_a_verb_or_none_to_share_stays_as_it_was_said(said: str, wanted: list[str]) -> None:
    assert texts(said) == wanted


@pytest.mark.parametrize(
    ("first", "then", "wanted"),
    [
        ("nudge me to oil the gate at two", "and the bike at five", "oil the bike"),
        ("nudge me to visit gran on monday", "and uncle joe on friday", "visit uncle joe"),
        ("nudge me on monday to visit gran", "and on friday to sell the piano", "sell the piano"),
    ],
)
def test_so_it_is_after_it(first: str, then: str, wanted: str) -> None:
    assert texts(first, then) == [wanted]


@pytest.mark.parametrize("then", ["and on friday to sell the piano", "and on friday sell the piano"])
def test_another_day_is_no_part_of_the_text_and_not_left_out(then: str) -> None:
    found = calls(talk(learned(NUDGES), CONTEXT, "nudge me on monday to visit gran", then))
    assert found == [("nudge", {"text": "sell the piano", "day": "next_friday"})]
