"""The refresh_token grant, against a token endpoint on loopback."""

from __future__ import annotations

import json
import logging
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from urllib.parse import parse_qs

import pytest

from ovos_phal_plugin_jarvis.sdk import AuthenticationConfig, CommandExample, CommandResponse, IJarvisCommand


class Endpoint(HTTPServer):
    """Answers every POST with what the test has put into ``answer``."""

    def __init__(self):
        super().__init__(("127.0.0.1", 0), _Handler)
        self.answer: tuple[int, bytes] = (200, b"{}")
        self.forms: list[dict[str, str]] = []
        self.url = f"http://127.0.0.1:{self.server_port}/token"


class _Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        assert self.headers["Content-Type"] == "application/x-www-form-urlencoded"
        self.server.forms.append({k: v[0] for k, v in parse_qs(body).items()})
        status, answer = self.server.answer
        self.send_response(status)
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *_):
        """Keep the test's output clean."""


@pytest.fixture
def endpoint():
    with Endpoint() as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield server
        server.shutdown()
        thread.join()


def login(url, **config):
    class Login(IJarvisCommand):
        command_name, description = "login", "Logs in"
        keywords: list = []
        parameters: list = []
        required_secrets: list = []
        authentication = AuthenticationConfig("oauth", "somewhere", "S", "client-1", [], exchange_url=url, **config)

        def generate_prompt_examples(self):
            return [CommandExample("x", {})]

        def generate_adapter_examples(self):
            return []

        def run(self, request_info, **kwargs):
            return CommandResponse()

    return Login()


def test_the_grant_and_its_answer(endpoint):
    endpoint.answer = (
        200,
        json.dumps({"access_token": "new", "refresh_token": "next", "expires_in": 60, "scope": "s"}).encode(),
    )
    bundle = login(endpoint.url).refresh_token(refresh_token="old", client_secret="shh")
    assert endpoint.forms == [
        {
            "grant_type": "refresh_token",
            "refresh_token": "old",
            "client_id": "client-1",
            "client_secret": "shh",
        }
    ]
    assert (bundle.access_token, bundle.refresh_token, bundle.expires_in) == ("new", "next", 60)
    assert bundle.raw["scope"] == "s"


def test_the_old_refresh_token_is_kept_where_none_comes(endpoint):
    endpoint.answer = 200, b'{"access_token": "new"}'
    assert login(endpoint.url).refresh_token(refresh_token="old").refresh_token == "old"
    assert "client_secret" not in endpoint.forms[0]


def test_the_configured_client_secret_is_sent(endpoint):
    endpoint.answer = 200, b'{"access_token": "new"}'
    login(endpoint.url, client_secret="configured").refresh_token(refresh_token="old")
    assert endpoint.forms[0]["client_secret"] == "configured"


@pytest.mark.parametrize(
    "answer",
    [
        (400, b'{"error": "invalid_grant"}'),
        (200, b"<html>"),
        (200, b"[]"),
        (200, b'{"error": "x"}'),
        (500, b""),
    ],
)
def test_any_failure_is_none_and_logged_without_the_token(endpoint, answer, caplog):
    endpoint.answer = answer
    with caplog.at_level(logging.WARNING):
        assert login(endpoint.url).refresh_token(refresh_token="the-token") is None
    assert "somewhere" in caplog.text
    assert "the-token" not in caplog.text


def test_no_one_there_is_none(endpoint):
    url = endpoint.url
    endpoint.socket.close()
    assert login(url).refresh_token(refresh_token="old", timeout_seconds=1) is None


def test_without_an_exchange_url_there_is_nothing_to_do():
    assert login(None).refresh_token(refresh_token="old") is None
    assert login("ht!tp:nonsense").refresh_token(refresh_token="old") is None
