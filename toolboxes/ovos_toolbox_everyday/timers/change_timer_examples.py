"""How people ask for more or less time on a timer, and for a pause."""

from __future__ import annotations

from typing import Any

Rows = dict[str, dict[str, Any]]


def _change(change: str, seconds: int, label: str | None = None) -> dict[str, Any]:
    given = {"change": change, "duration_seconds": seconds}
    return given if label is None else {**given, "label": label}


CHANGE_TIMER: Rows = {
    "Add five minutes to the timer": _change("extend", 300),
    "take two minutes off the timer": _change("shorten", 120),
    "change the pasta timer to ten minutes": _change("set", 600, "pasta"),
    "add a minute to the tea timer": _change("extend", 60, "tea"),
    "give the timer another ten minutes": _change("extend", 600),
    "make the timer three minutes shorter": _change("shorten", 180),
    "extend the oven timer by a quarter of an hour": _change("extend", 900, "oven"),
    "put thirty more seconds on the egg timer": _change("extend", 30, "egg"),
    "shorten the timer by five minutes": _change("shorten", 300),
    "make the timer twenty minutes instead": _change("set", 1200),
    "set the running timer to eight minutes": _change("set", 480),
    "cut the laundry timer by ten minutes": _change("shorten", 600, "laundry"),
    "the bread needs five more minutes on its timer": _change("extend", 300, "bread"),
    "can you prolong the timer by half an hour": _change("extend", 1800),
    "reduce the nap timer by a minute": _change("shorten", 60, "nap"),
    "reset the timer to fifteen minutes": _change("set", 900),
    "adjust the pizza timer to twelve minutes": _change("set", 720, "pizza"),
    "lengthen the timer by 90 seconds": _change("extend", 90),
    "let the rice timer run four minutes longer": _change("extend", 240, "rice"),
    "make the stew timer an hour": _change("set", 3600, "stew"),
    "put another two minutes on the eggs timer": _change("extend", 120, "eggs"),
    "knock a minute and a half off the timer": _change("shorten", 90),
}

PAUSE_TIMER: Rows = {
    "Pause the timer": {},
    "pause the pasta timer": {"label": "pasta"},
    "hold the timer": {},
    "put the timer on hold": {},
    "freeze the laundry timer": {"label": "laundry"},
    "can you pause my timer please": {},
    "halt the egg timer for now": {"label": "egg"},
    "stop the clock for a moment": {},
    "interrupt the timer": {},
    "timer pause": {},
    "suspend the workout timer": {"label": "workout"},
    "the timer should wait": {},
    "pause the countdown": {},
    "hold on with the tea timer": {"label": "tea"},
    "let the timer rest a bit": {},
}

RESUME_TIMER: Rows = {
    "Resume the timer": {},
    "continue the pasta timer": {"label": "pasta"},
    "let the timer go on": {},
    "unpause the timer": {},
    "carry on with the laundry timer": {"label": "laundry"},
    "start the timer again": {},
    "go on counting": {},
    "the egg timer can continue": {"label": "egg"},
    "keep the timer running again": {},
    "resume my workout timer": {"label": "workout"},
    "pick the timer back up": {},
    "timer on again": {},
    "proceed with the countdown": {},
    "take the tea timer off hold": {"label": "tea"},
    "please resume the countdown": {},
}
