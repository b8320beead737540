from __future__ import annotations

import pytest
from ovos_plugin_manager.templates.agent_tools import ToolBox
from ovos_utils.fakebus import FakeBus

from ovos_phal_plugin_jarvis.config import ConfigError, load_config
from ovos_phal_plugin_jarvis.tools.errors import AmbiguousTool, UnknownTool, UnknownToolbox
from ovos_phal_plugin_jarvis.tools.registry import Registry
from ovos_phal_plugin_jarvis.tools.sources import EntryPointSource
from toolboxes_for_tests import put_in_place, tool, toolbox_class


def registry(config=None, bus=None):
    made = Registry([EntryPointSource(load_config(config or {}))], bus)
    made.reload()
    return made


def test_tools_are_found_by_name_and_by_toolbox(monkeypatch):
    put_in_place(monkeypatch, math=toolbox_class("math"), other=toolbox_class("other", [tool("sub")]))
    snapshot = registry().snapshot
    assert snapshot.find("add").toolbox_id == "math"
    assert snapshot.find("sub", "other").name == "sub"
    assert len(snapshot) == 2
    with pytest.raises(UnknownTool, match="Unknown tool: 'nope'"):
        snapshot.find("nope")
    with pytest.raises(UnknownTool):
        snapshot.find("add", "other")
    with pytest.raises(UnknownToolbox, match="math, other"):
        snapshot.find("add", "nobody")


def test_a_name_of_two_toolboxes_is_an_error_that_names_both(monkeypatch):
    put_in_place(monkeypatch, a=toolbox_class("a"), b=toolbox_class("b"))
    snapshot = registry().snapshot
    with pytest.raises(AmbiguousTool, match="a, b"):
        snapshot.find("add")
    assert snapshot.find("add", "b").toolbox_id == "b"


def test_a_toolbox_is_found_by_its_entry_point_too(monkeypatch):
    put_in_place(monkeypatch, entry_name=toolbox_class("own-id"))
    snapshot = registry().snapshot
    assert snapshot.find("add", "entry-name").toolbox_id == "own-id"
    assert snapshot.find("add", "own-id").toolbox_id == "own-id"


class NoArguments(ToolBox):
    def __init__(self):
        super().__init__("no-arguments")

    def discover_tools(self):
        return [tool()]


class NeedsId(ToolBox):
    def discover_tools(self):
        return [tool(description=str(self.config))]


class TakesAnything(ToolBox):
    def __init__(self, **kwargs):
        super().__init__("takes-anything", **kwargs)

    def discover_tools(self):
        return [tool(description=str(self.config))]


@pytest.mark.parametrize(
    ("cls", "described"),
    [
        (NoArguments, "Add two numbers."),
        (NeedsId, "{'x': 1}"),
        (TakesAnything, "{'x': 1}"),
    ],
)
def test_a_class_is_built_as_it_takes_its_arguments(monkeypatch, cls, described):
    put_in_place(monkeypatch, box=cls)
    assert registry({"toolboxes": {"box": {"x": 1}}}).snapshot.find("add").definition.description == described


def test_configuration_where_the_older_plugin_kept_it(monkeypatch):
    put_in_place(monkeypatch, box=NeedsId)
    assert registry({"box": {"x": 2}}).snapshot.find("add").definition.description == "{'x': 2}"
    both = {"box": {"x": 2}, "toolboxes": {"box": {"x": 3}}}
    assert registry(both).snapshot.find("add").definition.description == "{'x': 3}"


def raising(error):
    def raise_it(*_):
        raise error

    return raise_it


@pytest.mark.parametrize(
    ("broken", "reason"),
    [
        (
            type("Bad", (ToolBox,), {"__init__": raising(OSError("no device")), "discover_tools": list}),
            "OSError: no dev",
        ),
        (toolbox_class("bad", raising(KeyError("x"))), "discover_tools"),
        (toolbox_class("bad", lambda: None), "discover_tools"),
        (toolbox_class("bad", lambda: ["add"]), "AgentTool"),
        (toolbox_class("bad", lambda: [tool(name="")]), "name"),
        (toolbox_class("bad", lambda: [tool(arguments=dict)]), "argument_schema"),
        (toolbox_class("bad", lambda: [tool(call=None)]), "tool_call"),
        (toolbox_class("dotted.id"), "'.'"),
        (toolbox_class(""), "toolbox_id"),
        ("not a class", "not a ToolBox class"),
        (toolbox_class("math"), "is taken by"),
    ],
)
def test_a_broken_toolbox_is_left_out_with_its_reason_and_the_others_serve(monkeypatch, broken, reason):
    put_in_place(monkeypatch, math=toolbox_class("math"), zz=broken)
    made = registry()
    assert list(made.snapshot.toolboxes) == ["math"]
    assert reason in made.snapshot.failed["zz"]


