"""What is spoken of as done, as usual, as asked about or as not to be done, and is ordered by nobody: "i already
cancelled the timer", "i wake up at seven", "did you set an alarm", "there's no need to stop it".

Words alone don't tell what a tool does: whoever has a tool looks for its verbs among those of the :class:`Deed`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from ovos_phal_plugin_jarvis.nlu.acts.statements import (
    Stated,
    as_a_rule,
    did_so,
    has_done,
    only_states,
    tells_of_the_past,
)
from ovos_phal_plugin_jarvis.nlu.acts.words import may_order
from ovos_phal_plugin_jarvis.nlu.lang import Language, is_content
from ovos_phal_plugin_jarvis.nlu.text import (
    phrase_pattern,
    single_words,
    spoken_words,
    strip_request,
    trimmed,
    without_opening,
)

_DECLINED = 3
"""Words behind those that decline something of which one says what."""
_ASKED = 4
"""Words of a question, behind the first two, of which one says what was done."""
_LAST = 2
"""Words at the end of a clause of which one says what was done, in a language that puts the verb there."""
_LEADS = ("noes", "particles", "fillers", "sounds", "joints", "opinions")
"""Tables of words before any of this that say nothing of it."""


class Spoken(Enum):
    """How a deed is spoken of."""

    TOLD = "told"
    """Somebody did it: "i turned it off"."""
    USUAL = "usual"
    """Whoever speaks does it: "i wake up at seven"."""
    ASKED = "asked"
    """Whether it was done is asked: "have you set a timer"."""
    DECLINED = "declined"
    """It is not to be done, or not surely: "i wonder whether to cancel the timer"."""


@dataclass(frozen=True)
class Deed:
    """Something that somebody does, did or won't do."""

    how: Spoken
    words: tuple[str, ...]
    """Those of which one says what it is."""


def deed_of(text: str, lang: Language) -> Deed | None:
    """The deed that all of *text* only speaks of; None where it may order something.

    Args:
        text: an utterance, or a part of one.
        lang: what is spoken.
    """
    plain = strip_request(text, lang.code)
    behind = without_opening(plain, lang, *_LEADS)
    declining = phrase_pattern(lang, "declining")
    found = None
    for said in dict.fromkeys((plain, behind)):  # the "no" of "no need to" leads nothing in
        found = found or _declined(said, declining, lang) or _spoken_of(spoken_words(said, lang), lang)
    return found


def _declined(text: str, declining: re.Pattern[str] | None, lang: Language) -> Deed | None:
    found = declining.match(text) if declining is not None else None
    words = spoken_words(trimmed(text[found.end() :]), lang) if found is not None else []
    return Deed(Spoken.DECLINED, _verbs(words, _DECLINED, lang)) if words else None


def _spoken_of(words: Sequence[str], lang: Language) -> Deed | None:
    """What *words* tell or ask of."""
    if asks_whether_done(words, lang):
        return Deed(Spoken.ASKED, _verbs(words[2:], _ASKED, lang))
    told = only_states(words, lang)
    told = told if told is not None and told.past else has_done(words, lang)
    if told is not None:
        return Deed(Spoken.TOLD, _did(words, told, lang))
    usual = as_a_rule(words, lang)
    return None if usual is None else Deed(Spoken.USUAL, (words[usual.verb],))


def asks_whether_done(words: Sequence[str], lang: Language) -> bool:
    """Whether *words* begin as what asks whether somebody did something: "did i", "have you", "did dad add"; neither
    "did my yoga" nor "have the lamp mended" does.

    Args:
        words: normalised.
        lang: what is spoken.
    """
    if len(words) < 3 or words[0] not in lang.perfects:
        return False
    does = words[0] in lang.preterites  # "did", with a verb as orders have it
    if words[1] in (lang.subjects | lang.addressed) - lang.points:
        return does or did_so(words[2:], lang)
    named = does and is_content(words[1], lang) and words[1] not in lang.adverbs
    return named and may_order(words[2], lang) and len(words) > 3


def _verbs(words: Sequence[str], most: int, lang: Language) -> tuple[str, ...]:
    """Those of the first *most* of *words*, and of the last where the language puts the verb there, that may say what
    is done: no word of grammar, and none behind an article."""
    naming = lang.articles | lang.owners | lang.demonstratives
    last = range(max(0, len(words) - _LAST), len(words)) if _ends_with_verb(lang) else ()
    return tuple(
        words[at]
        for at in sorted({*range(min(most, len(words))), *last})
        if words[at] not in lang.function_words and not (at and words[at - 1] in naming)
    )


def _did(words: Sequence[str], told: Stated, lang: Language) -> tuple[str, ...]:
    """The verb that says what was done, behind those that only help it to: "[was cancelled]", "[should have
    closed]"."""
    helping = lang.auxiliaries | lang.states | lang.unreal | lang.perfects | lang.having | lang.adverbs | lang.persons
    at = told.verb
    while at + 1 < len(words) and words[at] in helping:
        at += 1
    joints = single_words(lang, "joints")
    behind = range(at + 2, len(words))
    # "i cleared the list and [cancelled] the alarm"
    more = (words[n] for n in behind if words[n - 1] in joints and tells_of_the_past(words[n:], lang))
    return (*words[told.verb : at + 1], *more, *_verbs(words[at + 1 :], 0, lang))


def _ends_with_verb(lang: Language) -> bool:
    """Whether what was done may be said by the last words of a clause: "ich habe den wecker [gestellt]"."""
    return any("*" in form for form in lang.participles)
