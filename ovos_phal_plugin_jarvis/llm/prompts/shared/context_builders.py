"""What a node knows of its surroundings, as sections of a prompt.

Each builder takes what agents and nodes send, in which anything may be missing or of the wrong type, and gives a
section that starts with a line break, or an empty string where there is nothing to say.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

_FULL_LIST_LIMIT = 20
"""Up to this many devices are listed one by one; more are counted."""
_DEVICE_AGENTS = ("home_assistant", "device_agent")
_MAX_FACTS, _MOST_AGENTS = 600, 10
"""Characters of what one agent has gathered that a prompt holds, and agents of whom it tells."""
_DOMAINS = {
    "switch": "switches",
    "lock": "locks",
    "cover": "covers",
    "climate": "thermostats",
    "fan": "fans",
    "media_player": "media players",
    "scene": "scenes",
}


def build_direct_answer_section(available_commands: Iterable[Mapping[str, Any]] | None) -> str:
    """Which commands have to be called, and for which the model may answer from what it knows.

    A command without ``allow_direct_answer`` has to be called, as the command interface has it.
    """
    must: set[str] = set()
    may: set[str] = set()
    for command in _mappings(available_commands):
        name = command.get("command_name")
        if isinstance(name, str) and name:
            (may if command.get("allow_direct_answer") is True else must).add(name)
    lines = []
    if must:
        lines.append(f"- Always call: {', '.join(sorted(must))}")
    if may:
        lines.append(f"- May be answered without a call: {', '.join(sorted(may))}")
    return _section("Direct answers:", lines)


def build_agent_context_summary(node_context: Mapping[str, Any] | None) -> str:
    """The devices of the home in a few lines: all of them where they are few, else how many of each kind."""
    devices = _devices(node_context)
    if not devices:
        return ""
    if len(devices) <= _FULL_LIST_LIMIT:
        return build_agent_context_by_room(node_context)
    counts: dict[str, int] = {}
    for device in devices:
        counts[device["kind"]] = counts.get(device["kind"], 0) + 1
    labels = {"light": "lights", **_DOMAINS}
    lines = ["- " + ", ".join(f"{counts[kind]} {labels.get(kind, kind)}" for kind in sorted(counts))]
    lines += _floors(node_context) + _room_hint(node_context)
    return _section("Devices:", lines) + build_room_hierarchy_section(node_context)


def build_agent_context_by_room(node_context: Mapping[str, Any] | None) -> str:
    """Every device with its entity id and state, grouped by room; those without a room come last."""
    rooms: dict[str, list[str]] = {}
    for device in _devices(node_context):
        state = f" ({device['state']})" if device["state"] else ""
        rooms.setdefault(device["room"], []).append(f"- {device['entity_id']}: {device['name']}{state}")
    if not rooms:
        return ""
    lines = _floors(node_context)
    for room in sorted(rooms, key=lambda name: (not name, name)):
        lines += [f"{room or 'No room'}:", *rooms[room]]
    return _section("Devices by room (use the ids exactly as written):", lines + _room_hint(node_context))


def build_agent_context_section(node_context: Mapping[str, Any] | None) -> str:
    """As :func:`build_agent_context_by_room`; the older name for it."""
    return build_agent_context_by_room(node_context)


def build_room_hierarchy_section(node_context: Mapping[str, Any] | None) -> str:
    """Which rooms lie inside which, from ``room_hierarchy``: ``[{"id", "name", "parent_room_id"}]``."""
    rooms = [room for room in _mappings(_get(node_context, "room_hierarchy")) if room.get("name")]
    names = {room["id"]: str(room["name"]) for room in rooms if isinstance(room.get("id"), str | int)}
    inside: dict[str, list[str]] = {}
    for room in rooms:
        parent = room.get("parent_room_id")
        if isinstance(parent, str | int) and parent in names:
            inside.setdefault(names[parent], []).append(str(room["name"]))
    if not inside:
        return ""
    lines = [f"- {parent}: {', '.join(children)}" for parent, children in inside.items()]
    return _section("Rooms (a request for a room means those inside it too):", lines)


def build_agent_facts_section(node_context: Mapping[str, Any] | None) -> str:
    """What agents have gathered, those of the devices aside, which have sections of their own: a line of JSON each."""
    agents = _get(node_context, "agents")
    lines = []
    for name, facts in agents.items() if isinstance(agents, Mapping) else ():
        if name in _DEVICE_AGENTS or not isinstance(facts, Mapping) or not facts or "last_error" in facts:
            continue
        try:
            written = json.dumps(facts, ensure_ascii=False, default=str)
        except (TypeError, ValueError, RecursionError):
            continue
        lines.append(f"- {name}: {written}"[:_MAX_FACTS])
    return _section("Gathered by this device:", lines[:_MOST_AGENTS])


def build_tool_guidance_section(tools: Iterable[Mapping[str, Any]] | None) -> str:
    """What tools ask to be told in the prompt (``included_system_prompt_text``), each text once."""
    texts = [tool.get("included_system_prompt_text") for tool in _mappings(tools)]
    unique = dict.fromkeys(text.strip() for text in texts if isinstance(text, str) and text.strip())
    return _section("Tool guidance:", [f"- {text}" for text in unique])


def build_request_context(
    node_context: Mapping[str, Any] | None, timezone: str | None = None, now: datetime | None = None
) -> str:
    """What may change from request to request: place, speaker, style, day, memories, devices.

    The time of day is left out: it would make every prompt a new one, and tools know it.
    """
    facts = [
        f"{label}={value}"
        for label, value in (
            ("room", _get(node_context, "room")),
            ("user", _get(node_context, "speaker_name") or _get(node_context, "user")),
            ("style", _get(node_context, "voice_mode")),
        )
        if value and value not in ("unknown", "default")
    ]
    lines = [f"Context: {', '.join(facts)}"] if facts else []
    if now is not None:
        zone = f", time zone {timezone}" if timezone else ""
        lines.append(f"Today is {now:%A}, {now:%Y-%m-%d}{zone}.")
    elif timezone:
        lines.append(f"Time zone: {timezone}.")
    memories = _get(node_context, "user_memories")
    if memories:
        lines.append(f"Known about the user:\n{memories}")
    devices = build_agent_context_summary(node_context)
    hierarchy = build_room_hierarchy_section(node_context)
    if hierarchy not in devices:
        devices += hierarchy
    return ("\n".join(lines) + devices + build_agent_facts_section(node_context)).strip()


def _section(title: str, lines: list[str]) -> str:
    return "\n" + "\n".join([title, *lines]) + "\n" if lines else ""


def _get(node_context: Any, key: str) -> Any:
    return node_context.get(key) if isinstance(node_context, Mapping) else None


def _mappings(values: Any) -> list[Mapping[str, Any]]:
    if not isinstance(values, list | tuple):
        return []
    return [value for value in values if isinstance(value, Mapping)]


def _home(node_context: Any) -> Mapping[str, Any]:
    """What the device agent publishes: Home Assistant's where it is there, else the built-in one's."""
    agents = _get(node_context, "agents")
    for name in _DEVICE_AGENTS:
        data = _get(agents, name)
        if isinstance(data, Mapping):
            return data
    return {}


def _devices(node_context: Any) -> list[dict[str, str]]:
    """Every device that can be reached, once: room groups of lights first, then single devices."""
    home = _home(node_context)
    found: dict[str, dict[str, str]] = {}
    groups = home.get("light_controls")
    for name, info in groups.items() if isinstance(groups, Mapping) else ():
        _add_device(found, info, kind="light", name=str(name))
    controls = home.get("device_controls")
    for kind, entries in controls.items() if isinstance(controls, Mapping) else ():
        for info in _mappings(entries):
            _add_device(found, info, kind=str(kind))
    return list(found.values())


def _add_device(found: dict[str, dict[str, str]], info: Any, *, kind: str, name: str = "") -> None:
    if not isinstance(info, Mapping) or info.get("state") == "unavailable":
        return
    entity_id = str(info.get("entity_id") or "")
    if entity_id and entity_id not in found:
        found[entity_id] = {
            "entity_id": entity_id,
            "kind": kind,
            "name": name or str(info.get("name") or ""),
            "room": str(info.get("area") or ""),
            "state": str(info.get("state") or ""),
        }


def _floors(node_context: Any) -> list[str]:
    floors = _home(node_context).get("floors")
    if not isinstance(floors, Mapping):
        return []
    return [f"{floor}: {', '.join(map(str, areas))}" for floor, areas in floors.items() if isinstance(areas, list)]


def _room_hint(node_context: Any) -> list[str]:
    room = _get(node_context, "room")
    return [f"Where no room is named, {room} is meant."] if room and room != "unknown" else []
