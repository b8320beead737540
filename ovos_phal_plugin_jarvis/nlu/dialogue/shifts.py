"""Shifts: the last call with its time, its day or its quantity moved: "an hour earlier", "half of that"."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import Any

from ovos_phal_plugin_jarvis.nlu import entities as m
from ovos_phal_plugin_jarvis.nlu.dialogue.interpreter import Interpreter, Part, put
from ovos_phal_plugin_jarvis.nlu.dialogue.recurrence import Recurrence
from ovos_phal_plugin_jarvis.nlu.dialogue.revision import extended, lengthened, revised
from ovos_phal_plugin_jarvis.nlu.dialogue.roles import related
from ovos_phal_plugin_jarvis.nlu.dialogue.state import Request, State, request_of
from ovos_phal_plugin_jarvis.nlu.dialogue.unit_before import unit_of
from ovos_phal_plugin_jarvis.nlu.entities.temporal import Clock, Day
from ovos_phal_plugin_jarvis.nlu.learning import values
from ovos_phal_plugin_jarvis.nlu.learning.values import bounds
from ovos_phal_plugin_jarvis.nlu.reading import Heard
from ovos_phal_plugin_jarvis.nlu.text import phrases_pattern, words_of
from ovos_phal_plugin_jarvis.nlu.tool_verbs import ENDING, UNDOING
from ovos_phal_plugin_jarvis.sdk.date_keys import days_of
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition, ToolParameter
from ovos_phal_plugin_jarvis.translation.values import ToolCall

_DAY = 86400
_LENGTH = "duration"
"""Name, in ``Language.dimensions``, of what "longer" is said of."""
_NEARLY = 0.12
"""How sure a tool's reading of a step must be, where the last request tells what it is about."""
_GOING = frozenset(["shift", "move", "advance", "step"])
"""English names of tools that go on from where they are."""
_MOMENTS = {"later": 1, "earlier": -1}
_AMOUNTS = {"more": 1, "less": -1}
"""Keys of ``Language.shifts`` for the two ways; the others are factors."""


@dataclass(frozen=True)
class _Shift:
    """How far something is moved."""

    way: int
    """1 for more, -1 for less, 0 where a factor is said."""
    amount: m.Mention | None = None
    factor: float = 0.0
    of_moments: bool = False
    """Whether it is said of times ("later"), rather than of how much or how long."""


