"""The day that an argument holds."""

from __future__ import annotations

import datetime as dt

from ovos_phal_plugin_jarvis.sdk.date_keys import days_of


def day_held(said: str, today: dt.date) -> dt.date | None:
    """The day that an argument holds, as a key or as ISO 8601 writes it; None for any other."""
    try:
        return days_of(said, today)[0][0]
    except (KeyError, OverflowError, ValueError):
        pass
    try:
        return dt.date.fromisoformat(said)
    except ValueError:
        return None
