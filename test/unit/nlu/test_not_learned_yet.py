"""Tools that are not learned yet: what one of their examples says is right at once, and nothing else is sure."""

from __future__ import annotations

import threading
from dataclasses import replace
from typing import Any

import pytest

from ovos_phal_plugin_jarvis.nlu import ExampleTranslator
from ovos_phal_plugin_jarvis.nlu.learning import second_opinion, training
from ovos_phal_plugin_jarvis.nlu.learning.templates import Templates
from ovos_phal_plugin_jarvis.nlu.reading import hear
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition, ToolExample, ToolParameter
from ovos_phal_plugin_jarvis.translation.values import TranslationContext

SCHEMA: dict[str, Any] = {"type": "object", "properties": {}}


def tool(name: str, description: str, parameters: list[ToolParameter], *examples: tuple[str, dict]) -> ToolDefinition:
    shown = tuple(ToolExample(said, arguments) for said, arguments in examples)
    return ToolDefinition(name, description, "farm", SCHEMA, SCHEMA, tuple(parameters), shown)


FEED = tool(
    "feed_animal",
    "Feed an animal.",
    [
        ToolParameter("animal", "string", True, "Which."),
        ToolParameter("kilos", "float", False, "How much."),
        ToolParameter("time", "time", False, "When."),
    ],
    ("feed the donkey", {"animal": "donkey"}),
    ("give the old goat three kilos", {"animal": "old goat", "kilos": 3.0}),
    ("feed the hens at six pm", {"animal": "hens", "time": "18:00"}),
)
GATE = tool(
    "move_gate",
    "Open or close the gate.",
    [ToolParameter("state", "string", True, "Which.", enum_values=("open", "closed"))],
    ("i want the gate open", {"state": "open"}),
    ("shut the gate", {"state": "closed"}),
)
COUNT = tool("count_herd", "Count the herd.", [], ("how many are there", {}), ("count the herd", {}))
WEIGH = tool(
    "weigh_animal",
    "Weigh an animal.",
    [ToolParameter("animal", "string", True, "Which.")],
    ("how heavy is the donkey", {"animal": "donkey"}),
    ("the weight of the goat", {"animal": "goat"}),
)
DRAW = tool(
    "draw_lot",
    "Draw one of several.",
    [ToolParameter("names", "list[str]", True, "Which.")],
    ("draw hay or straw", {"names": ["hay", "straw"]}),
)
REST = tool(
    "rest_field",
    "Leave the field alone.",
    [ToolParameter("days", "integer", True, "How many days.")],
    ("rest the field three days", {"days": 3}),
    ("leave the field alone for eight days", {"days": 8}),
)
FARM = (FEED, GATE, COUNT, WEIGH, DRAW)


@pytest.mark.parametrize(
    ("said", "name", "arguments"),
    [
        ("feed the donkey", "feed_animal", {"animal": "donkey"}),
        ("Feed the donkey, please!", "feed_animal", {"animal": "donkey"}),
        ("feed the spotted pony", "feed_animal", {"animal": "spotted pony"}),
        ("feed the lambs at half past seven in the morning", "feed_animal", {"animal": "lambs", "time": "07:30"}),
        ("give the black bull twelve and a half kilos", "feed_animal", {"animal": "black bull", "kilos": 12.5}),
        ("i want the gate closed", "move_gate", {"state": "closed"}),
        ("shut the gate", "move_gate", {"state": "closed"}),
        ("how many are there", "count_herd", {}),
        ("draw oats or barley", "draw_lot", {"names": ["oats", "barley"]}),
        ("how heavy is the bull", "weigh_animal", {"animal": "bull"}),
    ],
)
def test_an_example_with_values_of_its_own_is_right_at_once(
    context: TranslationContext, said: str, name: str, arguments: dict[str, Any]
) -> None:
    found = Templates(FARM, "en-us").match(hear(said, "en-us", context.now))
    assert found is not None
    assert (found.definition.name, found.filled.arguments, found.filled.missing) == (name, arguments, [])


@pytest.mark.parametrize(("said", "days"), [("rest the field five days", 5), ("rest the field a week", 7)])
def test_a_length_of_another_unit_is_counted_in_its_own(context: TranslationContext, said: str, days: int) -> None:
    found = Templates((REST,), "en-us").match(hear(said, "en-us", context.now))
    assert found is not None
    assert found.filled.arguments == {"days": days}


def test_the_number_of_a_length_is_none_in_another_unit(context: TranslationContext) -> None:
    assert Templates((REST,), "en-us").match(hear("rest the field forty seconds", "en-us", context.now)) is None


@pytest.mark.parametrize(
    "said",
    [
        "feed the donkey and shut the gate",  # another request
        "feed the pony but not the goat",
        "feed the pony no the goat",
        "feed the pony at nine kilos",  # a number that is no time
        "feed the pony tomorrow",  # a day that no example has
        "feed the herd",  # what another tool is about
        "feed the lambs of the neighbour",  # a text as no example has it
        "i want the gate painted",  # no value that there is
        "shut the gates",
        "draw oats barley or rye",  # three of them, maybe
        "give the goat",
        "the pony",
        "gib dem Esel drei Kilo",
    ],
)
def test_what_no_example_says_is_left_to_who_has_learned(context: TranslationContext, said: str) -> None:
    assert Templates(FARM, "en-us").match(hear(said, "en-us", context.now)) is None


def test_what_two_tools_show_is_for_neither(context: TranslationContext) -> None:
    other = replace(COUNT, name="count_visitors", description="Count the visitors.")
    heard = hear("how many are there", "en-us", context.now)
    assert Templates((*FARM, other), "en-us").match(heard) is None


def test_until_then_nothing_else_is_sure(context: TranslationContext, monkeypatch: pytest.MonkeyPatch) -> None:
    learned = threading.Event()
    translator = ExampleTranslator(FARM, waits=False)
    translator.when_learned(learned.set, "en-us")
    known = translator.translate("give the bull two kilos", context)
    assert not known.unsure
    assert [(call.name, dict(call.arguments)) for call in known.calls] == [
        ("feed_animal", {"animal": "bull", "kilos": 2.0})
    ]
    both = translator.translate("feed the donkey and then shut the gate", context)
    assert [call.name for call in both.calls] == ["feed_animal", "move_gate"] and not both.unsure
    assert translator.translate("would the pony care for a bite to eat", context).unsure
    assert not learned.is_set()

    def fail(*_: object) -> None:
        raise MemoryError

    # Where it can't be learned nobody waits for it any more: what the tools declare is all there is.
    monkeypatch.setattr("ovos_phal_plugin_jarvis.nlu.translator.train", fail)
    with pytest.raises(MemoryError):
        translator.train()
    assert learned.is_set()
    assert not translator.translate("would the pony care for a bite to eat", context).unsure


def test_tools_without_examples_have_nothing_to_wait_for(context: TranslationContext) -> None:
    plain = tuple(replace(definition, examples=()) for definition in FARM)
    translator = ExampleTranslator(plain, waits=False)
    assert not translator.translate("count the herd", context).unsure
    assert not training.provisional(plain, "en-us", None).templates


def test_the_first_request_waits_for_no_examples_to_be_encoded(
    context: TranslationContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    encoded: list[str] = []
    monkeypatch.setattr(second_opinion, "example_vectors", lambda definition: encoded.append(definition.name))
    translator = ExampleTranslator(FARM, waits=False)
    assert translator.translate("would the pony care for a bite to eat", context).unsure
    assert not encoded
