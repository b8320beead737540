"""What a stranger's provider may do, and what becomes of it."""

import json
import threading
import time
from datetime import datetime, timezone

import pytest

from ovos_phal_plugin_jarvis.llm.call_format import BARE_JSON, FUNCTION_TAGS, TOOL_CALL_TAGS, TOOL_CALLS_LIST, Call
from ovos_phal_plugin_jarvis.llm.prompts import provider_guard
from ovos_phal_plugin_jarvis.llm.prompts.formats import ChatMlFormat
from ovos_phal_plugin_jarvis.llm.prompts.parser import parse_reply
from ovos_phal_plugin_jarvis.llm.prompts.provider_guard import MAX_PROMPT_CHARS, GuardedProvider, ProviderError
from ovos_phal_plugin_jarvis.llm.prompts.providers.qwen25 import Qwen25MediumUntrained
from ovos_phal_plugin_jarvis.sdk.prompt_provider import IJarvisPromptProvider

TOOLS = [{"type": "function", "function": {"name": "t", "description": "", "parameters": {"type": "object"}}}]
NOW = datetime(2026, 3, 6, tzinfo=timezone.utc)


class Plain(IJarvisPromptProvider):
    """The least that the interface asks for."""

    name = "Plain"
    prompt: object = "Be brief."

    def build_system_prompt(self, node_context, timezone, tools, available_commands=None):
        if isinstance(self.prompt, Exception):
            raise self.prompt
        return self.prompt


def guard(provider):
    return GuardedProvider(provider, ChatMlFormat())


def with_prompt(prompt):
    provider = Plain()
    provider.prompt = prompt
    return guard(provider)


@pytest.mark.parametrize(
    ("prompt", "says"),
    [
        (None, "NoneType"),
        ("", "an empty text"),
        (" \n", "an empty text"),
        (b"bytes", "bytes"),
        (["list"], "list"),
        ("x" * 10_000_000, f"10000000 characters, more than {MAX_PROMPT_CHARS}"),
        (ZeroDivisionError("in the prompt"), "ZeroDivisionError: in the prompt"),
    ],
)
def test_a_prompt_that_cannot_be_had_is_an_error_that_names_provider_and_member(prompt, says):
    with pytest.raises(ProviderError, match="'Plain'.*build_system_prompt") as caught:
        with_prompt(prompt).system_prompt(TOOLS)
    assert says in str(caught.value)


class Hostile:
    """Everything it has raises."""

    def __getattr__(self, name):
        raise RuntimeError(f"no {name} for you")


class Wrong:
    """Everything it has is of the wrong type."""

    name = 5
    use_tool_classifier = "yes"
    supports_native_tools = None
    user_message_suffix = 7
    build_system_prompt = None
    parse_response = staticmethod(lambda raw: 5)
    build_tools = staticmethod(lambda tools: "tools")
    get_response_format = staticmethod(lambda: "text")
    get_capabilities = staticmethod(lambda: ["a list"])
    build_training_completion = staticmethod(lambda call: 5)


@pytest.mark.parametrize("provider", [Hostile(), Wrong(), object()], ids=["raises", "wrong types", "has nothing"])
def test_every_optional_member_has_a_default(provider):
    guarded = guard(provider)
    assert guarded.name == type(provider).__name__
    assert guarded.use_tool_classifier is True
    assert guarded.supports_native_tools is False
    assert guarded.user_message_suffix == ""
    assert guarded.native_tools(TOOLS) == TOOLS
    assert guarded.capabilities()["provider_name"] == guarded.name
    assert guarded.call_format.render([Call("t", {})])
    assert [call.name for call in guarded.read_reply('{"name": "t", "arguments": {}}').calls] == ["t"]
    with pytest.raises(ProviderError):
        guarded.system_prompt(TOOLS)


def test_a_reading_that_fails_is_read_by_us():
    class Failing(Plain):
        def parse_response(self, raw_content):
            return json.loads(raw_content)["nothing"]

    reply = guard(Failing()).read_reply('<tool_call>{"name": "t"}</tool_call>')
    assert [call.name for call in reply.calls] == ["t"]


