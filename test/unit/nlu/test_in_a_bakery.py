"""Several requests and follow-ups with tools that nobody had in mind: written before any of it was run."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from ovos_phal_plugin_jarvis.nlu import ExampleTranslator
from ovos_phal_plugin_jarvis.translation.values import Translation, TranslationContext

Calls = list[tuple[str, dict[str, Any]]]
BREAD = "bake the bread for ten minutes"
GRAVEL = "write gravel into the pond notebook"


def said_in(translator: ExampleTranslator, context: TranslationContext, *turns: str) -> Calls:
    """The calls of the last of *turns*."""
    translation = Translation()
    for said in turns:
        translation = translator.translate(said, context)
        context = replace(context, turns=(*context.turns, ("user", said)), question=translation.question)
        if translation.calls:
            context = replace(context, last_call=translation.calls[-1])
    return [(call.name, dict(call.arguments)) for call in translation.calls]


def bake(seconds: int, dish: str = "") -> tuple[str, dict[str, Any]]:
    return "start_bake", {"duration_seconds": seconds, **({"dish": dish} if dish else {})}


def level(name: str, value: int) -> tuple[str, dict[str, Any]]:
    return f"set_{name}", {"level": value}


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("cancel the bread bake and start one for the pie thirty minutes",
         [("cancel_bake", {"dish": "bread"}), bake(1800, "pie")]),
        ("ventilator at three burner at five please", [level("ventilator", 3), level("burner", 5)]),
        ("ventilator to two and the burner to six", [level("ventilator", 2), level("burner", 6)]),
        ("two bakes please one for the bread forty minutes and one for the pie an hour",
         [bake(2400, "bread"), bake(3600, "pie")]),
        ("ten minutes for the rolls and twenty for the buns please two bakes",
         [bake(600, "rolls"), bake(1200, "buns")]),
        ("stop all bakes and toss a die", [("cancel_bake", {"all_bakes": True}), ("toss_die", {})]),
        ("write flour into the shed notebook and read it to me",
         [("write_notebook", {"entries": ["flour"], "notebook": "shed"}), ("read_notebook", {"notebook": "shed"})]),
        ("pause the bread bake toss a die", [("pause_bake", {"dish": "bread"}), ("toss_die", {})]),
        ("burner at four no wait at six and read the pond notebook",
         [level("burner", 6), ("read_notebook", {"notebook": "pond"})]),
        ("take the flour out of the shed notebook and put sugar in instead",
         [("erase_notebook", {"entries": ["flour"], "notebook": "shed"}),
          ("write_notebook", {"entries": ["sugar"], "notebook": "shed"})]),
    ],
)  # fmt: skip
def test_two_requests(bakery: ExampleTranslator, context: TranslationContext, said: str, wanted: Calls) -> None:
    assert said_in(bakery, context, said) == wanted


@pytest.mark.parametrize(
    ("first", "then", "wanted"),
    [
        ("start a bake for ten minutes", "and another one", [bake(600)]),
        (BREAD, "another one for the pie please", [bake(600, "pie")]),
        (GRAVEL, "what else is in there", [("read_notebook", {"notebook": "pond"})]),
        (GRAVEL, "take it out again we've got enough",
         [("erase_notebook", {"entries": ["gravel"], "notebook": "pond"})]),
        ("toss a die", "best of three once more", [("toss_die", {})]),
        ("toss a die", "one more time", [("toss_die", {})]),
        (BREAD, "how long does it still need", [("list_bakes", {"dish": "bread"})]),
        (BREAD, "never mind cancel the bake", [("cancel_bake", {"dish": "bread"})]),
        # nothing is asked for
        (GRAVEL, "there was another one on the road this morning", []),
        ("toss a die", "my sister won again best of three", []),
    ],
)  # fmt: skip
def test_a_follow_up(
    bakery: ExampleTranslator, context: TranslationContext, first: str, then: str, wanted: Calls
) -> None:
    assert said_in(bakery, context, first, then) == wanted


def test_what_was_paused_goes_on_by_its_name(bakery: ExampleTranslator, context: TranslationContext) -> None:
    assert said_in(bakery, context, BREAD, "pause it", "okay go on with it") == [("resume_bake", {"dish": "bread"})]


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("start a bake for the rolls ten minutes and one for the buns twenty minutes",
         [bake(600, "rolls"), bake(1200, "buns")]),
        ("set the burner to four and read the pond notebook because we're out of nails",
         [level("burner", 4), ("read_notebook", {"notebook": "pond"})]),
        ("read the pond notebook and thereafter toss a die",
         [("read_notebook", {"notebook": "pond"}), ("toss_die", {})]),
    ],
)  # fmt: skip
def test_what_stands_around(bakery: ExampleTranslator, context: TranslationContext, said: str, wanted: Calls) -> None:
    found = [
        (name, arguments | ({"notebook": "pond"} if arguments.get("notebook") == "the pond notebook" else {}))
        for name, arguments in said_in(bakery, context, said)
    ]
    assert found == wanted


@pytest.mark.parametrize(
    "then", ["no nothing else", "no he hates them", "that's perfect don't change it", "oh it was another one of those"]
)
def test_what_asks_for_nothing(bakery: ExampleTranslator, context: TranslationContext, then: str) -> None:
    assert said_in(bakery, context, "put nails in the shed notebook", then) == []
