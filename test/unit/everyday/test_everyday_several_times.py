"""Several timers and alarms in one breath, some of which say only how they differ from the one before."""

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


def timer(minutes: int, label: str = "") -> tuple[str, dict[str, Any]]:
    return "set_timer", {"duration_seconds": 60 * minutes} | ({"label": label} if label else {})


def alarm(time: str, **more: str) -> tuple[str, dict[str, Any]]:
    return "set_alarm", {"time": time, **more}


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        # "four twelve" is no four hundred and twelve where each is counted
        ("set three timers four twelve and twenty minutes", [timer(4), timer(12), timer(20)]),
        ("set timers for thirty forty and fifty minutes", [timer(30), timer(40), timer(50)]),
        # what one is called is no unit
        (
            "two timers one for eight minutes called rice and one for forty called bread",
            [timer(8, "rice"), timer(40, "bread")],
        ),
        (
            "a timer for eight minutes called rice and one for forty called bread",
            [timer(8, "rice"), timer(40, "bread")],
        ),
        # so much later than the one before
        ("wake me at seven and then again fifteen minutes later", [alarm("07:00"), alarm("07:15")]),
        ("set an alarm for seven and another one an hour earlier", [alarm("07:00"), alarm("06:00")]),
        ("wake me at seven and again at ten past seven", [alarm("07:00"), alarm("07:10")]),
    ],
)
def test_each_of_them_is_set(everyday: ExampleTranslator, said: str, wanted: Calls) -> None:
    assert calls(everyday, said) == wanted


@pytest.mark.parametrize(
    "said",
    [
        "wake me at seven and again every fifteen minutes later",
        "remind me tonight at twenty to twelve to lock up and again an hour later",
    ],
)
def test_what_comes_later_still_is_not_guessed(everyday: ExampleTranslator, said: str) -> None:
    assert calls(everyday, said) == []


@pytest.mark.parametrize("said", ["when does the sun rise tomorrow, !!!", "when does the sun rise tomorrow and §"])
def test_signs_behind_a_question_are_no_second_one(everyday: ExampleTranslator, said: str) -> None:
    assert calls(everyday, said) == [("sun_times", {"event": "sunrise", "day": "tomorrow"})]


def test_a_number_of_several_words_is_one(everyday: ExampleTranslator) -> None:
    assert calls(everyday, "set a timer for four hundred and twelve seconds") == [
        ("set_timer", {"duration_seconds": 412})
    ]


@pytest.mark.parametrize("said", ["set a timer for one, thirty", "set a timer for two, forty"])
def test_a_number_said_with_a_pause_is_no_label(everyday: ExampleTranslator, said: str) -> None:
    assert calls(everyday, said) == []


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("set a timer for two hundred and let me see forty seconds", [("set_timer", {"duration_seconds": 240})]),
        ("wake me at um let's say six on friday no at nine", [alarm("09:00", day="next_friday")]),
        ("wake me at uh let's say six on friday no wake me at nine", [alarm("09:00", day="next_friday")]),
        ("wake me at let me see six on friday", [alarm("06:00", day="next_friday")]),
        ("wake me at um let's say six on friday never mind", []),
    ],
)
def test_who_looks_for_a_word_may_take_it_back_as_well(everyday: ExampleTranslator, said: str, wanted: Calls) -> None:
    assert calls(everyday, said) == wanted


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("when does the sun set today and rise on friday", [("sunset", "today"), ("sunrise", "next_friday")]),
        ("when does the sun rise tomorrow and set on friday", [("sunrise", "tomorrow"), ("sunset", "next_friday")]),
    ],
)
def test_a_question_goes_on_with_another_verb(
    everyday: ExampleTranslator, said: str, wanted: list[tuple[str, str]]
) -> None:
    found = calls(everyday, said)
    assert [(name, told.get("event"), told.get("day")) for name, told in found] == [
        ("sun_times", *each) for each in wanted
    ]


def test_an_order_behind_a_question_is_one(everyday: ExampleTranslator) -> None:
    found = calls(everyday, "when does the sun rise tomorrow and set a timer for ten minutes")
    assert [name for name, _ in found] == ["sun_times", "set_timer"]


@pytest.mark.parametrize(
    ("first", "then", "name", "values"),
    [
        ("what time is it in quito", "and oslo and lagos", "location", ["oslo", "lagos"]),
        ("what time is it in quito", "what about oslo and lagos", "location", ["oslo", "lagos"]),
        ("when is sunrise in quito", "and in oslo and in lagos", "location", ["oslo", "lagos"]),
        ("how many days until easter", "and until halloween and christmas", "occasion", ["halloween", "christmas"]),
        ("what time is it in quito", "and in dar es salaam", "location", ["dar es salaam"]),
    ],
)
def test_a_question_is_asked_again_of_each(
    everyday: ExampleTranslator, first: str, then: str, name: str, values: list[str]
) -> None:
    last = everyday.translate(first, TranslationContext(NOW)).calls[0]
    found = everyday.translate(then, TranslationContext(NOW, last_call=last, last_result={"done": True})).calls
    assert [(call.name, call.arguments[name]) for call in found] == [(last.name, value) for value in values]


def test_what_takes_several_is_asked_once(everyday: ExampleTranslator) -> None:
    last = everyday.translate("choose between figs and plums", TranslationContext(NOW)).calls[0]
    context = TranslationContext(NOW, last_call=last, last_result={"done": True})
    assert len(everyday.translate("and between leeks and oats", context).calls) == 1


def test_what_is_done_is_not_done_of_each(everyday: ExampleTranslator) -> None:
    last = everyday.translate("put figs on the list", TranslationContext(NOW)).calls[0]
    found = everyday.translate(
        "and leeks and oats", TranslationContext(NOW, last_call=last, last_result={"done": True})
    )
    assert [(call.name, call.arguments["items"]) for call in found.calls] == [("add_to_list", ["leeks", "oats"])]


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        (
            "wake me at six am and at noon remind me to ring may",
            [alarm("06:00"), ("set_reminder", {"time": "12:00", "text": "ring may"})],
        ),
        (
            "set an alarm for seven and at eight remind me to wash the van",
            [alarm("07:00"), ("set_reminder", {"time": "08:00", "text": "wash the van"})],
        ),
        (
            "set a timer for ten minutes and in an hour remind me to ring may",
            [timer(10), ("set_reminder", {"in_seconds": 3600, "text": "ring may"})],
        ),
        # what is said of one without an order shares the first one's
        ("set an alarm for seven and at eight as well", [alarm("07:00"), alarm("08:00")]),
        # what is written down shares no end
        (
            "remind me every day at six to air the cellar and every sunday at two pm to salt cheese",
            [
                ("set_reminder", {"time": "06:00", "repeat": "daily", "text": "air the cellar"}),
                ("set_reminder", {"time": "14:00", "repeat": "sunday", "text": "salt cheese"}),
            ],
        ),
    ],
)
def test_what_says_when_and_then_orders_is_a_request_of_its_own(
    everyday: ExampleTranslator, said: str, wanted: Calls
) -> None:
    assert calls(everyday, said) == wanted


@pytest.mark.parametrize("share", ["twenty percent of ninety", "five percent of four hundred and ten"])
def test_what_a_share_is_of_has_no_unit(everyday: ExampleTranslator, share: str) -> None:
    found = calls(everyday, f"what's {share} then put ten minutes on a timer")
    assert [name for name, _ in found] == ["calculate", "set_timer"]
    assert found[1] == timer(10)
