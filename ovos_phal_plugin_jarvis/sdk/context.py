"""Who is served and where, for code that has no request at hand. Each thread and task sees its own."""

from __future__ import annotations

from contextvars import ContextVar
from typing import Any

from ovos_phal_plugin_jarvis.sdk.others import tell

_current_user_id: ContextVar[int | None] = ContextVar("jarvis_current_user_id", default=None)
_home_context: ContextVar[dict[str, Any] | None] = ContextVar("jarvis_home_context", default=None)


def get_current_user_id() -> int | None:
    """The user whose request is being served, or None where that is not known."""
    return _current_user_id.get()


def set_current_user_id(user_id: int | None) -> None:
    """Say whose request is being served. For the host; secrets of scope ``user`` are this user's."""
    _current_user_id.set(user_id)
    tell("set_current_user_id", user_id, keep=False)


def get_home_context() -> dict[str, Any] | None:
    """What the household shares, such as ``{"location": "Porto"}``, or None where the host gave nothing."""
    return _home_context.get()


def set_home_context(value: dict[str, Any] | None) -> None:
    """Say what the household shares. For the host."""
    _home_context.set(value)
    tell("set_home_context", value, keep=False)


def home_location(home_context: dict[str, Any] | None, fallback: Any = None) -> Any:
    """The ``location`` of *home_context*, or *fallback* where there is none or it is empty."""
    return (home_context or {}).get("location") or fallback
