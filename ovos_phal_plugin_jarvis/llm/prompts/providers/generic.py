"""Any other model, on the chat template that came with it."""

from __future__ import annotations

from typing import Any, ClassVar

from ovos_phal_plugin_jarvis.llm.call_format import BARE_JSON, CallFormat
from ovos_phal_plugin_jarvis.llm.prompts.family import FamilyProvider, ModelFacts, json_lines
from ovos_phal_plugin_jarvis.llm.prompts.formats import PlainFormat
from ovos_phal_plugin_jarvis.llm.prompts.providers.gemma2 import JSON_CALL_INSTRUCTIONS
from ovos_phal_plugin_jarvis.llm.turns import PromptFormat


class GenericMediumUntrained(FamilyProvider):
    """The model's own turns, calls as plain JSON."""

    family: ClassVar[str] = "generic"
    call_format: ClassVar[CallFormat] = BARE_JSON

    @property
    def name(self) -> str:
        """``GenericMediumUntrained``."""
        return "GenericMediumUntrained"

    @classmethod
    def recognise(cls, model: ModelFacts) -> str | None:
        """Every model: it is asked last."""
        return (
            "no known family; its own chat template is used"
            if model.template
            else ("no known family and no chat template; plain turns are used")
        )

    def prompt_format(self, model: ModelFacts) -> PromptFormat:
        """The model's template, or plain lines where it has none.

        Raises:
            ChatTemplateError: the template cannot be compiled.
        """
        if not model.template:
            return PlainFormat()
        # Imported here: the other families need no template engine.
        from ovos_phal_plugin_jarvis.llm.prompts.chat_template import ChatTemplateFormat

        return ChatTemplateFormat(model.template, eos_token=model.eos_token)

    def call_instructions(self) -> str:
        """Plain JSON, by example."""
        return JSON_CALL_INSTRUCTIONS

    def tools_block(self, tools: list[dict[str, Any]]) -> str:
        """One JSON schema a line."""
        return f"Functions, each with its JSON schema:\n{json_lines(tools)}"
