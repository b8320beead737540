"""The HTTP gateway: addresses, what they ask of the service, and what is refused at the door."""

from __future__ import annotations

import contextlib
import http.client
import json
import socket
import threading

import pytest

from http_gateway import SECONDS, gateway, house_with_a_disk
from ovos_phal_plugin_jarvis.gateways.http import server
from ovos_phal_plugin_jarvis.stores.tokens import TokenStore

erased = []
prepare = house_with_a_disk(erased)


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    with gateway(tmp_path_factory.mktemp("http"), prepare=prepare, learned=False) as made:
        yield made


def test_tools_with_what_the_policy_says_of_each(served):
    answer = served.get("/api/tools")
    assert answer.status == 200 and answer.json["total"] == 2
    decisions = {tool["name"]: tool["policy"]["decision"] for tool in answer.json["tools"]}
    assert decisions == {"add": "allow", "erase_disk": "ask"}
    assert [tool["name"] for tool in served.get("/api/tools?q=whole+disk").json["tools"]] == ["erase_disk"]
    assert served.get("/api/tools?toolbox=math&limit=1").json["tools"][0]["name"] == "add"
    assert served.get("/api/tools?toolbox=nobody").status == 404
    assert served.get("/api/tools?offset=x").status == 400
    one = served.get("/api/tools/add").json
    assert one["argument_schema"]["properties"]["a"]["type"] == "integer" and one["policy"]["decision"] == "allow"
    assert served.get("/api/tools/nope").status == 404


def test_a_call_answers_as_on_the_bus(served):
    assert served.post("/api/tools/add", {"args": {"a": 2, "b": 40}}).json == {"name": "add", "result": {"result": 42}}
    wrong = served.post("/api/tools/add", {"args": {"a": "two"}})
    assert wrong.status == 400 and wrong.json["code"] == "invalid" and wrong.json["details"][0]["param"] == "a"
    assert served.post("/api/tools/nope", {}).status == 404


def test_nothing_runs_before_the_yes(served):
    erased.clear()
    asked = served.post("/api/tools/erase_disk", {})
    assert asked.status == 409 and asked.json["code"] == "confirmation_required" and not erased
    plan = asked.json["confirmation"]["id"]
    other = served.post(f"/api/confirm/{plan}", {"yes": True}, token=served.token("somebody"))
    assert other.status == 400 and not erased  # it is a question to somebody else
    assert served.post(f"/api/confirm/{plan}", {"yes": "true"}).status == 400 and not erased
    done = served.post(f"/api/confirm/{plan}", {"yes": True})
    assert done.status == 200 and done.json["results"][0]["result"] == {"result": 1} and len(erased) == 1
    assert served.post(f"/api/confirm/{plan}", {"yes": True}).status == 400 and len(erased) == 1


def test_what_is_not_there_and_what_is_not_done_there(served):
    for path in ("/api", "/api/", "/api/nothing", "/nothing", "/console/nothing.js"):
        answer = served.get(path)
        assert (answer.status, answer.json["code"]) == (404, "not_found"), path
    answer = served.ask("DELETE", "/api/tools")
    assert (answer.status, answer.json["code"]) == (405, "method_not_allowed") and "GET" in answer.headers["allow"]


def test_every_answer_says_what_a_browser_may_do_with_it(served):
    for answer in (served.get("/api/metrics"), served.get("/api/nothing"), served.get("/api/metrics", token=None)):
        assert answer.headers["content-security-policy"].startswith("default-src 'none'; script-src 'self'")
        assert answer.headers["x-content-type-options"] == "nosniff" and len(answer.headers["x-request-id"]) == 16
        assert answer.headers["cache-control"] == "no-store" and "server" not in answer.headers


def test_a_token_is_good_for_what_it_was_made_for(served):
    reader = served.token("reader", "translate")
    assert served.get("/api/tools", token=reader).status == 200
    refused = served.post("/api/tools/add", {"args": {"a": 1}}, token=reader)
    assert (refused.status, refused.json["code"]) == (403, "forbidden") and "'act'" in refused.json["error"]
    assert "settings" not in served.get("/api/status", token=reader).json
    assert "settings" in served.get("/api/status").json


