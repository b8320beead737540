"""What the timer tools share: the timers, and which one the user means."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from ovos_phal_plugin_jarvis.sdk import RequestInformation, ToolRefused, ValidationResult
from ovos_phal_plugin_jarvis.sdk.locale import Spoken
from ovos_toolbox_everyday.command_base import EverydayTool
from ovos_toolbox_everyday.speech import lang, say, say_list
from ovos_toolbox_everyday.timers.timer import Timer, choose, distinct_names
from ovos_toolbox_everyday.timers.timer_service import TimerService

_MAX_CONVERSATIONS = 50

Label = Annotated[str | None, "Name of the timer, such as pasta; left out unless the user says it"]
SetFor = Annotated[
    int | None,
    "What the timer was set for, in seconds, where the user names it so: 'the five minute timer' is 300",
]


class TimerTool(EverydayTool):
    """A tool about timers."""

    def __init__(self, timers: TimerService) -> None:
        """
        Args:
            timers: the service that all timer tools of a toolbox share.
        """
        self.timers = timers
        self._last: dict[str, str] = {}  # conversation → id of the timer it set last

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

    def names(self) -> dict[str, Spoken]:
        """How each timer that runs is told from the others, by its id."""
        running = self.timers.running()
        return dict(zip((timer.id for timer in running), distinct_names(running, lang()), strict=True))

    def refuse_choice(self, fitting: Sequence[Timer], there: Sequence[Timer]) -> ValidationResult | None:
        """What asks back where not one timer is meant; None where one is.

        Args:
            fitting: those that what was said fits.
            there: those that might have been meant.
        """
        if len(fitting) == 1 or not there:
            return None
        names = self.names()
        told = [names[timer.id] for timer in fitting or there if timer.id in names]
        name = "which_timer" if fitting else "no_such_timer_which"
        return self.refuse("label", say(name, names=either(told)), told)

    def one(self, label: str | None, there: Sequence[Timer]) -> Timer:
        """The one timer that is meant.

        Args:
            label: what was said of it.
            there: those that may be meant.

        Raises:
            ToolRefused: it is none, or more than one.
        """
        if not there:
            raise ToolRefused(say("no_timers"))
        fitting = choose(there, label, None, lang())
        refused = self.refuse_choice(fitting, there)
        if refused is not None:
            raise ToolRefused(refused.message or "", param="label", valid_values=refused.valid_values)
        return fitting[0]


def either(names: Sequence[Spoken]) -> Spoken:
    """ "the tea timer or the egg timer"."""
    return say_list([say("the_timer", name=name) for name in names], "or")
