"""Values that are made when they are asked for."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import TypeVar

Made = TypeVar("Made")


class OnDemand(Mapping[str, Made]):
    """Values by name, each made when it is first asked for: a request asks about a handful of the tools. Two threads
    at once may make the same value, of which one is kept."""

    def __init__(self, names: Collection[str], make: Callable[[str], Made]) -> None:
        """
        Args:
            names: for which there is a value.
            make: what makes it.
        """
        self._names = names
        self._make = make
        self._made: dict[str, Made] = {}

    def __getitem__(self, name: str) -> Made:
        if name not in self._made:
            if name not in self._names:
                raise KeyError(name)
            self._made.setdefault(name, self._make(name))
        return self._made[name]

    def __contains__(self, name: object) -> bool:
        return name in self._names

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)
