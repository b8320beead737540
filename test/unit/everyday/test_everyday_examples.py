"""What the commands declare: translators learn from nothing else, so it has to be right."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ovos_phal_plugin_jarvis.sdk import ALL_DATE_KEYS
from ovos_toolbox_everyday import EverydayToolBox
from ovos_toolbox_everyday.places import find_place
from ovos_toolbox_everyday.spoken_numbers import parse_duration
from ovos_toolbox_everyday.sums.reading import read_sum

BOX = EverydayToolBox()
COMMANDS = {tool.name: BOX.command(tool.name) for tool in BOX.discover_tools()}
EXAMPLES = [
    (name, example.voice_command, example.expected_parameters)
    for name, command in COMMANDS.items()
    for example in (*command.generate_prompt_examples(), *command.generate_adapter_examples())
]


def examples_of(command: str) -> list[tuple[str, dict[str, Any]]]:
    """Each example of *command*: what is said, and the arguments."""
    return [(said, arguments) for name, said, arguments in EXAMPLES if name == command]


def claims(utterance: str) -> dict[str, dict[str, Any]]:
    """Command → arguments of every command whose fast path claims the words."""
    found = {name: command.pre_route(utterance) for name, command in COMMANDS.items()}
    return {name: result.arguments for name, result in found.items() if result is not None}


@pytest.mark.parametrize("name", COMMANDS)
def test_there_are_enough_examples_and_one_is_primary(name: str) -> None:
    command = COMMANDS[name]
    prompt, adapter = command.generate_prompt_examples(), command.generate_adapter_examples()
    assert 3 <= len(prompt) <= 7
    assert 12 <= len(adapter) <= 120
    assert [example.is_primary for example in prompt].count(True) == 1
    said = [example.voice_command.lower() for example in adapter]
    assert {each for each in said if said.count(each) > 1} == set()


def test_no_utterance_is_an_example_of_two_commands() -> None:
    owners: dict[str, set[str]] = {}
    for name, said, _arguments in EXAMPLES:
        owners.setdefault(re.sub(r"[^\w ]", "", said.lower()), set()).add(name)
    assert {said: names for said, names in owners.items() if len(names) > 1} == {}


@pytest.mark.parametrize("name", COMMANDS)
def test_its_examples_are_calls_that_a_command_accepts(name: str) -> None:
    command, tool = COMMANDS[name], BOX.get_tool(name)
    assert tool is not None
    parameters = {parameter.name: parameter for parameter in command.parameters}
    required = {key for key, parameter in parameters.items() if parameter.required}
    for said, arguments in examples_of(name):
        assert required <= set(arguments) <= set(parameters), said
        for key, value in arguments.items():
            assert parameters[key].validate(value) == (True, None), said
        tool.argument_schema(**arguments)


@pytest.mark.parametrize("name", COMMANDS)
def test_a_fast_path_that_claims_an_example_claims_it_rightly(name: str) -> None:
    for said, arguments in examples_of(name):
        mended = COMMANDS[name].post_process_tool_call(arguments, said)  # a sum as it was said, in signs
        assert claims(said) in ({}, {name: mended}), said


def test_the_values_of_examples_are_what_the_words_say() -> None:
    for name, said, arguments in EXAMPLES:
        if "location" in arguments:
            assert find_place(arguments["location"]).zone
            assert arguments["location"].lower() in said.lower()
        if "label" in arguments:
            assert arguments["label"] in said.lower()
        days = [day for day in arguments.get("resolved_datetimes", []) if not re.fullmatch(r"\d{4}-\d\d-\d\d", day)]
        assert set(days) <= set(ALL_DATE_KEYS)
        if name == "calculate":
            assert read_sum(arguments["expression"]) is not None, said
    timed = [(said, given["duration_seconds"]) for _, said, given in EXAMPLES if "duration_seconds" in given]
    for said, seconds in timed:
        words = said.lower().rstrip("?").replace(" more ", " ").split()
        cuts = range(len(words) + 1)
        spans = {parse_duration(" ".join(words[i:j])) for i in cuts for j in cuts[i + 1 :]}
        assert seconds in spans, said
    assert len(timed) > 40


def test_antipatterns_name_commands_that_exist() -> None:
    for name, command in COMMANDS.items():
        for antipattern in command.antipatterns:
            assert antipattern.command_name in set(COMMANDS) - {name}


@pytest.mark.parametrize("name", COMMANDS)
def test_a_fast_path_claims_its_own_example_and_can_be_switched_off(name: str) -> None:
    command = COMMANDS[name]
    for pattern in command.fast_path_patterns:
        assert command.pre_route(pattern.example) is not None
        assert command.pre_route(pattern.example, disabled_pattern_ids={pattern.id}) is None


@pytest.mark.parametrize(
    ("said", "claimed"),
    [
        (
            "what's eight foot seven in inches",
            {"convert_units": {"amount": 103 / 12, "from_unit": "foot", "to_unit": "inches"}},
        ),
        (
            "3 hours 20 minutes in seconds",
            {"convert_units": {"amount": 200, "from_unit": "minutes", "to_unit": "seconds"}},
        ),
        ("two fifths of a mile in yards", {"convert_units": {"amount": 0.4, "from_unit": "mile", "to_unit": "yards"}}),
        ("five miles three in km", {}),
        ("give me a number from one to ninety", {"roll_dice": {"sides": 90}}),
        ("give me a number from three to ninety", {}),
        ("set a timer for minus eight minutes", {}),
        ("what's 10 percent tip on 60 split two ways", {"calculate": {"expression": "10% * 60 / 2"}}),
        (
            "after two hours remind me to turn the compost",
            {"set_reminder": {"in_seconds": 7200, "text": "turn the compost"}},
        ),
        ("put fish and chips and mustard on the list", {"add_to_list": {"items": ["fish and chips", "mustard"]}}),
        ("skip sunday's alarm but keep it for the other days", {"skip_alarm": {"day": "next_sunday"}}),
        ("skip sunday's alarm but keep it at nine", {}),
        ("divide the prize of 60 between four friends", {"calculate": {"expression": "60 / 4"}}),
        ("there are 8 rows with 15 chairs in each how many are there", {"calculate": {"expression": "8 * 15"}}),
        (
            "remind me every three hours to look at the dough",
            {"set_reminder": {"text": "every three hours to look at the dough", "repeat": "otherwise"}},
        ),
        ("what time is it", {"get_time": {}}),
        ("What's the time?", {"get_time": {}}),
        ("what time is it in new york city", {"get_time": {"location": "new york city"}}),
        ("what's the date today", {"get_date": {}}),
        ("what day is it", {"get_date": {}}),
        ("what is 12 times 12", {"calculate": {"expression": "12 * 12"}}),
        ("What's twelve times twelve?", {"calculate": {"expression": "12 * 12"}}),
        ("12x12", {"calculate": {"expression": "12 * 12"}}),
        ("twenty-one minus four", {"calculate": {"expression": "21 - 4"}}),
        ("-5 + 3.5", {"calculate": {"expression": "-5 + 3.5"}}),
        ("15% of 80", {"calculate": {"expression": "15% * 80"}}),
        ("what's the square root of eighty one", {"calculate": {"expression": "sqrt(81)"}}),
        ("half of 38", {"calculate": {"expression": "38 / 2"}}),
        ("triple fifteen", {"calculate": {"expression": "15 * 3"}}),
        ("7 cubed", {"calculate": {"expression": "7 ^ 3"}}),
        ("subtract 7 from 50", {"calculate": {"expression": "50 - 7"}}),
        ("Divide 96 by four.", {"calculate": {"expression": "96 / 4"}}),
        ("5 plus 3 plus 2", {"calculate": {"expression": "5 + 3 + 2"}}),
        ("was ist 12 mal 12", {"calculate": {"expression": "12 * 12"}}),
        ("set a timer for five minutes", {"set_timer": {"duration_seconds": 300}}),
        ("Please set a timer for an hour and a half.", {"set_timer": {"duration_seconds": 5400}}),
        ("set a 90 second timer", {"set_timer": {"duration_seconds": 90}}),
        ("set a pasta timer for five minutes", {"set_timer": {"duration_seconds": 300, "label": "pasta"}}),
        ("cancel all timers", {"cancel_timer": {"all_timers": True}}),
        ("cancel the pasta timer", {"cancel_timer": {"label": "pasta"}}),
        ("stop the timer", {"cancel_timer": {}}),
        ("how long is left on my timer", {"list_timers": {}}),
    ],
)
def test_short_and_plain_words_are_claimed(said: str, claimed: dict[str, Any]) -> None:
    assert claims(said) == claimed


@pytest.mark.parametrize(
    "said",
    [
        "what time is the concert",
        "what time is it at the concert",
        "what time is it in the movie",
        "what time is it in five minutes",
        "what time is it in canada",
        "what is the time signature of this song",
        "what day is the concert",
        "what's the date of the concert",
        "what day is it on next monday",
        "call 555-1234",
        "555-1234",
        "2026-03-04",
        "3/4",
        "120 over 80",
        "twelve monkeys times two",
        "set a timer for pasta",
        "set a timer for five minutes and play some music",
        "set a timer for 9 weeks",
        "set a timer for eight days",
        "cancel all alarms",
        "cancel all timers but the first",
        "stop the music",
        "how long is left on the pasta timer",
        "times square",
        "plus",
        "what is",
        "",
        "half an hour",
        "half of the team",
        "double trouble",
        "twice as nice",
        "add milk and eggs",
        "root of all evil",
        "divide and conquer",
        "take 5 from the top",
    ],
)
def test_what_another_tool_could_mean_is_left_alone(said: str) -> None:
    assert claims(said) == {}


_WORDS = st.sampled_from(
    [
        "what",
        "is",
        "the",
        "time",
        "timer",
        "in",
        "set",
        "a",
        "for",
        "five",
        "12",
        "x",
        "-",
        "/",
        "times",
        "minutes",
        "all",
        "cancel",
        ".",
        "?",
    ]
)


@pytest.mark.parametrize(
    ("name", "said", "given", "mended"),
    [
        ("calculate", "root of 64", {"expression": "64"}, {"expression": "sqrt(64)"}),
        ("calculate", "7 cubed please", {"expression": "7 cubed"}, {"expression": "7 ^ 3"}),
        ("calculate", "foo", {"expression": "4 plus 5"}, {"expression": "4 + 5"}),
        ("calculate", "foo", {"num1": 4, "num2": 5, "operation": "add"}, {"num1": 4, "num2": 5, "operation": "add"}),
        ("calculate", "sum", {}, {}),
        ("calculate", "multiply that by 2", {"expression": "56 * 2"}, {"expression": "56 * 2"}),
        ("calculate", "so that's 7 times 8 plus 2 bottles", {"expression": "8 plus 2"}, {"expression": "7 * 8 + 2"}),
        ("calculate", "what's left over dividing 47 by 9", {"expression": "47 by 9"}, {"expression": "47 mod 9"}),
        ("calculate", "can you take 12 away from 40", {"expression": "12 - 40"}, {"expression": "40 - 12"}),
        ("calculate", "how often does 7 go into 91", {"expression": "7 into 91"}, {"expression": "91 / 7"}),
        ("get_date", "what's the date today", {"resolved_datetimes": ["today"]}, {}),
        (
            "get_date",
            "which day is it in fiji now",
            {"resolved_datetimes": ["today"], "location": "fiji"},
            {"location": "fiji"},
        ),
        ("get_date", "what's tomorrow", {"resolved_datetimes": ["tomorrow"]}, {"resolved_datetimes": ["tomorrow"]}),
        (
            "set_timer",
            "a timer named yoga",
            {"duration_seconds": 60, "label": "named yoga"},
            {"duration_seconds": 60, "label": "yoga"},
        ),
        ("set_timer", "one minute on the clock", {"duration_seconds": 60, "label": "clock"}, {"duration_seconds": 60}),
        (
            "set_timer",
            "a timer called clock",
            {"duration_seconds": 60, "label": "clock"},
            {"duration_seconds": 60, "label": "clock"},
        ),
        ("cancel_timer", "cancel every single timer", {"label": "single", "all_timers": True}, {"all_timers": True}),
        ("cancel_timer", "i don't need any of my timers", {}, {"all_timers": True}),
        ("cancel_timer", "get rid of all my timers", {}, {"all_timers": True}),
        ("cancel_timer", "shut off the timer", {"all_timers": False}, {}),
        ("cancel_timer", "cancel the pasta timer", {"label": "pasta"}, {"label": "pasta"}),
    ],
)
def test_what_translators_miss_is_mended(name: str, said: str, given: dict[str, Any], mended: dict[str, Any]) -> None:
    before = dict(given)
    assert COMMANDS[name].post_process_tool_call(given, said) == mended
    assert given == before


@settings(max_examples=150, deadline=None)
@given(st.one_of(st.text(max_size=300), st.lists(_WORDS, max_size=300).map(" ".join)))
def test_no_words_break_a_fast_path(said: str) -> None:
    for name, arguments in claims(said).items():
        tool = BOX.get_tool(name)
        assert tool is not None
        tool.argument_schema(**arguments)


def test_the_schemas_say_what_the_parameters_are() -> None:
    schema = COMMANDS["set_timer"].to_openai_tool_schema()["function"]["parameters"]
    assert schema["required"] == ["duration_seconds"]
    assert schema["properties"]["duration_seconds"]["_refinable"] is True
    schema = COMMANDS["calculate"].to_openai_tool_schema()["function"]["parameters"]
    assert {"add", "subtract", "multiply", "divide"} <= set(schema["properties"]["operation"]["enum"])


def test_only_what_moves_the_date_reads_like_it() -> None:
    """Translators take "set … date" or "set … day" for a tool that changes the date, whatever stands between."""
    for name, command in COMMANDS.items():
        told = f"{name} {command.description}".replace("_", " ")
        assert not re.search(r"\bset\b.*\b(date|day)\b", told), name
