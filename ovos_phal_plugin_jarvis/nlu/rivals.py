"""Which of the tools that an utterance may be for are as likely as the first."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from ovos_phal_plugin_jarvis.nlu.acts.directed import SAID
from ovos_phal_plugin_jarvis.nlu.acts.words import only_leads, particles, sided
from ovos_phal_plugin_jarvis.nlu.candidates import BY_TREES, NO_LEXICON, SHOWN, UNSURE, Candidate
from ovos_phal_plugin_jarvis.nlu.lang import is_content
from ovos_phal_plugin_jarvis.nlu.learning.alignment import FEW
from ovos_phal_plugin_jarvis.nlu.learning.calibration import WITHOUT_EXAMPLES
from ovos_phal_plugin_jarvis.nlu.learning.switches import is_put_as_turning, turned
from ovos_phal_plugin_jarvis.nlu.learning.trained import Trained
from ovos_phal_plugin_jarvis.nlu.learning.wording import DECLARED, EXAMPLE, LEFT, MEANING, VALUE, DeclaredIndex, is_deed
from ovos_phal_plugin_jarvis.nlu.reasons import NOT_FOR, OPPOSITE, Reason

_ACCEPT_SAID, _NO_RIVAL = 0.25, 0.25
"""Confidence from which it is believed where it is surely said to an assistant, and no other tool has more than this
share of it: whether it is a request at all is half of the doubt, and which of the tools it is for the other half. What
changes something asks first at such a confidence."""
_ACCEPT_SAID_TREES = 0.15
"""The same of a tool with a few examples: what is put as none of them counts much against it, and people have more ways
to ask than ten. On the sets of strangers' tools 33 requests for one of nothing have this much."""
_GUESSED, _LEAST_REST = 0.7, 0.2
"""Confidence at the most of a tool that is meant because the likeliest says that it is not, below which what changes
something asks first; and what share is left for it at the least."""
_TURNED = 0.6
"""Confidence at the least of the tool that turns on or off what shall be, where all words are its own."""
_MAY_BE_SAID = -0.5
"""Log odds of being said to an assistant from which so short an order may be one ("hall lights off again": -0.4)."""
_MOSTLY_LEFT = 0.5
"""Share of its words that nothing explains, from which on it may be for a tool that nobody has."""
_LESS_GENUINE = 2.0
"""Log odds by which a request may look less genuine to one tool than to the likeliest and be as likely."""
_AS_LIKELY = 0.6
"""Share of the likeliest tool's confidence from which another is as likely: nobody can tell which of two is meant."""
_SIBLING = 0.1
"""The same of one that differs by a word that nobody said."""
TWIN = 0.01
"""The same of one that declares the same: which of their examples a request is nearer to is chance."""


