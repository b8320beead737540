"""Who asks: a bearer token, or the console's session cookie with its CSRF token."""

from __future__ import annotations

import hmac
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from ovos_phal_plugin_jarvis.gateways.http.answers import Problem
from ovos_phal_plugin_jarvis.stores.errors import StoreError
from ovos_phal_plugin_jarvis.stores.tokens import Token, TokenStore, digest_of

COOKIE = "jarvis_session"
CSRF_HEADER = "x-csrf-token"
SESSION_SECONDS = 12 * 3600.0
"""Without a request, after which a page has to log in again."""
MAX_SESSIONS = 1000
SAFE_METHODS = frozenset({"GET", "HEAD"})
_WANTS = {"WWW-Authenticate": "Bearer"}


@dataclass(frozen=True)
class Caller:
    """Who asks."""

    name: str
    scopes: tuple[str, ...]
    digest: bytes
    csrf: str = ""
    """Of the page's session; empty for who came with a token."""

    @property
    def session(self) -> str:
        """The session of the bus that their requests belong to."""
        return f"http:{self.name}"

    @property
    def anonymous(self) -> str:
        """Who it is, for a log: always the same for a token, and nothing that tells its name."""
        return sha256(b"user:" + self.digest).hexdigest()[:16]

    def may(self, scope: str) -> None:
        """
        Raises:
            Problem: it may not.
        """
        if scope not in self.scopes:
            raise Problem(403, f"this token is not made for that: it takes the scope '{scope}'")


@dataclass
class _Session:
    token: bytes
    csrf: str
    until: float


class Auth:
    """Tokens from the store, and sessions of pages in memory: after a restart a page logs in again."""

    def __init__(self, tokens: TokenStore, clock: Callable[[], float] = time.monotonic) -> None:
        """
        Args:
            tokens: who was let in; closed by its owner.
            clock: seconds that only grow.
        """
        self._tokens = tokens
        self._clock = clock
        self._sessions: dict[bytes, _Session] = {}

    @property
    def nobody_yet(self) -> bool:
        """Whether there is no token at all."""
        return not self._tokens.list()

    def caller(self, request: HTTPConnection, scope: str) -> Caller:
        """Who sends *request*, where they may do what *scope* stands for.

        Raises:
            Problem: 401 or 403.
        """
        caller = self.known(request)
        caller.may(scope)
        if caller.csrf and request.scope.get("method") not in SAFE_METHODS:
            given = request.headers.get(CSRF_HEADER, "")
            if not hmac.compare_digest(given.encode("utf-8", "replace"), caller.csrf.encode()):
                raise Problem(403, "the X-CSRF-Token header of the page's session is missing or wrong; log in again")
        return caller

    def known(self, request: HTTPConnection) -> Caller:
        """Who sends *request*, whatever they may do.

        Raises:
            Problem: 401, or 503 where the tokens can't be read.
        """
        header = request.headers.get("authorization")
        if header is not None:
            kind, _, shown = header.partition(" ")
            found = self._found(shown.strip()) if kind.lower() == "bearer" else None
            if found is None:
                raise Problem(401, "the token is not known here, or was revoked", headers=_WANTS)
            return Caller(found.name, found.scopes, found.digest)
        value = request.cookies.get(COOKIE)
        session = self._sessions.get(digest_of(value)) if value else None
        if session is None or value is None:
            raise Problem(
                401, "a token is needed: Authorization: Bearer TOKEN (ovos-jarvis token new NAME)", headers=_WANTS
            )
        token = None if self._clock() > session.until else self._by_digest(session.token)
        if token is None:
            self._sessions.pop(digest_of(value), None)
            raise Problem(401, "the session has ended; log in again", headers=_WANTS)
        session.until = self._clock() + SESSION_SECONDS
        return Caller(token.name, token.scopes, token.digest, session.csrf)

    def still_may(self, request: HTTPConnection, caller: Caller) -> bool:
        """Whether *caller*, who sent *request* a while ago, would be let in still: the token is not revoked, and the
        page's session not ended. Looking does not make the session last."""
        try:
            token = self._by_digest(caller.digest)
        except Problem:
            return False
        if token is None or not caller.csrf:
            return token is not None
        value = request.cookies.get(COOKIE)
        session = self._sessions.get(digest_of(value)) if value else None
        return session is not None and session.csrf == caller.csrf and self._clock() <= session.until

    def log_in(self, token: object) -> tuple[Caller, str]:
        """A session for who shows *token*.

        Returns:
            Who it is, and the cookie's value.

        Raises:
            Problem: 401.
        """
        found = self._found(token) if isinstance(token, str) else None
        if found is None:
            raise Problem(401, "the token is not known here, or was revoked", headers=_WANTS)
        now, value = self._clock(), secrets.token_urlsafe(32)
        self._sessions = {key: kept for key, kept in self._sessions.items() if kept.until > now}
        while len(self._sessions) >= MAX_SESSIONS:
            self._sessions.pop(next(iter(self._sessions)))
        session = _Session(found.digest, secrets.token_urlsafe(32), now + SESSION_SECONDS)
        self._sessions[digest_of(value)] = session
        return Caller(found.name, found.scopes, found.digest, session.csrf), value

    def log_out(self, request: HTTPConnection) -> None:
        """End the session of the page that sends *request*."""
        value = request.cookies.get(COOKIE)
        if value:
            self._sessions.pop(digest_of(value), None)

    def _found(self, token: str) -> Token | None:
        try:
            return self._tokens.find(token)
        except StoreError as error:
            raise Problem(503, f"the tokens can't be read: {error}") from None

    def _by_digest(self, digest: bytes) -> Token | None:
        try:
            return self._tokens.by_digest(digest)
        except StoreError as error:
            raise Problem(503, f"the tokens can't be read: {error}") from None


def cookie(value: str, *, secure: bool, ends: bool = False) -> str:
    """A ``Set-Cookie`` header for the session's cookie.

    Args:
        value: of the cookie.
        secure: whether it travels over TLS alone.
        ends: take it away.
    """
    age = 0 if ends else int(SESSION_SECONDS)
    return f"{COOKIE}={value}; Path=/; Max-Age={age}; HttpOnly; SameSite=Strict" + ("; Secure" if secure else "")


def is_own_origin(origin: str, scheme: str, host: str) -> bool:
    """Whether *origin* is the server's own as the browser reached it."""
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    return parts.scheme == scheme and parts.netloc.lower() == host.lower() != ""
