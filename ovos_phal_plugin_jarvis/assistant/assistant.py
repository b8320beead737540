"""One utterance, start to end: guard, pre-route, translate, check, confirm, invoke, reply."""
from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from typing import Any

from ovos_utils.log import LOG

from ovos_phal_plugin_jarvis.assistant import phrases
from ovos_phal_plugin_jarvis.assistant.actions import CANCEL, find_action, offered_buttons
from ovos_phal_plugin_jarvis.assistant.allow import AllowedCalls, allow, question_for_refusal
from ovos_phal_plugin_jarvis.assistant.confirm import answer, asks_first
from ovos_phal_plugin_jarvis.assistant.conversation import Button, Conversation, Conversations
from ovos_phal_plugin_jarvis.assistant.fast_path import Claim, claim
from ovos_phal_plugin_jarvis.assistant.guard import Guard, Refusal
from ovos_phal_plugin_jarvis.assistant.plan import ToolCall, Translation, TranslationContext
from ovos_phal_plugin_jarvis.assistant.reply import CallResult, Reply, call_result, spoken
from ovos_phal_plugin_jarvis.assistant.translators.base import ReasoningTranslator, Translator
from ovos_phal_plugin_jarvis.config import AssistantConfig
from ovos_phal_plugin_jarvis.tools.command_schema import CommandOutput
from ovos_phal_plugin_jarvis.tools.context import InvocationContext
from ovos_phal_plugin_jarvis.tools.errors import InvalidArguments, ToolError, UnknownAction
from ovos_phal_plugin_jarvis.tools.invoker import Invoker, Outcome
from ovos_phal_plugin_jarvis.tools.registry import Registry
from ovos_phal_plugin_jarvis.tools.snapshot import Snapshot
from ovos_phal_plugin_jarvis.tools.validation import ValidCall

PRE_ROUTE = "pre_route"


@dataclass(frozen=True)
class Request:
    """An utterance and who spoke it."""

    utterance: Any
    """As it came; the guard decides."""
    context: InvocationContext
    now: datetime
    """The user's time, with its time zone."""


@dataclass(frozen=True)
class _Understood:
    """What the words mean, before anything has run."""

    allowed: AllowedCalls
    translator: str | None
    say: str = ""
    claimed: Claim | None = None


