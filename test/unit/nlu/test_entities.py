"""Numbers, durations, times, dates and what has a form of its own, in every language that has a folder."""

from __future__ import annotations

import random
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from ovos_phal_plugin_jarvis.nlu.entities import (
    KINDS,
    NO_DAY,
    NUMBER,
    TIME,
    Clock,
    Day,
    Mention,
    find_mentions,
    mentions,
)
from ovos_phal_plugin_jarvis.nlu.lang import LanguageError, language, languages, register, yes_or_no
from ovos_phal_plugin_jarvis.nlu.lang import language as known_language
from ovos_phal_plugin_jarvis.nlu.lang.language import _REGISTERED
from ovos_phal_plugin_jarvis.nlu.reading import hear
from ovos_phal_plugin_jarvis.nlu.text import tokenize

NOW = datetime(2026, 11, 21, 10, 0, tzinfo=timezone.utc)
SAID: dict[str, dict[str, list[Any]]] = yaml.safe_load(
    (Path(__file__).parents[2] / "data" / "spoken_values.yaml").read_text(encoding="utf-8")
)


def read(text: str, lang: str, kind: str) -> list[Any]:
    found = find_mentions([token.norm for token in tokenize(text)], lang, NOW)
    return [m.value for m in found if m.kind == kind]


def cases(kind: str) -> list[tuple[str, str, Any]]:
    return [
        (lang, str(text), value) for lang, table in SAID.items() for case in table[kind] for text, value in case.items()
    ]


def test_every_language_has_its_cases() -> None:
    assert set(SAID) == set(languages())
    for table in SAID.values():
        assert sum(len(said) for said in table.values()) > 60


@pytest.mark.parametrize(("lang", "text", "value"), cases("number"))
def test_numbers(lang: str, text: str, value: float) -> None:
    assert read(text, lang, "number")[0] == pytest.approx(value)


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("en", "this afternoon at four"),
        ("de", "heute nachmittag um vier"),
        ("es", "esta tarde a las cuatro"),
        ("fr", "cet après-midi à quatre heures"),
        ("it", "questo pomeriggio alle quattro"),
        ("nl", "vanmiddag om vier uur"),
        ("pt", "esta tarde às quatro"),
    ],
)
def test_four_this_afternoon_is_behind_noon_and_today(lang: str, text: str) -> None:
    assert [clock.render() for clock in read(text, lang, "time")] == ["16:00"]
    assert [day.keys for day in read(text, lang, "date")] == [("today",)]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("locker three oh eight is stuck", [308]),
        ("gate one oh one four", [1014]),
        ("berth seven o nine", [709]),
        ("come at five o clock", [5]),
        ("oh two more", [2]),
        ("twenty oh five", [20, 5]),
    ],
)
def test_a_figure_that_is_said_as_a_letter(text: str, wanted: list[float]) -> None:
    assert read(text, "en", "number") == wanted


@pytest.mark.parametrize(("lang", "text", "seconds"), cases("duration"))
def test_durations(lang: str, text: str, seconds: float) -> None:
    assert read(text, lang, "duration") == [pytest.approx(seconds)]


@pytest.mark.parametrize(("lang", "text", "time"), cases("time"))
def test_times(lang: str, text: str, time: str) -> None:
    assert [clock.render() + ("" if clock.exact else "?") for clock in read(text, lang, "time")] == [time]


@pytest.mark.parametrize(("lang", "text", "value"), cases("date"))
def test_dates(lang: str, text: str, value: str) -> None:
    assert [key for day in read(text, lang, "date") for key in day.values()] == [value]


@pytest.mark.parametrize(("lang", "text"), [(lang, text) for lang, t in SAID.items() for text in t["nothing_dated"]])
def test_what_only_looks_like_a_date_is_none(lang: str, text: str) -> None:
    assert read(text, lang, "date") == []


@pytest.mark.parametrize("lang", sorted(SAID))
def test_numbers_as_ovos_says_them_are_read_back(lang: str) -> None:
    """ovos-number-parser wrote the words, so neither side can agree with itself."""
    from ovos_number_parser import pronounce_number

    rng = random.Random(9)
    for number in [*range(200), *(rng.randrange(200, 10**6) for _ in range(200))]:
        said = pronounce_number(number, lang=lang)
        assert read(said, lang, "number") == [number], said


