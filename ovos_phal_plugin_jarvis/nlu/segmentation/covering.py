"""An utterance all of which is requests, whatever stands between them: "lock the door oh and dim the lights a bit".

Wherever a request may begin, what stands before and behind is read by itself. Only what leaves no word over counts, and
of several ways the surest. It is asked where the joints of an utterance tell too little: where something of it is left,
was taken for a remark, or stands in a text that may end before it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import lru_cache

from ovos_phal_plugin_jarvis.nlu.acts.words import opposed_words
from ovos_phal_plugin_jarvis.nlu.certainty import certain
from ovos_phal_plugin_jarvis.nlu.dialogue import SENTENCES, Request, request_of
from ovos_phal_plugin_jarvis.nlu.lang import Language, is_content
from ovos_phal_plugin_jarvis.nlu.pointing import Pointing
from ovos_phal_plugin_jarvis.nlu.reading import valued
from ovos_phal_plugin_jarvis.nlu.segmentation.asides import Asides
from ovos_phal_plugin_jarvis.nlu.segmentation.cuts import Cuts
from ovos_phal_plugin_jarvis.nlu.segmentation.leftovers import Leftovers
from ovos_phal_plugin_jarvis.nlu.segmentation.plan import Budget, Plan
from ovos_phal_plugin_jarvis.nlu.segmentation.sentences import Sentences
from ovos_phal_plugin_jarvis.nlu.segmentation.words import SURELY_ANOTHER, TITLES, Part, Words, fold
from ovos_phal_plugin_jarvis.nlu.text import phrase_pattern, single_words, trimmed, words_of

_MOST_PLACES = 9
"""Places where an utterance is cut: the parts between each two of them are read."""
_MOST_PARTS = 4
_LEAST_SURE = 0.4
"""How surely the texts of each part are what was said, at the least: below ``SURE`` it is asked about."""
_AS_SURE = 0.8
"""Share of how sure one request is from which on two, the second of which orders something else by itself and stands in
a text of that one, are meant rather than it."""
_LET_BY = 3
"""Words from one by which somebody is let or seen do something up to what they do."""
_JOINED, _UNJOINED = 0.97, 0.9
"""How likely one more request begins at a joint, and with nothing before it."""


@dataclass(frozen=True)
class _Place:
    """Where one part ends and the next begins."""

    end: int
    start: int
    joined: bool
    orders: bool = True
    """Whether the next begins with a joint, a courtesy or an order, rather than with a noun or an auxiliary."""


@lru_cache(maxsize=32)
def _in_joints(spoken: Language) -> frozenset[str]:
    return frozenset(word for phrase in spoken.joints for word in phrase.split())


@lru_cache(maxsize=32)
def _leading_on(spoken: Language) -> frozenset[str]:
    """Words behind which no request begins: something of the same one follows."""
    leading = (spoken.function_words | spoken.subjects) - opposed_words(spoken) - spoken.persons
    return leading - set(spoken.pronouns)


def _is_being(word: str, spoken: Language) -> bool:
    """Whether *word* is a form of being, or helps another verb."""
    return word in spoken.states or word in spoken.auxiliaries


class Covering(Words):
    """Finds the requests that an utterance is made of."""

    _asides = Part(Asides)
    _cuts = Part(Cuts)
    _leftovers = Part(Leftovers)
    _pointing_parts = Part(Pointing)
    _sentences = Part(Sentences)

    def instead(self, text: str, found: Plan) -> Plan:
        """*found*, or the requests that all of *text* is, where *found* leaves something of it.

        Args:
            text: an utterance.
            found: what is understood of it.
        """
        if found.held or found.cancelled or found.unclear is not None or self._is_ordered(text):
            return found
        unexplained = {at for request in found.requests for at in self._unexplained(text, request)}
        places = self._places(text, unexplained)
        if len(found.requests) == 1 and not (found.left or found.requests[0].missing):
            # Mostly it is one request with a remark.
            places = [place for place in places if place.orders or place.start in unexplained]
        if not places:
            return found
        leaves, swallowing = self._leaves(text, found), self._swallowing(found)
        if not (leaves or swallowing or self._passes_over(text, places, found)):
            return found
        several = self._requests(text, places, Budget())
        if len(several) < max(2, len(found.requests) + (not leaves)):
            return found
        sure, known = self._sure(several), self._sure(found.requests)
        others = self._are_others(several, found) and not self._is_any_let(several)
        surer = sure > known and (swallowing.isdisjoint(SENTENCES | TITLES) or others)
        more = {request.call.name for request in several} - {request.call.name for request in found.requests}
        may_hold = bool(swallowing) or len(found.requests) > 1  # "zet het geluid wat zachter" is one, and has no text
        as_sure = others and may_hold and bool(more) and sure >= max(_AS_SURE * known, SURELY_ANOTHER)
        return Plan(several) if leaves or surer or as_sure else found

    def _unexplained(self, text: str, request: Request) -> set[int]:
        """The characters of *text* where a word means nothing to the tool of *request*, and that before it does."""
        own = text.find(request.read.heard.text) if request.read is not None else -1
        if request.read is None or own < 0:
            return set()
        left = request.read.explained.left
        return {request.read.heard.tokens[at].start + own for at in left if at - 1 not in left}

    def _is_ordered(self, text: str) -> bool:
        """Whether *text* says that what comes behind is to be done first: each cut would do it last."""
        before = phrase_pattern(self._language, "before")
        begins = before is not None and before.match(text) is not None
        return begins or any(joint.first for joint in self._cuts.joints(text))

    def _are_others(self, several: Sequence[Request], found: Plan) -> bool:
        """Whether each of *several* that *found* does not have orders by itself what another tool does, and names what
        that is about: it may stand in a text of *found* else."""
        known = {request.call.name: request.read for request in found.requests}
        values = [value for request in found.requests for value in request.call.arguments.values()]
        texts = [{*self._reader.raw_words(value)} for value in values if isinstance(value, str)]

        def inside(said: str) -> bool:
            content = {word for word in self._reader.raw_words(said) if is_content(word, self._language)}
            return any(content <= text for text in texts)

        return all(
            request.call.name in known
            or not inside(request.call.said)
            or any(read is None or self._sentences.orders_another(request.call.said, read) for read in known.values())
            for request in several
        )

    def _leaves(self, text: str, found: Plan) -> bool:
        """Whether words of *text* are in no request, or mean nothing to the tool of theirs."""
        if found.left or not found.requests or found.remarks:
            return True
        if any(request.missing or self._leftovers.leaves(request) for request in found.requests):
            return True
        heard = (f"{request.call.said} {request.heard}" for request in found.requests)
        said = {word for each in heard for word in self._reader.raw_words(each)}
        said |= _in_joints(self._language)
        bare = self._reader.bare_words(text)
        return any(is_content(word, self._language) and word not in said for word in bare)

    def _swallowing(self, found: Plan) -> set[str]:
        """The words of the names of those texts of *found* that hold a word which another request may begin with."""
        return {
            word
            for request in found.requests
            if (read := request.read) is not None
            for start, end, name in read.filled.spans
            if isinstance(read.filled.arguments.get(name), str | list)
            and self._places(read.heard.said(max(0, start - 1), end))
            for word in words_of(name)
        }

    def _passes_over(self, text: str, places: Sequence[_Place], found: Plan) -> bool:
        """Whether an order or a question begins in *text* in the words of one request of *found*, behind or before all
        of its values: "skip the alarm tomorrow [which alarms are set]"."""
        return any(self._passes_over_one(text, places, request) for request in found.requests)

    def _passes_over_one(self, text: str, places: Sequence[_Place], request: Request) -> bool:
        read, at = request.read, fold(text).find(fold(request.call.said))
        if read is None or at < 0 or not places:
            return False
        heard = self._reader.hear_raw(text)
        offset = max(0, text.find(heard.text))
        own = max(0, text.find(read.heard.text))
        spans = [
            (read.heard.tokens[start].start + own, read.heard.tokens[end - 1].end + own)
            for start, end, _ in read.filled.spans
        ]
        spoken, behind = self._language, heard.tokens[2:-1]
        asking = {t.start + offset for t in behind if t.norm in spoken.verbs and not _is_being(t.norm, spoken)}
        within = range(at + 1, at + len(request.call.said))
        return any(
            place.start in asking
            and place.start in within
            and (all(end <= place.end for _, end in spans) or all(start >= place.start for start, _ in spans))
            for place in places
        )

    def _sure(self, requests: Sequence[Request]) -> float:
        """The probability of the least sure of *requests*; 0 where there are none."""
        return min(map(self._surely, requests), default=0.0)

    def _surely(self, request: Request) -> float:
        if request.read is None:
            return request.confidence
        return min(request.confidence, certain(request.read, self._reader.trained, request.call.arguments))

    def _requests(self, text: str, places: Sequence[_Place], budget: Budget) -> tuple[Request, ...]:
        """The two or more requests that all of *text* is, cut at some of *places*; none where words would be left."""
        self._reader.expect(_MOST_PARTS + 1)
        best: tuple[Request, ...] = ()
        surest = 0.0
        for count in range(2, min(_MOST_PARTS, len(places) + 1) + 1):
            for found, joined in self._covers(text, places, len(places), count, budget):
                sure = self._sure(found) * _JOINED**joined * _UNJOINED ** (count - 1 - joined)
                if sure > surest or self._parts(best, found):
                    best, surest = found, max(sure, surest)
        return best

    def _parts(self, whole: tuple[Request, ...], finer: tuple[Request, ...]) -> bool:
        """Whether *finer* are *whole*, one of which is two behind each other, and no value of that one goes over where
        they meet: "what's the date [and] how many days till easter" of two tools for the one about days."""
        if len(finer) != len(whole) + 1:
            return False
        for at, one in enumerate(whole):
            first, second = finer[at], finer[at + 1]
            around = [r.call.said for r in (*finer[:at], *finer[at + 2 :])]
            if around != [r.call.said for r in (*whole[:at], *whole[at + 1 :])]:
                continue
            met = one.call.said.rfind(second.call.said)
            if one.read is None or met <= 0 or not one.call.said.startswith(first.call.said):
                return False
            own = one.call.said.find(one.read.heard.text)
            behind = [k for k, token in enumerate(one.read.heard.tokens) if token.start + own >= met]
            over = {name for start, end, name in one.read.filled.spans if behind and start < behind[0] < end}
            apart = not over or self._holds_another(one, first, second, over)
            return first.call.name != second.call.name and apart
        return False

    def _holds_another(self, one: Request, first: Request, second: Request, over: AbstractSet[str]) -> bool:
        """Whether the texts *over* of *one* hold another order, *second*, behind what *first* is alone: "remind me to
        pay the rent [put stamps on the list]"."""
        texts = {word for name in over for word in words_of(name)} & (SENTENCES | TITLES)
        if one.read is None or not texts or not self._sentences.orders_another(second.call.said, one.read):
            return False
        if self._is_any_let((first, second)):
            return False
        return self._sure((first, second)) >= max(_AS_SURE * self._surely(one), SURELY_ANOTHER)

    def _is_any_let(self, requests: Sequence[Request]) -> bool:
        """Whether what stands before one of *requests* but the first says that somebody else does it: "let tom [set the
        alarm]", "help the kids [set the table]"."""
        verbs = self._language.perceiving | single_words(self._language, "letting")
        before = (self._reader.raw_words(request.call.said) for request in requests[:-1])
        return any(not verbs.isdisjoint(words[-_LET_BY:-1]) for words in before)

    def _covers(
        self, text: str, places: Sequence[_Place], until: int, count: int, budget: Budget
    ) -> Iterator[tuple[tuple[Request, ...], int]]:
        """Ways to read the words of *text* before place *until* as *count* requests, each with how many of its cuts are
        at joints. The last part is read first, as most cuts leave none there."""
        end = places[until].end if until < len(places) else len(text)
        if count == 1:
            one = self._one(trimmed(text[:end]), budget)
            if one is not None:
                yield (one,), 0
            return
        for at in range(until - 1, count - 3, -1):
            place = places[at]
            part = trimmed(text[place.start : end])
            if place.start >= end or not self._may_ask(part, joined=place.joined):
                continue
            alone, points = self._one(part, budget), self._points(part)
            if alone is None and not points:
                continue
            for before, joined in self._covers(text, places, at, count - 1, budget):
                if not place.joined and self._only_leads(before[-1].call.said, part):
                    continue
                leans = points and not self._asks_on(text, places[at + 1 : until], text.find(part, place.start))
                last = self._leaning(part, before[-1]) if leans else None
                if last is None and not self._is_its_reason(before[-1].call.said, part):
                    last = alone
                if last is not None and self._apart(before, last, joined=place.joined):
                    yield (*before, last), joined + place.joined

    def _apart(self, before: tuple[Request, ...], last: Request, *, joined: bool) -> bool:
        """Whether *last* asks for something else than each of those *before* it; without a joint, of another tool."""
        if not joined and before[-1].call.name == last.call.name:
            return False
        calls = [(request.call.name, request.call.arguments) for request in before]
        return (last.call.name, last.call.arguments) not in calls

    def _one(self, part: str, budget: Budget) -> Request | None:
        """What *part* asks for, where that is surely one request and no word of it is left."""
        if not part or not budget.spend(part):
            return None
        read = self._whole_request(part)
        heard = self._reader.hear(part)
        if read is None or read.confidence < SURELY_ANOTHER or self._names_number(read, heard):
            return None
        if self._doubled(read, valued(heard), read.explained):
            return None
        request = request_of(read, part)
        return request if self._surely(request) >= _LEAST_SURE else None

    def _may_ask(self, part: str, *, joined: bool) -> bool:
        """Whether *part* says enough for a request: one word alone, without a joint before it, belongs to others."""
        words = self._reader.bare_words(part)
        return any(is_content(word, self._language) for word in words) and (joined or len(words) > 1)

    def _asks_on(self, text: str, places: Sequence[_Place], start: int) -> bool:
        """Whether another request begins at one of *places* behind all that points to something in the part of *text*
        from character *start* on: nothing of "what time is it and when does the sun set" is put in for its "it"."""
        return any(self._points(text[start : place.end]) and self._opens(text[place.start :]) for place in places)

    def _leaning(self, part: str, before: Request) -> Request | None:
        """*part* with what it points to in the request *before* it."""
        said = before.call.said
        there = self._about_place(said, part, before)
        if there is not None or self._asks_alone(part, before):
            return there
        named = self._pointing_parts.named(part, said)
        told = self._asides.pointing_beside(part, lambda text: self._pointing_parts.named(text, said), named)
        return named if told is None else None

    def _points(self, part: str) -> bool:
        """Whether *part* points to a thing or a place that the request before it may name."""
        there = phrase_pattern(self._language, "places_before")
        if there is not None and there.search(part) is not None:
            return True
        return not set(self._language.pronouns).isdisjoint(self._reader.bare_words(part))

    def _places(self, text: str, unexplained: AbstractSet[int] = frozenset()) -> list[_Place]:
        """Where a request may begin in *text* behind another, which is no courtesy alone: behind joints, at
        courtesies, at words that requests begin with, behind values, and at the characters *unexplained*, where a word
        means nothing to the tool of what is understood."""
        heard = self._reader.hear_raw(text)
        offset = max(0, text.find(heard.text))
        found = [_Place(joint.start, joint.end, True) for joint in self._cuts.joints(text) if not joint.limits]
        taken = {at for place in found for at in range(place.start, place.end + 1)}
        inside = {at for x in heard.mentions for at in range(x.start + 1, x.end)}
        courtesies = phrase_pattern(self._language, "openings", "greetings", "fillers", "asking")
        polite = {}
        for each in courtesies.finditer(text) if courtesies is not None else ():
            polite[each.start()] = each.end()
        spoken = self._language
        open_words = _leading_on(spoken)
        accompanied = phrase_pattern(spoken, "accompanied")
        # "Ring the vet plus [set a timer]": what adds a thing to another joins two orders as well.
        beside = {x.end(): x.start() for x in accompanied.finditer(text)} if accompanied is not None else {}
        ends, begin = {x.end for x in valued(heard)}, {x.start for x in valued(heard)}
        skip = 0
        first = max(offset, text.find(self._reader.hear(text).text))
        for at, token in enumerate(heard.tokens):
            start = token.start + offset
            if start <= first or start < skip or at in inside or start in taken:
                continue
            word, before = heard.words[at], heard.words[at - 1]
            if before in open_words or (before in spoken.function_words and at in begin):
                continue  # "the list is on friday", "turn it on set an alarm"
            if before in spoken.articles and word not in spoken.verbs:
                continue  # "monte [le volume à 90]": what is a pronoun as well is the article of a noun
            if start in polite:
                skip = polite[start] + 1
            elif _is_being(word, spoken) and not spoken.question_words.isdisjoint(heard.words[:at]):
                continue  # "what time [is it]"
            elif word in spoken.subjects or not (
                self._begins(word) or ((at in ends or start in unexplained) and is_content(word, spoken))
            ):
                continue
            asks = start in polite or (word in spoken.verbs and not _is_being(word, spoken))
            end = heard.tokens[at - 1].end + offset
            found.append(_Place(beside.get(end, end) if asks else end, start, asks and end in beside, asks))
        chosen = sorted(found, key=lambda place: (not place.joined, place.start))[:_MOST_PLACES]
        return sorted(chosen, key=lambda place: place.start)
