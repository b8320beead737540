"""The words that say that something is taken back: "no", "I mean", "no wait that's too dark make it"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache
from itertools import takewhile

from ovos_phal_plugin_jarvis.nlu import entities as m
from ovos_phal_plugin_jarvis.nlu.acts.exclusions import negates_a_quality
from ovos_phal_plugin_jarvis.nlu.acts.statements import stated
from ovos_phal_plugin_jarvis.nlu.lang import Language, is_content, language
from ovos_phal_plugin_jarvis.nlu.reading import Heard, hear, valued
from ovos_phal_plugin_jarvis.nlu.text import phrase_pattern, phrases_pattern, trimmed, words_of

_MOST_SOUNDS = 4
"""Sounds ("um") beside the words that take something back."""
_MOST_MARKS = 4
"""Words that may take something back, of one utterance."""
_MOST_EXPLAINING = 8
"""Words of the reason why something is taken back."""
_LEAST_EXPLAINING = 2
"""The same at least, but for those that only say what it is."""
_MOST_NEEDED = 3
"""Words between a "no" and the word that says that what they name is not needed."""
_CLAUSE = re.compile(r"[,;.!?…]\s")
OWNS = "'s"
NUMBERS = (m.NUMBER, m.ORDINAL)
HOLD_NUMBERS = frozenset([m.TIME, m.DURATION, m.PERCENT, m.MONEY, m.DATE])


def _marks(spoken: Language) -> re.Pattern[str] | None:
    return phrase_pattern(spoken, "corrections", "noes", "changes")


@lru_cache(maxsize=32)
def mark_pattern(spoken: Language) -> re.Pattern[str] | None:
    """Words that take something back, with the sounds around them."""
    marks = _marks(spoken)
    if marks is None:
        return None
    sounds = phrase_pattern(spoken, "hesitations", "fillers")
    around = f"(?:{marks.pattern}|{sounds.pattern})" if sounds else marks.pattern
    dropped = phrases_pattern(frozenset(phrase for phrase in spoken.cancel if " " in phrase))
    # "actually [forget that] make it twelve"; behind nothing but that nothing is wanted
    given_up = rf"(?:{dropped.pattern}[\s,;:.!…-]*)?" if dropped is not None else ""
    some = f"{{0,{_MOST_SOUNDS}}}"
    before = rf"(?:{around}[\s,;:.!…-]*){some}{given_up}"
    return re.compile(rf"{before}{marks.pattern}(?:[\s,;:.!…-]*{around}){some}", re.IGNORECASE)


@dataclass(frozen=True)
class Mark:
    """The words that say that something is taken back."""

    start: int
    end: int
    sure: bool
    bare: bool
    """Whether it is a word that may be a word of the request ("no", which negates as well)."""
    negating: bool
    """Whether it is a word that negates the verb behind it as well."""
    only_values: bool
    """Whether only a value is put in the place of another: "make it" begins requests too."""
    may_order: bool
    """Whether it may order what is to be done with what was said: "wash the car make that a task"."""

    @classmethod
    def of(cls, found: re.Match[str], text: str, spoken: Language) -> Mark | None:
        said = fold(found.group())
        tables = {name: phrase_pattern(spoken, name) for name in ("corrections", "noes", "changes", "instead_of")}
        within = {name: list(p.finditer(said)) if p else [] for name, p in tables.items()}
        instead = tables["instead_of"]
        for change in within["changes"]:
            if instead and instead.match(text, found.start() + change.start()):
                return None
        marks = [*within["corrections"], *within["noes"]]
        before, after = text[: found.start()], text[found.end() :]
        paused = bool(re.search(r"[,.;…-]\s*$", before)) and after.lstrip(" ")[:1] in (",", ";", ".")
        words = {word for x in marks for word in re.findall(r"[\w'’]+", x.group())}
        pointing = any(word in spoken.pronouns for x in within["changes"] for word in x.group().split())
        may_order = pointing and not within["noes"] and len(marks) == 1 == len(within["changes"])
        sure = (len(words) > 1 or paused) and not may_order
        bare = not sure and not within["corrections"] and bool(words & spoken.function_words)
        negating = bool(words) and not sure and words <= spoken.negations_before
        return cls(found.start(), found.end(), sure, bare, negating, not marks, may_order)

    def explained(self, end: int) -> Mark:
        """The same with a reason behind it, up to *end*: what has one is said of nothing but what it takes back."""
        return replace(self, end=end, sure=True, bare=False, negating=False, may_order=False)


def marks(text: str, lang: str, now: datetime) -> Iterator[Mark]:
    """Where *text* may take something back.

    Args:
        text: an utterance.
        lang: BCP-47 tag.
        now: what relative dates are counted from.
    """
    spoken = language(lang)
    pattern = mark_pattern(spoken)
    found = list(pattern.finditer(text))[:_MOST_MARKS] if pattern is not None else []
    for at, said in enumerate(found):
        mark = Mark.of(said, text, spoken)
        if mark is None or _describes(text, mark, spoken):
            continue
        end = _reason_end(text, mark, [later.span() for later in found[at + 1 :]], lang, now)
        yield mark if end is None else mark.explained(end)


def _describes(text: str, mark: Mark, spoken: Language) -> bool:
    """Whether *mark* is a "no" that says with the word behind it what the thing before it is not: "eau non gazeuse"."""
    no = trimmed(fold(text[mark.start : mark.end])) in spoken.noes
    behind = text[mark.end :]
    return no and (negates_a_quality(text[: mark.start], behind, spoken) or _needs_none(behind, spoken))


def _needs_none(behind: str, spoken: Language) -> bool:
    """Whether what stands *behind* a "no" says that something is not needed: "no [onions needed]"."""
    words = words_of(_CLAUSE.split(behind, maxsplit=1)[0])
    ends = _needed(spoken).intersection(words[1 : _MOST_NEEDED + 1])
    at = next((at for at, word in enumerate(words) if word in ends), 0)
    return at > 0 and all(is_content(word, spoken) for word in words[:at])


@lru_cache(maxsize=32)
def _needed(spoken: Language) -> frozenset[str]:
    """The words behind a negation by which a thing is left out: "needed" of "not needed"."""
    said = (phrase.split() for phrase in spoken.omitted)
    return frozenset(words[1] for words in said if len(words) == 2 and words[0] in spoken.negations)


def _reason_end(text: str, mark: Mark, later: Sequence[tuple[int, int]], lang: str, now: datetime) -> int | None:
    """Where a reason behind *mark* ends: "no [that's too dark make it] fifty", "no [that's too early] half past", "no
    [sixty's silly] forty", "no wait [the slip says] nine". None where there is none.

    Args:
        text: an utterance.
        mark: words of it that take something back.
        later: the places of the next such words.
        lang: BCP-47 tag.
        now: what relative dates are counted from.
    """
    spoken = language(lang)
    before = hear(text[: mark.start], lang, now, strip=False)
    behind = hear(text[mark.end :], lang, now, strip=False)
    opening = behind.words[:2]
    telling = spoken.subjects | spoken.points | spoken.demonstratives | spoken.states | spoken.articles
    again = _said_again(before, behind)
    explains = set(opening[:1]) & telling or set(opening) & spoken.states or again or mark.sure
    if mark.only_values or not explains:
        return None
    skipped = mark.end + len(text[mark.end :]) - len(text[mark.end :].lstrip())
    anew = _ordered_anew(before, behind) if mark.sure else 0
    if anew:
        return skipped + behind.tokens[anew].start
    found = [x for x in sorted(valued(behind), key=lambda x: -x.end) if x.start >= again]
    values = {skipped + behind.tokens[x.start].start: x for x in found}
    for _, end in later:
        at = end + len(text[end:]) - len(text[end:].lstrip())
        if at in values and 1 < values[at].start <= _MOST_EXPLAINING:
            return end
    at = min(values, default=0)
    if not values or not 0 < values[at].start <= _MOST_EXPLAINING:
        return None
    start = _value_start(behind, values[at], before, again > 0, mark.sure)
    return None if start is None else skipped + behind.tokens[start].start


def _ordered_anew(before: Heard, behind: Heard) -> int:
    """The word of *behind* at which a clause ends and the order of *before* begins anew: "put bread on the list no wait
    we have bread [put] bagels"; 0 where none does."""
    spoken, words = behind.lang, behind.words[: _MOST_EXPLAINING + 1]
    verb = before.words[0] if before.words else ""
    if verb not in spoken.verbs - spoken.question_words:
        return 0
    places = [at for at in range(_LEAST_EXPLAINING, len(words)) if words[at] == verb and at + 1 < len(behind.words)]
    found = next((at for at in places if stated(words[:at], spoken, alone=True) is not None), 0)
    only_thing = found and not any(word in spoken.function_words for word in behind.words[found + 1 :])
    return found + 1 if only_thing else found


def _said_again(before: Heard, behind: Heard) -> int:
    """How many words *behind* begins with that say the value again which *before* ends with: "forty no [forty]'s
    mad"."""
    value = _last_value(before)
    words = before.words[value.start : value.end] if value is not None else []
    start = int(behind.words[0] in behind.lang.negations) if behind.words else 0  # "no [not forty] thirty"
    end = start + len(words)
    longer = any(x.start == start and x.end > end for x in valued(behind)) and behind.words[end : end + 1] != [OWNS]
    return end if words and not longer and behind.words[start:end] == words else 0


def _last_value(before: Heard) -> m.Mention | None:
    """The value that *before* ends with, or behind which only what it counts stands: "two grams"."""
    ends, spoken = len(before.words), before.lang
    closing = [x for x in valued(before) if x.end == ends]
    counting = [x for x in valued(before) if x.end == ends - 1 and is_content(before.words[-1], spoken)]
    return next(iter([*closing, *counting]), None)


def _value_start(behind: Heard, value: m.Mention, before: Heard, again: bool, sure: bool) -> int | None:
    """Where what is said behind a reason takes the place of the value that the words before it end with: *value*, or
    the word that introduces both. None where the clause takes the value itself: "no it's at [six]".

    Args:
        behind: the reason and what follows.
        value: the first value of it.
        before: what stands before.
        again: whether it begins with the value that is taken back.
        sure: whether the words before it are surely said to take something back.
    """
    spoken, words, at = behind.lang, behind.words, value.start
    taken_back = _last_value(before)
    if taken_back is None or not same_kind(taken_back.kind, value.kind):
        return None
    if before.words[taken_back.start : taken_back.end] == words[at : value.end]:
        return None  # "on friday no wait it's her birthday friday"
    if _is_put_so(behind, value, before, taken_back, sure):
        return at
    pointing = words[0] in spoken.states or (words[0] not in spoken.subjects and spoken.states.issuperset(words[1:2]))
    goes_on = spoken.subjects | spoken.question_words | spoken.relatives
    apart = pointing and goes_on.isdisjoint(words[2:at])
    if at < _LEAST_EXPLAINING or not (apart or again or (sure and _stands_apart(behind, value, taken_back))):
        return None  # "no he's off", "no that's when i leave"
    introduced = list(takewhile(lambda word: word in spoken.function_words, reversed(before.words[: taken_back.start])))
    start = at
    for word in introduced:
        if words[start - 1] != word:
            break
        start -= 1
    return start if start > 1 and words[start - 1] not in spoken.function_words | spoken.adverbs else None


def _is_put_so(behind: Heard, value: m.Mention, before: Heard, taken_back: m.Mention, sure: bool) -> bool:
    """Whether *behind* only says what it is: "no wait [it's] three hundred". What "it's nine" says else is what time it
    is; behind a bare "no" it has to be put as it was before: "it's 45 no it's 54"."""
    words, spoken = behind.words, behind.lang
    lead = words[: value.start]
    same = taken_back.start >= len(lead) and before.words[taken_back.start - len(lead) : taken_back.start] == lead
    opens = lead[:-1] == [] or (len(lead) == 2 and lead[0] in spoken.points | spoken.demonstratives | spoken.subjects)
    says = bool(lead) and lead[-1] in spoken.states and opens
    return says and (same or (sure and value.kind == taken_back.kind and value.kind not in (m.TIME, m.DATE)))


def _stands_apart(behind: Heard, value: m.Mention, taken_back: m.Mention) -> bool:
    """Whether *value* is none of the clause before it: of the very kind of what is *taken back*, with nothing behind it
    that it would count or be of, and no verb right before it that takes it: "no wait my sister brings [two]"."""
    following = behind.words[value.end : value.end + 1]
    alone = value.kind != m.NUMBER or not following or not is_content(following[0], behind.lang)
    told = stated(behind.words[: value.end], behind.lang, alone=False)
    return value.kind == taken_back.kind and alone and (told is None or told.verb != value.start - 1)


def same_kind(one: str, other: str) -> bool:
    """Whether a value of one kind may be put for a value of the other: "half past six" for "seven"."""
    if one == other:
        return True
    return (one in NUMBERS and other in HOLD_NUMBERS) or (other in NUMBERS and one in HOLD_NUMBERS)


def fold(text: str) -> str:
    """*text* in lower case, each apostrophe as one."""
    return text.replace("’", "'").lower()
