"""What a model's reply means: what to say, and which tools it calls."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from ovos_phal_plugin_jarvis.llm.call_format import Call


@dataclass(frozen=True)
class ParsedReply:
    """A reply taken apart."""

    message: str = ""
    """To be spoken; empty where the model only calls."""
    calls: tuple[Call, ...] = ()
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
