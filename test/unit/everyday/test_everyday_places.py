"""Places as people say them."""

from __future__ import annotations

from importlib import resources
from zoneinfo import ZoneInfo, available_timezones

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ovos_phal_plugin_jarvis.sdk import NotMeant
from ovos_phal_plugin_jarvis.sdk.place_names import place_languages, place_names
from ovos_toolbox_everyday.located import mend_place
from ovos_toolbox_everyday.place_names import WIDE_COUNTRIES
from ovos_toolbox_everyday.places import AmbiguousPlaceError, UnknownPlaceError, find_place, fold, place_around


@pytest.mark.parametrize(
    ("said", "zone", "name"),
    [
        ("tokyo", "Asia/Tokyo", "Tokyo"),
        ("TOKYO", "Asia/Tokyo", "Tokyo"),
        ("são paulo", "America/Sao_Paulo", "São Paulo"),
        ("Sao Paulo", "America/Sao_Paulo", "São Paulo"),
        ("new york", "America/New_York", "New York City"),
        ("new york city", "America/New_York", "New York City"),
        ("nyc", "America/New_York", "New York City"),
        ("london", "Europe/London", "London"),
        ("london england", "Europe/London", "London"),
        ("London, Ontario", "America/Toronto", "London, Ontario"),
        ("paris texas", "America/Chicago", "Paris, Texas"),
        ("Paris, France", "Europe/Paris", "Paris"),
        ("portland", "America/Los_Angeles", "Portland"),
        ("portland maine", "America/New_York", "Portland, Maine"),
        ("Springfield IL", "America/Chicago", None),
        ("st louis", "America/Chicago", "St. Louis"),
        ("St. Petersburg", "Europe/Moscow", "Saint Petersburg"),
        ("the hague", "Europe/Amsterdam", "The Hague"),
        ("zürich", "Europe/Zurich", "Zürich"),
        ("reykjavik", "Atlantic/Reykjavik", "Reykjavík"),
        ("bombay", "Asia/Kolkata", "Mumbai"),
        ("kiev", "Europe/Kyiv", "Kyiv"),
        ("cologne", "Europe/Berlin", "Cologne"),
        ("köln", "Europe/Berlin", "Cologne"),
        ("washington d.c.", "America/New_York", "Washington"),
        ("washington state", "America/Los_Angeles", "Washington State"),
        ("the city of chicago", "America/Chicago", "Chicago"),
        ("japan", "Asia/Tokyo", "Japan"),
        ("the netherlands", "Europe/Amsterdam", "the Netherlands"),
        ("england", "Europe/London", "the United Kingdom"),
        ("ukraine", "Europe/Kyiv", "Ukraine"),
        ("spain", "Europe/Madrid", "Spain"),
        ("new zealand", "Pacific/Auckland", "New Zealand"),
        ("california", "America/Los_Angeles", "California"),
        ("hawaii", "Pacific/Honolulu", "Hawaii"),
        ("ontario", "America/Toronto", "Ontario"),
        ("bali", "Asia/Makassar", "Bali"),
        ("ushuaia", "America/Argentina/Ushuaia", "Ushuaia"),
        ("America/New_York", "America/New_York", "New York"),
        ("america/new york", "America/New_York", "New York"),
        ("utc", "UTC", "UTC"),
        ("GMT", "GMT", "GMT"),
        ("eastern time", "America/New_York", "Eastern Time"),
        ("pacific standard time", "America/Los_Angeles", "Pacific Time"),
        ("EST", "America/New_York", "Eastern Time"),
    ],
)
def test_known_places(said: str, zone: str, name: str | None) -> None:
    place = find_place(said)
    assert place.zone == zone
    if name is not None:
        assert place.name == name


@pytest.mark.parametrize(
    ("said", "lang", "name"),
    [
        ("londres", "es-mx", "London"),
        ("nueva york", "es-es", "New York City"),
        ("ciudad de méxico", "es-es", "Mexico City"),
        ("japón", "es-es", "Japan"),
        ("valencia españa", "es-es", "Valencia, Spain"),
        ("la nouvelle-orléans", "fr-ca", "New Orleans"),
        ("mailand", "de-at", "Milan"),
        ("l'aia", "it-it", "The Hague"),
        ("nieuw-zeeland", "nl-be", "New Zealand"),
        ("nova iorque", "pt-pt", "New York City"),
        ("frança", "pt-br", "France"),  # without its cedilla it is a city
        ("londra", "", "London"),
    ],
)
def test_places_by_what_other_languages_call_them(said: str, lang: str, name: str) -> None:
    assert find_place(said, lang).name == name


def test_every_name_in_another_language_is_known() -> None:
    for lang in place_languages():
        for name, english in place_names(lang).items():
            zones = []
            for said in ((name, lang), (english, "en")):
                try:
                    zones.append(find_place(*said).zone)
                except AmbiguousPlaceError as error:
                    zones.append(error.choices)
            assert zones[0] == zones[1], (lang, name)


