"""Words that no example explains speak against a tool, as strongly as its examples say."""

from __future__ import annotations

from datetime import datetime, timezone

import pytest

from learned_tools import having_learned
from ovos_phal_plugin_jarvis.nlu.lang import language
from ovos_phal_plugin_jarvis.nlu.learning.rejection import Form, Unexplained
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition, ToolExample
from ovos_phal_plugin_jarvis.translation.values import TranslationContext

CLOCK = ToolDefinition("get_time", "Tell the time.", "test", {"type": "object"}, {}, keywords=("clock",))


def form(said: str, value: str = "", *, genuine: bool = True) -> Form:
    words, inner = said.split(), value.split()
    spans = ()
    if inner:
        start = next(at for at in range(len(words)) if words[at : at + len(inner)] == inner)
        spans = ((start, start + len(inner), "place"),)
    return Form("get_time", tuple(words), spans, language("en"), genuine=genuine)


GENUINE = [form(f"what time is it in {place}", place) for place in ("paris", "london", "tokyo", "rome", "madrid")]
GENUINE += [form("what time is it"), form("tell me the time"), form("tell me what time it is")]
MISREAD = [
    form(said, value, genuine=False)
    for said, value in (
        ("play the song", ""),
        ("turn off the lamp", ""),
        ("who won the match", ""),
        ("buy milk and bread", "milk"),
        ("what time is lunch", "lunch"),
        ("when does the train leave", "train"),
        ("open the door", ""),
    )
]


@pytest.fixture(scope="module")
def clock() -> Unexplained:
    return Unexplained(CLOCK, [*GENUINE, *MISREAD], frozenset(), language("en"))


def test_what_examples_say_weighs_nothing(clock: Unexplained) -> None:
    assert clock.weight(form("tell me the time")) == 0
    assert clock.weight(form("what time is it in berlin", "berlin")) == 0
    assert clock.weight(form("tell me the clock")) == 0, "a keyword explains a word as well"


def test_strange_words_weigh_more_the_more_they_are(clock: Unexplained) -> None:
    one, two = clock.weight(form("what time is the wedding")), clock.weight(form("what time is the wedding dinner"))
    assert 0 < one <= two


def test_a_strange_first_word_weighs_more_than_one_further_on(clock: Unexplained) -> None:
    assert clock.weight(form("pause the time")) > clock.weight(form("the time pause"))


def test_a_value_explains_words_only_where_examples_have_one(clock: Unexplained) -> None:
    assert clock.weight(form("what time is berlin", "berlin")) > 0
    assert clock.weight(form("what time is it in sunsets", "sunsets")) > 0, "no list of places knows it"


def test_it_counts_nothing_where_any_word_may_come() -> None:
    films = [form(f"show me {title}", title) for title in ("the old house by the river", "a night far from home")]
    free = Unexplained(CLOCK, [*films, *MISREAD], frozenset(), language("en"))
    assert free.weight(form("pause the time")) == 0


def test_words_that_only_ask_are_no_sign(clock: Unexplained) -> None:
    assert clock.weight(form("i've forgotten what time it is")) == 0


def test_examples_that_all_differ_make_a_new_word_mean_little(clock: Unexplained) -> None:
    differing = [form(f"{word} time") for word in ("ask", "check", "say", "read", "show", "give")]
    loose = Unexplained(CLOCK, [*differing, *MISREAD], frozenset(), language("en"))
    assert loose.weight(form("pause the time")) < clock.weight(form("pause the time"))


def test_a_negated_example_explains_its_own_negation_only() -> None:
    """ "don't wake me tomorrow" cancels the alarm; "don't cancel my alarms" does not."""
    cancel = ToolDefinition(
        "cancel_alarm",
        "Cancel an alarm.",
        "box",
        {},
        {},
        examples=tuple(
            ToolExample(words, {})
            for words in (
                "don't wake me tomorrow",
                "cancel the alarm",
                "cancel my alarms",
                "delete the alarm",
                "turn off my alarm",
                "do not wake me up",
                "i don't need the alarm",
            )
        ),
    )
    translator = having_learned([cancel])
    context = TranslationContext(datetime(2026, 11, 21, 10, 0, tzinfo=timezone.utc))
    assert [c.name for c in translator.translate("don't wake me tomorrow", context).calls] == ["cancel_alarm"]
    assert [c.name for c in translator.translate("delete my alarm", context).calls] == ["cancel_alarm"]
    for said in ("don't delete my alarms", "please don't cancel the alarm", "do not turn off my alarm"):
        assert translator.translate(said, context).calls == (), said
