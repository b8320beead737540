"""Whether a thing that is named shall be or not: how far a negation or a verb of leaving out reaches.

"No gift wrap", "skip the wrapping", "they needn't bother wrapping it" and "gift wrap isn't needed" say no; "with gift
wrap" and "don't forget the gift wrap" say yes; of "with or without gift wrap" nobody knows. What the thing is, who asks
has to know.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from ovos_phal_plugin_jarvis.nlu.lang import Language
from ovos_phal_plugin_jarvis.nlu.learning.wording import base
from ovos_phal_plugin_jarvis.nlu.reading import Heard
from ovos_phal_plugin_jarvis.nlu.text import single_words, tokenize

_REACH = 6
"""Words before a thing within which what denies it stands."""
_FAR = 4
"""Words further to the left within which a negation may be meant for the thing, though something stands between."""
_BEHIND = 2
"""Words of grammar between a thing and what denies it behind it."""
_JOINED = 3
"""Words between what leaves a thing out and what joins another one to it."""
_ENDS = 3
"""Words behind a negation that stands behind the thing, up to the end of the clause ("the queen didn't show up")."""

_NOT, _WITHOUT, _OMIT, _WITH, _UNSURE = "not", "without", "omit", "with", "unsure"


@dataclass(frozen=True)
class Polarity:
    """What the words around a thing say of it."""

    value: bool | None
    """Whether it shall be; None where nobody can tell."""
    start: int
    """The first word that says so, or of the thing."""
    end: int
    """One past the last."""
    marked: bool
    """Whether a word says so, rather than nothing against it."""


def polarity(
    heard: Heard,
    places: Sequence[int],
    closed: Collection[int] = (),
    passing: Collection[int] = (),
    deeds: Collection[str] = (),
) -> Polarity | None:
    """What is said of the thing that the words at *places* name; None where it may be or not as well.

    Args:
        heard: the request.
        places: of the words that name the thing, in order.
        closed: words that say something else: nothing reaches over them.
        passing: further words of the thing, over which everything does.
        deeds: forms (:func:`base`) of verbs for all that is asked for: "don't add a rated game" denies the adding.
    """
    scope = _Scope(heard, places, closed, passing, deeds)
    scope.look_inside()
    scope.look_left()
    scope.look_right()
    return scope.found()


class _Scope:
    """The words around one thing, as far as they were looked at."""

    def __init__(
        self,
        heard: Heard,
        places: Sequence[int],
        closed: Collection[int],
        passing: Collection[int],
        deeds: Collection[str],
    ) -> None:
        self._heard, self._words, self._lang = heard, heard.words, heard.lang
        self._places, self._closed, self._passing, self._deeds = places, closed, passing, deeds
        self._known = _tables(heard.lang)
        self._start, self._end = places[0], places[-1] + 1
        self._marks: list[str] = []
        self._open = False
        """Whether it may be or not."""

    def found(self) -> Polarity | None:
        """What the marks come to."""
        if self._open:
            return None
        marks = set(self._marks)
        denied = marks & {_NOT, _WITHOUT, _OMIT}
        value: bool | None = not denied
        if denied == {_NOT, _OMIT}:
            value = True  # "don't forget", "not left out"
        elif _UNSURE in marks or len(denied) > 1:
            value = None
        return Polarity(value, self._start, self._end, bool(marks - {_UNSURE}))

    def look_inside(self) -> None:
        """Negations between the words of the thing: "the vent must not be open"."""
        inside = range(self._start, self._end)
        self._marks += [self._denial(at) for at in inside if at not in self._places and self._denies(at)]

    def look_left(self) -> None:
        """What stands before the thing, up to a word that belongs to something else."""
        at = self._start - 1
        if self._is_joined(at):
            return
        while at >= 0 and self._start - at <= _REACH + len(self._marks) and not self._parts(at, at + 1):
            size = self._omission_ending(at)
            if size:
                self._mark(_OMIT, at - size + 1)
                at -= size
            elif self._denies(at):
                self._mark(self._denial(at), at)
                if at and self._words[at - 1] in self._lang.alternatives:
                    self._marks.append(_UNSURE)  # "with or without"
                at -= 1
            elif self._words[at] in self._known.accompanied:
                self._marks.append(_WITH)
                self._start = min(self._start, at)
                if not at or not self._denies(at - 1):
                    return
                at -= 1
            elif self._words[at] in self._known.conditions:
                self._marks.append(_UNSURE)
                return
            elif self._is_passed(at):
                at -= 1
            else:
                break
        if not self._marks and at >= 0 and not self._parts(at, at + 1):
            self._look_far(at)

    def _is_joined(self, at: int) -> bool:
        """Whether the word at *at* joins the thing to one that shall be there or not: "without butter [and] cheese"."""
        while at >= 0 and self._words[at] in self._lang.articles:
            at -= 1
        if at < 1 or self._words[at] not in self._known.adding or self._heard.breaks_before(at):
            return False
        for place in range(at - 1, max(-1, at - 1 - _JOINED), -1):
            word = self._words[place]
            if word in self._known.without or word in self._known.accompanied:
                self._marks.append(_WITHOUT if word in self._known.without else _WITH)
                return True
            if word in self._known.parting or self._heard.breaks_before(place):
                return False
        return False

    def _look_far(self, at: int) -> None:
        """A denial further to the left may mean the thing or not: "i don't think the hedge needs feed"."""
        for place in range(at, max(-1, at - _FAR), -1):
            denied = place and self._denies(place - 1)
            if self._parts(place, place + 1):
                return
            if self._denies(place) or self._omission_ending(place):
                self._marks.append(_UNSURE)
                return
            if self._words[place] in self._lang.verbs and not denied:
                return  # it begins something else

    def look_right(self) -> None:
        """What stands behind the thing: the rest of "leave … out", "isn't needed", "didn't show up"."""
        for skipped in range(_BEHIND + 1):
            at = self._end + skipped
            if at >= len(self._words) or self._parts(at - 1, at):
                return
            said = self._words[at:]
            if not skipped and self._is_answered(at):
                return
            if _longest(said, self._known.indifferent):
                self._open = True
                return
            size = self._rest_of_omission(at) or _longest(said, self._known.omitted)
            if size:
                self._marks.append(_OMIT)
                self._end = at + size
                return
            if self._denies(at):
                if self._words[at - 1] in self._lang.alternatives:
                    self._marks.append(_UNSURE)  # "insured or not"
                self._negated_behind(at)
                return
            if not self._is_grammar(at) and (skipped or not self._names_denied(at)):
                return

    def _names_denied(self, at: int) -> bool:
        """Whether the word at *at*, right behind the thing, is what that is a kind of, and its verb denies it: "gift
        [paper] isn't wanted"."""
        behind = self._words[at + 1 : at + 2]
        denied = bool(behind) and self._denies(at + 1) and behind[0] in self._lang.auxiliaries | self._lang.states
        return denied and not self._parts(at, at + 1) and self._words[at] not in self._lang.verbs

    def _is_answered(self, at: int) -> bool:
        """Whether the word at *at*, right behind the thing, answers whether it shall be: "receipt yes". A "no" does
        where the clause ends with it ("receipt no bag" denies the bag), and so does an "off"."""
        word, orders = self._words[at], self._words[at - 1] in self._lang.verbs
        off = word in self._known.offs and not orders and not self._marks  # "leave it off" is said already
        no = (off or word in self._known.noes) and self._ends(at + 1)
        if word not in self._known.yeses and not no:
            return False
        self._marks.append(_NOT if no else _WITH)
        self._end = at + 1
        return True

    def _negated_behind(self, at: int) -> None:
        """A negation behind the thing is meant for it where it is one of its verb, and the clause ends soon."""
        word, before = self._words[at], self._words[at - 1]
        of_verb = word in self._lang.auxiliaries | self._lang.states | self._lang.negations_behind
        if not of_verb and before not in self._lang.states:
            return
        end = next((i for i in range(at + 1, len(self._words) + 1) if self._ends(i)), len(self._words))
        if _longest(self._words[at:], self._known.indifferent):
            self._open = True
        elif end - at - 1 <= _ENDS:
            self._marks.append(_NOT)
            self._end = at + 1
        else:
            self._marks.append(_UNSURE)

    def _ends(self, at: int) -> bool:
        return at >= len(self._words) or self._parts(at - 1, at)

    def _mark(self, mark: str, at: int) -> None:
        self._marks.append(mark)
        self._start = min(self._start, at)

    def _parts(self, before: int, at: int) -> bool:
        """Whether something else begins between two neighbouring words."""
        if self._heard.breaks_before(at):
            return True
        return any(
            place in self._closed or (self._words[place] in self._known.parting and place not in self._passing)
            for place in (before, at)
            if place < self._places[0] or place > self._places[-1]
        )

    def _denies(self, at: int) -> bool:
        return self._words[at] in self._known.negations and at not in self._places

    def _denial(self, at: int) -> str:
        word, behind = self._words[at], self._words[at + 1 : at + 2]
        if word in self._known.noes and not self._lang.articles.isdisjoint(behind):
            return _UNSURE  # "no the green one" takes back what was said before it
        return _WITHOUT if word in self._known.without else _NOT

    def _is_grammar(self, at: int) -> bool:
        word = self._words[at]
        return at in self._passing or word in self._lang.function_words or word in self._lang.light_words

    def _is_passed(self, at: int) -> bool:
        word = self._words[at]
        reached = word in self._lang.reaching or base(word, self._lang) in self._known.reaching
        return self._is_grammar(at) or (reached and base(word, self._lang) not in self._deeds)

    def _omission_ending(self, at: int) -> int:
        """How many words up to *at* tell to leave out what follows; 0 where none do. "Leave" does where its "out" is
        behind the thing."""
        for phrase in self._known.omitting:
            first = at - len(phrase) + 1
            if first >= 0 and self._are(range(first, at + 1), phrase):
                return len(phrase)
        behind = self._words[self._end : self._end + _BEHIND + 1]
        return int(any(half in behind and self._are((at,), (verb,)) for verb, half in self._known.parted))

    def _are(self, places: Sequence[int], phrase: Sequence[str]) -> bool:
        """Whether the words at *places* are those of *phrase*; the first is a verb, in any form."""
        said = [self._words[place] for place in places]
        verb = base(said[0], self._lang)
        if verb in self._deeds:
            return False
        return said[1:] == [*phrase[1:]] and (said[0] == phrase[0] or verb == base(phrase[0], self._lang))

    def _rest_of_omission(self, at: int) -> int:
        """1 where the word at *at* is the second half of what already counts: the "out" of "leave it out"."""
        return int(_OMIT in self._marks and any(self._words[at] == half for _, half in self._known.parted))


