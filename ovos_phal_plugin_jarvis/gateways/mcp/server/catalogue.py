"""The tools as MCP names and describes them: what the service lists, and what its policy decides."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from mcp.types import Tool, ToolAnnotations

from ovos_phal_plugin_jarvis.bus import topics
from ovos_phal_plugin_jarvis.gateways.calls import BusCalls

QUICK_SECONDS = 30.0
"""For what the service answers from memory."""
KEPT_SECONDS = 2.0
"""That a list is used again: the policy may change without a word."""
_READS = frozenset({"reading.reads", "reading.computes", "declared.read_only"})


@dataclass(frozen=True)
class Listed:
    """One tool."""

    name: str
    """What it is called here; its own name, or with its toolbox before it where two have that name."""
    own_name: str
    toolbox_id: str
    asks: bool
    """Whether a call of it may need a yes."""
    tool: Tool


class Catalogue:
    """What may be called. Belongs to one event loop."""

    def __init__(self, calls: BusCalls) -> None:
        """
        Args:
            calls: how the service is asked.
        """
        self._calls = calls
        self._kept: tuple[float, dict[str, Listed]] = (0.0, {})
        self._asking = asyncio.Lock()

    async def tools(self, context: Mapping[str, Any]) -> dict[str, Listed]:
        """Name → tool, for each that the policy does not deny.

        Args:
            context: of the messages that ask.

        Raises:
            NoAnswer: no service answers.
        """
        async with self._asking:
            when, known = self._kept
            if known and time.monotonic() - when < KEPT_SECONDS:
                return known
            listed = await self._calls.ask(topics.TOOLS_LIST, {}, context, QUICK_SECONDS)
            status = await self._calls.ask(topics.JARVIS_STATUS, {}, context, QUICK_SECONDS)
            decided = {(d["toolbox_id"], d["name"]): d for d in status.get("policy") or ()}
            found = [tool for tool in listed.get("tools") or () if _may(decided, tool)]
            names = Counter(tool["name"] for tool in found)
            tools = [_listed(tool, decided.get((tool["toolbox_id"], tool["name"]), {}), names) for tool in found]
            self._kept = (time.monotonic(), {each.name: each for each in tools})
            return self._kept[1]

    def forget(self) -> None:
        """Ask again the next time: the tools have changed."""
        self._kept = (0.0, {})


def _may(decided: Mapping[tuple[str, str], Mapping[str, Any]], tool: Mapping[str, Any]) -> bool:
    return decided.get((tool["toolbox_id"], tool["name"]), {}).get("decision") != "deny"


def _listed(tool: Mapping[str, Any], decision: Mapping[str, Any], names: Mapping[str, int]) -> Listed:
    own, box = tool["name"], tool["toolbox_id"]
    name = own if names[own] == 1 else f"{box}__{own}"
    reads = decision.get("rule") in _READS
    annotations = ToolAnnotations(read_only_hint=reads)
    if not reads:
        annotations = ToolAnnotations(read_only_hint=False, destructive_hint=decision.get("decision") != "allow")
    return Listed(
        name,
        own,
        box,
        decision.get("decision") == "ask",
        Tool(
            name=name,
            description=tool["description"],
            input_schema=tool["argument_schema"],
            output_schema=tool["output_schema"],
            annotations=annotations,
        ),
    )
