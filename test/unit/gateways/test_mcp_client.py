"""MCP servers as toolboxes: honest ones work as any toolbox, the others cost their own tools only."""

import asyncio
import json
import os
import signal
import subprocess
import sys
import threading
import time
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest
import requests

from ovos_phal_plugin_jarvis.commands.auth.loopback import LoopbackReceiver
from ovos_phal_plugin_jarvis.consent.policy import Policy
from ovos_phal_plugin_jarvis.gateways.mcp.client import connection
from ovos_phal_plugin_jarvis.gateways.mcp.client.login import log_in
from ovos_phal_plugin_jarvis.gateways.mcp.client.schemas import Checker, UnusableSchema
from ovos_phal_plugin_jarvis.gateways.mcp.client.settings import read_servers
from ovos_phal_plugin_jarvis.gateways.mcp.client.source import McpSource
from ovos_phal_plugin_jarvis.sdk.progress import Progress
from ovos_phal_plugin_jarvis.tools.context import InvocationContext
from ovos_phal_plugin_jarvis.tools.errors import ToolError
from ovos_phal_plugin_jarvis.tools.execution.invoker import Invoker
from ovos_phal_plugin_jarvis.tools.registry import Registry
from processes import free_port

FIXTURES = Path(__file__).parents[2] / "fixtures" / "mcp"
HONEST = {"command": [sys.executable, str(FIXTURES / "honest.py")], "env": {"DEMO_TOKEN": "${secret:DEMO_TOKEN}"}}
SECRETS = {"DEMO_TOKEN": "correct-horse-battery"}
PATIENCE = 90.0


@pytest.fixture(scope="module", autouse=True)
def slow_machine():
    """A machine that has much else to do may take long to start a program."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(connection, "START_SECONDS", PATIENCE)
        yield


def hostile(kind, *arguments):
    return {"command": sys.executable, "args": [str(FIXTURES / "hostile.py"), kind, *map(str, arguments)]}


def until(condition):
    """Wait for *condition*; what it gives."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        found = condition()
        if found:
            return found
        time.sleep(0.02)
    raise AssertionError("it never came true")


class Mounted:
    """A registry with MCP servers, and an invoker."""

    def __init__(self, servers, patience=PATIENCE, secrets=SECRETS):
        self.source = McpSource(
            {"servers": servers}, secrets.get, secrets.__setitem__, lambda box: self.registry.refresh(box), patience
        )
        self.registry = Registry([self.source], load_timeout=PATIENCE)
        self.registry.on_change(lambda reload: self.source.follow(reload.snapshot.toolboxes))
        self.invoker = Invoker(workers=4, queue=50, timeout=PATIENCE)
        self.registry.reload()

    @property
    def failed(self):
        return self.registry.snapshot.failed

    def names(self, server):
        return {tool.name for tool in self.registry.snapshot.toolbox(f"mcp:{server}").tools}

    def call(self, name, arguments=None, server=None, timeout=None, **context):
        done = threading.Event()
        ended = []

        def keep(outcome):
            ended.append(outcome)
            done.set()

        tool = self.registry.snapshot.find(name, server and f"mcp:{server}")
        self.invoker.validate_and_submit(tool, arguments or {}, InvocationContext(**context), keep, timeout)
        assert done.wait(PATIENCE)
        return ended[0]


@contextmanager
def mounted(servers, **more):
    made = Mounted(servers, **more)
    try:
        yield made
    finally:
        made.source.close()
        made.registry.shutdown()
        made.invoker.shutdown()


@pytest.fixture(scope="module")
def honest():
    with mounted({"honest": HONEST}) as made:
        assert made.failed == {}
        yield made


def test_a_servers_tools_are_tools_as_any(honest):
    assert honest.names("honest") == {"add", "greet", "files_read-all", "tell_token", "count", "fail"}
    assert honest.call("add", {"a": 1, "b": 2}).result == {"result": 3}
    assert honest.call("count", {"to": 0}).result == {"text": "counted to 0"}
    box = honest.registry.snapshot.toolbox("mcp:honest")
    assert box.toolbox_id == "mcp-honest"
    for tool in box.tools:
        assert tool.definition.argument_schema["type"] == tool.definition.output_schema["type"] == "object"


def test_arguments_are_checked_before_the_server_sees_them(honest):
    error = honest.call("add", {"a": "x"}).error
    assert [d["param"] for d in error.details] == ["a", "b"]
    assert error.details[1]["message"] == "Field required"


