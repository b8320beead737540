"""What is no free text, found without an example: addresses, one of a few values, numbers, days and times."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import islice, pairwise
from operator import itemgetter
from typing import Any

from rapidfuzz import fuzz

from ovos_phal_plugin_jarvis.nlu import entities as m
from ovos_phal_plugin_jarvis.nlu.encoder import Reading
from ovos_phal_plugin_jarvis.nlu.entities.away import moment_away
from ovos_phal_plugin_jarvis.nlu.entities.grammar import grammar
from ovos_phal_plugin_jarvis.nlu.entities.temporal import on_half, part_of
from ovos_phal_plugin_jarvis.nlu.lang import Language, is_content
from ovos_phal_plugin_jarvis.nlu.learning import values
from ovos_phal_plugin_jarvis.nlu.learning.declared_parameters import (
    FUZZY,
    DeclaredParameter,
    leads_of,
    only_leads,
    roles_of,
)
from ovos_phal_plugin_jarvis.nlu.learning.denied import denied
from ovos_phal_plugin_jarvis.nlu.learning.ends import Ends, says_end
from ovos_phal_plugin_jarvis.nlu.learning.figured import Figures
from ovos_phal_plugin_jarvis.nlu.learning.filled import Filled
from ovos_phal_plugin_jarvis.nlu.learning.measures import in_unit, is_of_length
from ovos_phal_plugin_jarvis.nlu.learning.past_days import Past
from ovos_phal_plugin_jarvis.nlu.learning.read_slots import SAID, read_share
from ovos_phal_plugin_jarvis.nlu.learning.sides import Said, Sides
from ovos_phal_plugin_jarvis.nlu.learning.wording import base, is_same_thing, lemma, may_say, names_deed
from ovos_phal_plugin_jarvis.nlu.learning.written import date_of
from ovos_phal_plugin_jarvis.nlu.polarity import polarity
from ovos_phal_plugin_jarvis.nlu.reading import Heard, number_places, timed_places
from ovos_phal_plugin_jarvis.nlu.text import phrases_pattern, single_words, starts_of

_BY_NAME = 0.9
"""How surely a value is said by its own name."""
_BEGINS = 2.0
"""What it counts for an argument that begins or ends something that a day is said behind "since"."""
_OUT_OF_RANGE = 1.5
"""What it counts against an argument that a number is none that it takes: where it is for no other, it is passed on,
and the user told why it can't be."""
_BY_DAY = 6
"""From this hour on one of another day is taken as it was said: "tomorrow at three" is by day, "at seven" is either."""
_LONGEST = timedelta(hours=16)
"""What a stretch of hours lasts at most of which nobody says both days."""
_OTHER_HALF = {m.DATE: m.TIME, m.TIME: m.DATE}
"""What makes one moment together."""


