"""What words say beyond doubt, whatever a translator made of them: "every Monday", "all of them".

Each mends the arguments of a call and leaves alone what it does not know. How often something comes again, and that all
are meant, is known in each language (``heard.yaml``); all else in English, and in other languages nothing matches.
"""

from __future__ import annotations

import calendar
import datetime as dt
import re
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml

from ovos_phal_plugin_jarvis.sdk.date_keys import WEEKDAYS, days_of
from ovos_toolbox_everyday.dates.occasions import next_occasion
from ovos_toolbox_everyday.recurrence import REPEATS
from ovos_toolbox_everyday.spoken_numbers import parse_duration
from ovos_toolbox_everyday.sums.numerals import numbers_at
from ovos_toolbox_everyday.sums.words import sum_words

_WEEKDAY = "|".join(WEEKDAYS)
_EVERY = r"(?:every|each)(?: single)?"
_WORKDAYS = rf"\b(?:(?:{_EVERY}|on|during|all) )?(?:weekdays?|work(?:ing)? ?days?)\b"
_REPEATED = (
    ("weekdays", rf"{_WORKDAYS}|\bmondays? (?:to|through|till) fridays?\b"),
    ("weekends", rf"\b(?:{_EVERY} weekend|(?:on |at )?(?:the )?weekends)\b"),
    ("daily", rf"\b(?:daily|{_EVERY} (?:day|morning|evening|night|afternoon)|everyday)\b"),
    ("weekly", rf"\b(?:weekly|{_EVERY} week|once a week)\b"),
    ("monthly", rf"\b(?:monthly|{_EVERY} month|once a month)\b"),
)
_THAT_DAY = re.compile(rf"\b(?:{_EVERY} ({_WEEKDAY})|(?:on )?({_WEEKDAY})s)\b", re.IGNORECASE)
_THOSE_DAYS = re.compile(
    rf"\b(?:{_EVERY} (?:{_WEEKDAY})|(?:{_WEEKDAY})s)(?:(?:,| and|, and|)(?: on)? (?:{_WEEKDAY})s?\b)*", re.IGNORECASE
)
_ANY_DAY = re.compile(_WEEKDAY, re.IGNORECASE)
_RHYTHMS = {"daily": {*WEEKDAYS}, "weekdays": {*WEEKDAYS[:5]}, "weekends": {*WEEKDAYS[5:]}}
_ONCE = re.compile(rf"\b({_WEEKDAY})\b", re.IGNORECASE)
_ALL = r"\b(?:all(?: of)?|every|each|both|any)(?: single| last)?(?: one)?(?: of)?(?: the| my| these| those| our)?"


_DAWN = 4
"""Up to which hour somebody who is awake says "in the morning" of the same day."""
OTHERWISE = "otherwise"
"""Again and again, in a way that can't be kept: "every other day"."""
_SEVERAL = (
    r"(?:other|second|third|fourth|few|couple(?: of)?|half(?: an)?|quarter of an|\d+|[a-z]+(?:teen|ty)"
    r"|t(?:wo|hree|en|welve)|f(?:our|ive)|s(?:ix|even)|eight|nine)"
)
_PLACES = (
    *("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh"),
    *("twelfth", "thirteenth", "fourteenth", "fifteenth"),
)
_NTH = rf"(?:{'|'.join(_PLACES)}|last|\d\d?(?:st|nd|rd|th))"
_OFTEN = r"(?:twice|thrice|(?:two|three|four|five|six|\d+) times) (?:an?|every|each|per)"
_SPAN = rf"(?:minute|hour|day|night|morning|evening|week|month|year|{_WEEKDAY})s?"
_OTHERWISE = re.compile(
    rf"(?<!the )(?<!my )(?<!an )(?:\b{_EVERY} {_SEVERAL}[ -]{_SPAN}\b|\b{_OFTEN} (?:hour|day|week|month|year)\b"
    rf"|\b{_EVERY} (?:second|minute|hour|fortnight|year)\b|\b{_EVERY} {_NTH} (?:{_WEEKDAY})\b"
    r"|\b(?:hourly|fortnightly|bi-?weekly|yearly|annually|once (?:an hour|a year))\b)"
    rf"|\b{_NTH} (?:{_WEEKDAY}) (?:of|in) {_EVERY} month\b"
    rf"|\bfor (?:the )?(?:next|coming|following) {_SEVERAL} {_SPAN}\b",
    re.IGNORECASE,
)
_EVERY_MONTH = re.compile(
    rf"\b(?:{_EVERY} (?P<nth>{_NTH})(?: day)? of the month|(?P<day>{_NTH})(?: day)? (?:of|in) {_EVERY} month"
    rf"|{_EVERY} month on the (?P<on>{_NTH}))\b",
    re.IGNORECASE,
)
_THAT_ONE = re.compile(
    r"\b(?:the|this|next|coming|following) (?:week|month)\b|\ba week (?:on|from|today|tomorrow)\b"
    rf"|\b(?:{_WEEKDAY}|tomorrow) week\b",
    re.IGNORECASE,
)
"""A week or a month that comes once."""
_SPAN_OF = {
    "weekly": re.compile(r"\b(?:weeks?|wochen?|semanas?|semaines?|settiman[ae]|we(?:ek|ken))\b", re.IGNORECASE),
    "monthly": re.compile(r"\b(?:months?|monat\w*|mes(?:es)?|mois|mes[ei]|maand\w*|mês)\b", re.IGNORECASE),
}
"""What a rhythm is called by, and what a length of time is as well: "in a week", "dans un mois"."""


