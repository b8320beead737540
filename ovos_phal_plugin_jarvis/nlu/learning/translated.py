"""Tools that are described in another language, put into English: what is known of words is mostly known of those.

A tool of that language hears a request in its own words, and beside that, word for word, in English
(:mod:`~ovos_phal_plugin_jarvis.nlu.interpreted`): there "rajoute" and "ajoute" are both "add".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from ovos_phal_plugin_jarvis.nlu.entities import DATE, DURATION, MONEY, NUMBER, TIME, Clock, Day, Mention
from ovos_phal_plugin_jarvis.nlu.interpreted import interpreted
from ovos_phal_plugin_jarvis.nlu.knowledge.lexicon import Lexicon
from ovos_phal_plugin_jarvis.nlu.learning.alignment import AlignedExample, Span
from ovos_phal_plugin_jarvis.nlu.learning.declarations import split_name
from ovos_phal_plugin_jarvis.nlu.learning.filled import Filled
from ovos_phal_plugin_jarvis.nlu.learning.wording import ENGLISH
from ovos_phal_plugin_jarvis.nlu.reading import EPOCH, Heard, hear
from ovos_phal_plugin_jarvis.nlu.text import words_of, written_plainly
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition, ToolExample, ToolParameter

_SAID = (DATE, TIME, DURATION, MONEY, NUMBER)
"""What stands in English for the words that mention it."""
_UNITS = (("day", 86_400), ("hour", 3_600), ("minute", 60), ("second", 1))
_HALF_DAY = 12
"""Hours between the two times of day that a clock without more shows alike."""


@dataclass(frozen=True)
class TranslatedTool:
    """A tool in English."""

    definition: ToolDefinition
    """Its name and its arguments are those of the tool; all that is said of them is in English."""
    values: Mapping[str, Mapping[str, str]]
    """Argument of a few values → what each is in English → the value."""

    def restored(self, filled: Filled, heard: Heard) -> Filled:
        """*filled* of *heard* with the tool's own values, and texts as they were said: a place that an example names
        is known by its English name."""
        found = filled.copy()
        found.arguments = {name: self._own(name, value) for name, value in found.arguments.items()}
        for start, end, name in found.spans if heard.is_word_for_word else ():
            if name not in self.values:
                english, said = " ".join(heard.words[start:end]), heard.as_said.said(start, end)
                value = found.arguments.get(name)
                if isinstance(value, list):
                    found.arguments[name] = [said if each == english else each for each in value]
                elif value == english:
                    found.arguments[name] = said
        found.supposed = {name: self._own(name, value) for name, value in found.supposed.items()}
        return found

    def _own(self, name: str, value: Any) -> Any:
        known = self.values.get(name, {})
        if isinstance(value, list):
            return [known.get(each, each) if isinstance(each, str) else each for each in value]
        return known.get(value, value) if isinstance(value, str) else value


def is_said(value: str, heard: Heard) -> bool:
    """Whether *heard* says *value* of a few in its own words, in any form of them."""
    said = heard.as_said
    stem = said.lang.stem
    return {stem(word) for word in words_of(value.replace("_", " "))} <= {stem(word) for word in said.words}


def translated(
    definition: ToolDefinition, aligned: Sequence[AlignedExample], lexicon: Lexicon, lang: str
) -> TranslatedTool:
    """*definition* in English.

    Args:
        definition: what its author says of it in *lang*.
        aligned: its examples.
        lexicon: of *lang*.
        lang: BCP-47 tag.
    """
    return _Author(definition, aligned, lexicon, lang).tool()


class _Author:
    """Puts one tool into English."""

    def __init__(
        self, definition: ToolDefinition, aligned: Sequence[AlignedExample], lexicon: Lexicon, lang: str
    ) -> None:
        self._definition, self._aligned, self._lexicon, self._lang = definition, aligned, lexicon, lang
        told = [definition.description, *(p.description for p in definition.parameters)]
        words = [word for text in told for word in words_of(text)]
        words += [word for example in aligned for word in example.words]
        self._spelt = {plain: word for word in words for plain in written_plainly(word)} | {
            word: word for word in words
        }
        """How names, which have no accents, spell the words that the author uses → these."""

    def tool(self) -> TranslatedTool:
        own = self._definition
        values = {p.name: self._values(p.enum_values) for p in own.parameters if p.enum_values}
        english = replace(
            own,
            called=self._name(own.named, asks=True),
            description=self._text(own.description, asks=True),
            parameters=tuple(self._parameter(p, values.get(p.name, {})) for p in own.parameters),
            examples=tuple(self._example(example, values) for example in self._aligned),
            examples_by_language={},
            keywords=tuple(self._text(keyword) for keyword in own.keywords),
            rules=(),
            critical_rules=(),
            antipatterns=(),
        )
        return TranslatedTool(english, values)

    def _parameter(self, parameter: ToolParameter, values: Mapping[str, str]) -> ToolParameter:
        known = {own: said for said, own in values.items()}
        default = parameter.default
        return replace(
            parameter,
            called=self._name(parameter.named),
            description=self._text(parameter.description),
            enum_values=tuple(values) or parameter.enum_values,
            default=known.get(default, default) if isinstance(default, str) else default,
        )

    def _values(self, own: Sequence[str]) -> dict[str, str]:
        """What each value of a few is in English → the value; one that would be said as another is stays as it is."""
        said = [self._text(value.replace("_", " ")) or value for value in own]
        while True:
            more = {each for each in said if said.count(each) > 1}
            kept = [value if each in more else each for value, each in zip(own, said, strict=True)]
            if kept == said:
                return dict(zip(said, own, strict=True))
            said = kept

    def _name(self, name: str, *, asks: bool = False) -> str:
        words = (self._spelt.get(word) or self._lexicon.respelt(word) for word in split_name(name))
        return re.sub(r"\W+", "_", self._text(" ".join(words), asks=asks))

    def _text(self, text: str, *, asks: bool = False) -> str:
        """*text* in English, with what stands between its words: "(kg)", and where a sentence ends."""
        heard = hear(text, self._lang, EPOCH, strip=False)
        parts, end = [], 0
        for token, word in zip(heard.tokens, self._words(heard, asks=asks), strict=True):
            parts += [heard.text[end : token.start], word]
            end = token.end
        return "".join([*parts, heard.text[end:]])

    def _words(self, heard: Heard, *, asks: bool) -> list[str]:
        return interpreted(heard, self._lexicon, frozenset(), asks=asks).words if heard.words else []

    def _example(self, example: AlignedExample, values: Mapping[str, Mapping[str, str]]) -> ToolExample:
        words = self._words(example.heard, asks=True)
        for mention in _outermost(example.heard.mentions):
            said = _in_english(mention, words, example.heard)
            if said:
                words[mention.start : mention.end] = [said, *[""] * (mention.end - mention.start - 1)]

        def said_of(span: Span) -> str:
            return " ".join(filter(None, words[span.start : span.end]))

        arguments = {
            name: self._value(name, value, [said_of(s) for s in example.spans if s.parameter == name], values)
            for name, value in example.arguments.items()
        }
        return ToolExample(" ".join(filter(None, words)), arguments)

    def _value(self, name: str, value: Any, said: Sequence[str], values: Mapping[str, Mapping[str, str]]) -> Any:
        """What the argument *name*, which is *value*, is in an example in English that says it by *said*."""
        if name in values:
            english = {own.casefold(): each for each, own in values[name].items()}
            found = [english.get(str(v).casefold(), v) for v in (value if isinstance(value, list) else [value])]
            return found if isinstance(value, list) else found[0]
        parameter = self._definition.parameter(name)
        if not said or parameter is None or not _is_as_said(value, said):
            return value
        return list(said) if isinstance(value, list) else " ".join(said)


def _is_as_said(value: Any, said: Sequence[str]) -> bool:
    """Whether *value* is made of the words themselves."""
    each = value if isinstance(value, list) else [value]
    return len(said) == len(each) and all(isinstance(v, str) and not any(map(str.isdigit, v)) for v in each)


def _outermost(mentions: Iterable[Mention]) -> list[Mention]:
    """Those of *mentions* that stand for words of their own, and are part of no longer one."""
    found: list[Mention] = []
    taken: set[int] = set()
    for mention in sorted((x for x in mentions if x.kind in _SAID), key=lambda x: (x.start - x.end, x.kind == NUMBER)):
        places = range(mention.start, mention.end)
        if taken.isdisjoint(places):
            found.append(mention)
            taken.update(places)
    return found


def _in_english(mention: Mention, words: Sequence[str], heard: Heard) -> str:
    """*mention* as English says it; empty where that would be read as something else, or only its own words tell it:
    "in three days" is no day of the calendar."""
    value = mention.value
    if mention.kind == NUMBER:
        said = _figures(value)
    elif mention.kind == MONEY:
        numbers = {at for x in heard.mentions if x.kind == NUMBER for at in range(x.start, x.end)}
        unit = next((words[at] for at in range(mention.start, mention.end) if at not in numbers), "")
        said = f"{_figures(value)} {unit}"
    elif mention.kind == DURATION:
        unit, size = next((pair for pair in _UNITS if value % pair[1] == 0), _UNITS[-1])
        said = f"{_figures(value / size)} {unit}{'' if value == size else 's'}"
    elif mention.kind == TIME:
        said = f"{value.hour}:{value.minute:02}"
    else:
        said = value.keys[0].replace("_", " ") if value.keys else ""
    return said if any(_is_same(value, x.value) for x in _read(said, mention.kind)) else ""


def _figures(value: float) -> str:
    return f"{value:.6f}".rstrip("0").rstrip(".")


def _is_same(value: Any, other: Any) -> bool:
    if isinstance(value, Clock):
        return bool((value.hour - other.hour) % _HALF_DAY == 0 and value.minute == other.minute)
    return bool(value.keys == other.keys if isinstance(value, Day) else value == other)


@lru_cache(maxsize=2_000)
def _read(said: str, kind: str) -> tuple[Mention, ...]:
    """What all of *said*, which is English, mentions of *kind*."""
    heard = hear(said, ENGLISH, EPOCH, strip=False)
    return tuple(x for x in heard.mentions if x.kind == kind and x.end - x.start == len(heard.words))
