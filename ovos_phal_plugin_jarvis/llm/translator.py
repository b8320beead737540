"""Translates with a language model; where that gives nothing, with the translator that needs none."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any

from ovos_utils.log import LOG

from ovos_phal_plugin_jarvis.config import LlmConfig
from ovos_phal_plugin_jarvis.engines.base import (
    Answer,
    CancelToken,
    Engine,
    EngineUsage,
    Generation,
    GenerationRequest,
    ModelInfo,
)
from ovos_phal_plugin_jarvis.engines.errors import ContextTooSmall, EngineError, EngineReplyError
from ovos_phal_plugin_jarvis.engines.grammar import CallGrammar
from ovos_phal_plugin_jarvis.foreign_text import error_text
from ovos_phal_plugin_jarvis.llm.ready import (
    Ready,
    ValueErrors,
    as_provider_reads,
    make_ready,
    narrowed,
)
from ovos_phal_plugin_jarvis.llm.schema import grammar_schema, unique_by_name
from ovos_phal_plugin_jarvis.llm.turns import (
    context_lines,
    history_turns,
    phrase_turns,
    retry_turns,
    spoken_text,
)
from ovos_phal_plugin_jarvis.prompts.factory import UnknownProviderError
from ovos_phal_plugin_jarvis.prompts.family import FamilyProvider
from ovos_phal_plugin_jarvis.prompts.provider_guard import GuardedProvider, ProviderError
from ovos_phal_plugin_jarvis.prompts.turns import Turn, conversation
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition
from ovos_phal_plugin_jarvis.translation.translator import Translator
from ovos_phal_plugin_jarvis.translation.values import ToolCall, Translation, TranslationContext

_CONFIDENCE = 0.9
"""Of a call that a model made. Models do not say how sure they are in a way that could be compared."""
_PHRASE_TOKENS = 80
_PHRASE_SENTENCES = 2

_LIKELY_KEPT = 16
"""Prompts of a few tools that are kept, where that of all tools is too long."""
_FAILURES = (EngineError, ProviderError, UnknownProviderError, ValueError)
"""What an engine and a prompt provider raise where the examples are to serve instead."""


@dataclass(frozen=True)
class ServedTranslation(Translation):
    """A translation that says how it came about."""

    reason: str | None = None
    """Why the fallback served; None where the model did."""
    usage: EngineUsage = field(default_factory=EngineUsage)
    retried: bool = False
    """The first call was refused and the model made another."""


class ModelTranslator:
    """The translator ``llm``, for one set of tools. May be used from several threads."""

    name = "llm"

    def __init__(
        self,
        definitions: Iterable[ToolDefinition],
        provider: GuardedProvider | Callable[[ModelInfo], GuardedProvider],
        engine: Engine,
        *,
        fallback: Translator,
        config: LlmConfig,
        ranker: Callable[[str], Sequence[str]] | None = None,
        validate: Callable[[ToolCall], ValueErrors] | None = None,
        node_context: Callable[[TranslationContext], Mapping[str, Any]] | None = None,
    ):
        """Cheap: nothing is loaded or compiled before :meth:`prepare` or the first utterance.

        Args:
            provider: writes the prompt, or chooses who does when the model is known.
            engine: shared by all translators; whoever made it closes it.
            fallback: serves where the engine gives nothing.
            ranker: names of the tools that an utterance may mean; they narrow the model's choice where the
                provider wants that. No names narrow nothing.
            validate: what the registry would refuse in a call. A refused call goes back to the model once.
            node_context: room, speaker and so on for the prompt provider.
        """
        self._definitions = unique_by_name(definitions)
        self._provider = provider
        self._engine = engine
        self._fallback = fallback
        self._config = config
        self._ranker = ranker
        self._validate = validate
        self._node_context = node_context
        self._lock = threading.Lock()
        self._ready: Ready | None = None
        self._likely: dict[frozenset[str], Ready] = {}
        self._is_too_long = False
        """Whether the prompt of all tools has no room. It is found out once for a set of tools and a context."""
        self._is_serving = False
        """Whether the model gave the last reply it was asked for. Where it did not, nobody waits for its help with
        what the examples have understood."""
        self._may_answer = any(d.allow_direct_answer for d in self._definitions.values())

    @property
    def without_model(self) -> Translator:
        """What serves where the engine gives nothing."""
        return self._fallback

    def prepare(self, timeout: float | None = None) -> None:
        """Load the model, compile the grammar and have the stable prompt read, so that the first utterance need
        not wait. For a background thread; what fails is a log line here and a fallback later.

        Args:
            timeout: seconds to wait for the model to load; None is no limit.
        """
        try:
            ready = self._prepared(timeout)
        except _FAILURES as error:
            LOG.warning(f"the model will not serve: {error}")
            return
        self._engine.prepare(conversation(ready.stable, ""), ready.provider.prompt_format)

    def translate(
        self,
        utterance: str,
        context: TranslationContext,
        cancel: CancelToken | None = None,
    ) -> ServedTranslation:
        """See :meth:`Translator.translate`.

        Args:
            cancel: withdraws the request; the fallback then serves.
        """
        try:
            ready = self._prepared(self._config.timeout)
            likely = self._of_the_likeliest(ready, utterance) if self._is_too_long else None
            if likely is not None:
                return self._translated(likely, utterance, context, cancel)
            try:
                return self._translated(ready, utterance, context, cancel)
            except ContextTooSmall as error:
                likely = self._of_the_likeliest(ready, utterance)
                if likely is None:
                    raise
                self._is_too_long = True
                LOG.warning(f"of {len(self._definitions)} tools the model is shown only those that are likely: {error}")
                return self._translated(likely, utterance, context, cancel)
        except _FAILURES as error:
            return self._fall_back(utterance, context, str(error))

    def _translated(
        self, ready: Ready, utterance: str, context: TranslationContext, cancel: CancelToken | None
    ) -> ServedTranslation:
        asked = self._turns(ready, utterance, context)
        generation = self._ask(ready, asked, context, "allowed", self._narrow(ready, utterance), cancel)
        translation = self._translation(ready, generation, context)
        if translation.calls and self._validate is not None:
            translation = self._retried(ready, asked, translation, context, cancel)
        return translation

    def _of_the_likeliest(self, ready: Ready, utterance: str) -> Ready | None:
        """The prompt of the tools that *utterance* may mean, where that of all has no room; None where nobody knows
        which."""
        names = self._ranked(utterance)
        wanted = [definition for definition in self._definitions.values() if definition.name in names]
        if not wanted or len(wanted) == len(self._definitions):
            return None
        with self._lock:
            if names not in self._likely:
                while len(self._likely) >= _LIKELY_KEPT:
                    del self._likely[next(iter(self._likely))]
                self._likely[names] = make_ready(wanted, ready.provider, self._engine)
            return self._likely[names]

    def retry(
        self,
        utterance: str,
        context: TranslationContext,
        failed_call: ToolCall,
        errors: ValueErrors,
    ) -> ServedTranslation:
        """Another try at a call that was refused, with the reasons as a hint.

        Args:
            errors: of each problem ``param``, ``message`` and, where they are known, ``valid_values``; of these
                the model is made to choose.

        Returns:
            one call of the same tool; or no call, where the model has none to make.
        """
        if self._ready is None or not self._is_serving:
            return ServedTranslation(served_by=self.name, reason="the model does not serve", retried=True)
        try:
            ready = self._ready
            asked = self._turns(ready, utterance, context)
            return self._second_try(ready, asked, failed_call, errors, context, None)
        except _FAILURES as error:
            LOG.info(f"no second try: {error}")
            return ServedTranslation(served_by=self.name, reason=str(error), retried=True)

    def phrase(
        self,
        context_data: Mapping[str, Any],
        utterance: str,
        call: ToolCall,
        context: TranslationContext,
    ) -> str | None:
        """What a tool gave back, in one or two sentences; None where the model has no good ones.

        The result is data: it stands in the turn of a tool, control tokens in it are text, and nothing that the
        model makes of it is read as a call.
        """
        if self._ready is None or not self._is_serving:
            return None
        try:
            ready = self._ready
            asked = phrase_turns(self._turns(ready, utterance, context), call, context_data)
            generation = self._ask(ready, asked, context, "only", None, None)
        except _FAILURES as error:
            LOG.info(f"the answer is not phrased by the model: {error}")
            return None
        if generation.calls or (not generation.constrained and ready.provider.read_reply(generation.raw).calls):
            return None
        return spoken_text(generation.text, _PHRASE_SENTENCES, generation.cut) or None

    def status(self) -> dict[str, Any]:
        """The engine's status, the prompt provider, and what the grammar leaves to validation."""
        ready = self._ready
        return {
            **self._engine.status(),
            "prompt_provider": ready.provider.name if ready else None,
            "tools": len(ready.grammar) if ready else len(self._definitions),
            "left_out": dict(ready.grammar.left_out) if ready else {},
            "unexpressed": list(ready.grammar.unexpressed) if ready else [],
        }

    def _prepared(self, timeout: float | None) -> Ready:
        if self._ready is not None:
            return self._ready
        info = self._engine.info(timeout)
        with self._lock:
            if self._ready is None:
                provider = self._provider if isinstance(self._provider, GuardedProvider) else self._provider(info)
                self._ready = make_ready(self._definitions.values(), provider, self._engine)
            return self._ready

    def _turns(self, ready: Ready, utterance: str, context: TranslationContext) -> tuple[Turn, ...]:
        surroundings = self._node_context(context) if self._node_context is not None else None
        zone = getattr(context.now.tzinfo, "key", None)
        late = self._late(ready, context, surroundings, zone)
        return conversation(
            ready.prompt(surroundings, zone),
            utterance,
            history=history_turns(context.turns),
            context=context_lines(context, late),
            suffix=ready.provider.user_message_suffix,
        )

    def _late(
        self, ready: Ready, context: TranslationContext, node_context: Mapping[str, Any] | None, zone: str | None
    ) -> str:
        from ovos_phal_plugin_jarvis.prompts.shared.context_builders import build_request_context

        # A published provider has the rest in its own text already.
        return build_request_context(None if ready.is_own_prompt else node_context, zone, context.now)

    def _narrow(self, ready: Ready, utterance: str) -> frozenset[str] | None:
        if not ready.provider.use_tool_classifier:
            return None
        return self._ranked(utterance).intersection(ready.grammar.arguments) or None

    def _ranked(self, utterance: str) -> frozenset[str]:
        """The tools that *utterance* may mean; empty where nobody knows."""
        if self._ranker is None:
            return frozenset()
        try:
            return frozenset(self._ranker(utterance))
        except Exception as error:  # noqa: BLE001 - a hint that fails is no hint
            LOG.warning(f"no routing hints: {error_text(error)}")
            return frozenset()

    def _ask(
        self,
        ready: Ready,
        turns: Sequence[Turn],
        context: TranslationContext,
        answer: Answer,
        names: frozenset[str] | None,
        cancel: CancelToken | None,
        grammar: CallGrammar | None = None,
    ) -> Generation:
        self._is_serving = False
        generation = self._engine.generate(
            GenerationRequest(
                turns=turns,
                format=ready.provider.prompt_format,
                grammar=grammar or ready.grammar,
                names=names,
                answer=answer,
                keep_answer=self._may_answer or answer == "only",
                max_calls=context.max_calls if ready.provider.call_format.several and answer == "allowed" else 1,
                max_tokens=self._config.max_tokens,
                max_answer_tokens=_PHRASE_TOKENS if answer == "only" else self._config.max_tokens,
                temperature=self._config.temperature,
                stop=tuple(ready.provider.prompt_format.stop),
                timeout=self._config.timeout,
                tools=() if answer == "only" else ready.tools,
                response_format=None if answer == "only" else ready.response_format,
                lang=context.lang,
            ),
            cancel,
        )
        self._is_serving = True
        return generation

    def _translation(self, ready: Ready, generation: Generation, context: TranslationContext) -> ServedTranslation:
        """
        Raises:
            EngineReplyError: the reply is nonsense: calls of tools that are not there, or nothing at all.
        """
        made = [(call.name, dict(call.arguments)) for call in generation.calls]
        said = generation.text
        regrets: dict[str, str] = {}
        if not made and not generation.constrained:
            reply = ready.provider.read_reply(generation.raw)
            made, said = [(call.name, dict(call.arguments)) for call in reply.calls], reply.message
            regrets = {call.name: call.failure_message for call in reply.calls}
            if not made and not said:
                raise EngineReplyError(f"the model's reply says nothing{f' ({reply.error})' if reply.error else ''}")
        elif made and not isinstance(ready.provider.provider, FamilyProvider):
            made = as_provider_reads(ready, generation, made)
        known = [(name, arguments) for name, arguments in made if name in ready.grammar.arguments]
        if made and not known:
            raise EngineReplyError(f"the model called {made[0][0]!r}, which is no tool here")
        calls: list[ToolCall] = []
        for name, arguments in known:
            call = ToolCall(name, arguments, self._definitions[name].toolbox_id, regrets.get(name, ""))
            if call not in calls:
                calls.append(call)
        if calls:
            return ServedTranslation(
                calls=tuple(calls[: context.max_calls]),
                confidence=_CONFIDENCE,
                dropped=len(made) - len(known) + max(0, len(calls) - context.max_calls),
                served_by=self.name,
                usage=generation.usage,
            )
        say = spoken_text(said, 100, generation.cut) if self._may_answer else ""
        return ServedTranslation(
            say=say, confidence=_CONFIDENCE if say else 0.0, served_by=self.name, usage=generation.usage
        )

    def _retried(
        self,
        ready: Ready,
        asked: Sequence[Turn],
        translation: ServedTranslation,
        context: TranslationContext,
        cancel: CancelToken | None,
    ) -> ServedTranslation:
        """*translation* with the first refused call made anew, if that is any better."""
        assert self._validate is not None
        for at, call in enumerate(translation.calls):
            errors = self._validate(call)
            if not errors:
                continue
            again = self._second_try(ready, asked, call, errors, context, cancel)
            if again.calls and not self._validate(again.calls[0]):
                calls = (*translation.calls[:at], again.calls[0], *translation.calls[at + 1 :])
                return replace(translation, calls=calls, retried=True)
            return replace(translation, retried=True)
        return translation

    def _second_try(
        self,
        ready: Ready,
        asked: Sequence[Turn],
        failed: ToolCall,
        errors: ValueErrors,
        context: TranslationContext,
        cancel: CancelToken | None,
    ) -> ServedTranslation:
        definition = self._definitions.get(failed.name)
        if definition is None or failed.name not in ready.grammar.arguments:
            raise EngineReplyError(f"{failed.name!r} is no tool here")
        schema = narrowed(grammar_schema(definition), errors)
        grammar = CallGrammar([(failed.name, schema)], ready.provider.call_format)
        generation = self._ask(
            ready,
            retry_turns(asked, failed, errors),
            context,
            "refused",
            None,
            cancel,
            grammar if grammar.arguments else None,
        )
        return replace(self._translation(ready, generation, context), retried=True)

    def _fall_back(self, utterance: str, context: TranslationContext, reason: str) -> ServedTranslation:
        LOG.info(f"{self._fallback.name} serves instead of the model: {reason}")
        made = self._fallback.translate(utterance, context)
        values = {f.name: getattr(made, f.name) for f in fields(Translation)}
        return ServedTranslation(**{**values, "served_by": made.served_by or self._fallback.name}, reason=reason)
