"""How often words say that something comes again: "every Monday"."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from ovos_phal_plugin_jarvis.sdk.date_keys import WEEKDAYS
from ovos_toolbox_everyday.heard.month_days import EVERY_MONTH
from ovos_toolbox_everyday.heard.weekdays import day_names
from ovos_toolbox_everyday.heard.words import SPANS, WORDS, without_text
from ovos_toolbox_everyday.recurrence import REPEATS

OTHERWISE = "otherwise"
"""Again and again, in a way that can't be kept: "every other day"."""
_REPEATED = tuple(
    (name, re.compile(rf"\b(?:{WORDS.expression(name)})\b", re.IGNORECASE))
    for name in ("weekdays", "weekends", "daily", "weekly", "monthly")
)
_RHYTHMS = {"daily": {*WEEKDAYS}, "weekdays": {*WEEKDAYS[:5]}, "weekends": {*WEEKDAYS[5:]}}
_THAT_DAY = WORDS.english("that_day")
_THOSE_DAYS = WORDS.english("those_days")
_ANY_DAY = WORDS.english("days")
_ONCE = re.compile(rf"\b(?:{WORDS.expression('days')})\b", re.IGNORECASE)
_OTHERWISE = WORDS.english("otherwise")
_THAT_ONE = WORDS.english("that_one")
"""A week or a month that comes once."""
_SPAN_OF = {"weekly": SPANS["week"], "monthly": SPANS["month"]}
"""What a rhythm is called by, and what a length of time is as well: "in a week", "dans un mois"."""
_NO_LABEL = frozenset({*REPEATS, *WORDS.listed("rhythms")})
_CORRECTED = WORDS.english("corrected")


def repeat_said(words: str) -> str | None:
    """How often *words* say that something comes again, by the last of them where they correct themselves ("on weekends
    no every day"); None where they don't."""
    for correction in reversed(list(_CORRECTED.finditer(words))):
        said = _repeat_in(words[correction.end() :])
        if said is not None:
            return said
    return _repeat_in(words)


def _repeat_in(words: str) -> str | None:
    if _OTHERWISE.search(words):
        return OTHERWISE
    if EVERY_MONTH.search(words):
        return "monthly"
    found = _THAT_DAY.search(words)
    if found:
        return _together(words) or str(found[1] or found[2]).lower()
    english = next((repeat for repeat, said in _REPEATED if said.search(words)), None)
    return english or next((repeat for repeat, said in _repeated() if said.search(words)), None)


def _together(words: str) -> str | None:
    """The rhythm that all days come in which *words* name beside each other: "saturdays and sundays" are weekends."""
    for those in _THOSE_DAYS.finditer(words):
        days = {name.lower() for name in _ANY_DAY.findall(those[0])}
        rhythm = next((name for name, of in _RHYTHMS.items() if of == days), None)
        if rhythm is not None:
            return rhythm
    return None


@lru_cache(maxsize=1)
def _repeated() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """The same for the other languages, all of them: none says it in the words of another. What is of several days
    comes before what is of one, whose name may be in it."""
    found = []
    for told in WORDS.abroad.values():
        found += [(name, told[name]) for name in (OTHERWISE, "weekdays", "weekends", "daily", "weekly", "monthly")]
        found += [
            (day, told["day"].format(day=f"(?:{said})")) for day, said in zip(WEEKDAYS, told["days"], strict=True)
        ]
    return tuple((name, re.compile(rf"\b(?:{said})\b", re.IGNORECASE)) for name, said in found)


def mend_repeat(arguments: dict[str, Any], words: str, accepted: tuple[str, ...]) -> dict[str, Any]:
    """*arguments* with ``repeat`` as *words* have it: "every Friday" is one, "on Friday" is a day.

    Args:
        arguments: of the call.
        words: that were said.
        accepted: what ``repeat`` may be.
    """
    mended = dict(arguments)
    told = without_text(arguments, words)  # "remind me to take the daily pill tomorrow" comes once
    said = repeat_said(told)
    if said in WEEKDAYS and OTHERWISE in accepted and not arguments.get("day") and _names_several(arguments, told):
        said = OTHERWISE
    if said in WEEKDAYS or (said is not None and said == _together(told)):
        said = _one_of_days(mended, words, said)
    if said is not None and said in accepted:
        mended["repeat"] = said
        if str(mended.get("label", "")).lower() in _NO_LABEL:
            mended.pop("label")
        day = str(mended.get("day", "")).lower()
        if any(weekday in day for weekday in WEEKDAYS) or day in ("today", "this_week", "this_weekend", "next_week"):
            mended.pop("day")
    elif said is None and mended.get("repeat") in WEEKDAYS and _ONCE.search(words):
        mended.setdefault("day", f"next_{mended.pop('repeat')}")
    elif said is None and (mended.get("repeat") == OTHERWISE or _THAT_ONE.search(words)):
        mended.pop("repeat", None)
    elif said is None and mended.get("repeat") in _SPAN_OF and _SPAN_OF[mended["repeat"]].search(words):
        del mended["repeat"]  # of an answer to a question ("at nine") the rhythm was said before
    return mended


def _names_several(arguments: dict[str, Any], words: str) -> bool:
    """Whether *words* name several weekdays beside each other and a call has none of them for its own: it would come on
    the first of them only."""
    named = [{name.lower() for name in _ANY_DAY.findall(those[0])} for those in _THOSE_DAYS.finditer(words)]
    several = any(len(days) > 1 for days in named) and not _CORRECTED.search(words)
    return several and not any(str(arguments.get("repeat", "")) in days for days in named)


def _one_of_days(arguments: dict[str, Any], words: str, said: str) -> str:
    """The weekday on which a call comes again, of the several that *words* may name ("on mondays and thursdays"), one a
    call: its own where it has one of them, else *said*."""
    named = " ".join(found[0].lower() for found in _THOSE_DAYS.finditer(words))
    repeat, day = str(arguments.get("repeat", "")), str(arguments.get("day", "")).lower()
    if said in WEEKDAYS and repeat in WEEKDAYS and not _CORRECTED.search(words) and _names_day(repeat, words):
        return repeat
    return next((weekday for weekday in WEEKDAYS if weekday in day and weekday in named), said)


def _names_day(weekday: str, words: str) -> bool:
    return re.search(rf"\b(?:{day_names(weekday)})(?:s|en)?\b", words, re.IGNORECASE) is not None