def test_a_page_logs_in_once_and_says_so_with_what_it_changes(served):
    made = served.post("/api/session", {"token": served.token("page")}, token=None)
    kept = made.headers["set-cookie"]
    assert made.status == 200 and {"HttpOnly", "SameSite=Strict"} <= set(kept.split("; "))
    cookie, csrf = {"Cookie": kept.split(";")[0]}, {"X-CSRF-Token": made.json["csrf"]}
    assert served.get("/api/session", token=None, headers=cookie).json["csrf"] == made.json["csrf"]
    assert served.get("/api/tools", token=None, headers=cookie).status == 200
    body = {"args": {"a": 1}}
    assert served.post("/api/tools/add", body, token=None, headers=cookie).status == 403
    assert served.post("/api/tools/add", body, token=None, headers=cookie | {"X-CSRF-Token": "guess"}).status == 403
    assert served.post("/api/tools/add", body, token=None, headers=cookie | csrf).status == 200
    assert served.ask("DELETE", "/api/session", token=None, headers=cookie | csrf).status == 204
    assert served.get("/api/tools", token=None, headers=cookie).status == 401


class Listener:
    """A page that reads events, on a connection of its own."""

    def __init__(self, served, path="/api/events", **headers):
        self._connection = http.client.HTTPConnection("127.0.0.1", served.port, timeout=SECONDS)
        self._connection.request("GET", path, headers=headers)
        self._response = self._connection.getresponse()
        assert self._response.status == 200

    def read_until(self, words):
        """What comes, up to *words* or the end."""
        found = b""
        while words not in found and (part := self._response.read1(65_536)):
            found += part
        return found

    def close(self):
        self._connection.close()


def alert(served, title):
    # As another program writes it, with escapes.
    text = json.dumps({"type": "ovos.jarvis.alert", "data": {"title": title}, "context": {}})
    served.plugin.bus.client.send(text)


def test_events_end_with_the_token_and_with_the_session_of_the_page(served):
    token = served.token("listener")
    made = served.post("/api/session", {"token": served.token("looker")}, token=None)
    cookie = {"Cookie": made.headers["set-cookie"].split(";")[0]}
    out = [Listener(served, Authorization=f"Bearer {token}"), Listener(served, **cookie)]
    stays = Listener(served, Authorization=f"Bearer {served.token('stays')}")
    alert(served, "for all")
    assert all(b"for all" in each.read_until(b"for all") for each in (*out, stays))
    store = TokenStore(served.folder)
    assert store.revoke("listener")
    store.close()
    csrf = {"X-CSRF-Token": made.json["csrf"]}
    assert served.ask("DELETE", "/api/session", token=None, headers=cookie | csrf).status == 204
    alert(served, "for those who may")
    assert b"for those" in stays.read_until(b"may")
    assert not any(b"for those" in each.read_until(b"may") for each in out)
    for each in (*out, stays):
        each.close()


def test_a_stream_of_what_is_mounted_ends_with_the_token(served):
    pytest.importorskip("mcp")
    token = served.token("agent")
    about = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}
    headers = {"Accept": "application/json, text/event-stream"}

    def send(method, params, **more):
        body = {"jsonrpc": "2.0", "method": method, "params": params, **more}
        return served.post("/mcp", body, token=token, headers=headers)

    headers["Mcp-Session-Id"] = send("initialize", about, id=1).headers["mcp-session-id"]
    send("notifications/initialized", {})
    assert b"erase_disk" in send("tools/list", {}, id=2).body
    stream = Listener(served, "/mcp", Authorization=f"Bearer {token}", **headers)
    changed = json.dumps({"type": "ovos.tools.changed", "data": {}, "context": {}})
    served.plugin.bus.client.send(changed)
    assert b"list_changed" in stream.read_until(b"list_changed")
    store = TokenStore(served.folder)
    assert store.revoke("agent")
    store.close()
    served.plugin.bus.client.send(changed)
    assert b"list_changed" not in stream.read_until(b"list_changed")
    stream.close()


