"""The state of logins as functions, which published commands call from ``store_auth_values`` and on a 401.

They import it as ``services.command_auth_service``. Nothing is kept where no host has registered its stores.
"""

from __future__ import annotations

from dataclasses import dataclass

from ovos_phal_plugin_jarvis.sdk.storage import get_backend
from ovos_phal_plugin_jarvis.stores.auth import AuthStore, ProviderState


@dataclass
class CommandAuthStatus:
    """How one provider stands."""

    provider: str
    needs_auth: bool
    auth_error: str | None
    last_checked_at: str | None
    last_authed_at: str | None
    """ISO 8601, as all times here."""


def get_auth_status(provider: str) -> CommandAuthStatus | None:
    """How *provider* stands, or None where nothing is known."""
    auth = _auth()
    state = auth.get(provider) if auth is not None else None
    return None if state is None else _status(state)


def get_all_auth_statuses() -> list[CommandAuthStatus]:
    """How every known provider stands."""
    auth = _auth()
    return [] if auth is None else [_status(state) for state in auth.all()]


def set_needs_auth(provider: str, error: str | None = None) -> None:
    """The provider refused: its user has to log in again. *error* is shown and must hold no secret."""
    auth = _auth()
    if auth is not None:
        auth.flag(provider, error)


def clear_auth_flag(provider: str) -> None:
    """New credentials were stored."""
    auth = _auth()
    if auth is not None:
        auth.clear_flag(provider)


def _auth() -> AuthStore | None:
    return getattr(get_backend(), "auth", None)


def _status(state: ProviderState) -> CommandAuthStatus:
    authed = state.authed_at.isoformat() if state.authed_at else None
    return CommandAuthStatus(state.provider, state.needs_reauth, state.reason, authed, authed)
