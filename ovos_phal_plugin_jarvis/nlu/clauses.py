"""Words around a request that make it none, or one for later: "she said cancel all timers", "if it rains set an alarm".

Who tells what somebody else said asks for nothing yet. What depends on something that the assistant does not watch must
not be done at once. Both are told by the words alone, from the language's tables; the tools' own wording may say
otherwise, which ``nlu.segmentation`` finds out.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from ovos_phal_plugin_jarvis.nlu.knowledge import english_wordnet
from ovos_phal_plugin_jarvis.nlu.lang import Language, is_content, language
from ovos_phal_plugin_jarvis.nlu.text import phrase_pattern, strip_request, tokenize

_IS = "'s"
_MOST_BEFORE = 4
"""Words that may name who says something: "the man from the bank told me …"."""
_MOST_BEHIND = 3
"""Words behind those that doubt: "i'm not sure about that yet"."""
_MOST_ASIDE = 14
"""Words of a remark beside a request."""
_MOST_NAMED = 3
"""Words that name what a remark is about: "the little baby boy 's asleep"."""
_MOSTLY = 0.5
"""Share of a word's use as a verb, or as a noun, from which on it is one."""


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
        if word in spoken.reports or (not at and _orders(word, spoken)) or word in spoken.speakers:
            break
    return _told_behind(words, spoken)


def _told_behind(words: list[str], spoken: Language) -> str:
    """The word by which the end of *words* tells who has said what is before it: "set an alarm for six she said"."""
    end = len(words)
    if end and words[end - 1] in spoken.persons:
        end -= 1  # "he told me"
    word = words[end - 1] if end > 2 else ""
    who = words[max(0, end - 1 - _MOST_NAMED) : end - 1]
    if word not in spoken.reports or not who or who[-1] in spoken.speakers:
        return ""
    if not (spoken.question_words | spoken.relatives).isdisjoint(words[max(0, end - 2 - _MOST_NAMED) : end - 1]):
        return ""  # "what the vet said"
    if who[-1] in spoken.subjects:
        return word
    named = not spoken.articles.isdisjoint(who[:-1]) and is_content(who[-1], spoken)
    return word if named and not is_thing(who[-1], spoken) else ""


def is_thing(word: str, spoken: Language) -> bool:
    """Whether *word* names nobody who may say something, as far as a dictionary knows: "the recipe says"."""
    fields = _fields(word, spoken)
    return bool(fields) and not any(name in ("noun.person", "noun.group") for name in fields)


def may_be_somebody(word: str, spoken: Language) -> bool:
    """Whether *word* names a person or a group, as far as a dictionary knows."""
    return any(name in ("noun.person", "noun.group") for name in _fields(word, spoken))


def _fields(word: str, spoken: Language) -> dict[str, float]:
    """What *word* may mean, by lexical fields with their share; empty where no dictionary knows."""
    net = english_wordnet() if spoken.code == "en" else None
    return dict(net.fields(word)) if net is not None else {}


def _orders(word: str, spoken: Language) -> bool:
    return word in spoken.verbs and word not in spoken.question_words


def _tells(words: list[str], at: int, spoken: Language) -> bool:
    """Whether the word at *at* tells what follows it, rather than a clause behind which a request stands: "my wife says
    it's cold turn on the heating"."""
    rest = words[at + 1 :]
    if not any(is_content(word, spoken) for word in rest):
        return False
    introduced = {word for word in spoken.fillers if " " not in word}
    if any(_orders(word, spoken) and at and rest[at - 1] in introduced for at, word in enumerate(rest)):
        return False  # "she told me to hurry so set a timer"
    if (
        words[0] in spoken.question_words
        and rest[0] not in spoken.persons
        and not any(_orders(word, spoken) for word in rest[:3])
    ):
        return False  # "who said to be or not to be"
    behind = next((word for word in rest if word not in spoken.persons), "")
    if behind in spoken.function_words - spoken.articles - spoken.subjects - spoken.states - {_IS}:
        return True  # "told me to", "said that"
    first = next(i for i, word in enumerate(rest) if is_content(word, spoken) or word in spoken.verbs)
    if rest[first] in spoken.verbs:
        return True
    return not any(word in spoken.verbs and is_content(word, spoken) for word in rest[first + 1 :])


def asked_then(text: str, lang: str) -> bool:
    """Whether *text* tells what somebody has asked about a time that is over, which nobody asks now: "he asked me what
    time it was".

    Args:
        text: an utterance, or a part of one.
        lang: BCP-47 tag.
    """
    spoken = language(lang)
    words = [token.norm for token in tokenize(strip_request(text, lang), lang)]
    asking = spoken.question_words - spoken.states - spoken.auxiliaries
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


