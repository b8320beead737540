"""Steps 2 to 4: what an utterance means, before anything has run."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, is_dataclass, replace
from datetime import datetime
from functools import partial
from typing import Any, TypeVar

from ovos_phal_plugin_jarvis.assistant.allow import AllowedCalls, PlannedCall, allow, own_values
from ovos_phal_plugin_jarvis.assistant.conversation import Conversation
from ovos_phal_plugin_jarvis.assistant.fast_path import PRE_ROUTE, claim, claim_any, claim_follow_up
from ovos_phal_plugin_jarvis.assistant.news import asks_for_news
from ovos_phal_plugin_jarvis.assistant.pointing import matched
from ovos_phal_plugin_jarvis.assistant.reply import TALK
from ovos_phal_plugin_jarvis.assistant.routines import ROUTINE, calls_of, left_out, routine_named
from ovos_phal_plugin_jarvis.assistant.talk import is_example, kind_of
from ovos_phal_plugin_jarvis.commands.routines import Routine
from ovos_phal_plugin_jarvis.config import AssistantConfig
from ovos_phal_plugin_jarvis.foreign_text import log_error
from ovos_phal_plugin_jarvis.nlu.lang.guess import heard_from_outside
from ovos_phal_plugin_jarvis.nlu.options import picked, settled
from ovos_phal_plugin_jarvis.tools.context import InvocationContext
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition
from ovos_phal_plugin_jarvis.tools.execution.flow import Wait, job
from ovos_phal_plugin_jarvis.tools.execution.hooks import Hooks
from ovos_phal_plugin_jarvis.tools.execution.invoker import Outcome
from ovos_phal_plugin_jarvis.tools.execution.options import OptionsOfTools
from ovos_phal_plugin_jarvis.tools.execution.pool import Pool
from ovos_phal_plugin_jarvis.tools.registry import Registry
from ovos_phal_plugin_jarvis.tools.snapshot import LoadedTool, Snapshot
from ovos_phal_plugin_jarvis.translation.translator import (
    BackedTranslator,
    RankingTranslator,
    ReasoningTranslator,
    Translator,
)
from ovos_phal_plugin_jarvis.translation.values import Question, ToolCall, Translation, TranslationContext

Thought = TypeVar("Thought")

THINK_SECONDS = 120.0
"""Seconds that a translator may take at most: the first utterance after a load may have to wait for training."""


@dataclass(frozen=True)
class Request:
    """An utterance and who spoke it."""

    utterance: Any
    """As it came; the guard decides."""
    context: InvocationContext
    now: datetime
    """The user's time, with its time zone."""
    tell: Callable[[str, str, float | None], None] | None = None
    """Told what goes on before the answer: what to say (may be empty), the tool, the part that is done (None where
    nobody knows). Called from any thread; must not block. None where nobody listens."""
    ends_ringing: Callable[[bool], bool] | None = None
    """Ends what rings in the session, or with True only looks; whether something rings."""


@dataclass(frozen=True)
class Understood:
    """What the words mean."""

    allowed: AllowedCalls
    translator: str | None
    """Who understood them; None where nobody did."""
    say: str = ""
    confidence: float = 0.0
    """0 to 1, as the translator says."""
    debug: Mapping[str, Any] = field(default_factory=dict)
    """How that came about: confidence, what was dropped and, from a model, the reason of a fallback and the tokens."""

    @property
    def claimed(self) -> bool:
        """Whether a command claimed the words by itself."""
        return self.translator == PRE_ROUTE


