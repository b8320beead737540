"""What a denial in words that are asked about tells of the call: which value is not meant ("[not the gull] as
the board says it is the heron that berth five is for"), or that a yes or no of the tool is no ("they [don't] want any
shore power").

Nothing is done by it unasked: a denial that nobody understood may as well be one of the order (``nlu.reconsidered``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import takewhile

from ovos_phal_plugin_jarvis.nlu.candidates import Candidate
from ovos_phal_plugin_jarvis.nlu.lang import is_content
from ovos_phal_plugin_jarvis.nlu.learning.booleans import BOOLEAN, is_yes_or_no
from ovos_phal_plugin_jarvis.nlu.learning.declarations import split_name
from ovos_phal_plugin_jarvis.nlu.learning.wording import DECLARED, EXAMPLE, MEANING, base, verbs_of
from ovos_phal_plugin_jarvis.nlu.reading import Heard
from ovos_phal_plugin_jarvis.nlu.reasons import NEGATED, OPPOSITE
from ovos_phal_plugin_jarvis.nlu.text import denying_words, single_words

_WITHIN = 3
"""Words between a denial and the value that it denies: "not [the very] blue one"."""
_RIGHT_BEHIND = 2
"""Words behind a denial that are right behind it: "be" may stand between."""
_CLAUSE = 6
"""Words behind a denial that are of its clause."""


def as_denied(first: Candidate, reread: Callable[[str], Candidate | None]) -> Candidate | None:
    """*first* as its denials have it; None where they are of nothing that it says: "the heron must [not] be moored".

    Args:
        first: a tool that was refused for a denial.
        reread: gives the likeliest tool for other words.
    """
    if NEGATED in {reason.code for reason in first.account.reasons}:
        return _with_other_value(first, reread) or _with_no(first)
    return None if _breaks_off(first.heard) else first


def _breaks_off(heard: Heard) -> bool:
    """Whether the words end with a denial: "she wants a berth [but she can't]"."""
    return any(at >= len(heard.words) - 1 for at in _denials(heard))


def _with_other_value(first: Candidate, reread: Callable[[str], Candidate | None]) -> Candidate | None:
    """The same tool with another value for what is denied; None where no other is said."""
    heard = first.heard
    for at in _denials(heard):
        for start, end, name in first.filled.spans:
            if not at < start <= at + 1 + _WITHIN or any(heard.breaks_before(i) for i in range(at + 1, end)):
                continue
            rest = f"{heard.text[: heard.tokens[at].start]}{heard.text[heard.tokens[end - 1].end :].lstrip()}"
            other = reread(rest)
            if other is not None and _is_put_right(first, other, name):
                return other
    return None


def denies_value(found: Candidate) -> bool:
    """Whether *found* has a value that is denied: "find planks [not oak]" wants none of oak, and who "[doesn't] want a
    tap" gets none."""
    starts, flags = {start for start, _, _ in found.filled.spans}, found.filled.flags
    denials = [range(at + 1, at + 2 + _WITHIN) for at in _denials(found.heard)]
    wanted = any(found.filled.arguments.get(p.name) is True for p in found.definition.parameters if is_yes_or_no(p))
    return any(not starts.isdisjoint(places) or (wanted and not flags.isdisjoint(places)) for places in denials)


def _is_put_right(first: Candidate, other: Candidate, name: str) -> bool:
    """Whether *other* is *first* with another value of *name*, and nothing is lost or denied any more."""
    codes = {reason.code for reason in other.account.reasons}
    same = other.definition is first.definition and other.filled.arguments.keys() >= first.filled.arguments.keys()
    changed = other.filled.arguments.get(name) != first.filled.arguments.get(name)
    sure = other.confidence >= other.least
    return same and changed and sure and not other.filled.missing and codes.isdisjoint({NEGATED, OPPOSITE})


def _with_no(first: Candidate) -> Candidate | None:
    """*first* with the one yes or no that nobody has said, and that is denied by its name, as no; None without it."""
    heard, lang = first.heard, first.heard.lang
    clauses = {base(heard.words[i], lang) for at in _denials(heard) for i in _clause(heard, at)}
    named = []
    for parameter in first.definition.parameters:
        words = [word for word in split_name(parameter.named) if is_content(word, lang)]
        turned = not single_words(lang, "negations").isdisjoint(words)
        if parameter.param_type.lower() in BOOLEAN and not turned and parameter.name not in first.filled.arguments:
            named += [parameter.name] if not clauses.isdisjoint(base(word, lang) for word in words) else []
    if len(named) != 1:
        return None
    filled = first.filled.copy()
    filled.arguments[named[0]] = False
    return replace(first, filled=filled)


def denies_value_at_once(first: Candidate) -> bool:
    """Whether what *first* was refused for denies a value of it right away: "the heron needs [no berth five] any
    more"."""
    heard = first.heard
    said = {at for at in first.filled.covered if is_content(heard.words[at], heard.lang)}
    denying = single_words(heard.lang, "negations") | denying_words(heard.lang)
    behind = (range(at + 1, at + 1 + _RIGHT_BEHIND) for at, word in enumerate(heard.words) if word in denying)
    return any(not said.isdisjoint(places) for places in behind)


def denied_clauses(first: Candidate, *, denied: bool) -> Iterator[str]:
    """Each denial that says no value of *first*, with what is of its clause up to what says one: "[the crew must not
    know] the heron gets berth five"; where it was refused as something is *denied* and that is no clause, what was. A
    "no" that begins only answers."""
    heard, filled, ends = first.heard, first.filled, 0
    said = filled.covered | filled.flags | filled.denied
    for at in _denials(heard):
        clause = [*takewhile(lambda place: place not in filled.covered, _clause(heard, at))]
        if at and at not in said and at >= ends:
            ends = max(clause, default=at) + 1
            yield heard.said(at, ends)
    if denied and not ends:
        yield from (" ".join(reason.about) for reason in first.account.reasons if reason.code == NEGATED)


def denied_deeds(first: Candidate) -> int:
    """How many words of denied clauses are verbs by which the tool tells of itself ("don't [book] that")."""
    places = {place for at in _denials(first.heard) for place in _clause(first.heard, at)}
    return sum(is_deed(first, at) for at in places)


def denies_deed(first: Candidate) -> bool:
    """Whether a denial stands right before a verb by which the tool tells of itself: "please don't [book] them in", "he
    needn't be [booked]"."""
    behind = {place for at in _denials(first.heard) for place in [*_clause(first.heard, at)][:_RIGHT_BEHIND]}
    return any(is_deed(first, at) for at in behind)


def is_deed(first: Candidate, at: int) -> bool:
    """Whether the word at *at* is a verb by which the tool tells of itself."""
    told = first.account.how[at] in (EXAMPLE, DECLARED, MEANING) and at not in first.filled.covered
    return told and bool(verbs_of(first.heard.words[at], first.heard.lang))


def last_denial(heard: Heard) -> int:
    """The place of the last word that denies; -1 where none does."""
    return max(_denials(heard), default=-1)


def _denials(heard: Heard) -> Iterator[int]:
    """The places of the words that deny; a "no" that only answers denies nothing."""
    denying = denying_words(heard.lang) | single_words(heard.lang, "exceptions")
    return (at for at, word in enumerate(heard.words) if word in denying)


def _clause(heard: Heard, at: int) -> Iterator[int]:
    """The places of the words behind *at* that are of its clause."""
    for i in range(at + 1, min(at + 1 + _CLAUSE, len(heard.words))):
        if heard.breaks_before(i):
            return
        yield i