def muses(text: str, lang: str) -> str:
    """The words by which *text* only says what somebody may do or likes ("i might"); empty where it does not.

    Args:
        text: an utterance, or a part of one.
        lang: BCP-47 tag.
    """
    pattern = phrase_pattern(language(lang), "musings")
    found = pattern.match(strip_request(text, lang)) if pattern is not None else None
    return found.group() if found is not None else ""


def doubts(text: str, lang: str) -> str:
    """The words at the end of *text* by which whoever speaks has not made up their mind, or has spoken to somebody
    else ("i'm not sure yet", "i was talking to my wife"); empty where there are none.

    Args:
        text: an utterance, or a part of one.
        lang: BCP-47 tag.
    """
    spoken = language(lang)
    pattern = phrase_pattern(spoken, "doubts")
    for found in pattern.finditer(text) if pattern is not None else ():
        behind = [token.norm for token in tokenize(text[found.end() :], lang)]
        if (
            text[: found.start()].strip()
            and len(behind) <= _MOST_BEHIND
            and not any(_orders(w, spoken) for w in behind)
        ):
            return found.group()
    return ""


def passes_on(text: str, lang: str) -> tuple[str, str] | None:
    """The word by which *text* wants somebody else to be told what to do ("tell my wife to turn it down"), and who that
    is; None where it does not.

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
            return relay.group(), " ".join(who)
    return None


def may_be_several(text: str, lang: str) -> bool:
    """Whether *text* may ask for more than one thing: whether an order or another thing is said behind a joint.

    Args:
        text: an utterance.
        lang: BCP-47 tag.
    """
    spoken = language(lang)
    joint = phrase_pattern(spoken, "joints")
    for found in joint.finditer(text) if joint is not None else ():
        words = [token.norm for token in tokenize(text[found.end() :], lang)]
        if len(words) > 1 and found.start() and (words[0] in spoken.verbs or words[0] in spoken.articles):
            return True
    return False


def conditions(text: str, lang: str) -> Iterator[tuple[int, int]]:
    """The characters of the words in *text* that may make a request depend on something, politeness left out.

    Args:
        text: an utterance.
        lang: BCP-47 tag.
    """
    spoken = language(lang)
    pattern = phrase_pattern(spoken, "conditions", "moments")
    polite = phrase_pattern(spoken, "politeness", "openings", "joints")
    taken = [found.span() for found in polite.finditer(text)] if polite is not None else []
    for found in pattern.finditer(text) if pattern is not None else ():
        held = any(start <= found.start() and found.end() <= end and end - start > 2 for start, end in taken)
        if not held and re.search(r"\w", text[found.end() :]):
            yield found.span()
    times = phrase_pattern(spoken, "times")
    for found in times.finditer(text) if times is not None else ():
        if any(start <= found.start() and found.end() <= end for start, end in taken):
            continue
        if stated([token.norm for token in tokenize(text[found.end() :], lang)], spoken) is not None:
            yield found.span()


def _orders_behind(text: str, lang: str) -> bool:
    """Whether an order stands behind the clause that *text* begins with, rather than a question: "(if) I drive ten
    miles how far is that" only asks."""
    spoken = language(lang)
    words = [token.norm for token in tokenize(text, lang)]
    return any(
        _orders(word, spoken) and is_content(word, spoken) and words[at - 1] not in spoken.subjects | spoken.speakers
        for at, word in enumerate(words)
        if at
    )


def depends(text: str, lang: str) -> bool:
    """Whether what *text* orders depends on something, as far as the words tell.

    Args:
        text: an utterance.
        lang: BCP-47 tag.
    """
    return any(text[:start].strip() or _orders_behind(text[end:], lang) for start, end in conditions(text, lang))


def led_in(text: str, lang: str) -> int:
    """How many characters *text* begins with that call somebody, are polite or mean nothing: "hey jarvis [good] …".

    Args:
        text: an utterance, or a part of one.
        lang: BCP-47 tag.
    """
    pattern = phrase_pattern(language(lang), *_CALLING, "particles")
    at = 0
    while pattern is not None and (found := pattern.match(text, at)) is not None:
        at = len(text) - len(text[found.end() :].lstrip(" ,.!"))
    return at


