"""A request that is the beginning or the end of what was said, beside which something is told that no rule knows for a
remark: "[what day is it] the twins were up all night again", "my hands are full of dough [read me the recipe list]".

Where nothing else is understood, the likeliest places to cut are tried by how each side is put, and what stands on one
side of a cut is read by itself. Trees weigh that with what is left on the other side. It is asked about, and never done
unasked; the question says what it leaves aside.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from ovos_phal_plugin_jarvis.nlu.accounting import vocabulary
from ovos_phal_plugin_jarvis.nlu.acts import INSTEAD, acts_of, is_wanted, seems_unwanted
from ovos_phal_plugin_jarvis.nlu.acts.directed import is_directed
from ovos_phal_plugin_jarvis.nlu.acts.sparing import leaves_alone
from ovos_phal_plugin_jarvis.nlu.acts.statements import is_open, stated
from ovos_phal_plugin_jarvis.nlu.acts.words import leading_on, may_order, orders
from ovos_phal_plugin_jarvis.nlu.candidates import Candidate
from ovos_phal_plugin_jarvis.nlu.lang import Language, is_content, language
from ovos_phal_plugin_jarvis.nlu.learning import calibration
from ovos_phal_plugin_jarvis.nlu.learning.forest import forests
from ovos_phal_plugin_jarvis.nlu.learning.wording import LEFT
from ovos_phal_plugin_jarvis.nlu.reader import Reader, TooMuchSaid
from ovos_phal_plugin_jarvis.nlu.reading import EPOCH, hear, valued
from ovos_phal_plugin_jarvis.nlu.recurring import frequencies
from ovos_phal_plugin_jarvis.nlu.text import phrase_pattern, single_words, strip_request, tokenize

FOREST = "within"
"""The trees; fitted by ``test/bench/calibrate.py within``."""
MOST = 6
"""Pieces of one utterance that are read."""
LEAST = 2
"""Words of a piece, and of what is left beside it."""
LONGEST = 30
"""Words of an utterance in which it is looked for."""
MEANT = 0.4
"""Probability from which it is asked about."""
_LEAST_ODDS = 1.0
"""Log odds, of both models together, that one piece has at least, or none is read. With :func:`seems_unwanted` it saves
the reading of about half of all that is for nothing, and loses one request in fifty of those that are found."""
_PARTS = 2
"""Requests as which the pieces are read: it bounds how many the encoder is asked about."""
_BEGINS = 3
"""Words within which a clause says who or what it tells of; what is shorter tells nothing."""
_BOUNDS = ("joints", "contrasts", "exceptions", "barring", "sparing", "alternatives", "negations")
"""Tables of what a request's own end begins with: "[not] twelve", "[or] maybe not", "[but] leave the wheel"."""
NAMES = (
    *("ends", "rank", "words", "rest_words"),
    *("confidence", "certain", "above", "left", "left_share", "arguments", "covered", "reads"),
    *("same_as_whole", "whole", "more_than_whole"),
    *("other", "other_same", "other_values"),
    *("directed", "wanted", "directed_rest", "wanted_rest", "directed_all", "wanted_all"),
    *(f"piece_{name}" for name in INSTEAD),
    *(f"rest_{name}" for name in INSTEAD),
    *("rest_content", "rest_said", "rest_denies", "rest_orders", "rest_stated", "rest_own", "rest_points"),
    *("rest_begins_small", "rest_joined", "rest_asks"),
    *("begins_order", "begins_question"),
    *(f"of_{name}" for name in calibration.NAMES),
)


@dataclass(frozen=True)
class Piece:
    """The beginning or the end of an utterance."""

    text: str
    rest: str
    """What is left beside it."""
    ends: bool
    """Whether it is the end."""
    rank: int


def pieces(text: str, lang: Language) -> list[Piece]:
    """The beginnings and ends of *text* that are likeliest requests with a remark beside them, the likeliest first.

    Args:
        text: an utterance.
        lang: its language.
    """
    tokens = tokenize(text, lang.code)
    if not 2 * LEAST <= len(tokens) <= LONGEST:
        return []
    open_ended = leading_on(lang)
    found: list[tuple[float, str, str, bool]] = []
    for at in range(LEAST, len(tokens) - LEAST + 1):
        first, last = text[: tokens[at - 1].end].strip(), text[tokens[at].start :].strip()
        odds = [_odds(part, lang) for part in (first, last)]
        if tokens[at - 1].norm not in open_ended:
            found.append((odds[0] - odds[1], first, last, False))
        found.append((odds[1] - odds[0], last, first, True))
    found.sort(key=lambda each: -each[0])
    ranked = (Piece(said, rest, ends, rank) for rank, (_, said, rest, ends) in enumerate(found[:MOST]))
    likeliest = [piece for piece in ranked if _is_told_beside(piece, lang)]
    return likeliest if any(_odds(piece.text, lang) >= _LEAST_ODDS for piece in likeliest) else []