_CORRECTED = re.compile(
    r"\b(?:no|nah|nope|actually|sorry|i mean|i meant|make (?:it|that)|rather(?! than)|scratch that|correction)\b",
    re.IGNORECASE,
)


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
    if _EVERY_MONTH.search(words):
        return "monthly"
    found = _THAT_DAY.search(words)
    if found:
        return _together(words) or str(found[1] or found[2]).lower()
    english = next((repeat for repeat, said in _REPEATED if re.search(said, words, re.IGNORECASE)), None)
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
def _languages() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((Path(__file__).parent / "heard.yaml").read_text(encoding="utf-8"))
    return found


@lru_cache(maxsize=1)
def _repeated() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """The same for the other languages, all of them: none says it in the words of another. What is of several days
    comes before what is of one, whose name may be in it."""
    found = []
    for told in _languages().values():
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
    told = _without_text(arguments, words)  # "remind me to take the daily pill tomorrow" comes once
    said = repeat_said(told)
    if said in WEEKDAYS and OTHERWISE in accepted and not arguments.get("day") and _names_several(arguments, told):
        said = OTHERWISE
    if said in WEEKDAYS or (said is not None and said == _together(told)):
        said = _one_of_days(mended, words, said)
    if said is not None and said in accepted:
        mended["repeat"] = said
        if str(mended.get("label", "")).lower() in (*REPEATS, "weekday", "weekend", "every day", "every"):
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
    return re.search(rf"\b(?:{_day_names(weekday)})(?:s|en)?\b", words, re.IGNORECASE) is not None


def _day_names(weekday: str) -> str:
    """What *weekday* is called in each language, as a regular expression."""
    number = WEEKDAYS.index(weekday)
    return "|".join((weekday, *(told["days"][number] for told in _languages().values())))


def weekday_called(name: str) -> str | None:
    """The weekday that *name* is in one of the languages; None where it is none."""
    said = name.strip()
    return next((day for day in WEEKDAYS if re.fullmatch(_day_names(day), said, re.IGNORECASE)), None)


def mend_month_day(arguments: dict[str, Any], words: str, today: dt.date) -> dict[str, Any]:
    """*arguments* of what comes every month with the ``day`` that *words* say: "on the first of every month"."""
    found = _EVERY_MONTH.search(words) if arguments.get("repeat") == "monthly" else None
    if found is None:
        return arguments
    said = str(found["nth"] or found["day"] or found["on"]).lower()
    number = 31 if said == "last" else _PLACES.index(said) + 1 if said in _PLACES else int(said[:-2])
    ahead = (today + dt.timedelta(days=n) for n in range(62))  # a month of 31 days is one of any two
    day = next((day for day in ahead if day.day == number), None)
    return arguments if day is None else {**arguments, "day": day.isoformat()}


_THAT_NIGHT = re.compile(rf"\b(?:tonight|(?P<day>this|tomorrow|{_WEEKDAY}) night)\b", re.IGNORECASE)
_NOON = re.compile(r"\b(?:noon|midday|p\.? ?m\.?|afternoon)\b", re.IGNORECASE)


def mend_night(arguments: dict[str, Any], words: str, today: dt.date) -> dict[str, Any]:
    """*arguments* with a ``time`` behind midnight, and the ``day`` that it is then, where *words* name a night: "friday
    night at half past twelve" is on saturday.

    Args:
        arguments: of the call.
        words: that were said.
        today: the user's day.
    """
    told = _without_text(arguments, words)
    at = re.fullmatch(r"(00|12|0[1-3])(:\d\d)", str(arguments.get("time", "")))
    night = _THAT_NIGHT.search(told)
    if at is None or night is None or (at[1] == "12" and _NOON.search(told)):
        return arguments
    mended = {**arguments, "time": f"{'00' if at[1] == '12' else at[1]}{at[2]}"}
    day = _day_of(str(arguments.get("day") or ""), today)
    if day == today:
        del mended["day"]  # the next time it is so late
    elif day is not None:
        named, following = str(night["day"]).lower(), (day + dt.timedelta(days=1)).isoformat()
        # Any other day was moved before: "friday night at half past twelve", and then "make it one".
        if named == WEEKDAYS[day.weekday()] or (named == "tomorrow" and day == today + dt.timedelta(days=1)):
            mended["day"] = following
    return mended


