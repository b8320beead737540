"""Which half of the day a new time is in: "half six" after something was set for six in the evening is as late."""

from __future__ import annotations

from dataclasses import replace

from ovos_phal_plugin_jarvis.nlu import entities as m
from ovos_phal_plugin_jarvis.nlu.dialogue.clock_times import DAY, clock_time, seconds_of
from ovos_phal_plugin_jarvis.nlu.dialogue.interpreter import Interpreter, put
from ovos_phal_plugin_jarvis.nlu.dialogue.state import Request
from ovos_phal_plugin_jarvis.nlu.reading import valued
from ovos_phal_plugin_jarvis.translation.values import ToolCall

_HOUR, _HALF = 3600, 12
"""Seconds of an hour; hours of a half of the day."""


class HalfDays(Interpreter):
    """Tells which half of the day is meant where nobody says it."""

    def as_before(self, found: Request, text: str, last: ToolCall) -> Request:
        """*found*, the *last* call with another hour, in the half of the day that is nearer to the time of that, where
        *text* does not say which half it is.

        Args:
            found: a call of the same tool.
            text: what was said.
            last: the call before.
        """
        heard = self._reader.hear_raw(text)
        clocks = [x.value for x in heard.mentions if x.kind == m.TIME and self._is_whole(x, heard.mentions)]
        counted = clocks or any(x.kind == m.NUMBER for x in heard.mentions)
        if any(clock.exact for clock in clocks) or not counted:
            return found  # "tonight" says which half it is
        moved = {
            name: later
            for name, value in found.call.arguments.items()
            if (later := _nearer(value, last.arguments.get(name))) is not None
        }
        if not moved:
            return found
        return replace(found, call=replace(found.call, arguments={**found.call.arguments, **moved}))

    def turned(self, text: str, last: ToolCall) -> Request | None:
        """The *last* call in the other half of the day, where *text* says nothing but which that is: "[sorry] in the
        morning" after seven in the evening."""
        times = {name: clock for name, value in last.arguments.items() if (clock := seconds_of(value)) is not None}
        words = self._reader.raw_words(text)
        if len(times) != 1 or not words or valued(self._reader.hear_raw(text)):
            return None
        (name, before), *_ = times.items()
        said = f"{before // _HOUR % _HALF or _HALF}:{before % _HOUR // 60:02d} {text}"
        heard = self._reader.hear_raw(said)
        told = [x.value for x in heard.mentions if x.kind == m.TIME and (x.start, x.end) == (0, len(heard.words))]
        halves = {clock.hour * _HOUR + clock.minute * 60 for clock in told if clock.exact}
        if halves != {(before + DAY // 2) % DAY}:
            return None
        whole = self._reader.hear(last.said)
        places = [x for x in whole.mentions if x.kind == m.TIME and self._is_whole(x, whole.mentions)]
        respelt = put(whole, places[0].start, places[0].end, said) if len(places) == 1 else f"{last.said} {text}"
        definition = self._reader.trained.definitions[last.name]
        found = self._completed(last, {name: clock_time(halves.pop(), last.arguments[name])}, respelt, definition)
        return replace(found, heard=text, call=replace(found.call, spelt_out=len(places) == 1))

    def only_turned(self, call: ToolCall, last: ToolCall) -> bool:
        """Whether *call* is the *last* one, of its tool, in the other half of the day: "in the evening" after seven."""
        names = {name for name, value in call.arguments.items() if value != last.arguments.get(name)}
        times = [(seconds_of(call.arguments[name]), seconds_of(last.arguments.get(name))) for name in names]
        halves = [now is not None and before is not None and abs(now - before) == DAY // 2 for now, before in times]
        return set(call.arguments) == set(last.arguments) and halves == [True]


def _nearer(now: object, before: object) -> str | None:
    """The time *now* twelve hours off where that is nearer to *before*; None where it is not, or they are no times."""
    new, old = seconds_of(now), seconds_of(before)
    if new is None or old is None or not isinstance(now, str) or now == before:
        return None
    other = (new + DAY // 2) % DAY
    return clock_time(other, now) if _apart(other, old) < _apart(new, old) else None


def _apart(one: int, other: int) -> int:
    """How many seconds are between two times of day, the shorter way round."""
    return min((one - other) % DAY, (other - one) % DAY)
