"""Where in an utterance a request surely begins, by its words alone: "lock the door [brighten the screen]".

A recogniser writes no marks. An order with what it is done to behind it, or a question, begins one where what stands
before it may end: neither "can you [lock the door]" nor "the [set] of keys".
"""

from __future__ import annotations

from collections.abc import Collection
from collections.abc import Set as AbstractSet
from functools import lru_cache

from ovos_phal_plugin_jarvis.nlu.acts.words import (
    MOSTLY,
    fields_of,
    is_inflected,
    is_thing,
    leading_on,
    opposed_words,
    orders,
    verb_share,
)
from ovos_phal_plugin_jarvis.nlu.lang import Language, is_content
from ovos_phal_plugin_jarvis.nlu.learning.wording import ENGLISH
from ovos_phal_plugin_jarvis.nlu.reading import EPOCH, Heard, hear, valued
from ovos_phal_plugin_jarvis.nlu.text import single_words

_LEAST = 2
"""Words of a request at the least."""
_HELPED = 4
"""Words of a question up to the verb that helps another: "how many times did i …"."""


def begun(heard: Heard, openers: Collection[str] = ()) -> list[int]:
    """The words of *heard*, but for the first, that a request surely begins with.

    Args:
        heard: an utterance, with all of its words.
        openers: words that the tools' examples begin with.
    """
    found: list[int] = []
    for at in range(_LEAST, len(heard.words) - 1):
        first = found[-1] if found else 0
        if at - first >= _LEAST and _may_end(heard, first, at) and _begins(heard, at, openers):
            found.append(at)
    return found


def begins_first(heard: Heard, openers: Collection[str] = ()) -> bool:
    """Whether *heard* begins with an order or a question.

    Args:
        heard: an utterance, or a part of one.
        openers: words that the tools' examples begin with.
    """
    spoken, words = heard.lang, heard.words
    if any(not x.start for x in valued(heard)):
        return False  # "tomorrow at four …" begins examples as well
    return len(words) > 1 and (words[0] in spoken.question_words or _orders(words[0], spoken, openers))


def _orders(word: str, spoken: Language, openers: Collection[str]) -> bool:
    if word in spoken.states or word in spoken.auxiliaries or word in spoken.function_words:
        return False
    if is_inflected(word, spoken):
        return False  # "cuántos días faltan [para] …"
    if orders(word, spoken):
        return True
    if word in spoken.question_words or not is_content(word, spoken):
        return False
    # Where no dictionary tells verbs, examples begin with anything: "daqui a uma hora …".
    return verb_share(word, spoken) > MOSTLY or (
        spoken.code == ENGLISH and word in openers and not fields_of(word, spoken)
    )


def _begins(heard: Heard, at: int, openers: Collection[str]) -> bool:
    """Whether an order or a question stands at word *at*."""
    spoken, word, following = heard.lang, heard.words[at], heard.words[at + 1]
    if any(x.start <= at < x.end for x in valued(heard)):
        return False
    if word in spoken.question_words or word in spoken.articles or word.endswith("'"):
        return _asks(heard, at)
    if not _orders(word, spoken, openers):
        return False
    if following in spoken.articles | spoken.owners | spoken.demonstratives | spoken.persons | set(spoken.pronouns):
        return True
    if not orders(word, spoken):
        return False  # a noun, it may be, or what is told: "how many days [remain] until …"
    if word in spoken.light_words:
        return is_content(following, spoken) and spoken.code != ENGLISH  # "make" and "give" say too little
    goes_on = at + 2 < len(heard.words)
    if _names_on(heard, at):
        return False
    if following in opposed_words(spoken):
        return goes_on  # "turn on the lamp"
    if spoken.code != ENGLISH and following in spoken.function_words:
        # "llama a pedro": elsewhere an order has a form of its own, which an English one shares with its noun.
        others = spoken.subjects | spoken.question_words | spoken.states | spoken.auxiliaries
        return goes_on and following not in others | single_words(spoken, "joints")
    if following in spoken.politeness:
        return False  # "the packing [list] cheers"
    numbered = any(x.start == at + 1 for x in valued(heard))
    return numbered or (is_content(following, spoken) and not _orders(following, spoken, openers))


def _names_on(heard: Heard, at: int) -> bool:
    """Whether word *at* is the end of a name that an article begins, and what follows it is nothing that it could be
    done to: "the packing [list] to me", "the shopping [list] nobody cooks", and not "the radio [list] alarms"."""
    spoken, words = heard.lang, heard.words
    named = words[at - 2] in spoken.articles | spoken.owners and is_content(words[at - 1], spoken)
    if spoken.code != ENGLISH or not named or not is_thing(words[at], spoken):
        return False
    told = at + 2 < len(words) and is_inflected(words[at + 2], spoken)
    fields = fields_of(words[at + 1], spoken)
    grammar = words[at + 1] in spoken.function_words or bool(fields)
    return told or (grammar and not any(name.startswith("noun.") for name in fields))


