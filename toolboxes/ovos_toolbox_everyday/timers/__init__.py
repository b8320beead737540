"""Timers: several, named, that really run."""

from ovos_toolbox_everyday.timers.timer_service import TimerService

__all__ = ["TimerService"]
