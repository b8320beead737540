"""Keeping logins alive: tokens are renewed before they end, on demand and in the background."""

from __future__ import annotations

import inspect
import threading
import time
from collections.abc import Callable
from typing import Any

from ovos_utils.log import LOG

from ovos_phal_plugin_jarvis.commands.auth.flow import (
    AuthError,
    ProviderUnavailable,
    RefreshRefused,
    endpoints_of,
    refresh_grant,
    seconds_of,
)
from ovos_phal_plugin_jarvis.commands.auth.providers import Provider, authentication_of, hand_over, values_of
from ovos_phal_plugin_jarvis.foreign_text import log_error, type_name
from ovos_phal_plugin_jarvis.sdk.auth import TokenBundle
from ovos_phal_plugin_jarvis.sdk.authentication import AuthenticationConfig
from ovos_phal_plugin_jarvis.sdk.command import IJarvisCommand
from ovos_phal_plugin_jarvis.stores import Stores
from ovos_phal_plugin_jarvis.stores.auth import ProviderState

EXPIRY_MARGIN = 60.0
"""A token that ends within so many seconds is renewed before it is used."""


class TokenRefresher:
    """Renews the tokens of providers.

    Args:
        stores: where state is kept.
        providers: gives the providers of the commands that are loaded now, by name.
        clock: seconds since 1970; the same as the stores'.
    """

    def __init__(
        self,
        stores: Stores,
        providers: Callable[[], dict[str, Provider]],
        *,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._stores = stores
        self._providers = providers
        self._clock = clock

    def wants_background(self) -> bool:
        """Whether any loaded command asks for renewal in the background."""
        return any(provider.config.requires_background_refresh for provider in self._providers().values())

    def refresh(self, provider: Provider) -> None:
        """Renew a provider's tokens now.

        Raises:
            RefreshRefused: the user has to log in again; the provider is flagged.
            ProviderUnavailable: it could not be reached; nothing was flagged.
            AuthError: the command's config is not complete.
        """
        self._refresh(provider, lambda _state: True)

    def refresh_if_needed(self, command: IJarvisCommand) -> bool:
        """Renew the tokens of *command*'s provider where they end within a minute. For use before it runs.

        Tokens of a config that names no refresh token are left alone: such a command turns the login into
        something lasting of its own, as Home Assistant's does.

        Returns:
            False where they ended and could not be renewed, which was logged; the command may still try.
        """
        config = authentication_of(command)
        if config is None:
            return True
        state = self._stores.auth.get(config.provider)
        if not self._expires_within(state, EXPIRY_MARGIN):
            return True
        if state is not None and state.needs_reauth:
            return False
        provider = self._providers().get(config.provider) or Provider(config, (command,))
        if not _is_renewable(provider):
            return True
        return self._refresh_quietly(provider, EXPIRY_MARGIN)

    def refresh_due(self) -> list[str]:
        """Renew what asks for it in the background and is due; the names of the providers that were tried.

        A provider is due once its token ends within ``refresh_interval_seconds`` or, where its end is not
        known, that long after the last renewal. One that refused is left alone until the user has logged in
        again.
        """
        tried = []
        for name, provider in self._providers().items():
            if not provider.config.requires_background_refresh:
                continue
            interval = float(provider.config.refresh_interval_seconds)
            state = self._stores.auth.get(name)
            if state is None or state.needs_reauth or not self._due(state, interval):
                continue
            tried.append(name)
            self._refresh_quietly(provider, interval)
        return tried

    def _refresh_quietly(self, provider: Provider, margin: float) -> bool:
        try:
            self._refresh(provider, lambda state: self._due(state, margin))
        except RefreshRefused:
            return False  # logged where it was flagged
        except AuthError as error:
            LOG.warning(f"tokens not renewed: {error}")
            return False
        return True

    def _refresh(self, provider: Provider, still_due: Callable[[ProviderState | None], bool]) -> None:
        name = provider.config.provider
        with self._stores.auth.refreshing(name):
            # Another thread or process may have renewed it while this one waited.
            if not still_due(self._stores.auth.get(name)):
                return
            try:
                bundle = self._renew(provider)
            except RefreshRefused as error:
                self._stores.auth.flag(name, str(error))
                LOG.error(f"{error}; mend with: ovos-jarvis auth login {name}")
                raise
            if bundle is None:  # an older command that did all of it by itself
                self._stores.auth.authenticated(name)
                return
            raw = {**bundle.raw, "access_token": bundle.access_token, "refresh_token": bundle.refresh_token}
            state = self._stores.auth.get(name)
            hand_over(provider.commands, values_of(provider.config, raw, state.base_url if state else None))
            self._stores.auth.authenticated(
                name, expires_in=seconds_of(bundle.expires_in), refresh_token=bundle.refresh_token
            )

    def _renew(self, provider: Provider) -> TokenBundle | None:
        """New tokens; None where an older command renewed and stored them by itself."""
        config = provider.config
        own = next((command for command in provider.commands if not _has_default_refresh(command)), None)
        if own is not None and not _takes_token(own):
            older: Any = own.refresh_token
            if not _call(own, config.provider, older):
                raise RefreshRefused(f"{config.provider}: {own.command_name} could not renew its tokens")
            return None
        token = self._refresh_token(config)
        if token is None:
            raise RefreshRefused(f"{config.provider}: there is no refresh token")
        if own is not None:
            bundle = _call(
                own,
                config.provider,
                lambda: own.refresh_token(refresh_token=token, client_secret=config.client_secret),
            )
            if not bundle:
                raise RefreshRefused(f"{config.provider}: {own.command_name} could not renew its tokens")
            return bundle
        state = self._stores.auth.get(config.provider)
        return refresh_grant(config, endpoints_of(config, state.base_url if state else None), token)

    def _refresh_token(self, config: AuthenticationConfig) -> str | None:
        # The secret comes first: a command may have been given a newer token by other means.
        if config.refresh_token_secret_key:
            for scope in ("integration", "user"):
                value = self._stores.secrets.get(config.refresh_token_secret_key, scope)
                if value:
                    return value
        return self._stores.auth.refresh_token(config.provider)

    def _due(self, state: ProviderState | None, margin: float) -> bool:
        if state is None:
            return False
        if state.expires_at is not None:
            return self._expires_within(state, margin)
        return state.authed_at is None or self._clock() - state.authed_at.timestamp() >= margin

    def _expires_within(self, state: ProviderState | None, margin: float) -> bool:
        if state is None or state.expires_at is None:
            return False
        return state.expires_at.timestamp() - self._clock() <= margin


class BackgroundRefresher:
    """One thread that renews tokens before they end. Started and stopped by whoever made it.

    Args:
        refresher: does the work.
        every: seconds between two looks.
    """

    def __init__(self, refresher: TokenRefresher, *, every: float = 30.0) -> None:
        self._refresher = refresher
        self._every = every
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Begin, where any command asks for background renewal; else no thread is made. Starting twice is
        fine."""
        if self._thread is None and self._refresher.wants_background():
            self._stopping.clear()
            self._thread = threading.Thread(target=self._run, name="jarvis-token-refresh", daemon=True)
            self._thread.start()

    def stop(self) -> None:
        """End the thread and wait for it; a request under way may take its timeout. Stopping twice is
        fine."""
        self._stopping.set()
        thread, self._thread = self._thread, None
        if thread is not None:
            thread.join()

    def _run(self) -> None:
        while not self._stopping.is_set():
            try:
                self._refresher.refresh_due()
            except Exception as error:  # noqa: BLE001 -- a full disk or an author's code must not end the renewing
                log_error("renewing tokens failed; it is tried again", error)
            self._stopping.wait(self._every)


def _is_renewable(provider: Provider) -> bool:
    config = provider.config
    return (
        config.requires_background_refresh
        or config.refresh_token_secret_key is not None
        or "refresh_token" in config.keys
        or not all(_has_default_refresh(command) for command in provider.commands)
    )


def _has_default_refresh(command: IJarvisCommand) -> bool:
    method = getattr(command, "refresh_token", None)
    # By name, so that a command of another installation of the SDK counts too.
    return method is None or getattr(method, "__qualname__", "") == IJarvisCommand.refresh_token.__qualname__


def _takes_token(command: IJarvisCommand) -> bool:
    parameters = inspect.signature(command.refresh_token).parameters.values()
    return any(p.name == "refresh_token" or p.kind is p.VAR_KEYWORD for p in parameters)


def _call(command: IJarvisCommand, provider: str, renew: Callable[[], Any]) -> Any:
    try:
        return renew()
    except Exception as error:  # noqa: BLE001 -- an author's method
        raise ProviderUnavailable(
            f"{provider}: {command.command_name}.refresh_token raised {type_name(error)}"
        ) from None
