"""With and without something, in each language: as a yes or no, as one of two values, and for two things at once."""

from __future__ import annotations

from datetime import datetime, timezone
from typing import Any

import pytest
from dialogue_tools import tool

from learned_tools import having_learned
from ovos_phal_plugin_jarvis.tools.definition import ToolParameter
from ovos_phal_plugin_jarvis.translation.values import TranslationContext

NOW = datetime(2026, 11, 27, 12, tzinfo=timezone.utc)
SOUPS = {
    "de": ("Bestellt eine Suppe.", "suppe", "mit", "ohne", ("brot", "sahne"), "bestell eine {}"),
    "es": ("Pide una sopa.", "sopa", "con", "sin", ("pan", "nata"), "pide una {}"),
    "fr": ("Commande une soupe.", "soupe", "avec", "sans", ("pain", "crème"), "commande une {}"),
    "it": ("Ordina una zuppa.", "zuppa", "con", "senza", ("pane", "panna"), "ordina una {}"),
    "nl": ("Bestelt een soep.", "soep", "met", "zonder", ("brood", "room"), "bestel een {}"),
    "pt": ("Pede uma sopa.", "sopa", "com", "sem", ("pão", "natas"), "pede uma {}"),
}
"""Language → description, the dish, with, without, a yes or no and a thing of two values, and how it is asked for."""


def read(lang: str, said: str) -> list[dict[str, Any]]:
    """The arguments of the calls that *said* asks for."""
    description, dish, beside, without, (bread, cream), put = SOUPS[lang]
    parameters = [
        ToolParameter(bread, "bool", False, description),
        ToolParameter(cream, "string", False, description, enum_values=(f"{beside} {cream}", f"{without} {cream}")),
    ]
    asked = put.format(dish)
    shown = {
        asked: {},
        f"{dish} {beside} {bread}": {bread: True},
        f"{asked} {without} {bread}": {bread: False},
        f"{dish} {beside} {cream}": {cream: f"{beside} {cream}"},
        f"{dish} {without} {cream}": {cream: f"{without} {cream}"},
        f"{asked} {beside} {bread}": {bread: True},
    }
    own = tool(f"order_{lang}", description, parameters, shown)
    found = having_learned([own], lang=f"{lang}-{lang}").translate(said, TranslationContext(NOW, f"{lang}-{lang}"))
    return [dict(call.arguments) for call in found.calls]


@pytest.mark.parametrize("lang", SOUPS)
def test_each_thing_is_with_or_without(lang: str) -> None:
    _, _, beside, without, (bread, cream), put = SOUPS[lang]
    asked = put.format(SOUPS[lang][1])
    assert read(lang, f"{asked} {without} {bread} {beside} {cream}") == [{bread: False, cream: f"{beside} {cream}"}]
    assert read(lang, f"{asked} {beside} {bread} {without} {cream}") == [{bread: True, cream: f"{without} {cream}"}]


@pytest.mark.parametrize(
    ("lang", "said", "wanted"),
    [
        ("de", "bestell eine suppe ohne brot und sahne", {"brot": False, "sahne": "ohne sahne"}),
        ("de", "bestell eine suppe mit brot und sahne", {"brot": True, "sahne": "mit sahne"}),
        ("es", "pide una sopa sin pan ni nata", {"pan": False, "nata": "sin nata"}),
        ("it", "ordina una zuppa senza pane e panna", {"pane": False, "panna": "senza panna"}),
        ("nl", "bestel een soep zonder brood en room", {"brood": False, "room": "zonder room"}),
        # near misses: what is said of one is not said of both
        ("de", "bestell eine suppe ohne brot und mit sahne", {"brot": False, "sahne": "mit sahne"}),
        ("de", "bestell eine suppe ohne brot aber mit sahne", {"brot": False, "sahne": "mit sahne"}),
    ],
)
def test_what_is_said_of_two_things_is_said_of_both(lang: str, said: str, wanted: dict[str, Any]) -> None:
    assert read(lang, said) == [wanted]
