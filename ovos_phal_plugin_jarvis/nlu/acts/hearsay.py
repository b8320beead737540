"""What somebody else said or is to be told: who passes it on asks for nothing yet."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from ovos_phal_plugin_jarvis.nlu.acts.words import is_inflected, is_thing, orders
from ovos_phal_plugin_jarvis.nlu.lang import Language, is_content, language
from ovos_phal_plugin_jarvis.nlu.text import phrase_pattern, strip_request, tokenize, words_of
from ovos_phal_plugin_jarvis.translation.values import things_of

_IS = "'s"
_MOST_BEFORE = 4
"""Words that may name who says something: "the man from the bank told me …"."""
_MOST_NAMED = 3
"""Words behind what was said that name them: "… the little boy said"."""


def reports(text: str, lang: str) -> str:
    """The word by which *text* tells what somebody else says ("told"); empty where it does not.

    Args:
        text: an utterance, or a part of one.
        lang: BCP-47 tag.
    """
    spoken = language(lang)
    words = [token.norm for token in tokenize(strip_request(text, lang), lang)]
    for at, word in enumerate(words[: _MOST_BEFORE + 1]):
        if word in spoken.reports and _tells(words, at, spoken):
            return word
        if word in spoken.reports or (not at and orders(word, spoken)) or word in spoken.speakers:
            break
    return _told_behind(words, spoken)


def _told_behind(words: list[str], spoken: Language) -> str:
    """The word by which the end of *words* tells who has said what is before it: "set an alarm for six she said"."""
    end = len(words)
    if end and words[end - 1] in spoken.persons:
        end -= 1  # "he told me"
    word = words[end - 1] if end > 2 else ""
    told = end - 1
    while told > 1 and words[told - 1] in spoken.auxiliaries:
        told -= 1  # "arrête-le elle [a] dit"
    who = words[max(0, told - _MOST_NAMED) : told]
    if word not in spoken.reports or not who or who[-1] in spoken.speakers:
        return ""
    if not (spoken.question_words | spoken.relatives).isdisjoint(words[max(0, end - 2 - _MOST_NAMED) : end - 1]):
        asking = spoken.question_words - spoken.states - spoken.auxiliaries
        at = next((at for at in range(end - 2, 0, -1) if words[at] in asking), 0)
        return word if at > 2 and words[at - 1] in spoken.states else ""  # "… is what she said", "what the vet said"
    if who[-1] in spoken.subjects:
        return word
    named = not spoken.articles.isdisjoint(who[:-1]) and is_content(who[-1], spoken)
    return word if named and not is_thing(who[-1], spoken) else ""


def _tells(words: list[str], at: int, spoken: Language) -> bool:
    """Whether the word at *at* tells what follows it, rather than a clause behind which a request stands: "my wife says
    it's cold turn on the heating"."""
    rest = words[at + 1 :]
    if not any(is_content(word, spoken) for word in rest):
        return False
    introduced = {word for word in spoken.fillers if " " not in word}
    if any(orders(word, spoken) and at and rest[at - 1] in introduced for at, word in enumerate(rest)):
        return False  # "she told me to hurry so set a timer"
    if (
        words[0] in spoken.question_words
        and rest[0] not in spoken.persons
        and not any(orders(word, spoken) for word in rest[:3])
    ):
        return False  # "who said to be or not to be"
    behind = next((word for word in rest if word not in spoken.persons), "")
    if behind in spoken.function_words - spoken.articles - spoken.subjects - spoken.states - {_IS}:
        return True  # "told me to", "said that"
    first = next(i for i, word in enumerate(rest) if is_content(word, spoken) or word in spoken.verbs)
    if rest[first] in spoken.verbs:
        return True
    return not any(word in spoken.verbs and is_content(word, spoken) for word in rest[first + 1 :])


@lru_cache(maxsize=32)
def _asking(spoken: Language) -> frozenset[str]:
    """Words that ask for something, and not whether it is so."""
    return spoken.question_words - spoken.states - spoken.auxiliaries


def asked_then(text: str, lang: str) -> bool:
    """Whether *text* tells what somebody has asked about a time that is over, which nobody asks now: "he asked me what
    time it was".

    Args:
        text: an utterance, or a part of one.
        lang: BCP-47 tag.
    """
    spoken = language(lang)
    words = [token.norm for token in tokenize(strip_request(text, lang), lang)]
    asking = _asking(spoken)
    for at, word in enumerate(words[: _MOST_BEFORE + 1]):
        if word in spoken.speakers or word in asking:
            return False
        past = word in spoken.preterites or is_inflected(word, spoken)
        if at and (word in spoken.reports or (past and word in spoken.wishes)):
            behind = itertools.dropwhile(lambda word: word not in asking, words[at + 1 :])
            between = itertools.takewhile(lambda word: word not in asking, words[at + 1 :])
            asked = [*itertools.islice(behind, 1, None)]
            told = any(is_content(word, spoken) and word not in spoken.light_words for word in between)
            return not told and not spoken.preterites.isdisjoint(asked)
    return False


@dataclass(frozen=True)
class Relay:
    """What somebody else is to be told to do: "tell my wife to turn it down"."""

    word: str
    """By which it is said ("tell")."""
    who: str
    order: str
    """What they are to do ("turn it down")."""

    def is_taken(self, values: Iterable[Any], lang: str) -> bool:
        """Whether *values* of a call hold whom it is for and what they are to do: a tool that only took them for a name
        would do it in their place.

        Args:
            values: the arguments of the call.
            lang: BCP-47 tag.
        """
        spoken = language(lang)
        things = itertools.chain.from_iterable(map(things_of, values))
        held = {spoken.stem(word) for thing in things if isinstance(thing, str) for word in words_of(thing)}
        who = {spoken.stem(word) for word in words_of(self.who) if is_content(word, spoken)}
        first = {spoken.stem(word) for word in words_of(self.order)[:1]}
        return bool(who) and who | first <= held


def passes_on(text: str, lang: str) -> Relay | None:
    """What *text* wants somebody else to be told to do; None where it does not.

    Args:
        text: an utterance, or a part of one.
        lang: BCP-47 tag.
    """
    spoken = language(lang)
    said = strip_request(text, lang)
    relays, order = phrase_pattern(spoken, "relays"), phrase_pattern(spoken, "relayed")
    relay = relays.match(said) if relays is not None else None
    if relay is None or order is None:
        return None
    rest = said[relay.end() :]
    for found in order.finditer(rest):
        who = [token.norm for token in tokenize(rest[: found.start()], lang)]
        if len(who) > _MOST_BEFORE or not re.search(r"\w", rest[found.end() :]):
            break
        named = [word for word in who if word not in spoken.function_words or word in spoken.persons]
        if named and not spoken.addressing & {*who, *relay.group().lower().split()}:
            return Relay(relay.group(), " ".join(who), rest[found.end() :].strip())
    return None