def _is_told_beside(piece: Piece, lang: Language) -> bool:
    """Whether what is left beside *piece* may only tell something, and leaves the request as it is: it depends on
    nothing, limits, denies and takes back nothing, passes nothing on, is no part of the request's own clause, and has
    no day, time or number but in a clause of its own."""
    whole = f"{piece.rest} {piece.text}" if piece.ends else f"{piece.text} {piece.rest}"
    for said in (acts_of(piece.rest, lang.code), acts_of(whole, lang.code)):
        if said.condition or said.doubt or said.relay or said.asked_then or said.musing:
            return False
    words, rest = ([token.norm for token in tokenize(part, lang.code)] for part in (piece.text, piece.rest))
    pointing = {word for phrase in lang.pronouns for word in phrase.split()} & lang.persons
    if words[0] not in lang.question_words and not pointing.isdisjoint(words):
        return False  # what "it" is, is said on the other side: "the oven is too hot [turn it down]"
    telling = any(word in _naming(lang) or "'" in word for word in rest[:-1][:_BEGINS])
    if not telling and not pointing.isdisjoint(rest):
        return False  # "[a list called garden] and add nails to it"
    if _is_of_the_request(piece.rest, rest, lang, telling=telling):
        return False
    if piece.ends:
        return _is_whole_end(piece, words, rest, lang, telling=telling)
    return _is_whole_beginning(rest, lang, telling=telling)


def _is_of_the_request(text: str, rest: Sequence[str], lang: Language, *, telling: bool) -> bool:
    """Whether *text*, whose words are *rest*, belongs to the request on the other side, limits it, takes it back or is
    another one; *telling*: whether it begins as a clause does that tells something."""
    ordered = next(iter(tokenize(strip_request(text, lang.code), lang.code)), None)
    if ordered is not None and (ordered.norm in lang.verbs - lang.states or orders(ordered.norm, lang)):
        return True  # another order, or the verb of this one: "could you remove [paula from court four]"
    bounds, back = phrase_pattern(lang, *_BOUNDS), phrase_pattern(lang, "cancel", "refuse")
    if (bounds is not None and bounds.match(text)) or (back is not None and back.search(text)):
        return True
    if leaves_alone(text, lang.code) or not lang.ones.isdisjoint(rest):
        return True  # "i still need the raku one"
    heard = hear(text, lang.code, EPOCH, strip=False)
    if (heard.mentions or next(frequencies(heard), None) is not None) and not telling:
        return True
    return any(x.start <= 1 for x in valued(heard)) or len(rest) < _BEGINS  # "[tomorrow add] a task"


def _is_whole_beginning(rest: Sequence[str], lang: Language, *, telling: bool) -> bool:
    """Whether what was said before *rest* is a request by itself, and *rest* nothing that somebody said of it."""
    if rest[0] in lang.function_words - _begun(lang):
        return False  # "[turn the volume] up i'm half deaf", "… in the morning"
    if not telling and not single_words(lang, "negations").isdisjoint(rest):
        return False
    told = next((word for word in reversed(rest) if word not in lang.persons), "")
    return told not in single_words(lang, "reports")  # "… [my uncle told me]"


def _is_whole_end(piece: Piece, words: Sequence[str], rest: Sequence[str], lang: Language, *, telling: bool) -> bool:
    """Whether *piece*, of these *words*, begins as a request does, behind a clause that is complete and neither denies
    it nor has it from somebody else."""
    small = lang.adverbs.union(*(single_words(lang, table) for table in ("politeness", "fillers", "particles")))
    at = next((at for at, word in enumerate(words) if word not in small), 0)
    counted = any(x.start == at for x in valued(hear(piece.text, lang.code, EPOCH, strip=False)))
    if not (words[at] in lang.question_words or may_order(words[at], lang) or counted):
        return False
    if telling and stated(rest, lang, alone=True) is None:
        return False  # "our neighbours [want us to lock the gate]"
    open_ended = leading_on(lang) | lang.subjects | lang.auxiliaries | lang.persons | lang.excess | lang.adverbs
    if is_open(rest, lang) or rest[-1] in open_ended:
        return False
    said = acts_of(piece.rest, lang.code)
    return single_words(lang, "negations").isdisjoint(rest) and not (said.hearsay or said.others)


@lru_cache(maxsize=8)
def _naming(lang: Language) -> frozenset[str]:
    """Words of grammar that say who or what something is told of."""
    return lang.subjects | lang.owners | lang.demonstratives | lang.articles | lang.points


