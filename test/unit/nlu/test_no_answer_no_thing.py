"""What is said after a request, or to a question, and names nothing: a doubt, a number, "the others"."""

from __future__ import annotations

from dataclasses import replace

import pytest
from dialogue_tools import ENGLISH, HALL, tool
from test_what_becomes_of_the_last import calls, learned, talk

from ovos_phal_plugin_jarvis.tools.definition import ToolParameter
from ovos_phal_plugin_jarvis.translation.values import Question, ToolCall, TranslationContext

ADD = tool(
    "add_to_order",
    "Put something on the order for the kitchen.",
    [ToolParameter("dish", "string", True, "What is ordered")],
    {
        "order soup": {"dish": "soup"},
        "put dumplings on the order": {"dish": "dumplings"},
        "add noodles to the order": {"dish": "noodles"},
        "a salad for the kitchen please": {"dish": "salad"},
    },
)
REMOVE = tool(
    "remove_from_order",
    "Take something off the order for the kitchen.",
    [ToolParameter("dish", "string", True, "What is not wanted")],
    {
        "take the soup off the order": {"dish": "soup"},
        "remove dumplings from the order": {"dish": "dumplings"},
        "cancel the noodles": {"dish": "noodles"},
    },
)
KITCHEN = (ADD, REMOVE)


@pytest.mark.parametrize("then", ["make it two", "make it three bowls", "change it to five"])
def test_a_number_is_no_thing(context: TranslationContext, then: str) -> None:
    assert calls(talk(learned(KITCHEN), context, "order soup", then)) == []


def test_another_thing_still_is(context: TranslationContext) -> None:
    found = talk(learned(KITCHEN), context, "order soup", "make it dumplings")
    assert ("add_to_order", {"dish": "dumplings"}) in calls(found)


@pytest.mark.parametrize("then", ["cancel the others", "take all the others off", "remove the rest"])
def test_the_others_are_neither_this_one_nor_all(context: TranslationContext, then: str) -> None:
    assert calls(talk(learned(KITCHEN), context, "order soup", then)) == []


@pytest.mark.parametrize(
    "then",
    ["at six", "what about london", "what about the pasta", "again with the moaning", "hold on", "wait a minute"],
)
def test_no_timer_comes_of_it(context: TranslationContext, then: str) -> None:
    assert calls(talk(learned(ENGLISH), context, "set a timer for ten minutes", then)) == []


@pytest.mark.parametrize("then", ["i do that every day", "she does it every day"])
def test_a_habit_that_is_told_of_is_no_order(context: TranslationContext, then: str) -> None:
    assert calls(talk(learned(HALL), context, "book the sauna for forty minutes", then)) == []


QUESTION = Question(ToolCall("set_timer", {}, "box", said="set a timer"), "duration_seconds", "For how long?")


@pytest.mark.parametrize(
    "said", ["not ten minutes", "ten minutes is too long", "ten people are coming", "i don't know", "hang on", "yes"]
)
def test_no_length_of_time_is_told(context: TranslationContext, said: str) -> None:
    asked = replace(context, question=QUESTION)
    assert calls(learned(ENGLISH).translate(said, asked)) == []


@pytest.mark.parametrize("said", ["ten minutes", "ten minutes would be better", "ten minutes is enough", "ten"])
def test_it_is_told(context: TranslationContext, said: str) -> None:
    found = calls(learned(ENGLISH).translate(said, replace(context, question=QUESTION)))
    assert found and found[0][0] == "set_timer" and found[0][1]["duration_seconds"] in (10, 600)


@pytest.mark.parametrize("said", ["i don't know", "hang on a sec", "yes", "not soup"])
def test_no_dish_is_named(context: TranslationContext, said: str) -> None:
    question = Question(ToolCall("add_to_order", {}, "box", said="add to the order"), "dish", "What?")
    assert calls(learned(KITCHEN).translate(said, replace(context, question=question))) == []


def test_the_afternoon_of_before_is_kept(context: TranslationContext) -> None:
    """The tool itself made five in the afternoon of "at five": whatever is said anew beside it, that stays."""
    lock = tool(
        "lock_gate",
        "Lock a gate at a time.",
        [ToolParameter("gate", "string", True, "Which"), ToolParameter("at", "time", True, "When, HH:MM in 24 hours")],
        {
            "lock the north gate at five": {"gate": "north", "at": "05:00"},
            "lock the south gate at six": {"gate": "south", "at": "06:00"},
            "at nine lock the garden gate": {"gate": "garden", "at": "09:00"},
            "lock the west gate at half past ten": {"gate": "west", "at": "10:30"},
        },
    )
    translator = learned((lock,))
    made = replace(translator.translate("lock the north gate at five", context).calls[0])
    made = replace(made, arguments={**made.arguments, "at": "17:00"})
    then = replace(context, last_call=made, last_result={}, done=(made,), turns=(("user", made.said),))
    assert [arguments["at"] for _, arguments in calls(translator.translate("and the south gate", then))] == ["17:00"]
