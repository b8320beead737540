"""What has a value in an utterance, each with its place: numbers, durations, times, dates, money, names of places,
addresses, files and quoted text.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any

from ovos_phal_plugin_jarvis.nlu.entities.foreign import foreign_mentions
from ovos_phal_plugin_jarvis.nlu.entities.grammar import Grammar, fold, grammar
from ovos_phal_plugin_jarvis.nlu.entities.numbers import Number, NumberReader, find_phrase
from ovos_phal_plugin_jarvis.nlu.entities.places import find_places, first_place
from ovos_phal_plugin_jarvis.nlu.entities.temporal import (
    BEFORE_NOON,
    JOINED_BY,
    Clock,
    Day,
    TemporalReader,
    on_half,
    part_of,
)
from ovos_phal_plugin_jarvis.nlu.entities.written import Written, written_entities
from ovos_phal_plugin_jarvis.nlu.lang import language
from ovos_phal_plugin_jarvis.nlu.text import Token, single_words, tokenize
from ovos_phal_plugin_jarvis.sdk.date_keys import WEEKDAYS

NUMBER, ORDINAL, PERCENT, MONEY = "number", "ordinal", "percent", "money"
DURATION, TIME, DATE, DATE_RANGE = "duration", "time", "date", "date_range"
EMAIL, URL, PATH, QUOTED, PLACE = "email", "url", "path", "quoted", "place"
TIMED = (DURATION, TIME, DATE, DATE_RANGE)
"""What says when something is, or how long."""
KINDS = (NUMBER, ORDINAL, PERCENT, MONEY, DURATION, TIME, DATE, DATE_RANGE, EMAIL, URL, PATH, QUOTED, PLACE)

_SIGNS = {"$", "€", "£"}
_DAY_SECONDS = 86400.0
_MOST_IN_A_ROW = 100
"""Numbers below this stand in a row where a comma parts them: "two thousand, five hundred" may be one."""
_INITIALS = 2
"""Letters of the short name of a land."""


@dataclass(frozen=True, slots=True)
class Mention:
    """Something with a value, said at a place."""

    start: int
    """First token."""
    end: int
    """One past the last token."""
    kind: str
    value: Any
    """number, ordinal, percent, money: float. duration: seconds. time: Clock. date, date_range: Day. Others: text."""


def weekday_of(mention: Mention) -> str:
    """The day of the week that *mention* names, as a key; "" where it names another day, or none."""
    keys: tuple[str, ...] = mention.value.keys if mention.kind == DATE else ()
    name = keys[0].removeprefix("next_") if len(keys) == 1 else ""
    return name if name in WEEKDAYS else ""


def mentions(text: str, lang: str, now: datetime, tokens: Sequence[Token] | None = None) -> list[Mention]:
    """Every mention in *text*, by place; those of different kinds may overlap.

    Args:
        text: an utterance.
        lang: BCP-47 tag. A language without a folder is read by the OVOS parsers as far as they know it.
        now: what relative dates are counted from.
        tokens: the words of *text*, where they were found already.
    """
    listed = list(tokenize(text, lang) if tokens is None else tokens)
    words = [token.norm for token in listed]
    found = _parted(text, listed, lang, now, find_mentions(words, lang, now))
    found.extend(_in_tokens(entity, listed) for entity in written_entities(text, listed))
    spoken = language(lang)
    known = grammar(spoken) if spoken.installed else None
    if known:
        found.extend(_spoken_addresses(words, known))
    for start, named in find_places(words, lang):
        end = named + _are_initials(text, listed, named)
        if not _is_said_by_chance(words[start:end], known):
            found.append(Mention(start, end, PLACE, " ".join(words[start:end])))
    return sorted((m for m in found if m.end > m.start), key=lambda m: (m.start, -m.end))


def begins_with_place(text: str, lang: str, tokens: Sequence[Token]) -> bool:
    """Whether *text*, whose words are *tokens*, begins with a name of a place that has several words, as
    :func:`mentions` finds it, which takes many times as long."""
    words, spoken = [token.norm for token in tokens], language(lang)
    named = first_place(words, lang)
    end = named + _are_initials(text, tokens, named) if named else 0
    return end > 1 and not _is_said_by_chance(words[:end], grammar(spoken) if spoken.installed else None)


def _is_said_by_chance(words: Sequence[str], known: Grammar | None) -> bool:
    """Whether all of *words*, which are a name of a place, are words of grammar or of numbers and dates."""
    return known is not None and all(_is_common(word, known) for word in words)


def _parted(text: str, tokens: Sequence[Token], lang: str, now: datetime, found: list[Mention]) -> list[Mention]:
    """*found*, each number that is read across a comma in a row of numbers as the two that it is: "five, ten and
    fifteen" has no 510. Two by themselves may be one that was said with a pause: "one, thirty"."""
    parted: list[Mention] = []
    for x in found:
        # Between two numbers below a hundred there is one comma.
        inside = range(x.start, x.end - 1) if x.kind == NUMBER and _in_a_row(x, tokens, lang, found) else ()
        cut = next((at + 1 for at in inside if "," in text[tokens[at].end : tokens[at + 1].start]), 0)
        halves = [(start, end) for start, end in ((x.start, cut), (cut, x.end)) if cut]
        said = [_number_alone([token.norm for token in tokens[start:end]], lang, now) for start, end in halves]
        small = said and all(value is not None and value < _MOST_IN_A_ROW for value in said)
        parted += [Mention(*half, NUMBER, value) for half, value in zip(halves, said, strict=True)] if small else [x]
    return parted


