"""How a gateway asks: the same service, in its own process and over a real messagebus, gives the same."""

from __future__ import annotations

import asyncio
import threading

import pytest
from ovos_bus_client import Message, MessageBusClient
from ovos_plugin_manager.templates.agent_tools import ToolArguments

from ovos_phal_plugin_jarvis import JarvisPHALPlugin
from ovos_phal_plugin_jarvis.gateways.calls import LocalCalls, NoAnswer, OverBus
from ovos_phal_plugin_jarvis.runtime.busserver import BusServer
from ovos_phal_plugin_jarvis.sdk import tell_progress
from processes import free_port
from toolboxes_for_tests import Sum, put_in_place, tool, toolbox_class

SECONDS = 60.0
CONTEXT = {"source": "tests", "session": {"session_id": "somebody"}, "lang": "en-us"}


def count_sheep(arguments):
    """Count the sheep of this house."""
    tell_progress("One sheep…", 0.5)
    return Sum(result=7)


erased = []


def erase_disk(arguments):
    """Erase the disk."""
    erased.append(arguments)
    return Sum(result=len(erased))


@pytest.fixture(scope="module")
def service(tmp_path_factory):
    """A plugin in this process on a real messagebus, and a second client of that bus."""
    with pytest.MonkeyPatch.context() as patch:
        home = tmp_path_factory.mktemp("calls")
        for name in ("CONFIG", "DATA", "STATE", "CACHE"):
            patch.setenv(f"XDG_{name}_HOME", str(home / name.lower()))
        sheep = tool("count_sheep", count_sheep, "Count the sheep of this house.", ToolArguments)
        erase = tool("erase_disk", erase_disk, "Erase the whole disk of this house.", ToolArguments)
        put_in_place(patch, math=toolbox_class("math"), sheep=toolbox_class("sheep", [sheep, erase]))
        port = free_port()
        server = BusServer("127.0.0.1", port)
        server.start()
        clients = [MessageBusClient(host="127.0.0.1", port=port) for _ in range(2)]
        for client in clients:
            client.run_in_thread()
            assert client.connected_event.wait(SECONDS)
        plugin = JarvisPHALPlugin(bus=clients[0], config={"tool_service": "on"})
        try:
            yield plugin, clients[1]
        finally:
            plugin.shutdown()
            for client in clients:
                client.close()
            server.stop()


@pytest.fixture(params=["local", "over_bus"])
def calls(service, request):
    plugin, client = service
    calls = LocalCalls(plugin._serving._link) if request.param == "local" else OverBus(client)
    yield calls
    calls.close()


def ask(calls, topic, data=None, **more):
    return asyncio.run(calls.ask(topic, data or {}, CONTEXT, SECONDS, **more))


def test_the_answer_is_the_services(service, calls):
    tools = ask(calls, "ovos.tools.list")["tools"]
    assert tools == service[0].service.runtime.registry.snapshot.wire_tools
    assert ask(calls, "ovos.tools.invoke", {"name": "add", "args": {"a": 2, "b": 3}, "toolbox_id": "math"}) == {
        "name": "add",
        "result": {"result": 5},
    }
    assert ask(calls, "ovos.tools.get", {"name": "nope"}) == {"error": "Unknown tool: 'nope'"}
    assert ask(calls, "ovos.jarvis.translate", {"transcript": ""})["code"] == "invalid"
    assert ask(calls, "ovos.jarvis.metrics")["calls"]["calls"] >= 1


def test_many_at_once_get_each_their_own(calls):
    async def all_of_them():
        asked = [
            calls.ask(
                "ovos.tools.invoke",
                {"name": "add", "args": {"a": n, "b": 0}, "toolbox_id": "math"},
                CONTEXT,
                SECONDS,
            )
            for n in range(50)
        ]
        return [answer["result"]["result"] for answer in await asyncio.gather(*asked)]

    assert asyncio.run(all_of_them()) == list(range(50))


def test_what_goes_on_before_the_answer_is_told_to_who_asked(calls):
    told = []
    answer = ask(calls, "ovos.jarvis.ask", {"utterance": "count sheep"}, progress=told.append)
    assert [result["name"] for result in answer["results"]] == ["count_sheep"], answer
    assert {"say": "One sheep…", "name": "count_sheep", "done": 0.5} in told


def test_events_are_heard_until_nobody_listens(service, calls):
    heard, arrived = [], threading.Event()

    def hear(topic, data, context):
        heard.append((topic, data["n"], context.get("session", {}).get("session_id")))
        arrived.set()

    unlisten = calls.listen(["ovos.test.event", "ovos.test.other"], hear)
    service[1].emit(Message("ovos.test.event", {"n": 1}, {"session": {"session_id": "kitchen"}}))
    assert arrived.wait(SECONDS) and heard == [("ovos.test.event", 1, "kitchen")]
    unlisten()
    after = threading.Event()
    service[0].bus.once("ovos.test.end", lambda message: after.set())
    service[1].emit(Message("ovos.test.other", {"n": 2}))
    service[1].emit(Message("ovos.test.end"))
    assert after.wait(SECONDS) and len(heard) == 1


