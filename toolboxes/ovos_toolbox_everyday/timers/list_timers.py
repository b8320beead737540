"""``list_timers``: which timers run, and how long is left."""

from __future__ import annotations

import re
from typing import Any

from ovos_phal_plugin_jarvis.sdk import CommandResponse, ReferenceableItem, fast_path
from ovos_phal_plugin_jarvis.sdk.locale import together
from ovos_toolbox_everyday.heard.timers import timer_said, with_bare_label
from ovos_toolbox_everyday.speech import lang, say, say_duration, say_list
from ovos_toolbox_everyday.timers.list_timers_examples import ADAPTER_EXAMPLES, PROMPT_EXAMPLES
from ovos_toolbox_everyday.timers.reading import read_request
from ovos_toolbox_everyday.timers.timer import choose
from ovos_toolbox_everyday.timers.timer_tool import Label, SetFor, TimerTool

_SPOKEN = 5
"""Timers that are read out; the rest are counted."""


class ListTimers(TimerTool):
    """Tell which timers are running and how much time is left on all of them or on one. Not for starting or stopping a
    timer."""

    annotations = {"readOnlyHint": True}
    keywords = [
        "how long is left",
        "time left",
        "remaining on the timer",
        "list timers",
        "which timers",
        "timer status",
    ]
    examples = PROMPT_EXAMPLES | ADAPTER_EXAMPLES
    rules = ["Leave both parameters out to hear of every timer."]
    antipatterns = {
        "set_timer": "A new timer: 'Set a timer for five minutes'. Use set_timer.",
        "cancel_timer": "Stopping a timer: 'Cancel my timer'. Use cancel_timer.",
        "change_timer": "More or less time on one: 'five more minutes on the timer'. Use change_timer.",
        "list_alarms": "When the user is woken. Use list_alarms.",
        "get_time": "The time of day: 'What time is it?'. Use get_time.",
    }

    @fast_path(
        r"^(?:(?:please )?(?:list|show|tell me)(?: all)?(?: of)? my timers|"
        r"how (?:much time|long) (?:is|do i have|is there) left on (?:my|the) timers?|"
        r"(?:what|which) timers (?:are|do i have) (?:running|set|active))[?.! ]*$",
        id="timer.list",
        example="how long is left on my timer",
    )
    def claim_all(self, match: re.Match[str]) -> dict[str, Any]:
        """The plain questions for what is left"""
        return {}

    @fast_path(r"^.{8,}$", id="timer.list_whole", example="which timers are going")
    def claim_request(self, match: re.Match[str], voice_command: str) -> dict[str, Any] | None:
        """Which timers run, or what is left on one, and nothing else"""
        return read_request(voice_command, "list")

    def post_process_tool_call(self, args: dict[str, Any], voice_command: str) -> dict[str, Any]:
        """The timer that is named in a word with it or behind it, where a translator took none."""
        args = with_bare_label(args)
        named = None if any(args.values()) else timer_said(voice_command)
        return args if named is None else {**args, "label": named}

    def __call__(self, label: Label = None, duration_seconds: SetFor = None) -> CommandResponse:
        running = self.timers.running()
        chosen = choose(running, label, duration_seconds, lang())
        names = self.names()
        data = {"timers": [self.timers.described(timer) for timer in chosen], "count": len(chosen)}
        if not running:
            return CommandResponse.final_response({**data, "message": say("no_timers")})
        if not chosen:
            message = say("no_such_timer", names=say_list(list(names.values())[:_SPOKEN]))
            return CommandResponse.final_response({**data, "message": message})
        left = {timer.id: say_duration(self.timers.remaining(timer)) for timer in chosen}
        if len(chosen) == 1:
            one, held = chosen[0], chosen[0].paused_left is not None
            message = say("timer_left_paused" if held else "timer_left", name=names[one.id], left=left[one.id])
        else:
            parts = [
                say(
                    "timer_left_item" if timer.paused_left is None else "timer_left_item_paused",
                    name=names[timer.id],
                    left=left[timer.id],
                )
                for timer in chosen[:_SPOKEN]
            ]
            told = {"count": len(chosen), "timers": together(parts, lang(), "; ")}
            if len(chosen) > _SPOKEN:
                message = say("timers_left_more", **told, more=len(chosen) - _SPOKEN)
            else:
                message = say("timers_left", **told)
        items = [ReferenceableItem(timer.id, names[timer.id], actions=["cancel_timer"]) for timer in chosen]
        return CommandResponse.with_items(message, items, data, wait_for_input=False)
