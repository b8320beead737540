"""Steps 2 to 4: what an utterance means, before anything has run."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, is_dataclass, replace
from datetime import datetime
from functools import partial
from itertools import islice
from typing import Any, TypeVar

from ovos_utils.log import LOG

from ovos_phal_plugin_jarvis.assistant.allow import AllowedCalls, PlannedCall, allow, meant, own_values
from ovos_phal_plugin_jarvis.assistant.conversation import Conversation
from ovos_phal_plugin_jarvis.assistant.fast_path import PRE_ROUTE, Claimed, claim, claim_any, claim_follow_up
from ovos_phal_plugin_jarvis.assistant.news import asks_for_news
from ovos_phal_plugin_jarvis.assistant.pointing import matched
from ovos_phal_plugin_jarvis.assistant.reply import TALK
from ovos_phal_plugin_jarvis.assistant.routines import ROUTINE, calls_of, left_out, routine_named
from ovos_phal_plugin_jarvis.assistant.talk import is_example, kind_of, rest_of
from ovos_phal_plugin_jarvis.commands.routines import Routine
from ovos_phal_plugin_jarvis.config import AssistantConfig
from ovos_phal_plugin_jarvis.foreign_text import log_error
from ovos_phal_plugin_jarvis.nlu.acts import Acts, acts_of
from ovos_phal_plugin_jarvis.nlu.acts.exclusions import lists_left_out
from ovos_phal_plugin_jarvis.nlu.acts.remarks import remark_of, supposes, without_remark
from ovos_phal_plugin_jarvis.nlu.acts.sparing import spared
from ovos_phal_plugin_jarvis.nlu.decided import ASKED
from ovos_phal_plugin_jarvis.nlu.doubted import is_doubted
from ovos_phal_plugin_jarvis.nlu.lang import language
from ovos_phal_plugin_jarvis.nlu.lang.guess import heard_from_outside
from ovos_phal_plugin_jarvis.nlu.learning.inquiry import answers, collects, takes_what_is_there
from ovos_phal_plugin_jarvis.nlu.learning.values import is_free_text
from ovos_phal_plugin_jarvis.nlu.left_out import without_left_out
from ovos_phal_plugin_jarvis.nlu.moments import When, moments
from ovos_phal_plugin_jarvis.nlu.options import picked, settled
from ovos_phal_plugin_jarvis.nlu.reading import hear, valued
from ovos_phal_plugin_jarvis.nlu.repairs import repaired
from ovos_phal_plugin_jarvis.nlu.segmentation.begun import holds_another
from ovos_phal_plugin_jarvis.nlu.segmentation.cuts import holds_joint, may_be_several
from ovos_phal_plugin_jarvis.nlu.text import is_too_long, strip_request, words_of
from ovos_phal_plugin_jarvis.nlu.thinking import without_thinking
from ovos_phal_plugin_jarvis.sdk.locale import say, together
from ovos_phal_plugin_jarvis.tools.context import InvocationContext
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition
from ovos_phal_plugin_jarvis.tools.execution.alarms import Alarms
from ovos_phal_plugin_jarvis.tools.execution.flow import Done, Wait, job
from ovos_phal_plugin_jarvis.tools.execution.hooks import Hooks
from ovos_phal_plugin_jarvis.tools.execution.invoker import Outcome
from ovos_phal_plugin_jarvis.tools.execution.options import OptionsOfTools
from ovos_phal_plugin_jarvis.tools.execution.pool import JobTimeout, Pool
from ovos_phal_plugin_jarvis.tools.registry import Registry
from ovos_phal_plugin_jarvis.tools.snapshot import LoadedTool, Snapshot
from ovos_phal_plugin_jarvis.translation.translator import (
    EXAMPLES,
    BackedTranslator,
    ExplainingTranslator,
    LearningTranslator,
    RankingTranslator,
    ReasoningTranslator,
    Translator,
)
from ovos_phal_plugin_jarvis.translation.values import Question, ToolCall, Translation, TranslationContext, things_of

Thought = TypeVar("Thought")

THINK_SECONDS = 120.0
"""Seconds that a translator may take at most: the first utterance after a load may have to wait for training."""

LEARNING_PATIENCE = 5.0
"""Seconds that an utterance waits for tools that are being learned, where nothing is sure without them."""


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
    counted: bool = False
    """Whether whoever passes it on has a rate limit of their own, and this request is within it."""
    why: bool = False
    """Whether the answer tells how the words were understood, as with ``assistant.debug``."""


@dataclass(frozen=True)
class Understood:
    """What the words mean."""

    allowed: AllowedCalls
    translator: str | None
    """Who understood them; None where nobody did."""
    say: str = ""
    confidence: float = 0.0
    """0 to 1, as the translator says."""
    unsure: bool = False
    """Whether the tools are still being learned, and it may turn out to mean something else."""
    certain: float = 1.0
    """How sure the arguments are, 0 to 1."""
    debug: Mapping[str, Any] = field(default_factory=dict)
    """How that came about: confidence, what was dropped and, from a model, the reason of a fallback and the tokens."""

    @property
    def claimed(self) -> bool:
        """Whether a command claimed the words by itself."""
        return self.translator == PRE_ROUTE

    @property
    def meant(self) -> float:
        """How surely the user means just that, 0 to 1. Only the example translator tells so that it can be compared; it
        weighs the texts of a claim as well."""
        if self.claimed:
            return self.certain
        return min(self.confidence, self.certain) if self.translator == EXAMPLES else 1.0


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
        alarms: Alarms | None = None,
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
            alarms: end the patience of who waits for tools to be learned; None where nobody waits.
        """
        self._alarms = alarms
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
        self,
        utterance: str,
        request: Request,
        conversation: Conversation,
        without_model: bool = False,
        patient: bool = True,
    ) -> Understood:
        """What *utterance* asks for: claimed by a command, else translated, and only what may run.

        Args:
            utterance: the words.
            request: who spoke them.
            conversation: read only.
            without_model: leave a model out, which may take seconds.
            patient: wait a while for tools that are being learned, where nothing is sure without them; it is held back
                where that is not long enough. Else it may be ``unsure``.
        """
        snapshot = self._registry.snapshot
        claimed: Claimed | None = None
        installed = False
        if conversation.question is None:
            routine = routine_named(utterance, request.context.lang, self._routines())
            if routine is not None:
                return await self._routine(routine, request.context.lang)
            claimed = await self._claimed(utterance, snapshot, request, conversation)
            installed = claimed is not None and _shown_by_another(utterance, claimed, snapshot, request.context.lang)
            lang = request.context.lang
            if claimed is not None and not installed and not _may_be_several(utterance, claimed, lang):
                return await self._weighed(claimed, utterance, request, conversation, snapshot)
            news = asks_for_news(utterance, lang) and self._has_news(request.context.user_id)
            if (news or kind_of(utterance, lang)) and not is_example(utterance, snapshot, lang):
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
            # Where nothing was done before, "cancel it" is "never mind".
            idle = context.last_call is None and rest_of(utterance, context.lang)
            if translation.unsure and (asks_for_news(utterance, context.lang) or idle):
                translation = Translation()  # the assistant itself has an answer
            elif translation.unsure and patient and claimed is None:
                if await self._learned(snapshot, context.lang):
                    translation, served = await self.think(
                        lambda: _translated(self.translator(snapshot, without_model), utterance, context, snapshot)
                    )
                if translation.unsure:
                    translation = Translation(say=say("still_learning", request.context.lang))
        except Exception as error:  # noqa: BLE001 - the assistant answers, whatever a translator does
            log_error("the translator failed", error)
            self._count("translator_failed")
        if installed and _is_of_an_installed(translation, snapshot):
            claimed = None
        several = len({call.name for call in translation.calls}) > 1 or _leaves_order(translation)
        if claimed is not None and not several:
            # One thing after all: a command's own reading of it counts.
            read = translation if served == EXAMPLES else None
            return await self._weighed(claimed, utterance, request, conversation, snapshot, read)
        lang = request.context.lang
        if conversation.question is None and claimed is None and not _is_sure(translation):
            beside = await self._claimed_beside(utterance, snapshot, request, conversation)
            if beside is not None:
                return _claimed_as(beside, utterance, context)
        said = translation.corrected or utterance
        translation = await self._as_tools_tell(translation, said, snapshot)
        allowed = await allow(translation.calls, snapshot, said, self._config, self._hooks, lang, context)
        if claimed is not None and not (allowed.calls or allowed.question or allowed.failed):
            # Nor is any of the several things meant, as their tools say.
            return _claimed_as(claimed, utterance, context)
        allowed = replace(
            allowed,
            question=_own_question(translation.question, snapshot, said, context) or allowed.question,
            dropped=allowed.dropped + translation.dropped,
        )
        if conversation.question is None:
            translation, allowed = await self._by_their_own(translation, allowed, snapshot, request, context)
        if allowed.planned and allowed.unmeant:
            told = say("left_out", lang, said="; ".join(allowed.unmeant))
            translation = replace(translation, say=together([translation.say, told], lang))
        served = translation.served_by or served
        understood = bool(allowed.calls or allowed.question or allowed.failed or translation.say)
        return Understood(
            allowed,
            served if understood else None,
            heard_from_outside(translation.say, lang),
            translation.confidence,
            translation.unsure,
            min(translation.certain, _PARTLY) if translation.left or allowed.unmeant else translation.certain,
            _debug(translation, allowed),
        )

    async def _weighed(
        self,
        claimed: Claimed,
        utterance: str,
        request: Request,
        conversation: Conversation,
        snapshot: Snapshot,
        known: Translation | None = None,
    ) -> Understood:
        """*claimed*, how surely it is wanted, and how sure its texts are where its command leaves that open: whoever
        reads the same command in the words may find other ones. A model is not asked, nobody who takes long, and nobody
        where it is *known*."""
        context = self.context(request, conversation)
        understood = _claimed_as(claimed, utterance, context)
        if claimed.sure:
            return understood
        if known is not None:
            sure = _certainty(claimed, known, context.lang)
            return replace(understood, certain=min(understood.certain, sure))
        context = replace(context, options=await self._options.now(snapshot))

        def read() -> tuple[Translation, str]:
            translator = self.translator(snapshot, without_model=True)
            if translator.name != EXAMPLES:
                return Translation(), translator.name
            return _translated(translator, utterance, context, snapshot)

        try:
            found, _ = await job(self._thinking, read, _WEIGHING_SECONDS)
        except JobTimeout:
            LOG.info(f"{claimed.call.name}: its claim was not weighed within {_WEIGHING_SECONDS:g} s and stands")
            return understood
        except Exception as error:  # noqa: BLE001 - the assistant answers, whatever a translator does
            log_error("the translator failed to weigh what a command claims", error)
            return understood
        return replace(understood, certain=min(understood.certain, _certainty(claimed, found, context.lang)))

    async def _as_tools_tell(self, translation: Translation, said: str, snapshot: Snapshot) -> Translation:
        """*translation* with the one call that is meant instead of the question which of several is, where the tools of
        all others say that they are not."""
        asked = translation.question
        if asked is None or not asked.calls or translation.calls:
            return translation
        calls = await meant(asked.calls, snapshot, said, self._config, self._hooks)
        return replace(translation, calls=calls, question=None) if len(calls) == 1 else translation

    def _learned(self, snapshot: Snapshot, lang: str) -> Wait[bool]:
        """Waits for the tools of *snapshot* to be learned in *lang*; whether nothing is being learned any more."""
        translator, alarms = self.translator(snapshot, without_model=True), self._alarms

        def start(done: Done, left: float) -> None:
            if alarms is None or not isinstance(translator, LearningTranslator):
                done(False, None)
                return
            once = iter((True,))
            lock = threading.Lock()

            def end(learned: bool) -> None:
                with lock:
                    first = next(once, False)
                if first:
                    done(learned, None)

            alarm = alarms.after(min(LEARNING_PATIENCE, left), partial(end, False))

            def learned() -> None:
                alarm.cancel()
                end(True)

            translator.when_learned(learned, lang)

        return Wait(start)

    async def _claimed(
        self, utterance: str, snapshot: Snapshot, request: Request, conversation: Conversation
    ) -> Claimed | None:
        """What a command makes of *utterance* by itself. It never sees what the user took back or left out of a row,
        nor what was said while looking for a word: where nobody but the translator can tell what is meant, no command
        is asked."""
        lang = request.context.lang
        utterance = without_left_out(without_thinking(utterance, lang), lang)
        repair = repaired(utterance, lang, request.now)
        if repair is not None:
            if repair.cancelled or not repair.settled:
                return None
            utterance = repair.readings[0].text
        said = acts_of(utterance, lang)
        if said.is_unwanted:
            return None
        user = request.context.user_id
        claimed = await claim(utterance, snapshot, self._hooks, self._config, self._disabled_patterns, user)
        plain = said.plain
        if claimed is None and plain != utterance.strip():  # a command need not know every courtesy
            claimed = await claim(plain, snapshot, self._hooks, self._config, self._disabled_patterns, user)
        last = conversation.last_call
        tool = None if last is None else _tool_of(last, snapshot)
        if claimed is None and last is not None and tool is not None:
            result = conversation.last_result
            claimed = await claim_follow_up(utterance, tool, snapshot, last, result, self._hooks, self._config)
        if claimed is None or lists_left_out(claimed.call.arguments, lang) or _is_half(utterance, claimed, lang):
            return None
        if claimed.valid.tool.definition.annotations.get("readOnlyHint"):
            return claimed
        held = said.condition or _is_limited(utterance, claimed, request)
        wanted = not (held or _only_asks(said, claimed) or _is_for_another(said, claimed))
        return claimed if wanted else None

    async def _claimed_beside(
        self, utterance: str, snapshot: Snapshot, request: Request, conversation: Conversation
    ) -> Claimed | None:
        """What a command makes of *utterance* without a remark at its end, of which it need not know the words: "the
        bread timer needs ten more minutes it's still pale". Neither a value may be said in that, nor may it be more of
        what the command writes down."""
        lang = request.context.lang
        said = acts_of(utterance, lang)
        if said.is_unwanted or said.condition:
            return None
        for rest, remark in islice(without_remark(utterance, lang), _MOST_REMARKS):
            if valued(hear(remark.text, lang, request.now, strip=False)):
                continue
            claimed = await self._claimed(rest, snapshot, request, conversation)
            if claimed is not None and not _may_be_several(rest, claimed, lang):
                definition = claimed.valid.tool.definition
                plain = remark_of(remark.text, lang) is not None and (
                    supposes(remark, lang) or not collects(definition)
                )
                if plain or takes_what_is_there(definition):
                    return claimed
        return None

    async def _by_their_own(
        self,
        translation: Translation,
        allowed: AllowedCalls,
        snapshot: Snapshot,
        request: Request,
        context: TranslationContext,
    ) -> tuple[Translation, AllowedCalls]:
        """Both with the parts of several requests that are left, or would be asked about, as a command claims them by
        itself, where there is room for more calls; what was taken for the only request is then judged by its own
        words."""
        lang, left = request.context.lang, list(translation.left)
        asked = allowed.question if allowed.planned and allowed.question is not None else None
        told = say("left_out", lang, said="; ".join(left)) if left else ""
        if not allowed.planned or (not asked and (not left or translation.say != told)):
            return translation, allowed
        planned, whole = list(allowed.planned), str(request.utterance)
        alone = len(translation.calls) == 1
        for part in [*left, *([asked.call.said] if asked is not None and asked.call.said else [])]:
            said = acts_of(part, lang)
            if said.is_unwanted or said.condition:
                continue
            user = request.context.user_id
            claimed = await claim(part, snapshot, self._hooks, self._config, self._disabled_patterns, user)
            own_calls = _planned(claimed, part) if claimed is not None else ()
            if len(planned) + len(own_calls) > self._config.max_commands:
                break
            if claimed is not None and part in left:
                left.remove(part)
                if alone:
                    config, hooks = self._config, self._hooks
                    own = await allow(translation.calls, snapshot, whole, config, hooks, lang, context, in_part=True)
                    planned, alone = list(own.planned) or planned, False
                behind = (at for at, each in enumerate(planned) if whole.find(each.said.said) > whole.find(part))
                at = next(behind, len(planned))
                planned[at:at] = own_calls
            elif claimed is not None:
                # The day that it is for was gone to before it, wherever that is said.
                parts = [call.said for call in translation.calls]
                before = parts[: parts.index(part)] if part in parts else parts
                at = sum(each.said.said in before for each in planned)
                planned[at:at] = own_calls
                allowed = replace(allowed, question=None)
        if len(left) < len(translation.left):
            rest = say("left_out", lang, said="; ".join(left)) if left else ""
            spoken = rest if translation.say == told else translation.say
            translation = replace(translation, left=tuple(left), say=spoken)
        return translation, replace(allowed, planned=tuple(planned))

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
        snapshot = self._registry.snapshot
        found = snapshot.by_name.get(call.name, ())
        for tool in (tool for tool in found if call.toolbox_id in (None, tool.toolbox_id)):
            user = request.context.user_id
            claimed = await claim_any(
                utterances, tool, snapshot, self._hooks, self._config, self._disabled_patterns, user
            )
            if claimed is not None:
                return Understood(AllowedCalls(_planned(claimed)), PRE_ROUTE)
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

    async def explain(self, utterance: str, request: Request) -> dict[str, Any]:
        """How the translator that needs no model understands *utterance* by itself; empty where it can't tell."""
        snapshot = self._registry.snapshot
        options = await self._options.now(snapshot)
        context = TranslationContext(now=request.now, lang=request.context.lang, options=options)
        translator = self.translator(snapshot, without_model=True)
        if not isinstance(translator, ExplainingTranslator):
            return {}
        return await self.think(partial(translator.explain, utterance, context))

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
            done=conversation.done,
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

    def thinker(self, served_by: str | None) -> ReasoningTranslator | None:
        """The translator where it can think again and find words, for a request that it has understood itself: where
        another had to serve, nobody waits for it a second time.

        Args:
            served_by: who understood the request; None where nobody did.
        """
        translator = self.translator()
        return translator if isinstance(translator, ReasoningTranslator) and translator.name == served_by else None


