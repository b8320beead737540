"""A half that is said behind the unit belongs to the number before it: "venti gradi e mezzo"."""

from __future__ import annotations

from datetime import datetime, timezone

import pytest
from dialogue_tools import tool

from learned_tools import having_learned
from ovos_phal_plugin_jarvis.nlu.entities import NUMBER, mentions
from ovos_phal_plugin_jarvis.tools.definition import ToolParameter
from ovos_phal_plugin_jarvis.translation.values import TranslationContext

NOW = datetime(2026, 11, 26, 12, tzinfo=timezone.utc)


def numbers(text: str, lang: str) -> list[float]:
    return [x.value for x in mentions(text, lang, NOW) if x.kind == NUMBER]


@pytest.mark.parametrize(
    ("said", "lang", "wanted"),
    [
        ("set it to twenty degrees and a half", "en-us", [20.5]),
        ("stell auf zwanzig grad und ein halbes", "de-de", [20.5]),
        ("mets vingt degrés et demi", "fr-fr", [20.5]),
        ("sono sei chilometri e mezzo in trentotto minuti", "it-it", [6.5, 38]),
        ("pon la habitación a veinte grados y medio", "es-es", [20.5]),
        ("zet hem op twintig graden en een half", "nl-nl", [20.5]),
        ("aquece a sala até vinte graus e meio", "pt-pt", [20.5]),
        # what is counted stands behind it
        ("pour two litres and a half of milk", "en-us", [2.5]),
        ("verse deux litres et demi de lait", "fr-fr", [2.5]),
        ("tre chili e mezzo di mele", "it-it", [3.5]),
        ("veinticinco litros y medio de gasolina", "es-es", [25.5]),
        ("dois litros e meio de leite", "pt-pt", [2.5]),
        ("pour two litres and half of the milk", "en-us", [2]),
        ("set it to twenty and half of the lights off", "en-us", [20]),
        ("un litro e mezzo di aceto", "it-it", [1.5]),
        ("un litro y medio de caldo", "es-es", [1.5]),
        ("um quilo e meio de castanhas", "pt-pt", [1.5]),
        ("trinta e um quilos e meio", "pt-pt", [31.5]),
        ("pesava oito quilos e meio ontem", "pt-pt", [8.5]),
        ("un panino e mezzo chilo di uva", "it-it", [0.5]),
        ("marca treinta y siete y medio de fiebre", "es-es", [37.5]),
    ],
)
def test_it_is_added_to_the_number(said: str, lang: str, wanted: list[float]) -> None:
    assert numbers(said, lang) == wanted


@pytest.mark.parametrize(
    ("said", "lang", "wanted"),
    [
        ("due mele e mezzo melone", "it-it", [2, 0.5]),
        ("two apples and half a melon", "en-us", [2, 0.5]),
        ("dos manzanas y medio melón", "es-es", [2, 0.5]),
        ("zwei äpfel und eine halbe melone", "de-de", [2, 0.5]),
        ("two and a half apples", "en-us", [2.5]),
    ],
)
def test_half_of_another_thing_is_not(said: str, lang: str, wanted: list[float]) -> None:
    assert numbers(said, lang) == wanted


HEATING = tool(
    "set_heating",
    "Sets the temperature of the heating.",
    [ToolParameter("temperature", "float", True, "Degrees Celsius")],
    {},
)
EGGS = tool("boil_eggs", "Boils eggs.", [ToolParameter("count", "int", True, "How many eggs")], {})


@pytest.mark.parametrize(
    ("said", "lang"),
    [
        ("set the heating to twenty degrees and a half", "en-us"),
        ("metti il riscaldamento a venti gradi e mezzo", "it-it"),
        ("regula o aquecimento para vinte graus e meio", "pt-pt"),
    ],
)
def test_it_is_no_second_request(said: str, lang: str) -> None:
    found = having_learned([HEATING, EGGS]).translate(said, TranslationContext(NOW, lang))
    assert [dict(call.arguments) for call in found.calls] == [{"temperature": 20.5}]


def test_another_request_behind_a_half_is_one() -> None:
    said = "set the heating to twenty and a half degrees and boil three eggs"
    found = having_learned([HEATING, EGGS]).translate(said, TranslationContext(NOW, "en-us"))
    assert [dict(call.arguments) for call in found.calls] == [{"temperature": 20.5}, {"count": 3}]
