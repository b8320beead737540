"""The messagebus goes away and comes back: nothing that was asked or is due is lost, and nobody can be silenced."""

from __future__ import annotations

import time
from contextlib import ExitStack

import pytest
from ovos_bus_client import Message

from ovos_phal_plugin_jarvis.bus.link import GRACE_SECONDS
from processes import BusCaller, Home, free_port

TOOLBOX = """
import time
from ovos_plugin_manager.templates.agent_tools import AgentTool, ToolArguments, ToolBox, ToolOutput

class Args(ToolArguments):
    seconds: float = 0

class Out(ToolOutput):
    value: str

class Box(ToolBox):
    def __init__(self, config=None, bus=None):
        super().__init__("naps", config, bus)
    def discover_tools(self):
        def nap(args):
            time.sleep(args.seconds)
            return Out(value="awake")
        return [AgentTool("nap", "Sleeps.", Args, Out, nap)]
"""


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    folder = tmp_path_factory.mktemp("outage")
    info = folder / "packages" / "naps-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: naps\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[opm.agents.toolbox]\nnaps = naps_toolbox:Box\n")
    (folder / "packages" / "naps_toolbox.py").write_text(TOOLBOX)
    phal = {"ovos-phal-plugin-tools": {"enabled": False}}
    return Home(folder / "home", free_port(), phal, import_paths=(folder / "packages",))


class Bus:
    """The stock messagebus, which can be ended and started again."""

    def __init__(self, home):
        self._home = home
        self._running = ExitStack()

    def start(self):
        self._running.enter_context(self._home.messagebus())

    def stop(self):
        self._running.close()


@pytest.fixture
def bus(home):
    bus = Bus(home)
    bus.start()
    with home.phal():
        yield bus
    bus.stop()


def first_answer(caller, topic, seconds):
    """Seconds until something answers; asks again and again."""
    start = time.monotonic()
    while time.monotonic() - start < seconds:
        if caller.collect(topic, {"name": "nap"}, seconds=0.2, until=1):
            return time.monotonic() - start
    raise AssertionError(f"nothing answered within {seconds} s")


def test_an_outage_costs_neither_what_was_asked_nor_what_is_due(home, bus):
    caller = BusCaller(home.port)
    assert caller.ask("ovos.tools.invoke", {"name": "set_timer", "args": {"duration_seconds": 5}}).data["result"]
    caller.client.emit(Message("ovos.tools.invoke", {"name": "nap", "args": {"seconds": 3}}, {"asked": "before"}))
    caller.ask("ovos.tools.get", {"name": "nap"})  # so that the one before it has arrived
    bus.stop()
    caller.close()
    time.sleep(14)
    bus.start()
    caller = BusCaller(home.port)
    try:
        assert first_answer(caller, "ovos.tools.get", 60) < 10
        naps = caller.arrived("ovos.tools.invoke.response", 0, GRACE_SECONDS + 30, until=1)
        assert [(m.context["asked"], m.data["result"]["value"]) for m in naps] == [("before", "awake")]
        ended = caller.arrived("ovos.jarvis.timer.expired", 0, 60, until=1)
        assert len(ended) == 1 and caller.arrived("speak", 0, 60, until=1)
        # Once, and not again.
        time.sleep(4)
        for topic in ("ovos.tools.invoke.response", "ovos.jarvis.timer.expired", "speak"):
            assert len(caller.arrived(topic, 0, 0.1)) == 1, topic
    finally:
        caller.close()


@pytest.mark.parametrize("depth", [300, 2400, 5000, 8000, 100_000])
def test_messages_nested_deep_silence_nobody(home, bus, depth):
    caller = BusCaller(home.port)
    try:
        nested = '{"v":' * depth + "1" + "}" * depth
        frames = [
            f'{{"type": "ovos.tools.invoke", "data": {{"name": "nap", "args": {nested}}}}}',
            f'{{"type": "ovos.tools.invoke", "data": {{"name": "nap"}}, "context": {nested}}}',
            f'{{"type": "somebody.elses.topic", "data": {nested}}}',
            "[" * depth,
        ]
        start = caller.count()
        for frame in frames:
            caller.send_raw(frame)
        assert caller.ask("ovos.tools.invoke", {"name": "nap"}, timeout=60).data["result"] == {"value": "awake"}
        answers = caller.arrived("ovos.tools.invoke.response", start, 60, until=3 if depth <= 8000 else 1)
        refused = [m.data["error"] for m in answers if "error" in m.data]
        assert len(refused) == (2 if depth <= 8000 else 0) and all("nested" in error for error in refused)
        assert "reconnect" not in home.log.read_text().rpartition("PHAL is ready")[2]
    finally:
        caller.close()