class Shifts(Interpreter):
    """Reads what says how far the last request's value is moved, and nothing else."""

    _recurrence = Part(Recurrence)

    def shifted(self, text: str, state: State, *, told: bool) -> Request | None:
        """The last call with the one value moved that *text* may be about, as a call of the tool that moves such things
        where there is one; None where *text* says more, or may be about several values or none.

        Args:
            text: what is said, without what marks it as a follow-up.
            state: what was done.
            told: whether it was marked as a change ("make it …").
        """
        last = state.call
        assert last is not None
        if self._markers.announces(text):
            return None  # "one more thing"
        shift = self._said(self._markers.without_beside(text), told)
        if shift is None:
            return None
        definitions = self._reader.trained.definitions
        definition = definitions[last.name]
        if (ENDING | UNDOING) & set(words_of(definition.name)):
            return None
        onward = self._onward(definition, last, shift)
        if onward is not None:
            return onward
        if not shift.amount and not shift.factor:
            return lengthened(last, shift.way, definitions)
        found = [
            (parameter, mention)
            for parameter in definition.parameters
            if (mention := self._moved(definition, parameter, last, shift)) is not None
        ]
        if len(found) != 1:
            return None
        parameter, mention = found[0]
        value = self._rendered(definition, parameter, mention)
        if value is None or value == last.arguments.get(parameter.name):
            return None
        by_another = self._moving(text, definition, last)
        if by_another is not None:
            return by_another
        said = self._respelt(last, mention, last.arguments.get(parameter.name), value)
        changed = self._completed(last, {parameter.name: value}, said or f"{last.said} {text}".strip(), definition)
        more = changed if shift.amount is None else extended(changed, last, definitions)
        if more.call.name != last.name:
            return more
        spelt_out = replace(changed, call=replace(changed.call, spelt_out=bool(said)))
        return revised(spelt_out, last, state.result, definitions)

    def _onward(self, definition: ToolDefinition, last: ToolCall, shift: _Shift) -> Request | None:
        """ "One day further", "back one" after a tool went on by days: so many more from there."""
        offsets = [p for p in definition.parameters if p.required and p.param_type.lower() in values.NUMERIC]
        seconds = self._seconds(shift) or self._in_its_unit(shift, last)
        going = _GOING & set(words_of(definition.name)) and len(offsets) == 1 and shift.of_moments
        if not going or seconds is None or seconds % _DAY or self._kind(definition, offsets[0]) != m.DATE:
            return None
        arguments = {**last.arguments, offsets[0].name: values.cast(seconds // _DAY, offsets[0])}
        return Request(ToolCall(last.name, arguments, last.toolbox_id, said=last.said))

    def _in_its_unit(self, shift: _Shift, last: ToolCall) -> float | None:
        """The bare number of *shift* in the unit of the only length of time that the *last* request counted: weeks."""
        before = self._reader.hear(last.said)
        lengths = [x for x in before.mentions if x.kind == m.DURATION]
        counts = [x for x in before.mentions if x.kind == m.NUMBER and lengths and x.start == lengths[0].start]
        if shift.amount is None or shift.amount.kind != m.NUMBER or len(lengths) != 1 or len(counts) != 1:
            return None
        return shift.way * shift.amount.value * lengths[0].value / counts[0].value if counts[0].value else None

    def _moving(self, text: str, definition: ToolDefinition, last: ToolCall) -> Request | None:
        """What *text* asks for by itself of a tool that moves what *definition* sets ("one day further"), of the thing
        that the *last* call names."""
        for read in self._reader.candidates(text):
            akin = read.definition is not definition and related(read.definition, definition)
            whole = not (read.account.refused or read.explained.left or read.filled.missing)
            if akin and whole and read.filled.arguments and read.confidence >= _NEARLY:
                found, told = request_of(read, text), read.filled.arguments
                texts = [p.name for p in read.definition.parameters if self._is_text(read.definition, p)]
                named = {n: last.arguments[n] for n in texts if n not in told and last.arguments.get(n)}
                return replace(found, call=replace(found.call, arguments={**told, **named}))
        return None

    def _said(self, text: str, told: bool) -> _Shift | None:
        """What *text* says, where it is nothing but how far something is moved; one word says it only where it is
        *told* that something changes."""
        for key, phrases in self.language.shifts.items():
            pattern = phrases_pattern(phrases) if key not in {*_MOMENTS, *_AMOUNTS} else None
            found = pattern.search(text) if pattern is not None else None
            if found is None or not (told or " " in text.strip()):
                continue
            if self.is_small(words_of(f"{text[: found.start()]} {text[found.end() :]}")):
                return _Shift(0, factor=float(key))
        return self._stepped(text)

    def _stepped(self, text: str) -> _Shift | None:
        """The amount and the way that *text* says: "two hours earlier"."""
        heard = self._reader.hear_raw(text)
        counted = [x for x in heard.mentions if x.kind in (m.DURATION, m.NUMBER)]
        amounts = [x for x in counted if self._is_whole(x, counted)]
        if not amounts:
            return self._longer(heard.words)
        amount = amounts[0]
        if len(amounts) > 1 or self._bounding(heard) or self._is_compared_with(heard, amount):
            return None
        if set(heard.words[amount.start - 1 : amount.start]) & self.language.hence:
            return None  # "back in two minutes"
        rest = " ".join((*heard.words[: amount.start], *heard.words[amount.end :]))
        ways: list[tuple[int, _Shift, str]] = []
        for key, way in {**_MOMENTS, **_AMOUNTS}.items():
            pattern = phrases_pattern(self.language.shifts.get(key, ()))
            left = pattern.sub(" ", rest) if pattern is not None else rest
            if left != rest:  # "[gib ihm noch] zwei minuten [drauf]"
                ways.append((len(rest) - len(left), _Shift(way, amount, of_moments=key in _MOMENTS), left))
        _, shift, left = max(ways, key=lambda each: each[0], default=(0, None, ""))  # "plus tard" is no "plus"
        return shift if self.is_small(words_of(left)) else None

    def _is_compared_with(self, heard: Heard, amount: m.Mention) -> bool:
        """Whether *amount* is what something is compared with, and no step: "longer than seven", "más de siete"."""
        by, compared, than = ["", "", "", *heard.words[: amount.start]][-3:]
        if by in self.language.amounts:
            return False  # "by more than ten"
        small = self.language.function_words - self.language.amounts - self.language.articles
        return compared in self.language.more | self.language.less and than in small

    def _longer(self, words: Sequence[str]) -> _Shift | None:
        """ "A bit longer", which does not say how much."""
        lengths = frozenset().union(*(said for names, said in self.language.dimensions if _LENGTH in names))
        told = [word for word in words if word in lengths]
        if len(told) != 1 or not self.is_small([word for word in words if word not in told]):
            return None
        return _Shift(1 if told[0] in self.language.more else -1)

    def _moved(
        self, definition: ToolDefinition, parameter: ToolParameter, last: ToolCall, shift: _Shift
    ) -> m.Mention | None:
        """What *parameter* of the *last* call becomes by *shift*; None where that is not about it."""
        now, kind = last.arguments.get(parameter.name), self._kind(definition, parameter)
        if kind == m.DATE and now is None:
            now = self._next(definition, last)
        if now is None or isinstance(now, bool) or kind is None:
            return None
        if kind == m.TIME:
            return self._clock(now, last, shift) if shift.of_moments else None
        if kind == m.DATE:
            return self._day(now, last, shift)
        return self._quantity(definition, parameter, last, shift, kind)

    def _kind(self, definition: ToolDefinition, parameter: ToolParameter) -> str | None:
        """The kind of mention that *parameter* is made from; a time that examples show as it is said is one too."""
        formats = self._reader.trained.profile(definition.name, parameter.name).formats
        kind = values.kind_of(formats[0]) if formats else None
        if kind is None and values.is_time(parameter):
            return next(iter(values.moments(parameter)), None)
        return kind

    def _clock(self, now: Any, last: ToolCall, shift: _Shift) -> m.Mention | None:
        """The time that is so much later; None where it is on another day, or the amount is none of hours."""
        seconds = self._seconds(shift)
        before = next(self._clocks(now, last), None)
        if seconds is None or before is None or abs(seconds) >= _DAY:
            return None
        then = datetime(2000, 1, 2, before.hour, before.minute, before.second) + timedelta(seconds=seconds)
        if then.day != 2:
            return None
        return m.Mention(0, 1, m.TIME, Clock(then.hour, then.minute, then.second))

    def _clocks(self, now: Any, last: ToolCall) -> Iterator[Clock]:
        """The times that the value *now* may stand for."""
        heard = self._reader.hear_raw(str(now))
        yield from (x.value for x in heard.mentions if x.kind == m.TIME and self._is_whole(x, heard.mentions))
        said = self._reader.hear(last.said)
        for mention in said.mentions:
            if mention.kind == m.TIME and now in values.renderings(mention, said.now).values():
                yield mention.value

    def _day(self, now: Any, last: ToolCall, shift: _Shift) -> m.Mention | None:
        """The day that is so many days later than the only one *now*."""
        seconds = self._seconds(shift)
        keys = now if isinstance(now, list) else [now]
        if (
            self._recurrence.recurs(last)
            or seconds is None
            or seconds % _DAY
            or len(keys) != 1
            or not isinstance(keys[0], str)
        ):
            return None
        days = self._days(keys[0])
        if days is None or days[0] != days[1]:
            return None
        return m.Mention(0, 1, m.DATE, Day(day=days[0] + timedelta(seconds=seconds)))

    def _next(self, definition: ToolDefinition, last: ToolCall) -> str | None:
        """The day on which it is next the time that the *last* call names without a day."""
        given = [p.name for p in definition.parameters if values.is_time(p) and last.arguments.get(p.name) is not None]
        clocks = [clock for name in given for clock in itertools.islice(self._clocks(last.arguments[name], last), 1)]
        if len(clocks) != 1:
            return None
        now = self._reader.hear_raw("").now
        then = now.replace(hour=clocks[0].hour, minute=clocks[0].minute)
        return (then if then > now else then + timedelta(days=1)).date().isoformat()

    def _days(self, key: str) -> tuple[date, date] | None:
        """The first and the last day that *key* stands for: a date, the name of a day, or how that is said."""
        heard = self._reader.hear_raw(key)
        try:
            day = date.fromisoformat(key)
        except ValueError:
            try:
                days = days_of(key, heard.now.date())[0]
            except (KeyError, ValueError, OverflowError):
                said = [x.value for x in heard.mentions if x.kind == m.DATE and x.end - x.start == len(heard.words)]
                return said[0].span(heard.now.date()) if said else None
            return (min(days), max(days)) if days else None
        return day, day

    @staticmethod
    def _seconds(shift: _Shift) -> float | None:
        amount = shift.amount
        return shift.way * amount.value if amount is not None and amount.kind == m.DURATION else None

    def _quantity(
        self, definition: ToolDefinition, parameter: ToolParameter, last: ToolCall, shift: _Shift, kind: str
    ) -> m.Mention | None:
        """The length or the number that is so much more, or so many times as much, within its bounds."""
        now = last.arguments[parameter.name]
        if not isinstance(now, int | float):
            return None
        value = now * shift.factor if shift.amount is None else self._sum(definition, parameter, last, shift, kind)
        if value is None or value <= 0 < now:
            return None
        low, high = bounds(parameter) or (value, value)
        return m.Mention(0, 1, m.NUMBER, min(high, max(low, value)))

    def _sum(
        self, definition: ToolDefinition, parameter: ToolParameter, last: ToolCall, shift: _Shift, kind: str
    ) -> float | None:
        amount = shift.amount
        assert amount is not None
        if kind != m.DURATION:
            return None  # "ten more" is a step of a level, and read with those
        formats = self._reader.trained.profile(definition.name, parameter.name).formats
        heard = self._reader.hear_raw("")
        by: Any = None
        if amount.kind == m.DURATION:
            by = values.renderings(amount, heard.now).get(formats[0])
        elif amount.kind == m.NUMBER:
            by = self._counted(formats[0], last, amount.value)
        return last.arguments[parameter.name] + shift.way * by if isinstance(by, int | float) else None

    def _counted(self, name: str, last: ToolCall, number: float) -> float | None:
        """How much *number* is in the unit that the *last* request counted in: "another five" after ten minutes."""
        heard = self._reader.hear(last.said)
        lengths = [x for x in heard.mentions if x.kind == m.DURATION]
        numbers = [x for x in heard.mentions if x.kind == m.NUMBER and any(y.start == x.start for y in lengths)]
        if len(lengths) != 1 or len(numbers) != 1 or not numbers[0].value:
            return None
        each = unit_of(lengths[0].value / numbers[0].value, number)
        found = values.renderings(m.Mention(0, 1, m.DURATION, each * number), heard.now).get(name)
        return found if isinstance(found, int | float) else None

    def _rendered(self, definition: ToolDefinition, parameter: ToolParameter, mention: m.Mention) -> Any:
        """*mention* as *parameter* takes it."""
        if mention.kind == m.NUMBER:
            return values.cast(mention.value, parameter)
        if parameter.param_type.lower() in values.TEMPORAL_LISTS:
            return mention.value.values()
        formats = self._reader.trained.profile(definition.name, parameter.name).formats
        now = self._reader.hear_raw("").now
        made = values.renderings(mention, now)
        # A day that has no name is its date.
        usual = "date_iso" if mention.kind == m.DATE else "clock"
        found = next((made[name] for name in (*formats, usual) if made.get(name) is not None), None)
        return values.cast(found, parameter)

    def _respelt(self, last: ToolCall, mention: m.Mention, now: Any, value: Any) -> str:
        """The words of the *last* request with *value* for what was said of *now*; "" where that is not there once."""
        before = self._reader.hear(last.said)
        counted = mention.kind not in (m.TIME, m.DATE)
        kind = m.NUMBER if counted else mention.kind
        places = [x for x in before.mentions if x.kind == kind and (counted or self._is_whole(x, before.mentions))]
        if not places and mention.kind == m.TIME:  # "set an alarm for seven"
            places = [x for x in before.mentions if x.kind == m.NUMBER and self._is_whole(x, before.mentions)]
        if len(places) != 1 or (counted and not isinstance(now, int | float)):
            return ""
        # "Ten minutes" become "5 minutes": what is counted stays.
        new = f"{places[0].value * value / now:g}" if counted else value[0] if isinstance(value, list) else value
        return put(before, places[0].start, places[0].end, str(new))
