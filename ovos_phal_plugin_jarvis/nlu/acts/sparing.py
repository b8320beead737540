"""What an order leaves as it is, said apart from the order: "… not the oak one", "… but keep the hall on"."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from ovos_phal_plugin_jarvis.nlu.acts.words import describes, orders
from ovos_phal_plugin_jarvis.nlu.entities.numbers import is_number_word
from ovos_phal_plugin_jarvis.nlu.lang import Language, is_content, language
from ovos_phal_plugin_jarvis.nlu.text import (
    OPENING,
    phrase_pattern,
    phrases_meaning,
    spoken_words,
    strip_request,
    trimmed,
    trimmed_right,
    without_opening,
    words_of,
)
from ovos_phal_plugin_jarvis.translation.values import things_of

_MOST_NAMED = 4
"""Words between one for all and what takes a part out: "all [the lamps in here] but …"."""
_MARKS = r"\s*[.,;!]+(?=\s)\s*"


@dataclass(frozen=True)
class Spared:
    """What is named to be left as it is."""

    order: str
    """The words before it, which say what is to be done."""
    word: str
    """By which it is said ("not", "keep")."""
    said: str
    """All that says it, *word* with it."""
    of_all: bool
    """Whether it is a part of all that the order is for."""
    clause: bool
    """Whether that is a clause of its own: "keep the hall on", and not "but the hall"."""

    def is_in(self, values: Iterable[Any]) -> bool:
        """Whether one of *values* of a call is a text that holds it: "buy [milk not cream]"."""
        first = " ".join(words_of(self.said)[: len(words_of(self.word)) + 1])
        things = itertools.chain.from_iterable(map(things_of, values))
        return any(isinstance(thing, str) and first in " ".join(words_of(thing)) for thing in things)


def spared(text: str, lang: str) -> Iterator[Spared]:
    """What *text* names to be left as it is, behind what is to be done.

    Args:
        text: an utterance.
        lang: BCP-47 tag.
    """
    spoken = language(lang)
    for start, end, word in (*_taken_out(text, spoken), *_denied(text, spoken)):
        if trimmed(text[:start]) and trimmed(text[end:]):
            yield Spared(trimmed_right(text[:start]), word, text[start:], _of_all(text[:start], spoken), False)
    borders = list(_borders(text, spoken))
    for at, (start, end) in enumerate(borders):
        clause = text[end : borders[at + 1][0] if at + 1 < len(borders) else len(text)]
        word = _kept(clause, spoken)
        if word and trimmed(text[:start]):
            order = text[: borders[0][0]] if at else text[:start]
            yield Spared(trimmed_right(order), word, trimmed(clause), _of_all(text[:start], spoken), True)


def only_denies(text: str, lang: str) -> bool:
    """Whether *text* begins with what says that a thing is not meant: "not the oak one", "not that
    one".

    Args:
        text: an utterance that follows another.
        lang: BCP-47 tag.
    """
    spoken, said = language(lang), trimmed(text)
    denials = phrase_pattern(spoken, "denials")
    found = denials.match(said) if denials is not None else None
    behind = spoken_words(said[found.end() :], spoken) if found is not None else []
    determined = spoken.articles | spoken.demonstratives | spoken.owners
    points = spoken.ones.issuperset(behind[1:])
    return len(behind) > 1 and behind[0] in determined and (points or _names(behind, spoken))


def leaves_alone(text: str, lang: str) -> str:
    """The words by which all of *text* says that a thing is to be left as it is ("leave it on"); empty where it does
    not, or what is left is left off or out.

    Args:
        text: an utterance.
        lang: BCP-47 tag.
    """
    spoken = language(lang)
    said = without_opening(strip_request(text, lang), spoken, *OPENING)
    sparing = phrase_pattern(spoken, "sparing")
    found = sparing.match(said) if sparing is not None else None
    if found is None:
        return ""
    first, *behind = spoken_words(said, spoken)
    omitted = {tuple(phrase.split()) for phrase in spoken.omitting}
    gone = any(phrase[0] == first and {*phrase[1:]} & {*behind} for phrase in omitted)
    off = phrases_meaning(spoken, "off")
    return "" if gone or not off.isdisjoint(behind) or not behind else found.group()


def _of_all(before: str, spoken: Language) -> bool:
    return not spoken.all_words.isdisjoint(spoken_words(before, spoken))


def _borders(text: str, spoken: Language) -> Iterator[tuple[int, int]]:
    """Where a clause of *text* may begin: the characters of what parts it from the one before."""
    for found in _border(spoken).finditer(text):
        yield found.span()


@lru_cache(maxsize=32)
def _border(spoken: Language) -> re.Pattern[str]:
    """What parts two clauses."""
    joints = phrase_pattern(spoken, "joints", "contrasts")
    joined = rf"{_MARKS}(?:{joints.pattern}\s+)?|\s+{joints.pattern}\s+" if joints is not None else _MARKS
    return re.compile(joined, re.IGNORECASE)


def _taken_out(text: str, spoken: Language) -> Iterator[tuple[int, int, str]]:
    """What takes a part out of all that is named: "all lamps [but] the hall's"."""
    exceptions, barring = phrase_pattern(spoken, "exceptions"), phrase_pattern(spoken, "barring")
    for found in exceptions.finditer(text) if exceptions is not None else ():
        near = spoken_words(text[: found.start()], spoken)[-_MOST_NAMED - 1 :]
        every = near + spoken_words(found.group(), spoken)[:1]
        if not spoken.all_words.isdisjoint(every):
            yield *found.span(), found.group()
    for found in barring.finditer(text) if barring is not None else ():
        near = spoken_words(text[: found.start()], spoken)[-_MOST_NAMED - 1 :]
        if not spoken.all_words.isdisjoint(near) and _names(spoken_words(text[found.end() :], spoken), spoken):
            yield *found.span(), found.group()


def _denied(text: str, spoken: Language) -> Iterator[tuple[int, int, str]]:
    """What says that a thing is not meant: "… [not] the oak one". A number corrects another: "ten not twelve"."""
    denials = phrase_pattern(spoken, "denials")
    elided = tuple(word for word in spoken.negations if word.endswith("'"))
    for found in denials.finditer(text) if denials is not None else ():
        if any(word.startswith(elided) for word in spoken_words(text[: found.start()], spoken) if elided):
            continue  # "n'oublie pas le pain" is all of it
        before, behind = (spoken_words(part, spoken) for part in (text[: found.start()], text[found.end() :]))
        if not before or before[-1] in spoken.states | spoken.auxiliaries | spoken.speakers | spoken.subjects:
            continue  # "the lamp is not the problem"
        determined = behind[:1] and behind[0] in spoken.articles | spoken.demonstratives | spoken.owners
        if _names(behind, spoken) and (determined or is_content(before[-1], spoken)):
            yield *found.span(), found.group()


def _names(words: Sequence[str], spoken: Language) -> bool:
    """Whether *words* begin with the name of a thing, rather than with a number, an order or a clause."""
    determined = spoken.articles | spoken.demonstratives | spoken.owners
    at = next((at for at, word in enumerate(words) if word not in determined), len(words))
    if at == len(words) or is_number_word(words[at], spoken.code):
        return False
    if at:
        return True
    return is_content(words[0], spoken) and not (orders(words[0], spoken) or describes(words[0], spoken))


def _kept(clause: str, spoken: Language) -> str:
    """The words by which *clause* says that something is to be left as it is; empty where it does not."""
    sparing, staying = phrase_pattern(spoken, "sparing"), phrase_pattern(spoken, "staying")
    said = trimmed(clause)
    found = sparing.match(said) if sparing is not None else None
    behind = spoken_words(said[found.end() :], spoken) if found is not None else []
    if found is not None and behind and behind[0] not in spoken.persons & spoken.addressing:
        return found.group()
    for stays in staying.finditer(said) if staying is not None else ():
        if said[: stays.start()].strip() and len(spoken_words(said[stays.end() :], spoken)) < 2:
            return stays.group()
    return ""