@pytest.mark.parametrize("lang", sorted(SAID))
def test_lengths_and_days_as_ovos_says_them_are_read_back(lang: str) -> None:
    from datetime import timedelta

    from ovos_date_parser import nice_date, nice_duration

    for seconds in (1, 45, 60, 90, 600, 3600, 3660, 5400, 7325, 86400, 90061):
        said = nice_duration(seconds, lang=lang)
        assert read(said, lang, "duration") == [seconds], said
    for days in range(1, 350, 13):
        day = NOW + timedelta(days=days)
        said = nice_date(day, lang=lang)
        assert day.date().isoformat() in [v for d in read(said, lang, "date") for v in d.values()], said


@pytest.mark.parametrize(
    ("lang", "text", "first", "last"),
    [
        ("en", "from monday to friday", "2026-11-23", "2026-11-27"),
        ("en", "from friday until monday", "2026-11-27", "2026-11-30"),
        ("en", "the 3rd to the 5th of may", "2027-05-03", "2027-05-05"),
        ("en", "the next three days", "2026-11-21", "2026-11-23"),
        ("de", "vom 3. bis 7. mai", "2027-05-03", "2027-05-07"),
        ("es", "de lunes a viernes", "2026-11-23", "2026-11-27"),
        ("fr", "du 3 au 7 mai", "2027-05-03", "2027-05-07"),
        ("it", "da lunedì a venerdì", "2026-11-23", "2026-11-27"),
        ("nl", "van maandag tot vrijdag", "2026-11-23", "2026-11-27"),
        ("pt", "de segunda-feira a sexta-feira", "2026-11-23", "2026-11-27"),
    ],
)
def test_ranges(lang: str, text: str, first: str, last: str) -> None:
    (day,) = read(text, lang, "date_range")
    assert (day.values()[0], day.values()[-1]) == (first, last)


def test_several_days_are_several_dates() -> None:
    assert [d.values()[0] for d in read("on monday, wednesday and friday", "en", "date")] == [
        "next_monday",
        "next_wednesday",
        "next_friday",
    ]


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("write to anna.k@example.org about it", "email", "anna.k@example.org"),
        ("write to anna at example dot com today", "email", "anna@example.com"),
        ("open https://example.org/a?b=1.", "url", "https://example.org/a?b=1"),
        ("go to www.example.org", "url", "www.example.org"),
        ("go to example.org please", "url", "example.org"),
        ("write hello to the file note.txt", "path", "note.txt"),
        ("show me /etc/hosts", "path", "/etc/hosts"),
        ("delete ~/docs/old.tar.gz now", "path", "~/docs/old.tar.gz"),
        ('add "buy milk" to the list', "quoted", "buy milk"),
        ("add „Milch kaufen“ zur liste", "quoted", "Milch kaufen"),
        ("five euros fifty", "money", 5.5),
        ("six euros fifty for the train", "money", 6.5),
        ("six euros two of them", "money", 6),
        ("$20 for lunch", "money", 20),
        ("fünf Euro und zehn Cent", "money", 5.1),
        ("thirty percent", "percent", 30),
        ("the weather in new york", "place", "new york"),
    ],
)
def test_what_has_a_form_of_its_own(text: str, kind: str, value: Any) -> None:
    lang = "de" if "ü" in text or "„" in text else "en"
    assert [m.value for m in mentions(text, lang, NOW) if m.kind == kind] == [value]


@pytest.mark.parametrize(
    ("lang", "text", "place"),
    [
        ("de", "wie spät ist es in den vereinigten staaten", "vereinigten staaten"),
        ("es", "qué hora es en nueva york", "nueva york"),
        ("fr", "quelle heure est-il à la nouvelle-orléans", "la nouvelle orléans"),
        ("it", "che ore sono a città del messico", "città del messico"),
        ("nl", "hoe laat is het in den haag", "den haag"),
        ("pt", "que horas são em nova iorque", "nova iorque"),
    ],
)
def test_a_place_by_what_the_language_calls_it(lang: str, text: str, place: str) -> None:
    assert place in [m.value for m in mentions(text, lang, NOW) if m.kind == "place"]


@pytest.mark.parametrize(
    "text", ["3.5 and 4", "what is 12.50 plus 1", "it's 5:30", "don't say 'no' to me o'neil", "a/b"]
)
def test_numbers_and_words_are_no_addresses(text: str) -> None:
    assert not {m.kind for m in mentions(text, "en", NOW)} & {"email", "url", "path"}


