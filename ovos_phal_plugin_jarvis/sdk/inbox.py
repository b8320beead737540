"""Messages to the household that are not spoken."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from datetime import date, datetime, time
from typing import Any

from ovos_phal_plugin_jarvis.sdk.others import tell

_PROPOSALS = "jarvis.proposable_action"


class InboxBackend(ABC):
    """What a host implements and registers with :func:`set_inbox_backend`."""

    @abstractmethod
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
        """Deliver an item. ``ok``, or the tag of what went wrong: ``invalid``, ``http_error``. Never
        raises."""


_backend: InboxBackend | None = None


def set_inbox_backend(backend: InboxBackend | None) -> None:
    """Register where items go, for every :class:`JarvisInbox`. None takes it away."""
    global _backend  # one inbox a process is what the published interface has
    _backend = backend
    tell("set_inbox_backend", backend)


def get_inbox_backend() -> InboxBackend | None:
    """Where items go, or None where no host has registered."""
    return _backend


class JarvisInbox:
    """Posts in the name of one command."""

    def __init__(self, command_name: str) -> None:
        self._command_name = command_name

    def post(
        self,
        *,
        title: str,
        summary: str = "",
        body: str = "",
        category: str = "general",
        metadata: dict[str, Any] | None = None,
        interactive_elements: list[dict[str, Any]] | None = None,
        user_id: int | None = None,
        create_push_notification: bool = False,
        target_type: str = "household",
    ) -> str:
        """Post an item.

        Args:
            title: its heading.
            summary: one line under it.
            body: the whole text.
            category: how it is shown, such as ``InteractiveList.CATEGORY``.
            metadata: what that way of showing needs; not changed.
            interactive_elements: buttons; they travel in the metadata under this name.
            user_id: whom it is for, where *target_type* is ``user``.
            create_push_notification: whether a telephone shows it at once.
            target_type: ``household`` or ``user``.

        Returns:
            ``ok``, ``no_backend``, ``invalid`` or ``http_error``; anything but ``ok`` is a failure.
        """
        if _backend is None:
            return "no_backend"
        if interactive_elements:
            metadata = {**(metadata or {}), "interactive_elements": interactive_elements}
        return _backend.post_inbox_item(
            self._command_name,
            title=title,
            summary=summary,
            body=body,
            category=category,
            metadata=metadata,
            user_id=user_id,
            create_push_notification=create_push_notification,
            target_type=target_type,
        )

    def propose_action(
        self,
        *,
        target_command: str,
        action: str,
        params: Mapping[str, Any],
        idempotency_key: str,
        node_id: str | None = None,
        title: str | None = None,
        summary: str = "",
        body: str = "",
        confirm_label: str = "Confirm",
        dismiss_label: str = "Dismiss",
        editable: list[str] | None = None,
        field_types: Mapping[str, str] | None = None,
        blast_tier: str = "reversible",
        source: str | None = None,
        descriptor: str | None = None,
        user_id: int | None = None,
        target_type: str = "user",
        create_push_notification: bool = True,
    ) -> str:
        """Ask the user to confirm one of another command's ``proposable_actions``.

        Args:
            target_command: whose action it is.
            action: the name of its callback.
            params: what the callback is called with.
            idempotency_key: equal for proposals of the same thing; the second does nothing.
            node_id: the device to run it on.
            title: the card's heading; the action's own where there is none.
            summary: one line under it.
            body: the whole text.
            confirm_label: the button that runs it.
            dismiss_label: the button that does not.
            editable: the parameters that may be corrected on the card.
            field_types: parameter → the kind of field it is corrected in, such as ``datetime``.
            blast_tier: ``reversible`` or ``irreversible``.
            source: who is behind it (a sender); with *descriptor*, offers "never suggest this".
            descriptor: what kind of proposal it is.
            user_id: who is asked.
            target_type: ``household`` or ``user``.
            create_push_notification: whether a telephone shows it at once.

        Returns:
            As :meth:`post`; ``invalid`` where the command, the action or the key is missing.
        """
        if not target_command or not action or not idempotency_key or not isinstance(params, Mapping):
            return "invalid"
        data = {name: _json_value(value) for name, value in params.items()}
        about = {
            "target_command": target_command,
            "target_callback": action,
            "node_id": node_id,
            "idempotency_key": idempotency_key,
            "blast_tier": blast_tier,
        }
        dismissed = {"idempotency_key": idempotency_key}
        elements = [
            _button("execute", "confirm", confirm_label, idempotency_key, {"_action": about, **data}),
            _button("dismiss", "dismiss", dismiss_label, idempotency_key, {"_action": dismissed}),
        ]
        if source or descriptor:
            hidden = {"target_command": target_command, "idempotency_key": idempotency_key}
            blocked = {"_action": hidden, "source": source or "", "descriptor": descriptor or ""}
            elements.append(_button("suppress", "suppress", "Never suggest this", idempotency_key, blocked))
        fields = []
        for name in editable or []:
            if name in data:
                shown = {"data_key": name, "label": name, "initial": data[name]}
                kind = (field_types or {}).get(name)
                fields.append({**shown, "input_type": kind} if kind else shown)
        return self.post(
            title=title or "",
            summary=summary,
            body=body,
            category="proposable_action",
            metadata={"editable_fields": fields} if editable else None,
            interactive_elements=elements,
            user_id=user_id,
            create_push_notification=create_push_notification,
            target_type=target_type,
        )


def _button(callback: str, kind: str, label: str, key: str, data: dict[str, Any]) -> dict[str, Any]:
    return {
        "id": f"{kind}-{key}",
        "label": label,
        "kind": kind,
        "command": _PROPOSALS,
        "callback": callback,
        "target": "server",
        "data": data,
        "navigation_type": "new_notification",
    }


def _json_value(value: Any) -> Any:
    if value is None or isinstance(value, (str, int, float, bool)):
        return value
    if isinstance(value, (datetime, date, time)):
        return value.isoformat()
    return str(value)
