"""Clauses beside a request that only tell something, and what may be left over in them."""

from __future__ import annotations

from datetime import datetime, timezone

import pytest
from dialogue_tools import tool

from learned_tools import having_learned
from ovos_phal_plugin_jarvis.nlu import ExampleTranslator
from ovos_phal_plugin_jarvis.nlu.reading import hear
from ovos_phal_plugin_jarvis.nlu.told_beside import told_beside
from ovos_phal_plugin_jarvis.tools.definition import ToolParameter
from ovos_phal_plugin_jarvis.translation.values import TranslationContext

NOW = datetime(2026, 11, 21, 10, 0, tzinfo=timezone.utc)
CONTEXT = TranslationContext(NOW)
SMOKER = tool(
    "smoke_fish",
    "Smokes fish in the smoker.",
    [
        ToolParameter("fish", "string", True, "What is smoked", enum_values=("trout", "eel", "salmon")),
        ToolParameter("smoking_time", "duration", False, "How long it is smoked"),
    ],
    {
        "smoke the trout for two hours": {"fish": "trout", "smoking_time": 7200},
        "smoke the eel": {"fish": "eel"},
        "put the salmon in the smoker for four hours": {"fish": "salmon", "smoking_time": 14400},
        "start the smoker with trout": {"fish": "trout"},
        "smoke salmon for ninety minutes": {"fish": "salmon", "smoking_time": 5400},
    },
)


@pytest.fixture(scope="module")
def smoker() -> ExampleTranslator:
    return having_learned([SMOKER], lang="en-us")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("smoke the eel for two hours my sister comes tomorrow", "my sister comes tomorrow"),
        ("smoke the eel for two hours i want to take it along tomorrow", "i want to take it along tomorrow"),
        ("my son turns six so i want a smoked eel", "my son turns six so"),
        ("smoke the eel for two hours it was three", ""),
        ("smoke the eel for two hours i said three", ""),
        ("smoke the eel for two hours i want three", ""),
        ("smoke the eel my sister brought yesterday", ""),
        ("smoke the eel for two hours when i leave tomorrow", ""),
        ("smoke the eel tomorrow", ""),
    ],
)
def test_which_words_only_tell_something(text: str, told: str) -> None:
    heard = hear(text, "en-us", NOW)
    assert " ".join(heard.words[at] for at in sorted(told_beside(heard))) == told


@pytest.mark.parametrize("said", ["smoke the trout for two hours my sister comes tomorrow"])
def test_a_day_of_something_else_is_not_the_day_of_the_request(smoker: ExampleTranslator, said: str) -> None:
    (call,) = smoker.translate(said, CONTEXT).calls
    assert call.arguments == {"fish": "trout", "smoking_time": 7200}
    assert smoker.translate(said, CONTEXT).confidence < 0.75, "it asks first"


@pytest.mark.parametrize(
    "said", ["smoke the trout for two hours tomorrow", "smoke the trout my sister wants it for two hours"]
)
def test_what_may_be_of_the_request_is_not_dropped(smoker: ExampleTranslator, said: str) -> None:
    found = smoker.translate(said, CONTEXT).calls
    assert all(call.arguments.get("smoking_time") == 7200 and "tomorrow" not in said for call in found)


def test_a_length_of_time_takes_no_day(smoker: ExampleTranslator) -> None:
    assert smoker.explain("smoke the trout for two hours tomorrow", CONTEXT)["reason"] == "day_left"


@pytest.mark.parametrize(
    "said",
    [
        "the neighbour isn't hungry smoke the eel for two hours",
        "smoke the eel for two hours the neighbour isn't hungry",
        "smoke the eel for two hours the neighbour is not very hungry",
    ],
)
def test_how_a_thing_is_not_negates_no_request_beside_it(smoker: ExampleTranslator, said: str) -> None:
    [call] = smoker.translate(said, CONTEXT).calls
    assert call.arguments == {"fish": "eel", "smoking_time": 7200}


@pytest.mark.parametrize(
    "said",
    [
        "the neighbour isn't hungry don't smoke the eel",
        "the eel isn't ready smoke the salmon",  # of what an argument may hold
        "the neighbour isn't needed smoke the eel",
        "the neighbour isn't hungry",
    ],
)
def test_what_may_be_negated_is_not_done(smoker: ExampleTranslator, said: str) -> None:
    assert not smoker.translate(said, CONTEXT).calls


@pytest.mark.parametrize(
    ("said", "code"), [("don't smoke the trout", "negated"), ("my sister doesn't want the trout smoked", "negated")]
)
def test_what_is_not_to_be_done_is_not(smoker: ExampleTranslator, said: str, code: str) -> None:
    assert smoker.explain(said, CONTEXT)["reason"] == code
    assert not smoker.translate(said, CONTEXT).calls