def may_be_aside(words: Sequence[str], lang: str) -> bool:
    """Whether a text that begins with *words* may be an :func:`aside`: asked at each word of an utterance, before what
    takes longer.

    Args:
        words: its first three words, normalised, or fewer where it has no more.
        lang: BCP-47 tag.
    """
    spoken = language(lang)
    if not words or words[0] in _beginnings(spoken):
        return bool(words)
    return len(words) > 2 and is_content(words[0], spoken) and _named_alone(words, spoken)


@lru_cache(maxsize=32)
def _beginnings(spoken: Language) -> frozenset[str]:
    """Words that remarks begin with, beside the names of things."""
    phrases = {phrase for table in (*_CALLING, *_OPENING, "particles") for phrase in getattr(spoken, table)}
    first = {tokens[0].norm for phrase in phrases if (tokens := tokenize(phrase, spoken.code))}
    return frozenset(first | spoken.subjects | spoken.points | spoken.persons | spoken.articles | spoken.demonstratives)


def aside(text: str, lang: str, *, negated: bool = False, before: bool = False) -> int | None:
    """Where in *text* the remark goes on behind the words that make it one ("i can't see" without …); None where *text*
    is no clause that only says why, or how something or somebody is.

    What limits, negates, joins or takes back is none, whatever it begins with.

    Args:
        text: what stands before or behind a request.
        lang: BCP-47 tag.
        negated: whether it may be said what somebody does not do ("she's not coming").
        before: whether it stands before it: what it joins is no second thing to be done then.
    """
    spoken = language(lang)
    tokens = tokenize(text, lang)
    if not tokens or len(tokens) > _MOST_ASIDE:
        return None
    calling = phrase_pattern(spoken, *_CALLING)
    left = text
    while calling is not None and left and (found := calling.match(left)) is not None:
        left = left[found.end() :].lstrip(" ,.!")
    if not left:
        return len(text)
    offset = len(text) - len(left)
    opening = phrase_pattern(spoken, *_OPENING)
    begins = opening.match(left) if opening is not None else None
    tokens = tuple(token for token in tokens if token.start >= offset)
    if begins is not None:
        start = end = offset + begins.end()
    else:
        said = stated([token.norm for token in tokens], spoken)
        if said is None or said.describes:
            return _behind_particles(text, lang, negated=negated, before=before)
        start, end = offset, tokens[said.verb].end
    if not re.search(r"\w", text[end:]):
        return None
    taken_back: tuple[str, ...] = _TAKING_BACK
    tables: tuple[str, ...] = (*_LIMITING, *_NEGATING)
    if explains(left, lang):
        taken_back, tables = (), _GOING_ON  # "because it isn't needed" takes nothing back
    elif negated and tokens[0].norm in spoken.subjects:
        taken_back = tuple(table for table in taken_back if table != "cancel")
        tables = tuple(table for table in tables if table != "negations")
    back = phrase_pattern(spoken, *taken_back) if taken_back else None
    if back is not None and back.search(text, start):
        return None
    limits = phrase_pattern(spoken, *tables)
    for found in limits.finditer(text, end) if limits is not None else ():
        # "i'm up a ladder and my hands are full": what is joined is another remark.
        joined = [token.norm for token in tokenize(text[found.end() :], lang)]
        if found.group().lower() not in spoken.joints or not (before or stated(joined, spoken) is not None):
            return None
    return end


def _behind_particles(text: str, lang: str, *, negated: bool, before: bool) -> int | None:
    """:func:`aside` for what stands behind a word that means nothing there ("well i can't see")."""
    begun = phrase_pattern(language(lang), "particles")
    skipped = begun.match(text) if begun is not None else None
    rest = text[skipped.end() :].lstrip(" ,.!") if skipped is not None else ""
    goes_on = aside(rest, lang, negated=negated, before=before) if rest else None
    return None if goes_on is None else len(text) - len(rest) + goes_on


def explains(text: str, lang: str) -> bool:
    """Whether *text* begins with a word that a clause says why behind ("because", "so that").

    Args:
        text: what stands behind a request.
        lang: BCP-47 tag.
    """
    why = phrase_pattern(language(lang), "reasons")
    return why is not None and why.match(text) is not None


_CALLING = ("callings", "manners", "politeness", "sounds")
"""Tables of words that may stand before a remark, or be one."""
_OPENING = ("asides", "apologies", "reasons")
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

_GOING_ON = ("conditions", "moments", "contrasts", "joints", "consequences", "before")
"""Those of them behind which more may be asked for than what is explained."""


