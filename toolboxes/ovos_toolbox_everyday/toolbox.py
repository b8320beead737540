"""The toolbox itself: its commands, and the timers that outlive each of them."""

from __future__ import annotations

from typing import Any

from ovos_phal_plugin_jarvis import CommandToolBox
from ovos_toolbox_everyday.announce import announcement_messages
from ovos_toolbox_everyday.calculate import CalculateCommand
from ovos_toolbox_everyday.cancel_timer import CancelTimerCommand
from ovos_toolbox_everyday.get_date import GetDateCommand
from ovos_toolbox_everyday.get_time import GetTimeCommand
from ovos_toolbox_everyday.list_timers import ListTimersCommand
from ovos_toolbox_everyday.request_scope import RequestScope, request_scope
from ovos_toolbox_everyday.set_timer import SetTimerCommand
from ovos_toolbox_everyday.settings import load_settings
from ovos_toolbox_everyday.timer import Timer
from ovos_toolbox_everyday.timer_service import TimerService
from ovos_toolbox_everyday.timer_store import TimerStore

TOOLBOX_ID = "ovos-toolbox-everyday"


class EverydayToolBox(CommandToolBox):
    """Time, date, arithmetic and timers.

    On a bus it also runs the timers; without one it only keeps them, for a toolbox on a bus to announce.
    """

    def __init__(self, config: dict[str, Any] | None = None, bus: Any = None) -> None:
        """
        Args:
            config: see :class:`~ovos_toolbox_everyday.settings.EverydaySettings`.
            bus: a messagebus client, or None.

        Raises:
            ValueError: a setting of the wrong kind.
        """
        self.settings = load_settings(config)
        # Before super().__init__, which binds the bus, which starts them.
        self.timers = TimerService(TimerStore())
        commands = [
            GetTimeCommand(self.settings),
            GetDateCommand(self.settings),
            CalculateCommand(),
            SetTimerCommand(self.timers),
            ListTimersCommand(self.timers),
            CancelTimerCommand(self.timers),
        ]
        super().__init__(TOOLBOX_ID, commands, config=config, bus=bus)

    def bind(self, bus: Any) -> None:
        """Serve on *bus*, and announce timers there."""
        super().bind(bus)
        self.timers.start(self._announce)

    def unbind(self) -> None:
        """Leave the bus and end the thread that runs the timers; they stay stored."""
        self.timers.stop()
        super().unbind()

    def shutdown(self) -> None:
        """Free what is left, also where it was never bound."""
        self.timers.stop()

    def run_tool(self, name: str, arguments: Any, context: Any) -> Any:
        """Run a command, which then knows which bus message asked."""
        with request_scope(RequestScope(context.message_context or {}, context.lang)):
            return super().run_tool(name, arguments, context)

    def _announce(self, timer: Timer, late: float) -> None:
        bus = self.bus
        if bus is None:
            return
        for message in announcement_messages(timer, late, self.settings.timer_sound):
            bus.emit(message)
