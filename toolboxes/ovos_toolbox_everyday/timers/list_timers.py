"""``list_timers``: which timers run, and how long is left."""

from __future__ import annotations

import re
from typing import Any

from ovos_phal_plugin_jarvis.sdk import (
    CommandAntipattern,
    CommandExample,
    CommandResponse,
    FastPathPattern,
    IJarvisParameter,
    PreRouteResult,
    ReferenceableItem,
    RequestInformation,
)
from ovos_phal_plugin_jarvis.sdk.locale import together
from ovos_toolbox_everyday.command_base import examples
from ovos_toolbox_everyday.speech import lang, say, say_duration, say_list
from ovos_toolbox_everyday.timers.list_timers_examples import ADAPTER_EXAMPLES, PROMPT_EXAMPLES
from ovos_toolbox_everyday.timers.timer import choose, distinct_names
from ovos_toolbox_everyday.timers.timer_command import TimerCommand

_SPOKEN = 5
"""Timers that are read out; the rest are counted."""


class ListTimersCommand(TimerCommand):
    """Tells what is left of the running timers."""

    @property
    def command_name(self) -> str:
        """``list_timers``."""
        return "list_timers"

    @property
    def description(self) -> str:
        """What a model decides by."""
        return (
            "Tell which timers are running and how much time is left on all of them or on one. Not for "
            "starting or stopping a timer."
        )

    @property
    def keywords(self) -> list[str]:
        """Words that point to it."""
        return [
            "how long is left",
            "time left",
            "remaining on the timer",
            "list timers",
            "which timers",
            "timer status",
        ]

    @property
    def parameters(self) -> list[IJarvisParameter]:
        """``label``, ``duration_seconds``."""
        return self.which_parameters()

    @property
    def rules(self) -> list[str]:
        """How words become arguments."""
        return ["Leave both parameters out to hear of every timer."]

    @property
    def antipatterns(self) -> list[CommandAntipattern]:
        """What is also said of timers."""
        return [
            CommandAntipattern("set_timer", "A new timer: 'Set a timer for five minutes'. Use set_timer."),
            CommandAntipattern("cancel_timer", "Stopping a timer: 'Cancel my timer'. Use cancel_timer."),
            CommandAntipattern("get_time", "The time of day: 'What time is it?'. Use get_time."),
        ]

    @property
    def fast_path_patterns(self) -> list[FastPathPattern]:
        """The plain questions."""
        return [
            FastPathPattern(
                "timer.list",
                "The plain questions for what is left",
                "how long is left on my timer",
                r"^(?:(?:please )?(?:list|show|tell me)(?: all)?(?: of)? my timers|"
                r"how (?:much time|long) (?:is|do i have|is there) left on (?:my|the) timers?|"
                r"(?:what|which) timers (?:are|do i have) (?:running|set|active))[?.! ]*$",
                "claim_all",
            )
        ]

    def claim_all(self, match: re.Match[str], voice_command: str) -> PreRouteResult | None:
        """Claim "how long is left on my timer"."""
        return PreRouteResult({})

    def run(self, request_info: RequestInformation, **kwargs: Any) -> CommandResponse:
        """What is left of each."""
        running = self.timers.running()
        chosen = choose(running, kwargs.get("label"), kwargs.get("duration_seconds"), lang())
        names = dict(zip((timer.id for timer in running), distinct_names(running, lang()), strict=True))
        data = {"timers": [self.timers.described(timer) for timer in chosen], "count": len(chosen)}
        if not running:
            return CommandResponse.final_response({**data, "message": say("no_timers")})
        if not chosen:
            message = say("no_such_timer", names=say_list(list(names.values())[:_SPOKEN]))
            return CommandResponse.final_response({**data, "message": message})
        left = {timer.id: say_duration(self.timers.remaining(timer)) for timer in chosen}
        if len(chosen) == 1:
            message = say("timer_left", name=names[chosen[0].id], left=left[chosen[0].id])
        else:
            parts = [say("timer_left_item", name=names[timer.id], left=left[timer.id]) for timer in chosen[:_SPOKEN]]
            told = {"count": len(chosen), "timers": together(parts, lang(), "; ")}
            if len(chosen) > _SPOKEN:
                message = say("timers_left_more", **told, more=len(chosen) - _SPOKEN)
            else:
                message = say("timers_left", **told)
        items = [ReferenceableItem(timer.id, names[timer.id], actions=["cancel_timer"]) for timer in chosen]
        return CommandResponse.with_items(message, items, data, wait_for_input=False)

    def generate_prompt_examples(self) -> list[CommandExample]:
        """A few, for every prompt."""
        return examples(PROMPT_EXAMPLES, primary="How long is left on my timer?")

    def generate_adapter_examples(self) -> list[CommandExample]:
        """Many, to learn from."""
        return examples(ADAPTER_EXAMPLES)