class Assistant:
    """Ties the steps together. Calls may come from any thread; one session's are taken in turn."""

    def __init__(self, registry: Registry, invoker: Invoker, guard: Guard, config: AssistantConfig,
                 make_translator: Callable[[Snapshot], Translator],
                 disabled_patterns: frozenset[str] = frozenset()) -> None:
        """
        Args:
            registry: the tools.
            invoker: runs them.
            guard: what is let in.
            config: limits and habits.
            make_translator: builds the translator of a snapshot; called once for each.
            disabled_patterns: fast-path patterns that may not claim an utterance.
        """
        self._registry = registry
        self._invoker = invoker
        self._guard = guard
        self._config = config
        self._make_translator = make_translator
        self._disabled_patterns = disabled_patterns
        self._conversations = Conversations()
        self._translator_lock = threading.Lock()
        self._translator: tuple[Snapshot, Translator] | None = None
        self._counts: Counter[str] = Counter()
        self._count_lock = threading.Lock()

    def handle(self, request: Request, *, dry_run: bool = False) -> Reply:
        """Understand an utterance, run what it asks for, and answer.

        Args:
            request: what was said.
            dry_run: plan only; nothing runs and nothing is remembered.

        Raises:
            Refusal: the guard did not let it in.
        """
        started = time.monotonic()
        utterance = self._admit(request, "utterance")
        conversation = self._conversations.get(request.context.conversation_id)
        with conversation.lock:
            reply = self._answer_confirmation(utterance, request, conversation, dry_run)
            if reply is None:
                reply = self._take_up(utterance, request, conversation, dry_run)
            if not dry_run:
                conversation.remember_turn("user", utterance)
                conversation.remember_turn("assistant", reply.say)
        reply = replace(reply, elapsed_ms=(time.monotonic() - started) * 1000,
                        say=phrases.shorten(reply.say, self._config.max_say_chars))
        self._log(reply)
        return reply

    def translate(self, request: Request) -> Reply:
        """Understand an utterance as one that starts a conversation, and run nothing.

        Raises:
            Refusal: the guard did not let it in.
        """
        started = time.monotonic()
        utterance = self._admit(request, "transcript")
        understood = self._understand(utterance, request, Conversation())
        question = understood.allowed.question
        reply = Reply(
            utterance=utterance, say=understood.say or (question.text if question else ""),
            commands=understood.allowed.plan, translator=understood.translator,
            expect_response=question is not None, dropped=understood.allowed.dropped, question=question)
        if not reply.understood:
            reply = replace(reply, say=phrases.NOT_UNDERSTOOD)
        reply = replace(reply, elapsed_ms=(time.monotonic() - started) * 1000,
                        say=phrases.shorten(reply.say, self._config.max_say_chars))
        self._log(reply)
        return reply

    def act(self, action: str, context: InvocationContext, given: Mapping[str, Any] | None = None,
            command: str | None = None, toolbox_id: str | None = None) -> Reply:
        """Press a button of an earlier response, or call a command's callback by its name.

        Args:
            action: the button's ``button_action``, or the callback's name.
            context: the session that the response belongs to.
            given: handed to the command, over the ``context_data`` of the response that showed the button.
            command: whose action it is, where the conversation does not tell.
            toolbox_id: says which is meant where two toolboxes have a command of that name.

        Raises:
            Refusal: no such action.
        """
        started = time.monotonic()
        conversation = self._conversations.get(context.conversation_id)
        with conversation.lock:
            target = find_action(action, command, toolbox_id, conversation, self._registry.snapshot)
            outcome = self._invoker.run_action(target.tool, action, {**target.context, **(given or {})}, context)
            if isinstance(outcome.error, UnknownAction):
                raise Refusal("invalid", str(outcome.error))
            if action == CANCEL:
                conversation.pending, conversation.pending_translator = (), None
            reply = self._reply_to([(target.call, outcome)], "", None, conversation,
                                   lambda _, done: None if getattr(done.output, "message", "")
                                   else target.completion_message or None)
        return replace(reply, elapsed_ms=(time.monotonic() - started) * 1000,
                       say=phrases.shorten(reply.say, self._config.max_say_chars))

    def warm_up(self) -> None:
        """Build the translator of the present tools, so that the first utterance need not."""
        self._translator_of(self._registry.snapshot)

    def counters(self) -> dict[str, int]:
        """Requests by what became of them."""
        with self._count_lock:
            return dict(self._counts)

    # Understanding

    def _admit(self, request: Request, field: str) -> str:
        self._count("requests")
        try:
            return self._guard.admit(request.utterance, request.context.conversation_id, field)
        except Refusal as refusal:
            self._count(refusal.code)
            raise

    def _understand(self, utterance: str, request: Request, conversation: Conversation) -> _Understood:
        snapshot = self._registry.snapshot
        if conversation.question is None:
            claimed = claim(utterance, snapshot, self._disabled_patterns)
            if claimed is not None:
                call = ToolCall(claimed.call.tool.name, claimed.arguments, claimed.call.tool.toolbox_id)
                return _Understood(AllowedCalls((claimed.call,), (call,)), PRE_ROUTE, claimed=claimed)
        translator = self._translator_of(snapshot)
        context = self._translation_context(request, conversation)
        try:
            translation = translator.translate(utterance, context)
        except Exception:  # noqa: BLE001 - the assistant answers, whatever a translator does
            LOG.exception(f"translator '{translator.name}' failed")
            self._count("translator_failed")
            translation = Translation()
        allowed = allow(translation.calls, snapshot, utterance, self._config.max_commands)
        allowed = replace(allowed, question=translation.question or allowed.question,
                          dropped=allowed.dropped + translation.dropped)
        served = translation.served_by or translator.name
        understood = bool(allowed.calls or allowed.question or translation.say)
        return _Understood(allowed, served if understood else None, translation.say)

    def _translation_context(self, request: Request, conversation: Conversation) -> TranslationContext:
        return TranslationContext(
            now=request.now, lang=request.context.lang, last_call=conversation.last_call,
            last_result=conversation.last_result, question=conversation.question,
            max_calls=self._config.max_commands, turns=tuple(conversation.turns))

    def _translator_of(self, snapshot: Snapshot) -> Translator:
        current = self._translator
        if current is not None and current[0] is snapshot:
            return current[1]
        with self._translator_lock:
            if self._translator is None or self._translator[0] is not snapshot:
                self._translator = (snapshot, self._make_translator(snapshot))
            return self._translator[1]

    # Acting

    def _answer_confirmation(self, utterance: str, request: Request, conversation: Conversation,
                             dry_run: bool) -> Reply | None:
        """The reply where a plan waits for a yes and this is one, or a no; None where it is something else."""
        if not conversation.pending:
            return None
        said = answer(utterance)
        planned, translator = conversation.pending, conversation.pending_translator
        if dry_run:
            return None if said is None else Reply(utterance, commands=planned if said else (), translator=translator)
        conversation.pending, conversation.pending_translator = (), None
        if said is None:
            return None  # a new request: the plan is dropped, silence is no consent
        if not said:
            return Reply(utterance, phrases.CANCELLED, translator=translator)
        allowed = allow(planned, self._registry.snapshot, request.context.utterance, self._config.max_commands)
        return self._run(utterance, request, allowed, translator, "", None, conversation)

    def _take_up(self, utterance: str, request: Request, conversation: Conversation, dry_run: bool) -> Reply:
        asked, refusal = conversation.question, conversation.refusal
        understood = self._understand(utterance, request, conversation)
        allowed = understood.allowed
        if not dry_run:
            conversation.question, conversation.refusal = allowed.question, None
        if refusal is not None and asked is not None and [c.name for c in allowed.plan] == [asked.call.name]:
            answered = replace(request.context, is_validation_response=True, validation_context=refusal)
            request = replace(request, context=answered)
        if understood.translator is None:
            return Reply(utterance, phrases.NOT_UNDERSTOOD, dropped=allowed.dropped)
        if not allowed.calls:
            question = allowed.question
            return Reply(utterance, question.text if question else understood.say,
                         translator=understood.translator, expect_response=question is not None,
                         dropped=allowed.dropped)
        if asks_first(allowed.calls, self._config.confirm):
            if not dry_run:
                conversation.pending, conversation.pending_translator = allowed.plan, understood.translator
            return Reply(utterance, phrases.confirmation([(c.name, c.arguments) for c in allowed.plan]),
                         commands=allowed.plan, translator=understood.translator, expect_response=True,
                         confirmation_required=True, dropped=allowed.dropped)
        if dry_run:
            return Reply(utterance, understood.say, commands=allowed.plan, translator=understood.translator,
                         expect_response=allowed.question is not None, dropped=allowed.dropped)
        return self._run(utterance, request, allowed, understood.translator, understood.say, understood.claimed,
                         conversation)

    def _run(self, utterance: str, request: Request, allowed: AllowedCalls, translator: str | None, say: str,
             claimed: Claim | None, conversation: Conversation) -> Reply:
        """Run the calls in order; one that fails does not stop the next (reference/ai-commands-guide, UX)."""
        context = replace(request.context, utterance=utterance, is_pre_routed=claimed is not None)
        ended: list[tuple[ToolCall, Outcome | ToolError]] = []
        thinker = self._thinker()
        thought = self._translation_context(request, conversation)
        for call, valid in zip(allowed.plan, allowed.calls, strict=True):
            outcome = self._invoke(valid, context)
            if thinker is not None and claimed is None:
                call, outcome = self._once_more(thinker, utterance, thought, call, outcome, context)
            ended.append((call, outcome))
        reply = self._reply_to(ended, say, claimed, conversation, partial(self._phrase, thinker, utterance, thought))
        question = conversation.question
        if allowed.question is not None and question is None:
            conversation.question = question = allowed.question
            reply = replace(reply, say=f"{reply.say} {question.text}".strip(), expect_response=True)
        return replace(reply, utterance=utterance, commands=tuple(call for call, _ in ended), translator=translator,
                       dropped=allowed.dropped)

    def _invoke(self, valid: ValidCall, context: InvocationContext) -> Outcome | ToolError:
        try:
            return self._invoker.run(valid, context)
        except ToolError as error:
            return error

    def _thinker(self) -> ReasoningTranslator | None:
        """The translator where it can think again and find words."""
        translator = self._translator_of(self._registry.snapshot)
        return translator if isinstance(translator, ReasoningTranslator) else None

    def _once_more(self, thinker: ReasoningTranslator, utterance: str, thought: TranslationContext, call: ToolCall,
                   outcome: Outcome | ToolError, context: InvocationContext) -> tuple[ToolCall, Outcome | ToolError]:
        """One more try at a call whose values the tool refused, with the values that it would take (lifecycle,
        validation flow); the first outcome where that leads nowhere."""
        error = outcome if isinstance(outcome, ToolError) else outcome.error
        if not isinstance(error, InvalidArguments) or not any(d.get("valid_values") for d in error.details):
            return call, outcome
        again = thinker.retry(utterance, thought, call, error.details)
        allowed = allow(again.calls[:1], self._registry.snapshot, utterance, 1)
        if not allowed.calls or allowed.plan[0].name != call.name:
            return call, outcome
        second = self._invoke(allowed.calls[0], context)
        worked = isinstance(second, Outcome) and second.error is None
        return (allowed.plan[0], second) if worked else (call, outcome)

    @staticmethod
    def _phrase(thinker: ReasoningTranslator | None, utterance: str, thought: TranslationContext, call: ToolCall,
                outcome: Outcome) -> str | None:
        """The words for a result that brings none of its own, where there is somebody to find them."""
        output = outcome.output
        data = output.context_data if isinstance(output, CommandOutput) else outcome.result
        if thinker is None or not data or (isinstance(output, CommandOutput) and output.message):
            return None
        return thinker.phrase(data, utterance, call, thought)

    def _reply_to(self, ended: list[tuple[ToolCall, Outcome | ToolError]], say: str, claimed: Claim | None,
                  conversation: Conversation, phrase: Callable[[ToolCall, Outcome], str | None]) -> Reply:
        said = [say] if say else []
        results: list[CallResult] = []
        actions: list[Mapping[str, Any]] = []
        after: list[Callable[[], Any]] = []
        expect = False
        conversation.question = conversation.refusal = None
        buttons: list[Button] = []
        for call, outcome in ended:
            results.append(call_result(call.name, outcome))
            error = outcome if isinstance(outcome, ToolError) else outcome.error
            refused = question_for_refusal(call, error) if isinstance(error, InvalidArguments) else None
            if refused is not None:
                conversation.question, conversation.refusal = refused
                said.append(refused[0].text)
                expect = True
                continue
            if not isinstance(outcome, Outcome) or outcome.error is not None:
                said.append(spoken(call.name, outcome))
                continue
            override = claimed.spoken_response if claimed is not None else phrase(call, outcome)
            said.append(override or spoken(call.name, outcome))
            conversation.last_call, conversation.last_result = call, outcome.result
            if isinstance(outcome.output, CommandOutput):
                expect = outcome.output.wait_for_input
                self._remember_response(call, outcome.output, conversation)
                actions.extend(outcome.output.actions)
                buttons += offered_buttons(call, outcome.output)
                callback = getattr(outcome.output.response, "on_response_complete", None)
                if callable(callback):
                    after.append(callback)
        if buttons:
            conversation.buttons = tuple(buttons)
        return Reply("", " ".join(part for part in said if part), results=tuple(results), expect_response=expect,
                     actions=tuple(actions), after_speech=tuple(after))

    def _remember_response(self, call: ToolCall, output: CommandOutput, conversation: Conversation) -> None:
        if output.clear_history:
            conversation.clear()
        conversation.last_call = call
        # What a follow-up refers to is what was found, not how it was wrapped.
        conversation.last_result = output.context_data

    # Bookkeeping

    def _log(self, reply: Reply) -> None:
        failed = sum(r.error is not None for r in reply.results)
        self._count(reply.translator or "not_understood")
        for what, number in (("dropped", reply.dropped), ("calls", len(reply.results)), ("calls_failed", failed)):
            self._count(what, number)
        LOG.info("assistant request: "
                 f"translator={reply.translator} chars={len(reply.utterance)} commands={len(reply.commands)} "
                 f"executed={len(reply.results)} failed={failed} dropped={reply.dropped} "
                 f"latency_ms={reply.elapsed_ms:.1f}"
                 + (f" transcript={reply.utterance!r}" if self._config.debug else ""))

    def _count(self, what: str, number: int = 1) -> None:
        if number:
            with self._count_lock:
                self._counts[what] += number