@pytest.mark.parametrize(
    ("text", "lang", "wanted"),
    [
        ("bus one eight six", "en", [186]),
        ("flat three three one please", "en", [331]),
        ("linie eins acht sechs", "de", [186]),
        ("autobús uno ocho seis", "es", [186]),
        ("one two three go", "en", [1, 2, 3]),
        ("three two one", "en", [3, 2, 1]),
        ("five and six and two", "en", [5, 6, 2]),
        ("two four", "en", [2, 4]),
        ("seven four two hundred", "en", [7, 4, 200]),
    ],
)
def test_a_number_said_figure_by_figure(text: str, lang: str, wanted: list[float]) -> None:
    assert read(text, lang, "number") == wanted


def test_a_nought_behind_a_point_has_a_word_of_its_own() -> None:
    assert read("it says one point oh oh six", "en", "number") == [1.006]
    assert read("one point oh seven one at noon", "en", "number") == [1.071]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("six euros fifty for the train", 6.5),
        ("take ten pounds fifty cash", 10.5),
        ("five pounds forty put it down", 5.4),
        ("twenty pounds sixty gone", 20.6),
    ],
)
def test_what_a_sum_of_money_counts_is_one_number(text: str, value: float) -> None:
    assert read(text, "en", "number") == [value]
    assert read(text, "en", "money") == [value]


@pytest.mark.parametrize(
    ("text", "lang", "value"),
    [
        # the word behind is written with a mark
        ("achtzehn euro fünfzig für putzmittel", "de", 18.5),
        ("douze euros vingt à paul", "fr", 12.2),
        ("nueve euros cincuenta más dos", "es", 9.5),
        ("seis euros trinta até sexta", "pt", 6.3),
        # what is behind counts something else
        ("vierzig euro zwanzig eier", "de", 40.0),
        ("douze euros vingt œufs", "fr", 12.0),
    ],
)
def test_a_sum_ends_before_a_small_word_however_that_is_written(text: str, lang: str, value: float) -> None:
    assert read(text, lang, "money") == [value]


def test_a_price_an_hour_is_no_length_of_time() -> None:
    assert read("parking under five euros an hour", "en", "duration") == []
    assert read("it costs 1.80 an hour or less", "en", "duration") == []
    assert read("park for an hour", "en", "duration") == [3600]


def test_a_number_that_a_recogniser_wrote_as_another_word() -> None:
    assert read("set a timer for for minutes", "en", "duration") == [240]
    assert read("set a timer for to hours", "en", "duration") == [7200]
    assert read("it rained for days", "en", "duration") == []
    assert read("i did this for hours", "en", "duration") == []


def test_next_month_has_a_first_day() -> None:
    (day,) = read("next month", "en", "date")
    assert day.values() == ["next_month"]
    assert [d.isoformat() for d in day.span(NOW.date()) or ()] == ["2026-12-01", "2026-12-31"]


def test_the_half_of_the_day_comes_from_the_day_beside_it() -> None:
    assert [c.render() for c in read("wake me tomorrow morning at six", "en", "time")] == ["06:00"]
    assert [c.render() for c in read("tonight at eight", "en", "time")] == ["20:00"]
    assert [c.render() for c in read("heute abend um acht", "de", "time")] == ["20:00"]
    assert [c.render() for c in read("vanavond om acht uur", "nl", "time")] == ["20:00"]


@pytest.mark.parametrize(
    ("lang", "text", "time"),
    [
        ("de", "um sieben uhr morgen abend", "19:00"),
        ("de", "um sieben uhr morgen früh", "07:00"),
        ("nl", "om zeven uur morgenochtend", "07:00"),
        ("it", "alle sette domattina", "07:00"),
        ("pt", "às sete amanhã à noite", "19:00"),
    ],
)
def test_what_names_the_day_and_its_half_behind_a_time_is_both(lang: str, text: str, time: str) -> None:
    found = mentions(text, lang, NOW)
    (clock,) = [m for m in found if m.kind == "time"]
    (day,) = [m for m in found if m.kind == "date"]
    assert (clock.value.render(), clock.end <= day.start) == (time, True)
    assert day.value.values()[0].startswith("tomorrow_")


@pytest.mark.parametrize(
    ("text", "time"),
    [
        ("quarter past twelve tonight", "00:15"),
        ("tonight at two", "02:00"),
        ("at five tonight", "17:00"),
        ("tomorrow evening at twelve", "00:00"),
        ("this afternoon at twelve", "12:00"),
        ("friday night at nine", "21:00"),
        ("at a quarter past midnight", "00:15"),
        ("at twelve on friday night", "00:00"),
    ],
)
def test_twelve_in_the_evening_is_midnight(text: str, time: str) -> None:
    assert [c.render() for c in read(text, "en", "time")] == [time]


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("friday evening at twelve", "2026-11-28"),
        ("at two on friday night", "2026-11-28"),
        ("friday night at midnight", "2026-11-28"),
        ("friday night at nine", "next_friday"),
        ("tomorrow night at one", "2026-11-23"),
        ("at two tonight", "2026-11-22"),
        ("at eight tonight", "tonight"),
    ],
)
def test_behind_midnight_it_is_the_day_after_the_night(text: str, day: str) -> None:
    assert [d.values() for d in read(text, "en", "date")] == [[day]]


