"""Routines: several calls under one name, as packages bring them and as users have changed them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from ovos_utils.log import LOG

from ovos_phal_plugin_jarvis.commands.loading.found import LoadedRoutine
from ovos_phal_plugin_jarvis.foreign_text import error_text, log_error

OWNER = "routine"
"""Where users' own copies and the texts behind ``@name`` are kept."""
BINDINGS = "bindings:"
MAX_BYTES = 200_000
MAX_STEPS = 20
MAX_PHRASES = 100
MAX_PHRASE = 200


class BrokenRoutine(ValueError):
    """A routine that can't be used. The message names the field and what should stand there."""


class Records(Protocol):
    """Where records are kept, such as ``stores.data.DataStore``."""

    def items(self, command: str) -> dict[str, dict[str, Any]]: ...


@dataclass(frozen=True)
class Step:
    """One call of a routine."""

    command: str
    arguments: Mapping[str, Any] = field(default_factory=dict)
    label: str = ""
    """How people call it."""


@dataclass(frozen=True)
class Routine:
    """A routine as it stands now."""

    name: str
    phrases: tuple[str, ...]
    """What is said for it."""
    steps: tuple[Step, ...]
    """With the texts that are bound to ``@name``; a step that lacks one is not among them."""
    unbound: tuple[str, ...] = ()
    """The labels of those steps."""


def read_routines(loaded: Iterable[LoadedRoutine], records: Records | None) -> list[Routine]:
    """Every routine there is: those of packages, and over them those that the user has changed or made.

    One that can't be used is logged and left out.
    """
    try:
        kept = records.items(OWNER) if records is not None else {}
    except Exception as error:  # noqa: BLE001 - a routine that packages bring needs no store
        log_error("routines that the user has changed can't be read", error)
        kept = {}
    given: dict[str, Any] = {}
    for routine in loaded:
        try:
            given[routine.name] = load_file(routine.file)
        except BrokenRoutine as error:
            LOG.warning(f"routine '{routine.name}' of '{routine.package.name}' is left out: {error}")
    given |= {key: record for key, record in kept.items() if not key.startswith(BINDINGS)}
    found = []
    for name, content in given.items():
        try:
            found.append(routine_of(name, content, kept.get(f"{BINDINGS}{name}") or {}))
        except BrokenRoutine as error:
            LOG.warning(f"routine '{name}' is left out: {error}")
    return found


def load_file(path: Path) -> Any:
    """What a ``routine.json`` holds.

    Raises:
        BrokenRoutine: it is no JSON, or too large.
    """
    try:
        if path.stat().st_size > MAX_BYTES:
            raise BrokenRoutine(f"{path.name} is larger than {MAX_BYTES} bytes")
        return json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        if isinstance(error, BrokenRoutine):
            raise
        raise BrokenRoutine(f"{path.name} is no JSON: {error_text(error)}") from None


def routine_of(name: str, content: Any, bound: Mapping[str, Any] | None = None) -> Routine:
    """A routine from what its file or the user's copy holds.

    Args:
        name: what it is called by.
        content: ``trigger_phrases``, ``steps``, ``placeholders`` and more that is not read here.
        bound: placeholder → the user's text.

    Raises:
        BrokenRoutine: naming the field that is missing or wrong.
    """
    if not isinstance(content, Mapping):
        raise BrokenRoutine("it must be an object with 'trigger_phrases' and 'steps'")
    phrases = content.get("trigger_phrases")
    if not isinstance(phrases, list) or not phrases or not all(isinstance(p, str) and p.strip() for p in phrases):
        raise BrokenRoutine("'trigger_phrases' must be a list of texts")
    steps = content.get("steps")
    if not isinstance(steps, list) or not 0 < len(steps) <= MAX_STEPS:
        raise BrokenRoutine(f"'steps' must be a list of 1 to {MAX_STEPS} steps")
    placeholders = content.get("placeholders")
    placeholders = placeholders if isinstance(placeholders, Mapping) else {}
    kept: list[Step] = []
    unbound: list[str] = []
    for place, step in enumerate(steps, 1):
        if not isinstance(step, Mapping) or not isinstance(step.get("command"), str) or not step["command"]:
            raise BrokenRoutine(f"step {place} has no 'command'")
        arguments = step.get("args") or {}
        if not isinstance(arguments, Mapping):
            raise BrokenRoutine(f"'args' of step {place} must be an object")
        label = step.get("label") if isinstance(step.get("label"), str) else ""
        label = label or step["command"].replace("_", " ")
        filled, missing = _bound(arguments, placeholders, bound or {})
        if missing:
            unbound.append(label)
        else:
            kept.append(Step(step["command"], filled, label))
    return Routine(name, tuple(p[:MAX_PHRASE] for p in phrases[:MAX_PHRASES]), tuple(kept), tuple(unbound))


def _bound(
    arguments: Mapping[str, Any], placeholders: Mapping[str, Any], bound: Mapping[str, Any]
) -> tuple[dict[str, Any], bool]:
    """The arguments with what stands behind ``@name``, and whether one that is required has nothing behind it."""
    filled: dict[str, Any] = {}
    missing = False
    for name, value in arguments.items():
        if isinstance(value, str) and value.startswith("@") and len(value) > 1:
            text = bound.get(value[1:])
            told = placeholders.get(value[1:])
            if text not in (None, ""):
                filled[name] = text
            elif not isinstance(told, Mapping) or told.get("required", True) is not False:
                missing = True
        elif value is not None:
            filled[name] = value
    return filled, missing
