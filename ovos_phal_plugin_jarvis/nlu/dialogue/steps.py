"""Comparison: the last call with one quantity changed by a step ("louder", "two more minutes")."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

from ovos_phal_plugin_jarvis.nlu.dialogue.interpreter import Interpreter, Part, put
from ovos_phal_plugin_jarvis.nlu.dialogue.revision import LESS, MORE
from ovos_phal_plugin_jarvis.nlu.dialogue.roles import related, step_of
from ovos_phal_plugin_jarvis.nlu.dialogue.state import Followed, Request, Unclear, missing
from ovos_phal_plugin_jarvis.nlu.dialogue.unit_before import UnitBefore
from ovos_phal_plugin_jarvis.nlu.entities import DURATION, NUMBER, TIME, Mention
from ovos_phal_plugin_jarvis.nlu.lang import is_content, language
from ovos_phal_plugin_jarvis.nlu.learning import values
from ovos_phal_plugin_jarvis.nlu.learning.values import bounds
from ovos_phal_plugin_jarvis.nlu.reading import Heard, valued, valued_places
from ovos_phal_plugin_jarvis.nlu.text import phrase_pattern, single_words, trimmed, words_of
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition, ToolParameter
from ovos_phal_plugin_jarvis.translation.values import ToolCall

_MAX_FURTHER = 5
"""Words of "just a little bit more"."""


class Steps(Interpreter):
    """Reads words of comparison."""

    _unit = Part(UnitBefore)

    def turned(self, last: ToolCall) -> Request | None:
        """The *last* call the other way, where one of its choices is a direction."""
        directions = self._directions(last)
        if len(directions) != 1 or len(directions[0][1]) != 1:
            return None
        name, others = directions[0]
        return self._other_way(last, name, others[0])

    def _other_way(self, last: ToolCall, name: str, way: Any) -> Request:
        """The *last* call with *way* for its direction *name*, which no word has to say."""
        found = self._completed(last, {name: way}, last.said, self._reader.trained.definitions[last.name])
        return replace(found, call=replace(found.call, implied=frozenset([name])))

    def compared(self, word: str, last: ToolCall) -> Followed:
        """What *word*, a comparison, asks for after the *last* call, where it is of the quantity that this is for."""
        definition = self._reader.trained.definitions[last.name]
        if not word or not self._compares(word, definition):
            return None
        return self.further(word, last) or self.stepped(word, last) or self._by_another(word, definition)

    def _by_another(self, word: str, before: ToolDefinition) -> Request | None:
        """The call of the tool that takes the quantity which *before* sets one way or the other, as *word* says."""
        way = 1 if word in self.language.more else -1
        found = [
            ToolCall(
                definition.name,
                {parameter.name: value},
                definition.toolbox_id,
                said=word,
                implied=frozenset([parameter.name]),
            )
            for definition in self._reader.trained.definitions.values()
            for parameter in definition.parameters
            for value in parameter.enum_values or ()
            if definition.toolbox_id == before.toolbox_id
            and related(definition, before)
            and parameter.required
            and self._compares(word, definition)
            and _direction(value) == way
        ]
        whole = len(found) == 1 and not missing(self._reader.trained.definitions[found[0].name], found[0].arguments)
        return Request(found[0]) if whole else None

    def fully(self, text: str, last: ToolCall) -> Request | None:
        """ "All the way": as much as there can be of what the *last* call changed or set, or as little, where that was
        turned down or *text* says so; as a call of the tool that sets it."""
        pattern = phrase_pattern(self.language, "fully")
        rest = trimmed(text)
        found = pattern.match(rest) if pattern is not None else None
        ways = [word for word in words_of(rest[found.end() :]) if word not in self.language.beside] if found else []
        if found is None or len(ways) > 1 or not set(ways) <= self.language.more | self.language.less:
            return None
        definitions = self._reader.trained.definitions
        before = definitions[last.name]
        told = (1 if ways[0] in self.language.more else -1) if ways else 0
        way = told or sum(_direction(last.arguments.get(name)) for name, _ in self._directions(last))
        levels = [
            (d, p)
            for d in definitions.values()
            for p in d.parameters
            if (d is before or (d.toolbox_id == before.toolbox_id and related(d, before)))
            and p.required
            and self._is_level(d, p)
        ]
        if len(levels) != 1 or not way:
            return None
        definition, level = levels[0]
        limits = bounds(level)
        assert limits is not None
        own = {p.name for p in definition.parameters}
        kept = {n: v for n, v in last.arguments.items() if n in own}
        arguments = {**kept, level.name: values.cast(limits[way > 0], level)}
        if missing(definition, arguments) or arguments == dict(last.arguments):
            return None
        said = f"{last.said} {text}"
        return Request(ToolCall(definition.name, arguments, definition.toolbox_id, said=said, spelt_out=True))

    def _is_level(self, definition: ToolDefinition, parameter: ToolParameter) -> bool:
        """Whether *parameter* is a quantity that has a least and a most, and that people compare."""
        own = {*words_of(definition.name), *words_of(parameter.name), *words_of(parameter.description)}
        numeric = parameter.param_type.lower() in values.NUMERIC and bounds(parameter) is not None
        return numeric and any(own & names for names, _ in self.language.dimensions)

    def _directions(self, last: ToolCall) -> list[tuple[str, list[Any]]]:
        """The arguments of the *last* call that are a direction, each with the choices of the other one."""
        return [
            (parameter.name, [value for value in parameter.enum_values or () if _direction(value) == -now])
            for parameter in self._reader.trained.definitions[last.name].parameters
            if (now := _direction(last.arguments.get(parameter.name)))
        ]

    def further(self, text: str, last: ToolCall) -> Followed:
        """ "a bit more" after "turn it up": the *last* call again, where one of its choices is a direction; "a bit
        less" the other way."""
        language = self.language
        directions = self._directions(last)
        words = self._reader.hear(self._markers.without_beside(text)).words
        turning = set(words) & set(language.reversals)
        small = self._small | self._turning(words)
        again = self.by_so_much(text, last)
        if again is not None:
            return again
        telling = [word for word in words if word not in small]
        if len(telling) > 1:  # "down some more" goes on downwards
            telling = [word for word in telling if word not in language.further] or telling
        degree = any(word in language.degree_words for word in words)
        if len(directions) != 1 or len(words) > _MAX_FURTHER:
            return None
        name, others = directions[0]
        definition = self._reader.trained.definitions[last.name]
        if not telling and degree and turning:  # "back a bit"
            return self._other_way(last, name, others[0]) if len(others) == 1 else None
        if len(telling) == 1 and telling[0] in language.further or (not telling and degree):
            return Request(last)
        # "Go back down" turns, whatever the quantity is.
        compared = len(telling) == 1 and (
            self._compares(telling[0], definition)
            or (
                (turning or self._names_way(telling[0], definition, name))
                and telling[0] in language.more | language.less
            )
        )
        if compared:
            way = 1 if telling[0] in language.more else -1
            if way == _direction(last.arguments[name]):
                return Request(last)
            return self._other_way(last, name, others[0]) if len(others) == 1 else None
        if len(telling) != 1 or telling[0] not in language.fewer:
            return None
        if _direction(last.arguments[name]) < 0 or len(others) != 1:
            return Unclear(text)  # less of "quieter" may be either
        return self._other_way(last, name, others[0])

    def _turning(self, words: Sequence[str]) -> frozenset[str]:
        """The words of a way back in *words*, and verbs beside them that say nothing else: "go back [up]"."""
        turning = frozenset(words) & frozenset(self.language.reversals)
        return turning | (self.language.light_words & self.language.verbs) if turning else turning

    @cached_property
    def _small(self) -> frozenset[str]:
        """What stands beside a step and says nothing of it."""
        spoken = self.language
        small = spoken.articles | spoken.degree_words | spoken.ones | {*spoken.beside, *spoken.particles}
        return small | spoken.steps | spoken.other_ones | single_words(spoken, "sounds")  # "otro poco"

    @staticmethod
    def _names_way(word: str, definition: ToolDefinition, name: str) -> bool:
        """Whether *word* is one of the choices of the direction *name*: "down some more"."""
        parameter = definition.parameter(name)
        return parameter is not None and word in (parameter.enum_values or ())

    def by_so_much(self, text: str, last: ToolCall) -> Followed:
        """ "another ten", "twenty more" after "turn it up by ten": as far again, and not as much more; "one more" after
        "add two minutes" is one minute; "a minute less", "back up ten" after it was turned down, go the other way. None
        where the *last* call has no direction."""
        directions = self._directions(last)
        if len(directions) != 1:
            return None
        definition, heard = self._reader.trained.definitions[last.name], self._reader.hear_raw(text)
        every = valued(heard)
        within = (x for x in every for y in every if x != y and y.start <= x.start and x.end <= y.end)
        said = len(every) - len({(x.start, x.end, x.kind) for x in within})  # "thirty" of "thirty percent" is no other
        amounts = [p for p in definition.parameters if p.param_type.lower() in values.NUMERIC]
        spoken = self.language
        ways = spoken.more | spoken.less
        on = spoken.further | spoken.other_ones | spoken.fewer | ways
        beside = valued_places(heard) | self._bounding(heard)
        around = [word for at, word in enumerate(heard.words) if at not in beside]
        small = self._small | self._turning(around)
        if said != 1 or len(amounts) != 1 or not on & set(around) or not set(around) <= on | small:
            return None
        if any(self._compares(word, definition) for word in around):
            return None  # "ten louder" says which way
        number = next((x for x in every if x.kind == NUMBER), None)
        bare = number is not None and number.value == 1 and {x.kind for x in every} == {NUMBER}
        if bare and not self._is_length(definition, amounts[0]):
            return None  # "one more" after ten percent is ten more
        by = self._value(definition, amounts[0], heard, text)
        by = self._unit.counted(definition, amounts[0], heard, last, by)
        if by is None:
            return None
        found = self._with_amount(last, amounts[0].name, by, every, heard)
        name, others = directions[0]
        told = set(around) & ways - spoken.further - spoken.fewer  # "up", and neither "more" nor "less"
        now = _direction(last.arguments[name])
        against = not told <= (spoken.more if now > 0 else spoken.less)  # "up ten" after it was turned down
        if not against and (told or spoken.fewer.isdisjoint(around)):
            return found
        if (not told and now < 0) or len(others) != 1:
            return Unclear(text)  # less of what was taken off may be either
        call = replace(found.call, arguments={**found.call.arguments, name: others[0]}, said=text, spelt_out=False)
        return Request(replace(call, implied=frozenset([name])))

    def _with_amount(self, last: ToolCall, name: str, by: Any, said: Sequence[Mention], heard: Heard) -> Request:
        """The *last* call with the amount *by* for its own, in its words where these say one of the same kind."""
        before, numbers = self._reader.hear(last.said), [x for x in said if x.kind == NUMBER]
        places = [x for x in before.mentions if x.kind == NUMBER and self._counts_alone(x, before)]
        definition = self._reader.trained.definitions[last.name]
        if len(places) != 1 or len(numbers) != 1:
            return self._completed(last, {name: by}, f"{last.said} {heard.text}", definition)
        spelt = put(before, places[0].start, places[0].end, heard.said(numbers[0].start, numbers[0].end))
        found = self._completed(last, {name: by}, spelt, definition)
        return replace(found, call=replace(found.call, spelt_out=True))

    def _counts_alone(self, number: Mention, heard: Heard) -> bool:
        """Whether *number* is no part of a larger number or of a time."""
        others = [x for x in heard.mentions if x.kind in (NUMBER, TIME)]
        return self._is_whole(number, others)

    def asks_step(self, words: Sequence[str]) -> bool:
        """Whether *words* behind a verb say one way and nothing else: "[go] back down a bit"."""
        language = self.language
        small = language.articles | language.degree_words | language.steps | {*language.beside, *language.reversals}
        telling = [word for word in words if word not in small]
        return len(telling) == 1 and telling[0] in language.more | language.less

    def _compares(self, word: str, definition: ToolDefinition) -> bool:
        """Whether *word* is a comparison of the quantity that *definition* is for: "darker" of a brightness."""
        own = {*words_of(definition.name), *words_of(definition.description)}
        own |= {each for p in definition.parameters for each in words_of(f"{p.name} {p.description}")}
        return any(word in words and own & names for names, words in self.language.dimensions)

    def stepped(self, text: str, last: ToolCall) -> Request | None:
        """ "louder", "a bit warmer", "two more minutes": the last call with one quantity changed by a step."""
        definition = self._reader.trained.definitions[last.name]
        heard = self._reader.hear_raw(text)
        mentioned = valued_places(heard)
        more = {at for at, word in enumerate(heard.words) if word in self.language.more}
        less = {at for at, word in enumerate(heard.words) if word in self.language.less}
        if bool(more) == bool(less):
            return None
        own = {
            word
            for p in definition.parameters
            if p.refinable or bounds(p)
            for word in words_of(f"{p.name} {p.description}")
        }
        for at, word in enumerate(heard.words):
            if at in more | less | mentioned or word in self.language.degree_words or word in own:
                continue
            if is_content(word, self.language):
                return None
        steps = []
        said = {heard.words[at] for at in more | less}
        for parameter in definition.parameters:
            now = last.arguments.get(parameter.name)
            if (
                isinstance(now, bool)
                or not isinstance(now, int | float)
                or not (parameter.refinable or bounds(parameter) or self._dimension(parameter, said))
            ):
                continue
            if self._becomes(heard) and self._is_length(definition, parameter):
                continue  # "no longer than seven", of which neither the unit nor the way is told
            amount = self._value(definition, parameter, heard, text) if valued(heard) else step_of(parameter)
            if amount is None or not self._measures(parameter, said):
                continue
            low, high = bounds(parameter) or (None, None)
            value = amount if self._becomes(heard) else now + (amount if more else -amount)
            value = value if low is None else max(low, value)
            value = value if high is None else min(high, value)
            steps.append((parameter.name, values.cast(value, parameter)))
        if len(steps) != 1 or steps[0][1] is None:
            return None
        words = f"{last.said} {text}" if mentioned else last.said
        return self._completed(last, dict(steps), words, definition)

    def _is_length(self, definition: ToolDefinition, parameter: ToolParameter) -> bool:
        """Whether *parameter* is made from lengths of time."""
        formats = self._reader.trained.profile(definition.name, parameter.name).formats
        return bool(formats) and values.kind_of(formats[0]) == DURATION

    def _becomes(self, heard: Heard) -> bool:
        """Whether the number in *heard* is what the quantity becomes ("raise it to 40"), and not by how much it is
        changed ("raise it by 10", "ten more")."""
        starts = [x.start for x in valued(heard)]
        before = heard.words[starts[0] - 1] if starts and starts[0] else ""
        if starts and self.language.amounts & set(heard.words[max(0, starts[0] - 3) : starts[0]]):
            return False  # "by about ten", "by more than ten"
        small = self.language.function_words - self.language.articles - self.language.persons
        return (
            before
            in small - set(self.language.pronouns) - self.language.amounts - self.language.more - self.language.less
        )

    def _dimension(self, parameter: ToolParameter, said: set[str]) -> bool:
        """Whether words that are of one quantity only name the one that *parameter* is."""
        own = set(words_of(parameter.name))
        return any(said & words and own & names for names, words in self.language.dimensions)

    def _measures(self, parameter: ToolParameter, said: set[str]) -> bool:
        """Whether the words of comparison *said* may be about *parameter*: "louder" is of no brightness."""
        own = set(words_of(f"{parameter.name} {parameter.description}"))
        return all(own & names for names, words in self.language.dimensions if said & words)


def _direction(value: Any) -> int:
    """1 for a choice that is more, -1 for one that is less, 0 for others. Choices are English in every language."""
    if not isinstance(value, str):
        return 0
    if value in MORE | LESS:
        return 1 if value in MORE else -1
    for one, other in language("en").opposites:
        if {*one, *other} >= {"more", "less"}:
            return ((value in one) - (value in other)) * (1 if "more" in one else -1)
    return 0
