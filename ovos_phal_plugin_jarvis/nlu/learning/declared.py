"""What a tool says of itself in name, description and schema: the words that explain a request to it."""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from ovos_phal_plugin_jarvis.nlu.knowledge import english_wordnet
from ovos_phal_plugin_jarvis.nlu.text import tokenize
from ovos_phal_plugin_jarvis.nlu.words import FUNCTION_WORDS
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition

_EMPTY = frozenset(
    [
        "tool",
        "get",
        "do",
        "run",
        "use",
        "this",
        "given",
        "return",
        "returns",
        "value",
        "values",
        "result",
        "results",
        "string",
        "text",
        "name",
        "user",
        "users",
        "number",
        "numbers",
        "e.g.",
        "eg",
        "etc",
        "optional",
        "default",
        "defaults",
        "true",
        "false",
        "new",
        "one",
        "service",
        "via",
        "using",
        "based",
        "such",
    ]
)
"""Words of definitions that tell nothing of what is asked for, unless they stand in the tool's own name."""
_NEGATED = re.compile(r"\b(?:not|never|don't|doesn't|no|except|instead|rather|unless)\b", re.IGNORECASE)
_MAX_DESCRIPTION = 400
_MAX_ENUM = 60
_MOST = 12
"""Synonyms of a word that are looked at."""


@dataclass(frozen=True)
class Declared:
    """The words of one definition, each with what it weighs, 0 to 1."""

    verbs: frozenset[str]
    """What it does: lemmas from name and description."""
    name: frozenset[str]
    """Lemmas of the name."""
    words: Mapping[str, float]
    """Lemma → weight: its own name most, what an argument is called least."""
    parameters: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """Argument → lemmas that name it."""


def split_name(name: str) -> list[str]:
    """The words of a name in snake, kebab or camel case, without figures."""
    spelled = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", " ", name)
    return [word for word in re.split(r"[\W\d_]+", spelled.lower()) if word]


@lru_cache(maxsize=20_000)
def lemma(word: str) -> str:
    """The form under which *word* is found in a dictionary; *word* itself where it is in none."""
    net = english_wordnet()
    if net is None:
        return word
    found = net.lemmas(word)
    # "lights" is first a noun of its own in no dictionary; "left" is more often said for itself than for "leave".
    return found[0][0] if found else word


def declared(definition: ToolDefinition) -> Declared:
    """What *definition* says of itself."""
    weights: dict[str, float] = {}

    def add(words: Iterable[str], weight: float, *, own: bool = False) -> list[str]:
        found = []
        for word in words:
            base = lemma(word)
            if word in FUNCTION_WORDS or len(word) < 2 or (not own and word in _EMPTY):
                continue
            weights[base] = max(weights.get(base, 0.0), weight * (0.3 if word in _EMPTY else 1.0))
            found.append(base)
        return found

    name_words = split_name(definition.name)
    name = add(name_words, 1.0, own=True)
    sentences = [s for s in re.split(r"(?<=[.;!?])\s+|\n", definition.description[:_MAX_DESCRIPTION]) if s.strip()]
    verbs = {lemma(w) for w in name_words if _may_be_verb(w)}
    for at, sentence in enumerate(sentences):
        # Later sentences often say what the tool does not do.
        if at and _NEGATED.search(sentence):
            continue
        words = [token.norm for token in tokenize(sentence)]
        if not at and words and _may_be_verb(words[0]):
            verbs.add(lemma(words[0]))
        add(words, 0.8 if not at else 0.4)
    for keyword in definition.keywords:
        add((token.norm for token in tokenize(keyword)), 1.0)
    parameters: dict[str, frozenset[str]] = {}
    for parameter in definition.parameters:
        own_words = add(split_name(parameter.name), 0.4, own=True)
        add((token.norm for token in tokenize(parameter.description[:200])), 0.3)
        for value in (parameter.enum_values or ())[:_MAX_ENUM]:
            add((token.norm for token in tokenize(value.replace("_", " "))), 0.5)
        parameters[parameter.name] = frozenset(own_words)
    return Declared(frozenset(verbs), frozenset(name), weights, parameters)


@lru_cache(maxsize=5_000)
def _may_be_verb(word: str) -> bool:
    net = english_wordnet()
    return net is not None and any(pos == "v" for _, pos in net.lemmas(word))


@lru_cache(maxsize=20_000)
def alike(word: str, *, wider: bool = True) -> tuple[tuple[str, float], ...]:
    """Lemmas that may be said for *word*, with how near they are, 0 to 1; *word*'s own first.

    Args:
        word: a normalised word.
        wider: whether what it is a kind of counts as well: a "kitchen" is a room.
    """
    base = lemma(word)
    found = {base: 1.0, word: 1.0}
    net = english_wordnet()
    if net is not None:
        for form, _ in net.lemmas(word):
            found.setdefault(form, 0.95)
        for other, weight in net.synonyms(word)[:_MOST]:
            if weight >= 0.2:
                found[other] = max(found.get(other, 0.0), 0.4 + 0.4 * weight)
        for other in net.derived(word):
            found[other] = max(found.get(other, 0.0), 0.75)
        for other, weight in net.wider(word)[:_MOST] if wider else ():
            if weight >= 0.25:
                found[other] = max(found.get(other, 0.0), 0.6 * weight)
    return tuple(found.items())


class DeclaredIndex:
    """Ranks tools by how well their own words explain what was said."""

    def __init__(self, tools: Mapping[str, Declared]) -> None:
        self.tools = dict(tools)
        counts = Counter(word for tool in tools.values() for word in tool.words)
        total = len(tools) + 20
        self._rarity = {word: math.log(total / (1 + n)) / math.log(total) for word, n in counts.items()}
        self._places: dict[str, list[tuple[str, float]]] = {}
        for name, tool in self.tools.items():
            for word, weight in tool.words.items():
                self._places.setdefault(word, []).append((name, weight))
        self._mass = {name: sum(self._rarity[w] for w in tool.name) or 1.0 for name, tool in self.tools.items()}

    def rank(self, words: Sequence[str]) -> list[tuple[str, float, float]]:
        """Tool, how much of *words* it explains, how much of its name is said; the best first."""
        said: dict[str, float] = defaultdict(float)
        named: dict[str, dict[str, float]] = defaultdict(dict)
        content = [word for word in words if word not in FUNCTION_WORDS]
        for word in dict.fromkeys(content):
            best: dict[str, float] = {}
            for other, near in alike(word):
                rarity = self._rarity.get(other)
                if rarity is None:
                    continue
                for name, weight in self._places[other]:
                    value = near * weight * rarity
                    if value > best.get(name, 0.0):
                        best[name] = value
                    if other in self.tools[name].name:
                        named[name][other] = max(named[name].get(other, 0.0), near * rarity)
            for name, value in best.items():
                said[name] += value
        found = [(name, value, sum(named[name].values()) / self._mass[name]) for name, value in said.items()]
        found.sort(key=lambda row: -(row[1] + 0.5 * row[2]))
        return found
