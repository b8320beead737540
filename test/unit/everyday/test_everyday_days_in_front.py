"""A day that stands before what is asked for: it is that one's, and not of what is asked for behind another day."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from ovos_phal_plugin_jarvis.nlu import ExampleTranslator
from ovos_phal_plugin_jarvis.translation.values import TranslationContext

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
        # how often is no day
        ("mondays wake me at seven", alarm("07:00", repeat="monday")),
        ("on weekdays wake me at seven", alarm("07:00", repeat="weekdays")),
    ],
)
def test_it_is_for_that_day(everyday: ExampleTranslator, said: str, wanted: tuple[str, dict[str, Any]]) -> None:
    assert calls(everyday, said) == [wanted]


@pytest.mark.parametrize("said", ["last friday wake me at seven", "on friday and sunday wake me at seven"])
def test_a_day_that_is_over_and_one_of_two_is_not_taken(everyday: ExampleTranslator, said: str) -> None:
    assert all("day" in values for _, values in calls(everyday, said)) and len(calls(everyday, said)) != 1


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        (
            "weekdays wake me at six and on weekends at nine",
            [alarm("06:00", repeat="weekdays"), alarm("09:00", repeat="weekends")],
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
        "what's twenty percent of sixty and the square root of nine",
        "what is five percent of eighty and the root of sixteen",
    ],
)
def test_the_unit_of_one_sum_is_none_of_the_next(everyday: ExampleTranslator, said: str) -> None:
    second = calls(everyday, said)[1]
    assert second[0] == "calculate" and "percent" not in second[1]["expression"]


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
