"""Our tools for MCP clients: of both generations of the protocol, over HTTP and over stdin and stdout."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import threading
import time

import httpx2
import pytest
from mcp import Client, MCPError, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client
from mcp.types import ElicitResult, ToolListChangedNotification
from ovos_plugin_manager.templates.agent_tools import ToolArguments

from http_gateway import gateway
from ovos_phal_plugin_jarvis.sdk import cancellation, tell_progress
from processes import Home, free_port
from toolboxes_for_tests import Sum, put_in_place, tool, toolbox_class

SECONDS = 90.0
erased = []
waiting, cancelled = threading.Event(), threading.Event()


def erase_disk(arguments):
    erased.append(arguments)
    return Sum(result=len(erased))


def count_sheep(arguments):
    tell_progress("One sheep…", 0.5)
    return Sum(result=7)


def wait_long(arguments):
    waiting.set()
    if cancellation().wait(SECONDS):
        cancelled.set()
    return Sum(result=0)


def refuse(arguments):
    raise RuntimeError("the printer is out of paper")


def prepare(patch):
    tools = [
        tool("erase_disk", erase_disk, "Erase the whole disk of this house.", ToolArguments),
        tool("count_sheep", count_sheep, "Count the sheep of this house.", ToolArguments),
        tool("get_rain", wait_long, "Tell how much rain there is.", ToolArguments),
        tool("get_paper", refuse, "Tell how much paper there is.", ToolArguments),
        tool("add", description="Add two numbers, once more."),
    ]
    put_in_place(patch, math=toolbox_class("math", [tool(), tool("sum_up")]), house=toolbox_class("house", tools))


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    config = {"policy": {"tools": {"count_sheep": "allow", "sum_up": "allow", "hidden": "deny"}}}
    with gateway(tmp_path_factory.mktemp("mcp"), config, prepare=prepare, learned=False) as made:
        yield made


@pytest.fixture(params=["legacy", "auto"])
def mode(request):
    """The generation with a handshake, and the one without."""
    return request.param


def talk(served, mode, work, *, token=None, **options):
    """What *work* makes of a connected client."""

    async def run():
        headers = {"Authorization": f"Bearer {token or served.token('agent')}"}
        async with (
            httpx2.AsyncClient(headers=headers, timeout=httpx2.Timeout(SECONDS)) as http,
            Client(
                streamable_http_client(f"{served.http.address}/mcp", http_client=http),
                mode=mode,
                read_timeout_seconds=SECONDS,
                **options,
            ) as client,
        ):
            return await work(client)

    return asyncio.run(run())


def answering(asked, **content):
    """An elicitation callback that accepts with *content*, or declines where there is none."""

    async def answer(context, params):
        asked.append(params)
        return ElicitResult(action="accept", content=content) if content else ElicitResult(action="decline")

    return answer


def test_tools_are_listed_with_true_schemas_and_what_they_risk(served, mode):
    async def work(client):
        assert (client.protocol_version >= "2026") == (mode == "auto")
        assert client.server_capabilities.tools.list_changed
        return {tool.name: tool for tool in (await client.list_tools()).tools}

    tools = talk(served, mode, work)
    assert set(tools) == {
        "math__add", "house__add", "sum_up", "erase_disk", "count_sheep", "get_rain", "get_paper",
    }  # fmt: skip
    assert tools["sum_up"].input_schema["properties"]["a"]["type"] == "integer"
    assert tools["sum_up"].output_schema["properties"]["result"]["type"] == "integer"
    assert tools["erase_disk"].annotations.destructive_hint and not tools["erase_disk"].annotations.read_only_hint
    assert tools["get_rain"].annotations.read_only_hint
    assert tools["count_sheep"].annotations.destructive_hint is False


def test_a_call_is_the_services(served, mode):
    async def work(client):
        told = []

        async def progress(*step):
            told.append(step)

        result = await client.call_tool("sum_up", {"a": 2, "b": 40})
        assert result.structured_content == {"result": 42} and not result.is_error
        assert (await client.call_tool("math__add", {"a": 1})).structured_content == {"result": 2}
        wrong = await client.call_tool("sum_up", {"a": "two"})
        assert wrong.is_error and "a: " in wrong.content[0].text
        failed = await client.call_tool("get_paper", {})
        assert failed.is_error and "out of paper" in failed.content[0].text
        with pytest.raises(MCPError, match="Unknown tool") as unknown:
            await client.call_tool("nothing", {})
        assert unknown.value.code == -32602
        assert (await client.call_tool("count_sheep", {}, progress_callback=progress)).structured_content["result"] == 7
        return told

    assert talk(served, mode, work) == [(0.5, 1.0, "One sheep…")]


def test_nothing_runs_before_the_yes(served, mode):
    async def work(client):
        return await client.call_tool("erase_disk", {})

    erased.clear()
    asked = []
    refused = talk(served, mode, work, elicitation_callback=answering(asked))
    assert refused.is_error and "did not agree" in refused.content[0].text and not erased
    refused = talk(served, mode, work, elicitation_callback=answering(asked, yes=False))
    assert refused.is_error and not erased
    done = talk(served, mode, work, elicitation_callback=answering(asked, yes=True))
    assert done.structured_content == {"result": 1} and len(erased) == 1
    assert len(asked) == 3 and all("erase" in params.message.lower() for params in asked)


def test_who_cannot_ask_is_told_what_to_confirm_and_where(served, mode):
    async def work(client):
        return await client.call_tool("erase_disk", {})

    erased.clear()
    refused = talk(served, mode, work)
    assert refused.is_error and "ovos-jarvis policy erase_disk allow" in refused.content[0].text and not erased


def test_a_missing_argument_is_asked_for(served, mode):
    async def work(client):
        return await client.call_tool("sum_up", {"b": 2})

    asked = []
    done = talk(served, mode, work, elicitation_callback=answering(asked, a=40))
    assert done.structured_content == {"result": 42}
    assert list(asked[0].requested_schema["properties"]) == ["a"]
    assert talk(served, mode, work).is_error


def test_a_yes_is_for_the_call_that_was_asked_about(served):
    """The state of a question is sealed: no client makes one, or takes it to another call."""

    async def work(client):
        first = await client.session.call_tool("erase_disk", {}, allow_input_required=True)
        yes = {"answer": ElicitResult(action="accept", content={"yes": True})}
        for name, state in (("erase_disk", first.request_state[:-3] + "AAA"), ("get_paper", first.request_state)):
            with pytest.raises(MCPError, match="requestState"):
                await client.session.call_tool(name, {}, input_responses=yes, request_state=state)
        made_up = json.dumps({"step": "confirm", "confirmation": {"id": "1"}})
        with pytest.raises(MCPError, match="requestState"):
            await client.session.call_tool("erase_disk", {}, input_responses=yes, request_state=made_up)
        done = await client.session.call_tool("erase_disk", {}, input_responses=yes, request_state=first.request_state)
        again = await client.session.call_tool("erase_disk", {}, input_responses=yes, request_state=first.request_state)
        return done, again

    erased.clear()
    done, again = talk(served, "auto", work, elicitation_callback=answering([]))
    assert not done.is_error and again.is_error and len(erased) == 1


def test_a_call_is_cancelled(served, mode):
    async def work(client):
        call = asyncio.ensure_future(client.call_tool("get_rain", {}))
        assert await asyncio.to_thread(waiting.wait, SECONDS)
        call.cancel()
        assert await asyncio.to_thread(cancelled.wait, SECONDS)

    waiting.clear()
    cancelled.clear()
    talk(served, mode, work)


def test_changed_tools_are_told_of(served, mode):
    changed = asyncio.Event

    async def work(client):
        told = changed()

        async def listen(ready):
            async with client.listen(tools_list_changed=True) as events:
                ready.set()
                async for _ in events:
                    told.set()

        await client.list_tools()
        ready = asyncio.Event()
        listening = asyncio.ensure_future(listen(ready)) if mode == "auto" else None
        if listening is not None:
            await ready.wait()
        heard.append(told)
        end = time.monotonic() + SECONDS
        # The stream that the older generation is told on is opened beside the handshake, some time.
        while not told.is_set() and time.monotonic() < end:
            served.plugin._serving._link.bus.emit(_tools_changed())
            try:
                await asyncio.wait_for(told.wait(), 1.0)
            except asyncio.TimeoutError:
                continue
        if listening is not None:
            listening.cancel()
        return told.is_set()

    heard = []

    async def message(notification):
        if isinstance(notification, ToolListChangedNotification) and heard:
            heard[0].set()

    assert talk(served, mode, work, message_handler=message)


def _tools_changed():
    from ovos_bus_client import Message

    return Message("ovos.tools.changed", {"added": [], "removed": [], "changed": []})


def test_the_status_is_a_resource_without_settings(served, mode):
    async def work(client):
        [listed] = (await client.list_resources()).resources
        with pytest.raises(MCPError):
            await client.read_resource("file:///etc/passwd")
        return json.loads((await client.read_resource(listed.uri)).contents[0].text)

    status = talk(served, mode, work)
    assert "math" in status["toolboxes"]
    assert not {"settings", "claim", "config_problems"} & set(status)


def test_the_door_is_the_same_as_for_all_of_http(served):
    hello = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
    accept = {"Accept": "application/json, text/event-stream"}
    assert served.post("/mcp", hello, token=None, headers=accept).status == 401
    assert served.post("/mcp", hello, token="wrong", headers=accept).status == 401
    assert served.post("/mcp", hello, token=served.token("reader", "translate"), headers=accept).status == 403
    assert served.post("/mcp", hello, headers={**accept, "Host": "evil.example"}).status == 403
    assert served.post("/mcp", hello, headers={**accept, "Origin": "https://evil.example"}).status == 403
    assert served.post("/mcp", b"{" * 100_000, headers=accept).status == 400
    assert served.post("/mcp", b" " * 5_000_000, headers=accept).status == 413


def test_a_session_belongs_to_its_token(served):
    accept = {"Accept": "application/json, text/event-stream"}
    client = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "x", "version": "1"}}
    begin = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": client}
    session = served.post("/mcp", begin, headers=accept).headers["mcp-session-id"]
    listing = {"jsonrpc": "2.0", "id": 2, "method": "tools/list"}
    named = {**accept, "Mcp-Session-Id": session, "MCP-Protocol-Version": "2025-06-18"}
    assert served.post("/mcp", listing, headers=named).status == 200
    assert served.post("/mcp", listing, headers=named, token=served.token("somebody")).status == 404


def test_over_stdin_and_stdout_the_service_that_runs_is_asked(served):
    async def run():
        server = StdioServerParameters(command=sys.executable, args=[*PROGRAM, "--bus", _bus(served)], env=_own())
        async with Client(server, mode="legacy", read_timeout_seconds=SECONDS) as client:
            return await client.call_tool("sum_up", {"a": 1, "b": 2})

    assert asyncio.run(run()).structured_content == {"result": 3}


def test_where_no_service_runs_the_program_serves_and_its_stdout_is_the_protocols(tmp_path):
    off = ("ovos-toolbox-skills", "ovos-toolbox-planner")
    ours = {"toolboxes": {name: {"enabled": False} for name in off}}
    # The logs are told to go to stdout, which they must not.
    home = Home(tmp_path, free_port(), {"ovos-phal-plugin-jarvis": ours, "ovos-phal-plugin-tools": {"enabled": False}})
    call = {"name": "calculate", "arguments": {"expression": "6 * 7"}, "_meta": META}
    lines = [
        {"jsonrpc": "2.0", "id": 1, "method": "server/discover", "params": {"_meta": META}},
        {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": call},
    ]
    program = subprocess.Popen(
        [sys.executable, *PROGRAM], env=home.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    try:
        answers = {}
        for line in lines:
            program.stdin.write(json.dumps(line) + "\n")
            program.stdin.flush()
            answer = json.loads(program.stdout.readline())
            answers[answer["id"]] = answer["result"]
        rest, _ = program.communicate(timeout=SECONDS)
    finally:
        program.kill()
        program.wait()
    assert answers[2]["structuredContent"]["context_data"]["result"] == 42
    assert rest == "" and program.returncode == 0


PROGRAM = ["-c", "from ovos_phal_plugin_jarvis.cli import main; main()", "mcp"]
META = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": {"name": "x", "version": "1"},
    "io.modelcontextprotocol/clientCapabilities": {},
}


def _bus(served):
    config = served.plugin.bus.config
    return f"{config.host}:{config.port}"


def _own():
    return {name: os.environ[name] for name in os.environ if name.startswith(("XDG_", "PYTHON")) or name == "HOME"}
