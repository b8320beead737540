"""``services.reminder_service``: the reminders of the everyday toolbox, which has every method that packages call."""

from __future__ import annotations

from typing import Any

from ovos_phal_plugin_jarvis.commands.node.node import get_node, wanted


class ReminderService:
    """Hands every method on: ``create_reminder``, ``get_due_reminders``, ``resolve_due_at`` and the rest.

    They raise ``ServiceMissing`` where no everyday toolbox is loaded.
    """

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return getattr(_service(), name)

    @staticmethod
    def resolve_due_at(
        date_keys: list[str] | None = None, time_str: str | None = None, relative_minutes: int | None = None
    ) -> Any:
        """When a reminder is due that was asked for in these words; None where they tell no time."""
        return _service().resolve_due_at(date_keys, time_str, relative_minutes)

    @staticmethod
    def format_due_at_human(iso: str) -> str:
        """An ISO time as it is said."""
        return str(_service().format_due_at_human(iso))


def _service() -> Any:
    return wanted(get_node().reminders(), "reminders")


_reminders = ReminderService()


def get_reminder_service() -> ReminderService:
    """The one of this device."""
    return _reminders
