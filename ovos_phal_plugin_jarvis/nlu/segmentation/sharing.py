"""What parts share: "[turn on] the lamp and the fan [in the kitchen]"."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace

from ovos_phal_plugin_jarvis.nlu import entities as m
from ovos_phal_plugin_jarvis.nlu.accounting import FILLER, LEFT, vocabulary
from ovos_phal_plugin_jarvis.nlu.acts.sparing import leaves_alone
from ovos_phal_plugin_jarvis.nlu.acts.words import opposed_words
from ovos_phal_plugin_jarvis.nlu.candidates import Candidate
from ovos_phal_plugin_jarvis.nlu.dialogue import SENTENCES, Request, request_of
from ovos_phal_plugin_jarvis.nlu.dialogue.roles import object_nouns
from ovos_phal_plugin_jarvis.nlu.knowledge import english_wordnet
from ovos_phal_plugin_jarvis.nlu.lang import Language, is_content
from ovos_phal_plugin_jarvis.nlu.reading import Heard, valued
from ovos_phal_plugin_jarvis.nlu.recurring import frequencies
from ovos_phal_plugin_jarvis.nlu.segmentation.cuts import Cuts
from ovos_phal_plugin_jarvis.nlu.segmentation.plan import Budget, Joint, Plan
from ovos_phal_plugin_jarvis.nlu.segmentation.same_day import on_the_same_day
from ovos_phal_plugin_jarvis.nlu.segmentation.words import LIKELY_ANOTHER, SURELY_ANOTHER, TITLES, Part, Words
from ovos_phal_plugin_jarvis.nlu.text import phrase_pattern, trimmed_right, words_of

_ASKS = 0.7
"""Confidence where nothing but two times tell that there are two requests: what changes something asks first."""
_LEAST_ASKED = 3
"""Words of a question with somebody or something in it: "when does it open"."""
_MAX_SHARED = 14
"""Ways to share a head and a tail that are read for one joint."""


class Sharing(Words):
    """Finds what parts share."""

    _cuts = Part(Cuts)

    def shared(self, text: str, joints: Sequence[Joint], budget: Budget, over: AbstractSet[str]) -> Plan | None:
        """The plan of parts that share a head or a tail: "[turn on] the lamp and the fan [in the kitchen]".

        Args:
            text: all of it.
            joints: where it may be cut.
            budget: of readings.
            over: words that mean nothing to the tool which would be believed to be meant by all of it.
        """
        chunks = self._cuts.chunks(text, joints)
        for parts in dict.fromkeys((tuple(chunks), *self._cuts.merged(chunks, text, joints))):
            found = self._shared_by(parts, budget, over)
            if found is not None:
                return found
        return None

    def dated(self, text: str, whole: Candidate | None, budget: Budget) -> Plan | None:
        """The plan of two parts with nothing between them, each of which begins with its day or its time: "[remind me]
        tomorrow to pay the rent | on friday to ring the bank".

        Args:
            text: all of it.
            whole: the tool that would be believed to be meant by all of it.
            budget: of readings.
        """
        if whole is not None and not whole.explained.left:
            return None
        heard = self._reader.hear(text)
        days, times = ([x for x in heard.mentions if x.kind == kind] for kind in (m.DATE, m.TIME))
        for first, later in (*itertools.pairwise(days), *itertools.pairwise(times)):
            head, cut = (x.start - self._is_introduced(heard, x.start) for x in (first, later))
            same = heard.words[first.end : first.end + 1] == heard.words[later.end : later.end + 1] != []
            if not 0 < head < cut or not same:
                continue
            opening, values = heard.said(0, head), (heard.said(head, cut), heard.said(cut, len(heard.words)))
            texts = [f"{opening} {value}" for value in values]
            found = (
                self._all_read(texts, [opening] * 2, values, "", frozenset()) if all(map(budget.spend, texts)) else []
            )
            if found and len({request.call.name for request in found}) == 1:
                # "At four to book a table at eight to surprise dad" may be one.
                most = 1.0 if first.kind == m.DATE else _ASKS
                return Plan(tuple(replace(each, confidence=min(each.confidence, most)) for each in found))
        return None

    def _is_introduced(self, heard: Heard, at: int) -> bool:
        """Whether the word before word *at* introduces it: "on friday"."""
        return at > 0 and heard.words[at - 1] in self._introducing - self._language.persons

    def closed_alike(self, text: str, joints: Sequence[Joint], budget: Budget) -> Plan | None:
        """The plan of parts that share what the first one ends with, one of two opposites: "turn the volume up and the
        brightness [up]", "all timers off and all alarms [off]"."""
        parts = [self._without_beside(part) for part in self._cuts.chunks(text, joints)]
        heard = [self._reader.hear(part) for part in parts]
        opposed = opposed_words(self._language)
        if any(not each.words for each in heard) or heard[0].words[-1] not in opposed & self._language.function_words:
            return None
        closing = heard[0].words[-1]
        first = self._whole_request(parts[0])
        if first is None or any(valued(each) or opposed.intersection(each.words) for each in heard[1:]):
            return None
        orders = self._language.verbs - self._language.question_words
        if any(each.words[0] in self._language.verbs | self._language.question_words for each in heard[1:]):
            return None
        found = [request_of(first, parts[0])]
        for part in heard[1:]:
            opening = f"{heard[0].words[0]} " if heard[0].words[0] in orders else ""
            said = f"{opening}{part.text} {closing}"
            read = self._whole_request(said) if budget.spend(said) else None
            if read is None or read.heard.words[-1] != closing or read.account.how[-1] in (FILLER, LEFT):
                return None
            request = request_of(read, said)
            if any((r.call.name, r.call.arguments) == (request.call.name, request.call.arguments) for r in found):
                return None
            found.append(request)
        return Plan(tuple(found))

    def _without_beside(self, part: str) -> str:
        pattern = phrase_pattern(self._language, "beside", "also", "politeness")
        ends = [x.start() for x in pattern.finditer(part) if x.start() and x.end() == len(part)] if pattern else []
        return trimmed_right(part[: ends[0]]) if ends else part

    def asked_on(self, text: str, joints: Sequence[Joint], budget: Budget) -> Plan | None:
        """The plan of a question that goes on with another verb: "when does the sun rise tomorrow and [when does the
        sun] set on monday". What begins with a verb would be an order else."""
        first, *others = self._cuts.chunks(text, joints)
        heard, spoken = self._reader.hear_raw(first), self._language
        asks = len(heard.words) > _LEAST_ASKED and heard.words[0] in spoken.question_words
        if not asks or heard.words[1] not in spoken.auxiliaries or len(others) != 1:
            return None
        begins, alone = next(iter(self._reader.raw_words(others[0])), ""), self._whole_request(others[0])
        if not begins or not is_content(begins, spoken) or begins in spoken.question_words:
            return None
        if alone is not None and alone.confidence >= SURELY_ANOTHER:
            return None
        determining = spoken.articles | spoken.owners
        for head in range(_LEAST_ASKED, len(heard.words)):
            if heard.words[head - 1] in determining:
                continue
            texts = [first, f"{heard.said(0, head)} {others[0]}"]
            found = self._all_read(texts, [""] * 2, texts, "", frozenset()) if budget.spend(texts[1]) else []
            if len({request.call.name for request in found}) == 1:
                return Plan(tuple(found))
        return None

    def sided(self, text: str, joints: Sequence[Joint], budget: Budget, over: AbstractSet[str]) -> Plan | None:
        """The plan of "[put] rice and beans on the one list and bags on the other": where each side says what it is
        for, there it is cut."""
        chunks = self._cuts.chunks(text, joints)
        for parts in (tuple(chunks),) if len(chunks) == 2 else self._cuts.merged(chunks, text, joints):
            first = next(iter(self._reader.hear(parts[1]).words), "")
            if first and not self._begins(first, taught=False) and self._introduced_alike(*parts):
                found = self._shared_by(parts, budget, over, sided=True)
                if found is not None:
                    return found
        return None

    def _introduced_alike(self, left: str, right: str) -> bool:
        """Whether two parts say something behind the same word that introduces it: "[on] the shopping list"."""
        said = (self._reader.hear_raw(part).words[1:] for part in (left, right))
        one, other = ([word for word in words if word in self._introducing] for words in said)
        return bool(one) and one[-1] in other and one[-1] not in self._language.joints

    def _shared_by(
        self, parts: Sequence[str], budget: Budget, over: AbstractSet[str], *, sided: bool = False
    ) -> Plan | None:
        """The plan of *parts* with what the first begins with and the last ends with around each of them.

        Args:
            parts: the parts.
            budget: of readings.
            over: as for ``_shared``.
            sided: whether each part says by itself what it ends with, so that only a head is shared.
        """
        heard = [self._reader.hear_raw(part) for part in parts]
        if any(not part.words for part in heard) or len(parts) < 2:
            return None
        if any(self._denies_value(part) for part in parts[1:]):
            return None
        if any(self._only_tells(part) for part in parts[1:]):
            return None  # "mark the violin [as done] and my fingers hurt"
        if any(leaves_alone(part, self._reader.lang) for part in parts[1:]):
            return None  # "[turn off] the lamp but keep the fan"
        first, last = heard[0], heard[-1]
        before = {word for part in heard[:-1] for word in part.words}
        # A part with a verb of its own shares what follows, never what precedes: "open and close the garage".
        orders = not sided and any(self._opens(part) and not self._is_more_of(parts[0], part) for part in parts[1:])
        if not sided and any(map(self._orders_then, parts[1:])):
            return None  # "set an alarm for six and at noon remind me to ring [may]"
        heads = 1 if orders else len(first.words)
        if sided:
            heads = next((at for at, word in enumerate(first.words) if at and word in last.words), heads)
        # "Alarms" behind "cancel all timers" is no request for a list of them.
        least = int(heads > 1 and any(self._is_more_of(parts[0], part) for part in parts[1:]))
        shares_head = [head for head in range(least, heads) if self._may_share_head(first, head, last)]
        ends = range(len(last.words) if sided else 1, len(last.words) + 1)
        shares_tail = [end for end in ends if self._may_share_tail(last, end, first, before)]
        one, other = _Contents(first, self._language), _Contents(last, self._language)
        # "[wake me saturday] at six and sunday at nine"
        days = {head for head in shares_head if _says_day(first, head)}
        more_days = {end for end in shares_tail if _says_day(last, end)}
        both_days = _begins_with_day(last, 0)
        # "[on weekdays] get me up at five and on weekends at ten": another's day is in the place of the first one's.
        front = _day_in_front(first, last)
        fronted = {head for head in days if head > front and not _says_day(first, head, front)}
        tried: list[tuple[float, int, int]] = []
        for head, end in itertools.product(shares_head, shares_tail):
            closes = end < len(last.words) and is_content(last.words[end], self._language)
            if closes and one.last.get(last.words[end], -1) >= head:
                continue  # "bread on the shopping list and plates on the party [list]"
            introduced = first.words[head] if head < len(first.words) else ""
            if closes and introduced in self._introducing and introduced == last.words[0]:
                continue  # each is introduced, and so each is whole
            if (head in days - fronted and end in more_days) or (head in fronted and end < len(last.words)):
                continue
            starts = (self._bare(first.words, head), self._bare(last.words, 0)) if sided else (head, 0)
            cost = self._unlike(one, range(starts[0], len(first.words)), other, range(starts[1], end))
            if cost is None and both_days and _begins_with_day(first, head):
                cost = 0.5  # "[remind me] tomorrow to phone and on friday to pay"
            if cost is not None:
                tried.append((cost, head, end))
        for _, head, end in sorted(tried)[:_MAX_SHARED]:
            shared_head = first.said(0, head) if head else ""
            tail = last.said(end, len(last.words)) if end < len(last.words) else ""
            values = [first.said(head, len(first.words)), *(part.text for part in heard[1:-1]), last.said(0, end)]
            for opening in self._in_the_singular(shared_head):
                own = opening[len(shared_head) - len(first.said(front, head)) :] if 0 < front < head else opening
                openings = [opening, *(own if _names_day(part) else opening for part in heard[1:])]
                texts = [" ".join(x for x in (*each, tail) if x) for each in zip(openings, values, strict=True)]
                if not all(budget.spend(each) for each in texts):
                    return None
                found = self._all_read(texts, openings, values, tail, over)
                if found and not self._names_another(found, parts):
                    return Plan((found[0], *(on_the_same_day(each, found[0], self._dialogue) for each in found[1:])))
        return None

    def _names_another(self, found: Sequence[Request], parts: Sequence[str]) -> bool:
        """Whether one of *found* takes for a name what its part by itself asks another tool for: "the time in rome and
        [the date]" asks of no town called date, "cancel the rice [timer] and the school alarm" of no such alarm."""
        return any(self._is_another(request, part) for request, part in zip(found, parts, strict=True))

    def _is_another(self, request: Request, part: str) -> bool:
        alone = self._whole_request(part) if request.read is not None else None
        if alone is None or request.read is None or alone.confidence < LIKELY_ANOTHER:
            return False
        if alone.definition.name == request.call.name:
            return False
        nouns = {self._language.stem(noun) for noun in object_nouns(alone.definition, self._language)}
        own = {p.name: p for p in request.read.definition.parameters}
        names = (
            request.read.heard.words[start:end]
            for start, end, name in request.read.filled.spans
            if name in own and not own[name].is_list and not set(words_of(name)) & (SENTENCES | TITLES)
        )
        return any(self._language.stem(word) in nouns for words in names for word in words)

    def _may_share_head(self, first: Heard, head: int, last: Heard) -> bool:
        """Whether what the *first* part has before word *head* may stand before each part."""
        if self._parts_number(first, head, last):
            return False
        if _splits(first, head) or not _apart(first, head):
            return False  # "in lisbon and in new [york]"
        return not (0 < head < len(first.words) and first.words[head] in self._language.persons)  # "remind [me]"

    def _may_share_tail(self, last: Heard, end: int, first: Heard, before: AbstractSet[str]) -> bool:
        """Whether what the *last* part has from word *end* on may stand behind each part, of which those before it
        have the words *before*."""
        if end == len(last.words):
            return True
        if last.words[end - 1] in self._language.function_words or self._counts(last, end, first):
            return False  # "two cartons of [milk]"
        if last.words[end] in self._language.joints:
            return False  # "what day is it [and set a timer]"
        again = phrase_pattern(self._language, "repeats")
        if again is not None and again.fullmatch(last.said(0, end)):
            return False  # "tomorrow and again [in a week]": that is what the other one is
        if last.words[end] in self._introducing & before:
            return False  # "the fan in the garage and the lamp [in the kitchen]": each has its own
        ways = self._language.more | self._language.less
        if first.words[-1] in ways and ways.isdisjoint(last.words) and any(x.start >= end for x in valued(last)):
            return False  # "the lamp brighter and the heater [to twenty]": each says what becomes of it
        return not _splits(last, end) and _apart(last, end)

    def _in_the_singular(self, head: str) -> Iterator[str]:
        """*head*, and *head* as each of several things shares it: "alarms for …" is "alarm for …"."""
        yield head
        net = english_wordnet() if self._language.code == "en" else None
        words = head.split()
        if net is not None and words and net.lemma(words[-1].lower()) != words[-1].lower():
            yield " ".join((*words[:-1], net.lemma(words[-1].lower())))

    def _parts_number(self, first: Heard, head: int, last: Heard) -> bool:
        """Whether what is shared would end with what is of the first thing: "[add three] lemons and a lettuce"."""
        counted = any(x.kind == m.NUMBER and x.end == head for x in first.mentions)
        determined = bool(head) and first.words[head - 1] in self._language.articles
        begins = last.words[0] in self._language.articles or any(
            x.kind == m.NUMBER and not x.start for x in last.mentions
        )
        return counted or (determined and begins)

    def _counts(self, last: Heard, end: int, first: Heard) -> bool:
        """Whether the last thing would end with the number of what is shared: "butter and two [cartons of milk]"."""
        ending = any(x.kind == m.NUMBER and x.end == end for x in last.mentions)
        return ending and not any(x.kind == m.NUMBER for x in first.mentions)

    def _bare(self, words: Sequence[str], at: int) -> int:
        """The first of *words* from place *at* on that is no article that they begin with."""
        # "Tea on the one list and a pot on the other"
        return at + (len(words) - at > 1 and words[at] in self._language.articles)

    def _unlike(self, one: _Contents, first: range, other: _Contents, second: range) -> float | None:
        """How unlike two parts are that shall share what is around them, words *first* of *one* and *second* of
        *other*; None where they share nothing sensible."""
        function, tail = self._language.function_words, len(other.words) - second.stop
        content = (one.between(first), other.between(second))
        if not content[1] or (not content[0] and len(first) < 1):
            return None
        begins = one.words[first.start], other.words[second.start]
        if begins[0] == begins[1]:
            cost = 0.0
        elif (begins[0] in function) != (begins[1] in function):
            return None
        else:
            cost = 0.5
        return cost + abs(len(first) - len(second)) + 0.3 * abs(content[0] - content[1]) - 0.1 * min(3, tail)

    def _all_read(
        self, texts: Sequence[str], heads: Sequence[str], values: Sequence[str], tail: str, over: AbstractSet[str]
    ) -> list[Request]:
        """The requests that *texts* are, each a head, a value of its own and the tail, all understood, whole and
        different; empty where one is not."""
        found: list[Request] = []
        calls: list[tuple[str, object]] = []
        behind = set(self._reader.hear_raw(tail).words)
        for text, head, value in zip(texts, heads, values, strict=True):
            best = self._reader.best(text)
            if best is None or best.filled.missing:
                return []
            heard = self._reader.hear(text)
            if self._straddles(best, heard, text, len(head) + 1 if head else 0, len(value), tail):
                return []
            if self._names_number(best, heard) or self._listed_together(
                best, heard, text, len(head) + 1 if head else 0, value
            ):
                return []
            accounted = best.explained
            # A head of words of grammar alone ("how late is it") is as good where they all share it.
            left = {heard.words[at] for at in accounted.left} - (over & behind)
            if left or not (accounted.wording or head) or self._doubled(best, valued(heard), accounted):
                return []
            if (best.definition.name, best.filled.arguments) in calls:
                return []
            if found and best.definition.name == found[0].call.name:
                known, told = found[0].call.arguments, best.filled.arguments
                more = all(n in told and told[n] == v for n, v in known.items())
                if more and not self._names_own(values[0], value):
                    return []  # the same again, with something more: "put bread on the list [and on the candles list]"
            calls.append((best.definition.name, best.filled.arguments))
            request = request_of(best, text)
            first = found[0].read if found else None
            found.append(self._dialogue.shared_verb.with_verb(request, first, value) if first is not None else request)
            chosen = {p.name for p in best.definition.parameters if p.enum_values}
            for name in chosen if len(found) > 1 and best.definition.name == found[0].call.name else ():
                one, other = (request.call.arguments.get(name) for request in (found[0], found[-1]))
                own = vocabulary(best.definition, self._language)
                said = {self._language.stem(word) for word in self._reader.hear_raw(value).words}
                if one != other and not said & (own.wording | own.choices):
                    return []  # what parts share means the same for each of them
        return found

    def _names_own(self, one: str, other: str) -> bool:
        """Whether of two things that are called alike the first is told apart as well: "the shopping list" beside "the
        hardware list"."""
        words, others = (self._reader.hear_raw(each).words for each in (one, other))
        own = [word for word in words if word not in others and is_content(word, self._language)]
        return bool(own) and len(words) == len(others) and words[-1] == others[-1]

    def _listed_together(self, best: Candidate, heard: Heard, text: str, start: int, value: str) -> bool:
        """Whether one list would hold a thing of this part and one of what is shared ("[milk] socks on the list"), or
        this part another request ("bread on one list and socks")."""
        offset = max(0, text.find(heard.text))
        places = [
            (heard.tokens[first].start + offset, heard.tokens[last - 1].end + offset, name)
            for first, last, name in best.filled.spans
        ]
        for joint in self._cuts.joints(value):
            begin, end = start + joint.start, start + joint.end
            if not any(begins <= begin and end <= ends for begins, ends, _ in places) and not self._beside_each_other(
                best, places, begin, end
            ):
                return True
        own: dict[str, set[bool]] = {}
        for begins, ends, name in places:
            parameter = best.definition.parameter(name)
            if parameter is not None and parameter.is_list:
                own.setdefault(name, set()).add(start <= begins and ends <= start + len(value))
        return any(len(inside) > 1 for inside in own.values())

    @staticmethod
    def _beside_each_other(best: Candidate, places: Sequence[tuple[int, int, str]], begin: int, end: int) -> bool:
        """Whether two things of one list stand right before and behind a joint, the characters *begin* to *end*."""
        before = {name for _, ends, name in places if ends == begin}
        behind = {name for begins, _, name in places if begins == end}
        lists = {p.name for p in best.definition.parameters if p.is_list}
        return bool(before & behind & lists)

    def _straddles(self, best: Candidate, heard: Heard, text: str, start: int, length: int, tail: str) -> bool:
        """Whether a value is put together of words that were not said together: "butter of milk"."""
        offset = max(0, text.find(heard.text))
        end = start + length
        behind = self._reader.hear_raw(tail).words[:1]
        # "the kitchen and the hall light": what the tail begins with may end each value.
        closes = bool(behind) and is_content(behind[0], self._language) and behind[0] not in self._introducing
        for first, last, name in best.filled.spans:
            begins, ends = heard.tokens[first].start + offset, heard.tokens[last - 1].end + offset
            # "[feed] the cat and [order] hay": what is to be done is said as it is, and shares no end.
            written = not SENTENCES.isdisjoint(words_of(name))
            if begins < start < ends or (begins < end < ends and (written or not closes)):
                return True
        return False