_LATER_TODAY = re.compile(r"\b(?:tonight|this (?:afternoon|evening))\b", re.IGNORECASE)


def mend_today(arguments: dict[str, Any], words: str) -> dict[str, Any]:
    """*arguments* with today as the ``day`` of a ``time`` behind noon that *words* put into this afternoon or evening:
    "at seven tonight" is never tomorrow."""
    dated = any(arguments.get(name) for name in ("day", "repeat", "in_seconds"))
    later = str(arguments.get("time") or "") >= "12:00" and _LATER_TODAY.search(_without_text(arguments, words))
    return {**arguments, "day": "today"} if later and not dated else arguments


def _without_text(arguments: dict[str, Any], words: str) -> str:
    """*words* without the ``text`` of the call, whose parts of the day are none of its time."""
    about = str(arguments.get("text") or "").strip()
    return re.sub(re.escape(about), " ", words, flags=re.IGNORECASE) if about else words


def _day_of(said: str, today: dt.date) -> dt.date | None:
    """The day that an argument holds, as a key or as ISO 8601 writes it; None for any other."""
    try:
        return days_of(said, today)[0][0]
    except (KeyError, OverflowError, ValueError):
        pass
    try:
        return dt.date.fromisoformat(said)
    except ValueError:
        return None


_DAY_SECONDS = 86_400


def day_ahead(seconds: int, words: str, today: dt.date) -> dt.date:
    """The day that is *seconds* away, which are whole days: a month that *words* name is one of the calendar."""
    months, rest = divmod(seconds, 30 * _DAY_SECONDS)
    if rest or not _SPAN_OF["monthly"].search(words):
        return today + dt.timedelta(days=seconds // _DAY_SECONDS)
    year, month0 = divmod(today.year * 12 + today.month - 1 + months, 12)
    return dt.date(year, month0 + 1, min(today.day, calendar.monthrange(year, month0 + 1)[1]))


_COUNTS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_FROM_DAY = re.compile(
    rf"(?<!in )\b(?P<count>the|an?|\d\d?|{'|'.join(_COUNTS)}) (?P<unit>day|week|month)s? "
    r"(?P<way>before|prior to|ahead of|after) (?!i forget\b|tomorrow\b|yesterday\b|that\b|this\b)(?P<day>[\w' ]{3,60})",
    re.IGNORECASE,
)
_DAYS_OF = {"day": 1, "week": 7, "month": 30}


def mend_from_day(arguments: dict[str, Any], words: str, today: dt.date) -> dict[str, Any]:
    """*arguments* with the ``day`` that *words* count from another ("two days before easter"); with nothing that says
    when, so that it is asked for, where that other day is not known.

    Args:
        arguments: of the call.
        words: that were said.
        today: the user's day; the day that is counted from comes after it.
    """
    told = _without_text(arguments, words)
    found = _FROM_DAY.search(told)
    if found is None:
        return _mend_from_day_abroad(arguments, told, today)
    mended = {name: value for name, value in arguments.items() if name not in ("day", "in_seconds", "repeat")}
    named = found["day"].lower().split()
    named_day = _day_of(f"next_{named[0]}", today) if named[0] in WEEKDAYS else _occasion(named, today, "en-us")
    if named_day is None:
        return {name: value for name, value in mended.items() if name != "time"}
    count = found["count"].lower()
    number = int(count) if count.isdigit() else _COUNTS.index(count) + 1 if count in _COUNTS else 1
    seconds = number * _DAYS_OF[found["unit"].lower()] * _DAY_SECONDS * (1 if found["way"].lower() == "after" else -1)
    return {**mended, "day": day_ahead(seconds, found["unit"], named_day).isoformat()}


def _occasion(named: Sequence[str], today: dt.date, tag: str) -> dt.date | None:
    """The day that the words *named* begin with the name of."""
    days = (next_occasion(" ".join(named[:size]), today, tag) for size in range(min(4, len(named)), 0, -1))
    return next((day for day in days if day), None)


def _mend_from_day_abroad(arguments: dict[str, Any], words: str, today: dt.date) -> dict[str, Any]:
    """:func:`mend_from_day` in the languages beside English. A date ("vor dem 3. mai") was counted from by whoever read
    the words."""
    for tag, told in _languages().items():
        found = _away_from(tag).search(words)
        if found is None:
            continue
        number = next((int(n) for n, _ in numbers_at(sum_words(tag), [found["count"].lower()], 0)), 1)
        named = found["day"].lower().split()
        weekday = next((at for at, name in enumerate(told["days"]) if re.fullmatch(name, named[0])), None)
        day = _occasion(named, today, tag) if weekday is None else _day_of(f"next_{WEEKDAYS[weekday]}", today)
        if day is None and (named[0][0].isdigit() or any(True for _ in numbers_at(sum_words(tag), named, 0))):
            return arguments
        mended = {name: value for name, value in arguments.items() if name not in ("day", "in_seconds", "repeat")}
        if day is None:
            return {name: value for name, value in mended.items() if name != "time"}
        unit = "week" if found["week"] else "month" if found["month"] else "day"
        seconds = number * _DAYS_OF[unit] * _DAY_SECONDS * (-1 if found["before"] else 1)
        return {**mended, "day": day_ahead(seconds, unit, day).isoformat()}
    return arguments


@lru_cache(maxsize=8)
def _away_from(tag: str) -> re.Pattern[str]:
    said = _languages()[tag]["from_day"]
    return re.compile(rf"\b(?P<count>\w+) {said} (?P<day>[\w][\w' -]{{2,60}})", re.IGNORECASE)


def says_all(words: str, things: str) -> bool:
    """Whether *words* speak of all *things*, which are ``timers``, ``alarms`` or ``reminders``: "all my alarms"."""
    named = f"{things}?"
    said = rf"{_ALL} (?:{named})\b|\b(?:{named}) all\b|\bno more (?:{named})\b"
    return re.search(said, words, re.IGNORECASE) is not None or says_all_abroad(words, things)


def says_all_abroad(words: str, things: str) -> bool:
    """The same in the languages beside English: "alle meine wecker", "todas las alarmas"."""
    return any(said.search(words) for said in _everything(things))


def says_alarm_abroad(words: str) -> bool:
    """Whether *words* of a language beside English speak of an alarm, or of being woken by one."""
    return any(said.search(words) for said in _woken())


@lru_cache(maxsize=1)
def _woken() -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(rf"\b(?:{told['woken']})\b", re.IGNORECASE) for told in _languages().values())


