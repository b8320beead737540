"""Reminders as they are said: another one that leaves out its verb, and days and times that belong to the text."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from ovos_phal_plugin_jarvis.nlu import ExampleTranslator
from ovos_phal_plugin_jarvis.translation.values import TranslationContext

NOW = datetime(2026, 3, 2, 8).astimezone()


def calls(everyday: ExampleTranslator, said: str, lang: str = "en-us") -> list[tuple[str, dict[str, Any]]]:
    translation = everyday.translate(said, TranslationContext(NOW, lang=lang))
    return [(call.name, dict(call.arguments)) for call in translation.calls]


def texts(everyday: ExampleTranslator, said: str, lang: str = "en-us") -> list[Any]:
    return [arguments.get("text") for _, arguments in calls(everyday, said, lang)]


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        (
            "remind me to bring in the washing at four and the cushions at seven",
            ["bring in the washing", "bring in the cushions"],
        ),
        (
            "remind me to write to the council at two and the bank at five",
            ["write to the council", "write to the bank"],
        ),
        (
            "remind me to drive gran to church at nine and the boys to judo at two",
            ["drive gran to church", "drive the boys to judo"],
        ),
        (
            "remind me to hang the washing out on friday and the rugs on sunday",
            ["hang the washing out", "hang the rugs out"],
        ),
        ("remind me to dose the dog tonight at ten and again tomorrow at seven", ["dose the dog", "dose the dog"]),
        # what leads to a thing leads to no deed
        ("remind me about book club on monday and the vet on friday", ["book club", "the vet"]),
        ("remind me to rest at one and stretch at five", ["rest", "stretch"]),
    ],
)
def test_the_verb_that_another_reminder_leaves_out(everyday: ExampleTranslator, said: str, wanted: list[str]) -> None:
    assert texts(everyday, said) == wanted


@pytest.mark.parametrize(
    ("lang", "said", "wanted"),
    [
        (
            "de-de",
            "erinnere mich um acht das tor aufzuschließen und um neun die scheune",
            ["das tor aufzuschließen", "die scheune aufzuschließen"],
        ),
        (
            "de-de",
            "erinnere mich um acht den hund zu bürsten und um neun die katze",
            ["den hund zu bürsten", "die katze zu bürsten"],
        ),
        ("fr-fr", "rappelle-moi d'acheter du beurre lundi et du sel mardi", ["acheter du beurre", "acheter du sel"]),
        (
            "nl-nl",
            "herinner me om tien uur eraan de buurman te bellen en om half drie de dokter",
            ["de buurman te bellen", "de dokter te bellen"],
        ),
        (
            "it-it",
            "ricordami di chiamare il medico alle dieci e la banca alle due e mezza",
            ["chiamare il medico", "chiamare la banca"],
        ),
    ],
)
def test_the_same_in_other_languages(everyday: ExampleTranslator, lang: str, said: str, wanted: list[str]) -> None:
    assert texts(everyday, said, lang) == wanted


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        # the moment stands before: another one of its kind, a number and how long something lasts are told
        (
            "remind me on monday that lena has judo on friday",
            {"text": "lena has judo on friday", "day": "next_monday"},
        ),
        (
            "remind me at noon that the ferry goes at ten to three",
            {"text": "the ferry goes at ten to three", "time": "12:00"},
        ),
        (
            "remind me tomorrow that the play begins at eight",
            {"text": "the play begins at eight", "day": "tomorrow"},
        ),
        (
            "remind me in an hour to set the heating to nineteen",
            {"text": "set the heating to nineteen", "in_seconds": 3600},
        ),
        (
            "remind me in an hour to set the freezer to minus eighteen degrees",
            {"text": "set the freezer to minus eighteen degrees", "in_seconds": 3600},
        ),
        (
            "remind me tomorrow to soak the beans for nine hours",
            {"text": "soak the beans for nine hours", "day": "tomorrow"},
        ),
        # the moment stands behind: what stands between them is told
        (
            "remind me to check the alarm at the office at six tonight",
            {"text": "check the alarm at the office", "time": "18:00"},
        ),
        (
            "remind me to set the heating to nineteen at six pm",
            {"text": "set the heating to nineteen", "time": "18:00"},
        ),
    ],
)
def test_what_a_reminder_tells_is_whole(everyday: ExampleTranslator, said: str, wanted: dict[str, Any]) -> None:
    assert calls(everyday, said) == [("set_reminder", wanted)]


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        # a day before and a time behind are the moment
        ("remind me tomorrow to ring gran at nine", {"text": "ring gran", "day": "tomorrow", "time": "09:00"}),
        (
            "remind me to feed the hens every day at eight",
            {"text": "feed the hens", "repeat": "daily", "time": "08:00"},
        ),
    ],
)
def test_a_moment_in_two_parts_is_no_part_of_the_text(
    everyday: ExampleTranslator, said: str, wanted: dict[str, Any]
) -> None:
    assert calls(everyday, said) == [("set_reminder", wanted)]


def test_two_reminders_are_no_text_of_one(everyday: ExampleTranslator) -> None:
    said = "remind me tomorrow to pay the milkman on friday to ring the bank"
    assert texts(everyday, said) == ["pay the milkman", "ring the bank"]
