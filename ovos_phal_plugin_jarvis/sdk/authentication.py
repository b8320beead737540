"""How a command's user logs in somewhere."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

_REPORTED = (
    "authorize_url",
    "exchange_url",
    "authorize_path",
    "exchange_path",
    "discovery_port",
    "discovery_probe_path",
    "scopes",
    "extra_authorize_params",
    "extra_exchange_params",
    "supports_pkce",
    "native_redirect_uri",
    "requires_background_refresh",
    "refresh_token_secret_key",
)


@dataclass
class AuthenticationConfig:
    """An OAuth provider. Commands that name the same ``provider`` share its tokens.

    An external provider has ``authorize_url`` and ``exchange_url``; one in the home has ``authorize_path``
    and ``exchange_path`` and is looked for on ``discovery_port``.
    """

    type: str
    """``oauth``."""
    provider: str
    friendly_name: str
    client_id: str
    keys: list[str]
    """What is taken from the token endpoint's answer and handed to ``store_auth_values``."""
    authorize_url: str | None = None
    exchange_url: str | None = None
    authorize_path: str | None = None
    exchange_path: str | None = None
    discovery_port: int | None = None
    discovery_probe_path: str | None = None
    scopes: list[str] = field(default_factory=list)
    extra_authorize_params: dict[str, str] = field(default_factory=dict)
    extra_exchange_params: dict[str, str] = field(default_factory=dict)
    send_redirect_uri_in_exchange: bool = True
    supports_pkce: bool = False
    client_secret: str | None = field(default=None, repr=False)
    """Never part of :meth:`to_dict`."""
    native_redirect_uri: str | None = None
    requires_background_refresh: bool = False
    """Whether the host renews the token before it ends, without being asked."""
    refresh_interval_seconds: int = 600
    refresh_token_secret_key: str | None = None
    """The secret that holds the refresh token."""

    def to_dict(self) -> dict[str, Any]:
        """For a settings screen: the first five fields, those others that are set, and
        ``send_redirect_uri_in_exchange`` only where it is false."""
        described: dict[str, Any] = {
            "type": self.type,
            "provider": self.provider,
            "friendly_name": self.friendly_name,
            "client_id": self.client_id,
            "keys": list(self.keys),
        }
        described.update({name: getattr(self, name) for name in _REPORTED if getattr(self, name)})
        if self.refresh_interval_seconds != 600:
            described["refresh_interval_seconds"] = self.refresh_interval_seconds
        if not self.send_redirect_uri_in_exchange:
            described["send_redirect_uri_in_exchange"] = False
        return described
