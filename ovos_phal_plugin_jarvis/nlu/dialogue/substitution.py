"""Substitution: the last call with another value for one of its arguments, or one more argument."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from typing import Any

from ovos_phal_plugin_jarvis.nlu import entities as m
from ovos_phal_plugin_jarvis.nlu.accounting import vocabulary
from ovos_phal_plugin_jarvis.nlu.candidates import Candidate
from ovos_phal_plugin_jarvis.nlu.dialogue.clock_times import seconds_of
from ovos_phal_plugin_jarvis.nlu.dialogue.ellipsis import Ellipsis
from ovos_phal_plugin_jarvis.nlu.dialogue.interpreter import Interpreter, Part, put
from ovos_phal_plugin_jarvis.nlu.dialogue.recurrence import Recurrence
from ovos_phal_plugin_jarvis.nlu.dialogue.roles import FROM, TO
from ovos_phal_plugin_jarvis.nlu.dialogue.state import Followed, Request, Unclear, differing, distinct
from ovos_phal_plugin_jarvis.nlu.dialogue.unit_before import UnitBefore
from ovos_phal_plugin_jarvis.nlu.knowledge import english_wordnet
from ovos_phal_plugin_jarvis.nlu.lang import is_content, language
from ovos_phal_plugin_jarvis.nlu.learning import values
from ovos_phal_plugin_jarvis.nlu.learning.wording import ENGLISH, base
from ovos_phal_plugin_jarvis.nlu.reading import Heard, valued, valued_places
from ovos_phal_plugin_jarvis.nlu.text import phrase_pattern, single_words, starts_of, trimmed, trimmed_right, words_of
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition, ToolParameter
from ovos_phal_plugin_jarvis.translation.values import ToolCall, things_of

MAX_FRAGMENT = 8
"""Words that a changed value may have."""
_MAX_VARIANTS = 14
"""Readings of one follow-up that are tried: each is read by the tools."""
_BEHIND = 5
"""Rank of a reading with the new words behind the earlier ones."""
_ON_TOP = 6
"""Rank of a reading that adds something which was not said before."""


_KEPT_TOGETHER = frozenset([m.DATE, m.TIME, m.DURATION])
"""Kinds of values of which none may be left where another changes what was done."""


class Substitution(Interpreter):
    """Reads a new value, with or without the words of the last request."""

    _unit = Part(UnitBefore)
    _ellipsis = Part(Ellipsis)
    _recurrence = Part(Recurrence)

    def heeded(self, found: Request, fragment: str, last: ToolCall) -> Request | None:
        """*found*, with a value that *fragment* names by another form of it; None where a word of it is in nothing.

        "and a walk of two" after a run is a walk; "two coots there" after a heron is not two herons.
        """
        definition = self._reader.trained.definitions[last.name]
        heard = self._reader.hear(fragment)
        if heard.words[1:] and heard.words[-1] in self.language.points & self.language.persons:
            return None  # "limescale remover needs to be on it" says something of the last one's thing
        # "on friday" is a day, and no "every friday" for another argument.
        days = {at for x in heard.mentions if x.kind in (m.DATE, m.TIME) for at in range(x.start, x.end)}
        stems = {self.language.stem(word) for at, word in enumerate(heard.words) if at not in days}
        arguments = dict(found.call.arguments)
        named: set[str] = set()
        for parameter in definition.parameters:
            forms = {v: {self.language.stem(w) for w in words_of(v)} for v in parameter.enum_values or ()}
            said = [value for value, form in forms.items() if form and form <= stems]
            if len(said) == 1 and arguments.get(parameter.name) != said[0]:
                if arguments.get(parameter.name) != last.arguments.get(parameter.name):
                    return None  # it has been taken for yet another
                arguments[parameter.name] = said[0]
            named.update(*(forms[value] for value in said))
        named |= {self.language.stem(word) for value in arguments.values() for word in words_of(str(value))}
        named |= vocabulary(definition, self.language).wording | vocabulary(definition, self.language).choices
        counted = valued_places(heard)
        pointing = {word for phrase in self.language.places_before for word in phrase.split()}
        told = {word for value in arguments.values() for word in words_of(str(value))}
        meant = self._reader.meant_by(last.name, heard)
        for at, word in enumerate(heard.words):
            stray = is_content(word, self.language) and at not in counted and word not in pointing
            stray = stray and (meant is heard.words or is_content(meant[at], language(ENGLISH)))
            if stray and self.language.stem(word) not in named and told.isdisjoint(meant[at].split()):
                return None
        return replace(found, call=replace(found.call, arguments=arguments))

    def compared(self, text: str, last: ToolCall, definition: ToolDefinition) -> Request | None:
        """The *last* request with one of the few values of an argument that *text* says a form of: "quieter"."""
        heard = self._reader.hear(text)
        days = {at for x in heard.mentions if x.kind == m.DATE for at in range(x.start, x.end)}
        words = [base(w, self.language) for w in heard.words if is_content(w, self.language)]
        if days and (len(days) < len(heard.words) or self._has_day(last, definition)):
            return None  # "on friday" is a day, and no "every friday"; nor is "sunday" where a day was said
        turned = self._switched(heard, definition)
        if turned is not None and last.arguments.get(turned[0]) not in (None, turned[1]):
            switched = self._completed(last, dict([turned]), f"{last.said} {text}".strip(), definition)
            return replace(switched, heard=text)
        found = [
            (p.name, value)
            for p in definition.parameters
            for value in p.enum_values or ()
            if len(words) == 1 and [base(w, self.language) for w in words_of(value)] == words
        ]
        if len(found) != 1 or last.arguments.get(found[0][0]) == found[0][1]:
            return None
        return self._completed(last, dict(found), f"{last.said} {text}".strip(), definition)

    def _has_day(self, last: ToolCall, definition: ToolDefinition) -> bool:
        """Whether the *last* call was told a day that is none of a few values."""
        for parameter in definition.parameters:
            formats = self._reader.trained.profile(definition.name, parameter.name).formats[:1]
            dated = parameter.param_type.lower() in values.TEMPORAL_LISTS
            dated = dated or any(values.kind_of(name) == m.DATE for name in formats)
            if dated and not parameter.enum_values and last.arguments.get(parameter.name) is not None:
                return True
        return False

    def _switched(self, heard: Heard, definition: ToolDefinition) -> tuple[str, bool] | None:
        """The one yes or no that *definition* takes, where *heard* is nothing but a word for it: "back off again"."""
        switches = [p for p in definition.parameters if p.required and p.param_type.lower() in ("bool", "boolean")]
        small = (
            self.language.articles | single_words(self.language, "beside") | single_words(self.language, "reversals")
        )
        said = " ".join(w for w in heard.words if w not in small)
        for names, phrases in self.language.meanings if len(switches) == 1 else ():
            if said in phrases and {"true", "false"} & names:
                return switches[0].name, "true" in names
        return None

    def opposed(self, last: ToolCall) -> Request | None:
        """ "The other way": the *last* request with the opposite of the one thing that it chose."""
        definition = self._reader.trained.definitions[last.name]
        found = [
            (parameter.name, other)
            for parameter in definition.parameters
            if (other := _opposite(parameter, last.arguments.get(parameter.name))) is not None
        ]
        return self._completed(last, dict(found), last.said, definition) if len(found) == 1 else None

    def turned(self, last: ToolCall) -> Request | None:
        """ "and back": the last request between the same two places, the other way round."""
        pairs = []
        for one in last.arguments:
            for other in last.arguments:
                ends = set(words_of(one)) & FROM, set(words_of(other)) & TO
                if all(ends) and set(words_of(one)) - FROM == set(words_of(other)) - TO:
                    pairs.append((one, other))
        if len(pairs) != 1 or not all(isinstance(last.arguments[name], str) for name in pairs[0]):
            return None
        one, other = pairs[0]
        swapped = {one: last.arguments[other], other: last.arguments[one]}
        read, heard = self._same_tool(last.said, last.name), self._reader.hear(last.said)
        places = {name: (start, end) for start, end, name in read.filled.spans} if read else {}
        said = last.said
        if one in places and other in places:
            (first, second) = sorted((places[one], places[other]))
            said = (
                f"{heard.text[: heard.tokens[first[0]].start]}{heard.said(*second)}"
                f"{heard.text[heard.tokens[first[1] - 1].end : heard.tokens[second[0]].start]}{heard.said(*first)}"
                f"{heard.text[heard.tokens[second[1] - 1].end :]}"
            )
        return Request(replace(last, arguments={**last.arguments, **swapped}, said=said))

    def added(self, text: str, last: ToolCall) -> Request | None:
        """ "on the left arm", "with max suction": the last request with one thing more, named in the tool's words."""
        heard = self._reader.hear_raw(text)
        words, language = heard.words, self.language
        if not words or len(words) > MAX_FRAGMENT or words[0] in language.question_words:
            return None
        if self._counts(heard) and any(self._is_count(value) for value in last.arguments.values()):
            return None  # "with three" after "two dice" is no third thing
        # "i need a towel" asks for one more thing, "i saw a towel" for nothing.
        wished = words[0] in language.subjects and len(words) > 1 and words[1] in language.light_words
        if words[0] in language.subjects and not wished:
            return None
        if self._opens(text) or any(word in language.verbs and is_content(word, language) for word in words):
            return None
        best = self._reader.best(text)
        # Where no tool is believed, what has just been asked for is the likeliest, though it may not look so alone.
        read = best if best is not None else self._read_as(text, last.name)
        if read is None or read.definition.name != last.name or read.account.refused:
            return None
        there = self._reader.hear(text)
        accounted = read.explained
        content = [at for at, word in enumerate(there.words) if is_content(word, language)]
        if accounted.left or not content:
            return None
        lacks = bool(read.filled.missing) and all(name in last.arguments for name in read.filled.missing)
        introduced = words[0] in language.function_words - language.articles - set(language.pronouns)
        if not introduced and not (lacks and accounted.wording):
            return None
        # What nobody said again stays: "and we need rackets" says nothing of the sport.
        stems = {language.stem(word) for word in there.words}
        unsaid = {
            p.name
            for p in read.definition.parameters
            if p.enum_values
            and p.name in last.arguments
            and not stems & {language.stem(w) for w in words_of(str(read.filled.arguments.get(p.name)))}
        }
        new = {n: v for n, v in read.filled.arguments.items() if last.arguments.get(n) != v and n not in unsaid}
        if not new or len(new) > 2 or set(new) & set(last.arguments):
            return None
        if introduced and any(self._is_led_strangely(read.definition, name, words[0]) for name in new):
            return None
        return self._completed(last, new, f"{last.said} {text}".strip(), read.definition)

    def _is_led_strangely(self, definition: ToolDefinition, name: str, lead: str) -> bool:
        """Whether *lead* stands before no value of the text *name* in examples that have some: "(what) about london"
        names no timer."""
        parameter = definition.parameter(name)
        if parameter is None or not self._is_text(definition, parameter):
            return False
        examples = self._reader.trained.aligned.get(definition.name, ())
        shown = [(e.words, span.start) for e in examples for span in e.spans if span.parameter == name]
        before = {word for words, start in shown for word in words[:start][-2:]}
        return bool(shown) and lead not in before

    def changed(
        self,
        fragment: str,
        last: ToolCall,
        *,
        told: bool = False,
        thing: bool = True,
        worst: int = 99,
        strict: bool = False,
    ) -> Followed:
        """The *last* call with what *fragment* says in place of what it said of that.

        Args:
            fragment: a value, perhaps with the word that introduces it.
            last: the call, with the words that asked for it.
            told: the user said that something shall change: where it is not clear what, say so.
            thing: it may be the thing itself that changes. "Make it purple" leaves the thing what it is.
            worst: how far-fetched a reading may be.
            strict: a second reading that is nearly as good makes it unclear: what is corrected can't be guessed.
        """
        definition = self._reader.trained.definitions.get(last.name)
        if definition is None:
            return None
        points = phrase_pattern(self.language, "pronouns")
        if points is not None and points.fullmatch(fragment.strip()):
            return Unclear(fragment) if told else None  # the "one" of "that one" counts nothing
        heard = self._reader.hear_raw(self._as_time(fragment, last))
        found = self._substituted(heard, last, definition) if last.said else []
        if not found:
            found = self._filled(heard, last, definition, told)
        found = [(rank, request) for rank, request in found if self._takes_all(heard, request.call, last)]
        if not found:
            return Unclear(fragment) if told and self._is_value(heard) else None
        if not thing:
            texts = [p for p in definition.parameters if self._is_text(definition, p) and not values.is_time(p)]
            free = {p.name for p in texts if not p.refinable}
            known = {n for n in free if self._known(definition, n, heard)}
            found = [(rank, r) for rank, r in found if not differing(last, r.call) & free - known]
            if not found:
                return Unclear(fragment) if told else None
        best = min(rank for rank, _ in found)
        leads = any(heard.words[at] not in self.language.articles for at in range(self._core(heard).start))
        if best > worst and not ((valued(heard) or leads) and best <= _ON_TOP):
            return None
        near = best + strict
        if self._counts(heard):
            # "Make that eight" after "two lanes for six people": it stands for a number that was said.
            found = [(rank, r) for rank, r in found if differing(last, r.call) <= set(last.arguments)] or found
            near = max(rank for rank, _ in found)
        calls = distinct(request for rank, request in found if rank <= near)
        if len(calls) > 1:
            refinable = {p.name for p in definition.parameters if p.refinable}
            calls = [c for c in calls if differing(last, c.call) <= refinable] or calls
        return calls[0] if len(calls) == 1 else Unclear(fragment)

    def in_parts(self, text: str, last: ToolCall) -> Request | None:
        """The *last* call with a day and a time in place of its own, where *text* says both and nothing else: "no on
        saturday at six". One of them may be what it was. None where either has no place in it."""
        heard = self._reader.hear_raw(text)
        said = self._kept_together(heard, m.NUMBER)
        definition = self._reader.trained.definitions.get(last.name)
        if definition is None or len({x.kind for x in said}) < max(2, len(said)):
            return None
        within = {at for x in said for at in range(x.start, x.end)}
        small = self.language.function_words | self.language.ones
        if any(word not in small for at, word in enumerate(heard.words) if at not in within):
            return None
        found, at, changed = Request(last), 0, set[str]()
        for value in said:
            while at < value.start and heard.words[at] in self.language.ones:
                at += 1
            if starts_of(heard.words[value.start : value.end], words_of(last.said)):
                at = value.end
                continue
            new = self._part(heard.said(at, value.end), value, found.call, definition)
            names = differing(found.call, new.call) if isinstance(new, Request) else set()
            if not isinstance(new, Request) or not names or names & changed:
                return None
            found, at, changed = new, value.end, changed | names
        return replace(found, heard=text) if changed else None

    def _part(self, part: str, value: m.Mention, call: ToolCall, definition: ToolDefinition) -> Followed:
        """*call* with the one *value* that *part* says in place of its own."""
        if value.kind == m.DATE and self._recurrence.recurs(call):
            return self._recurrence.recurring(part, call)  # what comes on weekdays is on no saturday
        # "Seven" after "half six" is no half seven.
        found = self._ellipsis.framed(part, call) if value.kind == m.NUMBER else self.compared(part, call, definition)
        return found or self.changed(part, call, told=True, thing=False, strict=True)

    def _kept_together(self, heard: Heard, *more: str) -> list[m.Mention]:
        """The days, times and lengths of time that *heard* says, and what is of the kinds *more*, in their order."""
        said = [x for x in valued(heard) if x.kind in _KEPT_TOGETHER]
        taken = {at for x in said for at in range(x.start, x.end)}
        said += [x for x in valued(heard) if x.kind in more and taken.isdisjoint(range(x.start, x.end))]
        return sorted((x for x in said if self._is_whole(x, said)), key=lambda x: x.start)

    def counts_for_things(self, call: ToolCall, last: ToolCall) -> bool:
        """Whether *call* has a number where the *last* one had the name of something, which counts nothing."""
        definition = self._reader.trained.definitions[last.name]
        texts = {p.name for p in definition.parameters if self._is_text(definition, p)}
        return any(
            any(map(self._begins_with_number, things_of(call.arguments.get(name))))
            and not any(map(self._begins_with_number, things_of(last.arguments.get(name))))
            for name in differing(last, call) & texts & set(last.arguments)
        )

    def _begins_with_number(self, thing: Any) -> bool:
        heard = self._reader.hear_raw(thing) if isinstance(thing, str) else None
        return heard is not None and any(x.kind == m.NUMBER and not x.start for x in heard.mentions)

    def _takes_all(self, heard: Heard, call: ToolCall, last: ToolCall) -> bool:
        """Whether what *call* has otherwise than the *last* one is all of the day and the time that *heard* says: of
        "an eight o'clock one for the weekend" no weekday is left, and "at six" is no length of time."""
        said = {x.kind for x in self._kept_together(heard)}
        taken = {kind for name in differing(last, call) for kind in self.kinds(call.name, name)}
        if said == {m.TIME}:
            return m.TIME in taken or not any(self._is_count(call.arguments.get(n)) for n in differing(last, call))
        if said == {m.DATE} and any(m.DATE in self.kinds(last.name, name) for name in last.arguments):
            return m.DATE in taken or not self._only_texts(differing(last, call), last)
        return len(said) < 2 or said <= taken

    def _only_texts(self, names: AbstractSet[str], last: ToolCall) -> bool:
        """Whether *names* of the *last* call's arguments are all texts: "on friday order grit" is not one on monday."""
        parameters = map(self._reader.trained.definitions[last.name].parameter, names)
        return all(p is not None and not p.enum_values and not values.is_time(p) for p in parameters)

    def _as_time(self, fragment: str, last: ToolCall) -> str:
        """*fragment* with the word before the time of the *last* request where only that makes a time of its numbers:
        "[at] half five"."""
        heard, before = self._reader.hear_raw(fragment), self._reader.hear(last.said)
        numbers = [x for x in heard.mentions if x.kind == m.NUMBER]
        if len(numbers) < 2 or any(x.kind != m.NUMBER for x in heard.mentions):
            return fragment
        for mention in before.mentions:
            if (
                mention.kind == m.TIME
                and mention.start
                and before.words[mention.start - 1] in before.lang.function_words
            ):
                said = f"{before.words[mention.start - 1]} {fragment}"
                after = self._reader.hear_raw(said)
                if any(x.kind == m.TIME and x.start <= 1 and x.end == len(after.words) for x in after.mentions):
                    return said
        return fragment

    def _counts(self, heard: Heard) -> bool:
        """Whether *heard* says a bare number and nothing of what it counts."""
        valued_so = valued_places(heard)
        beside = (word for at, word in enumerate(heard.words) if at not in valued_so)
        bare = not any(is_content(word, self.language) for word in beside)
        return bare and {x.kind for x in valued(heard)} == {m.NUMBER}

    @staticmethod
    def _is_count(value: Any) -> bool:
        return isinstance(value, int | float) and not isinstance(value, bool)

    def _known(self, definition: ToolDefinition, name: str, heard: Heard) -> bool:
        """Whether *heard* says a value that an example has for the argument *name*, or a place where it had one."""
        core = [heard.words[at] for at in self._core(heard)]
        return " ".join(core) in self._reader.trained.profile(definition.name, name).known or self.is_place(core)

    def _substituted(self, heard: Heard, last: ToolCall, definition: ToolDefinition) -> list[tuple[int, Request]]:
        before = self._reader.hear(last.said)
        base = self._same_tool(last.said, definition.name)
        core = self._core(heard)
        if not core or not before.words:
            return []
        found = []
        tried: set[str] = set()
        for rank, text in self._variants(before, base, heard, core):
            if text in tried or len(tried) >= _MAX_VARIANTS:
                continue
            tried.add(text)
            read = self._same_tool(text, definition.name)
            if read is None or not self._heeds(read, text, heard, core) or not self._keeps_numbers(text, heard, read):
                continue
            known = base.filled.arguments if base else last.arguments
            lost = set(known) - set(read.filled.arguments)
            changes = {
                n: v
                for n, v in read.filled.arguments.items()
                if (n not in known or known[n] != v) and (n not in known or self._says(read, n, heard, core))
            }
            if lost or not changes or len(changes) > 2 or not _keeps_minutes(heard, changes):
                continue
            if rank >= _BEHIND and any(_grown(known.get(n), v) for n, v in changes.items()):
                continue
            if rank >= _BEHIND and not all(self._led_as_shown(read, n) for n in changes if n not in known):
                continue  # "what about london" names no timer
            if self._names_another(heard.words[: core.start], definition, known) and set(changes) & set(known):
                continue
            if any(not self._counted(x, heard, changes) for x in heard.mentions if x.kind == m.NUMBER):
                continue
            found.append((rank + 10 * (len(changes) - 1), self._completed(last, changes, text, definition)))
        return found

    def _led_as_shown(self, read: Candidate, name: str) -> bool:
        """Whether the text *name* stands in *read* behind a word that stands before it in an example as well, where
        examples of it have such words: "called tea", "for gran"."""
        definition, words = read.definition, read.heard.words
        parameter = definition.parameter(name)
        start = next((s for s, _, told in read.filled.spans if told == name), 0)
        if parameter is None or not start or not self._is_text(definition, parameter):
            return True
        shown = {
            self._lead(example.words, span.start)
            for example in self._reader.trained.aligned.get(definition.name, ())
            for span in example.spans
            if span.parameter == name
        } - {""}
        lead = self._lead(words, start)
        return not shown or lead in shown or is_content(lead, self.language)

    def _lead(self, words: Sequence[str], start: int) -> str:
        """The word before the one at *start* that is no article; "" where there is none."""
        before = (word for word in reversed(words[:start]) if word not in self.language.articles | self.language.owners)
        return next(before, "")

    def _keeps_numbers(self, text: str, heard: Heard, read: Candidate) -> bool:
        """Whether the new numbers are still themselves in *text*, and none is made of two: "eighty sixty"."""
        after = self._reader.hear(text)
        said = [(x.kind, x.value) for x in after.mentions]
        numbers = [x for x in after.mentions if x.kind == m.NUMBER]
        numeric = {p.name for p in read.definition.parameters if p.param_type.lower() in values.NUMERIC}
        merged = any(
            name in numeric and sum(start <= x.start and x.end <= end for x in numbers) > 1
            for start, end, name in read.filled.spans
        )
        return not merged and all((x.kind, x.value) in said for x in heard.mentions if x.kind == m.NUMBER)

    def _says(self, read: Candidate, name: str, heard: Heard, core: range) -> bool:
        """Whether the new words say the argument *name*; where they don't, it stays what it was."""
        parameter = read.definition.parameter(name)
        if parameter is None or not (parameter.enum_values or parameter.param_type.lower() in ("bool", "boolean")):
            return True
        if any(span == name for _, _, span in read.filled.spans):
            return True
        said = {self.language.stem(heard.words[at]) for at in core}
        told = {self.language.stem(word) for word in words_of(str(read.filled.arguments[name]))}
        return bool(said & told) or self._chosen(read.definition, parameter, heard) == read.filled.arguments[name]

    def _counted(self, number: m.Mention, heard: Heard, changes: Mapping[str, Any]) -> bool:
        """Whether *number* went into one of *changes*: into a number, a time or a text that holds it."""
        within = any(x is not number and x.start <= number.start and number.end <= x.end for x in heard.mentions)
        words = set(heard.words[number.start : number.end])
        return (
            within
            or any(not isinstance(v, str) or words <= set(words_of(v)) for v in changes.values())
            or any(any(map(str.isdigit, v)) for v in changes.values() if isinstance(v, str))
        )

    def _heeds(self, read: Candidate, text: str, heard: Heard, core: range) -> bool:
        """Whether each word of the new value says something to the tool."""
        after = self._reader.hear(text)
        new = [heard.words[at] for at in core]
        for at in starts_of(new, after.words):
            content = [i for i in range(at, at + len(new)) if is_content(after.words[i], self.language)]
            accounted = read.explained
            if not set(content) & set(accounted.left) and not set(content) <= accounted.wording:
                return True
        return False

    def _allowed(self, base: Candidate | None, name: str, heard: Heard, core: range) -> bool:
        """Whether the new words are one of the values that the argument *name* is known to take."""
        parameter = base.definition.parameter(name) if base else None
        if base is None or parameter is None:
            return False
        said = [heard.words[at] for at in core]
        profile = self._reader.trained.profile(base.definition.name, name)
        taken = (*(parameter.enum_values or ()), *profile.known, *profile.implied)
        return any(words_of(str(value)) == said for value in taken)

    def _variants(self, before: Heard, base: Candidate | None, heard: Heard, core: range) -> Iterator[tuple[int, str]]:
        """The earlier words with the new ones in place of a part, and how far-fetched that is."""
        new = heard.said(core.start, core.stop)
        lead = heard.words[: core.start]
        kinds = {x.kind for x in valued(heard) if x.start <= core.start and x.end >= core.stop}
        spans = [*(base.filled.spans if base else ()), *self._literal(before, base)]
        places: list[tuple[int, int, int]] = []
        # "at seven" is the time that was said, not a number in it.
        exact = kinds - {m.NUMBER, m.ORDINAL}
        kinds = exact if any(x.kind in exact for x in valued(before)) else kinds
        # "Acht" for "halb sieben" is no "halb acht".
        clocks = [x for x in valued(before) if x.kind == m.TIME and (_numbers_in(x, before) > 1 or x.value.minute)]
        for mention in valued(before):
            if any(x.start <= mention.start and mention.end <= x.end for x in clocks if x is not mention):
                continue  # "seven" after "ten to seven" is an hour
            if mention.kind in kinds or (mention in clocks and m.NUMBER in kinds):
                places.append(
                    (
                        0 if self._is_whole(mention, valued(before)) or m.NUMBER in kinds else 1,
                        mention.start,
                        mention.end,
                    )
                )
        if not places or kinds <= {m.NUMBER, m.ORDINAL}:
            typed = {(x.start, x.end) for x in valued(before)}
            texts = [(s, e) for s, e, _ in spans if (s, e) not in typed and not kinds]
            alike = {place: likeness(before.words[place[1] - 1], heard.words[core.stop - 1]) for place in texts}
            likest = [p for p in texts if alike[p] > 0.5 and all(alike[o] < 0.2 for o in texts if o != p)]
            # "The side door" is another door than "the door", whatever else was said.
            same = [p for p in texts if before.words[p[1] - 1] == heard.words[core.stop - 1]]
            likest = same if len(same) == 1 else likest
            # "spanish" is a value of the target language, whatever else it might be.
            likest = [(s, e) for s, e, name in spans if self._allowed(base, name, heard, core)] or likest
            for start, end in texts:
                apart = 0 if (start, end) in (likest or texts) else 3
                places.append((1 + apart, start, end))
        places = [] if base and self._names_another(lead, base.definition, base.filled.arguments) else places
        for rank, start, end in places:
            leading = start
            while leading and before.words[leading - 1] in self.language.function_words:
                leading -= 1
            introduced = before.words[leading:start]
            articles = self.language.articles | self.language.demonstratives
            telling = [word for word in lead if word not in articles]
            if set(telling) & set(introduced):
                yield rank, put(before, start, end, new)
            elif telling and set(introduced) - articles:
                yield rank + 2, put(before, start, end, new)
                yield rank + 3, put(before, leading, end, heard.text)
            elif telling:
                yield rank + 7, put(before, start, end, new)
            else:
                # "and eggs" after "add milk to the shopping list" is what is added, not the list.
                yield rank + bool(set(introduced) - articles), put(before, start, end, new)
        # Nothing of that kind was said before: it comes on top.
        yield _BEHIND, f"{trimmed_right(before.text)} {trimmed(heard.text)}"
        if valued(heard) and lead:
            yield _ON_TOP, f"{trimmed_right(before.text)} {new}"

    def _filled(
        self, heard: Heard, last: ToolCall, definition: ToolDefinition, told: bool
    ) -> list[tuple[int, Request]]:
        """The last call with one argument made from *heard* by itself, where its words are not known any more."""
        found = []
        core = self._core(heard)
        rest = heard.said(core.start, core.stop) if core else heard.text
        texts = [
            p.name
            for p in definition.parameters
            if isinstance(last.arguments.get(p.name), str) and not p.enum_values and not self.typed(definition, p)
        ]
        if self._names_another(heard.words[: core.start], definition, last.arguments):
            texts = []
        meant = valued_places(heard)
        beside = [w for at, w in enumerate(heard.words) if at not in meant and is_content(w, self.language)]
        for parameter in definition.parameters:
            own = {*words_of(f"{parameter.name} {parameter.description}")}
            if self.typed(definition, parameter) and set(beside) - own:
                continue  # "the living room 21" says more than a number
            if values.is_time(parameter) and not values.says_time(parameter, heard.mentions):
                continue
            if parameter.enum_values and valued(heard):
                continue  # "three yoghurts in the fridge" says more than where
            if self.typed(definition, parameter) or parameter.enum_values:
                value = self._value(definition, parameter, heard, rest)
                value = self._unit.counted(definition, parameter, heard, last, value)
            elif (
                told
                and texts == [parameter.name]
                and not valued(heard)
                and core
                and not self._explains_itself(heard)
                and not self._like_a_choice(heard.words[core.stop - 1], last, definition, parameter.name)
            ):
                value = trimmed(rest) or None
            else:
                continue
            if value is not None and value != last.arguments.get(parameter.name):
                rank = (0 if parameter.refinable else 2) + (0 if parameter.name in last.arguments else 1)
                said = f"{last.said} {heard.text}".strip()
                found.append((rank, self._completed(last, {parameter.name: value}, said, definition)))
        return found

    def _like_a_choice(self, word: str, last: ToolCall, definition: ToolDefinition, name: str) -> bool:
        """Whether *word* is more like one of the few values that *last* chose from than like its text *name* beside
        them: "cash" after "crisps by card", where nothing takes cash."""
        thing = max((likeness(said, word) for said in words_of(last.arguments[name])), default=0.0)
        choices = (p.enum_values or () for p in definition.parameters if isinstance(last.arguments.get(p.name), str))
        return any(likeness(value, word) > thing for value in itertools.chain(*choices))

    def _explains_itself(self, heard: Heard) -> bool:
        return self._reader.best(heard.text) is not None


