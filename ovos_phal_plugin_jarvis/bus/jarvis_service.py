"""``ovos.jarvis.*``: utterances in, plans and answers out."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import date, datetime
from functools import partial
from typing import Any
from uuid import uuid4

from ovos_bus_client.message import Message

from ovos_phal_plugin_jarvis.assistant.assistant import Assistant, Request
from ovos_phal_plugin_jarvis.assistant.guard import Refusal, check_base_date
from ovos_phal_plugin_jarvis.assistant.reply import Reply
from ovos_phal_plugin_jarvis.bus import topics
from ovos_phal_plugin_jarvis.bus.gui import GuiPages
from ovos_phal_plugin_jarvis.bus.link import BusLink, LocalMessage
from ovos_phal_plugin_jarvis.bus.requests import (
    data_of,
    echoed_name,
    invocation_context,
    invoke_request,
    session_id,
    source,
)
from ovos_phal_plugin_jarvis.bus.responder import Responder, error_fields
from ovos_phal_plugin_jarvis.bus.speech import SpeechEnd
from ovos_phal_plugin_jarvis.consent.confirmation import SECONDS
from ovos_phal_plugin_jarvis.foreign_text import log_error, type_name
from ovos_phal_plugin_jarvis.sdk.clock import home_now
from ovos_phal_plugin_jarvis.sdk.locale import Spoken
from ovos_phal_plugin_jarvis.sdk.progress import Progress
from ovos_phal_plugin_jarvis.tools.context import id_of
from ovos_phal_plugin_jarvis.tools.errors import InvalidRequest, ToolError
from ovos_phal_plugin_jarvis.tools.execution.flow import Flow, Flows
from ovos_phal_plugin_jarvis.tools.execution.pool import JobTimeout, PoolClosed, PoolFull
from ovos_phal_plugin_jarvis.tools.rate import CallRate
from ovos_phal_plugin_jarvis.translation.values import ToolCall

MAX_CONVERSATION = 64
"""Characters of the name of a conversation beside the session's own."""
RINGS_AT_MOST = 3600.0
"""Seconds for which a tool is believed that it rings."""
MAX_RINGING = 1000


DEFAULT_SESSION = "default"
"""Of messages that say of none; such a one may name a conversation in its data."""


