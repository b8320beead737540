"""The user's time: where they are, not where OVOS was packaged."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, tzinfo
from functools import lru_cache
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from ovos_config import Configuration
from ovos_config.models import LocalConf
from ovos_utils.log import LOG


def home_zone(session: Mapping[str, Any] | None = None, configured: str | None = None) -> tzinfo:
    """The time zone of the user.

    Where the session says the user is, else *configured*, else the location that OVOS was given, else the operating
    system's zone.

    Args:
        session: the session of the request, as its message carries it.
        configured: an IANA name from a toolbox's own configuration.
    """
    here = (chosen_zone((session or {}).get("location")), configured, chosen_zone(Configuration().get("location")))
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


def chosen_zone(location: Any) -> str | None:
    """The IANA name in a location as mycroft.conf and sessions hold it; None where nobody chose it.

    OVOS's packaged default is a town in Kansas, where hardly any device stands; it counts as no choice.
    """
    if not isinstance(location, Mapping):
        return None
    code = _code(location)
    if code == _code(_packaged()) and _coordinate(location) == _coordinate(_packaged()):
        return None
    return code if isinstance(code, str) and code else None


def chosen_city(location: Any) -> str | None:
    """The name of the city in such a location; None where nobody chose it.

    A zone alone is no choice of a city: the packaged one is then still there.
    """
    if not isinstance(location, Mapping):
        return None
    name = _city(location)
    if name == _city(_packaged()) and _coordinate(location) == _coordinate(_packaged()):
        return None
    return name if isinstance(name, str) and name else None


@lru_cache(maxsize=1)
def _packaged() -> Mapping[str, Any]:
    # Read anew: Configuration merges what the user chose into its own copy of the defaults.
    packaged: Mapping[str, Any] = LocalConf(Configuration.default.path)["location"]
    return packaged


def _city(location: Mapping[str, Any]) -> Any:
    city = location.get("city")
    return city.get("name") if isinstance(city, Mapping) else city


def _code(location: Mapping[str, Any]) -> Any:
    zone = location.get("timezone")
    return zone.get("code") if isinstance(zone, Mapping) else zone


def _coordinate(location: Mapping[str, Any]) -> tuple[Any, Any]:
    found = location.get("coordinate")
    if isinstance(found, Mapping):
        return found.get("latitude"), found.get("longitude")
    return location.get("lat"), location.get("lon")  # as a session writes it
