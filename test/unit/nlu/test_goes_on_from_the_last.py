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
