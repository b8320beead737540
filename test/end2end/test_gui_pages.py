"""Buttons and lists on a screen: a real messagebus, the assistant's service, and a stand-in for the GUI service."""

from __future__ import annotations

import threading
import time

import pytest
from ovos_bus_client import Message, MessageBusClient

from ovos_phal_plugin_jarvis import CommandToolBox
from ovos_phal_plugin_jarvis.assistant.assistant import Assistant
from ovos_phal_plugin_jarvis.assistant.guard import Guard
from ovos_phal_plugin_jarvis.bus.gui import NAMESPACE, PRESSED, STATUS, STATUS_REQUEST
from ovos_phal_plugin_jarvis.bus.jarvis_service import JarvisService
from ovos_phal_plugin_jarvis.bus.link import BusLink
from ovos_phal_plugin_jarvis.config import load_config
from ovos_phal_plugin_jarvis.runtime.busserver import BusServer
from ovos_phal_plugin_jarvis.sdk import (
    CommandExample,
    CommandResponse,
    IJarvisButton,
    IJarvisCommand,
    ReferenceableItem,
)
from ovos_phal_plugin_jarvis.tools.execution.flow import Flows
from ovos_phal_plugin_jarvis.tools.execution.invoker import Invoker
from ovos_phal_plugin_jarvis.tools.execution.pool import make_pool
from ovos_phal_plugin_jarvis.tools.registry import Registry
from ovos_phal_plugin_jarvis.tools.sources import EntryPointSource
from ovos_phal_plugin_jarvis.translation.values import ToolCall, Translation
from processes import free_port
from toolboxes_for_tests import put_in_place


class Films(IJarvisCommand):
    """Answers with a list and two buttons."""

    command_name = "films"
    description = "List the films of tonight."
    keywords = ["films"]
    required_secrets = []
    parameters = []

    def generate_prompt_examples(self):
        return [CommandExample("what films are on", {}, True)]

    def generate_adapter_examples(self):
        return self.generate_prompt_examples()

    def run(self, request_info, **kwargs):
        items = [ReferenceableItem("1", "Metropolis"), ReferenceableItem("2", "Nosferatu <b>")]
        response = CommandResponse.with_items("There are two films.", items, {"films": 2})
        response.actions = [
            IJarvisButton("Book", "book_click", "primary"),
            IJarvisButton("Later", "later_click", "secondary"),
        ]
        return response

    def handle_action(self, action_name, context):
        if action_name == "book_click":
            return CommandResponse.final_response({"message": "It is booked."})
        return super().handle_action(action_name, context)


class Plain(Films):
    """Answers in words alone."""

    command_name = "plain"
    is_risky = True

    def run(self, request_info, **kwargs):
        return CommandResponse.final_response({"message": "It is done."})


class Thinker:
    name = "examples"

    def translate(self, utterance, context):
        named = [name for name in ("films", "plain") if name in utterance]
        return Translation(tuple(ToolCall(name) for name in named), 1.0)


class Screen:
    """The GUI service as far as the bus sees it: answers for its screen, and keeps what it is told to show."""

    def __init__(self, client, connected):
        self.client, self.connected, self.messages = client, connected, []
        self.values, self._more = {}, threading.Condition()
        for topic in (STATUS_REQUEST, "gui.value.set", "gui.page.show", "gui.clear.namespace", "speak"):
            client.on(topic, self._keep)

    def _keep(self, message):
        with self._more:
            self.messages.append(message)
            if message.msg_type == "gui.value.set":
                self.values.update(message.data)
            self._more.notify_all()
        if message.msg_type == STATUS_REQUEST and self.connected is not None:
            self.client.emit(message.reply(STATUS, {"connected": self.connected}))

    def of(self, topic):
        return [m for m in self.messages if m.msg_type == topic]

    def wait_for(self, topic, count=1):
        with self._more:
            assert self._more.wait_for(lambda: len(self.of(topic)) >= count, 60), [m.msg_type for m in self.messages]
            return self.of(topic)

    def say(self, utterance, session="default"):
        spoken = len(self.of("speak"))
        context = {"session": {"session_id": session}}
        self.client.emit(Message("ovos.jarvis.ask", {"utterance": utterance, "speak": True}, context))
        return self.wait_for("speak", spoken + 1)[-1].data["utterance"]

    def press(self, number, page=None):
        page = self.values["page"] if page is None else page
        self.client.emit(Message(PRESSED, {"page": page, "number": number}))