class JarvisService:
    """Answers for the assistant. Each request is a flow, and holds no thread while it waits."""

    def __init__(
        self,
        link: BusLink,
        assistant: Assistant,
        flows: Flows,
        timeout: float,
        status: Callable[[], Mapping[str, Any]],
        rate: CallRate | None = None,
    ) -> None:
        """
        Args:
            link: the service's end of the messagebus.
            assistant: what understands and runs.
            flows: where requests are worked on; shut down by their owner.
            timeout: seconds a request may take.
            status: gives the payload of ``ovos.jarvis.status``.
            rate: how many tools a source may call; None for any number.
        """
        self._rate = rate or CallRate(0)
        self._link = link
        self._assistant = assistant
        self._flows = flows
        self._timeout = timeout
        self._status = status
        self._responder = Responder(link)
        self._speech = SpeechEnd(link.bus, _begin)
        self._gui = GuiPages(link)
        self._ringing: dict[tuple[str, str], float] = {}
        """What rings, by its session and its id there, and since when."""

    def bind(self) -> None:
        """Subscribe to every topic."""
        self._responder.on(topics.JARVIS_TRANSLATE, self._translate)
        self._responder.on(topics.JARVIS_ASK, self._ask)
        self._responder.on(topics.JARVIS_MATCH, self._match)
        self._responder.on(topics.JARVIS_EXPLAIN, self._explain)
        self._responder.on(topics.JARVIS_ACTION, self._action)
        self._responder.on(topics.JARVIS_CONFIRM, self._confirm)
        self._responder.on(topics.JARVIS_CALL, self._call)
        self._responder.on(topics.JARVIS_CONTEXT, self._context)
        self._responder.on(topics.JARVIS_STATUS, self._send_status)
        self._responder.on(topics.JARVIS_STOP, self._stop)
        self._link.bus.on(topics.STOP, self._stopped)
        self._link.bus.on(topics.JARVIS_RINGING, self._rings)
        self._speech.bind()
        self._gui.bind()
        self._responder.broadcast(topics.JARVIS_READY, {})

    def shutdown(self) -> None:
        """Remove every handler; what waits for the end of a speech does not run any more."""
        self._responder.close()
        self._link.bus.remove(topics.STOP, self._stopped)
        self._link.bus.remove(topics.JARVIS_RINGING, self._rings)
        self._speech.close()
        self._gui.close()

    def _translate(self, message: Message) -> None:
        def asked() -> Request:
            data = data_of(message)
            return _request(message, data.get("transcript"), check_base_date(data.get("baseDateYmd")))

        async def work() -> dict[str, Any]:
            return _translated(await self._assistant.translate_async(asked()))

        known = None
        if _is_counted(message):
            with suppress(Refusal, InvalidRequest):  # which the request is answered with below
                known = self._assistant.known_translation(asked())
        if known is not None:
            self._responder.respond(message, _translated(known))
            return
        # In nobody's turn: a translation reads no conversation, and a known one need not wait for one that is made.
        self._work(message, work, in_turn=False)

    def _ask(self, message: Message) -> None:
        async def work() -> dict[str, Any]:
            data = data_of(message)
            match_id = _text(data, "match")
            speak = data.get("speak") is True
            request = replace(
                _request(message, data.get("utterance"), None),
                tell=partial(self._tell, message, speak),
                ends_ringing=partial(self._end_ringing, message),
            )
            dry_run = data.get("dry_run") is True
            reply = await self._assistant.handle_async(request, dry_run=dry_run, match_id=match_id)
            if not dry_run:
                self._after(message, reply, speak=speak)
            return reply.to_dict()

        self._work(message, work)

    def _match(self, message: Message) -> None:
        async def work() -> dict[str, Any]:
            data = data_of(message)
            request = replace(
                _request(message, data.get("utterance"), None), ends_ringing=partial(self._end_ringing, message)
            )
            return (await self._assistant.match_async(request, model=data.get("model") is True)).to_dict()

        # Not behind the session's own requests: the answer is wanted while one of them may wait for its tool.
        self._work(message, work, key=f"match {session_id(message)}")

    def _explain(self, message: Message) -> None:
        async def work() -> dict[str, Any]:
            return await self._assistant.explain_async(_request(message, data_of(message).get("utterance"), None))

        self._work(message, work, key=f"explain {session_id(message)}")

    def _action(self, message: Message) -> None:
        async def work() -> dict[str, Any]:
            data = data_of(message)
            action, given = data.get("action"), data.get("context")
            if not isinstance(action, str) or not action:
                raise Refusal("invalid", "Missing required field: 'action'")
            if given is not None and not isinstance(given, Mapping):
                raise Refusal("invalid", f"'context' must be an object, got {type_name(given)}")
            conversation, session = _text(data, "conversation_id"), session_id(message)
            if conversation not in (None, session) and session != DEFAULT_SESSION:
                raise Refusal("forbidden", "'conversation_id' is another session's than the message's own")
            context = invocation_context(message, conversation_id=conversation or _conversation(message))
            reply = await self._assistant.act_async(
                action,
                context,
                given,
                _text(data, "command"),
                _text(data, "toolbox_id"),
                counted=_is_counted(message),
            )
            self._after(message, reply, speak=data.get("speak") is True)
            answer = reply.to_dict()
            pressed = reply.results[0].to_dict() if reply.results else {}  # none where it is asked about first
            return answer | {key: pressed[key] for key in ("result", "error") if key in pressed}

        self._work(message, work)

    def _confirm(self, message: Message) -> None:
        async def work() -> dict[str, Any]:
            data = data_of(message)
            plan_id, yes = _text(data, "id"), data.get("yes")
            if plan_id is None:
                raise Refusal("invalid", "Missing required field: 'id'")
            if not isinstance(yes, bool):
                raise Refusal("invalid", "'yes' must be true or false")
            tell = partial(self._tell, message, data.get("speak") is True)
            request = replace(_request(message, None, None), tell=tell)
            reply = await self._assistant.confirm_async(plan_id, yes, request)
            self._after(message, reply, speak=data.get("speak") is True)
            return reply.to_dict()

        self._work(message, work)

    def _call(self, message: Message) -> None:
        name = echoed_name(message)

        async def work() -> dict[str, Any]:
            try:
                request = invoke_request(message)
                self._rate.count(source(message))
                if request.arguments is not None and not isinstance(request.arguments, Mapping):
                    raise InvalidRequest(f"'args' must be an object, got {type_name(request.arguments)}")
                call = ToolCall(request.name, request.arguments or {}, request.toolbox_id)
                context = invocation_context(
                    message,
                    conversation_id=_conversation(message),
                    call_id=request.call_id,
                    on_progress=partial(self._advance, message, request.name),
                )
                outcome, waiting = await self._assistant.call_async(call, context, request.timeout)
            except ToolError as error:
                return {"name": name, **error_fields(error), "code": error.code}
            if waiting is not None:
                asked = {"confirmation_required": True, "confirmation": waiting.fields(), "say": waiting.question}
                return {"name": name, **asked}
            assert outcome is not None
            if outcome.error is not None:
                return {"name": name, **error_fields(outcome.error), "code": outcome.code}
            return {"name": name, "result": outcome.result or {}}

        # A call of a program's or a page's own, beside what is said in its session.
        self._work(message, work, key=f"call {uuid4().hex}")

    def _advance(self, message: Message, tool: str, progress: Progress) -> None:
        self._tell(message, False, progress.say, tool, progress.done)

    def _context(self, message: Message) -> None:
        async def work() -> dict[str, Any]:
            data = data_of(message)
            command, operation, params = _text(data, "command"), _text(data, "operation"), data.get("params")
            if command is None:
                return {"operations": self._assistant.operations()}
            if operation is None:
                raise Refusal("invalid", "Missing required field: 'operation'")
            if params is not None and not isinstance(params, Mapping):
                raise Refusal("invalid", f"'params' must be an object, got {type_name(params)}")
            return await self._assistant.context_async(command, operation, params or {}, invocation_context(message))

        self._work(message, work, key=f"context {session_id(message)}")

    def _stop(self, message: Message) -> None:
        found = self._end_all(message, look_only=data_of(message).get("look") is True)
        self._responder.respond(message, {"found": found})

    def _stopped(self, message: Message) -> None:
        """Everything was told to stop; what rings hears that itself."""
        self._end_all(message, look_only=False)

    def _end_all(self, message: Message, look_only: bool) -> bool:
        session = session_id(message)
        ran = self._assistant.stop(session, look_only=look_only)
        if look_only:
            return ran or self._end_ringing(message, look_only=True) or self._speech.expects(session)
        rings = self._end_ringing(message)
        return self._speech.forget(session) or ran or rings

    def _end_ringing(self, message: Message, look_only: bool = False) -> bool:
        """End what rings in the message's session, in the device's own what rings anywhere; whether something did."""
        session, since = session_id(message), time.monotonic() - RINGS_AT_MOST
        found = [
            key for key, at in list(self._ringing.items()) if session in (topics.DEVICE_SESSION, key[0]) and at > since
        ]
        if found and not look_only:
            for key in found:
                self._ringing.pop(key, None)
            self._link.emit(message.forward(topics.JARVIS_RINGING_STOP, {}))
        return bool(found)

    def _rings(self, message: Message) -> None:
        data = message.data if isinstance(message.data, Mapping) else {}
        key = (session_id(message), id_of(data.get("timer_id")) or "")
        if data.get("ringing") is not True:
            self._ringing.pop(key, None)
            return
        now = time.monotonic()
        # Whoever dies while it rings says nothing; and nobody has a thousand timers.
        young = {k: at for k, at in list(self._ringing.items())[-MAX_RINGING:] if now - at < RINGS_AT_MOST}
        self._ringing = {**young, key: now}

    def _send_status(self, message: Message) -> None:
        async def work() -> dict[str, Any]:
            return dict(self._status())

        self._work(message, work, key=topics.JARVIS_STATUS)

    def _work(
        self,
        message: Message,
        work: Callable[[], Flow[dict[str, Any]]],
        key: str | None = None,
        in_turn: bool = True,
    ) -> None:
        def ended(answer: Any, error: BaseException | None) -> None:
            self._responder.respond(message, answer if error is None else _error_answer(error, self._timeout))

        try:
            whose = (key or f"session {session_id(message)}") if in_turn else None
            self._flows.start(work(), self._timeout, ended, whose)
        except (PoolFull, PoolClosed) as refusal:
            ended(None, refusal)

    def _tell(self, message: Message, speak: bool, said: str, tool: str, done: float | None) -> None:
        """What goes on before the answer to *message*."""
        told = {"say": said, "name": tool, **({} if done is None else {"done": done})}
        if isinstance(message, LocalMessage) and message.tell is not None:
            message.tell(told)
        if not self._link.connected:
            return  # what is told late would be told after the answer
        self._link.emit(message.forward(topics.JARVIS_PROGRESS, told))
        if speak and said:
            self._link.emit(message.forward("speak", _speech(message, said, asks=False)))

    def _after(self, message: Message, reply: Reply, speak: bool) -> None:
        """Speak and show where the request asks for it, and run what waits for the end of the speech."""
        if speak:
            self._gui.answer(message, reply)
        if not (speak and reply.say):
            _begin(reply.after_speech)
            return
        if reply.after_speech:
            self._speech.expect(session_id(message), reply.after_speech)
        speech = message.forward("speak", _speech(message, reply.say, asks=reply.expect_response))
        skill = speech.context.get("skill_id")
        if reply.expect_response and isinstance(skill, str) and isinstance(speech.context.get("session"), Mapping):
            # Who hears this speech sends the answer in the session that comes with it.
            asking = {"skill_id": skill, "expires_at": time.time() + SECONDS}
            speech.context["session"] = {**speech.context["session"], "response_mode": asking}
        self._link.emit(speech)


