"""The door: the Host and the Origin of each request, what is sent with every answer, and errors as JSON."""

from __future__ import annotations

import ipaddress
import re
import secrets
from typing import Any

from ovos_utils.log import LOG
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ovos_phal_plugin_jarvis.config import HttpConfig
from ovos_phal_plugin_jarvis.foreign_text import log_error
from ovos_phal_plugin_jarvis.gateways.http.answers import Problem
from ovos_phal_plugin_jarvis.gateways.http.auth import is_own_origin

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
_ALWAYS = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"permissions-policy", b"microphone=(self), camera=(), geolocation=()"),
)
_HOST = re.compile(r"(?P<name>\[[0-9A-Fa-f:.]+\]|[^:\[\]@/\\\s]+)(?::(?P<port>[0-9]{1,5}))?")
LOOPBACK_NAMES = frozenset({"localhost", "127.0.0.1", "::1"})
MAX_HEAD = 32_768
"""Bytes of a request's headers."""
CLOSE = {"Connection": "close"}
_NOT_DONE = {404: "there is nothing at this address", 405: "this address does not take that method"}
_METHODS = "GET, POST, PUT, DELETE"
_HEADERS = "Authorization, Content-Type, X-Conversation-Id, X-CSRF-Token, Mcp-Session-Id, MCP-Protocol-Version"


class Door:
    """Lets a request in to the app, or answers it."""

    def __init__(self, app: ASGIApp, config: HttpConfig) -> None:
        """
        Args:
            app: what is behind it.
            config: which hosts and origins are ours.
        """
        self._app = app
        self._hosts = LOOPBACK_NAMES | {host.strip("[]").lower() for host in config.allowed_hosts}
        if config.host not in ("0.0.0.0", "::", ""):
            self._hosts |= {config.host.strip("[]").lower()}
        self._origins = {origin.rstrip("/").lower() for origin in config.allowed_origins}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self._app(scope, receive, send)
            return
        request_id = secrets.token_hex(8)
        scope["app"] = self._app  # so that what has no address raises, and is answered below
        scope["state"] = {**scope.get("state", {}), "request_id": request_id}
        extra = [*_ALWAYS, (b"x-request-id", request_id.encode())]
        begun = False

        async def send_with(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                names = {name for name, _ in message["headers"]}
                message["headers"] = [*message["headers"], *(pair for pair in extra if pair[0] not in names)]
                if b"cache-control" not in names:
                    message["headers"].append((b"cache-control", b"no-store"))
            await send(message)

        try:
            allowed = self._check(HTTPConnection(scope))
            if allowed:
                extra += [(b"access-control-allow-origin", allowed.encode("latin-1")), (b"vary", b"Origin")]
            if allowed and scope["method"] == "OPTIONS":
                told = {"Access-Control-Allow-Methods": _METHODS, "Access-Control-Allow-Headers": _HEADERS}
                await Response(status_code=204, headers=told)(scope, receive, send_with)
                return
            await self._app(scope, receive, send_with)
        except Problem as problem:
            await self._answer(problem, begun, scope, receive, send_with)
        except HTTPException as error:
            status = error.status_code
            why = Problem(status, _NOT_DONE.get(status, error.detail), headers=error.headers)
            await self._answer(why, begun, scope, receive, send_with)
        except Exception as error:  # noqa: BLE001 - the one place where a request ends, whatever went wrong
            log_error(f"an HTTP request failed (request {request_id})", error)
            await self._answer(
                Problem(500, "internal error; the log has the details"), begun, scope, receive, send_with
            )

    async def _answer(self, problem: Problem, begun: bool, scope: Scope, receive: Receive, send: Send) -> None:
        if begun:
            LOG.debug(f"an answer broke off: {problem}")
            raise problem  # the server closes the connection: half an answer must not look like a whole one
        await problem.response()(scope, receive, send)

    def _check(self, request: HTTPConnection) -> str:
        """The foreign origin that may read the answer; empty where there is none.

        Raises:
            Problem: the Host or the Origin is none of ours.
        """
        headers = request.headers
        if sum(len(name) + len(value) for name, value in headers.raw) > MAX_HEAD:
            raise Problem(431, f"the head is too large: at most {MAX_HEAD} bytes are read", headers=CLOSE)
        if "transfer-encoding" in headers and "content-length" in headers:
            # Whoever stands between may see another end of it than we do (RFC 9112 §6.3).
            raise Problem(400, "a body has one length: Content-Length or Transfer-Encoding", headers=CLOSE)
        hosts = headers.getlist("host")
        found = _HOST.fullmatch(hosts[0]) if len(hosts) == 1 else None
        if found is None or not self._is_ours(found["name"].strip("[]").lower(), request.scope):
            # A name of somebody else's that leads here: DNS rebinding.
            raise Problem(
                403, "this server does not go by that Host; name it in the configuration, under http: allowed_hosts"
            )
        origins = headers.getlist("origin")
        if not origins:
            return ""
        if len(origins) == 1:
            origin = origins[0]
            if is_own_origin(origin, request.scope.get("scheme", "http"), hosts[0]):
                return ""
            if origin.rstrip("/").lower() in self._origins:
                return origin
        raise Problem(403, "this Origin may not ask here; allow it in the configuration, under http: allowed_origins")

    def _is_ours(self, name: str, scope: Scope) -> bool:
        if name in self._hosts:
            return True
        try:
            asked = ipaddress.ip_address(name)
        except ValueError:
            return False
        # No name leads astray where none was asked for: the address that the connection came to is ours.
        server: Any = scope.get("server")
        try:
            return bool(server) and ipaddress.ip_address(server[0]) == asked
        except ValueError:
            return False
