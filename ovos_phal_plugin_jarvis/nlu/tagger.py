"""Which words of an utterance say which argument: one conditional random field a tool."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import pycrfsuite

from ovos_phal_plugin_jarvis.nlu.alignment import AlignedExample, Span
from ovos_phal_plugin_jarvis.nlu.augment import Sentence, swap_values
from ovos_phal_plugin_jarvis.nlu.features import (
    FeatureOptions,
    Vocabulary,
    sentence_features,
)
from ovos_phal_plugin_jarvis.nlu.maxent import QuietTrainer, open_model, trained_bytes
from ovos_phal_plugin_jarvis.nlu.mentions import Mention
from ovos_phal_plugin_jarvis.nlu.words import FUNCTION_WORDS


@dataclass(frozen=True)
class TaggerOptions:
    """How a tagger is trained."""

    features: FeatureOptions = field(default_factory=FeatureOptions)
    copies: int = 2
    """Copies of each example with other values."""
    made_up: int = 1
    """Copies of each example with words for its free texts that nobody has heard."""
    cased: bool = True
    """Whether text with capitals gets a model of its own."""
    c1: float = 0.3
    c2: float = 0.02
    iterations: int = 60
    seed: int = 7


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


def vocabulary_of(examples: Sequence[AlignedExample]) -> Vocabulary:
    """What *examples* say about single words."""
    total = Vocabulary()
    seen: set[tuple[str, str]] = set()
    for example in examples:
        words = example.words
        covered: set[int] = set()
        for span in example.spans:
            covered.update(range(span.start, span.end))
            value = " ".join(words[span.start : span.end])
            if (span.parameter, value) in seen:
                continue
            seen.add((span.parameter, value))
            for word in set(words[span.start : span.end]):
                total.inside.setdefault(word, Counter())[span.parameter] += 1
        total.carrier.update({word for at, word in enumerate(words) if at not in covered})
    return total


def _own(words: Sequence[str], spans: Sequence[Span]) -> Vocabulary:
    own = Vocabulary()
    covered: set[int] = set()
    for span in spans:
        covered.update(range(span.start, span.end))
        for word in set(words[span.start : span.end]):
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


@dataclass(frozen=True)
class TaggerModels:
    """What was trained for one tool. Capitals tell names apart, so there is a model for text that has them."""

    lower: bytes
    cased: bytes | None
    """None where the examples are in lower case themselves."""
    vocabulary: Vocabulary
    few: bool
    """Whether there were few examples."""


def train_tagger(
    examples: Sequence[AlignedExample],
    pools: dict[str, list[str]],
    lang: str,
    options: TaggerOptions,
    free: frozenset[str] = frozenset(),
) -> TaggerModels | None:
    """Trained models, or None where no example says an argument.

    Args:
        examples: the tool's examples with the places of their arguments.
        pools: parameter name → values that it may have.
        lang: language of the examples.
        options: how to train.
        free: parameters that hold free text.
    """
    if not any(example.spans for example in examples):
        return None
    vocabulary = vocabulary_of(examples)
    cased = sum(has_capitals([token.text for token in example.tokens]) for example in examples)
    written = options.cased and cased >= _CASED_SHARE * len(examples)
    return TaggerModels(
        _train(examples, vocabulary, pools, lang, options, free, lower=True),
        _train(examples, vocabulary, pools, lang, options, free, lower=False) if written else None,
        vocabulary,
        len(examples) < _FEW,
    )


_CASED_SHARE = 0.2
_MANY = 300
"""Examples from which on they vary enough by themselves."""
_SCARCE = 30
"""Examples up to which made-up values are learned from as well."""
_FEW = 50
"""Examples up to which a tagger has seen too little to be believed about words that it does not know."""
_SURE = 0.9
"""Probability from which a word outside every span is left there, where the examples are few."""


def has_capitals(texts: Sequence[str]) -> bool:
    """Whether a word after the first begins with a capital: written text, not a recogniser's."""
    return any(text[:1].isupper() and text != "I" for text in texts[1:])


