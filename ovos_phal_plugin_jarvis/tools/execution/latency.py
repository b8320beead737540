"""How long the calls of each tool took, in counts that never grow."""

from __future__ import annotations

import threading
from bisect import bisect_left
from dataclasses import dataclass, field

BOUNDS_MS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 30_000)
"""Upper bounds of what is counted together; one more count holds what took longer."""
MAX_TOOLS = 2000


@dataclass
class ToolLatency:
    """The calls of one tool that have ended."""

    toolbox_id: str
    name: str
    calls: int = 0
    failed: int = 0
    total_ms: float = 0.0
    max_ms: float = 0.0
    counts: list[int] = field(default_factory=lambda: [0] * (len(BOUNDS_MS) + 1))

    def quantile(self, share: float) -> float:
        """Milliseconds within which *share* of the calls ended, as exactly as the bounds allow."""
        wanted, before = share * self.calls, 0
        for number, count in enumerate(self.counts):
            if count and before + count >= wanted:
                low = BOUNDS_MS[number - 1] if number else 0
                high = BOUNDS_MS[number] if number < len(BOUNDS_MS) else self.max_ms
                return min(self.max_ms, low + (high - low) * (wanted - before) / count)
            before += count
        return 0.0


class Latencies:
    """Counts calls by tool. Its methods may be called from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._tools: dict[tuple[str, str], ToolLatency] = {}

    def add(self, toolbox_id: str, name: str, elapsed_ms: float, failed: bool) -> None:
        """Count a call that has ended. Tools beyond :data:`MAX_TOOLS` are counted together, without a name."""
        with self._lock:
            key = (toolbox_id, name)
            if key not in self._tools and len(self._tools) >= MAX_TOOLS:
                key = ("", "")
            tool = self._tools.setdefault(key, ToolLatency(*key))
            tool.calls += 1
            tool.failed += failed
            tool.total_ms += elapsed_ms
            tool.max_ms = max(tool.max_ms, elapsed_ms)
            tool.counts[bisect_left(BOUNDS_MS, elapsed_ms)] += 1

    def by_tool(self) -> list[ToolLatency]:
        """A copy of the counts, the tool with most calls first."""
        with self._lock:
            copies = [ToolLatency(**{**vars(tool), "counts": list(tool.counts)}) for tool in self._tools.values()]
        return sorted(copies, key=lambda tool: (-tool.calls, tool.toolbox_id, tool.name))
