"""Several requests without a joint or a verb between them, with remarks in them, and what goes on after one."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from dialogue_tools import tool
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from learned_tools import having_learned
from ovos_phal_plugin_jarvis.nlu import ExampleTranslator
from ovos_phal_plugin_jarvis.nlu.text import strip_request
from ovos_phal_plugin_jarvis.tools.definition import ToolParameter
from ovos_phal_plugin_jarvis.translation.values import Translation, TranslationContext

Calls = list[tuple[str, dict[str, Any]]]
_THINGS = ToolParameter("items", "list[string]", True, "What goes on the list")
_LIST = ToolParameter("list_name", "string", False, "Which list")

HOUSE = (
    tool(
        "add_to_list",
        "Put things on a list.",
        [_THINGS, _LIST],
        {
            "add soap to the bath list": {"items": ["soap"], "list_name": "bath"},
            "put nails and glue on the hardware list": {"items": ["nails", "glue"], "list_name": "hardware"},
            "add rope to the camping list": {"items": ["rope"], "list_name": "camping"},
            "put stamps on the office list": {"items": ["stamps"], "list_name": "office"},
            "add cheese and ham to the list": {"items": ["cheese", "ham"]},
            "put candles on the list": {"items": ["candles"]},
            "add twine and pegs to the garden list": {"items": ["twine", "pegs"], "list_name": "garden"},
            "put tape on my workshop list": {"items": ["tape"], "list_name": "workshop"},
        },
    ),
    tool(
        "remove_from_list",
        "Take things off a list.",
        [_THINGS, _LIST],
        {
            "remove soap from the bath list": {"items": ["soap"], "list_name": "bath"},
            "take the glue off the hardware list": {"items": ["glue"], "list_name": "hardware"},
            "take the candles off the list": {"items": ["candles"]},
            "remove cheese from the list": {"items": ["cheese"]},
            "take stamps off my office list": {"items": ["stamps"], "list_name": "office"},
            "remove rope and pegs from the camping list": {"items": ["rope", "pegs"], "list_name": "camping"},
        },
    ),
    tool(
        "clear_list",
        "Empty a list.",
        [_LIST],
        {
            "clear the bath list": {"list_name": "bath"},
            "empty the hardware list": {"list_name": "hardware"},
            "clear my list": {},
            "empty the whole camping list": {"list_name": "camping"},
            "clear my garden list": {"list_name": "garden"},
        },
    ),
    tool(
        "set_alarm",
        "Wake somebody at a time.",
        [
            ToolParameter("time", "time", True, "When it rings"),
            ToolParameter("day", "date", False, "The day"),
        ],
        {
            "wake me at six": {"time": "06:00"},
            "wake me at half past seven tomorrow": {"time": "07:30", "day": "tomorrow"},
            "set an alarm for eight on monday": {"time": "08:00", "day": "next_monday"},
            "wake me friday at nine": {"time": "09:00", "day": "next_friday"},
            "set an alarm for ten past five": {"time": "05:10"},
            "alarm at quarter to seven": {"time": "06:45"},
        },
    ),
    tool(
        "sun_times",
        "Tell when the sun rises or sets.",
        [
            ToolParameter("event", "string", True, enum_values=("sunrise", "sunset")),
            ToolParameter("day", "date", False, "The day"),
        ],
        {
            "when does the sun rise": {"event": "sunrise"},
            "when does the sun set": {"event": "sunset"},
            "when does the sun rise tomorrow": {"event": "sunrise", "day": "tomorrow"},
            "when does the sun set on friday": {"event": "sunset", "day": "next_friday"},
            "sunrise": {"event": "sunrise"},
            "sunset": {"event": "sunset"},
            "sunset for tomorrow": {"event": "sunset", "day": "tomorrow"},
            "sunrise on sunday": {"event": "sunrise", "day": "next_sunday"},
        },
    ),
    tool(
        "dim_lamp",
        "Change the brightness of the lamp.",
        [ToolParameter("direction", "string", True, enum_values=("up", "down"))],
        {
            "dim the lamp": {"direction": "down"},
            "make the lamp brighter": {"direction": "up"},
            "turn the lamp down a bit": {"direction": "down"},
            "turn the lamp up": {"direction": "up"},
            "brighten the lamp": {"direction": "up"},
        },
    ),
    tool(
        "set_heater",
        "Set how warm the heater is.",
        [ToolParameter("level", "int", True, "Level of the heater", refinable=True, minimum=0, maximum=100)],
        {
            "set the heater to 30": {"level": 30},
            "heater at 50": {"level": 50},
            "turn the heater to 70": {"level": 70},
            "put the heater on 20": {"level": 20},
        },
    ),
    tool(
        "tell_time",
        "Tell what time it is.",
        [ToolParameter("place", "string", False, "Where")],
        {
            "how late is it": {},
            "how late is it in lisbon": {"place": "lisbon"},
            "tell me the time": {},
            "tell me the time in porto": {"place": "porto"},
            "time in oslo": {"place": "oslo"},
            "how late is it in new york": {"place": "new york"},
        },
    ),
    tool("tell_date", "Tell the date.", [], {"the date": {}, "tell me the date": {}, "what is the date": {}}),
    tool(
        "draw_card",
        "Draw cards from a deck.",
        [ToolParameter("cards", "int", False, "How many cards are in the deck")],
        {
            "draw a card": {},
            "draw a card from a deck of 32": {"cards": 32},
            "draw one from 52 cards": {"cards": 52},
            "draw me a card": {},
        },
    ),
)


def calls(translation: Translation) -> Calls:
    """The calls, in which "the bath list" is the list called bath, as whoever keeps it would find it."""
    return [(call.name, {n: _named(v) for n, v in call.arguments.items()}) for call in translation.calls]


def _named(value: Any) -> Any:
    return value.removesuffix(" list") if isinstance(value, str) else value


@pytest.fixture(scope="module")
def house() -> ExampleTranslator:
    return having_learned(HOUSE)


def put(*items: str, **more: str) -> tuple[str, dict[str, Any]]:
    return "add_to_list", {"items": list(items), **more}


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        # nothing between them
        (
            "add soap to the bath list stamps to the office list",
            [put("soap", list_name="bath"), put("stamps", list_name="office")],
        ),
        (
            "add soap to the bath list wake me at six",
            [put("soap", list_name="bath"), ("set_alarm", {"time": "06:00"})],
        ),
        (
            "add soap to the bath list make the lamp brighter",
            [put("soap", list_name="bath"), ("dim_lamp", {"direction": "up"})],
        ),
        # two things of one list are no two requests
        ("add soap and rope to the bath list", [put("soap", "rope", list_name="bath")]),
        (
            "put soap and towels on the bath list and pegs on the garden list",
            [put("soap", "towels", list_name="bath"), put("pegs", list_name="garden")],
        ),
        (
            "put soap on the camping list and nails on the hardware list",
            [put("soap", list_name="camping"), put("nails", list_name="hardware")],
        ),
        # one thing with its article after what is surely another request
        (
            "lamp brighter an alarm for six and put soap on the bath list",
            [("dim_lamp", {"direction": "up"}), ("set_alarm", {"time": "06:00"}), put("soap", list_name="bath")],
        ),
        # "it" points to nothing
        (
            "when does the sun rise and how late is it in rome",
            [("sun_times", {"event": "sunrise"}), ("tell_time", {"place": "rome"})],
        ),
        # a tool's own word is no place
        ("tell me the time the date", [("tell_time", {}), ("tell_date", {})]),
        # the verb is left out
        (
            "soap on the bath list and wake me at six",
            [put("soap", list_name="bath"), ("set_alarm", {"time": "06:00"})],
        ),
        # "it" is the list, wherever it stands, and whatever is said behind it
        (
            "clear the camping list then put rope and pegs on it",
            [("clear_list", {"list_name": "camping"}), put("rope", "pegs", list_name="camping")],
        ),
        (
            "clear the camping list first after that put on it rope and pegs",
            [("clear_list", {"list_name": "camping"}), put("rope", "pegs", list_name="camping")],
        ),
        # what is asked of a thing is no part of its name, and a day is of both
        (
            "when does the sun rise and when does it set",
            [("sun_times", {"event": "sunrise"}), ("sun_times", {"event": "sunset"})],
        ),
        (
            "when does the sun rise tomorrow and when does it set",
            [
                ("sun_times", {"event": "sunrise", "day": "tomorrow"}),
                ("sun_times", {"event": "sunset", "day": "tomorrow"}),
            ],
        ),
        (
            "tomorrow when does the sun rise and when does it set",
            [
                ("sun_times", {"event": "sunrise", "day": "tomorrow"}),
                ("sun_times", {"event": "sunset", "day": "tomorrow"}),
            ],
        ),
        (
            "sunrise and sunset for tomorrow",
            [
                ("sun_times", {"event": "sunrise", "day": "tomorrow"}),
                ("sun_times", {"event": "sunset", "day": "tomorrow"}),
            ],
        ),
        # each its own day
        (
            "wake me saturday at half past six and sunday at nine",
            [
                ("set_alarm", {"time": "06:30", "day": "next_saturday"}),
                ("set_alarm", {"time": "09:00", "day": "next_sunday"}),
            ],
        ),
        # "that day" is the one that was just said
        (
            "when does the sun rise tomorrow and wake me on that day at six",
            [
                ("sun_times", {"event": "sunrise", "day": "tomorrow"}),
                ("set_alarm", {"time": "06:00", "day": "tomorrow"}),
            ],
        ),
        # who says what they didn't, before an order
        ("i didn't hear that turn the lamp up", [("dim_lamp", {"direction": "up"})]),
        ("i don't want to be late wake me at six", [("set_alarm", {"time": "06:00"})]),
        # a remark in one of them
        (
            "turn the lamp down a bit i'm half blind and wake me at six",
            [("dim_lamp", {"direction": "down"}), ("set_alarm", {"time": "06:00"})],
        ),
        # nothing but courtesies or values between them: what one tool alone would pass over is another's request
        (
            "dim the lamp a bit would you be so good as to wake me at six",
            [("dim_lamp", {"direction": "down"}), ("set_alarm", {"time": "06:00"})],
        ),
        (
            "wake me at half past seven tomorrow how late is it in oslo",
            [("set_alarm", {"time": "07:30", "day": "tomorrow"}), ("tell_time", {"place": "oslo"})],
        ),
        (
            "put the heater on 20 oh how late is it in lisbon and dim the lamp",
            [("set_heater", {"level": 20}), ("tell_time", {"place": "lisbon"}), ("dim_lamp", {"direction": "down"})],
        ),
        (
            "clear my list would you how late is it in oslo",
            [("clear_list", {}), ("tell_time", {"place": "oslo"})],
        ),
        # while that goes on
        (
            "wake me at six and meanwhile turn the lamp up",
            [("set_alarm", {"time": "06:00"}), ("dim_lamp", {"direction": "up"})],
        ),
        # "before you turn it on"
        (
            "before you turn the lamp up tell me when does the sun rise",
            [("sun_times", {"event": "sunrise"}), ("dim_lamp", {"direction": "up"})],
        ),
        ("before you set the heater to 30 clear my list", [("clear_list", {}), ("set_heater", {"level": 30})]),
        # what means nothing to the first tool begins another request, verb or not
        (
            "empty the camping list and lamp brighter",
            [("clear_list", {"list_name": "camping"}), ("dim_lamp", {"direction": "up"})],
        ),
        # the one list is named and the other is not
        (
            "add soap to the list and rope to the camping list",
            [put("soap"), put("rope", list_name="camping")],
        ),
        # the one thing has an article and the other none
        (
            "add soap to the list and a rope to the camping list",
            [put("soap"), put("rope", list_name="camping")],
        ),
        # a reason before several, the first of which the second would pass over
        (
            "we're off to bed so clear my list dim the lamp and wake me at six",
            [("clear_list", {}), ("dim_lamp", {"direction": "down"}), ("set_alarm", {"time": "06:00"})],
        ),
    ],
)
def test_requests_in_one_breath(
    house: ExampleTranslator, context: TranslationContext, said: str, wanted: Calls
) -> None:
    assert calls(house.translate(said, context)) == wanted


NAP = tool(
    "set_nap",
    "Let somebody sleep up to a time.",
    [ToolParameter("time", "time", True, "When the nap ends")],
    {
        "nap up to six": {"time": "06:00"},
        "let me nap past nine": {"time": "09:00"},
        "a nap till half past eight": {"time": "08:30"},
        "nap up to ten to seven": {"time": "06:50"},
        "let me sleep up to five": {"time": "05:00"},
        "sleep till eight": {"time": "08:00"},
    },
)
NOTE = tool(
    "write_diary",
    "Write something into the diary.",
    [ToolParameter("text", "string", True, "What is written")],
    {
        "write in my diary that it was a good day": {"text": "it was a good day"},
        "note in the diary that we had a visitor": {"text": "we had a visitor"},
        "write in the diary the sea was calm": {"text": "the sea was calm"},
        "put in my diary that the bus was late": {"text": "the bus was late"},
        "diary entry i slept well": {"text": "i slept well"},
    },
)


def test_a_number_that_examples_say_for_a_value_is_not_passed_over(context: TranslationContext) -> None:
    naps = having_learned((NAP, *HOUSE))
    assert calls(naps.translate("nap till half past eight", context)) == [("set_nap", {"time": "08:30"})]
    assert not calls(naps.translate("nap till half past eight nine on sunday", context))


HABIT = tool(
    "mark_habit",
    "Mark a habit as done for today.",
    [ToolParameter("name", "string", True, "Which habit"), ToolParameter("done", "bool", False, "Whether it is done")],
    {
        "mark jogging as done": {"name": "jogging", "done": True},
        "mark the piano as done": {"name": "piano", "done": True},
        "mark reading as done": {"name": "reading", "done": True},
        "cello practice is done for today": {"name": "cello practice", "done": True},
        "yoga is done for today": {"name": "yoga", "done": True},
        "habit flute that's done": {"name": "flute", "done": True},
        "i did my stretching today": {"name": "stretching", "done": True},
    },
)


@pytest.mark.parametrize(
    "said",
    [
        "habit violin practice that's done for today and my fingers hurt",
        "mark the violin as done and my fingers hurt",
        "i did my violin today and my fingers hurt",
        "add soap to the bath list and my fingers hurt",
        "put tape on the list and my back hurt",
    ],
)
def test_what_is_told_of_something_is_not_done_to_it_as_well(context: TranslationContext, said: str) -> None:
    found = having_learned((HABIT, *HOUSE)).translate(said, context)
    assert not any("hurt" in str(call.arguments) for call in found.calls)
    assert all(call.arguments.get("list_name") for call in found.calls if "soap" in str(call.arguments))


def test_that_before_a_clause_points_to_nothing(context: TranslationContext) -> None:
    diary = having_learned((NOTE, *HOUSE))
    found = diary.translate("clear the garden list and write in my diary that my knee aches", context)
    assert calls(found) == [("clear_list", {"list_name": "garden"}), ("write_diary", {"text": "my knee aches"})]


def test_what_no_tool_of_several_understands_is_told(house: ExampleTranslator, context: TranslationContext) -> None:
    found = house.translate("set an alarm for six purple elephants and dim the lamp", context)
    assert calls(found) == [("set_alarm", {"time": "06:00"}), ("dim_lamp", {"direction": "down"})]
    assert found.left == ("purple elephants",) and "purple elephants" in (found.say or "")


def test_what_is_to_be_done_is_no_dictation(context: TranslationContext) -> None:
    deeds = [
        "sweep the stairs",
        "pay the rent",
        "ring my aunt",
        "fetch the parcel",
        "oil the hinges",
        "water the ferns",
    ]
    deeds += ["mend the fence", "feed the cat", "close the gate", "post the letter", "bake a cake", "wash the car"]
    ways = ("remind me to", "set a reminder to", "a reminder to", "please remind me to", "make a reminder to")
    remind = tool(
        "set_reminder",
        "Remind somebody of something.",
        [ToolParameter("text", "string", True, "What is told")],
        {f"{way} {deed}": {"text": deed} for deed in deeds for way in ways},
    )
    found = having_learned((remind, *HOUSE)).translate("set a reminder to read the gas meter", context)
    assert calls(found) == [("set_reminder", {"text": "read the gas meter"})]


def test_an_order_that_points_to_what_is_told_before_is_not_done_to_something_else(
    house: ExampleTranslator, context: TranslationContext
) -> None:
    assert not calls(house.translate("i don't like this song clear it", context))


def test_two_lists_are_never_taken_for_one(house: ExampleTranslator, context: TranslationContext) -> None:
    for word in ("on", "in", "into", "onto"):
        said = f"put the soap {word} the bath list and the tent {word} the camping list"
        found = calls(house.translate(said, context))
        assert all(len(arguments["items"]) == 1 for _, arguments in found) and len(found) != 1, said


@pytest.mark.parametrize(
    "said",
    [
        "the soap is on the bath list and wake me at six",
        "who has soap on the bath list and wake me at six",
    ],
)
def test_what_only_tells_is_no_request_without_its_verb(
    house: ExampleTranslator, context: TranslationContext, said: str
) -> None:
    assert all(name == "set_alarm" for name, _ in calls(house.translate(said, context)))


@pytest.mark.parametrize(
    ("first", "then", "wanted"),
    [
        ("set the heater to 30", "raise it to 40", [("set_heater", {"level": 40})]),
        ("set the heater to 30", "raise it by 5", [("set_heater", {"level": 35})]),
        ("set the heater to 60", "lower it to 40", [("set_heater", {"level": 40})]),
        ("dim the lamp", "even darker", [("dim_lamp", {"direction": "down"})]),
        ("dim the lamp", "brighter", [("dim_lamp", {"direction": "up"})]),
        ("draw a card from a deck of 32", "draw again", [("draw_card", {"cards": 32})]),
        ("draw a card from a deck of 32", "one more draw", [("draw_card", {"cards": 32})]),
    ],
)
def test_what_goes_on(
    house: ExampleTranslator, context: TranslationContext, first: str, then: str, wanted: Calls
) -> None:
    before = house.translate(first, context)
    after = replace(context, turns=(("user", first),), last_call=before.calls[-1])
    assert calls(house.translate(then, after)) == wanted


_REQUESTS = [example.utterance for definition in HOUSE for example in definition.examples[:4]]


@settings(
    max_examples=15,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
@given(
    one=st.sampled_from(_REQUESTS),
    other=st.sampled_from(_REQUESTS),
    joint=st.sampled_from([" and ", ", then "]),
)
def test_neither_of_two_is_dropped_in_silence(
    house: ExampleTranslator, context: TranslationContext, one: str, other: str, joint: str
) -> None:
    translation = house.translate(f"{one}{joint}{other}", context)
    done = {call.name for call in translation.calls}
    wanted = {call.name for said in (one, other) for call in house.translate(said, context).calls}
    assert wanted <= done or translation.say or translation.left or not translation.calls


_WHICH_WAY = [ToolParameter("direction", "string", True, "Which way", enum_values=("up", "down"))]
WARMTH_AND_MUSIC = (
    tool(
        "change_heating",
        "Make the room warmer or cooler.",
        _WHICH_WAY,
        {
            "turn the heating up": {"direction": "up"},
            "this room is freezing": {"direction": "up"},
            "make it warmer in here": {"direction": "up"},
            "the radiator is boiling": {"direction": "down"},
            "the radiator is roasting me": {"direction": "down"},
            "turn the heating down a bit": {"direction": "down"},
            "lower the radiator": {"direction": "down"},
        },
    ),
    tool(
        "change_music",
        "Make the music louder or quieter.",
        _WHICH_WAY,
        {
            "turn it up a bit": {"direction": "up"},
            "turn the music up": {"direction": "up"},
            "louder please": {"direction": "up"},
            "turn it down": {"direction": "down"},
            "turn it down a notch": {"direction": "down"},
            "make it quieter": {"direction": "down"},
        },
    ),
)


def test_what_is_said_of_a_thing_is_why_it_is_changed(context: TranslationContext) -> None:
    room = having_learned(WARMTH_AND_MUSIC)
    for said in ("the radiator is boiling turn it down a notch", "the radiator is roasting me turn it down a bit"):
        assert calls(room.translate(said, context)) == [("change_heating", {"direction": "down"})], said
    both = calls(room.translate("lower the radiator turn the music up", context))
    assert both == [("change_heating", {"direction": "down"}), ("change_music", {"direction": "up"})]


@pytest.mark.parametrize(
    ("lang", "said", "asked"),
    [
        ("en-us", "three things clear my list and dim the lamp", "clear my list and dim the lamp"),
        ("de-de", "zwei sachen leer die liste und dimm die lampe", "leer die liste und dimm die lampe"),
        ("es-es", "dos cosas vacía la lista", "vacía la lista"),
        ("fr-fr", "deux choses vide la liste", "vide la liste"),
        ("it-it", "due cose svuota la lista", "svuota la lista"),
        ("nl-nl", "twee dingen maak de lijst leeg", "maak de lijst leeg"),
        ("pt-pt", "duas coisas esvazia a lista", "esvazia a lista"),
        ("en-us", "put three things on the list", "put three things on the list"),
    ],
)
def test_how_many_requests_there_are_is_none_of_them(lang: str, said: str, asked: str) -> None:
    assert strip_request(said, lang) == asked


def test_a_word_is_told_although_it_stands_around_requests_elsewhere(
    house: ExampleTranslator, context: TranslationContext
) -> None:
    # "one more time" asks for nothing; "tell me the time" does.
    found = house.translate("bananas dim the lamp tell me the time and set an alarm for six", context)
    assert calls(found) == [("set_alarm", {"time": "06:00"})]
    assert "dim the lamp" in found.say
    assert "bananas" in " ".join(found.left)
    assert "time" in found.left and "time" in (found.say or "")
