"""What is said beside a request and asks for nothing: why, how somebody is, an apology, who is called."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from ovos_phal_plugin_jarvis.nlu.acts.kind import Kind
from ovos_phal_plugin_jarvis.nlu.acts.statements import does_by_name, is_named_alone, stated, what_somebody_did
from ovos_phal_plugin_jarvis.nlu.acts.words import is_inflected, leading_on, tells_alone
from ovos_phal_plugin_jarvis.nlu.lang import Language, is_content, language
from ovos_phal_plugin_jarvis.nlu.text import Token, phrase_pattern, single_words, tokenize, trimmed_left

_LEAST_BEFORE = 2
"""Words of what stands before a remark."""
_MOST = 14
"""Words of a remark beside a request."""
_CALLING = ("callings", "manners", "politeness", "sounds")
"""Tables of words that may stand before a remark, or be one."""
_OPENING = ("asides", "well_wishes", "apologies", "reasons", "otherwise")
"""Tables of words that one begins with."""
_TAKING_BACK = ("corrections", "cancel", "doubts")
"""Tables of words that take a request back, wherever they stand."""
_NEGATING = ("negations", "refuse")
_LIMITING = (
    "conditions",
    "moments",
    "exceptions",
    "contrasts",
    "joints",
    "consequences",
    "instead_of",
    "before",
    "last",
    "other_ones",
    "reports",
)
"""Tables of words with which more is said than a remark."""
_DATING = ("before", "moments")
"""Those of them that say when something was, in what tells of the past."""
_GOING_ON = ("conditions", "moments", "contrasts", "joints", "consequences", "before")
"""Those of them behind which more may be asked for than what is explained."""


@dataclass(frozen=True)
class Remark:
    """What asks for nothing beside a request."""

    text: str
    kind: Kind
    """``REASON``, ``APOLOGY``, ``ADDRESS`` or ``STATEMENT``."""
    end: int
    """Where the words end that make it one: "i can't see" of "i can't see without …"."""

    @property
    def evidence(self) -> str:
        """The words that make it one."""
        return self.text[: self.end]

    @property
    def rest(self) -> str:
        """What follows them."""
        return self.text[self.end :]


def led_in(text: str, lang: str) -> int:
    """How many characters *text* begins with that call somebody, are polite or mean nothing: "hey jarvis [good] …".

    Args:
        text: an utterance, or a part of one.
        lang: BCP-47 tag.
    """
    pattern = phrase_pattern(language(lang), *_CALLING, "particles")
    at = 0
    while pattern is not None and (found := pattern.match(text, at)) is not None:
        at = len(text) - len(trimmed_left(text[found.end() :]))
    return at


def may_be_remark(words: Sequence[str], lang: str) -> bool:
    """Whether a text that begins with *words* may be one (:func:`remark_of`): asked at each word of an utterance,
    before what takes longer.

    Args:
        words: its first three words, normalised, or fewer where it has no more.
        lang: BCP-47 tag.
    """
    spoken = language(lang)
    if not words or words[0] in _beginnings(spoken):
        return bool(words)
    named = len(words) > 2 and is_content(words[0], spoken) and is_named_alone(words, spoken)
    return named or does_by_name(words, spoken, begun=True)


@lru_cache(maxsize=32)
def _beginnings(spoken: Language) -> frozenset[str]:
    """Words that remarks begin with, beside the names of things."""
    phrases = {phrase for table in (*_CALLING, *_OPENING, "particles") for phrase in getattr(spoken, table)}
    first = {tokens[0].norm for phrase in phrases if (tokens := tokenize(phrase, spoken.code))}
    somebody = spoken.subjects | spoken.points | spoken.persons | spoken.partitives
    return frozenset(first | somebody | spoken.articles | spoken.demonstratives | spoken.past_alone)


def remark_of(text: str, lang: str, *, negated: bool = False, before: bool = False) -> Remark | None:
    """*text* as a remark; None where it is no clause that only says why, or how something or somebody is.

    What limits, negates, joins or takes back is none, whatever it begins with.

    Args:
        text: what stands before or behind a request.
        lang: BCP-47 tag.
        negated: whether it may be said what somebody does not do ("she's not coming").
        before: whether it stands before it: what it joins is no second thing to be done then.
    """
    spoken = language(lang)
    tokens = tokenize(text, lang)
    if not tokens or len(tokens) > _MOST:
        return None
    calling = phrase_pattern(spoken, *_CALLING)
    left = text
    while calling is not None and left and (found := calling.match(left)) is not None:
        left = trimmed_left(left[found.end() :])
    if not left:
        return Remark(text, Kind.ADDRESS, len(text))
    offset = len(text) - len(left)
    opening = phrase_pattern(spoken, *_OPENING)
    begins = opening.match(left) if opening is not None else None
    tokens = tuple(token for token in tokens if token.start >= offset)
    past = False
    if begins is not None:
        start = end = offset + begins.end()
    else:
        words = [token.norm for token in tokens]
        said = stated(words, spoken) or what_somebody_did(words, spoken)
        # What nobody wants says no more of what a request is about: "i don't want to be late"; nor does where something
        # is that is to be taken off something else: "it's in the bag already".
        apart = negated and said is not None and (said.placed or (said.negated and said.speaking))
        if said is None or (said.describes and not apart):
            supposed = _supposed(words, tokens, text, spoken) if said is None or not said.placed else None
            if supposed is not None:
                return supposed
            return _behind_particles(text, lang, negated=negated, before=before)
        start, end, past = offset, tokens[said.verb].end, said.past
    last = tokens[-1].norm
    wished = _begins(left, spoken, "well_wishes")
    if (
        not wished
        and not re.search(r"\w", text[end:])
        and last not in spoken.doings
        and not (past and tells_alone(last, spoken))
    ):
        return None  # "the baby sleeps" is whole, "the timer for" is not
    kind = next((kind for kind, table in _TOLD if _begins(left, spoken, table)), Kind.STATEMENT)
    taken_back: tuple[str, ...] = _TAKING_BACK
    tables: tuple[str, ...] = (*_LIMITING, *_NEGATING)
    if kind is Kind.REASON:
        taken_back, tables = (), _GOING_ON  # "because it isn't needed" takes nothing back
    elif negated and tokens[0].norm in spoken.subjects:
        taken_back = tuple(table for table in taken_back if table != "cancel")
        tables = tuple(table for table in tables if table not in _NEGATING)
    if past:
        tables = tuple(table for table in tables if table not in _DATING)  # "i did it before breakfast" is done
    back = phrase_pattern(spoken, *taken_back) if taken_back else None
    if back is not None and back.search(text, start):
        return None
    limits = phrase_pattern(spoken, *tables)
    for found in limits.finditer(text, end) if limits is not None else ():
        # "i'm up a ladder and my hands are full": what is joined is another remark.
        joined = [token.norm for token in tokenize(text[found.end() :], lang)]
        if found.group().lower() not in spoken.joints or not (before or stated(joined, spoken) is not None):
            return None
    return Remark(text, kind, end)


def _supposed(words: Sequence[str], tokens: Sequence[Token], text: str, spoken: Language) -> Remark | None:
    """What somebody thinks or hopes that was done, or that somebody else does: "i think [i changed it]"."""
    pattern = phrase_pattern(spoken, "opinions")
    begun = pattern.match(" ".join(words)) if pattern is not None else None
    at = len(begun[0].split()) if begun is not None else 0
    told = stated(words[at:], spoken) if 0 < at < len(words) else None
    wanted = told is not None and told.describes and words[-1] not in spoken.persons - spoken.points
    if told is None or (told.speaking and not told.past) or wanted:
        return None  # neither "i think i need …" nor "i think he wants the red one"
    limits = phrase_pattern(spoken, *_TAKING_BACK, *_LIMITING, *_NEGATING)
    if limits is not None and limits.search(" ".join(words[at:])):
        return None
    return Remark(text, Kind.STATEMENT, tokens[at + told.verb].end)


_TOLD = ((Kind.REASON, "reasons"), (Kind.REASON, "otherwise"), (Kind.APOLOGY, "apologies"))
"""What the words that a remark begins with say of its kind."""


def _begins(text: str, spoken: Language, table: str) -> bool:
    pattern = phrase_pattern(spoken, table)
    return pattern is not None and pattern.match(text) is not None


def _behind_particles(text: str, lang: str, *, negated: bool, before: bool) -> Remark | None:
    """:func:`remark_of` for what stands behind a word that means nothing there ("well i can't see"), or that only joins
    it to what it explains ("baja el volumen que [el niño duerme]")."""
    spoken = language(lang)
    begun, explaining = phrase_pattern(spoken, "particles"), phrase_pattern(spoken, "explaining")
    skipped = begun.match(text) if begun is not None else None
    joined = explaining.match(text) if explaining is not None and not before else None
    led = skipped or joined
    rest = trimmed_left(text[led.end() :]) if led is not None else ""
    if skipped is None and rest and not _is_whole(rest, spoken):
        return None
    found = remark_of(rest, lang, negated=negated, before=before) if rest else None
    return None if found is None else replace(found, text=text, end=len(text) - len(rest) + found.end)


def _is_whole(text: str, spoken: Language) -> bool:
    """Whether *text* says who or what it speaks of, so that it is about no thing before it: "[el niño] duerme",
    "[estoy] al teléfono", "[a tia] já trouxe", "[l'ha] già venduto zia", never "la lista que [está vacía]"."""
    words = [token.norm for token in tokenize(text, spoken.code)]
    while len(words) > 1 and words[0] in spoken.adverbs:
        words = words[1:]
    first = words[0] if words else ""
    pointing = spoken.persons - spoken.addressing
    said = stated(words, spoken, alone=True) if first in spoken.enclitics else None
    if said is not None and said.verb:
        return True  # with what is done to that, or to the noun that an article of the same form is of
    return first in spoken.articles | spoken.subjects | spoken.owners and first not in pointing


def without_remark(text: str, lang: str) -> Iterator[tuple[str, Remark]]:
    """What may stand before a remark at the end of *text*, the longest remark first, with that: "drop the sieve from
    the list", "it's in the drawer". What is joined to it by a word is one only where somebody hopes or thinks so: "and
    i need eggs" may be wanted.

    Args:
        text: an utterance.
        lang: BCP-47 tag.
    """
    spoken = language(lang)
    tokens = tokenize(text, lang)
    words = [token.norm for token in tokens]
    opinions, joints = phrase_pattern(spoken, "opinions"), single_words(spoken, "joints")
    for at in range(_LEAST_BEFORE, len(tokens) - 1):
        joined = words[at - 1] in joints or words[at] in joints
        first = at + (words[at] in joints)
        supposed = opinions is not None and opinions.match(text, tokens[first].start) is not None
        if not may_be_remark(words[at : at + 3], lang) or words[at - 1] in joints or (joined and not supposed):
            continue
        said = text[tokens[at].start :]
        remark = remark_of(said, lang) or remark_of(said, lang, negated=True)
        if remark is not None:
            yield text[: tokens[at].start].rstrip(" ,.;"), remark


def supposes(remark: Remark, lang: str) -> bool:
    """Whether *remark* says what somebody thinks or hopes, whatever joins it: "and i hope it rains".

    Args:
        remark: what is said beside a request.
        lang: BCP-47 tag.
    """
    spoken = language(lang)
    opinions, joints = phrase_pattern(spoken, "opinions"), phrase_pattern(spoken, "joints")
    joined = joints.match(remark.text) if joints is not None else None
    said = trimmed_left(remark.text[joined.end() :]) if joined is not None else remark.text
    return opinions is not None and opinions.match(said) is not None


def stands_before_order(text: str, lang: str) -> bool:
    """Whether *text* is a remark that ends before an order does begin: "the potatoes look hard still [give it five
    more]", and neither "my phone can [set an alarm]" nor "we made him [roll again]".

    Args:
        text: what stands before what may be an order.
        lang: BCP-47 tag.
    """
    spoken = language(lang)
    tokens = list(tokenize(text, lang))
    so = single_words(spoken, "consequences")
    while len(tokens) > 1 and tokens[-1].norm in spoken.adverbs | so:
        tokens.pop()
    words = [token.norm for token in tokens]
    telling = single_words(spoken, "reports") | single_words(spoken, "relays")
    if len(words) < 2 or not telling.isdisjoint(words):
        return False
    negations = single_words(spoken, "negations")
    helping = spoken.auxiliaries | spoken.states | spoken.wishes | negations
    if words[-1] in (leading_on(spoken) - spoken.points | helping | spoken.persons - spoken.points):
        return False
    somebody = words[-1] in spoken.persons or is_content(words[-1], spoken)
    begun = somebody and words[-2] in spoken.light_words and words[-1] in spoken.persons
    watched = somebody and not spoken.perceiving.isdisjoint(words[:-1])
    if (begun or watched) and negations.isdisjoint(words):
        return False  # what they did is said behind it
    said = text[: tokens[-1].end]
    # "Still hurts my eyes" leaves out what does, "can't hear a thing" who.
    unsaid = spoken.points if words[0] in spoken.adverbs and is_inflected(words[1], spoken) else frozenset()
    if words[0] in spoken.auxiliaries & negations - single_words(spoken, "refuse"):
        unsaid = spoken.speakers
    clauses = [f"{what} {said}" for what in sorted(unsaid)] or [said]
    return any(remark_of(clause, lang, negated=True, before=True) is not None for clause in clauses)
