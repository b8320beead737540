"""Date keys, resolved in the user's time zone."""

from __future__ import annotations

from datetime import date, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ovos_phal_plugin_jarvis.commands.dates import (
    KNOWN_DATE_KEYS,
    DateKeyError,
    resolve_arguments,
    resolve_date_keys,
)
from ovos_phal_plugin_jarvis.sdk import ALL_DATE_KEYS, JarvisParameter
from ovos_phal_plugin_jarvis.sdk.iso import parse_iso

VIENNA = ZoneInfo("Europe/Vienna")
WEDNESDAY = datetime(2026, 3, 4, 15, 30, tzinfo=VIENNA)


def span(first, last):
    start, end = date.fromisoformat(first), date.fromisoformat(last)
    return [(start + timedelta(days=n)).isoformat() for n in range((end - start).days + 1)]


@pytest.mark.parametrize(
    ("key", "dates"),
    [
        ("today", ["2026-03-04"]),
        ("tomorrow", ["2026-03-05"]),
        ("day_after_tomorrow", ["2026-03-06"]),
        ("yesterday", ["2026-03-03"]),
        ("this_weekend", ["2026-03-07", "2026-03-08"]),
        ("last_weekend", ["2026-02-28", "2026-03-01"]),
        ("next_weekend", ["2026-03-14", "2026-03-15"]),
        ("this_week", span("2026-03-02", "2026-03-08")),
        ("next_week", span("2026-03-09", "2026-03-15")),
        ("last_week", span("2026-02-23", "2026-03-01")),
        ("next_monday", ["2026-03-09"]),
        ("next_tuesday", ["2026-03-10"]),
        ("next_wednesday", ["2026-03-11"]),
        ("next_thursday", ["2026-03-05"]),
        ("next_friday", ["2026-03-06"]),
        ("next_saturday", ["2026-03-07"]),
        ("next_sunday", ["2026-03-08"]),
        ("this_month", span("2026-03-01", "2026-03-31")),
        ("next_month", span("2026-04-01", "2026-04-30")),
        ("last_month", span("2026-02-01", "2026-02-28")),
        ("this_year", span("2026-01-01", "2026-12-31")),
        ("next_year", span("2027-01-01", "2027-12-31")),
        ("last_year", span("2025-01-01", "2025-12-31")),
        ("morning", ["2026-03-04T08:00:00+01:00"]),
        ("tonight", ["2026-03-04T21:00:00+01:00"]),
        ("last_night", ["2026-03-03T21:00:00+01:00"]),
        ("tomorrow_morning", ["2026-03-05T08:00:00+01:00"]),
        ("tomorrow_afternoon", ["2026-03-05T14:00:00+01:00"]),
        ("tomorrow_evening", ["2026-03-05T18:00:00+01:00"]),
        ("tomorrow_night", ["2026-03-05T21:00:00+01:00"]),
        ("yesterday_morning", ["2026-03-03T08:00:00+01:00"]),
        ("yesterday_afternoon", ["2026-03-03T14:00:00+01:00"]),
        ("yesterday_evening", ["2026-03-03T18:00:00+01:00"]),
    ],
)
def test_each_key(key, dates):
    assert resolve_date_keys(key, WEDNESDAY) == dates


def test_every_exported_key_is_known():
    assert set(ALL_DATE_KEYS) <= KNOWN_DATE_KEYS


def test_the_day_is_the_users_and_not_utcs():
    late = datetime(2026, 3, 4, 23, 30, tzinfo=timezone.utc)
    assert resolve_date_keys("today", late) == ["2026-03-04"]
    assert resolve_date_keys("today", late.astimezone(VIENNA)) == ["2026-03-05"]


def test_a_change_to_summer_time_does_not_shift_the_hour():
    before = datetime(2026, 3, 28, 22, tzinfo=VIENNA)
    assert resolve_date_keys("tomorrow_morning", before) == ["2026-03-29T08:00:00+02:00"]


def test_without_a_time_zone_moments_have_none():
    assert resolve_date_keys("tonight", datetime(2026, 3, 4)) == ["2026-03-04T21:00:00"]


