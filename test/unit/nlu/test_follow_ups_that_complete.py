"""Follow-ups that complete what was asked for, repeat a part of it or name it, and are nothing else."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from dialogue_tools import ENGLISH, HALL, tool
from test_follow_ups_of_both import TRAY
from test_said_in_one_breath import HOUSE
from test_what_becomes_of_the_last import GARAGE, calls, learned, talk

from learned_tools import having_learned
from ovos_phal_plugin_jarvis.tools.definition import ToolParameter
from ovos_phal_plugin_jarvis.translation.values import TranslationContext

HARBOUR = (
    tool(
        "book_berth",
        "Book a berth of the harbour for a boat.",
        [
            ToolParameter("boat", "string", True, "Which boat comes"),
            ToolParameter("day", "date", False, "On which day"),
            ToolParameter("at", "time", False, "When it comes, HH:MM in 24 hours"),
            ToolParameter("label", "string", False, "What the booking is called"),
        ],
        {
            "book a berth for the swallow": {"boat": "swallow"},
            "book a berth for the kittiwake on friday": {"boat": "kittiwake", "day": "friday"},
            "a berth for the otter tomorrow at six": {"boat": "otter", "day": "tomorrow", "at": "06:00"},
            "book a berth for the heron at 4 pm": {"boat": "heron", "at": "16:00"},
            "berth for the gannet on monday at noon please": {"boat": "gannet", "day": "monday", "at": "12:00"},
            "book a berth for the tern called summer guest": {"boat": "tern", "label": "summer guest"},
        },
    ),
    tool(
        "cancel_berth",
        "Give a berth of the harbour back.",
        [ToolParameter("boat", "string", False, "Which boat")],
        {
            "cancel the berth": {},
            "cancel the berth for the swallow": {"boat": "swallow"},
            "give back the otter's berth": {"boat": "otter"},
        },
    ),
    tool(
        "sound_horn",
        "Sound the horn of the harbour at a time.",
        [ToolParameter("at", "time", True, "When, HH:MM in 24 hours")],
        {
            "sound the horn at six": {"at": "06:00"},
            "horn at half past nine": {"at": "09:30"},
            "at noon the horn": {"at": "12:00"},
            "at eight in the evening": {"at": "20:00"},
            "the horn at 4 pm please": {"at": "16:00"},
        },
    ),
    tool(
        "add_water",
        "Let more or less water into the lock.",
        [
            ToolParameter("direction", "string", True, "Which way", enum_values=("up", "down")),
            ToolParameter("by", "int", False, "By how many percent", minimum=0, maximum=100),
        ],
        {
            "let the water up": {"direction": "up"},
            "let the water down by twenty percent": {"direction": "down", "by": 20},
            "water up by five percent": {"direction": "up", "by": 5},
            "bring the water down a bit": {"direction": "down"},
            "let the water up by ten percent": {"direction": "up", "by": 10},
        },
    ),
)


@pytest.mark.parametrize(
    ("first", "then", "name", "arguments"),
    [
        # what it lacks, whatever tool takes such a value alone
        (
            "book a berth for the swallow on friday",
            "at ten in the morning",
            "book_berth",
            {"boat": "swallow", "day": "friday", "at": "10:00"},
        ),
        (
            "book a berth for the swallow at ten in the morning",
            "on friday",
            "book_berth",
            {"boat": "swallow", "day": "friday", "at": "10:00"},
        ),
        # a name
        ("book a berth for the swallow", "call it race week", "book_berth", {"boat": "swallow", "label": "race week"}),
    ],
)
def test_what_it_lacked_is_told(
    context: TranslationContext, first: str, then: str, name: str, arguments: dict[str, Any]
) -> None:
    changed = talk(learned(HARBOUR), context, first, then)
    assert calls(changed) == [(name, arguments)]
    assert [call.name for call in changed.calls if call.takes_back] == ["cancel_berth"]


def test_what_takes_no_such_value_is_left_to_another(context: TranslationContext) -> None:
    said = talk(learned(HARBOUR), context, "let the water up", "at eight in the evening")
    assert calls(said) == [("sound_horn", {"at": "20:00"})]


@pytest.mark.parametrize(
    ("tools", "first", "then"),
    [
        (ENGLISH, "set the volume to 30", "call it school run"),
        (ENGLISH, "what's the time in london", "call it school run"),
        (HARBOUR, "book a berth for the swallow", "call it a day"),
        (HARBOUR, "let the water up", "call it race week"),
    ],
)
def test_what_takes_no_name_is_not_named(context: TranslationContext, tools: Any, first: str, then: str) -> None:
    assert calls(talk(learned(tools), context, first, then)) == []


@pytest.mark.parametrize(
    ("tools", "first", "then", "arguments"),
    [
        # one more of what was added, in its unit
        (HALL, "add twenty minutes to the sauna", "one more", {"how": "extend", "minutes": 1}),
        (HALL, "add twenty minutes to the sauna", "hmm one more", {"how": "extend", "minutes": 1}),
        (HALL, "add twenty minutes to the sauna", "another five", {"how": "extend", "minutes": 5}),
        (HALL, "extend the sauna by ten minutes", "two minutes less", {"how": "shorten", "minutes": 2}),
        # the same once more
        (HALL, "add twenty minutes to the sauna", "one more time", {"how": "extend", "minutes": 20}),
        (HALL, "add twenty minutes to the sauna", "again", {"how": "extend", "minutes": 20}),
        (HARBOUR, "let the water up by ten percent", "another five", {"direction": "up", "by": 5}),
        (HARBOUR, "let the water up by ten percent", "one more", {"direction": "up", "by": 10}),
    ],
)
def test_one_more_of_what_was_added(
    context: TranslationContext, tools: Any, first: str, then: str, arguments: dict[str, Any]
) -> None:
    assert [said for _, said in calls(talk(learned(tools), context, first, then))] == [arguments]


def test_how_much_more_is_said_in_the_words_of_before(context: TranslationContext) -> None:
    more = talk(learned(HARBOUR), context, "let the water up by ten percent", "another twenty")
    assert [(call.said, call.spelt_out) for call in more.calls] == [("let the water up by twenty percent", True)]


def test_less_of_what_was_taken_off_may_be_either(context: TranslationContext) -> None:
    assert calls(talk(learned(HARBOUR), context, "let the water down by ten percent", "five less")) == []


def test_the_same_time_on_another_day(context: TranslationContext) -> None:
    for then in ("make that friday same time", "make that friday at noon", "no on friday at noon"):
        moved = talk(learned(GARAGE), context, "ring the bell tomorrow at noon", then)
        assert calls(moved) == [("set_bell", {"at": "12:00", "day": "next_friday"})]
        assert [call.name for call in moved.calls if call.takes_back] == ["cancel_bell"]


@pytest.mark.parametrize("then", ["at ten", "friday at ten", "no on friday at ten"])
def test_what_is_said_once_more_takes_nothing_away(context: TranslationContext, then: str) -> None:
    for name, arguments in calls(talk(learned(GARAGE), context, "ring the bell on friday at ten", then)):
        assert name == "set_bell" and set(arguments) == {"at", "day"}


def test_a_day_begins_with_no_first_one(context: TranslationContext) -> None:
    first = "book a berth for the swallow on the fifth of january"
    changed = talk(learned(HARBOUR), context, first, "and on the first of march")
    assert [call.arguments.get("day") for call in changed.calls if not call.takes_back] == ["2027-03-01"]


@pytest.mark.parametrize(
    ("then", "at"),
    [
        ("sorry in the morning", "04:00"),
        ("no in the morning i meant", "04:00"),
        # it is in the afternoon already, and that is no half of a day
        ("no in the afternoon", None),
        ("no in the garden", None),
    ],
)
def test_the_other_half_of_the_day(context: TranslationContext, then: str, at: str | None) -> None:
    found = talk(learned(GARAGE), context, "every day ring the bell at 4 pm", then)
    assert [arguments["at"] for _, arguments in calls(found)] == ([at] if at else [])


@pytest.mark.parametrize(
    ("lang", "said", "then"),
    [
        ("de", "stell einen wecker auf sieben uhr abends", "nein morgens"),
        ("es", "pon la alarma a las siete de la tarde", "no de la mañana"),
        ("fr", "mets le réveil à sept heures du soir", "non du matin"),
        ("it", "metti la sveglia alle sette di sera", "no di mattina"),
        ("nl", "zet de wekker op zeven uur 's avonds", "nee 's ochtends"),
        ("pt", "põe o alarme às sete da tarde", "não da manhã"),
    ],
)
def test_the_other_half_of_the_day_in_other_languages(
    context: TranslationContext, lang: str, said: str, then: str
) -> None:
    first = re.sub(r"sieben|siete|sept|sette|zeven|sete", "{}", said)
    hours = dict(zip(_SIX[lang], ("18:00", "20:00", "21:00"), strict=True))
    alarm = tool(
        "set_alarm",
        "Ring at a time.",
        [ToolParameter("time", "time", True, "When, HH:MM in 24 hours")],
        {first.format(hour): {"time": time} for hour, time in hours.items()},
    )
    found = talk(having_learned((alarm,), lang=lang), replace(context, lang=lang), said, then)
    assert calls(found) == [("set_alarm", {"time": "07:00"})]


_SIX = {
    "de": ("sechs", "acht", "neun"),
    "es": ("seis", "ocho", "nueve"),
    "fr": ("six", "huit", "neuf"),
    "it": ("sei", "otto", "nove"),
    "nl": ("zes", "acht", "negen"),
    "pt": ("seis", "oito", "nove"),
}


def test_what_names_another_does_the_same_with_it(context: TranslationContext) -> None:
    said = ("what is in the blue locker", "and the coach one")
    assert calls(talk(learned(HALL), context, *said)) == [("tell_locker", {"locker": "coach"})]


@pytest.mark.parametrize("then", ["swap that for tape", "replace it with tape"])
def test_one_thing_for_another(context: TranslationContext, then: str) -> None:
    swapped = talk(learned(TRAY), context, "put gauze on the tray", then)
    assert [(call.name, dict(call.arguments)) for call in swapped.calls] == [
        ("remove_tray", {"things": ["gauze"]}),
        ("put_tray", {"things": ["tape"]}),
    ]


def test_of_two_things_nobody_knows_which_is_swapped(context: TranslationContext) -> None:
    assert calls(talk(learned(TRAY), context, "add scissors and gauze to the tray", "swap that for tape")) == []


def test_it_goes_where_it_is_said_to_go_and_not_to_where_it_was(context: TranslationContext) -> None:
    said = ("put gauze on the blue shelf", "put it on the surgery shelf as well")
    assert calls(talk(learned(SHELVES), context, *said)) == [("put_shelf", {"things": ["gauze"]})]


SHELVES = (
    tool(
        "put_shelf",
        "Put things on a shelf of the ward.",
        [
            ToolParameter("things", "array<string>", True, "What goes there"),
            ToolParameter("shelf", "string", False, "Which shelf, the one of the surgery where none is named"),
        ],
        {
            "put gauze on the surgery shelf": {"things": ["gauze"]},
            "add scissors and tape to the surgery shelf": {"things": ["scissors", "tape"]},
            "put swabs on the red shelf": {"things": ["swabs"], "shelf": "red"},
            "add needles to the blue shelf": {"things": ["needles"], "shelf": "blue"},
            "put gloves and masks on the green shelf": {"things": ["gloves", "masks"], "shelf": "green"},
            "put plasters on the surgery shelf": {"things": ["plasters"]},
        },
    ),
)


@pytest.mark.parametrize(
    "then",
    ["put it also on the camping list", "also put it on the camping list", "put it on the camping list as well"],
)
def test_an_also_within_an_order_takes_nothing_back(context: TranslationContext, then: str) -> None:
    found = talk(learned(HOUSE), context, "add rope to the garden list", then)
    assert [(c.name, dict(c.arguments), c.takes_back) for c in found.calls] == [
        ("add_to_list", {"items": ["rope"], "list_name": "camping"}, False)
    ]


@pytest.mark.parametrize(
    ("first", "then", "wanted"),
    [
        ("ring the bell on friday at ten", "and one at eleven", {"at": "11:00", "day": "next_friday"}),
        ("ring the bell on friday at ten", "another one at eleven", {"at": "11:00", "day": "next_friday"}),
        ("bell at half past nine on weekdays", "and one at eleven", {"at": "11:00", "repeat": "weekdays"}),
        ("ring the bell on friday at ten", "and one on saturday at nine", {"at": "09:00", "day": "next_saturday"}),
        ("ring the bell at ten", "and one at eleven", {"at": "11:00"}),
        # which may be of the morning after
        ("ring the bell today at ten", "and one at seven", {"at": "07:00"}),
    ],
)
def test_another_one_is_on_the_same_day(
    context: TranslationContext, first: str, then: str, wanted: dict[str, Any]
) -> None:
    assert calls(talk(learned(GARAGE), context, first, then)) == [("set_bell", wanted)]
