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
NOTE = tool(
    "remind",
    "Remind somebody of something.",
    [ToolParameter("text", "string", True, "What of")],
    {
        "remind me to mow the lawn": {"text": "mow the lawn"},
        "remind me to ring the painter": {"text": "ring the painter"},
        "set a reminder to wash the brushes": {"text": "wash the brushes"},
        "remind me to lock the shed": {"text": "lock the shed"},
    },
)
FORGO = tool(
    "cancel_reminder",
    "Cancel a reminder.",
    [ToolParameter("text", "string", True, "What it is about")],
    {
        "cancel the reminder about the lawn": {"text": "the lawn"},
        "cancel the reminder about the old brushes": {"text": "the old brushes"},
        "delete the reminder about the painter": {"text": "the painter"},
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


@pytest.fixture(scope="module")
def house() -> ExampleTranslator:
    return having_learned((NOTE, FORGO, CLEAR))


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
    ("lang", "said"),
    [
        ("en-us", "remind me to pack socks and soap and don't forget the soap"),
        ("en-us", "remind me to pack socks and soap and not to forget the soap"),
        ("en-us", "remind me to pack socks and soap but never forget the soap"),
        ("en-us", "remind me to pack socks and soap but not to forget the soap"),
        ("en-us", "stock resin and teal but please don't skip the teal"),
        ("en-us", "pack socks and soap at six and don't leave the soap out"),
        ("en-us", "get socks soap and figs and don't come home without the soap"),
        ("en-us", "remind me to take the dog and the lead and not leave without the lead"),
        ("de-de", "kauf feigen und lauch aber vergiss den lauch nicht"),
        ("de-de", "nimm den hund und den ball mit und komm nie ohne den ball"),
        ("de-de", "kauf feigen und lauch ohne den lauch zu vergessen"),
        ("es-es", "compra higos y puerros y no olvides los puerros"),
        ("es-es", "compra higos y puerros y no vuelvas sin puerros"),
        ("fr-fr", "achète des figues et du pain mais n'oublie pas le pain"),
        ("fr-fr", "achète des figues et du pain sans oublier le pain"),
        ("it-it", "compra fichi e porri senza dimenticare i porri"),
        ("nl-nl", "koop vijgen en prei en vergeet de prei niet"),
        ("pt-pt", "compra figos e alho mas nunca esquece o alho"),
    ],
)
def test_what_is_not_to_be_left_out_is_kept(lang: str, said: str) -> None:
    assert without_left_out(said, lang) == said


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en-us", "remind me at noon to wax and sand and then to drop the sand"),
        ("en-us", "remind me at noon to wax and sand but then to drop the sand"),
        ("en-us", "remind me to carry the crate and the vase and drop the vase"),
        ("en-us", "remind me to take the lead and the dog and come home without the dog"),
        ("it-it", "compra fichi e porri e dimentica i porri"),
    ],
)
def test_another_deed_leaves_nothing_out(lang: str, said: str) -> None:
    assert without_left_out(said, lang) == said


@pytest.mark.parametrize(
    ("lang", "said", "meant"),
    [
        ("en-us", "pack socks and soap but please skip the soap", "pack socks"),
        ("en-us", "pack socks soap and figs without the soap", "pack socks and figs"),
        (
            "en-us",
            "don't wait and pack socks soap and figs but leave out the soap",
            "don't wait and pack socks and figs",
        ),
        ("de-de", "mach licht und radio an aber nicht das radio", "mach licht an"),
        ("nl-nl", "koop vijgen en prei maar vergeet de prei", "koop vijgen"),
    ],
)
def test_what_is_taken_out_behind_a_row_of_its_own_is_none(lang: str, said: str, meant: str) -> None:
    assert without_left_out(said, lang) == meant


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("stock resin putty and teal but leave out the putty", [("stock_shelf", {"tins": ["resin", "teal"]})]),
        ("clear the top shelf not the low shelf", [("clear_shelf", {"shelf": "top"})]),
        ("not the low shelf clear the top shelf", [("clear_shelf", {"shelf": "top"})]),
        ("stock teal on the low shelf not the top shelf", [("stock_shelf", {"tins": ["teal"], "shelf": "low"})]),
        # what is to stay may be of what would go, or is all that is said of it
        ("take the putty off the shelf but leave the teal", []),
        ("take the putty and the teal off the shelf but leave the teal", []),
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


@pytest.mark.parametrize(
    "text",
    [
        "wash the flat brush not the round brush",
        "mow the front lawn not the back lawn",
        "ring the old painter and not the new painter",
        "weed the top bed not the low bed",
    ],
)
@pytest.mark.parametrize("order", ["remind me to", "set a reminder to"])
def test_what_a_text_tells_is_kept_whole(
    house: ExampleTranslator, context: TranslationContext, order: str, text: str
) -> None:
    assert calls(house.translate(f"{order} {text}", context)) == [("remind", {"text": text})]


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("clear the top shelf not the low shelf", [("clear_shelf", {"shelf": "top"})]),
        (
            "cancel the reminder about the flat brush not the round brush",
            [("cancel_reminder", {"text": "the flat brush"})],
        ),
    ],
)
def test_what_names_one_that_is_there_is_not_told(
    house: ExampleTranslator, context: TranslationContext, said: str, wanted: list[tuple[str, dict[str, Any]]]
) -> None:
    assert calls(house.translate(said, context)) == wanted


@pytest.mark.parametrize("said", ["\ud7fcNOT", "!!! not the low shelf", "§ but not the top shelf"])
def test_signs_before_what_is_not_meant_are_answered(
    shed: ExampleTranslator, context: TranslationContext, said: str
) -> None:
    assert calls(shed.translate(said, context)) == []
