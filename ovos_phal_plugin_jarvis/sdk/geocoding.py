"""Where on earth a place is, asked of a service in the net."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import Any

_LOG = logging.getLogger(__name__)
_TIMEOUT = 10.0


@dataclass
class GeocodingResult:
    """A place that was found."""

    lat: float
    """Degrees north."""
    lon: float
    """Degrees east."""
    display_name: str
    raw: dict[str, Any] | None = None
    """What the service answered of it."""

    @property
    def coords(self) -> tuple[float, float]:
        """Latitude and longitude."""
        return self.lat, self.lon


class GeocodingHelper:
    """Asks Nominatim (OpenStreetMap) or Google.

    Args:
        provider: ``nominatim``, or ``google``, which needs a key; without one Nominatim is asked.
        api_key: Google's.
        user_agent: who asks; Nominatim's rules want one that tells the program.
        default_region: a country to prefer, as two letters.
    """

    NOMINATIM_URL = "https://nominatim.openstreetmap.org/search"
    GOOGLE_URL = "https://maps.googleapis.com/maps/api/geocode/json"

    def __init__(
        self,
        provider: str = "nominatim",
        api_key: str | None = None,
        user_agent: str = "jarvis-assistant/1.0",
        default_region: str | None = None,
    ) -> None:
        if provider == "google" and not api_key:
            _LOG.warning("google needs an api_key; Nominatim is asked in its place")
            provider = "nominatim"
        self._google_key = api_key if provider == "google" else None
        self._user_agent = user_agent
        self._region = default_region

    async def resolve(self, query: str) -> GeocodingResult | None:
        """The place that *query* names best; None for a blank query and where nothing is found.

        Raises:
            ImportError: where ``httpx`` is not installed.
            httpx.HTTPError: where the service can't be reached within 10 seconds, or refuses.
        """
        if not query or not query.strip():
            return None
        import httpx  # an optional package: those who ask for places declare it

        async with httpx.AsyncClient(timeout=_TIMEOUT, headers={"User-Agent": self._user_agent}) as client:
            if self._google_key:
                return await self._ask_google(client, query.strip())
            return await self._ask_nominatim(client, query.strip())

    async def resolve_batch(self, queries: list[str]) -> list[GeocodingResult | None]:
        """:meth:`resolve` for each of *queries*, one after another and in their order."""
        return [await self.resolve(query) for query in queries]

    async def _ask_nominatim(self, client: Any, query: str) -> GeocodingResult | None:
        params = {"q": query, "format": "json", "limit": "1"}
        if self._region:
            params["countrycodes"] = self._region.lower()
        response = await client.get(self.NOMINATIM_URL, params=params)
        response.raise_for_status()
        for place in response.json():
            return GeocodingResult(float(place["lat"]), float(place["lon"]), place.get("display_name", query), place)
        return None

    async def _ask_google(self, client: Any, query: str) -> GeocodingResult | None:
        params = {"address": query, "key": self._google_key}
        if self._region:
            params["region"] = self._region.lower()
        response = await client.get(self.GOOGLE_URL, params=params)
        response.raise_for_status()
        for place in response.json().get("results") or []:
            at = place["geometry"]["location"]
            return GeocodingResult(float(at["lat"]), float(at["lng"]), place.get("formatted_address", query), place)
        return None
