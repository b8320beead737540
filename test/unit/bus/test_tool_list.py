"""``ovos.tools.list``: all of it as ever, and the part that is asked for."""

from __future__ import annotations

import json

import pytest
from ovos_bus_client import Message
from ovos_utils.fakebus import FakeBus

from ovos_phal_plugin_jarvis import JarvisPHALPlugin
from toolboxes_for_tests import put_in_place, toolbox_class


@pytest.fixture
def ask(monkeypatch):
    put_in_place(monkeypatch, math=toolbox_class("math"), other=toolbox_class("other"))
    bus, seen = FakeBus(), []
    bus.on("ovos.tools.list.response", lambda message: seen.append(message.data))
    plugin = JarvisPHALPlugin(bus=bus, config={"tool_service": "on", "invoke": {"workers": 0}})

    def list_tools(data=None):
        seen.clear()
        bus.emit(Message("ovos.tools.list", data))
        assert len(seen) == 1
        return seen[0]

    list_tools.snapshot = plugin.service.runtime.registry.snapshot
    yield list_tools
    plugin.shutdown()


def names(answer):
    return [(tool["toolbox_id"], tool["name"]) for tool in answer["tools"]]


@pytest.mark.parametrize("data", [None, {}, {"names": None}, {"anything": 1}, {"toolbox_id": None, "limit": None}])
def test_who_asks_for_nothing_gets_all_and_nothing_else(ask, data):
    assert ask(data) == {"tools": ask.snapshot.wire_tools} and len(ask(data)["tools"]) >= 2


def test_what_is_written_once_is_what_is_sent(ask):
    assert json.loads(ask.snapshot.written_tools) == json.loads(json.dumps(ask.snapshot.wire_tools))


def test_a_part_of_it(ask):
    everything = names(ask())
    add = [name for name in everything if name[1] == "add"]
    assert names(ask({"names": ["add"]})) == add and len(add) == 2
    assert names(ask({"toolbox_id": "math"})) == [name for name in everything if name[0] == "math"]
    assert names(ask({"names": ["add"], "toolbox_id": "other"})) == [("other", "add")]
    answer = ask({"names": ["add", "nope"]})
    assert (answer["total"], answer["unknown"]) == (2, ["nope"])


def test_page_by_page(ask):
    everything, found, offset = names(ask()), [], 0
    while True:
        page = ask({"offset": offset, "limit": 1})
        assert page["total"] == len(everything)
        if not page["tools"]:
            break
        found += names(page)
        offset += 1
    assert found == everything
    assert names(ask({"offset": 1})) == everything[1:] and names(ask({"limit": 0})) == []


@pytest.mark.parametrize(
    "data",
    [
        {"names": "add"},
        {"names": [1]},
        {"offset": -1},
        {"limit": "2"},
        {"limit": True},
        {"limit": 1.5},
        {"toolbox_id": 7},
        {"toolbox_id": "nobody"},
    ],
)
def test_bad_input(ask, data):
    assert set(ask(data)) >= {"error"} and "tools" not in ask(data)
