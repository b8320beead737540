"""A day and a time that are one argument, where each example of it has a day of the calendar: nobody knows when it was
written, so that the day is in none of its words."""

from __future__ import annotations

from datetime import datetime, timezone
from typing import Any

import pytest
from dialogue_tools import tool

from learned_tools import having_learned
from ovos_phal_plugin_jarvis.nlu import ExampleTranslator
from ovos_phal_plugin_jarvis.nlu.learning import values
from ovos_phal_plugin_jarvis.tools.definition import ToolParameter
from ovos_phal_plugin_jarvis.translation.values import TranslationContext

CONTEXT = TranslationContext(datetime(2026, 11, 27, 12, tzinfo=timezone.utc))
VISIT = tool(
    "announce_visit",
    "Tells the flatmates that a guest comes.",
    [ToolParameter("guest", "string", True, "Who comes"), ToolParameter("arrival", "datetime", True, "When they come")],
    {
        "visit from clara today at 5 pm": {"guest": "clara", "arrival": "2026-11-20T17:00:00"},
        "visit from max tomorrow at noon": {"guest": "max", "arrival": "2026-11-21T12:00:00"},
        "visit from lena on sunday at 2 pm": {"guest": "lena", "arrival": "2026-11-22T14:00:00"},
        "boris comes on saturday at nine pm": {"guest": "boris", "arrival": "2026-11-21T21:00:00"},
        "visit from uncle rolf monday 4 pm": {"guest": "uncle rolf", "arrival": "2026-11-23T16:00:00"},
        "visit of mrs miller on wednesday at ten": {"guest": "mrs miller", "arrival": "2026-11-25T10:00:00"},
        "ella comes at half past three": {"guest": "ella", "arrival": "2026-11-20T15:30:00"},
    },
)


@pytest.fixture(scope="module")
def translator() -> ExampleTranslator:
    return having_learned([VISIT], lang="en")


@pytest.mark.parametrize(
    ("said", "guest", "arrival"),
    [
        ("visit from paula tomorrow at three pm", "paula", "2026-11-28T15:00:00"),
        ("mr brown comes on monday at half past seven pm", "mr brown", "2026-11-30T19:30:00"),
        ("at six pm on thursday jo comes", "jo", "2026-12-03T18:00:00"),
        ("visit from tom at nine pm", "tom", "2026-11-27T21:00:00"),
        ("visit from tom at eight this morning", "tom", "2026-11-27T08:00:00"),
        ("visit from tom at eight this evening", "tom", "2026-11-27T20:00:00"),
        ("visit from tom at eight in the morning", "tom", "2026-11-28T08:00:00"),
    ],
)
def test_the_time_is_on_the_day_that_is_said(
    translator: ExampleTranslator, said: str, guest: str, arrival: str
) -> None:
    found = translator.translate(said, CONTEXT)
    assert [dict(call.arguments) for call in found.calls] == [{"guest": guest, "arrival": arrival}]


def test_neither_of_two_days_is_taken_for_it(translator: ExampleTranslator) -> None:
    found = translator.translate("visit from paula tomorrow or sunday at three pm", CONTEXT)
    assert not found.calls


@pytest.mark.parametrize(
    ("said", "arrival"),
    [
        ("paula misses her train today so visit from paula tomorrow at three pm", "2026-11-28T15:00:00"),
        ("visit from paula at six pm on thursday she is still at work tomorrow", "2026-12-03T18:00:00"),
        ("we talked on wednesday visit from paula on sunday evening at eight", "2026-11-29T20:00:00"),
    ],
)
def test_of_two_days_it_is_the_one_beside_the_time(translator: ExampleTranslator, said: str, arrival: str) -> None:
    """What else is said of a day does not move it: it is that day, or nothing is done."""
    found = translator.candidates(said, CONTEXT)[0]
    assert found.filled.arguments["arrival"] == arrival


def test_a_day_of_another_argument_is_no_part_of_it() -> None:
    days: list[dict[str, Any]] = [
        {"due": "2026-11-23", "remind_at": "2026-11-20T17:00:00"},
        {"due": "2026-11-25", "remind_at": "2026-11-20T09:00:00"},
        {"due": "2026-11-21", "remind_at": "2026-11-20T18:30:00"},
    ]
    said = (
        "bill due on monday ring at 5 pm",
        "bill due on wednesday ring at 9 am",
        "bill due tomorrow ring at 6:30 pm",
    )
    parameters = [
        ToolParameter("due", "date", True, "Due day"),
        ToolParameter("remind_at", "datetime", True, "Ring at"),
    ]
    bill = tool("note_bill", "Notes a bill.", parameters, dict(zip(said, days, strict=True)))
    found = having_learned([bill], lang="en").translate("bill due on tuesday ring at 8 pm", CONTEXT)
    wanted = {"due": "2026-12-01", "remind_at": "2026-11-27T20:00:00"}
    assert [dict(call.arguments) for call in found.calls] == [wanted]


def test_two_moments_are_on_the_one_day_that_is_said() -> None:
    parameters = [ToolParameter("begins", "datetime", True, "From when"), ToolParameter("ends", "datetime", True, "To")]
    said = {
        "book the hall today from 2 pm to 4 pm": ("2026-11-20T14:00:00", "2026-11-20T16:00:00"),
        "the hall from 9 am to 11 am on monday": ("2026-11-23T09:00:00", "2026-11-23T11:00:00"),
        "reserve the hall from 1 pm to 5 pm tomorrow": ("2026-11-21T13:00:00", "2026-11-21T17:00:00"),
    }
    shown = {each: {"begins": first, "ends": last} for each, (first, last) in said.items()}
    hall = having_learned([tool("book_hall", "Books the hall.", parameters, shown)], lang="en")
    found = hall.translate("book the hall tomorrow from 3 pm to 6 pm", CONTEXT)
    wanted = {"begins": "2026-11-28T15:00:00", "ends": "2026-11-28T18:00:00"}
    assert [dict(call.arguments) for call in found.calls] == [wanted]


@pytest.mark.parametrize(
    ("shown", "wanted"),
    [
        ("2026-11-20T17:00:00", "2026-11-28T15:00:00"),
        ("2026-11-20T17:00", "2026-11-28T15:00"),
        ("2026-11-20T17:00:00+01:00", "2026-11-28T15:00:00+00:00"),
        ("20 Nov 5 pm", "2026-11-28T15:00:00+00:00"),
    ],
)
def test_a_moment_is_written_as_the_examples_have_it(shown: str, wanted: str) -> None:
    assert values.moment_as_shown("2026-11-28T15:00:00+00:00", [shown]) == wanted
