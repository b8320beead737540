"""Which tool an utterance is for: one multinomial logistic regression over all tools and "none of them"."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from ovos_phal_plugin_jarvis.nlu.gazetteers import find_phrases
from ovos_phal_plugin_jarvis.nlu.learning.declared import alike
from ovos_phal_plugin_jarvis.nlu.maxent import Maxent, train_maxent
from ovos_phal_plugin_jarvis.nlu.meanings import classes_of
from ovos_phal_plugin_jarvis.nlu.mentions import NUMBER, Mention
from ovos_phal_plugin_jarvis.nlu.numerals import is_number_word
from ovos_phal_plugin_jarvis.nlu.stems import stem
from ovos_phal_plugin_jarvis.nlu.words import FUNCTION_WORDS

NONE = "-"
"""The label of utterances that no tool is for."""


@dataclass(frozen=True)
class ClassifierOptions:
    """How it is trained; parts may be left out for the ablation."""

    characters: bool = True
    classes: bool = True
    background: bool = True
    unknown: bool = True
    c1: float = 0.0
    c2: float = 0.3
    iterations: int = 80


@dataclass(frozen=True)
class TrainingItem:
    """One utterance and the tool that it is for."""

    words: tuple[str, ...]
    mentions: tuple[Mention, ...]
    label: str
    weight: float = 1.0


def features(
    words: Sequence[str],
    mentions: Sequence[Mention],
    known: Counter[str],
    own: Counter[str] | None,
    options: ClassifierOptions,
) -> dict[str, float]:
    """Feature → weight.

    Args:
        words: the normalised words.
        mentions: typed mentions in them.
        known: how many training utterances hold each word.
        own: words of this very utterance where it is one of them, to be taken off again.
        options: what to leave out.
    """
    found: dict[str, float] = {"bias": 1.0}
    words = forms = numbers_as_one(words, mentions)
    unknown = 0
    for at, form in enumerate(forms):
        seen = known[form] - (own[form] if own else 0)
        content = form not in FUNCTION_WORDS and form != "#"
        if options.unknown and seen <= 0 and content:
            unknown += 1
        weight = 1.0 if content else 0.5
        found[f"w={form}"] = weight
        if content:
            found[f"t={stem(form)}"] = 0.7
        if options.characters and len(form) > 4:
            for start in range(len(form) - 3):
                found[f"c={form[start : start + 4]}"] = 0.25
        following = forms[at + 1] if at + 1 < len(forms) else "$"
        found[f"b={form}|{following}"] = 0.7
        if at + 2 < len(forms):
            found[f"g={form}|{forms[at + 2]}"] = 0.4
    if forms:
        found[f"first={forms[0]}"] = 0.8
        found[f"last={forms[-1]}"] = 0.4
        if len(forms) > 1:
            found[f"first2={forms[0]}|{forms[1]}"] = 0.6
    if options.classes:
        for word in words:
            for meaning in classes_of(word):
                found[f"y={meaning}"] = 0.5
        for word in words:
            if word not in FUNCTION_WORDS:
                for other, near in alike(word):
                    found[f"s={other}"] = max(found.get(f"s={other}", 0.0), 0.5 * near)
        for phrase in find_phrases(words):
            found[f"k={phrase.kind}"] = 0.8
            found[f"after={phrase.kind}|{_after(forms, phrase.end, known, own)}"] = 0.8
            if forms and phrase.start:
                found[f"f={forms[0]}|{phrase.kind}"] = 0.5
                found[f"bk={forms[phrase.start - 1]}|{phrase.kind}"] = 0.4
        for mention in mentions:
            found[f"m={mention.kind}"] = 0.6
    if unknown:
        found["unknown"] = min(unknown, 4) * 0.5
        found[f"unknown{min(unknown, 4)}"] = 0.5
    found[f"length{min(len(forms), 12) // 3}"] = 0.3
    return found


def _after(forms: Sequence[str], at: int, known: Counter[str], own: Counter[str] | None) -> str:
    """What follows a phrase: a title follows "the film", a preposition follows "the films"."""
    if at >= len(forms):
        return "$"
    if forms[at] in FUNCTION_WORDS:
        return forms[at]
    return "known" if known[forms[at]] - (own[forms[at]] if own else 0) > 1 else "strange"


def numbers_as_one(words: Sequence[str], mentions: Sequence[Mention]) -> list[str]:
    """*words* with one ``#`` for each number: "three and a half" is as much a number as "12"."""
    ends = {mention.start: mention.end for mention in mentions if mention.kind == NUMBER}
    forms: list[str] = []
    at = 0
    while at < len(words):
        forms.append("#" if at in ends or is_number_word(words[at]) else words[at])
        at = ends.get(at, at + 1)
    return forms


def _forms(words: Sequence[str]) -> set[str]:
    return {"#" if is_number_word(word) else word for word in words}


def vocabulary_of(items: Sequence[TrainingItem]) -> Counter[str]:
    """How many of the tools' utterances hold each word."""
    known: Counter[str] = Counter()
    for item in items:
        if item.label != NONE:
            known.update(_forms(item.words))
    return known


def train_classifier(items: Sequence[TrainingItem], known: Counter[str], options: ClassifierOptions) -> bytes:
    """A trained model."""
    rows = []
    for item in items:
        own = Counter(_forms(item.words)) if item.label != NONE else None
        row = features(item.words, item.mentions, known, own, options)
        rows.append({name: value * item.weight for name, value in row.items()} if item.weight != 1.0 else row)
    return train_maxent(
        rows, [item.label for item in items], c1=options.c1, c2=options.c2, iterations=options.iterations
    )


class Classifier:
    """A trained model at work. Not thread-safe: one at a time may ask it."""

    def __init__(self, model: bytes, known: Counter[str], options: ClassifierOptions) -> None:
        self._model = Maxent(model)
        self._known = known
        self._options = options

    def rank(self, words: Sequence[str], mentions: Sequence[Mention]) -> list[tuple[str, float]]:
        """Every tool, and ``NONE``, with its probability, the likeliest first."""
        scored = self._model.probabilities(features(words, mentions, self._known, None, self._options))
        return sorted(scored.items(), key=lambda pair: -pair[1])