def _opposite(parameter: ToolParameter, now: Any) -> Any:
    """The value of *parameter* that is the opposite of *now*; None where there is none, or not only one."""
    if isinstance(now, bool):
        return not now if parameter.required else None
    opposed = [
        side
        for pair in language("en").opposites
        for one, side in (pair, pair[::-1])
        if isinstance(now, str) and {now, *words_of(now)} & one
    ]
    named = [v for v in parameter.enum_values or () if v != now and any({v, *words_of(v)} & side for side in opposed)]
    return named[0] if len(named) == 1 else None


def _keeps_minutes(heard: Heard, changes: Mapping[str, Any]) -> bool:
    """Whether no new time in *changes* has other minutes than the one that *heard* says: "half five" is no five."""
    said = {x.value.minute for x in heard.mentions if x.kind == m.TIME}
    times = [value for value in changes.values() if seconds_of(value) is not None]
    return not said or all(int(value[3:5]) in said for value in times)


def _numbers_in(mention: m.Mention, heard: Heard) -> int:
    return sum(x.kind == m.NUMBER and mention.start <= x.start and x.end <= mention.end for x in heard.mentions)


def _grown(old: Any, new: Any) -> bool:
    """Whether a text was only added to: "anna hannah" for "anna" is no other value."""
    if not (isinstance(old, str) and isinstance(new, str)) or old == new:
        return False
    words, more = words_of(old), words_of(new)
    return bool(words) and len(more) > len(words) and words in (more[: len(words)], more[-len(words) :])


def likeness(one: str, other: str) -> float:
    """How much of what two words stand for is of one kind, 0 to 1: "french" and "italian"."""
    net = english_wordnet()
    if net is None:
        return 0.0
    fields = dict(net.fields(other))
    return sum(min(share, fields.get(name, 0.0)) for name, share in net.fields(one))
