"""The toolbox itself: its commands, and the timers that outlive each of them."""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping
from typing import Any

from ovos_bus_client.message import Message

from ovos_phal_plugin_jarvis import CommandToolBox
from ovos_toolbox_everyday.alarms import AlarmService
from ovos_toolbox_everyday.alarms.alarm_tools import CancelAlarm, ListAlarms, SetAlarm, SkipAlarm, SnoozeAlarm
from ovos_toolbox_everyday.announce import Due, announcement_messages
from ovos_toolbox_everyday.chance.tools import chance_tools
from ovos_toolbox_everyday.dates.days_until import DaysUntil
from ovos_toolbox_everyday.dates.sun_times import SunTimes
from ovos_toolbox_everyday.dates.time_difference import TimeDifference
from ovos_toolbox_everyday.device.tools import device_tools
from ovos_toolbox_everyday.get_date import GetDate
from ovos_toolbox_everyday.get_time import GetTime
from ovos_toolbox_everyday.lists.tools import list_tools
from ovos_toolbox_everyday.places import read_places
from ovos_toolbox_everyday.reminders import ReminderService
from ovos_toolbox_everyday.reminders.reminder_tools import CancelReminder, ListReminders, SetReminder
from ovos_toolbox_everyday.request_scope import RequestScope, request_scope
from ovos_toolbox_everyday.ringing import STOP_TOPICS, Ringing, session_of
from ovos_toolbox_everyday.scheduler import Scheduler
from ovos_toolbox_everyday.settings import load_settings
from ovos_toolbox_everyday.speech import device_lang
from ovos_toolbox_everyday.sums.calculate import Calculate
from ovos_toolbox_everyday.sums.reading import read_sum
from ovos_toolbox_everyday.timers import TimerService
from ovos_toolbox_everyday.timers.cancel_timer import CancelTimer
from ovos_toolbox_everyday.timers.change_timer import ChangeTimer, PauseTimer, ResumeTimer
from ovos_toolbox_everyday.timers.list_timers import ListTimers
from ovos_toolbox_everyday.timers.set_timer import SetTimer
from ovos_toolbox_everyday.units.convert_units import ConvertUnits
from ovos_toolbox_everyday.units.reading import read_conversion

TAKEN_SECONDS = 3.0
"""Within which a bus gives a message back to its sender."""
BACK_SECONDS = 2.0
"""From the return of a bus that was away to an announcement: those that speak need a moment to be back as well."""
TOOLBOX_ID = "ovos-toolbox-everyday"


