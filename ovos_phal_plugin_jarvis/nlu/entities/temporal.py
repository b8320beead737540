"""Durations, times of day and dates at a place in the words, by the tables of a language."""

from __future__ import annotations

import calendar
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import MAXYEAR, date, datetime, timedelta
from typing import Any

from ovos_phal_plugin_jarvis.nlu.entities.grammar import Beginning, ClockRule, Grammar, Pattern
from ovos_phal_plugin_jarvis.nlu.entities.numbers import Number, NumberReader, digits, find_phrase
from ovos_phal_plugin_jarvis.nlu.entities.stretches import Stretches
from ovos_phal_plugin_jarvis.nlu.lang import EACH
from ovos_phal_plugin_jarvis.nlu.text import single_words
from ovos_phal_plugin_jarvis.sdk.date_keys import WEEKDAYS, days_of

_MINUTE = 60.0
_DAY, _WEEK, _MONTH, _YEAR = 86400.0, 604800.0, 2592000.0, 31536000.0
_MAX_RANGE = 366
_MONTHS_AHEAD = 3
"""How many months behind this one are looked at for a day without its month: nobody names one so further away."""
_MOST_COUNTED = 1000
"""Fewer days, weeks, months or years than this are counted from a day: nobody names one so far away."""
_LED_BY = 6
"""Words before a time within which the half of each day begins that it is of: "[todas las noches] a las ocho"."""
_BARE_DAY = 3
"""Words of "the twenty third", behind which no month is named."""
_HOUR = re.compile(r"(\d{1,2})([:.])(\d{2})(?::\d{2})?")
_YEAR_FIRST, _TWO_FIGURES = re.compile(r"(19|20)\d\d"), re.compile(r"\d\d")
_POINTED = re.compile(r"(\d{1,2})\.(\d{1,2})\.(\d{4}|\d{2})?")
_NUMERIC = frozenset(["n", "h", "m", "mm", "d", "d2", "dth", "year"])
"""Slots that a number or an ordinal fills."""
_FACE, _ROUND = 12, 5
"""Hours on the face of a clock; what minutes before an hour that are called nothing else are counted by."""
_HUNDRED = 100
JOINED_BY = 5
"""Words within which the second end of a stretch begins: "up to and including"."""
_SMALLER = {3600.0: 60, 60.0: 1, 86400.0: 3600}
"""What a bare number after a unit counts: "an hour twenty" is twenty minutes more."""


@dataclass(frozen=True)
class Clock:
    """A time of day."""

    hour: int
    minute: int
    second: int = 0
    exact: bool = True
    """False where nobody said which half of the day is meant."""

    def in_other_half(self) -> Clock:
        """The same time in the other half of the day: 14:30 for 2:30."""
        return replace(self, hour=(self.hour + 12) % 24)

    def render(self) -> str:
        """As ISO 8601 writes it, ``18:30``."""
        return f"{self.hour:02d}:{self.minute:02d}" + (f":{self.second:02d}" if self.second else "")


@dataclass(frozen=True)
class Day:
    """A date, or a range of dates."""

    keys: tuple[str, ...] = ()
    """Date keys; empty where there is none for it."""
    day: date | None = None
    """The (first) day, where it was worked out."""
    moment: bool = False
    """Only "now" was said: a date for tools that want one, and no date for everyone else."""
    last: date | None = None
    """The last day of a range without a key."""
    part: str = ""
    """The part of the day that was said beside its name, where no key says so: "friday night"."""

    def values(self) -> list[str]:
        """What an ``array<datetime>`` argument holds for it."""
        if self.keys:
            return list(self.keys)
        if self.day is None:
            return []
        days = min(_MAX_RANGE, ((self.last or self.day) - self.day).days + 1)
        return [(self.day + timedelta(days=n)).isoformat() for n in range(days)]

    def span(self, today: date) -> tuple[date, date] | None:
        """The first and the last day that it stands for; None outside the calendar."""
        if self.day is not None:
            return self.day, self.last or self.day
        try:
            days = [day for key in self.keys for day in days_of(key, today)[0]]
        except (KeyError, OverflowError, ValueError):
            return None
        return (min(days), max(days)) if days else None


NO_DAY = Day()
"""What is said for a day that the calendar does not have: "the thirtieth of february"."""


