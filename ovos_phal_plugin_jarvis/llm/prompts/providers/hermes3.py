"""Hermes 3 (and 2 Pro): ChatML turns and ``<tool_call>`` on Llama and Mistral bases."""

from __future__ import annotations

from ovos_phal_plugin_jarvis.llm.prompts.family import ModelFacts
from ovos_phal_plugin_jarvis.llm.prompts.formats import ChatMlFormat
from ovos_phal_plugin_jarvis.llm.prompts.providers.qwen25 import Qwen25MediumUntrained
from ovos_phal_plugin_jarvis.llm.prompts.shared.core_rules import build_fallback_line
from ovos_phal_plugin_jarvis.llm.turns import PromptFormat


class HermesMediumUntrained(Qwen25MediumUntrained):
    """The notation is Qwen's, which adopted it; Hermes knows a turn of its own for what tools give back."""

    family = "hermes"
    terminology = "tool"

    @property
    def name(self) -> str:
        """``HermesMediumUntrained``."""
        return "HermesMediumUntrained"

    @classmethod
    def recognise(cls, model: ModelFacts) -> str | None:
        """A name that says Hermes, whatever the architecture, with ChatML turns."""
        if "hermes" in model.name and model.uses("<|im_start|>"):
            return f"named {model.name.strip()!r}"
        return None

    def prompt_format(self, model: ModelFacts) -> PromptFormat:
        """ChatML with a role ``tool``."""
        return ChatMlFormat(tool_role="tool", stop=("<|im_end|>", "<|end_of_text|>"))

    def _preamble(self) -> list[str]:
        return [*super()._preamble()[:-1], build_fallback_line(hermes_style=True)]
