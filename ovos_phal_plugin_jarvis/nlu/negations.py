"""What a negation in a request is one of: of what is to be done, of a value, or of what is told beside."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache

from ovos_phal_plugin_jarvis.nlu import entities as m
from ovos_phal_plugin_jarvis.nlu.acts.statements import stated
from ovos_phal_plugin_jarvis.nlu.acts.words import (
    MOSTLY,
    is_inflected,
    leading_on,
    opposed_words,
    orders,
    verb_share,
)
from ovos_phal_plugin_jarvis.nlu.bounds import bounded
from ovos_phal_plugin_jarvis.nlu.lang import Language, is_content
from ovos_phal_plugin_jarvis.nlu.learning.filled import Filled
from ovos_phal_plugin_jarvis.nlu.learning.wording import (
    DECLARED,
    EXAMPLE,
    EXPLAINED,
    FILLER,
    LEFT,
    MEANING,
    NEGATED_WITHIN,
    VALUE,
    Wording,
)
from ovos_phal_plugin_jarvis.nlu.reading import Heard
from ovos_phal_plugin_jarvis.nlu.reasons import BY_SAID, BY_TOLD, NEGATED, Reason
from ovos_phal_plugin_jarvis.nlu.text import denying_words, phrases_meaning, single_words, words_of

_GOING_ON = "ing"
"""How English, of which alone a dictionary tells forms of verbs, says that something is going on."""
_LEAST_CEASED = 3
"""Words of an order that something be done no more."""
_MOST_SAID_OF, _BEHIND_VERB = 6, 2
"""Words before a negation within which its clause begins; and words behind the verb within which it is the verb's."""


def negated(heard: Heard, tool: Wording, filled: Filled, how: Sequence[str]) -> Iterator[Reason]:
    """The negations before what the tool does, and the exceptions anywhere outside values."""
    exceptions, denying = single_words(heard.lang, "exceptions"), single_words(heard.lang, "negations")
    bounds = bounded(heard, tool, filled)
    if heard.is_word_for_word:
        begun = {start for start, end, name in filled.spans if filled.arguments.get(name) == heard.said(start, end)}
        yield from _negated_as_said(heard.as_said, (filled.covered - begun) | filled.flags | bounds)
    for at, word in enumerate(heard.words):
        if at in filled.covered or at in bounds:
            continue
        if word in exceptions and not tool.says(word) and tool.nearness(word) < EXPLAINED:
            yield Reason(NEGATED, [word])
        elif word in denying:
            reason = _negation(heard, at, tool, filled, how)
            told = tool.told_of_none and _is_told_of(heard, at, tool)
            yield reason._replace(outweighed=BY_TOLD) if told else reason
        elif not at and not tool.says(word) and is_ceased(heard):
            yield Reason(NEGATED, heard.words[:2])


def _is_told_of(heard: Heard, at: int, tool: Wording) -> bool:
    """Whether the negation at *at* is one of the verb of somebody or something that is named right before it: "ben
    [isn't] coming", and neither "for ben [don't] do that" nor "please [don't]"."""
    words, lang = heard.words, heard.lang
    verb = at if words[at] in lang.auxiliaries | lang.states else at - 1
    if verb < 1 or words[verb] not in lang.auxiliaries | lang.states:
        return False
    days = {place for x in heard.mentions if x.kind in (m.DATE, m.TIME) for place in range(x.start, x.end)}
    named = is_content(words[verb - 1], lang) or words[verb - 1] in lang.subjects
    polite = words[verb - 1] in single_words(lang, "politeness")
    denied = next((word for word in words[at + 1 : at + 1 + NEGATED_WITHIN] if is_content(word, lang)), "")
    shown = tool.says(denied) and not tool.negates([denied])  # "ines is away" is told, "ines isn't away" is none
    return named and not (polite or shown or verb - 1 in days or tool.does_itself(words[at + 1 : at + 2]))


