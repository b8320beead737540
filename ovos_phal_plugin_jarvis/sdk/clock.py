"""The user's time: where they are, not where OVOS was packaged."""
from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, tzinfo
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from ovos_config import Configuration
from ovos_utils.log import LOG


def home_zone(session: Mapping[str, Any] | None = None, configured: str | None = None) -> tzinfo:
    """The time zone of the user.

    Where the session says the user is, else *configured*, else the location that OVOS was given, else the operating
    system's zone.

    Args:
        session: the session of the request, as its message carries it.
        configured: an IANA name from a toolbox's own configuration.
    """
    here = (_zone_code((session or {}).get("location")), configured, _zone_code(Configuration().get("location")))
    for code in here:
        if code:
            try:
                return ZoneInfo(code)
            except (ZoneInfoNotFoundError, ValueError, OSError):
                LOG.warning(f"there is no time zone {code!r:.60}; trying the next setting")
    return datetime.now().astimezone().tzinfo or ZoneInfo("UTC")


def home_now(session: Mapping[str, Any] | None = None) -> datetime:
    """The present moment in the user's time zone, as ``home_zone`` finds it."""
    return datetime.now(home_zone(session))


def _zone_code(location: Any) -> str | None:
    """The IANA name in a location as mycroft.conf and sessions hold it; None where nobody chose it.

    OVOS's packaged default is a town in Kansas, where hardly any device stands; it counts as no choice.
    """
    if not isinstance(location, Mapping):
        return None
    code, packaged = _code(location), Configuration.default["location"]
    if code == _code(packaged) and _coordinate(location) == _coordinate(packaged):
        return None
    return code if isinstance(code, str) and code else None


def _code(location: Mapping[str, Any]) -> Any:
    zone = location.get("timezone")
    return zone.get("code") if isinstance(zone, Mapping) else zone


def _coordinate(location: Mapping[str, Any]) -> tuple[Any, Any]:
    found = location.get("coordinate")
    if isinstance(found, Mapping):
        return found.get("latitude"), found.get("longitude")
    return location.get("lat"), location.get("lon")  # as a session writes it
