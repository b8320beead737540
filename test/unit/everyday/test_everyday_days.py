"""Days until, feasts, time differences, sunrise and sunset, with the clock held."""

from __future__ import annotations

from datetime import date, datetime, timedelta, timezone
from typing import Any

import pytest

from ovos_phal_plugin_jarvis.sdk import CommandResponse, NotMeant, RequestInformation
from ovos_toolbox_everyday.dates.days_until import DaysUntil
from ovos_toolbox_everyday.dates.occasions import day_of, easter, next_occasion, tables
from ovos_toolbox_everyday.dates.sun_times import SunTimes
from ovos_toolbox_everyday.dates.time_difference import TimeDifference
from ovos_toolbox_everyday.get_date import GetDate
from ovos_toolbox_everyday.get_time import GetTime
from ovos_toolbox_everyday.places import find_place
from ovos_toolbox_everyday.request_scope import RequestScope, request_scope
from ovos_toolbox_everyday.settings import EverydaySettings

NOON = datetime(2026, 6, 1, 12, tzinfo=timezone.utc)
LISBON = EverydaySettings(timezone="Europe/Lisbon")


KATHMANDU = "Kathmandu is 3 hours and 45 minutes ahead of Paris."


def asked(tool: Any, lang: str = "en-us", session: Any = None, **arguments: Any) -> CommandResponse:
    with request_scope(RequestScope({"session": session or {}}, lang)):
        refused = [result for result in tool.validate_call(**arguments) if not result.success]
        if refused:
            return CommandResponse.error_response(str(refused[0].message))
        return tool.run(RequestInformation("", "test"), **arguments)


def said(response: CommandResponse) -> str:
    return str((response.context_data or {}).get("message") or response.error_details)


def test_easter_is_where_the_calendars_have_it() -> None:
    known = {2024: (3, 31), 2025: (4, 20), 2026: (4, 5), 2027: (3, 28), 2038: (4, 25), 2008: (3, 23), 2000: (4, 23)}
    assert {year: easter(year) for year in known} == {year: date(year, *day) for year, day in known.items()}


@pytest.mark.parametrize(
    ("rule", "day"),
    [
        ("12-25", date(2026, 12, 25)),
        ("11-thu-4", date(2026, 11, 26)),
        ("11-thu-4+1", date(2026, 11, 27)),
        ("5-sun-2", date(2026, 5, 10)),
        ("5-mon--1", date(2026, 5, 25)),
        ("12-thu--1", date(2026, 12, 31)),
        ("easter-2", date(2026, 4, 3)),
        ("easter+49", date(2026, 5, 24)),
    ],
)
def test_days_with_a_rule(rule: str, day: date) -> None:
    assert day_of(rule, 2026) == day


def test_every_feast_of_every_language_comes_within_a_year() -> None:
    today = date(2026, 11, 22)
    for lang, names in tables().items():
        for name in names:
            day = next_occasion(name, today, lang)
            assert day is not None, (lang, name)
            assert timedelta(0) <= day - today < timedelta(days=367), (lang, name)


@pytest.mark.parametrize(
    ("lang", "arguments", "days", "words"),
    [
        ("en-us", {"occasion": "Christmas"}, 207, "Friday, December 25, 2026 is in 207 days."),
        ("en-us", {"occasion": "the fourth of July"}, 33, "Saturday, July 4, 2026 is in 33 days."),
        ("en-us", {"occasion": "easter"}, 300, "Sunday, March 28, 2027 is in 300 days."),
        ("en-us", {"day": "2026-06-02T09:00:00+01:00"}, 1, "Tuesday, June 2, 2026 is in 1 day."),
        ("en-us", {"day": "2026-05-30"}, -2, "Saturday, May 30, 2026 was 2 days ago."),
        ("en-us", {"day": "2026-06-01"}, 0, "That is today, Monday, June 1, 2026."),
        ("de-de", {"occasion": "Weihnachten"}, 207, "Freitag, der 25. Dezember 2026: noch 207 Tage."),
        ("fr-fr", {"occasion": "noël"}, 207, "Il reste 207 jours jusqu'au vendredi 25 décembre 2026."),
    ],
)
def test_days_until(lang: str, arguments: dict[str, Any], days: int, words: str) -> None:
    response = asked(DaysUntil(LISBON, lambda: NOON), lang, **arguments)
    assert (response.context_data or {}).get("days") == days
    assert said(response) == words


def test_a_day_that_nobody_knows_is_told_and_a_day_that_is_missing_asked_for() -> None:
    tool = DaysUntil(LISBON, lambda: NOON)
    assert said(asked(tool, occasion="my birthday")) == "I don't know when my birthday is."
    assert said(asked(tool)) == "Until which day?"


