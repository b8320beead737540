"""``POST /api/assistant`` under load: requests that come at a fixed rate, whatever became of those before.

    python test/bench/http_load.py [--rate 500] [--seconds 60] [--different] [--slow 1000]

A service of its own (`ovos-jarvis up --http`, all installed toolboxes, no model) in one process, the requests from this
one. Latency is counted from when a request was due, so that a server that stalls is not spared the requests it delayed.
``--different`` asks for something else each time; ``--slow`` keeps that many connections open that send one byte a
second of a head that never ends. Prints JSON; asserts nothing.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from ovos_phal_plugin_jarvis.stores.tokens import TokenStore
from processes import Home, free_port

WORDS = [
    "add task call mom",
    "tomorrow add must win task: renew passport",
    "complete task water the plants",
    "note: shipped the first version",
    "track reading",
    "set a timer for ten minutes",
    "what is 12 times 12",
    "add milk to the shopping list",
    "delete task buy paint",
    "stretch every day",
]
THINGS = ["report", "passport", "garden", "window", "letter", "ladder", "kettle", "bicycle", "curtain", "ticket"]


def memory_mb(pid: int) -> float:
    """Resident memory of a process."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def processor_s(pid: int) -> float:
    """Processor time of a process and of its threads."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def said(number: int, different: bool) -> str:
    """What the request of that number says."""
    if not different:
        return WORDS[number % len(WORDS)]
    first, second = THINGS[number % len(THINGS)], THINGS[number // len(THINGS) % len(THINGS)]
    return f"add task mend the {first} beside the {second} number {number}"


class Connection:
    """One that is kept."""

    def __init__(self, port: int, token: str) -> None:
        self._port, self._token = port, token
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, transcript: str) -> int:
        """The status of the answer."""
        body = json.dumps({"transcript": transcript, "baseDateYmd": "2026-01-05", "lang": "en-us"}).encode()
        head = (
            f"POST /api/assistant HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {self._token}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self._port)
        reader, writer = self._streams
        writer.write(head.encode() + body)
        answer = await reader.readuntil(b"\r\n\r\n")
        length = next(line for line in answer.lower().split(b"\r\n") if line.startswith(b"content-length:"))
        await reader.readexactly(int(length.partition(b":")[2]))
        return int(answer.split(b" ", 2)[1])


async def load(port: int, token: str, arguments: argparse.Namespace, pid: int) -> dict[str, object]:
    free: asyncio.Queue[Connection] = asyncio.Queue()
    for _ in range(64):
        free.put_nowait(Connection(port, token))
    late: list[float] = []
    statuses: Counter[int | str] = Counter()

    async def one(number: int, due: float) -> None:
        connection = await free.get()
        try:
            statuses[await connection.ask(said(number, arguments.different))] += 1
        except (OSError, asyncio.IncompleteReadError) as error:
            statuses[type(error).__name__] += 1
            connection = Connection(port, token)
        late.append(time.perf_counter() - due)
        free.put_nowait(connection)

    async def slow() -> None:
        while True:
            try:
                _, writer = await asyncio.open_connection("127.0.0.1", port)
                writer.write(b"POST /api/assistant HTTP/1.1\r\nX-Slow: ")
                while True:
                    await asyncio.sleep(1)
                    writer.write(b"a")
                    await writer.drain()
            except OSError:
                await asyncio.sleep(0.5)

    slowest = [asyncio.create_task(slow()) for _ in range(arguments.slow)]
    await asyncio.sleep(2 if arguments.slow else 0)
    for number in range(200):  # the first of each are translated; code is read
        await one(number, time.perf_counter())
    late.clear()
    statuses.clear()
    memory, processor, load_before = memory_mb(pid), processor_s(pid), os.getloadavg()
    began, tasks = time.perf_counter(), []
    for number in range(int(arguments.rate * arguments.seconds)):
        due = began + number / arguments.rate
        wait = due - time.perf_counter()
        if wait > 0:
            await asyncio.sleep(wait)
        tasks.append(asyncio.create_task(one(200 + number, due)))
        if len(tasks) > 5000:
            tasks = [task for task in tasks if not task.done()]
    await asyncio.gather(*tasks)
    took = time.perf_counter() - began
    for task in slowest:
        task.cancel()
    late.sort()
    return {
        "requests": len(late),
        "per_second": round(len(late) / took, 1),
        "statuses": dict(statuses),
        "ms": {
            name: round(late[min(len(late) - 1, int(len(late) * part))] * 1000, 1)
            for name, part in (("p50", 0.5), ("p95", 0.95), ("p99", 0.99), ("max", 1.0))
        },
        "service_memory_mb": {"before": round(memory, 1), "after": round(memory_mb(pid), 1)},
        "service_processor_s": round(processor_s(pid) - processor, 1),
        "slow_clients": arguments.slow,
        "different": arguments.different,
        "machine_load": {"before": load_before[0], "after": os.getloadavg()[0], "cores": os.cpu_count()},
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rate", type=float, default=500.0, help="requests a second")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--different", action="store_true", help="no two requests alike")
    parser.add_argument("--slow", type=int, default=0, help="connections that never send a whole request")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        home, port = Home(Path(folder), free_port()), free_port()
        tokens = TokenStore(home.folder / "data" / "ovos-jarvis")
        token = tokens.new("load")
        tokens.close()
        os.environ["ASSISTANT_RPM"] = "100000000"
        program = str(Path(sys.executable).with_name("ovos-jarvis"))
        with home.run(program, "up", "--no-prompt", "--http", str(port)) as process:
            home.wait_until(lambda: "on the messagebus" in home.log.read_text(), process, "up")
            while not json.loads(_get(port, token, "/api/status"))["learned"]:
                time.sleep(1)
            print(json.dumps(asyncio.run(load(port, token, arguments, process.pid)), indent=2))


def _get(port: int, token: str, path: str) -> bytes:
    import http.client

    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    try:
        connection.request("GET", path, headers={"Authorization": f"Bearer {token}"})
        return connection.getresponse().read()
    finally:
        connection.close()


if __name__ == "__main__":
    main()
