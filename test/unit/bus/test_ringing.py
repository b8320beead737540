"""A "stop" that is said to the assistant ends what rings in that session."""

from __future__ import annotations

from datetime import datetime, timezone

import pytest
from ovos_bus_client.message import Message
from ovos_utils.fakebus import FakeBus

from ovos_phal_plugin_jarvis.assistant.assistant import Assistant
from ovos_phal_plugin_jarvis.assistant.guard import Guard
from ovos_phal_plugin_jarvis.bus.jarvis_service import JarvisService
from ovos_phal_plugin_jarvis.bus.link import BusLink
from ovos_phal_plugin_jarvis.config import load_config
from ovos_phal_plugin_jarvis.tools.execution.flow import Flows
from ovos_phal_plugin_jarvis.tools.execution.invoker import Invoker
from ovos_phal_plugin_jarvis.tools.execution.pool import InlinePool
from ovos_phal_plugin_jarvis.tools.registry import Registry
from ovos_phal_plugin_jarvis.tools.sources import EntryPointSource
from ovos_phal_plugin_jarvis.translation.values import Translation
from ovos_toolbox_everyday import EverydayToolBox
from ovos_toolbox_everyday.timers.timer import Timer
from toolboxes_for_tests import put_in_place

NOW = datetime(2026, 3, 4, 12, 0, tzinfo=timezone.utc)


class Nothing:
    name = "examples"

    def translate(self, utterance, context):
        return Translation()


@pytest.fixture
def house(monkeypatch):
    put_in_place(monkeypatch, everyday=EverydayToolBox)
    config = load_config({"invoke": {"workers": 0}})
    registry = Registry([EntryPointSource(config)])
    registry.reload()
    invoker = Invoker(workers=0, queue=1, timeout=5)
    guard = Guard(config.assistant, limit_rate=False)
    bus, box = FakeBus(), EverydayToolBox()
    assistant = Assistant(registry, invoker, guard, config.assistant, lambda snapshot: Nothing())
    service = JarvisService(BusLink(bus), assistant, Flows(InlinePool("test"), 10), 10, dict)
    service.bind()
    box.bind(bus)
    yield bus, box
    box.unbind()
    service.shutdown()
    bus.close()


def ask(bus, utterance, session="desk", lang="en-us"):
    answers = []
    bus.once("ovos.jarvis.ask.response", lambda message: answers.append(message.data))
    context = {"session": {"session_id": session}}
    bus.emit(Message("ovos.jarvis.ask", {"utterance": utterance, "lang": lang}, context))
    return answers[0]["say"]


def ring(box, session="desk"):
    box.ringing.begin(Timer("1", 5, 0, context={"session": {"session_id": session}}))
    assert box.ringing.rings(session)


@pytest.mark.parametrize(("words", "lang"), [("stop", "en-us"), ("never mind", "en-us"), ("stopp", "de-de")])
def test_a_stop_ends_it(house, words, lang):
    bus, box = house
    ring(box)
    said = ask(bus, words, lang=lang)
    assert not box.ringing.rings("desk")
    assert said == ("In Ordnung, ich habe es angehalten." if lang == "de-de" else "All right, I stopped it.")
    assert ask(bus, words, lang=lang) != said  # there is nothing more to stop


def test_a_stop_of_another_session_does_not(house):
    bus, box = house
    ring(box)
    ask(bus, "stop", session="garden")
    ask(bus, "what a lovely day")
    assert box.ringing.rings("desk")


def test_stop_on_the_bus_does(house):
    bus, box = house
    ring(box)
    bus.emit(Message("mycroft.stop", {}, {"session": {"session_id": "desk"}}))
    assert not box.ringing.rings("desk")