@pytest.mark.parametrize(
    ("arguments", "hours", "words"),
    [
        ({"location": "tokyo"}, 8, "Tokyo is 8 hours ahead of you."),
        ({"location": "new york"}, -5, "New York City is 5 hours behind you."),
        ({"location": "london"}, 0, "London has the same time as you."),
        (
            {"location": "kathmandu", "from_location": "paris"},
            3.75,
            "Kathmandu is 3 hours and 45 minutes ahead of Paris.",
        ),
        ({"location": "berlin", "from_location": "madrid"}, 0, "Berlin and Madrid have the same time."),
    ],
)
def test_time_differences(arguments: dict[str, str], hours: float, words: str) -> None:
    response = asked(TimeDifference(LISBON, lambda: NOON), **arguments)
    assert (response.context_data or {})["hours"] == hours
    assert said(response) == words


def test_a_second_place_that_is_unknown_is_refused() -> None:
    tool = TimeDifference(LISBON, lambda: NOON)
    assert "Xyzzy" in said(asked(tool, location="paris", from_location="Xyzzy"))


@pytest.mark.parametrize(
    # The times of the US Naval Observatory's and timeanddate's tables; a minute more or less is the horizon's.
    ("place", "day", "event", "time"),
    [
        ("london", "2026-06-21", "sunrise", "04:43"),
        ("london", "2026-06-21", "sunset", "21:21"),
        ("sydney", "2026-12-21", "sunset", "20:05"),
        ("quito", "2026-03-20", "sunrise", "06:18"),
        ("oslo", "2026-12-21", "sunset", "15:12"),
    ],
)
def test_the_sun_is_where_the_almanac_has_it(place: str, day: str, event: str, time: str) -> None:
    response = asked(SunTimes(LISBON, lambda: NOON), event=event, location=place, day=day)
    got = (response.context_data or {})["time"]
    there, almanac = (datetime.strptime(text, "%H:%M") for text in (got, time))
    assert abs(there - almanac) <= timedelta(minutes=3), got


def test_the_sun_at_home_and_where_it_does_not_set() -> None:
    tool = SunTimes(LISBON, lambda: NOON)
    assert said(asked(tool, event="sunset")) == "The sun sets at 8:55 PM."  # of the zone's town
    city = {"city": {"name": "Porto"}, "coordinate": {"latitude": 41.15, "longitude": -8.61}}
    zone = {"timezone": {"code": "Europe/Lisbon"}}
    at_home = asked(tool, "pt-pt", session={"location": city | zone}, event="sunset")
    assert said(at_home) == "O sol põe-se às 21:00."
    north = asked(tool, event="sunset", location="murmansk", day="2026-06-21")
    assert (north.context_data or {})["time"] is None
    assert said(north) == "Sunday, June 21, 2026: The sun doesn't set there on that day."
    dark = asked(tool, event="sunrise", location="murmansk", day="2026-12-21")
    assert "doesn't rise" in said(dark)


def test_every_place_with_a_time_has_coordinates() -> None:
    for name in ("tokyo", "paris texas", "germany", "Europe/Vienna", "california", "hamburg", "springfield illinois"):
        place = find_place(name)
        assert place.coordinates is not None, name
    assert find_place("hamburg").coordinates == pytest.approx((53.55, 9.99), abs=0.1)


def test_what_only_sounds_like_a_question_about_days_places_or_the_sun_is_not_meant() -> None:
    sun, days, apart = SunTimes(LISBON, lambda: NOON), DaysUntil(LISBON, lambda: NOON), TimeDifference(LISBON)
    for tool, arguments, words in (
        (sun, {"event": "sunset"}, "is the sun a star or not"),
        (days, {"occasion": "war last"}, "how many days did the war last"),
        (days, {"occasion": "easter"}, "the kids are counting the days until easter"),
        (apart, {"location": "osaka"}, "our nephew is nine hours ahead of us over in osaka"),
        (apart, {"location": "love"}, "the difference between love and hate"),
    ):
        with pytest.raises(NotMeant):
            tool.post_process_tool_call(arguments, words)
    assert sun.post_process_tool_call({"event": "sunset", "location": "paris"}, "and in paris") == {
        "event": "sunset",
        "location": "paris",
    }
    assert sun.post_process_tool_call({"event": "sunset"}, "when does the sun come up")["event"] == "sunrise"
    assert sun.post_process_tool_call({"event": "sunset"}, "at what time rises the sun")["event"] == "sunrise"
    assert days.post_process_tool_call({"occasion": "giovedì"}, "quanto manca a giovedì") == {"day": "next_thursday"}
    assert days.post_process_tool_call({"occasion": "sábado"}, "quanto falta para sábado") == {"day": "next_saturday"}
    assert days.post_process_tool_call({"occasion": "my exam"}, "how long until my exam") == {"occasion": "my exam"}


