"""What holds a joint and is one request: an "and" in a value, or in the words around it."""

from __future__ import annotations

from datetime import datetime, timezone

import pytest
from dialogue_tools import tool

from learned_tools import having_learned
from ovos_phal_plugin_jarvis.nlu import ExampleTranslator
from ovos_phal_plugin_jarvis.tools.definition import ToolParameter
from ovos_phal_plugin_jarvis.translation.values import Translation, TranslationContext

NOW = datetime(2026, 11, 23, 10, tzinfo=timezone.utc)
TOOLS = (
    tool(
        "find_recipe",
        "Find a recipe for what is in the kitchen.",
        [ToolParameter("ingredients", "list[string]", False, "What it is made of")],
        {
            "find a recipe with rice and beans": {"ingredients": ["rice", "beans"]},
            "what can i cook with leeks": {"ingredients": ["leeks"]},
            "look for a recipe with salmon and dill": {"ingredients": ["salmon", "dill"]},
            "a recipe with chickpeas please": {"ingredients": ["chickpeas"]},
            "recipes with eggs and spinach": {"ingredients": ["eggs", "spinach"]},
            "find me a recipe": {},
            "is there a recipe with pears": {"ingredients": ["pears"]},
            "show a recipe with lentils and bacon": {"ingredients": ["lentils", "bacon"]},
            "what can i make with turnips and cream": {"ingredients": ["turnips", "cream"]},
            "get a recipe for mushrooms": {"ingredients": ["mushrooms"]},
        },
    ),
    tool(
        "book_court",
        "Reserve a court at the sports club.",
        [
            ToolParameter("sport", "string", True, "Which sport", enum_values=("tennis", "squash", "padel")),
            ToolParameter("partners", "list[string]", False, "Who else plays"),
            ToolParameter("hours", "float", False, "How many hours"),
            ToolParameter("rackets", "int", False, "Rackets to borrow"),
        ],
        {
            "book a tennis court": {"sport": "tennis"},
            "book a squash court with peter": {"sport": "squash", "partners": ["peter"]},
            "reserve a padel court with anna and tom": {"sport": "padel", "partners": ["anna", "tom"]},
            "book a tennis court for two hours": {"sport": "tennis", "hours": 2.0},
            "squash court for one hour with lisa": {"sport": "squash", "hours": 1.0, "partners": ["lisa"]},
            "get us a padel court with max and eva": {"sport": "padel", "partners": ["max", "eva"]},
            "book a tennis court and borrow three rackets": {"sport": "tennis", "rackets": 3},
            "reserve a squash court with two rackets": {"sport": "squash", "rackets": 2},
            "padel for three hours with paul": {"sport": "padel", "hours": 3.0, "partners": ["paul"]},
            "tennis with clara and ben": {"sport": "tennis", "partners": ["clara", "ben"]},
        },
    ),
    tool(
        "charge_car",
        "Charge the electric car.",
        [
            ToolParameter("target_percent", "int", True, "Up to which percent of the battery"),
            ToolParameter("amps", "int", False, "Charging current in amps"),
        ],
        {
            "charge the car to eighty percent": {"target_percent": 80},
            "charge the car to ninety percent with ten amps": {"target_percent": 90, "amps": 10},
            "load the car up to 70 percent": {"target_percent": 70},
            "car battery to sixty percent": {"target_percent": 60},
            "charge the car to fifty percent at 16 amps": {"target_percent": 50, "amps": 16},
            "fill the car battery to 85 percent": {"target_percent": 85},
            "charge my car to one hundred percent": {"target_percent": 100},
            "limit the car to six amps up to 75 percent": {"target_percent": 75, "amps": 6},
            "charge to forty percent with a current of eight amps": {"target_percent": 40, "amps": 8},
            "get the car to 65 percent": {"target_percent": 65},
        },
    ),
    tool(
        "switch_guest_network",
        "Turn the guest wifi on or off.",
        [ToolParameter("active", "bool", True, "True to turn it on")],
        {
            "turn on the guest network": {"active": True},
            "turn off the guest network": {"active": False},
            "switch the guest wifi on": {"active": True},
            "switch off the guest wifi": {"active": False},
            "guest network on": {"active": True},
            "guest network off please": {"active": False},
            "enable the guest wifi": {"active": True},
            "disable the guest wifi": {"active": False},
            "shut the guest network down": {"active": False},
            "start the guest network": {"active": True},
        },
    ),
)


@pytest.fixture(scope="module")
def translator() -> ExampleTranslator:
    return having_learned(TOOLS)


def said(translator: ExampleTranslator, text: str) -> Translation:
    return translator.translate(text, TranslationContext(NOW))


def test_things_that_are_joined_are_one_value(translator: ExampleTranslator) -> None:
    found = said(translator, "dig out a recipe for cod and peas")
    assert [(call.name, call.arguments) for call in found.calls] == [("find_recipe", {"ingredients": ["cod", "peas"]})]
    assert not found.left


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (
            "reserve a padel court with nina and george for two hours",
            {"sport": "padel", "partners": ["nina", "george"], "hours": 2.0},
        ),
        (
            "get us a squash court for two hours and borrow four rackets",
            {"sport": "squash", "hours": 2.0, "rackets": 4},
        ),
    ],
)
def test_what_one_tool_takes_at_once_is_done_once(translator: ExampleTranslator, text: str, wanted: object) -> None:
    found = said(translator, text)
    assert [(call.name, call.arguments) for call in found.calls] == [("book_court", wanted)]


def test_what_is_ordered_twice_is_done_twice(translator: ExampleTranslator) -> None:
    found = said(translator, "book a tennis court and book a tennis court")
    assert [call.arguments for call in found.calls] == [{"sport": "tennis"}] * 2


def test_a_piece_is_no_order_of_its_own(translator: ExampleTranslator) -> None:
    found = said(translator, "get the battery of the car to 55 percent and limit the current to thirteen amps")
    assert [(call.name, call.arguments) for call in found.calls] == [("charge_car", {"target_percent": 55, "amps": 13})]
    assert found.confidence < 0.75


def test_what_is_left_of_it_is_told_and_it_asks_first(translator: ExampleTranslator) -> None:
    found = said(translator, "turn on the guest network for friends and relatives")
    assert [(call.name, call.arguments) for call in found.calls] == [("switch_guest_network", {"active": True})]
    assert found.left == ("relatives",)
    assert found.confidence < 0.75


@pytest.mark.parametrize(
    "text",
    [
        "turn on the guest network and polish the silver spoons",
        "turn on the guest network and not the printer",
        "turn off the guest network and book a flight to rome",
    ],
)
def test_another_request_is_none_of_it(translator: ExampleTranslator, text: str) -> None:
    found = said(translator, text)
    assert found.left or found.question or not found.calls