@dataclass(frozen=True)
class Stated:
    """A clause that says something of somebody or something."""

    subject: int
    """How many words say who or what."""
    verb: int
    """The place of the word that says it, its negation with it."""
    speaking: bool
    """Whether it is about who speaks."""
    past: bool
    """Whether the form of the verb tells what somebody did."""
    describes: bool
    """Whether it may say more of what a request is about: what is wanted ("i want the red one"), or where or what "it"
    is ("it's in the hall")."""


def stated(words: Sequence[str], spoken: Language, *, alone: bool = False) -> Stated | None:
    """What *words* begin with where that is a clause: who or what, and what is said of them.

    Args:
        words: normalised.
        spoken: their language.
        alone: whether nothing stands before them that a "that" could belong to.
    """
    subject = _subject(words, spoken, alone=alone)
    if subject is None:
        return None
    at, pronoun = subject
    speaking = words[0] in spoken.speakers
    contracted = pronoun and "'" in words[at - 1] and words[at - 1] not in spoken.auxiliaries
    verb = at - 1 if contracted else at
    while verb < len(words) and verb >= at and words[verb] in spoken.adverbs:
        verb += 1
    if verb >= len(words):
        return None
    if not contracted and not _is_finite(words, verb, spoken, pronoun=pronoun):
        return None
    word = words[verb]
    helps = contracted or word in spoken.states or word in spoken.auxiliaries
    after = verb + 1
    while helps and after < len(words) and words[after] in spoken.adverbs:
        after += 1
    following = words[after] if after < len(words) else ""
    if helps and following in spoken.subjects | spoken.addressing:
        return None  # "dad did you lock the door" asks
    negated = {phrase for phrase in spoken.negations if " " not in phrase}
    if helps and not speaking and following in negated:
        verb, after = after, after + 1
        following = words[after] if after < len(words) else ""
    wishes = _wishes(words[verb:] if not helps else words[after:], spoken)
    introducing = spoken.function_words - spoken.articles - spoken.persons - spoken.subjects
    points = pronoun and not speaking and words[0] in spoken.points
    past = word in spoken.preterites or (not helps and word.endswith("ed") and is_inflected(word, spoken))
    return Stated(at, verb, speaking, past, wishes or (points and helps and following in introducing))


def only_states(words: Sequence[str], spoken: Language) -> Stated | None:
    """What *words* say of something, where they say how that is or what it does, and order nothing: "the umpire
    couldn't count". None where they ask or order, and where who speaks tells of themselves, but for the past.

    Args:
        words: normalised.
        spoken: their language.
    """
    if words and words[0] in spoken.adverbs:  # "honestly my client shouted"
        behind = only_states(words[1:], spoken)
        return behind and replace(behind, subject=behind.subject + 1, verb=behind.verb + 1)
    said = stated(words, spoken, alone=True)
    if said is None or said.describes or words[0] in spoken.addressing | spoken.question_words:
        return None
    rest = words[said.verb + 1 :]
    asking = spoken.question_words - spoken.states - spoken.auxiliaries
    if not asking.isdisjoint(rest) or (said.speaking and not said.past):
        return None  # "i forgot what day it is", "i need …"
    polite = phrase_pattern(spoken, "openings")
    if polite is not None and polite.search(" ".join(rest)):
        return None  # "the display is dim would you raise it"
    if any(word in spoken.wishes and rest[at - 1] in spoken.speakers for at, word in enumerate(rest) if at):
        return None  # "it weighs two pounds i need it in kilos"
    for word, following in itertools.pairwise(rest):
        if word in spoken.consequences and following in spoken.articles | spoken.subjects | spoken.demonstratives:
            return None  # "it's dry so the hedge could do with water"
    opposed = {word for pair in spoken.opposites for side in pair for word in side}
    joined = spoken.function_words - spoken.persons - opposed - set(spoken.consequences)
    for at in range(said.verb + 1, len(words)):
        following = words[at + 1] if at + 1 < len(words) else ""
        if words[at - 1] in spoken.persons and not spoken.perceiving.isdisjoint(words[:at]):
            continue  # "i watched her close the door"
        begins = words[at - 1] not in joined | spoken.auxiliaries | spoken.adverbs | spoken.articles
        if begins and is_content(words[at], spoken) and following not in spoken.subjects | spoken.relatives:
            if _orders(words[at], spoken):
                return None
            if not is_inflected(words[at], spoken) and _does(words[at], spoken) > _MOSTLY and following:
                return None
    return said


