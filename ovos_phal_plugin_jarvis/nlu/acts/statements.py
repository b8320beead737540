"""Clauses that say something of somebody or something, and order nothing: "the umpire couldn't count"."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from ovos_phal_plugin_jarvis.nlu.acts.words import (
    MOSTLY,
    fields_of,
    is_inflected,
    is_participle,
    knows_words,
    leading_on,
    may_be_somebody,
    may_order,
    opposed_words,
    orders,
    told_by_form,
    verb_share,
)
from ovos_phal_plugin_jarvis.nlu.entities.grammar import fold, grammar
from ovos_phal_plugin_jarvis.nlu.entities.numbers import find_phrase
from ovos_phal_plugin_jarvis.nlu.lang import EACH, ONCE, Language, is_content
from ovos_phal_plugin_jarvis.nlu.text import frequency_pattern, phrase_pattern, single_words, tokenize, trimmed

_IS = "'s"
_SELDOM = 0.4
"""Share of the uses of a word as a verb below which it says no habit: "round" is one in a third."""
_LEAST_ASKED = 3
"""Words of an order or a question behind what says why."""
_NAMED_VERB = 3
"""Words of a clause within which its verb stands, where a name without an article begins it."""
_MOST_NAMED = 3
"""Words that name what is spoken of: "the little baby boy 's asleep"."""


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
    """Whether the form of the verb tells what somebody did or has done."""
    negated: bool
    """Whether it says what is not so."""
    describes: bool
    """Whether it may say more of what a request is about: what is wanted ("i want the red one"), or where or what "it"
    is ("it's in the hall")."""
    placed: bool = False
    """Whether it only tells where or what "it" is."""


def stated(words: Sequence[str], spoken: Language, *, alone: bool = False) -> Stated | None:
    """What *words* begin with where that is a clause: who or what, and what is said of them.

    Args:
        words: normalised.
        spoken: their language.
        alone: whether nothing stands before them that a "that" could belong to.
    """
    return _stated(tuple(words), spoken, alone)


@lru_cache(maxsize=256)
def _stated(said: tuple[str, ...], spoken: Language, alone: bool) -> Stated | None:
    """The same words are asked about by several, for each tool that they may be for."""
    words = [*said]
    own = _own_past(words, spoken)
    if own is not None:
        return Stated(own + 1, own, True, True, False, False)
    done = _done_to_it(words, spoken)
    if done is not None:
        return Stated(done + 1, done, False, True, False, False)
    subject = _subject(words, spoken, alone=alone) or _addressed(words, spoken)
    if subject is None:
        return None
    at, pronoun = subject
    speaking = words[0] in spoken.speakers
    # "i'm" holds what is said of me, "j'" does not
    contracted = pronoun and "'" in words[at - 1][:-1] and words[at - 1] not in spoken.auxiliaries
    verb = at - 1 if contracted else at
    # "je [me] suis levé", "eu [me] levantei", "los días [no se] acortan", "papi [en] a trouvé", "je [la] vends"
    objects, between = _objects(spoken), _between(spoken, bool(pronoun))
    has = spoken.having | spoken.perfects
    while verb < len(words) and verb >= at:
        if words[verb] not in between and not (words[verb] in objects and has & set(words[verb + 1 : verb + 2])):
            break
        verb += 1
    if verb >= len(words) or (words[verb] in spoken.own_states and not speaking):
        return None
    named_alone = at == 1 and not pronoun  # by what that one says of it
    denying = single_words(spoken, "negations")
    does = pronoun and words[at - 1] in spoken.subjects and not objects.isdisjoint(words[at:verb])
    does = does and (objects | denying).issuperset(words[at:verb]) and _may_be_done(words[verb], spoken)
    if not (contracted or named_alone or does or _is_finite(words, verb, spoken, pronoun=pronoun)):
        return None
    word = words[verb]
    helps = contracted or word in spoken.states | spoken.auxiliaries | spoken.perfects
    after = verb + 1
    while helps and after < len(words) and words[after] in spoken.adverbs:
        after += 1
    following = words[after] if after < len(words) else ""
    # "Sie" and "ze" may be what something was done to: "tante heeft [ze] gehaald".
    whom = frozenset() if knows_words(spoken) or pronoun else spoken.subjects & set(spoken.pronouns)
    if helps and following in (spoken.subjects | spoken.addressing) - whom:
        return None  # "dad did you lock the door" asks
    if helps and not speaking and following in denying:
        verb, after = after, after + 1
        following = words[after] if after < len(words) else ""
    wishes = _wishes(words[verb:] if not helps else words[after:], spoken)
    points = pronoun and not speaking and words[0] in spoken.points
    past = (
        word in spoken.preterites
        or _was(word, spoken)
        or (not helps and word.endswith("ed") and is_inflected(word, spoken))
    )
    done = following in spoken.preterites or (is_inflected(following, spoken) and not following.endswith("ing"))
    past = past or (word in spoken.auxiliaries and done)  # "hasn't answered"
    past = past or told_by_form(word, spoken) or (helps and _done(words, after, spoken))
    # "I set an alarm" tells that, as "tom set one" does; in "the timer set for six" it may be said of the timer.
    named = pronoun or words[0] not in spoken.articles | spoken.demonstratives
    past = (
        past
        or (named and word in spoken.unchanged)
        or ((contracted or word in spoken.perfects) and following in spoken.unchanged)
    )
    past = past or _was_not(words[verb:], spoken)
    places = points and helps and _introduces(following, spoken)
    describes = wishes or (places and not (past and following in spoken.consequences))  # "it was so dark" tells
    denied = not denying.isdisjoint((*words[at:verb], word, words[verb]))
    return Stated(at, verb, speaking, past, denied, describes, describes and not wishes)


def _introduces(word: str, spoken: Language) -> bool:
    """Whether *word* is one of grammar that stands for nobody and before no name of a thing: "it's [in] the hall"."""
    return word in spoken.function_words and word not in spoken.articles | spoken.persons | spoken.subjects


def _addressed(words: Sequence[str], spoken: Language) -> tuple[int, bool] | None:
    """:func:`_subject` where *words* tell what whoever is spoken to did: "you already [added] milk"."""
    if not words or words[0] not in spoken.addressed:
        return None
    at = next((at for at, word in enumerate(words) if at and word not in spoken.adverbs), len(words))
    word = words[at] if at < len(words) else ""
    helps = word in spoken.perfects and did_so(words[at + 1 :], spoken)
    did = word in spoken.unchanged or (word.endswith("ed") and is_inflected(word, spoken))
    return (1, True) if helps or did else None


def did_so(words: Sequence[str], spoken: Language) -> bool:
    """Whether *words*, behind one of having or being, go on with what was done."""
    word = next((word for word in words if word not in spoken.adverbs), "")
    inflected = is_inflected(word, spoken) and not word.endswith("ing")
    return inflected or word in spoken.preterites | spoken.unchanged or _done(words, 0, spoken)


def _was_not(words: Sequence[str], spoken: Language) -> bool:
    """Whether *words* say what was not done: "should have closed"."""
    unreal = bool(words) and words[0] in spoken.unreal
    return unreal and len(words) > 2 and words[1] in spoken.perfects and did_so(words[2:], spoken)


def as_a_rule(words: Sequence[str], spoken: Language) -> Stated | None:
    """What *words* say that whoever speaks does, as a rule or now, or can do, and order nothing: "i usually [wake] up
    at seven", "i can [sleep] longer". None where they say what that one wants, is, has or may do.

    Args:
        words: normalised.
        spoken: their language.
    """
    first = next((at for at, word in enumerate(words) if word not in spoken.adverbs), len(words))
    if first == len(words) or words[first] not in spoken.speakers or words[first] not in spoken.subjects:
        return None
    if "'" in words[first][:-1]:
        return None
    between = spoken.adverbs | (spoken.persons if spoken.enclitics else frozenset())
    at = next((at for at, word in enumerate(words) if at > first and word not in between), len(words))
    if at < len(words) and words[at] in spoken.enabling:
        at = next((more for more in range(at + 1, len(words)) if words[more] not in between), len(words))
    helping = spoken.auxiliaries | spoken.states | spoken.wishes | spoken.unreal | spoken.perfects
    if at == len(words) or words[at] in helping or words[at] in spoken.function_words:
        return None
    doing = verb_share(words[at], spoken)
    if words[at] not in spoken.verbs and 0 < doing < _SELDOM:
        return None  # "i round trip to porto" is what was heard of a wish
    said = Stated(first + 1, at, True, False, False, False)
    return said if _orders_nothing(words, said, spoken) else None


def has_done(words: Sequence[str], spoken: Language) -> Stated | None:
    """What *words* tell that somebody has done, and order nothing: "i've already [set] one", "you have [added] milk".

    Args:
        words: normalised.
        spoken: their language.
    """
    first = next((at for at, word in enumerate(words) if word not in spoken.adverbs), len(words))
    if first == len(words):
        return None
    verb = first if words[first] in spoken.having else first + 1
    somebody = verb == first or words[first] in spoken.subjects or words[first] in spoken.addressed
    while verb > first and verb < len(words) and words[verb] in spoken.adverbs:
        verb += 1
    has = verb < len(words) and (words[verb] in spoken.having or words[verb] in spoken.perfects)
    done = next((at for at, word in enumerate(words) if at > verb and word not in spoken.adverbs), len(words))
    if not (somebody and has and did_so(words[done:], spoken)):
        return None
    said = Stated(first + 1, done, words[first] in spoken.speakers, True, False, False)
    whom = (spoken.persons - spoken.speakers) | spoken.demonstratives
    pointing = any(
        words[at + 1] in whom and words[at - 1] not in leading_on(spoken) and may_order(words[at], spoken)
        for at in range(done + 1, len(words) - 1)
    )  # "i've bought the ham and the cheese [tick them off]"
    return said if not pointing and _orders_nothing(words, said, spoken) else None


def unnamed(words: Sequence[str], spoken: Language) -> Stated | None:
    """What *words* say of something that they don't name: "gets dark early". None where they begin with no form of a
    verb that nobody orders with, or ask something ("leaving bath which trains"); where such a one says what is, and not
    what is to be, has to be known from elsewhere.

    Args:
        words: normalised.
        spoken: their language.
    """
    if not words or not is_inflected(words[0], spoken) or verb_share(words[0], spoken) < MOSTLY:
        return None
    if not spoken.question_words.isdisjoint(words):
        return None
    return Stated(0, 0, False, words[0] in spoken.preterites, False, False)


def _own_past(words: Sequence[str], spoken: Language) -> int | None:
    """The place of the verb that *words* begin with where that says by its form that whoever speaks did something:
    "hice una lista", "me levanté", "ho dimenticato la lista", "mi sono alzato"; None where they don't."""
    at = 0
    while at < len(words) and spoken.enclitics and words[at] in spoken.persons:
        at += 1
    if at >= len(words):
        return None
    helps = words[at] in spoken.auxiliaries or words[at] in spoken.states
    has = helps and _done(words, at + 1, spoken)
    own = words[at] in spoken.subjects and (has or words[at] in spoken.preterites)
    return at if own or told_by_form(words[at], spoken) else None


