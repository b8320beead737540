"""Alarms: a time of day to be woken at, once or again and again."""

from ovos_toolbox_everyday.alarms.alarm_service import AlarmService

__all__ = ["AlarmService"]