class DeclaredValues:
    """Fills what is no free text."""

    def __init__(
        self,
        lang: Language,
        parameters: Sequence[DeclaredParameter],
        past: Past,
        deed: str,
        *,
        is_shown: bool,
    ) -> None:
        """
        Args:
            lang: what is spoken.
            parameters: all of the tool's.
            past: tells which days are over.
            deed: what it does, as ``names_deed`` takes it.
            is_shown: whether examples show how its arguments are said.
        """
        self._deed, self._is_shown = deed, is_shown
        self._past = past
        self._takes_lengths = any(parameter.kinds[:1] == (m.DURATION,) for parameter in parameters)
        self._roles = roles_of(lang.code)
        self._parameters = parameters
        self._sides = {p.parameter.name: Sides(p.parameter.enum_values or (), lang) for p in parameters if p.choices}
        found = {p.parameter.name: Figures.of(p.parameter, (), lang) for p in parameters}
        self._figures = {name: figures for name, figures in found.items() if figures is not None}
        self._lang = lang

    def fill_pattern(self, parameter: DeclaredParameter, heard: Heard, filled: Filled) -> None:
        """The first address, file or the like that *parameter* is for."""
        for mention in heard.mentions:
            if mention.kind == parameter.pattern and filled.covered.isdisjoint(_range(mention)):
                filled.arguments[parameter.parameter.name] = str(mention.value)
                filled.take(mention.start, mention.end, parameter.parameter.name)
                return

    def fill_ends(self, wanted: Sequence[DeclaredParameter], ends: Ends, heard: Heard, filled: Filled) -> None:
        """The two *ends* of a stretch, each where it is said: "rows four to nine"."""
        own = {parameter.parameter.name: parameter for parameter in wanted}
        for said in ends.said(heard, filled.covered):
            if any(name not in own for name, _ in said):
                continue
            # In this order: whether it is over; each end, the first on the day of the last; a half of the day
            # exchanged; and nothing where they are the wrong way round after all.
            over = self._past.is_long_ago([end for _, end in said], heard)
            over = over or any(self._past.is_over([end], own[name].parameter, heard) for name, end in said)
            day = _day_of(said[-1][1], heard, filled)
            values_said = [self._value_of(own[name], end, heard, filled, over=over, day=day) for name, end in said]
            if over and values_said[0] is not None and str(values_said[-1]) < str(values_said[0]):
                values_said[-1] = self._value_of(own[said[-1][0]], said[-1][1], heard, filled, over=False)
            timed = not self._is_shown and all(isinstance(value, str) and "T" in value for value in values_said)
            if timed and (day is None or _is_backwards(values_said)):
                values_said = _in_order(values_said, [end for _, end in said], dated=day is not None)
            if None in values_said or _is_backwards(values_said):
                continue
            for (name, end), value in zip(said, values_said, strict=True):
                filled.arguments[name] = value
                filled.take(end.start, end.end, name)
            filled.join([end for _, end in said])

    def fill_between(self, wanted: Sequence[DeclaredParameter], heard: Heard, filled: Filled) -> None:
        """Two choices of the same values, from one to another: "12 metres to feet", "how many feet are 12 metres"."""
        ends = [[p for p in wanted if role in p.roles and p.choices] for role in ("origin", "target")]
        if len(ends[0]) != 1 or len(ends[1]) != 1 or ends[0][0] is ends[1][0]:
            return
        origin, target = ends[0][0], ends[1][0]
        if origin.parameter.enum_values != target.parameter.enum_values or origin.parameter.name in filled.arguments:
            return
        if target.parameter.name in filled.arguments:
            return
        places = list(islice(self._named_choices(origin, heard, Filled()), 2))
        told: dict[str, tuple[int, int, str]] = {}
        for start, end, value in places:
            lead = heard.words[start - 1] if start else ""
            counted = any(x.kind == m.NUMBER and x.end == start for x in heard.mentions)
            if counted or lead in self._roles.get("origin", ()):
                told.setdefault("origin", (start, end, value))
            elif lead in self._roles.get("target", ()) or lead in self._roles.get("place", ()):
                told.setdefault("target", (start, end, value))
        if len(places) == 2 and len(told) == 1:
            other = next(place for place in places if place not in told.values())
            told["target" if "origin" in told else "origin"] = other
        for role, parameter in (("origin", origin), ("target", target)):
            if role in told and filled.covered.isdisjoint(range(*told[role][:2])):
                start, end, value = told[role]
                filled.arguments[parameter.parameter.name] = value
                filled.take(start, end, parameter.parameter.name)

    def fill_choice(self, parameter: DeclaredParameter, heard: Heard, filled: Filled) -> None:
        """The value of a few that is said best; of a list every one that is said."""
        if parameter.parameter.is_list:
            self._fill_chosen(parameter, heard, filled)
            return
        if self._has_sides(parameter, heard) and self._sides[parameter.parameter.name].is_open(heard, filled.covered):
            return
        best = self._named_choice(parameter, heard, filled) or self._numbered(parameter, heard, filled)
        side = self.side(parameter, heard, filled.covered)
        if side is not None and (best is None or self._sides[parameter.parameter.name].opposite(best[2], side.value)):
            last = max(side.places)
            best = (last, last + 1, side.value)
            filled.covered.update(side.places - {last})
        if best is None or (side is None and self._is_denied(parameter, heard, filled, best)):
            return
        at, end, value = best
        name = parameter.parameter.name
        filled.unclear |= self._others_said(parameter, heard, filled, best)
        filled.arguments[name] = value
        filled.take(at, end, name)

    def _fill_chosen(self, parameter: DeclaredParameter, heard: Heard, filled: Filled) -> None:
        found = sorted(self._named_choices(parameter, heard, filled.copy()))
        if found:
            name = parameter.parameter.name
            filled.arguments[name] = list(dict.fromkeys(_thing(value, parameter) for _, _, value in found))
            for start, end, _ in found:
                filled.take(start, end, name)

    def side(self, parameter: DeclaredParameter, heard: Heard, taken: Collection[int]) -> Said | None:
        """The one of two opposite values of *parameter* that the words outside *taken* say; None where none is."""
        if not self._has_sides(parameter, heard):
            return None
        return self._sides[parameter.parameter.name].of(heard, self._of_others(parameter, heard).union(taken))

    def _is_denied(
        self, parameter: DeclaredParameter, heard: Heard, filled: Filled, place: tuple[int, int, str]
    ) -> bool:
        """Whether a value that has an opposite is not wanted: "i no longer want it on"."""
        if not self._has_sides(parameter, heard) or not self._sides[parameter.parameter.name]:
            return False
        said = polarity(heard, range(*place[:2]), filled.covered)
        return said is not None and said.value is not True

    def _has_sides(self, parameter: DeclaredParameter, heard: Heard) -> bool:
        return heard.lang is self._lang and parameter.parameter.name in self._sides

    def _of_others(self, parameter: DeclaredParameter, heard: Heard) -> set[int]:
        """The words that name a value of another argument than *parameter*."""
        own = {words for words, _ in parameter.names_of_values}
        others = {words for p in self._parameters if p is not parameter for words, _ in p.names_of_values} - own
        stem = self._lang.stem
        stems = tuple(map(stem, heard.words))
        return {
            place
            for words in others
            for at in starts_of(tuple(map(stem, words)), stems)
            for place in range(at, at + len(words))
        }

    def _others_said(
        self, parameter: DeclaredParameter, heard: Heard, filled: Filled, best: tuple[int, int, str]
    ) -> set[int]:
        """The words that say another value of *parameter* than the *best* one, by its own name, where each word stands
        for one of another language: a part of another request is among them ("stell die küche [das bad] auf 23")."""
        others = {value for p in self._parameters if p is not parameter for value in p.parameter.enum_values or ()}
        if not heard.is_word_for_word or parameter.parameter.is_list:
            return set()
        return {
            at
            for sure, at, end, value in self._choices(parameter, heard, filled)
            if sure >= _BY_NAME and value not in (best[2], *others) and (end <= best[0] or best[1] <= at)
        }

    def _named_choice(self, parameter: DeclaredParameter, heard: Heard, filled: Filled) -> tuple[int, int, str] | None:
        """Where one of the values of *parameter* is said best, first word and one past the last, and the value."""
        places = list(self._choices(parameter, heard, filled))
        not_meant = denied(heard, [(at, end, value) for _, at, end, value in places])
        meant = [place for place in places if place[1] not in not_meant]
        others = [place for place in meant if not names_deed(place[3], self._deed, heard.lang)]
        meant = others or meant  # "squash and merge" merges by squashing
        if meant:
            filled.deny(not_meant)
        best = max(meant, key=lambda place: place[0], default=None)
        return best[1:] if best is not None else None

    def _named_choices(
        self, parameter: DeclaredParameter, heard: Heard, taken: Filled
    ) -> Iterator[tuple[int, int, str]]:
        """The same of one value after the other, the best first, outside what is *taken*, which is changed."""
        while (place := self._named_choice(parameter, heard, taken)) is not None:
            taken.take(place[0], place[1], "")
            yield place

    def _choices(
        self, parameter: DeclaredParameter, heard: Heard, filled: Filled
    ) -> Iterator[tuple[float, int, int, str]]:
        """Each place where a value of *parameter* is said, with how well, first word, one past the last, the value."""
        forms = [base(word, heard.lang) for word in heard.words]
        for words, value, sure in parameter.likely_choices(heard.words, forms, heard.lang):
            size = len(words)
            wanted = [base(word, heard.lang) for word in words]
            for at, word in enumerate(heard.words if size > 1 else ()):
                if word.split() == [*words] and at not in filled.covered:  # one word of another language
                    yield sure * (1 + 0.2 * size), at, at + 1, value
            for at in range(len(forms) - size + 1):
                if not filled.covered.isdisjoint(range(at, at + size)):
                    continue
                said = heard.words[at : at + size]
                if size == 1 and (only_leads(at, heard) or _is_unit_of_days(at, heard)):
                    continue
                ordered = size == 1 and at in heard.request_verbs and names_deed(value, self._deed, heard.lang)
                if ordered and not parameter.parameter.required:
                    continue
                if size == 1 and said != [*words] and words[0] in said[0].split():
                    yield 0.9 * sure, at, at + 1, value  # the "savings" of a "savings account" that is one word
                elif tuple(said) == words:
                    yield sure * (1 + 0.2 * size), at, at + size, value
                elif forms[at : at + size] == wanted:
                    yield 0.95 * sure * (1 + 0.2 * size), at, at + size, value
                elif size == 1 and len(words[0]) > 4 and fuzz.ratio(said[0], words[0]) >= FUZZY:
                    yield 0.8 * sure, at, at + size, value

    def _numbered(self, parameter: DeclaredParameter, heard: Heard, filled: Filled) -> tuple[int, int, Any] | None:
        """A value that is a number, said in words: "two" for ``2``, "forty metres" for ``40m``."""
        figures = self._figures.get(parameter.parameter.name)
        if figures is None:
            return None
        taken = filled.covered
        if any(m.TIME in p.kinds for p in self._parameters):
            taken = taken | timed_places([x for x in heard.mentions if x.kind == m.TIME])  # "at six" is no size
        return figures.said(heard, taken) or figures.alone(heard, taken)

    def fill_meant(self, parameter: DeclaredParameter, heard: Heard, filled: Filled, told: Collection[str]) -> None:
        """The only value for whose name a word may be said that nothing else explains, nor is one of the forms *told*
        by which the tool tells of itself: not where it is denied. Needs a dictionary."""
        taken = filled.covered | number_places(heard.mentions)
        found: dict[str, int] = {}
        for at, word in enumerate(heard.words):
            if at not in taken and is_content(word, heard.lang) and base(word, heard.lang) not in told:
                meant = {value for words, value in parameter.names_of_values if _may_name(word, words, heard.lang)}
                found.update(dict.fromkeys(meant, at) if len(meant) == 1 else {})
        value, at = next(iter(found.items()), ("", 0))
        said = polarity(heard, (at,), filled.covered) if len(found) == 1 else None
        if said is not None and said.value:
            filled.arguments[parameter.parameter.name] = value
            filled.take(at, at + 1, parameter.parameter.name)

    def fill_typed(
        self, wanted: list[DeclaredParameter], heard: Heard, filled: Filled, reading: Reading | None
    ) -> None:
        """Numbers, dates and times: each to the argument whose kind, lead or name fits best, in order."""
        lists = [p for p in wanted if p.parameter.param_type.lower() in values.TEMPORAL_LISTS]
        for parameter in lists:
            self._fill_days(parameter, heard, filled)
        counted = [p for p in wanted if p.parameter.thing_type in values.NUMERIC and not p.choices]
        for parameter in counted:
            self._fill_numbers(
                parameter, heard, filled, alone=not any(m.NUMBER in p.kinds for p in wanted if p not in counted)
            )
        lists += counted
        pairs = []
        counts_days = any(p.formats[:1] == ("days",) for p in wanted)
        for order, parameter in enumerate(wanted):
            for mention in heard.mentions if parameter not in lists else ():
                if counts_days and mention.kind == m.DATE and _is_counted(mention, heard):
                    continue
                if self._may_be(parameter, mention, heard) and not (
                    self._takes_lengths and is_of_length(mention, heard, parameter.parameter)
                ):
                    score = self._score(parameter, mention, heard, reading)
                    pairs.append((-score, mention.start, order, mention, parameter))
        for _, _, _, mention, parameter in sorted(pairs, key=lambda pair: pair[:3]):
            name = parameter.parameter.name
            if name in filled.arguments or not filled.covered.isdisjoint(_range(mention)):
                continue
            inside = [mention]
            other = _OTHER_HALF.get(mention.kind)
            elsewhere = any(other in p.kinds for p in wanted if p is not parameter)
            if "date_time" in parameter.formats or (parameter.said and not elsewhere):
                inside += _beside(mention, heard, filled)
            meant = in_unit(inside, heard, parameter.parameter)
            start, end = min(x.start for x in inside), max(x.end for x in (*inside, *meant))
            text = heard.said(start, end)
            value: Any = text if parameter.said else self._made(parameter, text, meant, heard)
            if value is not None:
                if mention.kind == m.DURATION:
                    start, end = _stretch_of(mention, heard, filled) or (start, end)
                filled.arguments[name] = value
                filled.take(start, _past_the_most(end, parameter, heard), name)
        self._put_in_order(wanted, heard, filled)

    def _value_of(
        self,
        parameter: DeclaredParameter,
        mention: m.Mention,
        heard: Heard,
        filled: Filled,
        *,
        over: bool | None = None,
        day: m.Mention | None = None,
    ) -> Any:
        """*mention*, with the other half of a moment beside it, as *parameter* wants it; None where it is none. Whether
        it is *over* the words tell where that is None; *day* is the day of a time that has none beside it."""
        text = heard.said(mention.start, mention.end)
        if parameter.said:
            return text
        if parameter.kinds[:1] == (m.TIME,):
            mention = values.hour_mention([mention]) or mention  # the "eleven" of "from eleven to one"
        inside = [*in_unit([mention], heard, parameter.parameter), *_beside(mention, heard, filled)]
        if day is not None and mention.kind == m.TIME and _day_of(mention, heard, filled) is None:
            inside.append(day)
        return self._made(parameter, text, inside, heard, over)

    def _made(
        self,
        parameter: DeclaredParameter,
        text: str,
        inside: Sequence[m.Mention],
        heard: Heard,
        over: bool | None = None,
    ) -> Any:
        """What *parameter* is of the words *text* with the mentions *inside*; None where it is nothing."""
        if over is None:
            over = self._past.is_over(inside, parameter.parameter, heard)
        meant = self._past.made([*inside, *_days_within(inside, heard)], heard, over=over)
        if not self._is_shown and parameter.formats[:1] == ("date_time",):
            meant = [_in_likely_half(x, meant, heard, over=over) for x in meant]
        return values.convert(parameter.formats, text, meant, parameter.parameter, heard.now, over=over)

    def fill_away(self, wanted: Sequence[DeclaredParameter], heard: Heard, filled: Filled) -> None:
        """The one argument that is a time of day, of what is so long ago or so far ahead: "twenty minutes ago"."""
        own = [p for p in wanted if p.kinds[:1] == (m.TIME,) and p.parameter.name not in filled.arguments]
        away = (moment_away(x, heard.words, heard.lang, heard.now) for x in heard.mentions)
        free = [found for found in away if found is not None and filled.covered.isdisjoint(range(*found[:2]))]
        if len(own) != 1 or len(free) != 1 or own[0].said:
            return
        start, end, moment = free[0]
        value = values.convert(own[0].formats, heard.said(start, end), moment, own[0].parameter, heard.now)
        if value is not None:
            filled.arguments[own[0].parameter.name] = value
            filled.take(start, end, own[0].parameter.name)

    def _put_in_order(self, wanted: Sequence[DeclaredParameter], heard: Heard, filled: Filled) -> None:
        """Two numbers of which neither is said what it is, one "by" the other ("twenty by thirty"), are for the
        arguments in the order that these are declared in; so are "three and four" for ``a`` and ``b``."""
        places = {start: name for start, end, name in filled.spans}
        numbers = [x for x in heard.mentions if x.kind == m.NUMBER and x.start in places]
        orders = {p.parameter.name: at for at, p in enumerate(wanted)}
        for one, other in pairwise(numbers):
            first, second = places[one.start], places[other.start]
            between = heard.as_said.words[one.end] if other.start == one.end + 1 else ""
            joining = heard.as_said.lang.between_lengths
            letters = _are_letters(first, second)
            if letters:
                joining |= single_words(heard.as_said.lang, "joints")
            joined = between in joining
            if not joined or orders.get(first, -1) <= orders.get(second, -1) or second not in orders:
                continue
            named = (self._lead_score(wanted[orders[n]], heard, x) for n, x in ((first, one), (second, other)))
            if wanted[orders[first]].formats == wanted[orders[second]].formats and (letters or not any(named)):
                filled.swap(first, second)

    @staticmethod
    def is_numbered(parameter: DeclaredParameter, heard: Heard) -> bool:
        """Whether what *parameter* is called is said with which it is: "in the second round"."""
        return m.ORDINAL in parameter.kinds and any(
            x.kind == m.ORDINAL and x.end < len(heard.words) and lemma(heard.words[x.end]) in parameter.names
            for x in heard.mentions
        )

    @staticmethod
    def begins(parameter: DeclaredParameter, heard: Heard) -> bool:
        """Whether *parameter* is the first day of something, and one is said: "since friday"."""
        return parameter.begins and any(
            x.kind == m.DATE and x.start and heard.words[x.start - 1] in heard.lang.since for x in heard.mentions
        )

    def _fill_days(self, parameter: DeclaredParameter, heard: Heard, filled: Filled) -> None:
        """A list of dates is every date that was said, in order."""
        kinds = (m.DATE, m.DATE_RANGE) if parameter.parameter.thing_format == "date" else (m.DATE,)
        days = [x for x in heard.mentions if x.kind in kinds and filled.covered.isdisjoint(_range(x))]
        days = [x for x in days if not any(_is_within_another(x, y) for y in days)]
        if not days:
            return
        if parameter.parameter.thing_format == "date":
            places = [[x] for x in days]
            meant = self._past.made(days, heard, over=self._past.is_over(days, parameter.parameter, heard))
            keys = [day for x in meant for day in replace(x.value, keys=(), **_span(x, heard)).values()]
        elif parameter.parameter.thing_format:
            places = [[x, *_beside(x, heard, filled)] for x in days]
            keys = [v for p in places if (v := self._made(parameter, "", p, heard)) is not None]
        else:
            places = [[x] for x in days]
            keys = [key for x in days for key in x.value.values()]
        if keys:
            filled.arguments[parameter.parameter.name] = list(dict.fromkeys(keys))
            for x in (x for place in places for x in place):
                filled.take(x.start, x.end, parameter.parameter.name)

    @staticmethod
    def _fill_numbers(parameter: DeclaredParameter, heard: Heard, filled: Filled, *, alone: bool) -> None:
        """A list of numbers is the row that stands behind its name, or the longest of those that nothing but joints
        parts: "pens two five and six". A single number is one only where it is named, or the list is *alone* in taking
        numbers."""
        free = [
            x for x in heard.mentions if x.kind == m.NUMBER and heard.counts(x) and filled.covered.isdisjoint(_range(x))
        ]
        small = single_words(heard.lang, "joints")
        rows: list[list[m.Mention]] = []
        for x in sorted(free, key=lambda x: (x.start, -x.end)):
            if rows and x.start < rows[-1][-1].end:
                continue
            if rows and small.issuperset(heard.words[rows[-1][-1].end : x.start]):
                rows[-1].append(x)
            else:
                rows.append([x])
        named = [
            r for r in rows if {lemma(w) for w in heard.words[max(0, r[0].start - 1) : r[0].start]} & parameter.names
        ]
        best = max(named or [row for row in rows if alone or len(row) > 1], key=len, default=[])
        numbers = [_thing(x.value, parameter) for x in best]
        if numbers and None not in numbers:
            filled.arguments[parameter.parameter.name] = numbers
            filled.take(best[0].start, best[-1].end, parameter.parameter.name)

    @staticmethod
    def _may_be(parameter: DeclaredParameter, mention: m.Mention, heard: Heard) -> bool:
        """Whether *parameter* may be made from *mention*: not from the number of a length of time that it is made from
        as well, the "three" of "three weeks" where it counts days, nor of degrees, nor from the most that it can be."""
        of_length = mention.kind == m.NUMBER and m.DURATION in parameter.kinds
        if of_length and _is_of_degrees(mention, heard):
            return False
        if mention.kind == m.NUMBER and _is_the_most(mention, parameter, heard):
            return False
        return (
            mention.kind in parameter.kinds
            and not (of_length and any(_is_within_another(mention, x) for x in heard.mentions if x.kind == m.DURATION))
            and (heard.counts(mention) or m.TIME in parameter.kinds)
            and bool(in_unit([mention], heard, parameter.parameter))
        )

    def _score(self, parameter: DeclaredParameter, mention: m.Mention, heard: Heard, reading: Reading | None) -> float:
        """How well *mention* fits *parameter*."""
        score = 2.0 - parameter.kinds.index(mention.kind) + 0.1 * (mention.end - mention.start)
        score += self._lead_score(parameter, heard, mention)
        score -= 0.0 if _is_within(parameter, mention) else _OUT_OF_RANGE
        if reading is not None:
            # In halves: where it hesitates, the order in which they are said decides.
            score += SAID * round(2 * read_share(parameter, mention.start, mention.end, reading)) / 2
        return score

    def _lead_score(self, parameter: DeclaredParameter, heard: Heard, mention: m.Mention) -> float:
        near = {lemma(w) for w in heard.words[max(0, mention.start - 2) : mention.start]}
        of = mention.end < len(heard.words) and heard.words[mention.end] in heard.lang.genitives
        behind = mention.end + of  # "sixty of width"
        near |= {lemma(w) for w in heard.words[behind : behind + 1]}
        score = 1.0 if near & parameter.names else 0.0
        following = heard.words[mention.end : mention.end + 1]
        if mention.kind == m.NUMBER and parameter.counts & {lemma(word) for word in following}:
            score += 1.0  # "roll two dice" says how many dice, not how many sides they have
        lead = heard.words[mention.start - 1] if mention.start else ""
        if lead in heard.lang.since:
            score += _BEGINS * (parameter.begins - parameter.ends)
        elif mention.kind in (m.DATE, m.TIME) and says_end(heard, mention.start):
            score += _BEGINS * (parameter.ends - parameter.begins)
        return score + (0.5 if lead in leads_of(heard.lang.code, parameter.roles) else 0.0)