@lru_cache(maxsize=8)
def _everything(things: str) -> tuple[re.Pattern[str], ...]:
    return tuple(
        re.compile(rf"\b(?:{told['all']})(?: \w+){{0,2}} (?:{told[things]})\b", re.IGNORECASE)
        for told in _languages().values()
    )


_LESS = re.compile(
    r"\b(?:shorten|shorter|less|reduce|decrease|cut|trim|minus|subtract|deduct|drop|lower)\b"
    r"|\b(?:take|knock|shave|remove)\b.*\b(?:off|from|away)\b",
    re.IGNORECASE,
)
_MORE = re.compile(
    r"\b(?:add|more|extend|extra|longer|lengthen|prolong|increase|another|additional|plus|bump)\b", re.IGNORECASE
)
_ANEW = re.compile(
    r"\b(?:change|set|reset|adjust|switch|move)\b.*\b(?:to|into|left)\b|\b(?:make|instead)\b", re.IGNORECASE
)


def change_said(words: str) -> str | None:
    """``extend``, ``shorten`` or ``set``, where *words* say only one of them."""
    less, more = _LESS.search(words) is not None, _MORE.search(words) is not None
    if less != more:
        return "shorten" if less else "extend"
    return "set" if not less and _ANEW.search(words) else None


_DOWN = r"(?:quiet\w*|soft\w*|low\w*|dark\w*|dim\w*)"
_UP = r"(?:loud\w*|high\w*|bright\w*|light\w*|strong\w*)"
_WANTED = (
    (
        "down",
        rf"\bmore {_DOWN}\b|\bless {_UP}\b|\b(?:too|so|very|far too|rather) (?:much )?{_UP}\b",
    ),
    ("down", rf"\b{_UP} too much\b|\bas {_DOWN} as\b"),
    ("down", r"\b(?:take|knock|shave|cut|trim|chop|drop|lose|pull|strip|whip) (?!(?:it|the|that|this)\b).*\boff\b"),
    ("up", rf"\bas {_UP} as\b"),
    ("up", rf"\bmore {_UP}\b|\bless {_DOWN}\b|\b(?:too|so|very|far too|rather) (?:much )?{_DOWN}\b"),
)


def direction_said(words: str) -> str | None:
    """``up`` or ``down``, where *words* say one of them by what is to be more or less, or is too much: "more low", "too
    bright"; None where they don't, or say both."""
    said = {direction for direction, form in _WANTED if re.search(form, words, re.IGNORECASE)}
    return said.pop() if len(said) == 1 else None