class Understanding:
    """Finds the fast path or the translation of an utterance. Calls may come from any thread."""

    def __init__(
        self,
        registry: Registry,
        config: AssistantConfig,
        make_translator: Callable[[Snapshot], Translator],
        disabled_patterns: frozenset[str],
        count: Callable[[str], None],
        hooks: Hooks,
        thinking: Pool,
        has_news: Callable[[int | None], bool] = lambda user: False,
        routines: Callable[[], Sequence[Routine]] = tuple,
    ) -> None:
        """
        Args:
            registry: the tools.
            config: limits.
            make_translator: builds the translator of a snapshot; called once for each.
            disabled_patterns: fast-path patterns that may not claim an utterance.
            count: told of what goes wrong.
            hooks: calls what the tools have a say in.
            thinking: where translators run, which may wait for a model.
            has_news: whether something waits to be told to that user.
            routines: gives the routines as they stand now.
        """
        self._routines = routines
        self._has_news = has_news
        self._registry = registry
        self._config = config
        self._make_translator = make_translator
        self._disabled_patterns = disabled_patterns
        self._count = count
        self._hooks = hooks
        self._thinking = thinking
        self._options = OptionsOfTools(hooks, config.pre_route_budget / 2, config.pre_route_budget)
        self._lock = threading.Lock()
        self._built: tuple[Snapshot, Translator] | None = None

    async def understand(
        self, utterance: str, request: Request, conversation: Conversation, without_model: bool = False
    ) -> Understood:
        """What *utterance* asks for: claimed by a command, else translated, and only what may run.

        Args:
            utterance: the words.
            request: who spoke them.
            conversation: read only.
            without_model: leave a model out, which may take seconds.
        """
        snapshot = self._registry.snapshot
        if conversation.question is None:
            routine = routine_named(utterance, request.context.lang, self._routines())
            if routine is not None:
                return await self._routine(routine, request.context.lang)
            claimed = await claim(
                utterance, snapshot, self._hooks, self._config, self._disabled_patterns, request.context.user_id
            )
            last = conversation.last_call
            tool = None if last is None else _tool_of(last, snapshot)
            if claimed is None and last is not None and tool is not None:
                result = conversation.last_result
                claimed = await claim_follow_up(utterance, tool, last, result, self._hooks, self._config)
            if claimed is not None:
                call, valid = claimed
                return Understood(AllowedCalls((PlannedCall(valid, call),)), PRE_ROUTE)
            lang = request.context.lang
            news = asks_for_news(utterance, lang) and self._has_news(request.context.user_id)
            if (news or kind_of(utterance, lang)) and not is_example(utterance, snapshot):
                return Understood(AllowedCalls(), TALK)
        options = await self._options.now(snapshot)
        context = replace(self.context(request, conversation), options=options)
        served = PRE_ROUTE
        translation = Translation()
        try:
            # A new snapshot's translator may have to be built first.
            translation, served = await self.think(
                lambda: _translated(self.translator(snapshot, without_model), utterance, context, snapshot)
            )
        except Exception as error:  # noqa: BLE001 - the assistant answers, whatever a translator does
            log_error("the translator failed", error)
            self._count("translator_failed")
        lang = request.context.lang
        allowed = await allow(translation.calls, snapshot, utterance, self._config, self._hooks, lang, context)
        allowed = replace(
            allowed,
            question=_own_question(translation.question, snapshot, utterance, context) or allowed.question,
            dropped=allowed.dropped + translation.dropped,
        )
        served = translation.served_by or served
        understood = bool(allowed.calls or allowed.question or allowed.failed or translation.say)
        return Understood(
            allowed,
            served if understood else None,
            heard_from_outside(translation.say, lang),
            translation.confidence,
            _debug(translation, allowed),
        )

    async def _routine(self, routine: Routine, lang: str) -> Understood:
        """The steps of *routine* as a plan; those that can't be done are named."""
        planned: list[PlannedCall] = []
        failed: list[Outcome] = []
        missing = list(routine.unbound)
        for step, call in zip(routine.steps, calls_of(routine.steps), strict=True):
            allowed = await self.allow([call], None, lang)
            planned += allowed.planned
            failed += allowed.failed
            if not allowed.planned and not allowed.failed:
                missing.append(step.label)
        allowed = AllowedCalls(tuple(planned), dropped=len(missing), failed=tuple(failed))
        return Understood(allowed, ROUTINE, left_out(missing, lang), confidence=1.0)

    async def claimed_by(self, call: ToolCall, utterances: Sequence[str], request: Request) -> Understood | None:
        """What the command of *call* makes of the first of *utterances* that it claims; None where it claims none."""
        found = self._registry.snapshot.by_name.get(call.name, ())
        for tool in (tool for tool in found if call.toolbox_id in (None, tool.toolbox_id)):
            user = request.context.user_id
            claimed = await claim_any(utterances, tool, self._hooks, self._config, self._disabled_patterns, user)
            if claimed is not None:
                return Understood(AllowedCalls((PlannedCall(claimed[1], claimed[0]),)), PRE_ROUTE)
        return None

    async def nearest(self, utterance: str, request: Request) -> list[tuple[str, float]]:
        """The likeliest tool of words that nobody understood, with its probability; none where nobody knows."""
        context = TranslationContext(now=request.now, lang=request.context.lang)
        try:
            translator = self.translator(without_model=True)
            if not isinstance(translator, RankingTranslator):
                return []
            return await self.think(partial(translator.rank, utterance, context, 1))
        except Exception as error:  # noqa: BLE001 - the assistant answers, whatever a translator does
            log_error("the translator failed to tell what is near", error)
            return []

    def think(self, work: Callable[[], Thought]) -> Wait[Thought]:
        """*work* of a translator, which may wait for a model, on a thread of its own."""
        return job(self._thinking, work, THINK_SECONDS)

    async def allow(self, planned: Sequence[ToolCall], utterance: str | None, lang: str) -> AllowedCalls:
        """See ``allow``; for the present snapshot, and for as many calls as are *planned*: they are no translator's."""
        config = self._config.model_copy(update={"max_commands": max(len(planned), self._config.max_commands)})
        return await allow(planned, self._registry.snapshot, utterance, config, self._hooks, lang)

    def context(self, request: Request, conversation: Conversation) -> TranslationContext:
        """What a translator may know beside the words."""
        return TranslationContext(
            now=request.now,
            lang=request.context.lang,
            last_call=conversation.last_call,
            last_result=conversation.last_result,
            shown=conversation.shown,
            question=conversation.question,
            max_calls=self._config.max_commands,
            turns=tuple(conversation.turns),
            room=request.context.room,
            user_id=request.context.user_id,
        )

    @property
    def has_model(self) -> bool:
        """Whether a model is configured, which takes its time."""
        return isinstance(self.translator(), BackedTranslator)

    def translator(self, snapshot: Snapshot | None = None, without_model: bool = False) -> Translator:
        """The translator of *snapshot*, by default the present one; built where there is none yet."""
        found = self._translator_of(snapshot or self._registry.snapshot)
        return found.without_model if without_model and isinstance(found, BackedTranslator) else found

    def _translator_of(self, snapshot: Snapshot) -> Translator:
        built = self._built
        if built is not None and built[0] is snapshot:
            return built[1]
        with self._lock:
            if self._built is None or not _same_tools(self._built[0], snapshot):
                self._built = (snapshot, self._make_translator(snapshot))
            else:
                self._built = (snapshot, self._built[1])  # a reload that found what it knew
            return self._built[1]

    def thinker(self) -> ReasoningTranslator | None:
        """The translator where it can think again and find words."""
        translator = self.translator()
        return translator if isinstance(translator, ReasoningTranslator) else None


