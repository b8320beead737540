"""Accounting for every word of a request: in a value, in wording that the tool explains, or known to mean nothing.

What is left over decides whether a tool may be called at all: a number that no argument took, a negation, a word that
means the opposite of what the tool does are never dropped in silence.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from ovos_phal_plugin_jarvis.nlu.acts.statements import request_behind
from ovos_phal_plugin_jarvis.nlu.acts.words import fields_of, is_thing, may_be_somebody
from ovos_phal_plugin_jarvis.nlu.entities import (
    DATE,
    DATE_RANGE,
    DURATION,
    MONEY,
    NUMBER,
    ORDINAL,
    PERCENT,
    PLACE,
    TIME,
)
from ovos_phal_plugin_jarvis.nlu.lang import Language, is_content
from ovos_phal_plugin_jarvis.nlu.learning.filled import Filled
from ovos_phal_plugin_jarvis.nlu.learning.wording import (
    DECLARED,
    ENGLISH,
    EXAMPLE,
    EXPLAINED,
    FILLER,
    LEFT,
    MEANING,
    NEGATED_WITHIN,
    VALUE,
    Wording,
    base,
    meanings_of,
    opposites,
    parted_opposites,
)
from ovos_phal_plugin_jarvis.nlu.reading import Heard
from ovos_phal_plugin_jarvis.nlu.text import phrase_pattern, single_words, words_of
from ovos_phal_plugin_jarvis.nlu.tool_verbs import ENDING
from ovos_phal_plugin_jarvis.nlu.unsettled import unsettled
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition

# Reason codes of what may not be dropped
NUMBER_LEFT = "number_left"
DAY_LEFT = "day_left"
PLACE_LEFT = "place_left"
NEGATED = "negated"
OPPOSITE = "opposite"
INQUIRY = "inquiry"
STATED = "stated"
NOT_FOR = "not_for"
WORDS_LEFT = "words_left"
PAST = "past"
UNSETTLED = "unsettled"

_PARTED = 6
"""Words within which the particle of a verb follows it ("take the milk off")."""
_COUNTED = (NUMBER, DURATION, TIME, PERCENT, MONEY)


@dataclass(frozen=True)
class Account:
    """What explains each word of a request to one tool."""

    how: tuple[str, ...]
    """For each word one of the codes above."""
    refused: str | None = None
    """The reason code of what can't be dropped."""
    about: tuple[str, ...] = ()
    """The words that it is about."""

    @property
    def left(self) -> list[int]:
        """Words with meaning that nothing explains."""
        return [at for at, how in enumerate(self.how) if how == LEFT]

    @property
    def content(self) -> int:
        """Words with meaning outside values."""
        return sum(how not in (VALUE, FILLER) for how in self.how)


def account(heard: Heard, tool: Wording, filled: Filled, *, carried: bool = False, dated: bool = False) -> Account:
    """What explains the words of *heard* for *tool*, and whether something is left that must not be dropped.

    Args:
        heard: the request.
        tool: what the tool explains.
        filled: its arguments as found in the words.
        carried: numbers may belong to what was said before.
        dated: a day may be for another tool, which moves this one's.
    """
    numbers = {at for x in heard.mentions if x.kind in _COUNTED for at in range(x.start, x.end)}
    how = []
    for at, word in enumerate(heard.words):
        if at in filled.covered:
            how.append(VALUE)
        elif at in numbers or not any(map(str.isalnum, word)):
            how.append(FILLER)
        else:
            how.append(tool.how(word))
    refused, about = _refused(heard, tool, filled, how, carried, dated)
    return Account(tuple(how), refused, tuple(about))


def _refused(
    heard: Heard, tool: Wording, filled: Filled, how: Sequence[str], carried: bool, dated: bool
) -> tuple[str | None, Sequence[str]]:
    negated = [heard.words[at] for at in sorted(filled.unclear)] or _negated(heard, tool, filled, how)
    if negated:
        return NEGATED, negated
    opposite = _opposite(heard, tool, filled) or _taken_back(heard, tool, filled)
    if opposite:
        return OPPOSITE, opposite
    if not carried and heard.acts.question and (not tool.answers or _asks_in_general(heard, tool, how)):
        return INQUIRY, heard.words[:1]
    open_ = unsettled(heard, filled, tool)
    if open_:
        return UNSETTLED, open_
    past = [] if tool.answers else _told_of_the_past(heard, filled)
    if past:
        return PAST, past
    if not carried and not tool.reasons and heard.acts.why:
        return INQUIRY, heard.words[:1]
    said = [] if carried else _only_stated(heard, tool, filled)
    if said:
        return STATED, said
    if not carried:
        number = _number_left(heard, tool, filled)
        if number:
            return NUMBER_LEFT, number
        day = [] if dated else day_left(heard, tool, filled)
        if day:
            return DAY_LEFT, day
        place = _place_left(heard, filled, how)
        if place:
            return PLACE_LEFT, place
    left = [word for word, why in zip(heard.words, how, strict=True) if why == LEFT]
    excluded = [word for word in left if word.removesuffix("s") in tool.excluded]
    if excluded:
        return NOT_FOR, excluded
    known = sum(why not in (VALUE, FILLER, LEFT) for why in how)
    if len(left) > 2 and len(left) > known:
        return WORDS_LEFT, left
    return None, ()


