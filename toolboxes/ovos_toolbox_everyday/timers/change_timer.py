"""``change_timer``, ``pause_timer``, ``resume_timer``: a timer that runs, made longer or shorter, held, let go on."""

from __future__ import annotations

import math
import re
from typing import Annotated, Any, Literal

from ovos_phal_plugin_jarvis.sdk import CommandResponse, NotMeant, Param, ToolRefused, ValidationResult, fast_path
from ovos_toolbox_everyday.heard.timers import change_said, holds_another, in_minutes, timer_said, with_bare_label
from ovos_toolbox_everyday.speech import say, say_duration
from ovos_toolbox_everyday.timers.change_timer_examples import CHANGE_TIMER, PAUSE_TIMER, RESUME_TIMER
from ovos_toolbox_everyday.timers.reading import label_said, read_request
from ovos_toolbox_everyday.timers.timer import Timer
from ovos_toolbox_everyday.timers.timer_service import MAX_SECONDS
from ovos_toolbox_everyday.timers.timer_tool import Label, TimerTool


class ChangeTimer(TimerTool):
    """Give a timer that is set more time, less time, or another time that is left: "add five minutes to the tea timer",
    "take a minute off", "make the egg timer seven minutes". Not for a new timer, not for stopping one."""

    keywords = ["add minutes to the timer", "extend the timer", "shorten the timer", "more time", "change the timer"]
    examples = CHANGE_TIMER
    rules = [
        "change is extend for more time, shorten for less, set for a new time that is left.",
        "Leave label out unless the user says which timer.",
    ]
    critical_rules = ["duration_seconds is in seconds: by how much, or for set how long from now."]
    antipatterns = {
        "set_timer": "A new timer: 'set a timer for five minutes'. Use set_timer.",
        "snooze_alarm": "Something rings and shall ring again later: 'five more minutes'. Use snooze_alarm.",
        "list_timers": "'How long is left?' Use list_timers.",
    }

    @fast_path(r"^.{8,}$", id="timer.change", example="the egg timer needs another three minutes")
    def claim_request(self, match: re.Match[str], voice_command: str) -> dict[str, Any] | None:
        """A timer that is to run longer, or to have another time left, and nothing else"""
        for what, change in (("extend", "extend"), ("anew", "set")):
            read = read_request(voice_command, what)
            if read is not None:
                return {**read, "change": change}
        return None

    def post_process_tool_call(self, args: dict[str, Any], voice_command: str) -> dict[str, Any]:
        """Less is not more, whatever a translator made of it."""
        if "duration_seconds" in args:
            args = {**args, "duration_seconds": in_minutes(args["duration_seconds"], voice_command)}
        args = _named(args, voice_command)
        said = change_said(voice_command)
        return args if said is None else {**args, "change": said}

    def validate_call(self, **kwargs: Any) -> list[ValidationResult]:
        """Also refuse a length of time that is none."""
        results = super().validate_call(**kwargs)
        seconds = kwargs.get("duration_seconds")
        if not results and seconds is not None and not 1 <= seconds <= MAX_SECONDS:
            results.append(self.refuse("duration_seconds", say("timer_bounds")))
        return results

    def __call__(
        self,
        change: Annotated[Literal["extend", "shorten", "set"], "More time, less time, or a new time that is left"],
        duration_seconds: Annotated[int, Param("In seconds: five minutes is 300", refinable=True)],
        label: Label = None,
    ) -> CommandResponse:
        timer = self.one(label, self.timers.running())
        name, left = self.names()[timer.id], math.ceil(self.timers.remaining(timer))
        seconds = {"extend": left + duration_seconds, "shorten": left - duration_seconds}.get(change, duration_seconds)
        if seconds < 1:
            raise ToolRefused(say("timer_too_short", name=name, left=say_duration(left)), param="duration_seconds")
        if seconds > MAX_SECONDS:
            raise ToolRefused(say("timer_bounds"), param="duration_seconds")
        changed = self.timers.change(timer, seconds)
        if changed is None:
            raise ToolRefused(say("no_timers"))
        return _told(self, changed, say("timer_changed", name=name, left=say_duration(seconds)))


class HeldTimerTool(TimerTool):
    """A tool about a timer that is held, or was."""

    rules = ["Leave label out unless the user says which timer."]

    def post_process_tool_call(self, args: dict[str, Any], voice_command: str) -> dict[str, Any]:
        """ "Pause the music" means no timer."""
        if holds_another(voice_command):
            raise NotMeant
        return _named(args, voice_command)


class PauseTimer(HeldTimerTool):
    """Hold a timer that runs, so that it can go on later. Not for stopping it for good."""

    keywords = ["pause timer", "hold the timer", "freeze the timer"]
    examples = PAUSE_TIMER
    antipatterns = {
        "cancel_timer": "For good: 'cancel the timer', 'stop the timer'. Use cancel_timer.",
        "resume_timer": "It shall go on: 'continue the timer'. Use resume_timer.",
    }

    def __call__(self, label: Label = None) -> CommandResponse:
        running = self.timers.running()
        timer = self.one(label, [it for it in running if it.paused_left is None] or running)
        name = self.names()[timer.id]
        held = self.timers.pause(timer)
        if held is None:
            raise ToolRefused(say("no_timers"))
        return _told(self, held, say("timer_paused", name=name, left=say_duration(self.timers.remaining(held))))


class ResumeTimer(HeldTimerTool):
    """Let a timer go on that is paused. Not for a new timer."""

    keywords = ["resume timer", "continue the timer", "unpause the timer"]
    examples = RESUME_TIMER
    antipatterns = {
        "set_timer": "A new timer: 'start a timer for five minutes'. Use set_timer.",
        "pause_timer": "It shall wait: 'pause the timer'. Use pause_timer.",
    }

    def __call__(self, label: Label = None) -> CommandResponse:
        running = self.timers.running()
        paused = [timer for timer in running if timer.paused_left is not None]
        if running and not paused:
            raise ToolRefused(say("no_timer_paused"))
        timer = self.one(label, paused)
        name = self.names()[timer.id]
        runs = self.timers.resume(timer)
        if runs is None:
            raise ToolRefused(say("no_timers"))
        return _told(self, runs, say("timer_resumed", name=name, left=say_duration(self.timers.remaining(runs))))


def _named(arguments: dict[str, Any], words: str) -> dict[str, Any]:
    """*arguments* with the name that *words* put beside the word timer."""
    arguments = with_bare_label(arguments)
    label = label_said(words) or (None if arguments.get("label") else timer_said(words))
    return arguments if label is None else {**arguments, "label": label}


def _told(tool: TimerTool, timer: Timer, message: str) -> CommandResponse:
    return CommandResponse.final_response({**tool.timers.described(timer), "message": message})