def test_edges_of_the_calendar():
    assert len(resolve_date_keys("last_month", datetime(2024, 3, 31))) == 29
    assert resolve_date_keys("next_month", datetime(2026, 12, 31))[0] == "2027-01-01"
    assert len(resolve_date_keys("last_year", datetime(2025, 6, 1))) == 366
    with pytest.raises(DateKeyError, match="outside the calendar"):
        resolve_date_keys("tomorrow", datetime.max)


def test_iso_passes_through():
    for text in ("2026-03-01", "2026-03-01T08:00:00", "2026-03-01T08:00:00Z", "2026-03-01T08:00:00+01:00"):
        assert resolve_date_keys(text, WEDNESDAY) == [text]
    assert resolve_date_keys(date(2026, 3, 1), WEDNESDAY) == ["2026-03-01"]


def test_lists_are_flattened_and_each_date_stands_once():
    assert resolve_date_keys(["tomorrow", "2026-03-05", "this_weekend", "next_saturday"], WEDNESDAY) == [
        "2026-03-05",
        "2026-03-07",
        "2026-03-08",
    ]
    assert resolve_date_keys([], WEDNESDAY) == []


@pytest.mark.parametrize("spelled", ["Next Monday", "next-monday", " NEXT_MONDAY "])
def test_spelling(spelled):
    assert resolve_date_keys(spelled, WEDNESDAY) == ["2026-03-09"]


@pytest.mark.parametrize("wrong", ["someday", "", "2026-13-01", 5, None, {"a": 1}, True])
def test_anything_else_is_an_error(wrong):
    with pytest.raises(DateKeyError):
        resolve_date_keys(wrong, WEDNESDAY)


class Calendar:
    parameters = [
        JarvisParameter("resolved_datetimes", "array<datetime>"),
        JarvisParameter("days", "date[]"),
        JarvisParameter("when", "datetime"),
        JarvisParameter("day", "date"),
        JarvisParameter("title", "string"),
    ]


def test_arguments_are_resolved_by_type():
    given = {
        "resolved_datetimes": ["tomorrow", "tonight"],
        "days": "this_weekend",
        "when": "tomorrow_morning",
        "day": "tonight",
        "title": "tomorrow",
        "extra": "today",
    }
    assert resolve_arguments(Calendar, given, WEDNESDAY) == {
        "resolved_datetimes": ["2026-03-05", "2026-03-04T21:00:00+01:00"],
        "days": ["2026-03-07", "2026-03-08"],
        "when": "2026-03-05T08:00:00+01:00",
        "day": "2026-03-04",
        "title": "tomorrow",
        "extra": "today",
    }
    assert given["days"] == "this_weekend"


def test_a_range_in_one_date_is_its_first_day():
    assert resolve_arguments(Calendar, {"day": "next_week", "when": None}, WEDNESDAY) == {
        "day": "2026-03-09",
        "when": None,
    }


def test_an_argument_that_is_no_date_is_named():
    with pytest.raises(DateKeyError, match="^Parameter 'days': 'someday' is no date"):
        resolve_arguments(Calendar, {"days": ["someday"]}, WEDNESDAY)


@settings(max_examples=150, deadline=None)
@given(
    st.sampled_from(sorted(KNOWN_DATE_KEYS)),
    st.datetimes(datetime(1900, 1, 1), datetime(2200, 1, 1), timezones=st.sampled_from([VIENNA, timezone.utc])),
)
def test_every_key_is_ordered_days_or_a_moment(key, now):
    found = resolve_date_keys(key, now)
    parsed = [parse_iso(text) for text in found]
    assert parsed == sorted(set(parsed))
    assert resolve_date_keys(found, now) == found
    if key.startswith("next_"):
        assert parsed[0].date() > now.date()
    if key.startswith(("last_", "yesterday")):
        assert parsed[-1].date() < now.date()
    if key.startswith("next_") and key.endswith("day"):
        assert (parsed[0].date() - now.date()).days <= 7
        assert parsed[0].strftime("%A").lower() == key.removeprefix("next_")


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=30))
def test_any_text_is_dates_or_an_error(text):
    try:
        assert resolve_date_keys(text, WEDNESDAY)
    except DateKeyError as error:
        assert "no date" in str(error)
