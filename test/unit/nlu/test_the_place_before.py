"""A place that was named before, pointed to or left out: "haal het zout van de plank en leg er peper op"."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import pytest
from dialogue_tools import tool
from test_what_becomes_of_the_last import calls, talk

from learned_tools import having_learned
from ovos_phal_plugin_jarvis.nlu import ExampleTranslator
from ovos_phal_plugin_jarvis.tools.definition import ToolParameter
from ovos_phal_plugin_jarvis.translation.values import TranslationContext

_THINGS = {
    "nl": ("zout", "peper", "suiker", "bloem", "azijn", "olie"),
    "it": ("sale", "pepe", "zucchero", "farina", "aceto", "olio"),
}
_PUT = {
    "nl": ("zet {} op de plank", "leg {} op de plank", "zet nog {} op de plank"),
    "it": ("metti {} sullo scaffale", "aggiungi {} allo scaffale", "metti ancora {} sullo scaffale"),
}
_TAKEN = {
    "nl": ("haal {} van de plank", "neem {} van de plank", "haal de {} van de plank"),
    "it": ("togli {} dallo scaffale", "leva {} dallo scaffale", "togli il {} dallo scaffale"),
}
_READ = {
    "nl": ("wat staat er op de plank", "lees de plank voor", "zeg me wat op de plank staat", "wat ligt op de plank"),
    "it": (
        "cosa c'è sullo scaffale",
        "leggi lo scaffale",
        "dimmi cosa c'è sullo scaffale",
        "che cosa c'è sullo scaffale",
    ),
}


@lru_cache
def _shelf(lang: str) -> ExampleTranslator:
    things = _THINGS[lang]
    items = [ToolParameter("items", "list", True, "What")]

    def said(forms: tuple[str, ...]) -> dict[str, dict[str, object]]:
        one = {form.format(thing): {"items": [thing]} for form in forms for thing in things}
        joint = {"nl": "en", "it": "e"}[lang]
        two = f"{things[0]} {joint} {things[1]}"
        return {**one, forms[0].format(two): {"items": [things[0], things[1]]}}

    return having_learned(
        (
            tool("add_to_shelf", "Put things on the shelf.", items, said(_PUT[lang])),
            tool("remove_from_shelf", "Take things off the shelf.", items, said(_TAKEN[lang])),
            tool("read_shelf", "Read what is on the shelf.", [], {each: {} for each in _READ[lang]}),
        ),
        lang=lang,
    )


@pytest.mark.parametrize(
    ("lang", "first", "then", "name"),
    [
        ("nl", "haal zout van de plank", "zet er azijn op", "add_to_shelf"),
        ("nl", "zet zout op de plank", "leg er ook azijn bij", "add_to_shelf"),
        ("it", "togli sale dallo scaffale", "mettici aceto", "add_to_shelf"),
        ("it", "metti sale sullo scaffale", "mettici anche aceto", "add_to_shelf"),
    ],
)
def test_what_points_to_a_place_is_done_there(
    context: TranslationContext, lang: str, first: str, then: str, name: str
) -> None:
    thing = {"nl": "azijn", "it": "aceto"}[lang]
    found = calls(talk(_shelf(lang), replace(context, lang=f"{lang}-{lang}"), first, then))
    assert found == [(name, {"items": [thing]})]


@pytest.mark.parametrize(
    ("lang", "first", "then"),
    [
        # who tells something orders nothing there
        ("nl", "zet zout op de plank", "er staat iemand op de stoep"),
        ("nl", "zet zout op de plank", "daar kom ik nooit op"),
        # nor does who orders another thing for a time
        ("nl", "haal zout van de plank", "zet de lamp morgen om zeven uur"),
        ("it", "togli sale dallo scaffale", "metti la lampada domani alle sette"),
        ("it", "metti sale sullo scaffale", "ci vediamo dopo"),
        ("it", "metti sale sullo scaffale", "lì c'era il gatto"),
    ],
)
def test_what_is_told_of_a_place_asks_for_nothing(
    context: TranslationContext, lang: str, first: str, then: str
) -> None:
    assert calls(talk(_shelf(lang), replace(context, lang=f"{lang}-{lang}"), first, then)) == []


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("nl", "haal zout van de plank en zet er azijn op"),
        ("it", "togli sale dallo scaffale e mettici aceto"),
    ],
)
def test_the_second_of_two_requests_may_point_to_the_place_of_the_first(
    context: TranslationContext, lang: str, said: str
) -> None:
    first, second = {"nl": ("zout", "azijn"), "it": ("sale", "aceto")}[lang]
    found = calls(_shelf(lang).translate(said, replace(context, lang=f"{lang}-{lang}")))
    assert found == [("remove_from_shelf", {"items": [first]}), ("add_to_shelf", {"items": [second]})]
