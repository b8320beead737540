"""One utterance, start to end: guard, pre-route, translate, check, confirm, invoke, reply."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any
from uuid import uuid4

from ovos_utils.log import LOG

from ovos_phal_plugin_jarvis.assistant import phrases
from ovos_phal_plugin_jarvis.assistant.acting import Acting
from ovos_phal_plugin_jarvis.assistant.actions import ACTION, CANCEL, ActionTarget, find_action
from ovos_phal_plugin_jarvis.assistant.allow import AllowedCalls, PlannedCall
from ovos_phal_plugin_jarvis.assistant.conversation import (
    ANSWER_WITHIN,
    MAX_REST,
    Asked,
    Button,
    Conversation,
    Conversations,
    Page,
)
from ovos_phal_plugin_jarvis.assistant.guard import Guard, Refusal
from ovos_phal_plugin_jarvis.assistant.keeping import Keeper
from ovos_phal_plugin_jarvis.assistant.matching import Match, Matches, rated, state_of
from ovos_phal_plugin_jarvis.assistant.news import Alerts, asks_for_news, tell_news
from ovos_phal_plugin_jarvis.assistant.phrases import LEAST_ROOM, cut, last_sentence
from ovos_phal_plugin_jarvis.assistant.pointing import ItemAction, Pointer
from ovos_phal_plugin_jarvis.assistant.reply import TALK, Reply, asking, is_question, spoken
from ovos_phal_plugin_jarvis.assistant.talk import (
    NEVER_MIND,
    answer,
    asks_for_more,
    is_example,
    kind_of,
    not_understood,
    rest_of,
    same_words,
)
from ovos_phal_plugin_jarvis.assistant.translated import Translated, same_translation
from ovos_phal_plugin_jarvis.assistant.understanding import Request, Understanding, Understood
from ovos_phal_plugin_jarvis.commands.routines import Routine
from ovos_phal_plugin_jarvis.config import AssistantConfig
from ovos_phal_plugin_jarvis.consent.confirmation import Answer, CannotAsk, Consent, Waiting
from ovos_phal_plugin_jarvis.consent.policy import Forbidden, Policy
from ovos_phal_plugin_jarvis.nlu.lang import calls_off, yes_or_no
from ovos_phal_plugin_jarvis.sdk.locale import OURS, Spoken, say, together
from ovos_phal_plugin_jarvis.stores.conversations import ConversationStore
from ovos_phal_plugin_jarvis.tools.audit import DENIED, Audit, no_audit
from ovos_phal_plugin_jarvis.tools.context import InvocationContext
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition
from ovos_phal_plugin_jarvis.tools.errors import InvalidRequest, ToolError, UnknownAction
from ovos_phal_plugin_jarvis.tools.execution.alarms import Alarms
from ovos_phal_plugin_jarvis.tools.execution.flow import run_here
from ovos_phal_plugin_jarvis.tools.execution.invoker import Invoker, Outcome
from ovos_phal_plugin_jarvis.tools.execution.pool import InlinePool, Pool
from ovos_phal_plugin_jarvis.tools.registry import Registry
from ovos_phal_plugin_jarvis.tools.snapshot import Snapshot
from ovos_phal_plugin_jarvis.tools.validation import ValidCall, validate_call
from ovos_phal_plugin_jarvis.translation.translator import Translator
from ovos_phal_plugin_jarvis.translation.values import ToolCall

__all__ = ["Assistant", "Request"]
CONTEXT_SECONDS = 10.0
"""That a command may take to answer a question of a planner's."""


