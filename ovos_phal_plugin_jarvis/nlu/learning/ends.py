"""Two arguments that are the ends of one stretch: "pages four to nine" of ``from_page`` and ``to_page``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence, Set
from dataclasses import replace
from itertools import pairwise, permutations

from ovos_phal_plugin_jarvis.nlu import entities as m
from ovos_phal_plugin_jarvis.nlu.entities import Day, Mention
from ovos_phal_plugin_jarvis.nlu.entities.grammar import grammar
from ovos_phal_plugin_jarvis.nlu.entities.stretches import Stretches
from ovos_phal_plugin_jarvis.nlu.lang import Language, is_content
from ovos_phal_plugin_jarvis.nlu.learning.alignment import AlignedExample
from ovos_phal_plugin_jarvis.nlu.learning.declarations import split_name
from ovos_phal_plugin_jarvis.nlu.learning.declared_parameters import leads_of
from ovos_phal_plugin_jarvis.nlu.learning.filled import Filled
from ovos_phal_plugin_jarvis.nlu.reading import Heard
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition

_FIRST = frozenset(
    ["from", "since", "after", "start", "starts", "starting", "begin", "begins", "beginning", "first", "opening"]
)
_LAST = frozenset(
    ["to", "until", "till", "before", "through", "end", "ends", "ending", "last", "stop", "finish", "closing"]
)
"""What in the names of two arguments says which end each is. Names of arguments are English in every language."""
_OF_A_STAY = {"arrival": "start", "arriving": "start", "departure": "end", "departing": "end"}
_KINDS = (m.TIME, m.DATE, m.NUMBER, m.ORDINAL, m.PERCENT)
_HOURS = range(25)

Pair = tuple[str, str]
"""The first end and the last one."""


class Ends:
    """The pairs of one tool's arguments that are ends of a stretch."""

    def __init__(
        self,
        definition: ToolDefinition,
        lang: Language,
        kinds: Mapping[str, Sequence[str]],
        aligned: Sequence[AlignedExample] = (),
    ) -> None:
        """
        Args:
            definition: the tool.
            lang: what is spoken, in which arguments may be called "von" and "bis".
            kinds: argument → the kinds of mention that it is made from, the likeliest first.
            aligned: the tool's examples, which go before what arguments are called.
        """
        self._kinds = {name: [kind for kind in found if kind in _KINDS] for name, found in kinds.items()}
        self._words = {p.name: _named(p.named, self._kinds.get(p.name, ())) for p in definition.parameters}
        known = grammar(lang) if lang.installed else None
        told = known.stretches if known is not None else {}
        joints = known.joints if known is not None else frozenset()
        self._first = _FIRST | {lead[0] for leads in told.values() for lead in leads if len(lead) == 1}
        self._last = _LAST | {join[0] for join in told if len(join) == 1 and join not in joints}
        shown = self._shown(aligned)
        named = _alone([pair for pair in permutations(self._kinds, 2) if self._is_named(*pair)])
        self._pairs = shown + [x for x in named if not any(set(x) & set(pair) for pair in shown)]

    def _shown(self, aligned: Sequence[AlignedExample]) -> list[Pair]:
        """The pairs that examples say as a stretch, always in one order: "between [two] and [six]"."""
        orders: dict[Pair, None] = {}
        for example in aligned:
            at = {span.start: span.parameter for span in example.spans if self._kinds.get(span.parameter)}
            said = [x for kind in _KINDS for x in stretches(example.heard, kind, opened=True)] if len(at) > 1 else ()
            for one, other in said:
                if one.start in at and other.start in at and at[one.start] != at[other.start]:
                    orders[at[one.start], at[other.start]] = None
        return _alone(orders)

    def _is_named(self, first: str, last: str) -> bool:
        """Whether the two are of one kind, and called the ends of one thing."""
        one, other = self._words[first], self._words[last]
        rest = (one - self._first, other - self._last)
        ends = len(rest[0]) < len(one) and len(rest[1]) < len(other)
        ends = ends and not (one & self._last or other & self._first)
        return ends and self._kinds[first][:1] == self._kinds[last][:1] != [] and (rest[0] == rest[1] or not all(rest))

    def said(self, heard: Heard, taken: Set[int]) -> Iterator[Sequence[tuple[str, Mention]]]:
        """The two arguments of each pair whose only stretch is said in *heard* outside the words *taken*, and which end
        each is."""
        for first, last in self._pairs:
            for kind in self._kinds[first]:
                found = [x for x in self._of_kind(heard, kind) if self._is_meant(x, (first, last), heard, taken)]
                if len(found) == 1:
                    yield list(zip((first, last), found[0], strict=True))
                if found:
                    break

    def begin(self, heard: Heard, filled: Filled, optional: Collection[str]) -> None:
        """Let the only day that is said be the first one of a stretch, unless a word before it ends that: "what's on on
        saturday" begins then, and "what's on until saturday" ends.

        Args:
            heard: the request.
            filled: its arguments, which are changed.
            optional: those that are looked for and may be left out: both ends have to be among them.
        """
        for first, last in self._pairs:
            place = filled.run_of(last)
            if place is None or first in filled.arguments or not {first, last}.issubset(optional):
                continue
            of_days = self._kinds[first] == self._kinds[last] and self._kinds[first][:1] == [m.DATE]
            if of_days and not says_end(heard, place[0]):
                filled.rename(last, first)

    @staticmethod
    def _of_kind(heard: Heard, kind: str) -> list[tuple[Mention, Mention]]:
        """The stretches of *kind*; of times those of bare hours, where no other is said."""
        found = list(stretches(heard, kind))
        if kind != m.TIME or found:
            return found
        hours = stretches(heard, m.NUMBER, opened=True)
        return [(one, other) for one, other in hours if one.value in _HOURS and other.value in _HOURS]

    def _is_meant(self, found: tuple[Mention, Mention], pair: Pair, heard: Heard, taken: Set[int]) -> bool:
        """Whether *found* may be *pair*: not the words of a text, nor what another argument is called ("[copies] two to
        three", "five to six [copies]")."""
        one, other = found
        if not taken.isdisjoint({*range(one.start, one.end), *range(other.start, other.end)}):
            return False
        stem = heard.lang.stem
        own = {stem(word) for name in pair for word in self._words[name]}
        others = {stem(word) for name, words in self._words.items() if name not in pair for word in words} - own
        beside = [*heard.words[max(one.start - 1, 0) : one.start], *heard.words[other.end : other.end + 1]]
        return others.isdisjoint(map(stem, beside))