def _asks_in_general(heard: Heard, tool: Wording, how: Sequence[str]) -> bool:
    """Whether a question is about the world, and not about what whoever speaks can do: it has no word of the tool's
    beside values, and no example asks so. "Where do leeks come from" is for no recipe, whatever can be cooked with
    them."""
    lang = heard.lang
    own = lang.speakers | (lang.persons & lang.addressing)
    told = any(
        why in (EXAMPLE, DECLARED, MEANING) and is_content(word, lang)
        for word, why in zip(heard.words, how, strict=True)
    )
    return bool(tool.carriers) and not told and how[0] == FILLER and own.isdisjoint(heard.words)


def _only_stated(heard: Heard, tool: Wording, filled: Filled) -> Sequence[str]:
    """Who or what the words say something of, where they order nothing and no example of the tool says it so."""
    told = heard.acts.statement if tool.stated is not None else None
    if told is None or tool.stated is None or _opened(heard):
        return ()
    subject = heard.words[: told.subject]
    if tool.told and filled.spans and not filled.missing and _may_be_own(heard, tool, filled, told.subject):
        return ()  # it writes down what people tell, and all that it writes down is told
    # "The sandals are thirty five" may set what they cost; what was so once sets nothing. What is so now may stand for
    # a request, where no example tells how those are put.
    named = any(at in filled.covered for at in range(told.subject))
    taken = all(at in filled.covered or not is_content(word, heard.lang) for at, word in enumerate(subject))
    # What is all one value with its verb ("mi madre siempre lleva") sets nothing either.
    sets = named and taken and not told.negated and told.verb not in filled.covered
    if told.past or (tool.carriers and not sets):
        return subject if tool.stated.isdisjoint(subject) else ()
    return ()


def _opened(heard: Heard) -> bool:
    """Whether the politeness before it asks for something: "i'd like to get | the oil changed"."""
    openings = phrase_pattern(heard.lang, "openings")
    return openings is not None and openings.search(heard.spoken.partition(heard.text)[0]) is not None


def _may_be_own(heard: Heard, tool: Wording, filled: Filled, count: int) -> bool:
    """Whether the first *count* words name who speaks, a thing or a value, and nobody else: "our cook weighed ten kilos
    of flour" is no entry of one's own."""
    lang, words = heard.lang, heard.words[:count]
    if not lang.speakers.isdisjoint(words) or words[0] in lang.points:
        return True
    if not lang.subjects.isdisjoint(words):
        return False
    articled = words[0] in lang.articles | lang.demonstratives
    return all(
        at in filled.covered
        or not is_content(word, lang)
        or tool.says(word)
        or is_thing(word, lang)
        or (articled and not may_be_somebody(word, lang))
        for at, word in enumerate(words)
    )


def _negated(heard: Heard, tool: Wording, filled: Filled, how: Sequence[str]) -> list[str]:
    """A negation before what the tool does, or an exception anywhere outside values."""
    words = heard.words
    exceptions = single_words(heard.lang, "exceptions")
    for at, word in enumerate(words):
        if at in filled.covered:
            continue
        if word in exceptions and not tool.says(word) and tool.nearness(word) < EXPLAINED:
            return [word]
        if word in heard.lang.negations:
            following = words[at + 1 : at + 1 + NEGATED_WITHIN]
            # "… ich höre dich nicht" negates what I do; "lauter kann man es nicht sagen" all that stands before.
            ends = at + 1 == len(words) or (at + 2 == len(words) and how[at + 1] == FILLER)
            behind = ends and word in heard.lang.negations_behind and heard.lang.speakers.isdisjoint(words[1:at])
            if behind and word not in tool.negated:
                return [word]
            if word in heard.lang.negations_before and following and not tool.says(word):
                return [word, *following]
            if tool.negates(following):
                continue
            end = next((i for i in range(at + 1, len(words)) if heard.breaks_before(i)), len(words))
            near = any(
                how[i] in (EXAMPLE, DECLARED, MEANING, VALUE) and words[i] not in heard.lang.function_words
                for i in range(at + 1, min(at + 1 + NEGATED_WITHIN, end))
            )
            state = words[at + 1] if at + 1 < end else ""  # "isn't off"
            if at and words[at - 1] == "but" or near or (state in _particles(heard.lang) and at + 2 >= end):
                return [word, *following]
    return []