def _translated(
    translator: Translator, utterance: str, context: TranslationContext, snapshot: Snapshot
) -> tuple[Translation, str]:
    """What *utterance* asks for, with the names of the moment, and who understood it."""

    def definition_of(call: ToolCall) -> ToolDefinition | None:
        found = snapshot.by_name.get(call.name, ())
        return found[0].definition if len(found) == 1 else None

    asked = context.question
    chosen = matched(utterance, context.lang, asked.choices, asked.names) if asked is not None else None
    if asked is not None and asked.calls and chosen is not None:
        return Translation((asked.calls[asked.choices.index(chosen)],), 1.0), translator.name
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
    if question is None:
        return None

    def own(call: ToolCall) -> ToolCall:
        found = snapshot.by_name.get(call.name, ())
        return own_values(call, found[0].definition, utterance, context) if len(found) == 1 else call

    return replace(question, call=own(question.call), calls=tuple(map(own, question.calls)))


def _only_asks(said: Acts, claimed: Claimed) -> bool:
    """Whether what was *said* wants to be told something, and the tool that claims it only does things: "have we got
    milk on the list" adds nothing."""
    definition = claimed.valid.tool.definition
    shown = [strip_request(example.utterance, said.lang) for example in definition.in_language(said.lang).examples]
    return said.question and not answers(definition, shown, said.spoken)


