"""What is chosen though no rule finds it: a yes or no in other words, one of a few values that nobody names."""

from __future__ import annotations

import math
from dataclasses import replace
from datetime import datetime, timezone

import numpy as np
import pytest
from dialogue_tools import tool

from learned_tools import having_learned
from ovos_phal_plugin_jarvis.nlu import ExampleTranslator
from ovos_phal_plugin_jarvis.nlu.decided import ASKED
from ovos_phal_plugin_jarvis.nlu.learning import choosing
from ovos_phal_plugin_jarvis.nlu.learning.choosing import FOREST, SIGNS, Options
from ovos_phal_plugin_jarvis.nlu.learning.filled import Filled
from ovos_phal_plugin_jarvis.nlu.learning.forest import Forest, forests
from ovos_phal_plugin_jarvis.nlu.lent import lent
from ovos_phal_plugin_jarvis.nlu.reading import hear
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition, ToolParameter
from ovos_phal_plugin_jarvis.translation.values import TranslationContext

NOW = datetime(2026, 11, 21, 10, 0, tzinfo=timezone.utc)
CONTEXT = TranslationContext(NOW)
SAIL = tool(
    "rent_out_boat",
    "Rent a boat out to a guest.",
    [
        ToolParameter("boat", "string", True, "Name of the boat"),
        ToolParameter("hours", "int", False, "How many hours the guest keeps it"),
        ToolParameter("life_jackets", "bool", False, "Whether the guest gets life jackets"),
        ToolParameter("paid_by", "enum", False, "How the guest pays", enum_values=("cash", "card", "invoice")),
    ],
    {
        "rent out the pelican for two hours": {"boat": "pelican", "hours": 2},
        "the heron goes out for an hour with life jackets": {"boat": "heron", "hours": 1, "life_jackets": True},
        "give the guest the albatross for three hours paid by card": {
            "boat": "albatross",
            "hours": 3,
            "paid_by": "card",
        },
        "rent the gull out without life jackets": {"boat": "gull", "life_jackets": False},
        "someone takes the cormorant for four hours and pays cash": {
            "boat": "cormorant",
            "hours": 4,
            "paid_by": "cash",
        },
        "the sandpiper is rented for two hours send an invoice": {
            "boat": "sandpiper",
            "hours": 2,
            "paid_by": "invoice",
        },
        "rent out the osprey": {"boat": "osprey"},
        "let them have the puffin for an hour with life jackets": {"boat": "puffin", "hours": 1, "life_jackets": True},
        "the plover goes out no life jackets": {"boat": "plover", "life_jackets": False},
        "hand out the kittiwake for six hours": {"boat": "kittiwake", "hours": 6},
    },
)


@pytest.fixture(scope="module")
def boats() -> ExampleTranslator:
    return having_learned([SAIL], lang="en")


def _telling(monkeypatch: pytest.MonkeyPatch, **above: float) -> None:
    """Let the trees tell a probability of 0.9 where the one sign that is named is *above* what is given, 0.1 else."""
    ((sign, least),) = above.items()
    tree = [[SIGNS.index(sign), least, 1, 2], [-math.log(9)], [math.log(9)]]
    known = {**forests(), FOREST: Forest({"baseline": 0.0, "trees": [tree]})}
    monkeypatch.setattr(choosing, "forests", lambda: known)


def _weighed(boats: ExampleTranslator, said: str, filled: Filled | None = None) -> dict[str, Options]:
    trained = boats._model()
    assert trained.second is not None
    heard = hear(said, "en", NOW)
    reading = trained.second.read(heard.words, [SAIL.name])[SAIL.name]
    found = trained.choosers[SAIL.name].weigh(heard, filled or Filled(), reading)
    return {options.name: options for options in found}


def _sign(options: Options, name: str) -> dict[object, float]:
    return dict(zip(options.values, options.rows[:, SIGNS.index(name)].tolist(), strict=True))


def test_each_value_has_a_row(boats: ExampleTranslator) -> None:
    found = _weighed(boats, "rent out the tern")
    assert {name: tuple(options.values) for name, options in found.items()} == {
        "life_jackets": (True, False),
        "paid_by": ("cash", "card", "invoice"),
    }
    assert all(options.rows.shape == (len(options.values), len(SIGNS)) for options in found.values())
    assert all(np.isfinite(options.rows).all() for options in found.values())
    assert len(set(SIGNS)) == len(SIGNS)


