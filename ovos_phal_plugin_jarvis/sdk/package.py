"""A pip package that a command needs."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class JarvisPackage:
    """A requirement such as ``JarvisPackage("pydantic", ">=2.0,<3.0")``."""

    name: str
    version: str | None = None
    """A version to pin (``0.25.1``), or a constraint (``>=2.0,<3.0``)."""

    def to_pip_spec(self) -> str:
        """What pip is given: the bare name, the name pinned with ``==``, or the name with its constraint."""
        if not self.version:
            return self.name
        if self.version[0].isdigit():
            return f"{self.name}=={self.version}"
        return f"{self.name}{self.version}"
