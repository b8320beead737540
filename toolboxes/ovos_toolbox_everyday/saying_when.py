"""How it is told when something is: "tomorrow at 7:00 AM", "every weekday at 7:00 AM"."""

from __future__ import annotations

from datetime import date, datetime

from ovos_phal_plugin_jarvis.sdk.date_keys import WEEKDAYS
from ovos_phal_plugin_jarvis.sdk.locale import Spoken, full_date, weekday
from ovos_toolbox_everyday.recurrence import When
from ovos_toolbox_everyday.speech import lang, say, say_time

_THIS_WEEK = 6
"""Days ahead that the name of a weekday is enough for."""


def say_day(day: date, today: date) -> Spoken:
    """ "today", "tomorrow", "Wednesday" or the whole date."""
    ahead = (day - today).days
    if ahead in (0, 1):
        return say("day_tomorrow" if ahead else "day_today")
    return weekday(day, lang()) if 1 < ahead <= _THIS_WEEK else full_date(day, lang())


def say_moment(moment: datetime, now: datetime, *, full: bool) -> Spoken:
    """ "today at 7:00 AM", "tomorrow at …", "on Wednesday at …", or with the whole date."""
    ahead, at = (moment.date() - now.date()).days, say_time(moment, full=full)
    if ahead in (0, 1):
        return say("when_tomorrow" if ahead else "when_today", time=at)
    if 1 < ahead <= _THIS_WEEK:
        return say("when_weekday", weekday=weekday(moment.date(), lang()), time=at)
    return say("when_date", date=full_date(moment.date(), lang()), time=at)


def say_repeat(when: When, *, full: bool) -> Spoken:
    """ "every day at 7:00 AM", "every weekday at …", "every Monday at …", "every month on the 5th at …"."""
    assert when.day is not None and when.time is not None and when.repeat is not None
    at = say_time(when.time, full=full)
    if when.repeat == "daily":
        return say("when_daily", time=at)
    if when.repeat in ("weekdays", "weekends"):
        return say("when_weekdays" if when.repeat == "weekdays" else "when_weekends", time=at)
    if when.repeat == "monthly":
        return say("when_monthly", day=when.day.day, time=at)
    number = when.day.weekday() if when.repeat == "weekly" else WEEKDAYS.index(when.repeat)
    any_such = date(2024, 1, 1 + number)  # which was a Monday
    return say("when_weekly", weekday=weekday(any_such, lang()), time=at)
