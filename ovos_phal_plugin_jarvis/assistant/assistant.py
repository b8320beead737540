"""One utterance, start to end: guard, pre-route, translate, check, confirm, invoke, reply."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from ovos_utils.log import LOG

from ovos_phal_plugin_jarvis.assistant import phrases
from ovos_phal_plugin_jarvis.assistant.acting import Acting
from ovos_phal_plugin_jarvis.assistant.actions import CANCEL, find_action
from ovos_phal_plugin_jarvis.assistant.allow import allow
from ovos_phal_plugin_jarvis.assistant.confirm import answer, asks_first
from ovos_phal_plugin_jarvis.assistant.conversation import Conversation, Conversations
from ovos_phal_plugin_jarvis.assistant.guard import Guard, Refusal
from ovos_phal_plugin_jarvis.assistant.reply import Reply
from ovos_phal_plugin_jarvis.assistant.understanding import Request, Understanding, Understood
from ovos_phal_plugin_jarvis.config import AssistantConfig
from ovos_phal_plugin_jarvis.tools.context import InvocationContext
from ovos_phal_plugin_jarvis.tools.errors import UnknownAction
from ovos_phal_plugin_jarvis.tools.execution.invoker import Invoker
from ovos_phal_plugin_jarvis.tools.registry import Registry
from ovos_phal_plugin_jarvis.tools.snapshot import Snapshot
from ovos_phal_plugin_jarvis.translation.translator import Translator

__all__ = ["Assistant", "Request"]


class Assistant:
    """Ties the steps together. Calls may come from any thread; one session's are taken in turn."""

    def __init__(
        self,
        registry: Registry,
        invoker: Invoker,
        guard: Guard,
        config: AssistantConfig,
        make_translator: Callable[[Snapshot], Translator],
        disabled_patterns: frozenset[str] = frozenset(),
    ) -> None:
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
        self._understanding = Understanding(registry, config, make_translator, disabled_patterns, self._count)
        self._acting = Acting(registry, invoker, self._understanding)
        self._conversations = Conversations()
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
        return self._finished(reply, started)

    def translate(self, request: Request) -> Reply:
        """Understand an utterance as one that starts a conversation, and run nothing.

        Raises:
            Refusal: the guard did not let it in.
        """
        started = time.monotonic()
        utterance = self._admit(request, "transcript")
        understood = self._understanding.understand(utterance, request, Conversation())
        question = understood.allowed.question
        reply = Reply(
            utterance=utterance,
            say=understood.say or (question.text if question else ""),
            commands=understood.allowed.plan,
            translator=understood.translator,
            expect_response=question is not None,
            dropped=understood.allowed.dropped,
            question=question,
            debug=understood.debug,
        )
        if not reply.understood:
            reply = replace(reply, say=phrases.NOT_UNDERSTOOD)
        return self._finished(reply, started)

    def act(
        self,
        action: str,
        context: InvocationContext,
        given: Mapping[str, Any] | None = None,
        command: str | None = None,
        toolbox_id: str | None = None,
    ) -> Reply:
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
            reply = self._acting.reply_to(
                [(target.call, outcome)],
                "",
                conversation,
                lambda _, done: None if getattr(done.output, "message", "") else target.completion_message or None,
            )
        return replace(
            reply,
            elapsed_ms=(time.monotonic() - started) * 1000,
            say=phrases.shorten(reply.say, self._config.max_say_chars),
        )

    def warm_up(self) -> None:
        """Build the translator of the present tools, so that the first utterance need not."""
        self._understanding.translator()

    def counters(self) -> dict[str, int]:
        """Requests by what became of them."""
        with self._count_lock:
            return dict(self._counts)

    # Steps

    def _admit(self, request: Request, field: str) -> str:
        self._count("requests")
        try:
            return self._guard.admit(request.utterance, request.context.conversation_id, field)
        except Refusal as refusal:
            self._count(refusal.code)
            raise

    def _answer_confirmation(
        self, utterance: str, request: Request, conversation: Conversation, dry_run: bool
    ) -> Reply | None:
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
        allowed = allow(planned, self._registry.snapshot, None, self._config.max_commands)
        return self._acting.run(utterance, request, Understood(allowed, translator), conversation)

    def _take_up(self, utterance: str, request: Request, conversation: Conversation, dry_run: bool) -> Reply:
        asked, refusal = conversation.question, conversation.refusal
        understood = self._understanding.understand(utterance, request, conversation)
        allowed = understood.allowed
        if not dry_run:
            conversation.question, conversation.refusal = allowed.question, None
        if refusal is not None and asked is not None and [c.name for c in allowed.plan] == [asked.call.name]:
            answered = replace(request.context, is_validation_response=True, validation_context=refusal)
            request = replace(request, context=answered)
        reply = Reply(
            utterance,
            understood.say,
            commands=allowed.plan,
            translator=understood.translator,
            expect_response=allowed.question is not None,
            dropped=allowed.dropped,
            debug=understood.debug,
        )
        if understood.translator is None:
            return replace(reply, say=phrases.NOT_UNDERSTOOD)
        if not allowed.calls:
            return replace(reply, say=allowed.question.text) if allowed.question is not None else reply
        if asks_first(allowed.calls, self._config.confirm):
            if not dry_run:
                conversation.pending, conversation.pending_translator = allowed.plan, understood.translator
            return replace(
                reply,
                say=phrases.confirmation([(c.name, c.arguments) for c in allowed.plan]),
                expect_response=True,
                confirmation_required=True,
            )
        return reply if dry_run else self._acting.run(utterance, request, understood, conversation)

    # Bookkeeping

    def _finished(self, reply: Reply, started: float) -> Reply:
        reply = replace(
            reply,
            elapsed_ms=(time.monotonic() - started) * 1000,
            say=phrases.shorten(reply.say, self._config.max_say_chars),
            debug=reply.debug if self._config.debug else {},
        )
        self._log(reply)
        return reply

    def _log(self, reply: Reply) -> None:
        failed = sum(r.error is not None for r in reply.results)
        self._count(reply.translator or "not_understood")
        for what, number in (("dropped", reply.dropped), ("calls", len(reply.results)), ("calls_failed", failed)):
            self._count(what, number)
        LOG.info(
            "assistant request: "
            f"translator={reply.translator} chars={len(reply.utterance)} commands={len(reply.commands)} "
            f"executed={len(reply.results)} failed={failed} dropped={reply.dropped} "
            f"latency_ms={reply.elapsed_ms:.1f}" + (f" transcript={reply.utterance!r}" if self._config.debug else "")
        )

    def _count(self, what: str, number: int = 1) -> None:
        if number:
            with self._count_lock:
                self._counts[what] += number
