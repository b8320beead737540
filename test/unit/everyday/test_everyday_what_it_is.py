"""What "it" and "the other one" are behind what was asked before, and what answers when something is to be told."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from ovos_phal_plugin_jarvis.nlu import ExampleTranslator
from ovos_phal_plugin_jarvis.translation.values import Question, ToolCall, TranslationContext

NOW = datetime(2026, 3, 2, 8).astimezone()


def then(everyday: ExampleTranslator, *said: str) -> list[tuple[str, dict[str, Any]]]:
    """What the last of *said* asks for, each behind those before it."""
    done: tuple[ToolCall, ...] = ()
    calls: tuple[ToolCall, ...] = ()
    for text in said:
        last = done[-1] if done else None
        context = TranslationContext(NOW, last_call=last, last_result={} if done else None, done=done)
        calls = everyday.translate(text, context).calls
        done += tuple(ToolCall(call.name, call.arguments, call.toolbox_id, said=call.said or text) for call in calls)
    return [(call.name, dict(call.arguments)) for call in calls]


@pytest.mark.parametrize(
    ("before", "said", "wanted"),
    [
        ("make the screen brighter", "turn it up", ("change_brightness", {"direction": "up"})),
        ("make the screen brighter", "bring it down a bit", ("change_brightness", {"direction": "down"})),
        ("dim the screen", "set it to forty", ("set_brightness", {"level": 40})),
        ("dim the screen", "bring it back up", ("change_brightness", {"direction": "up"})),
        ("turn the volume up", "turn it down", ("change_volume", {"direction": "down"})),
        ("turn the volume up", "set it to forty", ("set_volume", {"level": 40})),
        ("make the screen brighter", "make it louder", ("change_volume", {"direction": "up"})),
        ("take the bread off the list", "put it back on", ("add_to_list", {"items": ["bread"]})),
        # what is named is meant, whatever was spoken of
        ("dim the screen", "turn the volume up", ("change_volume", {"direction": "up"})),
        ("set an alarm for six", "cancel it", ("cancel_alarm", {"time": "06:00"})),
        # "back" is a part of no name
        ("add rice bread and figs to the list", "take the bread back off", ("remove_from_list", {"items": ["bread"]})),
    ],
)
def test_it_is_what_was_spoken_of(
    everyday: ExampleTranslator, before: str, said: str, wanted: tuple[str, dict[str, Any]]
) -> None:
    assert then(everyday, before, said) == [wanted]


@pytest.mark.parametrize("last", ["and the other one", "and on the other one", "what about the other one"])
def test_the_other_one_of_two_that_were_set_one_by_one(everyday: ExampleTranslator, last: str) -> None:
    two = ("set a rice timer for ten minutes", "set a bean timer for an hour")
    assert then(everyday, *two, "how long is left on the rice timer", last) == [("list_timers", {"label": "bean"})]
    assert then(everyday, *two, "cancel the bean timer", last) == [("cancel_timer", {"label": "rice"})]


@pytest.mark.parametrize(
    ("before", "said"),
    [
        (("dim the screen",), "mute it"),
        (
            ("set a rice timer for ten minutes", "set a bean timer for an hour", "pause the rice timer"),
            "not the other one",
        ),
    ],
)
def test_what_is_of_another_thing_or_denied_is_not_done(
    everyday: ExampleTranslator, before: tuple[str, ...], said: str
) -> None:
    assert then(everyday, *before, said) == []


def test_of_three_nobody_knows_the_other_one(everyday: ExampleTranslator) -> None:
    three = [f"set a {name} timer for ten minutes" for name in ("rice", "bean", "leek")]
    assert then(everyday, *three, "how long is left on the rice timer", "and the other one") == []


@pytest.mark.parametrize(
    ("answer", "when"),
    [
        ("tomorrow at ten", {"day": "tomorrow", "time": "10:00"}),
        ("at ten on friday", {"day": "next_friday", "time": "10:00"}),
        ("friday at noon", {"day": "next_friday", "time": "12:00"}),
        ("in ten minutes", {"in_seconds": 600}),
        ("in half an hour", {"in_seconds": 1800}),
        ("in an hour please", {"in_seconds": 3600}),
        ("at half past nine", {"time": "09:30"}),
        ("ten minutes to six", {"time": "05:50"}),
    ],
)
def test_when_to_be_reminded_is_answered_in_one_piece(
    everyday: ExampleTranslator, answer: str, when: dict[str, Any]
) -> None:
    (call,) = everyday.translate("remind me to air the tent", TranslationContext(NOW)).calls
    asked = Question(call, "time", "When shall I remind you?")
    (found,) = everyday.translate(answer, TranslationContext(NOW, question=asked)).calls
    told = {name: value for name, value in found.arguments.items() if name != "day" or "day" in when}
    assert (found.name, told) == ("set_reminder", {"text": "air the tent", **when})


def test_twelve_and_two_sums_are_no_answer_to_when(everyday: ExampleTranslator) -> None:
    (call,) = everyday.translate("remind me to air the tent", TranslationContext(NOW)).calls
    asked = Question(call, "time", "When shall I remind you?")
    found = everyday.translate("what's 360 divided by 8", TranslationContext(NOW, question=asked))
    assert "set_reminder" not in [each.name for each in found.calls]


@pytest.mark.parametrize(
    ("said", "event"),
    [("what's it on friday", "sunrise"), ("when is it on friday", "sunrise"), ("when does it set on friday", "sunset")],
)
def test_which_of_two_is_asked_about_stays_where_nobody_says_another(
    everyday: ExampleTranslator, said: str, event: str
) -> None:
    found = then(everyday, "when is sunrise in rome", said)
    assert found == [("sun_times", {"event": event, "location": "rome", "day": "next_friday"})]


@pytest.mark.parametrize(("answer", "named"), [("open the big window then", False), ("lisbon then", True)])
def test_an_order_is_no_place(everyday: ExampleTranslator, answer: str, named: bool) -> None:
    (call,) = everyday.translate("when is sunrise", TranslationContext(NOW)).calls
    asked = Question(call, "location", "For which place?")
    found = everyday.translate(answer, TranslationContext(NOW, question=asked)).calls
    assert [each.arguments.get("location") for each in found] == (["lisbon"] if named else [])
