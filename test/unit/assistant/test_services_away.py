"""A package whose service is down, slow, or answers rubbish: one sentence, within the deadline."""

from __future__ import annotations

import json
import re
import socket
import threading
import time
import urllib.request
from contextlib import closing

import pytest
from test_assistant import NOW, Told

from ovos_phal_plugin_jarvis import CommandToolBox
from ovos_phal_plugin_jarvis.assistant.assistant import Assistant, Request
from ovos_phal_plugin_jarvis.assistant.guard import Guard
from ovos_phal_plugin_jarvis.config import load_config
from ovos_phal_plugin_jarvis.sdk import CommandResponse, IJarvisCommand
from ovos_phal_plugin_jarvis.tools.context import InvocationContext
from ovos_phal_plugin_jarvis.tools.execution.invoker import Invoker
from ovos_phal_plugin_jarvis.tools.registry import Registry
from ovos_phal_plugin_jarvis.tools.sources import EntryPointSource
from toolboxes_for_tests import put_in_place

DEADLINE = 0.5


class Joke(IJarvisCommand):
    """As packages are written: what goes wrong is handed on as it came."""

    command_name = "tell_dad_joke"
    description = "Tell a joke."
    keywords = ["joke"]
    parameters = []
    required_secrets = []
    address = ("127.0.0.1", 0)

    def generate_prompt_examples(self):
        return []

    generate_adapter_examples = generate_prompt_examples

    def fetch(self):
        with urllib.request.urlopen("http://{}:{}/joke".format(*self.address), timeout=100) as answer:
            return json.loads(answer.read())["joke"]

    def run(self, request_info, **kwargs):
        return CommandResponse.final_response({"message": self.fetch()})


class HandsOn(Joke):
    command_name = "hands_on"

    def run(self, request_info, **kwargs):
        try:
            return super().run(request_info)
        except Exception as error:  # noqa: BLE001 - as packages do
            return CommandResponse.error_response(f"Sorry, I'm having trouble getting a joke: {error}")


@pytest.fixture(scope="module")
def assistant():
    with pytest.MonkeyPatch.context() as patch:

        class Box(CommandToolBox):
            def __init__(self, config=None, bus=None):
                super().__init__("jokes", [Joke(), HandsOn()], config, bus)

        put_in_place(patch, jokes=Box)
        config = load_config({"assistant": {"requests_per_minute": 1000}})
        registry = Registry([EntryPointSource(config)])
        registry.reload()
    invoker = Invoker(workers=2, queue=9, timeout=DEADLINE)
    translator = Told()
    for name in ("tell_dad_joke", "hands_on"):
        translator.tell(name, (name, {}))
    yield Assistant(registry, invoker, Guard(config.assistant), config.assistant, lambda snapshot: translator)
    invoker.shutdown()


def serve(listener, answer):
    """Answer one request with *answer*, byte for byte."""

    def once():
        connection, _ = listener.accept()
        with connection:
            connection.recv(4096)
            connection.sendall(answer)

    threading.Thread(target=once, daemon=True).start()


RUBBISH = {
    "html": b"HTTP/1.1 200 OK\r\nContent-Length: 20\r\n\r\n<html>oh dear</html>",
    "half": b'HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n{"jo',
    "other": b'HTTP/1.1 200 OK\r\nContent-Length: 12\r\n\r\n{"error": 12}'[:-1],
    "nothing": b"\x00\xff\x00",
    "broken": b"HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n",
}


@pytest.mark.parametrize("command", ["tell_dad_joke", "hands_on"])
@pytest.mark.parametrize("state", ["down", "slow", *RUBBISH])
def test_one_sentence_is_said_within_the_deadline(assistant, monkeypatch, command, state):
    with closing(socket.create_server(("127.0.0.1", 0))) as listener:
        monkeypatch.setattr(Joke, "address", listener.getsockname())
        if state == "down":
            listener.close()
        elif state != "slow":  # a slow one takes the request and says nothing
            serve(listener, RUBBISH[state])
        started = time.monotonic()
        reply = assistant.handle(Request(command, InvocationContext(conversation_id=f"{command} {state}"), NOW))
        took = time.monotonic() - started
    said = str(reply.say)
    assert took < DEADLINE + 60, "the deadline, and room for a busy machine"
    assert reply.results[0].error is not None, "the detail is in the results"
    assert said.endswith(".") and len(re.findall(r"[.!?](?:\s|$)", said)) == 1 and said.lower().count("sorry") == 1
    assert not re.search(r"Errno|Error|urlopen|[<>{}_:]{1}\S|HTTP|line \d", said), said