class EverydayToolBox(CommandToolBox):
    """Time, date, arithmetic, timers, alarms and reminders.

    On a bus it also lets them ring; without one it only keeps them, for a toolbox on a bus to announce.
    """

    is_fallback = True
    """A package that somebody installs beside it is meant where it may be."""

    def __init__(self, config: dict[str, Any] | None = None, bus: Any = None) -> None:
        """
        Args:
            config: see :class:`~ovos_toolbox_everyday.settings.EverydaySettings`.
            bus: a messagebus client, or None.

        Raises:
            ValueError: a setting of the wrong kind.
        """
        self.settings = load_settings(config)
        self._away_until: float | None = 0.0
        """When a bus that was away has been back for long enough; None while it is away."""
        self._reading: threading.Thread | None = None
        self.ringing = Ringing(self._emit, self.settings.ring_sound, self.settings.timer_ring_minutes)
        # Before super().__init__, which binds the bus, which starts them.
        self.timers = TimerService()
        self.alarms = AlarmService(zone=self.settings.home_zone)
        self.reminders = ReminderService(zone=self.settings.home_zone)
        self.scheduler = Scheduler([self.timers, self.alarms, self.reminders])
        commands = [
            GetTime(self.settings),
            GetDate(self.settings),
            Calculate(),
            ConvertUnits(),
            TimeDifference(self.settings),
            SunTimes(self.settings),
            DaysUntil(self.settings),
            *list_tools(),
            *chance_tools(),
            *device_tools(lambda: self.bus),
            SetTimer(self.timers),
            ListTimers(self.timers),
            CancelTimer(self.timers, self.ringing),
            ChangeTimer(self.timers),
            PauseTimer(self.timers),
            ResumeTimer(self.timers),
            SetAlarm(self.alarms, self.settings),
            ListAlarms(self.alarms, self.settings),
            CancelAlarm(self.alarms, self.settings, self.ringing),
            SkipAlarm(self.alarms, self.settings),
            SnoozeAlarm(self.alarms, self.reminders, self.timers, self.ringing, self.settings),
            SetReminder(self.reminders, self.settings),
            ListReminders(self.reminders, self.settings),
            CancelReminder(self.reminders, self.settings, self.ringing),
        ]
        _read_words()
        super().__init__(TOOLBOX_ID, commands, config=config, bus=bus)

    def bind(self, bus: Any) -> None:
        """Serve on *bus*, and announce timers there."""
        super().bind(bus)
        for topic in STOP_TOPICS:
            bus.on(topic, self._stop_ringing)
        self.scheduler.start(self._announce)
        self._reading = threading.Thread(target=self._read_tables, name="everyday-tables", daemon=True)
        self._reading.start()

    def _read_tables(self) -> None:
        """Read what a first request would wait for, in every language."""
        for command in self._commands.values():
            command.pre_route("-- 1 --")  # nobody's words: each looks through all that it knows
        read_places()

    def unbind(self) -> None:
        """Leave the bus and end the thread that lets timers, alarms and reminders ring; they stay stored."""
        self.scheduler.stop()
        self.ringing.close()
        bus: Any = self.bus
        for topic in STOP_TOPICS if bus is not None else ():
            bus.remove(topic, self._stop_ringing)
        super().unbind()

    def shutdown(self) -> None:
        """Free what is left, also where it was never bound."""
        if self._reading is not None:
            self._reading.join(5)
        self.scheduler.stop()
        self.ringing.close()

    def run_tool(self, name: str, arguments: Any, context: Any) -> Any:
        """Run a command, which then knows which bus message asked."""
        with request_scope(RequestScope(context.message_context or {}, context.lang)):
            return super().run_tool(name, arguments, context)

    def _emit(self, message: Message) -> None:
        bus = self.bus
        if bus is not None and _is_there(bus):  # a sound that waits for the bus to come back is not wanted
            bus.emit(message)

    def _stop_ringing(self, message: Message) -> None:
        self.ringing.stop(session_of(message.context))

    def _announce(self, item: Due, late: float) -> bool:
        """Tell of *item*, and let it ring where it is due just now; False where the bus has not taken the words."""
        taken = self._told(item, late)
        if taken and late < item.late_seconds:
            self.ringing.begin(item, self.settings.ring_minutes(item.kind))
        return taken

    def _told(self, item: Due, late: float) -> bool:
        """Tell of *item*; False where the bus is away, or went away before it had taken the words."""
        bus = self.bus
        if bus is None:
            return False
        if not _is_there(bus):
            self._away_until = None
            return False
        now = time.monotonic()
        if self._away_until is None:
            self._away_until = now + BACK_SECONDS
        if now < self._away_until:
            return False
        taken, connection = threading.Event(), getattr(bus, "client", None)
        session = item.context.get("session")
        full = self.settings.full_clock(session if isinstance(session, Mapping) else None, item.lang)
        messages = announcement_messages(item, late, self.settings.timer_sound, full)
        last = messages[-1]  # when the bus gives this one back it has taken them all

        def given_back(message: Any) -> None:
            if message.data == last.data:
                taken.set()

        bus.on(last.msg_type, given_back)
        try:
            for message in messages:
                bus.emit(message)
            # A bus that gives nothing back has taken what went through a connection that still stands.
            return taken.wait(TAKEN_SECONDS) or (_is_there(bus) and getattr(bus, "client", None) is connection)
        finally:
            bus.remove(last.msg_type, given_back)


def _read_words() -> None:
    """Read the tables that the first sum and measure need in the device's language.

    They take a third of a second on a PC, and a fast path that waits for them is passed over as too late.
    """
    lang = device_lang()
    read_sum("1 + 1", lang, others=False)
    read_conversion("1 km to m", lang)


def _is_there(bus: Any) -> bool:
    connected = getattr(bus, "connected_event", None)
    return connected is None or connected.is_set()
