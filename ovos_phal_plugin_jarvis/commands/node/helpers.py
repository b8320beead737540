"""``utils.service_discovery``, ``utils.date_util`` and ``services.storage_backend``: small functions of a node."""

from __future__ import annotations

from typing import Any

from ovos_phal_plugin_jarvis.sdk.iso import is_iso_datetime, parse_iso

_DATE = 10
"""Characters of a date."""


def get_command_center_url() -> str:
    """The address of the household's server: empty, there is none."""
    return ""


def extract_date_from_datetime(text: Any) -> str | None:
    """The date of an ISO date or timestamp; of another text its first ten characters; None where it has fewer."""
    if not isinstance(text, str):
        return None
    if is_iso_datetime(text):
        return parse_iso(text).date().isoformat()
    return text[:_DATE] if len(text) >= _DATE else None


def extract_dates_from_datetimes(texts: Any) -> list[str]:
    """The same of several; what is no date is left out. One text counts as a list of one."""
    given = [texts] if isinstance(texts, str) else list(texts or ())
    return [date for date in map(extract_date_from_datetime, given) if date is not None]


def init_storage_backend() -> None:
    """Nothing is left to do: the host has put its stores in place."""