def _may_name(word: str, value: tuple[str, ...], lang: Language) -> bool:
    """Whether *word* may be said for the *value* of these words; of several it has to be the last one, which says what
    it is: "console" for "game console"."""
    return may_say(word, value[0], lang) if len(value) == 1 else is_same_thing(word, value[-1], lang)


def _are_letters(*names: str) -> bool:
    """Whether nothing in the *names* of arguments tells which is which: ``a`` and ``b``, ``x1`` and ``x2``."""
    return all(len(name.rstrip("0123456789_")) == 1 for name in names)


def _is_of_degrees(number: m.Mention, heard: Heard) -> bool:
    """Whether *number* counts degrees: "sixty degrees" are no seconds."""
    behind = heard.words[number.end : number.end + 1]
    return bool(behind) and heard.lang.installed and behind[0] in grammar(heard.lang).degrees


def _is_unit_of_days(at: int, heard: Heard) -> bool:
    """Whether the word at *at* is the unit of a day that is said: the "month" of "last month", which by itself is none
    of the things to group by."""
    lang = heard.lang
    if not lang.installed or heard.words[at] not in grammar(lang).units:
        return False
    return any(x.kind == m.DATE and x.start <= at < x.end and x.end - x.start > 1 for x in heard.mentions)


def _thing(value: Any, parameter: DeclaredParameter) -> Any:
    """*value* as one of the things of the list *parameter*; None where it can't be one."""
    own = parameter.parameter
    return values.cast(value, replace(own, param_type=own.thing_type or ""))


