"""Stretches: "from seven to ten in the evening", "pages four to nine"."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timezone
from typing import Any

import pytest
from dialogue_tools import tool

from learned_tools import having_learned
from ovos_phal_plugin_jarvis.nlu import ExampleTranslator
from ovos_phal_plugin_jarvis.nlu.entities import TIME, mentions
from ovos_phal_plugin_jarvis.tools.definition import ToolParameter
from ovos_phal_plugin_jarvis.translation.values import TranslationContext

NOW = datetime(2026, 11, 21, 10, 0, tzinfo=timezone.utc)


def times(text: str, lang: str) -> list[str]:
    """The times in *text*; one with a question mark where the half of the day is open."""
    found = [x for x in mentions(text, lang, NOW) if x.kind == TIME]
    return [x.value.render() + ("" if x.value.exact else "?") for x in found]


@pytest.mark.parametrize(
    ("lang", "text", "first", "last"),
    [
        ("en", "heat the sauna from five to eight in the evening", "17:00", "20:00"),
        ("en", "the gym is mine between three and four in the afternoon", "15:00", "16:00"),
        ("en", "from four till seven p m", "16:00", "19:00"),
        ("en", "between half past nine and eleven at night", "21:30", "23:00"),
        ("en", "tuesday six to eight in the evening", "18:00", "20:00"),
        ("en", "from seven thirty until nine in the morning", "07:30", "09:00"),
        ("en", "from ten to one in the afternoon", "10:00", "13:00"),
        ("en", "from eleven to two at night", "23:00", "02:00"),
        ("en", "from eight up to midnight", "20:00", "00:00"),
        ("en", "friday evening from six to nine", "18:00", "21:00"),
        ("en", "from two to four tomorrow afternoon", "14:00", "16:00"),
        ("de", "von sechs bis neun uhr abends", "18:00", "21:00"),
        ("de", "zwischen drei und vier uhr nachmittags", "15:00", "16:00"),
        ("de", "von sieben uhr bis halb elf am abend", "19:00", "22:30"),
        ("es", "de las seis a las nueve de la noche", "18:00", "21:00"),
        ("es", "entre las tres y las cuatro de la tarde", "15:00", "16:00"),
        ("fr", "de six heures à neuf heures du soir", "18:00", "21:00"),
        ("fr", "entre trois et quatre heures de l'après-midi", "15:00", "16:00"),
        ("it", "dalle sei alle nove di sera", "18:00", "21:00"),
        ("it", "tra le tre e le quattro del pomeriggio", "15:00", "16:00"),
        ("nl", "van zes tot negen uur 's avonds", "18:00", "21:00"),
        ("nl", "tussen drie en vier uur 's middags", "15:00", "16:00"),
        ("pt", "das seis às nove da noite", "18:00", "21:00"),
        ("pt", "entre as três e as quatro da tarde", "15:00", "16:00"),
    ],
)
def test_both_ends_of_a_stretch_are_in_the_half_of_the_day_that_is_said_once(
    lang: str, text: str, first: str, last: str
) -> None:
    assert times(text, lang) == [first, last]


@pytest.mark.parametrize(
    ("lang", "text", "wanted"),
    [
        ("en", "wake me at ten to seven in the evening", ["18:50"]),
        ("en", "it starts at twenty to six in the evening", ["17:40"]),
        ("en", "from ten to six until noon", ["05:50", "12:00"]),
        ("en", "from twenty five to eight p m", ["19:35"]),
        ("en", "alarms at eight and at nine in the evening", ["08:00?", "21:00"]),
        ("en", "from nine a m to six p m", ["09:00", "18:00"]),
        ("en", "from eight to six", []),
        ("en", "turn it from four to six degrees friday evening", []),
        ("en", "print sheet two to five in the evening", ["17:00"]),
        ("de", "von sieben bis zwanzig uhr", ["20:00"]),
        ("de", "um zehn vor sieben abends", ["18:50"]),
        ("it", "alle dieci alle sette di sera", ["18:50"]),
    ],
)
def test_other_times_are_what_they_were(lang: str, text: str, wanted: list[str]) -> None:
    assert times(text, lang) == wanted


CONTEXT = TranslationContext(NOW)
_SCAN = tool(
    "scan_slides",
    "Scan slides of a tray.",
    [
        ToolParameter("from_slide", "int", True, "First slide"),
        ToolParameter("to_slide", "int", True, "Last slide"),
        ToolParameter("dots", "int", False, "Dots per inch"),
        ToolParameter("rounds", "int", False, "How many rounds"),
    ],
    {
        "scan slides two to eleven": {"from_slide": 2, "to_slide": 11},
        "slides five through nine at three hundred dots": {"from_slide": 5, "to_slide": 9, "dots": 300},
        "i need slides one to twenty scanned": {"from_slide": 1, "to_slide": 20},
        "run two rounds over slides six to fourteen": {"from_slide": 6, "to_slide": 14, "rounds": 2},
        "scan from slide seven up to slide thirteen at six hundred dots": {
            "from_slide": 7,
            "to_slide": 13,
            "dots": 600,
        },
        "scan slides three till ten in three rounds": {"from_slide": 3, "to_slide": 10, "rounds": 3},
    },
)
_GUARD = tool(
    "hire_lifeguard",
    "Hire a lifeguard for a beach.",
    [
        ToolParameter("beach", "string", True, "Which beach"),
        ToolParameter("start_time", "time", True, "When the watch begins"),
        ToolParameter("end_time", "time", True, "When the watch ends"),
        ToolParameter("guards", "int", False, "How many lifeguards"),
    ],
    {
        "hire a lifeguard for coral beach from nine a m to six p m": {
            "beach": "coral beach",
            "start_time": "09:00",
            "end_time": "18:00",
        },
        "two lifeguards at pebble bay from noon until four in the afternoon": {
            "beach": "pebble bay",
            "start_time": "12:00",
            "end_time": "16:00",
            "guards": 2,
        },
        "long strand needs a lifeguard from ten in the morning till seven in the evening": {
            "beach": "long strand",
            "start_time": "10:00",
            "end_time": "19:00",
        },
        "put three lifeguards on duck island from one p m to five p m": {
            "beach": "duck island",
            "start_time": "13:00",
            "end_time": "17:00",
            "guards": 3,
        },
        "hire lifeguards for sandy cove from eight in the morning to noon": {
            "beach": "sandy cove",
            "start_time": "08:00",
            "end_time": "12:00",
        },
    },
)
_KENNEL = tool(
    "board_dog",
    "Board a dog in the kennel.",
    [
        ToolParameter("dog", "string", True, "Name of the dog"),
        ToolParameter("first_day", "date", True, "The day it is brought"),
        ToolParameter("last_day", "date", True, "The day it is fetched"),
    ],
    {
        "board rex from monday to thursday": {"dog": "rex", "first_day": "2026-11-23", "last_day": "2026-11-26"},
        "take bella in from tomorrow until friday": {
            "dog": "bella",
            "first_day": "2026-11-22",
            "last_day": "2026-11-27",
        },
        "keep waldo in the kennel from tuesday till sunday": {
            "dog": "waldo",
            "first_day": "2026-11-24",
            "last_day": "2026-11-29",
        },
        "luna stays in the kennel from wednesday to saturday": {
            "dog": "luna",
            "first_day": "2026-11-25",
            "last_day": "2026-11-28",
        },
    },
)


@pytest.fixture(scope="module")
def shown() -> ExampleTranslator:
    return having_learned((_SCAN, _GUARD, _KENNEL))


@pytest.fixture(scope="module")
def declared() -> ExampleTranslator:
    return having_learned(tuple(replace(each, examples=()) for each in (_SCAN, _GUARD, _KENNEL)))


_WHOLE: list[tuple[str, dict[str, Any]]] = [
    ("scan slides eight to fifteen in two rounds", {"from_slide": 8, "to_slide": 15, "rounds": 2}),
    ("scan slides twenty three through twenty eight", {"from_slide": 23, "to_slide": 28}),
    ("two rounds of slides thirty to forty with four hundred dots please", {"from_slide": 30, "to_slide": 40}),
    ("scan slide four up to and including slide nine", {"from_slide": 4, "to_slide": 9}),
    ("start scanning at slide sixty and stop at slide eighty two", {"from_slide": 60, "to_slide": 82}),
    ("scan the slides starting with seven and ending with sixteen", {"from_slide": 7, "to_slide": 16}),
    ("scan the slides between twelve and nineteen", {"from_slide": 12, "to_slide": 19}),
    (
        "hire a lifeguard for coral beach from two to six in the afternoon",
        {"start_time": "14:00", "end_time": "18:00"},
    ),
    (
        "two lifeguards for sandy cove between eight and eleven in the morning",
        {"start_time": "08:00", "end_time": "11:00", "guards": 2},
    ),
    (
        "lifeguard for pebble bay starting at three in the afternoon and ending at half past seven in the evening",
        {"start_time": "15:00", "end_time": "19:30"},
    ),
    ("board rocky from the fifth to the ninth of december", {"first_day": "2026-12-05", "last_day": "2026-12-09"}),
    ("board rocky between tuesday and friday", {"first_day": "2026-11-24", "last_day": "2026-11-27"}),
]


@pytest.mark.parametrize(("said", "wanted"), _WHOLE)
def test_the_ends_of_a_stretch_are_two_arguments(shown: ExampleTranslator, said: str, wanted: dict[str, Any]) -> None:
    (call,) = shown.translate(said, CONTEXT).calls

    assert {name: call.arguments.get(name) for name in wanted} == wanted


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("scan slides eight to fifteen", {"from_slide": 8, "to_slide": 15}),
        (
            "scan slides twenty three through twenty eight in two rounds",
            {"from_slide": 23, "to_slide": 28, "rounds": 2},
        ),
        ("board the dog rocky from the fifth to the ninth of december", {"last_day": "2026-12-09"}),
    ],
)
def test_the_ends_of_a_stretch_without_examples(declared: ExampleTranslator, said: str, wanted: dict[str, Any]) -> None:
    (call,) = declared.translate(said, CONTEXT).calls

    assert {name: call.arguments.get(name) for name in wanted} == wanted


def test_two_stretches_of_numbers_are_not_told_apart(shown: ExampleTranslator) -> None:
    """Which of them is meant nobody can tell by their place."""
    calls = shown.translate("scan slides two to five or seven to nine", CONTEXT).calls

    assert all((call.arguments.get("from_slide"), call.arguments.get("to_slide")) != (2, 9) for call in calls)


def test_what_another_argument_is_called_is_no_stretch(shown: ExampleTranslator) -> None:
    (call,) = shown.translate("scan slides three to eight in two to three rounds", CONTEXT).calls or (None,)

    assert call is None or (call.arguments["from_slide"], call.arguments["to_slide"]) == (3, 8)
