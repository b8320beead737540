"""What circumscribes an order or stands beside it: what was done once, what depends on something, what is put in the
place of something else, what is left alone. It is no order of its own, and what is not done is told."""

from __future__ import annotations

import math
from datetime import datetime
from typing import Any

import pytest

from ovos_phal_plugin_jarvis.nlu import ExampleTranslator, within
from ovos_phal_plugin_jarvis.nlu.learning.forest import Forest
from ovos_phal_plugin_jarvis.nlu.reader import TooMuchSaid
from ovos_phal_plugin_jarvis.sdk.locale import say
from ovos_phal_plugin_jarvis.translation.values import Question, Translation, TranslationContext

Calls = list[tuple[str, dict[str, Any]]]


def heard(everyday: ExampleTranslator, said: str) -> Translation:
    return everyday.translate(said, TranslationContext(datetime.now().astimezone()))


def calls(everyday: ExampleTranslator, said: str) -> Calls:
    return [(call.name, dict(call.arguments)) for call in heard(everyday, said).calls]


@pytest.mark.parametrize(
    "said",
    [
        "i emptied the packing list",
        "emptied the packing list",
        "i emptied the packing list and deleted all the reminders",
        "in my sleep i emptied the packing list and deleted all the reminders",
        "at the office i set an alarm for nine and added stamps to the list",
        "this morning the alarm went off at five and then again at six",
        "last week the reminder came on monday and again on friday",
        "granddad turned the volume down and then up again",
        "over and over we run out of bread and no one notices",
        "time and time again the bread is gone and no one minds",
    ],
)
def test_what_was_done_once_is_not_done_again(everyday: ExampleTranslator, said: str) -> None:
    assert calls(everyday, said) == []


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("i emptied the packing list so put socks on it", ["add_to_list"]),
        ("i muted it so unmute it", ["mute_volume"]),
        ("i cancelled the barber so cancel the reminder about the barber", ["cancel_reminder"]),
        ("bought the leeks and the ham so take them off", ["remove_from_list"]),
        ("empty the packing list and delete all the reminders", ["clear_list", "cancel_reminder"]),
        ("wake me at five and again at six", ["set_alarm", "set_alarm"]),
        ("carry on with the rice timer that i paused", ["resume_timer"]),
        ("start the timer i stopped again", ["resume_timer"]),
    ],
)
def test_what_is_ordered_beside_it_is(everyday: ExampleTranslator, said: str, wanted: list[str]) -> None:
    assert [name for name, _ in calls(everyday, said)] == wanted


@pytest.mark.parametrize(
    "said",
    [
        "delete all my reminders should the trip be cancelled",
        "should it snow tomorrow cancel the alarm",
        "if it snows cancel the alarm and tell me the time",
        "wake me at five but if it snows wake me at six",
        "cancel all the timers and if it's a sunday keep the tea one",
    ],
)
def test_what_depends_on_something_waits(everyday: ExampleTranslator, said: str) -> None:
    assert calls(everyday, said) == []


@pytest.mark.parametrize(
    ("said", "wanted", "told"),
    [
        (
            "start a timer for six minutes and if the guests arrive mute yourself",
            ("set_timer", {"duration_seconds": 360}),
            "if the guests arrive mute yourself",
        ),
        (
            "what time is it in dublin and whenever the cat wakes up turn the volume down",
            ("get_time", {"location": "dublin"}),
            "whenever the cat wakes up turn the volume down",
        ),
        (
            "put ham on the shopping list and when the shop opens read it to me",
            ("add_to_list", {"items": ["ham"]}),
            "when the shop opens read it to me",
        ),
    ],
)
def test_what_does_not_depend_is_done(
    everyday: ExampleTranslator, said: str, wanted: tuple[str, dict[str, Any]], told: str
) -> None:
    assert calls(everyday, said) == [wanted]
    assert told in heard(everyday, said).say


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("what time should the alarm be", ["list_alarms"]),
        ("remind me to buy bread and if they have none get rolls", ["set_reminder"]),
        ("set a timer for six minutes and if you would not mind tell me the time", ["set_timer", "get_time"]),
    ],
)
def test_no_condition_is_looked_for_elsewhere(everyday: ExampleTranslator, said: str, wanted: list[str]) -> None:
    assert [name for name, _ in calls(everyday, said)] == wanted


