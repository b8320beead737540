"""Toolboxes that hang, exit or exhaust: they are left out, and the others serve."""

from __future__ import annotations

import sys
import threading
import time
from importlib.metadata import EntryPoint
from typing import Any

import pytest
from ovos_plugin_manager import persona
from ovos_plugin_manager.templates.agent_tools import ToolArguments, ToolBox
from ovos_utils.fakebus import FakeBus
from pydantic import Field, create_model

from ovos_phal_plugin_jarvis.config import load_config
from ovos_phal_plugin_jarvis.tools import sources
from ovos_phal_plugin_jarvis.tools.registry import Registry
from ovos_phal_plugin_jarvis.tools.sources import BUILD_ATTEMPTS, EntryPointSource
from toolboxes_for_tests import put_in_place, tool, toolbox_class


@pytest.fixture
def patience():
    """What hangs until the test is over, so that no thread outlives it."""
    release = threading.Event()
    yield release
    release.set()


def registry(load_timeout=0.8, bus=None):
    made = Registry([EntryPointSource(load_config({}))], bus, load_timeout=load_timeout)
    made.reload()
    return made


def box(init=None, discover=None, shutdown=None):
    class Hostile(ToolBox):
        def __init__(self, config=None, bus=None):
            if init:
                init()
            super().__init__("hostile", config, bus)

        def discover_tools(self):
            if discover:
                discover()
            return [tool("hostile_tool")]

        def shutdown(self):
            if shutdown:
                shutdown()

    return Hostile


def leave():
    sys.exit(3)


def interrupt():
    raise KeyboardInterrupt


@pytest.mark.parametrize("how", [leave, interrupt])
@pytest.mark.parametrize("where", ["init", "discover"])
def test_a_toolbox_that_exits_is_left_out(monkeypatch, where, how):
    put_in_place(monkeypatch, hostile=box(**{where: how}), math=toolbox_class("math"))
    made = registry()
    assert list(made.snapshot.toolboxes) == ["math"]
    assert {leave: "SystemExit", interrupt: "KeyboardInterrupt"}[how] in made.snapshot.failed["hostile"]


@pytest.mark.parametrize("where", ["init", "discover"])
def test_a_toolbox_that_hangs_while_it_is_built_is_left_out(monkeypatch, patience, where):
    put_in_place(monkeypatch, hostile=box(**{where: patience.wait}), math=toolbox_class("math"))
    made = registry()
    assert list(made.snapshot.toolboxes) == ["math"]
    assert "0.8 s" in made.snapshot.failed["hostile"]
    for _ in range(BUILD_ATTEMPTS - 1):
        made.reload()
    start = time.monotonic()
    for _ in range(30):
        made.reload()
    assert time.monotonic() - start < 20, "nor waited for again"
    started = [t for t in threading.enumerate() if t.name.startswith("jarvis-load-") and t.name.endswith("hostile")]
    assert len(started) == BUILD_ATTEMPTS, "one that still hangs is started so often only"


def test_a_constructor_that_hung_once_is_tried_again_on_the_next_reload(monkeypatch, patience):
    built = []

    def once():
        built.append(True)
        if len(built) == 1:
            patience.wait()  # the network was down

    put_in_place(monkeypatch, hostile=box(init=once))
    made = registry()
    assert "hostile" in made.snapshot.failed
    assert list(made.reload().snapshot.toolboxes) == ["hostile"] and made.snapshot.failed == {}


def test_a_toolbox_that_is_ready_too_late_is_closed_and_can_be_loaded_later(monkeypatch, patience):
    closed = threading.Event()
    bus = FakeBus()
    put_in_place(monkeypatch, hostile=box(init=patience.wait, shutdown=closed.set))
    made = registry(bus=bus)
    assert "hostile" in made.snapshot.failed
    patience.set()
    assert closed.wait(60)
    until = time.monotonic() + 60
    while "hostile" not in made.reload().snapshot.toolboxes:
        assert time.monotonic() < until
    assert made.snapshot.failed == {}


def test_a_toolbox_whose_shutdown_hangs_or_exits_does_not_hold_up_a_reload(monkeypatch, patience):
    put_in_place(monkeypatch, hostile=box(shutdown=patience.wait), other=toolbox_class("other"))
    made = registry()
    put_in_place(monkeypatch, hostile=box(shutdown=leave), math=toolbox_class("math"))
    made.reload()
    assert list(made.snapshot.toolboxes) == ["hostile", "math"]
    made.reload()
    made.shutdown()


def test_an_import_that_exits_or_hangs_costs_the_others_nothing(monkeypatch, tmp_path, patience):
    (tmp_path / "leaving_box.py").write_text("import sys\nsys.exit('no licence')\n")
    (tmp_path / "waiting_box.py").write_text("import sys\nsys.modules['patience_of_a_test'].wait()\n")
    (tmp_path / "fine_box.py").write_text("import toolboxes_for_tests as t\nBox = t.toolbox_class('fine')\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setitem(sys.modules, "patience_of_a_test", patience)
    points = {
        name: EntryPoint(name, f"{name}_box:Box", "opm.agents.toolbox") for name in ("leaving", "waiting", "fine")
    }
    monkeypatch.setattr(sources, "toolbox_entry_points", lambda: points)

    def find():
        return {name: point.load() for name, point in points.items()}  # as OPM: sys.exit() passes through

    monkeypatch.setattr(persona, "find_toolbox_plugins", find)
    made = registry()
    assert list(made.snapshot.toolboxes) == ["fine"]
    assert "SystemExit: no licence" in made.snapshot.failed["leaving"]
    assert "0.8 s" in made.snapshot.failed["waiting"]


class Node(ToolArguments):
    value: int
    child: Node | None = None


def test_arguments_that_refer_to_themselves_are_an_object_with_parameters(monkeypatch):
    put_in_place(monkeypatch, tree=toolbox_class("tree", [tool("walk", arguments=Node)]))
    definition = registry().snapshot.find("walk").definition
    assert definition.argument_schema["type"] == "object"
    assert definition.argument_schema["properties"]["child"]
    assert [(p.name, p.required) for p in definition.parameters] == [("value", True), ("child", False)]


def test_a_schema_that_no_bus_would_carry_is_refused(monkeypatch):
    fields: dict[str, Any] = {f"field_{n}": (int, Field(0, description="x" * 500)) for n in range(2_500)}
    huge = create_model("Huge", __base__=ToolArguments, **fields)
    put_in_place(monkeypatch, huge=toolbox_class("huge", [tool(arguments=huge)]), math=toolbox_class("math"))
    made = registry(load_timeout=60)
    assert list(made.snapshot.toolboxes) == ["math"]
    assert "schema" in made.snapshot.failed["huge"] and "MB" in made.snapshot.failed["huge"]
