"""Small values that commands are described with: examples, antipatterns, fast paths, callbacks."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

CALLBACK_MARK = "__jarvis_callback_name__"
"""The attribute that :func:`callback` leaves on a method."""

MAX_EXAMPLE_FILE = 2_000_000
"""Bytes of one file of examples."""

_F = TypeVar("_F", bound=Callable[..., Any])


@dataclass
class CommandExample:
    """An utterance and the arguments it should become."""

    voice_command: str
    expected_parameters: dict[str, Any]
    is_primary: bool = False
    """The one example that stands for the command; at most one of a list."""
    lang: str = ""
    """BCP-47 tag of the language that it is in, "de-de"; empty where nobody says."""


def examples_in(path: Path, command_name: str) -> list[CommandExample]:
    """The examples that a YAML file has for *command_name*: command → utterance → arguments.

    Raises:
        OSError: the file can't be read.
        ValueError: it is no such file.
    """
    rows = example_file(path).get(command_name, {})
    if not isinstance(rows, Mapping) or not all(isinstance(given, Mapping) for given in rows.values()):
        raise ValueError(f"{path.name}: {command_name} needs utterances and their arguments: {{}} where there are none")
    return [CommandExample(str(said), dict(given)) for said, given in rows.items()]


def example_file(path: Path) -> Mapping[Any, Any]:
    """What a YAML file of examples has: command → utterance → arguments.

    Raises:
        OSError: the file can't be read.
        ValueError: it is no such file, or has more than ``MAX_EXAMPLE_FILE`` bytes.
    """
    return _read(path, path.stat().st_mtime_ns)


# A file is read for all of its commands, one after another; then nobody needs it as it stood there.
@lru_cache(maxsize=8)
def _read(path: Path, changed: int) -> Mapping[Any, Any]:
    import yaml

    if path.stat().st_size > MAX_EXAMPLE_FILE:
        raise ValueError(f"{path.name} has more than {MAX_EXAMPLE_FILE / 1e6:g} MB")
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        content = yaml.load(path.read_text(encoding="utf-8"), loader)
    except (UnicodeDecodeError, yaml.YAMLError, RecursionError) as error:
        raise ValueError(f"{path.name}: {' '.join(str(error).split())}") from None
    if not isinstance(content, Mapping):
        raise ValueError(f"{path.name}: it must be command → utterance → arguments")
    return content


@dataclass
class CommandAntipattern:
    """Another command that this one is easily mistaken for, and how to tell them apart."""

    command_name: str
    description: str


def antipatterns_of(command: Any) -> list[CommandAntipattern]:
    """The antipatterns of *command*, whichever way it gives them."""
    given = command.antipatterns
    return [CommandAntipattern(*pair) for pair in given.items()] if isinstance(given, Mapping) else list(given)


@dataclass
class PreRouteResult:
    """What ``pre_route`` returns to claim an utterance."""

    arguments: dict[str, Any]
    """Passed to ``execute``."""
    spoken_response: str | None = None
    """Spoken in place of the response's own message."""
    before: Sequence[tuple[str, dict[str, Any]]] = ()
    """Commands of the same toolbox that run first, with their arguments: ``[("go_to_day", {"day": "friday"})]``."""
    sure: bool = True
    """Whether the words can be read in no other way. Where they can, they are all that was said, and the translator of
    examples reads the same command with other texts in them, or is not sure of these, the user is asked first."""


@dataclass
class FastPathPattern:
    """Words that need no model. Without ``regex`` and ``handler`` it only tells a settings screen about a
    claim that an overridden ``pre_route`` makes."""

    id: str
    """Stable between versions, such as ``timer.set``: users disable patterns by it."""
    description: str
    example: str
    regex: str | None = None
    """Searched for anywhere in the utterance, whatever its case."""
    handler: str | None = None
    """The name of the command's method that is called with the match and the utterance."""


def callback(name: str) -> Callable[[_F], _F]:
    """Mark a method ``(self, data, request_info) -> CommandResponse`` to be called by *name*, from a
    notification.

    Raises:
        ValueError: where *name* is empty or no text.
    """
    if not isinstance(name, str) or not name:
        raise ValueError(f"@callback requires a non-empty string name, got {name!r}")

    def mark(method: _F) -> _F:
        setattr(method, CALLBACK_MARK, name)
        return method

    return mark


def callbacks_of(command: object) -> dict[str, Callable[..., Any]]:
    """Name → bound method of everything marked with :func:`callback`; a subclass's wins over its parents'.

    Raises:
        ValueError: where one class uses a name twice.
    """
    found: dict[str, Callable[..., Any]] = {}
    for owner in type(command).__mro__:
        own: set[str] = set()
        # The class's own dictionary, since getattr on the instance would run its properties.
        for attribute, member in vars(owner).items():
            name = getattr(member, CALLBACK_MARK, None) if callable(member) else None
            if name is None:
                continue
            if name in own:
                raise ValueError(f"Command class '{owner.__name__}' declares multiple @callback methods named '{name}'")
            own.add(name)
            if name not in found:
                found[name] = getattr(command, attribute)
    return found
