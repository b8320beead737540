"""Clauses beside what is asked for that only tell something: why, before a "so", and what somebody does, behind it.

A number, a day or a place in one of them may be left over: "my grandson turns six so i'm after a train", "dry it for
twelve hours my sister comes tomorrow". Whether it is none of the request's, who asks has to know.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from ovos_phal_plugin_jarvis.nlu.acts.statements import request_behind, stated, wish_behind
from ovos_phal_plugin_jarvis.nlu.acts.words import leading_on, orders
from ovos_phal_plugin_jarvis.nlu.lang import Language, is_content
from ovos_phal_plugin_jarvis.nlu.reading import Heard, valued
from ovos_phal_plugin_jarvis.nlu.text import single_words

_LEAST = 3
"""Words of a clause behind a request."""


def told_beside(heard: Heard) -> frozenset[int]:
    """The places of the words of *heard* in clauses that only tell something beside what is asked for."""
    words, lang = heard.words, heard.lang
    end, start = request_behind(words, lang) or wish_behind(words, lang), next(_beginnings(heard), len(words))
    return frozenset([*range(end), *range(start, len(words))])


def _beginnings(heard: Heard) -> Iterator[int]:
    """Where a clause begins that goes on to the end and tells what somebody else or whoever speaks does: behind a
    value, or a word that names nothing which it could say more of ("the timer [i set]")."""
    words, lang = heard.words, heard.lang
    ends = {x.end for x in valued(heard)}
    for at in range(1, len(words) - _LEAST + 1):
        if at not in ends and (is_content(words[at - 1], lang) or words[at - 1] in _open(lang)):
            continue
        said = stated(words[at:], lang)
        # "It was fifty", "i said fifty" and "i want fifty" may say what is to be done.
        if said is None or words[at] in lang.points or _may_correct(words[at:], said.verb, lang):
            continue
        if not any(_orders_at(words, place, lang) for place in range(at + said.verb + 2, len(words))):
            yield at


def _orders_at(words: Sequence[str], at: int, lang: Language) -> bool:
    """Whether an order may begin at *at*: "to call" is what somebody wants or has to do."""
    return orders(words[at], lang) and is_content(words[at], lang) and words[at - 1] not in lang.relayed


def _may_correct(words: Sequence[str], verb: int, lang: Language) -> bool:
    """Whether a clause says, wants or means something: a thing, and nothing that is to be done ("i want to leave")."""
    telling = lang.wishes | single_words(lang, "reports")
    at = next((n for n, word in enumerate(words) if word in telling), -1)
    return at >= 0 and not (at + 2 < len(words) and words[at + 1] in lang.relayed)


@lru_cache(maxsize=32)
def _open(lang: Language) -> frozenset[str]:
    """Words behind which something of the same clause follows, or a clause on which it depends."""
    waiting = {*lang.conditions, *lang.times, *lang.negations, *lang.question_words}
    return leading_on(lang) - lang.persons - lang.points | lang.auxiliaries | lang.relatives | waiting
