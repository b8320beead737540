"""When a tool is believed to be meant: a confidence, and the threshold that fits these tools.

How sure an unseen request looks depends on the tools: a timer's sound alike, requests for any film or book do not.
So a part of the examples is held back, and the threshold is what nearly all of them pass; bounded, since too few
examples say little and a false activation is worse than a miss.
"""
from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timezone

from ovos_phal_plugin_jarvis.assistant.translators.examples.alignment import AlignedExample
from ovos_phal_plugin_jarvis.assistant.translators.examples.classifier import (
    NONE,
    Classifier,
    ClassifierOptions,
    TrainingItem,
    train_classifier,
)
from ovos_phal_plugin_jarvis.assistant.translators.examples.reading import Heard
from ovos_phal_plugin_jarvis.assistant.translators.examples.tool_model import ToolModel
from ovos_phal_plugin_jarvis.assistant.translators.examples.verifier import Form, Verifier

_EPOCH = datetime(2024, 1, 3, 12, tzinfo=timezone.utc)


@dataclass(frozen=True)
class AcceptanceOptions:
    """How requests are told from other talk."""

    rivals: bool = True
    """Whether the verifier also learns each example as the wrong tool misreads it."""
    misreadings: int = 2
    """How many tools read each background utterance for the verifier's training."""
    form: bool = True
    """Whether the form counts, or the words alone."""
    miss: float = 0.03
    """Share of the examples held back that may fall below the threshold."""
    lowest: float = 0.03
    highest: float = 0.3
    folds: int = 3
    """One part in so many is held back."""


@dataclass(frozen=True)
class Reading:
    """An utterance as one tool reads it."""

    form: Form
    heard: Heard


def confidence(share: float, genuine: float, none: float) -> float:
    """That a tool is meant, 0 to 1.

    Args:
        share: its probability among the tools, by the words.
        genuine: how likely the form is a request to it.
        none: how likely the words are for no tool.
    """
    odds = 0.5 * (logit(genuine) + logit(1 - none)) + math.log(share + 1e-6)
    return 1 / (1 + math.exp(-odds))


def logit(probability: float) -> float:
    """Logarithm of the odds, bounded."""
    clipped = min(max(probability, 1e-6), 1 - 1e-6)
    return math.log(clipped / (1 - clipped))


def read_all(classifier: Classifier, models: Mapping[str, ToolModel], aligned: Mapping[str, Sequence[AlignedExample]],
             background: Sequence[Heard], options: AcceptanceOptions) -> list[Reading]:
    """Examples as their authors read them and as the likeliest wrong tool does, and how tools misread the background."""
    readings: list[Reading] = []
    for name, examples in aligned.items():
        for example in examples:
            heard = Heard(example.text, example.tokens, example.words, list(example.mentions), _EPOCH)
            spans = tuple((s.start, s.end, s.parameter) for s in example.spans)
            readings.append(Reading(Form(name, tuple(heard.words), spans), heard))
            if options.rivals:
                ranked = classifier.rank(heard.words, heard.mentions)
                rivals = [label for label, _ in ranked if label not in (NONE, name)][:1]
                readings.extend(_misread(models[rival], heard) for rival in rivals)
    for heard in background:
        ranked = classifier.rank(heard.words, heard.mentions)
        tools = [label for label, _ in ranked if label != NONE][:options.misreadings]
        readings.extend(_misread(models[name], heard) for name in tools)
    return readings


def _misread(model: ToolModel, heard: Heard) -> Reading:
    spans = tuple(sorted(model.fill(heard).spans))
    return Reading(Form(model.definition.name, tuple(heard.words), spans, genuine=False), heard)


def choose_threshold(items: Sequence[TrainingItem], known: Counter[str], readings: Sequence[Reading],
                     options: ClassifierOptions, acceptance: AcceptanceOptions) -> float:
    """The confidence that all but ``miss`` of the held-back examples reach, within the bounds."""
    folds = acceptance.folds
    kept = [item for at, item in enumerate(items) if at % folds]
    genuine = [reading for reading in readings if reading.form.genuine]
    held = [reading for at, reading in enumerate(genuine) if at % folds == 0]
    held_words = {reading.form.words for reading in held}
    rest = [reading for reading in readings if reading.form.words not in held_words]
    if len(held) < 5 or not any(not reading.form.genuine for reading in rest):
        return acceptance.highest
    classifier = Classifier(train_classifier(kept, known, options), known, options)
    verifier = Verifier.trained([reading.form for reading in rest])
    reached = sorted(_confidence(reading, classifier, verifier) for reading in held)
    chosen = reached[int(acceptance.miss * len(reached))]
    return min(acceptance.highest, max(acceptance.lowest, chosen))


def _confidence(reading: Reading, classifier: Classifier, verifier: Verifier) -> float:
    ranked = dict(classifier.rank(reading.heard.words, reading.heard.mentions))
    none = ranked.pop(NONE, 0.0)
    share = ranked.get(reading.form.tool, 0.0) / (sum(ranked.values()) or 1.0)
    return confidence(share, verifier.probability(reading.form), none)
