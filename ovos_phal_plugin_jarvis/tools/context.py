"""Who asks for a tool, and in which words: an explicit argument of every invocation."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from ovos_phal_plugin_jarvis.sdk.progress import Progress

MAX_CALL_ID = 128
"""Characters of the id of a call; a longer one is none."""


def id_of(value: Any) -> str | None:
    """An id as a text, where *value* is one: a text or a number of at most ``MAX_CALL_ID`` characters."""
    if isinstance(value, int) and not isinstance(value, bool) and -(2**63) <= value < 2**63:
        value = str(value)
    return value if isinstance(value, str) and 0 < len(value) <= MAX_CALL_ID else None


@dataclass(frozen=True)
class InvocationContext:
    """What a tool may know of the request that it serves."""

    utterance: str = ""
    """The words of the user; empty where a program calls."""
    conversation_id: str = "default"
    """The session id of the message context, and behind ``#`` which of several conversations of that session it is."""
    lang: str = "en-us"
    user_id: int | None = None
    is_pre_routed: bool = False
    """The tool's own fast path claimed the words, so it must speak for itself."""
    is_validation_response: bool = False
    """The words answer a question that the tool's validation asked."""
    validation_context: Mapping[str, Any] | None = None
    message_context: Mapping[str, Any] | None = None
    """The context of the bus message that asked, for tools that answer on the bus later."""
    call_id: str | None = None
    """What the caller calls this invocation by."""
    plan_id: str | None = None
    """What the calls of one plan share, and no other call has; None where a program calls a single tool."""
    chunk_session_id: str | None = None
    """The page that is wanted, where an earlier answer was one page of something long."""
    on_progress: Callable[[Progress], None] | None = None
    """Told how far the call is; called on the tool's thread, must not block. None where nobody listens."""

    @property
    def session(self) -> Mapping[str, Any]:
        """The session that the message carries; empty where there is none."""
        session = (self.message_context or {}).get("session")
        return session if isinstance(session, Mapping) else {}

    @property
    def room(self) -> str:
        """``site_id`` of the session; empty where it says nothing."""
        site = self.session.get("site_id")
        return site[:MAX_CALL_ID] if isinstance(site, str) and site != "unknown" else ""

    @property
    def session_id(self) -> str:
        """Whose request it is, whichever conversation it belongs to."""
        if self.message_context is None:
            return self.conversation_id
        value = self.session.get("session_id")
        return value if isinstance(value, str) and value else "default"

    @property
    def call_ids(self) -> tuple[str, ...]:
        """Every id that this invocation is known by: the caller's own, and its message's ``request_id``."""
        named = (self.call_id, (self.message_context or {}).get("request_id"))
        return tuple({call_id for call_id in map(id_of, named) if call_id is not None})

    @property
    def owner(self) -> tuple[str, str]:
        """Whose invocation it is: the session, whichever conversation of it, and the source of the message."""
        source = (self.message_context or {}).get("source")
        whose = self.session_id if self.session else self.conversation_id
        return whose, source if isinstance(source, str) else ""