def _asks(heard: Heard, at: int) -> bool:
    """Whether the question word at *at* begins a question, rather than a clause that says more of what is before it:
    "wake me [when] the sun sets", "the list [which] is long"."""
    spoken, word, following = heard.lang, heard.words[at], heard.words[at + 1]
    being = spoken.states | spoken.auxiliaries
    behind = heard.words[at + 2] if at + 2 < len(heard.words) else ""
    if word not in spoken.question_words:
        # "[o que] está na lista", "[qu'est-ce] qu'il y a"
        turned = word.endswith("'") and following in being and behind in spoken.demonstratives | spoken.subjects
        return turned or (following in spoken.question_words and (following not in spoken.relatives or behind in being))
    if word in being:
        return False
    if word in spoken.relatives:
        # "che ore sono", "welche wecker sind gestellt", but not "la lista che ho scritto"
        says = being | spoken.doings
        return word not in spoken.articles and is_content(following, spoken) and behind in says
    if following in being:
        return True
    if following in spoken.more | spoken.less:
        return False  # "zet het geluid [wat] harder"
    clauses = single_words(spoken, "moments") | single_words(spoken, "conditions")
    return word not in clauses and following not in spoken.subjects | spoken.persons


def _may_end(heard: Heard, first: int, at: int) -> bool:
    """Whether a request that begins at word *first* may end before word *at*."""
    spoken, before = heard.lang, heard.words[at - 1]
    if before in single_words(spoken, "joints"):
        return at - 1 > first + 1
    closing = _closing(spoken)
    said = heard.words[first + 1 : at]
    if not any(is_content(word, spoken) or word in closing for word in said) or _wants_verb(heard, first, at):
        return False
    if not first and _only_named(heard, at, closing):
        return False
    earlier = heard.words[at - 2]
    if earlier in spoken.articles and before not in spoken.articles:
        return True  # a noun, whatever else it may be: "le [son]"
    being = spoken.states | spoken.auxiliaries
    turned = earlier in being or heard.text[heard.tokens[at - 1].start - 1] == "-"
    if heard.words[first] in spoken.question_words and turned and before in spoken.subjects:
        return True  # "quel temps fait-[il]"
    apart = any("*" in form for form in spoken.participles) and heard.words[at] not in spoken.question_words
    if apart and before in _of_a_verb(spoken) and heard.words[at + 1] in spoken.articles | spoken.persons:
        return True  # a word that belongs to the verb ends the clause there: "gooi een munt [op]"
    if before in leading_on(spoken) - closing and not any(x.end == at for x in valued(heard)):
        return False
    return before not in _never_last(spoken) and not (before in spoken.light_words and orders(before, spoken))


def _only_named(heard: Heard, end: int, closing: AbstractSet[str]) -> bool:
    """Whether the words before word *end* only name who does what follows: "the children [set the table]"."""
    spoken, words = heard.lang, heard.words[:end]
    if not (words[0] in spoken.articles or words[0] in spoken.owners or words[0] in spoken.demonstratives):
        return False
    valued_before = any(x.end <= end for x in valued(heard))
    return not valued_before and not any(
        word in closing | spoken.states | spoken.auxiliaries or verb_share(word, spoken) > MOSTLY for word in words
    )


def _wants_verb(heard: Heard, first: int, at: int) -> bool:
    """Whether the question that begins at word *first* has its verb still to come at word *at*: "when does the sun
    [set]"."""
    spoken = heard.lang
    if heard.words[first] not in spoken.question_words and heard.words[first] not in spoken.auxiliaries:
        return False
    helping = spoken.auxiliaries - spoken.states
    helped = [n for n in range(first, min(first + _HELPED, at)) if heard.words[n] in helping]
    if not helped:
        return False
    behind = heard.words[helped[-1] + 1 : at]
    return not any(orders(word, spoken) or verb_share(word, spoken) > MOSTLY for word in behind)


@lru_cache(maxsize=32)
def _closing(spoken: Language) -> frozenset[str]:
    """The words that a request may end with: one of two opposites, and what points to something."""
    return frozenset((opposed_words(spoken) - leading_on(spoken)) | set(spoken.pronouns))


@lru_cache(maxsize=32)
def _never_last(spoken: Language) -> frozenset[str]:
    """The words that no request ends with, as each leads to what follows."""
    leading = spoken.subjects | spoken.articles | spoken.states | spoken.auxiliaries | spoken.wishes
    return frozenset(leading | spoken.addressing | single_words(spoken, "negations"))


@lru_cache(maxsize=32)
def _of_a_verb(spoken: Language) -> frozenset[str]:
    """The words of grammar that may belong to a verb before them."""
    apart = _never_last(spoken) | spoken.question_words | spoken.relatives | spoken.demonstratives | spoken.owners
    return frozenset(spoken.function_words - apart - single_words(spoken, "conditions"))


def holds_another(text: str, lang: str) -> bool:
    """Whether a request surely begins in *text* behind another, or behind anything else.

    Args:
        text: an utterance.
        lang: BCP-47 tag.
    """
    return bool(begun(hear(text, lang, EPOCH, strip=False)))