@pytest.mark.parametrize(
    ("said", "old", "new", "place"),
    [
        ("swap the rice on the shopping list for couscous", "rice", "couscous", {}),
        ("replace ham with smoked ham on the shopping list", "ham", "smoked ham", {}),
        ("switch the boots for the sandals on the packing list", "boots", "sandals", {"list_name": "packing"}),
        ("please exchange the plums on the list for figs", "plums", "figs", {}),
    ],
)
def test_one_thing_is_put_in_the_place_of_another(
    everyday: ExampleTranslator, said: str, old: str, new: str, place: dict[str, Any]
) -> None:
    wanted = [("remove_from_list", {"items": [old], **place}), ("add_to_list", {"items": [new], **place})]
    assert calls(everyday, said) == wanted


@pytest.mark.parametrize("said", ["exchange the rice for couscous", "swap the tea timer for ten minutes"])
def test_nothing_is_put_where_nobody_said(everyday: ExampleTranslator, said: str) -> None:
    assert calls(everyday, said) == []


@pytest.mark.parametrize(
    ("said", "day"),
    [
        ("wake me on friday at six and what date is that", "next_friday"),
        ("remind me next monday to call mum and which date is that", "next_monday"),
    ],
)
def test_a_question_points_to_the_day_before_it(everyday: ExampleTranslator, said: str, day: str) -> None:
    assert calls(everyday, said)[1:] == [("get_date", {"resolved_datetimes": [day]})]


@pytest.mark.parametrize(
    "said",
    [
        "clear the shopping list but not the bread",
        "cancel my alarms tomorrow but not the six o clock one",
        "delete the reminders about the garden but not the one about the hedge",
        "take the apples off the list but not the green ones",
        "stop all the timers but leave the egg one running",
        "cancel the reminder about mum but not the one on friday",
        "turn the volume up but not in the kitchen",
        "mute yourself but leave the alarms on",
    ],
)
def test_what_may_be_a_part_of_it_holds_all_of_it_back(everyday: ExampleTranslator, said: str) -> None:
    assert calls(everyday, said) == []


@pytest.mark.parametrize(
    ("said", "tool", "days"),
    [
        ("wake me at six every weekday but tuesday", "set_alarm", ["monday", "wednesday", "thursday", "friday"]),
        (
            "set an alarm for five every weekday except on friday",
            "set_alarm",
            ["monday", "tuesday", "wednesday", "thursday"],
        ),
        (
            "remind me every day but saturday and sunday to feed the cat",
            "set_reminder",
            ["monday", "tuesday", "wednesday", "thursday", "friday"],
        ),
    ],
)
def test_some_days_are_taken_out_of_all(everyday: ExampleTranslator, said: str, tool: str, days: list[str]) -> None:
    assert [(name, arguments["repeat"]) for name, arguments in calls(everyday, said)] == [(tool, day) for day in days]


@pytest.mark.parametrize(
    "said", ["wake me at six every morning except sunday", "wake me every day but not before nine"]
)
def test_no_days_are_taken_out_where_more_is_said(everyday: ExampleTranslator, said: str) -> None:
    assert calls(everyday, said) == []


