"""The unit of a bare number: "give it five more" after a timer of ten minutes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ovos_phal_plugin_jarvis.nlu import entities as m
from ovos_phal_plugin_jarvis.nlu.dialogue.interpreter import Interpreter, put
from ovos_phal_plugin_jarvis.nlu.dialogue.state import Request, missing
from ovos_phal_plugin_jarvis.nlu.learning import values
from ovos_phal_plugin_jarvis.nlu.reading import Heard
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition, ToolParameter
from ovos_phal_plugin_jarvis.translation.values import ToolCall

_HOUR, _MINUTE = 3600, 60
_MOST_HOURS = 12
"""Hours that somebody counts without saying so: "another twenty" after an hour are minutes."""


def unit_of(each: float, number: float) -> float:
    """The seconds of the unit that a bare *number* is counted in after lengths in units of *each* seconds."""
    return _MINUTE if each == _HOUR and number > _MOST_HOURS else each


class UnitBefore(Interpreter):
    """Counts in the unit of what was said of the last call."""

    def told(self, found: Request, text: str, last: ToolCall, definition: ToolDefinition) -> Request:
        """*found* with a length of time, of which *text* says a bare number, in the unit of the *last* call; without it
        where that tells none."""
        heard = self._reader.hear(text)
        numbers = [x for x in heard.mentions if x.kind == m.NUMBER]
        if len(numbers) != 1 or any(x.kind in (m.DURATION, m.TIME) for x in heard.mentions):
            return found
        arguments = dict(found.call.arguments)
        for parameter in definition.parameters:
            formats = self._reader.trained.profile(definition.name, parameter.name).formats
            value = arguments.get(parameter.name)
            kinds = [values.kind_of(name) for name in formats]
            if m.DURATION in kinds and value is not None and value == values.cast(numbers[0].value, parameter):
                counted = self.counted(definition, parameter, heard, last, value)
                if counted is None:
                    del arguments[parameter.name]
                else:
                    arguments[parameter.name] = counted
        if arguments == dict(found.call.arguments):
            return found
        return replace(found, call=replace(found.call, arguments=arguments), missing=missing(definition, arguments))

    def shown(self, found: Request, text: str, last: ToolCall) -> Request:
        """*found*, whose tool's own code is shown *text* with the unit of the *last* call behind the bare number that
        is a length of time in it: nobody who sees "make it thirty" alone knows that these are seconds."""
        heard, before = self._reader.hear_raw(text), self._reader.hear(last.said)
        bare = [x for x in heard.mentions if x.kind == m.NUMBER and not self._is_one(x, heard)]
        lengths = [x for x in before.mentions if x.kind == m.DURATION]
        definition = self._reader.trained.definitions.get(found.call.name)
        if len(bare) != 1 or len(lengths) != 1 or definition is None:
            return found
        numbers = [x for x in before.mentions if x.kind == m.NUMBER and x.start == lengths[0].start]
        if len(numbers) != 1 or any(x.kind in (m.DURATION, m.TIME) for x in heard.mentions):
            return found
        unit = before.said(numbers[0].end, lengths[0].end)
        spelt = self._reader.hear_raw(
            put(heard, bare[0].start, bare[0].end, f"{heard.said(bare[0].start, bare[0].end)} {unit}")
        )
        if not unit or not self._gives(found.call, definition, spelt):
            return found
        return replace(found, call=replace(found.call, shown=spelt.text))

    def _is_one(self, number: m.Mention, heard: Heard) -> bool:
        """Whether *number* is a "one" that stands for another of the same: "another [one] for twenty"."""
        ones, before = self.language.ones, heard.words[max(0, number.start - 1) : number.start]
        return heard.words[number.start] in ones and (
            not heard.counts(number) or self.language.further.issuperset(before) and bool(before)
        )

    def _gives(self, call: ToolCall, definition: ToolDefinition, heard: Heard) -> bool:
        """Whether the only length of time in *heard* is an argument of *call*."""
        lengths = [x for x in heard.mentions if x.kind == m.DURATION]
        for name, value in call.arguments.items() if len(lengths) == 1 else ():
            parameter = definition.parameter(name)
            profile = self._reader.trained.profile(definition.name, name)
            if parameter is None or m.DURATION not in map(values.kind_of, profile.formats):
                continue
            if value == values.convert(profile.formats, heard.text, lengths, parameter, heard.now):
                return True
        return False

    def plausible(self, found: Request, text: str, last: ToolCall) -> Request:
        """*found*, the *last* call with the bare number in *text* for its length, in minutes where it would be too many
        hours: "make it ninety" after an hour."""
        heard = self._reader.hear_raw(text)
        before = self._reader.hear(last.said)
        bare = [x.value for x in heard.mentions if x.kind == m.NUMBER]
        lengths = [x for x in before.mentions if x.kind == m.DURATION]
        if len(bare) != 1 or len(lengths) != 1 or any(x.kind in (m.DURATION, m.TIME) for x in heard.mentions):
            return found
        arguments = dict(found.call.arguments)
        for parameter in self._reader.trained.definitions[found.call.name].parameters:
            formats = self._reader.trained.profile(found.call.name, parameter.name).formats[:1]
            now = arguments.get(parameter.name)
            if now is None or now == last.arguments.get(parameter.name) or not formats:
                continue
            hours, minutes = (
                values.renderings(m.Mention(0, 1, m.DURATION, each * bare[0]), heard.now).get(formats[0])
                for each in (_HOUR, unit_of(_HOUR, bare[0]))
            )
            if values.kind_of(formats[0]) == m.DURATION and now == values.cast(hours, parameter):
                arguments[parameter.name] = values.cast(minutes, parameter)
        return replace(found, call=replace(found.call, arguments=arguments))

    def counted(
        self, definition: ToolDefinition, parameter: ToolParameter, heard: Heard, last: ToolCall, value: Any
    ) -> Any:
        """*value*, in the unit that was said before where *heard* is a bare number and the argument a duration."""
        kinds = [values.kind_of(name) for name in self._reader.trained.profile(definition.name, parameter.name).formats]
        numbers = [x for x in heard.mentions if x.kind == m.NUMBER]
        if m.DURATION not in kinds or len(numbers) != 1 or any(x.kind == m.DURATION for x in heard.mentions):
            return value
        before = self._reader.hear(last.said)
        lengths = [x for x in before.mentions if x.kind == m.DURATION]
        counted = [
            x
            for x in before.mentions
            if x.kind == m.NUMBER and any(y.start <= x.start and x.end <= y.end for y in lengths)
        ]
        if len(lengths) == 1 and len(counted) == 1:
            profile = self._reader.trained.profile(definition.name, parameter.name)
            each = unit_of(lengths[0].value / counted[0].value if counted[0].value else 0, numbers[0].value)
            if counted[0].value and each * counted[0].value != lengths[0].value:
                made = values.renderings(m.Mention(0, 1, m.DURATION, each * numbers[0].value), heard.now)
                return values.cast(made.get(profile.formats[0]), parameter)
            new = self._reader.hear(
                put(before, counted[0].start, counted[0].end, heard.said(numbers[0].start, numbers[0].end))
            )
            return values.convert(profile.formats, new.text, new.mentions, parameter, new.now)
        now = last.arguments.get(parameter.name)
        if isinstance(now, bool) or not isinstance(now, int | float):
            return None
        # The words are gone: in the unit that the last value is a whole number of.
        seconds = "seconds" in self._reader.trained.profile(definition.name, parameter.name).formats[:1]
        unit = next((u for u in (3600, 60, 1) if now and now % u == 0), 1) if seconds else 1
        return values.cast(numbers[0].value * unit, parameter)
