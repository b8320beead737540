"""Of several requests in one breath none is lost in silence, swallowed by a text, or taken for a name."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from ovos_phal_plugin_jarvis.nlu import ExampleTranslator
from ovos_phal_plugin_jarvis.translation.values import TranslationContext

NOW = datetime(2026, 3, 2, 8).astimezone()
Calls = list[tuple[str, dict[str, Any]]]


def calls(everyday: ExampleTranslator, said: str) -> Calls:
    return [(call.name, dict(call.arguments)) for call in everyday.translate(said, TranslationContext(NOW)).calls]


def reminder(text: str, **more: Any) -> tuple[str, dict[str, Any]]:
    return "set_reminder", {"text": text, **more}


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        (
            "remind me on friday at ten to collect the parcel put candles on the shopping list",
            [
                reminder("collect the parcel", day="next_friday", time="10:00"),
                ("add_to_list", {"items": ["candles"]}),
            ],
        ),
        (
            "remind me at two in the afternoon to feed the fish plus put bird seed on the shopping list",
            [reminder("feed the fish", time="14:00"), ("add_to_list", {"items": ["bird seed"]})],
        ),
        (
            "remind me tomorrow at noon to book the hall put napkins on the shopping list and also a four minute timer",
            [
                reminder("book the hall", day="tomorrow", time="12:00"),
                ("add_to_list", {"items": ["napkins"]}),
                ("set_timer", {"duration_seconds": 240}),
            ],
        ),
    ],
)
def test_no_order_of_another_tool_is_left_in_a_text(everyday: ExampleTranslator, said: str, wanted: Calls) -> None:
    assert [(name, wanted_of(arguments)) for name, arguments in calls(everyday, said)] == wanted


def wanted_of(arguments: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in arguments.items() if name != "list_name"}


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("remind me to tell anna to set a timer for the eggs", "tell anna to set a timer for the eggs"),
        ("remind me at six to see that tom has set the alarm", "see that tom has set the alarm"),
        ("remind me to have dad put milk on the list", "have dad put milk on the list"),
        ("remind me to buy paint plus brushes", "buy paint plus brushes"),
    ],
)
def test_what_a_text_says_of_a_tool_stays_in_it(everyday: ExampleTranslator, said: str, text: str) -> None:
    assert [(name, arguments["text"]) for name, arguments in calls(everyday, said)] == [("set_reminder", text)]


@pytest.mark.parametrize(
    "said",
    [
        "what day is it what time is it and which timers are running",
        "what's the date what's the time and which timers are running",
    ],
)
def test_the_first_of_three_questions_is_answered(everyday: ExampleTranslator, said: str) -> None:
    assert calls(everyday, said) == [("get_date", {}), ("get_time", {}), ("list_timers", {})]


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("tell me the time in rome and the date", [("get_time", {"location": "rome"}), ("get_date", {})]),
        ("cancel the bread timer and the school alarm", [("cancel_timer", "bread"), ("cancel_alarm", "school")]),
        ("tell me the time in rome and oslo", [("get_time", {"location": "rome"}), ("get_time", {"location": "oslo"})]),
        ("cancel the bread and the egg timer", [("cancel_timer", "bread"), ("cancel_timer", "egg")]),
    ],
)
def test_what_another_tool_is_asked_for_is_no_name(everyday: ExampleTranslator, said: str, wanted: list[Any]) -> None:
    wanted = [(name, {"label": more} if isinstance(more, str) else more) for name, more in wanted]
    assert calls(everyday, said) == wanted


@pytest.mark.parametrize(
    ("said", "name", "time"),
    [
        ("cancel the nine o clock alarm", "cancel_alarm", "09:00"),
        ("wake me at half past five o clock", "set_alarm", "05:30"),
        ("wake me at four o' clock", "set_alarm", "04:00"),
    ],
)
def test_an_hour_as_a_recogniser_writes_it(everyday: ExampleTranslator, said: str, name: str, time: str) -> None:
    assert calls(everyday, said) == [(name, {"time": time})]


@pytest.mark.parametrize(
    "said",
    [
        "first of all the time in oslo secondly the date and lastly flip a coin",
        "firstly the time in oslo second of all the date and finally flip a coin",
    ],
)
def test_what_is_counted_out_is_done_in_turn(everyday: ExampleTranslator, said: str) -> None:
    assert calls(everyday, said) == [("get_time", {"location": "oslo"}), ("get_date", {}), ("flip_coin", {})]


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        (
            "set the brightness to thirty as soon as you have switched night mode on",
            [("night_mode", {"enabled": True}), ("set_brightness", {"level": 30})],
        ),
        ("flip a coin once you have told me the date", [("get_date", {}), ("flip_coin", {})]),
        ("flip a coin when you have time", [("flip_coin", {})]),
        ("flip a coin when you've got time", [("flip_coin", {})]),
    ],
)
def test_what_is_to_be_done_first_may_be_said_last(everyday: ExampleTranslator, said: str, wanted: Calls) -> None:
    assert calls(everyday, said) == wanted


@pytest.mark.parametrize(
    ("said", "left"),
    [
        ("turn the volume down once you have walked the dog", "walked the dog"),
        ("read the shopping list after you have sorted it", ""),
    ],
)
def test_what_nobody_can_do_first_is_told(everyday: ExampleTranslator, said: str, left: str) -> None:
    found = everyday.translate(said, TranslationContext(NOW))
    assert found.left == ((left,) if left else ())
    assert len(found.calls) == 1


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        (
            "skip the alarm tomorrow and the day after",
            [("skip_alarm", {"day": "tomorrow"}), ("skip_alarm", {"day": "2026-03-04"})],
        ),
        (
            "remind me in five minutes to stir and again in twelve minutes",
            [reminder("stir", in_seconds=300), reminder("stir", in_seconds=720)],
        ),
        (
            "wake me at six and again at a quarter past",
            [("set_alarm", {"time": "06:00"}), ("set_alarm", {"time": "06:15"})],
        ),
        (
            "set a timer for five minutes and an alarm for eight",
            [("set_timer", {"duration_seconds": 300}), ("set_alarm", {"time": "08:00"})],
        ),
        (
            "set the volume to ten a timer for five minutes and an alarm for eight",
            [
                ("set_volume", {"level": 10}),
                ("set_timer", {"duration_seconds": 300}),
                ("set_alarm", {"time": "08:00"}),
            ],
        ),
        # each has its own, or says more than that
        (
            "skip the alarm tomorrow and the day after tomorrow",
            [("skip_alarm", {"day": "tomorrow"}), ("skip_alarm", {"day": "day_after_tomorrow"})],
        ),
        (
            "set the volume to ten and the brightness to half",
            [("set_volume", {"level": 10}), ("set_brightness", {"level": 50})],
        ),
        (
            "a timer for ten minutes and a salad timer for five",
            [("set_timer", {"duration_seconds": 600}), ("set_timer", {"duration_seconds": 300, "label": "salad"})],
        ),
    ],
)
def test_a_second_time_or_day_is_not_lost(everyday: ExampleTranslator, said: str, wanted: Calls) -> None:
    assert calls(everyday, said) == wanted


@pytest.mark.parametrize(
    ("said", "shared"),
    [
        ("sunset and sunrise in lisbon tomorrow", {"location": "lisbon", "day": "tomorrow"}),
        ("sunset and sunrise on friday in lisbon", {"location": "lisbon", "day": "next_friday"}),
    ],
)
def test_the_first_of_two_has_the_place_and_the_day_too(
    everyday: ExampleTranslator, said: str, shared: dict[str, str]
) -> None:
    assert calls(everyday, said) == [("sun_times", {"event": event, **shared}) for event in ("sunset", "sunrise")]
