"""Accounting for every word of a request: in a value, in wording that the tool explains, or known to mean nothing.

What is left over decides whether a tool may be called at all: a number that no argument took, a negation, a word that
means the opposite of what the tool does are never dropped in silence.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from ovos_phal_plugin_jarvis.nlu import mentions as m
from ovos_phal_plugin_jarvis.nlu.knowledge import english_wordnet
from ovos_phal_plugin_jarvis.nlu.learning.declared import Declared, alike, lemma
from ovos_phal_plugin_jarvis.nlu.meanings import classes_of
from ovos_phal_plugin_jarvis.nlu.numerals import is_number_word
from ovos_phal_plugin_jarvis.nlu.reading import Heard
from ovos_phal_plugin_jarvis.nlu.stems import stem
from ovos_phal_plugin_jarvis.nlu.tool_model import Filled
from ovos_phal_plugin_jarvis.nlu.words import EXCEPTIONS, FUNCTION_WORDS, LIGHT, NEGATIONS, OPPOSITES

# Reason codes of what may not be dropped
NUMBER_LEFT = "number_left"
NEGATED = "negated"
OPPOSITE = "opposite"
WORDS_LEFT = "words_left"

VALUE, EXAMPLE, DECLARED, MEANING, FILLER, LEFT = "value", "example", "declared", "meaning", "filler", "left"
_EXPLAINED = 0.3
"""How near a word must be to one of the definition's to be explained by it."""
_COUNTED = (m.NUMBER, m.DURATION, m.TIME, m.PERCENT, m.MONEY)


@dataclass(frozen=True)
class Wording:
    """The words that one tool explains."""

    declared: Declared
    carriers: Counter[str] = field(default_factory=Counter)
    """Stems of words of its examples outside values → in how many."""
    meanings: frozenset[str] = frozenset()
    """Meanings of those words."""
    heads: frozenset[str] = frozenset()
    """Lemmas of the verbs that its examples begin with."""
    negated: bool = False
    """Whether its own wording negates."""

    def how(self, word: str) -> str:
        """What explains *word*; ``LEFT`` where nothing does."""
        if self.carriers[stem(word)]:
            return EXAMPLE
        if word in FUNCTION_WORDS or word in LIGHT:
            return FILLER
        if self.nearness(word) >= _EXPLAINED:
            return DECLARED
        if any(meaning in self.meanings for meaning in classes_of(word)):
            return MEANING
        return LEFT

    def nearness(self, word: str) -> float:
        """How near *word* is to one of the definition's, 0 to 1, times what that word weighs."""
        words = self.declared.words
        return max((near * words.get(other, 0.0) for other, near in alike(word, wider=False)), default=0.0)

    @property
    def does(self) -> frozenset[str]:
        """Verbs and particles for what it does."""
        return self.declared.verbs | self.heads


def wording(declared: Declared, examples: Iterable[tuple[Sequence[str], set[int]]] = ()) -> Wording:
    """What a tool explains: its own words, and those of its examples as ``(words, places of values)``."""
    carriers: Counter[str] = Counter()
    meanings: Counter[str] = Counter()
    heads: Counter[str] = Counter()
    for words, values in examples:
        outside = [word for at, word in enumerate(words) if at not in values]
        carriers.update({stem(word) for word in outside})
        meanings.update({meaning for word in outside for meaning in classes_of(word)})
        first = next((word for word in outside if word not in FUNCTION_WORDS and word not in LIGHT), None)
        if first:
            heads[lemma(first)] += 1
    negated = any(carriers[stem(word)] for word in NEGATIONS)
    return Wording(declared, carriers, frozenset(meanings), frozenset(heads), negated)


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


def account(heard: Heard, tool: Wording, filled: Filled, *, carried: bool = False) -> Account:
    """What explains the words of *heard* for *tool*, and whether something is left that must not be dropped.

    Args:
        heard: the request.
        tool: what the tool explains.
        filled: its arguments as found in the words.
        carried: numbers may belong to what was said before.
    """
    how = []
    for at, word in enumerate(heard.words):
        if at in filled.covered:
            how.append(VALUE)
        elif is_number_word(word) or not any(map(str.isalnum, word)):
            how.append(FILLER)
        else:
            how.append(tool.how(word))
    refused, about = _refused(heard, tool, filled, how, carried)
    return Account(tuple(how), refused, tuple(about))


def _refused(
    heard: Heard, tool: Wording, filled: Filled, how: Sequence[str], carried: bool
) -> tuple[str | None, Sequence[str]]:
    negated = _negated(heard, tool, filled, how)
    if negated:
        return NEGATED, negated
    opposite = _opposite(heard, tool, filled)
    if opposite:
        return OPPOSITE, opposite
    if not carried:
        number = _number_left(heard, tool, filled)
        if number:
            return NUMBER_LEFT, number
    left = [word for word, why in zip(heard.words, how, strict=True) if why == LEFT]
    known = sum(why not in (VALUE, FILLER, LEFT) for why in how)
    if len(left) > 2 and len(left) > known:
        return WORDS_LEFT, left
    return None, ()


def _negated(heard: Heard, tool: Wording, filled: Filled, how: Sequence[str]) -> list[str]:
    """A negation before what the tool does, or an exception anywhere outside values."""
    if tool.negated:
        return []
    words = heard.words
    for at, word in enumerate(words):
        if at in filled.covered:
            continue
        if word in EXCEPTIONS and not tool.carriers[stem(word)] and tool.nearness(word) < _EXPLAINED:
            return [word]
        if word in NEGATIONS or word.endswith("n't"):
            following = words[at + 1 : at + 4]
            end = next((i for i in range(at + 1, len(words)) if heard.breaks_before(i)), len(words))
            near = any(
                how[i] in (EXAMPLE, DECLARED, MEANING, VALUE) and words[i] not in FUNCTION_WORDS
                for i in range(at + 1, min(at + 4, end))
            )
            if at and words[at - 1] == "but" or near:
                return [word, *following]
    return []


def _opposite(heard: Heard, tool: Wording, filled: Filled) -> list[str]:
    """A word that means the opposite of what the tool does, and that the tool itself never says."""
    does = tool.does
    known = {stem(word) for word in does}
    for at, word in enumerate(heard.words):
        if at in filled.covered or tool.carriers[stem(word)]:
            continue
        base = lemma(word)
        if base in does or stem(word) in known:
            continue
        against = OPPOSITES.get(base, frozenset()) | OPPOSITES.get(word, frozenset())
        net = english_wordnet()
        if net is not None and word not in FUNCTION_WORDS and word not in LIGHT:
            against |= net.opposites(word)
        hit = against & (does | tool.declared.name)
        if hit and base not in tool.declared.words:
            return [word]
    return []


def _number_left(heard: Heard, tool: Wording, filled: Filled) -> list[str]:
    for mention in heard.mentions:
        places = range(mention.start, mention.end)
        if mention.kind not in _COUNTED or not filled.covered.isdisjoint(places):
            continue
        said = heard.words[mention.start : mention.end]
        # "one", "a second" and the like count nothing; what examples say outside values is wording.
        if all(word in LIGHT or word in FUNCTION_WORDS or tool.carriers[stem(word)] for word in said):
            continue
        if mention.kind == m.NUMBER and re.fullmatch(r"(?:one|a|an|second|half|quarter)", said[0]) and len(said) == 1:
            continue
        return list(said)
    return []
