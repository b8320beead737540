"""What the service tells of itself, on the bus and to Prometheus."""

from __future__ import annotations

import socket
import threading
import urllib.request

import pytest
from ovos_bus_client import Message
from ovos_utils.fakebus import FakeBus

from ovos_phal_plugin_jarvis import JarvisPHALPlugin
from ovos_phal_plugin_jarvis.tools.execution.latency import BOUNDS_MS, MAX_TOOLS, Latencies
from processes import free_port
from toolboxes_for_tests import put_in_place, tool, toolbox_class


def fails(args):
    raise ValueError("no")


@pytest.fixture
def serve(monkeypatch):
    put_in_place(monkeypatch, math=toolbox_class("math", [tool(), tool("fails", fails)]))
    plugins = []

    def start(**config):
        bus = FakeBus()
        plugins.append(JarvisPHALPlugin(bus=bus, config={"tool_service": "on", "invoke": {"workers": 0}, **config}))

        def ask(topic, data=None):
            seen = []
            bus.once(f"{topic}.response", lambda message: seen.append(message.data))
            bus.emit(Message(topic, data or {}))
            return seen[0]

        return ask

    yield start
    for plugin in plugins:
        plugin.shutdown()
    assert not [thread for thread in threading.enumerate() if "serve_forever" in str(thread)]


def test_calls_are_counted_by_tool(serve):
    ask = serve()
    for _ in range(3):
        ask("ovos.tools.invoke", {"name": "add", "args": {"a": 1}})
    ask("ovos.tools.invoke", {"name": "fails", "args": {"a": 1}})
    told = ask("ovos.jarvis.metrics")
    assert told["calls"] == {"calls": 4, "failed": 1, "timed_out": 0, "refused": 0}
    first, second = told["tools"]
    assert (first["toolbox_id"], first["name"], first["calls"], first["failed"]) == ("math", "add", 3, 0)
    assert (second["name"], second["calls"], second["failed"]) == ("fails", 1, 1)
    assert 0 < first["p50_ms"] <= first["p95_ms"] <= first["max_ms"]
    assert told["memory_mb"] > 1 and told["queue"] == {"tools": 0, "asks": 0, "bus": 0} and told["stuck"] == 0


def test_prometheus_reads_the_same_on_loopback(serve):
    port = free_port()
    ask = serve(metrics={"port": port})
    ask("ovos.tools.invoke", {"name": "add", "args": {"a": 1}})
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=10) as answer:
        lines = answer.read().decode().splitlines()
    assert 'ovos_jarvis_calls_total{outcome="all"} 1.0' in lines
    assert 'ovos_jarvis_tool_seconds_count{tool="add",toolbox="math"} 1.0' in lines
    assert any(line.startswith("ovos_jarvis_memory_bytes ") for line in lines)


def test_a_port_that_is_taken_costs_nothing_else(serve):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        ask = serve(metrics={"port": taken.getsockname()[1]})
        assert "metrics.port" in ask("ovos.jarvis.status")["config_problems"][0]
        assert ask("ovos.tools.invoke", {"name": "add", "args": {"a": 1}})["result"] == {"result": 2}


def test_quantiles_and_bounds():
    latencies = Latencies()
    for elapsed in range(1, 101):
        latencies.add("box", "tool", float(elapsed), False)
    (told,) = latencies.by_tool()
    assert told.max_ms == 100 and sum(told.counts) == told.calls == 100
    assert told.quantile(0.5) == pytest.approx(50, abs=1) and told.quantile(0.95) == pytest.approx(95, abs=1)
    latencies.add("box", "tool", 10.0 * BOUNDS_MS[-1], True)
    assert latencies.by_tool()[0].quantile(1) == 10 * BOUNDS_MS[-1] and latencies.by_tool()[0].failed == 1


def test_the_number_of_tools_is_bounded():
    latencies = Latencies()
    for number in range(MAX_TOOLS + 10):
        latencies.add("box", f"tool{number}", 1.0, False)
    found = latencies.by_tool()
    assert len(found) == MAX_TOOLS + 1 and (found[0].name, found[0].calls) == ("", 10)
