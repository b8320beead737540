"""Several days of the week said as one, for a tool that takes one at a time: "every monday and friday wake me at six".

What says that a day comes again is said before the first of them only. So what is cut in two there comes once on the
last of them, and what is read as one loses a day.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ovos_phal_plugin_jarvis.nlu import entities as m
from ovos_phal_plugin_jarvis.nlu.dialogue import Dialogue, Request, request_of
from ovos_phal_plugin_jarvis.nlu.entities.grammar import grammar
from ovos_phal_plugin_jarvis.nlu.lang import EACH
from ovos_phal_plugin_jarvis.nlu.learning import values
from ovos_phal_plugin_jarvis.nlu.reader import Reader
from ovos_phal_plugin_jarvis.nlu.reading import Heard, found_words
from ovos_phal_plugin_jarvis.nlu.recurring import comes_again, frequencies, is_recurrence, value_of
from ovos_phal_plugin_jarvis.nlu.segmentation.words import Words
from ovos_phal_plugin_jarvis.nlu.text import phrase_pattern, single_words
from ovos_phal_plugin_jarvis.sdk.date_keys import WEEKDAYS
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition

_DAYS = {"daily": WEEKDAYS, "weekdays": WEEKDAYS[:5], "weekends": WEEKDAYS[5:]}
"""What comes on several days, by a key of ``Language.frequencies`` → these days."""
_WEEKEND = {"saturday", "sunday"}
"""Together they are a rhythm of their own."""


class EachDay(Words):
    """Reads a request for each of several days of the week."""

    def __init__(self, reader: Reader, dialogue: Dialogue) -> None:
        super().__init__(reader, dialogue)
        self._joints = single_words(self._language, "joints")

    def but_some(self, text: str) -> tuple[Request, ...]:
        """The request that *text* is on each of the days that are left where it takes some out of all of them: "every
        weekday but wednesday", "every day at six except on sunday"; none where it takes none out."""
        heard, spoken = self._reader.hear_raw(text), self._language
        each = next((phrase for phrase in spoken.frequencies.get(EACH, ()) if " " not in phrase), "")
        marks = phrase_pattern(spoken, "exceptions", "barring", "denials")
        for start, end, name in frequencies(heard) if each else ():
            part = self._language.installed and heard.words[end - 1] in grammar(self._language).part_words
            days = _DAYS.get(name) if not part else None
            out = self._taken_out(heard, end, marks) if days else None
            if days is None or out is None or not {*out[2]} < {*days}:
                continue
            if not self._joints.isdisjoint(heard.words[out[1] :]):
                return ()  # one more request stands behind it
            left = [self._called(day) for day in days if day not in out[2]]
            rows = ((0, start), (end, out[0]), (out[1], len(heard.words)))
            before, between, behind = (heard.said(*row) if row[0] < row[1] else "" for row in rows)
            said = f"{before} {each} {self._joined(left)} {between} {behind}"
            found = self.requests(" ".join(said.split())) if all(left) and len(left) > 1 else ()
            if len(found) == len(left):
                return found
        return ()

    def _taken_out(self, heard: Heard, at: int, marks: re.Pattern[str] | None) -> tuple[int, int, list[str]] | None:
        """The first word of what takes days out behind the word *at*, one past its last, and these days; None where
        nothing does."""
        joining = self._joints | self._language.function_words
        # "Next friday" is one of them, and not each.
        names = {x.start: x for x in heard.mentions if m.weekday_of(x) and x.end - x.start == 1}
        for begin, first in found_words(heard, marks):
            days: list[str] = []
            end = place = first
            while place < len(heard.words) and (place in names or heard.words[place] in joining):
                if place in names:
                    days.append(m.weekday_of(names[place]))
                    end = place = names[place].end
                else:
                    place += 1
            if begin >= at and days:
                return begin, end, days
        return None

    def _called(self, day: str) -> str:
        """What the *day* of the week is called."""
        names = grammar(self._language).weekdays.items() if self._language.installed else ()
        return next((name for name, key in names if key == day), "")

    def _joined(self, names: Sequence[str]) -> str:
        joint = min(self._joints, key=lambda word: (len(word), word), default="")
        return f"{' '.join(names[:-1])} {joint} {names[-1]}"

    def requests(self, text: str) -> tuple[Request, ...]:
        """The request that *text* is, with each of the days alone that it names beside each other; none where it names
        no such days, one of these is not understood whole, or its tool knows nothing that comes again."""
        heard = self._reader.hear_raw(text)
        days = self._beside_each_other(heard)
        if not days:
            return ()
        before = text[: heard.tokens[days[0].start].start]
        behind = text[heard.tokens[days[-1].end - 1].end :]
        again = any(day == days[0] for _, day in comes_again(heard))
        names = [m.weekday_of(day) for day in days]
        if set(names) == _WEEKEND:
            if not again:
                return ()
            days, names = days[:1], ["weekends"]
        requests: list[Request] = []
        for day, name in zip(days, names, strict=True):
            said = f"{before}{heard.said(day.start, day.end)}{behind}"
            read = self._reader.best(said)
            if read is None or read.filled.missing or read.explained.left:
                return ()
            another = bool(requests) and read.definition.name != requests[0].call.name
            request = self._on(name, request_of(read, said), read.definition, again)
            if another or request is None:
                return ()
            requests.append(request)
        return tuple(requests)

    def _beside_each_other(self, heard: Heard) -> list[m.Mention]:
        """The first days of the week in *heard* that nothing but a joint parts; none where no joint does."""
        names = {x.start: x for x in heard.mentions if m.weekday_of(x)}
        for first in sorted(names):
            days, at, joined = [names[first]], names[first].end, False
            while at in names or (at < len(heard.words) and heard.words[at] in self._joints and at + 1 in names):
                joined = joined or at not in names
                days.append(names[at] if at in names else names[at + 1])
                at = days[-1].end
            inside = any(x.kind == m.DATE_RANGE and x.start <= first < x.end for x in heard.mentions)
            if joined and not inside:
                return days
        return []

    def _on(self, named: str, request: Request, tool: ToolDefinition, again: bool) -> Request | None:
        """*request* on what is *named*, a day or the weekend, each time where it comes *again*; None where *tool* has
        no value for that or, where it comes once, no argument is that day: a text may name it as well."""
        rhythm = next((parameter for parameter in tool.parameters if is_recurrence(parameter)), None)
        value = value_of(rhythm, named) if rhythm is not None else None
        call = request.call
        dated = {p.name for p in tool.parameters if values.is_time(p) and m.DATE in values.moments(p)}
        if rhythm is None or (again and value is None):
            return None
        if not again:
            return request if any(named in str(call.arguments.get(name)) for name in dated) else None
        kept = {name: each for name, each in call.arguments.items() if name not in dated}
        return replace(request, call=replace(call, arguments={**kept, rhythm.name: value}))
