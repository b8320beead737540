"""Requests to a made-up house become calls with the values that the tools want."""

from __future__ import annotations

import json
import threading
from dataclasses import replace
from typing import Any

import pytest
from dialogue_tools import tool

from learned_tools import having_learned
from ovos_phal_plugin_jarvis.nlu import ExampleTranslator
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition, ToolExample, ToolParameter
from ovos_phal_plugin_jarvis.translation.values import Question, ToolCall, TranslationContext


@pytest.mark.parametrize(
    ("said", "name", "arguments"),
    [
        ("hey turn the kitchen lights off please", "switch_light", {"action": "off", "room": "kitchen"}),
        ("could you dim the lights a bit to sixty", "switch_light", {"action": "dim", "brightness": 60}),
        ("play white noise for an hour and a half", "play_media", {"title": "white noise", "minutes": 90}),
        ("alarm at half past six tonight", "set_alarm", {"time": "18:30", "resolved_datetimes": ["tonight"]}),
        (
            "wake me up the day after tomorrow at nine",
            "set_alarm",
            {"time": "09:00", "resolved_datetimes": ["day_after_tomorrow"]},
        ),
        ("please unlock the front door", "lock_door", {"locked": False, "door": "front_door"}),
        (
            "transfer 12.50 to david for the tickets",
            "send_money",
            {"amount": 12.5, "person": "david", "note": "the tickets"},
        ),
        (
            "set the bedroom to eighteen and a half degrees",
            "set_temperature",
            {"action": "set", "degrees": 18.5, "room": "bedroom"},
        ),
    ],
)
def test_values_as_the_tool_wants_them(
    translator: ExampleTranslator, context: TranslationContext, said: str, name: str, arguments: dict[str, Any]
) -> None:
    translation = translator.translate(said, context)
    assert [(call.name, dict(call.arguments)) for call in translation.calls] == [(name, arguments)]
    assert 0 < translation.confidence <= 1


def test_types_are_those_of_the_schema(translator: ExampleTranslator, context: TranslationContext) -> None:
    arguments = translator.translate("dim the lights to forty percent", context).calls[0].arguments
    assert type(arguments["brightness"]) is int
    arguments = translator.translate("send twenty dollars to mike", context).calls[0].arguments
    assert type(arguments["amount"]) is float


@pytest.mark.parametrize(
    "said",
    [
        "who wrote the odyssey",
        "what's the capital of mongolia",
        "tell me a joke",
        "i went to the store yesterday",
        "how tall is the eiffel tower",
        "read my messages",
        "good morning",
        "what does gregarious mean",
    ],
)
def test_what_no_tool_is_for_gives_no_call(
    translator: ExampleTranslator, context: TranslationContext, said: str
) -> None:
    translation = translator.translate(said, context)
    assert (translation.calls, translation.question) == ((), None)


def test_several_requests_keep_their_order(translator: ExampleTranslator, context: TranslationContext) -> None:
    translation = translator.translate("turn off the lights and lock the front door then play some jazz", context)
    assert [call.name for call in translation.calls] == ["switch_light", "lock_door", "play_media"]
    capped = translator.translate(
        "turn off the lights and lock the front door then play some jazz", replace(context, max_calls=2)
    )
    assert [call.name for call in capped.calls] == ["switch_light", "lock_door"]
    assert capped.dropped == 1


def test_and_inside_a_value_splits_nothing(translator: ExampleTranslator, context: TranslationContext) -> None:
    translation = translator.translate("play rock and roll", context)
    assert len(translation.calls) == 1


def test_a_missing_argument_is_asked_for(translator: ExampleTranslator, context: TranslationContext) -> None:
    translation = translator.translate("set an alarm", context)
    question = translation.question
    assert translation.calls == () and question is not None
    assert (question.call.name, question.parameter, question.text) == ("set_alarm", "time", "At what time?")
    answered = translator.translate("half past seven in the evening", replace(context, question=question))
    assert [(c.name, dict(c.arguments)) for c in answered.calls] == [("set_alarm", {"time": "19:30"})]
    taken_back = translator.translate("never mind", replace(context, question=question))
    assert taken_back.calls == () and taken_back.say and taken_back.question is None
    other = translator.translate("turn off the kitchen light", replace(context, question=question))
    assert [c.name for c in other.calls] == ["switch_light"]


@pytest.mark.parametrize(
    ("said", "degrees"),
    [
        ("make it twenty three", 23),
        ("no, nineteen degrees", 19),
        ("a bit warmer", 21),
        ("two degrees cooler", 18),
    ],
)
def test_a_follow_up_changes_the_last_call(
    translator: ExampleTranslator, context: TranslationContext, said: str, degrees: float
) -> None:
    last = ToolCall("set_temperature", {"action": "set", "degrees": 20, "room": "office"})
    translation = translator.translate(said, replace(context, last_call=last))
    assert [(c.name, dict(c.arguments)) for c in translation.calls] == [
        ("set_temperature", {"action": "set", "degrees": degrees, "room": "office"})
    ]


