"""Steps 6 and 7: running an allowed plan, and the reply that comes of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from threading import Event
from typing import Any
from uuid import uuid4

from ovos_phal_plugin_jarvis.assistant.actions import offered_buttons, proposed_buttons
from ovos_phal_plugin_jarvis.assistant.allow import AllowedCalls, PlannedCall, question_for_refusal
from ovos_phal_plugin_jarvis.assistant.conversation import Button, Conversation, Page, Running
from ovos_phal_plugin_jarvis.assistant.meanwhile import Meanwhile
from ovos_phal_plugin_jarvis.assistant.phrases import last_sentence
from ovos_phal_plugin_jarvis.assistant.pointing import Item, Items
from ovos_phal_plugin_jarvis.assistant.reply import Reply, asking, is_question, spoken
from ovos_phal_plugin_jarvis.assistant.routines import ROUTINE
from ovos_phal_plugin_jarvis.assistant.understanding import Request, Understanding, Understood
from ovos_phal_plugin_jarvis.config import AssistantConfig
from ovos_phal_plugin_jarvis.consent.confirmation import CannotAsk, Consent
from ovos_phal_plugin_jarvis.foreign_text import log_error
from ovos_phal_plugin_jarvis.nlu.lang.guess import heard_from_outside
from ovos_phal_plugin_jarvis.nlu.text import words_of
from ovos_phal_plugin_jarvis.sdk.locale import Spoken, say, together
from ovos_phal_plugin_jarvis.tools.audit import Audit, no_audit
from ovos_phal_plugin_jarvis.tools.command_schema import CommandOutput
from ovos_phal_plugin_jarvis.tools.context import InvocationContext
from ovos_phal_plugin_jarvis.tools.errors import CalledOff, InvalidArguments
from ovos_phal_plugin_jarvis.tools.execution.alarms import Alarms
from ovos_phal_plugin_jarvis.tools.execution.invoker import Invoker, Outcome
from ovos_phal_plugin_jarvis.translation.translator import ReasoningTranslator
from ovos_phal_plugin_jarvis.translation.values import Question, ToolCall, TranslationContext

CONFIRMED = "confirmed"
"""The rule by which a call runs that the user has said yes to."""
Ended = tuple[ToolCall, Outcome]
"""A call and how it ended."""
Phrase = Callable[[ToolCall, Outcome], str | None]
"""Words for an outcome that are better than its own; None where there are none."""


@dataclass
class _Draft:
    """A reply while it is put together."""

    said: list[str] = field(default_factory=list)
    results: list[Outcome] = field(default_factory=list)
    actions: list[Mapping[str, Any]] = field(default_factory=list)
    items: list[Mapping[str, Any]] = field(default_factory=list)
    after: list[Callable[[], Event]] = field(default_factory=list)
    buttons: list[Button] = field(default_factory=list)
    expect: bool = False

    def reply(self, lang: str) -> Reply:
        return Reply(
            "",
            together(self.said, lang),
            results=tuple(self.results),
            expect_response=self.expect,
            actions=tuple(self.actions),
            items=tuple(self.items),
            after_speech=tuple(self.after),
        )


class Acting:
    """Runs plans. Calls may come from any thread."""

    def __init__(
        self,
        invoker: Invoker,
        understanding: Understanding,
        consent: Consent,
        config: AssistantConfig,
        audit: Audit = no_audit,
        alarms: Alarms | None = None,
    ) -> None:
        """
        Args:
            invoker: runs the calls.
            understanding: thinks again, and finds words.
            consent: what may run unasked.
            config: habits.
            audit: told of each call.
            alarms: wakes when it is to be said that a call takes longer; None where nothing is said.
        """
        self._config = config
        self._alarms = alarms
        self._audit = audit
        self._consent = consent
        self._invoker = invoker
        self._understanding = understanding

    async def run(
        self,
        utterance: str,
        request: Request,
        understood: Understood,
        conversation: Conversation,
        agreed: bool = False,
    ) -> Reply:
        """Run the calls in order; one that fails does not stop the next (reference/ai-commands-guide, UX).

        Args:
            utterance: what was said.
            request: by whom.
            understood: the plan.
            conversation: changed.
            agreed: the user has said yes to these calls, and to no others.
        """
        allowed, claimed = understood.allowed, understood.claimed
        context = replace(request.context, utterance=utterance, is_pre_routed=claimed, plan_id=uuid4().hex)
        thinker = self._understanding.thinker(understood.translator)
        thought = self._understanding.context(request, conversation)
        ended: list[Ended] = []
        other: AllowedCalls | None = None
        running = conversation.running or Running()
        meanwhile = Meanwhile(request, self._config, self._alarms)
        for planned in allowed.planned:
            call = planned.said
            outcome = await self._call(planned, context, agreed, running, meanwhile)
            if thinker is not None and not claimed:
                again = await self._once_more(thinker, utterance, thought, call, outcome)
                if again is not None and self._may_run(again, context, agreed):
                    second = await self._call(again.planned[0], context, agreed, running, meanwhile)
                    if second.error is None:
                        call, outcome = again.planned[0].said, second
                elif again is not None:
                    other = other or again
            ended.append((call, outcome))
        phrase: Phrase = _spoken_response
        if thinker is not None and not claimed:
            phrase = await self._phrases(thinker, utterance, thought, ended)
        lang = request.context.lang
        # A routine ends with its last step.
        propose = understood.translator != ROUTINE
        reply = self.reply_to(ended, understood.say, conversation, phrase, lang, propose)
        question = conversation.question
        if allowed.question is not None and question is None:
            conversation.question = question = allowed.question
            reply = replace(reply, say=together([reply.say, question.text], lang))
        reply = replace(
            reply,
            utterance=utterance,
            commands=tuple(call for call, _ in ended),
            translator=understood.translator,
            dropped=allowed.dropped,
            debug=understood.debug,
        )
        return reply if other is None else self._ask_about(other, reply, request, conversation)

    async def _call(
        self,
        planned: PlannedCall,
        context: InvocationContext,
        agreed: bool,
        running: Running,
        meanwhile: Meanwhile,
    ) -> Outcome:
        valid, call = planned.valid, planned.said
        if running.called_off:
            outcome = Outcome.refused(valid.tool, CalledOff(valid.tool.name))
        else:
            name = f"asked {uuid4().hex}"
            tool = valid.tool.name
            named = replace(context, call_id=name, on_progress=partial(meanwhile.progress, tool))
            begun = partial(running.begun, partial(self._invoker.cancel, name, named))
            with meanwhile.during(tool):
                outcome = await self._invoker.call(valid, named, begun=begun)
        rule = CONFIRMED if agreed else self._consent.policy.decide(valid.tool, call.arguments).rule
        self._audit(valid.tool, context, outcome.code, rule, arguments=call.arguments, elapsed_ms=outcome.elapsed_ms)
        return outcome

    def _may_run(self, again: AllowedCalls, context: InvocationContext, agreed: bool) -> bool:
        """Whether a call with other arguments than the plan's may run unasked: a yes was for what was shown."""
        return not (
            agreed
            or self._consent.refused(again.calls, again.plan, context)
            or self._consent.needed(again.calls, again.plan)
        )

    def _ask_about(self, other: AllowedCalls, reply: Reply, request: Request, conversation: Conversation) -> Reply:
        """The reply with the question whether a refused call may run with the arguments that it would take."""
        if self._consent.refused(other.calls, other.plan, request.context):
            return reply
        tools = [call.tool.definition for call in other.calls]
        try:
            waiting = self._consent.ask(
                tools,
                other.plan,
                request.context,
                reply.utterance,
                reply.translator,
                carried=Understood(other, reply.translator),
            )
        except CannotAsk:
            return reply  # which says what was refused, and asks for a value
        conversation.question = conversation.refusal = None
        return asking(reply, waiting, say("refused", request.context.lang))

    def reply_to(
        self,
        ended: list[Ended],
        before: str,
        conversation: Conversation,
        phrase: Phrase,
        lang: str,
        propose: bool = True,
    ) -> Reply:
        """What to answer to calls that have ended; the conversation remembers what follow-ups may refer to.

        Args:
            ended: the calls, in order.
            before: said before the rest.
            conversation: changed.
            phrase: finds words.
            lang: language that the answer is wanted in.
            propose: offer what authors want to be offered after such answers.
        """
        draft = _Draft([before] if before else [])
        conversation.question = conversation.refusal = None
        for call, outcome in ended:
            draft.results.append(outcome)
            error = outcome.error
            refused = question_for_refusal(call, error, lang) if isinstance(error, InvalidArguments) else None
            if refused is not None:
                conversation.question, conversation.refusal = refused
                draft.said.append(refused[0].text)
            elif error is not None:
                draft.said.append(heard_from_outside(call.failure_message, lang) or spoken(outcome, lang))
                conversation.remember_result(call, None)  # "no, thirty" is about what was asked for, done or not
            else:
                draft.said.append(heard_from_outside(phrase(call, outcome) or "", lang) or spoken(outcome, lang))
                conversation.remember_result(call, outcome.result)
                if type(outcome.output) is CommandOutput:
                    asks = self._consent.policy.decide(outcome.tool).decision == "ask"
                    _take_response(call, outcome.output, conversation, draft, once=asks)
                    asks = self._config.listen_after == "wait_for_input" or is_question(draft.said[-1])
                    draft.expect |= outcome.output.wait_for_input and asks
                    if outcome.output.wait_for_input and is_question(draft.said[-1]):
                        conversation.question = _asked_by(outcome, call, draft.said[-1])
                    if outcome.output.follow_up is not None:
                        draft.after.append(partial(self._invoker.follow_up, outcome.tool, outcome.output.follow_up))
        if propose and len(ended) == 1 and not draft.buttons and conversation.question is None:
            _propose(*ended[0], draft, lang)
        if draft.buttons:
            conversation.remember_buttons(tuple(draft.buttons))
        return draft.reply(lang)

    async def _once_more(
        self,
        thinker: ReasoningTranslator,
        utterance: str,
        thought: TranslationContext,
        call: ToolCall,
        outcome: Outcome,
    ) -> AllowedCalls | None:
        """A call whose values the tool refused, with the values that it would take (lifecycle, validation flow); None
        where it was not refused, or that leads nowhere."""
        error = outcome.error
        if not isinstance(error, InvalidArguments) or not any(d.get("valid_values") for d in error.details):
            return None
        details = error.details
        try:
            again = await self._understanding.think(lambda: thinker.retry(utterance, thought, call, details))
        except Exception as failure:  # noqa: BLE001 - the assistant answers, whatever a translator does
            log_error("the translator failed to think again", failure)
            return None
        allowed = await self._understanding.allow(again.calls[:1], utterance, thought.lang)
        return allowed if allowed.planned and allowed.planned[0].said.name == call.name else None

    async def _phrases(
        self, thinker: ReasoningTranslator, utterance: str, thought: TranslationContext, ended: Sequence[Ended]
    ) -> Phrase:
        """Words for the results that bring none of their own."""
        found: dict[int, str | None] = {}
        for call, outcome in ended:
            data = _unspoken(outcome) if outcome.error is None else None
            if not data:
                continue
            try:
                found[id(outcome)] = await self._understanding.think(
                    partial(thinker.phrase, data, utterance, call, thought)
                )
            except Exception as failure:  # noqa: BLE001 - the assistant answers, whatever a translator does
                log_error("the translator failed to find words", failure)
        return lambda call, outcome: found.get(id(outcome))


