"""What the assistant remembers of each conversation: the last call, what was said, what it asked, what runs."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from types import TracebackType
from typing import Any

from ovos_phal_plugin_jarvis.assistant.guard import Refusal
from ovos_phal_plugin_jarvis.assistant.pointing import Items
from ovos_phal_plugin_jarvis.tools.context import InvocationContext
from ovos_phal_plugin_jarvis.tools.execution.flow import FlowLock
from ovos_phal_plugin_jarvis.translation.values import Question, ToolCall

MAX_CONVERSATIONS = 10_000
MAX_BYTES = 32_000_000
"""Characters that all conversations together may remember; those that were silent longest are forgotten first."""
FORGET_AFTER = 600.0
"""Seconds of silence after which a conversation starts anew."""
ANSWER_WITHIN = 60.0
"""Seconds for which a question waits for its answer; as long as consent does."""
MAX_TURNS = 20
MAX_DONE = 8
"""Calls of late that may be pointed to by their place."""
MAX_TURN = 2_000
"""Characters of a turn that are remembered."""
MAX_RESULT = 100_000
"""Characters of a result that a conversation remembers; as many of what was shown, and of what buttons hand back."""
MAX_REST = 20_000
"""Characters of a long answer that are kept for "more"."""
MAX_WAITING = 4
"""Requests of one conversation that may wait while another of it is worked on."""
TWICE_WITHIN = 3.0
"""Seconds within which a second press of a button is taken for the first."""
MAX_PRESSES = 20
"""Presses of one button that are remembered."""
ASKED_AT_MOST = 2
"""Times that the same thing is asked for."""

Who = tuple[str, int | None]
"""Whose a conversation is: the session's id, and the user where one is known."""


@dataclass(frozen=True)
class Button:
    """A button that a response showed."""

    action: str
    call: ToolCall
    """The call whose response it stood under."""
    context: Mapping[str, Any]
    """``context_data`` of that response, handed back to the command with the button."""
    completion_message: str = ""
    """Said once it is done, where the command has no words for it."""
    text: str = ""
    """What stands on it."""
    pressed: tuple[tuple[float, Mapping[str, Any]], ...] = ()
    """When it was pressed and did what it does, on the clock of the conversations, and what it was handed."""
    once: bool = False
    """What it does is lost or given away by doing it: it does so once for each time that it is shown."""

    def spent(self, data: Mapping[str, Any], now: float) -> bool:
        """Whether it has done that already: a button that is pressed twice does what it does once.

        Args:
            data: what it would be handed.
            now: on the clock of the conversations.
        """
        return any(data == before and (self.once or now - at <= TWICE_WITHIN) for at, before in self.pressed)


@dataclass(frozen=True)
class Page:
    """A page of something long: what its command is asked for the next one with."""

    call: ToolCall
    session: str
    """The command's ``chunk_session_id``."""
    text: str = ""
    """What was said of it."""


@dataclass(frozen=True)
class Asked:
    """A question that was put, and how often."""

    question: Question
    times: int = 0

    def same(self, other: Asked) -> bool:
        """Whether both ask for the same argument of the same tool."""
        mine, others = self.question, other.question
        return (mine.call.name, mine.parameter) == (others.call.name, others.parameter)


class Running:
    """A request whose calls run, as somebody else may call it off meanwhile. Calls may come from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._cancel: Callable[[], Any] | None = None
        self.called_off = False

    def begun(self, cancel: Callable[[], Any]) -> None:
        """A call runs, and *cancel* ends it; at once, where the request was called off meanwhile."""
        with self._lock:
            over = self.called_off
            self._cancel = None if over else cancel
        if over:
            cancel()

    def call_off(self) -> bool:
        """End the call that runs, and let none of the request's follow it; whether that was news."""
        with self._lock:
            news, self.called_off = not self.called_off, True
            cancel, self._cancel = self._cancel, None
        if cancel is not None:
            cancel()
        return news