def test_a_reading_of_ten_megabytes_ends_in_an_error_and_no_call():
    class Verbose(Plain):
        def parse_response(self, raw_content):
            return "<tool_call>" * 1_000_000

    reply = guard(Verbose()).read_reply("hi")
    assert not reply.calls and "characters" in reply.error


@pytest.mark.parametrize("raw", [None, 5])
def test_a_reply_that_is_no_text_does_not_reach_the_provider(raw):
    assert guard(Plain()).read_reply(raw).error


def test_a_long_suffix_is_cut():
    class Chatty(Plain):
        user_message_suffix = "x" * 1_000_000

    assert len(guard(Chatty()).user_message_suffix) == 200


def test_a_provider_cannot_change_what_it_is_given():
    class Greedy(Plain):
        def build_system_prompt(self, node_context, timezone, tools, available_commands=None):
            node_context.clear()
            tools.clear()
            return "x"

        def build_tools(self, tools):
            tools.append(None)
            return tools

    tools, context = list(TOOLS), {"room": "hall"}
    guarded = guard(Greedy())
    guarded.system_prompt(tools, (), context)
    assert guarded.native_tools(tools) == TOOLS
    assert tools == TOOLS and context == {"room": "hall"}


def test_a_published_provider_gets_the_context_and_the_day_comes_late():
    class Contextual(Plain):
        def build_system_prompt(self, node_context, timezone, tools, available_commands=None):
            return f"{node_context['room']} {timezone} {len(tools)} {available_commands}"

    prompt = guard(Contextual()).system_prompt(TOOLS, [{"command_name": "t"}], {"room": "hall"}, "UTC", NOW)
    assert prompt.stable == "hall UTC 1 [{'command_name': 't'}]"
    assert prompt.late == "Today is Friday, 2026-03-06, time zone UTC."


def test_the_prompt_is_built_once_for_the_same_tools_and_again_for_others():
    class Counting(Plain):
        asked = 0

        def build_system_prompt(self, node_context, timezone, tools, available_commands=None):
            self.asked += 1
            return f"{self.asked} {node_context}"

    provider = Counting()
    guarded = guard(provider)
    before = provider.asked
    first = guarded.system_prompt(TOOLS, None, {"room": "a"})
    assert guarded.system_prompt(TOOLS, None, {"room": "a"}) == first
    assert provider.asked == before + 1
    assert guarded.system_prompt(TOOLS, None, {"room": "b"}) != first
    assert guarded.system_prompt(list(TOOLS), None, {"room": "b"}).stable.startswith(str(before + 3))


def test_our_own_prompt_is_built_once_whatever_the_context(monkeypatch):
    built = []
    real = Qwen25MediumUntrained.stable_prompt
    monkeypatch.setattr(
        Qwen25MediumUntrained,
        "stable_prompt",
        lambda self, *args, **kwargs: built.append(1) or real(self, *args, **kwargs),
    )
    guarded = guard(Qwen25MediumUntrained())
    prompts = [guarded.system_prompt(TOOLS, None, {"room": room}) for room in ("hall", "attic")]
    assert len(built) == 1 and prompts[0].stable == prompts[1].stable
    assert [prompt.late for prompt in prompts] == ["Context: room=hall", "Context: room=attic"]


@pytest.mark.parametrize(
    "provider",
    [
        Qwen25MediumUntrained(),
        type(
            "P", (Plain,), {"build_system_prompt": lambda self, context, zone, tools, commands=None: json.dumps(tools)}
        )(),
    ],
)
def test_a_brief_prompt_has_every_tool_and_argument_in_fewer_words(provider):
    tools = [
        {
            "type": "function",
            "function": {
                "name": f"tool_{number}",
                "description": "Does something. " * 9,
                "parameters": {
                    "type": "object",
                    "properties": {"amount": {"type": "integer", "description": "How much."}},
                },
            },
            "keywords": ["word"],
        }
        for number in range(20)
    ]
    guarded = guard(provider)
    full, brief = (guarded.system_prompt(tools, brief=brief).stable for brief in (False, True))
    assert len(brief) < len(full)
    assert all(f'"tool_{number}"' in brief for number in range(20)) and brief.count('"amount"') == 20
    assert "How much." in full and "How much." not in brief
    assert guarded.system_prompt(tools).stable == full


