"""Translates with a language model; where that gives nothing, with the translator that needs none."""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeout
from dataclasses import dataclass, field, fields, replace
from time import monotonic
from typing import Any

from ovos_utils.log import LOG

from ovos_phal_plugin_jarvis.config import LlmConfig
from ovos_phal_plugin_jarvis.foreign_text import error_text
from ovos_phal_plugin_jarvis.llm.engines.base import (
    Answer,
    CancelToken,
    Engine,
    EngineUsage,
    Generation,
    GenerationRequest,
    ModelInfo,
)
from ovos_phal_plugin_jarvis.llm.engines.errors import (
    ContextTooSmall,
    EngineError,
    EngineReplyError,
    EngineTimeout,
    EngineUnavailable,
)
from ovos_phal_plugin_jarvis.llm.grammar.calls import CallGrammar
from ovos_phal_plugin_jarvis.llm.history import (
    context_lines,
    history_turns,
    phrase_turns,
    retry_turns,
    spoken_text,
)
from ovos_phal_plugin_jarvis.llm.prompts.factory import UnknownProviderError
from ovos_phal_plugin_jarvis.llm.prompts.family import FamilyProvider
from ovos_phal_plugin_jarvis.llm.prompts.provider_guard import GuardedProvider, ProviderError
from ovos_phal_plugin_jarvis.llm.ready import (
    Ready,
    ValueErrors,
    as_provider_reads,
    describing,
    make_ready,
    narrowed,
)
from ovos_phal_plugin_jarvis.llm.retrieval import Retrieval
from ovos_phal_plugin_jarvis.llm.schema import grammar_schema, unique_by_name
from ovos_phal_plugin_jarvis.llm.turns import Turn, conversation
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition
from ovos_phal_plugin_jarvis.translation.translator import Translator
from ovos_phal_plugin_jarvis.translation.values import ToolCall, Translation, TranslationContext

_CONFIDENCE = 0.9
"""Of a call that a model made. Models do not say how sure they are in a way that could be compared."""
_PHRASE_TOKENS = 80
_PHRASE_SENTENCES = 2

