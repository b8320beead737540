"""What a model's reply means: what to say, and which tools it calls."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class ParsedCall:
    """A call as the model wrote it. Whether the tool exists and the arguments fit is not checked yet."""

    name: str
    arguments: Mapping[str, Any] = field(default_factory=dict)
    failure_message: str = ""
    """What the model wants said if the call fails; may be empty."""


@dataclass(frozen=True)
class ParsedReply:
    """A reply taken apart."""

    message: str = ""
    """To be spoken; empty where the model only calls."""
    calls: tuple[ParsedCall, ...] = ()
    error: str | None = None
    """What the model reported as an error, or what in the reply could not be read."""

    def to_jarvis_json(self) -> str:
        """The reply in the form that a prompt provider's ``parse_response`` gives back."""
        calls = []
        for call in self.calls:
            entry: dict[str, Any] = {"name": call.name, "arguments": dict(call.arguments)}
            if call.failure_message:
                entry["failure_message"] = call.failure_message
            calls.append(entry)
        return json.dumps({"message": self.message, "tool_calls": calls, "error": self.error})
