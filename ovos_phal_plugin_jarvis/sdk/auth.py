"""Values of authentication: tokens, the state of a login, and the error for settings that are not there."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone
from typing import Any


class MissingSecretsError(Exception):
    """A command was run while secrets that it requires have no value. ``missing_secrets`` holds their
    keys."""

    def __init__(self, missing_secrets: Iterable[str]) -> None:
        self.missing_secrets = list(missing_secrets)
        super().__init__(f"Missing required secrets: {', '.join(self.missing_secrets)}")


@dataclass
class TokenBundle:
    """What a token endpoint gave. Never log it: its text leaves the tokens out."""

    access_token: str | None = field(repr=False)
    refresh_token: str | None = field(repr=False)
    expires_in: int | None
    """Seconds from when it was given."""
    raw: dict[str, Any] = field(default_factory=dict, repr=False)
    """The whole answer, for what only the provider knows of."""

    def expires_at(self, now: datetime | None = None) -> datetime | None:
        """When the access token ends, counted from *now* (the present, in UTC, by default); None if it never
        said."""
        if self.expires_in is None:
            return None
        return (now or datetime.now(timezone.utc)) + timedelta(seconds=int(self.expires_in))


@dataclass
class AuthStatus:
    """What a host knows of a login: ``needs_auth`` once a provider has refused it, with the reason."""

    needs_auth: bool
    reason: str | None = None
