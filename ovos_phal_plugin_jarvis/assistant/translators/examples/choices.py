"""Arguments that are one of a few values, by what is meant rather than by what is said: "plus" → ``add``."""
from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from ovos_phal_plugin_jarvis.assistant.translators.examples.alignment import AlignedExample
from ovos_phal_plugin_jarvis.assistant.translators.examples.classifier import stem
from ovos_phal_plugin_jarvis.assistant.translators.examples.features import FUNCTION_WORDS
from ovos_phal_plugin_jarvis.assistant.translators.examples.numerals import is_number_word
from ovos_phal_plugin_jarvis.assistant.translators.examples.text import tokenize
from ovos_phal_plugin_jarvis.tools.definition import ToolParameter

_MEANINGS: tuple[tuple[frozenset[str], tuple[str, ...]], ...] = tuple(
    (frozenset(names.split()), tuple(words.split("|"))) for names, words in (
        ("add addition plus sum", "add|plus|sum|added to|total|and"),
        ("subtract subtraction minus difference", "subtract|minus|take away|less|difference|subtracted from|take|from"),
        ("multiply multiplication times product", "multiply|times|multiplied by|product|x|*|×|multiplied"),
        ("divide division quotient", "divide|divided by|over|quotient|divided|/|÷"),
        ("power exponent exponentiate", "power|to the power of|squared|cubed|raised to"),
        ("sqrt square_root root", "square root|root"),
        ("percent percentage percent_of", "percent of|percent|%"),
        ("modulo mod remainder", "modulo|mod|remainder"),
        ("on enable enabled activate turn_on true", "on|enable|activate|start"),
        ("off disable disabled deactivate turn_off false", "off|disable|deactivate|kill|out"),
        ("toggle", "toggle|flip"),
        ("up increase raise louder brighter warmer higher volume_up", "up|louder|increase|raise|brighter|warmer|higher|more|hotter"),
        ("down decrease lower quieter dimmer cooler softer volume_down reduce",
         "down|quieter|decrease|lower|dim|dimmer|cooler|softer|less|reduce|darker|colder"),
        ("mute silence", "mute|silence|silent|be quiet|shut up"),
        ("unmute", "unmute|sound back on"),
        ("pause", "pause|hold|halt"),
        ("resume continue unpause", "resume|continue|carry on|unpause|keep going"),
        ("stop cancel end", "stop|cancel|end|abort|dismiss|never mind|quit"),
        ("start begin create new set", "start|begin|create|new|set|make"),
        ("next skip forward", "next|skip|forward"),
        ("previous back last prev", "previous|go back|back|last one|before"),
        ("play", "play"),
        ("remove delete clear", "remove|delete|take off|clear|erase|cross off|scratch|drop|get rid of"),
        ("list show read get query", "list|show|read|what 's on|what is on|what 's in|which|display|tell me"),
        ("open", "open|raise"), ("close shut", "close|shut"), ("lock", "lock"), ("unlock", "unlock"),
        ("metric celsius c centigrade", "metric|celsius|centigrade"), ("imperial fahrenheit f", "imperial|fahrenheit"),
        ("heads", "heads"), ("tails", "tails"), ("update change edit", "update|change|edit|modify"),
        ("check status remaining", "check|status|left|remaining|how long|how much time"),
        ("high", "high|maximum|max|full"), ("low", "low|minimum|min"), ("medium", "medium|middle|half"),
        ("heat heating", "heat|heating|warm"), ("cool cooling", "cool|cooling"), ("auto automatic", "auto|automatic"),
        ("shuffle random", "shuffle|random|mix"), ("repeat loop", "repeat|loop|again"),
    )
)
_MAX_VALUES = 24


