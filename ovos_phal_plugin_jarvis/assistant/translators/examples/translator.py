"""The example translator: utterances become tool calls, learned only from what the installed tools declare."""
from __future__ import annotations

import math
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ovos_phal_plugin_jarvis.assistant.plan import Question, ToolCall, Translation, TranslationContext
from ovos_phal_plugin_jarvis.assistant.translators.examples.classifier import NONE
from ovos_phal_plugin_jarvis.assistant.translators.examples.tool_model import Filled, Heard, ToolModel
from ovos_phal_plugin_jarvis.assistant.translators.examples.training import (
    Trained,
    TrainingOptions,
    hear,
    train,
)
from ovos_phal_plugin_jarvis.assistant.translators.examples.verifier import Form
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition


class ExampleTranslator:
    """Translates by example. Deterministic once trained; may be asked from several threads."""

    name = "examples"

    def __init__(self, definitions: Sequence[ToolDefinition], *, cache_dir: Path | None = None,
                 options: TrainingOptions | None = None, lang: str = "en-us") -> None:
        """
        Args:
            definitions: the tools that may be called.
            cache_dir: where trained models are kept between runs; nowhere if None.
            options: how to train; the default is what was measured best.
            lang: the language of the tools' examples.
        """
        self._definitions = tuple(definitions)
        self._cache_dir = cache_dir
        self._options = options or TrainingOptions()
        self._lang = lang
        self._lock = threading.Lock()
        self._trained: Trained | None = None

    def train(self) -> None:
        """Learn now what would else be learned at the first utterance."""
        self._model()

    def rank(self, utterance: str, context: TranslationContext, limit: int) -> list[tuple[str, float]]:
        """The names of the likeliest tools, each with its probability, the likeliest first."""
        trained = self._model()
        heard = self._hear(utterance, context)
        if not heard.words:
            return []
        with self._lock:
            ranked = trained.classifier.rank(heard.words, heard.mentions)
        return [pair for pair in ranked if pair[0] != NONE][:limit]

    def translate(self, utterance: str, context: TranslationContext) -> Translation:
        """The calls that *utterance* asks for; see ``Translator``."""
        trained = self._model()
        heard = self._hear(utterance, context)
        if not heard.words:
            return Translation()
        with self._lock:
            return self._one(trained, heard)

    def _model(self) -> Trained:
        trained = self._trained
        if trained is None:
            with self._lock:
                if self._trained is None:
                    self._trained = train(self._definitions, self._lang, self._options)
                trained = self._trained
        return trained

    def _hear(self, utterance: str, context: TranslationContext) -> Heard:
        return hear(utterance, context.lang, context.now)

    def candidates(self, trained: Trained, heard: Heard) -> list[Candidate]:
        """The tools that *heard* may be for, the likeliest first."""
        ranked = trained.classifier.rank(heard.words, heard.mentions)
        none = next((p for label, p in ranked if label == NONE), 0.0)
        tools = [pair for pair in ranked if pair[0] != NONE][:3]
        total = sum(p for label, p in ranked if label != NONE) or 1.0
        found = []
        for name, probability in tools:
            if found and probability < 0.05 * total:
                break
            filled = trained.models[name].fill(heard)
            genuine = trained.verifier.probability(Form(name, tuple(heard.words), tuple(sorted(filled.spans))))
            found.append(Candidate(name, probability / total, genuine, none, filled))
        return sorted(found, key=lambda c: -c.score)

    def _one(self, trained: Trained, heard: Heard) -> Translation:
        best = next(iter(self.candidates(trained, heard)), None)
        if best is None or best.confidence < self._options.accept:
            return Translation(confidence=best.confidence if best else 0.0)
        model: ToolModel = trained.models[best.name]
        call = ToolCall(model.definition.name, best.filled.arguments, model.definition.toolbox_id)
        if best.filled.missing:
            parameter = best.filled.missing[0]
            return Translation(confidence=best.confidence, question=Question(call, parameter, _question(parameter)))
        return Translation((call,), best.confidence)


@dataclass(frozen=True)
class Candidate:
    """A tool that an utterance may be for."""

    name: str
    share: float
    """Its probability among the tools."""
    genuine: float
    """How likely its form is a request to this tool."""
    none: float
    """How likely the words are for no tool."""
    filled: Filled

    @property
    def score(self) -> float:
        """For choosing between tools."""
        return math.log(self.share + 1e-6) + 0.5 * _logit(self.genuine)

    @property
    def confidence(self) -> float:
        """That this tool is meant, 0 to 1."""
        return 1 / (1 + math.exp(-(0.5 * (_logit(self.genuine) + _logit(1 - self.none)) + math.log(self.share + 1e-6))))


def _logit(probability: float) -> float:
    clipped = min(max(probability, 1e-6), 1 - 1e-6)
    return math.log(clipped / (1 - clipped))


def _question(parameter: str) -> str:
    return f"What should the {parameter.replace('_', ' ')} be?"