@lru_cache(maxsize=32)
def _objects(spoken: Language) -> frozenset[str]:
    """Pronouns for what something is done to that stand between who does it and the verb, in languages that have them
    there: "je [la] vends", "papi [en] a trouvé"."""
    return spoken.enclitics | spoken.partitives


@lru_cache(maxsize=64)
def _between(spoken: Language, pronoun: bool) -> frozenset[str]:
    """Words that may stand between who does something and the verb; more of them behind a *pronoun*."""
    between = spoken.adverbs | spoken.proclitics | spoken.negations_before
    persons = spoken.persons if spoken.enclitics else frozenset[str]()
    return between | persons | _objects(spoken) if pronoun else between


def _done_to_it(words: Sequence[str], spoken: Language) -> int | None:
    """The place of the verb that *words* begin with, behind a pronoun for what it was done to: "l'ha venduto zia"; None
    where they don't begin so. No order does: its pronoun stands behind the verb."""
    objects = _objects(spoken)
    at = next((at for at, word in enumerate(words) if word not in objects), len(words))
    has = 0 < at < len(words) and (words[at] in spoken.having or words[at] in spoken.perfects)
    return at if has and _done(words, at + 1, spoken) else None


def _done(words: Sequence[str], at: int, spoken: Language) -> bool:
    """Whether a participle stands behind a word of having or being: right behind it, or at the end of the clause where
    the language puts it there ("ich bin um sieben aufgestanden")."""
    if any("*" in form for form in spoken.participles):
        return any(is_participle(word, spoken) for word in words[at:])
    behind = next((word for word in words[at:] if word not in spoken.adverbs), "")
    return bool(behind) and is_participle(behind, spoken)