def _in_a_row(number: Mention, tokens: Sequence[Token], lang: str, found: Sequence[Mention]) -> bool:
    """Whether another number stands beside *number*, or behind a joint: "five, ten [and fifteen]"."""
    joints = single_words(language(lang), "joints")
    end = number.end + (number.end < len(tokens) and tokens[number.end].norm in joints)
    start = number.start - (number.start > 0 and tokens[number.start - 1].norm in joints)
    return any(x.kind == NUMBER and (x.start == end or x.end == start) for x in found)


def _number_alone(words: Sequence[str], lang: str, now: datetime) -> float | None:
    """The number that *words* are, all of them."""
    whole = (x for x in find_mentions(words, lang, now) if x.kind == NUMBER and (x.start, x.end) == (0, len(words)))
    return next((float(x.value) for x in whole), None)


def _are_initials(text: str, tokens: Sequence[Token], at: int) -> bool:
    """Whether the word *at* of *text* is the short name of the land in which the place before it lies: "Fresno, CA"."""
    if not 0 < at < len(tokens) or len(tokens[at].text) != _INITIALS or not tokens[at].text.isupper():
        return False
    return not text.isupper() and text[tokens[at - 1].end : tokens[at].start].strip() == ","


def _is_common(word: str, known: Grammar) -> bool:
    """Whether *word* is one of grammar or of numbers and dates: "of" and "eighty four" are places, but rarely meant."""
    plain = fold(word, known.elides)[-1]
    return (
        word in known.language.function_words
        or word in known.language.light_words
        or any(
            plain in table for table in (known.lexemes, known.fractions, known.ordinals, known.units, known.weekdays)
        )
        or any(plain in table for table in (known.months, known.fixed, known.part_words))
    )


def _in_tokens(entity: Written, tokens: Sequence[Token]) -> Mention:
    inside = [at for at, token in enumerate(tokens) if token.end > entity.start and token.start < entity.end]
    return Mention(inside[0], inside[-1] + 1, entity.kind, entity.value) if inside else Mention(0, 0, entity.kind, "")


