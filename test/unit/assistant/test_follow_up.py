"""A command goes on with its own last call, and may say that words ask nothing of it."""

from __future__ import annotations

from datetime import datetime, timezone

import pytest
from test_assistant import Told

from ovos_phal_plugin_jarvis import CommandToolBox
from ovos_phal_plugin_jarvis.assistant.assistant import Assistant, Request
from ovos_phal_plugin_jarvis.assistant.guard import Guard
from ovos_phal_plugin_jarvis.config import load_config
from ovos_phal_plugin_jarvis.sdk import NotMeant, PreRouteResult, Tool
from ovos_phal_plugin_jarvis.tools.context import InvocationContext
from ovos_phal_plugin_jarvis.tools.execution.invoker import Invoker
from ovos_phal_plugin_jarvis.tools.registry import Registry
from ovos_phal_plugin_jarvis.tools.sources import EntryPointSource
from ovos_phal_plugin_jarvis.translation.values import ToolCall, Translation
from toolboxes_for_tests import put_in_place

NOW = datetime(2026, 3, 4, 12, 0, tzinfo=timezone.utc)
SEEN = []


class Count(Tool):
    """Count things."""

    examples = {"count to three": {"to": 3}}

    def follow_up(self, voice_command, arguments, result):
        SEEN.append((voice_command, arguments, result.get("counted")))
        if voice_command == "break":
            raise RuntimeError("a bug")
        return PreRouteResult({"to": arguments["to"] + 1}) if voice_command == "one more" else None

    def post_process_tool_call(self, args, voice_command):
        if "the dracula" in voice_command:
            raise NotMeant(voice_command)
        # It heeds nothing of "a third rather", and reads again what was said before.
        return {"to": 3} if "rather" in voice_command else args

    def __call__(self, to: int) -> dict:
        return {"counted": to, "message": f"I counted to {to}."}


class Box(CommandToolBox):
    def __init__(self, config=None, bus=None):
        super().__init__("counting", [Count()], config=config, bus=bus)


@pytest.fixture
def assistant(monkeypatch):
    SEEN.clear()
    put_in_place(monkeypatch, counting=Box)
    config = load_config({"assistant": {"requests_per_minute": 1000}})
    registry = Registry([EntryPointSource(config)])
    registry.reload()
    invoker = Invoker(workers=2, queue=9, timeout=60)
    translator = Told()
    made = Assistant(registry, invoker, Guard(config.assistant), config.assistant, lambda snapshot: translator)
    made.translator = translator
    yield made
    invoker.shutdown()


def ask(assistant, words, conversation="one"):
    return assistant.handle(Request(words, InvocationContext(conversation_id=conversation), NOW))


def test_words_behind_a_call_are_claimed_by_its_command(assistant):
    assistant.translator.tell("count to 3", ("count", {"to": 3}))
    assert ask(assistant, "count to 3").say == "I counted to 3."
    assert ask(assistant, "one more").say == "I counted to 4."
    assert ask(assistant, "one more").say == "I counted to 5."
    assert SEEN == [("one more", {"to": 3}, 3), ("one more", {"to": 4}, 4)]
    assert not ask(assistant, "something else").commands
    assert not ask(assistant, "break").commands  # a hook that fails claims nothing
    assert not ask(assistant, "one more", "another").commands  # nothing went before it there


def test_a_call_that_its_command_says_is_not_meant_is_dropped_and_nobody_is_asked(assistant):
    said = "the count is the dracula of 3 films"
    assistant.translator.tell(said, ("count", {"to": 3}))
    reply = ask(assistant, said)
    assert not reply.commands
    assert not reply.expect_response


def test_a_change_of_which_its_command_heeds_nothing_is_not_the_last_call_again(assistant):
    """The same answer would be told for something else that was asked."""
    assistant.translator.tell("count to 3", ("count", {"to": 3}))
    changed = ToolCall("count", {"to": 3, "step": 0.3}, said="count to 3 a third")
    assistant.translator.answers["a third rather"] = Translation((changed,), confidence=1)
    assert ask(assistant, "count to 3").say == "I counted to 3."
    assert not ask(assistant, "a third rather").commands
    assert ask(assistant, "count to 3").say == "I counted to 3."  # which is asked for again