class Rivals:
    """Tells which tools nobody can tell apart."""

    def __init__(self, trained: Trained, learned: Collection[str]) -> None:
        """
        Args:
            trained: what was learned.
            learned: names of the tools with examples that are learned.
        """
        self._trained = trained
        self._learned = learned

    def _declared(self, candidate: Candidate) -> DeclaredIndex:
        """What all tools declare, in the words that *candidate* heard."""
        return self._trained.of(candidate.heard.lang).declared

    def told(self, found: list[Candidate]) -> list[Candidate]:
        """*found*, which is changed, led by the tool that is meant if any is, with its rival and from which confidence
        it is believed beside the others."""
        if found and _is_for_it_if_for_any(found):
            accept = _ACCEPT_SAID_TREES if found[0].group == BY_TREES else _ACCEPT_SAID
            if accept != found[0].accept:
                found[0] = replace(found[0], accept=accept)
        found = self._installed_first(self._turned_first(self._named_instead(self._by_side(found))))
        if found:
            rival = self._rival(found[0], _rivals(found))
            if rival is not found[0].rival:
                found[0] = replace(found[0], rival=rival)
        return found

    def _by_side(self, found: list[Candidate]) -> list[Candidate]:
        """*found*, with those refused and last that are for one side of what another is for the other side of, where
        that other side is said: "turn the lamp off" beside a tool that turns it off is none to turn it on."""
        if not found or particles(found[0].heard.lang).isdisjoint(_parts(found[0].heard.words)):
            return found
        against: dict[int, Reason] = {}
        for a, b in sided(found[0].heard.lang):
            for one, other in ((a, b), (b, a)):
                ours = [at for at, each in enumerate(found) if self._is_for(each, one, other)]
                theirs = [at for at, each in enumerate(found) if self._is_for(each, other, one)]
                said = _outside_values(found[ours[0]]) if ours and theirs else set()
                if said & one and not said & other:
                    against.update(dict.fromkeys(theirs, Reason(OPPOSITE, sorted(said & one))))
        if not against:
            return found
        last = [
            replace(found[at], account=found[at].account.beside(before=[reason]))
            for at, reason in sorted(against.items())
        ]
        return [*(each for at, each in enumerate(found) if at not in against), *last]

    def _named_instead(self, found: list[Candidate]) -> list[Candidate]:
        """*found*, led by the tool that examples show for the very words by which the likeliest says that it is not
        meant: "[remind me] to set an alarm" is not for the alarm. How likely it is where that one is out is a guess,
        which asks first."""
        first, other = (*found, None, None)[:2]
        if first is None or other is None or first.account.refused != NOT_FOR or other.account.refused is not None:
            return found
        said = [at for at, word in enumerate(other.heard.words) if word in first.account.about]
        shown = bool(said) and all(other.account.how[at] == EXAMPLE for at in said)
        if not shown or other.account.left or other.filled.missing or other.group == NO_LEXICON:
            return found
        likely = min(_GUESSED, other.confidence / max(1.0 - first.confidence, _LEAST_REST))
        return [replace(other, confidence=max(other.confidence, likely)), first, *found[2:]]

    def _turned_first(self, found: list[Candidate]) -> list[Candidate]:
        """*found*, led by the one tool without examples that turns on or off what shall be, where nothing that was said
        is left over: the encoder takes so short an order as "hall lights on" for talk, or for a tool that lists the
        lights. What it changes is asked about first."""
        if not found or found[0].evidence.directed < _MAY_BE_SAID:
            return found
        told = {each.definition.name: _turned(each) for each in found}
        turning = [each for each in found if told[each.definition.name] > 0 and each.account.refused is None]
        if not turning or not self._may_turn(turning[0]):
            return found
        led, first = turning[0], found[0]
        if any(other.confidence > _NO_RIVAL * led.confidence for other in turning[1:]):
            return found
        if led is not first and told[first.definition.name] >= 0 and first.refused != UNSURE:
            return found
        # Nobody wants to have things listed that shall be turned on or off.
        others = [
            replace(each, account=each.account.beside(before=[Reason(NOT_FOR, each.heard.words)]))
            if told[each.definition.name] < 0
            else each
            for each in found
            if each is not led
        ]
        return [replace(led, confidence=max(led.confidence, _TURNED)), *others]

    def _may_turn(self, candidate: Candidate) -> bool:
        """Whether nothing is left over or missing but the verb ("[turn] the fans on" to a tool that switches them), and
        a word is one for what the tool is about, be it in a name: "night mode on" may be about anything."""
        heard, wording = candidate.heard, self._trained.of(candidate.heard.lang).wordings[candidate.definition.name]
        if candidate.filled.missing or not is_put_as_turning(heard, candidate.filled.covered):
            return False
        if set(candidate.account.left) - {0}:  # the first word may be the verb
            return False
        return any(
            is_content(word, heard.lang) and wording.how(word) in (DECLARED, MEANING)
            for at, word in enumerate(heard.words)
            if at not in heard.request_verbs
        )

    def _is_for(self, candidate: Candidate, side: frozenset[str], other: frozenset[str]) -> bool:
        """Whether the tool of *candidate* says *side* and never *other*: its examples, its name, or what it does."""
        wording = self._trained.of(candidate.heard.lang).wordings[candidate.definition.name]

        if only_leads(side, candidate.heard.lang):
            named = wording.declared.named
            return not side.isdisjoint(named) and other.isdisjoint(named)

        def says(words: frozenset[str]) -> bool:
            return not words.isdisjoint(wording.declared.spelt) or any(map(wording.says, words))

        return says(side) and not says(other)

    def _installed_first(self, found: list[Candidate]) -> list[Candidate]:
        """*found*, led by a tool that is no fallback where the likeliest is one, and that one is about as likely or
        declares the same."""
        if not found or not found[0].definition.is_fallback or found[0].account.refused:
            return found
        first = found[0]
        for other in found[1:]:
            if other.definition.is_fallback or other.account.refused or other.filled.missing:
                continue
            twin = other.confidence >= TWIN * first.confidence and self._declared(first).twins(
                first.definition.name, other.definition.name
            )
            if twin or _as_likely(first, other):
                # Which of two that do the same it is nearer to is chance: that either is meant is as sure.
                led = replace(other, confidence=max(first.confidence, other.confidence))
                return [led, *(candidate for candidate in found if candidate is not other)]
        return found

    def _rival(self, first: Candidate, others: Sequence[Candidate]) -> Candidate | None:
        """Another tool that is as likely as the first, or declares the same where nothing that was said tells the two
        apart."""
        if others and _as_likely(first, others[0]):
            return others[0]
        for other in others:
            if (
                other.account.refused is None
                and other.confidence >= TWIN * first.confidence
                and self._declared(first).twins(first.definition.name, other.definition.name)
                and not self._explains_more(first, other)
            ):
                return other
        return next((other for other in others if self._is_sibling(first, other)), None)

    def _is_sibling(self, first: Candidate, other: Candidate) -> bool:
        """Whether *other* differs from *first* by a word of its name, and nobody said what tells which of them: neither
        of "find single rooms" and "find double rooms" is meant by "find me a room". Examples know better."""
        names = first.definition.name, other.definition.name
        return (
            other.account.refused is None
            and other.confidence >= _SIBLING * first.confidence
            and not any(name in self._learned for name in names)
            and self._declared(first).differ_by_unsaid(*names, first.heard.words, first.heard.lang)
            and not self._explains_more(first, other)
        )

    def _explains_more(self, first: Candidate, other: Candidate) -> bool:
        """Whether a word says something to *first* and nothing to *other*. What a tool is told to do says nothing of
        twins: one that is there to "find" can be asked to "look for" as well."""
        if len(first.heard.words) != len(other.heard.words):
            return False  # one heard it in another language than the other
        tools = self._declared(first).tools
        does = tools[first.definition.name].verbs | tools[other.definition.name].verbs
        return any(
            (one == VALUE and another != VALUE)
            or (one != LEFT and another == LEFT and not is_deed(word, does, first.heard.lang))
            for word, one, another in zip(first.heard.words, first.account.how, other.account.how, strict=True)
        )