def _spoken_addresses(words: Sequence[str], known: Grammar) -> list[Mention]:
    """ "bob at example dot com"."""
    found = []
    for at, word in enumerate(words):
        if word not in known.at_words or not 0 < at < len(words) - 3:
            continue
        end = at + 2
        domain = [words[at + 1]]
        while end + 1 < len(words) and words[end] in known.dot_words and words[end + 1].isalnum():
            domain.append(words[end + 1])
            end += 2
        start = at - 1
        name = [words[start]]
        while start > 1 and words[start - 1] in known.dot_words and words[start - 2].isalnum():
            start -= 2
            name.insert(0, words[start])
        if len(domain) > 1 and len(domain[-1]) > 1:
            found.append(Mention(start, end, EMAIL, ".".join(name) + "@" + ".".join(domain)))
    return found


def find_mentions(words: Sequence[str], lang: str, now: datetime) -> list[Mention]:
    """The numbers, durations, times and dates in *words* (normalised tokens), by place; kinds may overlap.

    Args:
        words: the normalised words.
        lang: BCP-47 tag.
        now: what relative dates are counted from.
    """
    spoken = language(lang)
    if not spoken.installed:
        return [Mention(*found) for found in foreign_mentions(tuple(words), lang, now)]
    return _Scan(grammar(spoken), words, now).mentions()