def _is_for_another(said: Acts, claimed: Claimed) -> bool:
    """Whether somebody else is to be told what the claimed call would do: no value of it holds that."""
    return said.relay is not None and not said.relay.is_taken(claimed.call.arguments.values(), said.lang)


def _is_half(utterance: str, claimed: Claimed, lang: str) -> bool:
    """Whether there is more in *utterance* than anybody reads who could tell what else it asks for, texts aside that
    the claimed call takes as they were said: a note may be as long as it likes."""
    if not is_too_long(utterance, lang):
        return False
    rest = utterance.lower()
    for value in claimed.call.arguments.values():
        for text in filter(None, (str(thing).lower() for thing in things_of(value))):
            rest = rest.replace(text, " ", 1)
    return is_too_long(rest, lang)


def _is_limited(utterance: str, claimed: Claimed, request: Request) -> bool:
    """Whether *utterance* says that something is to be left as it is, or to be done later, and no text of the claimed
    call holds that."""
    lang, values = request.context.lang, claimed.call.arguments.values()
    if any(not each.is_in(values) for each in spared(utterance, lang)):
        return True
    heard = hear(utterance, lang, request.now)
    later = (heard.said(x.start, x.end).lower() for x in moments(heard) if x.when is When.LATER)
    return any(all(each not in str(value).lower() for value in values) for each in later)


