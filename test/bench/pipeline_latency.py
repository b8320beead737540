"""What our pipeline plugin, first in the list, costs the utterances of other skills: with and without it, in one run.

    python test/bench/pipeline_latency.py [--utterances 200] [--stock-bus]

Real processes: messagebus, ovos-core with the skills of ``test/fixtures/ovos_skills``, PHAL with our plugin. The same
utterances are said in turn to a session whose pipeline begins with ``ovos-jarvis-pipeline-plugin-high`` and to one
without it; a round trip ends with the skill's ``speak``. The bar: at p95 the plugin costs at most 20 ms.

``--stock-bus`` takes ``python -m ovos_messagebus``, else the bus of ``ovos-jarvis up``.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from ovos_bus_client import Message

from processes import BusCaller, Home, free_port

PLUGIN = "ovos-jarvis-pipeline-plugin"
SKILLS = Path(__file__).parents[1] / "fixtures" / "ovos_skills"
OTHERS = [
    "ovos-stop-pipeline-plugin-high",
    "ovos-converse-pipeline-plugin",
    "ovos-padacioso-pipeline-plugin-high",
    "ovos-adapt-pipeline-plugin-high",
]
BUS = """
import signal, sys
from ovos_phal_plugin_jarvis.runtime.busserver import BusServer
server = BusServer("127.0.0.1", int(sys.argv[1]))
server.start()
signal.sigwait({signal.SIGTERM})
"""


def percentile(values: list[float], share: float) -> float:
    """The value below which *share* of *values* lie."""
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def measure(home: Home, utterances: int) -> dict[str, list[float]]:
    """Milliseconds of each round trip, with and without the plugin."""
    caller = BusCaller(home.port)
    client = caller.client
    until = time.monotonic() + 120
    ready = client.wait_for_response(Message("mycroft.skills.is_ready"), timeout=2)
    while ready is None or not ready.data.get("status"):
        assert time.monotonic() < until, home.log.read_text()[-3000:]
        time.sleep(0.5)
        ready = client.wait_for_response(Message("mycroft.skills.is_ready"), timeout=2)
    asked = {"utterance": "what time is it in berlin"}
    while caller.ask("ovos.jarvis.match", asked).data.get("confidence") != "high":
        time.sleep(1)
    time.sleep(10)  # what is learned in the background is learned by then
    said = [line.split("|")[0].strip() for line in (SKILLS / "utterances_of_others.txt").read_text().splitlines()]
    said = [words for words in said if words.startswith(("play", "put on", "set an alarm", "remind", "wake"))]
    took: dict[str, list[float]] = {"with": [], "without": []}
    for number in range(utterances + 10):
        for which in ("with", "without") if number % 2 else ("without", "with"):
            pipeline = [f"{PLUGIN}-high", *OTHERS] if which == "with" else OTHERS
            session = {"session_id": f"{which} {number}", "lang": "en-US", "pipeline": pipeline}
            data = {"utterances": [said[number % len(said)]], "lang": "en-US"}
            start, begun = caller.count(), time.monotonic()
            client.emit(Message("recognizer_loop:utterance", data, {"session": session}))
            while True:
                fresh = caller.seen[start:]
                if any(m.msg_type in ("speak", "ovos.utterance.speak") for m in fresh):
                    break
                assert time.monotonic() < begun + 20, [m.msg_type for m in fresh]
                time.sleep(0.0005)
            if number >= 10:
                took[which].append((time.monotonic() - begun) * 1000)
            asked_us = any(m.msg_type == "ovos.jarvis.match" for m in caller.seen[start:])
            assert asked_us == (which == "with")
            time.sleep(0.02)
    caller.close()
    return took


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--utterances", type=int, default=200)
    parser.add_argument("--stock-bus", action="store_true")
    options = parser.parse_args()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        blacklisted = ["ovos-m2v-pipeline", "ovos-m2v-prototype-pipeline", "ovos-ocp-pipeline-plugin"]
        home = Home(
            folder,
            free_port(),
            {"ovos-phal-plugin-tools": {"enabled": False}, "ovos-phal-plugin-jarvis": {}},
            (SKILLS,),
            lang="en-US",
            intents={"pipeline": [f"{PLUGIN}-high", *OTHERS], "blacklisted_pipelines": blacklisted},
        )
        if options.stock_bus:
            stack.enter_context(home.messagebus())
        else:
            stack.enter_context(home.run("-c", BUS, str(home.port)))
            time.sleep(2)
        stack.enter_context(home.run("-m", "ovos_core"))
        stack.enter_context(home.phal())
        took = measure(home, options.utterances)
    figures = {
        which: {"p50": round(percentile(times, 0.5), 1), "p95": round(percentile(times, 0.95), 1)}
        for which, times in took.items()
    }
    costs = {share: round(figures["with"][share] - figures["without"][share], 1) for share in ("p50", "p95")}
    print(json.dumps({"bus": "stock" if options.stock_bus else "up", **figures, "costs_ms": costs}, indent=2))


if __name__ == "__main__":
    main()
