"""What is named and left out again in the same breath, and what is not meant beside what is."""

from __future__ import annotations

from typing import Any

import pytest
from dialogue_tools import tool

from learned_tools import having_learned
from ovos_phal_plugin_jarvis.nlu import ExampleTranslator
from ovos_phal_plugin_jarvis.nlu.left_out import without_left_out
from ovos_phal_plugin_jarvis.tools.definition import ToolParameter
from ovos_phal_plugin_jarvis.translation.values import Translation, TranslationContext

SHELF = ToolParameter("shelf", "string", False, "Which shelf")
TINS = ToolParameter("tins", "array<string>", True, "The tins, each by itself")
STOCK = tool(
    "stock_shelf",
    "Put tins of paint on a shelf of the shed.",
    [TINS, SHELF],
    {
        "stock resin on the top shelf": {"tins": ["resin"], "shelf": "top"},
        "stock resin putty and sienna": {"tins": ["resin", "putty", "sienna"]},
        "stock putty on the low shelf": {"tins": ["putty"], "shelf": "low"},
        "please stock sienna and teal": {"tins": ["sienna", "teal"]},
        "stock teal": {"tins": ["teal"]},
        "stock white on the middle shelf": {"tins": ["white"], "shelf": "middle"},
    },
)
REMOVE = tool(
    "remove_from_shelf",
    "Remove tins of paint from a shelf of the shed.",
    [TINS, SHELF],
    {
        "remove the resin from the shelf": {"tins": ["resin"]},
        "take the putty off the shelf": {"tins": ["putty"]},
        "take sienna and teal off the top shelf": {"tins": ["sienna", "teal"], "shelf": "top"},
        "remove the white from the low shelf": {"tins": ["white"], "shelf": "low"},
        "take the teal off the shelf": {"tins": ["teal"]},
    },
)
CLEAR = tool(
    "clear_shelf",
    "Clear a whole shelf of the shed.",
    [ToolParameter("shelf", "string", True, "Which shelf")],
    {
        "clear the top shelf": {"shelf": "top"},
        "empty the low shelf": {"shelf": "low"},
        "clear the middle shelf": {"shelf": "middle"},
        "take everything off the top shelf": {"shelf": "top"},
    },
)


@pytest.fixture(scope="module")
def shed() -> ExampleTranslator:
    return having_learned((STOCK, REMOVE, CLEAR))


def calls(found: Translation) -> list[tuple[str, dict[str, Any]]]:
    return [(call.name, dict(call.arguments)) for call in found.calls]


@pytest.mark.parametrize(
    ("lang", "said", "meant"),
    [
        ("en-us", "stock resin putty and teal but leave out the putty", "stock resin and teal"),
        ("en-us", "stock resin putty and teal but skip the putty please", "stock resin and teal"),
        ("en-us", "stock resin putty, teal but leave out the putty", "stock resin, teal"),
        ("en-us", "water the roses and the lilies but leave the lilies out", "water the roses"),
        ("en-us", "add milk and rolls to the list but not the rolls", "add milk to the list"),
        ("en-us", "ask a baker and a miller, but leave out the baker", "ask a miller"),
        (
            "de-de",
            "setz feigen lauch und brot auf die liste aber lass den lauch weg",
            "setz feigen und brot auf die liste",
        ),
        ("es-es", "pon higos puerros y pan en la lista pero sin puerros", "pon higos y pan en la lista"),
        ("fr-fr", "ajoute des figues des poireaux et du pain sauf les poireaux", "ajoute des figues et du pain"),
        ("it-it", "aggiungi fichi porri e pane ma lascia fuori i porri", "aggiungi fichi e pane"),
        ("nl-nl", "zet vijgen prei en brood op de lijst maar laat de prei weg", "zet vijgen en brood op de lijst"),
        ("pt-pt", "põe figos alho e pão na lista mas deixa de fora o alho", "põe figos e pão na lista"),
    ],
)
def test_a_thing_of_a_row_that_is_left_out_behind_it_is_none(lang: str, said: str, meant: str) -> None:
    assert without_left_out(said, lang) == meant


@pytest.mark.parametrize(
    "said",
    [
        "stock resin but leave out the resin",
        "stock resin and leave out the empties",
        "remind me to leave out the bins",
        "stock pale putty and teal but leave out the putty",
        "light the kitchen lamp and the hall lamp but not the kitchen",
        "bread without salt",
    ],
)
def test_what_is_none_of_a_row_is_left_as_it_was_said(said: str) -> None:
    assert without_left_out(said, "en-us") == said


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("stock resin putty and teal but leave out the putty", [("stock_shelf", {"tins": ["resin", "teal"]})]),
        ("take the putty off the shelf but leave the teal", [("remove_from_shelf", {"tins": ["putty"]})]),
        ("take the putty off the shelf and keep the teal", [("remove_from_shelf", {"tins": ["putty"]})]),
        ("clear the top shelf not the low shelf", [("clear_shelf", {"shelf": "top"})]),
        ("not the low shelf clear the top shelf", [("clear_shelf", {"shelf": "top"})]),
        ("stock teal on the low shelf not the top shelf", [("stock_shelf", {"tins": ["teal"], "shelf": "low"})]),
        # what is to stay is of what would go, or is all that is said of it
        ("clear the top shelf but keep the putty", []),
        ("take the putty off the shelf but leave the pale putty", []),
        ("clear every shelf not the low shelf", []),
        ("not the low shelf", []),
    ],
)
def test_what_is_not_meant_is_not_touched(
    shed: ExampleTranslator, context: TranslationContext, said: str, wanted: list[tuple[str, dict[str, Any]]]
) -> None:
    assert calls(shed.translate(said, context)) == wanted
