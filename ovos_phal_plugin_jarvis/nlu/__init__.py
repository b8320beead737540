"""Understanding without a model: utterances become tool calls, learned from what the tools declare."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ovos_phal_plugin_jarvis.nlu.translator import ExampleTranslator

__all__ = ["ExampleTranslator"]


def __getattr__(name: str) -> Any:
    # Loaded when it is first wanted: a service is ready before it understands, and a yes or no needs none of it.
    if name == "ExampleTranslator":
        from ovos_phal_plugin_jarvis.nlu.translator import ExampleTranslator

        return ExampleTranslator
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
