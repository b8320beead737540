"""How people ask for the time, here and elsewhere."""
from __future__ import annotations

from typing import Any

PROMPT_EXAMPLES: dict[str, dict[str, Any]] = {
    "What time is it?": {},
    "What time is it in Tokyo?": {"location": "Tokyo"},
    "What's the time in London right now?": {"location": "London"},
    "Do you have the time?": {},
    "Current time in Paris, France": {"location": "Paris, France"},
}

_HERE = (
    "what time is it", "what's the time", "what's the current time", "tell me the time", "tell me the time please",
    "could you tell me what time it is", "do you know what time it is", "have you got the time", "time check",
    "what does the clock say", "what is the local time", "how late is it", "what time is it now",
    "what's the time right now", "time please", "what hour is it", "may i ask what time it is",
    "any idea what time it is", "what time do you make it", "i'd like to know the time", "give me the time",
    "what's the exact time", "read me the clock", "what o'clock is it",
    "can you check what time it is",
    "what time is it here",
    "i need to know what time it is", "please tell me what the time is", "what is the time please",
)
_PLACES: dict[str, str] = {
    "what time is it in new york city": "new york city",
    "what's the time in berlin": "berlin",
    "tell me the time in sydney australia": "sydney australia",
    "what is the current time in los angeles": "los angeles",
    "time in são paulo": "são paulo",
    "what time is it over in japan right now": "japan",
    "what's the local time in cairo": "cairo",
    "do you know what time it is in mumbai": "mumbai",
    "how late is it in moscow": "moscow",
    "is it late in singapore": "singapore",
    "current time in toronto canada": "toronto canada",
    "what time do they have in hong kong": "hong kong",
    "what's the clock saying in california": "california",
    "could you tell me the time in reykjavik": "reykjavik",
    "what time would it be in cape town now": "cape town",
    "time in utc": "utc",
    "what time is it in America/New_York": "America/New_York",
    "what's the time in portland maine": "portland maine",
    "give me the time in rio de janeiro": "rio de janeiro",
    "right now what time is it in dubai": "dubai",
    "in san francisco what time is it": "san francisco",
    "what time is it for people in lagos nigeria": "lagos nigeria",
    "madrid time please": "madrid",
    "what's new delhi time": "new delhi",
    "what hour is it in buenos aires": "buenos aires",
    "i'm calling someone in seoul what's the time there": "seoul",
    "have you got the time for auckland": "auckland",
    "what is the time over there in hawaii": "hawaii",
    "any idea what time it is in nairobi kenya": "nairobi kenya",
    "what's the time over in kuala lumpur": "kuala lumpur",
    "what time is it in ho chi minh city": "ho chi minh city",
    "tell me what time it is in stockholm": "stockholm",
    "time in lisbon please": "lisbon",
    "can you tell me the time in vancouver canada": "vancouver canada",
    "local time dublin": "dublin",
    "what's the hour in texas": "texas",
    "current time bangkok": "bangkok",
    "i'd like to know what time it is in salt lake city": "salt lake city",
}

ADAPTER_EXAMPLES: dict[str, dict[str, Any]] = {
    **{said: {} for said in _HERE},
    **{said: {"location": place} for said, place in _PLACES.items()},
}
