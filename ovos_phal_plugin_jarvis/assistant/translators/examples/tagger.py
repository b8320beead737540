"""Which words of an utterance say which argument: one conditional random field a tool."""
from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

import pycrfsuite

from ovos_phal_plugin_jarvis.assistant.translators.examples.alignment import AlignedExample, Span
from ovos_phal_plugin_jarvis.assistant.translators.examples.augment import Sentence, augment
from ovos_phal_plugin_jarvis.assistant.translators.examples.features import (
    FeatureOptions,
    Vocabulary,
    sentence_features,
)
from ovos_phal_plugin_jarvis.assistant.translators.examples.maxent import trained_bytes
from ovos_phal_plugin_jarvis.assistant.translators.examples.mentions import Mention


@dataclass(frozen=True)
class TaggerOptions:
    """How a tagger is trained."""

    features: FeatureOptions = field(default_factory=FeatureOptions)
    copies: int = 3
    """Altered copies of each example (other values, lower case, no punctuation)."""
    c1: float = 0.02
    c2: float = 0.05
    iterations: int = 60
    seed: int = 7


@dataclass(frozen=True)
class TaggedSpan:
    """Words that say an argument, and how sure that is."""

    start: int
    end: int
    parameter: str
    probability: float


def vocabulary_of(examples: Sequence[AlignedExample]) -> Vocabulary:
    """What *examples* say about single words."""
    total = Vocabulary()
    seen: set[tuple[str, str]] = set()
    for example in examples:
        words = example.words
        covered = set()
        for span in example.spans:
            covered.update(range(span.start, span.end))
            value = " ".join(words[span.start:span.end])
            if (span.parameter, value) in seen:
                continue
            seen.add((span.parameter, value))
            for word in set(words[span.start:span.end]):
                total.inside.setdefault(word, Counter())[span.parameter] += 1
        total.carrier.update({word for at, word in enumerate(words) if at not in covered})
    return total


def _own(words: Sequence[str], spans: Sequence[Span]) -> Vocabulary:
    own = Vocabulary()
    covered = set()
    for span in spans:
        covered.update(range(span.start, span.end))
        for word in set(words[span.start:span.end]):
            own.inside.setdefault(word, Counter())[span.parameter] += 1
    own.carrier.update({word for at, word in enumerate(words) if at not in covered})
    return own


def labels_of(count: int, spans: Sequence[Span]) -> list[str]:
    """``B-name``, ``I-name`` and ``O`` for *count* words."""
    labels = ["O"] * count
    for span in spans:
        labels[span.start] = f"B-{span.parameter}"
        for at in range(span.start + 1, span.end):
            labels[at] = f"I-{span.parameter}"
    return labels


def train_tagger(examples: Sequence[AlignedExample], vocabulary: Vocabulary, pools: dict[str, list[str]], lang: str,
                 options: TaggerOptions) -> bytes | None:
    """A trained model, or None where no example says an argument.

    Args:
        examples: the tool's examples with the places of their arguments.
        vocabulary: what this tool's examples say about words.
        pools: parameter name → further values that it may have.
        lang: language of the examples.
        options: how to train.
    """
    if not any(example.spans for example in examples):
        return None
    trainer = pycrfsuite.Trainer(algorithm="lbfgs", verbose=False)
    trainer.set_params({"c1": options.c1, "c2": options.c2, "max_iterations": options.iterations,
                        "feature.possible_transitions": True, "epsilon": 1e-3, "period": 8, "delta": 1e-3})
    rng = random.Random(options.seed)
    for example in examples:
        texts = [token.text for token in example.tokens]
        own = _own(example.words, example.spans)
        sentence = Sentence(texts, example.words, list(example.spans), list(example.mentions))
        for copy in augment(sentence, pools, lang, options.copies, rng):
            rows = sentence_features(copy.texts, copy.words, copy.mentions, vocabulary, options.features, own)
            trainer.append(pycrfsuite.ItemSequence(rows), labels_of(len(copy.words), copy.spans))
    return trained_bytes(trainer)


class Tagger:
    """A trained model at work."""

    def __init__(self, models: Sequence[bytes], vocabulary: Vocabulary, options: FeatureOptions) -> None:
        self._models = tuple(models)  # crfsuite reads them where they lie and holds no reference of its own
        self._taggers = []
        for model in self._models:
            tagger = pycrfsuite.Tagger()
            tagger.open_inmemory(model)
            self._taggers.append(tagger)
        self._vocabulary = vocabulary
        self._options = options

    def tag(self, texts: Sequence[str], words: Sequence[str], mentions: Sequence[Mention]) -> list[TaggedSpan]:
        """The arguments that the words say, by place."""
        if not words:
            return []
        rows = sentence_features(texts, words, mentions, self._vocabulary, self._options)
        items = pycrfsuite.ItemSequence(rows)
        tagger = self._taggers[0]
        tagger.set(items)
        labels = tagger.tag()
        probabilities = [tagger.marginal(label, at) for at, label in enumerate(labels)]
        return spans_of(labels, probabilities)


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
