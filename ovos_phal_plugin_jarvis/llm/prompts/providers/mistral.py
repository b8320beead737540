"""Mistral and Mixtral."""

from __future__ import annotations

import json
from typing import Any, ClassVar

from ovos_phal_plugin_jarvis.llm.call_format import TOOL_CALLS_LIST, CallFormat
from ovos_phal_plugin_jarvis.llm.prompts.family import FamilyProvider, ModelFacts
from ovos_phal_plugin_jarvis.llm.prompts.formats import MistralFormat
from ovos_phal_plugin_jarvis.llm.turns import PromptFormat


class Mistral7bMediumUntrained(FamilyProvider):
    """``[INST]`` turns, calls as ``[TOOL_CALLS][…]``."""

    family: ClassVar[str] = "mistral"
    call_format: ClassVar[CallFormat] = TOOL_CALLS_LIST

    @property
    def name(self) -> str:
        """``Mistral7bMediumUntrained``."""
        return "Mistral7bMediumUntrained"

    @classmethod
    def recognise(cls, model: ModelFacts) -> str | None:
        """A name that says Mistral or Mixtral, or a template that knows ``[TOOL_CALLS]``, with ``[INST]`` turns."""
        if not model.uses("[INST]"):
            return None
        for word in ("mistral", "mixtral"):
            if word in model.name or word in model.architecture:
                return f"named {model.name!r}" if word in model.name else f"architecture {model.architecture}"
        return "[TOOL_CALLS] in its chat template" if "[TOOL_CALLS]" in model.template else None

    def prompt_format(self, model: ModelFacts) -> PromptFormat:
        """``[INST]`` turns, of the version that its template shows; of version 3 without a template."""
        knows_tools = not model.template or "[TOOL_CALLS]" in model.template or "[AVAILABLE_TOOLS]" in model.template
        has_system = "[SYSTEM_PROMPT]" in model.template
        return MistralFormat(has_system=has_system, has_words=not knows_tools and not has_system)

    def call_instructions(self) -> str:
        """The notation Mistral was trained on."""
        return (
            "To call functions, reply with only a list of calls:\n"
            '[TOOL_CALLS][{"name": "function_name", "arguments": {"parameter": "value"}}]'
        )

    def tools_block(self, tools: list[dict[str, Any]]) -> str:
        """A JSON list between the family's own markers."""
        listed = json.dumps(tools, ensure_ascii=False, separators=(",", ":"))
        return f"[AVAILABLE_TOOLS]{listed}[/AVAILABLE_TOOLS]"
