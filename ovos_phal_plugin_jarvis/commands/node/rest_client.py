"""``clients.rest_client``: HTTP as packages call it. What fails is logged and becomes None."""

from __future__ import annotations

import json
from typing import Any

import requests
from ovos_utils.log import LOG

from ovos_phal_plugin_jarvis.commands.node.node import get_node
from ovos_phal_plugin_jarvis.sdk.inbox import get_inbox_backend

_PUSH = "/api/v0/node/push-notification"
_MAX_BYTES = 16_000_000


class RestClient:
    """Static methods; timeouts in seconds."""

    @staticmethod
    def get(url: str, timeout: float = 10) -> Any:
        """The decoded JSON that *url* answers, or None."""
        return _json(_ask("GET", url, timeout))

    @staticmethod
    def post(url: str, data: Any = None, files: Any = None, timeout: float = 10) -> Any:
        """The same, with *data* as JSON, or as a form beside *files*."""
        if str(url) == _PUSH:
            return _push(data)  # this device is its own command center
        body = {"data": data, "files": files} if files else {"json": data}
        return _json(_ask("POST", url, timeout, **body))

    @staticmethod
    def put(url: str, data: Any = None, timeout: float = 10) -> Any:
        """As ``post``."""
        return _json(_ask("PUT", url, timeout, json=data))

    @staticmethod
    def post_binary(url: str, data: Any = None, timeout: float = 30) -> bytes | None:
        """The bytes that are answered, or None."""
        return _ask("POST", url, timeout, json=data)

    @staticmethod
    def inject_memories(memories: list[dict[str, Any]]) -> dict[str, int] | None:
        """Keep what a model should know from now on: ``content``, ``category``, ``key``, ``ttl_hours``, ``source``."""
        remember = get_node().remember
        return None if remember is None else remember(list(memories))


def _ask(method: str, url: str, timeout: float, **body: Any) -> bytes | None:
    try:
        with requests.request(method, url, timeout=timeout, stream=True, **body) as response:
            response.raise_for_status()
            content = response.raw.read(_MAX_BYTES + 1, decode_content=True)
    except (requests.RequestException, OSError, ValueError, TypeError) as error:
        # The address may hold a key.
        LOG.warning(f"{method} of a package failed: {type(error).__name__}")
        return None
    if len(content) > _MAX_BYTES:
        LOG.warning(f"{method} of a package: the answer is larger than {_MAX_BYTES} bytes, and left out")
        return None
    return bytes(content)


def _json(content: bytes | None) -> Any:
    if content is None:
        return None
    try:
        return json.loads(content)
    except (ValueError, RecursionError) as error:
        LOG.warning(f"what a package was answered is no JSON: {type(error).__name__}")
        return None


def _push(data: Any) -> dict[str, bool] | None:
    inbox, fields = get_inbox_backend(), data if isinstance(data, dict) else {}
    if inbox is None:
        return None
    tag = inbox.post_inbox_item(
        "node",
        title=str(fields.get("title") or ""),
        summary=str(fields.get("body") or ""),
        category=str(fields.get("category") or "general"),
        create_push_notification=True,
    )
    return {"success": True} if tag == "ok" else None
