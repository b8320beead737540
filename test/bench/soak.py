"""Everything at once, for as long as you like: is each request answered exactly once, and does anything grow?

    python test/bench/soak.py [--seconds 600] [--rate 200] [--restarts 2] [--json]

The stock PHAL with our plugin in a process of its own, on a messagebus in another, is asked ``list``, ``get``,
``invoke``, ``ask`` and ``reload`` by 40 sessions, while tools hang, nap, raise what can't be printed, return 5 MB,
start threads and call ``sys.exit``, and while the messagebus is stopped and started again. Prints what was seen beside
the bounds; exit status 1 where one is broken.
"""

from __future__ import annotations

import argparse
import json
import random
import socket
import statistics
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

import websocket

sys.path.insert(0, str(Path(__file__).parents[1]))

from processes import Home, free_port

BOUNDS = {
    "unanswered": 0, "answered_twice": 0, "memory_growth": 0.02, "threads_growth": 0.02, "files_growth": 0.02,
    "get_p95_ms_beside_naps": 10.0, "ask_p95_ms_beside_naps": 50.0,
}  # fmt: skip
NAPS = 12
"""Calls that nap at a time, while the others are measured."""
ANSWERED_WITHIN = 45.0
"""Seconds after which a request counts as not answered; a tool may take 5 (``TIMEOUT``)."""
TIMEOUT = 5
BUS = "import sys; from ovos_phal_plugin_jarvis.runtime.busserver import BusServer; import threading; " \
      "server = BusServer('127.0.0.1', int(sys.argv[1])); server.start(); threading.Event().wait()"  # fmt: skip
TOOLBOX = """
import os, sys, threading, time
from ovos_plugin_manager.templates.agent_tools import AgentTool, ToolArguments, ToolBox, ToolOutput


class Args(ToolArguments):
    seconds: float = 0


class Out(ToolOutput):
    value: str = ""


class Unprintable(Exception):
    def __str__(self):
        raise RuntimeError("no text")
    __repr__ = __str__


def unprintable(args):
    raise Unprintable


def threads(args):
    for _ in range(5):
        threading.Thread(target=time.sleep, args=(1,), daemon=True).start()
    return {"value": "started"}


def nap(args):
    time.sleep(args.seconds)
    return {"value": "rested"}


def hang(args):
    time.sleep(86400)


class Box(ToolBox):
    def __init__(self, config=None, bus=None):
        super().__init__("soak-tools", config, bus)

    def discover_tools(self):
        tools = {"soak_quick": lambda args: {"value": "done"}, "soak_nap": nap, "soak_hang": hang,
                 "soak_unprintable": unprintable, "soak_large": lambda args: {"value": "x" * 5_000_000},
                 "soak_threads": threads, "soak_exit": lambda args: sys.exit(3)}
        return [AgentTool(name, f"Reads something, in the manner of {name}.", Args, Out, call)
                for name, call in tools.items()]
"""


@dataclass
class Asked:
    """One request."""

    kind: str
    at: float
    shaky: bool = False
    """The messagebus was away, or coming back, while it was under way: nobody can say whether it arrived."""
    answers: int = 0
    milliseconds: float = 0.0
    beside_naps: bool = False


