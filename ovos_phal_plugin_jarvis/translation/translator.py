"""The interfaces of translators."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, runtime_checkable

from ovos_phal_plugin_jarvis.translation.values import ToolCall, Translation, TranslationContext

EXAMPLES = "examples"
"""The name of the translator that learns from the tools' examples."""


class Translator(Protocol):
    """Turns words into tool calls. Built for one set of tools; a pure function of its arguments after that."""

    name: str
    """How replies and logs name it: ``examples`` or ``llm``."""

    def translate(self, utterance: str, context: TranslationContext) -> Translation:
        """The calls that *utterance* asks for; no calls and no question where it asks for none of the tools.

        Never raises for what the user said.
        """


@runtime_checkable
class RankingTranslator(Protocol):
    """A translator that knows which tools are near to words that it does not understand."""

    def rank(self, utterance: str, context: TranslationContext, limit: int) -> list[tuple[str, float]]:
        """The names of the likeliest tools, each with its probability, the likeliest first."""


@runtime_checkable
class ExplainingTranslator(Protocol):
    """A translator that can tell why it understands words as it does."""

    def explain(self, utterance: str, context: TranslationContext) -> dict[str, Any]:
        """What was heard, and each tool that was looked at, as JSON values."""


@runtime_checkable
class LearningTranslator(Protocol):
    """A translator that learns its tools while it answers; until then it may be ``unsure``."""

    def when_learned(self, then: Callable[[], None], lang: str) -> None:
        """Call *then* once nothing that is understood in *lang* is being learned any more: at once, or from the thread
        that learned."""


@runtime_checkable
class ReasoningTranslator(Protocol):
    """A translator that can also think again, and find words."""

    def retry(
        self, utterance: str, context: TranslationContext, failed_call: ToolCall, errors: Sequence[Mapping[str, Any]]
    ) -> Translation:
        """Another try at a call that the tool refused, with its reasons (``param``, ``message``, ``valid_values``)."""

    def phrase(
        self, context_data: Mapping[str, Any], utterance: str, call: ToolCall, context: TranslationContext
    ) -> str | None:
        """A result in a sentence or two; None where it has no good words."""


@runtime_checkable
class BackedTranslator(Protocol):
    """A translator that takes its time, with one behind it that answers in milliseconds."""

    @property
    def without_model(self) -> Translator:
        """The one behind it."""
