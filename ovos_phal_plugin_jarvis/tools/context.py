"""Who asks for a tool, and in which words: an explicit argument of every invocation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class InvocationContext:
    """What a tool may know of the request that it serves."""

    utterance: str = ""
    """The words of the user; empty where a program calls."""
    conversation_id: str = "default"
    """The session id of the message context."""
    lang: str = "en-us"
    user_id: int | None = None
    is_pre_routed: bool = False
    """The tool's own fast path claimed the words, so it must speak for itself."""
    is_validation_response: bool = False
    """The words answer a question that the tool's validation asked."""
    validation_context: Mapping[str, Any] | None = None
    message_context: Mapping[str, Any] | None = None
    """The context of the bus message that asked, for tools that answer on the bus later."""

    @property
    def session(self) -> Mapping[str, Any]:
        """The session that the message carries; empty where there is none."""
        session = (self.message_context or {}).get("session")
        return session if isinstance(session, Mapping) else {}