@pytest.mark.parametrize(
    ("lang", "text", "day"),
    [
        ("de", "dienstag in zwei wochen", "2026-12-08"),
        ("nl", "dinsdag over een week", "2026-12-01"),
        ("nl", "vandaag over twee weken", "2026-12-05"),
        ("fr", "aujourd'hui en quinze", "2026-12-05"),
        ("it", "oggi a otto", "2026-11-28"),
        ("es", "de hoy en ocho días", "2026-11-29"),
        ("pt", "de hoje a dez dias", "2026-12-01"),
    ],
)
def test_weeks_from_a_day_in_other_languages(lang: str, text: str, day: str) -> None:
    assert [d.values() for d in read(text, lang, "date")] == [[day]]


def test_weeks_that_something_lasts_count_from_no_day() -> None:
    assert [d.values() for d in read("for two weeks on tuesday", "en", "date")] == [["next_tuesday"]]
    assert [d.values() for d in read("two minutes today", "en", "date")] == [["today"]]
    assert [d.values() for d in read("two weeks tuesday to friday", "en", "date")] == [
        ["next_tuesday"],
        ["next_friday"],
    ]
    assert read("two weeks tuesday to the shop", "en", "date")[0].values() == ["2026-12-08"]


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("en", "every two weeks on tuesday"),
        ("en", "each three weeks tuesday"),
        ("en", "every single two weeks on tuesday"),
        ("en", "every three months on tuesday"),
        ("de", "jeden dienstag in zwei wochen"),
        ("nl", "elke dinsdag over een week"),
    ],
)
def test_weeks_that_come_again_count_from_no_day(lang: str, text: str) -> None:
    assert ["next_tuesday"] in [d.values() for d in read(text, lang, "date")]


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("five, ten and fifteen", [5, 10, 15]),
        ("six, twelve, eighteen", [6, 12, 18]),
        ("three, forty and fifty minutes", [3, 40, 50]),
        ("twenty, five and ten", [20, 5, 10]),
        ("five, ten minutes", [5, 10]),
        # two alone may be one, said with a pause
        ("a timer for one, thirty", [130]),
        ("the heater to two, forty degrees", [240]),
        ("twenty, five minutes", [25]),
        ("two thousand, five hundred and ten", [2510]),
        ("four hundred and twelve and twenty", [412, 20]),
    ],
)
def test_a_comma_parts_the_numbers_of_a_row(text: str, numbers: list[float]) -> None:
    assert [x.value for x in mentions(text, "en", NOW) if x.kind == NUMBER] == numbers


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("a week on tuesday", "2026-12-01"),
        ("thursday week", "2026-12-03"),
        ("a week tomorrow", "2026-11-29"),
        ("two weeks today", "2026-12-05"),
        ("a fortnight tomorrow", "2026-12-06"),
        ("three weeks on tuesday", "2026-12-15"),
        ("in three months", "2027-02-21"),
        ("a year ago", "2025-11-21"),
        ("saturday the 28th", "2026-11-28"),
        ("wednesday the 13th", "2027-01-13"),
        ("the first friday of december", "2026-12-04"),
        ("the last friday of the month", "2026-11-27"),
        ("the third thursday of next month", "2026-12-17"),
    ],
)
def test_days_of_the_calendar(text: str, day: str) -> None:
    assert [d.values() for d in read(text, "en", "date")] == [[day]]


@pytest.mark.parametrize(
    ("lang", "text", "day"),
    [
        ("en", "the 12th of this month", "2026-11-12"),
        ("en", "first of next month", "2026-12-01"),
        ("en", "by the 1st of the month", "2026-12-01"),
        ("en", "leaving from the 6th", "2026-12-06"),
        ("de", "am dritten nächsten monats", "2026-12-03"),
        ("es", "el tres del mes que viene", "2026-12-03"),
        ("fr", "le trois du mois prochain", "2026-12-03"),
        ("it", "il tre del mese prossimo", "2026-12-03"),
        ("nl", "op de derde van volgende maand", "2026-12-03"),
        ("pt", "dia três do próximo mês", "2026-12-03"),
    ],
)
def test_days_of_this_month_and_the_next(lang: str, text: str, day: str) -> None:
    assert [d.values() for d in read(text, lang, "date")] == [[day]]


