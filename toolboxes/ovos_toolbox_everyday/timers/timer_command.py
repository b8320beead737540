"""What the timer commands share: the running timers, and which one the user means."""

from __future__ import annotations

from ovos_phal_plugin_jarvis.sdk import IJarvisParameter, JarvisParameter, RequestInformation
from ovos_toolbox_everyday.command_base import EverydayCommand
from ovos_toolbox_everyday.timers.timer import Timer
from ovos_toolbox_everyday.timers.timer_service import TimerService

_MAX_CONVERSATIONS = 50


class TimerCommand(EverydayCommand):
    """A command about timers.

    Args:
        timers: the service that all timer commands of a toolbox share.
    """

    def __init__(self, timers: TimerService) -> None:
        self.timers = timers
        self._last: dict[str, str] = {}  # conversation → id of the timer it set last

    def which_parameters(self) -> list[IJarvisParameter]:
        """``label`` and ``duration_seconds``, which say of which timer is spoken."""
        return [
            JarvisParameter(
                "label",
                "string",
                required=False,
                description="Name of the timer, such as pasta; left out unless the user says it",
            ),
            JarvisParameter(
                "duration_seconds",
                "int",
                required=False,
                description="What the timer was set for, in seconds, where the user names it so: "
                "'the five minute timer' is 300",
            ),
        ]

    def remember(self, request_info: RequestInformation, timer: Timer) -> None:
        """*timer* is the last one that this conversation set."""
        self._last.pop(request_info.conversation_id, None)
        self._last[request_info.conversation_id] = timer.id
        while len(self._last) > _MAX_CONVERSATIONS:
            self._last.pop(next(iter(self._last)), None)

    def last_of(self, request_info: RequestInformation) -> Timer | None:
        """The timer that this conversation set last, where it still runs."""
        timer_id = self._last.get(request_info.conversation_id)
        return next((timer for timer in self.timers.running() if timer.id == timer_id), None)
