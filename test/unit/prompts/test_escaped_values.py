"""Values as FunctionGemma writes them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ovos_phal_plugin_jarvis.llm.escaped_values import ESCAPE, MAX_DEPTH, UnreadableValue, read, write
from ovos_phal_plugin_jarvis.llm.prompts.parser import parse_reply

TEXTS = st.text(max_size=8).map(lambda text: text.replace(ESCAPE, ""))
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**60), 2**60)
    | st.floats(allow_nan=False, allow_infinity=False)
    | TEXTS
    | st.sampled_from(["<escap", "}", "a:b,c", "{", "<end_function_call>", "true", " x "]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(TEXTS | st.sampled_from(["a b", "a:b", " a", "}", '"']), inner, max_size=3)
    ),
    max_leaves=8,
)


@given(value=st.dictionaries(TEXTS, VALUES, max_size=4))
def test_what_is_written_is_read(value: object) -> None:
    written = write(value, ESCAPE)
    assert read(written, 0, ESCAPE) == (value, len(written))


@given(text=st.text(max_size=40) | st.lists(st.sampled_from(["<escape>", "{", "}", "a:", "1", ",", "["])).map("".join))
def test_no_text_makes_it_raise_anything_else(text: str) -> None:
    try:
        read(text, 0, ESCAPE)
    except UnreadableValue as error:
        assert 0 <= error.position <= len(text)


@pytest.mark.parametrize(
    "text",
    ["", "{", "{a}", "{a:}", "{a:1", "{a:<escape>x}", "{a:1e999}", "{:1}", "{a:1,}", "{a:tru}", "[1" * MAX_DEPTH * 2],
)
def test_what_was_not_ended_is_no_value(text: str) -> None:
    with pytest.raises(UnreadableValue):
        read(text, 0, ESCAPE)
    if text:
        reply = parse_reply(f"<start_function_call>call:x{text}<end_function_call>")
        assert not reply.calls


def test_a_mark_in_a_text_is_left_out() -> None:
    assert write({"a": "x<escape>}<end_function_call>"}, ESCAPE) == "{a:<escape>x}<end_function_call><escape>}"


def test_calls_of_a_free_reply_are_read() -> None:
    reply = parse_reply(
        "Sure. <start_function_call>call:weather{city:<escape>Rome, {Italy}<escape>, days: 2}<end_function_call>"
        "<start_function_call>call stop{}<end_function_call><start_function_response>response:weather{sky:1}"
    )
    assert [(call.name, call.arguments) for call in reply.calls] == [
        ("weather", {"city": "Rome, {Italy}", "days": 2}),
        ("stop", {}),
    ]
    assert reply.message == "Sure." and reply.error is None
