"""A small neural encoder that reads requests to tools by what they declare, without examples."""

from ovos_phal_plugin_jarvis.nlu.encoder.cards import TYPES, CardParameter, Reading, ToolCard
from ovos_phal_plugin_jarvis.nlu.encoder.encoder import Encoder, ToolIndex
from ovos_phal_plugin_jarvis.nlu.encoder.weights import EncoderUnavailable

__all__ = ["TYPES", "CardParameter", "Encoder", "EncoderUnavailable", "Reading", "ToolCard", "ToolIndex"]