class TemporalReader:
    """Reads the durations, times and dates of one utterance."""

    def __init__(self, grammar: Grammar, pieces: Sequence[str], numbers: NumberReader, now: datetime) -> None:
        self._g = grammar
        self._p = pieces
        self._said = frozenset(pieces)
        self._numbers = numbers
        self._now = now
        self.stretches = Stretches(grammar, pieces)
        self._filled: dict[tuple[str, int], Sequence[tuple[int, Any]]] = {}

    # Patterns ---------------------------------------------------------------------------------------------------------

    def _match(self, pattern: Pattern, at: int, step: int = 0) -> tuple[int, dict[str, Any]] | None:
        """Where *pattern*, from *step* on, ends if it begins at *at*, the longest fillings first, and what its slots
        hold."""
        p = self._p
        while step < len(pattern):
            element = pattern[step]
            if not isinstance(element, str):
                for end, value in self._fill(element.kind, at):
                    found = self._match(pattern, end, step + 1)
                    if found is not None:
                        found[1].setdefault(element.kind, value)
                        return found
                return None
            if at >= len(p) or p[at] != element:
                return None
            at += 1
            step += 1
        return at, {}

    def _fill(self, kind: str, at: int) -> Sequence[tuple[int, Any]]:
        """Where each value of *kind* that begins at *at* ends, and what it is; each place is read once."""
        found = self._filled.get((kind, at))
        if found is None:
            found = self._filled[kind, at] = self._read(kind, at) if at < len(self._p) else ()
        return found

    def _read(self, kind: str, at: int) -> Sequence[tuple[int, Any]]:
        word, g = self._p[at], self._g
        if kind == "n":
            number = self._numbers.number(at)
            return [(number.end, number.value)] if number else []
        if kind in ("h", "m", "mm"):
            least, most = {"h": (0, 24), "m": (0, 59), "mm": (10, 59)}[kind]
            found = [(end, value) for end, value in self._numbers.small(at) if least <= value <= most]
            if kind == "h" and word in g.no_hours:
                return []  # "at two to [a] friend"
            return found[:1] if kind == "h" else found  # "vinte e duas" is 22:00, not 20:02
        if kind in ("d", "d2"):
            found = [(end, value) for end, value in self._numbers.small(at) if 1 <= value <= 31]
            ordinal = self._numbers.ordinal(at)
            return [(ordinal[0], int(ordinal[1])), *found] if ordinal and 1 <= ordinal[1] <= 31 else found
        if kind == "dth":
            ordinal = self._numbers.ordinal(at)
            return [(ordinal[0], int(ordinal[1]))] if ordinal and 1 <= ordinal[1] <= 31 else []
        if kind == "year":
            number = self._numbers.number(at)
            return [(number.end, int(number.value))] if number and 1900 <= number.value <= 2100 else []
        if kind in ("part", "fixed"):
            phrase = find_phrase(g.part_words if kind == "part" else g.fixed, self._p, at)
            return [phrase] if phrase else []
        table: dict[str, Any] = {
            "unit": g.units,
            "weekday": g.short_weekdays if word in g.short_weekdays else g.weekdays,
            "month": g.months,
        }[kind]
        return [(at + 1, table[word])] if word in table else []

    def _candidates(self, index: Any, at: int, slots: Sequence[str]) -> Iterator[tuple[Pattern, Any]]:
        """The patterns that may begin at *at*, by their first two elements."""
        p = self._p
        if p[at] in index.by_word:
            yield from self._going_on(index.by_word[p[at]], [at + 1])
        numeric = self._numbers.begins(at)
        for slot in slots:
            if slot in _NUMERIC and not numeric:
                continue
            listed = index.by_slot.get(slot)
            filled = self._fill(slot, at) if listed else ()
            if filled:
                yield from self._going_on(listed, [end for end, _ in filled])

    def _going_on(self, listed: Beginning, ends: Sequence[int]) -> Iterator[tuple[Pattern, Any]]:
        """Those of the patterns *listed* that may go on at one of *ends*, and whose words are all said: whether
        something there fills a slot is looked at once for all of them that have it second, which are dozens."""
        fits: dict[str, bool] = {"": True}
        said = self._said
        for pattern, rule, kind, words in listed.before(list({self._p[end] for end in ends if end < len(self._p)})):
            if not words <= said:
                continue
            fit = fits.get(kind)
            if fit is None:
                fit = fits[kind] = any(self._fill(kind, end) for end in ends)
            if fit:
                yield pattern, rule

    # Durations --------------------------------------------------------------------------------------------------------

    def duration(self, at: int) -> tuple[int, float] | None:
        """The duration that begins at *at*: where it ends, and seconds. "an hour and a half" is 5400."""
        part = self._amount(at)
        if part is None or self._is_rate(at):
            return None
        g, p = self._g, self._p
        end, seconds, unit = part
        while end < len(p):
            after = find_phrase(g.after_unit, p, end)
            if after:
                return after[0], seconds + after[1] * unit
            more = end + 1 if p[end] in g.duration_joins and end + 1 < len(p) else end
            following = self._amount(more)
            if following and following[2] < unit:
                end, seconds, unit = following[0], seconds + following[1], following[2]
                continue
            if g.bare_minutes and unit in _SMALLER:
                # "a 20 minute one" is a thing, not a second, and so is "ten minutes and one for the eggs".
                small = [x for x in self._numbers.small(more) if 1 < x[1] < 60]
                number = self._numbers.number(more)
                if small and number and number.plain and number.end == small[0][0] and self.stands_alone(number.end):
                    return number.end, seconds + small[0][1] * _SMALLER[unit]
            break
        return end, seconds

    def _amount(self, at: int) -> tuple[int, float, float] | None:
        """One amount with its unit: where it ends, seconds, seconds of the unit."""
        g, p = self._g, self._p
        if at >= len(p):
            return None
        phrase = find_phrase(g.amounts, p, at)
        if phrase and phrase[0] < len(p) and p[phrase[0]] in g.units and p[phrase[0]] not in g.short_units:
            unit = g.units[p[phrase[0]]]
            return phrase[0] + 1, phrase[1] * unit, unit
        after = find_phrase(g.after_unit, p, at + 1) if p[at] in g.units and p[at] not in g.short_units else None
        if after:  # "hora y media", "the hour and a half"
            return at + 1, g.units[p[at]], g.units[p[at]]
        number = self._numbers.number(at)
        if number is None and p[at] in g.homophones and at and (p[at - 1],) in g.weak_leads | g.time_leads:
            number = Number(at + 1, g.homophones[p[at]], True)  # "for for minutes"
        if number is None or not 0 <= number.value <= 1e9:
            return None
        end = number.end
        if end < len(p) and p[end] in g.unit_adjectives:
            end += 1
        if end >= len(p) or p[end] not in g.units:
            return None
        unit = g.units[p[end]]
        return end + 1, number.value * unit, unit

    def stands_alone(self, end: int) -> bool:
        """Whether a bare number up to *end* counts nothing that is said behind it."""
        g, p = self._g, self._p
        return end >= len(p) or (
            p[end] not in g.units and p[end] not in g.not_after_hour and not find_phrase(g.percent, p, end)
        )

    def _is_rate(self, at: int) -> bool:
        """ "twice a day", "miles an hour", "two euros an hour", "1.80 an hour": no length of time."""
        if not at or self._p[at] not in self._g.articles:
            return False
        before = self._p[at - 1]
        cost = digits(before, self._g.decimal_comma)
        counted = before in self._g.rates_after or before in self._g.currencies
        return counted or (cost is not None and cost != int(cost))

    # Times ------------------------------------------------------------------------------------------------------------

    def time(self, at: int, *, either: bool = False, dated: bool = False) -> tuple[int, Clock] | None:
        """The time that begins at *at*: where it ends, and which. "half past six tonight" is 18:30.

        A bare number is a time only with something that says so: a word like "at" before it, a half of the day after
        it. ``Clock.exact`` is False where the half of the day was left open. With *either* a weak word is enough: what
        is a length as well ("de wekker van acht uur"); so is a day that ends at *at*, where *dated* says that one does
        ("demain six heures et demie"), and one behind a time to the minute ("half eight tomorrow").
        """
        best: tuple[int, int, int, bool] | None = self._written(at)
        named_hour = False
        for pattern, rule in self._candidates(self._g.times, at, ("h", "m", "n")):
            matched = self._match(pattern, at)
            if matched is None or (rule.minute_sign < 0 and self._begins_stretch(at, *matched)):
                continue
            end, slots = matched
            if self._is_hundreds(end) or self._is_counted(end) or self._counts_next("m" in slots, end):
                continue
            if best is None or end > best[0] or (end == best[0] and rule.sure and not best[3]):
                found = _apply(rule, slots)
                if found:
                    best = (end, *found, rule.sure)
                    named_hour = rule.hour is not None
        if best is None:
            return None
        end, hour, minute, sure = best
        half = find_phrase(self._g.halves, self._p, end)
        named = None
        if half:
            end, named = half
        elif not sure and not (
            self.stands_alone(end)
            and (
                (dated and (minute or either) and not self._counts(at, end))
                or self._leads_to(at, end, bool(minute), either)
                or (minute and self._day_behind(end))
                or (_ends_with(self._p, at, self._g.part_leads) and self._is_in_part(at, end, hour))
                or (minute and self._trailed(end))
            )
        ):
            return None
        if named is None and not named_hour:
            named = self._each_part(at)
        exact = named is not None or named_hour or hour > 12 or hour == 0
        if named in ("night", "tonight"):
            # "Five tonight" is said of the evening, "two tonight" of the night behind it.
            named = "am" if hour == 12 or hour < (6 if named == "night" else 4) else "pm"
        if named == "pm" and hour < 12:
            hour += 12
        # "las doce de la mañana" is noon where "morning" says so.
        if named == "am" and hour == 12 or hour == 24:
            hour = 0
        return end, Clock(hour, minute, 0, exact)

    def _begins_stretch(self, at: int, end: int, slots: dict[str, Any]) -> bool:
        """Whether what may be minutes before an hour, from *at* up to *end*, begins a stretch: "from [seven to ten]",
        "[twenty five to twenty] eight", but no "from [five to ten] until noon", nor "[ten to seven]"; nobody says that
        it is "[three to eight]"."""
        if "m" not in slots or "h" not in slots:
            return False
        joined = (
            (first, start)
            for first, value in self._numbers.small(at)
            for start in range(end - 1, first, -1)
            if value == slots["m"] and self.stretches.joins(first, start)
        )
        first, start = next(joined, (0, 0))
        if not start:
            return False
        if self._numbers.small(start)[:1] and self._numbers.small(start)[0][1] != slots["h"]:
            return True
        if slots["m"] <= _FACE and self.stretches.opened(at, first, start) is not None:
            behind = (x for x in range(end + 1, min(end + JOINED_BY, len(self._p))) if self._may_begin(x))
            return not any(self.stretches.joins(end, x) for x in behind)
        return bool(slots["m"] % _ROUND or slots["h"] > _FACE) and not self.led(at)

    def _is_hundreds(self, end: int) -> bool:
        """Whether what may be an hour said in hundreds up to *end* counts something: "at twelve hundred [turns]", "at
        three hundred [and ten euros]", "at four hundred [forty one]", but no "at fourteen hundred [please]"."""
        g, p = self._g, self._p
        told = find_phrase(g.lexemes, p, end - 1)
        if end >= len(p) or told is None or told[1][0] != "hundred":
            return False
        joins = p[end] in g.joins
        more = self._numbers.number(end + joins)
        followed = more is not None and more.end < len(p) and p[more.end] in g.function_words
        joined = more is not None and more.plain and (not followed if joins else more.value < _HUNDRED)
        unit = p[end] in g.currencies or p[end] in g.degrees or find_phrase(g.measures, p, end) is not None
        things = bool(g.plural_ends) and p[end].endswith(g.plural_ends) and p[end] not in {*g.units, *g.function_words}
        said = things and (p[end] in g.verbs | g.light_words or self.date(end) is not None)
        return joined or unit or (things and not said)

    def _is_counted(self, end: int) -> bool:
        """Whether what may be an hour before *end* goes on as a number, or is in a unit: "at three [hundred and ten
        euros]", "from five to twelve [degrees]"."""
        g, p = self._g, self._p
        told = find_phrase(g.lexemes, p, end)
        if told is not None and told[1][0] in ("hundred", "scale"):
            return True
        return end < len(p) and (p[end] in g.degrees or find_phrase(g.percent, p, end) is not None)

    def _counts_next(self, to_the_minute: bool, end: int) -> bool:
        """Whether what may be the minutes of a time that ends at *end* counts what stands behind it: "um 15 uhr [einen]
        partner", "seize heures [quatre] heures de sortie", and not "sept heures [trente] minutes"."""
        g, p = self._g, self._p
        if not to_the_minute or end >= len(p):
            return False
        article = p[end - 1] in g.articles and p[end] not in g.function_words and p[end] not in g.beginning
        return article or (p[end] in g.units and p[end - 1] not in g.units and g.units[p[end]] != _MINUTE)

    def _may_begin(self, at: int) -> bool:
        """Whether a time may begin at *at*, as its first word tells."""
        return self._p[at] in self._g.times.by_word or self._numbers.begins(at)

    def _each_part(self, at: int) -> str | None:
        """The half of each day that is said before the time at *at*: "jeden [abend] um acht"."""
        for start in range(max(at - _LED_BY, 0), at):
            found = find_phrase(self._g.each_part, self._p, start)
            if found and self._g.function_words.issuperset(self._p[found[0] : at]):
                return {"morning": "am", "night": "night"}.get(str(found[1]), "pm")
        return None

    def _written(self, at: int) -> tuple[int, int, int, bool] | None:
        """ "6:30", "18.30" with a half of the day or a word like "Uhr", "1830 hours"."""
        match = _HOUR.fullmatch(self._p[at])
        if not match or int(match.group(1)) > 24 or int(match.group(3)) > 59:
            return None
        end = at + 1
        if match.group(2) == ":":
            return self._past_oclock(end), int(match.group(1)), int(match.group(3)), True
        if self._past_oclock(end) > end:
            return self._past_oclock(end), int(match.group(1)), int(match.group(3)), True
        if find_phrase(self._g.halves, self._p, end) or self._led(at, False) is True:
            return end, int(match.group(1)), int(match.group(3)), False
        return None

    def _leads_to(self, at: int, end: int, minutes: bool, either: bool) -> bool:
        """Whether the words before *at* say that the time up to *end* comes. Before what is a fraction as well ("two
        and a half") a preposition that may stand before any number does not."""
        number = self._numbers.number(at)
        if number is None or number.end != end or number.value == int(number.value):
            return self._led(at, either or minutes)
        named = frozenset(lead for lead in self._g.weak_leads if lead[-1] not in self._g.function_words)
        return self._led(at, either) or _ends_with(self._p, at, named)

    def _counts(self, at: int, end: int) -> bool:
        """Whether what is a time up to *end* may as well be so many of what follows: "tomorrow two and a half cups"."""
        number = self._numbers.number(at)
        fraction = number is not None and number.end == end and number.value != int(number.value)
        return fraction and end < len(self._p) and self._p[end] not in self._g.function_words

    def _past_oclock(self, end: int) -> int:
        """*end*, past a word that only says that a time was said ("Uhr")."""
        said = self._p[end] if end < len(self._p) else ""
        hours = self._g.times.by_slot.get("h")
        for pattern, rule, *_ in hours.before([said]) if hours else ():
            if not rule.minutes and not rule.minute_sign and pattern[1:] == (said,):
                return end + 1
        return end

    def _led(self, at: int, minutes: bool) -> bool:
        """Whether the words before *at* say that a time comes; weak ones do only for a time to the minute."""
        return _ends_with(self._p, at, self._g.time_leads) or (minutes and _ends_with(self._p, at, self._g.weak_leads))

    def _trailed(self, end: int) -> bool:
        """Whether the word at *end* tells that a time to the minute stood before it."""
        return any(tuple(self._p[end : end + len(phrase)]) == phrase for phrase in self._g.time_trails)

    def _day_behind(self, end: int) -> bool:
        """Whether a day is named at *end*, or behind a word that leads to one: "half eight [tomorrow]", "half four [on
        sunday]"."""
        day = self._day_at(end)
        return day is not None and not day.moment

    def _day_at(self, end: int) -> Day | None:
        """The day that is named at *end*, or behind a word there that leads to one; None where none is."""
        joined = end < len(self._p) and self._p[end] in self._g.weekday_leads
        day = self.date(end + joined) if end + joined < len(self._p) else None
        return day[1] if day is not None else None

    def _is_in_part(self, at: int, end: int, hour: int) -> bool:
        """Whether a part of a day is named at *end* in which the *hour* is that is said at *at*: "by nine [on friday
        morning]", "from nine [last night]", and no "two by four tomorrow", "by two tomorrow morning"."""
        number = self._numbers.number(at - 2) if at > 1 and _ends_with(self._p, at, self._g.between_numbers) else None
        if number is not None and number.end == at - 1 and number.value < _HUNDRED:
            return False  # "two by four" is a size; "in 303 by nine" names a room
        day = self._day_at(end)
        return day is not None and hour in _HOURS_OF.get(part_of(day), ())

    def led(self, at: int) -> bool:
        """Whether a word before *at* announces a time of day."""
        return _ends_with(self._p, at, self._g.time_leads)

    def has_half(self, start: int, end: int) -> bool:
        """Whether the time from *start* up to *end* was said by the clock's face, and of which half of the day: "ten in
        the evening", "noon", and no "22 hundred hours"."""
        named = any((half := find_phrase(self._g.halves, self._p, at)) and half[0] == end for at in range(start, end))
        return named or not any(self._numbers.begins(at) for at in range(start, end))

    def led_weakly(self, at: int) -> bool:
        """Whether a word before *at* may announce a time of day."""
        return _ends_with(self._p, at, self._g.weak_leads)

    def led_either(self, at: int) -> bool:
        """Whether what stands before *at* announces a time of day as well as a length: "pour deux heures"."""
        return _ends_with(self._p, at, self._g.either_leads)

    # Dates ------------------------------------------------------------------------------------------------------------

    def date(self, at: int) -> tuple[int, Day | None] | None:
        """The date that begins at *at*: where it ends, and which; with None for words that only look like one."""
        found: list[tuple[int, Day | None]] = []
        fixed = find_phrase(self._g.fixed, self._p, at)
        if fixed:
            kind, value = fixed[1]
            if kind == "nothing":
                return fixed[0], None
            named = self._fixed_day(fixed[0], kind, value)
            if named:
                found.append(named)
        none = 0
        for pattern, rule in self._candidates(self._g.dates, at, ("n", "d", "dth", "weekday", "month", "fixed")):
            matched = self._match(pattern, at)
            if matched is None:
                continue
            none = none or (matched[0] if rule == "on_day" else 0)
            day = self._by_rule(rule, *matched, at)
            if day:
                found.append(day)
        written = self._iso(at)
        if written:
            found.append(written)
        best = max(found, key=lambda day: day[0], default=None)
        if best is None and none:
            # Its month does not have it, "the thirty first of april": no part of it is another day.
            return none, NO_DAY
        if best is not None and at + 1 < best[0]:
            # "on the third" is a day of this month, and "the third of december" or "the third friday" another.
            longer = self.date(at + 1)
            if longer is not None and longer[0] > best[0]:
                return longer if self._p[at] in self._g.function_words else None  # "table [ten] december fourth"
        return best

    def _fixed_day(self, end: int, kind: str, value: Any) -> tuple[int, Day] | None:
        today = self._now.date()
        if kind == "now":
            return end, Day((value,), moment=True)
        if kind == "offset":
            return _at(end, today, value)
        if kind == "holiday":
            return self._dated(end, *value)
        if kind == "easter":
            return self._by_easter(end, value)
        part = find_phrase(self._g.part_words, self._p, end)
        if part and value in ("today", "tomorrow", "yesterday"):
            key = _PART_KEYS.get((value, part[1])) or f"{value}_{part[1]}"
            return part[0], Day((key,), part=part[1] if key == _TODAY else "")
        # No tool wants another key for a day that is today; a time beside it wants the half that it names.
        return end, Day((_TODAY,), part="afternoon") if value == "this_afternoon" else Day((value,))

    def _by_easter(self, end: int, days: int) -> tuple[int, Day] | None:
        """The next day that is so many *days* from Easter, or that of a year that is said behind it."""
        today, year = self._now.date(), self._year(end)
        if year is not None:
            return year[0], Day(day=easter(year[1]) + timedelta(days=days))
        years = [year for year in (today.year, today.year + 1) if year <= MAXYEAR]
        coming = [day for year in years if (day := easter(year) + timedelta(days=days)) >= today]
        return (end, Day(day=coming[0])) if coming else None

    def _is_day_of_time(self, at: int, end: int) -> bool:
        """Whether a time or a part of the day stands behind what may be an ordinal, from *at* up to *end*, and no
        article before it: "[quinta] às três e meia", and no "a segunda às três"."""
        if (at and self._p[at - 1] in self._g.language.articles) or end >= len(self._p):
            return False
        led = any(tuple(self._p[end : end + len(lead)]) == lead for lead in self._g.time_leads)
        behind = self.time(end) if self._may_begin(end) else None
        return behind is not None and (led or self.has_half(end, behind[0]))

    def _by_rule(self, rule: str, end: int, slots: dict[str, Any], at: int) -> tuple[int, Day | None] | None:
        today = self._now.date()
        if rule in ("coming", "last"):
            name = slots["weekday"]
            if self._p[end : end + 1] and self._p[end] in self._g.year_joins and self._month_behind(end):
                return None  # "a friday in june" is none that comes before
            if self._p[end - 1] in self._g.short_weekdays or self._p[at] in self._g.short_weekdays:
                alone = end == at + 1
                if (
                    alone
                    and not (at and self._p[at - 1] in self._g.weekday_leads)
                    and not self._is_day_of_time(at, end)
                ):
                    return None
            glued = self._g.glued_parts.get(self._p[end - 1], "")
            part = find_phrase(self._g.part_words, self._p, end) if not glued else None
            end = part[0] if part else end
            if rule == "coming":
                return end, Day((f"next_{name}",), part=part[1] if part else glued)
            return _at(end, today, -((today.weekday() - WEEKDAYS.index(name) - 1) % 7 + 1))
        if rule == "week_after":
            return _at(end, today, _days_until(slots["weekday"], today) + 7)
        if rule in ("ahead", "ago"):
            unit, amount = slots["unit"], slots["n"]
            if unit not in (_DAY, _WEEK, _MONTH, _YEAR) and unit % _DAY or unit < _DAY or not _is_near(amount):
                return None
            if unit >= _MONTH and amount == int(amount):  # of the calendar: three months are not ninety days
                return end, Day(day=_months_away(today, int(amount) * (12 if unit == _YEAR else 1), rule == "ahead"))
            days = int(amount * unit / _DAY)
            return _at(end, today, days if rule == "ahead" else -days)
        if rule in ("before_day", "after_day"):
            if self._is_another_day(at, end, slots.get("n", 1)):
                return None
            return self._counted_from(end, slots, rule == "after_day")
        if rule == "weeks_on":
            # "Two weeks today", "a fortnight on friday", and no "for two weeks on friday".
            lasts = at > 0 and self._p[at - 1] in single_words(self._g.language, "lasting")
            counts = slots["unit"] >= _WEEK and not lasts and not self._recurs(at)
            later = self._counted_from(end, slots, True) if counts else None
            return None if later is None or self._joins_day(later[0]) else later
        if rule == "weekday_in_weeks":
            weeks = slots["n"] * slots["unit"] / _WEEK
            counts = not weeks % 1 and _is_near(weeks) and not self._recurs(at)
            return _at(end, today, _days_until(slots["weekday"], today) + 7 * int(weeks)) if counts else None
        if rule in ("next_days", "past_days"):
            amount = slots["n"]
            days = int(amount * slots.get("unit", _DAY) / _DAY)
            if amount != int(amount) or not 1 < days <= _MAX_RANGE or slots.get("unit", _DAY) % _DAY:
                return None
            first = _at(end, today, 0 if rule == "next_days" else -days)
            last = _at(end, today, days - 1 if rule == "next_days" else -1)
            return (end, Day(day=first[1].day, last=last[1].day)) if first and last else None
        if rule == "in_month":
            dated = self._dated(end, slots["month"], slots["d"], slots.get("year"))
            begin = dated[1].day if dated else None
            until = _make(begin.year, slots["month"], slots["d2"]) if begin else None
            return (end, Day(day=begin, last=until)) if begin and until and until > begin else None
        if rule == "on_day":
            return self._dated(end, slots["month"], slots.get("d") or slots["dth"], slots.get("year"))
        if rule in ("weekday_in_month", "weekday_in_next_month"):
            return self._weekday_in_month(end, slots, rule == "weekday_in_next_month")
        if self._month_behind(end) or (rule == "day_of_month" and self._counts_a_thing(at, end)):
            return None  # "the 30th of february" is no 30th of another month, "the 3rd floor" no day
        day = slots.get("dth") or slots.get("d") or 0
        if rule in ("day_of_this_month", "day_of_next_month"):
            named = _make(*_month_after(today, int(rule == "day_of_next_month")), day)
            return end, Day(day=named) if named else NO_DAY
        wanted = WEEKDAYS.index(slots["weekday"]) if "weekday" in slots else None
        for offset in range(_MONTHS_AHEAD + 1):
            found = _make(*_month_after(today, offset), day)
            if found and found >= today and wanted in (None, found.weekday()):
                return end, Day(day=found)
        return end, NO_DAY

    def _counted_from(self, end: int, slots: dict[str, Any], after: bool) -> tuple[int, Day] | None:
        """The day so many days, weeks or months away from the one that begins at *end*: "two days before christmas"."""
        unit, amount = slots.get("unit", _DAY), slots.get("n", 1)
        named = self.date(end) if end < len(self._p) and not unit % _DAY else None
        if named is None or named[1] is None or named[1].moment or amount % 1 or not _is_near(amount):
            return None
        span = named[1].span(self._now.date())
        if span is None or span[0] != span[1]:
            return None
        if unit >= _MONTH:
            return named[0], Day(day=_months_away(span[0], int(amount) * (12 if unit == _YEAR else 1), after))
        days = int(amount * unit / _DAY)
        return _at(named[0], span[0], days if after else -days)

    def _is_another_day(self, at: int, end: int, amount: float) -> bool:
        """Whether the words from *at* up to *end* are a number and the beginning of a day that has a name: "shed four
        [day after] tomorrow" is not four days after it."""
        named = (
            find_phrase(self._g.fixed, self._p, place)
            for place in range(at + 1, end)
            if self._p[place] in self._g.units
        )
        return amount != 1 and any(found is not None and found[0] > end for found in named)

    def _recurs(self, at: int) -> bool:
        """Whether what begins at *at* is said of each: "every [two weeks on friday]" is no day."""
        each = (tuple(phrase.split()) for phrase in self._g.language.frequencies.get(EACH, ()))
        return any(tuple(self._p[max(0, at - len(words)) : at]) == words for words in each)

    def _joins_day(self, end: int) -> bool:
        """Whether another day is joined on at *end*, up to which something lasts: "two weeks monday [to friday]"."""
        joined = self.joins_range(end)
        return end < joined < len(self._p) and self.date(joined) is not None

    def _counts_a_thing(self, at: int, end: int) -> bool:
        """Whether "the 3rd" from *at* up to *end* is the third of some things, rather than a day: nothing that leads to
        a day stands before it, or a name stands behind it, and no order: "on the 3rd [wake me]". Where the
        language's pattern has such a word, it is a day.
        """
        if not self._g.day_leads or self._p[at] in self._g.day_leads or end - at > _BARE_DAY:
            return False
        small, behind = self._g.function_words - self._g.ones, self._p[end : end + 2]
        whom = self._g.language.persons | self._g.language.articles
        orders = len(behind) > 1 and behind[0] in self._g.verbs and behind[1] in whom
        named = bool(behind) and behind[0] not in small and not orders
        return not (at and self._p[at - 1] in self._g.day_leads) or named

    def _month_behind(self, end: int) -> bool:
        """Whether a month is named at *end*, or behind a word that joins it to its day."""
        p = self._p[end : end + 2]
        return any(word in self._g.months for word in p[:1]) or (
            len(p) == 2 and p[0] in self._g.year_joins and p[1] in self._g.months
        )

    def _weekday_in_month(self, end: int, slots: dict[str, Any], following: bool) -> tuple[int, Day]:
        """ "The second friday of june", "the last monday of the month": the next there is, and no day, not some other
        friday, where there is none."""
        today = self._now.date()
        for offset in (1,) if following else range(13):
            year, month = _month_after(today, offset)
            if slots.get("month", month) != month:
                continue
            such = [date(year, month, n + 1) for n in range(calendar.monthrange(year, month)[1])]
            such = [day for day in such if day.weekday() == WEEKDAYS.index(slots["weekday"])]
            place = int(slots.get("dth", 0)) - 1  # the last one has no number
            if place < len(such) and such[place] >= today:
                return end, Day(day=such[place])
        return end, NO_DAY

    def _dated(self, end: int, month: int, day: int, year: int | None = None) -> tuple[int, Day] | None:
        today = self._now.date()
        said = self._year(end) if year is None else None
        if said is not None:
            end, year = said
        found = _make(year or today.year, month, day)
        if found is None:
            found = _make(today.year + 1, month, day) if year is None else None
            return (end, Day(day=found)) if found else None
        if year is None and found < today:
            found = _make(today.year + 1, month, day) or found
        return end, Day(day=found)

    def _year(self, end: int) -> tuple[int, int] | None:
        """The year that is said at *end*, behind a day: where it ends, and which. "5 maggio del 2029"."""
        if end >= len(self._p):
            return None
        begin = end + 1 if self._p[end] in self._g.year_joins and end + 1 < len(self._p) else end
        number = self._numbers.number(begin)
        # "zweitausendneunundzwanzig" is a year in one word; "zweitausend" alone counts something.
        if number and 1900 <= number.value <= 2100 and (number.value != 2000 or self._p[begin].isdigit()):
            return number.end, int(number.value)
        return None

    def _iso(self, at: int) -> tuple[int, Day] | None:
        """ "2026-05-03", whose hyphens the tokenizer left out, and "3.5.2026"."""
        p = self._p
        if (
            _YEAR_FIRST.fullmatch(p[at])
            and at + 2 < len(p)
            and all(_TWO_FIGURES.fullmatch(w) for w in p[at + 1 : at + 3])
        ):
            found = _make(int(p[at]), int(p[at + 1]), int(p[at + 2]))
            return (at + 3, Day(day=found)) if found else None
        match = _POINTED.fullmatch(p[at])
        if match and match.group(3):
            year = int(match.group(3))
            found = _make(year + 2000 if year < 100 else year, int(match.group(2)), int(match.group(1)))
            return (at + 1, Day(day=found)) if found else None
        return None

    def joins_range(self, at: int) -> int:
        """Where a word that joins the ends of a range ends, if one stands at *at*; else *at*."""
        for phrase in self._g.range_joins:
            if tuple(self._p[at : at + len(phrase)]) == phrase:
                return at + len(phrase)
        return at


