"""Who may come in by HTTP or MCP: tokens that were shown once, of which only digests are kept."""

from __future__ import annotations

import hmac
import re
import secrets
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from ovos_phal_plugin_jarvis.stores import schema
from ovos_phal_plugin_jarvis.stores.database import Database
from ovos_phal_plugin_jarvis.stores.errors import StoreError
from ovos_phal_plugin_jarvis.stores.folder import data_directory

FILE = "tokens.db"
PREFIX = "jarvis_"
"""So that whoever finds one in a log or a repository knows what it is."""
SCOPES = ("translate", "act", "admin")
"""What a token is good for: planning without doing, doing, and settings."""
DEFAULT_SCOPES = ("translate", "act")
MAX_NAME = 64
MAX_TOKEN = 200
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
BUSY_TIMEOUT = 2.0


@dataclass(frozen=True)
class Token:
    """What is known of a token."""

    name: str
    scopes: tuple[str, ...]
    created: float
    """Seconds since 1970."""
    digest: bytes
    """SHA-256 of the token. It has 256 random bits, so that nothing slower is needed to keep it from being guessed."""


class TokenStore:
    """The tokens of a data folder, in a file of their own. Calls may come from any thread and any process."""

    def __init__(self, directory: Path | None = None, *, clock: Callable[[], float] = time.time) -> None:
        """
        Args:
            directory: where the file is; :func:`data_directory` where None.
            clock: seconds since 1970.

        Raises:
            StoreError: the file can't be used. A damaged one is set aside: then nobody gets in until a new token is
                made.
        """
        self._clock = clock
        self._database = Database((directory or data_directory()) / FILE, schema.TOKENS, busy_timeout=BUSY_TIMEOUT)

    def new(self, name: str, scopes: Iterable[str] = DEFAULT_SCOPES) -> str:
        """Make a token, and give it: it can't be read again.

        Args:
            name: whose it is; letters, digits, ``.``, ``_`` and ``-``, which is also who asks on the bus.
            scopes: of ``SCOPES``.

        Raises:
            StoreError: the name can't be used or is taken, a scope is unknown, or nothing can be kept.
        """
        if len(name) > MAX_NAME or not _NAME.fullmatch(name):
            raise StoreError(
                f"{name!r:.80} is no name for a token: use up to {MAX_NAME} letters, digits, '.', '_' and '-'"
            )
        wanted = tuple(scope for scope in SCOPES if scope in set(scopes))
        unknown = set(scopes) - set(SCOPES)
        if unknown or not wanted:
            named = f"{sorted(unknown)[0]!r:.40} is no scope" if unknown else "a token needs a scope"
            raise StoreError(f"{named}: there are {', '.join(SCOPES)}")
        token = PREFIX + secrets.token_urlsafe(32)
        with self._database.write() as connection:
            if connection.execute("SELECT 1 FROM token WHERE name = ?", (name,)).fetchone():
                raise StoreError(f"there is a token '{name}' already; revoke it first: ovos-jarvis token revoke {name}")
            connection.execute(
                "INSERT INTO token (name, digest, scopes, created) VALUES (?, ?, ?, ?)",
                (name, digest_of(token), " ".join(wanted), self._clock()),
            )
        return token

    def list(self) -> list[Token]:
        """Every token, by name.

        Raises:
            StoreError: the file can't be read.
        """
        with self._database.read() as connection:
            rows = connection.execute("SELECT name, scopes, created, digest FROM token ORDER BY name").fetchall()
        return [_token(row) for row in rows]

    def revoke(self, name: str) -> bool:
        """Let nobody in by that token from now on; False where there is none.

        Raises:
            StoreError: the file can't be written.
        """
        with self._database.write() as connection:
            return connection.execute("DELETE FROM token WHERE name = ?", (name,)).rowcount > 0

    def find(self, token: str) -> Token | None:
        """What is known of *token*; None where nobody was given it, or it was revoked.

        Raises:
            StoreError: the file can't be read.
        """
        return self.by_digest(digest_of(token)) if 0 < len(token) <= MAX_TOKEN else None

    def by_digest(self, digest: bytes) -> Token | None:
        """As ``find``, for who has shown the token before.

        Raises:
            StoreError: the file can't be read.
        """
        with self._database.read() as connection:
            row = connection.execute(
                "SELECT name, scopes, created, digest FROM token WHERE digest = ?", (digest,)
            ).fetchone()
        return _token(row) if row is not None and hmac.compare_digest(row[3], digest) else None

    def close(self) -> None:
        """Let go of the file."""
        self._database.close()


def digest_of(token: str) -> bytes:
    """What is kept of a token."""
    return sha256(token.encode("utf-8", "surrogatepass")).digest()


def _token(row: tuple[str, str, float, bytes]) -> Token:
    return Token(row[0], tuple(row[1].split()), row[2], row[3])
