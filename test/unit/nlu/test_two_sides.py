"""Tools for the two sides of one thing, as people write them: "light_on" and "light_off"."""

from __future__ import annotations

from datetime import datetime, timezone
from typing import Any

import pytest
from dialogue_tools import tool
from test_what_becomes_of_the_last import calls, learned, talk

from ovos_phal_plugin_jarvis.nlu.acts.words import only_leads
from ovos_phal_plugin_jarvis.nlu.lang import language
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition, ToolParameter
from ovos_phal_plugin_jarvis.translation.values import TranslationContext

ROOMS = ("attic", "cellar", "study", "landing")


def of_a_room(name: str, description: str, said: dict[str, str]) -> ToolDefinition:
    parameters = [ToolParameter("room", "string", True, "Which room", enum_values=ROOMS)]
    return tool(name, description, parameters, {text: {"room": room} for text, room in said.items()})


TOOLS = (
    of_a_room(
        "heater_on",
        "Turn on the heater in a room.",
        {
            "turn on the attic heater": "attic",
            "switch the study heater on": "study",
            "heater on in the cellar": "cellar",
            "put the landing heater on": "landing",
        },
    ),
    of_a_room(
        "heater_off",
        "Turn off the heater in a room.",
        {
            "turn off the attic heater": "attic",
            "switch the study heater off": "study",
            "heaters out in the cellar": "cellar",
            "kill the landing heater": "landing",
        },
    ),
    tool(
        "turn_on_radio",
        "Turn on the radio.",
        [],
        {"turn on the radio": {}, "radio on please": {}, "put the radio on": {}, "let's have the radio": {}},
    ),
    tool(
        "turn_off_radio",
        "Turn off the radio.",
        [],
        {"turn off the radio": {}, "radio off please": {}, "no more radio": {}, "silence the radio": {}},
    ),
)
UNTAUGHT = tuple(
    ToolDefinition(each.name, each.description, "box", {}, {}, parameters=each.parameters) for each in TOOLS
)
CONTEXT = TranslationContext(datetime(2026, 3, 2, 8, tzinfo=timezone.utc))
Calls = list[tuple[str, dict[str, Any]]]


@pytest.mark.parametrize("tools", [TOOLS, UNTAUGHT])
@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("turn off the attic heater", [("heater_off", {"room": "attic"})]),
        ("turn the heater in the study off", [("heater_off", {"room": "study"})]),
        ("could you turn the heater on in the cellar please", [("heater_on", {"room": "cellar"})]),
        ("turn the radio off", [("turn_off_radio", {})]),
        ("turn on the radio", [("turn_on_radio", {})]),
    ],
)
def test_the_side_that_is_said_is_meant(tools: tuple[ToolDefinition, ...], said: str, wanted: Calls) -> None:
    assert calls(talk(learned(tools), CONTEXT, said)) == wanted


@pytest.mark.parametrize(
    ("turns", "wanted"),
    [
        (
            ["turn the attic heater off and the study one on"],
            [("heater_off", {"room": "attic"}), ("heater_on", {"room": "study"})],
        ),
        (["turn on the attic heater", "and the study off"], [("heater_off", {"room": "study"})]),
        (["turn on the attic heater", "and the one in the study"], [("heater_on", {"room": "study"})]),
    ],
)
def test_each_thing_goes_to_its_side(turns: list[str], wanted: Calls) -> None:
    found = talk(learned(TOOLS), CONTEXT, *turns)
    assert calls(found) == wanted and not found.left


_COURTS = (
    tool(
        "reserve_court",
        "Reserve a tennis court for a player.",
        [
            ToolParameter("player", "string", True, "Who plays"),
            ToolParameter("court", "int", description="Number of the court"),
            ToolParameter("day", "date", description="Day of the game"),
        ],
        {
            "reserve court two for paula on friday": {"player": "paula", "court": 2, "day": "next_friday"},
            "hold a court for mister hill": {"player": "mister hill"},
            "paula wants court one on monday": {"player": "paula", "court": 1, "day": "next_monday"},
            "put henry down for court four": {"player": "henry", "court": 4},
            "keep court three for ines tomorrow": {"player": "ines", "court": 3, "day": "tomorrow"},
            "a court for the webers on sunday please": {"player": "webers", "day": "next_sunday"},
            "get paul a court": {"player": "paul"},
            "court five for rita": {"player": "rita", "court": 5},
            "reserve a court for nadia on tuesday": {"player": "nadia", "day": "next_tuesday"},
            "we need court six for karl": {"player": "karl", "court": 6},
        },
    ),
)


