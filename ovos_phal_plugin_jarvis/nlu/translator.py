"""The example translator: utterances become tool calls, learned only from what the installed tools declare."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from pathlib import Path

from ovos_phal_plugin_jarvis.nlu import followup
from ovos_phal_plugin_jarvis.nlu.cache import ModelCache
from ovos_phal_plugin_jarvis.nlu.matching import Candidate, Reader
from ovos_phal_plugin_jarvis.nlu.questions import question_for
from ovos_phal_plugin_jarvis.nlu.requests import split_requests
from ovos_phal_plugin_jarvis.nlu.text import MAX_CHARS, identifiers, is_code
from ovos_phal_plugin_jarvis.nlu.training import Trained, TrainingOptions, train
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition
from ovos_phal_plugin_jarvis.translation.values import Question, ToolCall, Translation, TranslationContext

CANCELLED = "Okay, never mind."
_FOLLOW_UP_CONFIDENCE = 0.8
_WITH_RESULT = 0.3
"""Share of the usual threshold that will do where the last result fits in."""


class ExampleTranslator:
    """Translates by example. Deterministic once trained; may be asked from several threads."""

    name = "examples"

    def __init__(
        self,
        definitions: Sequence[ToolDefinition],
        *,
        cache_dir: Path | None = None,
        options: TrainingOptions | None = None,
        lang: str = "en-us",
    ) -> None:
        """
        Args:
            definitions: the tools that may be called.
            cache_dir: where trained models are kept between runs; nowhere if None.
            options: how to train; the default is what was measured best.
            lang: the language of the tools' examples.
        """
        self._definitions = tuple(definitions)
        self._cache = ModelCache(cache_dir)
        self._options = options or TrainingOptions()
        self._lang = lang
        self._lock = threading.Lock()
        self._trained: Trained | None = None

    def train(self) -> None:
        """Learn now what would else be learned at the first utterance."""
        self._model()

    def rank(self, utterance: str, context: TranslationContext, limit: int) -> list[tuple[str, float]]:
        """The names of the likeliest tools, each with its probability, the likeliest first."""
        if limit <= 0:
            return []
        reader = self._reader(context)
        with self._lock:
            return reader.rank(utterance[:MAX_CHARS], limit)

    def candidates(self, utterance: str, context: TranslationContext) -> list[Candidate]:
        """The tools that the whole of *utterance* may be for, accepted or not, the likeliest first."""
        reader = self._reader(context)
        with self._lock:
            return reader.candidates(utterance)

    def translate(self, utterance: str, context: TranslationContext) -> Translation:
        """The calls that *utterance* asks for; see ``Translator``."""
        reader = self._reader(context)
        text = utterance[:MAX_CHARS]
        with self._lock:
            if is_code(text) or not reader.hear(text).words or self._names_tools(text):
                return Translation()
            return (
                self._answered(reader, text, context)
                or self._refined(reader, text, context)
                or self._with_last_result(reader, text, context)
                or self._plain(reader, text, context)
            )

    def _names_tools(self, text: str) -> bool:
        """Whether *text* calls a tool by its identifier: that was written for a program, by whomever."""
        return any(name == d.name for name in identifiers(text) for d in self._definitions)

    def _reader(self, context: TranslationContext) -> Reader:
        return Reader(self._model(), context.lang, context.now)

    def _model(self) -> Trained:
        trained = self._trained
        if trained is None:
            with self._lock:
                if self._trained is None:
                    self._trained = train(self._definitions, self._lang, self._options, self._cache)
                trained = self._trained
        return trained

    def _plain(self, reader: Reader, text: str, context: TranslationContext) -> Translation:
        requests = split_requests(reader, text)
        if not requests:
            rejected = next(iter(reader.candidates(text)), None)
            return Translation(confidence=rejected.confidence if rejected else 0.0)
        kept = requests[: context.max_calls]
        return self._translation(reader, kept, len(requests) - len(kept))

    def _translation(self, reader: Reader, requests: Sequence[Candidate], dropped: int) -> Translation:
        """The calls up to the first that lacks something, and the question for it."""
        calls: list[ToolCall] = []
        confidence = min(request.confidence for request in requests)
        for at, request in enumerate(requests):
            call = ToolCall(request.definition.name, request.filled.arguments, request.definition.toolbox_id)
            if request.filled.missing:
                question = self._question(reader, call, request.filled.missing[0])
                return Translation(
                    tuple(calls), confidence, question=question, dropped=dropped + len(requests) - at - 1
                )
            calls.append(call)
        return Translation(tuple(calls), confidence, dropped=dropped)

    def _question(self, reader: Reader, call: ToolCall, parameter: str) -> Question:
        profile = reader.trained.profile(call.name, parameter)
        return Question(call, parameter, question_for(profile))

    def _answered(self, reader: Reader, text: str, context: TranslationContext) -> Translation | None:
        """The call that was asked about, completed; None where *text* is something else."""
        question = context.question
        definition = reader.trained.definitions.get(question.call.name) if question else None
        if question is None or definition is None or definition.parameter(question.parameter) is None:
            return None
        if followup.is_cancel(text):
            return Translation(confidence=1.0, say=CANCELLED)
        if reader.is_new_request(text):
            return None
        profile = reader.trained.profile(definition.name, question.parameter)
        call = followup.answer(question, definition, profile, reader.hear(text))
        if call is None:
            return None
        missing = [
            p.name for p in definition.parameters if p.required and p.default is None and p.name not in call.arguments
        ]
        if missing:
            return Translation(confidence=_FOLLOW_UP_CONFIDENCE, question=self._question(reader, call, missing[0]))
        return Translation((call,), _FOLLOW_UP_CONFIDENCE)

    def _refined(self, reader: Reader, text: str, context: TranslationContext) -> Translation | None:
        last = context.last_call
        definition = reader.trained.definitions.get(last.name) if last else None
        if last is None or definition is None:
            return None
        profiles = {p.name: reader.trained.profile(definition.name, p.name) for p in definition.parameters}
        call = followup.refine(last, definition, profiles, reader.hear_raw(text))
        return Translation((call,), _FOLLOW_UP_CONFIDENCE) if call else None

    def _with_last_result(self, reader: Reader, text: str, context: TranslationContext) -> Translation | None:
        number = followup.last_number(context)
        if number is None:
            return None
        for said in followup.with_last_number(reader.hear(text).text, number):
            best = reader.best(said, _WITH_RESULT)
            if (
                best
                and not best.filled.missing
                and any(
                    not isinstance(value, bool) and isinstance(value, int | float) and float(value) == float(number)
                    for value in best.filled.arguments.values()
                )
            ):
                return self._translation(reader, [best], 0)
        return None
