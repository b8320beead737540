"""Beside another tool service: each request has exactly one answer, unless ours is forced on."""

from __future__ import annotations

import time
import zipfile

import pytest
from ovos_bus_client import Message
from ovos_plugin_manager import persona
from ovos_utils.fakebus import FakeBus

from ovos_phal_plugin_jarvis import JarvisPHALPlugin
from ovos_phal_plugin_jarvis.runtime import service
from toolboxes_for_tests import toolbox_class
from wheels import write_wheel

OTHER = "ovos-phal-plugin-tools"


class OtherService:
    """What the shipped service does: it answers, and binds each toolbox to the bus."""

    def __init__(self, bus, classes):
        self.bus = bus
        self.toolboxes = [cls(bus=bus) for cls in classes]
        for topic in ("list", "get", "invoke", "reload"):
            bus.on(f"ovos.tools.{topic}", self.answer)

    def answer(self, message):
        self.bus.emit(message.response({"answered_by": "the other"}))


@pytest.fixture
def installed(tmp_path, monkeypatch):
    """The other service among the installed packages."""
    wheel = write_wheel(
        tmp_path,
        "ovos_phal_plugin_tools",
        "9.9",
        {"other_service.py": ""},
        {"opm.phal": {OTHER: "other_service:Plugin"}},
    )
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "site")
    monkeypatch.syspath_prepend(tmp_path / "site")


def answers(monkeypatch, tool_service, other_config, *, is_installed):
    """Topic → who answered, once for each answer."""
    box = toolbox_class("math")
    monkeypatch.setattr(persona, "find_toolbox_plugins", lambda: {"math": box})
    # An entry point, which the other service would find as well.
    from importlib.metadata import EntryPoint

    point = EntryPoint("math", "toolboxes_for_tests:toolbox_class", "opm.agents.toolbox")
    for module in (service, service.Service.__init__.__globals__["Runtime"].__init__.__globals__["Registry"]):
        if hasattr(module, "toolbox_entry_points"):
            monkeypatch.setattr(module, "toolbox_entry_points", lambda: {"math": point})
    monkeypatch.setattr(service, "Configuration", lambda: {"PHAL": other_config})
    bus = FakeBus()
    other_runs = is_installed and (other_config.get(OTHER) or {}).get("enabled", True) is True
    if other_runs:
        OtherService(bus, [box])
    heard: dict[str, list[str]] = {}

    def hear(message):
        heard.setdefault(message.msg_type.removesuffix(".response"), []).append(message.data.get("answered_by", "us"))

    topics = [f"ovos.tools.{t}" for t in ("list", "get", "invoke", "reload")]
    topics += ["ovos.persona.tools.discover", "ovos.persona.tools.call", "ovos.jarvis.status"]
    for topic in topics:
        bus.on(f"{topic}.response", hear)
    plugin = JarvisPHALPlugin(bus=bus, config={"tool_service": tool_service, "invoke": {"workers": 0}})
    try:
        for topic in topics:
            bus.emit(Message(topic, {"name": "add", "toolbox_id": "math", "args": {"a": 1}, "kwargs": {"a": 1}}))
        time.sleep(0.05)
    finally:
        plugin.shutdown()
    return {topic.removeprefix("ovos."): heard.get(topic, []) for topic in topics}


def opm_listens_to_call():
    bus = FakeBus()
    toolbox_class("math")(bus=bus)
    return bus.ee._events.get("ovos.persona.tools.call") or ()


@pytest.mark.parametrize(
    ("tool_service", "other_config"),
    [
        ("auto", {}),
        ("auto", {OTHER: {}}),
        ("auto", {OTHER: {"enabled": True}}),
        ("off", {}),
    ],
)
def test_ours_stands_aside(monkeypatch, installed, tool_service, other_config):
    heard = answers(monkeypatch, tool_service, other_config, is_installed=True)
    assert {topic: heard[f"tools.{topic}"] for topic in ("list", "get", "invoke", "reload")} == dict.fromkeys(
        ("list", "get", "invoke", "reload"), ["the other"]
    )
    assert len(heard["persona.tools.discover"]) == 1
    # Where OPM's ToolBox listens to it at all: the topic is younger than the service.
    assert len(heard["persona.tools.call"]) == len(opm_listens_to_call())
    assert heard["jarvis.status"] == ["us"]


@pytest.mark.parametrize("other_config", [{OTHER: {"enabled": False}}, {OTHER: {"enabled": "no"}}])
def test_one_that_is_installed_and_does_not_run_is_no_reason_to(monkeypatch, installed, other_config):
    heard = answers(monkeypatch, "auto", other_config, is_installed=True)
    assert set(map(tuple, heard.values())) == {("us",)}


@pytest.mark.parametrize("tool_service", ["auto", "on"])
def test_alone_ours_answers_everything_once(monkeypatch, tool_service):
    heard = answers(monkeypatch, tool_service, {}, is_installed=False)
    assert set(map(tuple, heard.values())) == {("us",)}


def test_forced_on_ours_answers_too(monkeypatch, installed):
    heard = answers(monkeypatch, "on", {}, is_installed=True)
    assert sorted(heard["tools.invoke"]) == ["the other", "us"]


@pytest.mark.parametrize("phal", [None, [], "x", {OTHER: None}, {OTHER: "x"}, {OTHER: []}])
def test_a_section_of_any_shape_is_read(monkeypatch, installed, phal):
    from ovos_phal_plugin_jarvis.config import JarvisConfig

    monkeypatch.setattr(service, "Configuration", lambda: {"PHAL": phal})
    assert service.serves_tools(JarvisConfig()) is False
