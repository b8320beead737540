"""What would be done with an utterance, and how surely it is ours: for those who share the words with others.

Nothing runs by matching. What was understood is kept for seconds, so that whoever takes it up does not pay twice.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal
from uuid import uuid4

from ovos_phal_plugin_jarvis.assistant.conversation import Conversation
from ovos_phal_plugin_jarvis.assistant.understanding import Understood

Confidence = Literal["high", "medium", "low"]

NEAR_CERTAIN = 0.9
"""Confidence of a translation from which it goes before what others may understand."""
CONFIDENT = 0.75
"""Confidence from which it goes before what others guess; below it a change is asked about (``consent.policy``)."""
KEPT_SECONDS = 15.0
"""That a match waits to be taken up."""
MAX_KEPT = 1000
LLM = "llm"


@dataclass(frozen=True)
class Match:
    """What an utterance is to us."""

    utterance: str
    confidence: Confidence | None = None
    """``high``: a command claims the words, they answer what was asked, or what tools declare fits them nearly
    certainly and wholly; ``medium``: it fits them well and wholly; ``low``: it fits, or a model says so, or we
    would have to ask back or leave something out, or the words mean it only after what was said before. None: they are
    not for us."""
    id: str | None = None
    """Under which it can be taken up."""
    tools: tuple[str, ...] = ()
    """That would be called."""
    model: bool = False
    """Whether a model, which was not asked, may find more."""

    def to_dict(self) -> dict[str, Any]:
        """The match as ``ovos.jarvis.match`` answers it."""
        return {
            "utterance": self.utterance,
            "confidence": self.confidence,
            "id": self.id,
            "tools": list(self.tools),
            "model": self.model,
        }


@dataclass(frozen=True)
class _Kept:
    until: float
    utterance: str
    owner: tuple[str, int | None]
    state: tuple[Any, ...]
    understood: Understood


class Matches:
    """What was understood and may be taken up. Calls may come from any thread."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """
        Args:
            clock: seconds that only grow.
        """
        self._clock = clock
        self._lock = threading.Lock()
        self._kept: OrderedDict[str, _Kept] = OrderedDict()

    def __len__(self) -> int:
        """How many wait."""
        return len(self._kept)

    def keep(self, utterance: str, owner: tuple[str, int | None], state: tuple[Any, ...], found: Understood) -> str:
        """Keep what was understood, for the session and user *owner*; the id to take it up by."""
        now, match_id = self._clock(), uuid4().hex
        with self._lock:
            self._kept[match_id] = _Kept(now + KEPT_SECONDS, utterance, owner, state, found)
            while self._kept and (len(self._kept) > MAX_KEPT or next(iter(self._kept.values())).until <= now):
                self._kept.popitem(last=False)
        return match_id

    def take(
        self, match_id: str, utterance: str, owner: tuple[str, int | None], state: tuple[Any, ...]
    ) -> Understood | None:
        """What was understood, once. None where it is too old, somebody else's, or where the conversation or the tools
        have changed since: the words have to be understood anew then."""
        with self._lock:
            kept = self._kept.pop(match_id, None)
        if kept is None or kept.until <= self._clock():
            return None
        same = (kept.utterance, kept.owner, kept.state) == (utterance, owner, state)
        return kept.understood if same else None


def state_of(conversation: Conversation, snapshot: Any) -> tuple[Any, ...]:
    """What the meaning of an utterance depends on beside the words."""
    return (
        snapshot,  # itself: the address of one that is gone may be that of the next
        conversation.question,
        conversation.last_call,
        len(conversation.turns),
        tuple(conversation.turns[-1:]),
    )


def rated(understood: Understood) -> Confidence | None:
    """How surely what was understood is what the user wants of us."""
    allowed = understood.allowed
    if understood.translator is None:
        return None
    if understood.claimed:
        return "high"
    left_open = allowed.question or allowed.failed or allowed.dropped or understood.say
    if understood.translator == LLM or not allowed.calls or left_open or understood.confidence < CONFIDENT:
        return "low"
    return "high" if understood.confidence >= NEAR_CERTAIN else "medium"
