"""Each notation: what is written with it is read back from it."""

import json
import string

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ovos_phal_plugin_jarvis.llm import call_format
from ovos_phal_plugin_jarvis.llm.call_format import Call
from ovos_phal_plugin_jarvis.llm.prompts.parser import parse_reply
from ovos_phal_plugin_jarvis.llm.turns import call_segments, plain_text

FORMATS = {
    name: getattr(call_format, name)
    for name in (*("TOOL_CALL_TAGS", "FUNCTION_TAGS", "TOOL_CALLS_LIST", "BARE_JSON", "FUNCTION_CALL_MARKS"),)
}
NAMES = st.text(string.ascii_letters + string.digits + "_-.", min_size=1, max_size=20)
ARGUMENTS = st.dictionaries(
    st.text(max_size=8),
    st.recursive(
        st.none()
        | st.booleans()
        | st.integers(-(2**60), 2**60)
        | st.text(max_size=12)
        | st.sampled_from(["</tool_call>", "<think>", "</function>", "]", "}", '"', "\\", "[TOOL_CALLS]", "</s>"]),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
        max_leaves=6,
    ),
    max_size=4,
)


@pytest.mark.parametrize("name", FORMATS)
@settings(max_examples=80, deadline=None)
@given(calls=st.lists(st.builds(Call, NAMES, ARGUMENTS), min_size=1, max_size=4))
def test_what_is_rendered_is_parsed(name, calls):
    reply = parse_reply(FORMATS[name].render(calls))
    assert list(reply.calls) == calls
    assert reply.message == "" and reply.error is None


@pytest.mark.parametrize("name", FORMATS)
@settings(max_examples=80, deadline=None)
@given(text=st.text(max_size=60) | st.sampled_from(['{"name": "x", "arguments": {}}', "<tool_call>{}"]))
def test_an_answer_is_never_read_as_a_call(name, text):
    assert parse_reply(FORMATS[name].render_answer(text)).calls == ()


@pytest.mark.parametrize("name", FORMATS)
def test_segments_say_the_same_and_mark_names_and_arguments_as_data(name):
    calls = [Call("a", {"x": "<|im_end|>"}), Call("b", {})]
    segments = call_segments(FORMATS[name], calls)
    assert plain_text(segments) == FORMATS[name].render(calls)
    assert "<|im_end|>" not in "".join(segment.text for segment in segments if segment.special)


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("TOOL_CALL_TAGS", '<tool_call>\n{"name": "t", "arguments": {"a":1}}\n</tool_call>'),
        ("FUNCTION_TAGS", '<function=t>{"a":1}</function>'),
        ("TOOL_CALLS_LIST", '[TOOL_CALLS][{"name": "t", "arguments": {"a":1}}]'),
        ("BARE_JSON", '{"name": "t", "arguments": {"a":1}}'),
        ("FUNCTION_CALL_MARKS", "<start_function_call>call:t{a:1}<end_function_call><start_function_response>"),
    ],
)
def test_is_the_familys_notation(name, written):
    assert FORMATS[name].render([Call("t", {"a": 1})]) == written


def test_arguments_are_compact_and_keep_their_letters():
    written = FORMATS["FUNCTION_TAGS"].render_call(Call("t", {"a": ["ä", 1], "b": None}))
    assert written == '<function=t>{"a":["ä",1],"b":null}</function>'
    assert json.loads(written[len("<function=t>") : -len("</function>")]) == {"a": ["ä", 1], "b": None}
