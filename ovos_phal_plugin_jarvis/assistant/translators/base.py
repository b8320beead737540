"""The interface of a translator."""
from __future__ import annotations

from typing import Protocol

from ovos_phal_plugin_jarvis.assistant.plan import Translation, TranslationContext


class Translator(Protocol):
    """Turns words into tool calls. Built for one set of tools; a pure function of its arguments after that."""

    name: str
    """How replies and logs name it: ``examples`` or ``llm``."""

    def translate(self, utterance: str, context: TranslationContext) -> Translation:
        """The calls that *utterance* asks for; no calls and no question where it asks for none of the tools.

        Never raises for what the user said.
        """
