"""Which words of an utterance say which argument: a conditional random field, one a tool."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ovos_phal_plugin_jarvis.nlu.lang import Language
from ovos_phal_plugin_jarvis.nlu.learning.alignment import FEW, AlignedExample, Span
from ovos_phal_plugin_jarvis.nlu.learning.augmentation import MANY, with_copies
from ovos_phal_plugin_jarvis.nlu.learning.features import (
    Vocabulary,
    hashed_features,
    sentence_features,
    vocabulary_of,
    vocabulary_of_one,
)
from ovos_phal_plugin_jarvis.nlu.learning.filled import Marks
from ovos_phal_plugin_jarvis.nlu.learning.linear import Linear, train_chain
from ovos_phal_plugin_jarvis.nlu.reading import Heard

_C1, _C2, _ITERATIONS = 0.3, 0.02, 60
_CASED_SHARE = 0.2
"""Share of examples with capitals from which on text that has them gets a model of its own."""
_SURE = 0.9
"""Probability from which a word outside every span is left there, where the examples are few."""


@dataclass(frozen=True)
class TaggedSpan:
    """Words that say an argument, and how sure that is."""

    start: int
    end: int
    parameter: str
    probability: float


@dataclass(frozen=True)
class Tagged:
    """What a tagger says of an utterance."""

    spans: list[TaggedSpan]
    loose: frozenset[int]
    """Words outside every span of which that is not sure: they may belong to the text beside them."""
    marks: Marks | None = None
    """How likely each word says an argument."""


class Tagger:
    """Says which words say which argument of one tool. Capitals tell names apart, so text that has them has a model
    of its own. Immutable."""

    def __init__(self, lower: Linear, cased: Linear | None, vocabulary: Vocabulary, few: bool) -> None:
        """
        Args:
            lower: for text in lower case.
            cased: for text with capitals; None where the examples have none.
            vocabulary: what the examples say about words.
            few: whether there were few examples.
        """
        self.lower = lower
        self.cased = cased
        self._vocabulary = vocabulary
        self._few = few

    @classmethod
    def trained(cls, examples: Sequence[AlignedExample], free: frozenset[str]) -> Tagger | None:
        """Learned from *examples*, in which the arguments in *free* hold free text; None where none says any."""
        if not any(example.spans for example in examples):
            return None
        vocabulary = vocabulary_of(examples)
        written = sum(has_capitals(_texts(example.heard)) for example in examples) >= _CASED_SHARE * len(examples)
        copies = list(with_copies(examples, free))
        many = len(examples) > MANY
        return cls(
            _train(copies, vocabulary, many, lower=True),
            _train(copies, vocabulary, many, lower=False) if written else None,
            vocabulary,
            len(examples) < FEW,
        )

    @classmethod
    def kept(cls, lower: Linear, cased: Linear | None, examples: Sequence[AlignedExample]) -> Tagger:
        """What was learned before from *examples*."""
        return cls(lower, cased, vocabulary_of(examples), len(examples) < FEW)

    def tag(self, heard: Heard) -> Tagged:
        """The arguments that the words say, by place."""
        words = heard.words
        if not words:
            return Tagged([], frozenset())
        model = self.cased if self.cased is not None and has_capitals(_texts(heard)) else self.lower
        labels, likely = model.tag(hashed_features(heard, self._vocabulary, lower=model is self.lower))
        sure = [float(row[model.labels.index(label)]) for row, label in zip(likely, labels, strict=True)]
        loose = frozenset(
            at
            for at, label in enumerate(labels)
            if self._few and label == "O" and sure[at] < _SURE and self._is_strange(words[at], heard.lang)
        )
        return Tagged(spans_of(labels, sure), loose, Marks(model.labels, likely))

    def _is_strange(self, word: str, lang: Language) -> bool:
        """Whether no example says *word* outside a value, and it is no function word."""
        return self._vocabulary.carrier[word] == 0 and word not in lang.function_words and word.isalpha()


def _train(
    copies: Sequence[tuple[AlignedExample, Heard, Sequence[Span]]], vocabulary: Vocabulary, many: bool, *, lower: bool
) -> Linear:
    sequences = (
        (
            sentence_features(heard, vocabulary, lower=lower, own=vocabulary_of_one(example)),
            labels_of(len(heard.words), spans),
        )
        for example, heard, spans in copies
    )
    return train_chain(sequences, c1=_C1 / 3 if many else _C1, c2=_C2, iterations=_ITERATIONS * (3 if many else 1))


def labels_of(count: int, spans: Sequence[Span]) -> list[str]:
    """``B-name``, ``I-name`` and ``O`` for *count* words."""
    labels = ["O"] * count
    for span in spans:
        labels[span.start] = f"B-{span.parameter}"
        for at in range(span.start + 1, span.end):
            labels[at] = f"I-{span.parameter}"
    return labels


def spans_of(labels: Sequence[str], probabilities: Sequence[float]) -> list[TaggedSpan]:
    """The runs of equal labels; a run is as sure as its least sure word."""
    found: list[TaggedSpan] = []
    start = 0
    while start < len(labels):
        if labels[start] == "O":
            start += 1
            continue
        name = labels[start][2:]
        end = start + 1
        while end < len(labels) and labels[end] == f"I-{name}":
            end += 1
        found.append(TaggedSpan(start, end, name, min(probabilities[start:end])))
        start = end
    return found


def has_capitals(texts: Sequence[str]) -> bool:
    """Whether a word after the first begins with a capital: written text, not a recogniser's."""
    return any(text[:1].isupper() and text != "I" for text in texts[1:])


def _texts(heard: Heard) -> list[str]:
    return [token.text for token in heard.tokens]
