"""Orders that point to what the clause before them speaks of, as a recogniser writes them."""

from __future__ import annotations

from typing import Any

import pytest
from dialogue_tools import tool

from learned_tools import having_learned
from ovos_phal_plugin_jarvis.nlu import ExampleTranslator
from ovos_phal_plugin_jarvis.nlu.acts.topics import topics
from ovos_phal_plugin_jarvis.nlu.lang import language
from ovos_phal_plugin_jarvis.nlu.text import tokenize
from ovos_phal_plugin_jarvis.tools.definition import ToolParameter
from ovos_phal_plugin_jarvis.translation.values import TranslationContext

Calls = list[tuple[str, dict[str, Any]]]
_THINGS = ToolParameter("things", "list[string]", True, "What is to be mended")

WORKSHOP = (
    tool(
        "note_repair",
        "Note things that have to be mended.",
        [_THINGS],
        {
            "put the saddle on the repair list": {"things": ["saddle"]},
            "write the canoe and the paddle down for repair": {"things": ["canoe", "paddle"]},
            "add my sandals to the repairs": {"things": ["sandals"]},
            "note the tent for repair": {"things": ["tent"]},
            "put two chairs on the repair list": {"things": ["two chairs"]},
            "stick the kettle on the repair list": {"things": ["kettle"]},
            "the fiddle has to go on the repair list": {"things": ["fiddle"]},
            "add the gate and the fence to the repair list": {"things": ["gate", "fence"]},
        },
    ),
    tool(
        "strike_repair",
        "Strike things that are mended.",
        [_THINGS],
        {
            "take the saddle off the repair list": {"things": ["saddle"]},
            "cross the canoe off the repairs": {"things": ["canoe"]},
            "strike the sandals and the tent off": {"things": ["sandals", "tent"]},
            "cross off the kettle": {"things": ["kettle"]},
            "remove the fence from the repair list": {"things": ["fence"]},
            "the chairs can come off the repair list": {"things": ["chairs"]},
        },
    ),
)


@pytest.fixture(scope="module")
def workshop() -> ExampleTranslator:
    return having_learned(WORKSHOP)


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("my boot has lost its heel put it on the repair list", ("note_repair", ["boot"])),
        ("the kids have broken the swings so write them down for repair", ("note_repair", ["swings"])),
        (
            "the lamp and the radio are broken can you put them both on the repair list",
            ("note_repair", ["lamp", "radio"]),
        ),
        ("the cobbler brought the shoes back cross them off", ("strike_repair", ["shoes"])),
        ("garden bench finished take it off the repair list", ("strike_repair", ["garden bench"])),
        ("picked up the clock and the toaster on my way home cross them off", ("strike_repair", ["clock", "toaster"])),
    ],
)
def test_an_order_is_about_what_was_just_told(
    workshop: ExampleTranslator, context: TranslationContext, said: str, wanted: tuple[str, list[str]]
) -> None:
    found = workshop.translate(said, context)
    assert [(call.name, call.arguments["things"]) for call in found.calls] == [wanted]


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        (
            "my boot has lost its heel so put it on the repair list and take the saddle off the repair list",
            [("note_repair", ["boot"]), ("strike_repair", ["saddle"])],
        ),
        (
            "the cobbler brought the shoes back cross them off and put the lamp on the repair list",
            [("strike_repair", ["shoes"]), ("note_repair", ["lamp"])],
        ),
    ],
)
def test_another_order_behind_it_is_done_too(
    workshop: ExampleTranslator, context: TranslationContext, said: str, wanted: list[tuple[str, list[str]]]
) -> None:
    found = workshop.translate(said, context)
    assert [(call.name, call.arguments["things"]) for call in found.calls] == wanted


@pytest.mark.parametrize(
    "said",
    [
        "my boot has lost its heel don't put it on the repair list",
        "the lamp is broken and my dad will put it away",
        "the lamp is broken i watched her cross it off",
    ],
)
def test_what_nobody_orders_is_not_done(workshop: ExampleTranslator, context: TranslationContext, said: str) -> None:
    found = workshop.translate(said, context)
    assert not found.calls or found.confidence < 0.75


def test_of_two_that_may_be_meant_the_first_is_asked_about(
    workshop: ExampleTranslator, context: TranslationContext
) -> None:
    found = workshop.translate("the tent has a hole so write it down for repair", context)
    assert [call.arguments["things"] for call in found.calls] == [["tent"]] and found.confidence < 0.75


@pytest.mark.parametrize(
    ("said", "named"),
    [
        ("i've just used the last of the tape", ["tape"]),
        ("we have run out of bin bags", ["bin bags"]),
        ("the milk has gone off", ["milk"]),
        ("jam and flour are nearly gone", ["jam and flour"]),
        ("our plumber found the leak", ["leak"]),
        ("rosie bought the stamps already", ["stamps"]),
        ("history essay finished", ["history essay"]),
        ("put the milk away", []),
    ],
)
def test_what_a_clause_speaks_of(said: str, named: list[str]) -> None:
    words = [token.norm for token in tokenize(said, "en")]
    assert [" ".join(words[topic.start : topic.end]) for topic in topics(words, language("en"))] == named
