"""Which verbs ask for the same, and how near the verb of an order is to those of a tool."""

from __future__ import annotations

from datetime import datetime, timezone
from pathlib import Path

import numpy as np
import pytest
from dialogue_tools import tool

from learned_tools import having_learned
from ovos_phal_plugin_jarvis.consent.policy import GUESSED
from ovos_phal_plugin_jarvis.nlu import ExampleTranslator
from ovos_phal_plugin_jarvis.nlu.knowledge import Verbs, english_verbs
from ovos_phal_plugin_jarvis.nlu.knowledge.arrays import KnowledgeError
from ovos_phal_plugin_jarvis.nlu.lang import language
from ovos_phal_plugin_jarvis.nlu.learning import build_verbs, verbs
from ovos_phal_plugin_jarvis.nlu.learning.verbs import UNKNOWN, ToolVerbs, verb_of_order
from ovos_phal_plugin_jarvis.nlu.text import strip_request, words_of
from ovos_phal_plugin_jarvis.tools.definition import ToolParameter
from ovos_phal_plugin_jarvis.translation.values import TranslationContext

_ENGLISH = language("en")
_CONTEXT = TranslationContext(datetime(2026, 11, 30, 10, tzinfo=timezone.utc))
HEAT = tool(
    "heat_greenhouse",
    "Heat a greenhouse to a temperature.",
    [
        ToolParameter("house", "string", True, "Which greenhouse"),
        ToolParameter("degrees", "float", False, "To how many degrees"),
    ],
    {
        "heat the orchid house to twenty degrees": {"house": "orchid", "degrees": 20},
        "warm the palm house": {"house": "palm"},
        "turn the fern house up to eighteen": {"house": "fern", "degrees": 18},
        "set the cactus house to fifteen degrees": {"house": "cactus", "degrees": 15},
        "bring the vine house to twelve degrees": {"house": "vine", "degrees": 12},
        "heat up the lemon house": {"house": "lemon"},
        "warm up the fig house to nineteen": {"house": "fig", "degrees": 19},
        "raise the tomato house to twenty two degrees": {"house": "tomato", "degrees": 22},
        "make the orchid house warmer": {"house": "orchid"},
        "keep the palm house at sixteen degrees": {"house": "palm", "degrees": 16},
    },
)
SEEDS = tool(
    "list_seeds",
    "List the seeds that are in stock.",
    [],
    {
        "which seeds do we have": {},
        "what seeds are there": {},
        "list the seeds": {},
        "show me the seeds": {},
        "are there any seeds": {},
        "read me the seeds": {},
    },
)


@pytest.fixture(scope="module")
def greenhouse() -> ExampleTranslator:
    return having_learned([HEAT, SEEDS], lang="en")


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
        ("water it", ("water",)),
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
    here, near, far = known.of((one,)), known.of((same,)), known.of((other,))
    assert here is not None and near is not None and far is not None
    assert float(here @ near) > 0.6
    assert float(here @ far) < 0.3


def _asked(*said: str) -> ToolVerbs:
    return ToolVerbs([words_of(each) for each in said])


def test_how_near_an_order_is_to_a_tool() -> None:
    booking = _asked("book the ferry", "reserve a place", "the ferry for two")
    assert booking.nearness(_order("book me a place")) > 0.8
    assert booking.nearness(_order("schedule a place on the ferry")) > booking.nearness(_order("close the ferry"))
    assert booking.nearness(_order("cancel the ferry")) < 0.3


def test_a_verb_with_its_particle_is_another_one() -> None:
    calling = _asked("call the plumber", "ring the plumber", "phone him")
    assert calling.nearness(_order("call the vet")) > 0.8
    assert calling.nearness(_order("call off the plumber")) < 0.3


def test_a_verb_for_nearly_anything_tells_nothing() -> None:
    assert _asked("book the ferry", "reserve a place").nearness(_order("put two on the ferry")) == UNKNOWN
    # … but what such a tool is not asked with
    assert _asked("put eggs on it", "add eggs").nearness(_order("cancel the eggs")) < 0.3


def test_nothing_is_told_where_nothing_is_known() -> None:
    assert _asked("the ferry", "is there a ferry").nearness(_order("cancel the ferry")) == UNKNOWN
    assert _asked("book the ferry").nearness(()) == UNKNOWN
    assert _asked("book the ferry").nearness(("frobnicate",)) == UNKNOWN


@pytest.mark.parametrize("said", ["heat the fig house to twenty degrees", "warm the vine house"])
def test_a_verb_of_the_tool_is_done(greenhouse: ExampleTranslator, said: str) -> None:
    found = greenhouse.translate(said, _CONTEXT)
    assert [call.name for call in found.calls] == ["heat_greenhouse"] and found.confidence > GUESSED


@pytest.mark.parametrize(
    "said", ["sell the palm house", "order the orchid house", "print the fern house", "clean the palm house"]
)
def test_another_order_with_its_things_is_not_done(greenhouse: ExampleTranslator, said: str) -> None:
    assert greenhouse.translate(said, _CONTEXT).calls == ()


@pytest.mark.parametrize("said", ["close the vine house", "lock the orchid house"])
def test_one_that_comes_nearer_is_asked_about_at_least(greenhouse: ExampleTranslator, said: str) -> None:
    found = greenhouse.translate(said, _CONTEXT)
    assert not found.calls or found.confidence <= GUESSED


def test_the_verb_is_evidence(greenhouse: ExampleTranslator) -> None:
    near, far, none = (
        next(c for c in greenhouse.candidates(said, _CONTEXT) if c.definition.name == "heat_greenhouse").evidence.verb
        for said in ("warm the vine house", "close the vine house", "the vine house at twenty degrees")
    )
    assert near > 0.7 and far < 0.3 and none == UNKNOWN


def test_without_the_file_nothing_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verbs, "english_verbs", lambda: None)
    assert _asked("book it").nearness(("cancel",)) == UNKNOWN


def test_the_shipped_verbs_are_those_of_the_recipe(tmp_path: Path) -> None:
    made = tmp_path / "verbs.npz"
    build_verbs.build(made)
    with np.load(made) as own, np.load(build_verbs.OUTPUT) as shipped:
        assert all((own[name] == shipped[name]).all() for name in ("words", "word_starts", "general"))
        rows, others = (each["directions"].astype(float) for each in (own, shipped))
    near, known = (each @ each.T / np.outer(*[np.linalg.norm(each, axis=1)] * 2) for each in (rows, others))
    assert np.abs(near - known).max() < 0.03  # whose signs another machine may choose otherwise


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
