"""Several requests in one utterance: where one ends and the next begins, what they share, and what is taken back.

Every way to cut is read by the tools; what counts is how well each word is accounted for. A value may hold an "and"
("salt and vinegar crisps"), and parts may share a head or a tail ("the time in London and in Tokyo", "a pasta timer for
ten and an egg timer for four minutes"). A part that no tool understands is told, never dropped.
"""

from ovos_phal_plugin_jarvis.nlu.segmentation.plan import Corrected, Joint, Plan
from ovos_phal_plugin_jarvis.nlu.segmentation.segmenter import Segmenter

__all__ = ["Corrected", "Joint", "Plan", "Segmenter"]
