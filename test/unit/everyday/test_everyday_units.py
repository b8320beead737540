"""Units: called as people call them, converted exactly, refused where they measure different things."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from ovos_phal_plugin_jarvis.sdk import CommandResponse, NotMeant, RequestInformation
from ovos_toolbox_everyday.request_scope import RequestScope, request_scope
from ovos_toolbox_everyday.units.convert_units import ConvertUnits, convert
from ovos_toolbox_everyday.units.names import tables, unit_called

TOOL = ConvertUnits()


def asked(lang: str = "en-us", **arguments: Any) -> CommandResponse:
    with request_scope(RequestScope({}, lang)):
        assert [result for result in TOOL.validate_call(**arguments) if not result.success] == []
        return TOOL.run(RequestInformation("", "test"), **arguments)


@pytest.mark.parametrize(
    ("amount", "from_unit", "to_unit", "result", "said"),
    [
        (5, "miles", "kilometers", 8.04672, "5 miles is 8.04672 kilometers."),
        (1, "inch", "cm", 2.54, "1 inch is 2.54 centimeters."),
        (350, "fahrenheit", "celsius", 176.666666, "350 degrees Fahrenheit is 176.667 degrees Celsius."),
        (-40, "degrees celsius", "°F", -40, "-40 degrees Celsius is -40 degrees Fahrenheit."),
        (0, "Celsius", "kelvin", 273.15, "0 degrees Celsius is 273.15 kelvin."),
        (2, "pounds", "grams", 907.18474, "2 pounds is 907.185 grams."),
        (1, "cup", "tablespoons", 16, "1 cup is 16 tablespoons."),
        (8, "ounces", "cups", 1, "8 fluid ounces is 1 cup."),
        (8, "ounces", "pounds", 0.5, "8 ounces is 0.5 pounds."),
        (1, "gallon", "liters", 3.785411784, "1 gallon is 3.78541 liters."),
        (4, "gigs", "megabytes", 4000, "4 gigabytes is 4000 megabytes."),
        (2.5, "hectares", "square meters", 25_000, "2.5 hectares is 25000 square meters."),
        (90, "km/h", "m/s", 25, "90 kilometers per hour is 25 meters per second."),
        (1, "week", "hours", 168, "1 week is 168 hours."),
        (1, "kwh", "kilojoules", 3600, "1 kilowatt hour is 3600 kilojoules."),
        # in feet of today, whatever the old survey's were
        (7, "fathoms", "feet", 42, "7 fathoms is 42 feet."),
        (8, "furlongs", "miles", 1, "8 furlongs is 1 mile."),
        (1, "league", "miles", 3, "1 league is 3 miles."),
        (14, "hands", "inches", 56, "14 hands is 56 inches."),
    ],
)
def test_a_measure_in_another_unit(amount: float, from_unit: str, to_unit: str, result: float, said: str) -> None:
    response = asked(amount=amount, from_unit=from_unit, to_unit=to_unit)
    assert response.context_data is not None
    assert response.context_data["result"] == pytest.approx(result, rel=1e-6)
    assert response.context_data["message"].replace("minus ", "-") == said


def test_nothing_is_lost_on_the_way_there_and_back() -> None:
    there = convert(Fraction("59.99"), "mile", "centimeter")
    assert convert(there, "centimeter", "mile") == Fraction("59.99")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((1, "cup", "kilograms"), "cups can't be converted to kilograms; they measure different things."),
        ((1, "hour", "meters"), "hours can't be converted to meters; they measure different things."),
        ((3, "bananas", "grams"), "I don't know the unit bananas."),
        ((3, "grams", "__import__('os')"), "I don't know the unit __import__('os')."),
        ((-300, "celsius", "fahrenheit"), "Nothing can be that cold."),
        ((1e300, "miles", "inches"), "That number is too large for me."),
        ((float("nan"), "miles", "inches"), "That number is too large for me."),
    ],
)
def test_what_cannot_be_converted_is_told(arguments: tuple[float, str, str], said: str) -> None:
    response = asked(amount=arguments[0], from_unit=arguments[1], to_unit=arguments[2])
    assert (response.success, response.error_details) == (False, said)


@pytest.mark.parametrize(
    ("lang", "from_unit", "to_unit", "said"),
    [
        ("de-de", "meilen", "kilometer", "5 Meilen sind 8,04672 Kilometer."),
        ("es-es", "millas", "kilómetros", "5 millas son 8,04672 kilómetros."),
        ("fr-fr", "miles", "kilomètres", "5 miles font 8,04672 kilomètres."),
        ("it-it", "miglia", "chilometri", "5 miglia sono 8,04672 chilometri."),
        ("nl-nl", "mijl", "kilometer", "5 mijl is 8,04672 kilometer."),
        ("pt-pt", "milhas", "quilómetros", "5 milhas são 8,04672 quilómetros."),
    ],
)
def test_in_seven_languages(lang: str, from_unit: str, to_unit: str, said: str) -> None:
    response = asked(lang, amount=5, from_unit=from_unit, to_unit=to_unit)
    assert response.context_data is not None
    assert str(response.context_data["message"]) == said


def test_every_name_is_of_one_unit_that_pint_knows() -> None:
    for lang, units in tables().items():
        for unit, names in units.items():
            assert unit in tables()["en-us"], (lang, unit)
            for name in names:
                assert unit_called(name, lang) == unit, (lang, name)
    for unit in tables()["en-us"]:
        assert convert(Fraction(300), unit, unit) == 300


@pytest.mark.parametrize(
    ("said", "amount", "from_unit", "to_unit"),
    [
        ("5 miles in kilometers", 5, "miles", "kilometers"),
        ("how many feet are there in a mile", 1, "mile", "feet"),
        ("convert two and a half cups into milliliters please", 2.5, "cups", "milliliters"),
        ("minus 10 celsius in fahrenheit", -10, "celsius", "fahrenheit"),
        ("half a pound of butter in grams", 0.5, "pound", "grams"),
        ("a gallon and a half in liters", 1.5, "gallon", "liters"),
        ("how many meters are two yards and a quarter", 2.25, "yards", "meters"),
        ("a gallon and two fifths in liters", 1.4, "gallon", "liters"),
        ("una yarda y media en metros", 1.5, "yarda", "metros"),
        ("un gallon et demi en litres", 1.5, "gallon", "litres"),
        ("wie viele kilometer sind fünf meilen", 5, "meilen", "kilometer"),
        ("cuántos kilómetros son cinco millas", 5, "millas", "kilómetros"),
        ("combien font cinq miles en kilomètres", 5, "miles", "kilomètres"),
        ("quanti chilometri sono cinque miglia", 5, "miglia", "chilometri"),
        ("hoeveel kilometer is vijf mijl", 5, "mijl", "kilometer"),
        ("quantos quilómetros são cinco milhas", 5, "milhas", "quilómetros"),
        ("the pond is nine feet deep what's that in metres", 9, "feet", "metres"),
        ("set a timer for an hour and nine miles what's that in kilometers", None, "", ""),
        ("an inch and a quarter and a mile what's that in metres", None, "", ""),
        ("remind me it's nine feet what's that in metres", None, "", ""),
        ("how many ounces in a kilo my dear", 1, "kilo", "ounces"),
        ("one seventy celsius in fahrenheit", 170, "celsius", "fahrenheit"),
        ("two seventy five grams in ounces", 275, "grams", "ounces"),
        ("how many pints are one ten litres", 110, "litres", "pints"),
        ("five foot eleven in metres", 71, "inches", "metres"),
        ("3 kilowatt hours in megajoules", 3, "kilowatt hours", "megajoules"),
        ("what time is it in 5 minutes", None, "", ""),
        ("set a timer for 5 minutes in the kitchen", None, "", ""),
        ("six feet under", None, "", ""),
        ("5 miles in 2 hours", None, "", ""),
    ],
)
def test_a_whole_conversion_is_claimed(said: str, amount: float | None, from_unit: str, to_unit: str) -> None:
    claimed = TOOL.pre_route(said)
    wanted = {"amount": amount, "from_unit": from_unit, "to_unit": to_unit} if amount is not None else None
    assert (claimed and claimed.arguments) == wanted


def test_what_a_translator_took_for_units_is_mended_or_not_meant() -> None:
    mended = TOOL.post_process_tool_call({"from_unit": "centimeters tall", "to_unit": "feet"}, "so tall how many feet")
    assert mended == {"amount": 1, "from_unit": "centimeters", "to_unit": "feet"}
    with pytest.raises(NotMeant):
        TOOL.post_process_tool_call({"from_unit": "heathen", "to_unit": "faith"}, "convert the heathen")


def test_a_part_that_is_said_behind_the_unit_is_not_all_of_it() -> None:
    took = {"amount": 0.5, "from_unit": "gallon", "to_unit": "liters"}
    told = "my kettle holds a gallon and a half what's that in liters"
    assert TOOL.post_process_tool_call(dict(took), told) == {**took, "amount": 1.5}
    with pytest.raises(NotMeant):
        TOOL.post_process_tool_call(dict(took), "a gallon and a bit over a half in liters")


def test_a_measure_behind_a_story_is_read_where_a_translator_took_it_for_one() -> None:
    tool = ConvertUnits()
    for words in (
        "my dough wants nine cups how many milliliters would that be",
        "the jug holds nine cups how many milliliters is that",
    ):
        assert tool.pre_route(words) is None, "a story may be about anything"
        read = tool.post_process_tool_call({"to_unit": "milliliters"}, words)
        assert read == {"amount": 9, "from_unit": "cups", "to_unit": "milliliters"}


def test_the_only_two_units_are_meant_whatever_is_said_around_them() -> None:
    tool = ConvertUnits()
    for words in (
        "if the sign says nine miles how many kilometers are left",
        "how many kilometers in nine miles quick the light's green",
    ):
        read = tool.post_process_tool_call({"from_unit": "miles"}, words)
        assert read == {"amount": 9, "from_unit": "miles", "to_unit": "kilometers"}
    told = tool.post_process_tool_call(
        {"amount": 3, "from_unit": "kilowatt hours", "to_unit": "parsnips"}, "3 kilowatt hours to parsnips"
    )
    assert told["to_unit"] == "parsnips", "hours are no unit of their own there"


def test_what_begins_with_a_figure_is_all_of_the_number() -> None:
    read = ConvertUnits().post_process_tool_call(
        {"from_unit": "celsius"}, "the oven says one ninety celsius in fahrenheit"
    )
    assert read == {"amount": 190, "from_unit": "celsius", "to_unit": "fahrenheit"}


def test_a_unit_that_is_named_twice_is_one() -> None:
    claimed = ConvertUnits().post_process_tool_call({}, "from inches to centimetres how much is nine inches")
    assert claimed == {"amount": 9, "from_unit": "inches", "to_unit": "centimetres"}


def test_a_sum_of_money_is_no_measure_in_other_money() -> None:
    with pytest.raises(NotMeant):
        ConvertUnits().post_process_tool_call(
            {"amount": 30, "from_unit": "pounds", "to_unit": "rupees"}, "what's thirty pounds in rupees"
        )