_SOUND_BACK = re.compile(
    r"\b(?:mute|silence|silent mode) (?:is )?off\b|\b(?:off|end|stop|leave|out of|remove|lift|disable)(?: the)? mute\b"
    r"|\bunmut\w*|\b(?:sound|voice|audio|volume) back\b|\bno (?:more|longer) (?:on )?mut(?:e|ed|ing)\b",
    re.IGNORECASE,
)


def sound_back(words: str) -> bool:
    """Whether *words* want the sound back, in whatever language: "mute off"."""
    return _SOUND_BACK.search(words) is not None or any(said.search(words) for said in _sound_back_abroad())


@lru_cache(maxsize=1)
def _sound_back_abroad() -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(rf"\b(?:{told['sound_back']})\b", re.IGNORECASE) for told in _languages().values())


_ENDED = re.compile(
    r"\b(?:off|stop\w*|end\w*|leave|exit|quit|disable\w*|deactivate\w*|kill|finish\w*|cancel\w*|out of|normal|needed"
    r"|enough|any ?more|no more|awake|up|no longer|done|over|remove|undo|not|without|morning)\b|n't (?:want|need|like)",
    re.IGNORECASE,
)


_ENGLISH = re.compile(r"\b(?:the|my|it|you|night|dark|please|screen)\b|n't\b", re.IGNORECASE)
"""Words that only English says, of those that nobody speaks of a night mode without."""


def says_no_end(words: str) -> bool:
    """Whether *words* are English and speak of no end of anything, as "night mode off" does; of words of another
    language nothing is known."""
    return _ENGLISH.search(words) is not None and _ENDED.search(words) is None


_UNIT = re.compile(
    r"(?i)\b(?:s|h)\b|sec|sek|seg|min|hou?r|hr|std|stund|hora|heur|\bor[ae]\b|uur|uren|day|tag|dag|d[ií]a|jour|giorn|half|quarter"
)


def in_minutes(seconds: Any, words: str) -> Any:
    """*seconds*, as minutes where *words* say a number and no unit: "set a timer for twenty"."""
    bare = isinstance(seconds, int) and 0 < seconds < 60 and not _UNIT.search(words)
    return seconds * 60 if bare else seconds


_BEGUN = re.compile(
    r"\b(?:turn|switch|put) (?:it |\w+ )?on\b|\b(?:turn|switch|put) (?:the|my) [\w' ]+ on\b", re.IGNORECASE
)


def says_on(words: str) -> bool:
    """Whether *words* switch something on, and nothing off."""
    return _BEGUN.search(words) is not None and not re.search(r"\boff\b", words, re.IGNORECASE)


_NAMED = re.compile(
    r"\b(?:called|named|labell?ed|titled|(?:call|name|label) it|with the (?:name|label))\s+(?:the\s+|an?\s+)?"
    r"(?P<name>[\w' -]{2,40}?)(?=$|[?.!,]|\s+(?:at|for|on|every|each|in|by|with|please|tomorrow|tonight|and)\b)",
    re.IGNORECASE,
)
_SPEAKS = re.compile(
    r"(?i)(?<=\w) (?=(?:i|i['’](?:m|ve|d|ll)|(?:we|they|you)['’](?:re|ve|ll|d)|(?:he|she|it|that|there)['’]s)(?: |$))"
)
"""Before a clause behind a name that says why: "called gym [i'm ill]"."""
_TOLD = re.compile(r" (?:\w+n['’]t|is|are|was|were|has|hurts?)(?: |$)")
"""A word by which what stands behind a name is a clause."""


def whole_name(label: Any, words: str) -> Any:
    """*label*, or all of the name that *words* tell of which a translator took a part: "early shift" for "shift"."""
    named = name_said(words)
    known = str(label or "").lower()
    if named and known and _TOLD.search(named.lower().partition(known)[2]):
        named = None  # "gym the club is closed": what a translator left out only tells why
    if named and known in named.lower():
        return named
    return without_address(label) if isinstance(label, str) else label


def name_said(words: str) -> str | None:
    """What *words* say that something is to be called: "label it bus"; None where they say nothing of a name."""
    found = _NAMED.search(words.strip())
    if found is None:
        return None
    said = _SPEAKS.split(found["name"])[0].split()
    # "Called stew forty minutes" tells for how long as well.
    ends = next((at for at in range(1, len(said)) if parse_duration(" ".join(said[at:])) is not None), len(said))
    return without_address(" ".join(said[:ends]))