def _negated_as_said(said: Heard, settled: Collection[int]) -> Iterator[Reason]:
    """The negations of what was *said* in another language than the tool's, but for those at places that are *settled*:
    word for word nobody knows how far they reach ("mach das radio [nicht] aus")."""
    denying = {*said.lang.negations, *single_words(said.lang, "exceptions")}
    yield from (Reason(NEGATED, [word]) for at, word in enumerate(said.words) if at not in settled and word in denying)


def _negation(heard: Heard, at: int, tool: Wording, filled: Filled, how: Sequence[str]) -> Reason:
    """Whether the negation at *at* is one of what the tool does."""
    words, lang = heard.words, heard.lang
    word, following = words[at], words[at + 1 : at + 1 + NEGATED_WITHIN]
    # "… ich höre dich nicht" negates what I do; "lauter kann man es nicht sagen" all that stands before.
    ends = at + 1 == len(words) or (at + 2 == len(words) and how[at + 1] == FILLER)
    behind = ends and word in lang.negations_behind and lang.speakers.isdisjoint(words[1:at])
    if behind and word not in tool.negated:
        return Reason(NEGATED, [word])
    if _leads_nowhere(heard, at) and not heard.acts.question and word not in tool.negated and not tool.says(word):
        return Reason(NEGATED, [word])
    if _tells_state(heard, how, at):
        return Reason(NEGATED, ())
    if word in lang.negations_before and following and not tool.says(word):
        return Reason(NEGATED, [word, *following])
    if tool.negates(following):
        return Reason(NEGATED, ())
    if _orders_none(heard, how, at):
        return Reason(NEGATED, [word, *following])
    end = next((i for i in range(at + 1, len(words)) if heard.breaks_before(i)), len(words))
    values = {one for value in filled.arguments.values() if isinstance(value, str) for one in words_of(value)}
    near = {
        VALUE if words[i] in values else how[i]
        for i in range(at + 1, min(at + 1 + NEGATED_WITHIN, end))
        if how[i] in (EXAMPLE, DECLARED, MEANING, VALUE) and words[i] not in lang.function_words
    }
    state = words[at + 1] if at + 1 < end else ""  # "isn't off"
    if at and words[at - 1] == "but" or (state in _particles(lang) and at + 2 >= end):
        return Reason(NEGATED, [word, *following])
    if _is_what_is_set(heard, at, tool, filled):
        return Reason(NEGATED, ())
    # "She can't have gluten" may say why something is asked for, and nothing of what is to be done.
    told = near == {VALUE} and _is_of_clause(heard, at)
    return Reason(NEGATED, [word, *following] if near else (), BY_SAID if told else None)


def is_ceased(heard: Heard) -> bool:
    """Whether *heard* orders something to be done no more, and says nothing else behind that: "[stop] stabling the mare
    in stall four", and not "stop digging there's a pipe"."""
    words, lang = heard.words, heard.lang
    if len(words) < _LEAST_CEASED or words[0] not in phrases_meaning(lang, "stop"):
        return False
    if not words[1].endswith(_GOING_ON) or not is_inflected(words[1], lang):
        return False
    clauses = lang.states | lang.auxiliaries | lang.subjects | lang.question_words
    grammar = clauses | lang.function_words

    def is_of_clause(word: str) -> bool:
        """Whether it is "there's" or "landed", and neither "anna's" nor "boxes"."""
        head, short, _ = word.partition("'")
        return (
            word in clauses
            or (bool(short) and head in grammar)
            or (verb_share(word, lang) > MOSTLY and is_inflected(word, lang))
        )

    return not any(map(is_of_clause, words[2:]))


def _leads_nowhere(heard: Heard, at: int) -> bool:
    """Whether the negation at *at* ends all that is said, and is no question behind a statement: "put rice on the list
    not" takes it back, or breaks off before what it denies."""
    words, lang = heard.words, heard.lang
    asking = lang.auxiliaries | lang.states | lang.subjects | lang.persons | lang.question_words | {*lang.joints}
    return 0 < at == len(words) - 1 and words[at] in denying_words(lang) and words[at - 1] not in asking


