"""What an author implements to write prompts for one family of models.

The members, their defaults and the order they are called in are those of the published interface
(``app.core.interfaces.ijarvis_prompt_provider``), so that a provider written to it runs here unchanged.
"""

from __future__ import annotations

import json
import warnings
from abc import ABC, abstractmethod
from typing import Any


class IJarvisPromptProvider(ABC):
    """Writes the system prompt for a model and reads what the model answers.

    Only :attr:`name` and :meth:`build_system_prompt` have to be implemented. A host recognises a provider by
    these two, so a class that derives from another package's base class serves as well.
    """

    @property
    @abstractmethod
    def name(self) -> str:
        """Unique identifier, compared without case; by convention ``{Family}{Size}{Tier}``."""

    @abstractmethod
    def build_system_prompt(
        self,
        node_context: dict[str, Any],
        timezone: str | None,
        tools: list[dict[str, Any]],
        available_commands: list[dict[str, Any]] | None = None,
    ) -> str:
        """The complete system prompt.

        Args:
            node_context: what is known of the device and the speaker: ``room``, ``user``, ``speaker_name``,
                ``voice_mode``, ``user_memories``, ``agents``, ``room_hierarchy`` and more.
            timezone: IANA name such as ``Europe/Vienna``, or None where it is not known.
            tools: the tools in OpenAI function-calling format.
            available_commands: ``command_name``, ``allow_direct_answer``, ``keywords``, ``examples`` … of each.
        """

    @property
    def use_tool_classifier(self) -> bool:
        """Whether routing hints may narrow the tools; trained providers, which route themselves, say False."""
        return True

    @property
    def supports_native_tools(self) -> bool:
        """True: tools travel in the request's ``tools`` and calls come back structured, so that
        :meth:`parse_response` is not called. False: both are text."""
        return False

    @property
    def user_message_suffix(self) -> str:
        """Put behind every user message, for families with a control word in the user's turn."""
        return ""

    def get_response_format(self) -> dict[str, Any] | None:
        """None for the host's own, ``{"type": "text"}`` for free text, or a JSON schema for the output."""
        return None

    def parse_response(self, raw_content: str) -> str | None:
        """Jarvis JSON made from what the model wrote, or None to have the host parse *raw_content* as it is.

        Jarvis JSON is ``{"message", "tool_calls": [{"name", "arguments", "failure_message"?}], "error"}``.
        """
        return None

    def build_tools(self, tools: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """The tools as they go into the request; called only where :attr:`supports_native_tools` is true."""
        return tools

    def build_training_system_prompt(self) -> str:
        """The system message of a fine-tuning record."""
        return (
            "You are a function calling AI model. "
            "For each function call return a json object with function name and arguments "
            "within <tool_call></tool_call> XML tags as follows:\n"
            "<tool_call>\n"
            '{"name": "<function-name>", "arguments": {"<arg-name>": "<arg-value>"}, '
            '"failure_message": "<brief spoken response if this call fails>"}\n'
            "</tool_call>"
        )

    def build_training_completion(self, tool_call: dict[str, Any]) -> str:
        """The assistant message of a fine-tuning record: *tool_call* (``name``, ``arguments``, perhaps
        ``failure_message``) as the model is expected to write it."""
        return " " + json.dumps({"message": "", "tool_calls": [tool_call], "error": None})

    def build_training_prompt(self, voice_command: str) -> str:
        """System and user message as one text, for training scripts that know no chat templates.

        Deprecated: use :meth:`build_training_system_prompt` and the tokenizer's chat template.
        """
        warnings.warn(
            "build_training_prompt is deprecated: use build_training_system_prompt, the utterance and the "
            "tokenizer's chat template",
            DeprecationWarning,
            stacklevel=2,
        )
        return f"{self.build_training_system_prompt()}\n\nUser: {voice_command}\nAssistant:"

    def get_capabilities(self) -> dict[str, Any]:
        """Facts for health checks: name, ``model_family``, ``size_tier`` (small, medium, large),
        ``training_tier`` (untrained, trained) and whether the tool classifier is used."""
        return {
            "provider_name": self.name,
            "model_family": "unknown",
            "size_tier": "unknown",
            "training_tier": "unknown",
            "use_tool_classifier": self.use_tool_classifier,
        }
