"""Which verbs ask for the same, and how near the verb of an order is to those of a tool."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from ovos_phal_plugin_jarvis.nlu.knowledge import Verbs, build_verbs, english_verbs
from ovos_phal_plugin_jarvis.nlu.knowledge.arrays import KnowledgeError
from ovos_phal_plugin_jarvis.nlu.lang import language
from ovos_phal_plugin_jarvis.nlu.learning import verbs
from ovos_phal_plugin_jarvis.nlu.learning.verbs import UNKNOWN, ToolVerbs, verb_of_order
from ovos_phal_plugin_jarvis.nlu.text import strip_request, words_of

_ENGLISH = language("en")


def _order(said: str) -> tuple[str, ...]:
    return verb_of_order(words_of(strip_request(said, "en")), _ENGLISH)


@pytest.mark.parametrize(
    ("said", "verbs"),
    [
        ("cancel the ferry", ("cancel",)),
        ("could you call off the ferry please", ("call off", "call")),
        ("read me the log", ("read me", "read")),
        ("let's postpone the ferry", ("postpone",)),
        ("water the ferns", ("water",)),
        ("water samples are due", ()),
        # what begins with no order, or with what is no verb in its plain form
        ("the ferry leaves at nine", ()),
        ("cancelled the ferry", ()),
        ("canvas for the ferry", ()),
        ("i want the ferry cancelled", ()),
        ("", ()),
    ],
)
def test_the_verb_of_an_order(said: str, verbs: tuple[str, ...]) -> None:
    assert _order(said) == verbs


def test_only_english_is_known() -> None:
    assert verb_of_order(["storniere", "die", "fähre"], language("de")) == ()


@pytest.mark.parametrize(
    ("one", "same", "other"),
    [("cancel", "call off", "book"), ("switch off", "turn off", "add"), ("log", "write down", "cancel")],
)
def test_verbs_that_ask_for_the_same_are_near(one: str, same: str, other: str) -> None:
    known = english_verbs()
    assert known is not None
    here, near, far = known.of(one), known.of(same), known.of(other)
    assert here is not None and near is not None and far is not None
    assert float(here @ near) > 0.6
    assert float(here @ far) < 0.3


def test_how_near_an_order_is_to_a_tool() -> None:
    said = [["book", "the", "ferry"], ["reserve", "a", "place"], ["the", "ferry", "for", "two"]]
    booking = ToolVerbs("book_ferry", said)
    assert booking.nearness(_order("book me a place")) > 0.8
    assert booking.nearness(_order("schedule a place on the ferry")) > booking.nearness(_order("close the ferry"))
    assert booking.nearness(_order("cancel the ferry")) < 0.3


def test_a_verb_for_nearly_anything_tells_nothing() -> None:
    booking = ToolVerbs("book_ferry", [["book", "the", "ferry"], ["reserve", "a", "place"]])
    assert booking.nearness(_order("put two on the ferry")) == UNKNOWN
    assert booking.nearness(_order("set the ferry for nine")) == UNKNOWN
    # … but what such a tool is not asked with
    listing = ToolVerbs("put_on_list", [["put", "eggs", "on", "it"], ["add", "eggs"]])
    assert listing.nearness(_order("cancel the eggs")) < 0.3


def test_nothing_is_told_where_nothing_is_known() -> None:
    nameless = ToolVerbs("x1", [["the", "ferry"]])
    assert nameless.nearness(_order("cancel the ferry")) == UNKNOWN
    assert ToolVerbs("book_ferry", []).nearness(()) == UNKNOWN
    assert ToolVerbs("book_ferry", []).nearness(("frobnicate",)) == UNKNOWN
    assert ToolVerbs("book_ferry", []).nearness(("cancel",)) < 0.3  # by its name alone


def test_without_the_file_nothing_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verbs, "english_verbs", lambda: None)
    assert ToolVerbs("book_ferry", [["book", "it"]]).nearness(("cancel",)) == UNKNOWN


def test_the_shipped_verbs_are_those_of_the_recipe(tmp_path: Path) -> None:
    made = tmp_path / "verbs.npz"
    build_verbs.build(made)
    with np.load(made) as own, np.load(build_verbs.OUTPUT) as shipped:
        assert all((own[name] == shipped[name]).all() for name in ("words", "word_starts"))
    anew, known = Verbs(made), Verbs(build_verbs.OUTPUT)
    said = ["cancel", "call off", "book", "print", "log", "write down", "move"]
    rows, others = (np.array([each.of(verb) for verb in said]) for each in (anew, known))
    assert np.abs(rows @ rows.T - others @ others.T).max() < 0.02  # whose signs another machine may choose otherwise


def test_a_file_that_is_none_is_refused_by_name(tmp_path: Path) -> None:
    broken = tmp_path / "verbs.npz"
    with pytest.raises(KnowledgeError, match=r"verbs\.npz"):
        Verbs(broken)
    broken.write_bytes(b"no zip")
    with pytest.raises(KnowledgeError, match=r"verbs\.npz"):
        Verbs(broken)
    words = {"words": np.frombuffer(b"ab", np.uint8), "word_starts": np.array([0, 1, 2], np.int32)}
    some, general = np.ones((2, 4), np.int8), np.zeros(2, np.bool_)
    for rows in (np.ones((1, 4), np.int8), np.ones((2, 4), np.float32), np.ones(2, np.int8)):
        np.savez(broken, format=np.array([1]), directions=rows, general=general, **words)
        with pytest.raises(KnowledgeError, match="not a direction for each verb"):
            Verbs(broken)
    np.savez(broken, format=np.array([1]), directions=np.zeros((2, 4), np.int8), general=general, **words)
    with pytest.raises(KnowledgeError, match="a verb without a direction"):
        Verbs(broken)
    for flags in (np.zeros(1, np.bool_), np.zeros(2, np.int8)):
        np.savez(broken, format=np.array([1]), directions=some, general=flags, **words)
        with pytest.raises(KnowledgeError, match="not for each verb whether it says little"):
            Verbs(broken)
    np.savez(broken, format=np.array([2]), directions=some, general=general, **words)
    with pytest.raises(KnowledgeError, match="format 2, expected 1"):
        Verbs(broken)
