"""The plans that wait for a yes: bound to what was shown, to a session, to a user and to a minute."""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Literal

from ovos_phal_plugin_jarvis.consent import wording
from ovos_phal_plugin_jarvis.consent.policy import Forbidden, Policy
from ovos_phal_plugin_jarvis.sdk.locale import ENGLISH, Spoken, closest, listed, say, together
from ovos_phal_plugin_jarvis.tools.context import InvocationContext
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition
from ovos_phal_plugin_jarvis.tools.snapshot import LoadedTool
from ovos_phal_plugin_jarvis.tools.validation import ValidCall
from ovos_phal_plugin_jarvis.translation.values import ToolCall

SECONDS = 60.0
"""That a question waits for its answer."""
REMEMBERED = 600.0
"""Seconds for which a late answer is still told that it is late."""
MAX_WAITING = 10_000
"""Plans that may wait at once. One more is refused; none that waits is put out for it."""

YesOrNo = Callable[[str, str], bool | None]
"""(what was said, language) → True for a yes, False for a no, None for anything else."""


class CannotAsk(Exception):
    """A plan can't be put into questions."""

    def __init__(self, said: str) -> None:
        super().__init__(said)
        self.said = said
        """The message, for the user."""


@dataclass(frozen=True)
class Waiting:
    """A plan that waits for a yes."""

    id: str
    plan: tuple[ToolCall, ...]
    """As shown, and as it runs."""
    tools: tuple[ToolDefinition, ...]
    """The tools of the calls as they were when it was asked."""
    questions: tuple[str, ...]
    session: str
    user_id: int | None
    translator: str | None
    utterance: str
    """The words that led to it."""
    until: float
    """On the store's clock."""
    asked: int = 0
    """Which of ``questions`` waits for its answer."""
    press: tuple[str, Mapping[str, Any]] | None = None
    """Action and context, where not the call waits but an action of its command."""
    carried: Any = field(default=None, compare=False)
    """Whatever its owner needs when it runs."""

    @property
    def question(self) -> str:
        """What is asked now."""
        return self.questions[self.asked]

    def deeds(self, lang: str) -> Spoken:
        """What it would do, in short."""
        return listed(list(dict.fromkeys(wording.short_call(tool, lang) for tool in self.tools)), lang, "or")

    def fields(self) -> dict[str, Any]:
        """What a client needs to put the question."""
        return {
            "id": self.id,
            "question": self.question,
            "number": self.asked + 1,
            "total": len(self.questions),
            "expires_in": SECONDS,
        }


@dataclass(frozen=True)
class Answer:
    """What an utterance is to a waiting plan."""

    kind: Literal["yes", "next", "early", "no", "other", "late", "not_yours"]
    """A yes to all of it; a yes, and there is a next question; a yes from before the question, which goes on waiting;
    a no; something else, so the plan is dropped; too late; a yes of somebody else."""
    waiting: Waiting


