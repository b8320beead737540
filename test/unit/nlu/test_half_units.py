"""A half that is said behind the unit belongs to the number before it: "venti gradi e mezzo"."""

from __future__ import annotations

from datetime import datetime, timezone

import pytest

from ovos_phal_plugin_jarvis.nlu.entities import NUMBER, mentions

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
