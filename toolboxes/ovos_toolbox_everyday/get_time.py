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
from ovos_toolbox_everyday.command_base import examples
from ovos_toolbox_everyday.located import LocatedCommand
from ovos_toolbox_everyday.places import find_place
from ovos_toolbox_everyday.request_scope import current_scope
from ovos_toolbox_everyday.speech import say_time


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
        return ["time", "clock", "what time is it", "current time", "o'clock", "time zone", "local time"]

    @property
    def parameters(self) -> list[IJarvisParameter]:
        """``location``."""
        return [self.location_parameter()]

    @property
    def rules(self) -> list[str]:
        """How words become arguments."""
        return ["Leave location out unless the user names a place.",
                "Give the place as it is said, with its region: 'Portland, Maine'."]

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
            FastPathPattern("time.now", "The plain question for the time", "what time is it",
                            r"^(?:hey |please )?(?:what(?:'s| is|s) the (?:current )?time|what time is it|"
                            r"tell me the time)(?: now| right now| please)?[?.! ]*$", "claim_now"),
            FastPathPattern("time.place", "The time in a place", "what time is it in Tokyo",
                            r"^(?:what(?:'s| is|s) the (?:current )?time|what time is it|"
                            r"tell me the time)(?: now| right now)? in (?P<place>[^?!]{2,40}?)"
                            r"(?: now| right now)?[?.! ]*$", "claim_place"),
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
        time = say_time(moment, full=self.settings.full_clock(current_scope().session))
        message = f"It's {time}."
        if place is not None:
            day = "" if moment.date() == self.home_moment().date() else f" on {moment:%A}"
            message = f"It's {time}{day} in {place.name}."
        return CommandResponse.final_response({
            "time": f"{moment:%H:%M}", "iso": moment.isoformat(timespec="seconds"),
            "timezone": place.zone if place else str(moment.tzinfo),
            "location": place.name if place else None, "message": message,
        })

    def generate_prompt_examples(self) -> list[CommandExample]:
        """A few, for every prompt."""
        return examples({
            "What time is it?": {},
            "What time is it in Tokyo?": {"location": "Tokyo"},
            "What's the time in London right now?": {"location": "London"},
            "Do you have the time?": {},
            "Current time in Paris, France": {"location": "Paris, France"},
        }, primary="What time is it?")

    def generate_adapter_examples(self) -> list[CommandExample]:
        """Many, to learn from."""
        return examples({
            "what time is it": {},
            "what's the time": {},
            "what's the current time": {},
            "tell me the time": {},
            "tell me the time please": {},
            "could you tell me what time it is": {},
            "do you know what time it is": {},
            "have you got the time": {},
            "time check": {},
            "what does the clock say": {},
            "what is the local time": {},
            "how late is it": {},
            "what time is it now": {},
            "what's the time right now": {},
            "time please": {},
            "what hour is it": {},
            "what time is it in new york city": {"location": "new york city"},
            "what's the time in berlin": {"location": "berlin"},
            "tell me the time in sydney australia": {"location": "sydney australia"},
            "what is the current time in los angeles": {"location": "los angeles"},
            "time in são paulo": {"location": "são paulo"},
            "what time is it over in japan right now": {"location": "japan"},
            "what's the local time in cairo": {"location": "cairo"},
            "do you know what time it is in mumbai": {"location": "mumbai"},
            "how late is it in moscow": {"location": "moscow"},
            "is it late in singapore": {"location": "singapore"},
            "current time in toronto canada": {"location": "toronto canada"},
            "what time do they have in hong kong": {"location": "hong kong"},
            "what's the clock saying in california": {"location": "california"},
            "could you tell me the time in reykjavik": {"location": "reykjavik"},
            "what time would it be in cape town now": {"location": "cape town"},
            "time in utc": {"location": "utc"},
            "what time is it in America/New_York": {"location": "America/New_York"},
            "what's the time in portland maine": {"location": "portland maine"},
            "give me the time in rio de janeiro": {"location": "rio de janeiro"},
            "right now what time is it in dubai": {"location": "dubai"},
        })