def _train(
    examples: Sequence[AlignedExample],
    vocabulary: Vocabulary,
    pools: dict[str, list[str]],
    lang: str,
    options: TaggerOptions,
    free: frozenset[str],
    *,
    lower: bool,
) -> bytes:
    trainer = QuietTrainer(algorithm="lbfgs", verbose=False)
    many = len(examples) > _MANY
    trainer.set_params(
        {
            "c1": options.c1 / 3 if many else options.c1,
            "c2": options.c2,
            "max_iterations": options.iterations * 3 if many else options.iterations,
            "feature.possible_transitions": True,
            "epsilon": 1e-3,
            "period": 8,
            "delta": 1e-3,
        }
    )
    rng = random.Random(options.seed)
    leads = _leads(examples)
    for example in examples:
        own = _own(example.words, example.spans)
        sentence = Sentence(
            [token.text for token in example.tokens], example.words, list(example.spans), list(example.mentions)
        )
        copies = [sentence]
        if sentence.spans:
            copies += [swap_values(sentence, pools, lang, rng) for _ in range(0 if many else options.copies)]
            copies += [
                swap_values(sentence, pools, lang, rng, made_up=free & _led(sentence, leads))
                for _ in range(options.made_up if len(examples) <= _SCARCE else 0)
            ]
        for copy in copies:
            texts = [text.lower() for text in copy.texts] if lower else copy.texts
            rows = sentence_features(texts, copy.words, copy.mentions, vocabulary, options.features, own)
            trainer.append(pycrfsuite.ItemSequence(rows), labels_of(len(copy.words), copy.spans))
    return trained_bytes(trainer)


def _around(words: Sequence[str], span: Span) -> tuple[str, str]:
    before = words[span.start - 1] if span.start else "^"
    after = words[span.end] if span.end < len(words) else "$"
    return before, after


def _leads(examples: Sequence[AlignedExample]) -> dict[str, set[str]]:
    """Word before a value -> the arguments that it stands before."""
    found: dict[str, set[str]] = {}
    for example in examples:
        for span in example.spans:
            found.setdefault(_around(example.words, span)[0], set()).add(span.parameter)
    return found


def _led(sentence: Sentence, leads: Mapping[str, set[str]]) -> frozenset[str]:
    """Arguments of *sentence* that the word before them tells: what their own words are does not matter then."""
    return frozenset(span.parameter for span in sentence.spans if len(leads[_around(sentence.words, span)[0]]) == 1)


class Tagger:
    """Trained models at work. Not thread-safe: one at a time may ask it."""

    def __init__(self, models: TaggerModels, options: FeatureOptions) -> None:
        self._models = models
        self._options = options
        self._opened: dict[bool, pycrfsuite.Tagger] = {}

    def __reduce__(self) -> tuple[type[Tagger], tuple[TaggerModels, FeatureOptions]]:
        return Tagger, (self._models, self._options)

    def _open(self, cased: bool) -> pycrfsuite.Tagger:
        if cased not in self._opened:
            model = self._models.cased if cased else self._models.lower
            assert model is not None
            self._opened[cased] = open_model(model)
        return self._opened[cased]

    def _is_strange(self, word: str) -> bool:
        """Whether no example says *word* outside a value, and it is no function word."""
        return self._models.vocabulary.carrier[word] == 0 and word not in FUNCTION_WORDS and word.isalpha()

    def tag(self, texts: Sequence[str], words: Sequence[str], mentions: Sequence[Mention]) -> Tagged:
        """The arguments that the words say, by place."""
        if not words:
            return Tagged([], frozenset())
        cased = self._models.cased is not None and has_capitals(texts)
        tagger = self._open(cased)
        written = texts if cased else [text.lower() for text in texts]
        rows = sentence_features(written, words, mentions, self._models.vocabulary, self._options)
        tagger.set(pycrfsuite.ItemSequence(rows))
        labels = tagger.tag()
        sure = [tagger.marginal(label, at) for at, label in enumerate(labels)]
        loose = frozenset(
            at
            for at, label in enumerate(labels)
            if self._models.few and label == "O" and sure[at] < _SURE and self._is_strange(words[at])
        )
        return Tagged(spans_of(labels, sure), loose)


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
