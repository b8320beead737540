"""Exchange: one thing in the place of another that is named with it: "mia instead of josh", "the bike not the car"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ovos_phal_plugin_jarvis.nlu.acts.exclusions import leaves_out
from ovos_phal_plugin_jarvis.nlu.acts.words import may_order
from ovos_phal_plugin_jarvis.nlu.dialogue.interpreter import Interpreter, put
from ovos_phal_plugin_jarvis.nlu.dialogue.state import Request
from ovos_phal_plugin_jarvis.nlu.entities import NUMBER
from ovos_phal_plugin_jarvis.nlu.lang import is_content
from ovos_phal_plugin_jarvis.nlu.reading import valued, valued_places
from ovos_phal_plugin_jarvis.nlu.text import phrase_pattern, trimmed, without_opening
from ovos_phal_plugin_jarvis.translation.values import ToolCall, things_of

_MOST_WORDS = 4
"""Words of a thing that takes the place of another."""


class Exchange(Interpreter):
    """Reads what names both the thing that is meant and the one that is not."""

    def exchanged(self, text: str, last: ToolCall, other: str = "") -> Request | None:
        """The *last* request with the thing that *text* means for the one that it says is not meant.

        Args:
            text: what is said, without what marks it as a correction.
            last: the call that named the thing that is not meant.
            other: what is not meant, where that was said apart from it.
        """
        pairs = [(text, other)] if other else self._pairs(trimmed(text), last)
        found = (self._put(new, old, last) for new, old in pairs)
        return next((request for request in found if request is not None), None)

    def denies(self, text: str) -> bool:
        """Whether *text* names what is not meant behind what is, or before it."""
        pattern = phrase_pattern(self.language, "denials", "instead_of")
        return pattern is not None and any(self._may_be_thing(text[x.end() :]) for x in pattern.finditer(text))

    def _pairs(self, text: str, last: ToolCall) -> Iterator[tuple[str, str]]:
        """What may be meant in *text*, and what may not."""
        pattern = phrase_pattern(self.language, "denials", "instead_of")
        for found in pattern.finditer(text) if pattern is not None else ():
            new, old = trimmed(text[: found.start()]), trimmed(text[found.end() :])
            if new and old:
                yield new, old
            elif old:
                yield from self._behind(old, last)

    def _behind(self, text: str, last: ToolCall) -> Iterator[tuple[str, str]]:
        """*text*, which begins with what is not meant, cut behind that: "[not] the car the bike"."""
        heard, contrasts = self._reader.hear_raw(text), phrase_pattern(self.language, "contrasts")
        for at in range(len(heard.words) - 1, 0, -1):
            old, new = heard.said(0, at), heard.said(at, len(heard.words))
            limit = contrasts.match(new) if contrasts is not None else None
            if not valued(self._reader.hear_raw(old)) and not any(
                is_content(word, self.language) for word in old.split()
            ):
                break  # "not [at] eight"
            if self._place(self._thing(old), self._reader.hear(last.said).words) is not None:
                new = trimmed(new[limit.end() :]) if limit is not None else new
                yield without_opening(new, self.language, "answers"), old  # "not vera [it's] vesna"

    def _put(self, new: str, old: str, last: ToolCall) -> Request | None:
        """The *last* request with *new* for *old*; None where it named no such thing, or *new* is none."""
        definition = self._reader.trained.definitions[last.name]
        if self._names_the_rest(new):
            return self._without(old, new, last)
        this, that = self._thing(new), self._thing(old)
        if not that or this == that or not self._may_be_thing(new):
            return None
        before = self._reader.hear(last.said)
        if len(this) == 1 and this[0] in self._reader.trained.openers and may_order(this[0], self.language):
            return None  # "not the red one [choose] again"
        place = self._place(that, before.words)
        said = put(before, *place, " ".join(this)) if place is not None else f"{last.said} {new}".strip()
        for parameter in definition.parameters:
            value = last.arguments.get(parameter.name)
            if value is None or not self._is_text(definition, parameter):
                continue
            things = [self._in(thing, new, that) for thing in things_of(value)]
            if sum(thing is not None for thing in things) == 1:
                kept = [was if now is None else now for was, now in zip(things_of(value), things, strict=True)]
                changed = kept if isinstance(value, list) else kept[0]
                return self._completed(last, {parameter.name: changed}, said, definition)
        # What is no text is read anew: "at six, not at seven".
        base = self._same_tool(last.said, last.name) if place is not None else None
        read = self._same_tool(said, last.name) if base is not None else None
        if base is None or read is None or read.explained.left or set(read.filled.missing) - set(base.filled.missing):
            return None
        told, known = read.filled.arguments, base.filled.arguments
        changes = {name: value for name, value in told.items() if known.get(name) != value}
        whole = set(told) == set(known) and len(changes) == 1
        return self._completed(last, changes, said, definition) if whole else None

    def _names_the_rest(self, text: str) -> bool:
        """Whether *text* is nothing but what is left of things that were named: "just the other two"."""
        heard, language = self._reader.hear_raw(text), self.language
        counted = valued_places(heard)
        rest = [word for at, word in enumerate(heard.words) if at not in counted]
        forms = {language.stem(word) for word in language.other_ones}
        others = [word for word in rest if language.stem(word) in forms]
        small = language.function_words | language.light_words | language.adverbs | language.ones
        return bool(others) and all(word in small or word in others for word in rest)

    def _without(self, old: str, rest: str, last: ToolCall) -> Request | None:
        """The *last* call without the thing *old* of its only list, where as many are left as *rest* counts."""
        definition = self._reader.trained.definitions[last.name]
        lists = [p.name for p in definition.parameters if isinstance(last.arguments.get(p.name), list)]
        things = list(last.arguments[lists[0]]) if len(lists) == 1 else []
        kept = [x for x in things if not isinstance(x, str) or self._in(x, old, self._thing(old)) is None]
        counted = {x.value for x in valued(self._reader.hear_raw(rest)) if x.kind == NUMBER} - {1}
        if not kept or len(kept) != len(things) - 1 or not counted <= {len(kept)}:
            return None
        said = f"{last.said} {rest}"
        return self._completed(last, {lists[0]: kept}, said, definition)

    def _in(self, value: Any, new: str, that: list[str]) -> str | None:
        """The text *value* with *new* in place of the words *that*, and with its article where both have one."""
        heard = self._reader.hear_raw(value) if isinstance(value, str) else None
        place = self._place(that, heard.words) if heard is not None else None
        if heard is None or place is None:
            return None
        start, end = place
        said, articles = self._reader.hear_raw(new), self.language.articles
        lead = 0
        while lead < len(said.words) - 1 and not is_content(said.words[lead], self.language):
            lead += 1
        both = start and heard.words[start - 1] in articles and lead and said.words[lead - 1] in articles
        return put(heard, start - 1 if both else start, end, said.said(lead - 1 if both else lead, len(said.words)))

    def _may_be_thing(self, text: str) -> bool:
        """Whether *text* names something, and neither orders nor tells anything."""
        words, language = self._reader.hear_raw(text).words, self.language
        telling = language.subjects | language.states | language.auxiliaries | language.question_words
        telling |= language.persons | frozenset(language.pronouns) - language.articles
        named = 0 < len(words) <= _MOST_WORDS and any(is_content(word, language) for word in self._thing(text))
        return named and telling.isdisjoint(words) and not self._commands(text)

    def _thing(self, text: str) -> list[str]:
        """The words of *text* without what introduces them."""
        words = self._reader.hear_raw(self._markers.without_beside(text)).words
        at = 0
        while at < len(words) - 1 and words[at] in self.language.function_words:
            at += 1
        return words[at:]

    @staticmethod
    def _place(words: list[str], inside: list[str]) -> tuple[int, int] | None:
        """Where *words* stand in others, if they do so once."""
        size = len(words)
        found = [at for at in range(len(inside) - size + 1) if size and inside[at : at + size] == words]
        return (found[0], found[0] + size) if len(found) == 1 else None

    def leaves_out(self, call: ToolCall, text: str, kind: str, last: ToolCall) -> bool:
        """Whether *call* takes for wanted what *text* leaves out: "but not on sunday", or "no eggs" where eggs are
        among what was wanted. "But not so loud" names nothing, and turns back a choice.

        Args:
            call: the last one with other values.
            text: what is said.
            kind: which follow-up it says it is.
            last: the call before.
        """
        definition, before = self._reader.trained.definitions[call.name], last.arguments
        changed = {name for name, value in call.arguments.items() if value != before.get(name)}
        if kind == "correction" and any(_is_part(call.arguments[name], before.get(name)) for name in changed):
            return True
        parameters = [definition.parameter(name) for name in changed & {*before}]
        turned = changed <= {*before} and all(p is not None and p.enum_values for p in parameters)
        return not (changed and turned) and leaves_out(text, self._lang)


def _is_part(new: object, before: object) -> bool:
    """Whether *new* holds some of the things of the list *before* and no other."""
    return isinstance(new, list) and isinstance(before, list) and all(thing in before for thing in new)
