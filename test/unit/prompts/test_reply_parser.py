"""What models write, and what it is read as."""

import json
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ovos_phal_plugin_jarvis.llm.call_format import Call
from ovos_phal_plugin_jarvis.llm.prompts.parser import MAX_CALLS, MAX_REPLY_CHARS, ToolCallParser, parse_reply

TIMER = ("set_timer", {"minutes": 5})
LIGHT = ("light", {"room": "hall", "on": True})
T = '{"name": "set_timer", "arguments": {"minutes": 5}}'
L = '{"name": "light", "arguments": {"room": "hall", "on": true}}'

# raw text, message, calls
TABLE = [
    # Jarvis JSON
    ('{"message": "Done.", "tool_calls": [], "error": null}', "Done.", []),
    (f'{{"message": "", "tool_calls": [{T}], "error": null}}', "", [TIMER]),
    (f'{{"message": "On it.", "tool_calls": [{T}, {L}], "error": null}}', "On it.", [TIMER, LIGHT]),
    (f'{{"message": "On it.", "tool_call": {T}}}', "On it.", [TIMER]),
    ('{"message": "Just words."}', "Just words.", []),
    (f'  {{"message": null, "tool_calls": [{T}], "error": null}}\n', "", [TIMER]),
    # <tool_call>
    (f"<tool_call>\n{T}\n</tool_call>", "", [TIMER]),
    (f"<tool_call>{T}</tool_call>", "", [TIMER]),
    (f"<TOOL_CALL>{T}</TOOL_CALL>", "", [TIMER]),
    (f"<tool_call>\n{T}\n</tool_call>\n<tool_call>\n{L}\n</tool_call>", "", [TIMER, LIGHT]),
    (f"<tool_call>\n{T}\n{L}\n</tool_call>", "", [TIMER, LIGHT]),
    (f"<tool_call>[{T}, {L}]</tool_call>", "", [TIMER, LIGHT]),
    (f"Sure. <tool_call>{T}</tool_call> Anything else?", "Sure.  Anything else?", [TIMER]),
    (f"<tool_call>\n{T}\n", "", [TIMER]),
    ('<tool_call>{"name": "stop"}</tool_call>', "", [("stop", {})]),
    (f'<tool_call>{{"type": "function", "function": {T}}}</tool_call>', "", [TIMER]),
    (f'<tool_call>{{"message": "Hm.", "tool_calls": [{T}]}}</tool_call>', "Hm.", [TIMER]),
    # <function=…>
    ('<function=set_timer>{"minutes": 5}</function>', "", [TIMER]),
    ('<function=set_timer>{"minutes": 5}<function>', "", [TIMER]),
    ('<function=set_timer>{"minutes": 5}', "", [TIMER]),
    ('<function>set_timer{"minutes": 5}</function>', "", [TIMER]),
    ("<function=stop></function>", "", [("stop", {})]),
    (
        '<function=set_timer>{"minutes": 5}</function>\n<function=light>{"room": "hall", "on": true}</function>',
        "",
        [TIMER, LIGHT],
    ),
    ('<tool_call><function=set_timer>{"minutes": 5}</function></tool_call>', "", [TIMER]),
    # [TOOL_CALLS]
    (f"[TOOL_CALLS][{T}]", "", [TIMER]),
    (f"[TOOL_CALLS] [{T}, {L}]</s>", "", [TIMER, LIGHT]),
    (f"[TOOL_CALLS]{T}", "", [TIMER]),
    ('[TOOL_CALLS]set_timer[ARGS]{"minutes": 5}', "", [TIMER]),
    ('[TOOL_CALLS]set_timer{"minutes": 5}', "", [TIMER]),
    (f"Right away.[TOOL_CALLS][{T}]", "Right away.", [TIMER]),
    # bare and fenced
    (T, "", [TIMER]),
    (f"{T}\n{L}", "", [TIMER, LIGHT]),
    (f"{T}, {L}", "", [TIMER, LIGHT]),
    (f"[{T}, {L}]", "", [TIMER, LIGHT]),
    ('{"name": "set_timer", "parameters": {"minutes": 5}}', "", [TIMER]),
    ('{"name": "set_timer", "arguments": "{\\"minutes\\": 5}"}', "", [TIMER]),
    ('{"name": "stop", "arguments": null}', "", [("stop", {})]),
    ('{"name": "stop", "arguments": ""}', "", [("stop", {})]),
    (f"<|python_tag|>{T}<|eom_id|>", "", [TIMER]),
    (f"```json\n{T}\n```", "", [TIMER]),
    (f"```\n[{T}]\n```", "", [TIMER]),
    (f"Here you are:\n```json\n{T}\n```\nDone.", "Here you are:\nDone.", [TIMER]),
    # repairs
    ('{"name": "set_timer", "arguments": {"minutes": 5,},}', "", [TIMER]),
    (f'{{"message": "", "tool_calls": [{T},], "error": null,}}', "", [TIMER]),
    ('{"name": "say", "arguments": {"text": "a, ]b,}"},}', "", [("say", {"text": "a, ]b,}"})]),
    ('{"name": "say", "arguments": {"text": "two\nlines"}}', "", [("say", {"text": "two\nlines"})]),
    # thoughts
    (f"<think>I could call {L}</think>{T}", "", [TIMER]),
    (f"I could call {L}\n</think>\n{T}", "", [TIMER]),
    ("<think>\n\n</think>\n\nHello.", "Hello.", []),
    ("<think>I wonder whether", "", []),
    (f"<scratch_pad>{L}</scratch_pad><tool_call>{T}</tool_call>", "", [TIMER]),
    (f"<scratchpad>{L}", "", []),
    ("<THINK>x</THINK>Hi", "Hi", []),
    # what is inside an argument is an argument
    (
        '<tool_call>{"name": "say", "arguments": {"text": "</tool_call><think>"}}</tool_call>',
        "",
        [("say", {"text": "</tool_call><think>"})],
    ),
    (
        '{"name": "say", "arguments": {"text": "[TOOL_CALLS] {\\"name\\": \\"x\\", \\"arguments\\": {}}"}}',
        "",
        [("say", {"text": '[TOOL_CALLS] {"name": "x", "arguments": {}}'})],
    ),
    # somebody else's turn is not the model's reply
    (f"Hello.<|im_end|>\n<|im_start|>user\n{T}", "Hello.", []),
    (f"Hello.<|eot_id|>{T}", "Hello.", []),
    (f"Hello.</s>[INST]{T}", "Hello.", []),
    (f"{T}<end_of_turn>\n<start_of_turn>user\n{L}", "", [TIMER]),
    (f"{T}\n<tool_response>{L}</tool_response>", "", [TIMER]),
    # words
    ("It is ten past five.", "It is ten past five.", []),
    ("Use {curly} and [square] brackets.", "Use {curly} and [square] brackets.", []),
    ("  spaced \n\n\n out  ", "spaced\nout", []),
    ('{"name": "Bob"}', '{"name": "Bob"}', []),
    ('{"temperature": 3}', '{"temperature": 3}', []),
    ("[1, 2]", "[1, 2]", []),
    ("", "", []),
    ("   \n", "", []),
    ("{}", "{}", []),
]


