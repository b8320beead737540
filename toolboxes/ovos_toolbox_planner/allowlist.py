"""The commands of the AI-commands guide, and the tools that carry them out.

The allowlist is the guide's to the letter: kinds, fields, types and limits. ``command_of`` and ``call_of`` translate
both ways; ``checked`` is the guide's output validation: what is unknown or invalid is dropped, what is too long is
clamped, and no more than five remain.

    >>> command_of("task_set_completed", {"title": "call mom", "completed": True})
    {'kind': 'task.setCompleted', 'title': 'call mom', 'completed': True}
    >>> call_of({"kind": "date.shift", "days": 1})
    ('date_shift', {'days': 1})
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from types import MappingProxyType
from typing import Any

from ovos_phal_plugin_jarvis.sdk.date_keys import days_of
from ovos_toolbox_planner.matching import clamped

MAX_COMMANDS = 5
MAX_SHIFT = 365
MAX_TITLE = 140
MAX_APPENDED = 1500
MAX_REFLECTION = 4000
TASK_TYPES = ("must-win", "nice-to-do")
_YMD = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)


@dataclass(frozen=True)
class Field:
    """One field of a command."""

    name: str
    """As the guide has it, such as ``taskType``."""
    argument: str
    """As the tool has it, such as ``task_type``."""
    read: Callable[[Any], Any]
    """The value as it may be passed on; raises ValueError for one that may not."""
    required: bool = True


def read_days(value: Any) -> int:
    """A whole number of days from -365 to 365. Raises ValueError for anything else."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)  # 1.0 is an integer where JSON comes from
    if not isinstance(value, int) or isinstance(value, bool) or not -MAX_SHIFT <= value <= MAX_SHIFT:
        raise ValueError(f"must be a whole number from -{MAX_SHIFT} to {MAX_SHIFT}")
    return value


def read_ymd(value: Any) -> str:
    """A day of the calendar as ``YYYY-MM-DD``. Raises ValueError for anything else."""
    if not isinstance(value, str) or not _YMD.fullmatch(value):
        raise ValueError("must be a date in the form YYYY-MM-DD")
    return date.fromisoformat(value).isoformat()


def read_text(value: Any, limit: int, *, empty: bool = False) -> str:
    """A text, cut to *limit* characters. Raises ValueError where it is none, or says nothing and *empty* is False."""
    if not isinstance(value, str):
        raise ValueError("must be a text")
    kept = clamped(value, limit)
    if not kept and not empty:
        raise ValueError("must not be empty")
    return kept


def read_bool(value: Any) -> bool:
    """True or false. Raises ValueError for anything else."""
    if not isinstance(value, bool):
        raise ValueError("must be true or false")
    return value


def read_type(value: Any) -> str:
    """``must-win`` or ``nice-to-do``. Raises ValueError for anything else."""
    if value not in TASK_TYPES:
        raise ValueError(f"must be one of {', '.join(TASK_TYPES)}")
    return str(value)


def _title(name: str) -> Field:
    return Field(name, name, lambda value: read_text(value, MAX_TITLE))


_COMPLETED = Field("completed", "completed", read_bool)
FIELDS: Mapping[str, tuple[Field, ...]] = MappingProxyType(
    {
        "date.shift": (Field("days", "days", read_days),),
        "date.set": (Field("ymd", "ymd", read_ymd),),
        "habit.create": (_title("name"),),
        "task.create": (_title("title"), Field("taskType", "task_type", read_type, required=False)),
        "task.setCompleted": (_title("title"), _COMPLETED),
        "task.delete": (_title("title"),),
        "habit.setCompleted": (_title("name"), _COMPLETED),
        "reflection.append": (Field("text", "text", lambda value: read_text(value, MAX_APPENDED)),),
        "reflection.set": (Field("text", "text", lambda value: read_text(value, MAX_REFLECTION, empty=True)),),
    }
)
"""Kind → its fields. A command has these and no others."""
TOOL_OF: Mapping[str, str] = MappingProxyType(
    {kind: re.sub(r"[.]|(?=[A-Z])", "_", kind).lower() for kind in FIELDS}  # "task.setCompleted": task_set_completed
)
"""Kind of command → name of the tool."""
KIND_OF: Mapping[str, str] = MappingProxyType({tool: kind for kind, tool in TOOL_OF.items()})
"""Name of the tool → kind of command."""