_ADDRESS = re.compile(
    r"(?i)^(?P<name>.*\w)(?:,? (?:please|quick|quickly|hurry(?: up)?|thanks|thank you|ta|cheers|mate|love|luv|dear"
    r"|darling|pal|buddy|dude|bro|sweetheart|babe|fella|my (?:dear|love|dude|darling|friend)|sir|madam|ma'am"
    r"|ready(?:,? (?:steady|set))?(?:,? go)?))+$"
)
_BOUND = re.compile(
    r"(?i)(?:^|\s)(?:the|a|an|my|our|your|his|her|their|some|of|for|with|and|or|to|true|no|call|text|ring|visit|see|meet"
    r"|get|be|almost|nearly"
    r"|\w+['’]s|(?:my|our|your|his|her|their) [\w'-]+)$|^(?:say|tell|send|write|wish|ask)\b"
)


def without_address(name: str) -> str:
    """*name* without a word behind it for whoever is spoken to, or for haste: "roast" of "roast love"; one that belongs
    to the words before it stays ("call my love")."""
    found = _ADDRESS.match(name.strip())
    return name if found is None or _BOUND.search(found["name"]) else found["name"]


_COMPOUND = re.compile(r"(?i)\b(?P<name>[^\W\d_]{3,20}?)-?timers?\b")
_NO_NAMES = frozenset({"kurzzeit", "küchen", "kook", "keuken", "part", "old", "full"})


def compound_said(words: str) -> str | None:
    """Which timer *words* name in one word, as German and Dutch do: "den nudeltimer"; None where they name none."""
    found = _COMPOUND.search(words)
    name = found["name"] if found else ""
    return name if name and name.lower() not in _NO_NAMES else None


def timer_said(words: str) -> str | None:
    """Which timer *words* name beside English, in one word with it or behind it: "den nudeltimer", "il timer del riso";
    None where they name none."""
    behind = (said.search(words) for said in _named_behind())
    return compound_said(words) or next((found["name"] for found in behind if found), None)


_A_UNIT = r"(?! (?:minut|second|segund|sekund|stund|hora|heure|or[ae]\b|uur|uren))"
"""Behind a number of these, which is no name: "un timer da dodici minuti"."""


@lru_cache(maxsize=1)
def _named_behind() -> tuple[re.Pattern[str], ...]:
    # What is no name in one language is none: the words before a name are alike in some ("da", "das").
    no_name = "|".join(("not", *(told["no_name"] for told in _languages().values())))
    name = rf"(?!(?:{no_name})\b)(?P<name>[^\W\d_]{{3,20}})\b{_A_UNIT}"
    return tuple(re.compile(rf"\b(?:{told['timer_of']}){name}", re.IGNORECASE) for told in _languages().values())


def mend_written(arguments: dict[str, Any]) -> dict[str, Any]:
    """*arguments* with a ``time`` of four figures as it is written here: "0715", "7.15"."""
    at = re.fullmatch(r"([01]?\d|2[0-3])[. ]?([0-5]\d)", str(arguments.get("time", "")))
    return arguments if at is None else {**arguments, "time": f"{int(at[1]):02}:{at[2]}"}


_AFTERNOON = re.compile(
    r"\bat (?:(?:\w+ ){1,3}(?:past|to) )?(?:one|two|three|four|five|[1-5])\b"
    r"(?! ?(?:\d|:|h\b|a\.?m|in the (?:morning|night)|at night))",
    re.IGNORECASE,
)
_NOT_NOON = re.compile(r"\b(?:morning|(?:to|mid)?night|a\.?m)\b", re.IGNORECASE)


def mend_hour(arguments: dict[str, Any], words: str) -> dict[str, Any]:
    """*arguments* with a ``time`` in the afternoon where *words* say "at four" and nothing of the night."""
    at = re.fullmatch(r"0([1-5])(:\d\d)", str(arguments.get("time", "")))
    if at is None or not _AFTERNOON.search(words) or _NOT_NOON.search(_without_text(arguments, words)):
        return arguments
    return {**arguments, "time": f"{int(at[1]) + 12}{at[2]}"}


_PART_BEHIND = re.compile(
    r"\b(?P<hour>\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven)"
    r"(?::\d\d| (?:\d\d|fifteen|(?:twenty|thirty|forty|fifty|oh)(?: \w+)?|ten))?(?: ?o'? ?clock)? "
    r"(?P<part>afternoon|evening)\b",
    re.IGNORECASE,
)
_PART_BEFORE = re.compile(
    r"\b(?:afternoons?|evenings?|tonight)(?: at| by| around)? "
    r"(?:\d|(?:half|quarter|one|two|three|four|five|six|seven|eight|nine|ten|eleven)\b)",
    re.IGNORECASE,
)
_MORNING = re.compile(r"\b(?:mornings?|a\.? ?m\.?)\b", re.IGNORECASE)


