"""Follow-ups that go on from the last request: back by so much, the rest of what was named, another day of its month,
one more thing in two halves of a verb; and praise before what is wanted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from dialogue_tools import ENGLISH, tool
from test_in_context import BLINDS, said
from test_what_becomes_of_the_last import calls

from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition, ToolParameter
from ovos_phal_plugin_jarvis.translation.values import TranslationContext

RAFFLE = (
    tool(
        "draw_lot",
        "Draw one of several names by lot.",
        [ToolParameter("names", "array<string>", True, "The names, each by itself")],
        {
            "draw one of ruth otto or ines": {"names": ["ruth", "otto", "ines"]},
            "draw lots between emil and frida": {"names": ["emil", "frida"]},
            "draw one of lars or sofie": {"names": ["lars", "sofie"]},
            "draw lots between hugo ida and karl": {"names": ["hugo", "ida", "karl"]},
            "draw one of maja nils or oskar": {"names": ["maja", "nils", "oskar"]},
        },
    ),
)
LEDGER = (
    tool(
        "tides_on",
        "Tell the tides of a day.",
        [ToolParameter("day", "date", True, "Which day")],
        {
            "what are the tides on the fifth of may": {"day": "2027-05-05"},
            "tides tomorrow": {"day": "tomorrow"},
            "how are the tides on friday": {"day": "next_friday"},
            "what are the tides on the first of june": {"day": "2027-06-01"},
            "tides on the third of april": {"day": "2027-04-03"},
        },
    ),
)


@pytest.mark.parametrize(
    ("first", "then", "direction", "by"),
    [
        ("blinds down by fifteen percent", "back up five", "up", 5),
        ("blinds down by fifteen percent", "up ten", "up", 10),
        ("blinds down by fifteen percent", "that's too much go back up ten", "up", 10),
        ("move the blinds up by forty percent", "down ten percent", "down", 10),
        # the same way again
        ("blinds down by fifteen percent", "down another five", "down", 5),
        ("move the blinds up by forty percent", "up ten more", "up", 10),
        ("move the blinds up by forty percent", "twenty more", "up", 20),
    ],
)
def test_a_way_that_is_said_is_gone(
    context: TranslationContext, first: str, then: str, direction: str, by: int
) -> None:
    """Whatever way was gone before."""
    assert calls(said(context, first, then, BLINDS)) == [("move_blinds", {"direction": direction, "by": by})]


@pytest.mark.parametrize("then", ["not otto just the other two", "not otto only the others"])
def test_the_rest_is_no_name(context: TranslationContext, then: str) -> None:
    found = said(context, "draw one of ruth otto or ines", then, RAFFLE)
    assert calls(found) == [("draw_lot", {"names": ["ruth", "ines"]})]


@pytest.mark.parametrize("then", ["not otto just the other four", "not gustav just the other two"])
def test_a_rest_of_another_number_is_asked_about(context: TranslationContext, then: str) -> None:
    assert calls(said(context, "draw one of ruth otto or ines", then, RAFFLE)) == []


def test_another_thing_in_its_place_is_named(context: TranslationContext) -> None:
    found = said(context, "draw one of ruth otto or ines", "not otto gustav", RAFFLE)
    assert calls(found) == [("draw_lot", {"names": ["ruth", "gustav", "ines"]})]


@pytest.mark.parametrize("then", ["toss gustav in as well", "put gustav in too", "gustav too"])
def test_a_verb_in_two_halves_is_no_name(context: TranslationContext, then: str) -> None:
    found = said(context, "draw lots between emil and frida", then, RAFFLE)
    assert calls(found) == [("draw_lot", {"names": ["emil", "frida", "gustav"]})]


@pytest.mark.parametrize(
    ("first", "then", "day"),
    [
        ("what are the tides on the second of march", "and on the ninth", "2027-03-09"),
        ("what are the tides on the second of march", "and the twentieth", "2027-03-20"),
        # a month that is said, and a day that has none
        ("what are the tides on the second of march", "and on the ninth of july", "2027-07-09"),
        ("what are the tides on the second of march", "then what about the third of january", "2027-01-03"),
        ("what are the tides on the second of march", "and on friday", "next_friday"),
    ],
)
def test_a_day_alone_is_one_of_the_same_month(context: TranslationContext, first: str, then: str, day: str) -> None:
    assert calls(said(context, first, then, LEDGER)) == [("tides_on", {"day": day})]


@pytest.mark.parametrize("praise", ["fine", "lovely", "perfect and", "right", "great then"])
def test_praise_before_a_request_says_nothing_of_it(context: TranslationContext, praise: str) -> None:
    then = f"{praise} cancel the timer and what time is it in madrid"
    found = said(context, "set the volume to 30", then, ENGLISH)
    assert calls(found) == [("cancel_timer", {}), ("get_time", {"place": "madrid"})]


def told(tools: Sequence[ToolDefinition]) -> tuple[ToolDefinition, ...]:
    return tuple(replace(each, annotations={"readOnlyHint": True}) for each in tools)


MEASURES = told(
    (
        tool(
            "convert",
            "Tell a measure in another unit.",
            [
                ToolParameter("amount", "float", True, "How many"),
                ToolParameter("unit", "string", True, "Of what"),
                ToolParameter("other", "string", True, "In what it is told"),
            ],
            {
                "convert two pints to litres": {"amount": 2, "unit": "pints", "other": "litres"},
                "convert five miles to kilometres": {"amount": 5, "unit": "miles", "other": "kilometres"},
                "how much is ten ounces in grams": {"amount": 10, "unit": "ounces", "other": "grams"},
                "convert three feet to metres": {"amount": 3, "unit": "feet", "other": "metres"},
                "how much is six pounds in kilos": {"amount": 6, "unit": "pounds", "other": "kilos"},
            },
        ),
    )
)


@pytest.mark.parametrize(("then", "amount"), [("half a pint", 0.5), ("four pints", 4), ("three hundred", 300)])
def test_an_amount_of_the_same_is_told(context: TranslationContext, then: str, amount: float) -> None:
    [(name, arguments)] = calls(said(context, "convert two pints to litres", then, MEASURES))
    assert (name, arguments["amount"], arguments["other"]) == ("convert", amount, "litres")


@pytest.mark.parametrize("then", ["half a biscuit", "four candles"])
def test_an_amount_of_something_else_is_not(context: TranslationContext, then: str) -> None:
    assert calls(said(context, "convert two pints to litres", then, MEASURES)) == []


LOGBOOK = (
    tool(
        "log_add",
        "Add a line to the logbook of the boat.",
        [ToolParameter("text", "string", True, "What is written")],
        {
            "add to the logbook that the engine ran hot": {"text": "the engine ran hot"},
            "add to the logbook that we saw a seal": {"text": "we saw a seal"},
            "note in the logbook that the sail is torn": {"text": "the sail is torn"},
            "write in the logbook that it rained": {"text": "it rained"},
        },
    ),
    tool(
        "log_replace",
        "Replace all that the logbook of the boat says of today.",
        [ToolParameter("text", "string", True, "What is written instead")],
        {
            "replace the whole log with we stayed in the harbour": {"text": "we stayed in the harbour"},
            "replace today's log with a calm trip": {"text": "a calm trip"},
            "replace the whole log with the engine failed": {"text": "the engine failed"},
            "replace today's log with nothing to report": {"text": "nothing to report"},
        },
    ),
)


@pytest.mark.parametrize("clause", ["it was a rough crossing", "this was our last trip"])
def test_what_points_in_a_clause_stays(context: TranslationContext, clause: str) -> None:
    """It is what is written, and stands for nothing that was said before."""
    found = said(context, "add to the logbook that we saw a seal", f"replace the whole log with {clause}", LOGBOOK)
    assert calls(found) in ([("log_replace", {"text": clause})], [])


@pytest.mark.parametrize("then", ["sixty that is six zero", "forty i say four oh"])
def test_two_numbers_are_not_put_together(context: TranslationContext, then: str) -> None:
    levels = [arguments.get("level") for _, arguments in calls(said(context, "set the volume to 30", then))]
    assert set(levels) <= {60, 40}


PORCH = (
    *BLINDS,
    tool(
        "mute_radio",
        "Turn the sound of the radio off, or on again.",
        [ToolParameter("mute", "bool", True, "True: no sound; false: sound again")],
        {
            "mute the radio": {"mute": True},
            "radio silent please": {"mute": True},
            "unmute the radio": {"mute": False},
            "turn the radio's sound back on": {"mute": False},
        },
    ),
    tool(
        "radio_volume",
        "Set how loud the radio is.",
        [ToolParameter("level", "int", True, "How loud, in percent")],
        {
            "radio volume to thirty": {"level": 30},
            "set the radio to fifty percent": {"level": 50},
            "radio at twenty": {"level": 20},
            "make the radio sixty percent loud": {"level": 60},
        },
    ),
)


@pytest.mark.parametrize("then", ["undo that", "please undo it"])
def test_what_was_switched_is_switched_back(context: TranslationContext, then: str) -> None:
    assert calls(said(context, "mute the radio", then, PORCH)) == [("mute_radio", {"mute": False})]
    found = said(context, "move the blinds up by ten percent", then, PORCH)
    assert calls(found) == [("move_blinds", {"direction": "down", "by": 10})]


def test_a_level_is_not_undone(context: TranslationContext) -> None:
    """Nobody knows what it was before."""
    assert calls(said(context, "radio volume to thirty", "undo that", PORCH)) == []


APPOINTMENTS = (
    tool(
        "note_errand",
        "Note an errand for a day.",
        [
            ToolParameter("text", "string", True, "What is to be done"),
            ToolParameter("day", "date", False, "On which day"),
        ],
        {
            "note an errand to call the bank": {"text": "call the bank"},
            "note an errand for friday to fetch the parcel": {"day": "next_friday", "text": "fetch the parcel"},
            "note an errand tomorrow to visit karin": {"day": "tomorrow", "text": "visit karin"},
            "note an errand to return the books": {"text": "return the books"},
            "note an errand on monday to ring hans": {"day": "next_monday", "text": "ring hans"},
        },
    ),
)


@pytest.mark.parametrize(
    ("first", "then", "arguments"),
    [
        (
            "note an errand to return the books",
            "not today i meant tomorrow",
            {"text": "return the books", "day": "2026-11-22"},
        ),
        (
            "note an errand tomorrow to visit karin",
            "not karin it's katrin",
            {"text": "visit katrin", "day": "tomorrow"},
        ),
    ],
)
def test_what_was_not_meant_is_said_beside_what_was(
    context: TranslationContext, first: str, then: str, arguments: dict[str, str]
) -> None:
    assert calls(said(context, first, then, APPOINTMENTS))[-1:] == [("note_errand", arguments)]


def test_another_day_than_the_one_that_was_said_is_not_denied(context: TranslationContext) -> None:
    found = said(context, "note an errand tomorrow to visit karin", "not friday i meant monday", APPOINTMENTS)
    assert calls(found) == []