@dataclass
class Conversation:
    """The memory of one conversation. Used by one request at a time, under ``lock``, save ``running``."""

    lock: FlowLock = field(default_factory=lambda: FlowLock(MAX_WAITING, _busy), repr=False)
    last_call: ToolCall | None = None
    last_result: Mapping[str, Any] | None = None
    done: tuple[ToolCall, ...] = ()
    """The last calls that did something or told something, oldest first."""
    shown: tuple[Mapping[str, Any], ...] = ()
    """Things of the last answer that the user may refer to next, in order."""
    question: Question | None = None
    asked: int = 0
    """Times that ``question`` was put in turns that have ended."""
    asked_at: float = 0.0
    """When it was put last, on the clock of the conversations."""
    buttons: tuple[Button, ...] = ()
    """Those of the last reply that had any."""
    refusal: Mapping[str, Any] | None = None
    """What a command refused, where ``question`` asks for something else: ``param``, ``message``, ``valid_values``."""
    turns: list[tuple[str, str]] = field(default_factory=list)
    """``(role, text)``, oldest first; role is ``user`` or ``assistant``."""
    rest: str = ""
    """What is left of the last answer, where that was too long to be said at once."""
    page: Page | None = None
    """The page that was read last, where there are more."""
    items: Items | None = None
    """What the last answer named that something can be done with."""
    offers: bool = False
    """Whether the last reply showed ``buttons``."""
    asks: bool = False
    """Whether the last reply expected an answer."""
    running: Running | None = field(default=None, repr=False)
    stops: int = 0
    """Times that everything was told to stop; what waited for its turn then does not begin."""

    def remember_turn(self, role: str, text: str) -> None:
        """Add a turn; the oldest are dropped."""
        if text:
            self.turns.append((role, text[:MAX_TURN]))
            del self.turns[:-MAX_TURNS]

    def remember_result(self, call: ToolCall, result: Mapping[str, Any] | None) -> None:
        """Keep what a call came to, for what is said next. A result too large to be spoken of is not kept."""
        self.last_call, self.shown, self.items = call, (), None
        if result is not None and not any(call is before for before in self.done):
            self.done = (*self.done, call)[-MAX_DONE:]
        self.last_result = result if _fits(result) else None

    def remember_shown(self, items: tuple[Mapping[str, Any], ...]) -> None:
        """Keep what an answer showed, for the user to refer to."""
        self.shown = items if _fits(items) else ()

    def remember_items(self, items: Items) -> None:
        """Keep what an answer named that something can be done with."""
        fits = _fits([[item.key, item.label, item.attrs, list(item.actions)] for item in items.items])
        self.items = items if items.items and fits else None

    def remember_buttons(self, buttons: tuple[Button, ...]) -> None:
        """Keep the buttons of a reply. Those that hand back more than is remembered hand back nothing."""
        self.buttons = tuple(button if _fits(button.context) else replace(button, context={}) for button in buttons)

    def press(self, action: str, call: ToolCall, data: Mapping[str, Any], now: float) -> None:
        """Take note that a button of that call was pressed *now*, and handed *data*."""
        self.buttons = tuple(
            replace(button, pressed=(*button.pressed, (now, data))[-MAX_PRESSES:])
            if (button.action, button.call) == (action, call)
            else button
            for button in self.buttons
        )

    def pending(self, now: float) -> Asked | None:
        """What a turn may answer; a question that has waited too long is forgotten.

        Args:
            now: on the clock of the conversations.
        """
        if self.question is not None and now - self.asked_at > ANSWER_WITHIN:
            self.question = self.refusal = None
        return None if self.question is None else Asked(self.question, self.asked)

    def settle(self, before: Asked | None, now: float) -> bool:
        """End a turn: ``question`` waits for its answer. False: it was put often enough, and nothing waits.

        Args:
            before: what was asked when the turn began.
            now: on the clock of the conversations.
        """
        asked = Asked(self.question) if self.question is not None else None
        self.asked = before.times + 1 if asked is not None and before is not None and asked.same(before) else 1
        self.asked_at = now
        often = asked is not None and self.asked > ASKED_AT_MOST
        if asked is None or often:
            self.question = self.refusal = None
        return not often

    def clear(self) -> None:
        """Start anew."""
        self.last_call = self.last_result = self.question = self.refusal = self.page = None
        self.done, self.shown, self.buttons, self.turns, self.rest, self.asked = (), (), (), [], "", 0
        self.offers, self.asks, self.items = False, False, None

    @property
    def size(self) -> int:
        """Characters of what is remembered, roughly."""
        return (
            1_000
            + sum(len(text) for _, text in self.turns)
            + len(self.rest)
            + _size(self.last_result, MAX_RESULT)
            + _size(self.shown, MAX_RESULT)
            + _size([[item.label, item.attrs] for item in self.items.items] if self.items else [], MAX_RESULT)
            + sum(_size([button.context, *(data for _, data in button.pressed)], MAX_RESULT) for button in self.buttons)
        )


def _fits(value: Any) -> bool:
    return _size(value, MAX_RESULT) <= MAX_RESULT


def _size(value: Any, enough: int) -> int:
    """Characters in a JSON value, counted until there are more than *enough*."""
    if isinstance(value, str):
        return len(value)
    size = 1
    members = (*value.keys(), *value.values()) if isinstance(value, Mapping) else value
    if isinstance(members, list | tuple):
        for member in members:
            size += _size(member, enough - size)
            if size > enough:
                break
    return size


