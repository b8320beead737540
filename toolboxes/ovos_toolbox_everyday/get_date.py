"""``get_date``: which day it is, here or anywhere, and which day another day is."""

from __future__ import annotations

import re
from datetime import date
from typing import Any

from ovos_phal_plugin_jarvis.sdk import (
    CommandAntipattern,
    CommandExample,
    CommandResponse,
    DateKeys,
    FastPathPattern,
    IJarvisParameter,
    JarvisParameter,
    PreRouteResult,
    RequestInformation,
    ValidationResult,
)
from ovos_phal_plugin_jarvis.sdk.locale import full_date
from ovos_toolbox_everyday.command_base import examples
from ovos_toolbox_everyday.get_date_examples import ADAPTER_EXAMPLES, PROMPT_EXAMPLES
from ovos_toolbox_everyday.located import LocatedCommand, said_place
from ovos_toolbox_everyday.speech import lang, say


class GetDateCommand(LocatedCommand):
    """The date."""

    @property
    def command_name(self) -> str:
        """``get_date``."""
        return "get_date"

    @property
    def description(self) -> str:
        """What a model decides by."""
        return (
            "Tell the date and the day of the week: today's, here or in another place, or that of a relative "
            "day such as tomorrow, next monday or this weekend. Not for the time of day."
        )

    @property
    def keywords(self) -> list[str]:
        """Words that point to it."""
        return ["date", "what day is it", "today's date", "what date is it", "weekday", "day of the week"]

    @property
    def parameters(self) -> list[IJarvisParameter]:
        """``resolved_datetimes``, ``location``."""
        return [
            JarvisParameter(
                "resolved_datetimes",
                "array<datetime>",
                required=False,
                description="Date keys of the day asked about, such as tomorrow or next_monday; left out for today",
            ),
            self.location_parameter(),
        ]

    @property
    def rules(self) -> list[str]:
        """How words become arguments."""
        return [
            "Leave both parameters out for today's date here.",
            "Use date keys, never invent a date: 'next friday' is ['next_friday'].",
        ]

    @property
    def antipatterns(self) -> list[CommandAntipattern]:
        """What also speaks of days."""
        return [
            CommandAntipattern("get_time", "The time of day, 'What time is it?'. Use get_time."),
            CommandAntipattern("calculate", "Sums with plain numbers. Use calculate."),
        ]

    @property
    def fast_path_patterns(self) -> list[FastPathPattern]:
        """The plain question."""
        return [
            FastPathPattern(
                "date.today",
                "The plain question for today's date",
                "what's the date today",
                r"^(?:hey |please )?(?:what(?:'s| is|s) (?:the date(?: today)?|today(?:'s|s)? date)|"
                r"what day is (?:it|today)(?: today)?)[?.! ]*$",
                "claim_today",
            )
        ]

    def claim_today(self, match: re.Match[str], voice_command: str) -> PreRouteResult | None:
        """Claim "what's the date"."""
        return PreRouteResult({})

    def post_process_tool_call(self, args: dict[str, Any], voice_command: str) -> dict[str, Any]:
        """Leave out the day that is meant anyway: "today", or "now" in another place."""
        if args.get("resolved_datetimes") == [DateKeys.TODAY]:
            return {name: value for name, value in args.items() if name != "resolved_datetimes"}
        return args

    def validate_call(self, **kwargs: Any) -> list[ValidationResult]:
        """Also refuse what is no date after the host has resolved the keys."""
        results = super().validate_call(**kwargs)
        if not results and any(_day(value) is None for value in kwargs.get("resolved_datetimes") or []):
            results.append(
                self.refuse(
                    "resolved_datetimes",
                    say("unknown_day"),
                    [DateKeys.TODAY, DateKeys.TOMORROW, DateKeys.NEXT_MONDAY],
                )
            )
        return results

    def run(self, request_info: RequestInformation, **kwargs: Any) -> CommandResponse:
        """The date as a sentence, and as data."""
        moment, place = self.moment_at(kwargs.get("location"))
        asked = [_day(value) for value in kwargs.get("resolved_datetimes") or []]
        days = sorted({day for day in asked if day is not None})
        today = moment.date()
        dates = [full_date(day, lang()) for day in days or [today]]
        if days and days != [today]:
            if len(days) > 1:
                message = say("date_range", first=dates[0], last=dates[-1])
            else:
                message = say("date_will_be" if days[0] > today else "date_was", date=dates[0])
        elif place is not None:
            message = say("date_in", date=dates[0], place=said_place(place, kwargs["location"]))
        else:
            message = say("date_is", date=dates[0])
        days = days or [today]
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

    def generate_prompt_examples(self) -> list[CommandExample]:
        """A few, for every prompt."""
        return examples(PROMPT_EXAMPLES, primary="What's the date today?")

    def generate_adapter_examples(self) -> list[CommandExample]:
        """Many, to learn from."""
        return examples(ADAPTER_EXAMPLES)


def _day(value: Any) -> date | None:
    """The day of an ISO date or moment; a moment's own offset decides, as the host resolved it there."""
    try:
        return date.fromisoformat(str(value)[:10])
    except ValueError:
        return None
