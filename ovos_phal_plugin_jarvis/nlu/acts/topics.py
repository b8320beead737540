"""What a clause speaks of, as an order behind it may point to: "we've run out of tape, put [it] on the list"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ovos_phal_plugin_jarvis.nlu.acts.statements import tells_of_the_past
from ovos_phal_plugin_jarvis.nlu.acts.words import MOSTLY, fields_of, is_inflected, verb_share
from ovos_phal_plugin_jarvis.nlu.knowledge import english_wordnet
from ovos_phal_plugin_jarvis.nlu.lang import Language, is_content

_NOUN = 0.3
"""Share of a word's use as a noun from which on it may be the name of something."""
_ASIDE = 0.2
"""The same as an adverb from which on it is a part of none."""
_SOMEBODY, _MADE = 0.45, 0.3
"""Share of that which is for somebody, and for something made, by which "toaster" names nobody and "plumber" does."""


@dataclass(frozen=True)
class Topic:
    """A thing, or several, that a clause names."""

    start: int
    """Its first word, without an article."""
    end: int
    plural: bool


def topics(words: Sequence[str], spoken: Language) -> list[Topic]:
    """The things that *words*, a clause that orders nothing, speak of, the likeliest first: what it says something of,
    then what somebody did something to. Empty where it is no such clause, or no dictionary tells nouns from verbs.

    Args:
        words: normalised.
        spoken: their language.
    """
    verb = _verb(words, spoken) if spoken.code == "en" and english_wordnet() is not None else None
    if verb is None:
        return []
    told = list(_named(words, _behind(words, verb, spoken), len(words), spoken))
    if verb == 1 and words[1] not in spoken.states | spoken.auxiliaries:
        return told  # "rosie bought stamps"
    return [*_named(words, 0, verb, spoken), *told]


def _verb(words: Sequence[str], spoken: Language) -> int | None:
    """The place of the word that says what somebody or something did or is; None where there is none: "[we've] run
    out", "the milk [has] gone off", "[got] the bread", "essay [finished]"."""
    if words[:1] and (tells_of_the_past(words, spoken) or (words[0] in spoken.subjects and "'" in words[0])):
        return 0
    finite = spoken.states | spoken.auxiliaries | spoken.preterites
    return next((at for at, word in enumerate(words) if at and (word in finite or _did(words, at, spoken))), None)


def _behind(words: Sequence[str], verb: int, spoken: Language) -> int:
    """Where what is done to something may begin, behind the verb at *verb*: "we have [run out of] tape"."""
    after = verb + 1
    while after < len(words) and words[after] in spoken.adverbs:
        after += 1
    small = spoken.function_words - spoken.articles - spoken.demonstratives
    particle = words[after + 1] if after + 1 < len(words) else ""
    return after + 1 if particle in small and verb_share(words[after], spoken) > 0 else after


def _did(words: Sequence[str], at: int, spoken: Language) -> bool:
    """Whether the word at *at* is no noun and a form of a verb that no order has."""
    word = words[at]
    return is_inflected(word, spoken) and not word.endswith("ing") and verb_share(word, spoken) > MOSTLY


def _named(words: Sequence[str], begin: int, end: int, spoken: Language) -> Iterator[Topic]:
    """The things that *words* from *begin* up to *end* name, those together that a joint joins, and nobody."""
    runs = [run for run in _runs(words, begin, end, spoken) if _is_thing(words[run[1] - 1], spoken)]
    while runs:
        first, last = runs.pop(0)
        several = False
        while runs and _joins(words[last : runs[0][0]], spoken):
            last, several = runs.pop(0)[1], True
        yield Topic(first, last, several or _is_plural(words[last - 1], spoken))


def _runs(words: Sequence[str], begin: int, end: int, spoken: Language) -> Iterator[tuple[int, int]]:
    """Places of words side by side that may name something together."""
    at = begin
    while at < end:
        until = at
        while until < end and _may_name(words[until], spoken):
            until += 1
        if until > at:
            yield at, until
        at = until + 1


def _may_name(word: str, spoken: Language) -> bool:
    named = is_content(word, spoken) and word not in spoken.adverbs | spoken.preterites | spoken.subjects
    aside = fields_of(word, spoken).get("adv.all", 0.0) >= _ASIDE  # "brought the shoes back"
    return named and not aside and word not in spoken.last_ones and verb_share(word, spoken) < 1 - _NOUN / 2


def _is_thing(word: str, spoken: Language) -> bool:
    """Whether *word* ends the name of a thing: a noun for nobody, or a word that no dictionary has."""
    fields = fields_of(word, spoken)
    nouns = sum(share for name, share in fields.items() if name.startswith("noun."))
    somebody = fields.get("noun.person", 0.0) >= _SOMEBODY * nouns and fields.get("noun.artifact", 0.0) < _MADE
    return not fields or (nouns >= _NOUN and not somebody)


def _joins(between: Sequence[str], spoken: Language) -> bool:
    """Whether the words *between* two names join them: "the bread [and the] jam"."""
    small = spoken.articles | spoken.demonstratives | spoken.owners
    return bool(between) and between[0] in spoken.joints and small.issuperset(between[1:])


def _is_plural(word: str, spoken: Language) -> bool:
    net = english_wordnet()
    forms = [form for form, pos in net.lemmas(word) if pos == "n"] if net is not None else []
    return word.endswith("s") and (not forms or any(form != word for form in forms))
