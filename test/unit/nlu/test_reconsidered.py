"""What was refused, and is asked about after all; and what rules that out, however likely it is."""

from __future__ import annotations

import math
from datetime import datetime, timezone
from typing import Any

import pytest
from dialogue_tools import tool

from learned_tools import having_learned
from ovos_phal_plugin_jarvis.nlu import ExampleTranslator, reconsidered
from ovos_phal_plugin_jarvis.nlu.decided import ASKED
from ovos_phal_plugin_jarvis.nlu.learning.forest import Forest
from ovos_phal_plugin_jarvis.nlu.reconsidered import FOREST, NAMES, depends_on_all, set_aside, weighed
from ovos_phal_plugin_jarvis.nlu.segmentation import Plan
from ovos_phal_plugin_jarvis.sdk.locale import say
from ovos_phal_plugin_jarvis.tools.definition import ToolParameter
from ovos_phal_plugin_jarvis.translation.values import Translation, TranslationContext

CONTEXT = TranslationContext(datetime(2026, 11, 21, 10, 0, tzinfo=timezone.utc))
MOOR = tool(
    "moor_boat",
    "Give a boat a berth in the harbour.",
    [
        ToolParameter("boat", "string", True, "Name of the boat"),
        ToolParameter("berth", "int", True, "Number of the berth"),
        ToolParameter("nights", "int", False, "How many nights it stays"),
        ToolParameter("shore_power", "bool", False, "Whether it gets electricity"),
    ],
    {
        "moor the seagull at berth four": {"boat": "seagull", "berth": 4},
        "berth eleven for the old lady": {"boat": "old lady", "berth": 11},
        "put the albatross in berth nine for two nights": {"boat": "albatross", "berth": 9, "nights": 2},
        "give the rosalie berth twenty one": {"boat": "rosalie", "berth": 21},
        "the mermaid gets berth three with shore power": {"boat": "mermaid", "berth": 3, "shore_power": True},
        "moor the wanderer at berth seven for one night": {"boat": "wanderer", "berth": 7, "nights": 1},
        "assign berth fourteen to the northern light": {"boat": "northern light", "berth": 14},
        "we have the pelican for berth six without shore power": {"boat": "pelican", "berth": 6, "shore_power": False},
        "berth two for the sea horse three nights": {"boat": "sea horse", "berth": 2, "nights": 3},
        "please moor the cormorant at berth seventeen": {"boat": "cormorant", "berth": 17},
    },
)


@pytest.fixture(scope="module")
def harbour() -> ExampleTranslator:
    return having_learned([MOOR], lang="en")


def _telling(monkeypatch: pytest.MonkeyPatch, probability: float) -> None:
    """Let the trees tell *probability*, whatever they are asked."""
    odds = math.log(probability / (1 - probability))
    forest = Forest({"baseline": odds, "trees": [[[0.0]]]})
    monkeypatch.setattr(reconsidered, "forests", lambda: {FOREST: forest})


def test_each_number_has_a_name(harbour: ExampleTranslator) -> None:
    first = harbour.candidates("moor the heron at berth five", CONTEXT)[0]
    row = weighed(Translation(), Plan(), first, "moor the heron at berth five", 0.8)
    assert len(row) == len(NAMES) == len(set(NAMES))
    assert dict(zip(NAMES, row, strict=True))["arguments"] == 2


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("if the skipper is still out there moor the heron at berth five", say("not_checked", "en-us")),
        ("the heron has come back so berth five it is they don't drink tea", ""),
    ],
)
def test_what_is_likely_is_asked_about(
    harbour: ExampleTranslator, monkeypatch: pytest.MonkeyPatch, said: str, told: str
) -> None:
    """That it depends on something is told, as nobody looks to that."""
    _telling(monkeypatch, 0.9)
    found = harbour.translate(said, CONTEXT)
    assert [(call.name, call.arguments["berth"]) for call in found.calls] == [("moor_boat", 5)]
    assert found.certain <= ASKED < 0.75
    assert found.say == told


def test_the_shipped_trees_ask_about_a_condition_that_nobody_would_wait_for(harbour: ExampleTranslator) -> None:
    """The example of docs/understanding.md."""
    found = harbour.translate("as soon as there's room the gull gets berth five", CONTEXT)
    assert [dict(call.arguments) for call in found.calls] == [{"boat": "gull", "berth": 5}]
    assert (found.certain, found.say) == (reconsidered.CERTAIN, say("not_checked", "en-us"))


@pytest.mark.parametrize("clause", ["if the skipper is still out there", "when the pelican is gone"])
def test_what_it_depends_on_is_told(harbour: ExampleTranslator, monkeypatch: pytest.MonkeyPatch, clause: str) -> None:
    _telling(monkeypatch, 0.9)
    found = harbour.translate(f"the heron gets berth five {clause}", CONTEXT)
    assert [call.arguments["berth"] for call in found.calls] == [5]
    assert found.left == (clause,)
    assert clause in found.say


