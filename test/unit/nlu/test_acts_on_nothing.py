"""What is no request, or none yet, though it has a tool's words; and what is one in spite of what stands around it."""

from __future__ import annotations

from typing import Any

import pytest
from dialogue_tools import ENGLISH, tool

from learned_tools import having_learned
from ovos_phal_plugin_jarvis.nlu import ExampleTranslator
from ovos_phal_plugin_jarvis.nlu.acts.conditions import conditions
from ovos_phal_plugin_jarvis.nlu.acts.hearsay import asked_then, reports
from ovos_phal_plugin_jarvis.nlu.acts.questions import asks_why
from ovos_phal_plugin_jarvis.nlu.acts.statements import only_states, stated
from ovos_phal_plugin_jarvis.nlu.acts.wavering import doubts, muses
from ovos_phal_plugin_jarvis.nlu.lang import language
from ovos_phal_plugin_jarvis.tools.definition import ToolParameter
from ovos_phal_plugin_jarvis.translation.values import TranslationContext

SHUTTERS = tool(
    "move_shutters",
    "Move the shutters of a room.",
    [ToolParameter("room", "string", False, "Which room")],
    {
        "close the shutters": {},
        "open the shutters": {},
        "pull the shutters down": {},
        "close the shutters in the attic": {"room": "attic"},
        "open the shutters of the study": {"room": "study"},
    },
)
POND = tool(
    "drain_pond",
    "Drain the pond of the garden.",
    [],
    {"drain the pond": {}, "empty the pond": {}, "let the water out of the pond": {}, "the pond is too full": {}},
)


@pytest.fixture(scope="module")
def house() -> ExampleTranslator:
    used = {"set_timer", "cancel_timer", "get_time", "get_weather", "switch_device"}
    return having_learned((*(tool for tool in ENGLISH if tool.name in used), SHUTTERS, POND))


@pytest.mark.parametrize(
    "said",
    [
        "turn off the lamp when it's bright outside",
        "close the shutters once the kids are asleep",
        "turn on the heater if it gets cold",
        "close the shutters i'm not sure",
        "cancel the timer or maybe not",
        "turn off the fan i don't know",
        "should i close the shutters",
        "close the shutters she said",
        "turn on the lamp my uncle told me",
        "why is the lamp on",
        "i can't decide whether i should turn off the lamp",
        "i was going to set a timer for ten minutes",
        "i wish i had closed the shutters",
        "it was a struggle closing the shutters",
        "the fan was never any good",
        "do you think i should turn off the fan",
        "turn off the lamp i was talking to my sister",
        "my sister can close the shutters",
        "i watched her close the shutters",
        "the shutters were closed all winter",
        "the shutters rattled i nearly cried",
        "the shutters in that chapel were definitely rusty",
        "my uncle asked me what was wrong with the lamp",
        "pavel still hasn't closed the shutters in the attic",
        "we had to drain the pond after the frost",
        "they used to close the shutters in the study every winter",
        "my uncle charged us sixty crowns just for the shutters in the attic",
    ],
)
def test_what_is_not_wanted_is_not_done(house: ExampleTranslator, context: TranslationContext, said: str) -> None:
    assert not house.translate(said, context).calls


@pytest.mark.parametrize(
    ("said", "name", "arguments"),
    [
        ("close the shutters because the sun is blinding me", "move_shutters", {}),
        ("turn off the fan we can't hear the film", "switch_device", {"device": "fan", "state": "off"}),
        ("cancel the timer my sister burnt the rice", "cancel_timer", {}),
        ("my hands are covered in dough set a timer for ten minutes", "set_timer", {"duration_seconds": 600}),
        ("turn on the lamp i've dropped my earring somewhere", "switch_device", {"device": "lamp", "state": "on"}),
        ("the baby finally fell asleep turn off the lamp", "switch_device", {"device": "lamp", "state": "off"}),
        ("what time is it my phone died again", "get_time", {}),
        ("ugh close the shutters", "move_shutters", {}),
        ("close the shutters before i forget", "move_shutters", {}),
        ("i left my coat at the office what's the weather in rome", "get_weather", {"city": "rome"}),
        ("cancel the tea timer dinner's cold anyway", "cancel_timer", {"label": "tea"}),
        ("drain the pond the gardener's here and he hates mud", "drain_pond", {}),
        ("the pond is too full", "drain_pond", {}),
    ],
)
def test_a_remark_keeps_no_request_from_being_done(
    house: ExampleTranslator, context: TranslationContext, said: str, name: str, arguments: dict[str, Any]
) -> None:
    assert [(c.name, dict(c.arguments)) for c in house.translate(said, context).calls] == [(name, arguments)]