class Assistant:
    """Ties the steps together. Calls may come from any thread; one session's are taken in turn.

    Each request is a flow (``tools/execution/flow.py``), which waits for tools and models without a thread; ``handle``,
    ``translate`` and ``act`` run it on the caller's.
    """

    def __init__(
        self,
        registry: Registry,
        invoker: Invoker,
        guard: Guard,
        config: AssistantConfig,
        make_translator: Callable[[Snapshot], Translator],
        disabled_patterns: frozenset[str] = frozenset(),
        policy: Policy | None = None,
        thinking: Pool | None = None,
        timeout: float = 600.0,
        audit: Audit = no_audit,
        clock: Callable[[], float] = time.monotonic,
        alarms: Alarms | None = None,
        kept: ConversationStore | None = None,
        exchanged: Callable[[str, Reply, InvocationContext], None] | None = None,
        alerts: Alerts | None = None,
        routines: Callable[[], Sequence[Routine]] = tuple,
        damaged: Callable[[], Sequence[object]] = tuple,
    ) -> None:
        """
        Args:
            registry: the tools.
            invoker: runs them.
            guard: what is let in.
            config: limits and habits.
            make_translator: builds the translator of a snapshot; called once for each.
            disabled_patterns: fast-path patterns that may not claim an utterance.
            policy: what may run without asking; None for the one without configuration.
            thinking: where translators run; by default on the caller's thread. Shut down by its owner.
            timeout: seconds that a request may take which the caller waits for.
            audit: told of each call.
            clock: seconds that only grow.
            alarms: wakes when a call takes longer; None where nothing is said of that. Shut down by its owner.
            kept: where conversations are kept over a restart; None where they are not. Closed by its owner.
            exchanged: told of what was said, of the answer, and of who asked. Never raises and waits for nobody.
            alerts: what waits to be told when the user asks what is new; None where nothing does.
            routines: gives the routines as they stand now.
            damaged: gives the stores that were found damaged since it was last asked; the next answer tells of it.
        """
        self._damaged = damaged
        self._alerts = alerts
        self._exchanged = exchanged
        self._registry = registry
        self._invoker = invoker
        self._guard = guard
        self._config = config
        self._timeout = timeout
        self._understanding = Understanding(
            registry,
            config,
            make_translator,
            disabled_patterns,
            self._count,
            invoker.hooks,
            thinking or InlinePool("jarvis-thinking"),
            has_news=lambda user: alerts is not None and bool(alerts.pending(user, False)),
            routines=routines,
            alarms=alarms,
        )
        self._consent = Consent(policy or Policy(), config.confirm, config.max_say_chars, yes_or_no, clock)
        self._audit = audit
        self._acting = Acting(invoker, self._understanding, self._consent, config, audit, alarms)
        self._keeper = Keeper(kept) if kept is not None else None
        self._conversations = Conversations(
            clock, forget_after=config.forget_after, find=self._kept_before, save=self._keep
        )
        self._matches = Matches()
        self._translated = Translated()
        self._counts: Counter[str] = Counter()
        self._count_lock = threading.Lock()

    def handle(self, request: Request, *, dry_run: bool = False) -> Reply:
        """As ``handle_async``, waiting for the reply on this thread."""
        return run_here(self.handle_async(request, dry_run=dry_run), self._timeout)

    async def handle_async(self, request: Request, *, dry_run: bool = False, match_id: str | None = None) -> Reply:
        """Understand an utterance, run what it asks for, and answer.

        Args:
            request: what was said.
            dry_run: plan only; nothing runs and nothing is remembered.
            match_id: what ``match_async`` understood it to mean; one that is not known any more costs nothing but time.

        Raises:
            Refusal: the guard did not let it in, or too many of its session wait.
        """
        started = time.monotonic()
        utterance = self._admit(request, "utterance")
        off = calls_off(utterance, request.context.lang)
        if off and self._call_off(request, look_only=dry_run):
            reply = Reply(utterance, say("called_off", request.context.lang), translator=TALK)
            return self._finished(reply, started, None if dry_run else utterance, request.context)
        said_at = self._conversations.clock()
        async with self._conversations.turn(request.context) as conversation:
            if _called_off(conversation):
                return self._finished(Reply(utterance, translator=TALK), started)
            asked = conversation.pending(self._conversations.clock())
            found = self._consent.answer(utterance, request.context, said_at=said_at, look_only=dry_run)
            if found is not None and found.kind != "other":
                reply = await self._answered(found, utterance, request, conversation, dry_run)
            elif asked is not None and off:
                if not dry_run:
                    conversation.question = conversation.refusal = None
                reply = Reply(utterance, say("never_mind", request.context.lang), translator=TALK)
            else:
                dropped = found.waiting if found is not None and not dry_run else None
                continued = None
                if found is None and asked is None:
                    continued = await self._continued(utterance, request, conversation, dry_run)
                reply = continued or await self._take_up(utterance, request, conversation, dry_run, dropped, match_id)
            if not dry_run:
                reply = self._settled(reply, asked, conversation, request.context)
                if self._damaged():  # timers and alarms may be gone: once, to whoever speaks next
                    lost = say("store_damaged", request.context.lang)
                    reply = replace(reply, say=together([lost, reply.say], request.context.lang, " "))
                conversation.remember_turn("user", utterance)
                conversation.remember_turn("assistant", reply.say)
        heard = None if dry_run else utterance
        return self._finished(reply, started, heard, request.context, why=request.why)

    async def match_async(self, request: Request, *, model: bool = False) -> Match:
        """What would be done with an utterance, and how surely it is ours.

        Runs nothing, waits for nothing that goes on in its session, and counts as no request of it.

        Args:
            request: what was said.
            model: ask the model as well, where one is configured; else what it takes milliseconds to tell.

        Raises:
            Refusal: the utterance is no text, empty or too long.
        """
        utterance = self._guard.checked(request.utterance)
        context = request.context
        known = self._conversations.peek(context)
        conversation = Conversation() if known is None else replace(known)  # which goes on as it is
        asked = conversation.pending(self._conversations.clock())
        found = self._consent.answer(utterance, context, look_only=True)
        if found is not None and found.kind != "other":
            return Match(utterance, "low" if found.kind == "late" else "high", uuid4().hex)
        if calls_off(utterance, context.lang) and (asked is not None or self._call_off(request, look_only=True)):
            return Match(utterance, "high", uuid4().hex)
        if found is None and asked is None and self._continues(utterance, conversation, context.lang):
            return Match(utterance, "high" if self._is_fresh(conversation) else "low", uuid4().hex)
        state = state_of(conversation, self._registry.snapshot)
        understood = await self._understanding.understand(
            utterance, request, conversation, without_model=not model, patient=False
        )
        if understood.unsure:
            # Whoever is sure goes first; what nobody takes is understood anew, by what is learned until then.
            likely = bool(understood.allowed.plan or understood.allowed.question)
            more = not model and self._understanding.has_model
            return Match(utterance, "low" if likely else None, uuid4().hex if likely else None, model=more)
        confidence = rated(understood)
        doubted = not understood.claimed or understood.certain < 1
        if (
            confidence is not None
            and doubted
            and self._consent.needed(understood.allowed.calls, understood.allowed.plan, confidence=understood.meant)
        ):
            confidence = "low"  # it has to ask back, and a question that nobody wanted is taken from whom they meant
        if confidence in ("high", "medium") and (conversation.question or conversation.last_call):
            # Words that mean this only after what was said before may go on with what another skill has said since.
            alone = await self._understanding.understand(
                utterance, request, Conversation(), without_model=True, patient=False
            )
            confidence = confidence if alone.allowed.plan == understood.allowed.plan else "low"
        more = not model and self._understanding.has_model
        if confidence is None:
            return Match(utterance, model=more)
        match_id = self._matches.keep(utterance, _owner(context), state, understood)
        return Match(utterance, confidence, match_id, tuple(c.name for c in understood.allowed.plan), more)

    def stop(self, session: str, *, look_only: bool = False) -> bool:
        """End what runs in a session, and what waits there for an answer; whether there was anything.

        Args:
            session: the session's id. What programs have called themselves goes on.
            look_only: end nothing.
        """
        now, found = self._conversations.clock(), False
        for conversation in self._conversations.of_session(session):
            seen = replace(conversation)
            running = seen.running
            found = found or seen.pending(now) is not None or (running is not None and not running.called_off)
            if not look_only:
                conversation.question = conversation.refusal = None
                conversation.stops += 1
                if running is not None:
                    running.call_off()
        if look_only:
            return found or self._consent.waits_in(session)
        if self._keeper is not None:
            self._keeper.forget(session)
        return bool(self._consent.drop(session)) or found

    def confirm(self, plan_id: str, yes: bool, request: Request) -> Reply:
        """As ``confirm_async``, waiting for the reply on this thread."""
        return run_here(self.confirm_async(plan_id, yes, request), self._timeout)

    async def confirm_async(self, plan_id: str, yes: bool, request: Request) -> Reply:
        """Answer the question of the plan that waits under that id.

        Args:
            plan_id: ``confirmation.id`` of the reply that asked.
            yes: what the user says to it.
            request: whose answer it is; its utterance is not read.

        Raises:
            Refusal: nothing waits under that id in the request's session.
        """
        started = time.monotonic()
        self._count("requests")
        if not request.counted:
            self._guard.count(request.context.session_id)
        async with self._conversations.turn(request.context) as conversation:
            asked = conversation.pending(self._conversations.clock())
            found = self._consent.answer_by_id(plan_id, yes, request.context)
            if found is None:
                raise Refusal(
                    "invalid", "No plan of this session waits under that 'id': it ran, was dropped, or is too old"
                )
            if found.kind == "not_yours":
                raise Refusal("forbidden", say("not_yours", request.context.lang))
            said = "yes" if yes else "no"
            reply = await self._answered(found, found.waiting.utterance, request, conversation)
            reply = self._settled(reply, asked, conversation, request.context)
            conversation.remember_turn("user", said)
            conversation.remember_turn("assistant", reply.say)
        return self._finished(reply, started, said, request.context)

    def translate(self, request: Request) -> Reply:
        """As ``translate_async``, waiting for the reply on this thread."""
        return run_here(self.translate_async(request), self._timeout)

    async def translate_async(self, request: Request) -> Reply:
        """Understand an utterance as one that starts a conversation, and run nothing.

        Raises:
            Refusal: the guard did not let it in.
        """
        started = time.monotonic()
        utterance = self._admit(request, "transcript")
        snapshot, asked = self._registry.snapshot, same_translation(utterance, request)
        reply = self._translated.get(asked, snapshot)
        if reply is not None:
            return self._finished(reply, started, why=request.why)
        try:
            reply = await self._translate_anew(utterance, request, snapshot, asked)
        finally:
            self._translated.renewed(asked)
        return self._finished(reply, started, why=request.why)

    def known_translation(self, request: Request) -> Reply | None:
        """As ``translate_async``, at once and on the caller's thread: what the words were translated to a moment ago;
        None where they have to be understood. For requests that are counted already.

        Raises:
            Refusal: the guard did not let it in.
        """
        started = time.monotonic()
        asked = same_translation(self._guard.checked(request.utterance, "transcript"), request)
        reply = self._translated.known(asked, self._registry.snapshot)
        if reply is None:
            return None
        self._count("requests")
        return self._finished(reply, started, why=request.why)

    async def _translate_anew(self, utterance: str, request: Request, snapshot: Snapshot, asked: Hashable) -> Reply:
        lang = request.context.lang
        understood = await self._understanding.understand(utterance, request, Conversation())
        question = understood.allowed.question
        reply = Reply(
            utterance=utterance,
            say=together([understood.say, question.text if question else ""], request.context.lang),
            commands=understood.allowed.plan,
            translator=understood.translator,
            expect_response=question is not None,
            dropped=understood.allowed.dropped,
            question=question,
            debug=understood.debug,
        )
        if understood.translator == TALK:
            reply = replace(reply, say=self._talk(utterance, request, look_only=True))
        elif not reply.understood:
            reply = replace(reply, say=not_understood(utterance, snapshot, lang))
        if not understood.unsure and not self._understanding.has_model:
            self._translated.keep(asked, snapshot, reply)
        return reply

    def act(
        self,
        action: str,
        context: InvocationContext,
        given: Mapping[str, Any] | None = None,
        command: str | None = None,
        toolbox_id: str | None = None,
    ) -> Reply:
        """As ``act_async``, waiting for the reply on this thread."""
        return run_here(self.act_async(action, context, given, command, toolbox_id), self._timeout)

    async def act_async(
        self,
        action: str,
        context: InvocationContext,
        given: Mapping[str, Any] | None = None,
        command: str | None = None,
        toolbox_id: str | None = None,
        counted: bool = False,
    ) -> Reply:
        """Press a button of an earlier response, or call a command's callback by its name.

        Args:
            action: the button's ``button_action``, or the callback's name.
            context: the session that the response belongs to.
            given: handed to the command, over the ``context_data`` of the response that showed the button.
            command: whose action it is, where the conversation does not tell.
            toolbox_id: says which is meant where two toolboxes have a command of that name.
            counted: as in ``Request``.

        Raises:
            Refusal: no such action, or too many requests of its session wait.
        """
        started = time.monotonic()
        if not counted:
            self._guard.count(context.session_id)
        async with self._conversations.turn(context) as conversation:
            asked = conversation.pending(self._conversations.clock())
            target = find_action(action, command, toolbox_id, conversation, self._registry.snapshot)
            data = self._may_press(target, context, given)
            if action == CANCEL:
                self._consent.drop(context.conversation_id)
            elif not target.shown and self._consent.needed_for_action(target.tool):
                asks = self._ask_before_action(target, action, data, context)
                return self._finished(asks, started, f"[{action}]", context)
            reply = await self._press(target, action, data, context, conversation)
            reply = self._settled(reply, asked, conversation, context)
        reply = replace(reply, elapsed_ms=(time.monotonic() - started) * 1000)
        if self._exchanged is not None:
            self._exchanged(f"[{action}]", reply, context)
        return reply

    async def call_async(
        self, call: ToolCall, context: InvocationContext, timeout: float | None = None
    ) -> tuple[Outcome | None, Waiting | None]:
        """Call a tool that somebody has named, with what they gave: through the policy, and where it asks for it,
        through their consent.

        Args:
            call: what they want.
            context: who asks.
            timeout: seconds; at most the configured one counts.

        Returns:
            How the call ended; or what waits for a yes, and nothing has run.

        Raises:
            ToolError: no such tool, the arguments don't fit, or the policy denies it.
            Refusal: it takes a yes and can't be put into a question.
        """
        self._count("requests")
        tool = self._registry.snapshot.find(call.name, call.toolbox_id)
        call = replace(call, toolbox_id=tool.toolbox_id)
        refused = self._consent.policy.refuses(tool, context, call.arguments)
        if refused is not None:
            self._count("denied")
            self._audit(tool, context, DENIED, refused.decision.rule, arguments=call.arguments)
            raise refused
        check = partial(validate_call, tool, call.arguments)
        valid = await self._invoker.hooks.call(tool, "validate", check, self._config.hook_timeout)
        if self._consent.needed((valid,), (call,)):
            carried = Understood(AllowedCalls((PlannedCall(valid, call),)), ACTION)
            try:
                waiting = self._consent.ask([tool.definition], (call,), context, "", ACTION, carried=carried)
            except CannotAsk as refusal:
                raise Refusal("forbidden", str(refusal)) from None
            self._count("confirmation_asked")
            return None, waiting
        outcome = await self._invoker.call(valid, context, timeout)
        rule = self._consent.policy.decide(tool, call.arguments).rule
        self._audit(tool, context, outcome.code, rule, arguments=call.arguments, elapsed_ms=outcome.elapsed_ms)
        return outcome, None

    def operations(self) -> dict[str, list[Mapping[str, Any]]]:
        """Command → the questions that it answers for planners."""
        tools = [tool for tool in self._registry.snapshot if tool.actions is not None and tool.actions.operations]
        return {tool.name: list(tool.actions.operations) for tool in tools if tool.actions is not None}

    async def explain_async(self, request: Request) -> dict[str, Any]:
        """Why an utterance, by itself, is understood as it is: what the examples tell of it, as JSON values.

        Raises:
            Refusal: the utterance is no text, empty or too long.
        """
        return await self._understanding.explain(self._guard.checked(request.utterance), request)

    async def context_async(
        self, command: str, operation: str, params: Mapping[str, Any], context: InvocationContext
    ) -> dict[str, Any]:
        """Ask a command one of those questions; nothing changes by it.

        Args:
            command: whom.
            operation: the question's name.
            params: what it is asked with.
            context: who asks.

        Raises:
            ToolError: no such command, it hangs, or the caller may not call it.
        """
        tool = self._registry.snapshot.find(command)
        ask = tool.actions.questions if tool.actions is not None else None
        if ask is None:
            raise InvalidRequest(f"'{tool.name}' answers no context operations")
        refused = self._consent.policy.refuses_program(tool, context)
        if refused is not None:
            raise refused
        work = partial(ask, operation, dict(params), context.user_id)
        return await self._invoker.hooks.call(tool, "context operation", work, CONTEXT_SECONDS)

    def _may_press(
        self, target: ActionTarget, context: InvocationContext, given: Mapping[str, Any] | None = None
    ) -> dict[str, Any]:
        """What the command of an action is handed.

        Raises:
            Refusal: it was pressed already, or the policy denies it.
        """
        refused = self._consent.policy.refuses(target.tool, context)
        if refused is not None:
            raise Refusal("forbidden", str(refused))
        data = {**target.context, **(given or {})}
        if target.button is not None and target.button.spent(data, self._conversations.clock()):
            raise Refusal("invalid", "That button was pressed already, and has done what it does")
        return data

    async def _press(
        self,
        target: ActionTarget,
        action: str,
        data: Mapping[str, Any],
        context: InvocationContext,
        conversation: Conversation,
    ) -> Reply:
        """Run an action and answer."""
        outcome = await self._invoker.press(target.tool, action, dict(data), context)
        rule = f"action {action:.80}"
        self._audit(target.tool, context, outcome.code, rule, arguments=data, elapsed_ms=outcome.elapsed_ms)
        if isinstance(outcome.error, UnknownAction):
            raise Refusal("invalid", str(outcome.error))
        if outcome.error is None:
            conversation.press(action, target.call, data, self._conversations.clock())
        return self._acting.reply_to(
            [(target.call, outcome)],
            "",
            conversation,
            lambda _, done: None if getattr(done.output, "message", "") else target.completion_message or None,
            context.lang,
            propose=False,
        )

    def _ask_before_action(
        self, target: ActionTarget, action: str, data: Mapping[str, Any], context: InvocationContext
    ) -> Reply:
        """Ask about an action that no button has shown."""
        tool, press = target.tool.definition, (action, data)
        try:
            waiting = self._consent.ask([tool], [target.call], context, "", ACTION, press=press, carried=target)
        except CannotAsk as refusal:
            raise Refusal("forbidden", str(refusal)) from None
        self._count("confirmation_asked")
        return asking(Reply("", commands=waiting.plan, translator=ACTION), waiting)

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
            if request.counted:
                return self._guard.checked(request.utterance, field)
            return self._guard.admit(request.utterance, request.context.session_id, field)
        except Refusal as refusal:
            self._count(refusal.code)
            raise

    async def _answered(
        self, found: Answer, utterance: str, request: Request, conversation: Conversation, dry_run: bool = False
    ) -> Reply:
        """What follows from a yes or a no."""
        waiting, lang = found.waiting, request.context.lang
        if dry_run:
            planned = waiting.plan if found.kind == "yes" else ()
            return Reply(utterance, commands=planned, translator=waiting.translator)
        self._count(f"confirmation_{found.kind}")
        if found.kind == "yes" and waiting.press is not None:
            action, data = waiting.press
            if waiting.carried.tool not in self._registry.snapshot.by_name.get(waiting.carried.tool.name, ()):
                return Reply(utterance, say("gone", lang), translator=waiting.translator)
            reply = await self._press(waiting.carried, action, data, request.context, conversation)
            return replace(reply, utterance=utterance, commands=waiting.plan, translator=waiting.translator)
        if found.kind == "yes":
            return await self._agreed(waiting, utterance, request, conversation)
        if found.kind == "no" and self._keeper is not None and waiting.user_id != request.context.user_id:
            self._keeper.forget(waiting.session, waiting.user_id)
        if found.kind in ("next", "early"):
            return asking(Reply(utterance, commands=waiting.plan, translator=waiting.translator), waiting)
        told = {"no": "wont", "late": "late", "not_yours": "not_yours"}[found.kind]
        return Reply(utterance, say(told, lang), translator=waiting.translator)

    async def _agreed(self, waiting: Waiting, utterance: str, request: Request, conversation: Conversation) -> Reply:
        """Run what was agreed to, if it still is what was shown; else ask again."""
        lang = request.context.lang
        allowed = await self._understanding.allow(waiting.plan, None, lang)
        now = tuple(call.tool.definition for call in allowed.calls)
        asked: Understood = waiting.carried
        understood = replace(asked, allowed=replace(allowed, question=asked.allowed.question), say="")
        reply = Reply(utterance, commands=allowed.plan, translator=waiting.translator)
        refused = self._consent.refused(allowed.calls, allowed.plan, request.context)
        if not allowed.calls or refused:
            return replace(reply, say=say("gone", lang), commands=(), results=_refusals(allowed.calls, refused))
        if allowed.plan != waiting.plan or now != waiting.tools:
            again = self._ask_first(reply, understood, request, waiting.utterance)
            return replace(again, say=together([say("changed", lang), again.say], lang))
        done = await self._acting.run(waiting.utterance, request, understood, conversation, agreed=True)
        return replace(done, utterance=utterance)

    def _ask_first(self, reply: Reply, understood: Understood, request: Request, utterance: str) -> Reply:
        """Let the plan wait for a yes; the reply puts the question."""
        allowed = understood.allowed
        tools = [call.tool.definition for call in allowed.calls]
        try:
            waiting = self._consent.ask(
                tools, allowed.plan, request.context, utterance, understood.translator, carried=understood
            )
        except CannotAsk as refusal:
            self._count("confirmation_impossible")
            errors = tuple(Outcome.refused(call.tool, ToolError(str(refusal))) for call in allowed.calls)
            return replace(reply, say=refusal.said, results=errors, dropped=reply.dropped + len(allowed.plan))
        self._count("confirmation_asked")
        # What is left undone is told now: who says yes must know what it is a yes to.
        return asking(replace(reply, commands=waiting.plan), waiting, reply.say)

    async def _take_up(
        self,
        utterance: str,
        request: Request,
        conversation: Conversation,
        dry_run: bool,
        dropped: Waiting | None,
        match_id: str | None = None,
    ) -> Reply:
        asked, refusal = conversation.question, conversation.refusal
        if not dry_run:
            conversation.rest, conversation.page = "", None
        understood = self._matched(match_id, utterance, request, conversation)
        if understood is None:
            understood = await self._understanding.understand(utterance, request, conversation)
        if not dry_run:
            conversation.question, conversation.refusal = understood.allowed.question, None
        plan = understood.allowed.plan
        if refusal is not None and asked is not None and [c.name for c in plan] == [asked.call.name]:
            answered = replace(request.context, is_validation_response=True, validation_context=refusal)
            request = replace(request, context=answered)
        reply = await self._decided(utterance, request, conversation, understood, dry_run)
        if understood.translator == TALK:
            reply = replace(reply, say=self._talk(utterance, request, look_only=dry_run))
        elif not reply.understood and asked is None:
            reply = await self._nothing_done(reply, request, dry_run)
        if asked is not None and not reply.understood and not dry_run:
            # Once more, in the same words; whoever asked for it may not have been heard.
            conversation.question, conversation.refusal = asked, refusal
            reply = replace(reply, say=asked.text, translator=TALK)
        if dropped is not None and [c.name for c in reply.commands] != [c.name for c in dropped.plan]:
            # A plan that waited is not forgotten in silence: who asked for it may think that it is done.
            lang = request.context.lang
            told = say("dropped", lang, what=dropped.deeds(lang))
            reply = replace(reply, say=together([told, reply.say], lang))
        return reply

    def _talk(self, utterance: str, request: Request, look_only: bool) -> Spoken:
        """What is said to words that are for the assistant."""
        lang = request.context.lang
        if self._alerts is not None and asks_for_news(utterance, lang):
            told = tell_news(
                self._alerts, request.context.user_id, lang, self._config.max_say_chars, look_only=look_only
            )
            if told is not None:
                return told
        kind = kind_of(utterance, lang)
        # Another session was told what was new a moment ago.
        return say("no_news", lang) if kind is None else answer(kind, self._registry.snapshot, lang)

    async def _nothing_done(self, reply: Reply, request: Request, dry_run: bool) -> Reply:
        """The reply to words that nobody understood."""
        lang = request.context.lang
        if self._alerts is not None and asks_for_news(reply.utterance, lang):
            return replace(reply, say=say("no_news", lang), translator=TALK)
        kind = rest_of(reply.utterance, lang)
        if kind is not None:
            return replace(reply, say=say(kind, lang), translator=TALK if kind == NEVER_MIND else None)
        # Who only wants to know whether it is understood does not wait for this.
        near = [] if dry_run else await self._understanding.nearest(reply.utterance, request)
        return replace(reply, say=not_understood(reply.utterance, self._registry.snapshot, lang, near))

    # What goes on with the last answer

    def _is_fresh(self, conversation: Conversation) -> bool:
        return self._conversations.clock() - conversation.asked_at <= ANSWER_WITHIN

    def _continues(self, utterance: str, conversation: Conversation, lang: str) -> bool:
        """Whether *utterance* asks for the rest of the last answer, or names a button or a thing that it showed."""
        if self._button(utterance, conversation, lang) is not None or self._on_items(utterance, conversation, lang):
            return True
        if not conversation.rest and conversation.page is None:
            return False
        return asks_for_more(utterance, lang) or self._answers_page(utterance, conversation, lang) is not None

    def _answers_page(self, utterance: str, conversation: Conversation, lang: str) -> bool | None:
        """Whether *utterance* is a yes or a no to a page that asked whether to go on; None where it is neither."""
        asked = conversation.page is not None and conversation.asks and self._is_fresh(conversation)
        return yes_or_no(utterance, lang) if asked else None

    def _button(self, utterance: str, conversation: Conversation, lang: str) -> Button | None:
        """The button that *utterance* means, of those that the last answer showed: by what stands on it, or by a yes or
        a no to the question that it stood under."""
        if not conversation.offers or not self._is_fresh(conversation):
            return None
        said = yes_or_no(utterance, lang) if conversation.asks or calls_off(utterance, lang) else None
        others = [button for button in conversation.buttons if button.action != CANCEL]
        for button in conversation.buttons:
            is_no = said is False and button.action == CANCEL
            # A yes to a question with several ways to answer is none of them.
            is_yes = said is True and others == [button]
            named = same_words(button.text, utterance) or is_no or is_yes
            if named and not button.spent(button.context, self._conversations.clock()):
                return button
        if is_example(utterance, self._registry.snapshot, lang):
            return None
        now = self._conversations.clock()
        shown = [button for button in conversation.buttons if not button.spent(button.context, now)]
        tool = self._definition(shown[0].call) if shown else None
        place = Pointer(utterance, lang).button([button.text for button in shown], tool)
        return None if place is None else shown[place]

    def _on_items(self, utterance: str, conversation: Conversation, lang: str) -> ItemAction | None:
        """What *utterance* asks to be done with things that the last answer named."""
        items = conversation.items
        if items is None or is_example(utterance, self._registry.snapshot, lang):
            return None
        return Pointer(utterance, lang).action(items, self._definition(items.call), asked=conversation.asks)

    def _definition(self, call: ToolCall) -> ToolDefinition | None:
        found = [
            tool.definition
            for tool in self._registry.snapshot.by_name.get(call.name, ())
            if call.toolbox_id in (None, tool.toolbox_id)
        ]
        return found[0] if len(found) == 1 else None

    async def _continued(
        self, utterance: str, request: Request, conversation: Conversation, dry_run: bool
    ) -> Reply | None:
        """What goes on with the last answer: its rest, its next page, a button of it. None where nothing does."""
        lang, context = request.context.lang, request.context
        button = self._button(utterance, conversation, lang)
        if button is not None:
            reply = Reply(utterance, commands=(button.call,), translator=ACTION)
            if dry_run:
                return reply
            target = find_action(
                button.action, button.call.name, button.call.toolbox_id, conversation, self._registry.snapshot
            )
            data = self._may_press(target, context)
            done = await self._press(target, button.action, data, context, conversation)
            return replace(done, utterance=utterance, translator=ACTION)
        meant = self._on_items(utterance, conversation, lang)
        if meant is not None:
            return await self._do_with_items(meant, utterance, context, conversation, dry_run)
        goes_on = self._answers_page(utterance, conversation, lang)
        if goes_on is None and (not (conversation.rest or conversation.page) or not asks_for_more(utterance, lang)):
            return None
        if goes_on is False:
            if not dry_run:
                conversation.rest, conversation.page = "", None
            return Reply(utterance, say("wont", lang), translator=TALK)
        if conversation.rest or conversation.page is None:
            rest = conversation.rest
            if not dry_run:
                conversation.rest = ""
            return Reply(utterance, rest, translator=TALK)
        return await self._next_page(conversation.page, utterance, request, conversation, dry_run)

    async def _do_with_items(
        self, meant: ItemAction, utterance: str, context: InvocationContext, conversation: Conversation, dry_run: bool
    ) -> Reply:
        """Do with things of the last answer what was said to do; they are there for the next words as well."""
        reply = Reply(utterance, commands=(meant.call,), translator=ACTION)
        if dry_run:
            return reply
        items = conversation.items
        target = find_action(
            meant.action, meant.call.name, meant.call.toolbox_id, Conversation(), self._registry.snapshot
        )
        target = replace(target, call=meant.call)
        data = {**self._may_press(target, context), **meant.data}
        if self._consent.needed_for_action(target.tool):
            return replace(self._ask_before_action(target, meant.action, data, context), utterance=utterance)
        done = await self._press(target, meant.action, data, context, conversation)
        if conversation.items is None and items is not None:
            conversation.remember_items(items)
        return replace(done, utterance=utterance, translator=ACTION)

    async def _next_page(
        self, page: Page, utterance: str, request: Request, conversation: Conversation, dry_run: bool
    ) -> Reply:
        """The page after *page*, from the command that has shown it: by what it claims such words with, else by the
        same call with the id of the page."""
        context = replace(request.context, chunk_session_id=page.session)
        words = (utterance, *OURS.words("more", request.context.lang))
        understood = await self._understanding.claimed_by(page.call, words, request)
        if understood is None:
            allowed = await self._understanding.allow((page.call,), None, request.context.lang)
            understood = Understood(replace(allowed, question=None), TALK)
        reply = await self._decided(utterance, replace(request, context=context), conversation, understood, dry_run)
        calls, now = understood.allowed.calls, conversation.page
        over = not calls or (now is not None and now.text == page.text != "")
        if dry_run or not over:
            return reply
        # It shows the same again: it knows of no pages.
        conversation.page = None
        return replace(reply, say=say("nothing_more", request.context.lang))

    def _fitted(self, reply: Reply, conversation: Conversation, lang: str) -> Reply:
        """The reply no longer than one answer may be; what is left of it is there for "more"."""
        limit, text = self._config.max_say_chars, reply.say
        # What is asked for a yes is never cut: a question names all that it asks about.
        if reply.confirmation_required or (len(text) <= limit and conversation.page is None):
            return reply
        spoken_in = text.lang if isinstance(text, Spoken) else ""
        hint, question = say("more_to_say", lang), ""
        if reply.expect_response:
            asked = conversation.question
            question = asked.text if asked is not None and text.endswith(asked.text) else last_sentence(text)
            hint = Spoken("")
        room = limit - len(question) - len(hint) - 2
        if room < LEAST_ROOM:
            question, hint, room = "", Spoken(""), limit
        first, rest = (text, "") if len(text) <= limit else cut(text[: len(text) - len(question)].strip(), room)
        conversation.rest = Spoken(rest[:MAX_REST], spoken_in)
        if not rest:
            hint = hint if len(text) + len(hint) < limit else Spoken("")
            return replace(reply, say=together([text, hint], lang))
        parts = [Spoken(first, spoken_in), Spoken(question, spoken_in), hint]
        return replace(reply, say=together(parts, lang))

    def _matched(
        self, match_id: str | None, utterance: str, request: Request, conversation: Conversation
    ) -> Understood | None:
        """What ``match_async`` understood, where that still holds."""
        if match_id is None:
            return None
        state = state_of(conversation, self._registry.snapshot)
        return self._matches.take(match_id, utterance, _owner(request.context), state)

    async def _decided(
        self, utterance: str, request: Request, conversation: Conversation, understood: Understood, dry_run: bool
    ) -> Reply:
        """Run what was understood, ask about it, or say why not."""
        lang = request.context.lang
        if _called_off(conversation):
            return Reply(utterance, translator=understood.translator)
        refused = self._consent.refused(understood.allowed.calls, understood.allowed.plan, request.context)
        results = _refusals(understood.allowed.calls, refused)
        if refused:
            self._count("denied", len(refused))
            for place, error in refused.items():
                planned = understood.allowed.planned[place]
                call, tool = planned.said, planned.valid.tool
                self._audit(tool, request.context, DENIED, error.decision.rule, arguments=call.arguments)
            understood = replace(understood, allowed=understood.allowed.without(refused))
        allowed = understood.allowed
        reply = Reply(
            utterance,
            understood.say,
            commands=allowed.plan,
            results=results,
            translator=understood.translator,
            # "Which do you mean: …?" is answered by saying it whole.
            expect_response=allowed.question is not None or (not allowed.calls and is_question(understood.say)),
            dropped=allowed.dropped,
            debug=understood.debug,
        )
        if understood.translator is None:
            return reply
        denied = together(
            [
                *(phrases.denied(str(result.error), lang) for result in results),
                *(spoken(result, lang) for result in allowed.failed),
            ],
            lang,
        )
        results = (*results, *allowed.failed)
        reply = replace(reply, results=results)
        if not allowed.calls:
            question = allowed.question.text if allowed.question is not None else ""
            # What is told beside the question is what was left out.
            return replace(reply, say=together([denied, reply.say, question], lang))
        if dry_run:
            if not self._consent.needed(allowed.calls, allowed.plan, confidence=understood.meant):
                return reply
            question = self._consent.preview(allowed.calls, allowed.plan, lang)
            said = together([reply.say, question], lang)
            return replace(reply, say=said, expect_response=True, confirmation_required=True)
        if self._consent.needed(allowed.calls, allowed.plan, confidence=understood.meant):
            conversation.question = None  # one question at a time; what a call lacks is asked after the yes
            done = self._ask_first(reply, understood, request, utterance)
        else:
            done = await self._acting.run(utterance, request, understood, conversation)
        return (
            replace(done, say=together([denied, done.say], lang), results=(*results, *done.results))
            if results
            else done
        )

    def _call_off(self, request: Request, look_only: bool) -> bool:
        """End what rings and what runs in this conversation; whether there was anything."""
        rang = request.ends_ringing is not None and request.ends_ringing(look_only)
        return self._end_running(request.context, look_only) or rang

    def _end_running(self, context: InvocationContext, look_only: bool) -> bool:
        conversation = self._conversations.peek(context)
        running = conversation.running if conversation is not None else None
        if running is None or (running.called_off if look_only else not running.call_off()):
            return False
        if not look_only:
            self._count("called_off")
        return True

    def _settled(
        self, reply: Reply, asked: Asked | None, conversation: Conversation, context: InvocationContext
    ) -> Reply:
        """The reply once it is known whether it may ask: the same thing is asked for twice at most."""
        if _called_off(conversation):
            conversation.question = conversation.refusal = None
        question = conversation.question
        if not conversation.settle(asked, self._conversations.clock()):
            assert question is not None
            left = say("leave_it", context.lang)
            told = Spoken(reply.say.removesuffix(question.text).strip(), reply.lang)
            reply = replace(reply, say=together([told, left], context.lang), expect_response=False)
        conversation.offers = bool(reply.actions)
        conversation.asks = reply.expect_response
        if _called_off(conversation):
            return replace(reply, say="", expect_response=False)  # who called it off was told so
        reply = replace(reply, expect_response=reply.expect_response or conversation.question is not None)
        return self._fitted(reply, conversation, context.lang)

    def _keep(self, context: InvocationContext, conversation: Conversation) -> None:
        if self._keeper is not None:
            waiting = self._consent.waits(context.conversation_id, context.user_id)
            self._keeper.save(context, conversation, waiting, self._conversations.clock())

    def _kept_before(self, context: InvocationContext) -> Conversation | None:
        """The conversation of *context* as it was before a restart, with the plan that waited in it."""
        if self._keeper is None:
            return None
        found = self._keeper.find(context, self._registry.snapshot, self._conversations.clock())
        if found is None:
            return None
        conversation, waiting = found
        if waiting is not None:
            self._consent.restore(waiting)
        return conversation

    # Bookkeeping

    def _finished(
        self,
        reply: Reply,
        started: float,
        heard: str | None = None,
        context: InvocationContext | None = None,
        *,
        why: bool = False,
    ) -> Reply:
        # What is asked for a yes is never cut: a question names all that it asks about.
        told = reply.say if reply.confirmation_required else phrases.shorten(reply.say, self._config.max_say_chars)
        reply = replace(
            reply,
            elapsed_ms=(time.monotonic() - started) * 1000,
            say=told,
            debug=reply.debug if self._config.debug or why else {},
        )
        self._log(reply)
        if self._exchanged is not None and heard is not None and context is not None:
            self._exchanged(heard, reply, context)
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


def _refusals(calls: Sequence[ValidCall], refused: Mapping[int, Forbidden]) -> tuple[Outcome, ...]:
    return tuple(Outcome.refused(calls[place].tool, error) for place, error in refused.items())


def _called_off(conversation: Conversation) -> bool:
    return conversation.running is not None and conversation.running.called_off


def _owner(context: InvocationContext) -> tuple[str, int | None]:
    return context.conversation_id, context.user_id