def _is_within(parameter: DeclaredParameter, mention: m.Mention) -> bool:
    """Whether a number may be the value of *parameter*, as its author bounds it."""
    own = parameter.parameter
    if mention.kind != m.NUMBER or own.param_type.lower() not in values.NUMERIC:
        return True
    least, most = own.minimum, own.maximum
    return (least is None or mention.value >= least) and (most is None or mention.value <= most)


def _range(mention: m.Mention) -> range:
    return range(mention.start, mention.end)


def _is_within_another(x: m.Mention, y: m.Mention) -> bool:
    return y.start <= x.start and x.end <= y.end and (x.start, x.end) != (y.start, y.end)


def _past_the_most(end: int, parameter: DeclaredParameter, heard: Heard) -> int:
    """*end*, past the most that *parameter* can be where that is named behind it: "three [out of five]"."""
    phrase = phrases_pattern(frozenset(heard.lang.shares_of))
    if parameter.parameter.maximum is None or phrase is None:
        return end
    most = (x for x in heard.mentions if x.kind == m.NUMBER and x.value == parameter.parameter.maximum)
    ends = (x.end for x in most if end < x.start and phrase.fullmatch(" ".join(heard.words[end : x.start])))
    return next(ends, end)


def _is_the_most(number: m.Mention, parameter: DeclaredParameter, heard: Heard) -> bool:
    """Whether *number* only tells the most that *parameter* can be: the "five" of "three out of five"."""
    return any(_past_the_most(x.end, parameter, heard) == number.end for x in heard.mentions if x.end < number.start)


