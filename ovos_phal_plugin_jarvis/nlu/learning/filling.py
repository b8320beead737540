"""The arguments of a tool that a request gives: by what its examples show, and by what it declares."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cached_property
from typing import Any

from ovos_phal_plugin_jarvis.nlu.acts.words import fields_of, is_plural
from ovos_phal_plugin_jarvis.nlu.encoder import Reading
from ovos_phal_plugin_jarvis.nlu.entities import (
    DATE,
    DURATION,
    MONEY,
    NO_DAY,
    NUMBER,
    PERCENT,
    PLACE,
    TIME,
    Mention,
    weekday_of,
)
from ovos_phal_plugin_jarvis.nlu.lang import EACH, Language
from ovos_phal_plugin_jarvis.nlu.learning.alignment import AlignedExample
from ovos_phal_plugin_jarvis.nlu.learning.clauses import Clauses
from ovos_phal_plugin_jarvis.nlu.learning.declared_slots import DeclaredFiller
from ovos_phal_plugin_jarvis.nlu.learning.directions import Directions
from ovos_phal_plugin_jarvis.nlu.learning.filled import Filled
from ovos_phal_plugin_jarvis.nlu.learning.framed import Frames
from ovos_phal_plugin_jarvis.nlu.learning.on_demand import OnDemand
from ovos_phal_plugin_jarvis.nlu.learning.place_kinds import PlaceKinds
from ovos_phal_plugin_jarvis.nlu.learning.placing import MANY, Placer
from ovos_phal_plugin_jarvis.nlu.learning.slots import ToolModel
from ovos_phal_plugin_jarvis.nlu.learning.values import bounds, cast, convert, is_time, moments
from ovos_phal_plugin_jarvis.nlu.reading import Heard
from ovos_phal_plugin_jarvis.nlu.recurring import (
    WEEKENDS,
    comes_again,
    frequencies,
    is_recurrence,
    meaning_of,
    value_of,
)
from ovos_phal_plugin_jarvis.nlu.text import phrases_pattern, words_of
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition

_COUNTED = (NUMBER, PERCENT, DURATION, TIME, MONEY)
"""What "half" and the like may be a part of, which is no middle of a range then."""
_TIMES = "noun.time"
"""The lexical field of words for a time."""


class Filling:
    """Fills the arguments of tools, by what is learned and declared of them."""

    def __init__(
        self,
        definitions: Mapping[str, ToolDefinition],
        models: Mapping[str, ToolModel],
        aligned: Mapping[str, tuple[AlignedExample, ...]],
        fillers: Mapping[str, DeclaredFiller],
        placers: Mapping[str, Placer],
        lang: Language,
        *,
        is_read: bool,
    ) -> None:
        """
        Args:
            definitions: the tools, by name.
            models: what was learned of those with examples.
            aligned: their examples.
            fillers: what fills the arguments of each by what it declares.
            placers: what finds the texts of those with examples, where the encoder reads.
            lang: what is spoken.
            is_read: whether the encoder reads requests as well.
        """
        self._definitions, self._models, self._aligned, self._fillers = definitions, models, aligned, fillers
        self._placers, self._lang, self._is_read = placers, lang, is_read
        self._frames = OnDemand(
            models, lambda name: Frames(definitions[name], aligned[name], models[name].profiles, lang)
        )
        self._place_kinds = OnDemand(definitions, lambda name: PlaceKinds(definitions[name], lang))
        self._directions = OnDemand(
            definitions, lambda name: Directions(definitions[name], aligned.get(name, ()), lang)
        )
        self._clauses = OnDemand(definitions, lambda name: Clauses(definitions[name], aligned.get(name, ()), lang))

    def fill(
        self,
        tool: str,
        heard: Heard,
        filled: Filled,
        reading: Reading | None = None,
        put: Callable[[Filled], Filled] | None = None,
        named: Collection[str] = (),
    ) -> Filled:
        """The arguments of *tool* that *heard* gives.

        Args:
            tool: its name.
            heard: the request.
            filled: what its examples show of them, which is changed.
            reading: how the encoder reads it, where there is one, or the English words that stand for it.
            put: adds what is known of arguments beside the words of the tool.
            named: the arguments of which it knows that.
        """
        # What the encoder reads of another language stands for its words, and tells places alone.
        found = self._filled(tool, heard, filled, reading if self._is_read else None, put)
        if reading is not None and tool in self._placers and (tool in self._models or self._is_read):
            found = self._placed(tool, heard, found, reading, named)
        if not self._is_read and tool in self._placers:
            for name in self._placers[tool].empty(heard, found):
                found.drop(name)
            found.missing = [*self._definitions[tool].lacking(found.arguments)]
        self._at_a_place(tool, heard, found)
        kinds = self._place_kinds[tool]
        if kinds:
            kinds.mend(heard, found)
            found.missing = [*self._definitions[tool].lacking(found.arguments)]
        self._on_each_day(tool, heard, found)
        self._once_at_a_weekend(tool, heard, found)
        self._on_a_day(tool, heard, found)
        self._once_on_its_day(tool, heard, found)
        if tool in self._models and len(self._aligned[tool]) >= MANY:
            self._frames[tool].place(heard, found)
        for name in list(found.missing):
            self._at_an_end(tool, name, heard, found)
        self.direct(tool, heard, found)
        return found

    def direct(self, tool: str, heard: Heard, filled: Filled) -> None:
        """Let where something comes from and where it goes be what the words of *heard* before them say, and a text
        that is a clause all of it.

        Args:
            tool: its name.
            heard: the request, in the language of the tools.
            filled: its arguments, which are changed.
        """
        self._directions[tool].put_right(heard, filled)
        self._clauses[tool].complete(heard, filled)

    def _placed(self, tool: str, heard: Heard, filled: Filled, reading: Reading, named: Collection[str]) -> Filled:
        """*filled* with its texts where they most likely are said, and with what the words say else then."""
        placer, model = self._placers[tool], self._models.get(tool)
        known = {name: profile.known for name, profile in model.profiles.items()} if model is not None else {}
        before = set(filled.covered)
        placer.place(heard, filled, reading, known, {*named, *filled.settled})
        self._fillers[tool].with_particles(heard, filled)
        others = set(placer.names)
        if model is not None:
            model.whole_places(heard, filled)
        freed = before - filled.covered
        given = set(filled.arguments)
        if len(self._aligned.get(tool, ())) >= MANY:
            filled.missing = [*self._definitions[tool].lacking(filled.arguments)]
            return filled
        if model is not None:
            others |= model.learned | model.unmeant(heard, filled)
        found = self._fillers[tool].fill_others(heard, filled, others, reading)
        # What no text had was looked at before: "monday" says a day, and no more that it is every one.
        for name in found.arguments.keys() - given:
            said = {at for start, end, other in found.spans if other == name for at in range(start, end)}
            if not said or not said.issubset(freed):
                found.drop(name)
        found.missing = [*self._definitions[tool].lacking(found.arguments)]
        return found

    def _at_a_place(self, tool: str, heard: Heard, filled: Filled) -> None:
        """The only place that is said and nothing took, for the argument that examples fill with places: "dimmi che ore
        sono a madrid" does not ask for the time here. Where an encoder reads them, it is asked first, and a name that
        means something else as well is none to it: "in the bath"."""
        if tool not in self._models:
            return
        places = [
            x
            for x in heard.mentions
            if x.kind == PLACE
            and x.start
            and filled.covered.isdisjoint(range(x.start, x.end))
            and not (self._is_read and x.end - x.start == 1 and fields_of(heard.words[x.start], heard.lang))
        ]
        leads = self._before_places[tool]
        fitting = [(name, x) for x in places for name, words in leads.items() if heard.words[x.start - 1] in words]
        if len(places) == 1 and len(fitting) == 1 and fitting[0][0] not in filled.arguments:
            _give(filled, *fitting[0], heard)

    def _on_each_day(self, tool: str, heard: Heard, filled: Filled) -> None:
        """The days that something comes again on, for the argument that says how often: "every wednesday", whichever
        days examples name, "every day", "from monday through friday". It is no day on which it is done once."""
        own = {parameter.name: parameter for parameter in self._definitions[tool].parameters}
        rhythms = [parameter for parameter in own.values() if is_recurrence(parameter)]
        if len(rhythms) != 1:
            return
        days = [(at, x.end, weekday_of(x)) for at, x in comes_again(heard)] or list(_rhythms(heard))
        if len(days) != 1:
            return
        start, end, often = days[0]
        value = value_of(rhythms[0], often)
        if value is None or filled.arguments.get(rhythms[0].name, value) != value:
            return
        taking = {name for first, last, name in filled.spans if first < end and last > start}
        free = (name in own and not own[name].required and is_time(own[name]) for name in taking)
        if not all(free) or any(DATE not in moments(own[name]) for name in taking):
            return  # a text may say it: "log that tom waters every monday"
        for name in taking:
            filled.drop(name)
        if filled.covered.isdisjoint(range(start, end)):
            filled.arguments[rhythms[0].name] = value
            filled.take(start, end, rhythms[0].name)
            filled.missing = [*self._definitions[tool].lacking(filled.arguments)]

    def _once_at_a_weekend(self, tool: str, heard: Heard, filled: Filled) -> None:
        """No weekend that a day was made of comes again, unless that is said: "this weekend" is not every one."""
        own = {parameter.name: parameter for parameter in self._definitions[tool].parameters}
        again = [
            n for n, v in filled.arguments.items() if n in own and is_recurrence(own[n]) and meaning_of(v) == WEEKENDS
        ]
        days = {
            name
            for start, end, name in filled.spans
            for x in heard.mentions
            if x.kind == DATE
            and x.start < end
            and start < x.end
            and name in own
            and is_time(own[name])
            and DATE in moments(own[name])
        }
        often = any(name == WEEKENDS for *_, name in _rhythms(heard))
        if len(again) == 1 and days and not often and again[0] not in days:
            filled.drop(again[0])

    def _on_a_day(self, tool: str, heard: Heard, filled: Filled) -> None:
        """The only day that is said and nothing took, for the only argument that examples fill with days, or that is
        declared to be one where many examples leave it out, and that nothing is said for: what is asked for "on the
        6th" is not for today, however rarely an example begins with its day."""
        model = self._models.get(tool)
        days = [x for x in heard.mentions if x.kind == DATE and not x.value.moment]
        free = [x for x in days if filled.covered.isdisjoint(range(x.start, x.end))]
        many = model is not None and len(self._aligned[tool]) >= MANY
        if many:  # and none that is over or comes again, which many examples would show
            spans = ((x, x.value.span(heard.now.date())) for x in free if not _may_come_again(heard, x))
            free = [x for x, span in spans if span is not None and span[1] >= heard.now.date()]
        taking = model.days if model else frozenset[str]()
        if many:
            declared_days = (p for p in self._definitions[tool].parameters if is_time(p) and DATE in moments(p))
            taking |= frozenset(p.name for p in declared_days)
        names = [name for name in taking if name not in filled.arguments]
        if len(free) != 1 or len(names) != 1 or free[0].value == NO_DAY:
            return
        declared = next(p for p in self._fillers[tool].parameters if p.parameter.name == names[0])
        formats = model.profiles[names[0]].formats if model is not None and many else declared.formats
        value: Any = heard.said(free[0].start, free[0].end)
        if is_time(declared.parameter) and not declared.said:
            value = convert(formats, value, free, declared.parameter, heard.now)
        if value is not None:
            _give(filled, names[0], free[0], heard)
            filled.arguments[names[0]] = value

    def _once_on_its_day(self, tool: str, heard: Heard, filled: Filled) -> None:
        """No day of the week that a day was made of comes again, unless that is said: "on monday" is once."""
        own = {parameter.name: parameter for parameter in self._definitions[tool].parameters}
        often = {name: meaning_of(filled.arguments.get(name)) for name, p in own.items() if is_recurrence(p)}
        if not any(often.values()) or next(frequencies(heard), None) is not None:
            return
        again = {x.start for _, x in comes_again(heard)}
        dated = {
            weekday_of(x)
            for start, end, name in filled.spans
            for x in heard.mentions
            if start <= x.start < end and x.start not in again and name in own and is_time(own[name])
        }
        for name, meaning in often.items():
            if meaning and meaning in dated:
                filled.drop(name)

    @cached_property
    def _before_places(self) -> Mapping[str, Mapping[str, frozenset[str]]]:
        """Tool → argument → the words of grammar before it, of arguments that examples mostly fill with places."""
        found: dict[str, dict[str, frozenset[str]]] = {}
        for tool, examples in self._aligned.items():
            said: dict[str, list[tuple[bool, str]]] = {}
            for example in examples:
                places = {(x.start, x.end) for x in example.heard.mentions if x.kind == PLACE}
                for span in example.spans:
                    lead = example.words[span.start - 1] if span.start else ""
                    said.setdefault(span.parameter, []).append(((span.start, span.end) in places, lead))
            found[tool] = {
                name: frozenset(lead for _, lead in rows if lead in self._lang.function_words)
                for name, rows in said.items()
                if sum(is_place for is_place, _ in rows) * 2 > len(rows)
            }
        return found

    def _at_an_end(self, tool: str, name: str, heard: Heard, filled: Filled) -> None:
        """The most, the least or the middle of what the argument *name* can be, where that is said: "full volume"."""
        parameter = self._definitions[tool].parameter(name)
        limits = bounds(parameter) if parameter is not None else None
        said = f" {' '.join(heard.words)} "
        ends = {
            end: max((p for p in phrases if f" {p} " in said), key=len, default="")
            for end, phrases in heard.lang.extents.items()
        }
        named = [end for end, phrase in ends.items() if phrase]
        if parameter is None or limits is None or len(named) != 1:
            return
        words = ends[named[0]].split()
        start = next(i for i in range(len(heard.words)) if heard.words[i : i + len(words)] == words)
        low, high = limits
        value = cast({"most": high, "least": low}.get(named[0], (low + high) / 2), parameter)
        places = range(start, start + len(words))
        counted = [x for x in heard.mentions if x.kind in _COUNTED and not filled.covered & set(range(x.start, x.end))]
        if (
            value is None
            or not filled.covered.isdisjoint(places)
            or any(set(range(x.start, x.end)) - {*places} for x in counted)
        ):
            return  # "seventy and a half" is no half
        filled.arguments[name] = value
        filled.take(start, start + len(words), name)
        filled.missing.remove(name)

    def _filled(
        self, tool: str, heard: Heard, filled: Filled, reading: Reading | None, put: Callable[[Filled], Filled] | None
    ) -> Filled:
        model = self._models.get(tool)
        filled = put(filled) if put else filled
        if model is None:
            return self._fillers[tool].fill(heard, filled, reading)
        if len(self._aligned[tool]) >= MANY:
            return filled
        known = {name: profile.known for name, profile in model.profiles.items()}
        learned = model.learned | model.unmeant(heard, filled)
        found = self._fillers[tool].complete(heard, filled, learned, reading, known)
        once = self._taken_for_days(tool, heard, found)
        for name in once:
            found.drop(name)
        if once:
            found = self._fillers[tool].complete(heard, found, {*learned, *once}, reading, known)
        model.mend(heard, found)
        found.missing = [*self._definitions[tool].lacking(found.arguments)]
        return found

    def _taken_for_days(self, tool: str, heard: Heard, filled: Filled) -> list[str]:
        """Choices that hold a day which is said as no example says one of them: "on monday" is not "every monday"."""
        days = [x for x in heard.mentions if x.kind == DATE] if self._fillers[tool].takes(DATE) else []
        found = []
        for parameter in self._definitions[tool].parameters if days else ():
            value = filled.arguments.get(parameter.name)
            words = words_of(value) if parameter.enum_values and isinstance(value, str) else []
            at = next((i for i in range(1, len(heard.words)) if words and heard.words[i : i + len(words)] == words), 0)
            if at and any(x.start <= at and at + len(words) <= x.end for x in days):
                leads = {
                    example.words[x.start - 1]
                    for example in self._aligned[tool]
                    for x in example.heard.mentions
                    if x.kind == DATE
                    and x.start
                    # "every monday", and not "on weekdays", which is no day
                    and example.words[x.start : x.end][-1:] == words_of(str(example.arguments.get(parameter.name, "")))
                }
                if leads and heard.words[at - 1] not in leads:
                    found.append(parameter.name)
        return found


def _may_come_again(heard: Heard, day: Mention) -> bool:
    """Whether *day* may be said of each week: "every week on monday", "monday mornings"."""
    behind = heard.words[day.end : day.end + 1]
    parts = (word for word in behind if is_plural(word, heard.lang) and fields_of(word, heard.lang).get(_TIMES))
    return next(parts, None) is not None or next(frequencies(heard), None) is not None


def _give(filled: Filled, name: str, mention: Mention, heard: Heard) -> None:
    """Let the argument *name*, which *filled* lacks, be the words of *mention*."""
    filled.move(name, mention.start, mention.end, heard)
    if name in filled.missing:
        filled.missing.remove(name)


def _rhythms(heard: Heard) -> Iterator[tuple[int, int, str]]:
    """How often *heard* says by several words that something comes again, and which words of it do: "every day", "from
    monday through friday"; "the weekend" may be this one."""
    each = phrases_pattern(heard.lang.frequencies.get(EACH, ()))
    for start, end, name in frequencies(heard):
        again = name != WEEKENDS or (each is not None and each.match(heard.said(start, end)) is not None)
        if end - start > 1 and again:
            yield start, end, name