_TODAY = "today"
_PART_KEYS = {
    ("today", "morning"): "morning",
    ("today", "afternoon"): "today",
    ("today", "evening"): "tonight",
    ("today", "night"): "tonight",
    ("yesterday", "night"): "last_night",
}


BEFORE_NOON = {"morning": 12, "afternoon": 0, "evening": 1, "tonight": 4, "night": 5}
"""Part of a day → the first hour of the clock's face that is behind noon there: twelve in the evening is midnight."""
_HOURS_OF = {
    "morning": range(6, 12),
    "afternoon": (12, *range(1, 7)),
    "evening": range(5, 13),
    "tonight": range(5, 13),
    "night": range(8, 13),
}
"""Part of a day → the hours of the clock's face that people mostly say with it."""


def part_of(day: Day) -> str:
    """The part of the day that a date names, "" for none."""
    for key in day.keys:
        name = {"last_night": "evening"}.get(key, key.rpartition("_")[2])
        if name in BEFORE_NOON:
            return name
    return day.part


def on_half(clock: Clock, part: str) -> Clock:
    """*clock*, of which half of the day nobody said, in the *part* of the day."""
    hour = clock.hour % 12 + (12 if clock.hour % 12 >= BEFORE_NOON[part] else 0)
    return replace(clock, hour=hour, exact=True)


