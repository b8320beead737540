"""What nobody understands by itself, and what was done before makes sense of: with words beside it, or in other words
than any example has. It is a guess, so that what changes something is asked about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from dialogue_tools import ENGLISH, HALL, tool
from test_what_becomes_of_the_last import calls, learned, talk

from learned_tools import having_learned
from ovos_phal_plugin_jarvis.nlu import ExampleTranslator
from ovos_phal_plugin_jarvis.nlu.dialogue.state import GUESSED
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition, ToolParameter
from ovos_phal_plugin_jarvis.translation.values import Translation, TranslationContext


def said(context: TranslationContext, first: str, then: str, tools: Sequence[ToolDefinition] = ENGLISH) -> Translation:
    return talk(learned(tools), context, first, then)


@pytest.mark.parametrize(
    ("first", "then", "name", "arguments"),
    [
        # sounds that nobody knows
        ("set a timer for ten minutes", "och make it twelve", "set_timer", {"duration_seconds": 720}),
        ("set the volume to 30", "jings make it fifty", "set_volume", {"level": 50}),
        # a clause before, and one behind
        ("set the volume to 30", "my sister can't hear a word make it fifty", "set_volume", {"level": 50}),
        ("set the volume to 30", "make it twenty the baby is asleep", "set_volume", {"level": 20}),
        # a clause behind a sound that nobody knows, and one that denies something else than the request
        ("set the volume to 30", "gosh the baby is asleep make it ten", "set_volume", {"level": 10}),
        ("set the volume to 30", "make it fifty i haven't got my glasses on", "set_volume", {"level": 50}),
        # several remarks before it, and one on each side
        ("set the volume to 30", "never mind she's turned round again make it fifty", "set_volume", {"level": 50}),
        ("set the volume to 30", "oh drat he's nodded off make it ten", "set_volume", {"level": 10}),
        ("set the volume to 30", "hang on gran is on the phone make it ten", "set_volume", {"level": 10}),
        ("set the volume to 30", "silly me i'm in the garden make it sixty", "set_volume", {"level": 60}),
        (
            "set the volume to 30",
            "oh no the kids are back make it ten i've got a headache",
            "set_volume",
            {"level": 10},
        ),
        # one that ends with a word of place before what is wanted
        ("set a timer for ten minutes", "the oven's still on so stop it", "cancel_timer", {"duration_seconds": 600}),
        (
            "set a timer for ten minutes",
            "mum's already in so cancel that one",
            "cancel_timer",
            {"duration_seconds": 600},
        ),
        # one that points to a thing, and one about somebody who will do something
        ("set the volume to 30", "make it ten i picked the wrong one", "set_volume", {"level": 10}),
        ("set the volume to 30", "make it ten gran'll never sleep", "set_volume", {"level": 10}),
        ("set the volume to 30", "make it sixty love i don't hear a word", "set_volume", {"level": 60}),
        # a value and nothing that asks for it
        ("set the volume to 30", "forty let's be honest", "set_volume", {"level": 40}),
        ("set a timer for ten minutes", "twenty minutes would do to be fair", "set_timer", {"duration_seconds": 1200}),
        # what is named too
        ("add milk to the shopping list", "oh eggs", "add_item", {"item": "eggs"}),
        # one more of the kind
        ("set a timer for ten minutes", "plus a second one twenty minutes", "set_timer", {"duration_seconds": 1200}),
    ],
)
def test_it_is_read_as_said_of_the_last(
    context: TranslationContext, first: str, then: str, name: str, arguments: dict[str, Any]
) -> None:
    assert calls(said(context, first, then)) == [(name, arguments)]


def test_a_value_is_asked_about_where_the_last_only_told(context: TranslationContext) -> None:
    told = tuple(replace(t, annotations={"readOnlyHint": True}) if t.name == "get_time" else t for t in ENGLISH)
    asked = talk(having_learned(told), context, "what time is it in berlin", "what's madrid")
    assert calls(asked) == [("get_time", {"place": "madrid"})]


def test_it_is_asked_about(context: TranslationContext) -> None:
    """Whoever consents is told below 0.75."""
    found = said(context, "set the volume to 30", "forty let's be honest")
    assert found.confidence <= GUESSED < 0.75


@pytest.mark.parametrize(
    ("first", "then"),
    [
        # remarks with a value in them
        ("set the volume to 30", "there were forty people on that bus"),
        ("set a timer for ten minutes", "she ran it in twenty minutes flat"),
        ("set the volume to 30", "och he's only twelve"),
        # remarks without
        ("add milk to the shopping list", "they're a fortune these days"),
        ("add milk to the shopping list", "our granny always made her own butter"),
        ("what time is it in berlin", "she'll be asleep then i guess"),
        # what must not be done
        ("set the volume to 30", "that's perfect don't make it fifty"),
        ("set the volume to 30", "if he can't hear it make it fifty"),
        ("set the volume to 30", "my brother said never make it fifty"),
        ("set the volume to 30", "hang on he says never make it fifty"),
        ("set the volume to 30", "oh drat she'd make it fifty"),
        ("set the volume to 30", "silly me i always make it fifty"),
        ("set a timer for ten minutes", "the bus is about to stop"),
        ("set a timer for ten minutes", "mum's in to cancel that one at the bank"),
        ("set a timer for ten minutes", "gran'll never stop it"),
        ("set a timer for ten minutes", "she'll never stop it"),
        ("set a timer for ten minutes", "they always cancel it"),
        ("set a timer for ten minutes", "you can't stop it"),
        ("set a timer for ten minutes", "nobody can cancel it"),
        ("set a timer for ten minutes", "i couldn't really stop it"),
        ("set a timer for ten minutes", "we won't cancel that one"),
        # what points to it and says nothing of what is to be done
        ("set a timer for ten minutes", "that one"),
        ("set a timer for ten minutes", "it"),
    ],
)
def test_remarks_and_what_must_not_be_are_left_alone(context: TranslationContext, first: str, then: str) -> None:
    assert calls(said(context, first, then)) == []


def test_what_points_to_another_thing_is_no_guess(context: TranslationContext) -> None:
    """The key may be what is to be released."""
    assert calls(said(context, "book the sauna for forty minutes", "i lost the key so release it", HALL)) == []


def test_nothing_is_guessed_where_nothing_was_done(context: TranslationContext) -> None:
    translator: ExampleTranslator = learned(ENGLISH)
    assert calls(translator.translate("forty let's be honest", context)) == []


BLINDS = (
    tool(
        "move_blinds",
        "Move the blinds up or down by a step.",
        [
            ToolParameter("direction", "string", True, "Which way", enum_values=("up", "down")),
            ToolParameter("by", "int", False, "By how many percent"),
        ],
        {
            "move the blinds up": {"direction": "up"},
            "move the blinds down": {"direction": "down"},
            "blinds up a bit": {"direction": "up"},
            "lower the blinds by twenty percent": {"direction": "down", "by": 20},
            "move the blinds up by ten percent": {"direction": "up", "by": 10},
            "blinds down by fifteen percent": {"direction": "down", "by": 15},
        },
    ),
)


@pytest.mark.parametrize(
    ("then", "by"), [("another five", 5), ("ten more", 10), ("thirty percent more", 30), ("a further ten", 10)]
)
def test_a_step_is_taken_again_by_so_much(context: TranslationContext, then: str, by: int) -> None:
    """And not by as much more as the step before."""
    found = said(context, "move the blinds up by forty percent", then, BLINDS)
    assert calls(found) == [("move_blinds", {"direction": "up", "by": by})]


BELL = (
    tool(
        "set_bell",
        "Ring the bell of the yard at a time, once or again and again.",
        [
            ToolParameter("at", "time", True, "When it rings, HH:MM in 24 hours"),
            ToolParameter("repeat", "string", False, "How often", enum_values=("daily", "weekdays", "weekends")),
        ],
        {
            "ring the bell at six": {"at": "06:00"},
            "bell at half past nine on weekdays": {"at": "09:30", "repeat": "weekdays"},
            "every day ring the bell at 4 pm": {"at": "16:00", "repeat": "daily"},
            "ring the bell at noon on weekends": {"at": "12:00", "repeat": "weekends"},
        },
    ),
    tool(
        "skip_bell",
        "Leave the bell out on a day.",
        [ToolParameter("day", "date", True, "On which day it does not ring")],
        {
            "skip the bell tomorrow": {"day": "tomorrow"},
            "leave out the bell on friday": {"day": "next_friday"},
            "no bell today": {"day": "today"},
            "don't ring the bell on monday": {"day": "next_monday"},
        },
    ),
)


@pytest.mark.parametrize("then", ["just not tomorrow", "not tomorrow though the yard is closed"])
def test_a_day_is_left_out(context: TranslationContext, then: str) -> None:
    found = said(context, "every day ring the bell at 7 am", then, BELL)
    assert calls(found) == [("skip_bell", {"day": "tomorrow"})]
    assert found.confidence <= GUESSED


@pytest.mark.parametrize("then", ["i won't be here tomorrow", "she does not work tomorrow i think"])
def test_a_day_in_a_remark_is_not(context: TranslationContext, then: str) -> None:
    assert calls(said(context, "every day ring the bell at 7 am", then, BELL)) == []


@pytest.mark.parametrize(
    ("first", "then"),
    [
        # a negation in what stands beside
        ("set a timer for ten minutes", "they never even stop"),
        ("set a timer for ten minutes", "it's not even twelve"),
        ("set the volume to 30", "fifty i don't think so"),
        # what is, what was, and what would be
        ("set the volume to 30", "it's forty already"),
        ("set the volume to 30", "if it were fifty i'd go deaf"),
        ("set a timer for ten minutes", "should i make it twelve"),
        ("set a timer for ten minutes", "it's more than twelve"),
        ("set the volume to 30", "fifty the children are hungry"),
        # things of their own
        ("set the volume to 30", "lower the price"),
        ("add milk to the shopping list", "oh grandma"),
        ("add milk to the shopping list", "i bought cheese and eggs"),
        ("set a timer for ten minutes", "the little one is asleep"),
        # questions of something else
        ("what time is it in berlin", "what's for dinner"),
        ("what time is it in berlin", "who is the king"),
        ("set a timer for ten minutes", "how long have you been married"),
    ],
)
def test_what_an_attack_found_is_left_alone(context: TranslationContext, first: str, then: str) -> None:
    assert calls(said(context, first, then)) == []