@pytest.mark.parametrize(
    "said",
    [
        "don't let him turn it off",
        "don't make me set an alarm",
        "do not set an alarm and do not put anything on the list",
        "don't add milk just eggs",
    ],
)
def test_what_is_denied_is_not_done(everyday: ExampleTranslator, said: str) -> None:
    assert calls(everyday, said) == []


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("don't let me forget to set an alarm for six", ["set_alarm"]),
        ("cancel the alarm and forget the timer", ["cancel_alarm", "cancel_timer"]),
        ("set a timer for ten minutes and forget the alarm", ["set_timer", "cancel_alarm"]),
    ],
)
def test_what_is_dropped_as_a_deed_is(everyday: ExampleTranslator, said: str, wanted: list[str]) -> None:
    assert [name for name, _ in calls(everyday, said)] == wanted


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("roll two dice and may the luckiest one win", ("roll_dice", {"count": 2})),
        ("flip a coin and fingers crossed", ("flip_coin", {})),
        ("flip a coin wish me luck", ("flip_coin", {})),
        ("remind me to wish mum good luck", ("set_reminder", {"text": "wish mum good luck"})),
        ("add a good luck card to the shopping list", ("add_to_list", {"items": ["good luck card"]})),
    ],
)
def test_a_wish_asks_for_nothing(everyday: ExampleTranslator, said: str, wanted: tuple[str, dict[str, Any]]) -> None:
    assert calls(everyday, said) == [wanted]


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("how many grams are three ounces or no eight ounces", [("convert_units", 8)]),
        ("set a timer for three minutes or no eight minutes", [("set_timer", 480)]),
    ],
)
def test_an_or_before_a_no_takes_back(everyday: ExampleTranslator, said: str, wanted: list[tuple[str, float]]) -> None:
    found = [(name, values.get("amount", values.get("duration_seconds"))) for name, values in calls(everyday, said)]
    assert found == wanted


@pytest.mark.parametrize(
    "said",
    [
        "delete the reminder about the roofer but not the one about the gardener and the plumber",
        "cancel the reminder about mum but not the one about dad or grandma",
        "put leeks on the shopping list but not the cheap kind",
        "put tomatoes on the shopping list but not canned",
        "set a timer for ten minutes but not loud",
        "set an alarm for six but not the loud one",
    ],
)
def test_what_tells_more_of_what_is_meant_is_not_dropped(everyday: ExampleTranslator, said: str) -> None:
    found = heard(everyday, said)
    assert not found.calls and (found.left or found.say or found.question)


@pytest.mark.parametrize(
    "said",
    [
        "don't forget to put leeks on the list just tell me the time",
        "don't let me forget to set an alarm for six just tell me the time",
        "never forget to set an alarm for six tell me the time",
        "don't just set an alarm set a timer",
    ],
)
def test_what_is_not_to_be_forgotten_is_not_denied(everyday: ExampleTranslator, said: str) -> None:
    assert "get_time" not in [name for name, _ in calls(everyday, said)]


@pytest.mark.parametrize(
    "said",
    [
        "swap the butter on the shopping list for margarine and mute yourself",
        "swap the butter on the shopping list for margarine and jam",
        "swap butter and jam on the shopping list for margarine",
        "swap the butter on the shopping list for the margarine in the fridge",
        "wake me at six every weekday but wednesday and tell me the time",
        "wake me at six every day except next friday",
    ],
)
def test_a_swap_and_days_left_out_stand_alone(everyday: ExampleTranslator, said: str) -> None:
    names = [name for name, _ in calls(everyday, said)]
    assert "remove_from_list" not in names and "set_alarm" not in names


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        (
            "cancel the soup timer keep the bread one going and set one for nine minutes for the beans",
            [("cancel_timer", {"label": "soup"}), ("set_timer", {"duration_seconds": 540, "label": "beans"})],
        ),
        (
            "remove the milk from the list keep the eggs and turn the volume down",
            [("remove_from_list", {"items": ["milk"]}), ("change_volume", {"direction": "down"})],
        ),
        ("cancel the egg timer leave the rice one and the tea one", [("cancel_timer", {"label": "egg"})]),
    ],
)
def test_what_is_ordered_behind_what_is_kept_is_done_too(everyday: ExampleTranslator, said: str, wanted: Calls) -> None:
    assert calls(everyday, said) == wanted