def _turned(candidate: Candidate) -> int:
    """``switches.turned`` of a tool without examples that is read in English; 0 of others."""
    if candidate.group != WITHOUT_EXAMPLES:
        return 0
    return turned(candidate.heard, candidate.definition, candidate.filled.arguments)


def _outside_values(candidate: Candidate) -> set[str]:
    return _parts(word for at, word in enumerate(candidate.heard.words) if at not in candidate.filled.covered)


def _parts(words: Iterable[str]) -> set[str]:
    """The words that *words* are: several may stand for one of another language ("turn off")."""
    return {part for word in words for part in word.split()}


def _is_for_it_if_for_any(found: Sequence[Candidate]) -> bool:
    """Whether somebody asks for something, and no tool but the first is anywhere near."""
    first = found[0]
    if first.evidence.directed < SAID or first.group == NO_LEXICON or first.evidence.left_share >= _MOSTLY_LEFT:
        return False
    if first.group == BY_TREES and len(first.definition.examples) >= FEW:
        return False  # these tell how it is asked for
    return len(found) < 2 or found[1].confidence <= _NO_RIVAL * first.confidence


def _rivals(found: Sequence[Candidate]) -> Sequence[Candidate]:
    """Those that may be meant as well as the first of *found*: a fallback is no rival of what was installed."""
    if not found or found[0].definition.is_fallback:
        return found[1:]
    return [candidate for candidate in found[1:] if not candidate.definition.is_fallback]


def _as_likely(first: Candidate, second: Candidate) -> bool:
    """Whether nothing tells which of the two tools is meant: neither is surer, and neither takes more words up."""
    return (
        second.account.refused is None
        and second.confidence >= _AS_LIKELY * first.confidence
        and len(second.filled.covered) >= len(first.filled.covered)
        and not _swallows(first, second)
        and (first.confidence != SHOWN or second.confidence >= SHOWN)
        and len(second.filled.missing) <= len(first.filled.missing)
    )


def _swallows(first: Candidate, second: Candidate) -> bool:
    """Whether *second* takes for free text, or can't explain, what says to *first* that it is meant, and its examples
    are put otherwise: "walking to my habits" of "add walking to my habits" is no text to note."""
    if not {"declared", "declared+encoder", WITHOUT_EXAMPLES}.isdisjoint((first.group, second.group)):
        return False
    wording = {at for at, how in enumerate(first.account.how) if how == EXAMPLE} - first.filled.covered
    return (
        not first.account.left
        and bool(wording & (second.filled.covered | set(second.account.left)))
        and second.evidence.genuine < first.evidence.genuine - _LESS_GENUINE
    )
