"""How people get rid of a timer, or of all of them."""
from __future__ import annotations

from typing import Any

PROMPT_EXAMPLES: dict[str, dict[str, Any]] = {
    "Cancel the timer": {},
    "Cancel all timers": {"all_timers": True},
    "Stop the pasta timer": {"label": "pasta"},
    "Cancel the five minute timer": {"duration_seconds": 300},
}

_THE_ONE = (
    "cancel the timer", "cancel my timer", "stop the timer", "stop my timer please", "turn off the timer",
    "delete the timer", "end the timer", "i don't need the timer anymore", "forget the timer", "kill that timer",
    "never mind the timer", "abort the countdown", "get rid of the timer", "shut the timer off",
    "you can stop the timer now", "no more timer please", "scrap the timer",
    "switch that timer off", "silence the timer", "call off the countdown", "i'm done with the timer",
    "drop the timer", "take the timer off", "i changed my mind about the timer", "make the timer stop",
)
_ALL = (
    "cancel all timers", "cancel all my timers", "stop all timers", "clear every timer",
    "delete all of my timers", "turn all the timers off", "remove every timer please", "shut down every timer",
    "kill all the timers", "cancel every single timer", "get rid of all the timers i've set",
    "i don't need any of my timers anymore", "wipe all timers", "end every timer that's running",
    "stop each and every timer", "all timers off", "switch off all countdowns", "scrap the lot of my timers",
    "cancel both timers", "clear my timers all of them", "forget all the timers",
)
_NAMED: dict[str, str] = {
    "cancel the pasta timer": "pasta",
    "stop the laundry timer": "laundry",
    "turn off the egg timer": "egg",
    "delete my tea timer": "tea",
    "i don't need the pizza timer anymore": "pizza",
    "cancel the timer called homework": "homework",
    "end the timer for the oven": "oven",
    "forget about the bread timer": "bread",
    "get rid of the workout timer": "workout",
    "switch off the washing machine timer": "washing machine",
    "remove the timer on the roast chicken": "roast chicken",
    "shut the garlic bread timer off": "garlic bread",
    "the rice is done so stop its timer": "rice",
    "stop the countdown named quick stretch": "quick stretch",
    "delete the timer called green tea": "green tea",
    "no need for the study break timer any longer": "study break",
    "kill my power nap timer": "power nap",
    "call off the yoga countdown": "yoga",
    "scrap the soft boiled eggs timer please": "soft boiled eggs",
    "could you drop the timer named piano practice": "piano practice",
    "you can cancel the potatoes timer": "potatoes",
    "take off the bath timer": "bath",
    "please abort the timer for the slow cooker": "slow cooker",
    "i won't be needing the parking timer after all": "parking",
    "clear the coffee timer": "coffee",
    "never mind the cake timer": "cake",
}
_OF_LENGTH: dict[str, int] = {
    "cancel the ten minute timer": 600,
    "stop the 30 second timer": 30,
    "delete the one hour timer": 3600,
    "turn off my twenty minute timer": 1200,
    "cancel the timer for 45 minutes": 2700,
    "get rid of the two hour timer": 7200,
    "i don't need the fifteen minute timer any more": 900,
    "kill the half hour timer": 1800,
    "scrap the one for eight minutes": 480,
    "end the 90 second countdown": 90,
    "shut off the twelve minute one": 720,
    "remove the timer that i set for 25 minutes": 1500,
}

ADAPTER_EXAMPLES: dict[str, dict[str, Any]] = {
    **{said: {} for said in _THE_ONE},
    **{said: {"all_timers": True} for said in _ALL},
    **{said: {"label": label} for said, label in _NAMED.items()},
    **{said: {"duration_seconds": seconds} for said, seconds in _OF_LENGTH.items()},
}
