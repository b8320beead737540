"""``time_difference``: how far apart the clocks of two places are."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import Annotated, Any

from ovos_phal_plugin_jarvis.sdk import NotMeant, ValidationResult, fast_path
from ovos_phal_plugin_jarvis.sdk.locale import duration
from ovos_toolbox_everyday.dates.date_examples import TIME_DIFFERENCE
from ovos_toolbox_everyday.dates.hints import between, speaks_of
from ovos_toolbox_everyday.located import LocatedTool, said_place
from ovos_toolbox_everyday.places import Place, is_place, place_in
from ovos_toolbox_everyday.speech import lang, say

_TOLD = re.compile(
    r"(?i)^(?:(?:is|are) |(?!(?:is|are|what|how|by|do|does|tell|so|and is)\b).*\b(?:is|are|was|were|be|i'm) )?"
    r"(?:about |only )?"
    r"(?:an?|\d+|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|several|some|a few|many) hours? "
    r"(?:ahead|behind|in front|apart)\b"
)
"""What tells how many hours it is, and asks for nothing."""


class TimeDifference(LocatedTool):
    """Tell how many hours a place is ahead of or behind another, or the user's own place. Not for what time it is
    there."""

    keywords = ["time difference", "hours ahead", "hours behind", "hours apart"]
    examples = TIME_DIFFERENCE
    antipatterns = {
        "get_time": "What time it is in a place. Use get_time.",
        "convert_units": "Lengths of time in other units. Use convert_units.",
    }

    @fast_path(r"^.{10,}$", example="what's the time difference between rome and boston")
    def claim_difference(self, match: re.Match[str], voice_command: str) -> dict[str, Any] | None:
        """The time difference of one or two places that are named, and nothing else"""
        said = voice_command[:200]
        if _WISE.match(said):
            said = _GAP.sub("time difference", _WISE.sub("", said))
        for pattern in between():
            asked = pattern.fullmatch(said)
            places = asked.groupdict() if asked else {}
            named = {name: place for name, place in places.items() if place is not None and not _is_ours(place)}
            if "a" not in named and "b" in named and places.get("a"):
                named = {"a": named["b"]}  # "between here and Lima"
            if "a" in named and all(is_place(place) for place in named.values()):
                return {{"a": "location", "b": "from_location"}[name]: place for name, place in named.items()}
        return None

    def post_process_tool_call(self, args: dict[str, Any], voice_command: str) -> dict[str, Any]:
        """Leave alone what is no place and no clock ("the difference between love and hate"), and hear the second place
        of "between Rome and Boston"."""
        far = speaks_of("distance", voice_command) and not speaks_of("clock", voice_command)
        if far or _TOLD.match(voice_command):
            raise NotMeant(voice_command)
        mended = {name: value for name, value in args.items() if value not in (None, "")}
        location = str(mended.get("location") or "")
        if location and not is_place(location):
            location = place_in(location) or location
            mended["location"] = location
        if location and not is_place(location) and not speaks_of("clock", voice_command):
            raise NotMeant(voice_command)
        second = str(mended.get("from_location") or "")
        if second and location and not is_place(second) and f"{second} {location}".lower() in voice_command.lower():
            del mended["from_location"]  # something is said between the names of two places
        other = re.search(
            rf"(?<!\w){re.escape(location)}\s+(?:and|und|y|et|e|en)\s+(?P<other>[\w' .-]{{2,40}}?)(?=[?.!]*$)",
            voice_command,
            re.IGNORECASE,
        )
        if location and other and "from_location" not in mended and is_place(other["other"]):
            mended["from_location"] = other["other"]
        return mended

    def validate_call(self, **kwargs: Any) -> list[ValidationResult]:
        """Also refuse a second place that is unknown."""
        results = super().validate_call(**kwargs)
        other = kwargs.get("from_location")
        if not results and isinstance(other, str):
            refused = super().validate_call(location=other)
            results += [self.refuse("from_location", r.message or "", r.valid_values) for r in refused]
        return results

    def __call__(
        self,
        location: Annotated[str, "The place that is asked about: a city, state, country or IANA zone"],
        from_location: Annotated[str | None, "The place that it is compared with; left out for the user's own"] = None,
    ) -> dict[str, Any]:
        there, place = self.moment_at(location)
        here, other = self.moment_at(from_location)
        ahead = _offset(there) - _offset(here)
        length = duration(abs(ahead.total_seconds()), lang())
        name = "time_same" if not ahead else "time_ahead" if ahead > timedelta(0) else "time_behind"
        slots = {"place": _said(place, location), "difference": length}
        if other is None:
            message = say(f"{name}_here", **slots)
        else:
            message = say(name, **slots, other=_said(other, str(from_location)))
        return {"hours": ahead.total_seconds() / 3600, "location": place.name if place else None, "message": message}


_WISE = re.compile(r"(?i)^(?:in terms of (?:the )?(?:time|hours|clocks?)|(?:time|hours?|clock)[ -]?wise),? ")
"""What says that a gap or a distance is one of clocks."""
_GAP = re.compile(r"(?i)\b(?:gap|difference|distance|gulf)\b")
_OURS = re.compile(
    r"(?:the )?(?:us|me|here|ours?|our own|home|where i am|where we are|our (?:time|clock))", re.IGNORECASE
)


def _is_ours(place: str) -> bool:
    """Whether *place* is where the user is, as people put it beside another: "ahead of us"."""
    return _OURS.fullmatch(place.strip()) is not None


def _offset(moment: datetime) -> timedelta:
    return moment.utcoffset() or timedelta(0)


def _said(place: Place | None, said: str) -> str:
    return said_place(place, said) if place is not None else said
