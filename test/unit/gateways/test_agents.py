"""docs/agents.md: agents of others use the tools, and nothing risky runs without the user's yes."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from ovos_bus_client import Message, MessageBusClient

from http_gateway import gateway, house_with_a_disk
from ovos_phal_plugin_jarvis.tools.sources import FOR_AGENTS
from ovos_toolbox_jarvis import TOOLBOX_ID, JarvisToolBox, Unreachable

PAGE = Path(__file__).parents[3] / "docs" / "agents.md"
SECONDS = 90.0
erased = []
prepare = house_with_a_disk(erased)


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    with gateway(tmp_path_factory.mktemp("agents"), prepare=prepare, learned=False) as made:
        yield made


class Script(BaseHTTPRequestHandler):
    """A chat API whose model wants a sum, then the disk erased, and then tells what it was answered."""

    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
        self.server.asked.append(asked)
        steps = [("add", {"a": 2, "b": 40}), ("erase_disk", {})]
        done = sum(message["role"] == "tool" for message in asked["messages"])
        said = {"role": "assistant", "content": json.dumps(asked["messages"][-1])}
        if done < len(steps):
            name, arguments = steps[done]
            function = {"name": name, "arguments": json.dumps(arguments)}
            said = {"role": "assistant", "content": None, "tool_calls": [{"id": str(done), "function": function}]}
        body = json.dumps({"choices": [{"message": said}]}).encode()
        self.send_response(200)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments):
        """Not on the screen."""


@pytest.mark.parametrize(("answer", "runs"), [("y\n", 1), ("n\n", 0)], ids=["yes", "no"])
def test_a_client_of_a_chat_api_acts_with_consent(served, answer, runs):
    erased.clear()
    [program] = re.findall(r"^```py\n(.*?)^```$", PAGE.read_text(), re.M | re.S)
    model = ThreadingHTTPServer(("127.0.0.1", 0), Script)
    model.asked = []
    thread = threading.Thread(target=model.serve_forever)
    thread.start()
    try:
        env = {
            **os.environ,
            "JARVIS_URL": served.http.address,
            "JARVIS_TOKEN": served.token("agent"),
            "OPENAI_BASE_URL": f"http://127.0.0.1:{model.server_port}",
        }
        done = subprocess.run(
            [sys.executable, "-c", program, "erase", "it"], env=env, input=answer, capture_output=True, text=True,
            timeout=SECONDS,
        )  # fmt: skip
    finally:
        model.shutdown()
        model.server_close()
        thread.join()
    assert done.returncode == 0, done.stderr
    assert "[y/N]" in done.stdout and len(erased) == runs
    told = [json.loads(m["content"]) for m in model.asked[-1]["messages"] if m["role"] == "tool"]
    assert told[0]["result"] == {"result": 42}
    assert told[1].get("result") == ({"result": 1} if runs else None)
    schemas = {t["function"]["name"]: t["function"]["parameters"] for t in model.asked[0]["tools"]}
    assert schemas["add"]["properties"]["a"]["type"] == "integer"


def test_a_personas_toolbox_asks_the_service_and_only_the_users_yes_runs_it(served):
    erased.clear()
    config = served.plugin.bus.config
    place = {"host": config.host, "port": config.port}
    toolbox = JarvisToolBox({"session": "kitchen", **place})
    client = MessageBusClient(**place)
    client.run_in_thread()
    assert client.connected_event.wait(SECONDS)
    try:
        assert {spec["name"] for spec in toolbox.tool_json_list} == {"add", "erase_disk"}
        assert toolbox.call_tool("add", {"a": 2, "b": 40}).model_dump() == {"result": 42}
        assert "a" in toolbox.call_tool("add", {"a": "two"}).model_dump()["error"]
        told = toolbox.call_tool("erase_disk", {}).model_dump()
        assert told["done"] is False and "consent" in told["why"] and not erased
        for session, count in (("bedroom", 0), ("kitchen", 1)):
            yes = Message("ovos.jarvis.ask", {"utterance": "yes"}, {"session": {"session_id": session}})
            assert client.wait_for_response(yes, timeout=SECONDS) is not None
            assert len(erased) == count, session
    finally:
        toolbox.shutdown()
        client.close()
    assert {spec["name"] for spec in JarvisToolBox({"names": ["add"]}, served.plugin.bus).tool_json_list} == {"add"}


def test_the_service_leaves_its_own_stand_in_out():
    assert FOR_AGENTS == TOOLBOX_ID


def test_without_a_messagebus_it_says_so(monkeypatch):
    monkeypatch.setattr("ovos_toolbox_jarvis.CONNECT_SECONDS", 0.2)
    toolbox = JarvisToolBox({"host": "127.0.0.1", "port": 9})
    with pytest.raises(Unreachable, match="no messagebus"):
        toolbox.discover_tools()
