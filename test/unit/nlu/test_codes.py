"""Texts that are codes: said figure by figure or letter by letter, and written as the author's examples have them."""

from __future__ import annotations

from datetime import datetime, timezone
from typing import Any

import pytest
from dialogue_tools import tool

from learned_tools import having_learned
from ovos_phal_plugin_jarvis.nlu import ExampleTranslator
from ovos_phal_plugin_jarvis.nlu.lang import language
from ovos_phal_plugin_jarvis.nlu.learning.alignment import align
from ovos_phal_plugin_jarvis.nlu.learning.codes import Codes
from ovos_phal_plugin_jarvis.nlu.learning.spelt import place_of, shape, signs
from ovos_phal_plugin_jarvis.nlu.reading import EPOCH, hear
from ovos_phal_plugin_jarvis.nlu.text import tokenize
from ovos_phal_plugin_jarvis.tools.definition import ToolParameter
from ovos_phal_plugin_jarvis.translation.values import TranslationContext

CONTEXT = TranslationContext(datetime(2026, 11, 21, 10, 0, tzinfo=timezone.utc))
_LOCKER = tool(
    "open_locker",
    "Open a locker of the swimming pool.",
    [
        ToolParameter("wristband", "string", True, "Digits on the wristband"),
        ToolParameter("minutes", "int", False, "How many minutes it stays open"),
    ],
    {
        "open the locker of wristband three eight zero six": {"wristband": "3806"},
        "wristband nine one one four wants its locker open": {"wristband": "9114"},
        "unlock the locker for zero five two seven for six minutes": {"wristband": "0527", "minutes": 6},
        "locker open for band seven seven four one please": {"wristband": "7741"},
        "open up for wristband two zero nine three for ten minutes": {"wristband": "2093", "minutes": 10},
        "let band six one eight eight into the locker": {"wristband": "6188"},
    },
)
_BOAT = tool(
    "raise_barrier",
    "Raise the barrier of the harbour for a boat.",
    [
        ToolParameter("sign", "string", True, "Sign on the hull of the boat"),
        ToolParameter("berth", "int", False, "Number of the berth"),
    ],
    {
        "raise the barrier for boat k t four one two": {"sign": "KT412"},
        "barrier up for the boat m s nine zero three": {"sign": "MS903"},
        "boat r v six six one goes to berth eleven": {"sign": "RV661", "berth": 11},
        "let in g l two oh eight": {"sign": "GL208"},
        "the barrier goes up for boat p n five seven four": {"sign": "PN574"},
        "boat w h three one nine may have berth four": {"sign": "WH319", "berth": 4},
    },
)
_TREE = tool(
    "note_tree",
    "Note what a tree of the park needs.",
    [
        ToolParameter("tag", "string", True, "Tag as it was read out"),
        ToolParameter("work", "string", True, "What has to be done"),
        ToolParameter("bed", "string", False, "Letter of the flower bed"),
    ],
    {
        "tree b q nine oh four needs pruning": {"tag": "b q nine oh four", "work": "pruning"},
        "note watering for tree c d one one six": {"tag": "c d one one six", "work": "watering"},
        "tree f k seven two two in bed g needs new stakes": {
            "tag": "f k seven two two",
            "work": "new stakes",
            "bed": "g",
        },
        "tree h m eight three five has to get a new sign": {"tag": "h m eight three five", "work": "a new sign"},
        "note thinning for tree l s four four zero in bed d": {
            "tag": "l s four four zero",
            "work": "thinning",
            "bed": "d",
        },
        "tree n p two six nine in bed c needs feeding": {"tag": "n p two six nine", "work": "feeding", "bed": "c"},
    },
)


@pytest.fixture(scope="module")
def shown() -> ExampleTranslator:
    return having_learned((_LOCKER, _BOAT, _TREE))


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("open the locker of wristband five five zero one", {"wristband": "5501"}),
        ("open the locker for zero zero eight two please", {"wristband": "0082"}),
        ("unlock the locker for band one four nine six for twelve minutes", {"wristband": "1496", "minutes": 12}),
        ("unlock the locker for band four four nine two i forgot my towel", {"wristband": "4492"}),
        ("raise the barrier for boat d f two four eight", {"sign": "DF248", "berth": None}),
        ("let in the boat v b seven oh one it goes to berth nine", {"sign": "VB701", "berth": 9}),
        ("tree s w three seven one needs mulching", {"tag": "s w three seven one", "work": "mulching"}),
        ("note mulching for tree t r six oh oh in bed a", {"tag": "t r six oh oh", "work": "mulching", "bed": "a"}),
    ],
)
def test_a_code_is_written_as_examples_have_it(shown: ExampleTranslator, said: str, wanted: dict[str, Any]) -> None:
    (call,) = shown.translate(said, CONTEXT).calls

    assert {name: call.arguments.get(name) for name in wanted} == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("raise a three", ["", "a", "3"]),
        ("k l four oh two", ["k", "l", "4", "0", "2"]),
        ("o k four o", ["o", "k", "4", "0"]),
        ("twelve 47", ["", "47"]),
    ],
)
def test_what_a_word_spells(text: str, wanted: list[str]) -> None:
    assert signs(text.split(), language("en")) == wanted


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("de", "b l vier eins null"),
        ("es", "b l cuatro uno cero"),
        ("fr", "b l quatre un zéro"),
        ("it", "b l quattro uno zero"),
        ("nl", "b l vier een nul"),
        ("pt", "b l quatro um zero"),
    ],
)
def test_each_language_spells_figures(lang: str, text: str) -> None:
    assert "".join(signs([token.norm for token in tokenize(text, lang)], language(lang))) == "bl410"


def test_where_a_code_is_spelt() -> None:
    words = tokenize("open zero four one one for two")
    english = language("en")

    assert place_of("0411", words, english, ()) == (1, 5)
    assert place_of("0411", words, english, (2,)) is None
    assert place_of("41", words, english, ()) == (2, 4)
    assert place_of("4", words, english, ()) is None
    assert place_of("for", words, english, ()) is None
    assert shape(["k", "47", "1"]) == "x999"


def test_a_figure_that_may_count_what_is_behind_is_not_lost(shown: ExampleTranslator) -> None:
    found = shown.translate("open the locker of wristband eight two seven three four minutes", CONTEXT)

    assert all(call.arguments["wristband"] != "8273" for call in found.calls)


def test_a_text_that_is_one_figure_is_no_code() -> None:
    """It is a number, which stands behind "of" where another one does as well."""
    said = {f"grade {name} two of 6": {"pupil": name, "best": "6"} for name in ("ada", "ben", "cleo", "dora")}
    graded = tool("grade", "Grade a test.", [ToolParameter("pupil"), ToolParameter("best")], said)
    profiles, examples = (found := align(graded, "en")).profiles, found.examples

    assert not list(Codes(profiles, examples, language("en")).said(hear("a grade of one for ada", "en", EPOCH)))


def test_a_code_for_nobody_is_none(shown: ExampleTranslator) -> None:
    """A short number and a letter beside it are no code."""
    found = shown.translate("boat three may have berth four", CONTEXT)

    assert all("sign" not in call.arguments for call in found.calls)
