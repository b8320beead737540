"""What is taken back at its end, or told to be stopped, is not done, whatever words its order has: "the mare goes in
stall four forget it"."""

from __future__ import annotations

from typing import Any

import pytest
from dialogue_tools import tool

from learned_tools import having_learned
from ovos_phal_plugin_jarvis.nlu import ExampleTranslator
from ovos_phal_plugin_jarvis.tools.definition import ToolParameter
from ovos_phal_plugin_jarvis.translation.values import Translation, TranslationContext

STALL = tool(
    "stall_horse",
    "Put a horse into a stall.",
    [
        ToolParameter("horse", "string", True, "Which horse"),
        ToolParameter("stall", "int", True, "Number of the stall"),
    ],
    {
        "stable duke in stall three": {"horse": "duke", "stall": 3},
        "the mare goes in stall four": {"horse": "mare", "stall": 4},
        "put the chestnut in stall seven": {"horse": "chestnut", "stall": 7},
        "bella gets stall nine": {"horse": "bella", "stall": 9},
        "can you stable the old pony in stall two": {"horse": "old pony", "stall": 2},
        "stall five for thunder": {"horse": "thunder", "stall": 5},
        "i want misty in stall eleven": {"horse": "misty", "stall": 11},
        "move the grey into stall six": {"horse": "grey", "stall": 6},
        "house the shire horse in stall one": {"horse": "shire horse", "stall": 1},
        "rosie to stall eight please": {"horse": "rosie", "stall": 8},
    },
)
SADDLE = tool(
    "saddle_soap",
    "Say how much saddle soap is left.",
    [ToolParameter("kind", "string", False, "Which kind")],
    {
        "how much saddle soap is left": {},
        "is there saddle soap": {},
        "how much glycerine soap have we got": {"kind": "glycerine"},
        "any saddle soap left": {},
        "do we have any beeswax soap": {"kind": "beeswax"},
        "what saddle soap is there": {},
    },
)
NOTES = tool(
    "write_note",
    "Write a note into the yard book.",
    [ToolParameter("text", "string", True, "What the note says")],
    {
        "note the hay is late": {"text": "the hay is late"},
        "write down the farrier comes tomorrow": {"text": "the farrier comes tomorrow"},
        "put in the yard book the gate is broken": {"text": "the gate is broken"},
        "note that anna said leave it": {"text": "anna said leave it"},
        "yard book the vet was here": {"text": "the vet was here"},
        "make a note the pump drips": {"text": "the pump drips"},
    },
)


@pytest.fixture(scope="module")
def yard() -> ExampleTranslator:
    return having_learned((STALL, SADDLE, NOTES))


def calls(found: Translation) -> list[tuple[str, dict[str, Any]]]:
    return [(call.name, dict(call.arguments)) for call in found.calls]


@pytest.mark.parametrize(
    "said",
    [
        "stable duke in stall three never mind",
        "stable duke in stall three oh forget it",
        "the mare goes in stall four i've changed my mind",
        "bella gets stall nine no forget it",
        "rosie to stall eight actually never mind",
        "stall five for thunder scratch that",
        "house the grey in stall six just not today",
        "i want misty in stall eleven i take that back",
        "the mare goes in stall four but not now",
        "bella gets stall nine not yet though",
    ],
)
def test_nothing_is_done(yard: ExampleTranslator, context: TranslationContext, said: str) -> None:
    found = yard.translate(said, context)
    assert calls(found) == [] and found.question is None


@pytest.mark.parametrize(
    "said",
    [
        "stop stabling the mare in stall four",
        "quit putting the chestnut in stall seven",
        "stop housing duke in stall three",
        "stop leading misty into stall six",
        "quit walking thunder to stall five",
        "stop stabling the horses in stall four",
        "stop putting the boxes in stall seven",
        "please stop moving the grey into stall six",
    ],
)
def test_nothing_is_done_that_is_to_be_stopped(yard: ExampleTranslator, context: TranslationContext, said: str) -> None:
    assert calls(yard.translate(said, context)) == []


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("the mare goes in stall four", ("stall_horse", {"horse": "mare", "stall": 4})),
        ("note that ben said never mind", ("write_note", {"text": "ben said never mind"})),
        ("write down not today", ("write_note", {"text": "not today"})),
        ("how much saddle soap is left i forget", ("saddle_soap", {})),
        ("stop house the grey in stall six", ("stall_horse", {"horse": "grey", "stall": 6})),
    ],
)
def test_what_takes_nothing_back_is_done(
    yard: ExampleTranslator, context: TranslationContext, said: str, wanted: tuple[str, dict[str, Any]]
) -> None:
    assert calls(yard.translate(said, context)) == [wanted]


@pytest.mark.parametrize("said", ["the mare goes in stall four", "note that ben said leave it"])
def test_it_is_done_at_all(yard: ExampleTranslator, context: TranslationContext, said: str) -> None:
    assert calls(yard.translate(said, context))


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        # what says why, or how it is, takes nothing back
        ("the mare goes in stall four no need to hurry", ("stall_horse", {"horse": "mare", "stall": 4})),
        ("rosie to stall eight don't worry about it", ("stall_horse", {"horse": "rosie", "stall": 8})),
        ("stall five for thunder it doesn't matter which", ("stall_horse", {"horse": "thunder", "stall": 5})),
        # something else is stopped
        ("stop grooming there's the mare for stall four", ("stall_horse", {"horse": "mare", "stall": 4})),
    ],
)
def test_what_is_said_beside_it_takes_nothing_back(
    yard: ExampleTranslator, context: TranslationContext, said: str, wanted: tuple[str, dict[str, Any]]
) -> None:
    assert calls(yard.translate(said, context)) == [wanted]
