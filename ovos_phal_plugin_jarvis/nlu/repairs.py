"""What a speaker takes back within an utterance: "remove the cheese, no, the yogurt from the list".

A repair, as the field calls it, has three parts: what is taken back (the reparandum), a word that says so ("no", "I
mean", "make that"; from the language's tables), and what is put in its place. What follows that word is put in place of
the nearest thing before it that is of its kind: a number for a number, a time for a time, "to the cellar" for "to the
attic", "the yogurt" for "the cheese". This room knows words and values only, no tools: it tells how an utterance may be
meant, the likeliest first, and the tools decide (``nlu.segmentation``). Where nothing tells which of several things is
taken back, it says that too, so that somebody asks.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from ovos_phal_plugin_jarvis.nlu import entities as m
from ovos_phal_plugin_jarvis.nlu.acts import remark_of
from ovos_phal_plugin_jarvis.nlu.knowledge import english_wordnet
from ovos_phal_plugin_jarvis.nlu.knowledge.wordnet import WordNet
from ovos_phal_plugin_jarvis.nlu.lang import Language, is_content, language
from ovos_phal_plugin_jarvis.nlu.reading import Heard, hear, valued
from ovos_phal_plugin_jarvis.nlu.repair_marks import (
    HOLD_NUMBERS,
    NUMBERS,
    OWNS,
    Mark,
    fold,
    mark_pattern,
    marks,
    same_kind,
)
from ovos_phal_plugin_jarvis.nlu.said_anew import behind_sound, instead_of_denied
from ovos_phal_plugin_jarvis.nlu.text import MAX_CHARS, phrase_pattern, single_words, trimmed, trimmed_right

_MOST = 3
"""Repairs that are carried out in one utterance."""
_MOST_READINGS = 5
_MOST_NEW = 4
"""Words of what is put in the place of something, where a clause behind it says why."""
_MOST_WORDS = 60
"""Words from which on nothing is looked for: nobody corrects so long a request, and it bounds the time it takes."""
GUESSED = 0.3
"""How alike two things must be for one to be put in the other's place; what is less alike is a guess."""
_EVIDENT = 0.45
"""How alike they are where nothing else need tell that they are of one kind."""
_FAR = 0.15
"""What each thing between costs: the nearest is meant."""
_CLEARLY = 0.6
"""How much less likely another thing must be for it not to be meant, where nothing else tells."""
_HARDLY = 0.05
"""How much less likely it must be where both begin with one thing."""
_GUESSED_VERB = 0.4
"""The same where several verbs stand before the words."""
_VERB = 0.8
"""How likely a request that begins behind the words takes the place of the one before them."""
_UNKNOWN = 0.25
"""How alike two words are that no dictionary knows, names mostly."""
_PLACES = 0.5
"""How alike the names of two places are."""
_SAID_MORE = 0.2
"""What a value costs that is said behind the new thing, and was not behind the old one."""
_DENIED = 0.6
"""What tells that a thing is taken back which is denied behind the new one."""
_ANY_VERB = 0.6
"""Share of a word's use as a verb from which on it is none of the things that are spoken of."""
_WORD = "word"


@dataclass(frozen=True)
class Reading:
    """An utterance with what was taken back replaced."""

    text: str
    likelihood: float
    """How alike what is replaced and what replaces it are; more is likelier."""
    replaced: tuple[int, int]
    """The characters of the utterance that are replaced."""


@dataclass(frozen=True)
class Repair:
    """An utterance that takes something back."""

    readings: tuple[Reading, ...]
    """What it may mean, the likeliest first."""
    said: tuple[int, int]
    """The characters of the words that say so."""
    sure: bool
    """Whether these words say nothing else; "no" and "wait" may be words of the request."""
    settled: bool = False
    """Whether only the first reading can be meant, as far as the words alone tell."""
    cancelled: bool = False
    """Whether all of it is taken back ("no, forget it"); surely so where that is ``settled``."""