def test_the_difference_of_two_places_is_claimed() -> None:
    tool = TimeDifference(LISBON)
    for words in ("what's the time difference between Rome and Boston?", "zeitunterschied zwischen Berlin und Boston"):
        claimed = tool.pre_route(words)
        assert claimed is not None, words
        assert claimed.arguments["from_location"] == "Boston"
    for words in ("what's the time difference from Boston to Rome", "décalage horaire de Boston à Rome"):
        claimed = tool.pre_route(words)
        assert claimed is not None, words
        assert claimed.arguments == {"location": "Rome", "from_location": "Boston"}
    assert tool.pre_route("what's the time difference between love and hate") is None


def test_the_place_alone_is_taken_and_the_one_that_there_means() -> None:
    clock, sun, apart = GetTime(LISBON, lambda: NOON), SunTimes(LISBON, lambda: NOON), TimeDifference(LISBON)
    words = "what time is it in osaka my phone died"
    assert clock.post_process_tool_call({"location": "osaka my phone died"}, words) == {"location": "osaka"}
    moved = "my brother moved to new york so what's the time there"
    assert clock.post_process_tool_call({}, moved) == {"location": "new york"}
    assert clock.post_process_tool_call({}, "he's on tour in osaka what's their local time") == {"location": "osaka"}
    for plain in ("what time is it in the morning there", "what's the time", "i live in oslo what's the time"):
        assert clock.post_process_tool_call({}, plain) == {}
    asked_for = {"event": "sunset", "location": "porto we have tickets"}
    assert sun.post_process_tool_call(asked_for, "when is sunset in porto we have tickets")["location"] == "porto"
    both = {"location": "denver hours"}
    assert apart.post_process_tool_call(both, "how far behind is denver hours i mean") == {"location": "denver"}


@pytest.mark.parametrize(
    ("words", "places"),
    [
        ("clock wise what's the difference between here and Lima", {"location": "Lima"}),
        ("in terms of hours what's the gap between Rome and Lima", {"location": "Rome", "from_location": "Lima"}),
        ("what's the gap between Rome and Lima", None),
        ("how many hours is perth ahead of us", {"location": "perth"}),
        ("so new delhi is how many hours ahead", {"location": "new delhi"}),
        ("rio de janeiro is how far behind lisbon", {"location": "rio de janeiro", "from_location": "lisbon"}),
        ("how many hours norway is ahead of ireland", {"location": "norway", "from_location": "ireland"}),
        ("dinner is how many hours behind", None),
        ("by how many hours is perth in advance of cairo", {"location": "perth", "from_location": "cairo"}),
        ("how far behind madrid is lima in hours", {"location": "lima", "from_location": "madrid"}),
        ("how far ahead of us is hanoi", {"location": "hanoi"}),
        ("if i'm in rome how many hours ahead is hanoi", {"location": "hanoi", "from_location": "rome"}),
        ("lima compared to madrid how many hours", {"location": "lima", "from_location": "madrid"}),
        ("how many hours between rome and boston", {"location": "rome", "from_location": "boston"}),
        ("how far ahead of us is hanoi clock wise", {"location": "hanoi"}),
        ("how far behind is lima of madrid hours wise", {"location": "lima", "from_location": "madrid"}),
        ("how many hours is the film ahead of us", None),
        ("how far ahead is the bus", None),
    ],
)
def test_the_difference_of_two_places_is_claimed_in_many_words(words: str, places: dict[str, str] | None) -> None:
    claimed = TimeDifference(LISBON).pre_route(words)
    assert (claimed and claimed.arguments) == places


def test_the_day_that_is_named_is_counted_to() -> None:
    tool = DaysUntil(LISBON, lambda: NOON)
    words = "how many days are left before christmas eve there is so much to bake"
    assert tool.post_process_tool_call({"occasion": "bake"}, words) == {"occasion": "christmas eve"}
    double = {"day": "next_tuesday", "occasion": "tuesday"}
    assert tool.post_process_tool_call(double, "the exam is on tuesday how many days till tuesday") == {
        "day": "next_tuesday"
    }


@pytest.mark.parametrize(
    ("said", "happens"),
    [
        ("what time does my train get in", True),
        ("what time is the next ferry", True),
        ("what time should i leave", True),
        ("what time do they have in perth", False),
        ("what time would it be in lima", False),
        ("what time is it for people in lagos", False),
        ("um wie viel uhr fährt der bus", True),
        ("wie spät ist es in tokio", False),
        ("a qué hora cierra la panadería", True),
        ("qué hora tienen en sídney", False),
        ("à quelle heure part le bus", True),
        ("a che ora arriva il treno", True),
        ("hoe laat vertrekt de bus", True),
        ("hoe laat is het in lima", False),
        ("a que horas fecha a padaria", True),
    ],
)
def test_when_something_happens_is_not_what_time_it_is(said: str, happens: bool) -> None:
    if happens:
        with pytest.raises(NotMeant):
            GetTime().post_process_tool_call({}, said)
    else:
        assert GetTime().post_process_tool_call({}, said) == ({"location": "perth"} if "perth" in said else {})


