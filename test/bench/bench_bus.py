"""The tool service beside the one that OVOS ships, ovos-phal-plugin-tools: both in one run, asked in turn.

    pip download --no-deps --dest other ovos-phal-plugin-tools && unzip -d other other/*.whl
    python test/bench/bench_bus.py [--other other] [--calls 300] [--rounds 3]

Each service runs in a process of its own, on a bus of its own that sets TCP_NODELAY as the one of ``ovos-jarvis up``
does; the caller is this process. Every figure is a median, and the ratio of ours to theirs.
Without the other service ours is measured alone.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from processes import BusCaller, Home, free_port

OURS, SHIPPED = "ovos-phal-plugin-jarvis", "ovos-phal-plugin-tools"
MODULE = """
from typing import Literal
from ovos_plugin_manager.templates.agent_tools import AgentTool, ToolArguments, ToolBox, ToolOutput
from pydantic import Field


class Args(ToolArguments):
    a: int = Field(..., description="First operand")
    b: int = Field(..., description="Second operand")
    unit: Literal["metres", "feet", "miles"] = Field("metres", description="Unit of both")


class Sum(ToolOutput):
    result: int = Field(..., description="Sum")


class Box(ToolBox):
    def __init__(self, config=None, bus=None):
        super().__init__("bench-tools", config, bus)

    def discover_tools(self):
        return [AgentTool(f"add_{n}", "Add two integers, in a unit of length.", Args, Sum,
                          lambda args: Sum(result=args.a + args.b)) for n in range(TOOLS)]
"""
BUS = """
import signal, sys, threading
from ovos_phal_plugin_jarvis.runtime.busserver import BusServer
server = BusServer("127.0.0.1", int(sys.argv[1]))
server.start()
signal.sigwait({signal.SIGTERM})
"""
READY = """
import json, sys, time
start = time.perf_counter()
from importlib.metadata import entry_points
from ovos_utils.fakebus import FakeBus, Message
plugin = next(iter(entry_points(group="opm.phal", name=sys.argv[1]))).load()
bus, seen = FakeBus(), []
bus.on("ovos.tools.list.response", seen.append)
made = plugin(bus=bus, config=json.loads(sys.argv[2]))
bus.emit(Message("ovos.tools.list"))
assert seen
taken = time.perf_counter() - start
time.sleep(float(sys.argv[3]))
print(json.dumps([taken, int(open("/proc/self/statm").read().split()[1]) * 4096 / 1e6]))
sys.stdout.flush()
import os
os._exit(0)
"""


def write_package(folder: Path, tools: int) -> Path:
    """A toolbox of *tools* tools as pip would have installed it."""
    info = folder / "bench_toolbox-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: bench-toolbox\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[opm.agents.toolbox]\nbench-tools = bench_toolbox:Box\n")
    (folder / "bench_toolbox.py").write_text(MODULE.replace("TOOLS", str(tools)))
    return folder


def make_home(folder: Path, which: str, tools: int, other: Path | None) -> Home:
    sections = {name: {"enabled": name == which} for name in (OURS, SHIPPED)}
    sections[OURS]["toolboxes"] = {"ovos-toolbox-everyday": {"enabled": False}}
    paths = (write_package(folder / "packages", tools), *([other] if other else []))
    return Home(folder / "home", free_port(), sections, import_paths=paths)


@contextmanager
def service(folder: Path, which: str, tools: int, other: Path | None) -> Iterator[BusCaller]:
    """*which* service under PHAL, and a client of it."""
    home = make_home(folder, which, tools, other)
    with ExitStack() as stack:
        bus = stack.enter_context(home.run("-c", BUS, str(home.port)))
        home.wait_until(lambda: _listens(home.port), bus, "the bus")
        stack.enter_context(home.phal())
        caller = BusCaller(home.port)
        stack.callback(caller.close)
        caller.ask("ovos.tools.get", {"name": "add_1"})
        time.sleep(3)  # what warms up after the start is not what is measured
        yield caller


def _listens(port: int) -> bool:
    import socket

    try:
        socket.create_connection(("127.0.0.1", port), 1).close()
        return True
    except OSError:
        return False


def once(caller: BusCaller, topic: str, data: dict) -> float:
    """Milliseconds from request to response."""
    start = time.perf_counter()
    caller.ask(topic, data)
    return (time.perf_counter() - start) * 1000


def in_turn(callers: dict[str, BusCaller], topic: str, data: dict, calls: int) -> dict[str, list[float]]:
    taken: dict[str, list[float]] = {which: [] for which in callers}
    for number in range(calls + 5):
        for which, caller in callers.items():
            value = once(caller, topic, data)
            if number >= 5:
                taken[which].append(value)
    return taken


def show(what: str, taken: dict[str, list[float]], unit: str = "ms") -> None:
    medians = {which: statistics.median(values) for which, values in taken.items()}
    ratio = f"{medians[OURS] / medians[SHIPPED]:.2f}" if SHIPPED in medians else "-"
    shown = "".join(f"{medians.get(which, float('nan')):>12.2f}" for which in (OURS, SHIPPED))
    print(f"{what:<34}{shown} {unit:<4}{ratio:>8}", flush=True)


def start_and_size(which: str, other: Path | None, idle: float) -> tuple[float, float]:
    """Seconds from an empty interpreter to the first answer, and megabytes then, on a bus in the process."""
    with tempfile.TemporaryDirectory() as folder:
        home = make_home(Path(folder), which, 10, other)
        config = json.dumps({"tool_service": "on"} if which == OURS else {})
        done = subprocess.run(
            [sys.executable, "-c", READY, which, config, str(idle)],
            env=home.environment,
            capture_output=True,
            text=True,
            check=True,
        )
    taken, size = json.loads(done.stdout.splitlines()[-1])
    return taken, size


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--other", type=Path, help="a folder with ovos-phal-plugin-tools in it")
    parser.add_argument("--calls", type=int, default=300)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    names = [OURS, SHIPPED] if options.other else [OURS]
    print(f"{'':<34}{'ours':>12}{'theirs':>12}     {'ours/theirs':>8}")
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        for tools in (10, 200):
            callers = {
                which: stack.enter_context(service(Path(folder) / which / str(tools), which, tools, options.other))
                for which in names
            }
            called = {"name": "add_3", "args": {"a": 1, "b": 2}}
            show(f"invoke, {tools} tools", in_turn(callers, "ovos.tools.invoke", called, options.calls))
            show(f"list of {tools} tools", in_turn(callers, "ovos.tools.list", {}, options.calls // 3))
            show(f"reload of {tools} tools", in_turn(callers, "ovos.tools.reload", {}, options.calls // 10))
            for caller in callers.values():
                caller.seen.clear()
    found = {which: [start_and_size(which, options.other, 0) for _ in range(options.rounds)] for which in names}
    show("import to ready", {which: [taken for taken, _ in rows] for which, rows in found.items()}, "s")
    show("memory when ready", {which: [size for _, size in rows] for which, rows in found.items()}, "MB")
    found = {which: [start_and_size(which, options.other, 8)] for which in names}
    show("memory, trained and idle", {which: [size for _, size in rows] for which, rows in found.items()}, "MB")


if __name__ == "__main__":
    main()
