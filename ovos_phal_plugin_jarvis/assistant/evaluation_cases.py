"""The cases of ``ovos-jarvis eval``: utterances, and what each should become."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any


class CasesError(ValueError):
    """A file of cases can't be used. The message is one line that names the file, the line and what is wrong."""


@dataclass(frozen=True)
class Case:
    """One utterance and what it should become."""

    utterance: str
    command: str | None
    """None: no tool should be called."""
    parameters: Mapping[str, Any] = field(default_factory=dict)


def load_cases(path: Path) -> tuple[Case, ...]:
    """The cases in the JSON Lines file at *path*.

    Raises:
        CasesError: it can't be read, holds no case, or a line is no case.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise CasesError(f"{path}: can't be read: {getattr(error, 'strerror', None) or error}") from None
    # Not splitlines(): JSON may hold other line separators as they are.
    return parse_cases(text.split("\n"), str(path))


def parse_cases(lines: Iterable[str], source: str = "cases") -> tuple[Case, ...]:
    """The cases in *lines*, read from *source*; empty lines are passed over.

    Raises:
        CasesError: see :func:`load_cases`.
    """
    cases = []
    for number, line in enumerate(lines, 1):
        if line.strip():
            try:
                item = json.loads(line)
            except ValueError as error:
                raise CasesError(f"{source}:{number}: is no JSON: {error}") from None
            cases.append(_case(item, f"{source}:{number}"))
    if not cases:
        raise CasesError(
            f"{source}: holds no case; a case is a line "
            '{"utterance": "…", "command": "NAME" or null, "parameters": {…}}'
        )
    return tuple(cases)


def _case(item: Any, place: str) -> Case:
    if not isinstance(item, dict):
        raise CasesError(f"{place}: expected an object, got {type(item).__name__}")
    if not isinstance(item.get("utterance"), str):
        raise CasesError(f"{place}: 'utterance' must be a text")
    if "command" not in item or not isinstance(item["command"], str | None):
        raise CasesError(f"{place}: 'command' must be a command's name, or null where no tool should be called")
    parameters = item.get("parameters")
    if not isinstance(parameters, dict | None):
        raise CasesError(f"{place}: 'parameters' must be an object")
    return Case(item["utterance"], item["command"], parameters or {})
