"""The timers and reminders of this process, for packages that set some themselves: what ``services.timer_service`` and
``services.reminder_service`` of a Jarvis node give."""

from __future__ import annotations

import threading

from ovos_toolbox_everyday.reminders import ReminderService
from ovos_toolbox_everyday.timers import TimerService

_lock = threading.Lock()
_timers: TimerService | None = None
_reminders: ReminderService | None = None


def get_timer_service() -> TimerService:
    """The timers of the toolbox that serves in this process; where none does, a service on the same storage."""
    global _timers
    with _lock:
        if _timers is None:
            _timers = TimerService()
        return _timers


def get_reminder_service() -> ReminderService:
    """The reminders of the toolbox that serves in this process; where none does, a service on the same storage."""
    global _reminders
    with _lock:
        if _reminders is None:
            _reminders = ReminderService()
        return _reminders


def serve(timers: TimerService, reminders: ReminderService) -> None:
    """From now on packages get these."""
    global _timers, _reminders
    with _lock:
        _timers, _reminders = timers, reminders


def serve_no_more(timers: TimerService, reminders: ReminderService) -> None:
    """Packages get others from now on, where they got these."""
    global _timers, _reminders
    with _lock:
        if _timers is timers:
            _timers = None
        if _reminders is reminders:
            _reminders = None
