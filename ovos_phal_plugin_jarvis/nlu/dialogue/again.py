"""The last request once more, with something else in it: "do that again but with three dice"."""

from __future__ import annotations

import re

from ovos_phal_plugin_jarvis.nlu import entities as m
from ovos_phal_plugin_jarvis.nlu.dialogue.ellipsis import Ellipsis
from ovos_phal_plugin_jarvis.nlu.dialogue.exchange import Exchange
from ovos_phal_plugin_jarvis.nlu.dialogue.interpreter import Interpreter, Part
from ovos_phal_plugin_jarvis.nlu.dialogue.markers import fold
from ovos_phal_plugin_jarvis.nlu.dialogue.state import Request
from ovos_phal_plugin_jarvis.nlu.dialogue.substitution import Substitution
from ovos_phal_plugin_jarvis.nlu.lang import is_content
from ovos_phal_plugin_jarvis.nlu.learning.listed import parted
from ovos_phal_plugin_jarvis.nlu.reading import valued
from ovos_phal_plugin_jarvis.nlu.text import phrase_pattern, single_words, trimmed, words_of
from ovos_phal_plugin_jarvis.translation.values import ToolCall


class Again(Interpreter):
    """Reads what asks for the same again, and how it differs."""

    _ellipsis = Part(Ellipsis)
    _exchange = Part(Exchange)
    _substitution = Part(Substitution)

    def verbs(self, last: ToolCall) -> set[str]:
        """The stems of the verbs that the *last* request was put with."""
        words = self._reader.hear(last.said).words
        verbs = {word for word in words if word in self.language.verbs} | set(words[:1])
        verbs |= self._alike(last)
        return {self.language.stem(verb) for verb in verbs if is_content(verb, self.language)}

    def _alike(self, last: ToolCall) -> set[str]:
        """The verbs that examples of the tool of *last* begin with where they choose what *last* chose: "close" asks
        for no door that was opened."""
        definition = self._reader.trained.definitions[last.name]
        chosen = [p.name for p in definition.parameters if p.enum_values or p.param_type.lower() in ("bool", "boolean")]
        return {
            example.words[0]
            for example in self._reader.trained.aligned.get(last.name, ())
            if example.words
            and example.outside(0)
            and all(example.arguments.get(n) == last.arguments.get(n) for n in chosen)
        }

    def differing(self, text: str, last: ToolCall) -> Request | None:
        """The *last* request with what *text* says beside asking for it again; None where it says nothing beside, or
        what can't be told."""
        asks = phrase_pattern(self.language, "repeats")
        for found in asks.finditer(text) if asks is not None else ():
            before, after = trimmed(text[: found.start()]), trimmed(text[found.end() :])
            head, _, verb = before.rpartition(" ")
            before = head if verb and self.language.stem(fold(verb)) in self.verbs(last) else before
            before, after = self._unjoined(before), self._unjoined(after)
            contrast = phrase_pattern(self.language, "contrasts")
            limit = contrast.match(after) if contrast is not None else None
            if limit is not None and not before:
                return self._with(trimmed(after[limit.end() :]), last, also=self._markers.adds(text))
            heard = self._reader.hear_raw(after)
            if not before and valued(heard) and heard.words[0] in self.language.function_words:
                return self._with(after, last, also=self._markers.adds(text))  # "do that again [for an hour]"
            if before and not after:
                return self._adding(before, last)
        return None

    def _unjoined(self, text: str) -> str:
        """*text* without what says nothing at its ends, and without a joint at its end."""
        pattern = phrase_pattern(self.language, "joints", "fillers", "particles", "politeness")
        for _ in range(3):
            ends = [x for x in pattern.finditer(text) if not x.start() or x.end() == len(text)] if pattern else []
            if not ends:
                break
            found = ends[-1]
            text = trimmed(text[: found.start()] if found.end() == len(text) else text[found.end() :])
        return text

    def _with(self, text: str, last: ToolCall, also: bool) -> Request | None:
        """The *last* request with *text* in place of what it said of that, or *also* with *text* in its list."""
        if also:
            return self._joined(text, last)
        if not single_words(self.language, "exceptions").isdisjoint(self._reader.raw_words(text)[:1]):
            return None  # "[again but] without the green" is no thing more
        if self._exchange.denies(text):
            return self._exchange.exchanged(text, last)
        found = self._adding(text, last) or self._ellipsis.framed(text, last)
        if found is None:
            changed = self._substitution.changed(text, last, told=True)
            found = changed if isinstance(changed, Request) else None
        return self._substitution.heeded(found, text, last) if found is not None else None

    def _named(self, text: str) -> list[str]:
        """The things that *text* names, without what only points to where they go: "ramen in with those two"."""
        heard = self._reader.hear(self._markers.without_beside(text))
        counted = {at for x in heard.mentions if x.kind == m.NUMBER for at in range(x.start, x.end)}
        end = len(heard.words)
        while end and (heard.words[end - 1] in self.language.function_words or (end - 1 in counted and end > 1)):
            end -= 1
        return [heard.said(start, until) for start, until in parted(heard, 0, end)]

    def _adding(self, text: str, last: ToolCall) -> Request | None:
        """ "add ivo": the *last* request with one thing more in its list."""
        pattern = phrase_pattern(self.language, "additions")
        opening = pattern.match(text) if pattern is not None else None
        return self._joined(text[opening.end() :], last) if opening is not None else None

    def _joined(self, text: str, last: ToolCall) -> Request | None:
        """The *last* request with the things that *text* names in its only list."""
        definition = self._reader.trained.definitions[last.name]
        lists = [p for p in definition.parameters if p.lists_names and isinstance(last.arguments.get(p.name), list)]
        things = self._named(text)
        if len(lists) != 1 or not things:
            return None
        known = {" ".join(words_of(str(thing))) for thing in last.arguments[lists[0].name]}
        new = [thing for thing in things if " ".join(words_of(thing)) not in known]
        said = re.sub(r"\s+", " ", f"{last.said} {' '.join(new)}").strip()
        values = [*last.arguments[lists[0].name], *new]
        return self._completed(last, {lists[0].name: values}, said, definition) if new else None
