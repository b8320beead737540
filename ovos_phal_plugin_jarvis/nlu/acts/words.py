"""What single words of a clause may be, as far as a language's tables and a dictionary know."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from ovos_phal_plugin_jarvis.nlu.knowledge import english_wordnet
from ovos_phal_plugin_jarvis.nlu.lang import Language, is_content
from ovos_phal_plugin_jarvis.nlu.text import single_words, without_accents

_LEAST_TOLD = 5
"""Letters of a verb whose form alone tells what somebody did."""
_MAY_ORDER = 0.3
"""Share of a word's use as a verb from which on it may be an order."""
MOSTLY = 0.5
"""Share of a word's use as a verb, or as a noun, from which on it is one."""


def knows_words(spoken: Language) -> bool:
    """Whether a dictionary knows what the words of *spoken* may be."""
    return spoken.code == "en" and english_wordnet() is not None


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
    return (word in spoken.verbs and word not in spoken.question_words) or orders_that(word, spoken)


def may_order(word: str, spoken: Language) -> bool:
    """Whether *word* is a verb that orders begin with, or may be one as far as a dictionary knows: "mend"."""
    return orders(word, spoken) or (verb_share(word, spoken) >= _MAY_ORDER and not is_inflected(word, spoken))


def orders_that(word: str, spoken: Language) -> bool:
    """Whether *word* is an order that a pronoun is written behind of, which may move its accent."""
    return bool(ordering_form(word, spoken))


def ordering_form(word: str, spoken: Language, endings: frozenset[str] | None = None) -> str:
    """The order that *word* is without the pronoun that is written behind it: "quita" of "quítalo"; "" where it is
    none, a word of grammar among them ("da" is no "dá").

    Args:
        word: of a request, folded.
        spoken: its language.
        endings: pronouns that are looked for; else all of them.
    """
    if word in spoken.function_words:
        return ""
    for ending in _enclitics(spoken) if endings is None else _longest_first(endings):
        bare = without_accents(word.removesuffix(ending)).rstrip("-") if len(ending) > 1 else word
        if bare in _unaccented(spoken) and word.endswith(ending):
            return _unaccented(spoken)[bare]
    return ""


@lru_cache(maxsize=32)
def _enclitics(spoken: Language) -> Sequence[str]:
    """The pronouns that are written behind an order, the longest first."""
    return _longest_first(spoken.enclitics | spoken.enclitic_ofs | spoken.enclitic_places)


def _longest_first(endings: Iterable[str]) -> Sequence[str]:
    return tuple(sorted(endings, key=lambda each: (-len(each), each)))


@lru_cache(maxsize=32)
def _unaccented(spoken: Language) -> Mapping[str, str]:
    return {without_accents(word): word for word in sorted(spoken.verbs - spoken.function_words)}


def told_by_form(word: str, spoken: Language) -> bool:
    """Whether *word* tells by its form what whoever speaks did: "levant|é". What is shorter ("café") may be a thing."""
    endings = tuple(spoken.own_pasts)
    return len(word) >= _LEAST_TOLD and word.endswith(endings) and is_content(word, spoken)


def tells_alone(word: str, spoken: Language) -> bool:
    """Whether *word* can only tell what somebody did, and needs nothing behind it: "a tia [trouxe]". An English one may
    be said of a thing as well, and a verb of having or being goes on."""
    helps = word in spoken.auxiliaries or word in spoken.states
    return word in spoken.preterites and not (helps or knows_words(spoken) or is_participle(word, spoken))


def is_participle(word: str, spoken: Language) -> bool:
    """Whether *word* may tell, behind "have" or "be", what was done: "alz|ato", "auf|ge|standen"."""
    if not is_content(word, spoken):
        return False
    parted = (form.partition("*") for form in spoken.participles)
    return any(
        (not middle and word.endswith(form) and len(word) > len(form) + 1)
        or (middle and word.endswith(ending) and form in word[: len(word) - len(ending) - 1])
        for form, middle, ending in parted
    )


@lru_cache(maxsize=32)
def opposed_words(spoken: Language) -> frozenset[str]:
    """The words that have an opposite: "on", "louder", "open"."""
    return frozenset(word for pair in spoken.opposites for side in pair for word in side)


@lru_cache(maxsize=32)
def leading_on(spoken: Language) -> frozenset[str]:
    """Words of grammar behind which something of the same clause follows: "of", but not the "off" of "turn it off".
    "To" is the opposite of "from", and has an infinitive or a name behind it all the same."""
    return spoken.function_words - (opposed_words(spoken) - set(spoken.relayed))


@lru_cache(maxsize=8192)
def is_inflected(word: str, spoken: Language) -> bool:
    """Whether *word* is a form of a verb that orders do not have: "changed", "closing"."""
    net = english_wordnet() if spoken.code == "en" else None
    forms = [form for form, pos in net.lemmas(word) if pos == "v"] if net is not None else []
    return bool(forms) and word not in forms


def is_plural(word: str, spoken: Language) -> bool:
    """Whether *word* is for more than one thing, as far as a dictionary knows."""
    net = english_wordnet() if spoken.code == "en" else None
    forms = [form for form, pos in net.lemmas(word) if pos == "n"] if net is not None else []
    return bool(forms) and all(form != word for form in forms)


@lru_cache(maxsize=8192)
def verb_share(word: str, spoken: Language) -> float:
    """The share of the use of *word* as a verb, as far as a dictionary knows."""
    return sum(share for name, share in fields_of(word, spoken).items() if name.startswith("verb."))


@lru_cache(maxsize=32)
def sided(spoken: Language) -> tuple[tuple[frozenset[str], frozenset[str]], ...]:
    """The opposites one of which is a word of grammar, as "on" and "off" are: no dictionary tells those."""
    return tuple((a, b) for a, b in spoken.opposites if (a | b) & spoken.function_words)


@lru_cache(maxsize=256)
def only_leads(words: frozenset[str], spoken: Language) -> bool:
    """Whether *words* only lead on, as "from" and "to" do, and say no way that something goes, as "on" and "off" do: a
    tool that is not called by them has no such side. What is ordered from the mill may have to be here."""
    return (spoken.function_words - single_words(spoken, "ways")).issuperset(words)


@lru_cache(maxsize=32)
def particles(spoken: Language) -> frozenset[str]:
    """The words of those opposites: "on", "off", "up", "down"."""
    return frozenset(word for pair in sided(spoken) for side in pair for word in side)
