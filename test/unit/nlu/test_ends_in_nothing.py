"""What is denied at the end, figures that are no number, the most that something may be: none of it is passed over."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from ovos_phal_plugin_jarvis.nlu import ExampleTranslator
from ovos_phal_plugin_jarvis.translation.values import ToolCall, TranslationContext


def made(translator: ExampleTranslator, said: str, context: TranslationContext) -> list[tuple[str, dict[str, Any]]]:
    return [(call.name, dict(call.arguments)) for call in translator.translate(said, context).calls]


@pytest.mark.parametrize(
    "said",
    [
        "set a timer for twenty minutes not",
        "set a timer for twenty minutes or not",
        "call grandma not",
        "play miles davis never",
        "set the volume to thirty 98765432109876543210",
        "set the volume to thirty 1.2.3.4",
        "set a timer for ten minutes and not twelve",
        "set the volume to forty and not to fifty",
        "remind me to water the plants at five and not to feed the fish at six",
    ],
)
def test_nothing_is_done(english: ExampleTranslator, context: TranslationContext, said: str) -> None:
    assert made(english, said, context) == []


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("what's the weather in oslo like is it raining or not", "get_weather"),
        ("set a timer for twenty minutes", "set_timer"),
        ("set a timer for 20 minutes", "set_timer"),
        ("call grandma", "call_contact"),
        ("what time is it in oslo", "get_time"),
    ],
)
def test_what_is_none_of_these_is_done(
    english: ExampleTranslator, context: TranslationContext, said: str, name: str
) -> None:
    assert [call for call, _ in made(english, said, context)] in ([name], [])
    assert name == "get_weather" or made(english, said, context)


LAST = ToolCall("set_timer", {"duration_seconds": 600}, "box", said="set a timer for ten minutes")


@pytest.mark.parametrize(
    "said", ["no more than seven", "no longer than seven", "longer than seven", "no less than one"]
)
def test_the_most_that_it_may_be_is_no_step(english: ExampleTranslator, context: TranslationContext, said: str) -> None:
    for _, arguments in made(english, said, replace(context, last_call=LAST, last_result={}, done=(LAST,))):
        assert arguments["duration_seconds"] not in (1020, 180, 660, 540)


@pytest.mark.parametrize(
    ("said", "seconds"), [("seven minutes more", 1020), ("no, seven", 420), ("no make it seven minutes", 420)]
)
def test_a_step_and_a_correction_are_as_before(
    english: ExampleTranslator, context: TranslationContext, said: str, seconds: int
) -> None:
    found = made(english, said, replace(context, last_call=LAST, last_result={}, done=(LAST,)))
    assert [arguments["duration_seconds"] for _, arguments in found][-1:] == [seconds]


@pytest.mark.parametrize(("said", "level"), [("by more than ten", 50), ("no more than 30", 30), ("louder by ten", 50)])
def test_the_most_of_what_has_no_unit_is_what_it_becomes(
    english: ExampleTranslator, context: TranslationContext, said: str, level: int
) -> None:
    last = ToolCall("set_volume", {"level": 40}, "box", said="set the volume to forty")
    found = made(english, said, replace(context, last_call=last, last_result={}, done=(last,)))
    assert found in ([("set_volume", {"level": level})], [])
