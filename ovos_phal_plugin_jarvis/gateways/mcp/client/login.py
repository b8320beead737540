"""Logging in at an MCP server by OAuth: the SDK's flow, with this device's secrets as what it keeps.

A login is made once, by ``ovos-jarvis auth login mcp:NAME`` and a browser. The service uses and renews it, and asks for
another where it has ended.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx2
from mcp import Client
from mcp.client.auth import OAuthClientProvider
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.auth import AuthorizationCodeResult, OAuthClientInformationFull, OAuthClientMetadata, OAuthToken

from ovos_phal_plugin_jarvis.gateways.mcp.client.settings import SettingsError

Secret = Callable[[str], str | None]
Keep = Callable[[str, str], None]
"""(key, value) of a secret that is kept; an empty value forgets it."""


class _Kept:
    """What is known of one login: tokens and the registered client, each a secret of this device."""

    def __init__(self, name: str, url: str, secret: Secret, keep: Keep) -> None:
        self._key = f"mcp:{name}"
        self._url, self._secret, self._keep = url, secret, keep

    def _about(self) -> dict[str, Any]:
        """What is known beside the tokens; nothing where the login was at another address."""
        about = json.loads(self._secret(f"{self._key}:login") or "{}")
        return about if isinstance(about, dict) and about.get("url") == self._url else {}

    @property
    def ends_at(self) -> float | None:
        """When the access token ends, as ``time.time()`` counts."""
        found = self._about().get("ends_at")
        return float(found) if isinstance(found, int | float) else None

    @property
    def tokens(self) -> list[str]:
        """What must be told to nobody."""
        return [value for which in ("access", "refresh") if (value := self._secret(f"{self._key}:{which}"))]

    async def get_tokens(self) -> OAuthToken | None:
        about, access = self._about(), self._secret(f"{self._key}:access")
        if not about or not access:
            return None
        refresh = self._secret(f"{self._key}:refresh")
        return OAuthToken(access_token=access, refresh_token=refresh, scope=about.get("scope"))

    async def set_tokens(self, tokens: OAuthToken) -> None:
        ends_at = time.time() + tokens.expires_in if tokens.expires_in is not None else None
        about = {**self._about(), "url": self._url, "scope": tokens.scope, "ends_at": ends_at}
        self._keep(f"{self._key}:access", tokens.access_token)
        if tokens.refresh_token:
            self._keep(f"{self._key}:refresh", tokens.refresh_token)
        self._keep(f"{self._key}:login", json.dumps(about))

    async def get_client_info(self) -> OAuthClientInformationFull | None:
        client = self._secret(f"{self._key}:client") if self._about() else None
        return OAuthClientInformationFull.model_validate_json(client) if client else None

    async def set_client_info(self, client_info: OAuthClientInformationFull) -> None:
        self._keep(f"{self._key}:client", client_info.model_dump_json(exclude_none=True))
        self._keep(f"{self._key}:login", json.dumps({"url": self._url}))

    def forget(self) -> None:
        """Begin anew: what was registered was registered for another redirect."""
        for which in ("access", "refresh", "client", "login"):
            self._keep(f"{self._key}:{which}", "")


def signed_in(name: str, url: str, secret: Secret, keep: Keep, used: list[str]) -> OAuthClientProvider:
    """What puts the login of the server *name* on each request, and renews it.

    Args:
        name: of the server in the configuration.
        url: its address; a login at another one is not used.
        secret: the value of a secret.
        keep: keeps one.
        used: gets the tokens, which must be told to nobody.
    """
    kept = _Kept(name, url, secret, keep)

    async def wants_login(address: str) -> None:
        raise SettingsError(f"it wants a login: ovos-jarvis auth login mcp:{name}")

    async def never() -> AuthorizationCodeResult:
        raise SettingsError(f"it wants a login: ovos-jarvis auth login mcp:{name}")

    used += kept.tokens
    provider = OAuthClientProvider(url, _metadata("http://127.0.0.1/callback"), kept, wants_login, never)
    provider.context.token_expiry_time = kept.ends_at  # it knows that of tokens of its own making only
    return provider


async def log_in(
    name: str,
    url: str,
    secret: Secret,
    keep: Keep,
    show_url: Callable[[str], None],
    redirect_uri: str,
    redirected: Callable[[], str | None],
) -> int:
    """Log in at a server and keep that.

    Args:
        name: of the server in the configuration.
        url: its address.
        secret: the value of a secret.
        keep: keeps one.
        show_url: shows the user the address to log in at.
        redirect_uri: where the browser comes back to.
        redirected: waits for that, on another thread; the address it came with, or None where it did not come.

    Returns:
        How many tools the server lists for whoever is logged in.

    Raises:
        SettingsError: the user did not log in, or the server refused.
        Exception: whatever the connection raises.
    """
    kept = _Kept(name, url, secret, keep)
    kept.forget()

    async def show(address: str) -> None:
        show_url(address)

    async def came_back() -> AuthorizationCodeResult:
        address = await asyncio.to_thread(redirected)
        if address is None:
            raise SettingsError("nobody logged in in time")
        query = {key: values[0] for key, values in parse_qs(urlsplit(address).query).items()}
        if "code" not in query:
            raise SettingsError(f"the server refused the login: {query.get('error_description') or query.get('error')}")
        return AuthorizationCodeResult(code=query["code"], state=query.get("state"), iss=query.get("iss"))

    provider = OAuthClientProvider(url, _metadata(redirect_uri), kept, show, came_back)
    timeout = httpx2.Timeout(30.0, read=330.0)
    async with (
        httpx2.AsyncClient(auth=provider, timeout=timeout) as http,
        Client(streamable_http_client(url, http_client=http), cache=None) as client,
    ):
        return len((await client.list_tools()).tools)


def _metadata(redirect_uri: str) -> OAuthClientMetadata:
    return OAuthClientMetadata.model_validate({"client_name": "OVOS Jarvis", "redirect_uris": [redirect_uri]})