@pytest.mark.parametrize("text", ["on the 3rd floor", "the third one", "on the third time", "before the second bell"])
def test_the_third_of_some_things_is_no_day(text: str) -> None:
    assert read(text, "en", "date") == []


@pytest.mark.parametrize(
    ("text", "numbers"),
    [("add a third alarm", []), ("a third of it", []), ("a third litre of milk", [1 / 3]), ("a third", [1 / 3])],
)
def test_a_third_thing_is_no_fraction(text: str, numbers: list[float]) -> None:
    assert read(text, "en", "number") == pytest.approx(numbers)


def test_a_day_is_said_without_the_word_before_it() -> None:
    (day,) = [x for x in mentions("on the 6th", "en", NOW) if x.kind == "date"]
    assert (day.start, day.end) == (1, 3)


def test_a_fraction_is_a_time_only_where_a_word_says_so() -> None:
    assert [t.render() for t in read("wake me at six and a half", "en", "time")] == ["06:30"]
    assert [t.render() for t in read("at seven of the evening", "en", "time")] == ["19:00"]
    assert read("boil it for two and a half", "en", "time") == []
    assert read("boil it for two and a half", "en", "number") == [2.5]


def test_a_day_that_a_month_does_not_have_is_none_of_another() -> None:
    assert read("on the 30th of february", "en", "date") == [NO_DAY]
    assert read("on the thirty first of april", "en", "date") == [NO_DAY]
    assert read("am einunddreißigsten april", "de", "date") == [NO_DAY]
    assert [d.values() for d in read("on the 30th", "en", "date")] == [["2026-11-30"]]
    assert read("on the fifth tuesday of february", "en", "date") == [NO_DAY]
    assert read("the 0th tuesday of june", "en", "date") == []
    assert read("on a tuesday in june", "en", "date") == []


def test_a_day_without_its_month_is_one_soon() -> None:
    assert read("tuesday the 31st", "en", "date") == [NO_DAY]  # in eighteen months
    assert [d.values() for d in read("on the 31st", "en", "date")] == [["2026-12-31"]]


def _in_type(mention: Mention) -> bool:
    if mention.kind in ("number", "ordinal", "percent", "money", "duration"):
        return isinstance(mention.value, float | int)
    if mention.kind == "time":
        clock = mention.value
        return isinstance(clock, Clock) and 0 <= clock.hour < 24 and 0 <= clock.minute < 60
    if mention.kind in ("date", "date_range"):
        return isinstance(mention.value, Day) and (mention.value == NO_DAY or bool(mention.value.values()))
    return isinstance(mention.value, str) and bool(mention.value)


def _words_of(lang: str) -> list[str]:
    """Every word of the tables: the orders in which they stand are what is made up."""
    found: set[str] = set()

    def walk(value: Any) -> None:
        if isinstance(value, dict):
            for inner in value.values():
                walk(inner)
        elif isinstance(value, list):
            for inner in value:
                walk(inner)
        elif isinstance(value, str):
            found.update(word for word in value.replace("|", " ").split() if word.isalpha())

    walk(dict(known_language(lang).entities))
    return sorted(found) + ["5", "12", "3.5", "2026", "07:30", "1.000", "05", "%", "€", "-"]


@pytest.mark.parametrize("lang", sorted(SAID))
@given(data=st.data())
@settings(max_examples=80, deadline=None)
def test_any_order_of_the_words_is_read_in_place(lang: str, data: st.DataObject) -> None:
    words = data.draw(st.lists(st.sampled_from(_words_of(lang)), max_size=16))
    for mention in find_mentions(words, lang, NOW):
        assert 0 <= mention.start < mention.end <= len(words)
        assert mention.kind in KINDS and _in_type(mention)


@given(st.text(max_size=300), st.sampled_from([*sorted(SAID), "pl", "xx", ""]))
@settings(max_examples=200, deadline=None)
def test_any_text_is_read(text: str, lang: str) -> None:
    count = len(tokenize(text, lang))
    for mention in mentions(text, lang, NOW):
        assert 0 <= mention.start < mention.end <= count
        assert mention.kind in KINDS and _in_type(mention)


@pytest.mark.parametrize(
    "text", ["one " * 3000, "5 " * 500, "a" * 10000, "hundert" * 700, "😀" * 500, "/" * 2000, "a." * 1000, "'" * 999]
)
def test_bad_input_is_read_in_bounded_time(text: str) -> None:
    for lang in SAID:
        assert isinstance(mentions(text, lang, NOW), list)


