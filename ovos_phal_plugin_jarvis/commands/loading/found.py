"""What looking for commands comes to: the commands, and why others are not among them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ovos_phal_plugin_jarvis.commands.loading.manifest import Manifest


@dataclass(frozen=True)
class LoadedPackage:
    """A folder that commands were loaded from."""

    name: str
    """From its manifest, else the folder's name."""
    folder: Path
    manifest: Manifest | None = None
    prompt_providers: tuple[Path, ...] = ()
    """The files of the prompt providers it brings; they are not imported here."""


@dataclass(frozen=True)
class LoadedCommand:
    """A command that passed every check."""

    name: str
    command: Any
    """The instance; it has every member of ``IJarvisCommand``, whichever SDK it was written to."""
    source: str
    """The file, or the entry point, that it comes from."""
    package: LoadedPackage | None = None
    """None where it comes from an entry point."""
    notes: tuple[str, ...] = ()
    """What of it was read otherwise than it is written, a line each."""


@dataclass(frozen=True)
class LoadedPart:
    """An agent or a device protocol that passed every check."""

    name: str
    part: Any
    """The instance."""
    source: str
    """The file that it comes from."""
    package: LoadedPackage
    written: int = 0
    """When the file was written, in nanoseconds: another number is another version."""
    description: str = ""
    interval: float = 0.0
    """Seconds between two runs of an agent."""
    on_startup: bool = True
    """Whether an agent runs when the service starts."""


@dataclass(frozen=True)
class LoadedRoutine:
    """The file of a routine; it is read when the routine is wanted."""

    name: str
    """The folder's name, for a file at the root the package's."""
    file: Path
    package: LoadedPackage


@dataclass(frozen=True)
class FoundCommands:
    """One search. The modules behind it stay imported until :meth:`close`."""

    commands: tuple[LoadedCommand, ...] = ()
    failed: Mapping[str, str] = field(default_factory=dict)
    """Command name, file or package → what is wrong and what to change."""
    skipped: Mapping[str, str] = field(default_factory=dict)
    """Command name, file, package or component → why it is not for this device."""
    packages: tuple[LoadedPackage, ...] = ()
    agents: tuple[LoadedPart, ...] = ()
    protocols: tuple[LoadedPart, ...] = ()
    """Device protocols."""
    routines: tuple[LoadedRoutine, ...] = ()
    toolboxes: Mapping[str, type] = field(default_factory=dict)
    """File → the class of an OPM toolbox in it."""
    closers: tuple[Callable[[], None], ...] = field(default=(), repr=False, compare=False)

    def close(self) -> None:
        """Take the commands' modules out of this process. Calls that still run go on; a second call does
        nothing.

        A reload searches anew first and closes the old search once its calls have ended.
        """
        for close in self.closers:
            close()

    unload = close