class _Scan:
    """One reading of one utterance."""

    def __init__(self, known: Grammar, words: Sequence[str], now: datetime) -> None:
        self._g = known
        self._now = now
        self._p, self._places = known.pieces(words)
        self._numbers = NumberReader(known, self._p)
        self._times = TemporalReader(known, self._p, self._numbers, now)
        self._stretches = self._times.stretches
        self._found: list[Mention] = []
        self._taken: dict[str, int] = {}

    def mentions(self) -> list[Mention]:
        for at, word in enumerate(self._p):
            if word not in self._g.beginning and not self._numbers.may_start(at):
                continue
            clock_end = self._taken.get(TIME, 0)
            day = self._times.date(at)
            if day and day[1] is None:
                self._taken[DATE] = max(self._taken.get(DATE, 0), day[0])
            elif day:
                self._add(DATE, at, *day)
            dated = 0 < at == self._taken.get(DATE, 0)
            time = self._times.time(at, dated=dated)
            length = self._times.duration(at)
            if length and time and time[0] >= length[0] and self._times.led(at) and not self._times.led_either(at):
                length = None  # "à huit heures" is no length of time
            number = None if self._subtracts(at) else self._numbers.number(at)
            if length and time and time[1].exact and time[0] >= length[0] and number and not number.plain:
                length = None  # nor is "meio dia e meia"
            if length and day and day[1] and day[0] > length[0] and self._taken.get(DATE, 0) == day[0]:
                length = None  # "two weeks ago" neither
            if length:
                self._add(DURATION, at, *length)
                weakly = dated or self._times.led_weakly(at)
                either = self._times.time(at, either=True, dated=dated) if weakly else None
                if either and either[0] >= length[0]:
                    self._add(TIME, at, *either)  # "de wekker van acht uur": whoever takes it knows which
                    time = None
            if time and not (length and length[0] >= time[0] and not time[1].exact and not self._times.led(at)):
                self._add(TIME, at, *time)
            # "At quarter to nine seventy degrees": the hour of a time begins no number that goes on behind it.
            if number and not (time and not number.plain) and not at < clock_end < number.end:
                self._add_number(at, number, time[0] if time else 0)
            ordinal = self._numbers.ordinal(at)
            if ordinal:
                self._add(ORDINAL, at, *ordinal)
                if self._is_exponent(at):
                    self._add(NUMBER, at, *ordinal)
        self._add_halves_of_one()
        if not self._found:
            return []
        self._drop_parts()
        self._drop_negative()
        self._join_weekdays()
        self._tell_halves()
        self._share_halves()
        self._add_halves()
        self._add_halves_of()
        self._tell_nights()
        self._join_ranges()
        places = self._places
        return [Mention(places[m.start], places[m.end - 1] + 1, m.kind, m.value) for m in self._found]

    def _add(self, kind: str, start: int, end: int, value: Any) -> None:
        if self._taken.get(kind, 0) <= start:
            self._found.append(Mention(start, end, kind, value))
            self._taken[kind] = end

    def _add_number(self, at: int, number: Number, time_end: int) -> None:
        p, g = self._p, self._g
        end, value, plain = number
        if at and self._places[at] == self._places[at - 1]:
            return  # the "un" of "d'un"
        percent = find_phrase(g.percent, p, end)
        money = end < len(p) and p[end] in g.currencies
        # An article is a number beside what is counted in numbers only, or where it is all that was said.
        if not plain and p[at] in g.articles and not (percent or money or len(p) == 1) and value == 1:
            return
        if not (time_end >= end and value != int(value)):
            self._add(NUMBER, at, end, value)
        if percent:
            self._add(PERCENT, at, percent[0], value)
            self._taken[NUMBER] = max(self._taken.get(NUMBER, 0), percent[0])
        if at and p[at - 1] in _SIGNS:
            self._add(MONEY, at - 1, end, value)
        elif end < len(p) and p[end] in _SIGNS:
            self._add(MONEY, at, end + 1, value)
        elif money:
            self._add_money(at, end, value)

    def _add_money(self, at: int, end: int, value: float) -> None:
        """ "five euros fifty", "fünf Euro und zehn Cent"."""
        p, g = self._p, self._g
        worth = g.currencies[p[end]]
        total, end = value * worth, end + 1
        joined = end < len(p) and p[end] in g.money_joins
        more = end + 1 if joined or (end < len(p) and p[end] in g.duration_joins) else end
        cents = self._numbers.number(more) if worth == 1 and more < len(p) else None
        if (
            cents
            and cents.plain
            and 0 < cents.value < 100
            and cents.value == int(cents.value)
            and p[more] not in g.articles
        ):
            named = cents.end < len(p) and g.currencies.get(p[cents.end], 1.0) < 1
            # "cinco euros con veinte en pan", and not "cinco euros y dos barras".
            ends = cents.end == len(p) or p[cents.end] in g.function_words | g.light_words | g.verbs
            # "Six euros fifty for the train" or "six euros fifty cash", and not "six euros two of them", nor "six euros
            # ten stamps" or "fifty red roses": what is counted is in the plural, or stands behind its quality.
            behind = [*p[cents.end : cents.end + 2], "", ""]
            whole = not behind[1] or behind[1] in g.function_words
            in_units = any(find_phrase(units, p, cents.end) is not None for units in (g.measures, g.percent))
            measured = behind[0] in g.units or in_units
            thing = whole and not measured and bool(g.plural_ends) and not _is_plural(behind[0], g)
            told = more == end and (cents.end == len(p) or (cents.value >= 10 and (ends or thing)))
            if named or (joined and ends) or told:
                total, end = total + cents.value / 100, cents.end + (1 if named else 0)
                # One number, in whose place neither of its parts is meant.
                self._found = [x for x in self._found if x.kind != NUMBER or x.start != at]
                self._taken[NUMBER] = at
                self._add(NUMBER, at, end, round(total, 4))
        self._add(MONEY, at, end, round(total, 4))

    def _subtracts(self, at: int) -> bool:
        """Whether a "minus" at *at* stands after a number or what stands for one, and so is no sign: in "it minus two",
        and not in "make it minus two"."""
        if self._p[at] not in self._g.minus or not at:
            return False
        before = self._p[at - 1]
        return (
            before in self._g.number_words
            or before[:1].isdigit()
            or self._taken.get(NUMBER, 0) == at
            or (self._refers(before) and not self._changes(at))
        )

    def _refers(self, word: str) -> bool:
        return word in self._g.pronouns

    def _changes(self, at: int) -> bool:
        """Whether words that put a value in place of another end at *at*: "make it"."""
        return any(tuple(self._p[max(0, at - len(words)) : at]) == words for words in self._g.changes)

    def _is_exponent(self, at: int) -> bool:
        """ "three to the fourth": what a number is raised to is said as an ordinal."""
        return any(
            at > len(lead)
            and tuple(self._p[at - len(lead) : at]) == lead
            and self._taken.get(NUMBER, 0) == at - len(lead)
            for lead in self._g.exponent_leads
        )

    def _drop_negative(self) -> None:
        """ "minus five minutes" is no length of time: what is left of it is a number below zero."""
        self._found = [
            x
            for x in self._found
            if x.kind != DURATION
            or not x.start
            or self._p[x.start - 1] not in self._g.minus
            or self._subtracts(x.start - 1)
        ]

    def _drop_parts(self) -> None:
        """What is only a part of a time, a date or a length: the "media" of "las tres y media"."""

        def is_part(small: Mention, large: Mention) -> bool:
            if not (large.start <= small.start and small.end <= large.end) or small is large:
                return False
            within = small.end - small.start < large.end - large.start
            if large.kind in (TIME, DURATION) and small.kind == NUMBER:
                return bool(within and small.value < 1 and small.value != int(small.value))
            if large.kind == TIME:
                return small.kind == DURATION and large.start < small.start
            if large.kind == DATE:
                return small.kind == TIME and within
            return large.kind == DURATION and small.kind == DATE and small.value.moment

        beginning: dict[int, list[Mention]] = {}
        for mention in self._found:
            beginning.setdefault(mention.start, []).append(mention)
        wholes = (x for x in self._found if x.kind in (TIME, DATE, DURATION))
        within = ((m, x) for x in wholes for at in range(x.start, x.end) for m in beginning.get(at, ()))
        parts = {id(small) for small, large in within if is_part(small, large)}
        self._found = [m for m in self._found if id(m) not in parts]

    def _join_weekdays(self) -> None:
        """ "Saturday the fifth of december" is one day, where it is a saturday."""
        dates = sorted((x for x in self._found if x.kind == DATE), key=lambda x: x.start)
        for one, other in pairwise(dates):
            beside = one.end <= other.start and self._g.articles.issuperset(self._p[one.end : other.start])
            day = other.value.day if other.value == Day(day=other.value.day) and not one.value.part else None
            if beside and day is not None and weekday_of(one) == WEEKDAYS[day.weekday()]:
                self._found[self._found.index(other)] = replace(other, start=one.start)
                self._found.remove(one)

    def _tell_halves(self) -> None:
        """The half of the day of a time, from a date beside it that names one: "tomorrow morning at six"."""
        for at, time in enumerate(self._found):
            if time.kind != TIME or time.value.exact:
                continue
            for day in self._found:
                if day.kind != DATE or not (0 <= time.start - day.end <= 2 or 0 <= day.start - time.end <= 1):
                    continue
                part = part_of(day.value)
                if part:
                    self._found[at] = replace(time, value=on_half(time.value, part))
                    break

    def _share_halves(self) -> None:
        """The half of the day of both ends of a stretch, where only the second one names it, or a day beside it: "from
        seven to [ten in the evening]", "[friday evening] from seven to ten"."""
        times = [x for x in self._found if x.kind == TIME]
        hours = [x for x in self._found if x.kind == NUMBER and self._times.stands_alone(x.end)]
        ends = times + [x for x in hours if not any(time.start <= x.start < time.end for time in times)]
        for late in (x for x in ends if x.kind == TIME or self._counts_nothing(x)):
            for early in [x for x in ends if 0 < late.start - x.end < JOINED_BY and self._is_open(x)]:
                opened = self._stretches.opened(early.start, early.end, late.start)
                if opened is None and not self._is_joined(early, late):
                    continue
                first = early.start if opened is None else opened
                until = self._with_half(late, first) if opened is not None or late.kind == TIME else None
                if until is not None:
                    self._put_time(late, until)
                    self._put_time(early, _last_before(until, early))

    def _counts_nothing(self, number: Mention) -> bool:
        """Whether *number* counts nothing that is said behind it: the "three" of "from two to three kilos" does."""
        end = number.end
        named = any(x.start == end for x in self._found if x.kind in (DATE, TIME))
        small = self._g.function_words | self._g.light_words | self._g.verbs
        return end >= len(self._p) or named or self._p[end] in small

    def _is_open(self, end: Mention) -> bool:
        """Whether *end* may be an hour of the clock's face, of which half of the day nobody said."""
        if end.kind == TIME:
            return not end.value.exact
        return bool(end.value in range(1, 13))

    def _is_joined(self, early: Mention, late: Mention) -> bool:
        """Whether a time, or a number behind a day or nothing, goes on to *late*: "tuesday seven to ten p m"."""
        days = {x.end for x in self._found if x.kind == DATE}
        begins = early.kind == TIME or early.start == 0 or early.start in days
        return begins and self._stretches.joins(early.end, late.start)

    def _with_half(self, late: Mention, first: int) -> Clock | None:
        """The time of *late*, the second end of a stretch that begins at *first*, where the half of the day is told by
        its words or by a day beside the stretch."""
        if late.kind == TIME and late.value.exact:
            return late.value if self._times.has_half(late.start, late.end) else None
        days = (x for x in self._found if x.kind == DATE)
        beside = (x.value for x in days if 0 <= first - x.end <= 1 or 0 <= x.start - late.end <= 1)
        parts = [part for day in beside if (part := part_of(day))]
        return on_half(_clock_of(late), parts[0]) if parts and self._is_open(late) else None

    def _put_time(self, end: Mention, clock: Clock) -> None:
        """Let *end* be the time *clock*, and nothing there a length of time."""
        lengths = [x for x in self._found if x.kind == DURATION and end.start <= x.start < end.end]
        self._found = [x for x in self._found if x not in lengths and (x is not end or end.kind != TIME)]
        self._found.append(replace(end, kind=TIME, value=clock, end=max([end.end, *(x.end for x in lengths)])))

    def _add_halves(self) -> None:
        """ "Twenty degrees and a half", "sei chilometri e mezzo": the half behind a unit belongs to the number."""
        p = self._p
        numbers = sorted((x for x in self._found if x.kind == NUMBER), key=lambda x: x.start)
        moments = {x.start for x in self._found if x.kind in (DATE, TIME)}
        for number, half in pairwise(numbers):
            joint = number.end + 1
            behind = p[half.end : half.end + 1]
            if (
                half.value == _HALF
                and number.value == int(number.value)
                and half.start - 1 == joint
                and p[joint] in self._g.duration_joins
                and (not behind or behind[0] in self._g.behind_half or half.end in moments)
            ):
                at = self._found.index(number)
                self._found[at] = replace(number, value=number.value + _HALF)
                self._found.remove(half)

    def _add_halves_of(self) -> None:
        """ "Two litres and a half of milk": what is counted stands behind the half, which by itself is none there."""
        p, g = self._p, self._g
        for at, number in enumerate(self._found):
            joint = number.end + 1
            if number.kind != NUMBER or number.value != int(number.value) or joint >= len(p):
                continue
            first = joint + 2 if p[joint + 1 : joint + 2] and p[joint + 1] in g.articles else joint + 1
            half = find_phrase(g.fractions, p, first) if p[joint] in g.duration_joins else None
            # "Two litres and half of the milk" are no two and a half.
            if half is not None and half[1] == _HALF and self._numbers.counts_thing(half[0]):
                self._found[at] = replace(number, value=number.value + _HALF)

    def _add_halves_of_one(self) -> None:
        """ "Un litro e mezzo di alcol": with a half behind it, an article counts what it stands before."""
        p, g = self._p, self._g
        counting = {at for x in self._found if x.kind == NUMBER for at in range(x.start, x.end)}
        for at in range(len(p) - 3):
            counted = (
                at not in counting
                and p[at] in g.articles
                and p[at + 1] not in g.function_words
                and p[at + 1] not in g.beginning
            )
            half = find_phrase(g.fractions, p, at + 3) if counted and p[at + 2] in g.duration_joins else None
            if half is None or half[1] != _HALF or p[at + 3] in g.articles:
                continue
            end = half[0]
            if end == len(p) or self._numbers.counts_thing(end) or p[end] in g.behind_half - g.genitives:
                self._found = [x for x in self._found if x.kind != NUMBER or not at <= x.start < end]
                self._found.append(Mention(at, at + 1, NUMBER, 1 + _HALF))

    def _tell_nights(self) -> None:
        """The day of a time behind midnight, where what is named is the night before: "friday night at two"."""
        for time in [x for x in self._found if x.kind == TIME]:
            for at, day in enumerate(self._found):
                beside = 0 <= time.start - day.end <= 2 or 0 <= day.start - time.end <= 1
                if day.kind != DATE or not (beside or (time.start <= day.start and day.end <= time.end)):
                    continue
                part, span = part_of(day.value), day.value.span(self._now.date())
                if part in ("", "morning") or time.value.hour >= BEFORE_NOON[part] or span is None:
                    continue
                clock = self._now.replace(hour=time.value.hour, minute=time.value.minute, second=time.value.second)
                if span[0] != self._now.date() or clock <= self._now:  # one who is up at one may say "tonight at two"
                    self._found[at] = replace(day, value=Day(day=span[0] + timedelta(days=1)))
                break

    def _join_ranges(self) -> None:
        """ "from monday to friday", "the 3rd to the 5th of may": one range beside the dates that it has."""
        dates = sorted((m for m in self._found if m.kind == DATE), key=lambda m: m.start)
        today = self._now.date()
        for one, other in zip(dates, dates[1:], strict=False):
            # "a sexta-feira" begins with the word that joins it.
            joined = self._times.joins_range(one.end)
            if one.end < joined and one.end <= other.start <= joined < other.end:
                first, last = one.value.span(today), other.value.span(today)
                if first is None or last is None:
                    continue
                start, end = first[0], last[1]
                if end < start and one.value.keys and (start - end).days < 7:
                    # "from friday to monday": the week after.
                    end = end.fromordinal(end.toordinal() + 7)
                if start <= end and (end - start).days < 366:
                    self._found.append(Mention(one.start, other.end, DATE_RANGE, Day(day=start, last=end)))
        for day in dates:
            if day.value.last is not None:
                self._found.append(replace(day, kind=DATE_RANGE))


_HALF = 0.5


def _clock_of(end: Mention) -> Clock:
    """What *end*, a time or the hour of one, is as a time."""
    return end.value if end.kind == TIME else Clock(int(end.value), 0, exact=False)


def _is_plural(word: str, grammar: Grammar) -> bool:
    """Whether *word* is said of several: "stamps", and no "bus"."""
    return word.endswith(grammar.plural_ends) and grammar.language.stem(word) != word


_LONGEST = 600
"""Minutes that a stretch lasts at most of which one half of the day is said."""


def _last_before(until: Clock, early: Mention) -> Clock:
    """The time of *early* that is the last one before *until*: ten before two in the afternoon is in the morning. No
    stretch is most of twelve hours long: what is moved "from nine to eight in the morning" was at nine then."""
    clock = _clock_of(early)
    minutes = clock.hour % 12 * 60 + clock.minute
    ahead = (until.hour * 60 + until.minute - minutes - 1) % 720 + 1
    if ahead > _LONGEST:
        ahead -= 720
    return replace(clock, hour=(until.hour * 60 + until.minute - ahead) // 60 % 24, exact=True)