def only_states(words: Sequence[str], spoken: Language) -> Stated | None:
    """What *words* say of something, where they say how that is or what it does, and order nothing: "the umpire
    couldn't count". None where they ask or order, and where who speaks tells of themselves, but for the past.

    Args:
        words: normalised.
        spoken: their language.
    """
    return _only_states(tuple(words), spoken)


@lru_cache(maxsize=256)
def _only_states(words: tuple[str, ...], spoken: Language) -> Stated | None:
    """What an utterance states, and whether it tells of a deed, are asked of the same words."""
    if len(words) > 1 and words[0] in spoken.adverbs:  # "honestly my client shouted"
        return _behind(words, 1, spoken)
    day = _day_before(words, spoken) or _formerly(words, spoken) or _placed_before(words, spoken)
    if day:
        led = _behind(words, day, spoken)
        if led is None and words[day] in spoken.preterites:  # "gestern [waren] noch drei timer an"
            return Stated(day + 1, day, False, True, False, False)
        return led if led is not None and led.past else None
    said = stated(words, spoken, alone=True)
    if said is None or said.describes:
        return None
    asks = spoken.question_words | (spoken.addressing if said.subject <= said.verb else frozenset())
    if said.past and words[0] in spoken.addressed:
        asks -= spoken.addressed  # "you set one already"
    if words[0] in asks:
        return None
    rest = words[said.verb + 1 :]
    asking = spoken.question_words - spoken.states - spoken.auxiliaries
    if not asking.isdisjoint(rest) or (said.speaking and not said.past):
        return None  # "i forgot what day it is", "i need …"
    polite = phrase_pattern(spoken, "openings")
    if polite is not None and any(" " in found.group() for found in polite.finditer(" ".join(rest))):
        return None  # "the display is dim would you raise it"; "just" and "right" open nothing there
    if any(word in spoken.wishes and rest[at - 1] in spoken.speakers for at, word in enumerate(rest) if at):
        return None  # "it weighs two pounds i need it in kilos"
    for behind, (word, following) in enumerate(itertools.pairwise(rest), 1):
        if word in spoken.consequences and following in spoken.articles | spoken.subjects | spoken.demonstratives:
            led = only_states(rest[behind:], spoken)
            if (led is None or not led.past) and not _acts(rest[behind:], spoken):
                return None  # "it's dry so the hedge could do with water", but "it was dry so i watered the hedge"
    return said if _orders_nothing(words, said, spoken) else None