def _may_be_several(utterance: str, claimed: Claimed, lang: str) -> bool:
    """Whether *utterance* may ask for more than what was claimed, or a text of the claimed call be two things: "lower
    the volume and flossing" is called no habit."""
    if may_be_several(utterance, lang) or holds_another(utterance, lang):
        return True
    return any(holds_joint(value, lang) for value in claimed.call.arguments.values() if isinstance(value, str))


_PARTLY = 0.7
"""How surely a part of what was said is wanted without the rest, which nobody understood: what changes something asks
first, as it may be cut where it should not."""
_WEIGHING_SECONDS = 2.0
"""How long what a command claims may be weighed; then it is done as it is claimed."""
_READ_OTHERWISE = 0.35
"""How sure a claim is of which a translator finds other texts in the same words: that asks first, whatever it does."""
_ALIKE = 0.6
"""Share of words from which on an example of another tool may be what was said, but for the values."""
_SURELY = 0.75
"""Confidence from which another tool is asked about nothing."""
_MOST_REMARKS = 3
"""Places where a remark may begin at which commands are asked about what stands before."""


def _shown_by_another(utterance: str, claimed: Claimed, snapshot: Snapshot, lang: str) -> bool:
    """Whether a fallback claims what a tool that the user installed shows in an example, as far as the words tell."""
    if not claimed.valid.tool.definition.is_fallback:
        return False
    words = words_of(utterance)
    for tool in snapshot:
        for example in () if tool.definition.is_fallback else tool.definition.in_language(lang).examples:
            shown = words_of(example.utterance)
            if len(set(words) & set(shown)) >= _ALIKE * max(len(set(words)), len(set(shown))):
                return True
    return False