def _is_of_clause(heard: Heard, at: int) -> bool:
    """Whether the negation at *at* is one of what somebody does or is, as the words before it say, and depends on
    nothing: "my sister [can't] have gluten", "she's in [no] rush"; never what somebody wants."""
    words, lang = heard.words, heard.lang
    waiting = {*lang.conditions, *lang.times, *lang.question_words}
    for start in range(max(0, at - _MOST_SAID_OF), at + 1):
        if start and words[start - 1] in waiting:
            continue
        said = stated(words[start:], lang, alone=not start)
        if said is None or not start + said.subject <= at <= start + said.verb + _BEHIND_VERB:
            continue
        return lang.wishes.isdisjoint(words[start : at + NEGATED_WITHIN])
    return False


def _tells_state(heard: Heard, how: Sequence[str], at: int) -> bool:
    """Whether the negation at *at* is one of how a thing is that the tool knows nothing of, in a clause beside an
    order: "the cake [isn't] ready extend the timer", "verlänger den timer der kuchen ist [nicht] fertig"."""
    words, lang = heard.words, heard.lang
    before = at + 1 < len(words) and words[at + 1] in lang.states  # "la torta [non] è pronta"
    state = at + 1 if before else at if words[at] in lang.states else at - 1
    quality = next((i for i in range(max(state, at) + 1, len(words)) if words[i] not in lang.adverbs), len(words))
    if quality == len(words) or not is_content(words[quality], lang) or words[quality] in lang.wishes:
        return False
    for start in range(max(0, at - _MOST_SAID_OF), at):
        said = stated([*words[start:at], *words[at + before :]], lang)
        if said is None or words[state] not in lang.states or start + said.subject > state:
            continue
        things = [how[i] for i in range(start, start + said.subject) if is_content(words[i], lang)]
        behind = quality + 1 < len(words)
        first, last = (quality + 1, len(words)) if behind else (0, start)
        explained = (EXAMPLE, DECLARED, MEANING)
        ordered = last - first > 1 and (
            orders(words[first], lang) or (how[first] in explained and words[first] not in lang.function_words)
        )
        if ordered and things and all(thing == LEFT for thing in things):
            return True  # of what an argument holds it may say that it is not to be
    return False


def _is_what_is_set(heard: Heard, at: int, tool: Wording, filled: Filled) -> bool:
    """Whether the negation at *at* says how something is, and an order behind its clause sets just that: "i haven't
    swept the yard yet [untick that]"."""
    words, lang = heard.words, heard.lang
    told = _is_of_clause(heard, at) or _says_of_none(heard, at, filled)
    if not any(value is False for value in filled.arguments.values()) or not told:
        return False
    whom = lang.articles | lang.demonstratives | lang.persons | lang.owners
    joined = leading_on(lang) - lang.persons
    return any(
        i not in filled.covered
        and tool.says(words[i])
        and is_content(words[i], lang)
        and words[i + 1] in whom
        and words[i - 1] not in joined | lang.auxiliaries
        for i in range(at + 2, len(words) - 1)
    )


def _says_of_none(heard: Heard, at: int, filled: Filled) -> bool:
    """Whether the negation at *at* stands right before what *filled* holds, and behind nothing but a day: "oggi
    [niente] chitarra"."""
    days = {place for x in heard.mentions if x.kind == m.DATE for place in range(x.start, x.end)}
    held = at + 1 < len(heard.words) and at + 1 in filled.covered and is_content(heard.words[at + 1], heard.lang)
    return held and days.issuperset(range(at))


def _orders_none(heard: Heard, how: Sequence[str], at: int) -> bool:
    """Whether the negation at *at* stands right behind an order, and before a thing that nothing explains: "setz bloß
    [keine] süßigkeiten auf die liste"."""
    words, lang = heard.words, heard.lang
    thing = at + 1 < len(words) and how[at + 1] == LEFT and is_content(words[at + 1], lang)
    return thing and at > 0 and orders(words[0], lang) and not any(is_content(word, lang) for word in words[1:at])


@lru_cache(maxsize=32)
def _particles(lang: Language) -> frozenset[str]:
    """Words of grammar that say what something is or is to be, and have an opposite: "off", "up"."""
    said = {phrase for _, phrases in lang.meanings for phrase in phrases}
    return frozenset(said & opposed_words(lang) & lang.function_words)