@pytest.mark.parametrize(
    ("said", "event"),
    [
        ("a qué hora sale el tren", None),
        ("a qué hora sale el sol", "sunrise"),
        ("cuándo se hace de noche", "sunset"),
        ("à quelle heure se lève papa", None),
        ("à quelle heure se lève le soleil", "sunrise"),
        ("wann geht in wien die sonne unter", "sunset"),
        ("wann geht der laden auf", None),
        ("hoe laat sta ik op", None),
        ("hoe laat komt de zon op", "sunrise"),
        ("quando cala il sole", "sunset"),
        ("a que horas nasce o sol", "sunrise"),
    ],
)
def test_only_the_sun_rises_and_sets(said: str, event: str | None) -> None:
    if event is None:
        with pytest.raises(NotMeant):
            SunTimes().post_process_tool_call({"event": "sunrise"}, said)
    else:
        assert SunTimes().post_process_tool_call({"event": "sunrise"}, said)["event"] == event


@pytest.mark.parametrize(
    ("words", "days", "asked"),
    [
        ("is it friday or saturday", ["next_friday", "next_saturday"], None),
        ("is today sunday", ["today", "next_sunday"], None),
        ("ist heute schon freitag", ["today", "next_friday"], None),
        ("is tomorrow a sunday", ["tomorrow", "next_sunday"], ["tomorrow"]),
        ("what date is it on friday", ["next_friday"], ["next_friday"]),
        ("what date is it friday", ["next_friday"], ["next_friday"]),
        ("de hoeveelste is het vrijdag", ["next_friday"], ["next_friday"]),
        ("i forgot is it friday or saturday", ["next_friday", "next_saturday"], None),
        ("which date is next sunday", ["next_sunday"], ["next_sunday"]),
    ],
)
def test_a_day_that_is_guessed_is_not_asked_about(words: str, days: list[str], asked: list[str] | None) -> None:
    mended = GetDate(LISBON, lambda: NOON).post_process_tool_call({"resolved_datetimes": days}, words)
    assert mended == ({"resolved_datetimes": asked} if asked else {})


@pytest.mark.parametrize(
    ("words", "given", "meant"),
    [
        ("how far is it from here to lyon", {"location": "lyon"}, False),
        ("how many miles is it to lyon", {"location": "lyon"}, False),
        ("how far ahead is lyon", {"location": "lyon"}, True),
        ("how far is the clock in lyon from ours", {"location": "lyon"}, True),
    ],
)
def test_how_far_a_place_is_no_clock_tells(words: str, given: dict[str, Any], meant: bool) -> None:
    tool = TimeDifference()
    if meant:
        assert tool.post_process_tool_call(given, words)["location"] == "lyon"
    else:
        with pytest.raises(NotMeant):
            tool.post_process_tool_call(given, words)


def test_of_two_days_that_are_counted_to_none_is_dropped() -> None:
    both = {"occasion": "halloween", "day": "2027-03-01"}
    with pytest.raises(NotMeant):
        DaysUntil().post_process_tool_call(both, "days until halloween and the first of march")
    assert DaysUntil().post_process_tool_call(both, "how many days to halloween") == {"occasion": "halloween"}


def test_a_day_of_a_year_is_one_day_in_that_year() -> None:
    tool = GetDate()
    year = tool.home_moment().year
    for key, then in (("this_year", year), ("next_year", year + 1), ("last_year", year - 1)):
        asked = {"resolved_datetimes": [f"{year}-05-02", key]}
        mended = tool.post_process_tool_call(asked, "which day is the second of may in that year")
        assert mended == {"resolved_datetimes": [f"{then}-05-02"]}
    with pytest.raises(NotMeant):  # of two years one would be lost
        tool.post_process_tool_call({"resolved_datetimes": [f"{year}-05-02", "this_year", "next_year"]}, "which day")


@pytest.mark.parametrize(
    ("said", "asks"),
    [
        ("the sun went down before we got the tent up", False),
        ("sunrise was lovely from the pier", False),
        ("the sun was going down when we got to the pier", False),
        ("sunset was when yesterday", True),
        ("the sun goes down when", True),
    ],
)
def test_what_the_sun_did_is_no_question(said: str, asks: bool) -> None:
    if asks:
        assert SunTimes().post_process_tool_call({"event": "sunset"}, said)["event"] == "sunset"
    else:
        with pytest.raises(NotMeant):
            SunTimes().post_process_tool_call({"event": "sunset"}, said)
