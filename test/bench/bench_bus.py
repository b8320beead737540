"""How long a request to the tool service takes: ours beside ovos-phal-plugin-tools, on the stock bus and on ours.

    python test/bench/bench_bus.py [--calls 300]

Each service runs in a process of its own; the caller is this one. ovos-phal-plugin-tools is measured where it is
installed. Prints a table of milliseconds.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from importlib.metadata import entry_points
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from processes import BusCaller, Home, free_port

OURS, SHIPPED = "ovos-phal-plugin-jarvis", "ovos-phal-plugin-tools"
PROGRAM = str(Path(sys.executable).with_name("ovos-jarvis"))
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


def write_package(folder: Path, tools: int) -> Path:
    """A toolbox of *tools* tools as pip would have installed it."""
    info = folder / "bench_toolbox-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: bench-toolbox\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[opm.agents.toolbox]\nbench-tools = bench_toolbox:Box\n")
    (folder / "bench_toolbox.py").write_text(MODULE.replace("TOOLS", str(tools)))
    return folder


@contextmanager
def service(folder: Path, which: str, bus: str, tools: int) -> Iterator[BusCaller]:
    """*which* service on *bus* (``stock`` or ``up``), and a client of it."""
    sections = {name: {"enabled": name == which} for name in (OURS, SHIPPED)}
    sections[OURS]["toolboxes"] = {"ovos-toolbox-everyday": {"enabled": False}}
    home = Home(folder / "home", free_port(), sections, import_paths=(write_package(folder / "packages", tools),))
    with ExitStack() as stack:
        if bus == "up":
            process = stack.enter_context(home.run(PROGRAM, "up", "--no-prompt"))
            home.wait_until(lambda: "tools on the messagebus" in home.log.read_text(), process, "up")
        else:
            stack.enter_context(home.messagebus())
            stack.enter_context(home.phal())
        caller = BusCaller(home.port)
        stack.callback(caller.close)
        yield caller


def measure(caller: BusCaller, topic: str, data: dict, calls: int) -> tuple[float, float]:
    """Milliseconds from request to response: median and 95th percentile."""
    for _ in range(10):
        caller.ask(topic, data)
    taken = []
    for _ in range(calls):
        start = time.perf_counter()
        caller.ask(topic, data)
        taken.append((time.perf_counter() - start) * 1000)
    return statistics.median(taken), statistics.quantiles(taken, n=20)[-1]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--calls", type=int, default=300)
    calls = parser.parse_args().calls
    rows = [(OURS, "stock"), (OURS, "up")]
    if entry_points(group="opm.phal", name=SHIPPED):
        rows.insert(0, (SHIPPED, "stock"))
    print(f"{'service':<26}{'bus':<7}{'tools':>6}{'invoke p50':>12}{'p95':>8}{'list p50':>10}{'p95':>8}")
    for which, bus in rows:
        for tools in (10, 200):
            with tempfile.TemporaryDirectory() as folder, service(Path(folder), which, bus, tools) as caller:
                invoke = measure(caller, "ovos.tools.invoke", {"name": "add_3", "args": {"a": 1, "b": 2}}, calls)
                listed = measure(caller, "ovos.tools.list", {}, calls // 3)
            print(
                f"{which:<26}{bus:<7}{tools:>6}{invoke[0]:>12.2f}{invoke[1]:>8.2f}{listed[0]:>10.2f}{listed[1]:>8.2f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
