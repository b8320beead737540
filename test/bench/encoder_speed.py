"""How fast the encoder is, and how large: ``python test/bench/encoder_speed.py [--json] [WEIGHTS]``.

Latency is also given as a ratio to one product of two 512 × 512 matrices in the same run, so that figures of different
machines can be compared. All times are of the processor, so that a busy
machine doesn't count; run it with OPENBLAS_NUM_THREADS=1 for one core.
"""

from __future__ import annotations

import json
import resource
import sys
import time
from pathlib import Path

import numpy as np

from ovos_phal_plugin_jarvis.nlu.encoder import CardParameter, Encoder, ToolCard

SHORTLIST = 4
SAID = [
    line.split()
    for line in (
        "turn the heating in the bathroom down to nineteen degrees",
        "what is on tonight",
        "could you put two litres of oat milk on the list for saturday please",
        "how long does it take to the station by bike",
        "stop",
        "tell anna that i will be there in about twenty minutes",
    )
]
VERBS = ["set", "get", "find", "open", "close", "add", "remove", "send", "play", "stop", "start", "book", "check"]
THINGS = ["lamp", "door", "song", "list", "meeting", "ticket", "file", "window", "message", "alarm", "parcel", "recipe"]


def cards(count: int) -> list[ToolCard]:
    """So many tools with two or three parameters each."""
    out = []
    for i in range(count):
        verb, thing = VERBS[i % len(VERBS)], THINGS[i // len(VERBS) % len(THINGS)]
        parameters = (
            CardParameter(f"{thing}_name", f"Which {thing} to {verb}", "string", True),
            CardParameter("when", "Day and time", "datetime"),
            CardParameter("mode", "", "string", False, ("now", "later", f"mode {i % 7}")),
        )
        out.append(ToolCard(f"{verb}_{thing}_{i}", f"{verb.title()}s a {thing} of group {i}", parameters[: 2 + i % 2]))
    return out


def timed(work: object, times: int) -> list[float]:
    """Milliseconds of each call, of the processor: what else runs on the machine doesn't count."""
    out = []
    for _ in range(times):
        began = time.process_time()
        work()  # type: ignore[operator]
        out.append((time.process_time() - began) * 1000)
    return sorted(out)


def resident() -> float:
    """Megabytes of this process."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 2**20


def main() -> None:
    path = next((Path(a) for a in sys.argv[1:] if not a.startswith("-")), None)
    random = np.random.default_rng(1)
    a, b = (random.normal(size=(512, 512)).astype(np.float32) for _ in range(2))
    unit = timed(lambda: a @ b, 50)[25]
    before = resident()
    began = time.process_time()
    encoder = Encoder.load(path)
    found: dict[str, float] = {
        "load_ms": (time.process_time() - began) * 1000,
        "memory_mb": resident() - before,
        "matrix_product_ms": unit,
    }
    for count in (6, 200, 1000):
        began = time.process_time()
        index = encoder.index(cards(count))
        found[f"index_{count}_s"] = time.process_time() - began

        def ask(words: list[str], index=index) -> None:
            ranked = encoder.rank(words, index, SHORTLIST)
            encoder.read(words, index, [i for i, _ in ranked])

        for words in SAID:
            ask(words)
        times = sorted(ms for words in SAID for ms in timed(lambda words=words, ask=ask: ask(words), 30))
        found[f"p50_{count}_ms"] = times[len(times) // 2]
        found[f"p95_{count}_ms"] = times[int(len(times) * 0.95)]
        found[f"p50_{count}_ratio"] = found[f"p50_{count}_ms"] / unit
    found["memory_with_tools_mb"] = resident() - before
    if "--json" in sys.argv:
        print(json.dumps(found))
    else:
        for name, value in found.items():
            print(f"{name:24} {value:10.2f}")


if __name__ == "__main__":
    main()
