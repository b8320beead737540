"""``get_date``: which day it is, here or anywhere, and which day another day is."""

from __future__ import annotations

import re
from datetime import date, datetime
from typing import Annotated, Any

from ovos_phal_plugin_jarvis.sdk import CommandResponse, DateKeys, NotMeant, ValidationResult, fast_path
from ovos_phal_plugin_jarvis.sdk.date_keys import WEEKDAYS
from ovos_phal_plugin_jarvis.sdk.locale import full_date
from ovos_toolbox_everyday.dates.hints import asks_whether
from ovos_toolbox_everyday.get_date_examples import ADAPTER_EXAMPLES, PROMPT_EXAMPLES
from ovos_toolbox_everyday.located import LocatedTool, Location, said_place
from ovos_toolbox_everyday.speech import lang, say

_GUESSED = frozenset(f"next_{day}" for day in WEEKDAYS)
"""Days that somebody takes today for."""
_DATE = re.compile(r"\d{4}-\d\d-\d\d")
_YEARS = {"this_year": 0, "next_year": 1, "last_year": -1}


class GetDate(LocatedTool):
    """Tell the date and the day of the week: today's, here or in another place, or that of a relative day such as
    tomorrow, next monday or this weekend. Not for the time of day."""

    keywords = ["date", "what day is it", "today's date", "what date is it", "weekday", "day of the week"]
    examples = PROMPT_EXAMPLES | ADAPTER_EXAMPLES
    rules = [
        "Leave both parameters out for today's date here.",
        "Use date keys, never invent a date: 'next friday' is ['next_friday'].",
    ]
    antipatterns = {
        "get_time": "The time of day, 'What time is it?'. Use get_time.",
        "calculate": "Sums with plain numbers. Use calculate.",
    }

    @fast_path(
        r"^(?:hey |please )?(?:what(?:'s| is|s) (?:the date(?: today)?|today(?:'s|s)? date)|"
        r"what day is (?:it|today)(?: today)?)[?.! ]*$",
        id="date.today",
        example="what's the date today",
    )
    def claim_today(self, match: re.Match[str]) -> dict[str, Any]:
        """The plain question for today's date"""
        return {}

    def post_process_tool_call(self, args: dict[str, Any], voice_command: str) -> dict[str, Any]:
        """Leave out the day that is meant anyway: "today", or "now" in another place; and the days that are only
        guessed: "is it tuesday or wednesday"."""
        args = super().post_process_tool_call(args, voice_command)
        days = args.get("resolved_datetimes")
        if isinstance(days, list) and asks_whether(voice_command):
            asked = [day for day in days if str(day) not in _GUESSED]
            args = {**args, "resolved_datetimes": asked or [DateKeys.TODAY]}
        days = args.get("resolved_datetimes")
        named = days if isinstance(days, list) else []
        dates = [day for day in named if _DATE.fullmatch(str(day))]
        years = [day for day in named if str(day) in _YEARS]
        if dates and years:
            # "The second of may this year" is one day, in that year.
            if len(dates) > 1 or len(years) > 1 or len(named) > len(dates) + len(years):
                raise NotMeant(voice_command)
            year = self.home_moment().year + _YEARS[str(years[0])]
            try:
                moved = date.fromisoformat(str(dates[0])).replace(year=year)
            except ValueError:
                raise NotMeant(voice_command) from None  # the twenty ninth of february
            args = {**args, "resolved_datetimes": [moved.isoformat()]}
        if args.get("resolved_datetimes") == [DateKeys.TODAY]:
            return {name: value for name, value in args.items() if name != "resolved_datetimes"}
        return args

    def validate_call(self, **kwargs: Any) -> list[ValidationResult]:
        """Also tell in the user's language of a day that is none."""
        asked, days = "resolved_datetimes", [DateKeys.TODAY, DateKeys.TOMORROW, DateKeys.NEXT_MONDAY]
        results = super().validate_call(**kwargs)
        return [self.refuse(asked, say("unknown_day"), days) if r.param_name == asked else r for r in results]

    def __call__(
        self,
        resolved_datetimes: Annotated[
            list[datetime] | None,
            "Date keys of the day asked about, such as tomorrow or next_monday; left out for today",
        ] = None,
        location: Location = None,
    ) -> CommandResponse:
        moment, place = self.moment_at(location)
        today = moment.date()
        # A moment's own offset decides which day it is, as it was resolved there.
        days = sorted({asked.date() for asked in resolved_datetimes or []}) or [today]
        dates = [full_date(day, lang()) for day in days]
        if days != [today]:
            if len(days) > 1:
                message = say("date_range", first=dates[0], last=dates[-1])
            else:
                message = say("date_will_be" if days[0] > today else "date_was", date=dates[0])
        elif place is not None:
            message = say("date_in", date=dates[0], place=said_place(place, str(location)))
        else:
            message = say("date_is", date=dates[0])
        return CommandResponse.final_response(
            {
                "date": days[0].isoformat(),
                "dates": [day.isoformat() for day in days],
                "weekday": f"{days[0]:%A}",
                "timezone": place.zone if place else str(moment.tzinfo),
                "location": place.name if place else None,
                "message": message,
            }
        )
