"""``sun_times``: when the sun rises and sets, computed."""

from __future__ import annotations

import re
from calendar import month_name
from collections.abc import Mapping
from datetime import date, datetime, timezone
from typing import Annotated, Any, Literal

from ovos_config import Configuration

from ovos_phal_plugin_jarvis.sdk import NotMeant, ToolRefused
from ovos_phal_plugin_jarvis.sdk.clock import chosen_city
from ovos_phal_plugin_jarvis.sdk.locale import full_date
from ovos_toolbox_everyday.dates.date_examples import SUN_TIMES
from ovos_toolbox_everyday.dates.hints import asks_where, asks_why, goes_on, speaks_of
from ovos_toolbox_everyday.located import LocatedTool, Location, said_place
from ovos_toolbox_everyday.places import Place, zone_coordinates
from ovos_toolbox_everyday.request_scope import current_scope
from ovos_toolbox_everyday.speech import lang, say, say_time

_ASKING = r"(?:what|when(?! (?:i|we|he|she|they|you|it|the|my|our)\b))"
"""What makes a question of it; "when we got there" does not."""
_TOLD = re.compile(rf"(?i)^(?!.*\b{_ASKING}\b)(?:the )?sun(?:rise|set)? (?:was|had|went|came|rose)\b")
"""What the sun did, which is told."""
_IN_MONTH = re.compile(rf"(?i)\b(?:in|during|throughout) (?:{'|'.join(month_name[1:])})\b")


class SunTimes(LocatedTool):
    """Tell when the sun rises or sets, here or in a city, today or on another day. Not for the weather, and not for
    setting an alarm at sunrise."""

    keywords = [
        "sunrise",
        "sunset",
        "sun rise",
        "sun set",
        "sun come up",
        "sun go down",
        "get dark",
        "get light",
        "dawn",
    ]
    examples = SUN_TIMES
    antipatterns = {"get_time": "What time it is. Use get_time.", "get_date": "Days and dates. Use get_date."}

    def post_process_tool_call(self, args: dict[str, Any], voice_command: str) -> dict[str, Any]:
        """Take the event that the words name; what speaks of neither is no question about the sun."""
        args = super().post_process_tool_call(args, voice_command)
        if speaks_of("beheld", voice_command):
            raise NotMeant(voice_command)  # somebody is to see it
        if asks_why(voice_command) or asks_where(voice_command):
            raise NotMeant(voice_command)  # "why is it dark so early", "in which country does the sun rise first"
        if _TOLD.match(voice_command) and not args.get("day"):
            raise NotMeant(voice_command)  # it tells what the sun did
        if _IN_MONTH.search(voice_command) and not args.get("day"):
            raise NotMeant(voice_command)  # each of its days has another time
        rising, setting = speaks_of("sunrise", voice_command), speaks_of("sunset", voice_command)
        if rising and setting or (not rising and not setting and goes_on(voice_command)):
            return args
        if not rising and not setting:
            raise NotMeant(voice_command)
        return {**args, "event": "sunrise" if rising else "sunset"}

    def __call__(
        self,
        event: Annotated[Literal["sunrise", "sunset"], "Which of the two"],
        location: Location = None,
        day: Annotated[datetime | None, "The day as a date or a date key; left out for today"] = None,
    ) -> dict[str, Any]:
        from astral import Observer
        from astral.sun import elevation, sunrise, sunset

        moment, place = self.moment_at(location)
        today = moment.date()
        wanted = day.date() if day else today
        latitude, longitude = self._where(place, moment)
        observer = Observer(latitude, longitude)
        compute = sunrise if event == "sunrise" else sunset
        zone = moment.tzinfo or timezone.utc
        data: dict[str, Any] = {"date": wanted.isoformat(), "location": place.name if place else None}
        try:
            at = compute(observer, date=wanted, tzinfo=zone)
        except ValueError:
            noon = datetime(wanted.year, wanted.month, wanted.day, 12, tzinfo=zone)
            up = elevation(observer, noon) > 0
            message = say("sun_stays_up" if up else "sun_stays_down")
            return data | {"time": None, "message": self._dated(message, wanted, today)}
        time = say_time(at, full=self.settings.full_clock(current_scope().session, lang()))
        message = say(f"{event}_at", time=time)
        if place is not None:
            message = say(f"{event}_in", time=time, place=said_place(place, str(location)))
        return data | {"time": f"{at:%H:%M}", "message": self._dated(message, wanted, today)}

    @staticmethod
    def _dated(message: str, wanted: date, today: date) -> str:
        return message if wanted == today else say("on_day", date=full_date(wanted, lang()), what=message)

    def _where(self, place: Place | None, moment: datetime) -> tuple[float, float]:
        if place is not None:
            found = place.coordinates
        else:
            session = current_scope().session.get("location")
            found = _chosen(session) or _chosen(Configuration().get("location"))
            found = found or zone_coordinates(str(moment.tzinfo))
        if found is None:
            raise ToolRefused(say("where_are_you"), param="location")
        return found


def _chosen(location: Any) -> tuple[float, float] | None:
    """The coordinates in a location as mycroft.conf holds it; None where nobody chose it."""
    if not isinstance(location, Mapping) or chosen_city(location) is None:
        return None
    coordinate = location.get("coordinate")
    try:
        latitude, longitude = float(coordinate["latitude"]), float(coordinate["longitude"])  # type: ignore[index]
    except (TypeError, KeyError, ValueError):
        return None
    return (latitude, longitude) if -90 <= latitude <= 90 and -180 <= longitude <= 180 else None
