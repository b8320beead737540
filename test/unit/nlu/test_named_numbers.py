"""Of several numbers each is what it is said to be: by what it counts, by what has it, by its unit."""

from __future__ import annotations

from datetime import datetime, timezone

import pytest
from dialogue_tools import tool

from learned_tools import having_learned
from ovos_phal_plugin_jarvis.nlu.lang import language
from ovos_phal_plugin_jarvis.nlu.learning.named_numbers import NamedNumbers
from ovos_phal_plugin_jarvis.nlu.reading import EPOCH, hear
from ovos_phal_plugin_jarvis.tools.definition import ToolParameter
from ovos_phal_plugin_jarvis.translation.values import TranslationContext

CONTEXT = TranslationContext(datetime(2026, 11, 27, 12, tzinfo=timezone.utc))
_LODGE = (
    ToolParameter("nights", "int", True, "Number of nights"),
    ToolParameter("bunks", "int", False, "How many bunks"),
    ToolParameter("boiler_number", "int", False, "Number of the boiler"),
    ToolParameter("heat", "float", False, "Temperature in degrees Celsius"),
    ToolParameter("damp", "int", False, "Relative humidity in percent"),
    ToolParameter("price", "float", False, "Price of a night in euros"),
)


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("staying four nights with us and they take five bunks", {"nights": 4, "bunks": 5}),
        ("for one night only let her have three narrow bunks", {"nights": 1, "bunks": 3}),
        ("fifty five degrees for boiler eighteen", {"heat": 55, "boiler_number": 18}),
        ("sixty one percent damp and seventeen degrees", {"damp": 61, "heat": 17}),
        ("a pair of lower bunks", {"bunks": 2}),
        ("just a single night", {"nights": 1}),
        ("a couple of nights", {"nights": 2}),
        # neither counts them
        ("four five bunks", {"bunks": 5}),
        ("twenty past two nights", {}),
        ("a book called nights", {}),
        ("three of us like bunks", {}),
        ("the bunks at 6", {}),
        ("six weary hikers nights", {"nights": 6}),
        ("the single bunk", {"bunks": 1}),
        ("eighteen boilers", {}),
        # two of them
        ("two nights no three nights", {}),
    ],
)
def test_each_number_by_its_name(said: str, wanted: dict[str, int]) -> None:
    named = NamedNumbers(_LODGE, language("en"))

    assert {name: x.value for name, x in named.said(hear(said, "en-us", EPOCH), set())} == wanted


def test_a_word_of_two_arguments_tells_neither() -> None:
    both = [ToolParameter("day_bunks", "int"), ToolParameter("night_bunks", "int")]

    assert not [*NamedNumbers(both, language("en")).said(hear("three bunks", "en-us", EPOCH), set())]


@pytest.mark.parametrize(
    ("lang", "said", "name", "value"),
    [
        ("de", "eine einzige nacht", "nacht", 1),
        ("es", "una sola noche", "noche", 1),
        ("fr", "une seule nuit", "nuit", 1),
        ("it", "un paio di notti", "notti", 2),
        ("pt", "um par de noites", "noites", 2),
        ("nl", "een enkele nacht", "nacht", 1),
    ],
)
def test_so_it_is_in_every_language(lang: str, said: str, name: str, value: int) -> None:
    named = NamedNumbers([ToolParameter(name, "int")], language(lang))

    assert [(n, x.value) for n, x in named.said(hear(said, lang, EPOCH), set())] == [(name, value)]


_SHEETS = tool(
    "wash_sheets",
    "Orders that sheets are washed.",
    [
        ToolParameter("sheets", "int", True, "Number of sheets"),
        ToolParameter("most", "float", False, "Highest price of one in euros"),
        ToolParameter("ready_at", "time", False, "When they are ready"),
    ],
    {
        "wash ten sheets": {"sheets": 10},
        "have six sheets washed for at most 3 euros": {"sheets": 6, "most": 3.0},
        "eight sheets please by half past four": {"sheets": 8, "ready_at": "16:30"},
        "wash the four sheets until three": {"sheets": 4, "ready_at": "15:00"},
        "two sheets for no more than 2 euros 50": {"sheets": 2, "most": 2.5},
        "twelve sheets at quarter past five": {"sheets": 12, "ready_at": "17:15"},
        "wash a dozen sheets": {"sheets": 12},
    },
)


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("please wash four sheets but pay no more than 5 euros", {"sheets": 4, "most": 5.0}),
        ("someone should look after seven sheets for us", {"sheets": 7}),
        # the half of the day is that of the examples
        ("wash nine sheets by quarter to four", {"sheets": 9, "ready_at": "15:45"}),
        ("wash nine sheets by quarter to four in the morning", {"sheets": 9, "ready_at": "03:45"}),
        ("wash nine sheets by eleven", {"sheets": 9, "ready_at": "11:00"}),
    ],
)
def test_a_price_a_time_and_what_is_counted(said: str, wanted: dict[str, object]) -> None:
    (found, *_) = having_learned([_SHEETS]).candidates(said, CONTEXT)

    assert found.filled.arguments == wanted
