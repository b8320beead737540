"""What is said not to be meant, in the middle of a request or as an answer, is never taken for it."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timezone
from typing import Any

import pytest
from dialogue_tools import tool

from learned_tools import having_learned
from ovos_phal_plugin_jarvis.nlu import ExampleTranslator
from ovos_phal_plugin_jarvis.tools.definition import ToolParameter
from ovos_phal_plugin_jarvis.translation.values import Translation, TranslationContext

NOW = datetime(2026, 11, 27, 12, tzinfo=timezone.utc)
ROAST = {
    "en": ("Roasts coffee.", ("light", "medium", "dark"), ["roast it {}", "a {} roast please"], "roast the coffee"),
    "de": ("Röstet Kaffee.", ("hell", "mittel", "dunkel"), ["röste den kaffee {}", "kaffee {} rösten"], "röste kaffee"),
    "fr": ("Torréfie le café.", ("blond", "moyen", "noir"), ["torréfie le café {}", "un café {}"], "torréfie le café"),
    "es": ("Tuesta el café.", ("claro", "medio", "oscuro"), ["tuesta el café {}", "café {}"], "tuesta el café"),
    "it": ("Tosta il caffè.", ("chiaro", "medio", "scuro"), ["tosta il caffè {}", "caffè {}"], "tosta il caffè"),
    "nl": ("Brandt koffie.", ("licht", "gemiddeld", "donker"), ["brand de koffie {}", "koffie {}"], "brand de koffie"),
    "pt": ("Torra o café.", ("claro", "médio", "escuro"), ["torra o café {}", "café {}"], "torra o café"),
}
"""Language → description, values, examples, and a request that names none."""
GARDEN = {
    "de": ("Gießt einen Teil des Gartens.", ("rasen", "beet", "hecke"), ["gieß {}", "wasser für {}"]),
    "fr": ("Arrose une partie du jardin.", ("pelouse", "potager", "haie"), ["arrose {}", "de l'eau pour {}"]),
    "es": ("Riega una parte del jardín.", ("césped", "huerto", "seto"), ["riega {}", "agua para {}"]),
    "it": ("Annaffia una parte del giardino.", ("prato", "orto", "siepe"), ["annaffia {}", "acqua per {}"]),
    "nl": ("Sproeit een deel van de tuin.", ("gazon", "moestuin", "haag"), ["sproei {}", "water voor {}"]),
    "pt": ("Rega uma parte do jardim.", ("relvado", "canteiro", "muro"), ["rega {}", "água para {}"]),
}
THE = {"rasen": "den ", "beet": "das ", "hecke": "die ", "pelouse": "la ", "potager": "le ", "haie": "la "}
THE |= {"césped": "el ", "huerto": "el ", "seto": "el ", "prato": "il ", "orto": "l'", "siepe": "la "}
THE |= {"gazon": "het ", "moestuin": "de ", "haag": "de ", "relvado": "o ", "canteiro": "o ", "muro": "o "}


def context(lang: str) -> TranslationContext:
    return TranslationContext(NOW, f"{lang}-{lang}")


def roaster(lang: str) -> ExampleTranslator:
    description, values, said, _ = ROAST[lang]
    shown = {each.format(value): {"roast": value} for value in values for each in said}
    parameter = ToolParameter("roast", "string", True, "How dark", enum_values=values)
    return having_learned([tool("roast_coffee", description, [parameter], shown)], lang=f"{lang}-{lang}")


def answered(lang: str, said: str) -> Translation:
    asked = roaster(lang).translate(ROAST[lang][3], context(lang))
    assert asked.question is not None and asked.question.parameter == "roast"
    return roaster(lang).translate(said, replace(context(lang), question=asked.question))


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "rather not dark"),
        ("en", "anything but dark"),
        ("de", "nicht dunkel"),
        ("de", "eher nicht dunkel"),
        ("de", "alles außer dunkel"),
        ("de", "auf keinen fall dunkel"),
        ("de", "dunkel nicht"),
        ("fr", "surtout pas noir"),
        ("fr", "tout sauf noir"),
        ("es", "oscuro no"),
        ("es", "todo menos oscuro"),
        ("es", "que no sea oscuro"),
        ("it", "tutto tranne scuro"),
        ("nl", "liever niet donker"),
        ("nl", "alles behalve donker"),
        ("pt", "escuro não"),
        ("pt", "tudo menos escuro"),
    ],
)
def test_what_an_answer_denies_is_asked_again(lang: str, said: str) -> None:
    found = answered(lang, said)
    assert not found.calls and (found.question is None or found.question.parameter == "roast")


@pytest.mark.parametrize(
    ("lang", "said", "value"),
    [
        ("en", "light not dark", "light"),
        ("de", "nicht dunkel sondern hell", "hell"),
        ("de", "hell nicht dunkel", "hell"),
        ("es", "claro no oscuro", "claro"),
        ("pt", "claro não escuro", "claro"),
        ("fr", "blond pas noir", "blond"),
        # near misses: nothing is denied
        ("de", "dunkel bitte", "dunkel"),
        ("fr", "noir", "noir"),
        ("nl", "donker graag", "donker"),
    ],
)
def test_what_stands_beside_it_is_meant(lang: str, said: str, value: str) -> None:
    assert [dict(call.arguments) for call in answered(lang, said).calls] == [{"roast": value}]


def watered(lang: str, said: str) -> list[dict[str, Any]]:
    """What the garden tool of *lang* is called with."""
    description, values, put = GARDEN[lang]
    shown = {each.format(THE[value] + value): {"part": value} for value in values for each in put}
    parameter = ToolParameter("part", "string", True, description, enum_values=values)
    found = having_learned([tool("water_garden", description, [parameter], shown)], lang=f"{lang}-{lang}")
    return [dict(call.arguments) for call in found.translate(said, context(lang)).calls]


@pytest.mark.parametrize(
    ("lang", "said", "part"),
    [
        ("de", "gieß das beet, nicht den rasen", "beet"),
        ("de", "gieß das beet, nicht für den rasen gedacht", "beet"),
        ("de", "gieß das beet und nicht die hecke", "beet"),
        ("fr", "arrose le potager, pas la pelouse", "potager"),
        ("it", "annaffia l'orto, non il prato", "orto"),
        ("nl", "sproei de moestuin, niet het gazon", "moestuin"),
    ],
)
def test_another_value_that_is_not_meant_is_left_out(lang: str, said: str, part: str) -> None:
    assert watered(lang, said) == [{"part": part}]


@pytest.mark.parametrize(
    ("lang", "said", "denied"),
    [
        ("es", "riega el huerto, no el césped", "césped"),
        ("es", "riega el huerto, no es para el césped", "césped"),
        ("pt", "rega o canteiro, não o relvado", "relvado"),
        ("pt", "rega o canteiro, não é para o relvado", "relvado"),
        ("de", "gieß alles außer den rasen", "rasen"),
        ("nl", "sproei alles behalve het gazon", "gazon"),
    ],
)
def test_what_is_denied_is_not_done(lang: str, said: str, denied: str) -> None:
    assert all(call["part"] != denied for call in watered(lang, said))


@pytest.mark.parametrize(
    ("lang", "said", "parts"),
    [
        ("de", "gieß das beet und die hecke", ["beet", "hecke"]),
        ("es", "riega el huerto, no, el césped", ["césped"]),
        ("de", "gieß das beet, nein, den rasen", ["rasen"]),
    ],
)
def test_what_is_put_in_its_place_is_done(lang: str, said: str, parts: list[str]) -> None:
    assert [call["part"] for call in watered(lang, said)] == parts
