"""Media through OCP: the skills that know some are asked, and the best that they have is played."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ovos_bus_client.message import Message

from ovos_toolbox_skills.asking import ask

SEARCH_SECONDS = 8.0
FIRST_SECONDS = 2.0
"""That a media skill has to begin; where none does, there is nothing to wait for."""
BEGIN_SECONDS = 1.0
"""In which skills begin one after the other."""
MIN_CONFIDENCE = 50
"""Of 100: what is less sure is not what was meant."""
KINDS = {
    "any": 0,
    "audio": 1,
    "music": 2,
    "video": 3,
    "audiobook": 4,
    "podcast": 6,
    "radio": 7,
    "news": 8,
    "movie": 10,
}
"""Kind → ``MediaType`` of ovos-utils, whose numbers are what travels on the bus."""


def search(bus: Any, query: str, kind: str, context: Mapping[str, Any]) -> list[dict[str, Any]]:
    """What the media skills have for *query*, the surest first.

    Args:
        bus: a messagebus client.
        query: what is wanted, as it was said.
        kind: one of ``KINDS``.
        context: of the message that asks.
    """
    question = Message("ovos.common_play.query", {"phrase": query, "question_type": KINDS[kind]}, dict(context))
    begun, ended = "ovos.common_play.skill.search_start", "ovos.common_play.skill.search_end"
    answer = "ovos.common_play.query.response"

    def is_over(found: list[Message]) -> bool:
        searching = {m.data.get("skill_id") for m in found if m.msg_type == begun}
        return bool(searching) and searching <= {m.data.get("skill_id") for m in found if m.msg_type == ended}

    found = ask(bus, [question], [begun, ended, answer], SEARCH_SECONDS, is_over, FIRST_SECONDS, BEGIN_SECONDS)
    results = [
        result
        for message in found
        if message.msg_type == answer
        for result in message.data.get("results") or ()
        if isinstance(result, dict) and _confidence(result) >= MIN_CONFIDENCE
    ]
    return sorted(results, key=_confidence, reverse=True)


def title_of(result: Mapping[str, Any]) -> str:
    """How a result is called."""
    return str(result.get("title") or result.get("uri") or "")


def _confidence(result: Mapping[str, Any]) -> float:
    value = result.get("match_confidence")
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else 0.0
