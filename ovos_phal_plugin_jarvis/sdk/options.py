"""A value that an argument may take at the moment, where that changes while the service runs: a device, a contact."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Option:
    """One of the values that may be chosen right now."""

    value: str
    """What the tool is called with."""
    names: tuple[str, ...]
    """What people call it, at least one; the first is the one that is said and shown."""

    @property
    def name(self) -> str:
        """What it is called where it is said or shown."""
        return self.names[0]


Options = Mapping[str, Mapping[str, tuple[Option, ...]]]
"""Tool → argument → what may be chosen at the moment, for the arguments whose values come from the tool."""
