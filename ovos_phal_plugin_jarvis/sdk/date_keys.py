"""The names of days and times that stand in arguments until a host resolves them."""

from __future__ import annotations


class DateKeys:
    """A constant for each name, for use in examples."""

    TODAY = "today"
    TOMORROW = "tomorrow"
    DAY_AFTER_TOMORROW = "day_after_tomorrow"
    YESTERDAY = "yesterday"
    THIS_WEEKEND = "this_weekend"
    LAST_WEEKEND = "last_weekend"
    NEXT_WEEK = "next_week"
    NEXT_MONDAY = "next_monday"
    NEXT_TUESDAY = "next_tuesday"
    NEXT_WEDNESDAY = "next_wednesday"
    NEXT_THURSDAY = "next_thursday"
    NEXT_FRIDAY = "next_friday"
    NEXT_SATURDAY = "next_saturday"
    NEXT_SUNDAY = "next_sunday"
    MORNING = "morning"
    TONIGHT = "tonight"
    LAST_NIGHT = "last_night"
    TOMORROW_MORNING = "tomorrow_morning"
    TOMORROW_AFTERNOON = "tomorrow_afternoon"
    TOMORROW_EVENING = "tomorrow_evening"
    TOMORROW_NIGHT = "tomorrow_night"
    YESTERDAY_MORNING = "yesterday_morning"
    YESTERDAY_AFTERNOON = "yesterday_afternoon"
    YESTERDAY_EVENING = "yesterday_evening"


RelativeDateKeys = DateKeys
"""The name in ``constants.relative_date_keys``, which older commands import."""

ALL_DATE_KEYS: list[str] = sorted(value for name, value in vars(DateKeys).items() if name.isupper())
"""Every value of :class:`DateKeys`, in alphabetical order."""