def _is_counted(days: m.Mention, heard: Heard) -> bool:
    """Whether *days* are so many from now on, or up to now: "the next three days"."""
    return days.value.last is not None and any(
        x.kind == m.DURATION and days.start < x.start and x.end == days.end for x in heard.mentions
    )


def _stretch_of(length: m.Mention, heard: Heard, filled: Filled) -> tuple[int, int] | None:
    """The words for days of which *length* tells how many there are, with what begins them: "the past three weeks"."""
    return next(
        (
            (x.start, x.end)
            for x in heard.mentions
            if x.kind == m.DATE_RANGE
            and x.start <= length.start
            and length.end == x.end
            and filled.covered.isdisjoint(_range(x))
        ),
        None,
    )


def _is_of_either_half(time: m.Mention) -> bool:
    """Whether *time*, or the hour of one, may be in either half of the day, as nobody said which."""
    if time.kind == m.TIME:
        return not time.value.exact and 0 < time.value.hour <= 12
    return time.kind == m.NUMBER and 0 < time.value <= 12


def _in_likely_half(time: m.Mention, meant: Sequence[m.Mention], heard: Heard, *, over: bool) -> m.Mention:
    """*time* in the half of the day that is likelier, where nobody said which: in the part of the day that is said with
    its day, of another day by day ("tomorrow at three"), else what is next, or was last where that is *over*."""
    if not _is_of_either_half(time) or heard.words[time.start].startswith("0"):
        return time
    later, now = replace(time.value, hour=(time.value.hour + 12) % 24), heard.now
    days = [x.value for x in meant if x.kind == m.DATE]
    spans = [day.span(now.date()) for day in days]
    if days and (part := part_of(days[0])):
        chosen = on_half(time.value, part)
    elif spans and spans[0] is not None and spans[0][0] != now.date():
        chosen = later if 1 <= time.value.hour < _BY_DAY else time.value
    else:
        halves = [(now.replace(hour=c.hour, minute=c.minute, second=0, microsecond=0), c) for c in (time.value, later)]
        behind = [each for each in halves if each[0] <= now]
        ahead = [each for each in halves if each[0] > now]
        if over:
            chosen = max(behind or halves, key=itemgetter(0))[1]
        else:
            chosen = min(ahead or halves, key=itemgetter(0))[1]
    return replace(time, value=replace(chosen, exact=True))


