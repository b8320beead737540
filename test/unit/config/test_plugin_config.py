"""The plugin loads with whatever mycroft.conf holds: a mistake is logged in one line and its default is used."""

from __future__ import annotations

import pytest
from ovos_bus_client import Message
from ovos_utils.fakebus import FakeBus

from ovos_phal_plugin_jarvis import JarvisPHALPlugin, plugin


@pytest.mark.parametrize(
    ("config", "named"),
    [
        (None, ()),
        ({}, ()),
        ({"enabled": True}, ()),
        ({"nonsense": 1}, ("nonsense",)),
        ({"invoke": []}, ("invoke",)),
        ({"invoke": {"workers": -1}}, ("workers",)),
        ({"tool_service": "perhaps"}, ("tool_service",)),
        ({"toolboxes": {"x": 1}}, ("toolboxes",)),
        ({"assistant": {"rate_limit_storage": "nonsense://"}}, ("rate_limit_storage",)),
        ({"assistant": {"rate_limit_storage": "redis://127.0.0.1:1"}}, ()),
        ({"commands": {"paths": ["/nowhere", "\0"]}}, ()),
        ({"llm": {"engine": 7, "model": 8}}, ("llm.engine", "llm.model")),
        ({1: 2, None: {}, "llm": None}, ("1", "llm")),
        (["a"], ("expected an object",)),
        ("text", ("expected an object",)),
    ],
)
def test_the_plugin_answers_whatever_its_section_holds(monkeypatch, config, named):
    lines = []
    monkeypatch.setattr(plugin.LOG, "error", lambda line, *_, **__: lines.append(str(line)))
    bus = FakeBus()
    made = JarvisPHALPlugin(bus=bus, config=config)
    try:
        status = bus.wait_for_response(Message("ovos.jarvis.status"), timeout=60)
        assert bus.wait_for_response(Message("ovos.tools.list"), timeout=60).data["tools"]
        for word in named:
            assert any(word in line and "\n" not in line for line in lines), lines
            assert any(word in problem for problem in status.data["config_problems"])
    finally:
        made.shutdown()