SUMS = ToolDefinition(
    "calculate",
    "Add, subtract, multiply or divide two numbers.",
    "t",
    {},
    {},
    parameters=(
        ToolParameter("a", "float", True),
        ToolParameter("b", "float", True),
        ToolParameter("operation", "string", True, enum_values=("add", "subtract", "multiply", "divide")),
    ),
    critical_rules=("Map terms: plus/sum -> 'add', minus -> 'subtract', times -> 'multiply'",),
    examples=tuple(
        ToolExample(said, {"a": a, "b": b, "operation": operation})
        for said, a, b, operation in (
            ("what is 5 plus 3", 5, 3, "add"),
            ("add 4 and 9", 4, 9, "add"),
            ("12 minus 7", 12, 7, "subtract"),
            ("subtract 6 from 20", 20, 6, "subtract"),
            ("multiply 3 by 8", 3, 8, "multiply"),
            ("how much is 7 times 6", 7, 6, "multiply"),
            ("divide 40 by 5", 40, 5, "divide"),
            ("what's 9 divided by 3", 9, 3, "divide"),
        )
    ),
)


@pytest.fixture(scope="module")
def sums() -> ExampleTranslator:
    return having_learned([SUMS])


@pytest.mark.parametrize(
    ("said", "arguments"),
    [
        ("what's seventeen plus twenty five", {"a": 17.0, "b": 25.0, "operation": "add"}),
        ("subtract 3 from 10", {"a": 10.0, "b": 3.0, "operation": "subtract"}),
        ("what is seven minus two", {"a": 7.0, "b": 2.0, "operation": "subtract"}),
        ("multiply two and a half by four", {"a": 2.5, "b": 4.0, "operation": "multiply"}),
        ("what is one hundred divided by eight", {"a": 100.0, "b": 8.0, "operation": "divide"}),
        ("a hundred and one plus ninety nine", {"a": 101.0, "b": 99.0, "operation": "add"}),
        ("three and a half plus two and a quarter", {"a": 3.5, "b": 2.25, "operation": "add"}),
    ],
)
def test_sums(sums: ExampleTranslator, context: TranslationContext, said: str, arguments: dict[str, Any]) -> None:
    assert [dict(c.arguments) for c in sums.translate(said, context).calls] == [arguments]


@pytest.mark.parametrize(
    ("said", "b", "operation"),
    [
        ("now multiply that by 2", 2.0, "multiply"),
        ("divided by four", 4.0, "divide"),
        ("add 5 to it", 5.0, "add"),
    ],
)
def test_the_last_result_can_be_pointed_to(
    sums: ExampleTranslator, context: TranslationContext, said: str, b: float, operation: str
) -> None:
    translation = sums.translate(said, replace(context, last_result={"result": 8, "message": "8"}))
    arguments = translation.calls[0].arguments
    assert {arguments["a"], arguments["b"]} == {8.0, b} and arguments["operation"] == operation


def test_a_constant_of_all_examples_is_filled_in_and_nothing_else(context: TranslationContext) -> None:
    tool = ToolDefinition(
        "forecast",
        "Tell the weather.",
        "t",
        {},
        {},
        parameters=(
            ToolParameter("city"),
            ToolParameter("resolved_datetimes", "array<datetime>"),
            ToolParameter("unit"),
        ),
        examples=tuple(
            ToolExample(said, arguments)
            for said, arguments in (
                ("what's the weather in chicago", {"city": "chicago", "resolved_datetimes": ["today"]}),
                ("how is the weather in rome tomorrow", {"city": "rome", "resolved_datetimes": ["tomorrow"]}),
                ("weather in oslo", {"city": "oslo", "resolved_datetimes": ["today"]}),
                ("will it rain tonight", {"resolved_datetimes": ["tonight"]}),
            )
        ),
    )
    translation = having_learned([tool]).translate("what's the weather in madrid", context)
    assert [dict(c.arguments) for c in translation.calls] == [{"city": "madrid", "resolved_datetimes": ["today"]}]


PLAIN = (
    ToolDefinition(
        "add",
        "Add two numbers.",
        "p",
        {},
        {},
        parameters=(ToolParameter("a", "float", True), ToolParameter("b", "float", True)),
    ),
    ToolDefinition(
        "roll_dice", "Roll dice and return the sum.", "p", {}, {}, parameters=(ToolParameter("count", "int"),)
    ),
    ToolDefinition(
        "wikipedia_summary", "Summary of an article.", "p", {}, {}, parameters=(ToolParameter("topic", "string", True),)
    ),
)


