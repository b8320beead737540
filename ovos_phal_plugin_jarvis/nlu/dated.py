"""Days that are moved by a tool of their own: "tomorrow add a task" is that tool first, then the task.

A tool whose argument has the role ``date_context`` moves the day that the calls after it are about, those of the same
toolbox: another's knows nothing of it. It is called for a day that is said beside a request which has no place for one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date

from ovos_phal_plugin_jarvis.nlu import entities as m
from ovos_phal_plugin_jarvis.nlu.acts import Kind, remark_of
from ovos_phal_plugin_jarvis.nlu.candidates import Candidate
from ovos_phal_plugin_jarvis.nlu.dialogue import Request, State, request_of
from ovos_phal_plugin_jarvis.nlu.dialogue.carried import days_away
from ovos_phal_plugin_jarvis.nlu.entities import Mention
from ovos_phal_plugin_jarvis.nlu.lang import Language
from ovos_phal_plugin_jarvis.nlu.learning import values
from ovos_phal_plugin_jarvis.nlu.reader import Reader
from ovos_phal_plugin_jarvis.nlu.reading import Heard
from ovos_phal_plugin_jarvis.nlu.refusals import day_left
from ovos_phal_plugin_jarvis.nlu.segmentation import Plan, Segmenter
from ovos_phal_plugin_jarvis.nlu.text import phrase_pattern, trimmed
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition
from ovos_phal_plugin_jarvis.translation.values import ToolCall

_OWNED = re.compile(r"['’]s\b")
""" "tomorrow's tasks"."""
_MOST_AFTER = 1
"""Days after the first of a range that is still moved to: a weekend begins on its Saturday."""
_LONG = 8
"""Turns of a conversation from which on not all that was said before is known."""


def plan(reader: Reader, segmenter: Segmenter, text: str, state: State, language: Language) -> Plan:
    """What *text* asks for, each day before what it is about.

    Args:
        reader: reads texts with the tools that there are.
        segmenter: finds the requests.
        text: an utterance.
        state: what it may refer to.
        language: of *text*.
    """
    movers = reader.trained.movers
    if not movers:
        return segmenter.plan(text, state)
    if not any(x.kind == m.DATE for x in reader.hear(text).mentions):
        return _Days(reader, segmenter, movers, language).away(text, state) or segmenter.plan(text, state)
    return _Days(reader, segmenter, movers, language).plan(text, state)


class _Days:
    def __init__(self, reader: Reader, segmenter: Segmenter, movers: Mapping[str, str], language: Language) -> None:
        self._reader = reader
        self._segmenter = segmenter
        self._language = language
        self._movers = movers
        """Tool → its argument that moves the day."""

    def plan(self, text: str, state: State) -> Plan:
        again = self._again(text, state)
        if again is not None:
            return again
        explained = self._explained(text, state)
        if explained is not None:
            return explained
        led = self._led(text, state)
        found = led if led is not None else self._each_dated(self._segmenter.plan(text, state))
        if not found.requests and found.unclear is None and not found.held:
            moved = self._only_moved(text)
            if moved is not None:
                return Plan((moved,))
            # What is not understood with its day may be without it: "i did my reading yesterday".
            parted = next(self._parted(self._reader.hear(text)), None)
            found = Plan(parted) if parted is not None else found
        if any(request.call.name in self._movers for request in found.requests):
            found = replace(found, requests=self._counted_from_each_other(found.requests, here=not self._moved(state)))
        return found

    def away(self, text: str, state: State) -> Plan | None:
        """ "And the day after?" after something that only tells: the same, for a day counted from where it is."""
        last, rest = self._told(state), self._marked(text)
        days = days_away(rest, self._language) if rest is not None else None
        if last is None or state.call is None or days is None:
            return None
        for name, argument in self._movers.items():
            definition = self._reader.trained.definitions[name]
            parameter = definition.parameter(argument)
            counts = parameter is not None and parameter.param_type.lower() in values.NUMERIC
            if counts and definition.toolbox_id == last.toolbox_id:
                call = ToolCall(name, {argument: days}, definition.toolbox_id, said=text)
                return Plan((Request(call), Request(state.call)))
        return None

    def _told(self, state: State) -> ToolDefinition | None:
        """The tool of the last call, where that only told something and is at a day without being told it."""
        last = self._reader.trained.definitions.get(state.call.name) if state.call is not None else None
        if last is None or not last.annotations.get("readOnlyHint") or last.name in self._movers:
            return None
        return None if self._takes_days(last) else last

    def _marked(self, text: str) -> str | None:
        """What stands behind an "and" or "what about" that *text* begins with; None where it begins with none."""
        ellipsis = phrase_pattern(self._language, "ellipses", "likewise")
        marked = ellipsis.match(text) if ellipsis is not None else None
        return trimmed(text[marked.end() :]) if marked is not None else None

    def _again(self, text: str, state: State) -> Plan | None:
        """ "And on friday?" after something that only tells: the same for that day."""
        last, rest = self._told(state), self._marked(text)
        if last is None or rest is None or state.call is None:
            return None
        heard = self._reader.hear_raw(rest)
        days = _days_in(heard)
        if len(days) != 1 or not all(self._small(word) for word in _beside(heard)):
            return None
        move = self._move(heard, days[0], last.toolbox_id)
        return Plan((move, Request(state.call))) if move is not None else None

    def _explained(self, text: str, state: State) -> Plan | None:
        """The plan of *text* without a reason at its end that all its days are told in: "add a task because the test is
        tomorrow" moves to no other day. None where there is none, or a tool may write it down or take its day."""
        pattern = phrase_pattern(self._language, "reasons")
        for found in pattern.finditer(text) if pattern is not None else ():
            said, why = trimmed(text[: found.start()]), text[found.start() :]
            remark = remark_of(why, self._reader.lang) if said else None
            if remark is None or remark.kind is not Kind.REASON or _days_in(self._reader.hear(said)):
                continue
            read = self._segmenter.plan(said, state)
            own = [request.read for request in read.requests]
            if read.understood and all(one is not None and not self._may_tell_days(one) for one in own):
                return read
        return None

    def _may_tell_days(self, read: Candidate) -> bool:
        """Whether a tool takes days, or texts that may say them."""
        return read.definition.name in self._movers or self._takes_days(read.definition) or self._says_days(read)

    def _led(self, text: str, state: State) -> Plan | None:
        """A day at the beginning is for all that follows it."""
        heard = self._reader.hear(text)
        first = next(iter(_days_in(heard)), None)
        if (
            first is None
            or first.end >= len(heard.words)
            or any(not self._small(w) for w in heard.words[: first.start])
        ):
            return None
        whole = self._reader.best(text)
        if whole is not None and self._takes_days(whole.definition):
            return None
        rest = _behind(heard, first)
        read = self._segmenter.plan(rest, state)
        if not read.requests or read.held or read.requests[0].call.name in self._movers:
            return None
        dated = self._reader.trained.definitions[read.requests[0].call.name]
        move = None if self._takes_days(dated) else self._move(heard, first, dated.toolbox_id)
        if move is None:
            return None
        read = self._each_dated(read)
        return replace(read, requests=(move, *read.requests))

    def _each_dated(self, found: Plan) -> Plan:
        """Each request with its own day before it; a day alone that leaves words unexplained is told instead."""
        requests: list[Request] = []
        left = list(found.left)
        for request in found.requests:
            said, mover = request.call.said, request.call.name in self._movers
            if not said or (not mover and self._takes_days(self._reader.trained.definitions[request.call.name])):
                requests.append(request)
                continue
            heard = self._reader.hear(said)
            if mover and self._only_moves(heard, request.call.name):
                requests.append(request)
                continue
            parted = next(self._parted(heard, None if mover else request.call.name), None)
            if parted is not None:
                requests += parted
            elif mover or self._day_left(request):
                left.append(said)
            else:
                requests.append(request)
        return replace(found, requests=tuple(requests), left=tuple(left))

    def _parted(self, heard: Heard, tool: str | None = None) -> Iterator[tuple[Request, Request]]:
        """A day, and the request that the other words are: for *tool*, which has taken them all, where one is given."""
        for day in _days_in(heard):
            for start in (day.start - 1, day.start):
                if start < 0 or (start < day.start and not self._small(heard.words[start])):
                    continue
                before = trimmed(heard.text[: heard.tokens[start].start])
                after = _behind(heard, day)
                rest = f"{before} {after}".strip()
                read = self._reader.best(rest) if rest else None
                if read is None or read.definition.name in self._movers or read.account.refused:
                    continue
                if self._takes_days(read.definition) or self._within_a_value(read, before, after):
                    continue
                if tool is not None and (read.definition.name != tool or self._says_days(read)):
                    continue
                move = self._move(heard, day, read.definition.toolbox_id)
                if move is not None:
                    yield move, request_of(read, rest)

    def _within_a_value(self, read: Candidate, before: str, after: str) -> bool:
        """Whether a day between two texts was part of what an argument says: "call mom about friday's party"."""
        at = len(self._reader.hear(before).words) if before and after else 0
        return any(start < at < end for start, end, _ in read.filled.spans)

    def _move(self, heard: Heard, day: Mention, toolbox_id: str) -> Request | None:
        """The call that moves that toolbox to *day*, as sure as that is with the word before it or without: whether
        people say "for tomorrow" says nothing of what tomorrow is."""
        found: list[Request] = []
        words = [heard.said(day.start, day.end)]
        if day.start and self._small(heard.words[day.start - 1]):
            words.insert(0, heard.said(day.start - 1, day.end))
        for said in words:
            heard_day = self._reader.hear(said)
            days = _days_in(heard_day)
            movers = [c for c in self._reader.candidates(said) if c.definition.name in self._movers]
            movers.sort(key=lambda c: not (days and self._shows(c, heard_day, days[0])))
            own = (c for c in movers if c.definition.toolbox_id == toolbox_id)
            moving = next((c for c in own if self._movers[c.definition.name] in c.filled.arguments), None)
            if moving is not None:
                found.append(request_of(moving, said))
        if not found:
            return None
        first = found[0].call
        alike = [r.confidence for r in found if (r.call.name, r.call.arguments) == (first.name, first.arguments)]
        return replace(found[0], confidence=max(alike))

    def _only_moved(self, text: str) -> Request | None:
        """The call that *text* is which only moves the day, where two tools do that and either may be meant by it."""
        heard, found = self._reader.hear(text), self._reader.candidates(text)[:2]
        days = _days_in(heard)
        movers = [c for c in found if c.definition.name in self._movers and c.definition.toolbox_id]
        if len(days) != 1 or len(movers) < 2 or found[0].rival is None or found[0].confidence < found[0].least:
            return None
        if movers[0].definition.toolbox_id != movers[1].definition.toolbox_id or found[0].account.refused:
            return None
        chosen = min(movers, key=lambda c: not self._shows(c, heard, days[0]))
        moves = self._movers[chosen.definition.name] in chosen.filled.arguments
        return request_of(chosen, text) if moves and self._only_moves(heard, chosen.definition.name) else None

    def _shows(self, candidate: Candidate, heard: Heard, day: Mention) -> bool:
        """Whether examples of the tool say that day in these words."""
        name = candidate.definition.name
        known = self._reader.trained.profile(name, self._movers[name]).known
        return " ".join(heard.words[day.start : day.end]) in known

    def _small(self, word: str) -> bool:
        return word in self._language.function_words

    def _only_moves(self, heard: Heard, name: str) -> bool:
        """Whether all words beside the day are such as the examples of that tool say beside theirs."""
        known: set[str] = set()
        for example in self._reader.trained.aligned.get(name, ()):
            known.update(_beside(example.heard))
        return all(word in known for word in _beside(heard))

    def _takes_days(self, definition: ToolDefinition) -> bool:
        """Whether a tool has a place for a day."""
        return definition.name not in self._movers and (
            self._reader.trained.fillers[definition.name].takes(m.DATE)
            or any(
                values.kind_of(name) == m.DATE
                for parameter in definition.parameters
                for name in self._reader.trained.profile(definition.name, parameter.name).formats[:1]
            )
        )

    def _day_left(self, request: Request) -> bool:
        """Whether another day than today is said that the tool of *request* has not taken."""
        heard, wording = self._reader.hear(request.call.said), self._reader.trained.wordings[request.call.name]
        candidates = self._reader.candidates(request.call.said)
        found = next((c for c in candidates if c.definition.name == request.call.name), None)
        return found is not None and bool(day_left(heard, wording, found.filled))

    def _says_days(self, read: Candidate) -> bool:
        """Whether the texts that a tool takes say days themselves, as examples show: "note that it rained today"."""
        return any(
            any(span.start <= x.start and x.end <= span.end for span in example.spans)
            for example in self._reader.trained.aligned.get(read.definition.name, ())
            for x in _days_in(example.heard)
        )

    def _moved(self, state: State) -> bool:
        """Whether the conversation may have gone to another day: something was done, and a day was said, or so much
        that its beginning is forgotten."""
        return state.call is not None and (
            not 0 < len(state.turns) < _LONG or any(_days_in(self._reader.hear(turn)) for turn in state.turns)
        )

    def _counted_from_each_other(self, requests: tuple[Request, ...], *, here: bool) -> tuple[Request, ...]:
        """A number of days is counted from the day that the call before moved to, and was said from today. Where a
        conversation has stayed *here*, an action for "today" needs no move."""
        made: list[Request] = []
        acts = any(request.call.name not in self._movers for request in requests)
        now = next((self._reader.hear(r.call.said).now.date() for r in requests if r.call.said), None)
        today: date | None = now if here and acts else None
        for request in requests:
            argument = self._movers.get(request.call.name)
            heard = self._reader.hear(request.call.said) if argument else None
            days = _days_in(heard) if heard is not None else []
            span = days[0].value.span(heard.now.date()) if heard is not None and len(days) == 1 else None
            if argument is None or heard is None or span is None:
                made.append(request)
                continue
            value = request.call.arguments.get(argument)
            away = (span[0] - heard.now.date()).days
            if today is not None and span[0] == today:
                continue  # it is there already
            if today is not None and isinstance(value, int) and not isinstance(value, bool) and value == away:
                moved = {**request.call.arguments, argument: (span[0] - today).days}
                request = replace(request, call=replace(request.call, arguments=moved))
            today = span[0]
            made.append(request)
        return tuple(made)


def _behind(heard: Heard, day: Mention) -> str:
    """What is said behind *day*, without the "'s" that makes something the day's."""
    after = heard.text[heard.tokens[day.end - 1].end :]
    owned = _OWNED.match(after)
    return trimmed(after[owned.end() if owned else 0 :])


def _days_in(heard: Heard) -> list[Mention]:
    """The days that are said; "now" is none, nor is a week."""
    return [x for x in heard.mentions if x.kind == m.DATE and not x.value.moment and _is_a_day(x, heard)]


def _is_a_day(mention: Mention, heard: Heard) -> bool:
    span = mention.value.span(heard.now.date())
    return span is not None and (span[1] - span[0]).days <= _MOST_AFTER


def _beside(heard: Heard) -> list[str]:
    days = {at for x in _days_in(heard) for at in range(x.start, x.end)}
    return [word for at, word in enumerate(heard.words) if at not in days]
