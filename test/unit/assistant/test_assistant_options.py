"""Names that a tool gives at run time, through the whole of the assistant: asked for once, settled, shown by name."""

from __future__ import annotations

from datetime import datetime, timezone

import pytest
from ovos_plugin_manager.templates.agent_tools import ToolArguments
from test_assistant import Told

from ovos_phal_plugin_jarvis.assistant.assistant import Assistant, Request
from ovos_phal_plugin_jarvis.assistant.guard import Guard
from ovos_phal_plugin_jarvis.config import load_config
from ovos_phal_plugin_jarvis.tools.context import InvocationContext
from ovos_phal_plugin_jarvis.tools.execution.invoker import Invoker
from ovos_phal_plugin_jarvis.tools.registry import Registry
from ovos_phal_plugin_jarvis.tools.sources import EntryPointSource
from toolboxes_for_tests import Sum, put_in_place, tool, toolbox_class

NOW = datetime(2026, 3, 4, 12, 0, tzinfo=timezone.utc)
CALLED = []


class GateArgs(ToolArguments):
    gate: str


def risky():
    found = tool("unlock_gate", lambda a: CALLED.append(a.gate) or Sum(result=1), "Unlock a gate.", GateArgs)
    found.is_risky = True
    return found


class Box(toolbox_class("gates", lambda: [risky()])):
    gates = {"gate.7": ["North gate", "Meadow gate"], "gate.8": "South gate"}

    def argument_options(self, tool, argument):
        if isinstance(self.gates, BaseException):
            raise self.gates
        return self.gates


@pytest.fixture
def assistant(monkeypatch):
    CALLED.clear()
    put_in_place(monkeypatch, gates=Box)
    config = load_config({"assistant": {"requests_per_minute": 1000}})
    registry = Registry([EntryPointSource(config)])
    registry.reload()
    invoker = Invoker(workers=2, queue=9, timeout=60)
    translator = Told()
    made = Assistant(registry, invoker, Guard(config.assistant), config.assistant, lambda snapshot: translator)
    made.translator = translator
    yield made
    invoker.shutdown()


def ask(assistant, words):
    return assistant.handle(Request(words, InvocationContext(conversation_id="one"), NOW))


def test_a_yes_is_for_the_name_that_was_shown_and_runs_its_value(assistant):
    assistant.translator.tell("unlock it", ("unlock_gate", {"gate": "the meadow gate"}))
    reply = ask(assistant, "unlock it")
    assert reply.confirmation_required and "North gate" in reply.say and "gate.7" not in reply.say
    ask(assistant, "yes")
    assert CALLED == ["gate.7"]
    (options,) = {id(c.options): c.options for c in assistant.translator.contexts}.values()
    assert [o.value for o in options["unlock_gate"]["gate"]] == ["gate.7", "gate.8"]


def test_what_is_no_name_is_asked_about_and_does_not_run(assistant):
    assistant.translator.tell("unlock it", ("unlock_gate", {"gate": "the moon"}))
    reply = ask(assistant, "unlock it")
    assert reply.say == 'I don\'t know "the moon". Which gate: North gate or South gate?'
    assert reply.expect_response and not CALLED
    assistant.translator.tell("South gate", ("unlock_gate", {"gate": "South gate"}))
    reply = ask(assistant, "south")  # one of those that were offered
    assert reply.confirmation_required and "South gate" in reply.say and not CALLED


def test_one_that_raises_leaves_the_words_to_the_tool(assistant, monkeypatch):
    monkeypatch.setattr(Box, "gates", RuntimeError("gone"))
    assistant.translator.tell("unlock it", ("unlock_gate", {"gate": "the moon"}))
    assert ask(assistant, "unlock it").confirmation_required
