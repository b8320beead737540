"""The example translator: utterances become tool calls, learned only from what the installed tools declare."""
from __future__ import annotations

import threading
from collections.abc import Sequence
from pathlib import Path

from ovos_phal_plugin_jarvis.assistant.plan import Question, ToolCall, Translation, TranslationContext
from ovos_phal_plugin_jarvis.assistant.translators.examples.classifier import NONE
from ovos_phal_plugin_jarvis.assistant.translators.examples.mentions import find_mentions
from ovos_phal_plugin_jarvis.assistant.translators.examples.text import strip_request, tokenize
from ovos_phal_plugin_jarvis.assistant.translators.examples.tool_model import Filled, Heard, ToolModel
from ovos_phal_plugin_jarvis.assistant.translators.examples.training import Trained, TrainingOptions, train
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
        text = strip_request(utterance)
        tokens = tokenize(text)
        words = [token.norm for token in tokens]
        return Heard(text, tokens, words, find_mentions(words, context.lang, context.now), context.now)

    def _one(self, trained: Trained, heard: Heard) -> Translation:
        ranked = trained.classifier.rank(heard.words, heard.mentions)
        none = next((p for label, p in ranked if label == NONE), 0.0)
        name, probability = next((pair for pair in ranked if pair[0] != NONE), (NONE, 0.0))
        if name == NONE or probability < none:
            return Translation(confidence=probability)
        model: ToolModel = trained.models[name]
        filled: Filled = model.fill(heard)
        call = ToolCall(model.definition.name, filled.arguments, model.definition.toolbox_id)
        if filled.missing:
            parameter = filled.missing[0]
            return Translation(confidence=probability, question=Question(call, parameter, _question(parameter)))
        return Translation((call,), probability)


def _question(parameter: str) -> str:
    return f"What should the {parameter.replace('_', ' ')} be?"