_NARROWED_TO = 8
"""Tools that a provider which classifies lets the model choose of."""
_LIKELY_KEPT = 16
"""Prompts of a few tools that are kept, where that of all tools is too long."""
_LEAST_TOKENS, _USUAL_TOKENS = 0.2, 0.35
"""Of a character of instructions and tools: fewer than any vocabulary takes, and enough for most."""
_TOKENS_SAID, _TOKENS_OF_MARKS = 300, 64
"""Room for what is said and what it refers to; and of a reply beside llm.max_tokens."""
_SECOND_LOOK = 0.25
"""Share of the time for a request that has to be left for asking once more."""
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
            ranker: names of the tools that an utterance may mean, the likeliest first. They are described where a
                prompt has no room for all, and narrow the model's choice where the provider wants that. No names
                narrow nothing.
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
        self._made_for = ""
        self._making: tuple[str, Future[Ready]] | None = None
        self._trouble: str | None = None
        self._likely: dict[frozenset[str], Ready] = {}
        self._tokens = config.tools_tokens or config.n_ctx // 2
        self._retrieval = Retrieval(self._definitions.values(), self._tokens)
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
        if self._retrieval.describes_all(ready.length):
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
        until = monotonic() + self._config.timeout
        try:
            ready = self._prepared(self._config.timeout)
            shown, made = self._first_look(ready, utterance, context, cancel, until)
            return (
                made
                if shown.described is None
                else self._second_look(ready, shown, made, utterance, context, cancel, until)
            )
        except _FAILURES as error:
            return self._fall_back(utterance, context, str(error))

    def _first_look(
        self, ready: Ready, utterance: str, context: TranslationContext, cancel: CancelToken | None, until: float
    ) -> tuple[Ready, ServedTranslation]:
        """What the model makes of *utterance*, and the prompt that it was given: the longest that has room."""
        while True:
            shown = self._shown(ready, utterance)
            try:
                return shown, self._translated(shown, utterance, context, cancel, until)
            except ContextTooSmall as error:
                length = shown.length
                if len(utterance) > length:
                    raise  # it is not the tools that have no room
                self._retrieval.was_too_long(error.needed, error.available, length, shown.described is None)
                smaller = self._shown(ready, utterance)
                if smaller.length >= length:
                    self._trouble = str(error)
                    raise
                LOG.warning(
                    f"of {len(self._definitions)} tools the model is shown {len(smaller.described or ())}: {error}"
                )

    def _second_look(
        self,
        ready: Ready,
        shown: Ready,
        made: ServedTranslation,
        utterance: str,
        context: TranslationContext,
        cancel: CancelToken | None,
        until: float,
    ) -> ServedTranslation:
        """*made*, or what comes where the model called a tool that was only named to it, or none of those it saw.

        Raises:
            EngineReplyError: it called a tool that was not described to it, whose arguments it can only have guessed.
        """
        known = shown.described or frozenset()
        called = frozenset(call.name for call in made.calls)
        if called and called <= known or made.say:
            return made
        if until - monotonic() >= _SECOND_LOOK * self._config.timeout:
            try:
                if called:
                    wanted = called | self._retrieval.likely((*sorted(called), *self._ranked(utterance)))
                else:
                    wanted = self._retrieval.likely(self._ranked(utterance), without=known, again=True)
                again = self._describing(ready, wanted)
                second = self._translated(again, utterance, context, cancel, until, again.described)
                made = replace(second, usage=made.usage + second.usage)
                known = again.described or frozenset()
            except _FAILURES as error:
                LOG.info(f"no second look: {error}")
        guessed = {call.name for call in made.calls} - known
        if guessed:
            raise EngineReplyError(f"the model called {min(guessed)!r}, which was only named to it")
        return made

    def _shown(self, ready: Ready, utterance: str) -> Ready:
        """The prompt that describes all tools, or the likely ones where that is too long."""
        if self._retrieval.describes_all(ready.length):
            return ready
        return self._describing(ready, self._retrieval.likely(self._ranked(utterance)))

    def _about(self, ready: Ready, utterance: str, name: str) -> Ready:
        """:meth:`_shown`, with the tool *name* among those described: what was called of it is talked about."""
        if self._retrieval.describes_all(ready.length):
            return ready
        return self._describing(ready, self._retrieval.likely((name, *self._ranked(utterance))))

    def _describing(self, ready: Ready, names: frozenset[str]) -> Ready:
        line = self._retrieval.names()
        with self._lock:
            kept = self._likely.get(names)
        if kept is None or kept.names != line or kept.grammar is not ready.grammar:
            wanted = [definition for definition in self._definitions.values() if definition.name in names]
            # Not under the lock: whose prompts are written already is not to wait for a provider that takes its time.
            kept = describing(ready, wanted, line, self._engine)
        with self._lock:
            self._likely.pop(names, None)
            self._likely[names] = kept
            while len(self._likely) > _LIKELY_KEPT:
                del self._likely[next(iter(self._likely))]
            return kept

    def _translated(
        self,
        ready: Ready,
        utterance: str,
        context: TranslationContext,
        cancel: CancelToken | None,
        until: float,
        only: frozenset[str] | None = None,
    ) -> ServedTranslation:
        asked = self._turns(ready, utterance, context)
        # An engine without a grammar is not held to these.
        names = self._narrow(ready, utterance) if only is None else only.intersection(ready.grammar.arguments) or None
        generation = self._ask(ready, asked, context, "allowed", names, cancel, until)
        self._retrieval.counted(
            generation.usage.prompt_tokens,
            sum(len(turn.text) + len(turn.context) for turn in asked) + ready.beside,
        )
        translation = self._translation(ready, generation, context)
        if translation.calls and self._validate is not None:
            translation = self._retried(ready, asked, translation, context, cancel, until)
        return translation

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
        if self._ready is None:
            return ServedTranslation(served_by=self.name, reason="the model does not serve", retried=True)
        try:
            ready = self._about(self._ready, utterance, failed_call.name)
            asked = self._turns(ready, utterance, context)
            until = monotonic() + self._config.timeout
            return self._second_try(ready, asked, failed_call, errors, context, None, until)
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
        if self._ready is None:
            return None
        try:
            ready = self._about(self._ready, utterance, call.name)
            asked = phrase_turns(self._turns(ready, utterance, context), call, context_data)
            generation = self._ask(ready, asked, context, "only", None, None, monotonic() + self._config.timeout)
        except _FAILURES as error:
            LOG.info(f"the answer is not phrased by the model: {error}")
            return None
        if generation.calls or (not generation.constrained and ready.provider.read_reply(generation.raw).calls):
            return None
        return spoken_text(generation.text, _PHRASE_SENTENCES, generation.cut) or None

    def status(self) -> dict[str, Any]:
        """The engine's status, the prompt provider, and what the grammar leaves to validation."""
        ready = self._ready
        told = self._engine.status()
        return {
            **told,
            "error": told.get("error") or self._trouble,
            "prompt_provider": ready.provider.name if ready else None,
            "tools": len(ready.grammar) if ready else len(self._definitions),
            "describes_all": ready is None or self._retrieval.describes_all(ready.length),
            "left_out": dict(ready.grammar.left_out) if ready else {},
            "unexpressed": list(ready.grammar.unexpressed) if ready else [],
        }

    def check(self, timeout: float) -> str | None:
        """Why the model can't serve these tools, as far as that can be told before it is asked; None where it can.

        Args:
            timeout: seconds that loading and making ready may take.
        """
        try:
            self._prepared(timeout)
        except _FAILURES as error:
            return str(error)
        return None

    def _prepared(self, timeout: float | None) -> Ready:
        """What the tools and the model come to: worked out once for a file's content, by whoever asks first.

        Raises:
            EngineTimeout: another thread is still at it.
        """
        until = None if timeout is None else monotonic() + timeout
        info = self._engine.info(timeout)
        with self._lock:
            if self._ready is not None and self._made_for == info.identity:
                return self._ready
            if self._making is not None and self._making[0] == info.identity:
                made, is_mine = self._making[1], False
            else:
                made, is_mine = Future[Ready](), True
                self._making = (info.identity, made)
        if not is_mine:
            # A schema that takes its time costs nobody more than what they would wait for the model.
            try:
                return made.result(None if until is None else max(0.0, until - monotonic()))
            except FutureTimeout:
                raise EngineTimeout("the tools are still being made ready for the model") from None
        try:
            ready, retrieval = self._make(info)
        except BaseException as error:
            with self._lock:
                self._making = None
                self._trouble = str(error) if isinstance(error, _FAILURES) else None
            made.set_exception(error)
            raise
        with self._lock:
            self._ready, self._made_for, self._retrieval = ready, info.identity, retrieval
            self._likely.clear()
            self._making = self._trouble = None
        made.set_result(ready)
        return ready

    def _make(self, info: ModelInfo) -> tuple[Ready, Retrieval]:
        provider = self._provider if isinstance(self._provider, GuardedProvider) else self._provider(info)
        ready = make_ready(self._definitions.values(), provider, self._engine)
        # A tool that can't be called is neither described nor named: its name may be anything.
        offered = [d for d in self._definitions.values() if d.name in ready.grammar.arguments]
        if info.context_length and offered:
            shortest = min(offered, key=lambda d: len(d.description) + len(str(d.argument_schema)))
            self._check_room(info, describing(ready, [shortest], "", self._engine).length)
        return replace(ready, model=info.identity), Retrieval(offered, self._tokens)

    def _check_room(self, info: ModelInfo, characters: int) -> None:
        """
        Raises:
            EngineUnavailable: no request will ever have room: not for the instructions, one tool and a reply.
        """
        room, reply = info.context_length, self._config.max_tokens + _TOKENS_OF_MARKS
        if characters * _LEAST_TOKENS + reply <= room:
            return
        wanted = math.ceil((characters * _USUAL_TOKENS + reply + _TOKENS_SAID) / 1024) * 1024
        fix = f"raise llm.n_ctx to {wanted} or more"
        if info.metadata.get(f"{info.architecture}.context_length") == str(room):
            fix = f"the model was trained for {room}, use another that was for {wanted} or more"
        raise EngineUnavailable(
            f"a context of {room} tokens has no room for the instructions, one tool and a reply: {fix}"
        )

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
        from ovos_phal_plugin_jarvis.llm.prompts.shared.context_builders import build_request_context

        # A published provider has the rest in its own text already.
        return build_request_context(None if ready.is_own_prompt else node_context, zone, context.now)

    def _narrow(self, ready: Ready, utterance: str) -> frozenset[str] | None:
        if not ready.provider.use_tool_classifier:
            return None
        return frozenset(self._ranked(utterance)[:_NARROWED_TO]).intersection(ready.grammar.arguments) or None

    def _ranked(self, utterance: str) -> tuple[str, ...]:
        """The tools that *utterance* may mean, the likeliest first; empty where nobody knows."""
        if self._ranker is None:
            return ()
        try:
            return tuple(self._ranker(utterance))
        except Exception as error:  # noqa: BLE001 - a hint that fails is no hint
            LOG.warning(f"no routing hints: {error_text(error)}")
            return ()

    def _ask(
        self,
        ready: Ready,
        turns: Sequence[Turn],
        context: TranslationContext,
        answer: Answer,
        names: frozenset[str] | None,
        cancel: CancelToken | None,
        until: float,
        grammar: CallGrammar | None = None,
    ) -> Generation:
        return self._engine.generate(
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
                timeout=max(0.0, until - monotonic()),
                tools=() if answer == "only" else ready.tools,
                response_format=None if answer == "only" else ready.response_format,
                model=ready.model,
                lang=context.lang,
            ),
            cancel,
        )

    def _translation(self, ready: Ready, generation: Generation, context: TranslationContext) -> ServedTranslation:
        """
        Raises:
            EngineReplyError: the reply is nonsense: calls of tools that are not there, or nothing at all; or a call
                did not come to its end, so that what it was closed with is nobody's wish.
        """
        if generation.cut and generation.calls:
            raise EngineReplyError(
                f"the call of {generation.calls[-1].name!r} was not ended within llm.max_tokens "
                f"({self._config.max_tokens})"
            )
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
        until: float,
    ) -> ServedTranslation:
        """*translation* with the first refused call made anew, if that is any better."""
        assert self._validate is not None
        for at, call in enumerate(translation.calls):
            errors = self._validate(call)
            if not errors:
                continue
            again = self._second_try(ready, asked, call, errors, context, cancel, until)
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
        until: float,
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
            until,
            grammar=grammar if grammar.arguments else None,
        )
        return replace(self._translation(ready, generation, context), retried=True)

    def _fall_back(self, utterance: str, context: TranslationContext, reason: str) -> ServedTranslation:
        LOG.info(f"{self._fallback.name} serves instead of the model: {reason}")
        made = self._fallback.translate(utterance, context)
        values = {f.name: getattr(made, f.name) for f in fields(Translation)}
        return ServedTranslation(**{**values, "served_by": made.served_by or self._fallback.name}, reason=reason)
