"""What is known about each authentication provider, shared by every command that uses it."""

from __future__ import annotations

import contextlib
import re
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

from ovos_utils.log import LOG

from ovos_phal_plugin_jarvis.stores.cipher import Cipher, UnreadableError
from ovos_phal_plugin_jarvis.stores.database import Database, exclusive_lock

_COLUMNS = "name, expires_at, needs_reauth, reason, authed_at, base_url, refresh_token_key"


@dataclass(frozen=True)
class ProviderState:
    """One provider."""

    provider: str
    expires_at: datetime | None
    """End of the access token (UTC); None where the provider named none."""
    needs_reauth: bool
    """The user has to log in again."""
    reason: str | None
    """Why, in plain words."""
    authed_at: datetime | None
    """The last login or refresh that went well (UTC)."""
    base_url: str | None
    """Where a local service was found."""
    refresh_token_key: str | None
    """The secret in which the commands keep the refresh token."""


class AuthStore:
    """State by provider. The refresh token is encrypted, the rest is not secret.

    Every method raises ``StoreError`` where the file cannot be used.
    """

    def __init__(self, database: Database, cipher: Cipher, *, clock: Callable[[], float] = time.time) -> None:
        self._database = database
        self._cipher = cipher
        self._clock = clock

    def get(self, provider: str) -> ProviderState | None:
        """What is known, or None where nobody ever logged in and no command complained."""
        with self._database.read() as connection:
            row = connection.execute(f"SELECT {_COLUMNS} FROM provider WHERE name = ?", (provider,)).fetchone()
        return None if row is None else _state(row)

    def all(self) -> list[ProviderState]:
        """Every provider, by name."""
        with self._database.read() as connection:
            rows = connection.execute(f"SELECT {_COLUMNS} FROM provider ORDER BY name").fetchall()
        return [_state(row) for row in rows]

    def refresh_token(self, provider: str) -> str | None:
        """The refresh token of the last login or refresh, or None where there is none that can be read."""
        with self._database.read() as connection:
            row = connection.execute("SELECT refresh_token FROM provider WHERE name = ?", (provider,)).fetchone()
        if row is None or row[0] is None:
            return None
        try:
            return self._cipher.decrypt(row[0])
        except UnreadableError as error:
            LOG.error(
                f"the refresh token of {provider} cannot be read: {error}. Mend with: ovos-jarvis auth login {provider}"
            )
            return None

    def authenticated(
        self,
        provider: str,
        *,
        expires_in: float | None = None,
        refresh_token: str | None = None,
        refresh_token_key: str | None = None,
        base_url: str | None = None,
    ) -> None:
        """A login or a refresh went well; clears the flag.

        Args:
            expires_in: seconds the access token lives from now; None where the provider did not say.
            refresh_token, refresh_token_key, base_url: None keeps what is known.
        """
        now = self._clock()
        expires_at = None if expires_in is None else now + expires_in
        token = self._cipher.encrypt(refresh_token) if refresh_token else None
        with self._database.write() as connection:
            connection.execute(
                "INSERT INTO provider "
                "(name, expires_at, authed_at, refresh_token, refresh_token_key, base_url) "
                "VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (name) DO UPDATE SET needs_reauth = 0, reason = NULL, "
                "expires_at = excluded.expires_at, authed_at = excluded.authed_at, "
                "refresh_token = COALESCE(excluded.refresh_token, refresh_token), "
                "refresh_token_key = COALESCE(excluded.refresh_token_key, refresh_token_key), "
                "base_url = COALESCE(excluded.base_url, base_url)",
                (provider, expires_at, now, token, refresh_token_key, base_url),
            )

    def flag(self, provider: str, reason: str | None) -> None:
        """The user has to log in again; *reason* is shown and must hold no secret."""
        with self._database.write() as connection:
            connection.execute(
                "INSERT INTO provider (name, needs_reauth, reason) VALUES (?, 1, ?) "
                "ON CONFLICT (name) DO UPDATE SET needs_reauth = 1, reason = excluded.reason",
                (provider, reason),
            )

    def clear_flag(self, provider: str) -> None:
        """Credentials were stored by other means: no login is needed."""
        with self._database.write() as connection:
            connection.execute(
                "INSERT INTO provider (name, authed_at) VALUES (?, ?) "
                "ON CONFLICT (name) DO UPDATE SET "
                "needs_reauth = 0, reason = NULL, authed_at = excluded.authed_at",
                (provider, self._clock()),
            )

    def forget(self, provider: str) -> bool:
        """Whether something was known."""
        with self._database.write() as connection:
            return bool(connection.execute("DELETE FROM provider WHERE name = ?", (provider,)).rowcount)

    @contextlib.contextmanager
    def refreshing(self, provider: str) -> Iterator[None]:
        """Hold the provider against every other process and thread that would refresh it.

        A refresh token may be good for one use only: two refreshes at once would lose the login.
        """
        safe = re.sub(r"[^A-Za-z0-9_-]", "_", provider)
        folder: Path = self._database.path.parent
        with exclusive_lock(folder / f"refresh-{safe}.lock"):
            yield


def _state(row: tuple[Any, ...]) -> ProviderState:
    name, expires_at, needs_reauth, reason, authed_at, base_url, refresh_token_key = row
    return ProviderState(
        name, _moment(expires_at), bool(needs_reauth), reason, _moment(authed_at), base_url, refresh_token_key
    )


def _moment(seconds: float | None) -> datetime | None:
    return None if seconds is None else datetime.fromtimestamp(seconds, timezone.utc)
