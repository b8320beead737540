"""Understanding without a model: utterances become tool calls, learned from what the tools declare."""

from ovos_phal_plugin_jarvis.nlu.translator import ExampleTranslator

__all__ = ["ExampleTranslator"]