def _acts(words: Sequence[str], spoken: Language) -> bool:
    """Whether *words* say what whoever speaks does, rather than what they want, have or are: "(so) we bat first"."""
    said = stated(words, spoken, alone=True)
    if said is None or not said.speaking or said.describes:
        return False
    verb = words[said.verb]
    return verb not in spoken.states | spoken.auxiliaries | spoken.wishes and verb_share(verb, spoken) > 0


def _orders_nothing(words: Sequence[str], said: Stated, spoken: Language) -> bool:
    """Whether no order begins in *words* behind the verb of what they *said*."""
    if request_behind(words, spoken):
        return False
    joined = leading_on(spoken) - spoken.persons - set(spoken.consequences)
    speaking = spoken.speakers & spoken.subjects
    for at in range(said.verb + 1, len(words)):
        following = words[at + 1] if at + 1 < len(words) else ""
        if words[at - 1] in spoken.persons and not spoken.perceiving.isdisjoint(words[:at]):
            continue  # "i watched her close the door"
        if words[at - 1] in speaking:
            continue  # "… so we bat first"
        if words[at - 1] in spoken.articles or following in spoken.consequences:
            continue  # "the [coin toss] so …": no verb is behind an article, nor done to a "so"
        if is_told(words, at, said.verb, spoken):
            continue
        begins = words[at - 1] not in joined | spoken.auxiliaries | spoken.adverbs | spoken.articles
        told = spoken.subjects | spoken.relatives
        if begins and orders(words[at], spoken) and _begins_order(words[at], following, spoken):
            return False
        if begins and is_content(words[at], spoken) and following not in told:
            # "Back then" is no order: nothing is done to "then".
            done = following and following not in spoken.beside and verb_share(words[at], spoken) > MOSTLY
            if done and not is_inflected(words[at], spoken):
                return False
    return True


def is_told(words: Sequence[str], at: int, verb: int, spoken: Language) -> bool:
    """Whether the word at *at*, whatever it may order elsewhere, goes on with what is told by the one at *verb*: "there
    were six [dice] in it", "he's on [mute] again", "it was so [dim] i …"; never the "turn" of "it's on [turn] it
    off".

    Args:
        words: normalised.
        at: a place in them.
        verb: the place of what says how something or somebody is.
        spoken: their language.
    """
    before = next((one for one in range(at - 2, verb - 1, -1) if words[one] not in spoken.adverbs), -1)
    if before == verb and words[verb] in spoken.states and words[at - 1] in spoken.consequences:
        return True
    whom = spoken.articles | spoken.owners | spoken.persons | spoken.demonstratives
    following = words[at + 1] if at + 1 < len(words) else ""
    ends = not following or following in spoken.beside or following in leading_on(spoken) - whom
    mode = before == verb and words[verb] in spoken.states and words[at - 1] in opposed_words(spoken)
    return ends and (mode or _counts(words[at - 1], spoken))


