"""How people ask for dates: today's, another day's, and today's elsewhere."""

from __future__ import annotations

from typing import Any

from ovos_phal_plugin_jarvis.sdk import DateKeys

PROMPT_EXAMPLES: dict[str, dict[str, Any]] = {
    "What's the date today?": {},
    "What day is next Monday?": {"resolved_datetimes": [DateKeys.NEXT_MONDAY]},
    "What's tomorrow's date?": {"resolved_datetimes": [DateKeys.TOMORROW]},
    "What's the date in Tokyo?": {"location": "Tokyo"},
    "What day of the week is it?": {},
}

_TODAY = (
    "what's the date",
    "what day is it",
    "what day is it today",
    "tell me today's date",
    "which day of the week is it",
    "what's today",
    "what month is it",
    "what year is it",
    "do you know what day it is",
    "today's date please",
    "what is the current date",
    "what date is today",
    "which date do we have today",
    "give me the date",
    "what day of the month is it",
    "what weekday is it",
    "i've forgotten what day it is",
    "could you tell me the date",
    "date please",
    "what is the calendar date right now",
    "any idea what the date is",
    "current date and day of the week",
    "would you tell me what date it is",
    "what date is it",
    "what number day of the month is it",
)
_DAYS: dict[str, str] = {
    "what's the date tomorrow": DateKeys.TOMORROW,
    "what day is tomorrow": DateKeys.TOMORROW,
    "which weekday do we have tomorrow": DateKeys.TOMORROW,
    "tomorrow is what date": DateKeys.TOMORROW,
    "which day of the week will it be the day after tomorrow": DateKeys.DAY_AFTER_TOMORROW,
    "give me the date for the day after tomorrow": DateKeys.DAY_AFTER_TOMORROW,
    "what was yesterday's date": DateKeys.YESTERDAY,
    "what day was it yesterday": DateKeys.YESTERDAY,
    "yesterday was which day": DateKeys.YESTERDAY,
    "what date is next friday": DateKeys.NEXT_FRIDAY,
    "friday what's the date": DateKeys.NEXT_FRIDAY,
    "tell me the date of next tuesday": DateKeys.NEXT_TUESDAY,
    "do you know the date on tuesday": DateKeys.NEXT_TUESDAY,
    "what's the date on next wednesday": DateKeys.NEXT_WEDNESDAY,
    "on which date does next thursday fall": DateKeys.NEXT_THURSDAY,
    "what's the date this coming thursday": DateKeys.NEXT_THURSDAY,
    "when is next saturday": DateKeys.NEXT_SATURDAY,
    "what date will it be next sunday": DateKeys.NEXT_SUNDAY,
    "which date is it on sunday": DateKeys.NEXT_SUNDAY,
    "what's monday's date": DateKeys.NEXT_MONDAY,
    "i need the date of the coming monday": DateKeys.NEXT_MONDAY,
    "which dates are this weekend": DateKeys.THIS_WEEKEND,
    "what dates was last weekend": DateKeys.LAST_WEEKEND,
    "give me the dates for last weekend": DateKeys.LAST_WEEKEND,
    "what are the dates of next week": DateKeys.NEXT_WEEK,
    "from what date to what date is next week": DateKeys.NEXT_WEEK,
}
_PLACES: dict[str, str] = {
    "what's the date in sydney": "sydney",
    "what day is it in auckland new zealand": "auckland new zealand",
    "what is the date over in japan": "japan",
    "tell me today's date in honolulu": "honolulu",
    "which day is it in los angeles right now": "los angeles",
    "what's the date in new delhi": "new delhi",
    "what day of the week is it in hong kong": "hong kong",
    "in singapore what's the date now": "singapore",
    "current date in london england": "london england",
    "what date do they have in seoul": "seoul",
    "could you give me the date for rio de janeiro": "rio de janeiro",
    "which weekday is it over there in hawaii": "hawaii",
    "do you know what day it is in mexico city": "mexico city",
    "today's date in melbourne please": "melbourne",
    "what's today's date in vancouver": "vancouver",
}

ADAPTER_EXAMPLES: dict[str, dict[str, Any]] = {
    **{said: {} for said in _TODAY},
    **{said: {"resolved_datetimes": [day]} for said, day in _DAYS.items()},
    **{said: {"location": place} for said, place in _PLACES.items()},
}
