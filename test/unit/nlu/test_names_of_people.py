"""Names of people are known in general, and where a text is one is told by them."""

from __future__ import annotations

from datetime import datetime, timezone
from pathlib import Path

import numpy as np
import pytest
from dialogue_tools import tool

from learned_tools import having_learned
from ovos_phal_plugin_jarvis.nlu import ExampleTranslator
from ovos_phal_plugin_jarvis.nlu.knowledge import FAMILY, GIVEN, People, build_people, names_of_people
from ovos_phal_plugin_jarvis.nlu.knowledge.arrays import KnowledgeError
from ovos_phal_plugin_jarvis.nlu.lang import language
from ovos_phal_plugin_jarvis.nlu.learning import runs
from ovos_phal_plugin_jarvis.nlu.learning.runs import field_shares, is_strange, likeness_to_names, parts_of_speech
from ovos_phal_plugin_jarvis.tools.definition import ToolParameter
from ovos_phal_plugin_jarvis.translation.values import TranslationContext

_NOW = datetime(2026, 11, 29, 10, 0, tzinfo=timezone.utc)
_ENGLISH = language("en")


def test_what_a_name_is() -> None:
    people = names_of_people()
    assert people is not None
    assert people.kind("agnieszka") == GIVEN
    assert people.kind("mackenzie") & FAMILY
    assert people.kind("james") == GIVEN | FAMILY
    assert people.kind("teapot") == people.kind("") == people.kind("agnies") == 0


def test_the_shipped_names_are_those_of_the_tables(tmp_path: Path) -> None:
    made = tmp_path / "people.npz"
    build_people.build(made)
    with np.load(made) as own, np.load(build_people.OUTPUT) as shipped:
        assert all((own[name] == shipped[name]).all() for name in shipped.files)


def test_names_that_are_none_are_refused_by_name(tmp_path: Path) -> None:
    broken = tmp_path / "people.npz"
    with pytest.raises(KnowledgeError, match=r"people\.npz"):
        People(broken)
    broken.write_bytes(b"no zip")
    with pytest.raises(KnowledgeError, match=r"people\.npz"):
        People(broken)
    words = {"words": np.frombuffer(b"ab", np.uint8), "word_starts": np.array([0, 1, 2], np.int32)}
    for kinds in (np.array([1], np.uint8), np.array([1, 4], np.uint8), np.array([1.0, 2.0])):
        np.savez(broken, format=np.array([1]), kinds=kinds, **words)
        with pytest.raises(KnowledgeError, match="not a kind for each name"):
            People(broken)


@pytest.mark.parametrize(
    ("word", "least", "most"),
    [("agnieszka", 1, 1), ("oliver", 1, 1), ("rose", 0.4, 0.6), ("kitchen", 0.1, 0.3), ("mrs", 0.8, 0.95)],
)
def test_how_much_of_a_name_a_word_is(word: str, least: float, most: float) -> None:
    assert least <= likeness_to_names(word, _ENGLISH) <= most


@pytest.mark.parametrize("word", ["teapot", "the", "in", "so", "you", "tuesday", ""])
def test_other_words_are_no_names(word: str) -> None:
    assert likeness_to_names(word, _ENGLISH) == 0


def test_a_name_that_is_no_word_is_somebody() -> None:
    assert parts_of_speech("oliver", _ENGLISH) == (1.0, 0.0)  # and no more olive than another
    assert field_shares("oliver", _ENGLISH).sum() == 1.0
    assert (field_shares("oliver", _ENGLISH) == field_shares("rescuer", _ENGLISH)).all()
    assert not field_shares("blorptangle", _ENGLISH).any()
    assert is_strange("blorptangle", _ENGLISH) and not is_strange("parsnips", _ENGLISH)


@pytest.fixture(scope="module")
def ferry() -> ExampleTranslator:
    made = having_learned(
        [
            tool(
                "book_cabin",
                "Books a cabin on the night ferry for a passenger.",
                [
                    ToolParameter("passenger", required=True, description="Who sleeps in it"),
                    ToolParameter("deck", enum_values=("upper", "lower"), description="Which deck it is on"),
                    ToolParameter("remark", description="What the steward should know"),
                ],
                {
                    "book a cabin for anna berg": {"passenger": "anna berg"},
                    "cabin on the upper deck for mr haddad": {"passenger": "mr haddad", "deck": "upper"},
                    "reserve a lower deck cabin for tom": {"passenger": "tom", "deck": "lower"},
                    "give elsa lund a cabin remark light sleeper": {
                        "passenger": "elsa lund",
                        "remark": "light sleeper",
                    },
                    "a cabin for the captain's aunt": {"passenger": "captain's aunt"},
                    "put victor silva in a cabin": {"passenger": "victor silva"},
                    "book jonas a cabin on the lower deck": {"passenger": "jonas", "deck": "lower"},
                    "i need a cabin for mrs okoye remark no stairs": {"passenger": "mrs okoye", "remark": "no stairs"},
                    "cabin for petra novak upper deck": {"passenger": "petra novak", "deck": "upper"},
                    "reserve a cabin for lee": {"passenger": "lee"},
                },
            )
        ],
        lang="en-us",
    )
    made.train()
    return made


@pytest.mark.parametrize(
    ("said", "passenger"),
    [
        ("oliver stanhope would like a cabin on the lower deck", "oliver stanhope"),
        ("let tomasz wojcik have a cabin upper deck", "tomasz wojcik"),
        ("a lower deck cabin goes to amira bakri tonight", "amira bakri"),
        ("could callum ortega get a cabin please", "callum ortega"),
        ("the cabin on the upper deck is for aunt philippa", "aunt philippa"),
        ("we need a cabin for kenji watanabe", "kenji watanabe"),
    ],
)
def test_a_name_is_all_of_its_words_and_no_more(ferry: ExampleTranslator, said: str, passenger: str) -> None:
    found = ferry.candidates(said, TranslationContext(_NOW))[0].filled.arguments
    assert found.get("passenger") == passenger, found


def _forget() -> None:
    for remembered in (likeness_to_names, is_strange, parts_of_speech, field_shares, runs._known_of):
        remembered.cache_clear()


def test_it_is_the_names_that_tell(ferry: ExampleTranslator, monkeypatch: pytest.MonkeyPatch) -> None:
    said = [
        ("a lower deck cabin goes to amira bakri tonight", "amira bakri"),
        ("could callum ortega get a cabin please", "callum ortega"),
    ]

    def surely() -> list[float]:
        """How surely each is the passenger; 0 where somebody else is."""
        found = [ferry.candidates(words, TranslationContext(_NOW))[0].filled for words, _ in said]
        return [
            filled.probability if filled.arguments.get("passenger") == name else 0.0
            for filled, (_, name) in zip(found, said, strict=True)
        ]

    known = surely()
    with monkeypatch.context() as patch:
        patch.setattr(runs, "names_of_people", lambda: None)
        _forget()
        unknown = surely()
    _forget()
    assert all(one > other + 0.02 for one, other in zip(known, unknown, strict=True)), (known, unknown)
    assert min(unknown) < 0.5 < min(known)