def test_a_tools_error_comes_in_its_own_words(honest):
    outcome = honest.call("fail")
    assert "the printer is out of paper" in str(outcome.error)
    assert outcome.error.code == "failed"


def test_annotations_feed_consent(honest):
    policy = Policy()
    decided = {tool.name: policy.decide(tool).rule for tool in honest.registry.snapshot}
    assert decided["greet"] == "declared.read_only"
    assert decided["files_read-all"] == "declared.destructive"
    assert decided["fail"].startswith("reading.")


def test_progress_is_ours(honest):
    told = []
    honest.call("count", {"to": 3}, on_progress=told.append)
    assert told[-1] == Progress("number 3", 1.0)


def test_a_secret_goes_to_the_server_and_not_into_what_it_says(honest):
    result = honest.call("tell_token").result
    assert SECRETS["DEMO_TOKEN"] not in json.dumps(result)
    assert result["result"].startswith("the token is ")


def test_a_server_that_is_killed_is_answered_for_and_comes_back():
    with mounted({"plain": hostile("plain")}) as made:
        before = made.registry.snapshot
        os.kill(made.source.status()["plain"]["pid"], signal.SIGKILL)
        until(lambda: made.source.status()["plain"]["state"] == "down")
        error = made.call("fine").error
        assert "'plain'" in str(error) and "SIGKILL" in str(error)
        assert error.code == "unavailable"
        until(lambda: made.source.status()["plain"]["state"] == "up")
        assert made.call("fine").result["text"] == "fine"
        assert made.source.status()["plain"]["restarts"] == 1
        assert made.registry.snapshot is before  # the same tools: nobody learns anew


def test_a_reload_keeps_the_connection(honest):
    until(lambda: honest.source.status()["honest"]["state"] == "up")
    pid = honest.source.status()["honest"]["pid"]
    honest.registry.reload()
    assert honest.source.status()["honest"]["pid"] == pid
    assert honest.call("greet", {"name": "you"}).result == {"result": "Hello you"}


@pytest.mark.parametrize(
    ("server", "says"),
    [
        ({}, "has neither 'command' nor 'url'"),
        ({"command": "x", "url": "http://x"}, "keep one of them"),
        ({"command": ["no-such-program-anywhere"]}, "there is no program 'no-such-program-anywhere'"),
        ({"command": [sys.executable, "-c", "raise SystemExit('API key expected')"]}, "exit code 1: API key expected"),
        ({"url": "ftp://x"}, "begins with http"),
        ({"url": "http://127.0.0.1:1/mcp"}, "nobody answers at http://127.0.0.1:1/mcp"),
        ({"command": "x", "headers": {"a": "b"}}, "'headers' are for a 'url'"),
        ({"command": "x", "enviroment": {}}, "enviroment: no such setting"),
        ({"command": sys.executable, "env": {"KEY": "${secret:MISSING}"}}, "ovos-jarvis secrets set MISSING"),
        ("npx", "must be an object"),
        ({"command": [sys.executable, "-c", "print('not MCP')"]}, "it ended with exit code 0"),
        (hostile("untyped"), "inputSchema.type"),
    ],
    ids=lambda value: str(value)[:30],
)
def test_what_is_wrong_is_said_in_one_line(server, says):
    with mounted({"one": server}) as made:
        assert says in made.failed["mcp:one"]
        assert "\n" not in made.failed["mcp:one"]


def test_the_example_of_the_documentation_is_as_it_says():
    page = (FIXTURES.parents[2] / "docs" / "mcp.md").read_text()
    example = json.loads(page.partition("```json\n")[2].partition("\n```")[0])
    servers, wrong = read_servers(example["PHAL"]["ovos-phal-plugin-jarvis"]["toolboxes"]["mcp"])
    assert list(servers) == ["time", "files", "house"] and wrong == {}
    assert servers["files"].argv[0] == "npx" and len(servers["files"].argv) == 4


def test_two_servers_of_one_name_and_no_list():
    with mounted({"my files": hostile("plain"), "my-files": hostile("plain")}) as made:
        assert made.names("my files") == {"fine", "boss"}
        assert "call one another name" in made.failed["mcp:my-files"]
    with mounted([]) as made:
        assert "must be an object" in made.failed["mcp"]


