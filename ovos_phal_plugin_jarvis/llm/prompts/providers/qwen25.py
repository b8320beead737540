"""Qwen 2.5: the reference implementation."""

from __future__ import annotations

import json
from typing import Any, ClassVar

from ovos_phal_plugin_jarvis.llm.call_format import TOOL_CALL_TAGS, CallFormat
from ovos_phal_plugin_jarvis.llm.prompts.family import FamilyProvider, ModelFacts, json_lines
from ovos_phal_plugin_jarvis.llm.prompts.formats import ChatMlFormat
from ovos_phal_plugin_jarvis.llm.prompts.shared.core_rules import TOOL_CALL_FORMAT
from ovos_phal_plugin_jarvis.llm.turns import PromptFormat


class Qwen25MediumUntrained(FamilyProvider):
    """ChatML turns, tools as JSON lines in ``<tools>``, calls in ``<tool_call>``."""

    family: ClassVar[str] = "qwen"
    call_format: ClassVar[CallFormat] = TOOL_CALL_TAGS

    @property
    def name(self) -> str:
        """``Qwen25MediumUntrained``."""
        return "Qwen25MediumUntrained"

    @classmethod
    def recognise(cls, model: ModelFacts) -> str | None:
        """Architecture ``qwen2`` with ChatML turns (others were distilled onto it with turns of their own)."""
        if model.architecture.startswith("qwen2") and model.uses("<|im_start|>"):
            return f"architecture {model.architecture}"
        return None

    def prompt_format(self, model: ModelFacts) -> PromptFormat:
        """ChatML."""
        return ChatMlFormat()

    def call_instructions(self) -> str:
        """The notation Qwen was trained on."""
        return TOOL_CALL_FORMAT

    def tools_block(self, tools: list[dict[str, Any]]) -> str:
        """One JSON object a line in ``<tools>``."""
        return (
            "You are provided with function signatures within <tools></tools> XML tags:\n"
            f"<tools>\n{json_lines(tools)}\n</tools>"
        )

    def build_training_completion(self, tool_call: dict[str, Any]) -> str:
        """The call in tags, with whatever it holds beside name and arguments."""
        return f" <tool_call>\n{json.dumps(tool_call)}\n</tool_call>"
