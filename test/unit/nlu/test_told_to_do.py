"""What somebody is to be told to do, or told later: it is done by nobody now, and all of it is told."""

from __future__ import annotations

from datetime import datetime, timezone
from typing import Any

import pytest
from dialogue_tools import tool
from test_what_becomes_of_the_last import calls, learned, talk

from ovos_phal_plugin_jarvis.tools.definition import ToolParameter
from ovos_phal_plugin_jarvis.translation.values import TranslationContext

TOOLS = (
    tool(
        "nudge",
        "Nudge somebody to do something, at a time or after a while.",
        [
            ToolParameter("text", "string", True, "What is to be done"),
            ToolParameter("time", "time", False, "When, HH:MM"),
            ToolParameter("in_seconds", "int", False, "In how many seconds"),
        ],
        {
            "nudge me to ring the plumber at seven": {"text": "ring the plumber", "time": "07:00"},
            "nudge me in an hour to stir the soup": {"text": "stir the soup", "in_seconds": 3600},
            "at nine nudge me to feed the hens": {"text": "feed the hens", "time": "09:00"},
            "nudge me to open the window": {"text": "open the window"},
            "nudge me to fetch the post in ten minutes": {"text": "fetch the post", "in_seconds": 600},
            "give me a nudge at noon to call the bank": {"text": "call the bank", "time": "12:00"},
            "nudge me in three hours to shut the shed": {"text": "shut the shed", "in_seconds": 10800},
            "nudge me to pay anna at ten": {"text": "pay anna", "time": "10:00"},
            "could you nudge me to sweep the yard": {"text": "sweep the yard"},
            "nudge me at four to turn the compost": {"text": "turn the compost", "time": "04:00"},
        },
    ),
    tool(
        "radio_level",
        "Make the radio louder or quieter. Not for nudges.",
        [ToolParameter("direction", "string", True, "Which way", enum_values=("up", "down"))],
        {
            "turn the radio up": {"direction": "up"},
            "turn the radio down": {"direction": "down"},
            "radio a bit louder": {"direction": "up"},
            "make the radio quieter": {"direction": "down"},
            "turn down the radio please": {"direction": "down"},
            "can you turn up the radio": {"direction": "up"},
        },
    ),
)
CONTEXT = TranslationContext(datetime(2026, 3, 2, 8, tzinfo=timezone.utc))


def nudge(text: str, **more: Any) -> list[tuple[str, dict[str, Any]]]:
    return [("nudge", {"text": text, **more})]


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        # several things to do one thing with
        ("nudge me to fetch bread and butter at five", nudge("fetch bread and butter", time="05:00")),
        ("nudge me to ring the vet and the baker at ten", nudge("ring the vet and the baker", time="10:00")),
        # a length of days
        ("nudge me to ring the baker in two days", nudge("ring the baker", in_seconds=172800)),
        ("nudge me in three days to ring the baker", nudge("ring the baker", in_seconds=259200)),
        # what another tool would do now
        ("nudge me to turn the radio down at nine", nudge("turn the radio down", time="09:00")),
        ("nudge me to turn up the radio", nudge("turn up the radio")),
    ],
)
def test_it_is_told_whole(said: str, wanted: list[tuple[str, dict[str, Any]]]) -> None:
    assert calls(talk(learned(TOOLS), CONTEXT, said)) == wanted


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("turn the radio down and nudge me at nine to feed the hens", ["radio_level", "nudge"]),
        ("nudge me to ring the vet and turn the radio down", ["nudge", "radio_level"]),
        ("turn the radio up", ["radio_level"]),
    ],
)
def test_what_is_ordered_beside_it_is_done(said: str, wanted: list[str]) -> None:
    assert [name for name, _ in calls(talk(learned(TOOLS), CONTEXT, said))] == wanted
