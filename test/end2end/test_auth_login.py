"""Logging in at a real authorization server on loopback."""

from __future__ import annotations

import threading
from datetime import datetime, timezone
from urllib.parse import urlencode

import pytest
from auth_loopback_server import AuthServer, Browser, MailCommand, external_config, local_config
from ovos_utils.log import LOG

from leftovers import Since
from ovos_phal_plugin_jarvis.commands.auth.login import AuthError, AuthService, LoginRefused, WrongState
from ovos_phal_plugin_jarvis.sdk.storage import set_backend
from ovos_phal_plugin_jarvis.stores import open_stores

NOW = 1_700_000_000.0


@pytest.fixture
def server(monkeypatch):
    monkeypatch.setenv("NO_PROXY", "127.0.0.1,localhost")
    with AuthServer() as running:
        yield running


@pytest.fixture
def stores(tmp_path):
    with open_stores(tmp_path / "s", clock=lambda: NOW) as opened:
        set_backend(opened.backend())
        yield opened
        set_backend(None)


@pytest.fixture
def browser():
    opened = Browser()
    yield opened
    opened.close()


@pytest.fixture
def mail(server):
    command = MailCommand()
    command.config = external_config(server)
    return command


@pytest.fixture
def service(stores, mail):
    return AuthService(stores, lambda: [mail], clock=lambda: NOW)


def nothing_was_stored(stores) -> bool:
    return stores.secrets.values("integration") == {} and stores.auth.get("mail") is None


def test_success(server, stores, mail, service, browser):
    assert mail.needs_auth(secrets=stores.secrets.values("integration")) is True
    result = service.login("mail", show_url=browser)
    assert result.stored == ("read_mail",) and result.failed == {}
    assert result.expires_at == datetime.fromtimestamp(NOW + 3600, timezone.utc)
    kept = stores.secrets.values("integration")
    assert kept["MAIL_ACCESS_TOKEN"] in server.access_tokens
    assert kept["MAIL_REFRESH_TOKEN"] in server.refresh_tokens
    assert stores.auth.refresh_token("mail") == kept["MAIL_REFRESH_TOKEN"]
    assert mail.needs_auth(secrets=kept, auth_status=service.status("mail")) is False
    query = server.authorize_query
    assert query["scope"] == "read send" and query["access_type"] == "offline"
    assert query["redirect_uri"].startswith("http://127.0.0.1:")
    assert query["code_challenge_method"] == "S256"
    assert "_base_url" not in mail.last_values


def test_every_command_of_the_provider_gets_the_values(server, stores, mail, browser):
    second, stranger, broken = MailCommand(), MailCommand(), MailCommand()
    second.command_name, stranger.command_name, broken.command_name = "send_mail", "other", "broken"
    second.config = external_config(server)
    stranger.config = external_config(server, provider="elsewhere")
    broken.config = external_config(server)
    broken.store_auth_values = lambda values: {}[values["access_token"]]
    service = AuthService(stores, lambda: [mail, broken, second, stranger], clock=lambda: NOW)
    result = service.login("mail", show_url=browser)
    assert result.stored == ("read_mail", "send_mail")
    assert result.failed == {"broken": "store_auth_values raised KeyError"}
    assert not hasattr(stranger, "last_values")
    assert sorted(service.providers()) == ["elsewhere", "mail"]


def test_a_login_is_stored_for_the_user_it_is_of(server, stores, mail, browser):
    from ovos_phal_plugin_jarvis.sdk import get_current_user_id

    users = []
    mail.store_auth_values = lambda values: users.append(get_current_user_id())
    service = AuthService(stores, lambda: [mail], clock=lambda: NOW)
    service.login("mail", show_url=browser, user_id=7)
    service.login("mail", show_url=browser)
    assert users == [7, None]
    assert get_current_user_id() is None


def test_refused_by_the_user(server, stores, service, browser):
    server.refuse_user = True
    with pytest.raises(LoginRefused, match="mail refused: access_denied: The user said no"):
        service.login("mail", show_url=browser)
    assert nothing_was_stored(stores)


def test_wrong_state(server, stores, service, browser):
    server.forge_state = True
    with pytest.raises(WrongState, match="does not belong to this login"):
        service.login("mail", show_url=browser)
    assert nothing_was_stored(stores)
    assert server.token_forms == [], "the code of another login must never be exchanged"


def test_refused_at_the_exchange(server, stores, mail, service, browser):
    mail.config.extra_exchange_params = {"code_verifier": "x"}
    mail.config.client_id = "unknown"
    with pytest.raises(LoginRefused, match="mail refused: invalid_client"):
        service.login("mail", show_url=browser)
    assert nothing_was_stored(stores)


