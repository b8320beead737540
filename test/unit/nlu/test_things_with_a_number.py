"""What a tool has a number for is named by a word that may begin a number as well: "point five", "dot three"."""

from __future__ import annotations

from datetime import datetime, timezone
from typing import Any

import pytest
from dialogue_tools import tool

from learned_tools import having_learned
from ovos_phal_plugin_jarvis.nlu.entities import NUMBER
from ovos_phal_plugin_jarvis.nlu.reading import hear
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition, ToolParameter
from ovos_phal_plugin_jarvis.translation.values import TranslationContext

NOW = datetime(2026, 11, 27, 10, 0, tzinfo=timezone.utc)


def _numbers(said: str, names: set[str], lang: str = "en-us") -> list[float]:
    heard = hear(said, lang, NOW, strip=False).numbering(names)
    return [x.value for x in heard.mentions if x.kind == NUMBER]


@pytest.mark.parametrize(
    ("said", "lang", "name", "number"),
    [
        ("skip point five of the agenda", "en-us", "point", 5),
        ("skip point twenty two", "en-us", "point", 22),
        ("überspring punkt sieben", "de-de", "punkt", 7),
        ("passe le point quatre", "fr-fr", "point", 4),
        ("salta el punto nueve", "es-es", "punto", 9),
        ("sla punt drie over", "nl-nl", "punt", 3),
    ],
)
def test_its_name_begins_no_number(said: str, lang: str, name: str, number: int) -> None:
    assert _numbers(said, {name}, lang) == [number]


@pytest.mark.parametrize(
    ("said", "names", "numbers"),
    [
        ("one point five", {"point"}, [1.5]),
        ("add point five", set(), [0.5]),
        ("add point five", {"dose"}, [0.5]),
        ("what is the point", {"point"}, []),
    ],
)
def test_other_numbers_stay(said: str, names: set[str], numbers: list[float]) -> None:
    assert _numbers(said, names) == numbers


def _agenda() -> ToolDefinition:
    return tool(
        "move_point",
        "Move a point of the agenda to another place.",
        [
            ToolParameter("point", "int", required=True, description="Which point"),
            ToolParameter("place", enum_values=("first", "last"), required=True, description="Where it goes"),
            ToolParameter("minutes", "float", description="How long it may take, in minutes"),
        ],
        {
            "move point three to the end": {"point": 3, "place": "last"},
            "let point eight be first": {"point": 8, "place": "first"},
            "point two comes last": {"point": 2, "place": "last"},
            "point nine goes last with ten minutes": {"point": 9, "place": "last", "minutes": 10},
            "put point six first for four minutes": {"point": 6, "place": "first", "minutes": 4},
            "start with point eleven": {"point": 11, "place": "first"},
        },
    )


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("move point seven to the end please", {"point": 7, "place": "last"}),
        ("put point fifteen first for five minutes", {"point": 15, "place": "first", "minutes": 5}),
    ],
)
def test_a_tool_that_counts_points(said: str, wanted: dict[str, Any]) -> None:
    calls = having_learned([_agenda()]).translate(said, TranslationContext(NOW)).calls
    assert [dict(call.arguments) for call in calls] == [wanted]