def _is_sure(translation: Translation) -> bool:
    """Whether *translation* asks about nothing: it has calls that are surely meant, or a question of its own."""
    sure = bool(translation.calls) and min(translation.confidence, translation.certain) >= _SURELY
    return sure or translation.unsure or (translation.question is not None and not translation.calls)


def _leaves_order(translation: Translation) -> bool:
    """Whether a part of what was said is none of what *translation* understood, though it says more than a word: what
    takes all for one thing would have that part in it."""
    return bool(translation.calls) and any(" " in part.strip() for part in translation.left)


def _is_of_an_installed(translation: Translation, snapshot: Snapshot) -> bool:
    """Whether *translation* is surely what tools are for that are no fallbacks."""
    tools = [_tool_of(call, snapshot) for call in translation.calls]
    return (
        bool(tools)
        and translation.confidence >= _SURELY
        and all(tool is not None and not tool.definition.is_fallback for tool in tools)
    )


def _claimed_as(claimed: Claimed, said: str, context: TranslationContext) -> Understood:
    """*claimed* by the words *said*: what waits for a yes is still spoken of in them, once that is given. What came
    along claims what looks like an order and may only be told: that is asked about. Others' commands know what is
    theirs."""
    definition, code = claimed.valid.tool.definition, language(context.lang).code
    told = definition.is_fallback and is_doubted(definition, said, code, context.last_call)
    return Understood(AllowedCalls(_planned(claimed, said)), PRE_ROUTE, certain=ASKED if told else 1.0)