@pytest.mark.parametrize("year", [1, 9999])
def test_the_ends_of_the_calendar_raise_nothing(year: int) -> None:
    edge = datetime(year, 1 if year == 1 else 12, 1 if year == 1 else 31)
    for lang, table in SAID.items():
        for case in table["date"]:
            for text in case:
                found = find_mentions([t.norm for t in tokenize(str(text))], lang, edge)
                for mention in found:
                    if mention.kind == "date":
                        mention.value.span(edge.date())


def test_a_language_without_a_folder_is_read_by_the_ovos_parsers() -> None:
    assert not language("pl").installed
    assert [m.value for m in mentions("ustaw minutnik na 10 minut", "pl", NOW) if m.kind == "number"] == [10]
    assert [m.value for m in mentions("dwadzieścia minut", "pl", NOW) if m.kind == "duration"] == [1200]


def test_an_eighth_language_is_added_by_data_only() -> None:
    try:
        swedish = register(Path(__file__).parents[2] / "data" / "language_sv")
        assert language("sv-SE") is swedish and "sv" in languages()
        assert read("tjugofem minuter", "sv", "duration") == [1500]
        assert read("en timme och en halv", "sv", "duration") == [5400]
        assert [c.render() for c in read("klockan halv åtta", "sv", "time")] == ["07:30"]
        assert [d.values() for d in read("på fredag", "sv", "date")] == [["next_friday"]]
        assert [d.values() for d in read("om tre dagar", "sv", "date")] == [["2026-11-24"]]
        assert [d.values() for d in read("den tredje maj", "sv", "date")] == [["2027-05-03"]]
        assert yes_or_no("ja tack", "sv") is True and yes_or_no("nej", "sv") is False
        assert swedish.stem("flickorna") == swedish.stem("flickor")
        assert swedish.background == ((frozenset({"musik"}), ("spela något trevligt",)),)
    finally:
        _REGISTERED.pop("sv", None)


@pytest.mark.parametrize(
    ("file", "text", "message"),
    [
        ("words.yaml", "name: x", "'code' is missing"),
        ("words.yaml", "code: xx\nname: x\nwrods: a", "unknown entry 'wrods'"),
        ("words.yaml", "code: xx\nname: x\nagree: (yes | no", "unclosed bracket"),
        ("words.yaml", "code: xx\nname: x\nopposites: [on off]", "holds no '/'"),
        ("words.yaml", "[", "words.yaml"),
        ("words.yaml", "code: xx\nname: x\nnegations: no", "words.yaml: line 3, 'negations': no is a yes or a no"),
        ("words.yaml", "code: xx\nname: x\nopposites: [on, off]", "line 3, 'opposites': on is"),
        ("words.yaml", "code: xx\nname: x\nmeanings: {off: out}", "line 3, 'off': off is"),
        ("entities.yaml", "numbers: {wholes: {dozen: [12, yes]}}", "entities.yaml: line 1, 'dozen': yes is"),
        ("entities.yaml", "numbres: {}", "unknown entry 'numbres'"),
        ("entities.yaml", "times: {sure: {halfpast: 'half {h}'}}", "no clock rule"),
        ("entities.yaml", "dates: {patterns: {sometime: x}}", "no date rule"),
        ("entities.yaml", "dates: {fixed: {someday: x}}", "no date key"),
        ("entities.yaml", "dates: {weekdays: [a, b]}", "7 entries"),
        ("entities.yaml", "times: {sure: {'h:30': 'half {hh}'}}", "no slot {hh}"),
    ],
)
def test_a_mistake_in_a_folder_is_named(tmp_path: Path, file: str, text: str, message: str) -> None:
    (tmp_path / "words.yaml").write_text("code: xx\nname: x\n", encoding="utf-8")
    (tmp_path / file).write_text(text, encoding="utf-8")
    try:
        with pytest.raises(LanguageError, match=message.replace("(", "\\(").replace("{", "\\{")):
            register(tmp_path)
            find_mentions(["x"], "xx", NOW)
    finally:
        _REGISTERED.pop("xx", None)


@pytest.mark.parametrize(
    ("said", "values"),
    [
        ("one thirty eight over eighty eight", [138, 88]),
        ("a forty percent share of 55", [40, 55]),
        ("it was one sixty", [160]),
        ("one eleven over sixty nine", [111, 69]),
        ("nineteen eighty four", [1984]),
        ("two hundred and five", [205]),
    ],
)
def test_hundreds_may_go_without_saying(said, values):
    found = hear(said, "en-us", datetime(2026, 11, 21, 10, tzinfo=timezone.utc)).mentions
    assert [m.value for m in found if m.kind == "number"] == values


