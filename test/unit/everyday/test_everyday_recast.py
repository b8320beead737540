"""What is said of the last request at length, and what only sounds like that."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from ovos_phal_plugin_jarvis.nlu import ExampleTranslator
from ovos_phal_plugin_jarvis.translation.values import ToolCall, TranslationContext

NOW = datetime(2026, 3, 2, 8).astimezone()


def then(everyday: ExampleTranslator, before: str, said: str, lang: str = "en-us") -> list[tuple[str, dict[str, Any]]]:
    """What *said* asks for behind *before*, which is done."""
    done = tuple(
        ToolCall(call.name, call.arguments, call.toolbox_id, said=call.said or before)
        for call in everyday.translate(before, TranslationContext(NOW, lang=lang)).calls
    )
    assert len(done) == 1
    context = TranslationContext(NOW, lang=lang, last_call=done[0], last_result={}, done=done)
    return [(call.name, dict(call.arguments)) for call in everyday.translate(said, context).calls]


@pytest.mark.parametrize(
    ("before", "said", "wanted"),
    [
        (
            "convert nine yards to metres",
            "what is that in feet",
            {"amount": 9, "from_unit": "yards", "to_unit": "feet"},
        ),
        ("convert nine yards to metres", "and what would it be in feet", {"amount": 9, "to_unit": "feet"}),
        ("convert nine yards to metres", "could you give me that in feet", {"amount": 9, "to_unit": "feet"}),
        ("convert nine yards to metres", "i'd rather have it in feet please", {"amount": 9, "to_unit": "feet"}),
        ("convert nine yards to metres", "what would eleven be", {"amount": 11, "from_unit": "yards"}),
        ("convert nine yards to metres", "and if it's eleven", {"amount": 11, "from_unit": "yards"}),
        ("convert nine yards to metres", "how much would eleven yards be", {"amount": 11, "to_unit": "metres"}),
        ("what time is it in oslo", "what about back home", {}),
        ("what time is it in oslo", "and here please", {}),
        ("when does the sun set in oslo", "and back home", {"event": "sunset"}),
        ("what date is it today", "and what'll it be on sunday", {"resolved_datetimes": ["next_sunday"]}),
        ("how many days until easter", "halloween", {"occasion": "halloween"}),
        ("how many hours ahead is oslo", "same question for lima", {"location": "lima"}),
        ("read the shopping list", "what about the garden list", {"list_name": "garden"}),
        ("pick one of ann bob or cy", "again without bob", {"options": ["ann", "cy"]}),
        ("pick one of ann bob or cy", "not bob pick again", {"options": ["ann", "cy"]}),
        ("flip a coin", "try once more", {}),
    ],
)
def test_the_same_tool_is_asked_once_more(
    everyday: ExampleTranslator, before: str, said: str, wanted: dict[str, Any]
) -> None:
    first = everyday.translate(before, TranslationContext(NOW)).calls[0]
    ((name, arguments),) = then(everyday, before, said)
    assert name == first.name
    assert {key: arguments.get(key) for key in wanted} == wanted
    if not wanted:
        assert not arguments


@pytest.mark.parametrize(
    ("before", "said", "wanted"),
    [
        ("read the garden list", "throw the whole lot away", ("clear_list", {"list_name": "garden"})),
        ("set an alarm for seven every day", "not tomorrow though", ("skip_alarm", {"day": "tomorrow"})),
        ("set an alarm for seven in the morning", "have i got any others", ("list_alarms", {})),
        (
            "remind me at noon to call ann",
            "and at one pm to feed the hens",
            ("set_reminder", {"text": "feed the hens"}),
        ),
        ("wake me at nine tomorrow", "there's no need after all", ("cancel_alarm", {"time": "09:00"})),
        ("set a tea timer for four minutes", "i don't want it any more", ("cancel_timer", {"label": "tea"})),
        ("set a tea timer for four minutes", "there's no need stop it", ("cancel_timer", {"label": "tea"})),
        ("pause the timer", "now off you go again", ("resume_timer", {})),
        ("set a tea timer for four minutes", "give the tea another two", ("change_timer", {"duration_seconds": 120})),
        ("put figs and dates on the list", "not the dates", ("remove_from_list", {"items": ["dates"]})),
        ("put figs and dates on the list", "take them off again", ("remove_from_list", {"items": ["figs", "dates"]})),
        (
            "put figs and dates on the list",
            "we don't need the figs any more",
            ("remove_from_list", {"items": ["figs"]}),
        ),
        ("set a timer for four minutes", "kill all three of them", ("cancel_timer", {"all_timers": True})),
        ("which alarms are set", "lose the five am one", ("cancel_alarm", {"time": "05:00"})),
        ("what reminders do i have", "drop the one about the fish", ("cancel_reminder", {"text": "fish"})),
        ("set an alarm for nine on sunday", "monday too same time", ("set_alarm", {"day": "next_monday"})),
        ("set an alarm for seven am", "ten past would be better", ("cancel_alarm", {"time": "07:00"})),
    ],
)
def test_something_is_done_with_what_was_spoken_of(
    everyday: ExampleTranslator, before: str, said: str, wanted: tuple[str, dict[str, Any]]
) -> None:
    name, arguments = wanted
    found, told = then(everyday, before, said)[0]
    assert found == name
    assert {key: told.get(key) for key in arguments} == arguments


@pytest.mark.parametrize(
    ("before", "said"),
    [
        ("convert nine yards to metres", "what is it with you"),
        ("convert nine yards to metres", "what would he be"),
        ("what time is it in oslo", "here we go"),
        ("what time is it in oslo", "and here we are"),
        ("read the shopping list", "what is it called"),
        ("set a timer for ten minutes", "that's a shame"),
        ("set a timer for ten minutes", "never mind"),
        ("read the shopping list", "that's all of it"),
        ("read the shopping list", "and the neighbours are here"),
        ("remind me at noon to call ann", "and the sea was rough"),
        ("pick one of ann or bob", "again without bob"),
        ("what time is it in oslo", "don't bother"),
        ("read the shopping list", "that's a long one isn't it"),
        ("set a timer for ten minutes", "don't bother the dog"),
        ("set a timer for ten minutes", "i don't want it to go off yet"),
        ("set a timer for ten minutes", "there's no need to whisper"),
        ("set a timer for ten minutes", "leave it it's mine"),
        ("set a timer for ten minutes", "there were four not five of us"),
        ("set a timer for ten minutes", "stop all that racket"),
        ("set a timer for ten minutes", "off with you again"),
        ("set an alarm for seven in the morning", "it's a sunday"),
        ("remind me at noon to call ann", "and tell the kids to wash their hands at six"),
        ("remind me at noon to call ann", "and for the last time sit down"),
        ("pick one of ann bob or cy", "take bob"),
        ("pick one of ann bob or cy", "not without bob"),
        ("pick one of ann bob or cy", "not just bob"),
        ("pick one of ann bob or cy", "stop it bob"),
        ("pick one of ann bob or cy", "with the cat in it"),
        ("convert nine yards to metres", "i want it on the table"),
        ("what time is it in oslo", "what's that on your head"),
        ("what time is it in oslo", "and at home nobody answers"),
        ("set a timer for ten minutes", "you may speak again"),
        ("switch night mode on", "that isn't fair"),
        ("put figs and dates on the list", "not the time for that"),
        ("put figs and dates on the list", "we don't need the money"),
        ("set a tea timer for four minutes", "give the cat another biscuit"),
        ("set a tea timer for four minutes", "the baby could do with two more"),
    ],
)
def test_what_only_sounds_so_does_nothing(everyday: ExampleTranslator, before: str, said: str) -> None:
    assert then(everyday, before, said) == []


@pytest.mark.parametrize(
    ("lang", "before", "said", "wanted"),
    [
        ("de-de", "wie viel sind zehn meilen in kilometern", "und was wäre das in metern", {"to_unit": "metern"}),
        ("de-de", "wie spät ist es in tokio", "und bei uns", {"location": None}),
        ("fr-fr", "convertis dix miles en kilomètres", "et ça fait combien en mètres", {"to_unit": "mètres"}),
        ("fr-fr", "quelle heure est-il à tokyo", "et ici", {"location": None}),
        ("es-es", "convierte diez millas a kilómetros", "y cuánto sería eso en metros", {"to_unit": "metros"}),
        ("es-es", "qué hora es en tokio", "y aquí", {"location": None}),
        ("it-it", "converti dieci miglia in chilometri", "e quanto sarebbe in metri", {"to_unit": "metri"}),
        ("it-it", "che ore sono a tokyo", "e qui", {"location": None}),
        ("nl-nl", "hoeveel kilometer is tien mijl", "en wat is dat in meter", {"to_unit": "meter"}),
        ("nl-nl", "hoe laat is het in tokio", "en hier", {"location": None}),
        ("pt-pt", "converte dez milhas para quilómetros", "e quanto é isso em metros", {"to_unit": "metros"}),
        ("pt-pt", "que horas são em tóquio", "e aqui", {"location": None}),
    ],
)
def test_the_other_languages_say_it_by_their_tables(
    everyday: ExampleTranslator, lang: str, before: str, said: str, wanted: dict[str, Any]
) -> None:
    ((_, arguments),) = then(everyday, before, said, lang)
    assert {key: arguments.get(key) for key in wanted} == wanted


def test_a_second_one_takes_nothing_back(everyday: ExampleTranslator) -> None:
    calls = then(everyday, "set an alarm for five in the morning", "and a second one an hour later")
    assert calls == [("set_alarm", {"time": "06:00"})]


@pytest.mark.parametrize("said", ["and how's the tea coming along", "and how much longer does the tea want"])
def test_a_question_names_no_new_timer(everyday: ExampleTranslator, said: str) -> None:
    calls = then(everyday, "set a tea timer for four minutes", said)
    assert all(name != "set_timer" for name, _ in calls)


def test_what_somebody_is_to_be_reminded_to_ask_is_no_question(everyday: ExampleTranslator) -> None:
    calls = then(everyday, "remind me at noon to call ann", "and to ask her what she thinks")
    assert [name for name, _ in calls] in ([], ["set_reminder"])


def test_who_is_left_out_of_a_choice_is_named_alone(everyday: ExampleTranslator) -> None:
    assert then(everyday, "pick one of ann bob or cy", "not bob choose again") == [
        ("pick_one", {"options": ["ann", "cy"]})
    ]


def test_one_more_of_those_has_as_many_sides(everyday: ExampleTranslator) -> None:
    assert then(everyday, "roll an eight sided die", "and one more of them") == [("roll_dice", {"sides": 8})]


def test_another_of_the_same_kind_has_nothing_of_the_first(everyday: ExampleTranslator) -> None:
    calls = then(everyday, "set a tea timer for four minutes", "lovely and one for the rice in nine")
    assert all(arguments.get("label") != "tea" for _, arguments in calls)
