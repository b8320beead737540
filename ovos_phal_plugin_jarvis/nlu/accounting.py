"""Accounting for every word of a request: in a value, in wording that the tool explains, or known to mean nothing.

What is left over decides whether a tool may be called at all: a number that no argument took, a negation, a word that
means the opposite of what the tool does are never dropped in silence.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache, partial

from ovos_phal_plugin_jarvis.nlu.entities import NUMBER, ORDINAL
from ovos_phal_plugin_jarvis.nlu.lang import Language, is_content
from ovos_phal_plugin_jarvis.nlu.learning.filled import Filled
from ovos_phal_plugin_jarvis.nlu.learning.wording import (
    DECLARED,
    EXAMPLE,
    FILLER,
    LEFT,
    MEANING,
    VALUE,
    Wording,
)
from ovos_phal_plugin_jarvis.nlu.reading import Heard
from ovos_phal_plugin_jarvis.nlu.reasons import Reason
from ovos_phal_plugin_jarvis.nlu.refusals import COUNTED, reasons
from ovos_phal_plugin_jarvis.nlu.text import words_of
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition


@dataclass(frozen=True, eq=False)
class Account:
    """What explains each word of a request to one tool."""

    how: tuple[str, ...]
    """For each word one of the codes above."""
    find: Callable[[], Iterable[Reason]] = field(default=tuple, repr=False)
    """Finds why something that is left can't be dropped, of which only a tool that may be meant is asked: most that a
    request is read for are so unlikely that nobody wants to know."""
    told: bool = False
    """Whether the tool is told what was done or how something is, as its examples show: it writes that down."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Account) and (
            (self.how, self.reasons, self.told) == (other.how, other.reasons, other.told)
        )

    @cached_property
    def reasons(self) -> tuple[Reason, ...]:
        """Why something that is left can't be dropped; empty where it can."""
        return tuple(self.find())

    @property
    def refused(self) -> str | None:
        """The code of the first of these."""
        return self.reasons[0].code if self.reasons else None

    @property
    def about(self) -> tuple[str, ...]:
        """The words that it is about."""
        return tuple(self.reasons[0].about) if self.reasons else ()

    @property
    def left(self) -> list[int]:
        """Words with meaning that nothing explains."""
        return [at for at, how in enumerate(self.how) if how == LEFT]

    @property
    def content(self) -> int:
        """Words with meaning outside values."""
        return sum(how not in (VALUE, FILLER) for how in self.how)

    def without(self, code: str) -> Account:
        """It without the reason *code*."""
        return replace(self, find=lambda: (reason for reason in self.reasons if reason.code != code))

    @property
    def unreasoned(self) -> Account:
        """It without any reason."""
        return replace(self, find=tuple)

    def beside(self, before: Iterable[Reason] = (), behind: Iterable[Reason] = ()) -> Account:
        """It with the reasons *before* and *behind* its own."""
        return replace(self, find=lambda: (*before, *self.reasons, *behind))

    def is_outweighed(self, directed: float, confidence: float) -> bool:
        """Whether there are reasons and none counts (:meth:`Reason.counts`)."""
        return bool(self.reasons) and not any(reason.counts(directed, confidence) for reason in self.reasons)


def account(heard: Heard, tool: Wording, filled: Filled, *, dated: bool = False) -> Account:
    """What explains the words of *heard* for *tool*, and whether something is left that must not be dropped.

    Args:
        heard: the request.
        tool: what the tool explains.
        filled: its arguments as found in the words, which must not change any more.
        dated: a day may be for another tool, which moves this one's.
    """
    numbers = {at for x in heard.mentions if x.kind in COUNTED for at in range(x.start, x.end)}
    how = []
    for at, word in enumerate(heard.words):
        if at in filled.covered:
            how.append(VALUE)
        elif at in numbers or not any(map(str.isalnum, word)):
            how.append(FILLER)
        else:
            how.append(tool.how(word))
    return Account(tuple(how), partial(reasons, heard, tool, filled, how, dated), tool.told)


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
    for text in (definition.named, definition.description.partition(". ")[0][:400], *definition.keywords):
        wording.update(words_of(text))
    wording.update(word for p in definition.parameters for word in words_of(p.named))
    stems = {language.stem(word) for word in wording if is_content(word, language) and not word[0].isdigit()}
    return Vocabulary(frozenset(stems - choices), frozenset(choices))