def test_what_the_examples_show_is_told(boats: ExampleTranslator) -> None:
    found = _weighed(boats, "rent out the tern on account")
    shown = _sign(found["paid_by"], "shown")
    assert shown == {value: pytest.approx(math.log(2)) for value in ("cash", "card", "invoice")}
    assert list(_sign(found["life_jackets"], "given_share").values()) == [pytest.approx(0.4)] * 2
    assert _sign(found["life_jackets"], "true") == {True: 1, False: -1}
    assert _sign(found["paid_by"], "true") == {"cash": 0, "card": 0, "invoice": 0}


def test_words_that_only_examples_with_a_value_have_tell_it(boats: ExampleTranslator) -> None:
    told = _sign(_weighed(boats, "someone has the tern and pays")["paid_by"], "told")
    assert told["cash"] > 0 and told["card"] == told["invoice"] == 0


def test_how_far_a_denial_is_is_told(boats: ExampleTranslator) -> None:
    denied = _sign(_weighed(boats, "rent out the tern they do not need any vests")["life_jackets"], "denied")
    assert set(denied.values()) == {1}
    none = _sign(_weighed(boats, "rent out the tern they need vests")["life_jackets"], "denied")
    assert set(none.values()) == {0}


def test_what_is_filled_is_not_weighed(boats: ExampleTranslator) -> None:
    found = _weighed(boats, "rent out the tern", Filled({"life_jackets": True}))
    assert list(found) == ["paid_by"]


def test_nothing_is_weighed_of_no_words(boats: ExampleTranslator) -> None:
    assert _weighed(boats, "") == {}


def test_what_is_likely_is_filled_and_asked_about(boats: ExampleTranslator, monkeypatch: pytest.MonkeyPatch) -> None:
    """The encoder reads what the tool's own words do not explain."""
    _telling(monkeypatch, true=0.5)
    found = boats.translate("let my uncle go sailing with the tern for two hours", CONTEXT)
    assert [call.arguments["life_jackets"] for call in found.calls] == [True]
    assert found.certain <= ASKED


def test_nothing_is_chosen_where_every_word_is_explained(
    boats: ExampleTranslator, monkeypatch: pytest.MonkeyPatch
) -> None:
    _telling(monkeypatch, true=0.5)
    found = boats.translate("rent out the tern for two hours", CONTEXT)
    assert [dict(call.arguments) for call in found.calls] == [{"boat": "tern", "hours": 2}]


def test_what_is_not_likely_is_left_out(boats: ExampleTranslator, monkeypatch: pytest.MonkeyPatch) -> None:
    _telling(monkeypatch, values=99)
    found = boats.translate("let my uncle go sailing with the tern for two hours", CONTEXT)
    assert found.calls and all(call.arguments.keys().isdisjoint({"life_jackets", "paid_by"}) for call in found.calls)


def test_what_a_rule_finds_stays(boats: ExampleTranslator, monkeypatch: pytest.MonkeyPatch) -> None:
    _telling(monkeypatch, true=0.5)
    found = boats.translate("let my uncle go sailing with the tern for two hours without life jackets", CONTEXT)
    assert [call.arguments["life_jackets"] for call in found.calls] == [False]


@pytest.mark.parametrize("values", [tuple(f"kind {n}" for n in range(40)), ()])
def test_of_many_values_none_is_weighed(values: tuple[str, ...]) -> None:
    told = [ToolParameter("boat", "string", True, "Its name"), ToolParameter("kind", "enum", enum_values=values)]
    definition = tool("rent_out", "Rent a boat out.", told, {"rent out the tern": {"boat": "tern"}})
    trained = having_learned([definition], lang="en")._model()
    assert trained.second is not None
    heard = hear("rent out the gull", "en", NOW)
    reading = trained.second.read(heard.words, ["rent_out"])["rent_out"]
    assert trained.choosers["rent_out"].weigh(heard, Filled(), reading) == []


