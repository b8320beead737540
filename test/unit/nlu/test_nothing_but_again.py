"""What asks for the same again, in each language, and what only sounds so."""

from __future__ import annotations

import pytest

from ovos_phal_plugin_jarvis.nlu.dialogue.markers import Markers
from ovos_phal_plugin_jarvis.nlu.lang import language


@pytest.mark.parametrize(
    ("said", "lang", "wanted"),
    [
        ("and another one", "en", True),
        ("best of three once more", "en", True),
        ("okay then one more time please", "en", True),
        ("another one for the eggs", "en", False),
        ("he won again yesterday", "en", False),
        ("und noch einmal bitte", "de", True),
        ("y otra vez por favor", "es", True),
        ("et encore une fois", "fr", True),
        ("e ancora una volta", "it", True),
        ("en nog een keer", "nl", True),
        ("e mais uma vez", "pt", True),
    ],
)
def test_again(said: str, lang: str, wanted: bool) -> None:
    assert Markers(language(lang)).repeats(said) is wanted


@pytest.mark.parametrize(
    ("said", "lang", "wanted"),
    [
        ("what else is on it", "en", "what is on it"),
        ("was steht sonst noch drauf", "de", "was steht sonst noch drauf"),
        ("was noch auf der liste ist", "de", "was auf der liste ist"),
        ("qué más hay", "es", "qué hay"),
        ("o que mais há", "pt", "o que há"),
        ("what else", "en", "what else"),
    ],
)
def test_what_else_asks_as_what_does(said: str, lang: str, wanted: str) -> None:
    assert Markers(language(lang)).without_else(said) == wanted
