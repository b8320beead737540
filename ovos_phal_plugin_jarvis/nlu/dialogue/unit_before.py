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
            new = self._reader.hear(
                put(before, counted[0].start, counted[0].end, heard.said(numbers[0].start, numbers[0].end))
            )
            profile = self._reader.trained.profile(definition.name, parameter.name)
            return values.convert(profile.formats, new.text, new.mentions, parameter, new.now)
        now = last.arguments.get(parameter.name)
        if isinstance(now, bool) or not isinstance(now, int | float):
            return None
        # The words are gone: in the unit that the last value is a whole number of.
        seconds = "seconds" in self._reader.trained.profile(definition.name, parameter.name).formats[:1]
        unit = next((u for u in (3600, 60, 1) if now and now % u == 0), 1) if seconds else 1
        return values.cast(numbers[0].value * unit, parameter)
