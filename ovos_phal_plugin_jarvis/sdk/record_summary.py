"""A command's record as one row of a list."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

DataBrowserMode = str
"""``enabled``, ``readonly`` or ``disabled``; newer hosts may know more."""


@dataclass
class RecordSummary:
    """What a list shows of a record."""

    title: str
    subtitle: str | None = None
    icon: str = "information-outline"
    """The name of a Material Community icon."""

    def to_dict(self) -> dict[str, Any]:
        """All three fields."""
        return asdict(self)
