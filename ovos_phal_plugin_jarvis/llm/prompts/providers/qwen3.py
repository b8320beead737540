"""Qwen 3, with its thinking switched off: a spoken request cannot wait for it."""

from __future__ import annotations

from ovos_phal_plugin_jarvis.llm.prompts.family import ModelFacts
from ovos_phal_plugin_jarvis.llm.prompts.formats import ChatMlFormat
from ovos_phal_plugin_jarvis.llm.prompts.providers.qwen25 import Qwen25MediumUntrained
from ovos_phal_plugin_jarvis.llm.turns import PromptFormat


class Qwen3MediumUntrained(Qwen25MediumUntrained):
    """As Qwen 2.5, with ``/no_think`` and an empty block of thoughts already written."""

    @property
    def name(self) -> str:
        """``Qwen3MediumUntrained``."""
        return "Qwen3MediumUntrained"

    @classmethod
    def recognise(cls, model: ModelFacts) -> str | None:
        """Architecture ``qwen3`` or ``qwen3moe`` with ChatML turns."""
        if model.architecture.startswith("qwen3") and model.uses("<|im_start|>"):
            return f"architecture {model.architecture}"
        return None

    @property
    def user_message_suffix(self) -> str:
        """The switch that Qwen 3 was taught to read in the user's turn."""
        return " /no_think"

    def prompt_format(self, model: ModelFacts) -> PromptFormat:
        """ChatML; the empty block is what the model's own template writes when thinking is off, and only
        where that template knows thoughts at all."""
        return ChatMlFormat(reply_prefix="<think>\n\n</think>\n\n" if model.uses("<think>") else "")
