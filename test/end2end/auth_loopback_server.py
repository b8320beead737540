"""A small OAuth 2 authorization server on loopback: codes, PKCE (S256), refresh with rotation, refusals.

It is strict where a client could get it wrong: a code works once, with its own redirect address and verifier.
"""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qsl, urlencode, urlsplit

from ovos_phal_plugin_jarvis.sdk import (
    AuthenticationConfig,
    CommandExample,
    CommandResponse,
    IJarvisCommand,
    JarvisSecret,
    JarvisStorage,
)


class AuthServer:
    def __init__(self) -> None:
        self.refuse_user = False
        self.forge_state = False
        self.refuse_refresh = False
        self.broken = False
        self.expires_in: object = 3600
        self.require_redirect_uri = True
        self.require_pkce = True
        self.authorize_query: dict[str, str] = {}
        self.token_forms: list[dict[str, str]] = []
        self.codes: dict[str, dict[str, str]] = {}
        self.refresh_tokens: set[str] = set()
        self.access_tokens: set[str] = set()
        self.probes = 0
        server = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                parts = urlsplit(self.path)
                if parts.path == "/api/":
                    server.probes += 1
                    self.answer(401, {"message": "unauthorized"})
                elif parts.path == "/auth/authorize":
                    self.send_response(302)
                    self.send_header("Location", server.authorize(dict(parse_qsl(parts.query))))
                    self.end_headers()
                else:
                    self.answer(404, {})

            def do_POST(self) -> None:
                form = dict(parse_qsl(self.rfile.read(int(self.headers["Content-Length"])).decode()))
                if self.path != "/auth/token":
                    self.answer(404, {})
                elif server.broken:
                    self.answer(503, {"oops": True})
                else:
                    server.token_forms.append(form)
                    self.answer(*server.token(form))

            def answer(self, status: int, body: dict[str, object]) -> None:
                text = json.dumps(body).encode()
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(text)))
                self.end_headers()
                self.wfile.write(text)

            def log_message(self, format: str, *args: object) -> None:
                pass

        self._http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.port = self._http.server_address[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self._thread = threading.Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.02})

    def __enter__(self) -> AuthServer:
        self._thread.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._http.shutdown()
        self._thread.join()
        self._http.server_close()

    def authorize(self, query: dict[str, str]) -> str:
        self.authorize_query = query
        state = "forged" if self.forge_state else query.get("state", "")
        if self.refuse_user:
            answer = {"error": "access_denied", "error_description": "The user said no", "state": state}
        else:
            code = secrets.token_urlsafe()
            self.codes[code] = query
            answer = {"code": code, "state": state}
        return f"{query['redirect_uri']}?{urlencode(answer)}"

    def token(self, form: dict[str, str]) -> tuple[int, dict[str, object]]:
        if form.get("client_id") != "the-client":
            return 401, {"error": "invalid_client"}
        if form.get("grant_type") == "authorization_code":
            asked = self.codes.pop(form.get("code", ""), None)
            if asked is None:
                return 400, {"error": "invalid_grant", "error_description": "unknown code"}
            if self.require_redirect_uri and form.get("redirect_uri") != asked["redirect_uri"]:
                return 400, {"error": "invalid_grant", "error_description": "redirect_uri does not match"}
            if not self.require_redirect_uri and "redirect_uri" in form:
                return 400, {"error": "invalid_request", "error_description": "redirect_uri is not allowed"}
            if self.require_pkce:
                digest = hashlib.sha256(form.get("code_verifier", "").encode()).digest()
                challenge = base64.urlsafe_b64encode(digest).rstrip(b"=").decode()
                if asked.get("code_challenge_method") != "S256" or asked.get("code_challenge") != challenge:
                    return 400, {"error": "invalid_grant", "error_description": "PKCE failed"}
        elif form.get("grant_type") == "refresh_token":
            if self.refuse_refresh or form.get("refresh_token") not in self.refresh_tokens:
                return 400, {"error": "invalid_grant", "error_description": "the refresh token was revoked"}
            self.refresh_tokens.discard(form["refresh_token"])
        else:
            return 400, {"error": "unsupported_grant_type"}
        access, refresh = f"access-{secrets.token_hex(8)}", f"refresh-{secrets.token_hex(8)}"
        self.access_tokens.add(access)
        self.refresh_tokens.add(refresh)
        answer = {"access_token": access, "refresh_token": refresh, "token_type": "Bearer"}
        return 200, answer if self.expires_in is None else {**answer, "expires_in": self.expires_in}


class MailCommand(IJarvisCommand):
    """A command that logs in; what differs between tests is set on the instance."""

    command_name = "read_mail"
    description = "Read mail"
    keywords = ["mail"]
    parameters: list = []
    config: AuthenticationConfig | None = None

    @property
    def required_secrets(self):
        return [JarvisSecret("MAIL_ACCESS_TOKEN", "Token", "integration", "string")]

    @property
    def authentication(self):
        return self.config

    def generate_prompt_examples(self):
        return [CommandExample("read my mail", {})]

    def generate_adapter_examples(self):
        return self.generate_prompt_examples()

    def run(self, request_info, **kwargs):
        return CommandResponse.final_response({"message": "no mail"})

    def store_auth_values(self, values):
        storage = JarvisStorage(self.command_name)
        self.last_values = dict(values)
        storage.set_secret("MAIL_ACCESS_TOKEN", values["access_token"])
        if "refresh_token" in values:
            storage.set_secret("MAIL_REFRESH_TOKEN", values["refresh_token"])


def external_config(server: AuthServer, **changes: object) -> AuthenticationConfig:
    settings: dict[str, object] = {
        "type": "oauth",
        "provider": "mail",
        "friendly_name": "Mail",
        "client_id": "the-client",
        "keys": ["access_token", "refresh_token"],
        "authorize_url": f"{server.url}/auth/authorize",
        "exchange_url": f"{server.url}/auth/token",
        "scopes": ["read", "send"],
        "supports_pkce": True,
        "refresh_token_secret_key": "MAIL_REFRESH_TOKEN",
        "extra_authorize_params": {"access_type": "offline"},
        **changes,
    }
    return AuthenticationConfig(**settings)  # type: ignore[arg-type]


def local_config(server: AuthServer, **changes: object) -> AuthenticationConfig:
    settings: dict[str, object] = {
        "authorize_url": None,
        "exchange_url": None,
        "authorize_path": "/auth/authorize",
        "exchange_path": "/auth/token",
        "discovery_port": server.port,
        "discovery_probe_path": "/api/",
        **changes,
    }
    return external_config(server, **settings)


class Browser:
    """What a user's browser does: opens the address and follows redirects. Call it as ``show_url``."""

    def __init__(self) -> None:
        self.urls: list[str] = []
        self.threads: list[threading.Thread] = []

    def __call__(self, url: str) -> None:
        self.urls.append(url)
        thread = threading.Thread(target=self._visit, args=(url,))
        thread.start()
        self.threads.append(thread)

    def _visit(self, url: str) -> None:
        import requests

        with requests.Session() as session:
            session.trust_env = False
            session.get(url, timeout=10)

    def close(self) -> None:
        for thread in self.threads:
            thread.join()
