"""``date_shift`` and ``date_set``: the day that the calls after them are for."""

from __future__ import annotations

import re
from datetime import date, timedelta
from typing import Annotated, Any

from ovos_phal_plugin_jarvis.sdk import CommandResponse, NotMeant, Param, ToolRefused, ValidationResult
from ovos_phal_plugin_jarvis.sdk.locale import full_date
from ovos_toolbox_planner import examples
from ovos_toolbox_planner.allowlist import MAX_SHIFT
from ovos_toolbox_planner.matching import clamped
from ovos_toolbox_planner.scope import say, scope
from ovos_toolbox_planner.tool import PlannerTool, done

_OF_A_THING = re.compile(
    r"(?:(?:please|can|could|would|will|you|now|and|then|just|ok|okay) )*"
    r"(?:move|push|shift|postpone|reschedule|delay|bring|put(?! me| us))"
    r"(?! (?:to|on|onto|forwards?|back|backwards|ahead|along|over|me|us|up|down)\b"
    r"|(?: (?:the|my|our|this|that))? (?:day|date|planner|plan|agenda|diary)\b) \w",
    re.IGNORECASE,
)
"""What is to happen to something else than the day that is looked at: "move that to sunday"."""


class DayTool(PlannerTool, declared=False):
    """A tool that goes to another day."""

    def post_process_tool_call(self, args: dict[str, Any], voice_command: str) -> dict[str, Any]:
        """See ``PlannerTool``; of a task that is to be on another day nothing here knows."""
        if _OF_A_THING.match(voice_command):
            raise NotMeant(voice_command)
        return super().post_process_tool_call(args, voice_command)

    def go_to(self, day: date) -> CommandResponse:
        """Make *day* the day that follows are for."""
        self.desk.days.move(scope().asker, day)
        return done(say("day_selected", date=full_date(day, scope().lang)), day=day.isoformat())


class DateShift(DayTool):
    """Go some days forward or back from the selected day of the planner: tomorrow, yesterday, in three days. What
    follows is for that day."""

    keywords = ["tomorrow", "yesterday", "day"]
    examples = examples.DATE_SHIFT
    rules = ["It comes before the calls that are for that day.", "A day that is named goes to date_set."]
    antipatterns = {"date_set": "A day that is named: 'on friday', 'march third'."}

    def validate_call(self, **kwargs: Any) -> list[ValidationResult]:
        """Tell in the user's language how far it goes."""
        results = super().validate_call(**kwargs)
        for result in results:
            result.message = say("days_out_of_range", limit=MAX_SHIFT)
        return results

    def __call__(
        self,
        days: Annotated[
            int, Param("Days forward, or back where negative", ge=-MAX_SHIFT, le=MAX_SHIFT, role="date_context")
        ],
    ) -> CommandResponse:
        # "Today" is a shift of nothing, and means today wherever the conversation was.
        start = self.today if days == 0 else self.desk.days.day(scope().asker, self.today)
        try:
            return self.go_to(start + timedelta(days=days))
        except OverflowError:
            raise ToolRefused(say("days_out_of_range", limit=MAX_SHIFT), param="days") from None


class DateSet(DayTool):
    """Go to a named day of the planner: friday, next monday, the third of march. What follows is for that day."""

    keywords = ["friday", "monday", "date"]
    examples = examples.DATE_SET
    rules = ["It comes before the calls that are for that day."]
    antipatterns = {"date_shift": "A day counted from the selected one: 'tomorrow', 'in three days'."}

    def validate_call(self, **kwargs: Any) -> list[ValidationResult]:
        """Tell in the user's language of a day that is none."""
        results = super().validate_call(**kwargs)
        for result in results:
            result.message = say("no_such_day", day=clamped(str(kwargs.get("ymd")), 40))
        return results

    def __call__(self, ymd: Annotated[date, Param("The day", role="date_context")]) -> CommandResponse:
        return self.go_to(ymd)
