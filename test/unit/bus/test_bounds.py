"""What strangers send is kept in bounded form: ids, languages, results, and how often."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ovos_bus_client.message import Message

from ovos_phal_plugin_jarvis.assistant.conversation import MAX_RESULT, Conversation
from ovos_phal_plugin_jarvis.bus.requests import MAX_ID, invocation_context, language, session_id, source
from ovos_phal_plugin_jarvis.tools.errors import RateLimited
from ovos_phal_plugin_jarvis.tools.rate import MAX_SOURCES, CallRate
from ovos_phal_plugin_jarvis.translation.values import ToolCall


def of(session, **context):
    return Message("t", {}, {"session": {"session_id": session}, **context})


@given(st.text(min_size=1, max_size=400))
def test_every_id_is_short_and_names_one_session_only(name):
    long, other = name + "x" * 1000, name + "x" * 1001
    assert len(session_id(of(long))) <= MAX_ID
    assert session_id(of(long)) == session_id(of(long)) != session_id(of(other))
    assert len(source(of("s", source=long))) <= MAX_ID
    if len(name) <= MAX_ID:
        assert session_id(of(name)) == name


def test_a_language_of_a_megabyte_is_none():
    message = of("s", lang="x" * 1_000_000)
    assert len(language(message)) <= 35
    assert len(invocation_context(message).lang) <= 35


def test_a_result_of_megabytes_is_not_remembered_and_a_small_one_is():
    conversation, call = Conversation(), ToolCall("t")
    conversation.remember_result(call, {"a": ["x" * 100] * 10})
    assert conversation.last_result == {"a": ["x" * 100] * 10}
    for large in ({"a": "x" * (MAX_RESULT + 1)}, {"a": [{}] * (MAX_RESULT + 1)}, {"a" * (MAX_RESULT + 1): 1}):
        conversation.remember_result(call, large)
        assert conversation.last_result is None and conversation.last_call is call


def test_a_source_that_calls_too_often_is_told_when_to_come_back_and_the_others_are_served():
    now = [0.0]
    rate = CallRate(3, clock=lambda: now[0])
    for _ in range(3):
        rate.count("a")
    with pytest.raises(RateLimited) as refused:
        rate.count("a")
    assert refused.value.fields() == {"code": "rate_limited", "retry_after": 60}
    rate.count("b")
    now[0] = 61
    rate.count("a")


def test_any_number_of_sources_costs_bounded_memory():
    rate = CallRate(3)
    for number in range(3 * MAX_SOURCES):
        rate.count(str(number))
    assert len(rate._windows) <= MAX_SOURCES


def test_no_limit_counts_nothing():
    rate = CallRate(0)
    for _ in range(100):
        rate.count("a")
    assert not rate._windows