def client_of(port):
    client = MessageBusClient(host="127.0.0.1", port=port)
    client.run_in_thread()
    assert client.connected_event.wait(60)
    return client


@pytest.fixture
def connect(monkeypatch, tmp_path):
    """Makes a screen: connected, not connected, or (None) no GUI service at all."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    commands = [Films(), Plain()]

    class Evening(CommandToolBox):
        def __init__(self, config=None, bus=None):
            super().__init__("evening", commands, config, bus)

    put_in_place(monkeypatch, evening=Evening)
    config = load_config({"invoke": {"workers": 2}})
    registry = Registry([EntryPointSource(config)])
    registry.reload()
    invoker = Invoker(workers=2, queue=10, timeout=60)
    assistant = Assistant(
        registry, invoker, Guard(config.assistant, limit_rate=False), config.assistant, lambda snapshot: Thinker()
    )
    port = free_port()
    server = BusServer("127.0.0.1", port)
    server.start()
    pool = make_pool("test-assistant", 2, 16, per_key=1)
    clients = [client_of(port), client_of(port)]
    link = BusLink(clients[0])
    service = JarvisService(link, assistant, Flows(pool, 16), 20, dict)
    service.bind()
    yield lambda connected: Screen(clients[1], connected)
    service.shutdown()
    link.close()
    pool.shutdown()
    invoker.shutdown()
    for client in clients:
        client.close()
    server.stop()


def test_a_list_with_buttons_is_shown_and_a_press_is_the_conversations(connect):
    screen = connect(True)
    assert screen.say("films") == "There are two films."
    (shown,) = screen.wait_for("gui.page.show")
    assert shown.data["page_names"] == ["Choices"]
    assert shown.data["__from"] == NAMESPACE
    assert screen.values["title"] == "There are two films."
    assert screen.values["items"] == [{"label": "Metropolis"}, {"label": "Nosferatu <b>"}]
    assert screen.values["buttons"] == [{"label": "Book"}, {"label": "Later"}]
    page = screen.values["page"]
    screen.press(0)
    assert screen.wait_for("speak", 2)[1].data["utterance"] == "It is booked."
    screen.wait_for("gui.clear.namespace")
    # Pressed twice, a page of long ago, a button that is none: nothing comes of it.
    for number, of_page in ((0, page), (1, "other"), (99, page), (-1, page), ("0", page), (None, None), (True, page)):
        screen.press(number, of_page)
    assert screen.say("nonsense")
    assert [m.data["utterance"] for m in screen.of("speak")].count("It is booked.") == 1


def test_a_confirmation_is_answered_by_a_press(connect):
    screen = connect(True)
    asked = screen.say("plain")
    screen.wait_for("gui.page.show")
    assert screen.values["title"] == asked
    assert screen.values["buttons"] == [{"label": "Yes"}, {"label": "No"}]
    screen.press(0)
    assert screen.wait_for("speak", 2)[1].data["utterance"] == "It is done."


def test_an_answer_without_anything_to_press_takes_the_page_away(connect):
    screen = connect(True)
    screen.say("films")
    screen.wait_for("gui.page.show")
    screen.say("nonsense")
    screen.wait_for("gui.clear.namespace")
    assert len(screen.of("gui.page.show")) == 1


@pytest.mark.parametrize("connected", [False, None])
def test_where_no_screen_is_connected_nothing_is_sent_to_one(connect, connected):
    screen = connect(connected)
    screen.say("films")
    screen.say("nonsense")
    screen.wait_for(STATUS_REQUEST)
    time.sleep(0.2)
    assert {m.msg_type for m in screen.messages} == {STATUS_REQUEST, "speak"}


def test_another_session_gets_no_page_on_the_devices_screen(connect):
    screen = connect(True)
    screen.say("films", session="kitchen")
    screen.say("nonsense")
    assert not screen.of(STATUS_REQUEST)


@pytest.mark.parametrize("data", [{}, {"connected": "yes"}, {"connected": 1}, {"connected": None}])
def test_an_odd_answer_of_the_gui_service_shows_nothing(connect, data):
    screen = connect(None)
    screen.client.on(STATUS_REQUEST, lambda message: screen.client.emit(message.reply(STATUS, data)))
    screen.say("films")
    assert screen.say("films") == "There are two films."
    assert not screen.of("gui.page.show")
