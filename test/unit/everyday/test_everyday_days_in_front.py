"""A day that stands before what is asked for: it is that one's, and not of what is asked for behind another day."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from ovos_phal_plugin_jarvis.nlu import ExampleTranslator
from ovos_phal_plugin_jarvis.translation.values import ToolCall, TranslationContext

NOW = datetime(2026, 3, 4, 8).astimezone()  # a Wednesday
Calls = list[tuple[str, dict[str, Any]]]


def calls(everyday: ExampleTranslator, said: str) -> Calls:
    return [(call.name, dict(call.arguments)) for call in everyday.translate(said, TranslationContext(NOW)).calls]


def alarm(time: str, **more: str) -> tuple[str, dict[str, Any]]:
    return "set_alarm", {"time": time, **more}


def reminder(text: str, **more: str) -> tuple[str, dict[str, Any]]:
    return "set_reminder", {"text": text, **more}


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("on monday wake me at seven", alarm("07:00", day="next_monday")),
        ("on friday wake me at seven", alarm("07:00", day="next_friday")),
        ("sunday get me up at nine", alarm("09:00", day="next_sunday")),
        ("on saturday remind me to air the tent", reminder("air the tent", day="next_saturday")),
        ("on the sixth wake me at nine", alarm("09:00", day="2026-03-06")),
        ("on the fifth set an alarm for nine", alarm("09:00", day="2026-03-05")),
        # how often is no day
        ("mondays wake me at seven", alarm("07:00", repeat="monday")),
        ("on weekdays wake me at seven", alarm("07:00", repeat="weekdays")),
    ],
)
def test_it_is_for_that_day(everyday: ExampleTranslator, said: str, wanted: tuple[str, dict[str, Any]]) -> None:
    assert calls(everyday, said) == [wanted]


@pytest.mark.parametrize(
    "said",
    ["every week on sunday wake me at nine", "saturday mornings wake me at nine", "each week on monday wake me at six"],
)
def test_what_comes_again_is_refused_rather_than_set_once(everyday: ExampleTranslator, said: str) -> None:
    assert calls(everyday, said) == []


def test_a_weekday_beside_how_often_comes_again(everyday: ExampleTranslator) -> None:
    assert calls(everyday, "on monday wake me at seven every week") == [alarm("07:00", repeat="monday")]


def test_a_day_that_is_over_is_not_taken(everyday: ExampleTranslator) -> None:
    assert calls(everyday, "last friday wake me at seven") == []


def test_of_two_days_none_is_lost(everyday: ExampleTranslator) -> None:
    days = [values.get("day") for _, values in calls(everyday, "on friday and sunday wake me at seven")]
    assert days in (["next_friday", "next_sunday"], [])


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        (
            "weekdays get me up at five and on weekends at ten",
            [alarm("05:00", repeat="weekdays"), alarm("10:00", repeat="weekends")],
        ),
        (
            "every weekday set an alarm for seven and every saturday for ten",
            [alarm("07:00", repeat="weekdays"), alarm("10:00", repeat="saturday")],
        ),
        (
            "on thursday wake me at seven and on friday at eight",
            [alarm("07:00", day="next_thursday"), alarm("08:00", day="next_friday")],
        ),
        (
            "tomorrow remind me to air the tent and on sunday to fold it",
            [reminder("air the tent", day="tomorrow"), reminder("fold it", day="next_sunday")],
        ),
        (
            "on monday at six remind me to air the tent and on tuesday at seven to fold it",
            [
                reminder("air the tent", day="next_monday", time="06:00"),
                reminder("fold it", day="next_tuesday", time="07:00"),
            ],
        ),
        (
            "on monday at 7am remind me to air the tent and on tuesday at 8am to fold it",
            [
                reminder("air the tent", day="next_monday", time="07:00"),
                reminder("fold it", day="next_tuesday", time="08:00"),
            ],
        ),
        (
            "on saturday remind me to buy bread and on sunday to call nan",
            [reminder("buy bread", day="next_saturday"), reminder("call nan", day="next_sunday")],
        ),
        # what is behind no day of its own is on the first one's
        (
            "every day remind me to air the tent at eight and at nine to fold it",
            [reminder("air the tent", repeat="daily", time="08:00"), reminder("fold it", repeat="daily", time="09:00")],
        ),
    ],
)
def test_another_day_takes_its_place(everyday: ExampleTranslator, said: str, wanted: Calls) -> None:
    assert calls(everyday, said) == wanted


@pytest.mark.parametrize(
    "said",
    [
        "what's five percent of two hundred and the square root of nine",
        "what is five percent of eighty and the root of sixteen",
    ],
)
def test_the_unit_of_one_sum_is_none_of_the_next(everyday: ExampleTranslator, said: str) -> None:
    second = calls(everyday, said)[1]
    assert second[0] == "calculate" and "percent" not in second[1]["expression"]


@pytest.mark.parametrize(
    ("said", "seconds"),
    [
        ("set the egg timer to ten minutes and the rice one to twelve", [600, 720]),
        ("a timer named two for ten minutes and another named three for twelve", [600, 720]),
        ("snooze the first alarm for ten minutes and the second one for five", [600, 300]),
    ],
)
def test_what_a_thing_is_called_by_takes_no_unit_away(
    everyday: ExampleTranslator, said: str, seconds: list[int]
) -> None:
    found = [value for _, values in calls(everyday, said) for name, value in values.items() if "second" in name]
    assert found == seconds


def test_a_unit_said_once_is_of_both(everyday: ExampleTranslator) -> None:
    said = "set a timer for ten minutes for rice and one of twenty for beans"
    assert [values["duration_seconds"] for _, values in calls(everyday, said)] == [600, 1200]


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("set an alarm for seven tomorrow not today", [alarm("07:00", day="tomorrow")]),
        ("wake me at six on friday not today", [alarm("06:00", day="next_friday")]),
        ("wake me at six just not today", []),
        ("set an alarm for seven oh not now", []),
    ],
)
def test_a_day_that_is_not_meant_takes_another_one_back_and_nothing_else(
    everyday: ExampleTranslator, said: str, wanted: Calls
) -> None:
    assert calls(everyday, said) == wanted


@pytest.mark.parametrize(
    ("said", "tool"),
    [
        ("no alarm tomorrow i don't need it", "skip_alarm"),
        ("the gym reminder can go i don't need it any more", "cancel_reminder"),
        ("the egg timer can be cancelled i changed my mind", "cancel_timer"),
        ("volume down to thirty that's enough", "set_volume"),
        ("a ten minute timer that's enough", "set_timer"),
        ("eggs and milk on the list that's enough", "add_to_list"),
    ],
)
def test_a_reason_takes_nothing_back(everyday: ExampleTranslator, said: str, tool: str) -> None:
    assert [name for name, _ in calls(everyday, said)] == [tool]


@pytest.mark.parametrize(
    ("before", "said", "wanted"),
    [
        ("wake me at seven on friday", "what date is that", ("get_date", {"resolved_datetimes": ["next_friday"]})),
        (
            "how many days until the tenth of june",
            "and what weekday is that",
            ("get_date", {"resolved_datetimes": ["2026-06-10"]}),
        ),
        (
            "what weekday is the tenth of june",
            "how many days are there until then",
            ("days_until", {"day": "2026-06-10"}),
        ),
        (
            "do i have an alarm for tomorrow",
            "and when does the sun rise then",
            ("sun_times", {"event": "sunrise", "day": "tomorrow"}),
        ),
        # nothing of it has a place for a day
        ("wake me at seven on friday", "what time is it then", ("get_time", {})),
        ("what time is it in oslo", "and what date is that", ("get_date", {})),
    ],
)
def test_a_question_behind_a_request_is_about_its_day(
    everyday: ExampleTranslator, before: str, said: str, wanted: tuple[str, dict[str, Any]]
) -> None:
    (first,) = everyday.translate(before, TranslationContext(NOW)).calls
    last = ToolCall(first.name, first.arguments, first.toolbox_id, said=before)
    found = everyday.translate(said, TranslationContext(NOW, last_call=last, last_result={}, done=(last,)))
    assert [(call.name, dict(call.arguments)) for call in found.calls] == [wanted]


def test_a_part_without_a_day_is_on_the_first_one_s(everyday: ExampleTranslator) -> None:
    said = "on monday remind me to air the tent and to fold it and on tuesday to wash it"
    found = {values.get("text"): values.get("day") for _, values in calls(everyday, said)}
    assert (
        found.get("fold it", "next_monday") == "next_monday" and found.get("wash it", "next_tuesday") == "next_tuesday"
    )


@pytest.mark.parametrize(
    ("before", "said", "wanted"),
    [
        ("set an alarm for seven on weekdays", "and one for ten am at weekends", ("10:00", "weekends")),
        ("set an alarm for seven on weekdays", "make it nine am at weekends", ("09:00", "weekends")),
        ("set an alarm for seven on weekdays", "one for half past eight every saturday", ("08:30", "saturday")),
    ],
)
def test_the_am_of_a_time_tells_nothing_of_anybody(
    everyday: ExampleTranslator, before: str, said: str, wanted: tuple[str, str]
) -> None:
    (first,) = everyday.translate(before, TranslationContext(NOW)).calls
    last = ToolCall(first.name, first.arguments, first.toolbox_id, said=before)
    (found,) = everyday.translate(said, TranslationContext(NOW, last_call=last, last_result={}, done=(last,))).calls
    assert (found.name, found.arguments["time"], found.arguments["repeat"]) == ("set_alarm", *wanted)
