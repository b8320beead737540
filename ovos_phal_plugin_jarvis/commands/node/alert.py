"""``core.alert``: an alert whose positional arguments stand in the older order."""

from __future__ import annotations

import uuid
from datetime import datetime
from typing import Any

from ovos_phal_plugin_jarvis.sdk import agent


class Alert(agent.Alert):
    """The SDK's, constructed as the node's own agents do."""

    def __init__(
        self,
        source_agent: str,
        title: str,
        summary: str,
        created_at: datetime,
        expires_at: datetime,
        priority: int = 2,
        id: str | None = None,
        **later: Any,
    ) -> None:
        super().__init__(
            source_agent, title, summary, priority, created_at, expires_at, id or str(uuid.uuid4()), **later
        )
