"""Days that a tool takes as a text: whichever is said is for the argument that its examples fill with days."""

from __future__ import annotations

from datetime import datetime, timezone
from typing import Any

import pytest
from dialogue_tools import tool

from learned_tools import having_learned
from ovos_phal_plugin_jarvis.nlu import ExampleTranslator
from ovos_phal_plugin_jarvis.tools.definition import ToolParameter
from ovos_phal_plugin_jarvis.translation.values import TranslationContext

NOW = datetime(2026, 11, 23, 10, tzinfo=timezone.utc)
FERRY = tool(
    "book_ferry",
    "Book a place on the ferry.",
    [
        ToolParameter("island", "string", True, "Where it goes"),
        ToolParameter("sailing_date", "string", False, "Day on which it leaves"),
        ToolParameter("cars", "int", False, "How many cars are taken along"),
    ],
    {
        "book the ferry to the island of skye on march 8th": {"island": "skye", "sailing_date": "march 8th"},
        "i want to take the ferry to iona next monday": {"island": "iona", "sailing_date": "next monday"},
        "get me on the ferry to mull with two cars": {"island": "mull", "cars": 2},
        "a place on the ferry to islay tomorrow": {"island": "islay", "sailing_date": "tomorrow"},
        "reserve the jura ferry with one car": {"island": "jura", "cars": 1},
    },
)
BUSES = tool(
    "find_timetable",
    "Show when buses leave.",
    [ToolParameter("line", "string", False, "Which bus")],
    {
        "when does the bus fifty leave": {"line": "fifty"},
        "show me the timetable of the airport bus": {"line": "airport"},
        "bus times please": {},
        "timetable for the night bus": {"line": "night"},
        "when are the buses": {},
    },
)


@pytest.fixture(scope="module")
def translator() -> ExampleTranslator:
    made = having_learned((FERRY, BUSES), lang="en-us")
    made.train()
    return made


@pytest.mark.parametrize(
    ("said", "day"),
    [
        ("can you get me on the ferry to arran on the 6th", "the 6th"),
        ("book the ferry to arran for the 12th of next month", "the 12th of next month"),
        ("reserve the arran ferry with two cars this sunday", "this sunday"),
    ],
)
def test_the_day_that_is_said_is_for_the_text_of_days(translator: ExampleTranslator, said: str, day: str) -> None:
    (call,) = translator.translate(said, TranslationContext(NOW, lang="en-us")).calls
    wanted: dict[str, Any] = {"island": "arran", "sailing_date": day}
    assert {name: call.arguments.get(name) for name in wanted} == wanted


def test_a_day_is_not_for_a_text_of_something_else(translator: ExampleTranslator) -> None:
    found = translator.translate("timetable for the night bus on the 6th", TranslationContext(NOW, lang="en-us"))
    assert all("6th" not in str(call.arguments.get("line")) for call in found.calls)