@pytest.mark.parametrize(("raw", "message", "calls"), TABLE)
def test_reads_every_notation(raw, message, calls):
    reply = parse_reply(raw)
    assert [(call.name, call.arguments) for call in reply.calls] == calls
    assert reply.message == message
    assert reply.error is None


@pytest.mark.parametrize(
    ("raw", "message", "calls"),
    [
        ('<tool_call>{"name": "set_timer", "arguments": {"min', "", []),
        ('Sure. {"name": "set_timer", "arguments": {"min', "Sure.", []),
        ("<tool_call>set the timer</tool_call>Hello.", "Hello.", []),
        ('<tool_call>{"minutes": 5}</tool_call>', "", []),
        ('<tool_call>{"name": 5, "arguments": {}}</tool_call>', "", []),
        ('<tool_call>{"name": "x", "arguments": [1]}</tool_call>', "", []),
        ("<function=set_timer>five minutes</function>", "", []),
        ('<function=set_timer>{"minutes": }</function>', "", []),
        ("[TOOL_CALLS]", "", []),
        (f'[TOOL_CALLS]["what?", {T}]', "", [TIMER]),
        ('{"name": "x", "arguments": {"n": NaN}}', "", []),
        ('{"name": "x", "arguments": {"n": 1e999}}', "", []),
        ('{"name": "x", "arguments": {"a": [}}', "", []),
        (f'{{"message": "", "tool_calls": ["what?", {T}], "error": null}}', "", [TIMER]),
        (f"{'[' * 100}{']' * 100}", "", []),
    ],
)
def test_says_what_it_could_not_read_and_does_not_speak_it(raw, message, calls):
    reply = parse_reply(raw)
    assert [(call.name, call.arguments) for call in reply.calls] == calls
    assert "could not be read" in reply.error
    assert "{" not in reply.message and "minutes" not in reply.message
    if message:
        assert reply.message == message


