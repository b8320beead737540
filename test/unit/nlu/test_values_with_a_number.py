"""One of a few values that is a number: its unit, or what it is the number of, is said with it, or nothing else is."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timezone
from typing import Any

import pytest
from dialogue_tools import tool

from learned_tools import having_learned
from ovos_phal_plugin_jarvis.nlu import ExampleTranslator
from ovos_phal_plugin_jarvis.nlu.lang import language
from ovos_phal_plugin_jarvis.nlu.learning.figured import Figures
from ovos_phal_plugin_jarvis.tools.definition import ToolParameter
from ovos_phal_plugin_jarvis.translation.values import TranslationContext

CONTEXT = TranslationContext(datetime(2026, 11, 21, 10, 0, tzinfo=timezone.utc))
_JUICE = tool(
    "order_juice",
    "Order bottles of fruit juice from the press house.",
    [
        ToolParameter("fruit", required=True, description="Which juice"),
        ToolParameter("bottle", required=True, enum_values=("250ml", "500ml", "1l"), description="Size of the bottles"),
        ToolParameter("count", "int", description="How many bottles"),
    ],
    {
        "order six five hundred millilitre bottles of pear": {"fruit": "pear", "bottle": "500ml", "count": 6},
        "two hundred and fifty millilitre bottles of quince please": {"fruit": "quince", "bottle": "250ml"},
        "we need one litre bottles of grape": {"fruit": "grape", "bottle": "1l"},
        "put us down for twelve one litre bottles of apple": {"fruit": "apple", "bottle": "1l", "count": 12},
        "send ten bottles of cherry the five hundred millilitre ones": {
            "fruit": "cherry",
            "bottle": "500ml",
            "count": 10,
        },
        "order rhubarb in two hundred and fifty millilitre bottles": {"fruit": "rhubarb", "bottle": "250ml"},
        "five hundred millilitres of plum four bottles": {"fruit": "plum", "bottle": "500ml", "count": 4},
        "get us elderberry in the one litre size": {"fruit": "elderberry", "bottle": "1l"},
    },
)
_TENT = tool(
    "hire_tent",
    "Hire a tent to a camper.",
    [
        ToolParameter("camper", required=True, description="Who hires it"),
        ToolParameter(
            "tent", required=True, enum_values=("2_person", "4_person", "6_person"), description="Which tent"
        ),
        ToolParameter("nights", "int", description="For how many nights"),
    ],
    {
        "hire a four person tent to paula for three nights": {"camper": "paula", "tent": "4_person", "nights": 3},
        "give ivo the two person tent": {"camper": "ivo", "tent": "2_person"},
        "a six person tent goes to the brandts for five nights": {
            "camper": "brandts",
            "tent": "6_person",
            "nights": 5,
        },
        "tent for mona two person one": {"camper": "mona", "tent": "2_person"},
        "let karl have a four person tent for a week": {"camper": "karl", "tent": "4_person", "nights": 7},
        "hire out a six person tent to yusuf": {"camper": "yusuf", "tent": "6_person"},
        "dana takes the four person tent for two nights": {"camper": "dana", "tent": "4_person", "nights": 2},
        "put olga in a two person tent for four nights": {"camper": "olga", "tent": "2_person", "nights": 4},
    },
)
_COURT = tool(
    "book_lane",
    "Book a bowling lane for a group.",
    [
        ToolParameter("group", required=True, description="Name of the group"),
        ToolParameter("length", required=True, enum_values=("60_min", "90_min", "120_min"), description="How long"),
        ToolParameter("shoes", enum_values=("size_38", "size_40", "size_42"), description="Size of the hired shoes"),
    ],
    {
        "book a lane for the owls sixty minutes": {"group": "owls", "length": "60_min"},
        "ninety minutes of bowling for the smiths": {"group": "smiths", "length": "90_min"},
        "lane for the nurses two hours with shoes in size forty": {
            "group": "nurses",
            "length": "120_min",
            "shoes": "size_40",
        },
        "the gardeners want a lane for an hour": {"group": "gardeners", "length": "60_min"},
        "put the bakers down for ninety minutes shoes size forty two": {
            "group": "bakers",
            "length": "90_min",
            "shoes": "size_42",
        },
        "a hundred and twenty minutes for the choir": {"group": "choir", "length": "120_min"},
        "book the hikers in for sixty minutes size thirty eight shoes": {
            "group": "hikers",
            "length": "60_min",
            "shoes": "size_38",
        },
        "lane for the printers ninety minutes": {"group": "printers", "length": "90_min"},
    },
)
_WASH = tool(
    "start_wash",
    "Start a programme of the washing machine.",
    [
        ToolParameter("degrees", required=True, enum_values=("30", "40", "60"), description="How hot it washes"),
        ToolParameter("paper", enum_values=("A3", "A4"), description="Format of the printed report"),
    ],
    {
        "wash at forty": {"degrees": "40"},
        "start a thirty degree wash": {"degrees": "30"},
        "do the sheets at sixty degrees": {"degrees": "60"},
        "run the machine at forty with the report on a four": {"degrees": "40", "paper": "A4"},
        "a sixty wash please": {"degrees": "60"},
        "wash the wool at thirty and print it on a three": {"degrees": "30", "paper": "A3"},
        "put it on at sixty report on a four": {"degrees": "60", "paper": "A4"},
        "thirty degrees for the silk": {"degrees": "30"},
    },
)
_TANK = tool(
    "feed_fish",
    "Feed the fish in one of the tanks.",
    [
        ToolParameter("tank", required=True, enum_values=("TK1", "TK2", "TK3"), description="Which tank"),
        ToolParameter("pinches", "int", description="How many pinches of food"),
    ],
    {
        "feed the fish in tank one": {"tank": "TK1"},
        "three pinches for tank two": {"tank": "TK2", "pinches": 3},
        "give tank one two pinches of food": {"tank": "TK1", "pinches": 2},
        "the fish in tank two want food": {"tank": "TK2"},
        "four pinches into t k one please": {"tank": "TK1", "pinches": 4},
        "put five pinches of food in tank two": {"tank": "TK2", "pinches": 5},
    },
)
_TOOLS = (_JUICE, _TENT, _COURT, _WASH, _TANK)


@pytest.fixture(scope="module")
def shown() -> ExampleTranslator:
    return having_learned(_TOOLS)


@pytest.fixture(scope="module")
def declared() -> ExampleTranslator:
    return having_learned([replace(own, examples=()) for own in _TOOLS])


_SAID = [
    ("order nine one litre bottles of currant", "order_juice", {"fruit": "currant", "bottle": "1l", "count": 9}),
    ("half a litre of peach please", "order_juice", {"fruit": "peach", "bottle": "500ml"}),
    ("a litre of peach please", "order_juice", {"fruit": "peach", "bottle": "1l"}),
    ("order half litre bottles of peach", "order_juice", {"fruit": "peach", "bottle": "500ml"}),
    ("get us currant in the two hundred and fifty millilitre size", "order_juice", {"bottle": "250ml"}),
    ("could pepe have the six person tent for two nights", "hire_tent", {"tent": "6_person", "nights": 2}),
    ("hire a two person tent to nadia", "hire_tent", {"camper": "nadia", "tent": "2_person"}),
    ("book a lane for the sailors an hour and a half", "book_lane", {"group": "sailors", "length": "90_min"}),
    ("book a lane for the divers two hours", "book_lane", {"group": "divers", "length": "120_min"}),
    (
        "sixty minutes of bowling for the tailors shoes size forty two",
        "book_lane",
        {"group": "tailors", "length": "60_min", "shoes": "size_42"},
    ),
    ("two pinches for tank three", "feed_fish", {"tank": "TK3", "pinches": 2}),
    ("feed the fish in t k two", "feed_fish", {"tank": "TK2"}),
    ("run the machine at sixty", "start_wash", {"degrees": "60"}),
    ("do the towels at sixty degrees with the report on a three", "start_wash", {"degrees": "60", "paper": "A3"}),
]


@pytest.mark.parametrize(("said", "name", "wanted"), _SAID)
def test_a_value_that_is_a_number(shown: ExampleTranslator, said: str, name: str, wanted: dict[str, Any]) -> None:
    (call,) = shown.translate(said, CONTEXT).calls

    assert call.name == name
    assert {key: call.arguments.get(key) for key in wanted} == wanted


@pytest.mark.parametrize(
    ("said", "name", "wanted"),
    [
        ("hire a two person tent to nadia", "hire_tent", {"tent": "2_person"}),
        ("book a bowling lane for the divers for two hours", "book_lane", {"length": "120_min"}),
        ("order one litre bottles of currant juice", "order_juice", {"bottle": "1l"}),
    ],
)
def test_without_examples(declared: ExampleTranslator, said: str, name: str, wanted: dict[str, Any]) -> None:
    (call,) = declared.translate(said, CONTEXT).calls

    assert call.name == name
    assert {key: call.arguments.get(key) for key in wanted} == wanted


@pytest.mark.parametrize(
    "said",
    [
        "hire a five person tent to nadia",  # there is none
        "order two litre bottles of peach",
        "book a lane for the divers eighty minutes",
        "run the machine at fifty",
    ],
)
def test_a_number_that_is_none_of_the_values(shown: ExampleTranslator, said: str) -> None:
    assert not shown.translate(said, CONTEXT).calls


def test_the_number_of_something_else_is_no_value(shown: ExampleTranslator) -> None:
    (call,) = shown.translate("hire a two person tent to nadia for six nights", CONTEXT).calls

    assert (call.arguments["tent"], call.arguments["nights"]) == ("2_person", 6)


@pytest.mark.parametrize(
    ("values", "known"),
    [
        (("10_litre", "30-litre", "50 litre", "two hours", "A4", "size_42", "24h", "1.5kg"), 7),
        (("slow", "fast"), 0),
        (("1,000", "0,125", "²5", "½", "", " "), 2),
        (("mp3", "mp4", "192.168.0.1", "2026-11-21"), 2),
    ],
)
def test_what_is_a_number(values: tuple[str, ...], known: int) -> None:
    found = Figures.of(ToolParameter("x", enum_values=values), (), language("en"))

    assert len(found.figures if found else ()) == known
