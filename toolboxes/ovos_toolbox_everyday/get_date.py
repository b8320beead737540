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
from ovos_toolbox_everyday.command_base import examples
from ovos_toolbox_everyday.located import LocatedCommand
from ovos_toolbox_everyday.speech import say_date


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
        return ["date", "day", "today", "tomorrow", "what day is it", "weekday", "month", "year", "calendar",
                "day of the week"]

    @property
    def parameters(self) -> list[IJarvisParameter]:
        """``resolved_datetimes``, ``location``."""
        return [
            JarvisParameter("resolved_datetimes", "array<datetime>", required=False,
                            description="Date keys of the day asked about, such as tomorrow or next_monday; "
                                        "left out for today"),
            self.location_parameter(),
        ]

    @property
    def rules(self) -> list[str]:
        """How words become arguments."""
        return ["Leave both parameters out for today's date here.",
                "Use date keys, never invent a date: 'next friday' is ['next_friday']."]

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
        return [FastPathPattern(
            "date.today", "The plain question for today's date", "what's the date today",
            r"^(?:hey |please )?(?:what(?:'s| is|s) (?:the date(?: today)?|today(?:'s|s)? date)|"
            r"what day is (?:it|today)(?: today)?)[?.! ]*$", "claim_today")]

    def claim_today(self, match: re.Match[str], voice_command: str) -> PreRouteResult | None:
        """Claim "what's the date"."""
        return PreRouteResult({})

    def validate_call(self, **kwargs: Any) -> list[ValidationResult]:
        """Also refuse what is no date after the host has resolved the keys."""
        results = super().validate_call(**kwargs)
        if not results and any(_day(value) is None for value in kwargs.get("resolved_datetimes") or []):
            results.append(self.refuse(
                "resolved_datetimes",
                "I don't know which day that is. Say for example tomorrow or next monday.",
                [DateKeys.TODAY, DateKeys.TOMORROW, DateKeys.NEXT_MONDAY]))
        return results

    def run(self, request_info: RequestInformation, **kwargs: Any) -> CommandResponse:
        """The date as a sentence, and as data."""
        moment, place = self.moment_at(kwargs.get("location"))
        asked = [_day(value) for value in kwargs.get("resolved_datetimes") or []]
        days = sorted({day for day in asked if day is not None})
        today = moment.date()
        where = f" in {place.name}" if place else ""
        if not days or days == [today]:
            message = f"It's {say_date(today)}{where}."
            days = [today]
        elif len(days) == 1:
            message = f"{'That is' if days[0] > today else 'That was'} {say_date(days[0])}."
        else:
            message = f"From {say_date(days[0])} to {say_date(days[-1])}."
        return CommandResponse.final_response({
            "date": days[0].isoformat(), "dates": [day.isoformat() for day in days],
            "weekday": f"{days[0]:%A}", "timezone": place.zone if place else str(moment.tzinfo),
            "location": place.name if place else None, "message": message,
        })

    def generate_prompt_examples(self) -> list[CommandExample]:
        """A few, for every prompt."""
        return examples({
            "What's the date today?": {},
            "What day is next Monday?": {"resolved_datetimes": [DateKeys.NEXT_MONDAY]},
            "What's tomorrow's date?": {"resolved_datetimes": [DateKeys.TOMORROW]},
            "What's the date in Tokyo?": {"location": "Tokyo"},
            "What day of the week is it?": {},
        }, primary="What's the date today?")

    def generate_adapter_examples(self) -> list[CommandExample]:
        """Many, to learn from."""
        return examples({
            "what's the date": {},
            "what day is it": {},
            "what day is it today": {},
            "tell me today's date": {},
            "which day of the week is it": {},
            "what's today": {},
            "what month is it": {},
            "what year is it": {},
            "do you know what day it is": {},
            "today's date please": {},
            "what is the current date": {},
            "what date is today": {},
            "what's the date tomorrow": {"resolved_datetimes": [DateKeys.TOMORROW]},
            "what day is tomorrow": {"resolved_datetimes": [DateKeys.TOMORROW]},
            "which day of the week will it be the day after tomorrow":
                {"resolved_datetimes": [DateKeys.DAY_AFTER_TOMORROW]},
            "what was yesterday's date": {"resolved_datetimes": [DateKeys.YESTERDAY]},
            "what day was it yesterday": {"resolved_datetimes": [DateKeys.YESTERDAY]},
            "what date is next friday": {"resolved_datetimes": [DateKeys.NEXT_FRIDAY]},
            "tell me the date of next tuesday": {"resolved_datetimes": [DateKeys.NEXT_TUESDAY]},
            "what's the date on next wednesday": {"resolved_datetimes": [DateKeys.NEXT_WEDNESDAY]},
            "on which date does next thursday fall": {"resolved_datetimes": [DateKeys.NEXT_THURSDAY]},
            "when is next saturday": {"resolved_datetimes": [DateKeys.NEXT_SATURDAY]},
            "what date will it be next sunday": {"resolved_datetimes": [DateKeys.NEXT_SUNDAY]},
            "which dates are this weekend": {"resolved_datetimes": [DateKeys.THIS_WEEKEND]},
            "what dates was last weekend": {"resolved_datetimes": [DateKeys.LAST_WEEKEND]},
            "what are the dates of next week": {"resolved_datetimes": [DateKeys.NEXT_WEEK]},
            "what's the date in sydney": {"location": "sydney"},
            "what day is it in auckland new zealand": {"location": "auckland new zealand"},
            "what is the date over in japan": {"location": "japan"},
            "tell me today's date in honolulu": {"location": "honolulu"},
            "which day is it in los angeles right now": {"location": "los angeles"},
            "what's the date in new delhi": {"location": "new delhi"},
        })


def _day(value: Any) -> date | None:
    """The day of an ISO date or moment; a moment's own offset decides, as the host resolved it there."""
    try:
        return date.fromisoformat(str(value)[:10])
    except ValueError:
        return None