def test_tools_without_examples(context: TranslationContext) -> None:
    translator = having_learned(PLAIN)
    translation = translator.translate("add 3 and 4", context)
    assert [(c.name, dict(c.arguments)) for c in translation.calls] == [("add", {"a": 3.0, "b": 4.0})]
    assert 0.5 <= translation.confidence <= 1
    assert translator.translate("roll the dice", context).calls[0].name == "roll_dice"
    assert translator.translate("wikipedia summary of mount everest", context).calls == (
        ToolCall("wikipedia_summary", {"topic": "mount everest"}, "p"),
    )
    assert translator.translate("what's the weather like in rome", context).calls == ()


def test_a_tool_without_examples_never_takes_a_better_one_s_place(context: TranslationContext) -> None:
    translator = having_learned([SUMS, *PLAIN])
    assert translator.translate("add 3 and 4", context).calls[0].name == "calculate"


def test_a_date_comes_before_what_it_affects(context: TranslationContext) -> None:
    tools = (
        ToolDefinition(
            "date_shift",
            "Move the selected date by some days.",
            "t",
            {},
            {},
            parameters=(ToolParameter("resolved_datetimes", "array<datetime>", True, role="date_context"),),
            examples=(
                ToolExample("tomorrow", {"resolved_datetimes": ["tomorrow"]}),
                ToolExample("go to yesterday", {"resolved_datetimes": ["yesterday"]}),
                ToolExample("switch to next monday", {"resolved_datetimes": ["next_monday"]}),
                ToolExample("today", {"resolved_datetimes": ["today"]}),
            ),
        ),
        ToolDefinition(
            "task_create",
            "Create a task.",
            "t",
            {},
            {},
            parameters=(ToolParameter("title", "string", True),),
            examples=tuple(
                ToolExample(f"add task {title}", {"title": title})
                for title in ("call mom", "water the plants", "pay rent", "fix the bike", "email bob")
            ),
        ),
    )
    translation = having_learned(tools).translate("tomorrow add task renew passport", context)
    assert [(c.name, dict(c.arguments)) for c in translation.calls] == [
        ("date_shift", {"resolved_datetimes": ["tomorrow"]}),
        ("task_create", {"title": "renew passport"}),
    ]


def test_german_where_the_examples_are(context: TranslationContext) -> None:
    tool = ToolDefinition(
        "timer",
        "Stellt einen Timer.",
        "t",
        {},
        {},
        parameters=(ToolParameter("duration_seconds", "int", True),),
        examples=tuple(
            ToolExample(said, {"duration_seconds": seconds})
            for said, seconds in (
                ("stelle einen timer auf fünf minuten", 300),
                ("timer für zehn minuten", 600),
                ("starte einen timer von 30 sekunden", 30),
                ("weck mich in zwei stunden", 7200),
            )
        ),
    )
    translator = having_learned([tool], lang="de-de")
    translation = translator.translate("stelle bitte einen timer auf zwanzig minuten", replace(context, lang="de-de"))
    assert [dict(c.arguments) for c in translation.calls] == [{"duration_seconds": 1200}]


def test_ranking_for_a_model(translator: ExampleTranslator, context: TranslationContext) -> None:
    ranked = translator.rank("dim the lights", context, 3)
    assert ranked[0][0] == "switch_light" and len(ranked) == 3
    assert [p for _, p in ranked] == sorted((p for _, p in ranked), reverse=True)
    assert translator.rank("", context, 3) == []