def mend_part(arguments: dict[str, Any], words: str) -> dict[str, Any]:
    """*arguments* with a ``time`` behind noon where *words* put the part of the day beside it otherwise than usual:
    "my half past four afternoon alarm", "every thursday evening at seven"."""
    at = re.fullmatch(r"(0[1-9]|1[01])(:\d\d)", str(arguments.get("time", "")))
    if at is None or _MORNING.search(words):
        return arguments
    before = _PART_BEFORE.search(words)
    if not _PART_BEHIND.search(words) and before is None:
        return arguments
    if before is not None and before[0].lower().startswith("tonight") and int(at[1]) < 4:
        return arguments  # "tonight at two" is behind midnight
    return {**arguments, "time": f"{int(at[1]) + 12}{at[2]}"}


_EACH_PART = re.compile(
    rf"\b(?:{_EVERY}|{_WEEKDAY})s?(?: in the| at)? (?P<part>afternoon|evening|night)s?\b", re.IGNORECASE
)
_PART_HOURS = {"afternoon": "14:00", "evening": "18:00", "night": "21:00"}


def mend_part_alone(arguments: dict[str, Any], words: str) -> dict[str, Any]:
    """*arguments* with the ``time`` of the part of a weekday, or of each day, that *words* name where nothing says when
    else: "on saturday evening" is not nine in the morning."""
    told = _EACH_PART.search(_without_text(arguments, words))
    if told is None or arguments.get("time") or arguments.get("in_seconds"):
        return arguments
    return {**arguments, "time": _PART_HOURS[told["part"].lower()]}


def day_of_part(part: str, now: dt.datetime) -> str:
    """The day, as a key, that is meant by "in the *part*" alone: the next one, "in the morning" also before dawn.

    Args:
        part: ``morning``, ``afternoon`` or ``evening``.
        now: the user's moment.
    """
    begins = _DAWN if part == "morning" else int(_PART_HOURS[part][:2])
    return f"{'this' if now.hour < begins else 'tomorrow'}_{part}"


def mend_day(arguments: dict[str, Any]) -> dict[str, Any]:
    """*arguments* with the name of a weekday in ``day`` as the next such day."""
    day = str(arguments.get("day", "")).lower()
    return {**arguments, "day": f"next_{day}"} if day in WEEKDAYS else arguments


_ONE_DAY = re.compile(rf"\b(?:tomorrow|{_WEEKDAY})\b", re.IGNORECASE)


def day_said(words: str) -> str | None:
    """The only day to come that *words* name: "tomorrow", "friday"; None where they name none, or several."""
    named = {day.lower() for day in _ONE_DAY.findall(words)}
    return named.pop() if len(named) == 1 else None


_MONTHS = (
    *("january", "february", "march", "april", "may", "june", "july"),
    *("august", "september", "october", "november", "december"),
)
_MONTH = "|".join(_MONTHS)
_DAY_OF_MONTH = re.compile(
    rf"(?:^|\s)(?:(?:on|for|by)\s+)?(?:the\s+)?(?P<said>(?P<d>\d{{1,2}})(?:st|nd|rd|th)?\s+(?:of\s+)?(?P<m>{_MONTH})"
    rf"|(?P<m2>{_MONTH})\s+(?:the\s+)?(?P<d2>\d{{1,2}})(?:st|nd|rd|th)?)$",
    re.IGNORECASE,
)


def mend_day_of_month(arguments: dict[str, Any], name: str, today: dt.date) -> dict[str, Any]:
    """*arguments* with the day that the text *name* ends with as ``day``, where nothing says when else: "call mum on
    may 3". One that is in no calendar is passed on as it was said, so that it is refused.

    Args:
        arguments: of the call.
        name: of the argument that holds the text.
        today: the user's day; the day that is meant comes after it.
    """
    text = arguments.get(name)
    found = _DAY_OF_MONTH.search(text.strip()) if isinstance(text, str) else None
    if found is None or any(arguments.get(key) for key in ("day", "repeat", "in_seconds")):
        return arguments
    month, number = _MONTHS.index(str(found["m"] or found["m2"]).lower()) + 1, int(found["d"] or found["d2"])
    mended = {**arguments, name: str(text).strip()[: found.start()].strip(" ,"), "day": found["said"]}
    for year in range(today.year, today.year + 5):  # a leap day comes every four years
        try:
            day = dt.date(year, month, number)
        except ValueError:
            continue
        if day >= today:
            return {**mended, "day": day.isoformat()}
    return mended


