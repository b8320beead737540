"""Ellipsis: the last request said again with new words in place of one or more of its values."""

from __future__ import annotations

from collections.abc import Iterator, Set

from ovos_phal_plugin_jarvis.nlu import entities as m
from ovos_phal_plugin_jarvis.nlu.candidates import Candidate
from ovos_phal_plugin_jarvis.nlu.dialogue.interpreter import Interpreter, Part
from ovos_phal_plugin_jarvis.nlu.dialogue.shared_verb import SharedVerb
from ovos_phal_plugin_jarvis.nlu.dialogue.state import Request, distinct, missing
from ovos_phal_plugin_jarvis.nlu.lang import is_content
from ovos_phal_plugin_jarvis.nlu.learning.declared_parameters import leads_of
from ovos_phal_plugin_jarvis.nlu.learning.values import NUMERIC, is_length, is_time
from ovos_phal_plugin_jarvis.nlu.reading import Heard, valued
from ovos_phal_plugin_jarvis.nlu.text import phrase_pattern, words_of
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition
from ovos_phal_plugin_jarvis.translation.values import ToolCall

_NAMING = frozenset({"name"})
"""The role of what something is called."""
_MAX_SPANS = 5
"""Values of a request that others are tried in place of."""


class Ellipsis(Interpreter):
    """Reads what leaves out all that the last request has said."""

    _shared_verb = Part(SharedVerb)

    def framed(self, fragment: str, last: ToolCall) -> Request | None:
        """The *last* request said again with *fragment* in place of one or more of its values that stand together.

        "and twenty to mike" after "send ten dollars to anna" is "send twenty dollars to mike". Each word of *fragment*
        must mean something to the tool, and what is not said again must be read as before. What is said once more takes
        nothing away: "at ten" after "on friday at ten".
        """
        before, base = self._reader.hear(last.said), self._same_tool(last.said, last.name)
        if base is None or not before.words:
            return None
        lead = self._reader.hear_raw(fragment)
        if self._names_another(
            [lead.words[at] for at in range(self._core(lead).start)], base.definition, last.arguments
        ):
            return None
        places = (*base.filled.spans, *self._literal(before, base))
        spans = sorted({(s, e) for s, e, _ in places})
        lists = [sorted((s, e) for s, e, n in places if n == name) for name in {n for *_, n in places}]
        if not spans or len(spans) > _MAX_SPANS:
            return None
        found: list[tuple[int, Request]] = []
        for said in self._as_frame_says(fragment, before, base, last):
            heard = self._reader.hear_raw(said)
            for first in range(len(spans)):
                for until in range(first, len(spans)):
                    window = spans[first : until + 1]
                    if any(set(window) & set(each) and not set(each) <= set(window) for each in lists):
                        continue  # "and turmeric" after "add cumin and coriander" is not "add cumin and turmeric"
                    starts = [
                        at
                        for at in self._frame_starts(before, spans[first][0], heard)
                        if self._as_counted(before, (at, spans[until][1]), heard)
                    ]
                    read = (self._read_framed(before, base, (at, spans[until][1]), said, last) for at in starts)
                    changed = (request for request in read if request and not _only_loses(request.call, last))
                    found += [(until - first, request) for request in changed][:1]
            if found:
                break
        least = min((size for size, _ in found), default=0)
        calls = distinct(request for size, request in found if size == least)
        if any(x.kind == m.TIME for x in self._reader.hear_raw(fragment).mentions):
            # "At six" is no length of time, and no thing.
            calls = [c for c in calls if any(self._takes_times(base.definition, n) for n in c.call.arguments)]
        return calls[0] if len(calls) == 1 else None

    def lacks_unit(self, fragment: str, last: ToolCall) -> bool:
        """Whether *fragment* says a bare number where the *last* request said how many minutes, euros or percent."""
        before = self._reader.hear(last.said)
        heard = self._reader.hear_raw(fragment)
        return bool(self._with_unit(heard, before))

    def with_unit(self, fragment: str, said: str) -> str:
        """*fragment* with the unit of what was *said* before behind its only bare number; "" where that is not so."""
        return self._with_unit(self._reader.hear_raw(fragment), self._reader.hear_raw(said))

    def _as_frame_says(self, fragment: str, before: Heard, base: Candidate, last: ToolCall) -> Iterator[str]:
        """*fragment* in the ways in which it may stand in the words of the request before."""
        text = self._markers.without_beside(fragment)
        places = phrase_pattern(self.language, "places_before")
        pointed = places.search(text) if places else None
        if pointed is not None:
            named = [(s, e) for s, e, name in base.filled.spans if isinstance(last.arguments.get(name), str)]
            for start, end in named[-1:]:
                leading = start
                while leading and before.words[leading - 1] in self.language.function_words:
                    leading -= 1
                text = f"{text[: pointed.start()]}{before.said(leading, end)}{text[pointed.end() :]}"
        heard = self._reader.hear_raw(text)
        unit = self._with_unit(heard, before)
        if unit:
            yield unit
        at, end = 0, len(heard.words)
        while at < end - 1 and heard.words[at] in self.language.ones | self.language.other_ones:
            at += 1
        # "For the yoga habit", "the yoga one": what kind of thing it is has been said, and what introduces it.
        known = self.language.ones | {before.words[end] for _, end, _ in base.filled.spans if end < len(before.words)}
        while end > at + 1 and heard.words[end - 1] in known:
            end -= 1
        start = at
        while start < end - 1 and heard.words[start] in self.language.function_words - self.language.articles:
            start += 1
        if end < len(heard.words):
            yield from dict.fromkeys((heard.said(start, end), heard.said(at, end)))
        yield text
        if at:
            yield heard.said(at, len(heard.words))
        if start > at:
            yield heard.said(start, len(heard.words))

    @staticmethod
    def _as_counted(before: Heard, place: tuple[int, int], heard: Heard) -> bool:
        """Whether what *heard* counts stands for what was counted *before*: "and nine pounds" for "four pounds"."""
        start, end = place
        kinds = {x.kind for x in valued(before)} & {x.kind for x in valued(heard)}
        return kinds <= {x.kind for x in valued(before) if start <= x.start and x.end <= end}

    def _with_unit(self, heard: Heard, before: Heard) -> str:
        """The text of *heard* with the unit of *before* behind its only bare number; "" where that is not so."""
        kinds = (m.DURATION, m.MONEY, m.PERCENT)
        if any(x.kind in (*kinds, m.TIME) for x in heard.mentions):
            return ""
        bare = [x for x in heard.mentions if x.kind == m.NUMBER and not self._stands_for_a_thing(x, heard)]
        units = [x for x in before.mentions if x.kind in kinds]
        if len(bare) != 1 or len(units) != 1 or self._counts_things(heard, bare[0].end):
            return ""
        number = next((x for x in before.mentions if x.kind == m.NUMBER and x.start == units[0].start), None)
        placed = any(x.kind == m.ORDINAL and x.start < units[0].end and units[0].start < x.end for x in before.mentions)
        single = before.words[units[0].start] in self.language.articles and not placed
        one = units[0].start + 1 if single else 0  # "an hour", and not "a second one"
        end = number.end if number is not None else one
        if not end or end >= units[0].end:
            return ""
        said = before.said(end, units[0].end)
        end = heard.tokens[bare[0].end - 1].end
        return f"{heard.text[:end]} {said}{heard.text[end:]}"

    def _stands_for_a_thing(self, number: m.Mention, heard: Heard) -> bool:
        """Whether *number* is the "one" of "one for tea", which counts nothing."""
        words = heard.words[number.start : number.end]
        return (
            self.language.ones.issuperset(words) and set(heard.words[number.end :][:1]) <= self.language.function_words
        )

    def _counts_things(self, heard: Heard, at: int) -> bool:
        """Whether a number before word *at* of *heard* has a unit of its own: "twelve stones" are no pounds. "Twelve
        called tea" are some of what was counted before."""
        valued_so = any(x.start <= at < x.end for x in valued(heard))
        named = at + 1 < len(heard.words) and heard.words[at] in leads_of(self.language.code, _NAMING)
        return not valued_so and not named and any(is_content(word, self.language) for word in heard.words[at : at + 1])

    def _frame_starts(self, before: Heard, start: int, heard: Heard) -> list[int]:
        """Where in *before* the words begin that *heard* may stand for: with what introduces them, or without."""
        leading = start
        # "Remind me on monday": whom it is for stays.
        introducing = self.language.function_words - self.language.addressing
        while leading and before.words[leading - 1] in introducing:
            leading -= 1
        bare = start
        while bare and before.words[bare - 1] in self.language.articles:
            bare -= 1
        if not heard.words:
            return []
        if heard.words[0] in self.language.function_words - self.language.articles:
            # "and in inches" after "ten meters" is not the unit of the ten.
            counted = any(x.kind == m.NUMBER and x.end == leading for x in before.mentions)
            return [] if counted else [leading]
        counted = heard.words[0] in self.language.articles or any(not x.start for x in valued(heard))
        if counted and any(x.kind == m.NUMBER and x.end == bare for x in before.mentions):
            return []  # "log two [a kingfisher]"
        return [bare] if counted else list(dict.fromkeys((start, bare)))

    def _read_framed(
        self, before: Heard, base: Candidate, place: tuple[int, int], said: str, last: ToolCall
    ) -> Request | None:
        start, end = place
        head, tail = before.text[: before.tokens[start].start], before.text[before.tokens[end - 1].end :]
        text = f"{head}{said}{tail}"
        read = self._same_tool(text, last.name)
        if read is None or read.filled.missing:
            return None
        after = self._reader.hear(text)
        offset = max(0, text.find(after.text))
        inner = {
            at
            for at, token in enumerate(after.tokens)
            if len(head) <= token.start + offset and token.end + offset <= len(head) + len(said)
        }
        accounted = read.explained
        spans = [set(range(s, e)) for s, e, _ in read.filled.spans]
        if set(accounted.left) & inner or not any(span & inner for span in spans):
            return None
        if any(span & inner and span - inner for span in spans):
            return None
        leading = min(inner)
        articles = self.language.articles
        if after.words[leading] in self.language.function_words - articles and any(leading in span for span in spans):
            return None  # "about good night": what introduces a value is no part of it
        if _another_day(after, inner):
            return None  # "sunday at nine" is not "saturday sunday at nine"
        if any(self._stands_for_a_thing(x, after) and x.start in accounted.values & inner for x in valued(after)):
            return None
        numbers = [set(range(x.start, x.end)) for x in valued(after) if x.kind != m.ORDINAL]
        if any(number <= inner and not number & accounted.values for number in numbers):
            return None
        words = {after.words[at] for at in inner}
        # "On friday" is a day, and no "every friday".
        dated = {at for x in after.mentions if x.kind == m.DATE for at in range(x.start, x.end)} & accounted.values
        chosen = {after.words[at] for at in inner - dated}
        for parameter in read.definition.parameters:
            for value in parameter.enum_values or ():
                if set(words_of(value)) <= chosen and read.filled.arguments.get(parameter.name) != value:
                    return None  # "in the fridge" is not the freezer of before
        replaced = {name for s, e, name in base.filled.spans if start <= s and e <= end}
        new = {name for (_, _, name), span in zip(read.filled.spans, spans, strict=True) if span & inner}
        known, told = base.filled.arguments, read.filled.arguments
        if not new & replaced:
            return None  # it comes on top and replaces nothing
        kept = set(known) - replaced
        apart = {name for _, _, name in base.filled.spans} - replaced
        if apart & new or any(name not in told or (told[name] != known[name] and name not in new) for name in kept):
            return None
        if set(told) - kept - new - replaced or all(known.get(name) == told.get(name) for name in new | replaced):
            return None
        definition = read.definition
        anew = self.language.articles | self.language.ones  # "and a hummus one" is not three
        kept_too = {n for n in replaced - set(told) if anew.isdisjoint(words) and self._goes_on(definition, n)}
        carried = {n: v for n, v in last.arguments.items() if (n not in known or n in kept_too) and n not in told}
        # What is said again was meant as the call had it: "at five" was five in the afternoon.
        same = {name: last.arguments[name] for name in kept if name not in new and name in last.arguments}
        arguments = {**carried, **told, **same}
        call = ToolCall(last.name, arguments, last.toolbox_id, said=text.strip())
        return self._shared_verb.with_verb(Request(call, missing(definition, arguments)), base, said)

    def _takes_times(self, definition: ToolDefinition, name: str) -> bool:
        """Whether the argument *name* is a time of day, by its type or as examples show."""
        parameter = definition.parameter(name)
        return m.TIME in self.kinds(definition.name, name) or (parameter is not None and is_time(parameter))

    def _goes_on(self, definition: ToolDefinition, name: str) -> bool:
        """Whether a value of the last request that was said beside one of another kind holds still: how many dice they
        are where only their sides are said anew, and never when something is, which may be said in several ways."""
        parameter = definition.parameter(name)
        counts = parameter is not None and parameter.param_type.lower() in NUMERIC
        return parameter is not None and counts and not is_length(parameter)


def _another_day(heard: Heard, inner: Set[int]) -> bool:
    """Whether a day is said both in the words *inner* and next to them."""
    days = [set(range(x.start, x.end)) for x in heard.mentions if x.kind == m.DATE]
    return any(day & inner for day in days) and any(day and not day & inner for day in days)


def _only_loses(call: ToolCall, last: ToolCall) -> bool:
    """Whether *call* has nothing but what the *last* one had, and not all of that."""
    kept = {name: value for name, value in last.arguments.items() if name in call.arguments}
    return len(kept) < len(last.arguments) and kept == call.arguments