@lru_cache(maxsize=8)
def _begun(lang: Language) -> frozenset[str]:
    """Words of grammar that a clause may begin with which only tells; a word with an apostrophe holds its verb."""
    held = frozenset(word for word in lang.function_words if "'" in word)
    return _naming(lang) | lang.persons | lang.question_words | held


def _odds(text: str, lang: Language) -> float:
    """How surely *text* asks for something, by both models of how things are put."""
    return is_directed(text, lang.code) + is_wanted(text, lang.code)


def weighed(
    piece: Piece, found: Candidate, certain: float, whole: Candidate | None, other: Candidate | None, text: str
) -> list[float]:
    """The numbers of ``NAMES``.

    Args:
        piece: of the utterance.
        found: the tool that it is for by itself.
        certain: how sure its values are.
        whole: the likeliest tool for all of the utterance.
        other: the likeliest tool for what is left.
        text: the utterance.
    """
    lang, words = found.heard.lang, max(1, len(found.heard.words))
    left = found.account.how.count(LEFT)
    said, beside = acts_of(piece.text, lang.code), acts_of(piece.rest, lang.code)
    rest = [token.norm for token in tokenize(piece.rest, lang.code)]
    content = [word for word in rest if is_content(word, lang)]
    own = vocabulary(found.definition, lang)
    stems = own.wording | own.choices
    mentions = valued(hear(piece.rest, lang.code, EPOCH, strip=False))
    negations, joints = single_words(lang, "negations"), single_words(lang, "joints") | single_words(lang, "contrasts")
    same = whole is not None and whole.definition.name == found.definition.name
    numbers: list[Any] = [
        *(piece.ends, piece.rank, words, len(rest)),
        *(found.confidence, certain, found.confidence - found.least, left, left / words),
        *(len(found.filled.arguments), len(found.filled.covered) / words),
        bool(found.definition.annotations.get("readOnlyHint")),
        *(same, whole.confidence if whole else 0.0, found.confidence - (whole.confidence if whole else 0.0)),
        other.confidence if other else 0.0,
        bool(other and other.definition.name == found.definition.name),
        len(other.filled.arguments) if other else 0,
        *(odds(part, lang.code) for part in (piece.text, piece.rest, text) for odds in (is_directed, is_wanted)),
        *(bool(getattr(said, name)) for name in INSTEAD),
        *(bool(getattr(beside, name)) for name in INSTEAD),
        len(content),
        len(mentions),
        bool(negations.intersection(rest)),
        sum(may_order(word, lang) for word in rest[:2]),
        stated(rest, lang, alone=True) is not None,
        sum(lang.stem(word) in stems for word in content),
        bool(lang.persons.intersection(rest)),
        rest[0] in lang.function_words,
        rest[0] in joints or rest[-1] in joints,
        rest[0] in lang.question_words,
        may_order(found.heard.words[0], lang),
        found.heard.words[0] in lang.question_words,
        *(getattr(found.evidence, name) for name in calibration.NAMES),
    ]
    return [float(number) for number in numbers]


@dataclass(frozen=True)
class Within:
    """A request that stands in an utterance."""

    piece: Piece
    candidate: Candidate
    """The tool that the piece is for by itself."""


def asked_about(
    text: str, whole: Candidate | None, reader: Reader, certain: Callable[[Candidate], float]
) -> Within | None:
    """The request within *text* that is asked about; None where there is none.

    Args:
        text: an utterance of which nothing is understood.
        whole: the likeliest tool for all of it.
        reader: that reads the pieces; one of its own, so that what it spends is no other's.
        certain: how sure the values of a candidate are.
    """
    likeliest: tuple[float, Within | None] = (0.0, None)
    try:
        for piece, found in read(text, reader):
            meant = probability(piece, found, certain(found), whole, reader.likeliest(piece.rest), text)
            if meant >= MEANT and meant > likeliest[0]:
                likeliest = meant, Within(piece, found)
    except TooMuchSaid:
        return None  # nothing is asked about before all of the pieces are read
    return likeliest[1]


def read(text: str, reader: Reader) -> Iterator[tuple[Piece, Candidate]]:
    """Each piece of *text* that is a request by itself, and the tool that it is for.

    Args:
        text: an utterance.
        reader: that reads the pieces.
    """
    lang = language(reader.lang)
    if seems_unwanted(text, lang.code):
        return
    reader.expect(_PARTS)
    for piece in pieces(text, lang):
        found = reader.best(piece.text)
        if found is not None and not found.filled.missing:
            yield piece, found


def probability(
    piece: Piece, found: Candidate, certain: float, whole: Candidate | None, other: Candidate | None, text: str
) -> float:
    """That *found* is meant with these values; arguments as in :func:`weighed`."""
    return forests()[FOREST].probability(weighed(piece, found, certain, whole, other, text))
