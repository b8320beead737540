"""Gemma 2, which was taught neither a system role nor a notation for calls."""

from __future__ import annotations

from typing import Any, ClassVar

from ovos_phal_plugin_jarvis.llm.call_format import BARE_JSON, CallFormat
from ovos_phal_plugin_jarvis.llm.prompts.family import FamilyProvider, ModelFacts
from ovos_phal_plugin_jarvis.llm.prompts.formats import GemmaFormat
from ovos_phal_plugin_jarvis.llm.prompts.shared.tool_formatters import format_tools_for_prompt
from ovos_phal_plugin_jarvis.llm.turns import PromptFormat

JSON_CALL_INSTRUCTIONS = (
    "To call a function, reply with only a JSON object and no text around it:\n"
    '{"name": "function_name", "arguments": {"parameter": "value"}}\n'
    "To answer without a function, reply in plain words."
)


class Gemma2MediumUntrained(FamilyProvider):
    """``<start_of_turn>`` turns with the instructions in the first user turn; calls as plain JSON."""

    family: ClassVar[str] = "gemma"
    call_format: ClassVar[CallFormat] = BARE_JSON

    @property
    def name(self) -> str:
        """``Gemma2MediumUntrained``."""
        return "Gemma2MediumUntrained"

    @classmethod
    def recognise(cls, model: ModelFacts) -> str | None:
        """An architecture of the Gemma line with its turns."""
        if model.architecture.startswith("gemma") and model.uses("<start_of_turn>"):
            return f"architecture {model.architecture}"
        return None

    def prompt_format(self, model: ModelFacts) -> PromptFormat:
        """``<start_of_turn>`` turns."""
        return GemmaFormat()

    def call_instructions(self) -> str:
        """Plain JSON, by example: there is no trained notation."""
        return JSON_CALL_INSTRUCTIONS

    def tools_block(self, tools: list[dict[str, Any]]) -> str:
        """Signatures instead of schemas: shorter, and as clear to a model that was taught neither."""
        return f"Functions (? marks what may be left out):\n{format_tools_for_prompt(tools)}"