class Consent:
    """Asks, and remembers what was asked. Calls may come from any thread."""

    def __init__(
        self,
        policy: Policy,
        mode: str,
        limit: int,
        yes_or_no: YesOrNo,
        clock: Callable[[], float] = time.monotonic,
        most: int = MAX_WAITING,
    ) -> None:
        """
        Args:
            policy: decides what asks.
            mode: ``assistant.confirm``.
            limit: characters of one question.
            yes_or_no: understands answers.
            clock: seconds that only grow.
            most: plans that may wait at once.
        """
        self.policy = policy
        self._mode = mode
        self._limit = limit
        self._yes_or_no = yes_or_no
        self._clock = clock
        self._most = most
        self._lock = threading.Lock()
        self._waiting: dict[str, dict[int | None, Waiting]] = {}
        """By session and user."""

    def needed(self, calls: Sequence[ValidCall], plan: Sequence[ToolCall], *, confidence: float = 1.0) -> bool:
        """Whether that plan must ask, where it was meant with *confidence*. What only takes back what the user has just
        asked for, and now corrects, is agreed to with the correction."""
        new = [(call, shown) for call, shown in zip(calls, plan, strict=True) if not shown.takes_back]
        asked = [shown.arguments for _, shown in new]
        return self.policy.asks_first([call for call, _ in new], asked, self._mode, confidence=confidence)

    def needed_for_action(self, tool: LoadedTool) -> bool:
        """Whether an action of a command that the conversation was not shown must ask: where the author or the
        configuration says so. A client may show buttons that the conversation does not know of, and what a button
        does can't be read from its command's definition."""
        decision = self.policy.decide(tool)
        said = decision.decision == "ask" and not decision.rule.startswith("reading.")
        return self._mode == "always" or (self._mode != "never" and said)

    def refused(
        self, calls: Sequence[ValidCall], plan: Sequence[ToolCall], context: InvocationContext
    ) -> dict[int, Forbidden]:
        """Which of the calls may not run at all: place in the plan → why."""
        found = {}
        for place, (call, shown) in enumerate(zip(calls, plan, strict=True)):
            error = self.policy.refuses(call.tool, context, shown.arguments)
            if error is not None:
                found[place] = error
        return found

    def ask(
        self,
        tools: Sequence[ToolDefinition],
        plan: Sequence[ToolCall],
        context: InvocationContext,
        utterance: str,
        translator: str | None,
        *,
        press: tuple[str, Mapping[str, Any]] | None = None,
        carried: Any = None,
    ) -> Waiting:
        """Let a plan wait for the user's yes; an earlier one of that user in the session gives way to it.

        Args:
            tools: of each call.
            plan: the calls, as they will run.
            context: whose session and user it is.
            utterance: the words that led to it.
            translator: who understood them.
            press: as in ``Waiting``.
            carried: kept for the caller.

        Raises:
            CannotAsk: it is too long to be asked, or too many plans wait.
        """
        asked = self._questions(tools, plan, press, context.lang)
        if asked is None:
            raise CannotAsk(_too_long(tools, context.lang))
        waiting = Waiting(
            id=_new_id(),
            plan=tuple(plan),
            tools=tuple(tools),
            questions=asked,
            session=context.conversation_id,
            user_id=context.user_id,
            translator=translator,
            utterance=utterance,
            until=self._clock() + SECONDS,
            press=press,
            carried=carried,
        )
        with self._lock:
            if waiting.user_id not in self._waiting.get(waiting.session, ()) and self._number() >= self._most:
                self._forget_old()
                if self._number() >= self._most:
                    raise CannotAsk(say("too_many_waiting", context.lang))
            # The one asked last stands last.
            users = self._waiting.setdefault(waiting.session, {})
            users.pop(waiting.user_id, None)
            users[waiting.user_id] = waiting
        return waiting

    def restore(self, waiting: Waiting) -> None:
        """Let a plan wait that waited before a restart; one that has been asked about since goes before it."""
        with self._lock:
            self._waiting.setdefault(waiting.session, {}).setdefault(waiting.user_id, waiting)

    def preview(self, calls: Sequence[ValidCall], plan: Sequence[ToolCall], lang: str) -> str:
        """What would be asked about that plan, all at once."""
        tools = [call.tool.definition for call in calls]
        asked = self._questions(tools, plan, None, lang)
        return together(asked, lang) if asked else _too_long(tools, lang)

    def _questions(
        self,
        tools: Sequence[ToolDefinition],
        plan: Sequence[ToolCall],
        press: tuple[str, Mapping[str, Any]] | None,
        lang: str,
    ) -> tuple[str, ...] | None:
        if not wording.is_sayable([press[1]] if press else [call.said_arguments for call in plan], self._limit):
            return None
        if press is not None:
            return wording.questions([wording.spoken_action(tools[0], *press)], self._limit)
        shown = [(tool, call.said_arguments) for tool, call in zip(tools, plan, strict=True)]
        calls, told_in = wording.spoken_plan(shown, lang)
        asked = wording.questions(calls, self._limit, told_in)
        if asked is None or told_in == ENGLISH:
            return asked
        # What stands beside a question may be sayable in English only.
        english = wording.questions(*wording.spoken_plan(shown, ENGLISH)[:1], self._limit) or ()
        if len(english) != len(asked):
            return asked
        return tuple(
            Spoken(q, told_in, frozenset({told_in, ENGLISH}), partial(_either, q, e))
            for q, e in zip(asked, english, strict=True)
        )

    def waits(self, session: str, user_id: int | None = None) -> Waiting | None:
        """The plan of that user in that session that waits now."""
        with self._lock:
            waiting = self._waiting.get(session, {}).get(user_id)
        return waiting if waiting is not None and self._clock() < waiting.until else None

    def waits_in(self, session: str) -> bool:
        """Whether any user's plan waits in that session now."""
        with self._lock:
            return any(self._clock() < waiting.until for waiting in self._waiting.get(session, {}).values())

    def answer(
        self, utterance: str, context: InvocationContext, *, said_at: float | None = None, look_only: bool = False
    ) -> Answer | None:
        """What *utterance* is to the plan of its user that waits in its session; None where none does.

        A plan of another user in the same session hears a yes, which is not theirs to say, and a no; nothing else.

        Args:
            utterance: what was said.
            context: by whom, in which session and language.
            said_at: when, on the store's clock; None for now.
            look_only: change nothing.
        """
        with self._lock:
            users = dict(self._waiting.get(context.conversation_id, {}))
        if not users:
            return None
        said = self._yes_or_no(utterance, context.lang)
        waiting = users.get(context.user_id)
        if waiting is None:
            now = self._clock()
            others = [other for other in users.values() if said is not None and now < other.until]
            waiting = others[-1] if others else None
        if waiting is None:
            return None
        if said and said_at is not None and said_at < waiting.until - SECONDS and context.user_id == waiting.user_id:
            return Answer("early", waiting)  # nobody agrees to what has not been asked
        return self._taken(waiting, said, context, look_only)

    def answer_by_id(self, plan_id: str, yes: bool, context: InvocationContext) -> Answer | None:
        """A yes or a no to the plan with that id; None where none of the session of *context* has it."""
        with self._lock:
            users = dict(self._waiting.get(context.conversation_id, {}))
        for waiting in users.values():
            if secrets.compare_digest(waiting.id.encode(), plan_id.encode("utf-8", "replace")):
                return self._taken(waiting, yes, context, False)
        return None

    def drop(self, session: str) -> tuple[Waiting, ...]:
        """Let no plan of the session wait any longer; those that did."""
        with self._lock:
            return tuple(self._waiting.pop(session, {}).values())

    def _taken(self, waiting: Waiting, said: bool | None, context: InvocationContext, look_only: bool) -> Answer | None:
        now = self._clock()
        late = now >= waiting.until
        if late and (said is None or now >= waiting.until + REMEMBERED):
            answer = None
        elif late:
            answer = Answer("late", waiting)
        elif said is None:
            answer = Answer("other", waiting)
        elif not said:
            answer = Answer("no", waiting)
        elif context.user_id != waiting.user_id:
            return Answer("not_yours", waiting)  # it goes on waiting for who asked
        elif waiting.asked + 1 < len(waiting.questions):
            # Under an id of its own: a button pressed twice agrees to one question.
            following = replace(waiting, id=_new_id(), asked=waiting.asked + 1, until=now + SECONDS)
            answer = Answer("next", following)
        else:
            answer = Answer("yes", waiting)
        if look_only:
            return answer
        with self._lock:
            # Of two answers at once, only the first finds it.
            users = self._waiting.get(waiting.session, {})
            if users.get(waiting.user_id) is not waiting:
                return None
            if answer is not None and answer.kind == "next":
                users[waiting.user_id] = answer.waiting
            else:
                del users[waiting.user_id]
                if not users:
                    del self._waiting[waiting.session]
        return answer

    def _number(self) -> int:
        return sum(map(len, self._waiting.values()))

    def _forget_old(self) -> None:
        now = self._clock()
        kept = {s: {u: w for u, w in users.items() if now < w.until} for s, users in self._waiting.items()}
        self._waiting = {session: users for session, users in kept.items() if users}


def _new_id() -> str:
    return secrets.token_urlsafe(12)


def _either(question: Spoken, english: Spoken, lang: str) -> Spoken:
    return question if closest(lang, [question.lang]) else english


def _too_long(tools: Sequence[ToolDefinition], lang: str) -> Spoken:
    return say("too_long", lang, what=together([wording.short_call(tool, lang) for tool in tools], lang, ", "))
