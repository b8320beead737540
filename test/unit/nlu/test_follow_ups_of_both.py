"""What is said of both of two things that were made is done to each of them, or not at all."""

from __future__ import annotations

from dataclasses import replace

import pytest
from dialogue_tools import ENGLISH, HALL, tool, tools_in
from test_what_becomes_of_the_last import Call, calls, learned, talk

from learned_tools import having_learned
from ovos_phal_plugin_jarvis.nlu.dialogue.state import GUESSED
from ovos_phal_plugin_jarvis.tools.definition import ToolParameter
from ovos_phal_plugin_jarvis.translation.values import TranslationContext

RUTH, OSCAR = "book the sauna for forty minutes for ruth", "book the sauna for an hour for oscar"

TRAY = (
    tool(
        "put_tray",
        "Put things on a tray of the ward.",
        [ToolParameter("things", "array<string>", True, "What goes there")],
        {
            "put gauze on the tray": {"things": ["gauze"]},
            "add scissors and tape to the tray": {"things": ["scissors", "tape"]},
            "put swabs on the tray": {"things": ["swabs"]},
            "add needles to the tray": {"things": ["needles"]},
            "put gloves and masks on the tray": {"things": ["gloves", "masks"]},
        },
    ),
    tool(
        "remove_tray",
        "Take things off a tray of the ward.",
        [ToolParameter("things", "array<string>", True, "What is taken off")],
        {
            "take the gauze off the tray": {"things": ["gauze"]},
            "remove the scissors from the tray": {"things": ["scissors"]},
            "take the swabs and the tape off the tray": {"things": ["swabs", "tape"]},
            "remove the needles from the tray": {"things": ["needles"]},
            "take gloves off the tray": {"things": ["gloves"]},
        },
    ),
)


@pytest.mark.parametrize(
    ("then", "wanted"),
    [
        (
            "extend both of them by ten minutes",
            [("update_sauna", {"how": "extend", "minutes": 10, "name": who}) for who in ("ruth", "oscar")],
        ),
        ("release them both", [("release_sauna", {"name": who}) for who in ("ruth", "oscar")]),
        ("release both", [("release_sauna", {"name": who}) for who in ("ruth", "oscar")]),
        ("cancel the two of them please", [("release_sauna", {"name": who}) for who in ("ruth", "oscar")]),
        (
            "make them both ten minutes longer",
            [("update_sauna", {"how": "extend", "minutes": 10, "name": who}) for who in ("ruth", "oscar")],
        ),
    ],
)
def test_each_gets_its_call(context: TranslationContext, then: str, wanted: list[Call]) -> None:
    assert calls(talk(learned(HALL), context, RUTH, OSCAR, then)) == wanted


def test_what_differs_by_a_list_is_one_call(context: TranslationContext) -> None:
    said = ("put gauze on the tray", "put plasters on the tray", "take them both off the tray")
    assert calls(talk(learned(TRAY), context, *said)) == [("remove_tray", {"things": ["gauze", "plasters"]})]


def test_of_more_than_two_the_last_are_asked_about(context: TranslationContext) -> None:
    third = "book the sauna for thirty minutes for ida"
    asked = talk(learned(HALL), context, RUTH, OSCAR, third, "release them both")
    assert calls(asked) == [("release_sauna", {"name": who}) for who in ("oscar", "ida")]
    assert asked.confidence <= GUESSED


@pytest.mark.parametrize(
    ("turns", "wanted"),
    [
        # one thing is no two
        ((RUTH, "release them both"), []),
        # nothing tells which of them is meant
        (("set a timer for ten minutes", "set a timer for ten minutes", "stop them both"), []),
        # one was taken back already
        ((RUTH, OSCAR, "release ruth's sauna", "release them both"), []),
        # said of somebody, and of nothing
        ((RUTH, OSCAR, "i love them both"), []),
        ((RUTH, OSCAR, "both of you come here"), []),
    ],
)
def test_what_is_not_of_both_does_nothing(
    context: TranslationContext, turns: tuple[str, ...], wanted: list[Call]
) -> None:
    tools = HALL if "sauna" in turns[0] else ENGLISH
    assert calls(talk(learned(tools), context, *turns)) == wanted


@pytest.mark.parametrize(
    ("lang", "first", "second", "then"),
    [
        ("de", "stell einen timer auf zehn minuten", "stell einen timer auf eine stunde", "stopp beide"),
        ("es", "pon un temporizador de diez minutos", "pon un temporizador de una hora", "cancela los dos"),
        ("fr", "mets un minuteur de dix minutes", "mets un minuteur d'une heure", "annule les deux"),
        ("it", "imposta un timer di dieci minuti", "imposta un timer di un'ora", "annulla tutti e due"),
        ("nl", "zet een timer van tien minuten", "zet een timer van een uur", "stop ze allebei"),
        ("pt", "põe um temporizador de dez minutos", "põe um temporizador de uma hora", "cancela os dois"),
    ],
)
def test_in_other_languages(context: TranslationContext, lang: str, first: str, second: str, then: str) -> None:
    stopped = talk(having_learned(tools_in(lang), lang=lang), replace(context, lang=lang), first, second, then)
    assert calls(stopped) == [("cancel_timer", {"seconds": 600}), ("cancel_timer", {"seconds": 3600})]
