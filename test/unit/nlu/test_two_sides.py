"""Tools for the two sides of one thing, as people write them: "light_on" and "light_off"."""

from __future__ import annotations

from datetime import datetime, timezone
from typing import Any

import pytest
from dialogue_tools import tool
from test_what_becomes_of_the_last import calls, learned, talk

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