def _busy(waiting: int) -> Refusal:
    return Refusal(
        "unavailable", f"This session is busy: {waiting} requests of it wait already. Try again once they are answered"
    )


class Turn:
    """A conversation for the length of one request: ``async with conversations.turn(context) as conversation``."""

    def __init__(self, conversations: Conversations, context: InvocationContext) -> None:
        self._conversations = conversations
        self._context = context
        self._conversation = conversations.get(context)
        self._stops = self._conversation.stops
        self._hold = self._conversation.lock.hold()

    async def __aenter__(self) -> Conversation:
        await self._hold.__aenter__()
        self._conversation.running = Running()
        if self._conversation.stops != self._stops:
            self._conversation.running.call_off()
        return self._conversation

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._conversation.running = None
        self._conversations.weigh(self._context)
        self._conversations.save(self._context, self._conversation)
        await self._hold.__aexit__(kind, error, trace)


@dataclass
class _Known:
    seen: float
    size: int
    conversation: Conversation


class Conversations:
    """The conversations of late, each of one user in one session; bounded in number, age and size.

    None is shared: neither with another session, nor with another user in the same one.
    """

    def __init__(
        self,
        clock: Callable[[], float] = time.monotonic,
        most: int = MAX_CONVERSATIONS,
        most_bytes: int = MAX_BYTES,
        forget_after: float = FORGET_AFTER,
        find: Callable[[InvocationContext], Conversation | None] = lambda context: None,
        save: Callable[[InvocationContext, Conversation], None] = lambda context, conversation: None,
    ) -> None:
        """
        Args:
            clock: seconds that only grow.
            most: conversations that are remembered.
            most_bytes: characters that all of them may hold.
            forget_after: seconds of silence after which one starts anew.
            find: looks for one that is not remembered here, such as from before a restart.
            save: told of one at the end of each turn.
        """
        self._find = find
        self.save = save
        self.clock = clock
        self._most = most
        self._most_bytes = most_bytes
        self._forget_after = forget_after
        self._lock = threading.Lock()
        self._known: OrderedDict[Who, _Known] = OrderedDict()
        self._bytes = 0

    def __len__(self) -> int:
        return len(self._known)

    def get(self, context: InvocationContext) -> Conversation:
        """The conversation of the session and the user of *context*, new where there is none or where it has grown
        old."""
        return self._get(context, self._found(context) or Conversation())

    def turn(self, context: InvocationContext) -> Turn:
        """That conversation for the length of one request, once those before it are answered."""
        return Turn(self, context)

    def peek(self, context: InvocationContext) -> Conversation | None:
        """The conversation of *context*, where there is one."""
        found = self._found(context)
        return None if found is None else self._get(context, found)

    def _found(self, context: InvocationContext) -> Conversation | None:
        with self._lock:
            known = self._known.get(_who(context))
            if known is not None and not self._is_old(known, self.clock()):
                return known.conversation
        return self._find(context)

    def _get(self, context: InvocationContext, new: Conversation) -> Conversation:
        """The one that is remembered, *new* where there is none."""
        now, who = self.clock(), _who(context)
        with self._lock:
            self._forget(now)
            known = self._known.setdefault(who, _Known(now, 0, new))
            known.seen = now
            self._known.move_to_end(who)
            return known.conversation

    def of_session(self, session: str) -> list[Conversation]:
        """Every user's conversation of a session, for what ends all of them."""
        with self._lock:
            return [known.conversation for who, known in self._known.items() if who[0] == session]

    def weigh(self, context: InvocationContext) -> None:
        """Take note of how much a conversation holds by now; others are forgotten where that is too much."""
        with self._lock:
            known = self._known.get(_who(context))
            if known is not None:
                size = known.conversation.size
                self._bytes += size - known.size
                known.size = size
                self._forget(self.clock())

    def _is_old(self, known: _Known, now: float) -> bool:
        return now - known.seen > self._forget_after and known.conversation.running is None

    def _too_much(self, now: float) -> bool:
        first = next(iter(self._known.values()), None)
        too_many = len(self._known) > self._most or self._bytes > self._most_bytes
        return first is not None and (too_many or self._is_old(first, now))

    def _forget(self, now: float) -> None:
        """Drop what is old, and what was silent longest where there is too much. What is in use stays."""
        for who, known in list(self._known.items()) if self._too_much(now) else ():
            over = len(self._known) > self._most or self._bytes > self._most_bytes
            if not over and not self._is_old(known, now):
                break  # all behind it are younger
            if known.conversation.running is None and (over or self._is_old(known, now)):
                del self._known[who]
                self._bytes -= known.size


def _who(context: InvocationContext) -> Who:
    return context.conversation_id, context.user_id
