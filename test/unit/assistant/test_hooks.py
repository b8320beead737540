"""What tools have a say in before anything runs, where they say it late, wrongly or never."""

from __future__ import annotations

import threading
import time

import pytest
from ovos_plugin_manager.templates.agent_tools import ToolArguments
from pydantic import field_validator
from test_assistant import NOW, Told

from leftovers import eventually
from ovos_phal_plugin_jarvis import CommandToolBox
from ovos_phal_plugin_jarvis.assistant.assistant import Assistant, Request
from ovos_phal_plugin_jarvis.assistant.guard import Guard
from ovos_phal_plugin_jarvis.config import load_config
from ovos_phal_plugin_jarvis.sdk import (
    CommandExample,
    CommandResponse,
    FastPathPattern,
    IJarvisCommand,
    JarvisParameter,
    PreRouteResult,
)
from ovos_phal_plugin_jarvis.tools.context import InvocationContext
from ovos_phal_plugin_jarvis.tools.execution.hanging import MAX_LATE_HOOKS
from ovos_phal_plugin_jarvis.tools.execution.invoker import Invoker
from ovos_phal_plugin_jarvis.tools.registry import Registry
from ovos_phal_plugin_jarvis.tools.sources import EntryPointSource
from ovos_phal_plugin_jarvis.tools.validation import validate_call
from toolboxes_for_tests import put_in_place, tool, toolbox_class


class Command(IJarvisCommand):
    command_name = ""  # set by the instance
    description = "A command."
    keywords = []
    required_secrets = []
    parameters = []

    def __init__(self, name, before=None, mend=None):
        self.command_name = name
        self.asked = 0
        self.before = before or (lambda words: None)
        if mend:
            self.post_process_tool_call = mend

    def generate_prompt_examples(self):
        return [CommandExample("do it", {}, True)]

    def generate_adapter_examples(self):
        return []

    def pre_route(self, voice_command):
        self.asked += 1
        return self.before(voice_command)

    def run(self, request_info, **kwargs):
        return CommandResponse.final_response({"message": f"{self.command_name} ran."})


class ChecksForEver(ToolArguments):
    number: int = 0

    @field_validator("number")
    @classmethod
    def think(cls, value):
        PATIENCE.wait(90)
        return value


PATIENCE = threading.Event()


@pytest.fixture
def patience():
    PATIENCE.clear()
    yield PATIENCE
    PATIENCE.set()


@pytest.fixture
def house(monkeypatch, patience):
    """Builds an assistant of commands, with threads and short deadlines."""
    open_ones = []

    def build(*commands, patience=0.5):
        class Box(CommandToolBox):
            def __init__(self, config=None, bus=None):
                super().__init__("house", commands, config, bus)

        put_in_place(
            monkeypatch, house=Box, math=toolbox_class("math", [tool(), tool("checks", arguments=ChecksForEver)])
        )
        limits = {
            "pre_route_timeout": patience,
            "pre_route_budget": 3 * patience,
            "hook_timeout": 0.5,
            "requests_per_minute": 1000,
        }
        config = load_config({"assistant": limits})
        registry = Registry([EntryPointSource(config)])
        registry.reload()
        invoker = Invoker(workers=4, queue=9, timeout=60)
        open_ones.append(invoker)
        translator = Told()
        assistant = Assistant(registry, invoker, Guard(config.assistant), config.assistant, lambda snapshot: translator)
        assistant.registry, assistant.translator, assistant.hooks = registry, translator, invoker.hooks
        return assistant

    yield build
    PATIENCE.set()
    for invoker in open_ones:
        invoker.shutdown()


def ask(assistant, words):
    return assistant.handle(Request(words, InvocationContext(), NOW))


def claims(words):
    return PreRouteResult({}) if words == "mine" else None


def test_what_a_command_wants_first_runs_before_it(house):
    first = Command("first")
    last = Command("last", lambda words: PreRouteResult({}, before=[("first", {})]) if words == "mine" else None)
    reply = ask(house(last, first), "mine")
    assert [call.name for call in reply.commands] == ["first", "last"]


def test_a_claim_that_needs_a_command_which_is_not_there_is_passed_over(house):
    lost = Command("lost", lambda words: PreRouteResult({}, before=[("nowhere", {})]))
    assert ask(house(lost, Command("good", claims)), "mine").say == "good ran."


