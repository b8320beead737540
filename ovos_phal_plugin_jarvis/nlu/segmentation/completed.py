"""One request that is said in several sentences: "find a hut in styria. i'd like a cosy one" asks once.

People say what they want in one sentence, and which or how in the next. Where the next is for the same tool, says what
the one before has left open, and does not ask anew, both are one request; to do each by itself would do it twice, and
neither as it was meant.
"""

from __future__ import annotations

import re
from dataclasses import replace

from ovos_phal_plugin_jarvis.nlu.acts import acts_of
from ovos_phal_plugin_jarvis.nlu.acts.deeds import Spoken
from ovos_phal_plugin_jarvis.nlu.acts.words import orders
from ovos_phal_plugin_jarvis.nlu.candidates import Candidate
from ovos_phal_plugin_jarvis.nlu.dialogue import Request, request_of
from ovos_phal_plugin_jarvis.nlu.segmentation.leftovers import Leftovers
from ovos_phal_plugin_jarvis.nlu.segmentation.plan import Plan
from ovos_phal_plugin_jarvis.nlu.segmentation.words import Part, Words
from ovos_phal_plugin_jarvis.nlu.text import phrase_pattern

_SURELY = 0.8
"""Confidence in the whole from which it is believed to be one request."""
_ASKS = 0.7
"""Confidence of a request that was put together so, at the most: what changes something asks first."""


