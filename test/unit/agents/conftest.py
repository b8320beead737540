from __future__ import annotations

import time
from pathlib import Path

import pytest
from ovos_bus_client.message import Message
from ovos_utils.fakebus import FakeBus

from ovos_phal_plugin_jarvis.plugin import JarvisPHALPlugin
from toolboxes_for_tests import put_in_place

PACKAGES = Path(__file__).parents[2] / "fixtures" / "node_packages"


class Served:
    """A service with one package, on a bus in this process."""

    def __init__(self, folder: Path, **config):
        self.bus = FakeBus()
        self.seen: list[Message] = []
        for topic in ("ovos.jarvis.alert", "speak"):
            self.bus.on(topic, self.seen.append)
        config = {"tool_service": "on", "commands": {"paths": [str(folder)]}, **config}
        self.plugin = JarvisPHALPlugin(bus=self.bus, config=config)

    @property
    def runtime(self):
        return self.plugin.service.runtime

    def ask(self, topic, data=None, seconds=60.0):
        answers = []
        self.bus.once(f"{topic}.response", answers.append)
        self.bus.emit(Message(topic, data or {}, {"session": {"session_id": "default"}}))
        end = time.monotonic() + seconds
        while not answers and time.monotonic() < end:
            time.sleep(0.005)
        return answers[0].data

    def say(self, words, **data):
        return self.ask("ovos.jarvis.ask", {"utterance": words, **data})

    def agents(self, action="list", name=None):
        if action == "run":  # the run at the start may still go on: it would be refused
            self.until(lambda: all(agent["state"] != "running" for agent in self.agents()["agents"]))
        return self.ask("ovos.jarvis.agents", {"action": action, **({"name": name} if name else {})})

    def topics(self, topic):
        return [message.data for message in self.seen if message.msg_type == topic]

    def until(self, condition, seconds=60.0):
        end = time.monotonic() + seconds
        while not condition() and time.monotonic() < end:
            time.sleep(0.01)
        assert condition()


@pytest.fixture
def packages():
    """Where the packages of these tests are."""
    return PACKAGES


@pytest.fixture
def serve(monkeypatch):
    """Starts services; all are shut down at the end."""
    put_in_place(monkeypatch)
    started = []

    def start(folder, **config):
        started.append(Served(folder, **config))
        return started[-1]

    yield start
    for served in started:
        served.plugin.shutdown()