def test_what_may_be_a_remark_or_a_value_asks_first(house: ExampleTranslator, context: TranslationContext) -> None:
    found = house.translate("close the shutters this is a quiet street", context)
    assert [call.name for call in found.calls] == ["move_shutters"]
    assert found.certain < 0.75 or not found.calls[0].arguments


@pytest.mark.parametrize("said", ["cancel the timer i set for the eggs", "close the shutters i want the left one"])
def test_what_may_say_which_thing_is_not_left_out(
    house: ExampleTranslator, context: TranslationContext, said: str
) -> None:
    assert all(c.arguments for c in house.translate(said, context).calls)


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en-us", "drain the pond i'm not sure yet"),
        ("en-us", "never mind the pond i was talking to my wife"),
        ("de-de", "leere den teich oder doch nicht"),
        ("es-es", "vacía el estanque o mejor no"),
        ("fr-fr", "vide le bassin ou peut-être pas"),
        ("it-it", "svuota la vasca o forse no"),
        ("nl-nl", "leeg de vijver of toch niet"),
        ("pt-pt", "esvazia o tanque ou talvez não"),
    ],
)
def test_doubts_are_heard(lang: str, said: str) -> None:
    assert doubts(said, lang)


@pytest.mark.parametrize(
    "said", ["i'm not sure what time it is", "drain the pond", "i don't know what day it is tell me"]
)
def test_what_asks_doubts_nothing(said: str) -> None:
    assert not doubts(said, "en-us")


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en-us", "i was going to drain the pond"),
        ("de-de", "soll ich den teich leeren"),
        ("es-es", "debería vaciar el estanque"),
        ("fr-fr", "devrais-je vider le bassin"),
        ("it-it", "dovrei svuotare la vasca"),
        ("nl-nl", "zal ik de vijver leegmaken"),
        ("pt-pt", "deveria esvaziar o tanque"),
    ],
)
def test_whoever_muses_orders_nothing(lang: str, said: str) -> None:
    assert muses(said, lang)


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "why is the pond empty"),
        ("de", "warum ist der teich leer"),
        ("es", "por qué está vacío el estanque"),
        ("fr", "pourquoi le bassin est vide"),
        ("it", "perché la vasca è vuota"),
        ("nl", "waarom is de vijver leeg"),
        ("pt", "por que o tanque está vazio"),
    ],
)
def test_reasons_are_asked_for(lang: str, said: str) -> None:
    assert asks_why(said, language(lang))


def test_a_suggestion_asks_for_no_reason() -> None:
    assert not asks_why("why don't we drain the pond", language("en"))


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("the umpire couldn't add up two and two", True),
        ("patience was never my strength", True),
        ("it was quite a job moving the shutters", True),
        ("the shutters in that hotel were rusty", True),
        ("honestly my aunt shouted at the shutters for an hour", True),
        ("pavel still hasn't oiled the pump", True),
        ("the boathouse always smells of tar", True),
        ("pavel rows the boat across", True),
        ("rufus hates swimming in the pond", True),
        ("lights the blue ones off", False),
        ("our neighbour mows his lawn at noon", True),
        ("the pump in my cellar cracked i was furious", True),
        ("that garden pump scared the neighbours", True),
        ("neptune looked blurry in the finder", True),
        ("we had to bail the boat out after the storm", True),
        ("those boots cost us sixty crowns back then", True),
        ("a table in the corner reserved for two", False),
        ("that lamp off", False),
        ("the shutters in the attic open", False),
        ("it's too loud turn it down", False),
        ("i need a timer", False),
        ("add two and two", False),
        ("is it late", False),
        ("there were four nails in the jar and now there's one", True),
        ("she's on watch again", True),
        ("the pond was so low i could hardly fish in it", True),
        ("the lamp's on turn it off", False),
        ("it's so dark open the hatch", False),
        ("it was so dark open the hatch", False),
        ("we lost the race so we row home", True),
        ("i missed the last draw so i sit in the back", True),
        ("we lost the race so we need a boat", False),
        ("we lost the race so row us home", False),
    ],
)
def test_which_words_only_say_how_something_is(said: str, wanted: bool) -> None:
    words = said.replace("it's", "it 's").split()
    assert (only_states(words, language("en")) is not None) is wanted


