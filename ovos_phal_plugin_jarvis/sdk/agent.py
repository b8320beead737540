"""Agents: code of a package that runs on a schedule, and the alerts it raises."""

from __future__ import annotations

import uuid
from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone
from typing import Any

from ovos_phal_plugin_jarvis.sdk.secret import IJarvisSecret

_ALERT_LIFETIME = timedelta(hours=1)


def _now() -> datetime:
    return datetime.now(timezone.utc)


@dataclass
class AgentSchedule:
    """When an agent runs."""

    interval_seconds: int
    run_on_startup: bool = True


@dataclass
class Alert:
    """Something that a user should hear of soon."""

    source_agent: str
    title: str
    summary: str
    priority: int = 2
    """1 low, 2 medium, 3 high."""
    created_at: datetime = field(default_factory=_now)
    expires_at: datetime = field(default_factory=lambda: _now() + _ALERT_LIFETIME)
    id: str = field(default_factory=lambda: str(uuid.uuid4()))
    dedupe_key: str | None = None
    """Equal for alerts that say the same; the id never is."""
    category: str = "general"
    target_user_id: int | str | None = None
    """Whom it is for; None: the household."""

    @property
    def is_expired(self) -> bool:
        """Whether it is too late to tell."""
        return _now() >= self.expires_at

    def to_dict(self) -> dict[str, Any]:
        """The alert as JSON takes it, its times in ISO 8601."""
        return {
            "id": self.id,
            "source_agent": self.source_agent,
            "title": self.title,
            "summary": self.summary,
            "priority": self.priority,
            "created_at": self.created_at.isoformat(),
            "expires_at": self.expires_at.isoformat(),
            "dedupe_key": self.dedupe_key,
            "category": self.category,
            "target_user_id": self.target_user_id,
        }


class IJarvisAgent(ABC):
    """Gathers something now and then, and keeps it for requests to come."""

    @property
    @abstractmethod
    def name(self) -> str:
        """Unique on a device."""

    @property
    @abstractmethod
    def description(self) -> str:
        """What it gathers."""

    @property
    @abstractmethod
    def schedule(self) -> AgentSchedule:
        """When it runs."""

    @property
    @abstractmethod
    def required_secrets(self) -> list[IJarvisSecret]:
        """The secrets it needs."""

    @abstractmethod
    async def run(self) -> None:
        """Gather."""

    @property
    def include_in_context(self) -> bool:
        """Whether models are told what it gathered."""
        return True

    @abstractmethod
    def get_context_data(self) -> dict[str, Any]:
        """What it gathered last."""

    def get_alerts(self) -> list[Alert]:
        """The alerts of the last run."""
        return []
