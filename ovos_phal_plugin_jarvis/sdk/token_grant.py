"""The ``refresh_token`` grant of OAuth 2.0 (RFC 6749, section 6)."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode
from urllib.request import Request

from ovos_phal_plugin_jarvis.sdk.auth import TokenBundle


class TokenRefused(Exception):
    """No new token came. The message says why and holds no token."""


def refresh_grant(
    open_url: Callable[..., Any],
    exchange_url: str,
    client_id: str,
    client_secret: str | None,
    refresh_token: str,
    timeout_seconds: float,
) -> TokenBundle:
    """Trade a refresh token for an access token.

    Args:
        open_url: ``urllib.request.urlopen``, or what stands in for it.
        exchange_url: the provider's token endpoint.
        client_id: as the provider knows this client.
        client_secret: sent where there is one.
        refresh_token: what is traded; kept in the result where the answer holds no new one.
        timeout_seconds: how long the endpoint may take.

    Raises:
        TokenRefused: where the endpoint can't be reached, refuses, or answers something else.
    """
    form = {"grant_type": "refresh_token", "refresh_token": refresh_token, "client_id": client_id}
    if client_secret:
        form["client_secret"] = client_secret
    headers = {"Content-Type": "application/x-www-form-urlencoded", "Accept": "application/json"}
    try:
        request = Request(exchange_url, data=urlencode(form).encode(), headers=headers)
        with open_url(request, timeout=timeout_seconds) as answer:
            given = json.loads(answer.read().decode())
    except (OSError, ValueError) as error:
        raise TokenRefused(str(error)) from error
    if not isinstance(given, dict) or not given.get("access_token"):
        raise TokenRefused("the answer holds no access_token")
    return TokenBundle(
        access_token=given["access_token"],
        refresh_token=given.get("refresh_token") or refresh_token,
        expires_in=given.get("expires_in"),
        raw=given,
    )
