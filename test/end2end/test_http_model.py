"""The guide's acceptance list with a model: OPENAI_API_KEY has an OpenAI-compatible server translate; where that says
nothing usable or does not answer, what the tools declare serves."""

from __future__ import annotations

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from http_gateway import gateway

BASE = "2026-01-05"


def call(name, arguments):
    function = {"name": name, "arguments": json.dumps(arguments)}
    return {"role": "assistant", "content": None, "tool_calls": [{"id": "1", "type": "function", "function": function}]}


class Server(ThreadingHTTPServer):
    """The model, which is outside the machine."""

    daemon_threads = True
    reply: object = None
    asked = 0


class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        self.server.asked += 1
        reply = self.server.reply
        if reply == "fails":
            self.send_error(500, "out of order")
            return
        if reply == "no JSON":
            body = b"<html>oops</html>"
        else:
            choice = {"index": 0, "message": reply, "finish_reason": "tool_calls"}
            body = json.dumps({"id": "1", "object": "chat.completion", "model": "x", "choices": [choice]}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments):
        pass


@pytest.fixture(scope="module")
def model():
    server = Server(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield server
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module")
def served(model, tmp_path_factory):
    def prepare(patch):
        patch.setenv("OPENAI_API_KEY", "sk-of-the-test")
        patch.setenv("OPENAI_MODEL", "tiny")
        patch.setenv("OPENAI_BASE_URL", f"http://127.0.0.1:{model.server_port}/v1")
        patch.setenv("ASSISTANT_OPENAI_TIMEOUT_MS", "60000")
        patch.setenv("ASSISTANT_RPM", "1000")
        patch.setenv("ASSISTANT_DEBUG", "1")

    off = {name: {"enabled": False} for name in ("ovos-toolbox-skills", "ovos-toolbox-everyday")}
    with gateway(tmp_path_factory.mktemp("model"), {"toolboxes": off}, prepare) as made:
        yield made


def asked(served, model, reply, said):
    model.reply, before = reply, model.asked
    answer = served.post("/api/assistant", {"transcript": said, "baseDateYmd": BASE})
    assert answer.status == 200, answer.body
    assert b"sk-of-the-test" not in answer.body
    return answer.json, model.asked - before


SAID = "could you see to it that I do not forget the thing with my travel document"
"""Nothing that a tool declares: only a model can make something of it."""


def test_200_and_the_models_command_where_it_says_something_valid(served, model):
    reply = call("task_create", {"title": "renew passport"})
    answer, requests = asked(served, model, reply, SAID)
    assert answer["commands"] == [{"kind": "task.create", "title": "renew passport"}]
    assert answer["debug"]["translator"] == "llm" and requests >= 1


@pytest.mark.parametrize(
    "reply",
    [
        call("erase_disk", {}),
        call("task_create", {"title": 7}),
        {"role": "assistant", "content": '{"commands": [{"kind": "disk.erase"}'},
        "no JSON",
        "fails",
    ],
    ids=["unknown tool", "wrong type", "broken JSON", "no JSON", "500"],
)
def test_200_and_no_commands_or_the_heuristics_where_it_says_nothing_usable(served, model, reply):
    answer, _ = asked(served, model, reply, "yesterday")
    assert answer["commands"] in ([], [{"kind": "date.shift", "days": -1}]) and answer["say"]
    answer, _ = asked(served, model, reply, SAID)
    assert answer["say"] and (answer["commands"] == [] or answer["debug"]["translator"] != "llm")
    assert "disk.erase" not in json.dumps(answer)


def test_what_the_tools_claim_by_themselves_costs_no_request(served, model):
    answer, requests = asked(served, model, "fails", "note: shipped v1")
    assert answer["commands"] == [{"kind": "reflection.append", "text": "shipped v1"}]
    assert requests == 0 or answer["debug"]["translator"] != "llm"
