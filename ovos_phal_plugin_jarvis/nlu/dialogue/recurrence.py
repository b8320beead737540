"""Recurrence: the last call again and again, on other days, or just once: "every day please", "only on weekdays"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from ovos_phal_plugin_jarvis.nlu import entities as m
from ovos_phal_plugin_jarvis.nlu.dialogue.interpreter import Interpreter
from ovos_phal_plugin_jarvis.nlu.dialogue.state import Request, differing, missing
from ovos_phal_plugin_jarvis.nlu.lang import EACH, ONCE
from ovos_phal_plugin_jarvis.nlu.learning import values
from ovos_phal_plugin_jarvis.nlu.recurring import comes_again, is_recurrence, meaning_of, value_of
from ovos_phal_plugin_jarvis.nlu.text import phrase_pattern, phrases_pattern, words_of
from ovos_phal_plugin_jarvis.sdk.date_keys import WEEKDAYS
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition, ToolParameter
from ovos_phal_plugin_jarvis.translation.values import ToolCall

_KEEPS_DAY = frozenset(["weekly", "monthly", "yearly"])
"""What comes again on a day that is told beside it."""


class Recurrence(Interpreter):
    """Reads what says how often the last request is meant, and nothing else."""

    def recurring(self, text: str, last: ToolCall) -> Request | None:
        """The *last* call as often as *text* says; None where it says more, or the tool takes nothing of the kind."""
        definition = self._reader.trained.definitions[last.name]
        parameter = next((p for p in definition.parameters if is_recurrence(p)), None)
        if parameter is None:
            return None
        wanted = self._wanted(self._markers.without_beside(text), parameter, last)
        now = last.arguments.get(parameter.name)
        value = _value(parameter, wanted, definition, last) if wanted else None
        if not wanted or value == now or (value is None and wanted != ONCE):
            return None
        kept = {name: each for name, each in last.arguments.items() if name != parameter.name}
        days = [p.name for p in definition.parameters if values.is_time(p) and m.DATE in values.moments(p)]
        if value is not None:
            if meaning_of(value) not in _KEEPS_DAY:
                kept = {name: each for name, each in kept.items() if name not in days}
            kept[parameter.name] = value
        elif meaning_of(now) in WEEKDAYS and len(days) == 1:
            formats = self._reader.trained.profile(definition.name, days[0]).formats
            named = meaning_of(now) if not formats or values.kind_of(formats[0]) is None else f"next_{meaning_of(now)}"
            kept.setdefault(days[0], named)  # "every monday" once is monday
        said = self._respelt(last, text, wanted)
        call = ToolCall(last.name, kept, last.toolbox_id, said=said, spelt_out=True)
        return Request(call, missing(definition, kept))

    def _wanted(self, text: str, parameter: ToolParameter, last: ToolCall) -> str:
        """How often *text* says that something is wanted; "" where it says more than that, or nothing."""
        found = list(self._frequencies(text))
        rest = text
        meant: list[str] = []
        denied: list[str] = []
        for start, end, name in sorted(found, reverse=True):
            negation = self._negated(text[:start])
            (denied if negation is not None else meant).append(name)
            rest = f"{rest[: start if negation is None else negation]} {rest[end:]}"
        if not found or not self.is_small(words_of(rest)):
            return ""
        if not meant and len(denied) == 1 and denied[0] == meaning_of(last.arguments.get(parameter.name)):
            return ONCE
        return meant[0] if len(meant) == 1 else ""

    def _negated(self, before: str) -> int | None:
        """Where the negation of what follows *before* begins: "[not] only"; None where there is none."""
        pattern = phrase_pattern(self.language, "negations")
        for found in pattern.finditer(before) if pattern is not None else ():
            between = words_of(before[found.end() :])
            if len(between) < 2 and all(self.is_small([word]) for word in between):
                return found.start()
        return None

    def _frequencies(self, text: str) -> Iterator[tuple[int, int, str]]:
        """What says in *text* how often something comes: from where, to where, and how often; the longest first."""
        taken: set[int] = set()
        places = []
        for name, phrases in self.language.frequencies.items():
            pattern = phrases_pattern(phrases) if name != EACH else None
            places += [(x.start(), x.end(), name) for x in pattern.finditer(text)] if pattern is not None else []
        places += self._days(text)
        for start, end, name in sorted(places, key=lambda place: place[0] - place[1]):
            if taken.isdisjoint(range(start, end)):
                taken.update(range(start, end))
                yield start, end, name

    def _days(self, text: str) -> Iterator[tuple[int, int, str]]:
        """The days of the week that come again: "every monday", "mondays"."""
        heard = self._reader.hear_raw(text)
        for start, mention in comes_again(heard):
            yield heard.tokens[start].start, heard.tokens[mention.end - 1].end, m.weekday_of(mention)

    def recurs(self, last: ToolCall) -> bool:
        """Whether the *last* call is one that comes again."""
        definition = self._reader.trained.definitions[last.name]
        told = any(is_recurrence(p) and last.arguments.get(p.name) is not None for p in definition.parameters)
        return told or any(place[-1] != ONCE for place in self._frequencies(last.said))

    def contradicts(self, call: ToolCall, last: ToolCall) -> bool:
        """Whether *call* is on a day that the *last* one was not, and comes on other days as that did: on saturday, and
        on weekdays."""
        definition = self._reader.trained.definitions[last.name]
        kept = [call.arguments.get(p.name) for p in definition.parameters if is_recurrence(p)]
        if not any(meaning_of(value) and meaning_of(value) not in _KEEPS_DAY for value in kept):
            return False
        dated = (
            m.DATE in self.kinds(last.name, name)
            for name in differing(last, call)
            if call.arguments.get(name) is not None
        )
        return any(dated)

    def _respelt(self, last: ToolCall, text: str, wanted: str) -> str:
        """The words of the *last* request with what *text* says of how often it is *wanted*; once is on the day of the
        week that it came on."""
        said, heard = last.said, self._reader.hear_raw(last.said)
        on = {heard.tokens[x.end - 1].end: self._one_of(heard.said(x.start, x.end)) for _, x in comes_again(heard)}
        for start, end, _ in sorted(self._frequencies(said), reverse=True):
            said = f"{said[:start]} {on.get(end, '') if wanted == ONCE else ''} {said[end:]}"
        often = [text[start:end] for start, end, name in self._frequencies(text) if name == wanted != ONCE]
        return re.sub(r"\s+", " ", " ".join((said, *often[:1]))).strip()

    def _one_of(self, days: str) -> str:
        """The day of the week that comes on *days*: "mondays" → "monday"."""
        one = days[:-1]
        return one if any(map(m.weekday_of, self._reader.hear_raw(one).mentions)) else days


def _value(parameter: ToolParameter, wanted: str, definition: ToolDefinition, last: ToolCall) -> Any:
    """The value of *parameter* for how often something is *wanted*: "every week" is each monday where it is on one."""
    found = value_of(parameter, wanted)
    if found is not None or wanted != "weekly":
        return found
    days = [p.name for p in definition.parameters if values.is_time(p) and m.DATE in values.moments(p)]
    given = [str(last.arguments[name]).removeprefix("next_") for name in days if last.arguments.get(name)]
    return _value(parameter, given[0], definition, last) if len(given) == 1 and given[0] in WEEKDAYS else None