def _translated(
    translator: Translator, utterance: str, context: TranslationContext, snapshot: Snapshot
) -> tuple[Translation, str]:
    """What *utterance* asks for, with the names of the moment, and who understood it."""

    def definition_of(call: ToolCall) -> ToolDefinition | None:
        found = snapshot.by_name.get(call.name, ())
        return found[0].definition if len(found) == 1 else None

    asked = context.question
    chosen = matched(utterance, context.lang, asked.choices, asked.names) if asked is not None else None
    if asked is not None and chosen is not None and asked.parameter not in context.options.get(asked.call.name, {}):
        call = replace(asked.call, arguments={**asked.call.arguments, asked.parameter: chosen})
        return Translation((call,), 1.0), translator.name
    named = asked is not None and asked.parameter in context.options.get(asked.call.name, {})
    said = picked(asked, utterance, context.lang) if named else utterance
    return settled(translator.translate(said, context), context, said, definition_of), translator.name


def _own_question(
    question: Question | None, snapshot: Snapshot, utterance: str, context: TranslationContext
) -> Question | None:
    """*question* about a call without what only an example has lent it: more may be made up than what is asked."""
    found = snapshot.by_name.get(question.call.name, ()) if question is not None else ()
    if question is None or len(found) != 1:
        return question
    return replace(question, call=own_values(question.call, found[0].definition, utterance, context))


def _tool_of(call: ToolCall, snapshot: Snapshot) -> LoadedTool | None:
    found = snapshot.by_name.get(call.name, ())
    return next((tool for tool in found if call.toolbox_id in (None, tool.toolbox_id)), None)


def _same_tools(one: Snapshot, other: Snapshot) -> bool:
    return one is other or (len(one) == len(other) and one.definitions == other.definitions)


def _debug(translation: Translation, allowed: AllowedCalls) -> dict[str, Any]:
    told: dict[str, Any] = {"confidence": round(translation.confidence, 4), "dropped": allowed.dropped}
    for name in ("reason", "retried"):
        if getattr(translation, name, None):
            told[name] = getattr(translation, name)
    usage = getattr(translation, "usage", None)
    if is_dataclass(usage) and not isinstance(usage, type):
        told["usage"] = asdict(usage)
    return told