def _translated(reply: Reply) -> dict[str, Any]:
    """The payload of an answer to ``ovos.jarvis.translate``."""
    answer = reply.to_dict()
    shown = {key: answer[key] for key in ("say", "commands", "translator", "debug") if key in answer}
    return shown | ({"dropped": reply.dropped} if reply.dropped else {})


def _speech(message: Message, said: str, *, asks: bool) -> dict[str, Any]:
    """What is spoken in answer to *message*, in the language that it is in."""
    lang = (said.lang if isinstance(said, Spoken) else "") or invocation_context(message).lang
    return {"utterance": said, "lang": lang, "expect_response": asks, "listen": asks}


def _text(data: Mapping[str, Any], key: str) -> str | None:
    value = data.get(key)
    if value is not None and not isinstance(value, str):
        raise Refusal("invalid", f"'{key}' must be a text, got {type_name(value)}")
    return value or None


def _conversation(message: Message) -> str:
    """Which conversation a message belongs to: its session's, or one that goes on beside that in the same session."""
    beside = _text(data_of(message), "conversation")
    if beside is None:
        return session_id(message)
    if len(beside) > MAX_CONVERSATION:
        raise Refusal("invalid", f"'conversation' may have {MAX_CONVERSATION} characters at most")
    return f"{session_id(message)}#{beside}"


