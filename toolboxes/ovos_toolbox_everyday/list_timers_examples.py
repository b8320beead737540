"""How people ask what is left of their timers."""
from __future__ import annotations

from typing import Any

PROMPT_EXAMPLES: dict[str, dict[str, Any]] = {
    "How long is left on my timer?": {},
    "Which timers are running?": {},
    "How much time is left on the pasta timer?": {"label": "pasta"},
    "How long does the ten minute timer have left?": {"duration_seconds": 600},
}

_WHAT_IS_LEFT = (
    "how long is left on my timer", "how much time is left on the timer", "how much longer on the timer",
    "what's left on my timer", "check my timer", "timer status", "how is my timer doing",
    "when does my timer go off", "how long until my timer rings", "how many minutes before the timer is up",
    "when will the timer end", "how many minutes are left on my timer", "is the timer still running",
    "how long have i got left on the timer", "is my timer nearly done", "what's the timer at",
    "where is the countdown at", "time remaining on the timer", "how many seconds does the timer still have",
    "will my timer be finished soon", "how long till the timer's up", "has the timer gone off yet",
    "how far along is my timer", "how close is the timer to ringing",
)
_WHICH_RUN = (
    "list my timers", "list all timers", "show me my timers", "what timers do i have", "which timers are running",
    "are there any timers running", "do i have any timers set", "how many timers are there",
    "tell me about my timers", "read out my timers", "have i got a timer on",
    "what are my timers", "run through all the timers for me", "is there a timer on", "did i set a timer",
    "give me the rundown of active timers", "what countdowns are running", "what's left on all of my timers",
    "name every timer i've got",
)
_OF_ONE: dict[str, str] = {
    "how long is left on the pasta timer": "pasta",
    "how much time is left for the eggs": "eggs",
    "when is the pizza timer done": "pizza",
    "check the laundry timer": "laundry",
    "what's left on my tea timer": "tea",
    "how much longer does the oven timer have": "oven",
    "is the homework timer still going": "homework",
    "how long until the bread timer goes off": "bread",
    "how long do the potatoes have left": "potatoes",
    "how long has the cake got": "cake",
    "how many minutes have the baked beans got": "baked beans",
    "how much longer for the roast chicken": "roast chicken",
    "what's the status of the washing machine timer": "washing machine",
    "how long is left on the one called piano practice": "piano practice",
    "is the study break timer almost over": "study break",
    "time left on the slow cooker": "slow cooker",
    "how far off is the nap timer": "nap",
    "when will the timer for the lasagne ring": "lasagne",
    "how much time remains on the timer called yoga": "yoga",
    "tell me how long the green tea timer still has": "green tea",
    "how many minutes until the soft boiled eggs are up": "soft boiled eggs",
    "where are we with the parking timer": "parking",
    "did i set a bath timer": "bath",
    "what about the coffee timer how long has it got": "coffee",
    "how's the garlic bread timer doing": "garlic bread",
}
_OF_LENGTH: dict[str, int] = {
    "how long is left on the five minute timer": 300,
    "how much time does the one hour timer have left": 3600,
    "check the 20 minute timer": 1200,
    "when is my thirty second timer over": 30,
    "what's left on my two hour timer": 7200,
    "is the 45 minute timer still running": 2700,
    "how long until the half hour timer goes off": 1800,
    "how much longer on the fifteen minute one": 900,
    "where's the 90 second countdown at": 90,
    "tell me what remains of the eight minute timer": 480,
    "how far has the twelve minute timer got": 720,
}

ADAPTER_EXAMPLES: dict[str, dict[str, Any]] = {
    **{said: {} for said in (*_WHAT_IS_LEFT, *_WHICH_RUN)},
    **{said: {"label": label} for said, label in _OF_ONE.items()},
    **{said: {"duration_seconds": seconds} for said, seconds in _OF_LENGTH.items()},
}
