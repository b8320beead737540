"""What one request may cost: its body, and how many of a user there may be."""

from __future__ import annotations

import asyncio
import json
import math
import time
from typing import Any

from ovos_utils.log import LOG
from starlette.requests import ClientDisconnect, Request

from ovos_phal_plugin_jarvis.config import ConfigError, HttpConfig
from ovos_phal_plugin_jarvis.foreign_text import error_text
from ovos_phal_plugin_jarvis.gateways.http.answers import Problem
from ovos_phal_plugin_jarvis.tools.nesting import too_deep

MAX_BODY = 1_000_000
"""Bytes of a request's body."""
MAX_DEPTH = 64
"""Levels of its JSON."""
BODY_SECONDS = 15.0
"""That a body may take to arrive."""
REDIS_SECONDS = 0.5
"""That Redis has to answer."""
REDIS_REST = 10.0
"""Seconds for which a Redis that did not answer is not asked again."""


async def json_body(request: Request, limit: int = MAX_BODY) -> dict[str, Any]:
    """The JSON object that a request brings.

    Args:
        request: whose body has not been read.
        limit: bytes that it may have.

    Raises:
        Problem: it has another type, is too large, too slow, nested too deep, or no JSON object.
    """
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise Problem(415, "send JSON, with Content-Type: application/json")
    length = request.headers.get("content-length", "")
    if length.isascii() and length.isdigit() and (len(length) > 12 or int(length) > limit):
        raise _too_large(limit)
    try:
        body = await asyncio.wait_for(_read(request, limit), BODY_SECONDS)
    except asyncio.TimeoutError:
        raise Problem(408, f"the body did not arrive within {BODY_SECONDS:g} s", headers=_CLOSE) from None
    except ClientDisconnect:
        raise Problem(400, "the body ended early") from None
    if too_deep(body, MAX_DEPTH):
        raise Problem(400, f"the JSON is nested deeper than {MAX_DEPTH} levels")
    try:
        data = json.loads(body.decode("utf-8"), parse_constant=_no_number)
    except (ValueError, RecursionError):
        raise Problem(400, "the body is no JSON in UTF-8") from None
    if not isinstance(data, dict):
        raise Problem(400, f"the body must be a JSON object, got {type(data).__name__}")
    return data


_CLOSE = {"Connection": "close"}


async def _read(request: Request, limit: int) -> bytes:
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > limit:
            raise _too_large(limit)
    return bytes(body)


def _too_large(limit: int) -> Problem:
    # What follows of it is not read.
    return Problem(413, f"the body is too large: at most {limit} bytes are read", headers=_CLOSE)


def _no_number(text: str) -> None:
    raise ValueError(f"{text} is no JSON")


class Rate:
    """Requests to the assistant that one user may make in a minute, counted here or in a Redis that several processes
    share."""

    def __init__(self, config: HttpConfig) -> None:
        """
        Args:
            config: how many, and which Redis.

        Raises:
            ConfigError: the Redis can't be used.
        """
        from limits import RateLimitItemPerMinute
        from limits.aio.storage import MemoryStorage, RedisStorage
        from limits.aio.strategies import SlidingWindowCounterRateLimiter
        from limits.errors import ConfigurationError

        self._item = RateLimitItemPerMinute(config.rpm)
        self._url = config.redis_url
        self._here = SlidingWindowCounterRateLimiter(MemoryStorage())
        self._shared: SlidingWindowCounterRateLimiter | None = None
        self._rest_until = 0.0
        if config.redis_url:
            try:
                storage = RedisStorage(
                    f"async+{config.redis_url}",
                    implementation="redispy",
                    socket_timeout=REDIS_SECONDS,
                    socket_connect_timeout=REDIS_SECONDS,
                )
            except (ConfigurationError, ImportError, ValueError) as error:
                raise ConfigError(
                    f"http.redis_url: {error_text(error)}. Use redis://host:port, with the redis package installed: "
                    "pip install 'ovos-phal-plugin-jarvis[http]'"
                ) from None
            self._shared = SlidingWindowCounterRateLimiter(storage)

    async def count(self, user: str) -> None:
        """Count a request.

        Raises:
            Problem: 429, *user* has made too many.
        """
        wait = await self._wait(user)
        if wait:
            raise Problem(
                429, f"Too many requests; try again in {wait} s", headers={"Retry-After": str(wait)}, retry_after=wait
            )

    async def _wait(self, user: str) -> int:
        if self._shared is not None and time.monotonic() >= self._rest_until:
            try:
                return await self._counted(self._shared, user)
            except Exception as error:  # noqa: BLE001 - whatever Redis and the network raise: people are still served
                self._rest_until = time.monotonic() + REDIS_REST
                LOG.warning(
                    f"http: the Redis of http.redis_url does not answer ({error_text(error, 200)}); "
                    f"requests are counted in this process alone, and it is asked again in {REDIS_REST:g} s"
                )
        return await self._counted(self._here, user)

    async def _counted(self, limiter: Any, user: str) -> int:
        if await limiter.hit(self._item, "ovos-jarvis-http", user):
            return 0
        window = await limiter.get_window_stats(self._item, "ovos-jarvis-http", user)
        return max(1, min(60, math.ceil(window.reset_time - time.time())))

    async def close(self) -> None:
        """Let go of Redis."""
        if self._shared is not None:
            bridge = getattr(self._shared.storage, "bridge", None)
            storage = getattr(bridge, "storage", None)
            if storage is not None:
                await storage.aclose()
