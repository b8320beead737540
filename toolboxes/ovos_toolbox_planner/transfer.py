"""The whole of one user's planner as JSON or Markdown, and back from JSON."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any
from uuid import uuid4

from ovos_toolbox_planner.allowlist import MAX_TITLE, TASK_TYPES
from ovos_toolbox_planner.matching import folded
from ovos_toolbox_planner.planner import MAX_NOTE
from ovos_toolbox_planner.storage import Change, Storage

FORMAT = "ovos-toolbox-planner"
VERSION = 1


class ImportFailed(ValueError):
    """What is to be imported can't be; nothing was. The message names the place and what is wrong there."""


def exported(storage: Storage, owner: str) -> dict[str, Any]:
    """Everything of *owner*'s, as JSON. Raises ``StorageFailed``."""
    habits = storage.select("SELECT uid, name FROM habits WHERE owner = ? ORDER BY place, uid", owner)
    done = storage.select("SELECT habit, day FROM habit_days WHERE owner = ? ORDER BY day", owner)
    tasks = storage.select(
        "SELECT uid, day, title, type, completed FROM tasks WHERE owner = ? ORDER BY day, place, uid", owner
    )
    return {
        "format": FORMAT,
        "version": VERSION,
        "tasks": [{**task, "completed": bool(task["completed"])} for task in tasks],
        "habits": [{**habit, "done": [row["day"] for row in done if row["habit"] == habit["uid"]]} for habit in habits],
        "reflections": storage.select("SELECT day, text FROM reflections WHERE owner = ? ORDER BY day", owner),
    }


def imported(storage: Storage, owner: str, data: Any) -> dict[str, int]:
    """Add what ``exported`` wrote to what *owner* has; one change, which can be taken back.

    An entry of the same ``uid`` becomes what is imported; a habit of the same name gets the days; to a note of the same
    day that is another, the text is appended. Nothing is removed.

    Returns:
        How many ``tasks``, ``habits`` and ``reflections`` were read.

    Raises:
        ImportFailed: *data* is no export; nothing was changed.
        StorageFailed: the file can't be written.
    """
    read = _checked(data)
    with storage.change(owner, "import", {}) as change:
        place = change.next_place("tasks")
        for at, task in enumerate(read["tasks"]):
            found = change.select("SELECT place FROM tasks WHERE owner = ? AND uid = ?", owner, task["uid"])
            change.put("tasks", **task, place=found[0]["place"] if found else place + at)
        for habit in read["habits"]:
            _import_habit(change, owner, habit)
        for note in read["reflections"]:
            found = change.select("SELECT text FROM reflections WHERE owner = ? AND day = ?", owner, note["day"])
            there = found[0]["text"] if found else ""
            if note["text"] not in there:
                change.put("reflections", day=note["day"], text=f"{there}\n{note['text']}" if there else note["text"])
    return {name: len(entries) for name, entries in read.items()}


def markdown(storage: Storage, owner: str) -> str:
    """Everything of *owner*'s, to be read by people: the days with their tasks and notes, then the habits."""
    data = exported(storage, owner)
    lines = ["# Planner", ""]
    days = sorted({entry["day"] for entry in (*data["tasks"], *data["reflections"])})
    for day in days:
        lines += [f"## {day}", ""]
        tasks = [task for task in data["tasks"] if task["day"] == day]
        lines += [f"- [{'x' if t['completed'] else ' '}] {_line(t['title'])}{_mark(t['type'])}" for t in tasks]
        lines += [""] if tasks else []
        for note in (note["text"] for note in data["reflections"] if note["day"] == day):
            lines += [*(f"> {line}" for line in note.split("\n")), ""]
    if data["habits"]:
        lines += ["## Habits", ""]
        lines += [f"- {_line(h['name'])}: {', '.join(h['done']) or '—'}" for h in data["habits"]]
        lines += [""]
    return "\n".join(lines)


def _import_habit(change: Change, owner: str, habit: Mapping[str, Any]) -> None:
    there = change.select("SELECT * FROM habits WHERE owner = ?", owner)
    uid = next((row["uid"] for row in there if row["uid"] == habit["uid"]), None)
    uid = uid or next((row["uid"] for row in there if folded(row["name"]) == folded(habit["name"])), None)
    if uid is None:
        uid = habit["uid"]
        change.put("habits", uid=uid, name=habit["name"], place=change.next_place("habits"))
    for day in habit["done"]:
        change.put("habit_days", habit=uid, day=day)


def _line(text: str) -> str:
    return " ".join(text.split())


def _mark(kind: str | None) -> str:
    return f" ({kind})" if kind else ""


def _checked(data: Any) -> dict[str, list[dict[str, Any]]]:
    if not isinstance(data, Mapping) or data.get("format") != FORMAT:
        raise ImportFailed(f"this is no export of a planner: 'format' must be '{FORMAT}'")
    if data.get("version") != VERSION:
        raise ImportFailed(f"'version' must be {VERSION}, got {str(data.get('version'))[:20]}; upgrade the toolbox")
    tasks = [
        {
            "uid": _uid(entry, place),
            "day": _day(entry.get("day"), f"{place}.day"),
            "title": _text(entry.get("title"), MAX_TITLE, f"{place}.title"),
            "type": _kind(entry.get("type"), f"{place}.type"),
            "completed": int(_bool(entry.get("completed"), f"{place}.completed")),
        }
        for place, entry in _entries(data, "tasks")
    ]
    habits = [
        {
            "uid": _uid(entry, place),
            "name": _text(entry.get("name"), MAX_TITLE, f"{place}.name"),
            "done": [_day(day, f"{place}.done") for day in _list(entry.get("done", []), f"{place}.done")],
        }
        for place, entry in _entries(data, "habits")
    ]
    notes = [
        {
            "day": _day(entry.get("day"), f"{place}.day"),
            "text": _text(entry.get("text"), MAX_NOTE, f"{place}.text"),
        }
        for place, entry in _entries(data, "reflections")
    ]
    return {"tasks": tasks, "habits": habits, "reflections": notes}


def _entries(data: Mapping[str, Any], name: str) -> list[tuple[str, Mapping[str, Any]]]:
    entries = []
    for at, entry in enumerate(_list(data.get(name, []), name)):
        if not isinstance(entry, Mapping):
            raise ImportFailed(f"{name}[{at}]: must be an object")
        entries.append((f"{name}[{at}]", entry))
    return entries


def _list(value: Any, place: str) -> list[Any]:
    if not isinstance(value, list):
        raise ImportFailed(f"{place}: must be a list")
    return value


def _uid(entry: Mapping[str, Any], place: str) -> str:
    uid = entry.get("uid", None)
    if uid is None:
        return uuid4().hex
    return _text(uid, 64, f"{place}.uid")


def _day(value: Any, place: str) -> str:
    try:
        day = date.fromisoformat(value) if isinstance(value, str) else None
    except ValueError:
        day = None
    if day is None:
        raise ImportFailed(f"{place}: {str(value)[:40]!r} is no day; write it as 2026-03-01")
    return day.isoformat()


def _text(value: Any, limit: int, place: str) -> str:
    if not isinstance(value, str) or not value.strip() or len(value) > limit:
        raise ImportFailed(f"{place}: must be a text of 1 to {limit} characters")
    return value


def _kind(value: Any, place: str) -> str | None:
    if value is not None and value not in TASK_TYPES:
        raise ImportFailed(f"{place}: must be one of {', '.join(TASK_TYPES)}, or null")
    return value


def _bool(value: Any, place: str) -> bool:
    if not isinstance(value, bool):
        raise ImportFailed(f"{place}: must be true or false")
    return value
