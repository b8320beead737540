"""What all readings of a follow-up share: how the tools read its words, and the values in them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Generic, TypeVar

from ovos_phal_plugin_jarvis.nlu import entities as m
from ovos_phal_plugin_jarvis.nlu.bounds import bounds_of
from ovos_phal_plugin_jarvis.nlu.candidates import Candidate
from ovos_phal_plugin_jarvis.nlu.dialogue.markers import Markers, fold
from ovos_phal_plugin_jarvis.nlu.dialogue.state import Request, missing
from ovos_phal_plugin_jarvis.nlu.entities.places import find_places
from ovos_phal_plugin_jarvis.nlu.lang import Language, is_content, language, yes_or_no
from ovos_phal_plugin_jarvis.nlu.learning import values
from ovos_phal_plugin_jarvis.nlu.learning.choices import Choice
from ovos_phal_plugin_jarvis.nlu.reader import Reader
from ovos_phal_plugin_jarvis.nlu.reading import Heard, valued
from ovos_phal_plugin_jarvis.nlu.text import phrase_pattern, single_words, starts_of, words_of
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition, ToolParameter
from ovos_phal_plugin_jarvis.translation.values import ToolCall

_AROUND = ("changes", "beside", "politeness", "particles", "fillers", "pronouns", "noes", "repeats")
"""Tables of words that stand around a value and say nothing of it."""
_MOST_NAMED = 4
"""Words of a name in which nobody does anything."""
SAME_TOOL = 0.2
"""Confidence from which the earlier request with new words in it is still believed to be for its tool."""


Reading = TypeVar("Reading", bound="Interpreter")


class Part(Generic[Reading]):
    """Another interpreter that one asks, made when it is first asked: most utterances are no follow-up at all."""

    def __init__(self, kind: type[Reading]) -> None:
        self._kind = kind

    def __set_name__(self, owner: type[Interpreter], name: str) -> None:
        self._name = name

    def __get__(self, asking: Interpreter, owner: type[Interpreter]) -> Reading:
        found = self._kind(asking._reader, asking._lang)
        asking.__dict__[self._name] = found  # which is found before this the next time
        return found


class Interpreter:
    """Reads words with the tools of one reader."""

    def __init__(self, reader: Reader, lang: str) -> None:
        """
        Args:
            reader: reads whole requests.
            lang: BCP-47 tag of what is said.
        """
        self._reader = reader
        self._lang = lang
        self.language: Language = language(lang)
        self._markers = Markers(self.language)

    @property
    def telling(self) -> frozenset[str]:
        """Words with which somebody tells or asks something."""
        spoken = self.language
        return spoken.subjects | spoken.states | spoken.auxiliaries | spoken.question_words

    def is_small(self, words: Sequence[str]) -> bool:
        """Whether *words*, beside a value, say nothing but that it is wanted: "make it … please", never "it was …"."""
        spoken = self.language
        around = phrase_pattern(spoken, *_AROUND)
        rest = words_of(around.sub(" ", " ".join(words))) if around is not None else list(words)
        small = spoken.function_words | spoken.light_words | spoken.amounts | spoken.degree_words
        return all(word in small - self.telling for word in rest)

    def _asks_whole(self, text: str) -> bool:
        """Whether *text* is a question with a subject, rather than a value: "how big is it"."""
        words = self._reader.raw_words(text)
        return bool(words) and words[0] in self.language.question_words and not self.language.persons.isdisjoint(words)

    def _commands(self, text: str) -> bool:
        """Whether *text* begins with a verb for what shall be done: "cancel the ham sandwich" is no sandwich."""
        words = self._reader.raw_words(text)
        known = is_content(words[0], self.language) if words else False
        if len(words) < 2 or not (known or words[0] in self.language.telling):
            return False
        if any(not x.start and x.end > 1 for x in valued(self._reader.hear_raw(text))):
            return False  # "next friday" is a day
        taught = words[0] in self._reader.trained.openers and any(
            words[0] in said for names, said in self.language.meanings if len(names) > 1
        )
        return words[0] in self.language.verbs or taught

    def _orders(self, text: str) -> bool:
        """Whether *text* is a whole request with a verb of its own, and points to nothing."""
        best = self._reader.best(text)
        words = self._reader.raw_words(text)
        return (
            best is not None
            and not best.filled.missing
            and bool(words)
            and (words[0] in self.language.verbs or words[0] in self._reader.trained.openers)
            and is_content(words[0], self.language)
            and not {*self.language.pronouns, *self.language.ones} & set(words)
        )

    def _opens(self, text: str) -> bool:
        first = self._reader.raw_words(text)[:1]
        return bool(first) and first[0] in self._reader.trained.openers

    def _introduced(self, text: str) -> bool:
        heard = self._reader.hear_raw(text)
        core = self._core(heard)
        if not heard.words or not core or heard.words[0] in self.language.question_words | self.language.subjects:
            return False
        dates = [x for x in heard.mentions if x.kind == m.DATE]
        return 0 < core.start <= 2 or any(x.start <= core.start and x.end >= core.stop for x in dates)

    def _read_as(self, text: str, name: str) -> Candidate | None:
        return next((read for read in self._reader.candidates(text) if read.definition.name == name), None)

    def _alone(self, text: str) -> Candidate | None:
        """The tool that *text* asks for by words of its own, not by values alone."""
        best = self._reader.best(text)
        if best is None:
            return None
        accounted = best.explained
        return best if accounted.wording and not accounted.left else None

    def _is_text(self, definition: ToolDefinition, parameter: ToolParameter) -> bool:
        return not parameter.enum_values and not self.typed(definition, parameter)

    def tells_of_somebody(self, words: Sequence[str]) -> bool:
        """Whether somebody does something in the middle of *words*, which name nothing then: "light till ten when we
        were up north"."""
        subjects = self.language.subjects - self.language.points
        return len(words) > _MOST_NAMED and not subjects.isdisjoint(words[1:-1])

    def is_place(self, words: Sequence[str]) -> bool:
        """Whether *words* are the name of a place that is known."""
        return bool(words) and (0, len(words)) in find_places(words, self._lang)

    def _bounding(self, heard: Heard) -> set[int]:
        """The words of *heard* that deny more or less than something: "no more than seven" asks for no more of it."""
        denied = (x for x in bounds_of(heard) if heard.words[x.start] in self.language.negations)
        return {at for bound in denied for at in range(bound.start, bound.end)}

    def _is_value(self, heard: Heard) -> bool:
        """Whether *heard* is a few words that name something, rather than talk."""
        content = [word for word in heard.words if is_content(word, self.language)]
        return bool(valued(heard)) or 0 < len(content) <= 3

    def _completed(self, last: ToolCall, changes: Mapping[str, Any], said: str, definition: ToolDefinition) -> Request:
        arguments = {**last.arguments, **changes}
        return Request(ToolCall(last.name, arguments, last.toolbox_id, said=said), missing(definition, arguments))

    @staticmethod
    def _names_another(lead: Sequence[str], definition: ToolDefinition, known: Mapping[str, Any]) -> bool:
        """Whether one of the words *lead* before a value is in the name of an argument that is not *known* yet: "from
        new york" is told of that one, and is no other place to go to."""
        free = [p.name for p in definition.parameters if p.name not in known]
        return not {word for name in free for word in words_of(name)}.isdisjoint(lead)

    def _same_tool(self, text: str, name: str) -> Candidate | None:
        found = self._reader.candidates(text)
        if not found or found[0].definition.name != name or found[0].account.refused or found[0].confidence < SAME_TOOL:
            return None
        return found[0]

    def _literal(self, before: Heard, base: Candidate | None) -> Iterator[tuple[int, int, str]]:
        """Places of values that stand in the words although no span says so: those of a choice."""
        known = {name for _, _, name in base.filled.spans} if base else set()
        for name, value in base.filled.arguments.items() if base else ():
            words = words_of(value) if isinstance(value, str) and name not in known else []
            for at in starts_of(words, before.words)[:1]:
                yield at, at + len(words), name

    def _core(self, heard: Heard) -> range:
        """The words of a fragment that are the value: without what introduces it."""
        starts = {x.start for x in heard.mentions}
        start = 0
        while start < len(heard.words) and start not in starts and heard.words[start] in self.language.function_words:
            start += 1
        ends = {x.end for x in heard.mentions}
        end = len(heard.words)
        while end > start + 1 and end not in ends and heard.words[end - 1] in self.language.function_words:
            end -= 1
        return range(start, end)

    @staticmethod
    def _is_whole(mention: m.Mention, others: Sequence[m.Mention]) -> bool:
        return not any(
            x.start <= mention.start and x.end >= mention.end and (x.end - x.start) > (mention.end - mention.start)
            for x in others
        )

    def typed(self, definition: ToolDefinition, parameter: ToolParameter) -> bool:
        """Whether *parameter* takes numbers, lengths, times or dates."""
        return (
            self._reader.trained.profile(definition.name, parameter.name).typed
            or parameter.param_type.lower() in values.NUMERIC
            or parameter.param_type.lower() in values.TEMPORAL_LISTS
        )

    def kinds(self, tool: str, name: str) -> set[str | None]:
        """The kinds of mention that the argument *name* of *tool* is made from, as far as examples show."""
        return {values.kind_of(each) for each in self._reader.trained.profile(tool, name).formats}

    def _value(self, definition: ToolDefinition, parameter: ToolParameter, heard: Heard, text: str) -> Any:
        kind = parameter.param_type.lower()
        if values.is_time(parameter) and not values.says_time(parameter, heard.mentions):
            return None
        if kind in ("bool", "boolean"):
            answered = yes_or_no(text, self._lang)
            return answered if answered is not None else Choice(parameter, (), (), heard.lang).pick(heard, set())[0]
        if parameter.enum_values:
            return self._chosen(definition, parameter, heard)
        if kind in values.TEMPORAL_LISTS:
            return [key for x in heard.mentions if x.kind == m.DATE for key in x.value.values()] or None
        profile = self._reader.trained.profile(definition.name, parameter.name)
        if profile.typed or kind in values.NUMERIC:
            return values.convert(profile.formats, heard.text, heard.mentions, parameter, heard.now)
        value = values.convert(profile.formats, text, (), parameter, heard.now) if text else None
        # An author's tool that is not learned yet may show no lists.
        return [value] if isinstance(value, str) and parameter.lists_names else value

    def _chosen(self, definition: ToolDefinition, parameter: ToolParameter, heard: Heard) -> Any:
        """The value of an enumeration that *heard* names."""
        said = {self.language.stem(word) for word in heard.words}
        named = [
            value
            for value in parameter.enum_values or ()
            if (words := words_of(value)) and all(self.language.stem(word) in said for word in words)
        ]
        if named:
            return max(named, key=len)
        picked = Choice(parameter, (), (*definition.rules, parameter.description), heard.lang).pick(heard, set())[0]
        return picked if picked is not None else self._reader.chosen_in_english(definition.name, parameter.name, heard)

    def _asks(self, text: str) -> bool:
        """Whether *text* is a question, by itself or behind "tell me"."""
        firsts = [heard.words[0] for heard in (self._reader.hear_raw(text), self._reader.hear(text)) if heard.words]
        return any(first in self.language.question_words for first in firsts)

    def inquires(self, text: str) -> bool:
        """Whether *text* wants to be told something, by what it begins with ("a qué hora cierra") or ends with ("il
        ferme quand")."""
        inquiries, words = phrase_pattern(self.language, "inquiries"), self._reader.raw_words(text)
        begins = inquiries is not None and inquiries.match(text) is not None
        ends = len(words) > 1 and words[-1] in self.language.question_words & single_words(self.language, "inquiries")
        return begins or ends or self._asks(text)

    def _ordinal(self, said: str) -> int | None:
        """Which one: 1 for the first, -1 for the last, 0 for the other; None where it does not say."""
        heard = self._reader.hear_raw(said)
        for mention in heard.mentions:
            if mention.kind == m.ORDINAL:
                return int(mention.value)
        words = set(heard.words)
        if words & self.language.last_ones:
            return -1
        return 0 if words & self.language.other_ones else None


def put(before: Heard, start: int, end: int, new: str) -> str:
    """The words of *before* with *new* in place of those from *start* up to *end*."""
    return f"{before.text[: before.tokens[start].start]}{new}{before.text[before.tokens[end - 1].end :]}"


def plain(value: Any) -> str:
    return " ".join(words_of(str(value))) if value is not None else ""


def is_article(end: int, text: str, said: str, language: Language) -> bool:
    """Whether a pronoun that is also an article or a demonstrative ("la", "that") stands before its noun."""
    following = re.match(r"\s+([^\W\d_][\w']*)", text[end:])
    if " " in said.strip() or following is None or not is_content(fold(following.group(1)), language):
        return False
    return fold(said) in language.demonstratives or fold(said) in language.articles
