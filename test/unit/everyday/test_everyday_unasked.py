"""Single requests to all of the tools: what is said is done as it is said, and what is only told of is not done."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from ovos_phal_plugin_jarvis.nlu import ExampleTranslator
from ovos_phal_plugin_jarvis.translation.values import TranslationContext

_NOW = datetime.now().astimezone()


def calls(everyday: ExampleTranslator, said: str) -> list[tuple[str, dict[str, Any]]]:
    translation = everyday.translate(said, TranslationContext(datetime.now().astimezone()))
    return [(call.name, dict(call.arguments)) for call in translation.calls]


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("alarm at eight am for pottery", {"time": "08:00", "label": "pottery"}),
        (
            "alarm every friday at ten in the morning for physio",
            {"time": "10:00", "repeat": "friday", "label": "physio"},
        ),
        ("get me up at five am for grandma", {"time": "05:00", "label": "grandma"}),
        ("set an alarm for school at eight am", {"time": "08:00", "label": "school"}),
        ("wake me for church at half past nine", {"time": "09:30", "label": "church"}),
        ("wake me at seven for ravi's exam", {"time": "07:00", "label": "ravi's exam"}),
        # Nothing but how it is said.
        ("wake me at seven for once", {"time": "07:00"}),
        ("for goodness sake wake me at seven", {"time": "07:00"}),
        ("wake me at seven for good", {"time": "07:00"}),
        ("set an alarm for nine am", {"time": "09:00"}),
    ],
)
def test_an_alarm_is_called_by_what_it_is_for(everyday: ExampleTranslator, said: str, wanted: dict[str, Any]) -> None:
    assert calls(everyday, said) == [("set_alarm", wanted)]


@pytest.mark.parametrize(
    "said",
    [
        "he's always on mute at the briefings",
        "he's on mute again",
        "it was so dark in the cellar i could barely see the display",
        "the display was so dim i could hardly make it out",
        "there were eight dice in the tin and now there are seven",
        "we had eight dice and now we have seven",
        "the band was so loud i had to turn it down",
    ],
)
def test_what_is_only_told_is_not_done(everyday: ExampleTranslator, said: str) -> None:
    assert calls(everyday, said) == []


@pytest.mark.parametrize(
    ("said", "name", "wanted"),
    [
        ("it's so dark in here i can hardly see the screen", "change_brightness", {"direction": "up"}),
        ("that was too loud", "change_volume", {"direction": "down"}),
        ("it was so loud turn it down", "change_volume", {"direction": "down"}),
        ("that's too loud go down to thirty", "set_volume", {"level": 30}),
        ("it's too quiet go up to ninety", "set_volume", {"level": 90}),
        ("he's asleep so mute yourself", "mute_volume", {"mute": True}),
        ("what time is it in oslo mate", "get_time", {"location": "oslo"}),
        ("mate what time is it in oslo", "get_time", {"location": "oslo"}),
    ],
)
def test_what_is_wanted_now_is_done(everyday: ExampleTranslator, said: str, name: str, wanted: dict[str, Any]) -> None:
    assert calls(everyday, said) == [(name, wanted)]


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("remind me to hang the sheets in at five pm", {"text": "hang the sheets in", "time": "17:00"}),
        ("remind me to let the dog in tomorrow", {"text": "let the dog in", "day": "tomorrow"}),
        ("remind me to fetch the chairs in by noon", {"text": "fetch the chairs in", "time": "12:00"}),
        ("remind me to feed the dog in ten minutes", {"text": "feed the dog", "in_seconds": 600}),
        (
            "remind me to feed the dog on monday at six pm",
            {"text": "feed the dog", "day": "next_monday", "time": "18:00"},
        ),
    ],
)
def test_what_is_to_be_done_keeps_its_last_word(everyday: ExampleTranslator, said: str, wanted: dict[str, Any]) -> None:
    assert calls(everyday, said) == [("set_reminder", wanted)]


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        (
            "when's sunset and when's sunrise tomorrow in bergen",
            [
                {"event": "sunset", "location": "bergen", "day": "tomorrow"},
                {"event": "sunrise", "location": "bergen", "day": "tomorrow"},
            ],
        ),
        (
            "when's sunset in lima and when's sunrise in bergen",
            [{"event": "sunset", "location": "lima"}, {"event": "sunrise", "location": "bergen"}],
        ),
        ("when's sunset and wake me at six tomorrow", [{"event": "sunset"}, {"time": "06:00", "day": "tomorrow"}]),
    ],
)
def test_two_questions_end_alike(everyday: ExampleTranslator, said: str, wanted: list[dict[str, Any]]) -> None:
    assert [arguments for _, arguments in calls(everyday, said)] == wanted


@pytest.mark.parametrize(
    "remark", ["they were delicious last time", "i do hope they pick up this time", "it was fun last time"]
)
def test_a_lone_noun_behind_a_remark_orders_nothing(everyday: ExampleTranslator, remark: str) -> None:
    last = everyday.translate("put figs on the list", TranslationContext(_NOW)).calls[0]
    assert not everyday.translate(remark, TranslationContext(_NOW, last_call=last, last_result={"done": True})).calls


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("remind me to bring the bikes in at six pm", "bring the bikes in"),
        ("remind me to water the fern in twenty minutes", "water the fern"),
        ("remind me to feed the cat on friday at six pm", "feed the cat"),
    ],
)
def test_a_particle_is_of_the_text_and_a_preposition_of_the_moment(
    everyday: ExampleTranslator, said: str, text: str
) -> None:
    assert everyday.translate(said, TranslationContext(_NOW)).calls[0].arguments["text"] == text
