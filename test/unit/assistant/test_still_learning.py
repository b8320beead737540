"""An utterance while the tools are learned: it waits a little, is understood by what was learned, or is told so."""

from __future__ import annotations

import threading

import pytest
from test_assistant import NOW

from ovos_phal_plugin_jarvis import CommandToolBox
from ovos_phal_plugin_jarvis.assistant import understanding
from ovos_phal_plugin_jarvis.assistant.assistant import Assistant, Request
from ovos_phal_plugin_jarvis.assistant.guard import Guard
from ovos_phal_plugin_jarvis.config import load_config
from ovos_phal_plugin_jarvis.sdk import Tool
from ovos_phal_plugin_jarvis.sdk.locale import say
from ovos_phal_plugin_jarvis.tools.context import InvocationContext
from ovos_phal_plugin_jarvis.tools.execution.alarms import Alarms
from ovos_phal_plugin_jarvis.tools.execution.flow import run_here
from ovos_phal_plugin_jarvis.tools.execution.invoker import Invoker
from ovos_phal_plugin_jarvis.tools.registry import Registry
from ovos_phal_plugin_jarvis.tools.sources import EntryPointSource
from ovos_phal_plugin_jarvis.translation.values import ToolCall, Translation
from toolboxes_for_tests import put_in_place


class Feed(Tool):
    """Feed an animal."""

    def __call__(self, animal: str) -> dict:
        return {"fed": animal, "message": f"I fed the {animal}."}


class Box(CommandToolBox):
    def __init__(self, config=None, bus=None):
        super().__init__("farm", [Feed()], config=config, bus=bus)


class Learner:
    """Takes everything for the hens, until it knows better."""

    name = "examples"

    def __init__(self):
        self.learned = False
        self.waiting = []
        self.waits = threading.Event()

    def translate(self, utterance, context):
        animal = "donkey" if self.learned else "hens"
        return Translation((ToolCall("feed", {"animal": animal}),), 0.9, unsure=not self.learned)

    def when_learned(self, then, lang):
        self.waiting.append(then)
        self.waits.set()

    def learn(self):
        self.learned = True
        for then in self.waiting:
            then()


@pytest.fixture
def learner():
    return Learner()


@pytest.fixture
def assistant(monkeypatch, learner):
    put_in_place(monkeypatch, farm=Box)
    config = load_config({"assistant": {"requests_per_minute": 1000}})
    registry = Registry([EntryPointSource(config)])
    registry.reload()
    invoker, alarms = Invoker(workers=2, queue=9, timeout=60), Alarms("test-alarms")
    yield Assistant(
        registry, invoker, Guard(config.assistant), config.assistant, lambda snapshot: learner, alarms=alarms
    )
    alarms.shutdown()
    invoker.shutdown()


def request(name, said="feed the usual one"):
    return Request(said, InvocationContext(conversation_id=name, lang="en-us"), NOW)


def test_it_waits_and_is_understood_by_what_was_learned_then(assistant, learner):
    answers = []
    thread = threading.Thread(target=lambda: answers.append(assistant.handle(request("waits"))))
    thread.start()
    assert learner.waits.wait(60) and not answers
    learner.learn()
    thread.join(60)
    assert answers[0].say == "I fed the donkey."


def test_where_that_takes_too_long_nothing_is_done_and_that_is_said(assistant, monkeypatch):
    monkeypatch.setattr(understanding, "LEARNING_PATIENCE", 0.02)
    answer = assistant.handle(request("patience"))
    assert answer.say == say("still_learning", "en-us") and not answer.commands and not answer.results


def test_whoever_is_sure_goes_first(assistant, learner):
    """In the pipeline nobody waits, and the words are understood anew once it is our turn."""
    match = run_here(assistant.match_async(request("match")), 5)
    assert (match.confidence, match.tools) == ("low", ()) and not learner.waiting
    learner.learn()
    answer = run_here(assistant.handle_async(request("match"), match_id=match.id), 5)
    assert answer.say == "I fed the donkey."


def test_what_was_just_done_may_be_called_off_before_all_is_learned(assistant, learner, monkeypatch):
    """ "All right, never mind" would leave what was done as it is."""
    learner.learn()
    assert assistant.handle(request("off")).results
    learner.learned = False
    monkeypatch.setattr(understanding, "LEARNING_PATIENCE", 0.02)
    assert assistant.handle(request("off", "cancel it")).say == say("still_learning", "en-us")
    assert assistant.handle(request("another", "cancel it")).say != say("still_learning", "en-us")