def test_a_provider_that_is_down(server, stores, service, browser):
    server.broken = True
    with pytest.raises(AuthError, match="mail cannot be reached"):
        service.login("mail", show_url=browser)
    assert nothing_was_stored(stores)


def test_nobody_logs_in(stores, service):
    since = Since()
    with pytest.raises(LoginRefused, match="nobody logged in within 0.2 s"):
        service.login("mail", show_url=lambda _url: None, timeout=0.2)
    assert since.nothing(), since.threads()
    assert nothing_was_stored(stores)


def test_unknown_provider_names_the_known_ones(service):
    with pytest.raises(AuthError, match="'calendar'; known: mail"):
        service.login("calendar", show_url=lambda _url: None)


def test_without_pkce_and_with_a_client_secret(server, stores, mail, service, browser):
    server.require_pkce = False
    mail.config = external_config(server, supports_pkce=False, client_secret="s3cret")
    service.login("mail", show_url=browser)
    assert "code_challenge" not in server.authorize_query
    assert server.token_forms[0]["client_secret"] == "s3cret"
    assert "code_verifier" not in server.token_forms[0]


@pytest.mark.parametrize("given", ["base_url", "hosts", "loopback"])
def test_a_local_service(server, stores, mail, service, browser, given):
    server.require_redirect_uri = False
    mail.config = local_config(server, send_redirect_uri_in_exchange=False)
    options: dict = {"base_url": server.url + "/"} if given == "base_url" else {}
    if given == "hosts":
        options = {"hosts": ["127.0.0.1"]}
    service.login("mail", show_url=browser, **options)
    assert mail.last_values["_base_url"] == server.url
    assert server.probes == (0 if given == "base_url" else 1)
    state = stores.auth.get("mail")
    assert state is not None and state.base_url == server.url


def test_a_local_service_that_is_not_there_names_the_address(server, stores, mail, service):
    mail.config = local_config(server, discovery_probe_path="/nothing-here")
    with pytest.raises(AuthError, match=rf"{server.url}: give its address with --base-url"):
        service.login("mail", show_url=lambda _url: None)
    with pytest.raises(AuthError, match="'ftp://x' is no address"):
        service.login("mail", show_url=lambda _url: None, base_url="ftp://x")


def test_pasting_the_redirected_address(server, stores, mail, service):
    """A browser on another machine, or a provider that redirects to an app."""
    mail.config = external_config(server, native_redirect_uri="com.example.app:/oauth")
    with pytest.raises(AuthError, match="--paste"):
        service.login("mail", show_url=lambda _url: None)
    shown: list[str] = []

    def paste() -> str:
        from urllib.parse import parse_qsl, urlsplit

        return server.authorize(dict(parse_qsl(urlsplit(shown[0]).query)))

    service.login("mail", show_url=shown.append, ask_redirected=paste)
    assert server.authorize_query["redirect_uri"] == "com.example.app:/oauth"
    assert stores.secrets.get("MAIL_ACCESS_TOKEN", "integration") in server.access_tokens
    with pytest.raises(WrongState):
        service.login(
            "mail",
            show_url=lambda _url: None,
            ask_redirected=lambda: "com.example.app:/oauth?" + urlencode({"code": "c", "state": "s"}),
        )


def test_other_requests_to_the_redirect_port_are_no_answer(server, stores, service, browser):
    import requests

    def nosy(url: str) -> None:
        from urllib.parse import parse_qs, urlsplit

        redirect = parse_qs(urlsplit(url).query)["redirect_uri"][0]

        def visit() -> None:
            with requests.Session() as session:
                session.trust_env = False
                assert session.get(redirect.replace("/callback", "/favicon.ico"), timeout=5).status_code == 404
                assert session.get(redirect, timeout=5).status_code == 404
            browser(url)

        thread = threading.Thread(target=visit)
        thread.start()
        threads.append(thread)

    threads: list[threading.Thread] = []
    service.login("mail", show_url=nosy)
    for thread in threads:
        thread.join()
    assert stores.secrets.get("MAIL_ACCESS_TOKEN", "integration")


def test_no_token_or_code_is_logged_or_told(server, mail, service, browser, monkeypatch):
    lines: list[str] = []
    for level in ("debug", "info", "warning", "error", "exception"):
        monkeypatch.setattr(LOG, level, lambda text, *_a, **_k: lines.append(str(text)))

    def quoting(values: dict[str, str]) -> None:
        raise ValueError(f"cannot use {values}")

    mail.store_auth_values = quoting
    with pytest.raises(AuthError) as failure:
        service.login("mail", show_url=browser)
    said = "\n".join([*lines, str(failure.value), repr(failure.value)])
    for token in [*server.access_tokens, *server.refresh_tokens, server.token_forms[0]["code"]]:
        assert token not in said
    assert "read_mail: store_auth_values raised ValueError" in said
