"""What stands behind the modules of a node that packages import: this device's own parts."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from ovos_utils.log import LOG

from ovos_phal_plugin_jarvis.commands.agents.alerts import Records
from ovos_phal_plugin_jarvis.commands.node.node import Node, set_node
from ovos_phal_plugin_jarvis.foreign_text import text_of

if TYPE_CHECKING:
    from ovos_phal_plugin_jarvis.runtime.runtime import Runtime

EVERYDAY = "ovos-toolbox-everyday"
"""The toolbox that keeps timers and reminders."""
MEMORIES, RECORD = "ovos-jarvis-memories", "memories"
MAX_MEMORIES, MAX_MEMORY = 50, 300
"""Memories that are kept, and characters of one."""
FOREVER = 24 * 365.0
"""Hours that one is kept at most."""


def put_node(runtime: Runtime, records: Any) -> Node:
    """Put *runtime*'s parts behind the modules; what was put.

    Args:
        runtime: looked at when a package calls, so it may still be in the making.
        records: where memories are kept; None keeps none.
    """

    def part(name: str) -> Any:
        box = runtime.registry.snapshot.toolboxes.get(EVERYDAY)
        return getattr(box.toolbox, name, None) if box is not None else None

    node = Node(
        timers=lambda: part("timers"),
        reminders=lambda: part("reminders"),
        alerts=lambda: runtime.agents.alerts,
        ask_model=lambda prompt, system: runtime.translators.ask(prompt, system),
        remember=(lambda memories: remember(memories, records)) if records is not None else None,
    )
    set_node(node)
    return node


def remember(memories: list[dict[str, Any]], records: Records) -> dict[str, int]:
    """Keep what packages want a model to know; how many of it were new, and how many replaced an older one."""
    now = datetime.now(timezone.utc)
    kept = _living(records, now)
    counts = {"injected": 0, "updated": 0}
    for memory in memories[: MAX_MEMORIES * 10]:
        content = " ".join(text_of(memory.get("content") or "", MAX_MEMORY).split()) if isinstance(memory, dict) else ""
        if not content:
            continue
        key = text_of(memory.get("key") or sha256(content.encode()).hexdigest()[:16], 80)
        hours = memory.get("ttl_hours")
        hours = float(hours) if isinstance(hours, (int, float)) and hours > 0 else FOREVER
        counts["updated" if key in kept else "injected"] += 1
        kept.pop(key, None)
        until = now + timedelta(hours=min(hours, FOREVER))
        kept[key] = {"content": content, "until": until.isoformat()}
    if len(kept) > MAX_MEMORIES:
        LOG.warning(f"{len(kept) - MAX_MEMORIES} older memories of packages are forgotten for newer ones")
    records.save(MEMORIES, RECORD, dict(list(kept.items())[-MAX_MEMORIES:]))
    return counts


def memories(records: Records | None) -> str:
    """What packages want a model to know, a line each."""
    if records is None:
        return ""
    return "\n".join(f"- {kept['content']}" for kept in _living(records, datetime.now(timezone.utc)).values())


def _living(records: Records, now: datetime) -> dict[str, dict[str, str]]:
    found = records.get(MEMORIES, RECORD) or {}
    return {key: kept for key, kept in found.items() if kept["until"] > now.isoformat()}
