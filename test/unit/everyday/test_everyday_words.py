"""Numbers, durations and times, said and understood."""

from __future__ import annotations

from datetime import date, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ovos_phal_plugin_jarvis.sdk.locale import duration, full_date, number
from ovos_toolbox_everyday.speech import say_duration, say_list, say_time
from ovos_toolbox_everyday.spoken_numbers import parse_duration, parse_number


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("12", 12),
        ("-3", -3),
        ("1,500", 1500),
        ("3.25", 3.25),
        ("zero", 0),
        ("twelve", 12),
        ("twenty one", 21),
        ("twenty-one", 21),
        ("a hundred", 100),
        ("one hundred and five", 105),
        ("two thousand twenty six", 2026),
        ("five hundred thousand", 500_000),
        ("one million two hundred thousand and one", 1_200_001),
        ("three point one four", 3.14),
        ("minus six", -6),
        ("negative two point five", -2.5),
    ],
)
def test_numbers(text: str, value: float) -> None:
    assert parse_number(text) == value


@pytest.mark.parametrize(
    "text",
    [
        "",
        "hundred",
        "one twenty",
        "twenty twelve",
        "two hundred and",
        "the concert",
        "3 4",
        "twelve monkeys",
        "1.2.3",
        "point five",
        "--1",
        "five point twelve",
        "and",
    ],
)
def test_what_is_no_number(text: str) -> None:
    assert parse_number(text) is None


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("five minutes", 300),
        ("5 minutes", 300),
        ("5min", 300),
        ("a minute", 60),
        ("an hour and a half", 5400),
        ("one and a half hours", 5400),
        ("1 hour and 30 minutes", 5400),
        ("half an hour", 1800),
        ("half a minute", 30),
        ("a quarter of an hour", 900),
        ("90 seconds", 90),
        ("two hours, ten minutes and five seconds", 7805),
        ("two and a half minutes", 150),
        ("one point five hours", 5400),
        ("three days", 259_200),
        ("five-minute", 300),
    ],
)
def test_durations(text: str, seconds: int) -> None:
    assert parse_duration(text) == seconds


@pytest.mark.parametrize(
    "text",
    [
        "",
        "the pasta",
        "hour",
        "five",
        "ten minutes five hours",
        "five minutes for pasta",
        "zero seconds",
        "minus five minutes",
        "half a second",
        "five minutes and",
    ],
)
def test_what_is_no_duration(text: str) -> None:
    assert parse_duration(text) is None


@settings(max_examples=200, deadline=None)
@given(st.integers(1, 7 * 86_400))
def test_a_duration_that_is_said_is_understood(seconds: int) -> None:
    assert parse_duration(say_duration(seconds)) == seconds
    assert parse_duration(duration(seconds, "en-us", "name")) == seconds


@settings(max_examples=200)
@given(st.text(max_size=80))
def test_any_text_is_a_number_and_a_duration_or_none(text: str) -> None:
    assert parse_number(text) is None or isinstance(parse_number(text), (int, float))
    assert parse_duration(text) is None or parse_duration(text) > 0  # type: ignore[operator]


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (144, "144"),
        (144.0, "144"),
        (0.1 + 0.2, "0.3"),
        (1 / 3, "0.333333"),
        (-2.5, "-2.5"),
        (999_999.5, "999999.5"),
        (1_234_567.891, "1234567.89"),
        (2**100, "1.2677 times 10 to the power of 30"),
        (1e-9, "1 times 10 to the power of -9"),
        (10**300, "1 times 10 to the power of 300"),
        (0.0, "0"),
    ],
)
def test_numbers_are_said_shortly(value: float, said: str) -> None:
    assert number(value, "en-us") == said


def test_times_dates_and_lists() -> None:
    afternoon = datetime(2026, 3, 4, 14, 5)
    assert say_time(afternoon, full=False) == "2:05 PM"
    assert say_time(afternoon, full=True) == "14:05"
    assert say_time(afternoon.replace(hour=0), full=False) == "12:05 AM"
    assert say_time(afternoon.replace(hour=12), full=False) == "12:05 PM"
    assert full_date(date(2026, 3, 4), "en-us") == "Wednesday, March 4, 2026"
    assert say_duration(0.2) == "1 second"
    assert say_duration(90_061) == "1 day, 1 hour, 1 minute and 1 second"
    assert duration(725, "en-us", "largest") == "12 minutes"
    assert duration(200_000, "en-us", "largest") == "2 days"
    assert (say_list([]), say_list(["a"]), say_list(["a", "b", "c"])) == ("", "a", "a, b and c")