def test_where_nobody_lives_is_no_place() -> None:
    with pytest.raises(UnknownPlaceError):
        find_place("bouvet island")


@pytest.mark.parametrize(
    ("said", "choices"),
    [
        ("the united states", WIDE_COUNTRIES["US"]),
        ("USA", WIDE_COUNTRIES["US"]),
        ("canada", WIDE_COUNTRIES["CA"]),
        ("australia", WIDE_COUNTRIES["AU"]),
        ("russia", WIDE_COUNTRIES["RU"]),
        ("georgia", ("Atlanta", "Tbilisi")),
        ("valencia", ("Valencia, Venezuela", "Valencia, Spain")),
        ("san jose", ("San Jose, California", "San José, Costa Rica")),
    ],
)
def test_ambiguous_places_name_their_choices(said: str, choices: tuple[str, ...]) -> None:
    with pytest.raises(AmbiguousPlaceError) as caught:
        find_place(said)
    assert caught.value.choices == choices


def test_every_city_is_found_and_every_choice_offered_is_itself_a_place() -> None:
    table = resources.files("ovos_toolbox_everyday").joinpath("cities.tsv").read_text(encoding="utf-8")
    names = {row.split("\t")[0] for row in table.splitlines() if not row.startswith("#")}
    assert len(names) > 3000
    offered = {choice for choices in WIDE_COUNTRIES.values() for choice in choices}
    for name in names:
        try:
            find_place(name)
        except AmbiguousPlaceError as error:
            offered.update(error.choices)
    zones = {choice: find_place(choice).zone for choice in offered}
    assert zones["Valencia, Spain"] == "Europe/Madrid"
    assert zones["St. John's, Newfoundland"] == "America/St_Johns"
    assert zones["San José, Costa Rica"] == "America/Costa_Rica"


@pytest.mark.parametrize(
    ("said", "suggestion"), [("tokyoo", "Tokyo"), ("lodnon", "London"), ("nwe york", "New York City")]
)
def test_a_misspelt_place_brings_suggestions(said: str, suggestion: str) -> None:
    with pytest.raises(UnknownPlaceError) as caught:
        find_place(said)
    assert suggestion in caught.value.suggestions
    assert said in str(caught.value)


@pytest.mark.parametrize("said", ["", "   ", "the concert", "xyzzy", "12", "an hour", "../../etc/passwd", "\x00"])
def test_what_is_no_place(said: str) -> None:
    with pytest.raises(UnknownPlaceError):
        find_place(said)


def test_every_iana_zone_is_known_by_its_own_name() -> None:
    for zone in available_timezones():
        if "/" in zone:
            assert find_place(zone).zone == zone


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=200))
def test_any_text_is_a_place_or_one_of_the_two_errors(said: str) -> None:
    try:
        place = find_place(said)
    except (UnknownPlaceError, AmbiguousPlaceError) as error:
        assert str(error)
    else:
        assert ZoneInfo(place.zone).key == place.zone
        assert place.name


@settings(max_examples=100)
@given(st.text(max_size=60))
def test_folding_twice_changes_nothing_more(said: str) -> None:
    assert fold(fold(said)) == fold(said)


@pytest.mark.parametrize(
    ("part", "text", "place"),
    [
        ("zealand", "give me the time in new zealand", "new zealand"),
        ("korea", "tell me the time in south korea please", "south korea"),
        ("portland", "the time in portland in maine", "portland in maine"),
        ("paulo", "what time is it in são paulo", "são paulo"),
    ],
)
def test_a_place_is_all_of_its_name_and_nothing_before_it(part: str, text: str, place: str) -> None:
    assert place_around(part, text) == place


@pytest.mark.parametrize(
    "said",
    [
        "ann lives in oslo and ben lives in rome what time do they have",
        "he flew to rome and on to oslo but she is in lima what time have they got",
    ],
)
def test_of_several_places_none_is_picked(said: str) -> None:
    with pytest.raises(NotMeant):
        mend_place({}, said)


@pytest.mark.parametrize("said", ["what time do they each have", "what time has he got"])
def test_somebody_else_s_time_is_not_the_user_s(said: str) -> None:
    with pytest.raises(NotMeant):
        mend_place({}, said)


@pytest.mark.parametrize(
    ("said", "place"),
    [
        ("ann's in oslo what time has she got there", "oslo"),
        ("he was born in oslo and lives in oslo what time is it there", "oslo"),
        ("ann and ben moved to lima what time have they both got", "lima"),
        ("she moved to oslo in norway what time is it there", "oslo in norway"),
        ("he moved to Oslo and she to oslo what time is it there", "Oslo"),
        ("my oslo friend what time has she got", "oslo"),
        ("in oslo they eat late what time is it there", "oslo"),
        ("both of them are late what time is it", None),
        ("tell them both what time it is", None),
    ],
)
def test_the_one_place_that_is_spoken_of_is_meant_or_the_user_s_own(said: str, place: str | None) -> None:
    assert mend_place({}, said) == ({"location": place} if place else {})