def repaired(text: str, lang: str, now: datetime) -> Repair | None:
    """What *text* takes back; None where it takes back nothing. Several repairs are carried out from the first on, as
    far as each is settled.

    Args:
        text: an utterance.
        lang: BCP-47 tag.
        now: what relative dates are counted from.
    """
    spoken = language(lang)
    text = text[:MAX_CHARS]
    if len(text.split()) > _MOST_WORDS or mark_pattern(spoken) is None:
        return None
    found = _repair(text, spoken, lang, now)
    for _ in range(_MOST - 1):
        if found is None or not found.settled or found.cancelled:
            break
        after = _repair(found.readings[0].text, spoken, lang, now)
        if after is None:
            break
        found = after
    if found is None and (anew := behind_sound(text, spoken, lang, now)) is not None:
        return Repair((Reading(anew.text, 1.0, anew.replaced),), anew.sound, True, settled=True)
    return found or _taken_back_at_the_end(text, spoken)


def _repair(text: str, spoken: Language, lang: str, now: datetime) -> Repair | None:
    for mark in marks(text, lang, now):
        before, after = trimmed_right(text[: mark.start]), trimmed(text[mark.end :])
        before = _without_or(before, after, spoken, lang, now)
        old, new = hear(before, lang, now, strip=False), hear(after, lang, now, strip=False)
        if not new.words or not any(is_content(w, spoken) for w in old.words) and not valued(old):
            continue
        bare = _without_why(new, lang) if mark.sure else None
        if bare is not None:
            repair = _Alignment(old, hear(bare, lang, now, strip=False), mark, spoken).repair()
            if repair is not None and repair.settled:
                return repair
        if not mark.only_values and _takes_all_back(after, spoken):
            return Repair((), (mark.start, mark.end), mark.sure, settled=True, cancelled=True)
        instead = instead_of_denied(old, new, mark, spoken)
        if instead is not None:
            return Repair((Reading(instead.text, 1.0, instead.replaced),), (mark.start, mark.end), True, settled=True)
        repair = _Alignment(old, new, mark, spoken).repair()
        if repair is not None:
            return repair
    return None


def _without_or(before: str, after: str, spoken: Language, lang: str, now: datetime) -> str:
    """*before* without an "or" at its end, where *after* the words that take something back a number stands, as before
    the "or": "five ounces [or] no six ounces". Behind "yes or" the "no" is another answer."""
    bare, _, last = before.rpartition(" ")
    if last.lower() not in spoken.alternatives or not bare:
        return before
    old, new = hear(bare, lang, now, strip=False), hear(after, lang, now, strip=False)
    counts = any(not x.start for x in valued(new)) and any(x.end >= len(old.words) - 1 for x in valued(old))
    return trimmed_right(bare) if counts else before


def _without_why(new: Heard, lang: str) -> str | None:
    """What *new* puts in the place of something, without the clause behind it that says why: "pears [i still have
    apples]"; None where there is none, or a value is said in it."""
    spoken = new.lang
    if valued(new):
        return None
    for at in range(1, min(len(new.words) - 1, _MOST_NEW + 1)):
        clause = new.said(at, len(new.words))
        leads = new.words[at - 1] in spoken.function_words - spoken.persons
        if new.words[at] not in spoken.subjects or leads:
            continue
        if not (spoken.subjects | spoken.verbs).isdisjoint(new.words[:at]):
            return None
        if remark_of(clause, lang) is not None:
            return new.said(0, at)
    return None


