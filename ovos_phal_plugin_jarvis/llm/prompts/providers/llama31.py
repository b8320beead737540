"""Llama 3.1 and 3.2."""

from __future__ import annotations

from typing import Any, ClassVar

from ovos_phal_plugin_jarvis.llm.call_format import FUNCTION_TAGS, CallFormat
from ovos_phal_plugin_jarvis.llm.prompts.family import FamilyProvider, ModelFacts, json_lines
from ovos_phal_plugin_jarvis.llm.prompts.formats import Llama3Format
from ovos_phal_plugin_jarvis.llm.turns import PromptFormat


class Llama31MediumUntrained(FamilyProvider):
    """Header turns, calls as ``<function=name>{…}</function>``."""

    family: ClassVar[str] = "llama"
    call_format: ClassVar[CallFormat] = FUNCTION_TAGS

    @property
    def name(self) -> str:
        """``Llama31MediumUntrained``."""
        return "Llama31MediumUntrained"

    @classmethod
    def recognise(cls, model: ModelFacts) -> str | None:
        """Architecture ``llama`` with the header turns of Llama 3, or without a template but by that name."""
        if model.architecture != "llama":
            return None
        if "<|start_header_id|>" in model.template:
            return "architecture llama and <|start_header_id|> in its chat template"
        if not model.template and any(word in model.name for word in ("llama-3", "llama 3", "llama3")):
            return f"named {model.name!r}"
        return None

    def prompt_format(self, model: ModelFacts) -> PromptFormat:
        """Header turns."""
        return Llama3Format()

    def call_instructions(self) -> str:
        """The notation Meta documents for functions of one's own."""
        return (
            "To call a function, reply with only this, the arguments as a JSON object and no text around it:\n"
            '<function=function_name>{"parameter": "value"}</function>'
        )

    def tools_block(self, tools: list[dict[str, Any]]) -> str:
        """One JSON object a line."""
        return f"You have access to the following functions:\n{json_lines(tools)}"