def test_without_examples_only_what_writes_down_is_told_what_was_done(context: TranslationContext) -> None:
    named = [ToolParameter("boat", "string", True, "Name of the boat")]
    paint = tool("paint_boat", "Have a boat painted in the yard.", named, {})
    note = tool("log_launch", "Record that a boat was launched.", named, {})
    yard = having_learned((paint, note))
    assert yard.translate("get the boat painted called daphne", context).calls
    assert not yard.translate("we painted the boat daphne all afternoon", context).calls
    assert [call.name for call in yard.translate("i launched the boat daphne", context).calls] == ["log_launch"]


def test_a_question_about_the_world_is_for_no_tool_that_is_asked_otherwise(context: TranslationContext) -> None:
    walks = tool(
        "find_walk",
        "Look through the walks of the club.",
        [ToolParameter("regions", "array<string>", True, "Where the walk is")],
        {
            f"{said} {region}": {"regions": [region]}
            for said, region in (
                ("find a walk in the", "alps"),
                ("a short walk near", "tabor"),
                ("what can we walk in", "moravia"),
                ("any walks around", "kolin"),
                ("look up a hike in the", "tatras"),
                ("i have a free day in", "brno"),
                ("suggest a walk for", "liberec"),
                ("an easy walk by", "lipno"),
                ("show me hikes close to", "zlin"),
                ("search the walks for", "telc"),
            )
        },
    )
    club = having_learned((walks,))
    assert club.translate("what could we walk in slovakia", context).calls
    assert not club.translate("where do the carpathians come from", context).calls


@pytest.mark.parametrize(
    ("said", "over"),
    [
        ("my aunt asked me what the tide was in hull", True),
        ("the boys wanted to know how deep the pond was", True),
        ("somebody asked when the shutters were painted", True),
        ("my aunt asks how deep the pond is", False),
        ("the boys want to know how deep the pond is", False),
        ("what did my aunt ask", False),
        ("i wanted to know how deep the pond was", False),
        ("ask my aunt how deep the pond was", False),
    ],
)
def test_what_somebody_asked_once_is_not_asked_now(said: str, over: bool) -> None:
    assert asked_then(said, "en-us") is over


def test_a_question_to_somebody_is_no_remark() -> None:
    assert stated(["dad", "did", "you", "lock", "the"], language("en")) is None


def test_who_says_it_may_stand_at_the_end() -> None:
    assert reports("drain the pond he told me", "en-us")
    assert not reports("set a timer for five minutes the recipe says", "en-us")
    assert not reports("drain the pond i said", "en-us")


@pytest.mark.parametrize("said", ["drain the pond when it's dark", "drain the pond until dinner is ready"])
def test_a_time_that_no_clock_tells_is_a_condition(said: str) -> None:
    assert list(conditions(said, "en-us"))


@pytest.mark.parametrize(
    ("said", "tells"),
    [
        ("ten am tomorrow", False),
        ("nine am at weekends", False),
        ("half past six am on the dot", False),
        ("i am here at nine am", True),
        ("i am at the harbour", True),
        ("the ferry is late at nine am", True),
    ],
)
def test_what_is_said_of_who_speaks_is_said_of_no_number(said: str, tells: bool) -> None:
    assert (stated(said.split(), language("en"), alone=True) is not None) is tells