def test_a_server_that_hangs_costs_the_load_its_patience_and_is_served_later():
    with mounted({"hangs": hostile("hangs"), "junk": hostile("junk")}, patience=0.2) as made:
        assert set(made.failed) == {"mcp:hangs", "mcp:junk"}
    with mounted({"late": hostile("plain")}, patience=0.0) as made:
        until(lambda: made.names("late") == {"fine", "boss"})
        assert made.failed == {}


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    folder = tmp_path_factory.mktemp("mcp")
    kinds = ("plain", "pages", "many", "names", "schemas", "never", "big", "deep", "crash", "floods", "asks", "endless")
    with mounted({kind: hostile(kind, folder / kind) for kind in kinds}) as made:
        made.folder = folder
        yield made


def test_what_many_servers_call_the_same_is_told_apart(house):
    assert {"plain_fine", "plain_boss"} == house.names("plain")
    assert house.call("plain_fine").result["text"] == "fine"
    with pytest.raises(ToolError):
        house.registry.snapshot.find("fine")


def test_a_list_that_is_endless_or_gigantic_is_read_up_to_a_bound(house):
    assert len(house.names("pages")) == 100
    assert len(house.names("many")) == 1000
    assert "never ends its list" in house.failed["mcp-many/beyond 1000"]


def test_names_become_names_and_those_that_are_none_are_left_out(house):
    assert house.names("names") == {"31m", "two_words", "a_b_c", "日本", "x" * 128}
    assert [why for name, why in house.failed.items() if name.startswith("mcp-names/")] == [
        "its name has neither letters nor digits",
        "there are two",
    ]
    assert all("\x1b" not in tool.definition.description for tool in house.registry.snapshot)


def test_a_schema_costs_its_own_tool(house):
    left_out = {name.partition("/")[2] for name in house.failed if name.startswith("mcp-schemas/")}
    assert left_out == {"remote", "wrong"}
    assert house.call("odd", {"a": 1, "b": "z"}).error.details[0]["valid_values"] == ["x", "y"]
    assert house.call("odd", {"b": "x"}, "schemas").result["text"] == "fine"
    assert "in time" in str(house.call("slow", {"a": "a" * 200 + "!"}).error)
    assert "too many steps" in str(house.call("bomb", {"a": 1}).error)
    assert "nested too deeply" in str(house.call("circle", {}).error)
    assert house.call("lies").error.code == "bad_output"


def test_a_call_that_never_ends_meets_its_deadline_and_the_server_is_told(house):
    assert house.call("never_fine", timeout=0.5).error.code == "timeout"
    assert "requestId" in until(lambda: (house.folder / "never").exists() and (house.folder / "never").read_text())


def test_a_call_can_be_cancelled_and_the_server_is_told(house):
    told, called = house.folder / "never", house.folder / "never.called"
    tool = house.registry.snapshot.find("never_boss")
    context = InvocationContext(call_id="7")
    ended = []
    told.unlink(missing_ok=True)
    called.unlink(missing_ok=True)
    house.invoker.validate_and_submit(tool, {}, context, ended.append)
    until(called.exists)
    assert house.invoker.cancel("7", context)
    assert until(lambda: ended)[0].error.code == "cancelled"
    until(told.exists)


def test_large_answers_come_and_endless_ones_end_their_server(house):
    assert len(house.call("big_fine").result["text"]) == 10_000_000
    assert "more than 32 MB" in str(house.call("endless_fine").error)
    assert "nested deeper" in str(house.call("deep_fine").error)
    assert "SIGABRT" in str(house.call("crash_fine").error)
    assert house.call("plain_fine").error is None


def test_a_flood_of_changes_and_questions_of_a_server_cost_the_others_nothing(house):
    assert house.call("floods_fine").error is None
    until(lambda: (house.folder / "asks").exists() and len((house.folder / "asks").read_text().splitlines()) == 2)
    answered = (house.folder / "asks").read_text()
    assert "Sampling not supported" in answered and "roots not supported" in answered


def test_new_tools_are_served_when_the_server_says_so(tmp_path, honest):
    reloads = []
    with mounted({"changes": hostile("changes", tmp_path / "file")}) as made:
        made.registry.on_change(reloads.append)
        until(lambda: reloads and "fresh" in made.names("changes"))
        assert reloads[-1].difference.added == ("greet", "fresh")


