"""Logging in for commands, and keeping the login alive. State is shared by provider."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from ovos_phal_plugin_jarvis.commands.auth.discovery import checked_base_url, find_service
from ovos_phal_plugin_jarvis.commands.auth.flow import (
    AuthError,
    Endpoints,
    LoginRefused,
    ProviderUnavailable,
    RefreshRefused,
    WrongState,
    begin_login,
    endpoints_of,
    finish_login,
    seconds_of,
)
from ovos_phal_plugin_jarvis.commands.auth.loopback import LoopbackReceiver
from ovos_phal_plugin_jarvis.commands.auth.providers import Provider, hand_over, providers_of, values_of
from ovos_phal_plugin_jarvis.commands.auth.refresh import BackgroundRefresher, TokenRefresher
from ovos_phal_plugin_jarvis.sdk.auth import AuthStatus
from ovos_phal_plugin_jarvis.sdk.authentication import AuthenticationConfig
from ovos_phal_plugin_jarvis.sdk.command import IJarvisCommand
from ovos_phal_plugin_jarvis.stores import Stores

__all__ = [
    "AuthError", "AuthService", "BackgroundRefresher", "LoginRefused", "LoginResult", "Provider",
    "ProviderUnavailable", "RefreshRefused", "TokenRefresher", "WrongState",
]  # fmt: skip

LOGIN_TIMEOUT = 300.0
"""Seconds the user has to log in."""


@dataclass(frozen=True)
class LoginResult:
    """What a login did."""

    provider: str
    stored: tuple[str, ...]
    """Commands that took the values."""
    failed: dict[str, str]
    """Command → why it did not."""
    expires_at: datetime | None


class AuthService:
    """Logs in, refreshes and answers how things stand.

    Args:
        stores: where state is kept. The commands keep the tokens themselves, through the registered backend.
        commands: gives the commands that are loaded now.
        clock: seconds since 1970; the same as the stores'.
    """

    def __init__(
        self,
        stores: Stores,
        commands: Callable[[], Iterable[IJarvisCommand]],
        *,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._stores = stores
        self._commands = commands
        self.refresher = TokenRefresher(stores, self.providers, clock=clock)
        """Renews tokens; :class:`BackgroundRefresher` takes it."""

    def providers(self) -> dict[str, Provider]:
        """Every provider that a loaded command declares, by name. The first command's config counts."""
        return providers_of(self._commands())

    def provider(self, name: str) -> Provider:
        """One provider.

        Raises:
            AuthError: no loaded command declares it; the message names those that are.
        """
        known = self.providers()
        if name not in known:
            raise AuthError(f"no installed command logs in at {name!r}; known: {', '.join(known) or 'none'}")
        return known[name]

    def status(self, provider: str) -> AuthStatus:
        """What ``IJarvisCommand.needs_auth`` is given: whether the user has to log in (again), and why."""
        state = self._stores.auth.get(provider)
        if state is None:
            return AuthStatus(False)
        return AuthStatus(state.needs_reauth, state.reason)

    def login(
        self,
        name: str,
        *,
        show_url: Callable[[str], None],
        base_url: str | None = None,
        hosts: Sequence[str] = (),
        redirect_port: int = 0,
        redirect_uri: str | None = None,
        ask_redirected: Callable[[], str] | None = None,
        timeout: float = LOGIN_TIMEOUT,
        user_id: int | None = None,
    ) -> LoginResult:
        """The authorization-code flow, from the address for the browser to the commands'
        ``store_auth_values``.

        Args:
            name: the provider.
            show_url: called with the address that the user has to open.
            base_url: of a local service; looked for on *hosts*, where it was last time and on this machine
                if None.
            redirect_port: on this machine, for providers that know the redirect address exactly; 0 takes any.
            redirect_uri: instead of one on this machine; needs *ask_redirected*.
            ask_redirected: asks the user for the address the browser ended at, where no redirect can reach
                this machine. None waits for the redirect.
            timeout: seconds to wait for the redirect.
            user_id: whose login it is, for commands that keep one for each user.

        Raises:
            WrongState, LoginRefused, ProviderUnavailable, AuthError: with one line each for the user;
                nothing was handed to a command.
        """
        provider = self.provider(name)
        config = provider.config
        endpoints = self._find_endpoints(config, base_url, hosts)
        redirect_uri = redirect_uri or config.native_redirect_uri
        if redirect_uri is not None or ask_redirected is not None:
            if ask_redirected is None:
                raise AuthError(
                    f"{name} sends the browser to {redirect_uri}, which nothing here receives: log in with --paste"
                )
            attempt = begin_login(
                config, endpoints, redirect_uri or f"http://127.0.0.1:{redirect_port or 8765}/callback"
            )
            show_url(attempt.url)
            redirected: str | None = ask_redirected()
        else:
            try:
                receiver = LoopbackReceiver(redirect_port)
            except OSError as error:
                raise AuthError(f"port {redirect_port} cannot be used for the redirect ({error.strerror})") from None
            with receiver:
                attempt = begin_login(config, endpoints, receiver.redirect_uri)
                show_url(attempt.url)
                redirected = receiver.wait(timeout)
        if not redirected:
            raise LoginRefused(f"{name}: nobody logged in within {timeout:g} s; nothing was stored")
        answer = finish_login(config, endpoints, attempt, redirected)
        return self._accept(provider, endpoints, answer, user_id)

    def _find_endpoints(self, config: AuthenticationConfig, base_url: str | None, hosts: Sequence[str]) -> Endpoints:
        if config.exchange_url or not config.exchange_path:
            return endpoints_of(config, None)
        if base_url is not None:
            return endpoints_of(config, checked_base_url(config.provider, base_url))
        state = self._stores.auth.get(config.provider)
        known = [state.base_url] if state and state.base_url else []
        return endpoints_of(config, find_service(config, [*hosts, *known]))

    def _accept(
        self, provider: Provider, endpoints: Endpoints, answer: dict[str, Any], user_id: int | None
    ) -> LoginResult:
        config = provider.config
        stored, failed = hand_over(provider.commands, values_of(config, answer, endpoints.base_url), user_id)
        if not stored:
            raise AuthError(
                f"{config.provider}: logged in, but no command could keep the values: "
                + "; ".join(f"{name}: {why}" for name, why in failed.items())
            )
        self._stores.auth.authenticated(
            config.provider,
            expires_in=seconds_of(answer.get("expires_in")),
            refresh_token=answer.get("refresh_token"),
            refresh_token_key=config.refresh_token_secret_key,
            base_url=endpoints.base_url,
        )
        state = self._stores.auth.get(config.provider)
        return LoginResult(config.provider, tuple(stored), failed, state.expires_at if state else None)
