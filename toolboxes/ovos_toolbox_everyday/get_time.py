"""``get_time``: what time it is, here or anywhere."""

from __future__ import annotations

import re
from typing import Any

from ovos_phal_plugin_jarvis.sdk import CommandResponse, NotMeant, fast_path
from ovos_phal_plugin_jarvis.sdk.locale import weekday
from ovos_toolbox_everyday.dates.hints import asks_when
from ovos_toolbox_everyday.get_time_examples import ADAPTER_EXAMPLES, PROMPT_EXAMPLES
from ovos_toolbox_everyday.located import LocatedTool, Location, said_place
from ovos_toolbox_everyday.places import find_place
from ovos_toolbox_everyday.request_scope import current_scope
from ovos_toolbox_everyday.speech import lang, say, say_time

_ASKED = r"^(?:hey |please )?(?:what(?:'s| is|s) the (?:current )?time|what time is it|tell me the time)"

_LATE = re.compile(r"(?i)(?:^|\b(?:and|but|oh|just) )look at the (?:time|clock)\b")
"""What says that it is late, and asks nobody for the time."""


class GetTime(LocatedTool):
    """Tell the current time of day, here or in any city, state, country or time zone of the world. Not for the date or
    day of the week, not for how long a timer has left, not for when an event takes place."""

    keywords = ["what time is it", "current time", "local time", "the time in"]
    examples = PROMPT_EXAMPLES | ADAPTER_EXAMPLES
    rules = [
        "Leave location out unless the user names a place.",
        "Give the place as it is said, with its region: 'Portland, Maine'.",
    ]
    antipatterns = {
        "get_date": "The date, the weekday, the month or the year. Use get_date.",
        "list_timers": "'How much time is left' asks for a timer. Use list_timers.",
        "set_timer": "Being told when some time has passed. Use set_timer.",
    }

    @fast_path(_ASKED + r"(?: now| right now| please)?[?.! ]*$", id="time.now", example="what time is it")
    def claim_now(self, match: re.Match[str]) -> dict[str, Any]:
        """The plain question for the time"""
        return {}

    @fast_path(
        _ASKED + r"(?: now| right now)? in (?P<place>[^?!]{2,40}?)(?: now| right now)?[?.! ]*$",
        id="time.place",
        example="what time is it in Tokyo",
    )
    def claim_place(self, match: re.Match[str]) -> dict[str, Any] | None:
        """The time in a place"""
        place = match["place"].strip()
        try:
            find_place(place)
        except ValueError:
            return None  # unknown, or of several times: left to a translator
        return {"location": place}

    def post_process_tool_call(self, args: dict[str, Any], voice_command: str) -> dict[str, Any]:
        """Leave alone what asks when something happens: "what time does my train get in"."""
        if asks_when(voice_command) or _LATE.search(voice_command):
            raise NotMeant(voice_command)
        return super().post_process_tool_call(args, voice_command)

    def __call__(self, location: Location = None) -> CommandResponse:
        moment, place = self.moment_at(location)
        time = say_time(moment, full=self.settings.full_clock(current_scope().session, lang()))
        message = say("time_is", time=time)
        if place is not None and moment.date() == self.home_moment().date():
            message = say("time_in", time=time, place=said_place(place, str(location)))
        elif place is not None:
            day = weekday(moment, lang())
            message = say("time_in_on", time=time, weekday=day, place=said_place(place, str(location)))
        return CommandResponse.final_response(
            {
                "time": f"{moment:%H:%M}",
                "iso": moment.isoformat(timespec="seconds"),
                "timezone": place.zone if place else str(moment.tzinfo),
                "location": place.name if place else None,
                "message": message,
            }
        )