@lru_cache(maxsize=32)
def _particles(lang: Language) -> frozenset[str]:
    """Words of grammar that say what something is or is to be, and have an opposite: "off", "up"."""
    said = {phrase for _, phrases in lang.meanings for phrase in phrases}
    opposed = {word for pair in lang.opposites for side in pair for word in side}
    return frozenset(said & opposed & lang.function_words)


def day_left(heard: Heard, tool: Wording, filled: Filled) -> list[str]:
    """Another day than today that no argument took: what is wanted then must not be done now."""
    today = heard.now.date()
    for mention in heard.mentions:
        if mention.kind not in (DATE, DATE_RANGE) or mention.value.moment:
            continue
        if not filled.covered.isdisjoint(range(mention.start, mention.end)):
            continue
        said, span = heard.words[mention.start : mention.end], mention.value.span(today)
        if span is None or span[0] <= today <= span[1] or all(tool.says(word) for word in said):
            continue
        return list(said)
    return []


def _opposite(heard: Heard, tool: Wording, filled: Filled) -> list[str]:
    """A word that means the opposite of what the tool does, and that the tool itself never says. What is wet may be why
    something is to be dried."""
    does = _deeds(tool.does, heard.lang)
    ordered = request_behind(heard.words, heard.lang)
    for at, word in enumerate(heard.words):
        form = base(word, heard.lang)
        if at < ordered or at in filled.covered or tool.says(word) or form in does or form in tool.declared.words:
            continue
        against = opposites(word, heard.lang) & (does | tool.declared.name)
        # What starts and stops is not stopped from running by "run".
        if any(not opposites(other, heard.lang) & does for other in against):
            return [word]
    forms = [base(word, heard.lang) for word in heard.words]
    for verb, particle, excluded in parted_opposites(heard.lang):
        if not excluded & (does | tool.declared.name) or tool.says(particle):
            continue
        for at, form in enumerate(forms):
            if form == verb and at not in filled.covered and particle in heard.words[at + 1 : at + 1 + _PARTED]:
                return [heard.words[at], particle]
    return []


@lru_cache(maxsize=4096)
def _deeds(does: frozenset[str], lang: Language) -> frozenset[str]:
    """What a tool *does*, in the form that a dictionary has as well."""
    return does | {base(word, lang) for word in does}


def _taken_back(heard: Heard, tool: Wording, filled: Filled) -> list[str]:
    """A word that takes something back, to a tool that takes nothing back. In English WordNet's opposites tell that."""
    if heard.lang.code == ENGLISH or not ENDING.isdisjoint(tool.declared.words):
        return []
    for at, word in enumerate(heard.words):
        if at in filled.covered or tool.says(word) or word in heard.lang.function_words:
            continue
        # A word for emptying a list ("limpa") cleans a room as well: only what has an opposite takes back.
        if not ENDING.isdisjoint(meanings_of(word, heard.lang)) and opposites(word, heard.lang):
            return [word]
    return []


def _told_of_the_past(heard: Heard, filled: Filled) -> list[str]:
    """A verb that else orders something, in a form that tells how things were: "mia nonna metteva la sveglia"."""
    endings = tuple(heard.lang.pasts)
    if not endings:
        return []
    ordered = _stems(heard.lang)
    for at, word in enumerate(heard.words):
        is_past = word.endswith(endings) and heard.lang.stem(word) in ordered and word not in heard.lang.verbs
        if is_past and at not in filled.covered:
            return [word]
    return []


@lru_cache(maxsize=32)
def _stems(lang: Language) -> frozenset[str]:
    return frozenset(map(lang.stem, lang.verbs - lang.function_words))


