"""What the assistant remembers of each session: the last call, what was said, and what it asked."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ovos_phal_plugin_jarvis.assistant.guard import Refusal
from ovos_phal_plugin_jarvis.tools.execution.flow import FlowLock
from ovos_phal_plugin_jarvis.translation.values import Question, ToolCall

MAX_SESSIONS = 256
FORGET_AFTER = 600.0
"""Seconds of silence after which a conversation starts anew."""
MAX_TURNS = 20
MAX_RESULT = 100_000
"""Characters of a result that a session remembers."""
MAX_WAITING = 4
"""Requests of one session that may wait while another of it is worked on."""


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


@dataclass
class Conversation:
    """One session's memory. Used by one request at a time, under ``lock``."""

    lock: FlowLock = field(default_factory=lambda: FlowLock(MAX_WAITING, _busy), repr=False)
    last_call: ToolCall | None = None
    last_result: Mapping[str, Any] | None = None
    shown: tuple[Mapping[str, Any], ...] = ()
    """Things of the last answer that the user may refer to next, in order."""
    question: Question | None = None
    buttons: tuple[Button, ...] = ()
    """Those of the last reply that had any."""
    refusal: Mapping[str, Any] | None = None
    """What a command refused, where ``question`` asks for something else: ``param``, ``message``, ``valid_values``."""
    turns: list[tuple[str, str]] = field(default_factory=list)
    """``(role, text)``, oldest first; role is ``user`` or ``assistant``."""

    def remember_turn(self, role: str, text: str) -> None:
        """Add a turn; the oldest are dropped."""
        if text:
            self.turns.append((role, text))
            del self.turns[:-MAX_TURNS]

    def remember_result(self, call: ToolCall, result: Mapping[str, Any] | None) -> None:
        """Keep what a call came to, for what is said next. A result too large to be spoken of is not kept."""
        self.last_call, self.shown = call, ()
        self.last_result = result if _size(result, MAX_RESULT) <= MAX_RESULT else None

    def clear(self) -> None:
        """Start anew."""
        self.last_call = self.last_result = self.question = self.refusal = None
        self.shown, self.buttons, self.turns = (), (), []


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


class Conversations:
    """The sessions of late, bounded in number and in age."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """
        Args:
            clock: seconds that only grow.
        """
        self._clock = clock
        self._lock = threading.Lock()
        self._known: OrderedDict[str, tuple[float, Conversation]] = OrderedDict()

    def get(self, session_id: str) -> Conversation:
        """The conversation of a session, new where there is none or where it has grown old."""
        now = self._clock()
        with self._lock:
            seen, conversation = self._known.pop(session_id, (now, Conversation()))
            if now - seen > FORGET_AFTER:
                conversation = Conversation()
            self._known[session_id] = (now, conversation)
            while len(self._known) > MAX_SESSIONS:
                self._known.popitem(last=False)
            return conversation
