"""What the author of a tool says of its effects, wherever OPM's ``AgentTool`` leaves room to say it.

``AgentTool`` has no field for it. Authors put it on the AgentTool object (``annotations``, ``is_risky``,
``confirmation_phrase``; by language ``confirmation_phrases`` and ``spoken_names``), into the argument model's
``json_schema_extra``, or on the toolbox (``tool_annotations``: tool name → the same members). Annotations are those of
the Model Context Protocol, as a mapping or an object, so that an adapter can hand on what a server sent.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ovos_utils.log import LOG

from ovos_phal_plugin_jarvis.foreign_text import error_text, text_of, type_name

HINTS = ("readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint")
MAX_PHRASE = 300
"""Characters of a confirmation phrase."""
MAX_PHRASES = 20
"""Confirmation phrases of one language."""
MAX_LANGUAGES = 100
MAX_TAG = 35
"""Characters of a language tag (RFC 5646)."""


def annotations_of(*places: Any) -> dict[str, bool]:
    """The hints that are said; the first place that says one is believed.

    Args:
        places: objects or mappings of the author's; each may hold the hints itself or under ``annotations``.
    """
    found: dict[str, bool] = {}
    for place in places:
        for holder in (_member(place, "annotations"), place):
            for hint in HINTS:
                value = _member(holder, hint)
                if isinstance(value, bool):
                    found.setdefault(hint, value)
    return found


def is_called_risky(*places: Any) -> bool:
    """Whether one of *places* sets ``is_risky``."""
    return any(_member(place, "is_risky") is True for place in places)


def confirmation_phrase_of(*places: Any) -> str:
    """The ``confirmation_phrase`` of the first of *places* that has one; empty where none has."""
    for place in places:
        for holder in (place, _member(place, "annotations")):
            value = _member(holder, "confirmation_phrase")
            if isinstance(value, str) and value.strip() and len(value) <= MAX_PHRASE:
                return " ".join(text_of(value, MAX_PHRASE).split())
    return ""


def spoken_names_of(*places: Any) -> dict[str, str]:
    """The ``spoken_names`` of the first of *places* that has them: BCP-47 tag → what it does, in that language."""
    said = _by_language(places, "spoken_names")
    return {tag: " ".join(text_of(text, MAX_PHRASE).split()) for tag, text in said.items() if _is_phrase(text)}


def confirmation_phrases_of(*places: Any) -> dict[str, tuple[str, ...]]:
    """The ``confirmation_phrases`` of the first of *places* that has them: BCP-47 tag → one phrase or several."""
    found = {}
    for tag, given in _by_language(places, "confirmation_phrases").items():
        texts = (
            [given] if isinstance(given, str) else list(given)[:MAX_PHRASES] if isinstance(given, list | tuple) else []
        )
        phrases = tuple(" ".join(text_of(text, MAX_PHRASE).split()) for text in texts if _is_phrase(text))
        if phrases:
            found[tag] = phrases
    return found


def _by_language(places: Iterable[Any], name: str) -> dict[str, Any]:
    for place in places:
        for holder in (place, _member(place, "annotations")):
            value = _member(holder, name)
            if isinstance(value, Mapping):
                members = list(value.items())[:MAX_LANGUAGES]
                return {tag: said for tag, said in members if isinstance(tag, str) and 0 < len(tag) <= MAX_TAG}
    return {}


def _is_phrase(text: Any) -> bool:
    return isinstance(text, str) and bool(text.strip()) and len(text) <= MAX_PHRASE


def told_by_toolbox(toolbox: Any, tool: str) -> Any:
    """What the toolbox says of its tool of that name; None where it says nothing."""
    return _member(_member(toolbox, "tool_annotations"), tool)


def _member(place: Any, name: str) -> Any:
    if place is None or isinstance(place, str | int | float):
        return None
    try:
        return place.get(name) if isinstance(place, Mapping) else getattr(place, name, None)
    except Exception as error:  # noqa: BLE001 - a property of a foreign object may raise anything
        LOG.warning(f"'{name}' of a {type_name(place)} can't be read: {error_text(error)}")
        return None