@pytest.mark.parametrize("said", ["one twenty minute timer", "two twenty five second ones"])
def test_but_not_where_several_of_a_length_are_meant(said):
    found = hear(said, "en-us", datetime(2026, 11, 21, 10, tzinfo=timezone.utc)).mentions
    assert found[0].value == (1 if said.startswith("one") else 2)
    assert [m.value for m in found if m.kind == "duration"] == [1200 if said.startswith("one") else 25]


@pytest.mark.parametrize(
    ("lang", "said", "values"),
    [
        ("en-us", "three quarters of a kilo", [0.75]),
        ("en-us", "one and three quarters of a litre", [1.75]),
        ("en-us", "two thirds of a cup of flour", [2 / 3]),
        ("en-us", "half of a pound", [0.5]),
        ("es-es", "tres cuartos de litro", [0.75]),
        ("fr-fr", "un quart de litre", [0.25]),
        ("it-it", "tre quarti di litro", [0.75]),
        ("pt-pt", "três quartos de litro", [0.75]),
        ("en-us", "three quarters of the eggs", []),
        ("es-es", "tres cuartos de los huevos", []),
        ("pt-pt", "três quartos de hotel", [3]),
        ("en-us", "half after a long day", []),
    ],
)
def test_a_fraction_of_a_unit_is_its_number(lang: str, said: str, values: list[float]) -> None:
    found = find_mentions(said.split(), lang, NOW)
    assert [x.value for x in found if x.kind == NUMBER] == pytest.approx(values)


@pytest.mark.parametrize(
    ("lang", "said", "clock"),
    [
        ("en-us", "every evening at eight", "20:00"),
        ("de-de", "jeden abend um acht", "20:00"),
        ("de-de", "jeden morgen um acht", "08:00"),
        ("es-es", "todas las noches a las ocho", "20:00"),
        ("fr-fr", "chaque soir à huit heures", "20:00"),
        ("it-it", "ogni sera alle otto", "20:00"),
        ("nl-nl", "elke avond om acht uur", "20:00"),
        ("pt-pt", "todas as noites às oito", "20:00"),
        ("de-de", "jede nacht um zwei", "02:00"),
    ],
)
def test_the_half_of_each_day_tells_which_hour_is_meant(lang: str, said: str, clock: str) -> None:
    (time,) = [x for x in find_mentions(said.split(), lang, NOW) if x.kind == TIME]
    assert f"{time.value.hour:02}:{time.value.minute:02}" == clock


@pytest.mark.parametrize(
    ("words", "numbers"),
    [
        ("hot by quarter to nine seventy eight degrees", [78]),
        ("at half past six eighty people", [80]),
        ("quarter past ten twenty chairs", [20]),
    ],
)
def test_the_hour_of_a_time_begins_no_longer_number(words, numbers):
    times = [x for x in find_mentions(words.split(), "en-us", NOW) if x.kind == TIME]
    found = [
        x.value for x in find_mentions(words.split(), "en-us", NOW) if x.kind == NUMBER and x.start >= times[0].end
    ]
    assert len(times) == 1 and found == numbers


@pytest.mark.parametrize(
    ("lang", "said", "clock"),
    [
        ("fr-fr", "un réveil pour demain matin six heures et quart", "06:15"),
        ("fr-fr", "demain six heures et demie", "06:30"),
        ("it-it", "domani sei e mezza", "06:30"),
        ("es-es", "el lunes seis y cuarto", "06:15"),
        ("nl-nl", "morgen acht uur", "08:00"),
        # so much of something is no time
        ("en-us", "tomorrow two and a half cups", ""),
        ("it-it", "domani sei uova", ""),
    ],
)
def test_a_day_announces_a_time(lang: str, said: str, clock: str) -> None:
    found = hear(said, lang, datetime(2026, 11, 21, 10, tzinfo=timezone.utc)).mentions
    assert [f"{m.value.hour:02}:{m.value.minute:02}" for m in found if m.kind == "time"] == [clock] * bool(clock)


@pytest.mark.parametrize(("lang", "said"), [("es-es", "de cuarto de hora"), ("pt-pt", "de quarto de hora")])
def test_a_quarter_of_an_hour_needs_no_article(lang: str, said: str) -> None:
    found = hear(said, lang, datetime(2026, 11, 21, 10, tzinfo=timezone.utc)).mentions
    assert [m.value for m in found if m.kind == "duration"] == [900]


