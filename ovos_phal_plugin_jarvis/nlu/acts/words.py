"""What single words of a clause may be, as far as a language's tables and a dictionary know."""

from __future__ import annotations

from functools import lru_cache

from ovos_phal_plugin_jarvis.nlu.knowledge import english_wordnet
from ovos_phal_plugin_jarvis.nlu.lang import Language
from ovos_phal_plugin_jarvis.nlu.text import without_accents

MOSTLY = 0.5
"""Share of a word's use as a verb, or as a noun, from which on it is one."""


def is_thing(word: str, spoken: Language) -> bool:
    """Whether *word* names nobody who may say something, as far as a dictionary knows: "the recipe says"."""
    fields = fields_of(word, spoken)
    return bool(fields) and not any(name in ("noun.person", "noun.group") for name in fields)


def only_names(word: str, spoken: Language) -> bool:
    """Whether *word* is never anything but a noun, as far as a dictionary knows: it says nothing of what is done."""
    fields = fields_of(word, spoken)
    return bool(fields) and all(name.startswith("noun.") for name in fields)


def may_be_somebody(word: str, spoken: Language) -> bool:
    """Whether *word* names a person or a group, as far as a dictionary knows."""
    return any(name in ("noun.person", "noun.group") for name in fields_of(word, spoken))


def fields_of(word: str, spoken: Language) -> dict[str, float]:
    """What *word* may mean, by lexical fields with their share; empty where no dictionary knows."""
    net = english_wordnet() if spoken.code == "en" else None
    return dict(net.fields(word)) if net is not None else {}


def describes(word: str, spoken: Language) -> bool:
    """Whether *word* is an adjective before anything else ("fair"), as far as a dictionary knows."""
    fields = fields_of(word, spoken)
    return bool(fields) and max(fields, key=lambda name: fields[name]).startswith("adj.")


def orders(word: str, spoken: Language) -> bool:
    """Whether *word* is a verb that orders begin with, with a pronoun behind it or without ("quítalo")."""
    return (word in spoken.verbs and word not in spoken.question_words) or _with_pronoun(word, spoken)


def _with_pronoun(word: str, spoken: Language) -> bool:
    """Whether *word* is an order that a pronoun is written behind of, which may move its accent."""
    return any(
        word.endswith(ending) and without_accents(word.removesuffix(ending)).rstrip("-") in _unaccented(spoken)
        for ending in spoken.enclitics
        if len(ending) > 1
    )


@lru_cache(maxsize=32)
def _unaccented(spoken: Language) -> frozenset[str]:
    return frozenset(map(without_accents, spoken.verbs - spoken.function_words))


@lru_cache(maxsize=32)
def leading_on(spoken: Language) -> frozenset[str]:
    """Words of grammar behind which something of the same clause follows: "of", but not the "off" of "turn it off".
    "To" is the opposite of "from", and has an infinitive or a name behind it all the same."""
    opposed = {word for pair in spoken.opposites for side in pair for word in side}
    return spoken.function_words - (opposed - set(spoken.relayed))


def is_inflected(word: str, spoken: Language) -> bool:
    """Whether *word* is a form of a verb that orders do not have: "changed", "closing"."""
    net = english_wordnet() if spoken.code == "en" else None
    forms = [form for form, pos in net.lemmas(word) if pos == "v"] if net is not None else []
    return bool(forms) and word not in forms


def verb_share(word: str, spoken: Language) -> float:
    """The share of the use of *word* as a verb, as far as a dictionary knows."""
    return sum(share for name, share in fields_of(word, spoken).items() if name.startswith("verb."))