class Completed(Words):
    """Puts the sentences of one request together."""

    _leftovers = Part(Leftovers)

    def instead(self, text: str, found: Plan) -> Plan:
        """*found*, those requests made one of which the later only say more of the first.

        Args:
            text: an utterance.
            found: what is understood of it, sentence by sentence.
        """
        if not found.requests or found.held or len(found.requests) + len(found.left) < 2:
            return found
        whole = self._whole(text, found)
        if whole is not None:
            return Plan((whole,))
        kept: list[Request] = []
        for request in found.requests:
            if kept and self._says_more(kept[-1], request):
                kept[-1] = _together(kept[-1], request)
            else:
                kept.append(request)
        for at in range(len(kept) - 2, -1, -1):
            if self._is_why(text, kept[at], kept[at + 1]):
                del kept[at]
            else:
                kept[at] = self._ending_alike(kept[at], kept[at + 1])
        return replace(found, requests=tuple(kept))

    def _whole(self, text: str, found: Plan) -> Request | None:
        """The request that all of *text* is, where the tool explains all of it, and what *found* has beside the first
        part only adds to that."""
        first, *others = found.requests
        read = self._reader.best(text)
        if read is None or read.confidence < _SURELY or read.filled.missing:
            return None
        if any(request.call.name != read.definition.name for request in found.requests):
            return None
        parts = [*(request.call.said for request in others), *found.left]
        if not all(map(self._adds, parts)) or not all(self._holds(read, request) for request in (first, *others)):
            return None
        known = {word for part in parts for word in self._reader.bare_words(part)[:1]} | self._language.ones
        strange = {read.heard.words[at] for at in read.explained.left} - known
        if strange or self._leftovers.left_numbers(read, text):
            return None
        return replace(request_of(read, text), confidence=min(read.confidence, _ASKS), heard=text)

    def _holds(self, whole: Candidate, request: Request) -> bool:
        """Whether *whole* has all that *request* says, but for what only stands for a name ("a cosy one")."""
        known = whole.filled.arguments
        return all(
            known.get(name) == value or (name in known and str(value) in self._language.ones)
            for name, value in request.call.arguments.items()
        )

    def _is_why(self, text: str, first: Request, second: Request) -> bool:
        """Whether *first* only says why *second* is asked for, with no word between them."""
        joined = re.search(rf"{re.escape(first.call.said)}\W+{re.escape(second.call.said)}", text)
        return joined is not None and self._complains(first) and not self._complains(second)

    def _complains(self, request: Request) -> bool:
        """Whether *request* only says how what it points at is, which is why another one is made behind it: "[that's
        too loud] go down to fifty"."""
        words = self._reader.raw_words(request.call.said)[:1]
        told = acts_of(request.call.said, self._reader.lang).statement
        return told is not None and not told.past and not self._language.points.isdisjoint(words)

    def _ending_alike(self, first: Request, second: Request) -> Request:
        """*first*, which asks which of a few and nothing else, with all that *second*, which asks the other one, ends
        with: "when's sunrise and when's sunset [tomorrow in leeds]"."""
        one, other = first.call, second.call
        definition = self._reader.trained.definitions.get(one.name)
        if definition is None or (one.name, one.toolbox_id) != (other.name, other.toolbox_id):
            return first
        few = {parameter.name for parameter in definition.parameters if parameter.enum_values}
        differing = {name for name, value in one.arguments.items() if value != other.arguments.get(name)}
        ordered = any(orders(word, self._language) for word in self._reader.bare_words(other.said)[:1])
        if ordered or not acts_of(one.said, self._reader.lang).question:
            return first
        shared = {name: value for name, value in other.arguments.items() if name not in one.arguments}
        starts = [start for start, _, name in second.read.filled.spans if name in shared] if second.read else []
        if not differing or not differing <= few & other.arguments.keys() or not starts or second.read is None:
            return first
        heard = second.read.heard
        said = f"{one.said} {heard.said(min(starts), len(heard.words))}"
        return replace(first, call=replace(one, arguments={**shared, **one.arguments}, said=said))

    def _says_more(self, first: Request, second: Request) -> bool:
        """Whether *second* leaves open all that *first* says, and does not ask anew."""
        one, other = first.call, second.call
        if one.name != other.name or one.toolbox_id != other.toolbox_id or first.instead_of or second.instead_of:
            return False
        if not other.arguments and self._only_wishes(one.said):
            return self._names_nothing(self._reader.bare_words(other.said))  # "i want a vet, can you find me one"
        if not other.arguments or one.arguments.keys() & other.arguments.keys() or self._asks_for_more(other.said):
            return False  # "the weather in rome and in oslo"
        if not one.arguments:
            return self._only_wishes(one.said) and not self._only_wishes(other.said)
        return self._adds(other.said)

    def _adds(self, said: str) -> bool:
        """Whether *said* goes on about what was asked for before, and asks for nothing anew."""
        return not self._asks_for_more(said) and (self._points_back(said) or self._only_wishes(said))

    def _asks_for_more(self, said: str) -> bool:
        """Whether *said* is for one thing more: "another", "i'd also like …"."""
        more = phrase_pattern(self._language, "also", "repeats")
        others = self._language.other_ones & set(self._reader.raw_words(said))
        return bool(others) or (more is not None and more.search(said) is not None)

    def _only_wishes(self, said: str) -> bool:
        """Whether *said* tells what who speaks wants, or likes, and orders nothing: "i'm most interested in a
        museum", never what they did: "i got up at seven"."""
        words, deed = self._reader.raw_words(said), acts_of(said, self._reader.lang).deed
        return bool(words) and words[0] in self._language.speakers and (deed is None or deed.how is not Spoken.TOLD)

    def _points_back(self, said: str) -> bool:
        """Whether *said* is an order about what was asked for before: "take it for six hours", "call this timer pasta".
        A question's "it" may be nothing: "what is it like tomorrow"."""
        words = self._reader.bare_words(said)
        if not words or words[0] in self._language.question_words:
            return False
        points = set(self._language.pronouns) | self._language.demonstratives
        return not points.isdisjoint(words)


def _together(first: Request, second: Request) -> Request:
    call = replace(
        first.call,
        arguments={**first.call.arguments, **second.call.arguments},
        said=f"{first.call.said} {second.call.said}",
    )
    missing = tuple(name for name in (*first.missing, *second.missing) if name not in call.arguments)
    return replace(
        first,
        call=call,
        missing=tuple(dict.fromkeys(missing)),
        confidence=min(first.confidence, second.confidence, _ASKS),
        heard=call.said,
    )
