"""Which words of a request a tool's reading explains, as a value or as its own wording, and which are left."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from ovos_phal_plugin_jarvis.nlu.entities import EMAIL, NUMBER, ORDINAL, PATH, PLACE, QUOTED, URL, Mention
from ovos_phal_plugin_jarvis.nlu.lang import Language
from ovos_phal_plugin_jarvis.nlu.matching import Candidate
from ovos_phal_plugin_jarvis.nlu.reading import Heard
from ovos_phal_plugin_jarvis.nlu.text import fold, tokenize
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition


@dataclass(frozen=True)
class Account:
    """The words of an utterance, by place, as one tool's reading explains them. What is in none of these is filler."""

    values: frozenset[int]
    """Say an argument."""
    wording: frozenset[int]
    """Say which tool is meant: its examples, its definition or its name hold them outside values."""
    left: tuple[int, ...]
    """Nothing explains them."""


_EXPLAINS = ("example", "declared", "meaning")


def account(candidate: Candidate, heard: Heard, language: Language) -> Account:
    """Who explains which word of *heard*."""
    own = vocabulary(candidate.definition, language)
    wording, left = set(), []
    known = len(candidate.account.how) == len(heard.words)
    numbers = {at for x in heard.mentions if x.kind in (NUMBER, ORDINAL) for at in range(x.start, x.end)}
    for at, word in enumerate(heard.words):
        if at in candidate.filled.covered or not (is_content(word, language) or (at in numbers and word != "a")):
            continue
        stemmed = language.stem(word)
        if stemmed in own.wording or (known and at not in numbers and candidate.account.how[at] in _EXPLAINS):
            wording.add(at)
        elif stemmed not in own.choices or at in numbers:
            left.append(at)
    return Account(frozenset(candidate.filled.covered), frozenset(wording), tuple(left))


def is_content(word: str, language: Language) -> bool:
    """Whether *word* says something of what a request is about."""
    if word in language.more or word in language.less:
        return True  # "turn it up" is not for a tool that knows only "off", though "up" is a word of grammar
    return (
        any(map(str.isalnum, word))
        and word not in language.function_words
        and word not in language.light_words
        and word not in language.fillers
    )


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


def words_of(text: str) -> list[str]:
    """The words of a text or of a name in snake, kebab or camel case."""
    spaced = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", text)
    return [token.norm for token in tokenize(re.sub(r"[_-]+", " ", spaced))]


_NAMES = frozenset([PLACE, QUOTED, EMAIL, URL, PATH])


def valued(heard: Heard) -> list[Mention]:
    """The mentions that are numbers, lengths or times: a name ("anna", which is a town too) is a text."""
    return [x for x in heard.mentions if x.kind not in _NAMES]


@lru_cache(maxsize=512)
def phrase_pattern(language: Language, *tables: str) -> re.Pattern[str] | None:
    """Any phrase of *tables* of *language*, commas and pauses between its words allowed; None where they are empty."""
    phrases = {phrase for table in tables for phrase in getattr(language, table)}
    if not phrases:
        return None
    ordered = sorted(phrases, key=lambda phrase: (-len(phrase.split()), -len(phrase)))
    spelled = "|".join(r"[\s,;:.!…-]+".join(map(re.escape, fold(phrase).split())) for phrase in ordered)
    return re.compile(rf"(?<![\w'])(?:{spelled})(?![\w'])", re.IGNORECASE)