def is_open(words: Sequence[str], spoken: Language) -> bool:
    """Whether a clause of *words* goes on behind them: "she'll never [stop it]", "they have".

    Args:
        words: normalised.
        spoken: their language.
    """
    between = (spoken.adverbs | single_words(spoken, "negations")) - spoken.auxiliaries
    last = next((word for word in reversed(words) if word not in between), "")
    holds = last in spoken.subjects and last.partition("'")[2] in _contracted(spoken)
    return holds or _is_contracted(last, spoken) or last in spoken.auxiliaries | spoken.states


def thought(text: str, words: Sequence[str], spoken: Language) -> Stated | None:
    """What :func:`only_states` tells of *text* behind what says that somebody thinks so, or that it is so: "i think
    [the weather will be nice]", "yeah [that will be fine]". None where who speaks says something of themselves, but for
    the past: "i think i need a timer".

    Args:
        text: an utterance.
        words: its words, normalised.
        spoken: their language.
    """
    pattern = phrase_pattern(spoken, "opinions", "agree", "noes", "particles")
    rest = text
    while pattern is not None and (found := pattern.match(rest)) is not None:
        rest = trimmed(rest[found.end() :])
    if rest == text:
        return None
    at = len(words) - len(tokenize(rest, spoken.code))
    if not 0 < at < len(words):
        return None
    said = only_states(words[at:], spoken)
    own = said is not None and said.speaking and not said.past
    return None if said is None or own else replace(said, subject=said.subject + at, verb=said.verb + at)


def each_time(text: str, words: Sequence[str], spoken: Language) -> Stated | None:
    """What *text* says that somebody or something does again and again, where it begins with how often, and maybe the
    hour: "todas las noches a las dos [ladra] el perro". None in a language whose words a dictionary knows.

    Args:
        text: an utterance.
        words: its words, normalised.
        spoken: their language.
    """
    pattern = frequency_pattern(spoken, ONCE, EACH) if not knows_words(spoken) else None
    found = pattern.match(text.strip()) if pattern is not None else None
    at = len(tokenize(found.group(), spoken.code)) if found is not None else len(words)
    verb = at
    while verb < len(words) - 1 and (words[verb] in spoken.function_words or _says_when(words[verb], spoken)):
        verb += 1
    if verb >= len(words) - 1 or words[verb] not in spoken.doings:
        return None
    if words[verb + 1] not in spoken.articles | spoken.owners | spoken.demonstratives:
        return None
    said = Stated(verb + 1, verb, False, False, False, False)
    return said if _orders_nothing(words, said, spoken) else None


def _begins_order(word: str, following: str, spoken: Language) -> bool:
    """Whether *word*, which orders begin with, does begin one before *following*. Where a dictionary knows it, it may
    be a noun that something is told of ("the [noise] it makes"); a language's table of orders holds no other form."""
    told = spoken.subjects | spoken.relatives
    if fields_of(word, spoken):
        return is_content(word, spoken) and following not in told
    return following not in told - set(spoken.pronouns)


def _behind(words: Sequence[str], at: int, spoken: Language) -> Stated | None:
    """What :func:`only_states` tells of *words* behind those that stand before *at*, whose places it keeps."""
    rest = list(words[at:])
    turned = rest[0] in spoken.auxiliaries | spoken.states and rest[1:2] and rest[1] in spoken.subjects
    if turned:  # "gestern [habe ich] den wecker gestellt"
        rest[:2] = reversed(rest[:2])
    said = only_states(rest, spoken)
    return said and replace(said, subject=said.subject + at + bool(turned), verb=said.verb + at)


def _day_before(words: Sequence[str], spoken: Language) -> int:
    """How many of *words*, all but the last, name a day that they begin with: "[this morning] i got up at six"."""
    found = find_phrase(grammar(spoken).fixed, ["".join(fold(word)) for word in words], 0) if spoken.installed else None
    return found[0] if found and found[0] < len(words) else 0


def _formerly(words: Sequence[str], spoken: Language) -> int:
    """How many of *words*, all but the last, say that what follows is over, and name no day: "[last time] i did"."""
    pattern = phrase_pattern(spoken, "formerly")
    found = pattern.match(" ".join(words)) if pattern is not None else None
    at = len(found.group().split()) if found is not None else 0
    return at if at < len(words) else 0


def _placed_before(words: Sequence[str], spoken: Language) -> int:
    """How many of *words* say where or in what something was, before somebody and what they did: "[in my dream] i
    cleared it". 0 where they say when or why, or nobody follows."""
    if len(words) < 3 or words[0] not in _placing(spoken):
        return 0
    if words[1] not in spoken.articles | spoken.owners | spoken.demonstratives:
        return 0
    at = 2
    while at < len(words) and at < 2 + _MOST_NAMED and is_content(words[at], spoken) and words[at] not in spoken.verbs:
        at += 1
    somebody = at < len(words) and words[at] in spoken.subjects - spoken.points
    return at if at > 2 and somebody else 0


