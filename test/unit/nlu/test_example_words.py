"""Words with values: numbers, durations, times, dates, as people say and recognisers write them."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timezone
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from learned_tools import having_learned
from ovos_phal_plugin_jarvis.nlu.entities import find_mentions
from ovos_phal_plugin_jarvis.nlu.text import plain_apostrophes, strip_request, tokenize
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition, ToolExample, ToolParameter
from ovos_phal_plugin_jarvis.translation.values import TranslationContext

NOW = datetime(2026, 11, 21, 10, 0, tzinfo=timezone.utc)


def read(text: str, kind: str, lang: str = "en-us") -> list[Any]:
    words = [token.norm for token in tokenize(text)]
    return [x.value for x in find_mentions(words, lang, NOW) if x.kind == kind]


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("twenty one", [21]),
        ("two hundred and five", [205]),
        ("three point five", [3.5]),
        ("1,250", [1250]),
        ("nineteen eighty four", [1984]),
        ("two and a half", [2.5]),
        ("a dozen eggs", [12]),
        ("minus seven", [-7]),
        ("seven minus two", [7, 2]),
        ("add three and four", [3, 4]),
        ("fiftyfive", [55]),
        ("point five", [0.5]),
        ("two million three hundred thousand", [2_300_000]),
        ("half of 68", [68]),
        ("one hundred and forty four", [144]),
    ],
)
def test_numbers(text: str, values: list[float]) -> None:
    assert read(text, "number") == values


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("an hour and a half", 5400),
        ("half an hour", 1800),
        ("a quarter of an hour", 900),
        ("ten minutes", 600),
        ("one hour thirty", 5400),
        ("two and a half minutes", 150),
        ("a 45-second countdown", 45),
        ("90 min", 5400),
        ("an hour and twenty minutes", 4800),
        ("three quarters of an hour", 2700),
        ("an hour and three quarters", 6300),
        ("a couple of minutes", 120),
        ("two hours, five minutes and ten seconds", 7510),
        ("the hour and a half timer", 5400),
    ],
)
def test_durations(text: str, seconds: float) -> None:
    assert read(text, "duration")[0] == seconds


@pytest.mark.parametrize(
    ("text", "time"),
    [
        ("half past six tonight", "18:30"),
        ("quarter to seven in the morning", "06:45"),
        ("at seven thirty", "07:30"),
        ("5 pm", "17:00"),
        ("17:45", "17:45"),
        ("ten past five", "05:10"),
        ("six o'clock", "06:00"),
        ("noon", "12:00"),
        ("ten to five", "04:50"),
        ("12 am", "00:00"),
        ("at seven oh five", "07:05"),
        ("nine in the evening", "21:00"),
        ("midnight", "00:00"),
    ],
)
def test_times(text: str, time: str) -> None:
    assert [clock.render() for clock in read(text, "time")] == [time]


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("the day after tomorrow", ["day_after_tomorrow"]),
        ("tomorrow morning", ["tomorrow_morning"]),
        ("next friday", ["next_friday"]),
        ("on monday", ["next_monday"]),
        ("this weekend", ["this_weekend"]),
        ("last night", ["last_night"]),
        ("next week", ["next_week"]),
        ("in three days", ["2026-11-24"]),
        ("march fifth", ["2027-03-05"]),
        ("the 5th of march 2028", ["2028-03-05"]),
        ("the day before yesterday", ["2026-11-19"]),
        ("today and tomorrow", ["today", "tomorrow"]),
        ("a week from now", ["2026-11-28"]),
        ("christmas", ["2026-12-25"]),
        ("shed four day after tomorrow", ["day_after_tomorrow"]),
        ("shed four day before yesterday", ["2026-11-19"]),
        ("two days after tomorrow", ["2026-11-24"]),
        ("one day after tomorrow", ["2026-11-23"]),
        ("table ten december fourteenth", ["2026-12-14"]),
        ("room nine may third", ["2027-05-03"]),
        ("ten december", ["2026-12-10"]),
        ("saturday the fifth of december", ["2026-12-05"]),
        ("on friday december fourth", ["2026-12-04"]),
        ("tuesday the first of december at noon", ["2026-12-01"]),
        ("friday the fifth of december", ["next_friday", "2026-12-05"]),
        ("saturday and the fifth of december", ["next_saturday", "2026-12-05"]),
    ],
)
def test_dates(text: str, values: list[str]) -> None:
    assert [value for day in read(text, "date") for value in day.values()] == values


@pytest.mark.parametrize("text", ["twelve angry men", "may i come in", "the third man", "sixty minutes a day"])
def test_what_is_no_date_is_none(text: str) -> None:
    assert read(text, "date") == []


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("hey could you please set a timer for ten minutes please", "set a timer for ten minutes"),
        ("um what's uh the time", "what's the time"),
        ("okay jarvis turn off the lights thanks", "turn off the lights"),
        ("play jazz no wait play some rock music", "play some rock music"),
        ("turn turn off the lights", "turn off the lights"),
        ("can you tell me what 20% of 350 is?", "what is 20% of 350"),
        ("id like you to stop the timer", "stop the timer"),
        ("remind me what day is it", "what day is it"),
        ("remind me to call mum", "remind me to call mum"),
        ("quick maths question what is four plus four", "what is four plus four"),
        ("please", "please"),
    ],
)
def test_politeness_and_false_starts_go(said: str, meant: str) -> None:
    assert strip_request(said) == meant


def test_joined_words_of_a_recogniser() -> None:
    assert [token.norm for token in tokenize("whats todays date")] == ["what", "'s", "today", "'s", "date"]
    assert [token.norm for token in tokenize("execute shell command id")][-1] == "id", "a word, and no i'd"


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("stelle einen timer auf zehn minuten", "duration", 600.0),
        ("fünfzig prozent", "percent", 50.0),
        ("eineinhalb stunden", "duration", 5400.0),
    ],
)
def test_german_by_the_ovos_parsers(text: str, kind: str, value: float) -> None:
    assert value in read(text, kind, "de-de")


@given(
    st.lists(
        st.sampled_from(
            [
                "a",
                "an",
                "and",
                "half",
                "quarter",
                "past",
                "to",
                "one",
                "two",
                "ten",
                "twenty",
                "hundred",
                "million",
                "point",
                "5",
                "12",
                "3rd",
                "first",
                "minutes",
                "hour",
                "pm",
                "am",
                "at",
                "on",
                "in",
                "tomorrow",
                "next",
                "monday",
                "march",
                "last",
                "of",
                "the",
                "minus",
                "%",
                "oclock",
                "tonight",
                "weekend",
                "ago",
                "from",
                "now",
            ]
        ),
        max_size=14,
    )
)
@settings(max_examples=150, deadline=None)
def test_any_order_of_such_words_is_read_in_place(words: list[str]) -> None:
    for mention in find_mentions(words, "en-us", NOW):
        assert 0 <= mention.start < mention.end <= len(words)


@given(st.text(max_size=300))
@settings(max_examples=150, deadline=None)
def test_tokens_are_places_in_the_text(text: str) -> None:
    end = 0
    for token in tokenize(text):
        assert end <= token.start < token.end <= len(text)
        assert text[token.start : token.end] == token.text
        end = token.end


@pytest.mark.parametrize(
    ("kind", "said", "wanted"),
    [
        ("datetime", "book a visit to the vet on thursday at eight", "2026-11-26T08:00:00+00:00"),
        ("datetime", "book a visit to the vet at quarter past nine tomorrow", "2026-11-22T09:15:00+00:00"),
        ("datetime", "book a visit to the vet on the third of december at 4 pm", "2026-12-03T16:00:00+00:00"),
        ("datetime", "book a visit to the vet on friday", "2026-11-27"),
        ("string", "book a visit to the vet on thursday at eight", "thursday at eight"),
    ],
)
def test_a_day_and_the_time_beside_it_are_one_moment(kind: str, said: str, wanted: str) -> None:
    parameters = (ToolParameter("when", kind, True, "Day and time of the visit"),)
    visit = ToolDefinition("book_visit", "Book a visit to the vet", "box", {}, {}, parameters=parameters)
    now = datetime(2026, 11, 21, 10, 0, tzinfo=timezone.utc)
    (call,) = having_learned([visit]).translate(said, TranslationContext(now)).calls
    assert call.arguments == {"when": wanted}


def test_another_day_than_today_is_not_dropped() -> None:
    siren = ToolDefinition("sound_siren", "Sound the siren", "box", {}, {})
    translator = having_learned([siren])
    context = TranslationContext(datetime(2026, 11, 21, 10, 0, tzinfo=timezone.utc))
    assert [c.name for c in translator.translate("sound the siren", context).calls] == ["sound_siren"]
    assert [c.name for c in translator.translate("sound the siren today", context).calls] == ["sound_siren"]
    assert translator.translate("sound the siren tomorrow", context).calls == ()
    assert translator.explain("sound the siren next friday", context)["reason"] == "day_left"


def test_a_place_beside_the_one_that_is_taken_is_not_dropped() -> None:
    city = ToolParameter("city", "string", True, "Name of the city")
    shown = {f"show the webcam of {name}": {"city": name} for name in ("rome", "athens", "new york", "vienna")}
    webcam = ToolDefinition("show_webcam", "Show the webcam of a city", "box", {}, {}, parameters=(city,))
    translator = having_learned([replace(webcam, examples=tuple(ToolExample(*each) for each in shown.items()))])
    context = TranslationContext(datetime(2026, 11, 21, 10, 0, tzinfo=timezone.utc))
    assert [c.arguments for c in translator.translate("show the webcam of oslo", context).calls] == [{"city": "oslo"}]
    assert translator.translate("show lima the webcam of oslo", context).calls == ()
    assert translator.explain("show lima the webcam of oslo", context)["reason"] == "place_left"
    # Sock is a place in somebody's gazetteer, and here a sock.
    assert translator.explain("show sock the webcam of oslo", context)["reason"] != "place_left"
    assert translator.explain("show the webcam of oslo from cork", context)["reason"] == "place_left"
    # What something is done to stands behind a verb.
    for verb in ("mark it", "stock up", "book two"):
        said = f"show the webcam of oslo i have to {verb}"
        assert translator.explain(said, context)["reason"] != "place_left"
    # A place within what was taken counts as one that was: none is dropped beside it.
    assert translator.explain("show lima the webcam of downtown oslo", context)["reason"] == "place_left"
    assert translator.explain("show the webcam of oslo harbour from cork", context)["reason"] == "place_left"
    # Who is told of before the request is no place of it.
    found = translator.translate("florence is curious so show the webcam of oslo", context)
    assert [call.arguments for call in found.calls] == [{"city": "oslo"}]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("on the third of december", "2026-12-03"),
        ("on the twenty first of may", "2027-05-21"),
        ("on the ninth of may twenty twenty seven", "2027-05-09"),
        ("on the third", "2026-12-03"),
    ],
)
def test_a_day_of_another_month_is_read_whole(text: str, wanted: str) -> None:
    (day,) = read(text, "date")
    assert day.span(NOW.date())[0].isoformat() == wanted


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        ("what’s on the kids’ list", "what's on the kids' list"),
        ("l´heure et l‘alarme d’hier", "l'heure et l'alarme d'hier"),
        ("’s nachts om vier uur", "'s nachts om vier uur"),
        ("note ‘it’s late’ please", "note ‘it's late’ please"),
        ("what's new", "what's new"),
    ],
)
def test_apostrophes_are_plain_and_quotations_stay(written: str, plain: str) -> None:
    assert plain_apostrophes(written) == plain


@pytest.mark.parametrize("word", ["चीनी", "spin\u0308", "שָׁלוֹם", "e" + "\u0301" * 40, "don't"])
def test_the_marks_of_a_letter_are_no_ends_of_a_word(word: str) -> None:
    (token,) = tokenize(f"({word}).")
    assert token.text == word


def test_a_letter_with_its_mark_apart_is_the_same_letter() -> None:
    assert [token.norm for token in tokenize("fu\u0308nf cafe\u0301's")] == ["fünf", "café", "'s"]


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("en-us", "saturday the fifth of december"),
        ("de-de", "am samstag den fünften dezember"),
        ("es-es", "el sábado 5 de diciembre"),
        ("fr-fr", "le samedi 5 décembre"),
        ("it-it", "sabato 5 dicembre"),
        ("nl-nl", "zaterdag 5 december"),
        ("pt-pt", "sábado dia 5 de dezembro"),
    ],
)
def test_a_weekday_and_its_date_are_one_day(lang: str, text: str) -> None:
    days = [x for x in find_mentions(text.split(), lang, NOW) if x.kind == "date"]
    assert [x.value.values() for x in days] == [["2026-12-05"]]


def test_the_number_before_a_date_is_none_of_it() -> None:
    found = find_mentions(["table", "ten", "december", "fourteenth"], "en-us", NOW)
    assert [x.value for x in found if x.kind == "number"] == [10]
    assert [(x.start, x.end) for x in found if x.kind == "date"] == [(2, 4)]
