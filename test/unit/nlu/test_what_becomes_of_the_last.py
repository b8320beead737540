"""Follow-ups that only say what becomes of the last request: how far, how often, the other way, done, undone, more."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from dialogue_tools import BAKERY, CLUB, HALL, steps_in, tool, tools_in

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
    return _LEARNED.setdefault(id(tools), ExampleTranslator(tools, lang=lang))


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
         ("set_bell", {"at": "07:00", "day": "2026-11-23"})),
        (CLUB, "plan to mop the bar every monday", "only this once",
         ("plan_chore", {"chore": "mop the bar", "day": "2026-11-23"})),
        (CLUB, "plan to paint the fence on thursday", "daily please",
         ("plan_chore", {"chore": "paint the fence", "every": "daily"})),
    ],
)  # fmt: skip
def test_how_often_is_changed(
    context: TranslationContext, tools: Sequence[ToolDefinition], first: str, then: str, wanted: Call
) -> None:
    assert calls(talk(learned(tools), context, first, then)) == [wanted]


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
    translator = _LEARNED.setdefault(hash(("timers", lang)), ExampleTranslator(tools_in(lang), lang=lang))
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
    translator = _LEARNED.setdefault(hash(("steps", lang)), ExampleTranslator(steps_in(lang), lang=lang))
    assert calls(talk(translator, spoken, first, then)) == [("move_blinds", {"direction": "down"})]