@lru_cache(maxsize=32)
def _placing(spoken: Language) -> frozenset[str]:
    """Words of grammar that say where or in what something is, and neither when nor why."""
    waiting = single_words(spoken, "conditions") | single_words(spoken, "times") | single_words(spoken, "reasons")
    naming = spoken.articles | spoken.owners | spoken.demonstratives
    leads = spoken.function_words - naming - spoken.persons - spoken.subjects - spoken.states - spoken.auxiliaries
    return leads - waiting - spoken.question_words


def request_behind(words: Sequence[str], spoken: Language) -> int:
    """The place of the order or the question behind a clause that only says why: "the towels are wet so [dry] them".
    0 where there is none.

    Args:
        words: normalised.
        spoken: their language.
    """
    for at, word in enumerate(words):
        if at and word in spoken.consequences and _asks(words[at + 1 :], spoken):
            return at + 1 if _tells(words[:at], spoken) else 0
    return 0


def wish_behind(words: Sequence[str], spoken: Language) -> int:
    """The place of what whoever speaks wants, behind a clause that only says why: "it's wet so [i want] it dried". 0
    where there is none.

    Args:
        words: normalised.
        spoken: their language.
    """
    for at, word in enumerate(words[:-2]):
        if at and word in spoken.consequences and words[at + 1] in spoken.speakers:
            wanted = next((one for one in words[at + 2 :] if one not in spoken.adverbs), "")
            wishes = wanted in spoken.wishes and not is_inflected(wanted, spoken)
            return at + 1 if wishes and not orders(words[0], spoken) else 0
    return 0


def _tells(words: Sequence[str], spoken: Language) -> bool:
    """Whether *words* say something of somebody or something, and order nothing: "the pony wants a brush"."""
    if stated(words, spoken, alone=True) is not None:
        return True
    ordered = orders(words[0], spoken) or verb_share(words[0], spoken) > MOSTLY
    finite = spoken.states | spoken.auxiliaries | spoken.wishes | spoken.preterites
    return not ordered and not finite.isdisjoint(words[1:])


def _asks(words: Sequence[str], spoken: Language) -> bool:
    """Whether *words*, behind a "so", begin as an order or a question does: with a verb and whom or what it is done to,
    or with what somebody does and who that is: "have they got any", but neither "so have we" nor "so did they all"."""
    if len(words) < _LEAST_ASKED or words[0] in spoken.preterites:
        return False
    first, second = words[:2]
    whom = spoken.articles | spoken.demonstratives | spoken.persons | spoken.owners
    if first in spoken.states | spoken.auxiliaries:
        return second in whom | spoken.subjects | spoken.points
    does = orders(first, spoken) or (is_content(first, spoken) and verb_share(first, spoken) > 0)
    return does and second in whom and not is_inflected(first, spoken)


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


def what_somebody_did(words: Sequence[str], spoken: Language) -> Stated | None:
    """What *words* tell that whoever speaks did, without a word for them: "forgot all about it", "went for a swim".
    None where they may ask ("did it ring") or be said of a thing before them ("left on the table").

    Args:
        words: normalised.
        spoken: their language.
    """
    if len(words) < 2 or words[0] not in spoken.past_alone:
        return None
    pointed = words[1] in spoken.persons | spoken.demonstratives and words[1] not in spoken.addressing
    if words[0] in spoken.auxiliaries and pointed and words[2:3] and verb_share(words[2], spoken) > 0:
        return None
    helped = spoken.articles | spoken.owners | (spoken.persons - spoken.addressing) | spoken.demonstratives
    goes_on = helped if words[0] in spoken.auxiliaries else helped | (spoken.function_words - spoken.subjects)
    return Stated(0, 0, True, True, False, False) if words[1] in goes_on or _counts(words[1], spoken) else None


def _counts(word: str, spoken: Language) -> bool:
    return word.isdigit() or (spoken.installed and "".join(fold(word)) in grammar(spoken).lexemes)


def _says_when(word: str, spoken: Language) -> bool:
    """Whether *word* may be of an hour: a number or a unit of time."""
    return _counts(word, spoken) or (spoken.installed and "".join(fold(word)) in grammar(spoken).units)


def _wishes(words: Sequence[str], spoken: Language) -> bool:
    """Whether the first of *words* that is none of grammar is one of wanting, needing and the like."""
    word = next((word for word in words if word not in spoken.function_words and word not in spoken.adverbs), "")
    return word in spoken.wishes