def test_a_yes_or_no_may_be_spelled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Some authors declare a text that is "true" or "false"."""
    _telling(monkeypatch, true=0.5)
    parameters = [
        ToolParameter("boat", "string", True, "Its name"),
        ToolParameter("wet", "enum", enum_values=("true", "false"), description="Whether it is wet"),
    ]
    said = {f"check in the {name}": {"boat": name} for name in ("tern", "gull", "heron", "osprey")}
    definition: ToolDefinition = tool("check_in", "Check a boat in.", parameters, said)
    found = having_learned([definition], lang="en").translate("could you have the dripping pelican checked in", CONTEXT)
    assert [call.arguments.get("wet") for call in found.calls] == ["true"]


def test_nothing_is_chosen_where_the_encoder_does_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    _telling(monkeypatch, true=0.5)
    said = {f"vermiete die {name}": {"boat": name} for name in ("möwe", "perle", "robbe", "welle")}
    german = having_learned([tool("rent_out", "Vermietet ein Boot.", SAIL.parameters, said)], lang="de")
    found = german.translate("vermiete die ente", TranslationContext(NOW, "de-de"))
    assert [dict(call.arguments) for call in found.calls] == [{"boat": "ente"}]


@pytest.mark.parametrize(
    ("name", "probability", "filled"),
    [
        ("life_jackets", 0.45, True),
        ("life_jackets", 0.35, False),
        ("paid_by", 0.55, True),
        ("paid_by", 0.45, False),
    ],
)
def test_a_yes_or_no_needs_less_than_one_of_a_few(
    boats: ExampleTranslator, monkeypatch: pytest.MonkeyPatch, name: str, probability: float, filled: bool
) -> None:
    of_bools, odds = name == "life_jackets", math.log(probability / (1 - probability))
    tree = [[SIGNS.index("yes_or_no"), 0.5, 1, 2], [-9.0 if of_bools else odds], [odds if of_bools else -9.0]]
    monkeypatch.setattr(choosing, "forests", lambda: {FOREST: Forest({"baseline": 0.0, "trees": [tree]})})
    trained = boats._model()
    assert trained.second is not None
    heard = hear("let my uncle go sailing with the tern", "en", NOW)
    reading = trained.second.read(heard.words, [SAIL.name])[SAIL.name]
    assert (name in trained.choosers[SAIL.name].choose(heard, Filled(), reading)) is filled
    assert name not in trained.choosers[SAIL.name].choose(heard, Filled(), reading, [name])


def test_one_that_is_asked_for_else_needs_more(monkeypatch: pytest.MonkeyPatch) -> None:
    needed = [replace(p, required=p.name == "paid_by") for p in SAIL.parameters]
    trained = having_learned([replace(SAIL, name="let_boat", parameters=tuple(needed))], lang="en")._model()
    assert trained.second is not None
    heard = hear("let my uncle go sailing with the tern", "en", NOW)
    reading = trained.second.read(heard.words, ["let_boat"])["let_boat"]
    found = trained.choosers["let_boat"].weigh(heard, Filled(), reading)
    assert {options.name: options.least for options in found}["paid_by"] == choosing.REQUIRED > choosing.ONE_OF_A_FEW


def test_nothing_is_chosen_where_something_is_still_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who answers has not heard of it."""
    needed = [replace(p, required=p.name in ("boat", "hours")) for p in SAIL.parameters]
    translator = having_learned([replace(SAIL, name="lend_boat", parameters=tuple(needed))], lang="en")
    _telling(monkeypatch, true=0.5)
    found = translator.translate("rent out the tern to my uncle please", CONTEXT)
    assert found.question is not None and found.question.parameter == "hours"
    assert "life_jackets" not in found.question.call.arguments


def test_who_says_an_example_means_what_its_author_says(
    boats: ExampleTranslator, monkeypatch: pytest.MonkeyPatch
) -> None:
    _telling(monkeypatch, true=0.5)
    for said in ("someone takes the cormorant for four hours and pays cash", "hand out the tern for two hours"):
        assert all("life_jackets" not in call.arguments for call in boats.translate(said, CONTEXT).calls)


SETTLED = "the guest will settle the tern at the end of the month by transfer"


def test_the_shipped_trees_know_how_somebody_pays(boats: ExampleTranslator) -> None:
    """The example of docs/understanding.md."""
    found = boats.translate(SETTLED, CONTEXT)
    assert [dict(call.arguments) for call in found.calls] == [{"boat": "tern", "paid_by": "invoice"}]
    assert found.certain <= ASKED


def test_what_is_chosen_is_not_taken_for_an_examples_value(boats: ExampleTranslator) -> None:
    """Where no word says a value that an example has, it is taken off a call, as a model copies examples."""
    (call,) = boats.translate(SETTLED, CONTEXT).calls
    assert call.implied == {"paid_by"}
    assert lent(call, SAIL, SETTLED, CONTEXT) == {}
    assert lent(replace(call, implied=frozenset()), SAIL, SETTLED, CONTEXT) == {"paid_by": None}
