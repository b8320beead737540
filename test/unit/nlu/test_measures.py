"""A number is in the unit that its argument is told to be in, and is none of what counts something else."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timezone
from typing import Any

import pytest
from dialogue_tools import tool

from learned_tools import having_learned
from ovos_phal_plugin_jarvis.nlu import ExampleTranslator
from ovos_phal_plugin_jarvis.nlu.entities import NUMBER
from ovos_phal_plugin_jarvis.nlu.entities.grammar import grammar
from ovos_phal_plugin_jarvis.nlu.lang import language, languages
from ovos_phal_plugin_jarvis.nlu.learning.measures import UNITS, in_unit, unit_of
from ovos_phal_plugin_jarvis.nlu.learning.values import guess_formats
from ovos_phal_plugin_jarvis.nlu.reading import hear
from ovos_phal_plugin_jarvis.tools.definition import ToolParameter
from ovos_phal_plugin_jarvis.translation.values import TranslationContext

NOW = datetime(2026, 11, 21, 10, 0, tzinfo=timezone.utc)
_ROPE = tool(
    "cut_rope",
    "Have a rope cut by the chandler.",
    [
        ToolParameter("rope", required=True, description="Which rope, such as dock line"),
        ToolParameter("length_m", "float", description="How long it is in metres"),
        ToolParameter("fibre", enum_values=("hemp", "polyester"), description="What it is made of"),
    ],
    {
        "cut a dock line of 4 metres": {"rope": "dock line", "length_m": 4.0},
        "cut 12 metres of halyard": {"rope": "halyard", "length_m": 12.0},
        "cut a hemp tow line": {"rope": "tow line", "fibre": "hemp"},
        "have a sheet of 7.5 metres cut": {"rope": "sheet", "length_m": 7.5},
        "cut a polyester main sheet 9 metres long": {"rope": "main sheet", "fibre": "polyester", "length_m": 9.0},
        "cut an anchor line please": {"rope": "anchor line"},
        "have a hemp bell rope of 2 metres cut": {"rope": "bell rope", "fibre": "hemp", "length_m": 2.0},
        "cut a polyester painter": {"rope": "painter", "fibre": "polyester"},
    },
)
_WAAGE = tool(
    "porto",
    "Sagt, was ein Paket kostet.",
    [
        ToolParameter("ziel", required=True, description="Wohin das Paket geht"),
        ToolParameter("gewicht", "float", description="Das Gewicht (kg)"),
    ],
    {
        "was kostet ein paket nach wien": {"ziel": "wien"},
        "was kostet ein paket von 2 kilo nach rom": {"ziel": "rom", "gewicht": 2.0},
        "porto für 3 kilogramm nach oslo": {"ziel": "oslo", "gewicht": 3.0},
        "wie teuer ist ein paket nach prag": {"ziel": "prag"},
        "porto nach bern für 5 kilo": {"ziel": "bern", "gewicht": 5.0},
        "wie teuer sind 4 kilo nach genf": {"ziel": "genf", "gewicht": 4.0},
    },
)


@pytest.fixture(scope="module")
def trained() -> dict[str, ExampleTranslator]:
    made = {lang: having_learned([own], lang=lang) for lang, own in (("en-us", _ROPE), ("de-de", _WAAGE))}
    for translator in made.values():
        translator.train()
    return made


@pytest.mark.parametrize(
    ("lang", "said", "name", "value"),
    [
        ("en-us", "cut a dock line of three hundred centimetres", "length_m", 3.0),
        ("en-us", "cut a halyard of twenty feet", "length_m", 6.096),
        ("en-us", "cut a dock line of 6 metres", "length_m", 6.0),
        ("en-us", "cut a dock line of 5", "length_m", 5.0),
        ("en-us", "cut a halyard of three kilos", "length_m", None),
        ("en-us", "cut a halyard of 20 pounds", "length_m", None),
        ("en-us", "cut a halyard of 20 dollars", "length_m", None),
        ("en-us", "cut twenty hemp painters", "length_m", None),
        ("de-de", "was kostet ein paket von siebenhundertfünfzig gramm nach rom", "gewicht", 0.75),
        ("de-de", "porto für 3 liter nach wien", "gewicht", None),
    ],
)
def test_a_number_is_in_the_unit_of_its_argument(
    trained: dict[str, ExampleTranslator], lang: str, said: str, name: str, value: Any
) -> None:
    found = trained[lang].explain(said, TranslationContext(NOW, lang=lang))["candidates"][0]["arguments"]
    assert found.get(name) == (value if value is None else pytest.approx(value))


@pytest.mark.parametrize(
    ("name", "description", "unit"),
    [
        ("weight_kg", "How heavy it is", "kg"),
        ("volume", "How much, in cubic metres", "m3"),
        ("oven", "Temperature in degrees celsius", "celsius"),
        ("amount", "What is converted, such as the 12 of 12 metres", None),
        ("bars", "Beats in a bar", None),
        ("miles_run", "How far somebody ran", "mile"),
        ("meter_reading", "What the meter shows", None),
        ("water_meter", "Reading in cubic metres", "m3"),
        ("gewicht", "Gewicht in Kilogramm", "kg"),
    ],
)
def test_what_tells_the_unit(name: str, description: str, unit: str | None) -> None:
    assert unit_of(ToolParameter(name, "float", description=description), language("de")) == unit


@pytest.mark.parametrize("lang", languages())
def test_every_language_names_units_that_are_known(lang: str) -> None:
    named = {unit for phrases in grammar(language(lang)).measures.values() for _, unit in phrases}
    assert {"g", "kg", "mm", "cm", "m", "ml", "l", "celsius"} <= named <= UNITS


_STALL = tool(
    "find_jam",
    "Finds jam on the stalls of the market.",
    [
        ToolParameter("fruit", required=True, description="Which fruit it is of"),
        ToolParameter("max_price", "float", description="The highest price of a jar in euros"),
    ],
    {
        "find plum jam": {"fruit": "plum"},
        "look for quince jam up to 9 euros": {"fruit": "quince", "max_price": 9.0},
        "find me cherry jam below 7.50": {"fruit": "cherry", "max_price": 7.5},
        "who has gooseberry jam": {"fruit": "gooseberry"},
        "apricot jam for 12 euros at most": {"fruit": "apricot", "max_price": 12.0},
    },
)


@pytest.mark.parametrize("shown", [True, False])
@pytest.mark.parametrize(
    ("said", "price"),
    [
        ("find quince jam below twenty two fifty", 22.5),
        ("find quince jam up to thirty one ninety five", 31.95),
        ("find quince jam up to twenty", 20.0),
    ],
)
def test_cents_are_said_behind_the_whole(shown: bool, said: str, price: float) -> None:
    stall = _STALL if shown else replace(_STALL, examples=())
    found = having_learned([stall], lang="en-us").translate(said, TranslationContext(NOW)).calls
    assert [call.arguments.get("max_price") for call in found] == [price]


def test_two_numbers_are_no_sum_where_nothing_tells_of_money(trained: dict[str, ExampleTranslator]) -> None:
    found = trained["en-us"].translate("cut a halyard of twenty two fifty", TranslationContext(NOW)).calls
    assert not any(call.arguments.get("length_m") == 22.5 for call in found)


_SPA = tool(
    "warm_tub",
    "Warms the tub on the terrace.",
    [
        ToolParameter("bubbles", "int", description="How strong the bubbles are, 1 to 60"),
        ToolParameter("length", "duration", description="For how long"),
    ],
    {
        "warm the tub": {},
        "warm the tub for twenty minutes": {"length": 1200},
        "warm the tub with bubbles at three": {"bubbles": 3},
        "warm the tub for an hour at strength two": {"length": 3600, "bubbles": 2},
        "warm the tub for ten minutes bubbles five": {"length": 600, "bubbles": 5},
    },
)
_RAFT = tool(
    "find_raft",
    "Finds a raft to hire.",
    [
        ToolParameter("shape", enum_values=("round", "long"), description="Its shape"),
        ToolParameter("max_price", "float", description="The highest price in euros"),
    ],
    {
        "find a round raft": {"shape": "round"},
        "find a long raft up to 40 euros": {"shape": "long", "max_price": 40.0},
        "look for rafts below 25": {"max_price": 25.0},
        "is there a round raft for 30 at most": {"shape": "round", "max_price": 30.0},
    },
)


@pytest.mark.parametrize("shown", [True, False])
def test_the_number_of_a_length_is_nothing_else(shown: bool) -> None:
    spa = _SPA if shown else replace(_SPA, examples=())
    translator = having_learned([spa], lang="en-us")
    for said in ("warm the tub for forty five minutes", "warm the tub for an hour or forty five minutes"):
        for candidate in translator.candidates(said, TranslationContext(NOW)):
            assert candidate.filled.arguments.get("bubbles") is None


@pytest.mark.parametrize("shown", [True, False])
@pytest.mark.parametrize(
    "said",
    [
        "find a round raft one of them with a roof",
        "find a round raft that one by the pier",
        "find a round raft a cheap wooden one please",
    ],
)
def test_a_one_that_stands_for_a_thing_is_no_number(shown: bool, said: str) -> None:
    raft = _RAFT if shown else replace(_RAFT, examples=())
    for candidate in having_learned([raft], lang="en-us").candidates(said, TranslationContext(NOW)):
        assert "max_price" not in candidate.filled.arguments


_BERTH = tool(
    "fuel_boat",
    "Has fuel pumped into a boat at its berth.",
    [
        ToolParameter("berth_number", "int", required=True, description="Number of the berth"),
        ToolParameter("fuel_litres", "float", required=True, description="How much fuel, in litres"),
        ToolParameter("kind", enum_values=("diesel", "petrol"), description="Kind of fuel"),
    ],
    {
        "fuel berth three with forty litres of diesel": {"berth_number": 3, "fuel_litres": 40.0, "kind": "diesel"},
        "pump twelve litres of petrol at berth nine": {"berth_number": 9, "fuel_litres": 12.0, "kind": "petrol"},
        "berth six needs eighty litres": {"berth_number": 6, "fuel_litres": 80.0},
        "thirty litres for berth two": {"berth_number": 2, "fuel_litres": 30.0},
        "berth fifteen petrol twenty litres": {"berth_number": 15, "fuel_litres": 20.0, "kind": "petrol"},
        "please fill up berth eleven with sixty litres": {"berth_number": 11, "fuel_litres": 60.0},
        "put ten litres of diesel into the boat at berth four": {
            "berth_number": 4,
            "fuel_litres": 10.0,
            "kind": "diesel",
        },
        "diesel for berth eight one hundred litres": {"berth_number": 8, "fuel_litres": 100.0, "kind": "diesel"},
    },
)


@pytest.mark.parametrize(
    ("said", "berth", "litres"),
    [
        ("the boat in number seventeen is low so let them have fifty litres", 17, 50.0),
        ("could berth number five get two point five litres of petrol", 5, 2.5),
        ("ninety litres go to berth twenty one", 21, 90.0),
        ("berth five three hundred millilitres of petrol", 5, 0.3),
        ("fuel berth seven with forty litres", 7, 40.0),
    ],
)
def test_of_two_numbers_the_one_with_the_unit_is_what_is_measured(said: str, berth: int, litres: float) -> None:
    found = having_learned([_BERTH], lang="en-us").explain(said, TranslationContext(NOW))["candidates"][0]["arguments"]
    assert (found.get("berth_number"), found.get("fuel_litres")) == (berth, pytest.approx(litres))


def test_a_number_of_another_unit_is_asked_about() -> None:
    said = "fuel berth seven with forty kilos of diesel"
    found = having_learned([_BERTH], lang="en-us").explain(said, TranslationContext(NOW))["candidates"][0]["arguments"]
    assert found.get("fuel_litres") is None and found.get("berth_number") == 7


@pytest.mark.parametrize(
    ("said", "litres"),
    [
        ("berth six needs a litre of diesel", 1.0),
        ("could we have a millilitre of petrol for berth six", 0.001),
        ("berth six needs the litre that is left", None),
        ("berth six needs a diesel litre", None),
    ],
)
def test_one_of_a_unit_is_said_by_an_article(said: str, litres: float | None) -> None:
    found = having_learned([_BERTH], lang="en-us").explain(said, TranslationContext(NOW))["candidates"][0]["arguments"]
    assert (found.get("berth_number"), found.get("fuel_litres")) == (6, litres)


@pytest.mark.parametrize(
    ("said", "metres"),
    [
        ("cut a dock line of one metre forty", 1.4),
        ("cut a dock line of half a metre", 0.5),
        ("cut a dock line of three metres twenty please", 3.2),
    ],
)
def test_parts_of_a_unit_are_said_behind_it(said: str, metres: float) -> None:
    (call,) = having_learned([_ROPE]).translate(said, TranslationContext(NOW)).calls

    assert call.arguments["length_m"] == metres


@pytest.mark.parametrize(
    ("said", "numbers"),
    [
        ("two kilos three hundred", [2.3]),
        ("one metre forty", []),
        ("two kilos forty jars", [2.0, 40.0]),
        ("two kilos ten grams", [2.0, 0.01]),
        ("two and a half kilos three hundred", [2.5, 300.0]),
        ("half a kilo", [0.5]),
    ],
)
def test_in_another_unit_and_beside_what_is_counted(said: str, numbers: list[float]) -> None:
    heard = hear(said, "en-us", NOW)
    weight = ToolParameter("weight", "float", description="How much it weighs in kilograms")

    assert [x.value for x in in_unit([x for x in heard.mentions if x.kind == NUMBER], heard, weight)] == numbers


@pytest.mark.parametrize(
    ("description", "formats"),
    [
        ("How long it lasts", ["seconds"]),
        ("How long it lasts, in minutes", ["minutes"]),
        ("How long, like 90 minutes or two hours", ["seconds"]),
        ("Length in hours", ["hours"]),
        ("Length in seconds, not in minutes", ["seconds"]),
    ],
)
def test_a_length_is_in_the_unit_that_its_description_says(description: str, formats: list[str]) -> None:
    assert guess_formats(ToolParameter("length", "duration", description=description)) == formats