def _subject(words: Sequence[str], spoken: Language, *, alone: bool) -> tuple[int, bool] | None:
    """How many of *words* say who or what a clause is about, and whether by a pronoun; None where they say nobody."""
    if not words:
        return None
    joined, named = _joining(spoken), _naming(spoken, alone)
    # "That broke" says it of "that", "that robot broke" of a robot.
    points = words[0] in spoken.demonstratives and words[1:2] and is_content(words[1], spoken)
    pronoun = words[0] in named and not (points and not is_inflected(words[1], spoken))
    pronoun = pronoun or _is_contracted(words[0], spoken)
    one = words[0] in spoken.demonstratives and words[1:2] and words[1] in spoken.ones  # "that one fell"
    at = 0
    if one:
        at, pronoun = 2, True
    elif _holds_place(words[0], spoken) and words[1:2] and words[1] not in joined:
        at, pronoun = 1, True  # "someone cancelled it"
    elif pronoun or words[0] in spoken.persons and words[1:2] and words[1] in joined:
        at = 1
    elif words[0] in spoken.articles or (
        words[0] in spoken.demonstratives and (alone or words[0] not in spoken.relatives)
    ):
        at = next((n for n in (1, 2) if words[n : n + 1] and words[n] not in spoken.articles), 1)  # "la mia sveglia"
        first = at
        while at < len(words) and at < first + _MOST_NAMED and is_content(words[at], spoken):
            if at > first and _is_finite(words, at, spoken, pronoun=False):
                break
            at += 1
        if at == first:
            return None
        at = _with_place(words, at, spoken)
    else:
        told = is_content(words[0], spoken) and len(words) > 2 and is_named_alone(words, spoken)
        at = int(told or (not alone and does_by_name(words, spoken)))
    if not at:
        return None
    if at < len(words) - 1 and words[at] in joined:
        more = _subject(words[at + 1 :], spoken, alone=alone)
        return None if more is None else (at + 1 + more[0], False)
    return at, pronoun


def _holds_place(word: str, spoken: Language) -> bool:
    """Whether *word* stands for somebody or something that nobody names, and asks for no name: "someone"."""
    return word in spoken.placeholders and word not in spoken.question_words


@lru_cache(maxsize=32)
def _joining(spoken: Language) -> frozenset[str]:
    """Words that join two of whom something is said."""
    return single_words(spoken, "joints") - spoken.adverbs - single_words(spoken, "also")


@lru_cache(maxsize=64)
def _naming(spoken: Language, alone: bool) -> frozenset[str]:
    """Pronouns for whom or what something is said of; *alone* as for :func:`stated`."""
    return (spoken.subjects | spoken.points) - (frozenset() if alone else spoken.relatives) - spoken.articles


def _is_contracted(word: str, spoken: Language) -> bool:
    """Whether *word* names somebody or something and holds what helps to say what that does: "gran'll never sleep"."""
    name, mark, ending = word.partition("'")
    return bool(mark) and ending in _contracted(spoken) and is_content(name, spoken)


@lru_cache(maxsize=32)
def _contracted(spoken: Language) -> frozenset[str]:
    """What a word for somebody may end with behind an apostrophe: the "ll" of "she'll"."""
    return frozenset(word.partition("'")[2] for word in spoken.subjects if "'" in word) - {""}


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
    for verb in range(at + 3, min(end + 1, len(words))):
        if words[verb] in spoken.states | spoken.preterites or _did(words, verb, spoken):
            return verb
    return at


def _was(word: str, spoken: Language) -> bool:
    """Whether *word*, behind who or what, tells by its ending how things were: "scriv|eva"."""
    return any(word.endswith(ending) and len(word) > len(ending) + 1 for ending in spoken.pasts)


def _did(words: Sequence[str], at: int, spoken: Language) -> bool:
    """Whether the word at *at*, behind a noun, says what that did rather than what was done to it: somebody or
    something follows."""
    following = words[at + 1] if at + 1 < len(words) else ""
    after = spoken.articles | spoken.subjects | spoken.persons | spoken.owners | spoken.demonstratives
    did = words[at].endswith("ed") and is_inflected(words[at], spoken) and verb_share(words[at], spoken) > MOSTLY
    return did and following in after