def tells_of_the_past(words: Sequence[str], spoken: Language) -> bool:
    """Whether *words* begin with what somebody did, without saying who: "planted two rows of beans".

    Args:
        words: normalised.
        spoken: their language.
    """
    word = words[0] if words else ""
    if word in spoken.auxiliaries or word in spoken.states or word in spoken.verbs:
        return False
    return word in spoken.preterites or (word.endswith("ed") and is_inflected(word, spoken))


def _wishes(words: Sequence[str], spoken: Language) -> bool:
    """Whether the first of *words* that is none of grammar is one of wanting, needing and the like."""
    word = next((word for word in words if word not in spoken.function_words and word not in spoken.adverbs), "")
    return word in spoken.wishes


def _subject(words: Sequence[str], spoken: Language, *, alone: bool) -> tuple[int, bool] | None:
    """How many of *words* say who or what a clause is about, and whether by a pronoun; None where they say nobody."""
    if not words:
        return None
    joined = [phrase for phrase in spoken.joints if " " not in phrase]
    named = (spoken.subjects | spoken.points) - (frozenset() if alone else spoken.relatives) - spoken.articles
    pronoun = words[0] in named
    at = 0
    if pronoun or words[0] in spoken.persons and words[1:2] and words[1] in joined:
        at = 1
    elif words[0] in spoken.articles or (
        words[0] in spoken.demonstratives and (alone or words[0] not in spoken.relatives)
    ):
        at = 1
        while at < len(words) and at <= _MOST_NAMED and is_content(words[at], spoken):
            if at > 1 and _is_finite(words, at, spoken, pronoun=False):
                break
            at += 1
        if at == 1:
            return None
        at = _with_place(words, at, spoken)
    elif is_content(words[0], spoken) and len(words) > 2 and _named_alone(words, spoken):
        at = 1
    if not at:
        return None
    if at < len(words) - 1 and words[at] in joined:
        more = _subject(words[at + 1 :], spoken, alone=alone)
        return None if more is None else (at + 1 + more[0], False)
    return at, pronoun


def _with_place(words: Sequence[str], at: int, spoken: Language) -> int:
    """Where what is named up to *at* ends, with where it is: "the dice in that casino [were]"; *at* where no word of
    being or doing stands behind that."""
    if (
        at + 2 >= len(words)
        or words[at] not in spoken.function_words
        or words[at] in spoken.states | spoken.auxiliaries
    ):
        return at
    if words[at + 1] not in spoken.articles | spoken.demonstratives:
        return at
    end = at + 2
    while end < len(words) and end <= at + 1 + _MOST_NAMED and is_content(words[end], spoken):
        end += 1
    said = end > at + 2 and end < len(words) and words[end] in spoken.states | spoken.preterites
    return end if said else at


def _named_alone(words: Sequence[str], spoken: Language) -> bool:
    """Whether the first of *words* names without an article what the next says something of: "dinner 's burnt", never
    "mum 's present"."""
    verb, after = words[1], words[2]
    if verb not in spoken.states:
        told = verb in spoken.preterites or (
            is_inflected(verb, spoken) and _does(verb, spoken) > _MOSTLY and not verb.endswith("ing")
        )
        return told and after in spoken.articles | spoken.persons | spoken.demonstratives
    if verb != _IS or not is_content(after, spoken):
        return True
    fields = _fields(after, spoken)
    return not fields or sum(share for name, share in fields.items() if name.startswith("noun.")) < _MOSTLY


def is_inflected(word: str, spoken: Language) -> bool:
    """Whether *word* is a form of a verb that orders do not have: "changed", "closing"."""
    net = english_wordnet() if spoken.code == "en" else None
    forms = [form for form, pos in net.lemmas(word) if pos == "v"] if net is not None else []
    return bool(forms) and word not in forms


def _does(word: str, spoken: Language) -> float:
    """The share of the use of *word* as a verb, as far as a dictionary knows."""
    return sum(share for name, share in _fields(word, spoken).items() if name.startswith("verb."))


def _is_finite(words: Sequence[str], at: int, spoken: Language, *, pronoun: bool) -> bool:
    """Whether the word at *at* may say what somebody does or is."""
    if at >= len(words):
        return False
    word = words[at]
    if word in spoken.states or word in spoken.auxiliaries or word in spoken.preterites:
        return True
    if at + 1 >= len(words) and not pronoun:
        return False
    if not pronoun and (word.endswith("ing") or (word.endswith("ed") and is_content(words[at + 1], spoken))):
        return False  # "time remaining", "an alarm labelled tea"
    known = is_content(word, spoken) or (word in spoken.light_words and word not in spoken.politeness)
    return known and _does(word, spoken) > (0 if pronoun else _MOSTLY)
