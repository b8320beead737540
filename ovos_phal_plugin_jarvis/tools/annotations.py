"""What the author of a tool says of its effects, wherever OPM's ``AgentTool`` leaves room to say it.

``AgentTool`` has no field for it. Authors put it on the AgentTool object (``annotations``, ``is_risky``,
``confirmation_phrase``), into the argument model's ``json_schema_extra``, or on the toolbox (``tool_annotations``: tool
name → the same members). Annotations are those of the Model Context Protocol, as a mapping or an object, so that an
adapter can hand on what a server sent.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ovos_utils.log import LOG

from ovos_phal_plugin_jarvis.foreign_text import error_text, text_of, type_name

HINTS = ("readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint")
MAX_PHRASE = 300
"""Characters of a confirmation phrase."""


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