def is_named_alone(words: Sequence[str], spoken: Language) -> bool:
    """Whether the first of *words* names without an article what the next says something of: "dinner 's burnt", never
    "mum 's present"."""
    verb, after = words[1], words[2]
    if verb in spoken.adverbs:
        # "anna still hasn't answered": no order has a word of time or frequency between two others.
        said = after in spoken.states | spoken.auxiliaries | spoken.preterites or is_inflected(after, spoken)
        return said and words[0] not in spoken.verbs
    if verb in spoken.auxiliaries and verb in single_words(spoken, "negations") - single_words(spoken, "refuse"):
        return True  # "garage can't fit us in"; "alarms don't ring" may tell them not to
    if verb not in spoken.states:
        # A name, which no dictionary has, has no plural behind it: "rosie plays the drums".
        somebody = not fields_of(words[0], spoken) or may_be_somebody(words[0], spoken)
        # Cats and names are animals to a dictionary; "tomorrow set …" and "7pm set …" say when.
        someone = words[0].isalpha() and (somebody or "noun.animal" in fields_of(words[0], spoken))
        told = (
            verb in spoken.preterites
            or (verb in spoken.unchanged and someone and words[0] not in _callings(spoken))
            or (
                is_inflected(verb, spoken)
                and verb_share(verb, spoken) > (0 if somebody else MOSTLY)
                and not verb.endswith("ing")
            )
        )
        doing = somebody and after.endswith("ing") and is_inflected(after, spoken)  # "buster hates going out"
        return told and (doing or after in spoken.articles | spoken.persons | spoken.demonstratives | spoken.owners)
    if verb != _IS or not is_content(after, spoken):
        return True
    fields = fields_of(after, spoken)
    return not fields or sum(share for name, share in fields.items() if name.startswith("noun.")) < MOSTLY


@lru_cache(maxsize=32)
def _callings(spoken: Language) -> frozenset[str]:
    """Words by which somebody is called, or which mean nothing, before an order: "honey set a timer", "dear computer
    set a timer"."""
    return single_words(spoken, "callings") | single_words(spoken, "particles") | set(spoken.wake_words)


def does_by_name(words: Sequence[str], spoken: Language, *, begun: bool = False) -> bool:
    """Whether the first of *words* names, without an article, who or what does or has done what one of the next two
    tells, where no dictionary knows what words may be: "opa snurkt", "tante hat [eins geholt]".

    Args:
        words: normalised.
        spoken: their language.
        begun: whether more words may follow, which say what was done.
    """
    if knows_words(spoken) or len(words) < 2:
        return False
    name = words[0]
    others = spoken.doings | spoken.preterites | spoken.adverbs | spoken.question_words | _callings(spoken)
    if not (name.isalpha() and is_content(name, spoken)) or name in others or orders(name, spoken):
        return False
    between = _objects(spoken) | spoken.proclitics | spoken.adverbs | spoken.negations_before
    verb = next((at for at, word in enumerate(words[:_NAMED_VERB]) if at and word not in between), 0)
    if not verb:
        return False
    has = words[verb] in spoken.having | spoken.perfects
    does = words[verb] in spoken.doings and not words[verb].endswith(tuple(spoken.infinitives))
    return does or words[verb] in spoken.preterites or (has and (begun or _done(words, verb + 1, spoken)))


def _may_be_done(word: str, spoken: Language) -> bool:
    """Whether *word*, right behind who does something, may say what: any does that is none of grammar."""
    said = is_content(word, spoken) or word in spoken.light_words
    return said and word not in spoken.adverbs | spoken.degree_words | single_words(spoken, "negations")


def _is_finite(words: Sequence[str], at: int, spoken: Language, *, pronoun: bool) -> bool:
    """Whether the word at *at* may say what somebody does or is."""
    if at >= len(words):
        return False
    word = words[at]
    if word in spoken.states or word in spoken.auxiliaries or word in spoken.preterites:
        return True
    if _was_not(words[at:], spoken) or (pronoun and word in spoken.perfects and did_so(words[at + 1 :], spoken)):
        return True
    if word in spoken.doings or _was(word, spoken) or (pronoun and told_by_form(word, spoken)):
        return True
    if pronoun and not knows_words(spoken) and words[at - 1] in spoken.subjects and _may_be_done(word, spoken):
        return True  # "ich [mach] das gleich"
    if words[at - 1] in spoken.proclitics and is_content(word, spoken) and not orders(word, spoken):
        return True  # "la niña [se] durmió"
    if at + 1 >= len(words) and not pronoun:
        return False
    if not pronoun and words[at - 1] in spoken.adverbs and is_inflected(word, spoken):
        return True  # "the boardroom always smells of coffee"
    if not pronoun and (word.endswith("ing") or (word.endswith("ed") and is_content(words[at + 1], spoken))):
        return False  # "time remaining", "an alarm labelled tea"
    known = is_content(word, spoken) or (word in spoken.light_words and word not in spoken.politeness)
    # No thing stands right before whom something is done to, or before what is somebody's: "waters his lawn".
    acts = pronoun or (is_inflected(word, spoken) and words[at + 1] in spoken.persons | spoken.owners)
    return known and verb_share(word, spoken) > (0 if acts else MOSTLY)
