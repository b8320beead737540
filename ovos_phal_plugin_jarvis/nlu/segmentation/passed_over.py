"""Requests that stand beside another one and that it passes over: "lock the door [brighten the screen]".

A recogniser writes no marks, and strange words beside a request don't refuse it, as people give reasons. But no reason
begins as an order or a question does. Where such a part of an utterance is in none of the requests that were
understood, or where a value reaches into one, each part is read by itself: those that are surely requests are done,
and the others told. Nothing is dropped in silence.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace

from ovos_phal_plugin_jarvis.nlu.dialogue import SENTENCES, Request, request_of
from ovos_phal_plugin_jarvis.nlu.lang import is_content
from ovos_phal_plugin_jarvis.nlu.reading import Heard, valued
from ovos_phal_plugin_jarvis.nlu.segmentation.begun import begins_first, begun
from ovos_phal_plugin_jarvis.nlu.segmentation.cuts import Cuts
from ovos_phal_plugin_jarvis.nlu.segmentation.plan import Plan
from ovos_phal_plugin_jarvis.nlu.segmentation.words import SURELY_ANOTHER, TITLES, Part, Words, is_choice
from ovos_phal_plugin_jarvis.nlu.text import (
    phrase_pattern,
    single_words,
    starts_of,
    trimmed,
    trimmed_right,
    words_of,
)

_MOST_PARTS = 5
"""Parts of one utterance that are read; those behind them are told."""
_TEXTS = SENTENCES | TITLES - {"name"}
"""Words in the names of arguments whose values may hold an order."""


@dataclass(frozen=True)
class _Part:
    """A part of an utterance that begins as a request does, but for the first, which may be anything."""

    first: int
    """Its first word."""
    last: int
    """One past its last word."""
    said: str
    asks: bool
    """Whether it begins as a request does."""
    joined: bool
    """Whether a joint stands before it, where others have looked already whether it is a request."""

    @property
    def begins(self) -> bool:
        """Whether it begins as a request does, with nothing before it."""
        return self.asks and not self.joined


class PassedOver(Words):
    """Finds what is passed over."""

    _cuts = Part(Cuts)

    def told(self, text: str, found: Plan) -> Plan:
        """*found*, or the requests of the parts of *text*, with what nothing is done about told.

        Args:
            text: an utterance, corrected.
            found: what is understood of it.
        """
        if found.held or found.cancelled or found.unclear is not None or (found.left and not found.requests):
            return found
        if any(joint.first or joint.limits for joint in self._cuts.joints(text)):
            return found
        heard = self._reader.hear(text)  # "when you've got a minute" asks nothing
        parts = self._parts(heard) if heard.words else []
        if len(parts) < 2:
            return found
        if not found.requests:
            by_parts = self._by_parts(parts) if all(part.asks for part in parts) else None
            return by_parts if by_parts is not None and len(by_parts.requests) > 1 else found
        covered = self._covered(heard, found)
        # What points back ("… make it a nice to do") has been put to what it points to.
        pointing = set(self._language.pronouns)
        passed = [
            part
            for part in parts
            if part.begins
            and pointing.isdisjoint(heard.words[part.first : part.last])
            and not self._is_covered(part, heard, covered)
        ]
        crossing = self._crossing(heard, parts, found)
        if not crossing.isdisjoint(_TEXTS):
            return self._with(found, passed)  # what is to be written down may be an order
        unsaid = self._is_any_unsaid(parts, heard, found)
        troubled = bool(passed or crossing) or unsaid
        asked = sum(part.begins for part in parts)
        if troubled or len(found.requests) + len(found.left) < asked:
            by_parts = self._by_parts(parts)
            least = len(found.requests) + (not troubled)
            same = by_parts is not None and _names(by_parts) == _names(found) and not (crossing or unsaid)
            # What takes its words for one thing is no worse than another that leaves some.
            lost = by_parts is not None and by_parts.left and len(by_parts.requests) == len(found.requests)
            worse = lost and not (crossing or unsaid)
            if by_parts is not None and not worse and len(by_parts.requests) >= least and not same:
                return by_parts
        return self._with(found, passed)

    def _is_any_unsaid(self, parts: Sequence[_Part], heard: Heard, found: Plan) -> bool:
        """Whether one of *parts* begins with an order that means nothing to the requests of *found* which take the rest
        of its words, or a request takes words of it as well as of another. What points to something of another, or
        names the same, does not count: "call it pasta", "call the timer pasta"."""
        spoken = self._language
        worded, spanned = self._worded(heard, found), self._spanned(heard, parts, found)
        said = {part.first: {*filter(self._is_named, heard.words[part.first + 1 : part.last])} for part in parts}
        for part in parts:
            words = heard.words[part.first : part.last]
            others: set[str] = set().union(*(named for first, named in said.items() if first != part.first))
            if not part.begins or set(spoken.pronouns) & set(words) or said[part.first] & others:
                continue
            orders = is_content(words[0], spoken) and words[0] not in spoken.question_words
            if part.first in spanned or (orders and part.first not in worded):
                return True
        return False

    def _is_named(self, word: str) -> bool:
        return is_content(word, self._language)

    def _worded(self, heard: Heard, found: Plan) -> set[int]:
        """The words of *heard* that mean something to a request of *found*, but for those of its texts."""
        worded: set[int] = set()
        for request in found.requests:
            texts: set[int] = set()
            read = request.read
            if read is not None:
                own = {parameter.name: parameter for parameter in read.definition.parameters}
                spans = [(start, end, own[name]) for start, end, name in read.filled.spans if name in own]
                free = [x for x in spans if not (is_choice(x[2]) or self._dialogue.typed(read.definition, x[2]))]
                row = starts_of(read.heard.words, heard.words)
                texts = {row[0] + at for start, end, _ in free for at in range(start, end)} if row else set()
            worded |= self._taken(heard, request) - texts
        return worded

    def _spanned(self, heard: Heard, parts: Sequence[_Part], found: Plan) -> set[int]:
        """The first words of those of *parts* of which a request of *found* takes words that say something, beside
        those of another part that asks."""
        spanned: set[int] = set()
        for request in found.requests:
            if request.read is None or not starts_of(request.read.heard.words, heard.words):
                continue  # it was put together
            taken = {at for at in self._taken(heard, request) if is_content(heard.words[at], self._language)}
            over = {
                part.first
                for part in parts
                if part.asks and not part.joined and taken & {*range(part.first, part.last)}
            }
            spanned |= over if len(over) > 1 else set()
        return spanned

    def _with(self, found: Plan, passed: Sequence[_Part]) -> Plan:
        """*found*, with the parts that it passes over told."""
        return replace(found, left=(*found.left, *(part.said for part in passed)))

    def _parts(self, heard: Heard) -> list[_Part]:
        """The parts of *heard*, cut where a request surely begins."""
        openers = self._reader.trained.openers
        starts = [0, *begun(heard, openers)]
        joints = single_words(self._language, "joints")
        parts = []
        for first, last in zip(starts, [*starts[1:], len(heard.words)], strict=True):
            asks = first > 0 or begins_first(heard, openers)
            end = last
            while end > first + 1 and last < len(heard.words) and heard.words[end - 1] in joints:
                end -= 1
            joined = first > 0 and heard.words[first - 1] in joints
            said = trimmed(heard.said(first, end))
            said = self._without_joint(said) if last < len(heard.words) else said
            parts.append(_Part(first, last, said, asks, joined))
        return parts

    def _without_joint(self, said: str) -> str:
        """*said* without an "after that" at its end, which belongs to what comes behind."""
        pattern = phrase_pattern(self._language, "joints", "after")
        found = [x for x in pattern.finditer(said) if x.start() and x.end() == len(said)] if pattern is not None else []
        return trimmed_right(said[: found[0].start()]) if found else said

    # What is read

    def _covered(self, heard: Heard, found: Plan) -> frozenset[int]:
        """The words of *heard* that a request of *found* takes, or that are told."""
        covered: set[int] = set()
        for request in found.requests:
            covered |= self._taken(heard, request)
        told = [*found.left, *found.remarks]
        for said in told:
            covered |= self._places(heard, self._reader.raw_words(said))
        return frozenset(covered)

    def _taken(self, heard: Heard, request: Request) -> set[int]:
        if request.heard:  # all of it was read, whatever words it was put into
            return self._places(heard, self._reader.raw_words(request.heard))
        read = request.read
        if read is None:
            return self._places(heard, self._reader.raw_words(request.call.said))
        row = starts_of(read.heard.words, heard.words)
        known = read.explained.values | read.explained.wording
        if row and len(self._reader.bare_words(request.call.said)) <= len(read.heard.words):
            return {row[0] + at for at in known}
        # It was put together, and somebody has looked at all of its words.
        return self._places(heard, self._reader.raw_words(request.call.said)) | self._places(heard, read.heard.words)

    def _places(self, heard: Heard, row: Sequence[str]) -> set[int]:
        starts = starts_of(row, heard.words)
        if starts:
            return {at for start in starts for at in range(start, start + len(row))}
        stems = {self._language.stem(word) for word in row}
        return {at for at, word in enumerate(heard.words) if self._language.stem(word) in stems}

    def _is_covered(self, part: _Part, heard: Heard, covered: AbstractSet[int]) -> bool:
        """Whether a word of *part* is covered that says what it asks for: behind the one that it begins with, where
        there is one."""
        spoken = self._language
        telling = [at for at in range(part.first + 1, part.last) if is_content(heard.words[at], spoken)]
        numbers = {at for x in valued(heard) for at in range(x.start, x.end)} & {*range(part.first, part.last)}
        return not {*(telling or range(part.first, part.last)), *numbers}.isdisjoint(covered)

    def _crossing(self, heard: Heard, parts: Sequence[_Part], found: Plan) -> set[str]:
        """The words of the names of those values of *found* that reach over the beginning of one of *parts*, or are all
        of one."""
        names: set[str] = set()
        for request in found.requests:
            read = request.read
            row = starts_of(read.heard.words, heard.words) if read is not None else []
            if read is None or not row:
                continue
            for start, end, name in read.filled.spans:
                first, last = row[0] + start, row[0] + end
                over = any(first < part.first < last for part in parts[1:])
                if over or any(part.asks and part.first == first and part.last <= last for part in parts):
                    names.update(words_of(name))
        return names

    def _by_parts(self, parts: Sequence[_Part]) -> Plan | None:
        """The requests that *parts* are, each by itself, with those told that are none; None where one of these asks
        for nothing, or two ask for the same."""
        requests: list[Request] = []
        left: list[str] = []
        for part in parts[:_MOST_PARTS]:
            read = self._whole_request(part.said)
            if read is not None and read.confidence >= SURELY_ANOTHER:
                if part.first and self._points(part.said):
                    return None
                requests.append(request_of(read, part.said))
            elif part.asks:
                left.append(part.said)
            else:
                return None
        calls = [request.call for request in requests]
        for one, other in itertools.permutations(calls, 2):
            if one.name == other.name and one.arguments.items() <= other.arguments.items():
                return None  # "is easter far off [how many days]"
        return Plan(tuple(requests), (*left, *(part.said for part in parts[_MOST_PARTS:]))) if requests else None

    def _points(self, part: str) -> bool:
        """Whether *part* points to a place or a thing that another may name: "when does the sun set there"."""
        there = phrase_pattern(self._language, "places_before")
        words = self._reader.raw_words(part)
        pointing = set(self._language.pronouns) - self._language.articles
        order = bool(words) and words[0] not in self._language.question_words
        return (there is not None and there.search(part) is not None) or (order and not pointing.isdisjoint(words))


def _names(plan: Plan) -> list[str]:
    return [request.call.name for request in plan.requests]