def _request(message: Message, utterance: Any, base_date: str | None) -> Request:
    context = invocation_context(message, conversation_id=_conversation(message))
    now = home_now(context.session)
    if base_date is not None:
        try:
            now = datetime.combine(date.fromisoformat(base_date), now.timetz())
        except ValueError:
            raise Refusal("invalid", f"'baseDateYmd' is no date: {base_date}") from None
    why = data_of(message).get("why") is True
    return Request(utterance, context, now, counted=_is_counted(message), why=why)


def _is_counted(message: Message) -> bool:
    return isinstance(message, LocalMessage) and message.counted


def _error_answer(error: BaseException, timeout: float) -> dict[str, Any]:
    if isinstance(error, Refusal):
        return error.fields()
    if isinstance(error, InvalidRequest):
        return {"error": str(error), "code": "invalid"}
    if isinstance(error, ToolError):
        return {"error": str(error), "code": "unavailable", **error.fields()}
    if isinstance(error, JobTimeout):
        return {"error": f"The assistant did not answer within {timeout:g} s", "code": "timeout"}
    if isinstance(error, PoolFull):
        return {"error": "The assistant is busy; try again later", "code": "unavailable"}
    if isinstance(error, PoolClosed):
        return {"error": "The assistant is stopping", "code": "unavailable"}
    log_error("a request of the assistant failed", error)
    return {"error": "Internal error; the log has the details", "code": "unavailable"}


def _begin(callbacks: Sequence[Callable[[], Any]]) -> None:
    for callback in callbacks:
        callback()