def _taken_back_at_the_end(text: str, spoken: Language) -> Repair | None:
    """ "Set a timer for ten minutes never mind", "… just not today": nothing is wanted, if what stands before it is a
    request at all."""
    pattern, revoking = phrase_pattern(spoken, "cancel", "revoking"), phrase_pattern(spoken, "revoking")
    polite = phrase_pattern(spoken, "politeness", "refuse_more", "beside")
    leads = single_words(spoken, "fillers") | single_words(spoken, "contrasts") | single_words(spoken, "particles")
    for found in pattern.finditer(text) if pattern is not None else ():
        rest = trimmed(text[found.end() :])
        before = re.findall(r"[\w'’]+", fold(text[: found.start()]))
        if rest and not (polite is not None and polite.fullmatch(rest)):
            continue
        while before and before[-1] in leads and revoking is not None and revoking.fullmatch(found.group().strip()):
            before = before[:-1]  # "[just] not today"
        if " " not in found.group().strip() or len(before) < 2 or before[-1] in spoken.function_words:
            continue
        return Repair((), found.span(), sure=False, cancelled=True)
    return None


def _takes_all_back(after: str, spoken: Language) -> bool:
    pattern = phrase_pattern(spoken, "cancel", "refuse")
    return bool(pattern and pattern.fullmatch(after))


@dataclass(frozen=True)
class _Thing:
    """One value or one word with meaning."""

    start: int
    end: int
    kind: str
    """A kind of mention, or ``word``."""


@dataclass(frozen=True)
class _Phrase:
    """Things that stand together, with what introduces them."""

    things: tuple[_Thing, ...]
    article: int | None
    """Where its article begins."""
    preposition: int | None
    at: int = 0
    """How many phrases come after it, those that a joint puts beside it not counted."""

    @property
    def end(self) -> int:
        return self.things[-1].end


def _as_time(old: Heard, new: Heard) -> Heard:
    """*new* with the time that its first two numbers are where a time of *old* stands: "at seven am no [half eight]",
    which is two numbers by itself."""
    times = [x for x in valued(old) if x.kind == m.TIME and x.start]
    numbers = {x.start for x in valued(new) if x.kind == m.NUMBER}
    if not times or not numbers.issuperset((0, 1)) or any(x.kind == m.TIME and not x.start for x in valued(new)):
        return new
    led = hear(f"{old.words[times[-1].start - 1]} {new.text}", new.lang.code, new.now, strip=False)
    found = [replace(x, start=x.start - 1, end=x.end - 1) for x in led.mentions if x.start]
    is_time = led.words[1:] == new.words and any(x.kind == m.TIME and not x.start and x.end > 1 for x in found)
    return new.mentioning(found) if is_time else new