def test_streamable_http_with_a_token_of_ours():
    port = free_port()
    env = {**os.environ, "DEMO_TOKEN": SECRETS["DEMO_TOKEN"]}
    command = [sys.executable, str(FIXTURES / "honest.py"), "http", str(port)]
    url = f"http://127.0.0.1:{port}/mcp"
    server = subprocess.Popen(command, env=env)
    try:
        bearer = {"url": url, "headers": {"Authorization": "Bearer ${secret:DEMO_TOKEN}"}}
        wrong = {"url": url, "headers": {"Authorization": "Bearer wrong"}}
        with mounted({"web": bearer, "refused": wrong}, patience=0.0) as made:
            nudge = partial(_connect_now, made)
            until(lambda: nudge() or "add" in made.names("web"))
            assert made.call("add", {"a": 3, "b": 4}).result == {"result": 7}
            until(lambda: "HTTP 401" in made.source.status()["refused"]["last_reason"])
            server.kill()
            error = made.call("add", {"a": 3, "b": 4}).error
            assert error.code == "unavailable" and "'web'" in str(error)
    finally:
        server.kill()
        server.wait()


def _connect_now(made):
    for each in list(made.source._connections.values()):
        each.connect_now()


def test_nothing_is_left_behind():
    with mounted({"plain": hostile("plain"), "hangs": hostile("hangs")}, patience=0.5) as made:
        until(lambda: made.source.status()["plain"]["state"] == "up")
        pid = made.source.status()["plain"]["pid"]
        thread = made.source._loop._thread
    until(lambda: not thread.is_alive())
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
    made.source.close()


def test_a_check_is_bounded():
    assert (
        Checker({"type": "object", "uniqueItems": True, "patternProperties": {"(a+)+$": {}}}).mistakes({"a" * 90: 1})
        == []
    )
    named = {"properties": {"uniqueItems": {"type": "integer"}}, "additionalProperties": False}
    assert Checker(named).mistakes({"uniqueItems": "x"})[0]["param"] == "uniqueItems"
    draft7 = {"$schema": "http://json-schema.org/draft-07/schema#", "$id": "x", "definitions": {"n": {"minimum": 3}}}
    assert Checker({**draft7, "properties": {"a": {"$ref": "#/definitions/n"}}}).mistakes({"a": 1})[0]["param"] == "a"
    assert Checker({"$ref": "#/$defs/none"}).mistakes({})[0]["message"].startswith("its schema can't be used")
    for wrong in ({"type": 5}, {"$schema": []}, {"$ref": "other.json"}, {"properties": 4}):
        with pytest.raises(UnusableSchema):
            Checker(wrong)


def test_a_login_is_made_once_kept_and_renewed():
    port, kept = free_port(), {}
    url = f"http://127.0.0.1:{port}/mcp"
    server = subprocess.Popen([sys.executable, str(FIXTURES / "guarded.py"), str(port)])
    browsers = []

    def browser(address):
        browsers.append(threading.Thread(target=requests.get, args=(address,)))
        browsers[-1].start()

    def login():
        with LoopbackReceiver() as receiver:
            redirected = partial(receiver.wait, PATIENCE)
            return asyncio.run(
                log_in("door", url, kept.get, kept.__setitem__, browser, receiver.redirect_uri, redirected)
            )

    try:
        until(lambda: _answers(port))
        with mounted({"door": {"url": url, "oauth": True}}, secrets=kept) as made:
            assert "ovos-jarvis auth login mcp:door" in made.failed["mcp:door"]
        assert login() == 1
        first = kept["mcp:door:access"]
        # An hour later its token has ended, and is renewed.
        kept["mcp:door:login"] = json.dumps({**json.loads(kept["mcp:door:login"]), "ends_at": time.time() - 60})
        with mounted({"door": {"url": url, "oauth": True}}, secrets=kept) as made:
            assert made.failed == {}
            assert made.call("whoami").result == {"result": "a guest"}
        assert kept["mcp:door:access"] != first
        # A login is for its own address.
        with mounted({"door": {"url": f"{url}/", "oauth": True}}, secrets=kept) as made:
            assert "mcp:door" in made.failed
    finally:
        server.kill()
        server.wait()
        for thread in browsers:
            thread.join()


def _answers(port):
    try:
        return requests.get(f"http://127.0.0.1:{port}/", timeout=5).status_code
    except requests.RequestException:
        return None
