"""What commands post to the inbox, put on the messagebus for whoever shows it."""

from __future__ import annotations

import json
from datetime import datetime, timezone
from typing import Any
from uuid import uuid4

from ovos_bus_client.message import Message
from ovos_utils.log import LOG

from ovos_phal_plugin_jarvis.bus import topics
from ovos_phal_plugin_jarvis.sdk import InboxBackend

TARGET_TYPES = ("household", "user")


class BusInbox(InboxBackend):
    """Emits each item as ``ovos.jarvis.inbox``; one that asks for a push notification also as
    ``ovos.jarvis.alert``."""

    def __init__(self, bus: Any) -> None:
        """
        Args:
            bus: a messagebus client.
        """
        self._bus = bus

    def post_inbox_item(
        self,
        command_name: str,
        *,
        title: str,
        summary: str = "",
        body: str = "",
        category: str = "general",
        metadata: dict[str, Any] | None = None,
        user_id: int | None = None,
        create_push_notification: bool = False,
        target_type: str = "household",
    ) -> str:
        try:
            item = _item(
                command_name,
                title=title,
                summary=summary,
                body=body,
                category=category,
                metadata=metadata or {},
                user_id=user_id,
                target_type=target_type,
            )
        except ValueError as error:
            LOG.warning(f"an inbox item of '{command_name}' is refused: {error}")
            return "invalid"
        # Its text may be private; the log names it only.
        LOG.info(f"inbox: '{command_name}' posted {item['id']} ({item['category']}) for the {target_type}")
        self._bus.emit(Message(topics.JARVIS_INBOX, {**item, "push": bool(create_push_notification)}))
        if create_push_notification:
            self._bus.emit(Message(topics.JARVIS_ALERT, item))
        return "ok"


def _item(command_name: str, **fields: Any) -> dict[str, Any]:
    for name in ("title", "summary", "body", "category", "target_type"):
        if not isinstance(fields[name], str):
            raise ValueError(f"'{name}' must be a text, got {type(fields[name]).__name__}")
    if not fields["title"].strip():
        raise ValueError("'title' is empty")
    if fields["target_type"] not in TARGET_TYPES:
        raise ValueError(f"'target_type' is {fields['target_type']!r}; use one of {', '.join(TARGET_TYPES)}")
    if fields["target_type"] == "user" and fields["user_id"] is None:
        raise ValueError("'user_id' is missing, and 'target_type' is user")
    try:
        kept = json.loads(json.dumps(fields))
    except (TypeError, ValueError) as error:
        raise ValueError(f"it can't be sent: {error}") from None
    return {"id": str(uuid4()), "command": command_name, "created_at": datetime.now(timezone.utc).isoformat(), **kept}
