"""``days_until``: how many days it is to a day, or since it."""

from __future__ import annotations

import re
from datetime import date, datetime, timedelta
from typing import Annotated, Any

from ovos_phal_plugin_jarvis.sdk import NotMeant, ToolRefused, ValidationResult
from ovos_phal_plugin_jarvis.sdk.date_keys import WEEKDAYS
from ovos_phal_plugin_jarvis.sdk.locale import duration, full_date
from ovos_toolbox_everyday.dates.date_examples import DAYS_UNTIL
from ovos_toolbox_everyday.dates.hints import speaks_of
from ovos_toolbox_everyday.dates.occasions import last_occasion, next_occasion, occasion_in
from ovos_toolbox_everyday.heard.weekdays import weekday_called
from ovos_toolbox_everyday.lists.naming import joints
from ovos_toolbox_everyday.located import LocatedTool
from ovos_toolbox_everyday.speech import device_lang, lang, say

_DAY = 86_400
_BETWEEN = re.compile(r"(?i)\bbetween (?!(?:now|today|here|us|me)\b)|\bbetween (?:now|today)[ ?]*$")
_COUNTED_BY = re.compile(r"(?i)^(?!.*\bhow\b).*(?:\b(?:am|are|is|been)|['’](?:m|re|s)) (?:\w+ )?counting\b")
"""Who counts the days says so, and asks for nothing."""
_AHEAD = re.compile(r"(?i)\b(?:until|till|before|bis|hasta|avant|jusqu|fino|tot|até)")


class DaysUntil(LocatedTool):
    """Count the days until a day: a date, a weekday or a feast such as Christmas or Easter. Not for which date or
    weekday a day is, and not for how long a timer has left."""

    keywords = ["how many days until", "days until", "how long until", "how long till", "days left", "how far away"]
    examples = DAYS_UNTIL
    antipatterns = {
        "get_date": "Which date or weekday a day is: 'what date is next friday'. Use get_date.",
        "list_timers": "'How much time is left' asks for a timer. Use list_timers.",
        "convert_units": "'How many days are in a year' is about units. Use convert_units.",
    }

    def post_process_tool_call(self, args: dict[str, Any], voice_command: str) -> dict[str, Any]:
        """Take the day that is named rather than what stands beside it, and leave one alone that nobody knows and
        nothing is counted to: "how many days did the war last". "Since Easter" is counted from the last one."""
        if _BETWEEN.search(voice_command) or _COUNTED_BY.search(voice_command):
            raise NotMeant(voice_command)  # neither of two days is counted to, or somebody else counts
        args = self._named(args, voice_command)
        if not speaks_of("since", voice_command) or _AHEAD.search(voice_command):
            return args
        today = self.home_moment().date()
        if args.get("occasion"):
            last = last_occasion(str(args["occasion"]), today, device_lang())
            return args if last is None else {"day": last.isoformat()}
        if args.get("day") is None:
            raise NotMeant(voice_command)  # since a day that nobody knows
        weekday = str(args["day"]).removeprefix("next_")
        if weekday in WEEKDAYS:
            return {
                "day": (today - timedelta(days=(today.weekday() - WEEKDAYS.index(weekday) - 1) % 7 + 1)).isoformat()
            }
        try:
            day = date.fromisoformat(str(args.get("day")))
            return {"day": day.replace(year=day.year - (day > today)).isoformat()}
        except ValueError:
            return args

    def _named(self, args: dict[str, Any], voice_command: str) -> dict[str, Any]:
        occasion = str(args.get("occasion") or "")
        weekday = weekday_called(occasion)
        if weekday is not None:
            return {"day": f"next_{weekday}"}
        known = occasion and next_occasion(occasion, self.home_moment().date(), device_lang()) is not None
        if not known and (occasion or args.get("day") is None):
            named = occasion_in(voice_command, device_lang())
            if named is not None:
                return {"occasion": named}
            if args.get("day") is not None:
                return {"day": args["day"]}
        if occasion and not known and not speaks_of("until", voice_command.replace("days", "", 1)):
            raise NotMeant(voice_command)
        if known and args.get("day") is not None:
            if not set(joints(device_lang())).isdisjoint(voice_command.lower().split()):
                raise NotMeant(voice_command)  # two days are counted to, of which one would be told
            return {"occasion": occasion}
        return args

    def validate_call(self, **kwargs: Any) -> list[ValidationResult]:
        """Also ask where no day is told."""
        results = super().validate_call(**kwargs)
        if not results and kwargs.get("day") is None and not kwargs.get("occasion"):
            results.append(self.refuse("occasion", say("until_which_day")))
        return results

    def __call__(
        self,
        day: Annotated[datetime | None, "The day as a date or a date key; left out where the day has a name"] = None,
        occasion: Annotated[str | None, "A day with a name of its own: christmas, easter, halloween"] = None,
    ) -> dict[str, Any]:
        today = self.home_moment().date()
        if occasion:
            named = re.sub(r"^(?:the|next) ", "", occasion.strip(), flags=re.IGNORECASE)
            found = next_occasion(named, today, lang())
            if found is None and day is None:
                raise ToolRefused(say("unknown_occasion", occasion=occasion[:60]), param="occasion")
            target = found or (day.date() if day else today)
        else:
            assert day is not None  # validate_call
            target = day.date()
        days = (target - today).days
        spoken = full_date(target, lang())
        if days == 0:
            message = say("day_is_today", date=spoken)
        else:
            length = duration(abs(days) * _DAY, lang())
            message = say("day_is_in" if days > 0 else "day_was_ago", date=spoken, days=length)
        return {"days": days, "date": target.isoformat(), "message": message}
