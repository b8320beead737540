"""Alarms of this device."""

from __future__ import annotations

from typing import Any

from ovos_toolbox_everyday.alarms.alarm import Alarm
from ovos_toolbox_everyday.appointments import AppointmentService

STORAGE_NAME = "set_alarm"
MAX_ALARMS = 100


class AlarmService(AppointmentService[Alarm]):
    """Keeps alarms and lets them ring when they are due."""

    def __init__(self, **clocks: Any) -> None:
        """
        Args:
            clocks: as :class:`~ovos_toolbox_everyday.appointments.AppointmentService` takes them.
        """
        super().__init__(STORAGE_NAME, Alarm, MAX_ALARMS, **clocks)
