"""Follow-ups that only say what becomes of the last request: how far, how often, the other way, done, undone, more."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from dialogue_tools import BAKERY, CLUB, ENGLISH, HALL, steps_in, tool, tools_in

from learned_tools import having_learned
from ovos_phal_plugin_jarvis.nlu import ExampleTranslator
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition, ToolParameter
from ovos_phal_plugin_jarvis.translation.values import Translation, TranslationContext

Call = tuple[str, dict[str, Any]]

GARAGE = (
    tool(
        "add_job",
        "Add a job to the board of the garage: something to be done once.",
        [ToolParameter("job", "string", True, "What is to be done")],
        {
            "add a job change the oil": {"job": "change the oil"},
            "new job for the board clean the pit": {"job": "clean the pit"},
            "put a job on the board swap the tyres": {"job": "swap the tyres"},
            "add the job call the painter": {"job": "call the painter"},
            "add a job order a clutch": {"job": "order a clutch"},
        },
    ),
    tool(
        "mark_job",
        "Mark a job of the board as done, or as not done.",
        [
            ToolParameter("job", "string", True, "Which job"),
            ToolParameter("done", "bool", True, "True: it is done; false: it is not"),
        ],
        {
            "mark the oil job as done": {"job": "oil", "done": True},
            "the tyres job is finished": {"job": "tyres", "done": True},
            "tick off the pit job": {"job": "pit", "done": True},
            "mark the clutch job as not done": {"job": "clutch", "done": False},
            "the painter job isn't done": {"job": "painter", "done": False},
        },
    ),
    tool(
        "set_bell",
        "Ring the bell of the yard at a time, once or again and again.",
        [
            ToolParameter("at", "time", True, "When it rings, HH:MM in 24 hours"),
            ToolParameter("day", "date", False, "On which day"),
            ToolParameter(
                "repeat", "string", False, "How often", enum_values=("daily", "weekdays", "weekends", "monday")
            ),
        ],
        {
            "ring the bell at six": {"at": "06:00"},
            "bell at half past nine on weekdays": {"at": "09:30", "repeat": "weekdays"},
            "ring the bell tomorrow at noon": {"at": "12:00", "day": "tomorrow"},
            "every day ring the bell at 4 pm": {"at": "16:00", "repeat": "daily"},
            "ring the bell on friday at ten": {"at": "10:00", "day": "friday"},
            "at weekends the bell at eight": {"at": "08:00", "repeat": "weekends"},
            "every monday bell at seven": {"at": "07:00", "repeat": "monday"},
        },
    ),
    tool(
        "cancel_bell",
        "Cancel the bell of the yard.",
        [ToolParameter("at", "time", False, "Of the bell, HH:MM in 24 hours")],
        {"cancel the bell": {}, "no bell at six": {"at": "06:00"}, "stop the bell at noon": {"at": "12:00"}},
    ),
    tool(
        "reserve_lifts",
        "Reserve lifts of the garage for a car.",
        [
            ToolParameter("lifts", "int", True, "How many lifts"),
            ToolParameter("helpers", "int", False, "How many people help"),
            ToolParameter("car", "string", False, "Which car"),
        ],
        {
            "reserve two lifts for the green van": {"lifts": 2, "car": "green van"},
            "reserve one lift with three helpers": {"lifts": 1, "helpers": 3},
            "three lifts for the blue truck": {"lifts": 3, "car": "blue truck"},
            "reserve two lifts with four helpers for the old bus": {"lifts": 2, "helpers": 4, "car": "old bus"},
            "lifts for the white cab reserve four": {"lifts": 4, "car": "white cab"},
        },
    ),
    tool(
        "switch_ramp_light",
        "Switch the light of the ramp on or off.",
        [ToolParameter("on", "bool", True, "True: on; false: off")],
        {
            "ramp light on": {"on": True},
            "switch the ramp light off": {"on": False},
            "turn on the light of the ramp": {"on": True},
            "turn the ramp light off": {"on": False},
        },
    ),
)
"""Tools of a garage and its yard."""
_LEARNED: dict[int, ExampleTranslator] = {}


def learned(tools: Sequence[ToolDefinition], lang: str = "en") -> ExampleTranslator:
    """What has learned *tools*, once for all tests."""
    return _LEARNED.setdefault(id(tools), having_learned(tools, lang=lang))


def talk(translator: ExampleTranslator, context: TranslationContext, *turns: str) -> Translation:
    """What the last of *turns* is understood as after the others, which were done."""
    translation = Translation()
    for said in turns:
        translation = translator.translate(said, context)
        context = replace(context, turns=(*context.turns, ("user", said)), question=translation.question)
        if translation.calls:
            done = (*context.done, *translation.calls)
            context = replace(context, last_call=translation.calls[-1], last_result={}, done=done)
    return translation


def calls(translation: Translation) -> list[Call]:
    return [(call.name, dict(call.arguments)) for call in translation.calls if not call.takes_back]


@pytest.mark.parametrize(
    ("tools", "first", "then", "wanted"),
    [
        # a length, by the tool that changes such things
        (HALL, "book the sauna for forty minutes for ruth", "half of that",
         ("update_sauna", {"how": "set", "minutes": 20, "name": "ruth"})),
        (HALL, "book the sauna for forty minutes", "make it twice as long",
         ("update_sauna", {"how": "set", "minutes": 80})),
        (HALL, "book the sauna for forty minutes for ruth", "ten minutes longer please",
         ("update_sauna", {"how": "extend", "minutes": 10, "name": "ruth"})),
        (HALL, "book the sauna for forty minutes for ruth", "another ten",
         ("update_sauna", {"how": "extend", "minutes": 10, "name": "ruth"})),
        (HALL, "book the sauna for forty minutes", "five minutes less",
         ("update_sauna", {"how": "shorten", "minutes": 5})),
        # a level
        (BAKERY, "set the burner to four", "double that", ("set_burner", {"level": 8})),
        (BAKERY, "set the burner to four", "actually half of that", ("set_burner", {"level": 2})),
        (BAKERY, "set the burner to eight", "make it the double", ("set_burner", {"level": 10})),
        # a time and a day, also as they are said
        (GARAGE, "ring the bell tomorrow at noon", "an hour earlier",
         ("set_bell", {"at": "11:00", "day": "tomorrow"})),
        (GARAGE, "ring the bell tomorrow at noon", "no make it half an hour later",
         ("set_bell", {"at": "12:30", "day": "tomorrow"})),
        (GARAGE, "ring the bell tomorrow at noon", "two days later",
         ("set_bell", {"at": "12:00", "day": "2026-11-24"})),
        (CLUB, "book a squash court on friday at half past six", "half an hour later",
         ("book_court", {"sport": "squash", "day": "next_friday", "start": "07:00"})),
        (CLUB, "ferries to larne on sunday", "and a day later",
         ("find_ferry", {"to_harbour": "larne", "date": "2026-11-23"})),
    ],
)  # fmt: skip
def test_a_value_is_moved(
    context: TranslationContext, tools: Sequence[ToolDefinition], first: str, then: str, wanted: Call
) -> None:
    assert calls(talk(learned(tools), context, first, then)) == [wanted]


def test_how_much_longer_is_asked_for(context: TranslationContext) -> None:
    asked = talk(learned(HALL), context, "book the sauna for forty minutes for ruth", "a bit longer").question
    assert asked is not None
    assert (asked.call.name, asked.parameter) == ("update_sauna", "minutes")
    assert asked.call.arguments == {"how": "extend", "name": "ruth"}


@pytest.mark.parametrize(
    ("tools", "first", "then", "wanted"),
    [
        (GARAGE, "ring the bell at six", "every day please not only once",
         ("set_bell", {"at": "06:00", "repeat": "daily"})),
        (GARAGE, "ring the bell at six", "that goes for every weekday",
         ("set_bell", {"at": "06:00", "repeat": "weekdays"})),
        (GARAGE, "bell at half past nine on weekdays", "sorry just this once", ("set_bell", {"at": "09:30"})),
        (GARAGE, "bell at half past nine on weekdays", "only at weekends actually",
         ("set_bell", {"at": "09:30", "repeat": "weekends"})),
        (GARAGE, "ring the bell tomorrow at noon", "make that every monday",
         ("set_bell", {"at": "12:00", "repeat": "monday"})),
        (GARAGE, "every monday bell at seven", "not every monday just the next one",
         ("set_bell", {"at": "07:00", "day": "next_monday"})),
        (GARAGE, "ring the bell at seven on mondays", "just this once",
         ("set_bell", {"at": "07:00", "day": "next_monday"})),
        # as its examples name days
        (CLUB, "plan to mop the bar every monday", "only this once",
         ("plan_chore", {"chore": "mop the bar", "day": "monday"})),
        (CLUB, "plan to paint the fence on thursday", "daily please",
         ("plan_chore", {"chore": "paint the fence", "every": "daily"})),
    ],
)  # fmt: skip
def test_how_often_is_changed(
    context: TranslationContext, tools: Sequence[ToolDefinition], first: str, then: str, wanted: Call
) -> None:
    assert calls(talk(learned(tools), context, first, then)) == [wanted]


@pytest.mark.parametrize("first", ["every monday bell at seven", "bell at seven on mondays"])
def test_once_is_said_of_the_day_that_it_came_on(context: TranslationContext, first: str) -> None:
    *_, call = talk(learned(GARAGE), context, first, "just this once").calls
    assert " monday" in f" {call.said}"
    assert "mondays" not in call.said
    assert "every" not in call.said


@pytest.mark.parametrize(
    ("tools", "first", "then", "wanted"),
    [
        # the other way, and back
        (HALL, "raise the blinds", "no the other way", ("move_blinds", {"direction": "down"})),
        (GARAGE, "ramp light on", "off again please i can't sleep", ("switch_ramp_light", {"on": False})),
        (GARAGE, "switch the ramp light off", "actually back on", ("switch_ramp_light", {"on": True})),
        # the same again, with a reason
        (BAKERY, "toss a die", "one more time please ivo wasn't looking", ("toss_die", {})),
        (BAKERY, "toss a die", "once again that one fell off the table", ("toss_die", {})),
        (BAKERY, "toss a die", "nah that doesn't count again", ("toss_die", {})),
        # one thing more, one thing less
        (BAKERY, "write tape into the shed notebook", "one more thing glue",
         ("write_notebook", {"entries": ["glue"], "notebook": "shed"})),
        (BAKERY, "write tape into the shed notebook", "and don't forget the screws",
         ("write_notebook", {"entries": ["screws"], "notebook": "shed"})),
        (BAKERY, "read the pond notebook", "gravel is missing",
         ("write_notebook", {"entries": ["gravel"], "notebook": "pond"})),
        (BAKERY, "write tape and glue into the shed notebook", "forget the glue we have some",
         ("erase_notebook", {"entries": ["glue"], "notebook": "shed"})),
        (BAKERY, "write tape and glue into the shed notebook", "no glue actually",
         ("erase_notebook", {"entries": ["glue"], "notebook": "shed"})),
        (BAKERY, "write tape and glue into the shed notebook", "no leave the glue off we've got some",
         ("erase_notebook", {"entries": ["glue"], "notebook": "shed"})),
        (GARAGE, "reserve two lifts for the green van", "now with three",
         ("reserve_lifts", {"lifts": 3, "car": "green van"})),
        (BAKERY, "write tape and glue into the shed notebook", "remove the last one nobody uses it",
         ("erase_notebook", {"entries": ["glue"], "notebook": "shed"})),
        # done, and not done
        (GARAGE, "add a job change the oil", "i've done it already",
         ("mark_job", {"job": "change the oil", "done": True})),
        (GARAGE, "add a job change the oil", "i did that this morning",
         ("mark_job", {"job": "change the oil", "done": True})),
        (GARAGE, "mark the oil job as done", "no it isn't done yet", ("mark_job", {"job": "oil", "done": False})),
        # undone
        (GARAGE, "ring the bell tomorrow at noon", "no undo that", ("cancel_bell", {"at": "12:00"})),
        (GARAGE, "stop the bell at noon", "put it back on", ("set_bell", {"at": "12:00"})),
        # what was meant
        (GARAGE, "ring the bell at six", "not six i said seven", ("set_bell", {"at": "07:00"})),
        (GARAGE, "ring the bell on friday at ten", "did i say friday i meant monday",
         ("set_bell", {"at": "10:00", "day": "2026-11-23"})),
        (HALL, "weigh twelve pounds in kilos", "oh sorry i meant twelve stones",
         ("weigh", {"amount": 12, "from_unit": "stones", "to_unit": "kilos"})),
        (GARAGE, "ring the bell at six", "better seven they sleep late", ("set_bell", {"at": "07:00"})),
        # of another argument
        (CLUB, "find a ferry to calais", "from dover i mean",
         ("find_ferry", {"to_harbour": "calais", "from_harbour": "dover"})),
    ],
)  # fmt: skip
def test_what_becomes_of_it(
    context: TranslationContext, tools: Sequence[ToolDefinition], first: str, then: str, wanted: Call
) -> None:
    assert calls(talk(learned(tools), context, first, then)) == [wanted]


@pytest.mark.parametrize(
    ("tools", "first", "then"),
    [
        (HALL, "book the sauna for forty minutes", "last time we took half of that"),
        (HALL, "book the sauna for forty minutes", "she always stays longer"),
        (HALL, "book the sauna for forty minutes", "again they left the door open"),
        (GARAGE, "ring the bell at six", "i think of it every day you know"),
        (GARAGE, "ring the bell at six", "they start two hours earlier on mondays"),
        (GARAGE, "add a job change the oil", "my dad did it last time"),
        (GARAGE, "add a job change the oil", "we've never done that before"),
        (GARAGE, "ramp light on", "he's off again"),
        (BAKERY, "write tape and glue into the shed notebook", "don't forget the glue"),
        (BAKERY, "write tape into the shed notebook", "i forgot to tell you about my day"),
        (BAKERY, "toss a die", "he does that every time"),
        (BAKERY, "toss a die", "not again"),
        (BAKERY, "toss a die", "again i win that happens to me a lot"),
        (GARAGE, "reserve two lifts with four helpers", "make that eight of us"),
        (GARAGE, "reserve two lifts for the green van", "and the next one"),
        (GARAGE, "ring the bell at six", "gets dark early now doesn't it"),
        (BAKERY, "set the burner to four", "great that will do"),
        (BAKERY, "set the burner to four", "undo that"),
    ],
)  # fmt: skip
def test_nothing_becomes_of_it(
    context: TranslationContext, tools: Sequence[ToolDefinition], first: str, then: str
) -> None:
    assert calls(talk(learned(tools), context, first, then)) == []


@pytest.mark.parametrize(
    ("lang", "then", "seconds"),
    [
        ("de", "die hälfte davon", 300),
        ("de", "doppelt so lange bitte", 1200),
        ("es", "la mitad de eso", 300),
        ("es", "el doble por favor", 1200),
        ("fr", "la moitié de ça", 300),
        ("fr", "le double s'il te plaît", 1200),
        ("it", "la metà di quello", 300),
        ("it", "il doppio per favore", 1200),
        ("nl", "de helft ervan", 300),
        ("nl", "twee keer zo lang", 1200),
        ("pt", "metade disso", 300),
        ("pt", "o dobro por favor", 1200),
    ],
)
def test_a_length_is_moved_in_each_language(context: TranslationContext, lang: str, then: str, seconds: int) -> None:
    ten = {"de": "stell einen timer auf zehn minuten", "es": "pon un temporizador de diez minutos",
           "fr": "mets un minuteur de dix minutes", "it": "imposta un timer di dieci minuti",
           "nl": "zet een timer van tien minuten", "pt": "põe um temporizador de dez minutos"}  # fmt: skip
    spoken = replace(context, lang=f"{lang}-{lang}")
    translator = _LEARNED.setdefault(hash(("timers", lang)), having_learned(tools_in(lang), lang=lang))
    assert calls(talk(translator, spoken, ten[lang], then)) == [("set_timer", {"seconds": seconds})]


@pytest.mark.parametrize(
    ("lang", "first", "then"),
    [
        ("de", "die rollos höher", "nein in die andere richtung"),
        ("es", "sube las persianas", "no al revés"),
        ("fr", "monte les stores", "non dans l'autre sens"),
        ("it", "alza le tapparelle", "no il contrario"),
        ("nl", "de rolluiken omhoog", "nee de andere kant op"),
        ("pt", "sobe os estores", "não ao contrário"),
    ],
)
def test_the_other_way_in_each_language(context: TranslationContext, lang: str, first: str, then: str) -> None:
    spoken = replace(context, lang=f"{lang}-{lang}")
    translator = _LEARNED.setdefault(hash(("steps", lang)), having_learned(steps_in(lang), lang=lang))
    assert calls(talk(translator, spoken, first, then)) == [("move_blinds", {"direction": "down"})]


SHOW = (
    tool(
        "set_lantern",
        "Set how bright the lantern of the stage is.",
        [ToolParameter("level", "int", True, "Brightness in percent", refinable=True, minimum=0, maximum=100)],
        {
            "set the lantern to 30": {"level": 30},
            "lantern to 70": {"level": 70},
            "put the lantern at 20": {"level": 20},
            "turn the lantern to 80": {"level": 80},
        },
    ),
    tool(
        "step_lantern",
        "Change the brightness of the lantern by a step.",
        [ToolParameter("direction", "string", True, "Which way", enum_values=("up", "down"))],
        {
            "make the lantern brighter": {"direction": "up"},
            "turn the lantern up": {"direction": "up"},
            "make the lantern darker": {"direction": "down"},
            "turn the lantern down": {"direction": "down"},
        },
    ),
    tool(
        "set_curtain",
        "Set how far the curtain of the stage is open.",
        [ToolParameter("level", "int", True, "How far in percent", refinable=True, minimum=0, maximum=100)],
        {
            "set the curtain to 30": {"level": 30},
            "curtain to 70": {"level": 70},
            "put the curtain at 20": {"level": 20},
            "turn the curtain to 80": {"level": 80},
        },
    ),
)
"""Tools of a stage."""


@pytest.mark.parametrize(
    ("tools", "first", "then", "wanted"),
    [
        # a value behind a complaint, a sound or a remark
        (ENGLISH, "set the volume to 30", "still too quiet try fifty", ("set_volume", {"level": 50})),
        (ENGLISH, "set the volume to 30", "nope not loud enough fifty", ("set_volume", {"level": 50})),
        (BAKERY, "set the burner to four", "hmm six", ("set_burner", {"level": 6})),
        (BAKERY, "set the burner to four", "can't smell a thing double it", ("set_burner", {"level": 8})),
        (GARAGE, "ring the bell at six", "bit early make it seven", ("set_bell", {"at": "07:00"})),
        (HALL, "book the sauna for forty minutes", "too short go for sixty",
         ("update_sauna", {"how": "set", "minutes": 60})),
        # a complaint alone
        (HALL, "raise the blinds", "whoa too much", ("move_blinds", {"direction": "down"})),
        (SHOW, "make the lantern darker", "not that dark", ("step_lantern", {"direction": "up"})),
        (SHOW, "set the lantern to 30", "that isn't bright enough", ("set_lantern", {"level": 40})),
        (SHOW, "make the lantern darker", "it's too dark go back up a step", ("step_lantern", {"direction": "up"})),
        # as far as it goes
        (SHOW, "turn the lantern up", "all the way", ("set_lantern", {"level": 100})),
        (SHOW, "turn the lantern down", "no all the way up", ("set_lantern", {"level": 100})),
        # how far something is moved would be better
        (GARAGE, "ring the bell at six", "actually two hours later would be better", ("set_bell", {"at": "08:00"})),
        # the half of the day of the time before
        (GARAGE, "every day ring the bell at 4 pm", "half five sorry",
         ("set_bell", {"at": "17:30", "repeat": "daily"})),
        (GARAGE, "ring the bell at 4 pm", "no five in the morning", ("set_bell", {"at": "05:00"})),
        (GARAGE, "ring the bell at six", "no half six", ("set_bell", {"at": "06:30"})),
        # the same for something else
        (SHOW, "set the lantern to 30", "the curtain as well", ("set_curtain", {"level": 30})),
        # things with a verb in their name, and a day
        (BAKERY, "write tape into the shed notebook", "flip charts and cutting mats too",
         ("write_notebook", {"entries": ["flip charts", "cutting mats"], "notebook": "shed"})),
        (GARAGE, "ring the bell on friday at ten", "monday as well",
         ("set_bell", {"at": "10:00", "day": "2026-11-23"})),
        # what is to be done behind what is told of it
        (GARAGE, "add a job change the oil", "ha done that already by the way tick it off",
         ("mark_job", {"job": "change the oil", "done": True})),
        (GARAGE, "mark the oil job as done", "hold on there's a drop left reopen it",
         ("mark_job", {"job": "oil", "done": False})),
        # so much off it, and on it
        (HALL, "book the sauna for forty minutes for ruth", "knock ten minutes off",
         ("update_sauna", {"how": "shorten", "minutes": 10, "name": "ruth"})),
        (HALL, "book the sauna for forty minutes", "we're in a hurry knock ten off",
         ("update_sauna", {"how": "shorten", "minutes": 10})),
        (ENGLISH, "set a pasta timer for one hour", "no fifty",
         ("set_timer", {"duration_seconds": 3000, "label": "pasta"})),
        (ENGLISH, "set a pasta timer for one hour", "no two",
         ("set_timer", {"duration_seconds": 7200, "label": "pasta"})),
        # a reason behind it
        (GARAGE, "ring the bell at six", "make it seven in case we oversleep", ("set_bell", {"at": "07:00"})),
        # what should have been said
        (HALL, "weigh twelve pounds in kilos", "in stones i should've said",
         ("weigh", {"amount": 12, "from_unit": "pounds", "to_unit": "stones"})),
    ],
)  # fmt: skip
def test_what_is_said_beside_it(
    context: TranslationContext, tools: Sequence[ToolDefinition], first: str, then: str, wanted: Call
) -> None:
    assert calls(talk(learned(tools), context, first, then)) == [wanted]


@pytest.mark.parametrize(
    ("tools", "first", "then"),
    [
        (ENGLISH, "set the volume to 30", "too many cooks in here"),
        (ENGLISH, "set the volume to 30", "still fifty people here"),
        (ENGLISH, "set the volume to 30", "not that again"),
        (SHOW, "make the lantern darker", "not that one"),
        (SHOW, "make the lantern darker", "too late now"),
        (SHOW, "set the lantern to 30", "hm forty people came"),
        (HALL, "book the sauna for forty minutes", "all the way"),
        (BAKERY, "write tape into the shed notebook", "me too"),
        (BAKERY, "write tape into the shed notebook", "we sweep the floor too"),
        (BAKERY, "write tape into the shed notebook", "all the way"),
    ],
)
def test_what_only_sounds_like_it_does_nothing(
    context: TranslationContext, tools: Sequence[ToolDefinition], first: str, then: str
) -> None:
    assert calls(talk(learned(tools), context, first, then)) == []


@pytest.mark.parametrize(
    ("turns", "wanted"),
    [
        (("ring the bell at six", "ring the bell at nine", "cancel the later one"), ("cancel_bell", {"at": "09:00"})),
        (("ring the bell at nine", "ring the bell at six", "cancel the early one"), ("cancel_bell", {"at": "06:00"})),
        (("ring the bell at nine", "ring the bell at six", "cancel the first of those"),
         ("cancel_bell", {"at": "09:00"})),
    ],
)  # fmt: skip
def test_one_of_two_is_told_by_a_comparison(context: TranslationContext, turns: Sequence[str], wanted: Call) -> None:
    assert calls(talk(learned(GARAGE), context, *turns)) == [wanted]


@pytest.mark.parametrize(
    ("lang", "first", "then"),
    [
        ("de", "die rollos höher", "oh zu viel"),
        ("es", "sube las persianas", "ay demasiado"),
        ("fr", "monte les stores", "non trop"),
        ("nl", "de rolluiken omhoog", "te veel"),
    ],
)
def test_too_much_in_other_languages(context: TranslationContext, lang: str, first: str, then: str) -> None:
    spoken = replace(context, lang=f"{lang}-{lang}")
    translator = _LEARNED.setdefault(hash(("steps", lang)), having_learned(steps_in(lang), lang=lang))
    assert calls(talk(translator, spoken, first, then)) == [("move_blinds", {"direction": "down"})]