class _Contents:
    """The words of one part, and how many of any run of them mean something: counted once, as each pair of a head and a
    tail asks for it."""

    def __init__(self, heard: Heard, language: Language) -> None:
        self.words = heard.words
        means = (is_content(word, language) or word.isdigit() for word in heard.words)
        self._before = [0, *itertools.accumulate(map(int, means))]
        self.last = {word: at for at, word in enumerate(heard.words)}
        """Where each word stands the last time."""

    def between(self, places: range) -> int:
        """How many of the words at *places* mean something."""
        return self._before[places.stop] - self._before[places.start]


def _splits(heard: Heard, at: int) -> bool:
    """Whether a number, a date or a name would be cut before word *at*."""
    return any(x.start < at < x.end for x in heard.mentions)


def _begins_with_day(heard: Heard, at: int) -> bool:
    """Whether a day or a time is said at word *at*, or behind one word that introduces it."""
    return any(x.kind in (m.DATE, m.TIME) and at <= x.start <= at + 1 for x in heard.mentions)


def _says_day(heard: Heard, end: int, start: int = 0) -> bool:
    """Whether a day is said before word *end*, from word *start* on."""
    return any(x.kind == m.DATE and start <= x.start and x.end <= end for x in heard.mentions)


def _names_day(heard: Heard) -> bool:
    """Whether *heard* says which day it is for, or on which it comes again."""
    return _says_day(heard, len(heard.words)) or next(frequencies(heard), None) is not None


def _day_in_front(first: Heard, last: Heard) -> int:
    """The words that *first* begins with that say a day, or how often it comes again, with the time behind that, where
    *last* says another one: "[every monday] wake me"."""
    one, other = ({m.weekday_of(x) for x in heard.mentions} - {""} for heard in (first, last))
    if not _names_day(last) or one & other:
        return 0  # "on friday wake me and every friday after that"
    days = [(x.start, x.end) for x in first.mentions if x.kind == m.DATE]
    days += [(start, end) for start, end, _ in frequencies(first)]
    introduced = {0, 1} if first.words[0] in first.lang.function_words else {0}
    front = max((end for start, end in days if start in introduced), default=0)
    timed = any(x.kind == m.TIME for x in last.mentions)
    times = (x.end for x in first.mentions if x.kind == m.TIME and front <= x.start <= front + 1)
    return max(times, default=front) if front and timed else front


def _apart(heard: Heard, at: int) -> bool:
    """Whether a space stands before word *at*: "notes.txt" is one word."""
    if not 0 < at < len(heard.words):
        return True
    return any(map(str.isspace, heard.text[heard.tokens[at - 1].end : heard.tokens[at].start]))