def _named(name: str, kinds: Sequence[str]) -> frozenset[str]:
    """The words of the *name* of an argument made from *kinds*; days of arrival and departure are those of a stay."""
    words = split_name(name)
    return frozenset(_OF_A_STAY.get(word, word) if kinds[:1] == [m.DATE] else word for word in words)


def says_end(heard: Heard, at: int) -> bool:
    """Whether the word before the day or time at *at* says that something ends then ("until friday"), or does with the
    word before that, which leads on to it ("that end on friday")."""
    ending, words = heard.lang.ending, heard.words
    leads = at > 1 and words[at - 1] in leads_of(heard.lang.code) | heard.lang.articles
    return bool(at and words[at - 1] in ending) or (leads and words[at - 2] in ending)


def _alone(pairs: Collection[Pair]) -> list[Pair]:
    """Those of *pairs* of which neither end is one of another pair."""
    names = Counter(name for pair in pairs for name in pair)
    return [pair for pair in pairs if all(names[name] == 1 for name in pair)]


def stretches(heard: Heard, kind: str, *, opened: bool = False) -> Iterator[tuple[Mention, Mention]]:
    """The two ends of each stretch of *kind* in *heard*: "pages [four] to [nine]"; with *opened* of those alone that a
    word before them announces: "between"."""
    found = sorted((x for x in heard.mentions if x.kind == kind), key=lambda x: x.start)
    if not found or not heard.lang.installed:
        return
    view = _View(heard)
    # "From nine [last night] until five this morning": a time goes on with its day.
    days = {x.start: x.end for x in heard.mentions if x.kind == m.DATE} if kind == m.TIME else {}
    for one, other in pairwise(found):
        whole = replace(one, end=days.get(one.end, one.end))
        if whole.end < other.start and view.joined(whole, other, opened=opened):
            yield one, other
    for whole in found if kind == m.DATE else ():
        if whole.value.last is not None:
            yield from view.parted(whole)


class _View:
    """The words of a request between the ends of stretches."""

    def __init__(self, heard: Heard) -> None:
        known = grammar(heard.lang)
        pieces, places = known.pieces(heard.words)
        self._heard = heard
        self._stretches = Stretches(known, pieces)
        self._begins = [places.index(at) for at in range(len(heard.words))] + [len(pieces)]

    def joined(self, one: Mention, other: Mention, *, opened: bool) -> bool:
        """Whether *one* and *other* are the ends of a stretch, whatever thing or unit is named with both of them: "from
        [page] four to [page] nine"."""
        words = self._heard.words
        before = int(one.start > 0 and self._is_thing(one.start - 1) and words[one.start - 1] == words[other.start - 1])
        behind = int(self._is_thing(one.end) and words[one.end : one.end + 1] == words[other.end : other.end + 1])
        end, start = self._begins[one.end + behind], self._begins[other.start - before]
        if end > start:
            return False
        begins = {one.start, one.start - int(one.start > 0 and self._is_thing(one.start - 1))}
        announced = any(self._stretches.opened(self._begins[at], end, start) is not None for at in begins)
        return announced or (not opened and self._stretches.joins(end, start))

    def parted(self, whole: Mention) -> Iterator[tuple[Mention, Mention]]:
        """The two days of *whole*, which was read as one range: "the [third] to the [eighth of may]"."""
        for start in range(whole.start + 2, whole.end):
            for end in range(whole.start + 1, start):
                at, first, last = self._begins[whole.start], self._begins[end], self._begins[start]
                if self._stretches.joins(first, last) or self._stretches.opened(at, first, last) is not None:
                    one = replace(whole, end=end, value=Day(day=whole.value.day))
                    yield one, replace(whole, start=start, value=Day(day=whole.value.last))
                    return

    def _is_thing(self, at: int) -> bool:
        return at < len(self._heard.words) and is_content(self._heard.words[at], self._heard.lang)
