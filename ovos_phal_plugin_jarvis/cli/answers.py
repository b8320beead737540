"""How an answer looks to people: what was called and how it went, the words, the buttons, what is waited for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timezone
from typing import Any

from rich.text import Text

from ovos_phal_plugin_jarvis.cli.output import err, out

_LOOKS = {
    "done": ("→", "dim", ""),
    "failed": ("✗", "red", ""),
    "waiting": ("?", "yellow", ""),
    "planned": ("→", "dim", "  (not run)"),
    "not run": ("–", "dim", "  (not run)"),
}
"""How a call went → the mark before it, its style, what stands behind it."""


@dataclass(frozen=True)
class Shown:
    """A button that an answer showed."""

    text: str
    action: str
    command: str | None
    """Whose it is, where the answer tells."""


def show(reply: Mapping[str, Any], *, planned: bool = False) -> None:
    """Print an answer: the calls on stderr, the words and the buttons on stdout.

    Args:
        reply: the document of ``say --json``.
        planned: it was asked for as a plan, so nothing has run.
    """
    waits = reply["confirmation_required"] and not planned
    for command, fate in zip(reply["commands"], _fates(reply, planned), strict=True):
        mark, style, behind = _LOOKS[fate]
        arguments = ", ".join(f"{key}={value!r}" for key, value in command["arguments"].items())
        err.print(Text(f"{mark} {command['name']}({arguments}){behind}", style=style))
    if reply["say"]:  # a plan that is not run has nothing to say
        out.print(Text(reply["say"], style="bold" if reply["expect_response"] else ""))
    shown = buttons(reply)
    for place, button in enumerate(shown, 1):
        out.print(Text(f"  [{place}] {button.text}", style="cyan"))
    if waits:
        err.print(Text(f"Nothing has run yet: yes or no?{_within(reply)}", style="yellow"))


def follow(reply: Mapping[str, Any], awaited: dict[str, datetime | None]) -> None:
    """Keep up with what the service is to tell of later: timers, alarms, reminders.

    Args:
        reply: the document of ``say --json``.
        awaited: id → when it is due, None where that is not said; changed by what was set and cancelled.
    """
    for result in reply["results"]:
        answer = result.get("result")
        data = answer.get("context_data") if isinstance(answer, Mapping) else None
        if not isinstance(data, Mapping):
            continue
        gone = data.get("cancelled")
        for item in gone if isinstance(gone, list) else ():
            awaited.pop(_id_of(item), None)
        if data.get("announced_here") is True:
            awaited[_id_of(data)] = _due(data)


def _id_of(data: Any) -> str:
    """Of a timer, an alarm or a reminder."""
    members = data.items() if isinstance(data, Mapping) else ()
    return next((str(value) for key, value in members if str(key).endswith("_id")), "")


def _due(data: Mapping[str, Any]) -> datetime | None:
    for key in ("ends_at", "due_at", "next"):
        try:
            return datetime.fromisoformat(data[key]).astimezone(timezone.utc)
        except (KeyError, TypeError, ValueError):
            continue  # each kind of them calls it otherwise
    return None


def buttons(reply: Mapping[str, Any]) -> tuple[Shown, ...]:
    """The buttons of an answer, in the order in which they are numbered."""
    owners: dict[str, str] = {}
    for result in reply["results"]:
        for action in _actions(result.get("result")):
            owners.setdefault(str(action.get("button_action")), str(result.get("name")))
    return tuple(
        Shown(
            str(action.get("button_text") or action["button_action"]),
            action["button_action"],
            owners.get(action["button_action"]),
        )
        for action in _actions(reply)
        if isinstance(action.get("button_action"), str)
    )


def refusal(utterance: str, answer: Mapping[str, Any]) -> dict[str, Any]:
    """An answer that is an error, in the form that every other has too: who reads one need not tell them apart."""
    nothing = {
        "utterance": utterance[:200],
        "say": answer["error"],
        "commands": [],
        "results": [],
        "translator": None,
        "expect_response": False,
        "confirmation_required": False,
        "elapsed_ms": 0,
    }
    return {**nothing, **answer}


def _actions(value: Any) -> Sequence[Mapping[str, Any]]:
    actions = value.get("actions") if isinstance(value, Mapping) else None
    return [action for action in actions if isinstance(action, Mapping)] if isinstance(actions, list) else []


def _fates(reply: Mapping[str, Any], planned: bool) -> list[str]:
    """How each call of an answer went."""
    if planned or reply["confirmation_required"]:
        return ["planned" if planned else "waiting"] * len(reply["commands"])
    names = [command["name"] for command in reply["commands"]]
    ends: dict[str, list[str]] = {name: [] for name in names}
    for result in reply["results"]:
        if result["name"] in ends:
            ends[result["name"]].append("failed" if "error" in result else "done")
    for name, found in ends.items():
        # What was refused comes first, and is no call any more.
        del found[: max(0, len(found) - names.count(name))]
    return [ends[name].pop(0) if ends[name] else "not run" for name in names]


def _within(reply: Mapping[str, Any]) -> str:
    seconds = (reply.get("confirmation") or {}).get("expires_in")
    return f" ({seconds:.0f} s)" if isinstance(seconds, int | float) else ""
