"""``get_time``: what time it is, here or anywhere."""

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
    RequestInformation,
)
from ovos_phal_plugin_jarvis.sdk.locale import weekday
from ovos_toolbox_everyday.command_base import examples
from ovos_toolbox_everyday.get_time_examples import ADAPTER_EXAMPLES, PROMPT_EXAMPLES
from ovos_toolbox_everyday.located import LocatedCommand, said_place
from ovos_toolbox_everyday.places import find_place
from ovos_toolbox_everyday.request_scope import current_scope
from ovos_toolbox_everyday.speech import lang, say, say_time


class GetTimeCommand(LocatedCommand):
    """The time of day."""

    @property
    def command_name(self) -> str:
        """``get_time``."""
        return "get_time"

    @property
    def description(self) -> str:
        """What a model decides by."""
        return (
            "Tell the current time of day, here or in any city, state, country or time zone of the world. "
            "Not for the date or day of the week, not for how long a timer has left, not for when an event "
            "takes place."
        )

    @property
    def keywords(self) -> list[str]:
        """Words that point to it."""
        return ["what time is it", "current time", "local time", "the time in"]

    @property
    def parameters(self) -> list[IJarvisParameter]:
        """``location``."""
        return [self.location_parameter()]

    @property
    def rules(self) -> list[str]:
        """How words become arguments."""
        return [
            "Leave location out unless the user names a place.",
            "Give the place as it is said, with its region: 'Portland, Maine'.",
        ]

    @property
    def antipatterns(self) -> list[CommandAntipattern]:
        """What also speaks of time."""
        return [
            CommandAntipattern("get_date", "The date, the weekday, the month or the year. Use get_date."),
            CommandAntipattern("list_timers", "'How much time is left' asks for a timer. Use list_timers."),
            CommandAntipattern("set_timer", "Being told when some time has passed. Use set_timer."),
        ]

    @property
    def fast_path_patterns(self) -> list[FastPathPattern]:
        """The plain question, and the question with a place that is known."""
        return [
            FastPathPattern(
                "time.now",
                "The plain question for the time",
                "what time is it",
                r"^(?:hey |please )?(?:what(?:'s| is|s) the (?:current )?time|what time is it|"
                r"tell me the time)(?: now| right now| please)?[?.! ]*$",
                "claim_now",
            ),
            FastPathPattern(
                "time.place",
                "The time in a place",
                "what time is it in Tokyo",
                r"^(?:what(?:'s| is|s) the (?:current )?time|what time is it|"
                r"tell me the time)(?: now| right now)? in (?P<place>[^?!]{2,40}?)"
                r"(?: now| right now)?[?.! ]*$",
                "claim_place",
            ),
        ]

    def claim_now(self, match: re.Match[str], voice_command: str) -> PreRouteResult | None:
        """Claim "what time is it"."""
        return PreRouteResult({})

    def claim_place(self, match: re.Match[str], voice_command: str) -> PreRouteResult | None:
        """Claim "what time is it in PLACE" where PLACE has one time; the rest is left to a translator."""
        place = match["place"].strip()
        try:
            find_place(place)
        except ValueError:
            return None
        return PreRouteResult({"location": place})

    def run(self, request_info: RequestInformation, **kwargs: Any) -> CommandResponse:
        """The time as a sentence, and as data."""
        moment, place = self.moment_at(kwargs.get("location"))
        time = say_time(moment, full=self.settings.full_clock(current_scope().session, lang()))
        message = say("time_is", time=time)
        if place is not None and moment.date() == self.home_moment().date():
            message = say("time_in", time=time, place=said_place(place, kwargs["location"]))
        elif place is not None:
            day = weekday(moment, lang())
            message = say("time_in_on", time=time, weekday=day, place=said_place(place, kwargs["location"]))
        return CommandResponse.final_response(
            {
                "time": f"{moment:%H:%M}",
                "iso": moment.isoformat(timespec="seconds"),
                "timezone": place.zone if place else str(moment.tzinfo),
                "location": place.name if place else None,
                "message": message,
            }
        )

    def generate_prompt_examples(self) -> list[CommandExample]:
        """A few, for every prompt."""
        return examples(PROMPT_EXAMPLES, primary="What time is it?")

    def generate_adapter_examples(self) -> list[CommandExample]:
        """Many, to learn from."""
        return examples(ADAPTER_EXAMPLES)