@pytest.mark.parametrize(
    "said",
    [
        "cancel court two for paula on friday",
        "please delete the court for mister hill on friday",
        "call off court one for ines on monday",
        "could you remove paula from court four on friday",
        "cancel the court that henry has on friday",
    ],
)
def test_what_takes_back_is_for_no_tool_that_makes(said: str) -> None:
    assert not learned(_COURTS).translate(said, CONTEXT).calls


@pytest.mark.parametrize(
    "said", ["reserve court two for paula on friday", "someone has cancelled so keep court two for paula on friday"]
)
def test_what_makes_is_for_it(said: str) -> None:
    found = learned(_COURTS).translate(said, CONTEXT).calls
    assert [dict(call.arguments)["player"] for call in found] == ["paula"]


_MILL = (
    tool(
        "book_delivery_slot",
        "Book the time at which the van brings bread to a shop.",
        [ToolParameter("shop", "string", True, "Which shop"), ToolParameter("day", "date", description="Which day")],
        {
            "bring bread to the corner shop on friday": {"shop": "corner shop", "day": "next_friday"},
            "the van goes to miller on monday": {"shop": "miller", "day": "next_monday"},
            "book a slot to the school kiosk": {"shop": "school kiosk"},
            "send the van to the station": {"shop": "station"},
            "deliver to harbour stores on tuesday": {"shop": "harbour stores", "day": "next_tuesday"},
        },
    ),
    tool(
        "order_flour",
        "Orders flour for the bakery from the mill.",
        [
            ToolParameter("flour", "string", True, "Which flour"),
            ToolParameter("sacks", "int", True, "Number of sacks"),
            ToolParameter("day", "date", description="Latest day of delivery"),
        ],
        {
            "order five sacks of rye flour": {"flour": "rye flour", "sacks": 5},
            "order two sacks of spelt by friday": {"flour": "spelt", "sacks": 2, "day": "next_friday"},
            "we need four sacks of wheat flour from the mill": {"flour": "wheat flour", "sacks": 4},
            "buy nine sacks of semolina": {"flour": "semolina", "sacks": 9},
            "can you order seven sacks of oat flour by monday": {
                "flour": "oat flour",
                "sacks": 7,
                "day": "next_monday",
            },
            "get us twelve sacks of maize": {"flour": "maize", "sacks": 12},
            "order a sack of rice flour for tuesday": {"flour": "rice flour", "sacks": 1, "day": "next_tuesday"},
            "three sacks of buckwheat please": {"flour": "buckwheat", "sacks": 3},
            "place an order for six sacks of rye": {"flour": "rye", "sacks": 6},
            "reorder ten sacks of wheat": {"flour": "wheat", "sacks": 10},
        },
    ),
)


@pytest.mark.parametrize(
    "said",
    [
        "eight sacks of rye flour have to be here by thursday can you see to that",
        "somebody ought to order eight sacks of rye flour",
        "eight sacks of rye flour ought to be here before thursday",
    ],
)
def test_to_is_not_the_other_side_of_from(said: str) -> None:
    told = {each["tool"]: each for each in learned(_MILL).explain(said, CONTEXT)["candidates"]}["order_flour"]
    assert told["refused"] != "opposite" and told["arguments"]["sacks"] == 8


@pytest.mark.parametrize(
    ("code", "words", "leads"),
    [
        ("en", {"on"}, False),
        ("en", {"from"}, True),
        ("en", {"to"}, True),
        ("de", {"an", "anmachen"}, False),
        ("fr", {"plus", "monter"}, False),
    ],
)
def test_what_only_leads_on_is_no_side(code: str, words: set[str], leads: bool) -> None:
    assert only_leads(frozenset(words), language(code)) is leads