def test_the_same_words_mean_the_same_in_every_thread(
    translator: ExampleTranslator, context: TranslationContext
) -> None:
    said = ["turn off the kitchen light", "play some jazz", "send ten dollars to joe", "who wrote the odyssey"]
    wanted = [translator.translate(text, context) for text in said]
    found: list[bool] = []

    def ask() -> None:
        found.extend(
            translator.translate(text, context) == want for text, want in zip(said * 5, wanted * 5, strict=True)
        )

    threads = [threading.Thread(target=ask) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 120 and all(found)


def test_a_new_tool_works_at_once_and_training_repeats_itself(
    house: tuple[ToolDefinition, ...], context: TranslationContext
) -> None:
    first = ExampleTranslator([*house, SUMS]).translate("what's 12 times 12", context)
    again = ExampleTranslator([*house, SUMS]).translate("what's 12 times 12", context)
    assert first == again and first.calls[0].name == "calculate"


def test_no_tools_at_all(context: TranslationContext) -> None:
    assert having_learned([]).translate("turn on the light", context).calls == ()


def test_an_answer_to_a_tool_that_is_gone(translator: ExampleTranslator, context: TranslationContext) -> None:
    question = Question(ToolCall("gone"), "x", "?")
    assert translator.translate("five", replace(context, question=question)).calls == ()


def test_it_tells_why(translator: ExampleTranslator, context: TranslationContext) -> None:
    found = translator.explain("don't lock the front door", context)
    first = found["candidates"][0]
    assert (found["reason"], first["tool"], first["refused"]) == ("negated", "lock_door", "negated")
    assert "don't" in first["about"]
    assert ["door", "example"] in first["words"] or ["door", "value"] in first["words"]
    assert translator.explain("", context)["reason"] == "little_said"
    json.dumps(found)


@pytest.mark.parametrize(
    "said",
    [
        "start the robot vacuum but not in the kitchen",
        "stop the robot vacuum",
        "do not delete the file notes.txt",
        "delete 3 the file notes.txt",
    ],
)
def test_what_is_left_over_is_never_dropped(context: TranslationContext, said: str) -> None:
    tools = (
        ToolDefinition(
            "start_vacuum",
            "Start the robot vacuum cleaner, in one room or everywhere.",
            "t",
            {},
            {},
            parameters=(ToolParameter("room", description="Room to clean"),),
        ),
        ToolDefinition(
            "delete_file",
            "Delete a file from the disk.",
            "t",
            {},
            {},
            parameters=(ToolParameter("path", required=True, description="Path of the file"),),
        ),
    )
    assert having_learned(tools).translate(said, context).calls == ()


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("change 80 crowns to pesos", {"sum": 80, "held": "crowns", "wanted": "pesos"}),
        ("how many francs do i get for 60 euros", {"sum": 60, "held": "euros", "wanted": "francs"}),
        ("one dollar in rupees", {"sum": 1, "held": "dollar", "wanted": "rupees"}),
    ],
)
def test_the_unit_of_a_number_may_be_another_argument(
    context: TranslationContext, said: str, wanted: dict[str, object]
) -> None:
    exchange = tool(
        "exchange",
        "What a sum is in another currency.",
        [
            ToolParameter("sum", "number", True, "How much"),
            ToolParameter("held", "string", True, "Currency of the sum"),
            ToolParameter("wanted", "string", True, "Currency wanted"),
        ],
        {
            "change 100 euros to dollars": {"sum": 100, "held": "euros", "wanted": "dollars"},
            "how many yen are fifty pounds": {"sum": 50, "held": "pounds", "wanted": "yen"},
            "75 pounds in dollars": {"sum": 75, "held": "pounds", "wanted": "dollars"},
            "how many rupees do i get for 300 euros": {"sum": 300, "held": "euros", "wanted": "rupees"},
            "change one thousand yen to pounds": {"sum": 1000, "held": "yen", "wanted": "pounds"},
            "what is 20 dollars in pesos": {"sum": 20, "held": "dollars", "wanted": "pesos"},
        },
    )
    found = having_learned([exchange]).translate(said, context)
    assert [dict(call.arguments) for call in found.calls] == [wanted]


DAY = ToolParameter("day", "datetime", False, "The day as a date key")
TIME = ToolParameter("time", "time", True, "The time of day as HH:MM")
CALL = tool(
    "plan_call",
    "Plan a call to somebody.",
    [ToolParameter("person", "string", True, "Who is called"), DAY, TIME],
    {
        "plan a call to rosa tomorrow at nine": {"person": "rosa", "day": "tomorrow", "time": "09:00"},
        "tomorrow i want to call hugo at ten": {"person": "hugo", "day": "tomorrow", "time": "10:00"},
        "put in a call to my aunt at half past six": {"person": "aunt", "time": "18:30"},
        "plan a call to tim": {"person": "tim"},
    },
)
ALARM = tool(
    "ring_bell",
    "Ring the bell at a time.",
    [DAY, TIME],
    {
        "ring the bell tomorrow at eight": {"day": "tomorrow", "time": "08:00"},
        "tomorrow at seven ring the bell": {"day": "tomorrow", "time": "07:00"},
        "ring at six": {"time": "06:00"},
        "tomorrow at nine": {"day": "tomorrow", "time": "09:00"},
    },
)


@pytest.mark.parametrize(
    ("said", "given"),
    [
        ("tomorrow at 8 am", {"day": "tomorrow", "time": "08:00"}),
        ("tomorrow", {"day": "tomorrow"}),
    ],
)
def test_values_alone_answer_the_question_whoever_else_takes_such(
    context: TranslationContext, said: str, given: dict[str, Any]
) -> None:
    translator = having_learned((CALL, ALARM))
    asked = ToolCall("plan_call", {"person": "rosa"}, "box", said="plan a call to rosa")
    found = translator.translate(said, replace(context, question=Question(asked, "time", "At what time?")))
    calls = [*found.calls, *([found.question.call] if found.question else [])]
    assert [(call.name, dict(call.arguments)) for call in calls] == [("plan_call", {"person": "rosa", **given})]