def _span(mention: m.Mention, heard: Heard) -> dict[str, Any]:
    """The first and the last day of *mention*, as ``Day`` has them."""
    span = mention.value.span(heard.now.date())
    return {"day": span[0], "last": span[1]} if span is not None else {"day": None, "last": None}


def _days_within(mentions: Sequence[m.Mention], heard: Heard) -> list[m.Mention]:
    """The days that are said within a time of *mentions*: "at seven [this morning]" is today, however late it is."""
    times = [x for x in mentions if x.kind == m.TIME]
    return [
        x
        for x in heard.mentions
        if x.kind == m.DATE and x not in mentions and any(t.start < x.start and x.end <= t.end for t in times)
    ]


def _is_backwards(ends: Sequence[Any]) -> bool:
    """Whether the *ends* of a stretch, days or moments in the form of ISO, are the wrong way round."""
    dated = all(date_of(end) is not None for end in ends)
    return dated and ends[0] > ends[-1]


def _in_order(moments: Sequence[str], said: Sequence[m.Mention], *, dated: bool) -> list[str]:
    """*moments*, the two ends of a stretch: a last one without a day of its own comes next, and a half of the day that
    nobody *said* is exchanged, where the two are a stretch of hours then: "from ten to eleven" was at night, "from nine
    to five" is by day. As they are where that is none.

    Args:
        moments: in the form of ISO.
        said: what says each.
        dated: whether a day is said with the last one.
    """
    first, last = (datetime.fromisoformat(moment) for moment in (moments[0], moments[-1]))
    day, half = timedelta(days=1), timedelta(hours=12)
    first_either, last_either = (_is_of_either_half(x) for x in (said[0], said[-1]))
    try:
        if dated:
            ways = [(first, last + half)] if last_either else []
            ways += [(first - half, last)] if first_either else []
        else:
            same_day = first.replace(hour=last.hour, minute=last.minute)
            later = (-half, timedelta(), half, day) if last_either else (timedelta(), day)
            ways = [(first, same_day + each) for each in later]
    except OverflowError:  # a day at an end of the calendar
        return [*moments]
    ends = next(((a, b) for a, b in ways if timedelta() < b - a <= _LONGEST), None)
    return [end.isoformat() for end in ends] if ends is not None else [*moments]


def _day_of(time: m.Mention, heard: Heard, filled: Filled) -> m.Mention | None:
    """The day that is said beside *time* or with it; None where none is."""
    days = [x for x in (*_beside(time, heard, filled), *_days_within([time], heard)) if x.kind == m.DATE]
    return days[0] if time.kind == m.TIME and days else None


def _beside(mention: m.Mention, heard: Heard, filled: Filled) -> list[m.Mention]:
    """The time of day that is said beside a day, or the day beside a time: "thursday at eight" is one moment."""
    other = _OTHER_HALF.get(mention.kind)
    if _days_within([mention], heard):
        return []  # "seven this morning" is a whole moment
    small = heard.lang.function_words
    for found in heard.mentions:
        if found.kind != other or not filled.covered.isdisjoint(_range(found)):
            continue
        first, second = sorted((mention, found), key=lambda x: x.start)
        if first.end <= second.start and all(word in small for word in heard.words[first.end : second.start]):
            return [found]
    return []
