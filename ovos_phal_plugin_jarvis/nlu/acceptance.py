"""When a tool is believed to be meant: a confidence, and the threshold that fits these tools.

How sure an unseen request looks depends on the tools. Requests for a timer sound alike, and what sounds different is
none; a request for any film, book or song can hold any words, so there the words around the title must do.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timezone

from ovos_phal_plugin_jarvis.nlu.alignment import AlignedExample, Profile
from ovos_phal_plugin_jarvis.nlu.classifier import (
    NONE,
    Classifier,
)
from ovos_phal_plugin_jarvis.nlu.reading import Heard
from ovos_phal_plugin_jarvis.nlu.tool_model import ToolModel
from ovos_phal_plugin_jarvis.nlu.verifier import Form

_RIVAL = 0.01
"""Probability from which a wrong tool is learned from: nobody mistakes a request for the others."""
_EPOCH = datetime(2024, 1, 3, 12, tzinfo=timezone.utc)


@dataclass(frozen=True)
class AcceptanceOptions:
    """How requests are told from other talk."""

    rivals: bool = True
    """Whether the verifier also learns each example as the wrong tool misreads it."""
    unexplained: bool = True
    """Whether words that no example explains speak against a tool."""
    misreadings: int = 2
    """How many tools read each background utterance for the verifier's training."""


@dataclass(frozen=True)
class Reading:
    """An utterance as one tool reads it."""

    form: Form
    heard: Heard


def confidence(share: float, genuine: float, none: float, slots: float, unexplained: float = 0.0) -> float:
    """That a tool is meant, 0 to 1.

    Args:
        share: its probability among the tools, by the words.
        genuine: how likely the form is a request to it.
        none: how likely the words are for no tool.
        slots: probability of its least sure argument.
        unexplained: how much words that nothing explains speak against it, in log odds.

    The weights are near those of a logistic regression that told requests to the Snips commands (held out) from SLURP
    utterances that they are not for; the form weighs more, which tools with few free texts gain by.
    """
    odds = 1.1 * math.log(share + 1e-6) + 0.5 * logit(genuine) + 1.0 * logit(1 - none) + 2 * (slots - 0.8) - unexplained
    return 1 / (1 + math.exp(-odds))


def logit(probability: float) -> float:
    """Logarithm of the odds, bounded."""
    clipped = min(max(probability, 1e-6), 1 - 1e-6)
    return math.log(clipped / (1 - clipped))


def read_all(
    classifier: Classifier,
    models: Mapping[str, ToolModel],
    aligned: Mapping[str, Sequence[AlignedExample]],
    background: Sequence[Heard],
    options: AcceptanceOptions,
) -> list[Reading]:
    """Examples as their authors and as the likeliest wrong tool read them, and how tools misread the background."""
    readings: list[Reading] = []
    for name, examples in aligned.items():
        for example in examples:
            heard = Heard(example.text, example.tokens, example.words, list(example.mentions), _EPOCH)
            spans = tuple((s.start, s.end, s.parameter) for s in example.spans)
            readings.append(Reading(Form(name, tuple(heard.words), spans), heard))
            if options.rivals:
                ranked = classifier.rank(heard.words, heard.mentions)
                rivals = [label for label, p in ranked if label not in (NONE, name) and p >= _RIVAL][:1]
                readings.extend(_misread(models[rival], heard) for rival in rivals)
    for heard in background:
        ranked = classifier.rank(heard.words, heard.mentions)
        tools = [label for label, _ in ranked if label != NONE][: options.misreadings]
        readings.extend(_misread(models[name], heard) for name in tools)
    return readings


def _misread(model: ToolModel, heard: Heard) -> Reading:
    spans = tuple(sorted(model.fill(heard).spans))
    return Reading(Form(model.definition.name, tuple(heard.words), spans, genuine=False), heard)


def openness(aligned: Mapping[str, Sequence[AlignedExample]], profiles: Mapping[str, Mapping[str, Profile]]) -> float:
    """How much of the examples is free text: 0 for nothing, 1 for half of all words or more."""
    words = free = 0
    for name, examples in aligned.items():
        for example in examples:
            words += len(example.words)
            free += sum(span.end - span.start for span in example.spans if not profiles[name][span.parameter].typed)
    return min(1.0, 2 * free / words) if words else 0.0