class Choice:
    """Picks one argument's value, or none, from the words of an utterance."""

    def __init__(self, parameter: ToolParameter, aligned: Sequence[AlignedExample], rules: Iterable[str]) -> None:
        self.parameter = parameter
        name = parameter.name
        self._values: dict[str, Any] = {}
        self._said: dict[str, Counter[str]] = defaultdict(Counter)
        self._count: Counter[str] = Counter()
        for example in aligned:
            value = example.arguments.get(name)
            if isinstance(value, list | dict):
                continue
            key = _ABSENT if value is None else str(value)
            if value is not None:
                self._values[key] = value
            taken = {at for span in example.spans if span.parameter != name for at in range(span.start, span.end)}
            forms = {form for form in _forms([w for at, w in enumerate(example.words) if at not in taken])}
            self._said[key].update(forms)
            self._count[key] += 1
        for value in parameter.enum_values or ():
            self._values.setdefault(str(value), value)
        if parameter.param_type in ("bool", "boolean"):
            self._values = {"True": True, "False": False}
        self._names = {key: _names(key, name, rules) for key in self._values}
        self._vocabulary = {form for said in self._said.values() for form in said}

    @property
    def useful(self) -> bool:
        """Whether there is something to choose between."""
        return 0 < len(self._values) <= _MAX_VALUES

    def pick(self, words: Sequence[str], taken: set[int]) -> tuple[Any, float]:
        """The value that *words* mean and how sure that is, 0 to 1; None where they mean none.

        Args:
            words: the normalised words.
            taken: words that say other arguments.
        """
        free = [word for at, word in enumerate(words) if at not in taken]
        named = self._named(free)
        forms = _forms(free)
        total = sum(self._count.values())
        scores: dict[str, float] = {}
        for key in {*self._count, *self._values}:
            count = self._count[key]
            if not total or (not count and key not in named):
                continue
            score = math.log((count + 0.5) / (total + 1))
            for form in forms:
                if form not in self._vocabulary:
                    continue
                score += math.log((self._said[key][form] + 0.3) / (count + 0.6))
                overall = sum(said[form] for said in self._said.values())
                score -= math.log((overall + 0.3) / (total + 0.6))
            scores[key] = score + 4.0 * named.get(key, 0.0)
        if not scores:
            best = max(named, key=lambda key: named[key], default=None)
            return (self._values[best], 0.7) if best is not None and named[best] > 0 else (None, 0.0)
        best = max(scores, key=lambda key: scores[key])
        weight = sum(math.exp(max(-50.0, score - scores[best])) for score in scores.values())
        return (None if best == _ABSENT else self._values[best]), 1.0 / weight

    def _named(self, words: Sequence[str]) -> dict[str, float]:
        """Values whose own name or meaning is said, and how strongly: the name itself more than a word of that meaning."""
        joined = f" {' '.join(words)} "
        stems = f" {' '.join(stem(word) for word in words)} "
        found: dict[str, float] = {}
        for key, names in self._names.items():
            for phrase, strength in names:
                if f" {phrase} " in joined or f" {stem(phrase)} " in stems:
                    length = 1 + 0.25 * phrase.count(" ")
                    found[key] = max(found.get(key, 0.0), strength * length)
        return found


_ABSENT = "\0absent"


def _forms(words: Sequence[str]) -> set[str]:
    forms = ["#" if is_number_word(word) else stem(word) for word in words]
    pairs = {f"{a} {b}" for a, b in zip(forms, forms[1:], strict=False)}
    return {form for form, word in zip(forms, words, strict=True) if word not in FUNCTION_WORDS or word in _TELLING} | pairs


_TELLING = {"on", "off", "up", "down", "from", "over", "by", "to", "into", "what", "how", "no", "not", "out"}


def _names(key: str, parameter: str, rules: Iterable[str]) -> list[tuple[str, float]]:
    """Phrases that mean the value *key*, with their strength."""
    plain = " ".join(re.split(r"[\W_]+", key.lower())).strip()
    found: dict[str, float] = {plain: 1.0} if plain and key not in ("True", "False") else {}
    for names, words in _MEANINGS:
        if key.lower() in names or plain.replace(" ", "_") in names:
            for word in words:
                found.setdefault(word, 0.7)
    for rule in rules:
        for phrase in _said_by_rule(rule, key):
            found.setdefault(phrase, 0.9)
    return list(found.items())


def _said_by_rule(rule: str, key: str) -> list[str]:
    """Words that a rule maps to *key*: "plus/sum -> 'add', minus → subtract"."""
    found: list[str] = []
    pattern = rf"([\w/ ,'\"|-]+?)\s*(?:->|→|=>|means|=)\s*['\"`]?{re.escape(key)}\b"
    for match in re.finditer(pattern, rule, re.IGNORECASE):
        left = re.split(r"[:;.]|->|→", match.group(1))[-1]
        for phrase in re.split(r"[/,|]|\bor\b", left):
            words = [token.norm for token in tokenize(phrase)]
            if 0 < len(words) <= 3:
                found.append(" ".join(words))
    return found
