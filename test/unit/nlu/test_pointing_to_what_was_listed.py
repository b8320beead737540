"""What the second of two requests points to in the first: a thing that is listed, a place; and remarks beside one."""

from __future__ import annotations

from typing import Any

import pytest
from dialogue_tools import of_cities, tool
from test_what_becomes_of_the_last import calls, learned, talk

from ovos_phal_plugin_jarvis.tools.definition import ToolParameter
from ovos_phal_plugin_jarvis.translation.values import TranslationContext

Calls = list[tuple[str, dict[str, Any]]]
TOOLS = (
    tool(
        "pack_things",
        "Put things into a box.",
        [
            ToolParameter("things", "list[string]", True, "What is packed"),
            ToolParameter("box_name", "string", False, "Which box"),
        ],
        {
            "put the hammer into the tool box": {"things": ["hammer"], "box_name": "tool"},
            "pack socks into the winter box": {"things": ["socks"], "box_name": "winter"},
            "put plates and cups into the kitchen box": {"things": ["plates", "cups"], "box_name": "kitchen"},
            "pack the candles": {"things": ["candles"]},
            "put the drill into the tool box": {"things": ["drill"], "box_name": "tool"},
            "pack scarves into the winter box": {"things": ["scarves"], "box_name": "winter"},
            "pack books into the study box": {"things": ["books"], "box_name": "study"},
            "put pens and glue into the study box": {"things": ["pens", "glue"], "box_name": "study"},
            "pack the lamp": {"things": ["lamp"]},
            "put spoons into the kitchen box": {"things": ["spoons"], "box_name": "kitchen"},
        },
    ),
    tool(
        "note_down",
        "Keep a note of something for later.",
        [ToolParameter("text", "string", True, "The note"), ToolParameter("hour", "time", False, "When it is shown")],
        {
            "make a note about the plumber": {"text": "the plumber"},
            "make a note about my keys at six": {"text": "my keys", "hour": "06:00"},
            "note down the parking place": {"text": "the parking place"},
            "make a note about the oven at nine": {"text": "the oven", "hour": "09:00"},
            "note down the wifi password": {"text": "the wifi password"},
            "make a note about the cat": {"text": "the cat"},
            "make a note about lunch at noon": {"text": "lunch", "hour": "12:00"},
            "note down aunt mary": {"text": "aunt mary"},
            "make a note about the bins at eight": {"text": "the bins", "hour": "08:00"},
            "make a note about the garden": {"text": "the garden"},
        },
    ),
    of_cities(
        "tell_temperature",
        "Tell the temperature in a city.",
        [
            "what's the temperature in {}",
            "how warm is it in {}",
            "tell me the temperature in {}",
            "the temperature in {}",
            "how cold is it in {}",
            "what's the temperature",
            "temperature in {} please",
            "how warm is it",
        ],
    ),
    of_cities(
        "tell_pollen",
        "Tell how much pollen is in the air of a city.",
        [
            "what's the pollen count in {}",
            "how much pollen is there in {}",
            "tell me the pollen count in {}",
            "the pollen count in {}",
            "is there pollen in {}",
            "what's the pollen count",
            "pollen in {} please",
            "how much pollen is in the air",
        ],
    ),
)


def asked(context: TranslationContext, said: str) -> Calls:
    return calls(talk(learned(TOOLS), context, said))


def test_what_is_to_be_thought_of_is_the_thing_and_not_what_holds_it(context: TranslationContext) -> None:
    first, second = asked(context, "pack the skis into the winter box and make a note about it")
    assert first == ("pack_things", {"things": ["skis"], "box_name": "winter"})
    assert second[0] == "note_down" and second[1]["text"].endswith("skis")


@pytest.mark.parametrize("there", ["and the pollen count there", "and the pollen count there as well"])
def test_what_names_no_verb_is_asked_of_the_place_before(context: TranslationContext, there: str) -> None:
    found = asked(context, f"what's the temperature in sydney {there}")
    assert found == [("tell_temperature", {"city": "sydney"}), ("tell_pollen", {"city": "sydney"})]


def test_what_somebody_hopes_is_no_value_of_a_request(context: TranslationContext) -> None:
    assert asked(context, "make a note about the roof at six and i think it leaks") == [
        ("note_down", {"text": "the roof", "hour": "06:00"})
    ]


def test_a_number_that_nobody_took_is_not_dropped_in_silence(context: TranslationContext) -> None:
    found = talk(learned(TOOLS), context, "so forty minutes on the oven and pack the lamp")
    assert calls(found) == [("pack_things", {"things": ["lamp"]})]
    assert "forty minutes on the oven" in found.say
    assert found.certain < 0.75, "and it is asked first"


@pytest.mark.parametrize(
    ("said", "names"),
    [
        ("pack the lamp but tell me the temperature in rome first", ["tell_temperature", "pack_things"]),
        ("pack the lamp and tell me the temperature in rome", ["pack_things", "tell_temperature"]),
        ("pack the lamp and make a note about who goes first", ["pack_things", "note_down"]),
    ],
)
def test_what_is_to_be_done_first_is(context: TranslationContext, said: str, names: list[str]) -> None:
    assert [name for name, _ in asked(context, said)] == names
