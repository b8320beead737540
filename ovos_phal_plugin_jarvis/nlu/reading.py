"""An utterance, read once for all tools."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timezone
from functools import cached_property
from itertools import pairwise

from ovos_phal_plugin_jarvis.nlu.acts import Acts, acts_of
from ovos_phal_plugin_jarvis.nlu.entities import (
    EMAIL,
    NUMBER,
    PATH,
    PLACE,
    QUOTED,
    TIME,
    TIMED,
    URL,
    Mention,
    find_mentions,
    mentions,
)
from ovos_phal_plugin_jarvis.nlu.entities.grammar import grammar
from ovos_phal_plugin_jarvis.nlu.knowledge import english_wordnet
from ovos_phal_plugin_jarvis.nlu.lang import Language, is_content, language
from ovos_phal_plugin_jarvis.nlu.text import Token, is_too_long, strip_request, tokenize

EPOCH = datetime(2024, 1, 3, 12, tzinfo=timezone.utc)
"""Examples carry no time of their own; relative dates in them are compared as keys, which need none."""


_QUOTES = '"“”„«»'
_QUOTES_IN = re.compile(f"[{_QUOTES}]")
_BINDING = frozenset("-‐‑'’")
"""Signs that make one word of two."""
_PARTING, _ENDING = frozenset(".,;:!?"), frozenset(".;!?")


@dataclass(frozen=True, eq=False)
class Heard:
    """An utterance as words with their mentions."""

    text: str
    tokens: tuple[Token, ...]
    words: list[str]
    find: Callable[[], list[Mention]] = field(repr=False)
    """Finds the mentions. It takes longest, and of most parts of an utterance only the words are asked for."""
    now: datetime
    lang: Language
    spoken: str = ""
    """The whole of it, politeness and all."""
    meanings: Mapping[int, Sequence[str]] = field(default_factory=dict)
    """Place of a verb that stands for one of another language → all that this likely means."""

    @cached_property
    def acts(self) -> Acts:
        """What is done by saying it."""
        return acts_of(self.text, self.lang.code)

    @property
    def directed(self) -> float:
        """Log odds that it asks an assistant for something, with its politeness or without: "if you don't mind" makes
        no remark of a request."""
        return max(acts_of(text, self.lang.code).directed for text in {self.spoken, self.text})

    @property
    def as_said(self) -> Heard:
        """It in the language that it was said in."""
        return self

    @property
    def is_word_for_word(self) -> bool:
        """Whether it was said in another language, and each word stands for one of that; then ``text`` and ``spoken``
        are what was said, and patterns of ``lang`` find nothing in them: ask ``as_said``."""
        return self.as_said is not self

    @property
    def may_order(self) -> bool:
        """Whether it may be an order, as far as its language tells."""
        return True

    @cached_property
    def mentions(self) -> list[Mention]:
        """What has a value in it, by place. The "one" of a language that says it of things (``ones``) has none where it
        is what an order is for, or is pointed at."""
        return [x for x in self.find() if x.kind != NUMBER or not (self._is_what_is_done(x) or self._is_pointed_at(x))]

    def counts(self, mention: Mention) -> bool:
        """Whether *mention* stands for itself, and is no part of a time: the "seven" of "quarter past seven" counts
        nothing. "Seven thirty" and "five to eight" may be numbers as well. Nor does a "one" that stands for a thing."""
        return mention.kind != NUMBER or not (
            self._is_pronoun(mention)
            or any(x.start <= mention.start and mention.end <= x.end for x in self._worded_times)
        )

    def _is_pronoun(self, mention: Mention) -> bool:
        """Whether the number *mention* is a "one" that stands for a thing: "the blue [one]", "[one] of them"."""
        start, end, lang = mention.start, mention.end, self.lang
        if mention.value != 1 or end - start > 1 or self.words[start].isdigit():
            return False
        named = self.words[start] in lang.ones and self._is_described(start)
        of, them = (self.words[end : end + 1], self.words[end + 1 : end + 2])
        return named or (lang.genitives.issuperset(of) and bool(them) and them[0] in lang.persons | lang.demonstratives)

    def _is_described(self, at: int) -> bool:
        """Whether the word at *at* ends what an article and one or two words say of a thing: "a [red wine] one"."""
        pointed = self.lang.articles | self.lang.demonstratives
        first = at - 1
        while first > max(at - 3, 0) and self.words[first] not in pointed and is_content(self.words[first], self.lang):
            first -= 1
        ends = at + 1 == len(self.words) or not is_content(self.words[at + 1], self.lang)
        return at > 0 and self.words[first] in pointed and (ends or first == at - 1)

    def _is_what_is_done(self, number: Mention) -> bool:
        """Whether *number* is what an order is for: "do [one] for every wednesday"."""
        lang, words = self.lang, self.words
        if number.start != 1 or number.end != 2 or words[1] not in lang.ones or len(words) < 3:
            return False
        return words[2] in lang.purposes and words[0] in lang.verbs | lang.light_words | lang.auxiliaries

    def _is_pointed_at(self, number: Mention) -> bool:
        """Whether *number* is what somebody points at and nothing is behind it that it counts: "that [one] again"."""
        lang, words = self.lang, self.words
        before, behind = words[max(number.start - 1, 0) : number.start], words[number.end : number.end + 1]
        return (
            number.end - number.start == 1
            and words[number.start] in lang.ones
            and lang.demonstratives.issuperset(before)
            and bool(before)
            and not (behind and is_content(behind[0], lang))
        )

    @cached_property
    def _worded_times(self) -> list[Mention]:
        numbers = [x for x in self.mentions if x.kind == NUMBER]
        said = number_places(numbers)

        def is_worded(time: Mention) -> bool:
            beside = {self.words[at] for at in range(time.start, time.end) if at not in said}
            parts = [x.value for x in numbers if time.start <= x.start and x.end <= time.end]
            joins = grammar(self.lang).range_joins if self.lang.installed else frozenset()
            is_range = parts == sorted(parts) and len(parts) > 1 and any((word,) in joins for word in beside)
            return not beside <= self.lang.articles and not is_range

        return [x for x in self.mentions if x.kind == TIME and is_worded(x)]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Heard) and (
            (self.text, self.tokens, self.words, self.now, self.lang, self.spoken, self.mentions)
            == (other.text, other.tokens, other.words, other.now, other.lang, other.spoken, other.mentions)
        )

    def mentioning(self, found: list[Mention]) -> Heard:
        """The same words with the mentions *found* and no others."""
        return replace(self, find=lambda: found)

    def numbering(self, names: Collection[str]) -> Heard:
        """The same words, where *names* are words for what has a number, and so begin none: "point five" is the fifth
        one where a tool sets points."""
        if not self.lang.installed:
            return self
        points = grammar(self.lang).point.intersection(self.words)
        if points.isdisjoint(names):
            return self
        return replace(self, find=lambda: [self._behind_name(x, names) for x in self.find()])

    def _behind_name(self, number: Mention, names: Collection[str]) -> Mention:
        start, end = number.start + 1, number.end
        if number.kind != NUMBER or self.words[number.start] not in names or start == end:
            return number
        figures = [x for x in find_mentions(self.words[start:end], self.lang.code, self.now) if x.kind == NUMBER]
        return Mention(start, end, NUMBER, figures[0].value) if figures else number

    def breaks_before(self, at: int) -> bool:
        """Whether a sentence or a part of one ends before word *at*."""
        return at in self._breaks

    @cached_property
    def _breaks(self) -> frozenset[int]:
        return frozenset(
            at
            for at, (before, token) in enumerate(pairwise(self.tokens), start=1)
            if not _PARTING.isdisjoint(self.text[before.end : token.start])
        )

    def is_within(self, at: int) -> bool:
        """Whether word *at* goes on in the one before it: the "in" of "phone-in"."""
        return at in self._within

    @cached_property
    def _within(self) -> frozenset[int]:
        return frozenset(
            at
            for at, (before, token) in enumerate(pairwise(self.tokens), start=1)
            if before.end < token.start and _BINDING.issuperset(self.text[before.end : token.start])
        )

    @cached_property
    def request_verbs(self) -> frozenset[int]:
        """Places of the words that ask: a verb at the beginning of a sentence, behind what is polite."""
        return frozenset(_request_verbs(self))

    def said(self, start: int, end: int) -> str:
        """The text of the words from *start* up to *end*, with the other half of quotes that it would cut."""
        first, last = self.tokens[start].start, self.tokens[end - 1].end
        if _QUOTES_IN.search(self.text, first, last) is None:
            return self.text[first:last]
        if sum(self.text.count(sign, first, last) for sign in _QUOTES) % 2:
            if self.text[first - 1 : first] in (*_QUOTES,):
                first -= 1
            elif self.text[last : last + 1] in (*_QUOTES,):
                last += 1
        return self.text[first:last]


def hear(utterance: str, lang: str, now: datetime, *, strip: bool = True) -> Heard:
    """*utterance*, without politeness unless *strip* is false, as words with their mentions. Of one that is too long to
    be read its text ends where its words do.

    Args:
        utterance: what was said.
        lang: BCP-47 tag.
        now: what relative dates are counted from.
        strip: whether politeness, fillers and what was taken back go.
    """
    text = strip_request(utterance, lang) if strip else utterance.strip()
    tokens = tokenize(text, lang)
    if is_too_long(text, lang):
        text = text[: tokens[-1].end] if tokens else ""
    return read(text, tokens, lang, now, spoken=utterance)


def read(text: str, tokens: Sequence[Token], lang: str, now: datetime, *, spoken: str = "") -> Heard:
    """*text*, whose words are *tokens*, with its mentions; *spoken* is the whole of it, politeness and all."""
    return Heard(
        text,
        tuple(tokens),
        [token.norm for token in tokens],
        lambda: mentions(text, lang, now, tokens),
        now,
        language(lang),
        spoken,
    )


def timed_places(found: Iterable[Mention]) -> set[int]:
    """The words that say when something is, or how long."""
    return {at for x in found if x.kind in TIMED for at in range(x.start, x.end)}


def number_places(found: Iterable[Mention]) -> set[int]:
    """The words that say numbers."""
    return {at for x in found if x.kind == NUMBER for at in range(x.start, x.end)}


_NAMES = frozenset([PLACE, QUOTED, EMAIL, URL, PATH])


def found_words(heard: Heard, pattern: re.Pattern[str] | None) -> Iterator[tuple[int, int]]:
    """The words of *heard* that *pattern* finds: the first, and one past the last of each row."""
    for found in pattern.finditer(heard.text) if pattern is not None else ():
        places = [at for at, t in enumerate(heard.tokens) if found.start() <= t.start and t.end <= found.end()]
        if places:
            yield places[0], places[-1] + 1


def valued(heard: Heard) -> list[Mention]:
    """The mentions that are numbers, lengths or times: a name ("anna", which is a town too) is a text."""
    return [x for x in heard.mentions if x.kind not in _NAMES]


def valued_places(heard: Heard) -> set[int]:
    """The words that say such mentions."""
    return {at for x in valued(heard) for at in range(x.start, x.end)}


def _request_verbs(heard: Heard) -> Iterator[int]:
    fresh = True
    for at, word in enumerate(heard.words):
        if at and not _ENDING.isdisjoint(heard.text[heard.tokens[at - 1].end : heard.tokens[at].start]):
            fresh = True
        if not fresh or word in heard.lang.function_words:
            continue
        if word in heard.lang.light_words:
            fresh = not _may_be_verb(word, heard.lang)
            continue
        if _may_be_verb(word, heard.lang):
            yield at
        fresh = False


def _may_be_verb(word: str, lang: Language) -> bool:
    if word in lang.verbs:
        return True
    net = english_wordnet() if lang.code == "en" else None
    return net is not None and any(pos == "v" for _, pos in net.lemmas(word))
