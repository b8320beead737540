"""Reminders: something to be told at a time, kept, and told when it is due."""

from ovos_toolbox_everyday.reminders.reminder import ReminderRecord
from ovos_toolbox_everyday.reminders.reminder_service import ReminderService

__all__ = ["ReminderRecord", "ReminderService"]