def test_what_it_depends_on_is_told_where_no_part_has_it(harbour: ExampleTranslator) -> None:
    behind = "moor the heron at berth five if the tide allows"
    first = harbour.candidates(behind, CONTEXT)[0]
    assert set_aside(Plan(), first, behind) == ["if the tide allows"]
    assert not depends_on_all(Plan(), first, behind)
    for said in (
        "if the tide allows moor the heron at berth five",
        "um if the tide allows moor the heron at berth five",
        "please if the tide allows moor the heron at berth five",
        "the heron if the tide allows gets berth five",
    ):
        first = harbour.candidates(said, CONTEXT)[0]
        assert not set_aside(Plan(), first, said), "it is no part that the order stands in"
        assert depends_on_all(Plan(), first, said)
    plain = "moor the heron at berth five"
    first = harbour.candidates(plain, CONTEXT)[0]
    assert not set_aside(Plan(), first, plain) and not depends_on_all(Plan(), first, plain)


def test_who_ends_with_a_denial_is_asked(harbour: ExampleTranslator) -> None:
    found = harbour.translate("the heron would like berth five but she can't", CONTEXT)
    assert not found.calls or found.certain <= ASKED


def test_a_no_that_answers_denies_nothing(harbour: ExampleTranslator, monkeypatch: pytest.MonkeyPatch) -> None:
    _telling(monkeypatch, 0.9)
    found = harbour.translate("no problem the heron gets berth five as agreed with the skipper", CONTEXT)
    assert "skipper" not in [call.arguments["boat"] for call in found.calls]


@pytest.mark.parametrize(
    "said",
    [
        "if the skipper is still out there moor the heron at berth five",
        "the heron could well do with berth five once the ice has gone",
    ],
)
def test_what_is_not_likely_is_refused(harbour: ExampleTranslator, monkeypatch: pytest.MonkeyPatch, said: str) -> None:
    _telling(monkeypatch, 0.3)
    assert harbour.translate(said, CONTEXT).calls == ()


@pytest.mark.parametrize(
    "said",
    [
        "take the heron off berth five",
        "moor all boats at berth five but leave the heron",
        "moor the heron at berth five every morning",
        "the heron must not be moored at berth five",
        "the heron gets berth five i don't know",
        "the heron shouldn't get berth five",
        "moor the heron at berth five or six",
        "don't moor anything",
        "moor the heron not at berth five",
        "please don't moor the heron at berth five",
        "the heron needn't be moored at berth five",
        "the heron needs no berth five any more",
        "moored the heron at berth five",
        "tell the harbour master to moor the heron at berth five",
        "moor the heron at berth five when the pelican is gone",
        "moor the heron at berth five on the fourth of july",
        "thank you for giving the heron berth five",
        "as soon as there's room the heron gets berth five but i've changed my mind",
        "if there's room the heron gets berth five not now",
        "the heron gets berth five on fridays",
        "should it snow tomorrow the heron gets berth five",
        "if there's room the heron gets berth five if not the pelican berth six",
        "if there's room moor the heron at berth five and give the pelican berth six",
    ],
)
def test_what_rules_it_out_is_no_matter_of_likelihood(
    harbour: ExampleTranslator, monkeypatch: pytest.MonkeyPatch, said: str
) -> None:
    """It is denied, done, for somebody else or another order, or a question would leave out what limits what is done,
    when, what nobody settled, or which of two conditions holds."""
    _telling(monkeypatch, 0.99)
    assert harbour.translate(said, CONTEXT).calls == ()


@pytest.mark.parametrize(
    ("said", "aside"),
    [
        ("the heron gets berth five tomorrow", "tomorrow"),
        ("when it rains the heron gets berth five and change her sails", "and change her sails"),
        ("the heron gets berth five if nobody minds", "if nobody minds"),
    ],
)
def test_what_a_question_leaves_aside_is_told(
    harbour: ExampleTranslator, monkeypatch: pytest.MonkeyPatch, said: str, aside: str
) -> None:
    _telling(monkeypatch, 0.99)
    found = harbour.translate(said, CONTEXT)
    assert [dict(call.arguments) for call in found.calls] == [{"boat": "heron", "berth": 5}]
    assert found.certain == reconsidered.CERTAIN
    assert any(aside in part for part in found.left) and aside in found.say


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        (
            "not the seagull as the board says it is the heron that berth five is for",
            {"boat": "heron", "berth": 5},
        ),
        (
            "they don't want any shore power just moor the heron at berth five",
            {"boat": "heron", "berth": 5, "shore_power": False},
        ),
    ],
)
def test_a_denial_is_of_a_value_or_of_a_yes_or_no(
    harbour: ExampleTranslator, monkeypatch: pytest.MonkeyPatch, said: str, wanted: dict[str, Any]
) -> None:
    _telling(monkeypatch, 0.9)
    found = harbour.translate(said, CONTEXT)
    assert [dict(call.arguments) for call in found.calls] == [wanted]
    assert not found.left and not found.say, "what it denies is in the call"


def test_nothing_of_it_is_done_in_another_language(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing was fitted there."""
    _telling(monkeypatch, 0.99)
    said = {f"lege die {name} an platz {n}": {"boat": name, "berth": n} for n, name in enumerate(("möwe", "perle"), 3)}
    german = having_learned([tool("moor_boat", "Gib einem Boot einen Platz.", MOOR.parameters[:2], said)], lang="de")
    context = TranslationContext(CONTEXT.now, "de-de")
    assert german.translate("leg die robbe nicht an platz fünf", context).calls == ()
