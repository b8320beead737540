"""A follow-up that says both a day and a time changes both, or nothing: of what was said none is left."""

from __future__ import annotations

import pytest
from dialogue_tools import tool
from test_what_becomes_of_the_last import calls, learned, talk

from learned_tools import having_learned
from ovos_phal_plugin_jarvis.tools.definition import ToolParameter
from ovos_phal_plugin_jarvis.translation.values import TranslationContext

FERRY = (
    tool(
        "book_ferry",
        "Book a place on the ferry to the island.",
        [
            ToolParameter("at", "time", True, "When it leaves, HH:MM in 24 hours"),
            ToolParameter("day", "date", False, "On which day"),
            ToolParameter("repeat", "string", False, "How often", enum_values=("daily", "weekdays", "weekends")),
        ],
        {
            "book the ferry at six": {"at": "06:00"},
            "book the ferry at half past nine on weekdays": {"at": "09:30", "repeat": "weekdays"},
            "book the ferry for 4 pm tomorrow": {"at": "16:00", "day": "tomorrow"},
            "a place on the ferry at noon on weekends": {"at": "12:00", "repeat": "weekends"},
            "book the ferry on friday at ten": {"at": "10:00", "day": "next_friday"},
            "ferry on monday at quarter past two": {"at": "02:15", "day": "next_monday"},
            "every day book the ferry at 7 am": {"at": "07:00", "repeat": "daily"},
        },
    ),
)


@pytest.mark.parametrize(
    ("first", "then", "at", "day"),
    [
        ("book the ferry at ten past seven tomorrow", "no on saturday at eight", "08:00", "next_saturday"),
        ("book the ferry at ten past seven tomorrow", "make it eight on saturday", "08:00", "next_saturday"),
        ("book the ferry at half six tomorrow", "make it seven on sunday", "07:00", "next_sunday"),
        ("book the ferry on friday at ten", "sorry monday at noon", "12:00", "next_monday"),
        ("book the ferry on friday at ten", "and on sunday at half past eleven", "11:30", "next_sunday"),
        ("book the ferry on friday at ten", "and one for eleven on sunday", "11:00", "next_sunday"),
    ],
)
def test_both_are_changed(context: TranslationContext, first: str, then: str, at: str, day: str) -> None:
    assert calls(talk(learned(FERRY), context, first, then)) == [("book_ferry", {"at": at, "day": day})]


@pytest.mark.parametrize("then", ["no on saturday at eight", "make it eight on saturday", "and at nine on sunday"])
def test_what_comes_on_weekdays_is_on_no_other_day(context: TranslationContext, then: str) -> None:
    """It is asked, or nothing is done: the weekdays would be left, or the day that was said."""
    found = talk(learned(FERRY), context, "book the ferry at half past nine on weekdays", then)
    assert not any(arguments.get("repeat") for _, arguments in calls(found))


def test_one_of_them_leaves_the_other(context: TranslationContext) -> None:
    for then, wanted in (
        ("make it eleven", {"at": "11:00", "day": "next_friday"}),
        ("make it sunday", {"at": "10:00", "day": "next_sunday"}),
    ):
        found = talk(learned(FERRY), context, "book the ferry on friday at ten", then)
        assert calls(found) == [("book_ferry", wanted)]


def test_a_time_that_was_only_a_number_is_moved_in_its_words(context: TranslationContext) -> None:
    """What is wanted stands in the words that the call is judged by: an example's own "06:50" is else lent by that."""
    found = talk(learned(FERRY), context, "book the ferry for seven", "ten minutes earlier")
    assert calls(found) == [("book_ferry", {"at": "06:50"})]
    assert "06:50" in found.calls[-1].said


def test_another_one_later_leaves_the_first(context: TranslationContext) -> None:
    """Where bookings are taken back, "ten minutes later" moves one, "another ten minutes later" makes one more."""
    both = (
        *FERRY,
        tool(
            "cancel_ferry",
            "Give back a place on the ferry.",
            [ToolParameter("at", "time", True, "When it leaves"), ToolParameter("day", "date", False, "On which day")],
            {
                "cancel the ferry at six": {"at": "06:00"},
                "cancel the ferry on friday at ten": {"at": "10:00", "day": "next_friday"},
                "give back the ferry at half past nine": {"at": "09:30"},
            },
        ),
    )
    translator = having_learned(both)
    for then, takes_back in (("ten minutes later", [True, False]), ("and another ten minutes later", [False])):
        found = talk(translator, context, "book the ferry at six", then)
        assert [call.takes_back for call in found.calls] == takes_back, then
        assert calls(found) == [("book_ferry", {"at": "06:10"})]


def test_again_later_leaves_the_first_as_well(context: TranslationContext) -> None:
    found = talk(learned(FERRY), context, "book the ferry at six", "and again ten minutes later")
    assert calls(found) == [("book_ferry", {"at": "06:10"})]
    assert not any(call.takes_back for call in found.calls)
