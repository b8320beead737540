"""``ovos-jarvis top``: what the service does right now."""

from __future__ import annotations

import time
from typing import Annotated, Any

import typer

from ovos_phal_plugin_jarvis.cli.busclient import configured_address, exchange, nobody_serves, running_service
from ovos_phal_plugin_jarvis.cli.output import fail, out, print_json
from ovos_phal_plugin_jarvis.cli.say import Bus, Json
from ovos_phal_plugin_jarvis.cli.tables import table

ROWS = 30
"""Tools that are shown, those with most calls."""
ANSWER_SECONDS = 5.0


def top(
    once: Annotated[bool, typer.Option("--once", help="Show it once and end.")] = False,
    as_json: Json = False,
    bus: Bus = None,
    interval: Annotated[float, typer.Option(min=0.2, help="Seconds between looks.")] = 1.0,
) -> None:
    """Watch the service: calls, latency by tool, what waits, what is stuck, memory. Ctrl-C ends."""
    from ovos_phal_plugin_jarvis.bus.topics import JARVIS_METRICS

    with running_service(bus, False, as_json) as service:
        measured = exchange(service, JARVIS_METRICS, {}, ANSWER_SECONDS) if service is not None else None
        if measured is None:
            host, port = configured_address(as_json)
            fail(nobody_serves(host, port), as_json=as_json)
        if as_json:
            print_json(measured)
        elif once or not out.is_terminal:
            out.print(view(measured))
        else:
            _watch(service, JARVIS_METRICS, measured, interval)


def _watch(client: Any, topic: str, measured: dict[str, Any], interval: float) -> None:
    from rich.live import Live

    with Live(view(measured), console=out, screen=True, auto_refresh=False) as live:
        looked = time.monotonic()
        while True:
            time.sleep(interval)
            now = exchange(client, topic, {}, ANSWER_SECONDS)
            if now is None:
                live.stop()
                fail("the service does not answer any more; see: ovos-jarvis doctor")
            seconds, looked = time.monotonic() - looked, time.monotonic()
            live.update(view(now, (now["calls"]["calls"] - measured["calls"]["calls"]) / seconds), refresh=True)
            measured = now


def view(measured: dict[str, Any], rate: float | None = None) -> Any:
    """What people see.

    Args:
        measured: the response of ``ovos.jarvis.metrics``.
        rate: calls a second since the last look.
    """
    from rich.console import Group
    from rich.text import Text

    calls, queue = measured["calls"], measured["queue"]
    per_second = "" if rate is None else f" ({rate:.1f} a second)"
    head = [
        f"up {_duration(measured['uptime_s'])}   memory {measured['memory_mb']:g} MB   threads {measured['threads']}",
        f"calls {calls['calls']}{per_second}, {calls['failed']} failed, {calls['timed_out']} timed out, "
        f"{calls['refused']} refused",
        f"waiting: {queue['tools']} calls, {queue['asks']} requests, {queue['bus']} answers for the bus   "
        f"stuck: {measured['stuck']}",
    ]
    rows = [
        (
            [tool["toolbox_id"], tool["name"], str(tool["calls"]), str(tool["failed"])]
            + [f"{tool[key]:g}" for key in ("p50_ms", "p95_ms", "max_ms")],
            "red" if tool["failed"] else None,
        )
        for tool in measured["tools"][:ROWS]
    ]
    shown = table(("TOOLBOX", "TOOL", "CALLS", "FAILED", "P50 MS", "P95 MS", "MAX MS"), rows)
    return Group(*map(Text, head), Text(""), shown)


def _duration(seconds: float) -> str:
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{rest:02d}"