def _take_response(
    call: ToolCall, output: CommandOutput, conversation: Conversation, draft: _Draft, *, once: bool
) -> None:
    chunk = output.chunk_session_id
    conversation.page = Page(call, chunk, output.message) if output.is_chunked_response and chunk else None
    if output.clear_history:
        conversation.clear()
    # What a follow-up refers to is what was found, not how it was wrapped.
    conversation.remember_result(call, output.context_data)
    conversation.remember_shown(
        tuple(
            {**attrs, "id": item.get("ref_id"), "label": item.get("label")}
            for item in output.referenceable_items
            if isinstance(attrs := item.get("attrs") or {}, Mapping)
        )
    )
    items = (_item(item) for item in output.referenceable_items)
    conversation.remember_items(Items(call, tuple(item for item in items if item is not None)))
    draft.actions.extend(output.actions)
    draft.items.extend(output.referenceable_items)
    draft.buttons += offered_buttons(call, output, once)


def _propose(call: ToolCall, outcome: Outcome, draft: _Draft, lang: str) -> None:
    """Offer the first thing that can follow the answer: a question at a time."""
    if outcome.error is not None or type(outcome.output) is not CommandOutput or outcome.output.wait_for_input:
        return
    for proposal, buttons in proposed_buttons(call, outcome.output, outcome.tool)[:1]:
        titles = {"title": proposal.title, "confirm": proposal.confirm, "dismiss": proposal.dismiss}
        draft.said.append(say("propose", lang, **{slot: Spoken(text) for slot, text in titles.items()}))
        kind = "destructive" if proposal.irreversible else "primary"
        for button, button_type in zip(buttons, (kind, "secondary"), strict=True):
            shown = {"button_text": button.text, "button_action": button.action, "button_type": button_type}
            draft.actions.append(shown)
        draft.buttons += buttons
        draft.expect = True