_ORDINAL = re.compile(rf"(?:on |for )?(?:the )?(?P<said>{'|'.join(_PLACES)}|\d\d?(?:st|nd|rd|th))", re.IGNORECASE)
_ON_THE = re.compile(
    rf"\b(?:on|for) the (?:{'|'.join(_PLACES)}|\d\d?(?:st|nd|rd|th))(?=$| (?:at|by|please)\b)", re.IGNORECASE
)


def mend_ordinal(arguments: dict[str, Any], name: str, words: str, today: dt.date) -> dict[str, Any]:
    """*arguments* with the next day of a month that *words* number ("wake me at six on the 30th") as ``day``, and no
    text that is only its number. One that is no day of a month, or of another than ``day``, is passed on to be refused.

    Args:
        arguments: of the call.
        name: of the argument that may hold the number.
        words: that were said.
        today: the user's day; the day that is meant is this one or comes after it.
    """
    held, behind = _ORDINAL.fullmatch(str(arguments.get(name) or "").strip()), _ON_THE.search(words.strip(" .?!"))
    if (
        arguments.get("repeat")
        or arguments.get("in_seconds")
        or (held is None and (behind is None or arguments.get("day")))
    ):
        return arguments
    told = held or _ORDINAL.fullmatch(behind[0] if behind else "")
    assert told is not None
    said = told["said"].lower()
    number = _PLACES.index(said) + 1 if said in _PLACES else int(said[:-2])
    ahead = (today + dt.timedelta(days=n) for n in range(62))  # a month of 31 days is one of any two
    day = next((day for day in ahead if day.day == number), None)
    mended = {key: value for key, value in arguments.items() if held is None or key != name}
    before = _day_of(str(arguments.get("day") or ""), today)
    if before is not None and before.day == number:
        return mended
    return {**mended, "day": told[0] if day is None or arguments.get("day") else day.isoformat()}


_DATED = re.compile(
    rf"\b(?P<d>\d{{1,2}})(?:st|nd|rd|th)? (?:of )?(?P<m>{_MONTH})\b"
    rf"|\b(?P<m2>{_MONTH}) (?:the )?(?P<d2>\d{{1,2}})(?:st|nd|rd|th)?\b",
    re.IGNORECASE,
)
_IN_ROW = re.compile(
    rf"\b(?:{'|'.join(_PLACES)}|\d+(?:st|nd|rd|th)) (?:{_WEEKDAY}) (?:of|in) (?:{_MONTH})\b"
    rf"|\b(?:{_WEEKDAY}) the \d+(?:st|nd|rd|th)\b(?! (?:of )?(?:{_MONTH}))",
    re.IGNORECASE,
)
"""A day of a month by its weekday, which is worked out where there is one soon."""


def mend_no_day(arguments: dict[str, Any], words: str) -> dict[str, Any]:
    """*arguments* with a ``day`` that is in no calendar where *words* name one: "february 30", which is refused."""
    for found in _DATED.finditer(words):
        month, number = _MONTHS.index(str(found["m"] or found["m2"]).lower()) + 1, int(found["d"] or found["d2"])
        if not 1 <= number <= calendar.monthrange(2024, month)[1]:  # a leap year
            return {**arguments, "day": found[0]}
    in_row = _IN_ROW.search(_without_text(arguments, words))
    if in_row is not None and re.match(r"\d{4}-", str(arguments.get("day", ""))) is None:
        return {**arguments, "day": in_row[0]}
    return arguments


_HELD = re.compile(
    r"^(?:(?:please|hey|can you|could you) )?(?:pause|resume|continue|unpause|hold|freeze|stop|halt|suspend|restart)"
    r" (?:the |my |this |that |our )(?:[a-z][\w' -]*?)(?: (?:please|now|again|for me))*$",
    re.IGNORECASE,
)
_TIMERS = re.compile(r"\b(?:timers?|count ?downs?|clock|stopwatch|counting|it|that|this|them|one)\b", re.IGNORECASE)


def holds_another(words: str) -> bool:
    """Whether *words* want something held or resumed that is no timer: "pause the music"."""
    return _HELD.match(words.strip(" .?!")) is not None and not _TIMERS.search(words)


_LEAD = re.compile(r"(?i)(?P<text>.+?)\s+(?:at|by|um|à|às|alle|om|a las)")
"""A text that ends with what a time of day begins with."""
_HOUR = r"(?:\d|(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|noon|midnight|half|quarter)\b)"


def without_lead(text: str, words: str) -> str:
    """*text* without the "at" that belongs to the number behind it in *words*: "call mum at 6" is "call mum"."""
    found = _LEAD.fullmatch(text)
    if found is None:
        return text
    behind = re.search(rf"(?i){re.escape(text)}\s+{_HOUR}", words)
    return found["text"] if behind else text
