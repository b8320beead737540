"""What words of other languages mean in English."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from ovos_phal_plugin_jarvis.nlu.knowledge import lexicon as module
from ovos_phal_plugin_jarvis.nlu.knowledge.arrays import KnowledgeError
from ovos_phal_plugin_jarvis.nlu.knowledge.lexicon import Lexicon, lexicon
from ovos_phal_plugin_jarvis.nlu.lang import language

LANGS = ("de", "es", "fr", "it", "nl", "pt")
SHIPPED = Path(module.__file__).parent / "data"


def meant(lang: str, word: str) -> list[str]:
    known = lexicon(language(lang))
    assert known is not None
    return [english for english, _ in known.english(word)]


@pytest.mark.parametrize(
    ("lang", "word", "english"),
    [
        ("de", "küche", "kitchen"),
        ("fr", "cuisine", "kitchen"),
        ("es", "cocina", "kitchen"),
        ("it", "cucina", "kitchen"),
        ("nl", "keuken", "kitchen"),
        ("pt", "cozinha", "kitchen"),
        ("de", "lampen", "lamp"),  # another form
        ("es", "abriendo", "open"),
        ("de", "küchenlampe", "kitchen lamp"),  # two words written as one
        ("nl", "keukendeur", "kitchen door"),
        ("es", "apágalas", "turn off"),  # with a pronoun behind it
        ("it", "aprilo", "open"),
        ("it", "dell'", "of the"),  # without its last letters
        ("fr", "qu'", "that"),
        ("de", "für", "for"),
    ],
)
def test_a_word_is_found_in_the_forms_that_people_say(lang: str, word: str, english: str) -> None:
    assert english in meant(lang, word)


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("word", ["", "'", "-", "xqzzt", "a" * 2000, "🦆", "12", "~", "ø"])
def test_what_is_no_word_means_nothing_much(lang: str, word: str) -> None:
    known = lexicon(language(lang))
    assert known is not None
    assert all(english.strip() and 0 < weight <= 1 for english, weight in known.english(word))


@pytest.mark.parametrize("lang", LANGS)
def test_the_likeliest_is_the_first(lang: str) -> None:
    known = lexicon(language(lang))
    assert known is not None
    for word in ("casa", "haus", "maison", "huis", "luz", "licht", "lumière", "luce"):
        weights = [weight for _, weight in known.english(word)]
        assert weights == sorted(weights, reverse=True) and (not weights or weights[0] == 1)


def test_words_that_are_said_together_mean_something_of_their_own() -> None:
    french = lexicon(language("fr"))
    assert french is not None
    size, found = french.phrase(["machine", "à", "laver", "bleue"])
    assert size == 3 and "washing machine" in [english for english, _ in found]
    assert french.phrase(["machine", "bleue"])[0] == 0 and french.phrase([])[0] == 0


def test_a_particle_makes_another_verb() -> None:
    german, spanish = lexicon(language("de")), lexicon(language("es"))
    assert german is not None and spanish is not None
    assert "turn off" in [english for english, _ in german.parted("schalte", "aus")]
    assert not german.parted("schalte", "garten") and not spanish.parted("apaga", "a")


@pytest.mark.parametrize("tag", ["en-us", "sv-se", "xx", "../de", ""])
def test_there_is_none_for_english_and_for_others(tag: str) -> None:
    assert lexicon(language(tag)) is None


def _shipped() -> dict[str, np.ndarray]:
    with np.load(SHIPPED / "english_nl.npz") as arrays:
        return {name: arrays[name] for name in arrays.files}


@pytest.mark.parametrize(
    "wrong",
    [
        {"format": np.array([99], np.int32)},
        {"starts": np.array([0, 1], np.int32)},
        {"starts": np.array([1], np.int32)},
        {"meant": np.array([60000], np.uint16)},
        {"weights": np.zeros(3, np.uint8)},
        {"word_starts": np.array([5, 1], np.int32)},
    ],
)
def test_a_broken_file_is_told_and_not_used(tmp_path: Path, wrong: dict[str, np.ndarray]) -> None:
    path = tmp_path / "english_nl.npz"
    np.savez_compressed(path, **(_shipped() | wrong))
    with pytest.raises(KnowledgeError, match="english_nl|lexicon|words"):
        Lexicon(path, language("nl"))


def test_a_file_that_is_cut_off_is_told(tmp_path: Path) -> None:
    path = tmp_path / "english_nl.npz"
    path.write_bytes((SHIPPED / "english_nl.npz").read_bytes()[:5000])
    with pytest.raises(KnowledgeError, match="english_nl"):
        Lexicon(path, language("nl"))
    with pytest.raises(KnowledgeError, match="english_xx"):
        Lexicon(tmp_path / "english_xx.npz", language("nl"))


def test_all_of_them_are_small() -> None:
    assert sum(path.stat().st_size for path in SHIPPED.glob("english_*.npz")) < 4_000_000
