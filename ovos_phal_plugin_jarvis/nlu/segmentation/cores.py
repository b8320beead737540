"""What only makes sense after the last request, with a remark beside it: "once more please noah wasn't looking"."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ovos_phal_plugin_jarvis.nlu.acts.statements import is_open, stated
from ovos_phal_plugin_jarvis.nlu.acts.words import MOSTLY, verb_share
from ovos_phal_plugin_jarvis.nlu.dialogue import Dialogue, State
from ovos_phal_plugin_jarvis.nlu.lang import is_content
from ovos_phal_plugin_jarvis.nlu.learning.wording import ENGLISH
from ovos_phal_plugin_jarvis.nlu.reader import Reader
from ovos_phal_plugin_jarvis.nlu.reading import valued
from ovos_phal_plugin_jarvis.nlu.segmentation.plan import Plan, Plans
from ovos_phal_plugin_jarvis.nlu.segmentation.words import Words
from ovos_phal_plugin_jarvis.nlu.text import (
    phrase_pattern,
    pointing_words,
    single_words,
    trimmed_right,
    without_opening,
    words_of,
)
from ovos_phal_plugin_jarvis.translation.values import things_of

_LEAST = 2
"""Words of a remark."""
_MOST = 8
"""Rests of one utterance that are tried without a clause beside them."""
_GOING_ON = ("conditions", "moments", "contrasts", "exceptions", "instead_of", "consequences", "reports")
"""Tables of words with which more is said than a remark."""
_SURE_MARKS = ("change", "correction", "preference")
"""Kinds of follow-ups that say by themselves that something is wanted."""


@dataclass(frozen=True)
class _Core:
    """An utterance without the clause beside it that says only why."""

    text: str
    behind: bool
    """Whether it stood behind that clause, which else it may be a part of."""
    denied: bool = False
    """Whether that clause says what is not so: "that doesn't count"."""


class Cores(Words):
    """Reads follow-ups without the clauses that say only why."""

    def __init__(self, reader: Reader, dialogue: Dialogue, ordinary: Plans) -> None:
        """
        Args:
            reader: reads whole requests.
            dialogue: reads follow-ups.
            ordinary: what an utterance asks for behind what was done, where nothing in it is a remark.
        """
        super().__init__(reader, dialogue)
        self._ordinary = ordinary

    def plan(self, text: str, found: Plan, state: State) -> Plan | None:
        """The plan of *text* without a clause beside it.

        Args:
            text: an utterance that makes no sense by itself.
            found: its plan with the clause.
            state: what was done before.
        """
        cores = itertools.islice(self._cores(text), _MOST)
        plans = (
            self._unmixed(core, found, text, state) if found.understood else self._leant(core, state) for core in cores
        )
        return next((plan for plan in plans if plan is not None), None)

    def _unmixed(self, core: _Core, found: Plan, text: str, state: State) -> Plan | None:
        """The plan of *core*, for the tool of *found*, which takes for values what only the clause says that was taken
        from *text*: "forget that one the neighbour took it" is about no reminder of a neighbour."""
        if core.behind or len(found.requests) != 1:
            return None
        clause = set(self._reader.raw_words(text)) - set(self._reader.raw_words(core.text))
        named = (v for value in found.requests[0].call.arguments.values() for v in things_of(value))
        if not any(isinstance(name, str) and set(words_of(name)) <= clause for name in named):
            return None
        plan = self._ordinary(core.text, state)
        same = [request.call.name for request in plan.requests] == [found.requests[0].call.name]
        return plan if plan.understood and same else None

    def _leant(self, core: _Core, state: State) -> Plan | None:
        """The plan of *core* where each word of it says what is to be done with the last request: a value alone may
        belong to the remark that was taken from it."""
        if not core.behind and not self._dialogue.marks(core.text) and self._only_when(core.text):
            return None  # "[every day] i'm late" says when that is
        again = self._dialogue.again(core.text, state)
        plan = Plan((again,)) if again is not None else self._ordinary(core.text, state)
        if not plan.understood:
            return None
        if any(request.call == state.call for request in plan.requests):
            sure = core.denied if core.behind else self._dialogue.surely_again(core.text, core.denied, state)
            return plan if sure else None
        # "The bread we have" is one thing.
        apart = core.behind or not is_content(self._reader.raw_words(core.text)[-1], self._language)
        orders = apart and self._orders(self._dialogue.unmarked(core.text))
        # "[They start] two hours earlier" may go on.
        heard = not core.behind and all(request.heard for request in plan.requests)
        return plan if orders or heard or self._dialogue.marks(core.text) in _SURE_MARKS else None

    def _orders(self, text: str) -> bool:
        """Whether *text* begins with an order or a question, and with no value: "yesterday" opens no request here, nor
        does the "time" of "they were good last time", which orders nothing."""
        words, spoken = self._reader.raw_words(text), self._language
        if len(words) == 1 and words[0] not in spoken.verbs and verb_share(words[0], spoken) < MOSTLY:
            return False
        return self._opens(text) and not any(not x.start for x in valued(self._reader.hear_raw(text)))

    def _cores(self, text: str) -> Iterator[_Core]:
        """*text* without a clause at its end, the longest one first, or at its beginning, the shortest one first.
        Whoever asks has to make sure that the rest asks for something, and leaves nothing open."""
        tokens, spoken = self._reader.raw_tokens(text), self._language
        words = [token.norm for token in tokens]
        leading = spoken.articles | spoken.genitives | single_words(spoken, "accompanied")
        inner = {at for x in valued(self._reader.hear_raw(text)) for at in range(x.start + 1, x.end)}
        for at in range(1, len(tokens) - _LEAST + 1):
            if at in inner or words[at - 1] in leading:
                continue  # "vingt [heures trente on mange]", "o jantar com [a avó foi bom]"
            if self._is_clause(words[at:], text[tokens[at].start :]):
                yield _Core(trimmed_right(text[: tokens[at].start]), False, self._tells_not(words[at:]))
        start = len(text) - len(without_opening(text, spoken, "noes", "particles", "fillers", "sounds"))
        first = sum(token.start < start for token in tokens)
        for at in range(first + _LEAST, len(tokens)):
            order = words[at] in spoken.verbs and set(words[at + 1 : at + 2]) & spoken.persons
            clause = words[first:at]
            ends = (order or self._ends(clause)) and not (is_open(clause, spoken) or self._names(clause))
            if ends and self._is_clause(clause, text[start : tokens[at].start]):
                yield _Core(text[tokens[at].start :], True, self._tells_not(clause))

    def _tells_not(self, clause: Sequence[str]) -> bool:
        """Whether *clause* says what is not so."""
        told = stated(clause, self._language, alone=True)
        return told is not None and told.negated

    def _is_clause(self, words: Sequence[str], text: str) -> bool:
        """Whether *words* say something of somebody or something, and neither limit nor order anything."""
        spoken = self._language
        limits = phrase_pattern(spoken, *_GOING_ON)
        if limits is not None and limits.search(text):
            return False
        if words[0] not in spoken.subjects and self._begins(words[0]):
            return False
        return stated(words, spoken, alone=True) is not None or (spoken.code != ENGLISH and self._may_state(words))

    def _may_state(self, words: Sequence[str]) -> bool:
        """The same where no dictionary tells which words are verbs: somebody is named, and the word behind is none of
        those that a value is introduced by."""
        spoken = self._language
        first = words[0]
        somebody = first in spoken.subjects | spoken.articles | spoken.points | spoken.persons | spoken.demonstratives
        joined = first in single_words(spoken, "reasons") | spoken.relatives
        introducing = first in spoken.function_words and not (somebody or joined)
        telling = spoken.states | spoken.auxiliaries | spoken.preterites | spoken.doings | set(spoken.negations)
        told = any(word in telling for word in words[1:])
        return not introducing and told and (somebody or joined or is_content(first, spoken))

    def _names(self, words: Sequence[str]) -> bool:
        """Whether *words* name a thing that a pronoun behind them may stand for: "i lost [the key]"."""
        spoken = self._language
        pairs = itertools.pairwise(words)
        return any(one in spoken.articles | spoken.owners and is_content(other, spoken) for one, other in pairs)

    def _ends(self, words: Sequence[str]) -> bool:
        """Whether *words* may end there: with a word of meaning, or one that points to something."""
        return is_content(words[-1], self._language) or words[-1] in pointing_words(self._language)