class _Alignment:
    """What is said before and after a repair, put side by side."""

    def __init__(self, old: Heard, new: Heard, mark: Mark, spoken: Language) -> None:
        self._old, self._new, self._mark, self._spoken = old, _as_time(old, new), mark, spoken
        self._net = english_wordnet() if spoken.code == "en" else None
        self._old_things, self._new_things = list(self._things(old)), list(self._things(self._new))

    def repair(self) -> Repair | None:
        """What is meant; None where the words take nothing back."""
        place = (self._mark.start, self._mark.end)
        if self._negates():
            return None
        start = self._false_start()
        if start is not None:
            return Repair((start,), place, self._mark.sure, settled=True)
        if self._ends_open():
            return None
        found: dict[str, Reading] = {}
        for reading in self._readings():
            if reading.text not in found or found[reading.text].likelihood < reading.likelihood:
                found[reading.text] = reading
        readings = sorted(found.values(), key=lambda reading: -reading.likelihood)[:_MOST_READINGS]
        # A "no" between two words that nothing tells to be alike may negate: it is a guess, which others judge.
        surely = bool(readings) and readings[0].likelihood >= (GUESSED if self._mark.bare else 0.0)
        if not readings and (self._mark.only_values or not self._mark.sure):
            return None
        alone = readings and (readings[0].likelihood >= _EVIDENT or not _rivalled(readings))
        settled = surely and bool(alone)
        return Repair(tuple(readings), place, self._mark.sure, settled)

    def _negates(self) -> bool:
        """Whether a bare "no" is one of several that negate ("no bread no milk"), or negates the verb behind it where
        nothing is said before that could be taken back: "mañana no me despiertes"."""
        timed = {at for x in valued(self._old) for at in range(x.start, x.end)}
        asks = any(is_content(word, self._spoken) for at, word in enumerate(self._old.words) if at not in timed)
        if self._mark.negating and not asks and len(self._new.words) > 1:
            return not any(x.start == 0 for x in valued(self._new))
        return self._mark.bare and bool(self._bare_words & {*self._old.words, *self._new.words})

    @property
    def _bare_words(self) -> set[str]:
        return {word for word in self._spoken.noes if word in self._spoken.function_words}

    def _false_start(self) -> Reading | None:
        """ "turn it on no off", "at no at six": the last word said again, or its opposite."""
        last, first = self._old.words[-1], self._new.words[0]
        if self._mark.only_values or last not in self._spoken.function_words:
            return None
        if first != last and not self._exclude_each_other(last, first):
            return None
        at = self._old.tokens[-1].start
        return Reading(f"{self._old.text[:at]}{self._new.text}", 1.0, (at, len(self._old.text)))

    def _exclude_each_other(self, one: str, other: str) -> bool:
        return any((one in a and other in b) or (one in b and other in a) for a, b in self._spoken.opposites)

    def _ends_open(self) -> bool:
        """Whether what is said before goes on behind the words: "there is no", "remind me to wait"."""
        last = self._old.words[-1]
        if last == OWNS or any(x.end == len(self._old.words) for x in valued(self._old)):
            return False
        if last in self._spoken.function_words:
            closing = any(last in a | b for a, b in self._spoken.opposites) or last in self._spoken.pronouns
            return not closing and not (self._mark.sure and last in self._spoken.all_words)
        if last in self._spoken.subjects or last in self._spoken.negations:
            return True
        # "say no to anna": a verb takes it for its object.
        speaks = last in self._spoken.light_words and last not in self._spoken.ones
        return not self._mark.sure and speaks

    # What may be meant

    def _again(self) -> Iterator[Reading]:
        """ "call anna no text ben": a verb begins the last request anew, or what shall be done in it: "add a task wash
        the car no sell the car"."""
        first = self._new.words[0]
        if self._mark.only_values or len(self._new.words) < 2 or not self._does(self._new, 0):
            return
        if first in self._spoken.question_words | self._spoken.function_words:
            return
        joints = {joint for joint in self._spoken.joints if " " not in joint}
        begins = max(
            (at + 1 for at, w in enumerate(self._old.words[:-1]) if w in joints and self._does(self._old, at + 1)),
            default=0,
        )
        same = [at for at, word in enumerate(self._old.words) if word == first and at >= begins]
        inner = [at for at in range(begins + 1, len(self._old.words) - 1) if self._does(self._old, at)]
        likely = [*same[-1:]] or [*reversed(inner), begins]
        for number, at in enumerate(likely):
            place = self._old.tokens[at].start
            likelihood = _VERB if len(likely) == 1 else _GUESSED_VERB - number / 100
            yield Reading(f"{self._old.text[:place]}{self._new.text}", likelihood, (place, len(self._old.text)))

    def _does(self, heard: Heard, at: int) -> bool:
        """Whether the word at *at* may say what somebody does, rather than a thing."""
        word = heard.words[at]
        if word in self._spoken.function_words or (at and heard.words[at - 1] in self._spoken.articles):
            return False
        if any(x.start <= at < x.end for x in valued(heard)):
            return False  # "monday my knees hurt"
        if word in self._spoken.verbs:
            return True
        followed = heard.words[at + 1 : at + 2]
        determined = bool(followed) and followed[0] in self._spoken.articles
        return determined and is_content(word, self._spoken)

    def _readings(self) -> Iterator[Reading]:
        yield from self._again()
        begins = self._begins()
        if begins is None:
            return
        phrases = list(self._phrases(self._old))
        counted = self._counted_anew(begins, phrases)
        if counted is not None:
            yield counted
            return
        leads = [begins]
        if len(begins.things) > 1 and begins.things[0].kind != _WORD:
            leads.append(replace(begins, things=begins.things[:1]))
        named = list(itertools.takewhile(lambda thing: thing.kind == _WORD, begins.things))
        if named and len(named) < len(begins.things):
            leads.append(replace(begins, things=tuple(named)))
        for lead in leads:
            for phrase in phrases:
                for first, last in self._segments(phrase, lead):
                    likelihood = self._likelihood(phrase, first, last, lead)
                    if likelihood is not None and (likelihood >= GUESSED or self._may_guess(lead)):
                        yield self._put(phrase, first, last, lead, likelihood)

    def _counted_anew(self, lead: _Phrase, phrases: Sequence[_Phrase]) -> Reading | None:
        """ "two pots and a lid no [two lids]": how many of what was named without a number, and no other number."""
        if len(lead.things) != 2 or [thing.kind for thing in lead.things] != [m.NUMBER, _WORD]:
            return None
        stem = self._spoken.stem
        named = stem(self._new.words[lead.things[1].start])
        for phrase in phrases:
            last = phrase.things[-1]
            if len(phrase.things) == 1 and last.kind == _WORD and stem(self._old.words[last.start]) == named:
                start = last.start if phrase.article is None else phrase.article
                return self._put(replace(phrase, things=(replace(last, start=start),)), 0, 1, lead, 1.0)
        return None

    def _may_guess(self, lead: _Phrase) -> bool:
        ordered = self._mark.only_values or self._mark.may_order
        return not ordered and all(thing.kind == _WORD for thing in lead.things)

    def _begins(self) -> _Phrase | None:
        """What is said right behind the words that take something back."""
        first = next(iter(self._phrases(self._new)), None)
        if first is None or self._new.words[0] in self._spoken.subjects:
            return None
        if self._new.words[1:2] and self._new.words[1] in self._spoken.articles and self._does(self._new, 0):
            return None  # "clean the bike" is to be done, and no thing
        starts = [x for x in (first.preposition, first.article, first.things[0].start) if x is not None]
        return first if min(starts) == 0 else None

    def _phrases(self, heard: Heard) -> Iterator[_Phrase]:
        """The things of *heard*, in order."""
        things = self._old_things if heard is self._old else self._new_things
        found: list[list[_Thing]] = []
        for thing in things:
            beside = found and found[-1][-1].end == thing.start and not heard.breaks_before(thing.start)
            if beside:
                found[-1].append(thing)
            else:
                found.append([thing])
        joints = {joint for joint in self._spoken.joints if " " not in joint}
        far = 0
        phrases = []
        for at, group in reversed(list(enumerate(found))):
            start = group[0].start
            article = preposition = None
            while start > 0 and heard.words[start - 1] in self._spoken.articles | self._spoken.demonstratives:
                start -= 1
                article = start
            before = heard.words[start - 1] if start else ""
            if before in self._spoken.function_words and before not in self._spoken.persons and before not in joints:
                preposition = start - 1
            phrases.append(_Phrase(tuple(group), article, preposition, far))
            if at and not joints & set(heard.words[found[at - 1][-1].end : group[0].start]):
                far += 1
        yield from reversed(phrases)

    def _things(self, heard: Heard) -> Iterator[_Thing]:
        values = sorted(valued(heard), key=lambda x: (x.start, -(x.end - x.start)))
        at = behind = 0
        while at < len(heard.words):
            value = next((x for x in values if x.start == at), None)
            alone = value is not None and value.end == at + 1 and value.kind == m.NUMBER
            follows = at and (at == behind or not self._grammar(heard.words[at - 1]))
            stands = heard.words[at] in self._spoken.articles or (heard.words[at] in self._spoken.ones and follows)
            if value is not None and not (alone and stands):
                yield _Thing(at, value.end, value.kind)
                at = behind = value.end
                continue
            word = heard.words[at]
            named = word in self._spoken.ones or is_content(word, self._spoken)
            if named and not (heard is self._old and self._is_verb(heard, at)):
                owns = heard.words[at + 1 : at + 2] == [OWNS]
                yield _Thing(at, at + 1 + owns, _WORD)
                at += owns
            at += 1

    def _grammar(self, word: str) -> bool:
        return word in self._spoken.function_words and word not in self._spoken.articles

    def _is_verb(self, heard: Heard, at: int) -> bool:
        """Whether the word at *at* says what is to be done, or what somebody does."""
        word = heard.words[at]
        if at and not self._grammar(heard.words[at - 1]):
            return False
        if word in self._spoken.verbs:
            return True
        if self._net is None:
            # No dictionary tells: an order begins with its verb, and a thing follows with its article.
            return not at and len(heard.words) > 1 and heard.words[1] in self._spoken.articles
        return sum(share for name, share in self._net.fields(word) if name.startswith("verb.")) > _ANY_VERB

    def _segments(self, phrase: _Phrase, lead: _Phrase) -> Iterator[tuple[int, int]]:
        """The things of *phrase*, from one up to another, in whose place *lead* may be put."""
        length, new = len(phrase.things), len(lead.things)
        if lead.things[0].kind != _WORD:
            for at, thing in enumerate(phrase.things):
                if thing.kind != _WORD:
                    yield at, at + 1
                    if new > 1 and at + new <= length:
                        yield at, at + new
            if new > 1:
                yield 0, length
            return
        yield 0, length
        if length > new:
            yield length - new, length
            if not self._new.words[lead.end :]:
                yield 0, new

    # How likely

    def _likelihood(self, phrase: _Phrase, first: int, last: int, lead: _Phrase) -> float | None:
        """How alike the things of *phrase* are to those of *lead*; None where they are of different kinds."""
        old, new = phrase.things[first:last], lead.things
        begins, ends = self._alike(old[0], new[0]), self._alike(old[-1], new[-1])
        if begins is None or (ends is None and (len(old) > 1 or len(new) > 1)):
            return None
        found = max(begins, ends or 0.0)
        after = len(self._old.words) - old[-1].end
        found -= 0.1 * abs(len(old) - len(new)) + _FAR * phrase.at + 0.001 * after
        found += self._parallel(old[-1].end, lead.end) + (_DENIED if self._denies(old, lead.end) else 0.0)
        if lead.preposition is not None:
            if phrase.preposition is None:
                found -= 0.6
            else:
                same = self._old.words[phrase.preposition] == self._new.words[lead.preposition]
                found += 0.4 if same else -0.6
        if lead.article is not None and new[0].kind == _WORD:
            if phrase.article is None:
                found -= 0.1
            else:
                same = self._old.words[phrase.article] == self._new.words[lead.article]
                found += 0.4 if same else 0.3
        if self._mark.only_values and new[0].kind == _WORD:
            return None
        if self._mark.may_order and new[0].kind == _WORD and lead.article is not None:
            articles = [
                h.words[at] if at is not None else ""
                for h, at in ((self._old, phrase.article), (self._new, lead.article))
            ]
            if articles[0] != articles[1] or begins < _EVIDENT:
                return None  # "wash the car make that a task" names what it shall be
        return found

    def _alike(self, old: _Thing, new: _Thing) -> float | None:
        one, other = self._old.words[old.start : old.end], self._new.words[new.start : new.end]
        if (old.kind == _WORD) != (new.kind == _WORD):
            return None
        if one == other:
            return 1.0
        if old.kind != _WORD:
            if old.kind == new.kind or (one[-1] == other[-1] and len(one) > 1):
                return 0.8
            if not same_kind(old.kind, new.kind):
                return None
            return 0.5 if old.kind in NUMBERS else 0.7
        if other[0] in self._spoken.ones:
            return 0.9
        if self._spoken.stem(one[0]) == self._spoken.stem(other[0]):
            return 1.0
        if all(any(x.kind == m.PLACE and x.start == at for x in h.mentions) for h, at in self._starts(old, new)):
            return _PLACES
        return likeness(self._net, one[0], other[0]) if self._net is not None else 0.0

    def _parallel(self, old: int, new: int) -> float:
        """What tells whether what is said behind the new thing says anew what was said behind the old one."""
        before = [x for x in self._old_things if x.start >= old]
        after = [x for x in self._new_things if x.start >= new]
        said = {self._spoken.stem(self._old.words[x.start]) for x in before}
        if said and said <= {self._spoken.stem(self._new.words[x.start]) for x in after}:
            return 0.1
        more = [x for x in after if x.kind != _WORD and not any(same_kind(x.kind, y.kind) for y in before)]
        return -_SAID_MORE * len(more)

    def _starts(self, old: _Thing, new: _Thing) -> tuple[tuple[Heard, int], ...]:
        return (self._old, old.start), (self._new, new.start)

    # What is said then

    def _put(self, phrase: _Phrase, first: int, last: int, lead: _Phrase, likelihood: float) -> Reading:
        """The utterance with *lead* in place of the things of *phrase* from *first* up to *last*."""
        old, new = self._old, self._new
        segment = phrase.things[first:last]
        start, end = segment[0].start, segment[-1].end
        begin, behind = lead.things[0].start, lead.end
        while new.words[behind : behind + lead.end - begin] == new.words[begin : lead.end]:
            behind += lead.end - begin  # "no four four more"
        rest = "" if self._denies(segment, behind) else new.text[new.tokens[behind - 1].end :]
        inner = self._number_within(segment[0]) if len(segment) == len(lead.things) == 1 else None
        if inner is not None and self._counts_other(lead.end):
            inner = None  # "twelve pounds no twelve stone"
        if inner is not None:
            start, end = inner.start, inner.end
            unit = self._number_of(lead.things[0])
            said = new.said(unit.start, unit.end) if unit is not None else new.said(begin, lead.end)
        else:
            said = self._named(segment, lead)
            if new.words[begin] in self._spoken.articles and first == 0 and phrase.article is not None:
                start = phrase.article  # "the thirteenth" is a date with its article
            if lead.article is not None and first == 0:
                said = f"{new.said(lead.article, begin)} {said}"
                start = phrase.article if phrase.article is not None else start
            if lead.preposition is not None and first == 0:
                opening = new.said(lead.preposition, begin if lead.article is None else lead.article)
                said = f"{opening} {said}"
                if phrase.preposition is not None:
                    start = phrase.preposition
                    kept = phrase.article is not None and lead.article is None and segment[0].kind == _WORD
                    if kept:  # "in the kitchen no in hall"
                        assert phrase.article is not None
                        said = f"{opening} {old.said(phrase.article, segment[0].start)} {self._named(segment, lead)}"
        left = old.text[old.tokens[end - 1].end :]
        if trimmed(rest) and trimmed(left) and self._says_again(segment, lead):
            left = old.text[old.tokens[end - 1].end : old.tokens[segment[-1].end - 1].end]
        at = old.tokens[start].start
        text = f"{old.text[:at]}{said}{left}{rest}"
        return Reading(" ".join(text.split()), likelihood, (at, old.tokens[end - 1].end))

    def _denies(self, segment: Sequence[_Thing], at: int) -> bool:
        """Whether all that is said from word *at* on is that it is not the old thing: "no leeks [not the celery]"."""
        words = self._new.words[at:]
        said = [word for word in words[1:] if word not in self._spoken.articles]
        old = self._old.words[segment[0].start : segment[-1].end]
        stem = self._spoken.stem
        denied = words[:1] and words[0] in single_words(self._spoken, "negations")
        return bool(denied and said) and [*map(stem, said)] == [*map(stem, old[-len(said) :])]

    def _named(self, segment: Sequence[_Thing], lead: _Phrase) -> str:
        """The words of *lead*, "the blue one" as what it stands for."""
        words = [self._new.said(t.start, t.end) for t in lead.things]
        for at, thing in enumerate(lead.things):
            if thing.kind == _WORD and self._new.words[thing.start] in self._spoken.ones:
                of = segment[-1] if at else segment[0] if len(lead.things) == 1 else segment[-1]
                if len(lead.things) == 1:
                    words[at] = self._old.said(segment[0].start, segment[-1].end)
                else:
                    words[at] = self._old.said(of.start, of.end)
        return " ".join(words)

    def _number_within(self, thing: _Thing) -> m.Mention | None:
        """The number that *thing* begins with, and that the new value replaces alone: its unit stays."""
        new = next(iter(self._new_things), None)
        if thing.kind not in HOLD_NUMBERS or new is None:
            return None
        inner = next((x for x in self._old.mentions if x.kind in NUMBERS and x.start == thing.start), None)
        if inner is None or inner.end == thing.end:
            return None
        if new.kind in NUMBERS:
            return inner
        number = self._number_of(new)
        if new.kind != thing.kind or number is None or thing.kind == m.TIME:
            return None
        behind = self._old.words[thing.end : thing.end + 1]
        if not behind or not is_content(behind[0], self._spoken):
            return None  # "for one hour": only "a one hour nap" keeps its unit
        units = [
            [self._spoken.stem(word) for word in words]
            for words in (self._old.words[inner.end : thing.end], self._new.words[number.end : new.end])
        ]
        return inner if units[0] == units[1] else None

    def _counts_other(self, end: int) -> bool:
        """Whether the new number, which ends before word *end*, counts what is said right behind it."""
        following = self._new.words[end : end + 1]
        others = single_words(self._spoken, "politeness") | self._spoken.more | self._spoken.less
        counted = bool(following) and is_content(following[0], self._spoken) and following[0] not in others
        return counted and not any(x.start == end for x in valued(self._new))

    def _number_of(self, thing: _Thing) -> m.Mention | None:
        return next((x for x in self._new.mentions if x.kind == m.NUMBER and x.start == thing.start), None)

    def _says_again(self, segment: Sequence[_Thing], lead: _Phrase) -> bool:
        """Whether what follows the new thing says again, or anew, what followed the old one."""
        old, new = self._old.words[segment[-1].end :], self._new.words[lead.end :]
        if not old or not new:
            return False
        same = self._alike(segment[0], lead.things[0]) == 1.0
        stems = {self._spoken.stem(word) for word in new}
        again = all(self._spoken.stem(word) in stems for word in old if is_content(word, self._spoken))
        left = [x for x in self._old_things if x.start >= segment[-1].end]
        put = [x for x in self._new_things if x.start >= lead.end]
        anew = bool(left) and all(
            x.kind != _WORD and any(y.kind != _WORD and same_kind(x.kind, y.kind) for y in put) for x in left
        )
        values = any(x.kind != _WORD for x in left)
        return same or old[0] == new[0] or anew or (again and not values)


def likeness(net: WordNet, one: str, other: str) -> float:
    """How likely two nouns are to be of one kind, 0 to 1; names and other words that *net* does not know are alike."""
    kinds = []
    for word in (one, other):
        nouns = {name: share for name, share in net.fields(word) if name.startswith("noun.")}
        total = sum(nouns.values())
        kinds.append({name: share / total for name, share in nouns.items()} if total else {})
    if not kinds[0] and not kinds[1] and not net.fields(one) and not net.fields(other):
        return _UNKNOWN
    return sum(min(share, kinds[1].get(name, 0.0)) for name, share in kinds[0].items())


def _rivalled(readings: Sequence[Reading]) -> bool:
    """Whether something else may be replaced as well as what the first of *readings* replaces."""
    first = readings[0]
    return any(
        first.likelihood - other.likelihood < (_CLEARLY if not _overlap(first.replaced, other.replaced) else _HARDLY)
        for other in readings[1:]
    )


def _overlap(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return one[0] < other[1] and other[0] < one[1]
