"""The assistant's whole understanding as a translator: fast paths, translator and post-processing, nothing run."""

from __future__ import annotations

from ovos_phal_plugin_jarvis.assistant.assistant import Assistant, Request
from ovos_phal_plugin_jarvis.assistant.guard import Refusal
from ovos_phal_plugin_jarvis.tools.context import InvocationContext
from ovos_phal_plugin_jarvis.translation.values import Translation, TranslationContext


class WholeUnderstanding:
    """For measuring what a user gets, where tools bring code with them."""

    name = "assistant"

    def __init__(self, assistant: Assistant) -> None:
        self._assistant = assistant

    def translate(self, utterance: str, context: TranslationContext) -> Translation:
        """See ``Translator``. An utterance that the guard refuses asks for nothing."""
        try:
            reply = self._assistant.translate(Request(utterance, InvocationContext(lang=context.lang), context.now))
        except Refusal:
            return Translation()
        return Translation(
            calls=reply.commands,
            confidence=float(reply.understood),
            say=reply.say,
            question=reply.question,
            dropped=reply.dropped,
            served_by=reply.translator or "",
        )
