"""What ``get_time`` and ``get_date`` share: the place that is asked about, and the moment there."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime, timezone, tzinfo
from typing import Annotated, Any

from ovos_phal_plugin_jarvis.sdk import NotMeant, ValidationResult
from ovos_phal_plugin_jarvis.sdk.locale import ENGLISH, Spoken, closest
from ovos_toolbox_everyday.command_base import EverydayTool
from ovos_toolbox_everyday.places import (
    AmbiguousPlaceError,
    Place,
    UnknownPlaceError,
    find_place,
    is_place,
    place_around,
    place_in,
)
from ovos_toolbox_everyday.request_scope import current_scope
from ovos_toolbox_everyday.settings import EverydaySettings
from ovos_toolbox_everyday.speech import lang, say, say_list

_HERE = frozenset({"", "here", "home", "local", "my location", "current location", "current", "this place"})

_ELSEWHERE = re.compile(
    r"\b(?:in|to|at)\s+(?=(?P<place>[^\W\d][\w'. -]{1,60})(?=.*\b(?:there|they|she|he|their|his|her|that place)\b))",
    re.IGNORECASE,
)
"""Each place that is named before it is asked about: "he moved to oslo what time is it there"."""
_THEIRS = re.compile(r"\b(?:time|date|day)(?: of day)? (?:have|has|do|does) (?:they|he|she|each|both)\b", re.IGNORECASE)
"""Asks for the time of somebody else, which is none of the user's: "what time have they got"."""

Location = Annotated[str | None, "City, state, country or IANA zone; left out for the user's own"]

Now = Callable[[], datetime]
"""The present moment, with a time zone."""


def utc_now() -> datetime:
    """The present moment in UTC."""
    return datetime.now(timezone.utc)


class LocatedTool(EverydayTool):
    """A command about the clock or the calendar of a place.

    Args:
        settings: the toolbox's configuration.
        now: the clock it reads.
    """

    annotations = {"readOnlyHint": True}

    def __init__(self, settings: EverydaySettings | None = None, now: Now = utc_now) -> None:
        self.settings = settings or EverydaySettings()
        self._now = now

    def moment_at(self, location: str | None) -> tuple[datetime, Place | None]:
        """Now, in the place's time, and the place; None where the user's own is meant.

        Raises:
            AmbiguousPlaceError: the name stands for several times.
            UnknownPlaceError: no such place.
        """
        if is_here(location):
            return self._now().astimezone(self._home_zone()), None
        place = find_place(str(location), lang())
        return self._now().astimezone(place.tz), place

    def post_process_tool_call(self, args: dict[str, Any], voice_command: str) -> dict[str, Any]:
        """Take of what a translator took for a place the place alone, and the place that "there" means."""
        if str(args.get("location") or "").lower() == "wise":
            raise NotMeant(voice_command)  # "time wise it's too late"
        return mend_place(args, voice_command)

    def home_moment(self) -> datetime:
        """Now, in the user's own time."""
        return self._now().astimezone(self._home_zone())

    def validate_call(self, **kwargs: Any) -> list[ValidationResult]:
        """Also refuse a place that is unknown or that has several times, with the names that would do."""
        results = super().validate_call(**kwargs)
        location = kwargs.get("location")
        if not results and isinstance(location, str) and not is_here(location):
            try:
                find_place(location, lang())
            except AmbiguousPlaceError as error:
                places = "; ".join(error.choices)
                message = say("ambiguous_place", place=location, places=places)
                results.append(self.refuse("location", message, list(error.choices)))
            except UnknownPlaceError as error:
                message = say("unknown_place", place=location)
                if error.suggestions:
                    places = say_list(error.suggestions, "or")
                    message = say("unknown_place_suggest", place=location, places=places)
                results.append(self.refuse("location", message, list(error.suggestions) or None))
        return results

    def _home_zone(self) -> tzinfo:
        return self.settings.home_zone(current_scope().session)


def is_here(location: str | None) -> bool:
    """Whether *location* names the place where the user is."""
    return " ".join((location or "").lower().split()) in _HERE


def said_place(place: Place, said: str) -> Spoken:
    """A place as an answer names it: as it was said, but in English, which the table of places is in."""
    words = " ".join(word[:1].upper() + word[1:] for word in said.split())
    if closest(lang(), [ENGLISH]):
        return Spoken(place.name)
    languages = frozenset({lang(), ENGLISH})
    return Spoken(words, lang(), languages, lambda other: Spoken(place.name if closest(other, [ENGLISH]) else words))


def mend_place(arguments: dict[str, Any], words: str) -> dict[str, Any]:
    """*arguments* with the place alone as ``location``: "tokyo" of "tokyo i lost my watch"; all of one of which a part
    was taken; and with the one that "there" means in *words*.

    Raises:
        NotMeant: "there" may be several places, of which a call has one, or somebody else's own time is asked for and
            no place is named: the user's is none of these.
    """
    location = arguments.get("location")
    if location in (None, ""):
        found = _elsewhere(words[:500])
        if not found and _THEIRS.search(words[:500]) is not None:
            found = [place_in(words[:500]) or ""]
        if len(found) > 1 or found == [""]:
            raise NotMeant(words)  # "ann lives in oslo and ben in rome what time do they have": one would be dropped
        return {**arguments, "location": found[0]} if found else arguments
    if not isinstance(location, str) or is_here(location) or is_place(location):
        return arguments
    return {**arguments, "location": place_around(location, words) or place_in(location) or location}


def _elsewhere(words: str) -> list[str]:
    """The places that *words* name before they ask about one of them, each once: of "oslo in norway" the town."""
    found: dict[str, str] = {}
    end: int | None = None
    for named in _ELSEWHERE.finditer(words):
        text, start = named["place"], named.start("place")
        place = place_in(text)
        # What begins with other words ("in the morning") is no place, whatever stands behind it.
        if not place or not text.startswith(place):
            continue
        if end is None or named.start() > end + 1:
            found.setdefault(place.casefold(), place)
        end = start + len(place)
    return [*found.values()]
