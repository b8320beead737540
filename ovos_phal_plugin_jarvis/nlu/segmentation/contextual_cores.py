"""What stands beside a request about what was done last and asks for nothing: sounds, exclamations, clauses that tell
something, before it or behind it or both."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ovos_phal_plugin_jarvis.nlu import entities as m
from ovos_phal_plugin_jarvis.nlu.acts.statements import is_open, stated
from ovos_phal_plugin_jarvis.nlu.acts.words import MOSTLY, is_inflected, verb_share
from ovos_phal_plugin_jarvis.nlu.knowledge.wordnet import english_wordnet
from ovos_phal_plugin_jarvis.nlu.lang import is_content
from ovos_phal_plugin_jarvis.nlu.learning.wording import ENGLISH
from ovos_phal_plugin_jarvis.nlu.reading import valued
from ovos_phal_plugin_jarvis.nlu.segmentation.words import Words
from ovos_phal_plugin_jarvis.nlu.text import (
    OPENING,
    denying_words,
    phrase_pattern,
    pointing_words,
    single_words,
    trimmed,
    without_opening,
)
from ovos_phal_plugin_jarvis.translation.values import ToolCall

_DENYING = 4
"""Words of a clause behind a request within which a negation may take it back."""
_NEAR = 2
"""Words behind a negation that it may be said of."""
MOST_SOUNDS = 2
"""Words that nobody knows before a request: "och", "aw jeez"."""
_FILLERS = ("fillers", "sounds", "politeness")
BEHIND = ("fillers", "sounds", "particles", "politeness", "urgings", "beside", "callings", "manners")
"""Tables of words that ask for nothing behind a request."""
_BEFORE = (*OPENING, "exclamations", "waitings", "afterthoughts", "cancel")
"""Tables of words that ask for nothing before a clause that stands before a request."""
_LEADS = ("changes", "corrections", "preferences", "noes", "consequences")
"""Tables of what a request about the last one begins with."""


@dataclass(frozen=True)
class Core:
    """An utterance without some words before and behind."""

    text: str
    before: int
    behind: int
    clause: bool = False
    """Whether a clause is among the words that are off."""

    @property
    def taken(self) -> int:
        """How many words are off."""
        return self.before + self.behind


class ContextualCores(Words):
    """Finds what an utterance may ask for in the middle of what only tells something."""

    def without_sounds(self, text: str) -> str:
        """*text* without a sound that nobody knows before what is said of the last request: "och make it twelve"."""
        tokens = self._reader.raw_tokens(text)
        words = [token.norm for token in tokens]
        for at in range(1, min(MOST_SOUNDS, len(words) - 2) + 1):
            rest = text[tokens[at].start :]
            if any(map(self._is_known, words[:at])):
                break
            if self._may_begin(rest, words[at]) and self._digit(words[at]) is None:
                return rest
        return text

    def of(self, text: str, last: ToolCall) -> Iterator[Core]:
        """*text* without words before and behind that ask for nothing, those first that lack the fewest."""
        tokens = self._reader.raw_tokens(text)
        words = [token.norm for token in tokens]
        firsts = [at for at in range(len(words)) if self._stands_before(text, words, at)]
        ends = [at for at in range(1, len(words) + 1) if self._stands_behind(words[at:])]
        pairs = [(first, end) for first in firsts for end in ends if end > first]
        for first, end in sorted(pairs, key=lambda pair: (pair[0] + len(words) - pair[1], pair[0])):
            core = Core(
                trimmed(text[tokens[first].start : tokens[end - 1].end]),
                first,
                len(words) - end,
                self._is_remark(words[:first], OPENING) or self._is_remark(words[end:], BEHIND),
            )
            if self._dialogue.withheld.names_another(text[: tokens[first].start], core.text, last):
                continue
            if self.says_something(core.text) and (not core.taken or self._is_bare(core.text)):
                yield core

    def _is_remark(self, words: Sequence[str], tables: Sequence[str]) -> bool:
        """Whether *words* are more than what only fills, or complains."""
        rest = self._reader.raw_words(trimmed(self._without(" ".join(words), *tables)))
        complains = bool(self._language.excess & set(rest))
        return bool(rest) and not complains and any(map(self._is_known, rest))

    def _stands_before(self, text: str, words: Sequence[str], at: int) -> bool:
        """Whether the words of *text* before word *at*, where a request begins, may ask for nothing."""
        before = words[:at]
        said = text[: self._reader.raw_tokens(text)[at].start]
        if not before or not trimmed(self._without(said, *OPENING)):
            return True
        if self._is_bare_exclamation(said):
            return self._may_begin(text[len(said) :], words[at])
        told = self._behind_sounds(self._reader.raw_words(without_opening(trimmed(said), self._language, *_BEFORE)))
        so = before[-1] in self._language.consequences or words[at] in self._language.consequences
        more = self.limits(said) if so else self._says_more(said, told)
        if more or not self._may_begin(text[len(said) :], words[at]):
            return at <= MOST_SOUNDS and not any(map(self._is_known, before))
        if at <= MOST_SOUNDS and not any(map(self._is_known, before)):
            return True
        clause = self._reader.raw_words(trimmed(self._without(said, *_FILLERS)))
        counts = self._digit(words[at]) is not None
        denied = denying_words(self._language)
        if denied & set(clause[-_NEAR:]):
            return False  # "they never even [stop]"
        if not clause or (counts and self._may_govern(clause[-1])):
            return False
        parted = (so or self._points_on(words[at:])) and clause[-1] in single_words(self._language, "ways")
        if is_open(clause, self._language) or (self._leads_on(clause[-1]) and not parted):
            return False
        return self._is_clause(told) or (bool(told) and told[0] in self._language.excess)

    def _is_bare_exclamation(self, said: str) -> bool:
        """Whether *said* tells only how somebody feels: "oh drat"."""
        rest = without_opening(trimmed(said), self._language, *_BEFORE)
        pattern = phrase_pattern(self._language, *_BEFORE)
        return pattern is not None and pattern.fullmatch(rest) is not None

    def _points_on(self, words: Sequence[str]) -> bool:
        """Whether *words* are an order for what was spoken of: behind "he nodded off" nothing else begins so."""
        spoken = self._language
        return words[0] in spoken.verbs and not pointing_words(spoken).isdisjoint(words[1:2])

    def _behind_sounds(self, words: Sequence[str]) -> Sequence[str]:
        """*words* without the sounds before a clause that nobody knows: "gosh [the baby's asleep]"."""
        for at in range(min(MOST_SOUNDS + 1, len(words) - 1)):
            if self._is_clause(words[at:]):
                return words[at:]
            if self._is_known(words[at]):
                break
        return words

    def _stands_behind(self, words: Sequence[str]) -> bool:
        """Whether *words* behind a request may ask for nothing."""
        spoken, text = self._language, " ".join(words)
        if not words or not trimmed(self._without(text, *BEHIND)):
            return True
        calling = phrase_pattern(spoken, "callings", "particles")
        called = calling.match(text) if calling is not None else None
        if called is not None:  # "sixty [love i can't hear]"
            words, text = words[len(called.group().split()) :], trimmed(text[called.end() :])
        if len(words) < 2 or self._takes_back(words) or self._says_more(text, words):
            return False  # "twelve [i don't think so]"
        opening = spoken.subjects | spoken.points | spoken.articles | spoken.owners | spoken.demonstratives
        reasons = phrase_pattern(spoken, "reasons", "otherwise", "explaining")
        why = reasons is not None and reasons.match(text) is not None
        return why or (words[0] in opening and self._is_clause(words))

    def _takes_back(self, words: Sequence[str]) -> bool:
        """Whether *words* behind a request begin with a negation that may be of that, rather than of something of which
        they tell: "i don't think so", "don't", and not "i haven't got my glasses on"."""
        denied = single_words(self._language, "negations")
        at = next((at for at, word in enumerate(words[:_DENYING]) if word in denied), None)
        return at is not None and (not at or not any(is_content(word, self._language) for word in words[at + 1 :]))

    def _says_more(self, text: str, words: Sequence[str]) -> bool:
        """Whether *words* limit or order something, or say a value that may be wanted."""
        reports = phrase_pattern(self._language, "reports")
        if self.limits(text) or (reports is not None and reports.search(text) is not None):
            return True
        opens = bool(words) and is_content(words[0], self._language) and words[0] in self._reader.trained.openers
        heard = self._reader.hear_raw(text)
        # "I picked the wrong one" counts nothing.
        said = (x for x in valued(heard) if not self._language.ones.issuperset(heard.words[x.start : x.end]))
        return opens or any(x.kind != m.ORDINAL for x in said)

    def limits(self, text: str) -> bool:
        """Whether *text* says when or of what alone something is wanted."""
        limits = phrase_pattern(self._language, "conditions", "exceptions", "instead_of")
        return limits is not None and limits.search(text) is not None

    def _may_begin(self, text: str, first: str) -> bool:
        """Whether *text*, which begins with the word *first*, begins something, rather than goes on with a clause."""
        spoken = self._language
        if first in (spoken.verbs | spoken.question_words) - spoken.auxiliaries - spoken.states - spoken.copulas:
            return True
        if first in self._reader.trained.openers and is_content(first, spoken):
            return True
        following = self._reader.raw_words(text)[1:2]
        points = pointing_words(spoken) | spoken.demonstratives
        if is_content(first, spoken) and verb_share(first, spoken) > 0 and not points.isdisjoint(following):
            return True  # "scrap it", which a clause has just ended before
        leads = phrase_pattern(spoken, *_LEADS)
        return (leads is not None and leads.match(text) is not None) or self._digit(first) is not None

    def _leads_on(self, word: str) -> bool:
        """Whether a clause that ends with *word* goes on: "i didn't", "my", "it's in"."""
        spoken = self._language
        ends = spoken.persons | spoken.points | spoken.adverbs | {*spoken.joints, *spoken.consequences}
        goes_on = spoken.articles | spoken.owners | spoken.auxiliaries | spoken.states
        return word in goes_on | single_words(spoken, "negations") or word in spoken.function_words - ends

    def _may_govern(self, word: str) -> bool:
        """Whether what stands behind *word* may be its object: "i never got [a six]"."""
        spoken = self._language
        return word in spoken.preterites or is_inflected(word, spoken) or verb_share(word, spoken) >= MOSTLY

    def says_something(self, text: str) -> bool:
        """Whether there is more to *text* than small words."""
        rest = self._reader.hear_raw(trimmed(self._without(text, *_FILLERS, "particles")))
        return bool(valued(rest)) or any(is_content(word, self._language) for word in rest.words)

    def _is_bare(self, text: str) -> bool:
        """Whether *text* neither begins nor ends with what only fills."""
        pattern = phrase_pattern(self._language, *_FILLERS)
        return pattern is None or all(x.start() and x.end() < len(text) for x in pattern.finditer(text))

    def _is_clause(self, words: Sequence[str]) -> bool:
        """Whether *words* say something of somebody or something."""
        return len(words) > 1 and stated(words, self._language, alone=True) is not None

    def _is_known(self, word: str) -> bool:
        """Whether *word* means something by itself, as far as is known."""
        spoken = self._language
        if not is_content(word, spoken) or "'" in word or word in single_words(spoken, "negations"):
            return True
        net = english_wordnet() if spoken.code == ENGLISH else None
        return net is None or self._begins(word) or bool(net.fields(word))
