"""Why something that was said can't be dropped, and what outweighs that."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ovos_phal_plugin_jarvis.nlu.acts.directed import MOST, SAID

# Reason codes of what may not be dropped
NUMBER_LEFT = "number_left"
DAY_LEFT = "day_left"
PLACE_LEFT = "place_left"
NEGATED = "negated"
OPPOSITE = "opposite"
INQUIRY = "inquiry"
STATED = "stated"
NOT_FOR = "not_for"
WORDS_LEFT = "words_left"
PAST = "past"
UNSETTLED = "unsettled"
CODES = (
    *(NEGATED, OPPOSITE, INQUIRY, UNSETTLED, NOT_FOR, PAST, STATED),
    *(NUMBER_LEFT, DAY_LEFT, PLACE_LEFT, WORDS_LEFT),
)
"""All of them, in the order in which trees are told of them."""


class Weight(NamedTuple):
    """What outweighs a reason, where the tool is believed besides."""

    directed: float
    """Log odds of being said to an assistant from which it does."""
    confidence: float
    """That the tool is meant, from which it does."""


class Reason(NamedTuple):
    """Why something that is left can't be dropped."""

    code: str
    about: Sequence[str]
    """The words that it is about."""
    outweighed: Weight | None = None
    """From when on it counts no more: what only tells something may stand for a request ("lawn's going brown stick the
    sprinkler on it"). None where nothing outweighs it."""

    def counts(self, directed: float, confidence: float) -> bool:
        """Whether it counts in words that are said to an assistant with the log odds *directed*, and mean the tool with
        *confidence*."""
        needed = self.outweighed
        return needed is None or directed < needed.directed or confidence < needed.confidence


BY_SAID = Weight(SAID, 0.4)
BY_MEANT = Weight(-MOST, 0.6)
"""How a question is put tells nothing of whether it is meant for an assistant."""
BY_TOLD = Weight(-MOST, 0.4)
"""How something is put tells nothing either where the tool's examples put it so."""