def _certainty(claimed: Claimed, read: Translation, lang: str) -> float:
    """How sure the texts of *claimed* are, where *read* is what the same words are translated to: what both take from
    them, as words alone. What only one of them has the other may have made something else of. Where both read the same,
    what the translator doubts is half as doubtful."""
    call = claimed.call
    own = [c for c in read.calls if c.name == call.name and c.toolbox_id in (None, call.toolbox_id)]
    if len(own) != 1 or read.unsure:
        return 1.0
    texts = {p.name for p in claimed.valid.tool.definition.parameters if is_free_text(p)}
    both = texts & {k for k, v in call.arguments.items() if v} & {k for k, v in own[0].arguments.items() if v}
    same = all(_bare(call.arguments[name], lang) == _bare(own[0].arguments[name], lang) for name in both)
    return (1 + read.certain) / 2 if same else _READ_OTHERWISE


def _bare(value: Any, lang: str) -> Any:
    """*value* as its words alone, where it is a text or several: as two readers of the same words may both write it."""
    if isinstance(value, list | tuple):
        return [_bare(each, lang) for each in value]
    words = words_of(str(value))
    articles = language(lang).articles
    return words[next((at for at, word in enumerate(words) if word not in articles), 0) :]


def _planned(claimed: Claimed, said: str = "") -> tuple[PlannedCall, ...]:
    """The calls of *claimed*, which are asked for by the part *said* where the words ask for more."""
    calls = [*claimed.before, (claimed.call, claimed.valid)]
    return tuple(PlannedCall(valid, replace(call, said=said) if said else call) for call, valid in calls)


def _tool_of(call: ToolCall, snapshot: Snapshot) -> LoadedTool | None:
    found = snapshot.by_name.get(call.name, ())
    return next((tool for tool in found if call.toolbox_id in (None, tool.toolbox_id)), None)


def _same_tools(one: Snapshot, other: Snapshot) -> bool:
    return one is other or (len(one) == len(other) and one.definitions == other.definitions)


def _debug(translation: Translation, allowed: AllowedCalls) -> dict[str, Any]:
    told: dict[str, Any] = {"confidence": round(translation.confidence, 4), "dropped": allowed.dropped}
    if translation.certain < 1:
        told["certain"] = round(translation.certain, 4)
    for name in ("reason", "retried"):
        if getattr(translation, name, None):
            told[name] = getattr(translation, name)
    usage = getattr(translation, "usage", None)
    if is_dataclass(usage) and not isinstance(usage, type):
        told["usage"] = asdict(usage)
    return told
