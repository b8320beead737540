"""No other day, thing or request than what is said: days in a row, where something ends, a choice, and whose thing."""

from __future__ import annotations

from typing import Any

import pytest
from dialogue_tools import ENGLISH, tool
from test_left_as_it_is import FIRING, NOTES, WHEEL, calls

from learned_tools import having_learned
from ovos_phal_plugin_jarvis.nlu import ExampleTranslator
from ovos_phal_plugin_jarvis.nlu.entities.grammar import grammar
from ovos_phal_plugin_jarvis.nlu.lang import language
from ovos_phal_plugin_jarvis.tools.definition import ToolParameter
from ovos_phal_plugin_jarvis.translation.values import TranslationContext

YARD = tool(
    "sweep_yard",
    "Sweep the yard of the pottery.",
    [],
    {"sweep the yard": {}, "sweep the yard now": {}, "give the yard a sweep": {}, "clean the yard": {}},
)

KILNS = tool(
    "stop_kiln",
    "Stop a kiln that is running.",
    [ToolParameter("kiln", "string", False, "The name of the kiln")],
    {
        "stop the kiln": {},
        "stop the raku kiln": {"kiln": "raku"},
        "turn the kiln off": {},
        "stop the kiln called ember": {"kiln": "ember"},
        "cancel the salt kiln": {"kiln": "salt"},
        "stop the big kiln please": {"kiln": "big"},
        "stop kiln bertha": {"kiln": "bertha"},
        "switch off the kiln": {},
    },
)


@pytest.fixture(scope="module")
def yard() -> ExampleTranslator:
    used = {"set_volume", "get_weather"}
    return having_learned((FIRING, NOTES, WHEEL, YARD, *(each for each in ENGLISH if each.name in used)))


@pytest.fixture(scope="module")
def kilns() -> ExampleTranslator:
    return having_learned((KILNS, YARD, NOTES, *ENGLISH))


@pytest.mark.parametrize(
    ("said", "left", "asked"),
    [
        ("stop the kiln and the music", ("the music",), ""),
        ("stop the kiln and my radio", ("my radio",), ""),
        ("stop the kiln and music", (), "play_music"),
    ],
)
def test_a_thing_beside_the_tools_own_is_no_name_of_it(
    kilns: ExampleTranslator, context: TranslationContext, said: str, left: tuple[str, ...], asked: str
) -> None:
    found = kilns.translate(said, context)
    assert [values for _, values in calls(found) if values] == []
    assert found.left == left
    assert (found.question.call.name if found.question else "") == asked


@pytest.mark.parametrize(
    ("said", "kilns_stopped"),
    [
        ("stop the raku kiln and the salt kiln", ["raku", "salt"]),
        ("stop the raku and the salt kiln", ["raku", "salt"]),
        ("stop the kiln called salt", ["salt"]),
        ("go on and stop the raku kiln", ["raku"]),
    ],
)
def test_a_name_beside_another_is_one(
    kilns: ExampleTranslator, context: TranslationContext, said: str, kilns_stopped: list[str]
) -> None:
    assert [values.get("kiln") for _, values in calls(kilns.translate(said, context))] == kilns_stopped


@pytest.mark.parametrize(
    "said",
    [
        "plan a firing at seven on monday tuesday",
        "plan a firing at seven until friday",
        "plan a firing at ten to",
        "stop the wheel or sweep the yard",
        "remind me to sweep the yard",
        "tell me to stop the wheel",
    ],
)
def test_nothing_else_is_done(yard: ExampleTranslator, context: TranslationContext, said: str) -> None:
    assert calls(yard.translate(said, context)) == []


def test_a_level_of_another_thing_asks_first(yard: ExampleTranslator, context: TranslationContext) -> None:
    surely = yard.translate("set the volume to 40", context).confidence
    assert yard.translate("set the volume of the pond to 40", context).confidence < 0.75 <= surely


@pytest.mark.parametrize("days", [("monday", "friday"), ("monday", "tuesday", "friday")])
def test_no_day_of_several_is_lost(yard: ExampleTranslator, context: TranslationContext, days: tuple[str, ...]) -> None:
    said = f"plan a firing at seven on {' '.join(days[:-1])} and {days[-1]}"
    assert [each["day"] for _, each in calls(yard.translate(said, context))] == [f"next_{day}" for day in days]


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("plan a firing at ten to six", [("plan_firing", {"time": "05:50"})]),
        ("plan a firing at seven on friday", [("plan_firing", {"time": "07:00", "day": "next_friday"})]),
        ("stop the wheel and sweep the yard", [("stop_wheel", {}), ("sweep_yard", {})]),
        ("i want you to sweep the yard", [("sweep_yard", {})]),
        ("set the volume of the speaker to 40", [("set_volume", {"level": 40})]),
        ("write down call tom or anna", [("write_note", {"text": "call tom or anna"})]),
    ],
)
def test_what_is_whole_is_done(
    yard: ExampleTranslator, context: TranslationContext, said: str, wanted: list[tuple[str, dict[str, Any]]]
) -> None:
    assert calls(yard.translate(said, context)) == wanted


@pytest.mark.parametrize(("code", "words"), [("en", {"to", "past"}), ("de", {"vor", "nach"}), ("nl", {"voor", "over"})])
def test_words_between_minutes_and_hours_are_known(code: str, words: set[str]) -> None:
    assert words <= grammar(language(code)).minute_words