class NotAllowed(ValueError):
    """What is no command of the allowlist. The message names what is wrong with it."""


def command_of(tool: str, arguments: Mapping[str, Any], today: date | None = None) -> dict[str, Any]:
    """The command that a tool call is.

    Args:
        tool: name of the tool.
        arguments: of the call, as a translator gives them: a day may be a date key.
        today: what date keys are counted from; None where there are none.

    Raises:
        NotAllowed: the tool is none of the allowlist (``list_tasks`` reads back), or an argument is invalid.
    """
    kind = KIND_OF.get(tool)
    if kind is None:
        raise NotAllowed(f"no kind of command is carried out by '{str(tool)[:60]}'")
    given: dict[str, Any] = {
        field.name: arguments[field.argument] for field in FIELDS[kind] if field.argument in arguments
    }
    if kind == "date.set" and today is not None and isinstance(given.get("ymd"), str):
        given["ymd"] = _day_of_key(given["ymd"], today)
    return command({"kind": kind, **given})


def call_of(given: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """The tool and the arguments that a command stands for.

    Raises:
        NotAllowed: it is none of the allowlist.
    """
    checked_command = command(given)
    fields = {field.name: field.argument for field in FIELDS[checked_command["kind"]]}
    return TOOL_OF[checked_command["kind"]], {
        fields[name]: value for name, value in checked_command.items() if name != "kind"
    }


def command(given: Any) -> dict[str, Any]:
    """One command as it may be executed: its own fields only, in their order, texts clamped.

    Raises:
        NotAllowed: it is none of the allowlist.
    """
    kind = given.get("kind") if isinstance(given, Mapping) else None
    if not isinstance(kind, str) or kind not in FIELDS:
        raise NotAllowed(f"there is no kind of command {str(kind)[:60]!r}; there are {', '.join(FIELDS)}")
    made: dict[str, Any] = {"kind": kind}
    for field in FIELDS[kind]:
        value = given.get(field.name)
        if value is None and not field.required:
            continue
        try:
            made[field.name] = field.read(value)
        except ValueError as error:
            raise NotAllowed(f"{kind}: '{field.name}' {error}") from None
    return made


def checked(commands: Any) -> tuple[list[dict[str, Any]], list[str]]:
    """What of *commands* may be executed, in order, at most ``MAX_COMMANDS``.

    Args:
        commands: what a translator answered; anything at all.

    Returns:
        The commands, and a line for each one that was dropped, for a log.
    """
    kept: list[dict[str, Any]] = []
    dropped: list[str] = []
    if not isinstance(commands, list | tuple):
        return kept, ["'commands' is no list"]
    for given in commands:
        try:
            made = command(given)
        except NotAllowed as error:
            dropped.append(str(error))
            continue
        if len(kept) < MAX_COMMANDS:
            kept.append(made)
        else:
            dropped.append(f"{made['kind']}: more than {MAX_COMMANDS} commands")
    return kept, dropped


def commands_of(
    calls: Iterable[tuple[str, Mapping[str, Any]]], today: date | None = None
) -> tuple[list[dict[str, Any]], list[str]]:
    """The commands that planned tool calls are, as ``checked`` returns them; *today* as for ``command_of``."""
    made: list[dict[str, Any]] = []
    dropped: list[str] = []
    for tool, arguments in calls:
        try:
            made.append(command_of(tool, arguments, today))
        except NotAllowed as error:
            dropped.append(str(error))
    kept, more = checked(made)
    return kept, dropped + more


def _day_of_key(text: str, today: date) -> str:
    try:
        return days_of(text.strip().lower().replace("-", "_").replace(" ", "_"), today)[0][0].isoformat()
    except (KeyError, ValueError, OverflowError):
        return text[:10] if _YMD.match(text) else text  # a moment says its day first