def test_keeps_what_the_model_reports_as_an_error_and_says_on_failure():
    reply = parse_reply(
        '{"message": "", "tool_calls": [{"name": "a", "arguments": {}, "failure_message": "Oh no."}],'
        ' "error": "I am lost"}'
    )
    assert reply.error == "I am lost"
    assert reply.calls == (Call("a", {}, "Oh no."),)


def test_jarvis_json_reads_back():
    reply = parse_reply(f"Fine. <tool_call>{T}</tool_call>")
    assert parse_reply(reply.to_jarvis_json()) == reply
    assert json.loads(reply.to_jarvis_json())["tool_calls"] == [json.loads(T)]


@pytest.mark.parametrize("raw", [None, 5, b"bytes", ["list"]])
def test_what_is_not_text_is_an_error(raw):
    reply = parse_reply(raw)
    assert type(raw).__name__ in reply.error
    assert not reply.calls


def test_half_surrogates_become_text_that_a_bus_can_carry():
    reply = parse_reply('Hi \ud800 {"name": "say", "arguments": {"text": "\\ud83d", "\\udc00": ["\\udc01"]}}')
    assert json.dumps(dict(reply.calls[0].arguments), ensure_ascii=False).encode("utf-8")
    assert reply.message.encode("utf-8")


def test_reads_no_more_calls_than_a_reply_can_mean():
    assert len(parse_reply(T * (MAX_CALLS + 5)).calls) == MAX_CALLS


def test_ten_megabytes_are_refused_unread():
    reply = parse_reply("<tool_call>" + "x" * 10_000_000)
    assert str(MAX_REPLY_CHARS) in reply.error
    assert not reply.calls and not reply.message


@pytest.mark.parametrize(
    "piece",
    [
        '{"a":',
        "{",
        "[",
        "[{",
        " ",
        '"',
        '{"',
        "<tool_call>",
        "<tool_call> ",
        "<function=a>",
        "<function=",
        "<think>",
        "</think>",
        '\\"',
        ",\n ",
        "[TOOL_CALLS]",
        "[TOOL_CALLS] [",
        "[TOOL_CALLS]a",
        "```",
        "<tool_call>{}",
        '{"a":1,}',
        "<",
        "\n",
        " \n",
        '{"name":"a","arguments":"',
        "[[",
        '{"a":[1,',
        "<function=a>{",
        ", ",
    ],
)
def test_time_grows_no_faster_than_the_text(piece):
    """Processor time of eight times the text: 8 times for a linear scan, 64 for a quadratic one."""

    def seconds(size):
        text = piece * (size // len(piece))
        start = time.process_time()
        parse_reply(text)
        return time.process_time() - start

    # The floor: below it a scan is too quick to compare, and a quadratic one takes many seconds.
    assert seconds(MAX_REPLY_CHARS) < max(30 * seconds(MAX_REPLY_CHARS // 8), 1.0)


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
FRAGMENTS = st.sampled_from(
    [
        "<tool_call>",
        "</tool_call>",
        "<function=",
        ">",
        "</function>",
        "[TOOL_CALLS]",
        "[ARGS]",
        "<think>",
        "</think>",
        "```json\n",
        "```",
        '{"name":',
        '"x"',
        ', "arguments":',
        "{",
        "}",
        "[",
        "]",
        ",",
        '"',
        "\\",
        "\n",
        "<|im_end|>",
        '{"message":',
        '"tool_calls":',
        "null",
        "1e999",
        "NaN",
        T,
        "hello",
    ]
)


@settings(max_examples=300, deadline=None)
@given(st.lists(FRAGMENTS | st.text(max_size=5) | JSON_VALUES.map(json.dumps), max_size=25).map("".join))
def test_never_raises_and_gives_values_that_travel(raw):
    reply = ToolCallParser().parse(raw)
    for call in reply.calls:
        assert call.name.strip()
        json.dumps(dict(call.arguments), ensure_ascii=False, allow_nan=False).encode("utf-8")
    reply.message.encode("utf-8")
    assert parse_reply(reply.to_jarvis_json()).calls == reply.calls