def _item(item: Mapping[str, Any]) -> Item | None:
    key, label, attrs, actions = (item.get(name) for name in ("ref_id", "label", "attrs", "actions"))
    if not isinstance(key, str) or not isinstance(label, str):
        return None
    able = tuple(action for action in actions if isinstance(action, str)) if isinstance(actions, list) else ()
    return Item(key, label, attrs if isinstance(attrs, Mapping) else {}, able)


def _asked_by(outcome: Outcome, call: ToolCall, text: str) -> Question | None:
    """What a tool's own words ask for ("For which city?"), where they name the one argument that the call lacks; None
    where they ask for something else, or show buttons and pages to choose from."""
    output = outcome.output
    if type(output) is not CommandOutput or output.actions or output.is_chunked_response:
        return None
    words = set(words_of(last_sentence(text)))
    free = [p for p in outcome.tool.definition.parameters if p.name not in call.arguments]
    named = [parameter.name for parameter in free if words & set(words_of(parameter.name))]
    choices, names = _offered(output)
    if choices and not named and len(free) == 1:
        named = [free[0].name]
    return Question(call, named[0], text, choices, names) if len(named) == 1 else None


_OFFERS = ("options", "choices", "candidates", "matches", "valid_values")
"""Keys under which a command says what there is to choose from."""


def _offered(output: CommandOutput) -> tuple[tuple[Any, ...], tuple[str, ...]]:
    """What an answer offers to choose from, and what each of these is called."""
    given: Any = next((v for k, v in output.context_data.items() if k in _OFFERS and isinstance(v, list) and v), None)
    offered: list[tuple[Any, str]] = []
    for item in output.referenceable_items if given is None else given:
        if isinstance(item, str | int | float):
            offered.append((item, ""))
        elif isinstance(item, Mapping):
            keys = ("ref_id", "value", "id", "entity_id", "key", "name")
            value = next((item[key] for key in keys if isinstance(item.get(key), str | int)), None)
            name = next((item[key] for key in ("label", "name", "title") if isinstance(item.get(key), str)), "")
            offered += [] if value is None else [(value, name)]
    return tuple(value for value, _ in offered), tuple(name for _, name in offered)


def _spoken_response(call: ToolCall, outcome: Outcome) -> str | None:
    return call.spoken_response


def _unspoken(outcome: Outcome) -> Mapping[str, Any] | None:
    """What a call found, where it brings no words for that."""
    output = outcome.output
    if type(output) is CommandOutput:
        return None if output.message else output.context_data
    return outcome.result