@pytest.mark.parametrize(
    ("lang", "said", "clock"),
    [
        ("en-us", "half eight tomorrow ring me", "08:30"),
        ("en-us", "half four on sunday afternoon ring me", "16:30"),
        ("en-us", "half eight cups tomorrow", ""),
        ("en-us", "half eight is a start", ""),
    ],
)
def test_a_day_behind_a_time_tells_that_it_is_one(lang: str, said: str, clock: str) -> None:
    found = hear(said, lang, datetime(2026, 11, 21, 10, tzinfo=timezone.utc)).mentions
    assert [f"{m.value.hour:02}:{m.value.minute:02}" for m in found if m.kind == "time"] == [clock] * bool(clock)


@pytest.mark.parametrize(
    ("lang", "said", "days", "clock"),
    [
        ("en-us", "on friday in the evening at eight", ["next_friday"], "20:00"),
        ("en-us", "tomorrow in the morning at half past eight", ["tomorrow_morning"], "08:30"),
        ("fr-fr", "demain dans la soirée à huit heures", ["tomorrow_evening"], "20:00"),
        ("it-it", "domani di sera alle otto", ["tomorrow_evening"], "20:00"),
        ("nl-nl", "morgen in de avond om acht uur", ["tomorrow_evening"], "20:00"),
    ],
)
def test_the_part_of_a_day_may_stand_behind_a_preposition(lang: str, said: str, days: list[str], clock: str) -> None:
    found = hear(said, lang, datetime(2026, 11, 21, 10, tzinfo=timezone.utc)).mentions
    assert [m.value.values() for m in found if m.kind == "date"] == [days]
    assert [f"{m.value.hour:02}:{m.value.minute:02}" for m in found if m.kind == "time"] == [clock]


@pytest.mark.parametrize(
    ("said", "times", "lengths"),
    [
        ("feed it at twenty hours", ["20:00"], []),
        ("ring me in twenty hours", [], [72000]),
        ("for two hours", [], [7200]),
    ],
)
def test_so_many_hours_are_a_time_behind_at(said: str, times: list[str], lengths: list[float]) -> None:
    assert [clock.render() for clock in read(said, "en", "time")] == times
    assert read(said, "en", "duration") == lengths


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("charge it at three hundred and ten euros an hour", 310),
        ("run the drum at twelve hundred turns", 1200),
        ("let hall nine to two hundred lux", 200),
        ("keep it from five to twelve degrees", 12),
        ("print at six hundred dots", 600),
        ("the reed sounds at four hundred forty one point eight hertz", 441.8),
        ("bake it at one hundred eighty degrees", 180),
        ("the mill turns at six hundred fifty", 650),
    ],
)
def test_what_is_counted_in_hundreds_is_no_time(text: str, number: float) -> None:
    assert number in read(text, "en", "number")
    assert read(text, "en", "time") == []


@pytest.mark.parametrize(
    "text",
    [
        "be back at fourteen hundred",
        "at fourteen hundred on friday",
        "at fourteen hundred hours",
        "meet me at fourteen hundred please",
        "alarm at fourteen hundred thanks",
        "at fourteen hundred called tea",
        "meet at fourteen hundred and bring cake",
    ],
)
def test_hours_said_in_hundreds(text: str) -> None:
    (time,) = read(text, "en", "time")

    assert time.hour == 14


@pytest.mark.parametrize(
    "text", ["ten pounds fifty red roses", "six euros ten stamps", "twenty pounds fifty small flyers"]
)
def test_what_is_bought_is_not_counted_in_cents(text: str) -> None:
    assert len(read(text, "en", "number")) == 2


@pytest.mark.parametrize(
    "text",
    [
        "carry from two to three kilos monday afternoon",
        "friday evening from four to six chairs",
        "from four to six guests tonight",
    ],
)
def test_a_stretch_of_things_has_no_half_of_the_day(text: str) -> None:
    assert read(text, "en", "time") == []


@pytest.mark.parametrize(
    ("said", "times"),
    [
        ("this afternoon at 2 to a mister kent", ["14:00"]),
        ("at five to one", ["12:55"]),
        ("at two to an old friend", ["02:00"]),
    ],
)
def test_an_article_is_no_hour(said: str, times: list[str]) -> None:
    found = find_mentions(said.split(), "en-us", NOW)

    assert [x.value.render() for x in found if x.kind == TIME] == times
