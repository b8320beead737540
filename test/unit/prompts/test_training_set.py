"""Fine-tuning records: checked, in one order, each once, and the same ones held out every time."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ovos_phal_plugin_jarvis.llm.prompts.parser import parse_reply
from ovos_phal_plugin_jarvis.llm.prompts.provider_guard import ProviderError
from ovos_phal_plugin_jarvis.llm.prompts.providers.llama31 import Llama31MediumUntrained
from ovos_phal_plugin_jarvis.llm.prompts.providers.qwen25 import Qwen25MediumUntrained
from ovos_phal_plugin_jarvis.llm.prompts.training import TrainingCommand, build_training_set, schema_problem, to_jsonl

TIMER_SCHEMA = {
    "type": "object",
    "properties": {"minutes": {"type": "integer", "minimum": 1}, "label": {"type": "string"}},
    "required": ["minutes"],
}
WEATHER_SCHEMA = {
    "type": "object",
    "properties": {
        "city": {"type": "string"},
        "resolved_datetimes": {"type": "array", "items": {"type": "string", "format": "date-time"}},
    },
}
TIMER = TrainingCommand(
    "set_timer",
    TIMER_SCHEMA,
    (
        ("set a timer for five minutes", {"minutes": 5}),
        ("Set  a timer for FIVE minutes", {"minutes": 5}),
        ("tea timer", {"minutes": 4, "label": "tea"}),
    ),
)
WEATHER = TrainingCommand(
    "weather",
    WEATHER_SCHEMA,
    (
        ("weather today", {"resolved_datetimes": ["today"]}),
        ("weather in Rome", {"city": "Rome"}),
    ),
)
PROVIDER = Qwen25MediumUntrained()


def words(records):
    return [record["messages"][1]["content"] for record in records]


def test_a_record_is_the_three_messages_of_the_provider():
    made = build_training_set([TIMER], PROVIDER, held_out=0)
    assert made.records[0] == {
        "messages": [
            {"role": "system", "content": PROVIDER.build_training_system_prompt()},
            {"role": "user", "content": "set a timer for five minutes"},
            {
                "role": "assistant",
                "content": ' <tool_call>\n{"name": "set_timer", "arguments": {"minutes": 5}}\n</tool_call>',
            },
        ]
    }
    assert words(made.records) == ["set a timer for five minutes", "tea timer"]
    assert made.duplicates == 1 and made.held_out == () and made.refused == ()


def test_the_order_of_the_commands_changes_nothing():
    one = build_training_set([TIMER, WEATHER], PROVIDER, held_out=0.5)
    other = build_training_set([WEATHER, TIMER], PROVIDER, held_out=0.5)
    assert one == other
    assert to_jsonl(one.records) == to_jsonl(other.records)


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ({}, "'minutes' is a required property"),
        ({"minutes": "five"}, "minutes: 'five' is not of type 'integer'"),
        ({"minutes": 0}, "minutes: 0 is less than the minimum"),
        ({"minutes": 5, "colour": "red"}, "colour"),
        ({"minutes": float("nan")}, "no JSON"),
        ({"minutes": object()}, "no JSON"),
        ([1], "not an object"),
    ],
)
def test_an_example_that_does_not_fit_is_reported_and_not_written(arguments, reason):
    made = build_training_set([TrainingCommand("set_timer", TIMER_SCHEMA, (("go", arguments),))], PROVIDER)
    assert made.records == made.held_out == ()
    (refused,) = made.refused
    assert (refused.command, refused.utterance) == ("set_timer", "go")
    assert reason in refused.reason and "\n" not in refused.reason


@pytest.mark.parametrize("utterance", ["", "  \n", None, 5])
def test_an_example_without_words_is_reported(utterance):
    made = build_training_set([TrainingCommand("t", TIMER_SCHEMA, ((utterance, {"minutes": 1}),))], PROVIDER)
    assert made.refused[0].reason == "the example has no words"


def test_the_same_words_cannot_teach_two_calls():
    other = TrainingCommand("weather", WEATHER_SCHEMA, (("TEA timer", {}),))
    made = build_training_set([other, TIMER], PROVIDER, held_out=0)
    assert words(made.records).count("tea timer") == 1
    assert "another call, of set_timer" in made.refused[0].reason


def test_a_command_with_a_broken_schema_is_reported():
    made = build_training_set([TrainingCommand("t", {"type": "objekt"}, (("go", {}),))], PROVIDER)
    assert "own schema is not valid" in made.refused[0].reason


def test_date_keys_fit_a_date_parameter():
    assert schema_problem(WEATHER_SCHEMA, {"resolved_datetimes": ["today"]}) is None


def many(count):
    return TrainingCommand("set_timer", TIMER_SCHEMA, tuple((f"{n} minutes", {"minutes": n}) for n in range(1, count)))


def test_the_held_out_part_is_about_the_fraction_and_stays_where_it_is():
    small, large = (build_training_set([many(count)], PROVIDER, held_out=0.2) for count in (200, 400))
    assert 20 <= len(small.held_out) <= 60
    assert set(words(small.held_out)) <= set(words(large.held_out))
    assert not set(words(large.held_out)) & set(words(large.records))
    assert build_training_set([many(20)], PROVIDER, held_out=1).records == ()


@pytest.mark.parametrize("fraction", [-0.1, 1.1])
def test_a_fraction_out_of_range_is_refused(fraction):
    with pytest.raises(ValueError, match="from 0 to 1"):
        build_training_set([], PROVIDER, fraction)


class Failing:
    def build_training_system_prompt(self):
        return "system"

    def build_training_completion(self, tool_call):
        raise KeyError("completion")


class Silent(Failing):
    def build_training_system_prompt(self):
        return None


@pytest.mark.parametrize(("provider", "says"), [(Failing(), "raised KeyError"), (Silent(), "gave no text")])
def test_a_provider_that_cannot_write_them_is_an_error(provider, says):
    with pytest.raises(ProviderError, match=says):
        build_training_set([TIMER], provider)


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.tuples(
            st.text(max_size=12),
            st.dictionaries(st.sampled_from(["minutes", "label", "x"]), st.integers(0, 3) | st.text(max_size=4)),
        ),
        max_size=6,
    )
)
def test_each_example_is_written_or_accounted_for(examples):
    made = build_training_set(
        [TrainingCommand("set_timer", TIMER_SCHEMA, tuple(examples))], Llama31MediumUntrained(), held_out=0.3
    )
    written = [*made.records, *made.held_out]
    assert len(written) + len(made.refused) + made.duplicates == len(examples)
    for line in to_jsonl(written).split("\n")[:-1]:
        (call,) = parse_reply(json.loads(line)["messages"][2]["content"]).calls
        assert call.name == "set_timer" and schema_problem(TIMER_SCHEMA, call.arguments) is None
