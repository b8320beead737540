"""Of tools with few examples the things of a list are found as texts are: by all that is known of the words."""

from __future__ import annotations

from datetime import datetime, timezone
from typing import Any

import pytest
from dialogue_tools import tool

from learned_tools import having_learned
from ovos_phal_plugin_jarvis.nlu import ExampleTranslator
from ovos_phal_plugin_jarvis.nlu.learning.listed import parted
from ovos_phal_plugin_jarvis.nlu.reading import hear
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition, ToolParameter
from ovos_phal_plugin_jarvis.translation.values import TranslationContext

NOW = datetime(2026, 11, 27, 10, 0, tzinfo=timezone.utc)


def _fetch() -> ToolDefinition:
    return tool(
        "fetch_from_cellar",
        "Ask the porter to bring things up from the cellar.",
        [
            ToolParameter("things", "array<string>", required=True, description="What is to be brought, one by one"),
            ToolParameter("room", description="Where it is brought"),
            ToolParameter("urgent", "bool", description="True if it is needed at once"),
        ],
        {
            "bring two crates up to the bar": {"things": ["two crates"], "room": "bar"},
            "have the folding chairs and the long table brought up": {"things": ["folding chairs", "long table"]},
            "we need candles in the dining room": {"things": ["candles"], "room": "dining room"},
            "fetch the fan from the cellar it is urgent": {"things": ["fan"], "urgent": True},
            "the porter should bring blankets and pillows to room nine": {
                "things": ["blankets", "pillows"],
                "room": "room nine",
            },
            "get the christmas lights up here": {"things": ["christmas lights"]},
            "ask for ice buckets tongs and a tray": {"things": ["ice buckets", "tongs", "tray"]},
            "bring up the projector urgently": {"things": ["projector"], "urgent": True},
            "a ladder and a rope for the terrace": {"things": ["ladder", "rope"], "room": "terrace"},
            "please fetch the old piano stool": {"things": ["old piano stool"]},
        },
    )


@pytest.fixture(scope="module")
def translator() -> ExampleTranslator:
    return having_learned([_fetch()], lang="en-us")


def _arguments(translator: ExampleTranslator, said: str) -> dict[str, Any]:
    return dict(translator.candidates(said, TranslationContext(NOW))[0].filled.arguments)


@pytest.mark.parametrize(
    ("said", "things"),
    [
        ("could somebody carry up dust sheets and wood glue", ["dust sheets", "wood glue"]),
        ("the guests are cold so bring wool blankets up", ["wool blankets"]),
        ("get hold of a drying rack from the cellar", ["drying rack"]),
        ("bring the step stool a bucket and the floor mop to the lobby", ["step stool", "bucket", "floor mop"]),
        ("bring candles", ["candles"]),
        ("i want beer mats and paper straws brought to the bar", ["beer mats", "paper straws"]),
    ],
)
def test_each_thing_is_whole_and_nothing_else_is_one(
    translator: ExampleTranslator, said: str, things: list[str]
) -> None:
    assert _arguments(translator, said).get("things") == things


def test_what_another_argument_says_is_no_thing(translator: ExampleTranslator) -> None:
    found = _arguments(translator, "bring tea towels and a kettle to the breakfast room it is urgent")
    assert found == {"things": ["tea towels", "kettle"], "room": "breakfast room", "urgent": True}


@pytest.mark.parametrize(
    ("said", "things"),
    [
        ("the rake and the hoe", ["rake", "hoe"]),
        ("a rake a hoe and the shears", ["rake", "hoe", "shears"]),
        ("a handful of the nails", ["handful of the nails"]),  # the article begins no other thing here
        ("paint", ["paint"]),
        ("and", []),
    ],
)
def test_an_article_behind_a_word_of_meaning_begins_another_thing(said: str, things: list[str]) -> None:
    heard = hear(said, "en-us", NOW, strip=False)
    assert [heard.said(*place) for place in parted(heard, 0, len(heard.words))] == things
