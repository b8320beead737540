"""What a question says: every call, every value, nothing cut."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ovos_phal_plugin_jarvis.consent.wording import MAX_QUESTIONS, SHORTEST, questions, spoken_action, spoken_call
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition


def definition(name, description="", properties=None, **fields):
    return ToolDefinition(name, description, "x", {"type": "object", "properties": properties or {}}, {}, **fields)


SECONDS = {"wait": {"type": "integer", "description": "How long to wait, in seconds."}}


@pytest.mark.parametrize(
    ("tool", "arguments", "said"),
    [
        (definition("set_timer"), {"duration_seconds": 600}, "set timer for 10 minutes"),
        (
            definition("set_timer", "Sets a timer for a given duration."),
            {"duration_seconds": 3690, "label": "tea"},
            "set a timer for 1 hour 1 minute 30 seconds, label tea",
        ),
        (definition("alarm"), {"delay_minutes": 5}, "alarm in 5 minutes"),
        (definition("nap", "", SECONDS), {"wait": 90}, "nap in 1 minute 30 seconds"),
        (definition("shift"), {"offset_days": 0}, "shift, offset 0 days"),
        (definition("setTemperature"), {"target_celsius": 20.5}, "set temperature, target 20.5 degrees Celsius"),
        (definition("dim"), {"percent": 40}, "dim, 40 percent"),
        (
            definition("run_command", "Execute a shell command and return its output."),
            {"command": "rm -rf /"},
            'run command, command "rm -rf /"',
        ),
        (
            definition("execute_shell_command", "Execute a shell command and return its output."),
            {"command": "id"},
            "execute a shell command, command id",
        ),
        (definition("delete_file", "Reads a file."), {"path": "a.txt"}, 'delete file, path "a.txt"'),
        (definition("delete_file", "Delete a file and empty the trash"), {}, "delete a file and empty the trash"),
        (definition("copy"), {"recursive": True, "depth": None}, "copy, recursive yes"),
        (definition("send"), {"to": ["ann", "bob b"], "body": ""}, 'send, to ann, "bob b", body empty'),
        (definition("login"), {"password": "hunter2"}, "login, password not said aloud"),
        (definition("login", "", {"pin": {"default": 5}}), {"pin": None}, "login, pin not said aloud"),
        (definition("tidy", "", {"folder": {"default": "trash"}}), {"folder": None}, "tidy, folder nothing"),
        (definition("call"), {"auth": {"user": "ann", "password": "hunter2"}}, "call, auth user ann, password •••"),
        (definition("call"), {"a": {"b": [{"API-Key": 12345}]}}, "call, a b API-Key •••"),
        (definition("call"), {"login": {"credentials": {"x": ["hunter2"]}}}, "call, login credentials •••"),
        (
            definition("call"),
            {"headers": [{"name": "X-Token", "value": "hunter2"}]},
            'call, headers name "X-Token", value',
        ),
        (definition("call"), {"h": "Authorization: Bearer hunter2hunter2"}, 'call, h "Authorization: Bearer •••"'),
        (definition("call"), {"url": "https://x.org/?api_key=hunter2"}, 'call, url "https://x.org/?api_key=•••"'),
        (definition("x", confirmation_phrase="log in with {auth}"), {"auth": {"pin": 77}}, "log in with pin •••"),
        (definition("x", confirmation_phrase="use {password}"), {"password": "hunter2"}, "use •••"),
        (definition("x", confirmation_phrase="open the {door}"), {"door": "gate"}, "open the gate"),
        (definition("x", confirmation_phrase="open the {door}"), {"door": "gate", "pin": 3}, "open the gate, pin not"),
        (definition("x", confirmation_phrase="open it"), {"door": "gate"}, "open it, door gate"),
        (definition("open_it", confirmation_phrase="open the {door}"), {}, "open it"),
        (definition("open_it", confirmation_phrase="open {"), {}, "open it"),
        (definition("x", confirmation_phrase="open {door.__class__}"), {"door": "a"}, "x, door a"),
        (definition("send"), {"body": "a\u202eb\n\nc\x1b[2J"}, 'send, body "ab c[2J"'),
        (definition(""), {}, "use a tool without a name"),
    ],
)
def test_a_call_in_words(tool, arguments, said):
    assert spoken_call(tool, arguments).startswith(said)


@pytest.mark.parametrize(
    "arguments",
    [
        {"auth": {"password": "hunter2"}},
        {"auth": {"passWord": "hunter2"}},
        {"steps": [[{"client_secret": "hunter2"}]]},
        {"headers": [{"name": "Authorization", "value": "hunter2"}]},
        {"headers": [{"key": "api_key", "value": "hunter2"}]},
        {"headers": {"Authorization": "hunter2"}},
        {"secrets": [["a", "hunter2"]]},
        {"tokens": {"a": {"b": "hunter2"}}},
        {"access_token": "hunter2"},
        {"privateKey": "hunter2"},
    ],
)
def test_a_secret_is_never_said_wherever_it_stands(arguments):
    assert "hunter2" not in spoken_call(definition("call"), arguments)


def test_what_is_merely_null_is_left_out():
    tool = definition("copy", "", {"a": {"default": None}, "b": {}, "c": {"default": 5}})
    assert spoken_call(tool, {"a": None, "b": None}) == "copy"
    assert spoken_call(tool, {"c": None}) == "copy, c nothing", "nothing is not what its author takes for granted"


def test_an_action_in_words():
    assert spoken_action(definition("mail"), "purge_click", {"days": 3}) == "purge for 3 days, of mail"


def test_one_question_where_it_fits():
    assert questions(["do a", "do b"], 240) == ("Shall I do a, and do b?",)


def test_calls_that_do_not_fit_are_asked_about_one_after_the_other():
    calls = [f"write a file, path p{n}, content {'word ' * 20}".strip() for n in range(5)]
    asked = questions(calls, 240)
    assert 1 < len(asked) <= MAX_QUESTIONS and all(len(q) <= 240 for q in asked)
    assert all(any(call in q for q in asked) for call in calls)
    assert asked[0].startswith(f"Question 1 of {len(asked)}: shall I ")


def test_what_nobody_would_listen_to_is_not_asked():
    assert questions(["say " + "word " * 1000], 240) is None


@settings(max_examples=200, deadline=None)
@given(st.lists(st.text('ab c,."', min_size=1, max_size=300), min_size=1, max_size=6), st.integers(1, 400))
def test_nothing_is_lost_in_questions(calls, limit):
    asked = questions(calls, limit)
    if asked is None:
        return
    assert all(len(q) <= max(limit, SHORTEST) for q in asked)
    inner = "".join(re.sub(r"^(Question \d of \d: shall|Shall) I |\?$", "", q) for q in asked)

    def letters(text):
        return re.sub(r"[^abc]", "", text.replace("and", ""))

    assert letters(inner) == letters("".join(calls))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=10,
)


@settings(max_examples=80, deadline=None)
@given(st.text(max_size=30), st.text(max_size=100), st.text(max_size=40), st.dictionaries(st.text(max_size=15), JSON))
def test_any_call_can_be_worded(name, description, phrase, arguments):
    said = spoken_call(definition(name, description, confirmation_phrase=phrase), arguments)
    assert said.strip() and said.isprintable()
