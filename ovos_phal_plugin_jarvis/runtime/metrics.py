"""What ``ovos.jarvis.metrics``, ``ovos-jarvis top`` and a Prometheus server are told: calls, latency, queues."""

from __future__ import annotations

import resource
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from ovos_utils.log import LOG

from ovos_phal_plugin_jarvis.bus import topics
from ovos_phal_plugin_jarvis.bus.link import BusLink
from ovos_phal_plugin_jarvis.bus.responder import Responder
from ovos_phal_plugin_jarvis.config import MetricsConfig
from ovos_phal_plugin_jarvis.runtime.runtime import Runtime
from ovos_phal_plugin_jarvis.tools.execution.latency import BOUNDS_MS

ADDRESS = "127.0.0.1"
_PREFIX = "ovos_jarvis"


class Metrics:
    """Measures a runtime, answers for it on the bus, and, where a port is set, to Prometheus on loopback."""

    def __init__(self, runtime: Runtime, link: BusLink, asks_waiting: Callable[[], int], config: MetricsConfig) -> None:
        """
        Args:
            runtime: what is measured.
            link: the service's end of the messagebus.
            asks_waiting: how many requests of the assistant wait.
            config: whether and where Prometheus may ask.
        """
        self._runtime = runtime
        self._link = link
        self._asks_waiting = asks_waiting
        self._started = time.monotonic()
        self._responder = Responder(link)
        self._server: tuple[Any, threading.Thread] | None = None
        self.problem: str | None = None
        """Why there is no answer for Prometheus, though a port is set."""
        if config.port is not None:
            self._serve(config.port)

    def bind(self) -> None:
        """Answer on the bus, from memory and on the bus's thread: also where every pool is full."""
        self._responder.on(topics.JARVIS_METRICS, lambda message: self._responder.respond(message, self.measure()))

    def shutdown(self) -> None:
        """Answer no more."""
        self._responder.close()
        server, self._server = self._server, None
        if server is not None:
            server[0].shutdown()
            server[0].server_close()
            server[1].join(5)

    def measure(self) -> dict[str, Any]:
        """The present state."""
        invoked = self._runtime.invoker.counters()
        return {
            "uptime_s": round(time.monotonic() - self._started, 1),
            "memory_mb": round(_memory() / 1e6, 1),
            "threads": threading.active_count(),
            "calls": {key: invoked[key] for key in ("calls", "failed", "timed_out", "refused")},
            "queue": {"tools": invoked["waiting"], "asks": self._asks_waiting(), "bus": self._link.waiting},
            "stuck": invoked["stuck"],
            "assistant": self._runtime.assistant.counters(),
            "tools": [
                {
                    "toolbox_id": tool.toolbox_id,
                    "name": tool.name,
                    "calls": tool.calls,
                    "failed": tool.failed,
                    "p50_ms": round(tool.quantile(0.5), 2),
                    "p95_ms": round(tool.quantile(0.95), 2),
                    "max_ms": round(tool.max_ms, 2),
                }
                for tool in self._runtime.invoker.latencies.by_tool()
            ],
        }

    def _serve(self, port: int) -> None:
        try:
            from prometheus_client import CollectorRegistry, start_http_server
        except ImportError:
            self.problem = (
                "metrics.port is set, but prometheus-client is not installed. "
                "Install it with: pip install 'ovos-phal-plugin-jarvis[metrics]'"
            )
            LOG.error(self.problem)
            return
        registry = CollectorRegistry()
        registry.register(self)
        try:
            self._server = start_http_server(port, addr=ADDRESS, registry=registry)
        except OSError as error:
            self.problem = f"metrics.port: {ADDRESS}:{port} can't be used ({error.strerror}); choose another"
            LOG.error(self.problem)

    def collect(self) -> Iterator[Any]:
        """The same for Prometheus, as ``prometheus_client`` asks for it."""
        from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily

        now = self.measure()
        yield GaugeMetricFamily(f"{_PREFIX}_uptime_seconds", "Since the service began.", now["uptime_s"])
        yield GaugeMetricFamily(f"{_PREFIX}_memory_bytes", "Resident memory of the process.", now["memory_mb"] * 1e6)
        yield GaugeMetricFamily(f"{_PREFIX}_threads", "Threads of the process.", now["threads"])
        yield GaugeMetricFamily(
            f"{_PREFIX}_stuck", "Threads that wait for foreign code past its deadline.", now["stuck"]
        )
        queue = GaugeMetricFamily(f"{_PREFIX}_queue", "What waits.", labels=["for"])
        for name, waiting in now["queue"].items():
            queue.add_metric([name], waiting)
        yield queue
        ended = CounterMetricFamily(f"{_PREFIX}_calls", "Calls of tools, by what became of them.", labels=["outcome"])
        for name, count in now["calls"].items():
            ended.add_metric(["all" if name == "calls" else name], count)
        yield ended
        asked = CounterMetricFamily(
            f"{_PREFIX}_requests", "Requests of the assistant, by how they ended.", labels=["end"]
        )
        for name, count in now["assistant"].items():
            if isinstance(count, int):
                asked.add_metric([name], count)
        yield asked
        labels = ["toolbox", "tool"]
        latency = HistogramMetricFamily(f"{_PREFIX}_tool_seconds", "How long calls took.", labels=labels)
        failures = CounterMetricFamily(f"{_PREFIX}_tool_failures", "Calls that failed.", labels=labels)
        for tool in self._runtime.invoker.latencies.by_tool():
            reached, buckets = 0, []
            for bound, count in zip((*(f"{b / 1000:g}" for b in BOUNDS_MS), "+Inf"), tool.counts, strict=True):
                reached += count
                buckets.append((bound, reached))
            latency.add_metric([tool.toolbox_id, tool.name], buckets, tool.total_ms / 1000)
            failures.add_metric([tool.toolbox_id, tool.name], tool.failed)
        yield latency
        yield failures


def _memory() -> float:
    """Bytes of memory that the process occupies now; at most, where the system does not tell."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()
    except (OSError, ValueError, IndexError):
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return peak if sys.platform == "darwin" else peak * 1024
