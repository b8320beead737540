"""One of a few values that only two words together tell, that is written in one word and said in two, or the other way
round; numbers below zero."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timezone
from typing import Any

import pytest
from dialogue_tools import tool

from learned_tools import having_learned
from ovos_phal_plugin_jarvis.nlu import ExampleTranslator
from ovos_phal_plugin_jarvis.nlu.entities import NUMBER
from ovos_phal_plugin_jarvis.nlu.reading import EPOCH, hear
from ovos_phal_plugin_jarvis.tools.definition import ToolParameter
from ovos_phal_plugin_jarvis.translation.values import TranslationContext

CONTEXT = TranslationContext(datetime(2026, 11, 21, 10, 0, tzinfo=timezone.utc))
_SHUTTER = tool(
    "move_shutter",
    "Move one of the shutters of the greenhouse.",
    [
        ToolParameter("shutter", required=True, enum_values=("NE", "NW", "SE", "SW"), description="Which shutter"),
        ToolParameter("percent", "int", required=True, description="How far it is open, in percent"),
    ],
    {
        "open the north east shutter to forty percent": {"shutter": "NE", "percent": 40},
        "put the south west one at ten percent": {"shutter": "SW", "percent": 10},
        "north west shutter thirty percent please": {"shutter": "NW", "percent": 30},
        "i want the south east shutter seventy percent open": {"shutter": "SE", "percent": 70},
        "move the shutter in the north east to five percent": {"shutter": "NE", "percent": 5},
        "the north west one should be sixty percent open": {"shutter": "NW", "percent": 60},
        "set the south east shutter at fifteen percent": {"shutter": "SE", "percent": 15},
        "south west shutter to ninety percent": {"shutter": "SW", "percent": 90},
    },
)
_JACKET = tool(
    "lend_jacket",
    "Lend a jacket of the club to a member.",
    [
        ToolParameter("member", required=True, description="Who gets it"),
        ToolParameter("kind", required=True, enum_values=("Wind-Proof", "raincoat", "life_vest"), description="Which"),
    ],
    {
        "lend mara a windproof jacket": {"member": "mara", "kind": "Wind-Proof"},
        "give pavel the raincoat": {"member": "pavel", "kind": "raincoat"},
        "a life vest for otto": {"member": "otto", "kind": "life_vest"},
        "tessa needs a raincoat": {"member": "tessa", "kind": "raincoat"},
        "hand a life vest to jun": {"member": "jun", "kind": "life_vest"},
        "windproof one for gil please": {"member": "gil", "kind": "Wind-Proof"},
    },
)
_FREEZER = tool(
    "set_freezer",
    "Set how cold one of the freezers is.",
    [
        ToolParameter("freezer", required=True, enum_values=("chest", "tall", "cellar"), description="Which freezer"),
        ToolParameter("below_zero", "int", required=True, description="Degrees below zero"),
    ],
    {
        "set the chest freezer to minus eighteen": {"freezer": "chest", "below_zero": 18},
        "minus twenty in the tall one": {"freezer": "tall", "below_zero": 20},
        "let the cellar freezer go down to twenty two below zero": {"freezer": "cellar", "below_zero": 22},
        "the tall freezer should be at minus sixteen": {"freezer": "tall", "below_zero": 16},
        "put the chest at minus twenty four degrees": {"freezer": "chest", "below_zero": 24},
        "fifteen degrees below zero in the cellar": {"freezer": "cellar", "below_zero": 15},
    },
)


@pytest.fixture(scope="module")
def shown() -> ExampleTranslator:
    return having_learned([_SHUTTER, _JACKET, _FREEZER])


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("open the south west shutter to thirty percent", {"shutter": "SW", "percent": 30}),
        ("north east shutter eighty percent please", {"shutter": "NE", "percent": 80}),
        ("i want the north west shutter ten percent open", {"shutter": "NW", "percent": 10}),
        ("lend ida a wind proof jacket", {"member": "ida", "kind": "Wind-Proof"}),
        ("give lena the rain coat", {"member": "lena", "kind": "raincoat"}),
        ("set the chest freezer to minus twelve", {"freezer": "chest", "below_zero": 12}),
        ("nineteen degrees below zero in the tall one", {"freezer": "tall", "below_zero": 19}),
    ],
)
def test_a_value(shown: ExampleTranslator, said: str, wanted: dict[str, Any]) -> None:
    (call,) = shown.translate(said, CONTEXT).calls

    assert dict(call.arguments) == wanted


@pytest.mark.parametrize("said", ["open the north shutter to thirty percent", "open the shutter to thirty percent"])
def test_half_of_what_tells_a_value_tells_none(shown: ExampleTranslator, said: str) -> None:
    assert not shown.translate(said, CONTEXT).calls


def test_joined_without_examples() -> None:
    knows = having_learned([replace(_JACKET, examples=())])
    (call,) = knows.translate("lend a windproof jacket to ida", CONTEXT).calls

    assert call.arguments["kind"] == "Wind-Proof"


@pytest.mark.parametrize(
    ("lang", "said", "value"),
    [
        ("en", "keep it at six degrees below zero", -6),
        ("en", "minus six", -6),
        ("en", "minus six degrees below zero", -6),
        ("de", "sechs grad unter null", -6),
        ("es", "seis grados bajo cero", -6),
        ("fr", "six degrés en dessous de zéro", -6),
        ("it", "sei gradi sotto zero", -6),
        ("nl", "zes graden onder nul", -6),
        ("pt", "seis graus abaixo de zero", -6),
        ("en", "six degrees and below", 6),
    ],
)
def test_a_number_below_zero(lang: str, said: str, value: float) -> None:
    heard = hear(said, lang, EPOCH, strip=False)

    assert [x.value for x in heard.mentions if x.kind == NUMBER] == [value]