def test_half_a_character_ends_no_events(served):
    listener = Listener(served, Authorization=f"Bearer {served.token('everybody', 'translate', 'act', 'admin')}")
    alert(served, "cut \ud83d")
    alert(served, "whole")
    assert b"cut ?" in listener.read_until(b"whole")
    listener.close()


@pytest.mark.parametrize("kind", ["bodies", "idle"])
def test_many_who_send_no_whole_request_keep_nobody_out(served, monkeypatch, kind):
    monkeypatch.setattr(server, "MAX_CONNECTIONS", 20)
    head = b"/api/session HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    sent = b"POST " + head + b"Content-Length: 100\r\n\r\n{" if kind == "bodies" else b"GET " + head + b"\r\n"
    many = []
    try:
        for _ in range(60):
            many.append(socket.create_connection(("127.0.0.1", served.port), timeout=SECONDS))
            with contextlib.suppress(OSError):
                many[-1].sendall(sent)
                if kind == "idle":
                    many[-1].recv(1000)
        for _ in range(5):
            assert served.get("/api/metrics").status == 200
    finally:
        for connection in many:
            connection.close()


def test_the_end_leaves_no_thread_and_no_port(served):
    with served.beside() as made:
        assert made.get("/api/metrics").status == 200
        thread = made.http._server._thread
        assert thread.name == "jarvis-http" and thread in threading.enumerate()
    assert thread not in threading.enumerate()
    with pytest.raises(OSError):
        made.get("/api/metrics", token=None)


def test_the_description_is_openapi_with_the_tools_own_schemas(served):
    from openapi_spec_validator import validate

    described = served.get("/openapi.json").json
    validate(described)
    add = described["paths"]["/api/tools/add"]["post"]["requestBody"]["content"]["application/json"]["schema"]
    args = described["components"]["schemas"][add["properties"]["args"]["$ref"].rsplit("/", 1)[1]]
    assert args["properties"]["a"]["type"] == "integer" and args["required"] == ["a"]
    assert described["servers"] == [{"url": f"http://127.0.0.1:{served.port}"}]
    assert served.get("/openapi.json", token=None).status == 401


def test_a_schema_that_refers_to_its_own_parts_still_does_in_the_description():
    from openapi_spec_validator import validate

    from ovos_phal_plugin_jarvis.gateways.http.openapi import document

    node = {"type": "object", "properties": {"next": {"$ref": "#/$defs/Node"}, "$ref": {"type": "string"}}}
    deep: dict = {}
    for _ in range(200):
        deep = {"type": "array", "items": deep}
    tools = [
        {
            "name": "odd {name}/ü",
            "toolbox_id": "box one",
            "argument_schema": {"$id": "https://example.com/x", "$ref": "#/$defs/Node", "$defs": {"Node": node}},
            "output_schema": deep,
        },
        {"name": "odd_{name}/ü", "toolbox_id": "box one", "argument_schema": None, "output_schema": {}},
    ]
    described = document(tools, "http://localhost")
    validate(described)
    parts = described["components"]["schemas"]["box_one.odd__name___.arguments"]
    assert parts["$ref"] == "#/components/schemas/box_one.odd__name___.arguments/$defs/Node"
    assert parts["$defs"]["Node"]["properties"]["$ref"] == {"type": "string"} and "$id" not in parts


def test_where_nobody_has_a_token_it_says_how_to_make_one(served, tmp_path, log_lines):
    folder, served.folder = served.folder, tmp_path
    try:
        with served.beside() as made:
            assert made.http.nobody_yet and made.get("/api/metrics", token=None).status == 401
    finally:
        served.folder = folder
    assert any("ovos-jarvis token new NAME" in line for line in log_lines)