@dataclass
class Samples:
    """What the service's process used, once a second."""

    memory: list[float] = field(default_factory=list)
    threads: list[int] = field(default_factory=list)
    files: list[int] = field(default_factory=list)

    def take(self, pid: int) -> None:
        fields = dict(
            line.split(":", 1) for line in Path(f"/proc/{pid}/status").read_text().splitlines() if ":" in line
        )
        self.memory.append(int(fields["VmRSS"].split()[0]) / 1024)
        self.threads.append(int(fields["Threads"]))
        self.files.append(len(list(Path(f"/proc/{pid}/fd").iterdir())))

    def growth(self, values: list[float] | list[int]) -> float:
        """From the second quarter to the last, by their medians: a peak is not a leak."""
        quarter = max(1, len(values) // 4)
        before, after = statistics.median(values[quarter : 2 * quarter]), statistics.median(values[-quarter:])
        return (after - before) / before


class Load:
    """One connection that sends requests and counts the answers to each."""

    def __init__(self, port: int) -> None:
        self._url = f"ws://127.0.0.1:{port}/core"
        self.asked: dict[str, Asked] = {}
        self._lock = threading.Lock()
        self._socket: websocket.WebSocket | None = None
        self._serial = 0
        self._done = False
        self.napping = 0
        self.connect()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def connect(self) -> None:
        # Its check of UTF-8 reads byte by byte in Python: a second for each 5 MB, and all answers wait here.
        self._socket = websocket.create_connection(self._url, timeout=5, sockopt=[(6, 1, 1)], skip_utf8_validation=True)

    def send(self, kind: str, topic: str, data: dict, session: str, shaky: bool) -> str | None:
        """Send a request; None where there is no bus to send it on."""
        with self._lock:
            self._serial += 1
            mark = f"r{self._serial}"
            self.asked[mark] = Asked(kind, time.perf_counter(), shaky, beside_naps=self.napping >= NAPS)
        message = {"type": topic, "data": data, "context": {"mark": mark, "session": {"session_id": session}}}
        try:
            assert self._socket is not None
            self._socket.send(json.dumps(message))
            return mark
        except (OSError, websocket.WebSocketException):
            with self._lock:
                del self.asked[mark]
            return None

    def _read(self) -> None:
        while not self._done:
            try:
                assert self._socket is not None
                raw = self._socket.recv()
            except websocket.WebSocketTimeoutException:
                continue
            except (OSError, websocket.WebSocketException):
                if self._done:
                    return
                time.sleep(0.05)
                try:
                    self.connect()
                except (OSError, websocket.WebSocketException):
                    pass
                continue
            now = time.perf_counter()
            # Every message comes back to its sender, too; only answers are read further.
            raw = raw.decode() if isinstance(raw, bytes) else raw
            if '.response"' not in raw[:120]:
                continue
            mark = json.loads(raw).get("context", {}).get("mark")
            with self._lock:
                asked = self.asked.get(mark)
                if asked is not None:
                    asked.answers += 1
                    asked.milliseconds = (now - asked.at) * 1000
                    self.napping -= asked.kind == "nap"

    def close(self) -> None:
        self._done = True
        if self._socket is not None:
            self._socket.close()


def soak(seconds: float, rate: float, restarts: int, say: Callable[[str], None]) -> dict:
    """Run it and return what was seen, with the bounds that were broken under ``broken``."""
    chance = random.Random(7)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        package = folder / "packages"
        info = package / "soak_toolbox-1.0.dist-info"
        info.mkdir(parents=True)
        (info / "METADATA").write_text("Metadata-Version: 2.1\nName: soak-toolbox\nVersion: 1.0\n")
        (info / "entry_points.txt").write_text("[opm.agents.toolbox]\nsoak-tools = soak_toolbox:Box\n")
        (package / "soak_toolbox.py").write_text(TOOLBOX)
        section = {
            "enabled": True, "invoke": {"timeout": TIMEOUT, "workers": 24},
            "assistant": {"requests_per_minute": 100_000},
        }  # fmt: skip
        phal = {"ovos-phal-plugin-jarvis": section, "ovos-phal-plugin-tools": {"enabled": False}}
        home = Home(folder / "home", free_port(), phal, import_paths=(package,))
        home.folder.mkdir(parents=True, exist_ok=True)
        bus = Bus(home, stack)
        service = stack.enter_context(home.phal())
        load = Load(home.port)
        stack.callback(load.close)
        _settle(load)
        samples = Samples()
        started = time.perf_counter()
        restart_at = [started + seconds * (n + 1) / (restarts + 1) for n in range(restarts)]
        next_send = next_sample = next_naps = started
        next_rare = started + 5
        shaky_until = 0.0
        while (now := time.perf_counter()) < started + seconds:
            if restart_at and now >= restart_at[0]:
                restart_at.pop(0)
                for asked in load.asked.values():
                    asked.shaky |= not asked.answers
                say(f"{now - started:5.0f} s: the messagebus goes away")
                bus.stop()
                time.sleep(3)
                bus.start()
                shaky_until = time.perf_counter() + 4
                next_send = time.perf_counter()
            if now >= next_sample:
                next_sample += 1
                samples.take(service.pid)
            shaky = now < shaky_until
            session = f"s{chance.randrange(40)}"
            if now >= next_naps:
                next_naps += 10
                for _ in range(NAPS):
                    napper = f"nap{chance.random()}"
                    load.napping += load.send("nap", *_invoke("soak_nap", seconds=3), napper, shaky) is not None
            if now >= next_rare:
                next_rare += 5
                load.send("reload", "ovos.tools.reload", {}, session, shaky)
                load.send("large", *_invoke("soak_large"), session, shaky)
            if now >= next_send:
                next_send += 1 / rate
                load.send(*_request(chance), session, shaky)
            else:
                time.sleep(min(0.002, max(0.0, next_send - now)))
        until = time.perf_counter() + ANSWERED_WITHIN
        while time.perf_counter() < until and any(not a.answers and not a.shaky for a in list(load.asked.values())):
            time.sleep(0.2)
        time.sleep(1)  # for second answers
        return _report(load, samples, seconds)


class Bus:
    """The messagebus process, which can be stopped and started again."""

    def __init__(self, home: Home, stack: ExitStack) -> None:
        self._home, self._stack = home, stack
        self._running: ExitStack | None = None
        stack.callback(self.stop)
        self.start()

    def start(self) -> None:
        self._running = ExitStack()
        process = self._running.enter_context(self._home.run("-c", BUS, str(self._home.port)))

        def accepts() -> bool:
            try:
                socket.create_connection(("127.0.0.1", self._home.port), timeout=1).close()
                return True
            except OSError:
                return False

        self._home.wait_until(accepts, process, "the messagebus")

    def stop(self) -> None:
        if self._running is not None:
            self._running.close()
            self._running = None


def _settle(load: Load) -> None:
    """Wait until the service answers and has learned its tools."""
    until = time.monotonic() + 60
    while time.monotonic() < until:
        load.send("ask", "ovos.jarvis.ask", {"utterance": "what is 12 times 12"}, "warm", True)
        time.sleep(1)
        if any(a.answers and a.milliseconds < 100 for a in load.asked.values()):
            load.asked.clear()
            return
    raise SystemExit("the service did not come up")


def _invoke(name: str, **arguments: float) -> tuple[str, dict]:
    return "ovos.tools.invoke", {"name": name, "args": arguments}


def _request(chance: random.Random) -> tuple[str, str, dict]:
    pick = chance.random()
    if pick < 0.40:
        return "get", "ovos.tools.get", {"name": "calculate"}
    if pick < 0.44:
        return "list", "ovos.tools.list", {}
    if pick < 0.58:
        return (
            "ask",
            "ovos.jarvis.ask",
            {"utterance": f"what is {chance.randrange(2, 99)} times {chance.randrange(2, 99)}"},
        )
    if pick < 0.90:
        return "invoke", *_invoke("soak_quick")
    kind = chance.choice(["unprintable", "threads", "exit", "hang"])
    return kind, *_invoke(f"soak_{kind}")


def _report(load: Load, samples: Samples, seconds: float) -> dict:
    asked = list(load.asked.values())
    sure = [a for a in asked if not a.shaky]

    def p95(kind: str) -> float:
        times = [a.milliseconds for a in sure if a.kind == kind and a.beside_naps and a.answers]
        return round(statistics.quantiles(times, n=20)[-1], 2) if len(times) > 20 else 0.0

    seen = {
        "requests": len(asked),
        "per_second": round(len(asked) / seconds, 1),
        "by_kind": dict(Counter(a.kind for a in asked)),
        "unanswered": sum(a.answers == 0 for a in sure),
        "unanswered_kinds": dict(Counter(a.kind for a in sure if not a.answers)),
        "answered_twice": sum(a.answers > 1 for a in asked),
        "under_way_while_the_bus_was_away": len(asked) - len(sure),
        "of_these_answered": sum(a.answers == 1 for a in asked if a.shaky),
        "get_p95_ms_beside_naps": p95("get"),
        "ask_p95_ms_beside_naps": p95("ask"),
        "memory_mb": round(samples.memory[-1], 1),
        "memory_growth": round(samples.growth(samples.memory), 4),
        "threads": samples.threads[-1],
        "threads_growth": round(samples.growth(samples.threads), 4),
        "files": samples.files[-1],
        "files_growth": round(samples.growth(samples.files), 4),
    }
    broken = [name for name, bound in BOUNDS.items() if seen[name] > bound]
    return {**seen, "broken": broken}


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--rate", type=float, default=200)
    parser.add_argument("--restarts", type=int, default=2)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    seen = soak(options.seconds, options.rate, options.restarts, lambda line: print(line, file=sys.stderr, flush=True))
    if options.json:
        print(json.dumps(seen, indent=1))
    else:
        for name, value in seen.items():
            print(f"{name:<34}{value}")
    return 1 if seen["broken"] else 0


if __name__ == "__main__":
    sys.exit(main())