def test_a_failure_is_logged_once(monkeypatch):
    put_in_place(monkeypatch, zz=toolbox_class("bad", lambda: ["add"]))
    lines = []
    monkeypatch.setattr("ovos_phal_plugin_jarvis.tools.registry.LOG.error", lines.append)
    made = registry()
    made.reload()
    assert len(lines) == 1 and "zz" in lines[0]


def test_disabled_by_configuration(monkeypatch):
    put_in_place(monkeypatch, math=toolbox_class("math"))
    assert len(registry({"toolboxes": {"math": {"enabled": False}}}).snapshot) == 0


def test_a_reload_swaps_and_says_what_changed(monkeypatch):
    put_in_place(monkeypatch, math=toolbox_class("math", [tool("add"), tool("gone")]))
    made = registry()
    before = made.snapshot
    put_in_place(monkeypatch, math=toolbox_class("math", [tool("add", description="other"), tool("new")]))
    change = made.reload().difference
    assert (change.added, change.removed, change.changed) == (("new",), ("gone",), ("add",))
    assert before.find("gone").name == "gone", "a snapshot never changes"
    assert not made.reload().difference


def test_refresh_serves_tools_that_came_later(monkeypatch):
    names = ["one"]
    put_in_place(monkeypatch, math=toolbox_class("math", lambda: [tool(n) for n in names]))
    made = registry()
    names.append("two")
    assert len(made.snapshot) == 1
    made.refresh("math")
    assert len(made.snapshot) == 2
    names.append("")
    made.refresh("math")
    assert len(made.snapshot) == 2, "a toolbox that answers rubbish keeps what it had"


class Listening(ToolBox):
    """Listens to a topic of its own and is asked to shut down."""

    closed = 0

    def __init__(self, config=None, bus=None):
        super().__init__("listening", config, bus)
        if bus:
            bus.on("my.topic", self.hear)

    def hear(self, message):
        """Never called."""

    def discover_tools(self):
        return [tool()]

    def shutdown(self):
        type(self).closed += 1


class Tidy(Listening):
    """Removes its handler itself, as an author would who knows of no HostedBus."""

    def shutdown(self):
        self.bus.remove("my.topic", self.hear)
        super().shutdown()


def listeners(bus):
    return {
        topic: len(handlers)
        for topic, handlers in bus.ee._events.items()
        if handlers and "my" in topic or "persona" in topic
    }


def test_a_toolbox_keeps_its_bus_and_leaves_the_host_topics_to_the_service(monkeypatch):
    put_in_place(monkeypatch, listening=Listening)
    bus = FakeBus()
    made = registry(bus=bus)
    assert made.snapshot.find("add").toolbox.bus is bus
    assert listeners(bus) == {"my.topic": 1}


@pytest.mark.parametrize("cls", [Listening, Tidy])
def test_a_replaced_toolbox_is_unbound_and_shut_down(monkeypatch, cls):
    put_in_place(monkeypatch, listening=cls)
    cls.closed = 0
    bus = FakeBus()
    made = registry(bus=bus)
    made.reload()
    assert cls.closed == 1
    assert listeners(bus) == {"my.topic": 1}
    made.shutdown()
    assert cls.closed == 2
    assert not [n for n in listeners(bus).values() if n]
    assert len(made.snapshot) == 0


@pytest.mark.parametrize("key", ["entry-name", "own-id"])
def test_a_tool_that_is_not_wanted_is_not_served(monkeypatch, key):
    put_in_place(monkeypatch, entry_name=toolbox_class("own-id", [tool("add"), tool("subtract")]))
    config = load_config({"toolboxes": {key: {"without": ["add", "unknown"]}}})
    made = Registry([EntryPointSource(config)], without=config.without)
    made.reload()
    assert [t.name for t in made.snapshot] == ["subtract"]
    assert [t.name for t in made.refresh("own-id").tools] == ["subtract"]


def test_what_is_not_wanted_is_a_list_of_names():
    with pytest.raises(ConfigError, match="toolboxes.x.without: must be a list of names of tools, got str"):
        load_config({"toolboxes": {"x": {"without": "add"}}})