@dataclass(frozen=True)
class _Tables:
    negations: frozenset[str]
    without: frozenset[str]
    noes: frozenset[str]
    """Those that may be an answer, and negate no verb."""
    yeses: frozenset[str]
    """Those that say behind a thing that it shall be."""
    offs: frozenset[str]
    """Those that say there that it shall not be on."""
    accompanied: frozenset[str]
    conditions: frozenset[str]
    adding: frozenset[str]
    """Words that join one more thing ("and", "nor")."""
    parting: frozenset[str]
    """Words between two things that are said."""
    reaching: frozenset[str]
    omitting: tuple[tuple[str, ...], ...]
    parted: frozenset[tuple[str, ...]]
    """Those of two words between which the thing may stand."""
    omitted: frozenset[tuple[str, ...]]
    indifferent: frozenset[tuple[str, ...]]


@lru_cache(maxsize=32)
def _tables(lang: Language) -> _Tables:
    negations = single_words(lang, "negations")
    parting = single_words(lang, "joints") | single_words(lang, "contrasts") | single_words(lang, "consequences")
    exceptions = [phrase for phrase in lang.exceptions if phrase not in negations]
    omitting = _phrases([*lang.omitting, *lang.instead_of, *exceptions], lang)
    return _Tables(
        negations | lang.nothings,
        negations & single_words(lang, "exceptions"),
        single_words(lang, "noes") - lang.negations_before,
        single_words(lang, "yeses"),
        single_words(lang, "offs"),
        single_words(lang, "accompanied"),
        single_words(lang, "conditions"),
        (single_words(lang, "joints") & lang.function_words) | (negations & single_words(lang, "joints")),
        parting - negations,
        frozenset(base(word, lang) for word in lang.reaching),
        tuple(sorted(omitting, key=lambda phrase: (-len(phrase), phrase))),
        frozenset(phrase for phrase in _phrases(lang.omitting, lang) if len(phrase) == 2),
        _phrases(lang.omitted, lang),
        _phrases(lang.indifferent, lang),
    )


def _phrases(said: Iterable[str], lang: Language) -> frozenset[tuple[str, ...]]:
    """The words of each phrase, as an utterance has them."""
    return frozenset(tuple(token.norm for token in tokenize(phrase, lang.code)) for phrase in said)


def _longest(words: Sequence[str], phrases: Collection[tuple[str, ...]]) -> int:
    """How many words the longest of *phrases* has that *words* begin with; 0 where they begin with none."""
    return max((len(phrase) for phrase in phrases if tuple(words[: len(phrase)]) == phrase), default=0)