def easter(year: int) -> date:
    """Easter Sunday of *year* in the Gregorian calendar (Meeus, Jones and Butcher)."""
    century, left = divmod(year, 100)
    moon = (19 * (year % 19) + century - century // 4 - (century - (century + 8) // 25 + 1) // 3 + 15) % 30
    sunday = (32 + 2 * (century % 4) + 2 * (left // 4) - moon - left % 4) % 7
    late = (year % 19 + 11 * moon + 22 * sunday) // 451
    month, day = divmod(moon + sunday - 7 * late + 114, 31)
    return date(year, month, day + 1)


def _is_near(amount: float) -> bool:
    """Whether so many days, weeks or months may be counted from a day."""
    return 0 < amount < _MOST_COUNTED


def _days_until(weekday: str, today: date) -> int:
    """Days from *today* to the coming *weekday*, a key; a week where that is today."""
    return (WEEKDAYS.index(weekday) - today.weekday() - 1) % 7 + 1


def _at(end: int, today: date, days: int) -> tuple[int, Day] | None:
    try:
        return end, Day(day=today + timedelta(days=days))
    except OverflowError:
        return None


def _month_after(day: date, months: int) -> tuple[int, int]:
    """Year and month, *months* after that of *day*."""
    year, month0 = divmod(day.year * 12 + day.month - 1 + months, 12)
    return year, month0 + 1


def _months_away(day: date, months: int, ahead: bool) -> date:
    """The same day *months* later or earlier; the last one of a shorter month."""
    year, month = _month_after(day, months if ahead else -months)
    return date(year, month, min(day.day, calendar.monthrange(year, month)[1]))


def _make(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _ends_with(pieces: Sequence[str], at: int, phrases: frozenset[tuple[str, ...]]) -> bool:
    return any(at >= n and tuple(pieces[at - n : at]) in phrases for n in (1, 2, 3))


def _apply(rule: ClockRule, slots: dict[str, Any]) -> tuple[int, int] | None:
    """Hour and minute by *rule*."""
    hour = slots.get("h", 0) if rule.hour is None else rule.hour
    minutes = rule.minutes + rule.minute_sign * slots.get("m", slots.get("mm", 0))
    hour += rule.hours + minutes // 60
    if hour == 0 and rule.hour is None and slots.get("h") == 1:
        hour = 12  # "a quarter to one" is in the twelfth hour of the clock's face
    return (hour % 24 if hour != 24 else 24, minutes % 60) if -1 <= hour <= 24 else None