def _number_left(heard: Heard, tool: Wording, filled: Filled) -> list[str]:
    lang = heard.lang
    for mention in heard.mentions:
        places = range(mention.start, mention.end)
        if mention.kind not in _COUNTED or not filled.covered.isdisjoint(places):
            continue
        said = heard.words[mention.start : mention.end]
        # "one", "a second" and the like count nothing; what examples say outside values is wording.
        if all(word in lang.light_words or word in lang.function_words or tool.says(word) for word in said):
            continue
        # "For a minute" is said by whoever wants something at once.
        if mention.kind == DURATION and len(said) == 2 and said[0] in lang.function_words and mention.value <= 60:
            continue
        if mention.kind == NUMBER and len(said) == 1 and said[0].isalpha() and mention.value <= 1:
            continue
        return list(said)
    return []


def _place_left(heard: Heard, filled: Filled, how: Sequence[str]) -> list[str]:
    """A place that nothing took, beside one that something did: "how far behind lima is oslo" is about both."""
    places = [range(x.start, x.end) for x in heard.mentions if x.kind == PLACE]
    if all(filled.covered.isdisjoint(place) for place in places):
        return []  # the words of many a place mean something else
    for place in places:
        if all(how[at] == LEFT for at in place) and _is_named(heard, place):
            return [heard.words[at] for at in place]
    return []


def _is_named(heard: Heard, place: range) -> bool:
    """Whether the words at *place* name a place rather than mean what a dictionary has for them: "victory" and "sock"
    are places as well, where a preposition says so."""
    if len(place) > 1 or not fields_of(heard.words[place.start], heard.lang):
        return True
    before = heard.words[place.start - 1] if place.start else ""
    return before in heard.lang.function_words - heard.lang.articles


@dataclass(frozen=True)
class Explained:
    """Who explains which word of a request, by place. What is in none of these is filler."""

    values: frozenset[int]
    """Say an argument."""
    wording: frozenset[int]
    """Say which tool is meant: its examples, its definition or its name hold them, or what means the same, outside
    values."""
    left: tuple[int, ...]
    """Nothing explains them."""


def explained(heard: Heard, definition: ToolDefinition, filled: Filled, how: Sequence[str]) -> Explained:
    """Who explains which word of *heard*, so that no request is cut in two or changed without a word of it being lost.

    Args:
        heard: the request.
        definition: the tool.
        filled: its arguments as found in the words.
        how: what explains each word to the tool, as ``account`` tells it.
    """
    own = vocabulary(definition, heard.lang)
    wording, left = set(), []
    numbers = {at for x in heard.mentions if x.kind in (NUMBER, ORDINAL) for at in range(x.start, x.end)}
    for at, word in enumerate(heard.words):
        if at in filled.covered or not (is_content(word, heard.lang) or (at in numbers and word != "a")):
            continue
        stemmed = heard.lang.stem(word)
        if stemmed in own.wording or (at not in numbers and how[at] in (EXAMPLE, DECLARED, MEANING)):
            wording.add(at)
        elif stemmed not in own.choices or at in numbers:
            left.append(at)
    return Explained(frozenset(filled.covered), frozenset(wording), tuple(left))


@dataclass(frozen=True)
class Vocabulary:
    """The stems of the words that one tool's declaration holds."""

    wording: frozenset[str]
    """Outside values."""
    choices: frozenset[str]
    """In the values that it allows."""


class _Same:
    """A definition as a key of a cache: the very same object."""

    def __init__(self, definition: ToolDefinition) -> None:
        self.definition = definition

    def __hash__(self) -> int:
        return id(self.definition)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.definition is self.definition


def vocabulary(definition: ToolDefinition, language: Language) -> Vocabulary:
    """The stems of the words of examples, keywords, name and description."""
    return _vocabulary(_Same(definition), language)


@lru_cache(maxsize=4096)
def _vocabulary(same: _Same, language: Language) -> Vocabulary:
    definition = same.definition
    choices = {
        language.stem(word)
        for parameter in definition.parameters
        for value in (parameter.enum_values or ())[:500]
        for word in words_of(value)
    }
    wording: set[str] = set()
    for example in definition.examples:
        said = {word for value in example.arguments.values() if isinstance(value, str) for word in words_of(value)}
        wording.update(word for word in words_of(example.utterance) if word not in said)
    for text in (definition.name, definition.description.partition(". ")[0][:400], *definition.keywords):
        wording.update(words_of(text))
    wording.update(word for p in definition.parameters for word in words_of(p.name))
    stems = {language.stem(word) for word in wording if is_content(word, language) and not word[0].isdigit()}
    return Vocabulary(frozenset(stems - choices), frozenset(choices))