def test_asked_from_many_threads_it_gives_each_its_own_context():
    guarded = guard(Qwen25MediumUntrained())
    wrong = []

    def ask(room):
        for _ in range(50):
            if guarded.system_prompt(TOOLS, None, {"room": room}).late != f"Context: room={room}":
                wrong.append(room)

    threads = [threading.Thread(target=ask, args=(str(number),)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


class Tagged(Plain):
    """Reads tags, as the reference's example does, and leaves the training methods alone."""

    prompt = "Answer <tool_call>{}</tool_call>"


class Trained(Plain):
    def build_training_completion(self, tool_call):
        return f" CALL {tool_call['name']} WITH {json.dumps(tool_call['arguments'])} END\n"

    def parse_response(self, raw_content):
        if not raw_content.startswith("CALL"):
            return None
        name, rest = raw_content[5:].split(" WITH ", 1)
        return json.dumps({"tool_calls": [{"name": name, "arguments": json.loads(rest.rsplit(" END", 1)[0])}]})


class Liar(Trained):
    """Shows a notation that it cannot read."""

    def parse_response(self, raw_content):
        return json.dumps({"message": "?", "tool_calls": []}) if raw_content.startswith("CALL") else None


@pytest.mark.parametrize(
    ("provider", "expected"),
    [
        (Qwen25MediumUntrained(), TOOL_CALL_TAGS),
        (Tagged(), TOOL_CALL_TAGS),
        (type("F", (Plain,), {"prompt": "Use <function=x>{}</function>"})(), FUNCTION_TAGS),
        (type("M", (Plain,), {"prompt": "Use [TOOL_CALLS]"})(), TOOL_CALLS_LIST),
        (Liar(), BARE_JSON),
    ],
)
def test_the_notation_is_the_one_the_provider_shows(provider, expected):
    found = guard(provider).call_format
    assert found.render([Call("t", {"a": 1})]) == expected.render([Call("t", {"a": 1})])


def test_an_untouched_interface_is_served_in_jarvis_json():
    found = guard(Plain()).call_format
    written = found.render([Call("t", {"a": 1})])
    assert json.loads(written) == {"message": "", "tool_calls": [{"name": "t", "arguments": {"a": 1}}], "error": None}
    assert not found.several


def test_a_notation_of_its_own_is_taken_from_the_training_completion():
    guarded = guard(Trained())
    written = guarded.call_format.render([Call("t", {"a": "b"})])
    assert written == 'CALL t WITH {"a":"b"} END'
    assert not guarded.call_format.several
    calls = guarded.read_reply(written).calls
    assert [(call.name, dict(call.arguments)) for call in calls] == [("t", {"a": "b"})]
    assert not parse_reply(written).calls, "only the provider reads this"


class Loops:
    """Never comes to an end, in the member that is named."""

    name = "loops"

    def __init__(self, member):
        self._member = member

    def _do(self, member, value):
        while member == self._member:
            pass
        return value

    def build_system_prompt(self, *args):
        return self._do("build_system_prompt", "a prompt")

    def parse_response(self, raw):
        return self._do("parse_response", None)

    def build_training_completion(self, call):
        return self._do("build_training_completion", "{}")


@pytest.mark.parametrize("member", ["build_system_prompt", "parse_response", "build_training_completion"])
def test_a_provider_that_loops_is_stopped_and_not_asked_again(member, monkeypatch):
    monkeypatch.setattr(provider_guard, "MAX_SECONDS", 0.5)
    guarded = guard(Loops(member))
    started = time.monotonic()
    for _ in range(200):
        with pytest.raises(ProviderError, match="did not come to an end"):
            guarded.system_prompt([])
        assert guarded.read_reply("hello").message == "hello"
    assert time.monotonic() - started < 90, "asked again"
    deadline = time.monotonic() + 60
    while any(thread.name == "jarvis-prompt-provider" for thread in threading.enumerate()):
        assert time.monotonic() < deadline, "its thread goes on"
        time.sleep(0.01)


def test_a_provider_that_wants_to_end_the_process_only_fails():
    class Leaves(Loops):
        def _do(self, member, value):
            raise SystemExit(3)

    with pytest.raises(ProviderError, match="SystemExit"):
        guard(Leaves("")).system_prompt([])
