"""One request whose parts are said in two sentences: it is done once, with all that was said."""

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
        "find_hut",
        "Find mountain huts to sleep in.",
        [
            ToolParameter("region", "string", False, "Where the hut is"),
            ToolParameter("comfort", "string", False, "How it is furnished", enum_values=("simple", "cosy", "luxury")),
        ],
        {
            "find a mountain hut in tyrol": {"region": "tyrol"},
            "look for a cosy hut in the dolomites": {"region": "dolomites", "comfort": "cosy"},
            "show me mountain huts in savoy": {"region": "savoy"},
            "search for a simple hut": {"comfort": "simple"},
            "which huts are there in carinthia": {"region": "carinthia"},
            "i need a hut for the night": {},
            "find me a luxury hut in valais": {"region": "valais", "comfort": "luxury"},
            "get me a list of simple huts in the tatra": {"region": "tatra", "comfort": "simple"},
            "i want to sleep in a hut in norway": {"region": "norway"},
            "find cosy huts": {"comfort": "cosy"},
        },
    ),
    tool(
        "hire_boat",
        "Hire a boat at the lake.",
        [
            ToolParameter("boat", "string", False, "Which boat", enum_values=("rowing boat", "canoe", "sailing boat")),
            ToolParameter("hours", "int", False, "For how many hours"),
            ToolParameter("harbour", "string", False, "Where it is taken over"),
        ],
        {
            "hire a canoe": {"boat": "canoe"},
            "hire a rowing boat for two hours": {"boat": "rowing boat", "hours": 2},
            "rent a sailing boat in the west harbour": {"boat": "sailing boat", "harbour": "west"},
            "get us a canoe for three hours": {"boat": "canoe", "hours": 3},
            "i want to hire a rowing boat": {"boat": "rowing boat"},
            "hire a boat in the old harbour": {"harbour": "old"},
            "rent a canoe at the east harbour for one hour": {"boat": "canoe", "harbour": "east", "hours": 1},
            "we need a sailing boat for five hours": {"boat": "sailing boat", "hours": 5},
            "hire a boat": {},
            "get me a boat for four hours": {"hours": 4},
        },
    ),
    tool(
        "read_meter",
        "Read one of the meters of the house.",
        [ToolParameter("meter", "string", False, "Which meter", enum_values=("gas", "water", "power"))],
        {
            "read the gas meter": {"meter": "gas"},
            "what does the water meter say": {"meter": "water"},
            "how much is on the power meter": {"meter": "power"},
            "check the meter": {},
            "tell me the meter reading": {},
            "read the power meter": {"meter": "power"},
            "check the gas meter": {"meter": "gas"},
            "what's on the water meter": {"meter": "water"},
            "read me the meter": {},
            "give me the reading of the power meter": {"meter": "power"},
        },
    ),
    of_cities(
        "weather_report",
        "Tell the weather of a city.",
        [
            "what's the weather in {}",
            "how is the weather in {}",
            "tell me the weather in {}",
            "weather report for {}",
            "is it raining in {}",
            "what is the weather like",
            "give me the weather for {}",
            "how's the weather",
            "what will the weather be in {}",
            "weather in {} please",
        ],
    ),
)


def asked(context: TranslationContext, said: str) -> Calls:
    return calls(talk(learned(TOOLS), context, said))


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        # a wish about it behind
        ("find me a hut in styria. I'd like a cosy one", {"region": "styria", "comfort": "cosy"}),
        ("show me huts in styria. I'm most interested in something simple", {"region": "styria", "comfort": "simple"}),
        # an order that points to it
        ("hire a canoe. We would want it for six hours", {"boat": "canoe", "hours": 6}),
        ("get me a boat in the south harbour. I would like to have this boat for seven hours",
         {"harbour": "south", "hours": 7}),
    ],
)  # fmt: skip
def test_what_a_sentence_adds_belongs_to_the_request_before(
    context: TranslationContext, said: str, wanted: dict[str, Any]
) -> None:
    (only,) = asked(context, said)
    assert only[1] == wanted


def test_what_is_only_wished_for_is_the_order_behind_it(context: TranslationContext) -> None:
    assert asked(context, "I need to check the meter; read me the gas meter") == [("read_meter", {"meter": "gas"})]


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("how's the weather. and what's the weather in turin", [{}, {"city": "turin"}]),
        ("read the gas meter. read the water meter", [{"meter": "gas"}, {"meter": "water"}]),
        ("hire a canoe. hire another boat for six hours", None),
        ("hire a canoe and then hire a boat for six hours", None),
        ("find huts in styria. i'd also like huts in tessin", None),
    ],
)
def test_what_is_asked_for_anew_is_another_request(
    context: TranslationContext, said: str, wanted: list[dict[str, Any]] | None
) -> None:
    found = [arguments for _, arguments in asked(context, said)]
    assert found == wanted if wanted is not None else len(found) != 1


@pytest.mark.parametrize(
    ("said", "city"),
    [
        ("what's the weather in Nairobi, Kenya", "nairobi, kenya"),
        ("how is the weather in Fresno, CA", "fresno, ca"),
        ("tell me the weather in Bath, England please", "bath, england"),
    ],
)
def test_a_place_and_the_land_it_lies_in_are_one_place(context: TranslationContext, said: str, city: str) -> None:
    assert [arguments["city"].lower() for _, arguments in asked(context, said)] == [city]


def test_places_of_a_list_are_several(context: TranslationContext) -> None:
    found = asked(context, "what's the weather in Rome, Oslo and Lima")
    assert [arguments["city"].lower() for _, arguments in found] == ["rome", "oslo", "lima"]