def test_silence_is_told(calls):
    with pytest.raises(NoAnswer, match="nothing answered ovos.nobody within 0.2 s"):
        asyncio.run(calls.ask("ovos.nobody", {}, CONTEXT, 0.2))


def test_an_answer_that_is_given_here_goes_to_nobody_else(service):
    """A bus would carry it to every client of the house."""
    plugin, client = service
    seen, after = [], threading.Event()
    client.on("ovos.tools.get.response", lambda message: seen.append(message.data))
    client.on("ovos.test.after", lambda message: after.set())
    local = LocalCalls(plugin._serving._link)
    assert ask(local, "ovos.tools.get", {"name": "add", "toolbox_id": "math"})["name"] == "add"
    plugin.bus.emit(Message("ovos.test.after"))
    assert after.wait(SECONDS) and not seen
    client.remove_all_listeners("ovos.tools.get.response")


def test_what_no_json_holds_is_refused_as_on_the_bus(service, calls):
    plugin, _ = service
    responder = plugin.service.tools._responder
    responder.on("ovos.test.odd", lambda message: responder.respond(message, {"name": "odd", "result": object()}))
    try:
        answer = ask(calls, "ovos.test.odd")
        assert answer["name"] == "odd" and "can't be written as JSON" in answer["error"]
    finally:
        responder.remove("ovos.test.odd")


def test_a_gateway_that_counts_by_itself_is_not_counted_again(service):
    """The rate is one number: what a gateway has let in, the service does not refuse."""
    local = LocalCalls(service[0]._serving._link)
    busy = {"session": {"session_id": "busy"}}

    async def often(counted):
        asked = [
            local.ask("ovos.jarvis.translate", {"transcript": "count sheep"}, busy, SECONDS, counted=counted)
            for _ in range(25)
        ]
        return [answer.get("code") for answer in await asyncio.gather(*asked)]

    assert set(asyncio.run(often(True))) == {None}
    assert "rate_limited" in asyncio.run(often(False))


def test_an_answer_after_the_gateway_has_ended_hurts_nobody(service):
    plugin, _ = service
    responder, waiting = plugin.service.tools._responder, []
    responder.on("ovos.test.late", waiting.append)
    try:
        with pytest.raises(NoAnswer):
            asyncio.run(LocalCalls(plugin._serving._link).ask("ovos.test.late", {}, CONTEXT, 0.1))
        responder.respond(waiting[0], {"late": True})
    finally:
        responder.remove("ovos.test.late")


def test_a_person_who_names_a_tool_is_asked_before_it_changes_something(calls):
    """What a program calls by ``ovos.tools.invoke`` is asked about nothing; a person at a page is."""
    erased.clear()
    asked = ask(calls, "ovos.jarvis.call", {"name": "erase_disk", "args": {}})
    assert asked["confirmation_required"] is True and asked["say"] == asked["confirmation"]["question"] != ""
    assert not erased and "result" not in asked
    no = ask(calls, "ovos.jarvis.confirm", {"id": asked["confirmation"]["id"], "yes": False})
    assert not erased and not no["results"]
    asked = ask(calls, "ovos.jarvis.call", {"name": "erase_disk"})
    yes = ask(calls, "ovos.jarvis.confirm", {"id": asked["confirmation"]["id"], "yes": True})
    assert yes["results"] == [{"name": "erase_disk", "result": {"result": 1}}] and len(erased) == 1
    again = ask(calls, "ovos.jarvis.confirm", {"id": asked["confirmation"]["id"], "yes": True})
    assert again["code"] == "invalid" and len(erased) == 1


def test_a_named_tool_that_only_reads_runs_at_once_and_tells_how_far_it_is(calls):
    told = []
    answer = ask(calls, "ovos.jarvis.call", {"name": "count_sheep", "args": {}}, progress=told.append)
    assert answer == {"name": "count_sheep", "result": {"result": 7}}
    assert told == [{"say": "One sheep…", "name": "count_sheep", "done": 0.5}]


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ({}, "invalid"),
        ({"name": "nope"}, "unknown"),
        ({"name": "add", "args": {"a": "one"}}, "invalid"),
        ({"name": "add", "args": [1]}, "invalid"),
        ({"name": "add", "args": {"a": 1}, "toolbox_id": "nobody"}, "unknown"),
    ],
)
def test_a_named_call_that_can_not_be_made_says_why_by_a_code(calls, data, code):
    answer = ask(calls, "ovos.jarvis.call", data)
    assert answer["code"] == code and answer["error"] and "result" not in answer