def test_what_nobody_can_do_behind_what_is_kept_is_told(everyday: ExampleTranslator) -> None:
    translation = heard(everyday, "cancel the soup timer keep the bread one going and mow the lawn")
    assert [call.name for call in translation.calls] == ["cancel_timer"]
    assert "mow the lawn" in translation.say


@pytest.mark.parametrize(
    ("said", "left"),
    [
        # nobody knows which of the two it is for
        ("cancel the soup timer keep the bread one going and add five minutes to it", "add five minutes to it"),
        ("cancel the egg timer leave the rice one and pause it", "pause it"),
        ("delete the dentist reminder keep the gym one and move it to six", "move it to six"),
    ],
)
def test_what_points_behind_what_is_kept_is_told(everyday: ExampleTranslator, said: str, left: str) -> None:
    translation = heard(everyday, said)
    assert len(translation.calls) == 1 and translation.calls[0].name in ("cancel_timer", "cancel_reminder")
    assert left in translation.say


BESIDE = "what time is it in lima my cousin said she'd ring at eight"


def _telling(monkeypatch: pytest.MonkeyPatch, probability: float) -> None:
    """Let the trees for pieces tell *probability*, whatever they are asked."""
    forest = Forest({"baseline": math.log(probability / (1 - probability)), "trees": [[[0.0]]]})
    monkeypatch.setattr(within, "forests", lambda: {within.FOREST: forest})


@pytest.mark.parametrize(
    ("said", "wanted", "beside"),
    [
        (BESIDE, ("get_time", {"location": "lima"}), "eight"),
        ("add figs to the list nobody told me we were out", ("add_to_list", {"items": ["figs"]}), "nobody told me"),
    ],
)
def test_a_request_beside_what_no_rule_knows_is_asked_about(
    everyday: ExampleTranslator, said: str, wanted: tuple[str, dict[str, Any]], beside: str
) -> None:
    found = heard(everyday, said)
    assert [(call.name, dict(call.arguments)) for call in found.calls] == [wanted]
    assert found.certain < 0.4 and beside in found.left[0]
    assert say("set_aside", "en-us", said=found.left[0]) in found.say


@pytest.mark.parametrize(
    "said",
    [
        "she set an alarm for six and slept right through it",
        "the timer on the oven never works and the dinner burns",
        "i dreamt that all our alarms went off at three in the morning",
        "the oven is too hot turn it down",
        "turn the volume down by ten in the evening",
    ],
)
def test_what_only_tells_of_alarms_and_timers_holds_no_request(everyday: ExampleTranslator, said: str) -> None:
    assert not heard(everyday, said).calls


def test_what_is_unlikely_stays_refused(everyday: ExampleTranslator, monkeypatch: pytest.MonkeyPatch) -> None:
    _telling(monkeypatch, 0.9)
    assert heard(everyday, BESIDE).calls
    _telling(monkeypatch, 0.39)
    assert not heard(everyday, BESIDE).calls


def test_what_answers_a_question_holds_no_request(everyday: ExampleTranslator, monkeypatch: pytest.MonkeyPatch) -> None:
    _telling(monkeypatch, 0.9)
    (call,) = heard(everyday, "remind me to air the tent").calls
    asked = Question(call, "time", "When shall I remind you?")
    found = everyday.translate(BESIDE, TranslationContext(datetime.now().astimezone(), question=asked))
    assert not found.left


def test_what_is_too_much_to_read_stays_refused(everyday: ExampleTranslator, monkeypatch: pytest.MonkeyPatch) -> None:
    def too_much(*_: object) -> None:
        raise TooMuchSaid

    monkeypatch.setattr(within, "read", too_much)
    assert not heard(everyday, BESIDE).calls
