"""What a command is told of the request it serves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass
class RequestInformation:
    """The request behind a call of ``run``."""

    voice_command: str
    """The user's words."""
    conversation_id: str
    is_validation_response: bool = False
    """Whether this answers a question that validation asked."""
    validation_context: dict[str, Any] | None = None
    """What was being asked about, where it does."""
    user_id: int | None = None
    """Who spoke, where that is known."""
    is_pre_routed: bool = False
    """Whether no model has seen it, so that ``context_data["message"]`` is all that is spoken."""
    home_context: dict[str, Any] | None = None
    """What the household shares, such as ``{"location": "Porto"}``."""
    chunk_session_id: str | None = None
    """Where the user asks for more of a chunked response: the id that it came with. The page after it is wanted."""
    lang: str = ""
    """BCP-47 tag of the language that the answer is wanted in; empty where the host does not tell."""