def leaves(words):
    raise SystemExit(3)


@pytest.mark.parametrize("before", [lambda words: PATIENCE.wait(90), leaves, lambda words: 1 // 0])
def test_one_that_hangs_or_raises_costs_its_own_claim_only(house, before):
    assistant = house(Command("bad", before), Command("good", claims))
    assert [ask(assistant, "mine").say for _ in range(3)] == ["good ran."] * 3


def test_one_that_hangs_is_asked_no_more_until_it_comes_back(house, patience):
    bad = Command("bad", lambda words: patience.wait(90))
    assistant = house(bad, Command("good", claims))
    ask(assistant, "mine")
    started = time.monotonic()
    for _ in range(5):
        ask(assistant, "mine")
    assert bad.asked == 1 and time.monotonic() - started < 20
    patience.set()
    until = time.monotonic() + 60
    while bad.asked == 1:
        ask(assistant, "mine")
        assert time.monotonic() < until


def test_one_that_is_always_late_is_asked_no_more_until_the_next_load(house):
    back = threading.Semaphore(0)

    def late(words):
        time.sleep(0.2)
        back.release()

    bad = Command("bad", late)
    assistant = house(bad, patience=0.05)
    for number in range(MAX_LATE_HOOKS + 3):
        ask(assistant, "mine")
        if number < MAX_LATE_HOOKS:
            assert back.acquire(timeout=60)
            assert eventually(lambda: not assistant.hooks.stuck)
    assert bad.asked == MAX_LATE_HOOKS
    assistant.registry.reload()
    ask(assistant, "mine")
    assert bad.asked == MAX_LATE_HOOKS + 1


def test_many_that_are_slow_share_a_budget(house):
    slow = [Command(f"slow{n}", lambda words: time.sleep(0.09)) for n in range(30)]
    ask(house(*slow, patience=0.2), "mine")
    assert 0 < sum(c.asked for c in slow) < 30


def test_many_that_are_quick_are_all_asked(house):
    quick = [Command(f"quick{n}", lambda words: time.sleep(0.002)) for n in range(60)]
    ask(house(*quick, patience=20), "mine")
    assert [c.asked for c in quick] == [1] * 60


def test_arguments_stand_where_mending_them_hangs(house, patience):
    assistant = house(Command("mends", mend=lambda args, words: patience.wait(90)))
    assistant.translator.tell("do it", ("mends", {}))
    assert ask(assistant, "do it").say == "mends ran."


def test_a_call_that_cannot_be_checked_is_told_of_and_the_others_run(house):
    assistant = house(Command("good"))
    assistant.translator.tell("both", ("checks", {"number": 1}), ("good", {}))
    assistant.translator.tell("one", ("checks", {"number": 1}))
    reply = ask(assistant, "both")
    assert "good ran." in reply.say and "did not answer in time" in reply.say
    assert [r.error is None for r in reply.results] == [False, True]
    assert "not available" in ask(assistant, "one").say


def test_a_pattern_that_takes_for_ever_is_passed_over(house):
    class Evil(Command):
        pre_route = IJarvisCommand.pre_route
        fast_path_patterns = [FastPathPattern("evil", "x", "x", regex=r"^(a|a)*$", handler="handle")]

        def handle(self, match, words):
            return PreRouteResult({})

    assistant = house(Evil("evil"), Command("good", lambda words: PreRouteResult({})), patience=20)
    assert ask(assistant, "a" * 60 + "!").say == "good ran."
    assert ask(assistant, "a" * 5).say == "evil ran."


def test_what_a_claim_passes_reaches_run_declared_or_not(house):
    given = []

    class Volume(Command):
        parameters = [JarvisParameter("level", "int")]

        def run(self, request_info, **kwargs):
            given.append(kwargs)
            return CommandResponse.final_response({"message": "done"})

    place = object()  # not even JSON: it never leaves the process
    claimed = PreRouteResult({"level": "3", "zone": place, "secrets": {"K": "v"}, "request_info": None})
    assistant = house(Volume("volume", lambda words: claimed))
    reply = ask(assistant, "louder")
    assert reply.say == "done"
    assert given == [{"level": 3, "zone": place}]
    # A program that calls the tool gets at its parameters only.
    tool = assistant.registry.snapshot.find("volume")
    assert validate_call(tool, {"level": 1, "zone": "x"}).arguments.keyword_arguments() == {"level": 1}
