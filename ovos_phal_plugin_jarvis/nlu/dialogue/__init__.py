"""What only makes sense after something else was said or done: follow-ups, pronouns, answers."""

from ovos_phal_plugin_jarvis.nlu.dialogue.answers import question_for, unclear_text
from ovos_phal_plugin_jarvis.nlu.dialogue.follow import Dialogue
from ovos_phal_plugin_jarvis.nlu.dialogue.state import Request, State, Unclear, request_of
from ovos_phal_plugin_jarvis.nlu.learning.values import SENTENCES

__all__ = ["SENTENCES", "Dialogue", "Request", "State", "Unclear", "question_for", "request_of", "unclear_text"]
