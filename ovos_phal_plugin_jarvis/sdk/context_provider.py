"""Questions that a command answers for planners, without changing anything."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass
class ContextOperation:
    """One such question."""

    name: str
    description: str
    params_schema: dict[str, dict[str, Any]] = field(default_factory=dict)
    """Parameter → ``{"type", "required", "description"}``."""

    def missing_required(self, params: Mapping[str, Any]) -> list[str]:
        """The required parameters that *params* lacks."""
        required = (name for name, spec in self.params_schema.items() if spec.get("required"))
        return [name for name in required if name not in params]

    def to_dict(self) -> dict[str, Any]:
        """The question as data."""
        return {"name": self.name, "description": self.description, "params_schema": self.params_schema}


@dataclass
class ContextResult:
    """An answer, or why there is none."""

    data: dict[str, Any] = field(default_factory=dict)
    error: str | None = None

    @property
    def ok(self) -> bool:
        """Whether there is an answer."""
        return self.error is None

    @classmethod
    def failed(cls, error: str) -> ContextResult:
        """No answer, for the reason *error*."""
        return cls(error=error)

    def to_dict(self) -> dict[str, Any]:
        """``ok``, ``data`` and ``error``."""
        return {"ok": self.ok, "data": self.data, "error": self.error}


class IJarvisContextProvider(ABC):
    """Something that answers such questions; every command may, by members of the same names."""

    @property
    @abstractmethod
    def context_operations(self) -> list[ContextOperation]:
        """The questions."""

    @abstractmethod
    def execute_context_operation(self, operation: str, params: dict[str, Any]) -> ContextResult:
        """Answer one of them."""
