"""Expired tokens are renewed, refused ones flagged, outages neither."""

from __future__ import annotations

import threading

import pytest
from auth_loopback_server import AuthServer, Browser, MailCommand, external_config, local_config

from ovos_phal_plugin_jarvis.commands.auth.login import (
    AuthService,
    BackgroundRefresher,
    ProviderUnavailable,
    RefreshRefused,
)
from ovos_phal_plugin_jarvis.sdk import TokenBundle
from ovos_phal_plugin_jarvis.sdk.storage import JarvisStorage, set_backend
from ovos_phal_plugin_jarvis.stores import open_stores


class World:
    """A server, a command that is logged in there, and a clock."""

    def __init__(self, server: AuthServer, folder, **config: object) -> None:
        self.now = 1_700_000_000.0
        self.server = server
        self.stores = open_stores(folder, clock=lambda: self.now)
        set_backend(self.stores.backend())
        self.command = MailCommand()
        make = local_config if config.pop("local", False) else external_config
        self.command.config = make(server, **config)
        self.service = AuthService(self.stores, lambda: [self.command], clock=lambda: self.now)

    def log_in(self) -> None:
        browser = Browser()
        self.service.login("mail", show_url=browser)
        browser.close()

    def access_token(self) -> str | None:
        return self.stores.secrets.get("MAIL_ACCESS_TOKEN", "integration")

    def refreshes(self) -> int:
        return sum(form["grant_type"] == "refresh_token" for form in self.server.token_forms)


@pytest.fixture
def server(monkeypatch):
    monkeypatch.setenv("NO_PROXY", "127.0.0.1,localhost")
    with AuthServer() as running:
        yield running


@pytest.fixture
def world(server, tmp_path):
    made: list[World] = []

    def make(**config: object) -> World:
        made.append(World(server, tmp_path / str(len(made)), **config))
        made[-1].log_in()
        return made[-1]

    yield make
    set_backend(None)
    for one in made:
        one.stores.close()


@pytest.mark.parametrize("local", [False, True])
@pytest.mark.parametrize("with_secret", [True, False])
def test_an_expired_token_is_renewed_before_use(world, local, with_secret):
    """Also for a service at home, and where no secret holds the refresh token."""
    w = world(local=local, refresh_token_secret_key="MAIL_REFRESH_TOKEN" if with_secret else None)
    first = w.access_token()
    w.now += 3600 - 61
    assert w.service.refresher.refresh_if_needed(w.command) is True
    assert w.access_token() == first and w.refreshes() == 0
    w.now += 2
    assert w.service.refresher.refresh_if_needed(w.command) is True
    assert w.access_token() != first and w.access_token() in w.server.access_tokens
    assert w.stores.secrets.get("MAIL_REFRESH_TOKEN", "integration") in w.server.refresh_tokens
    assert ("_base_url" in w.command.last_values) is local
    w.now += 3600
    assert w.service.refresher.refresh_if_needed(w.command) is True, "the rotated refresh token was kept"
    assert w.refreshes() == 2


def test_a_refused_refresh_is_flagged_until_the_next_login(world):
    w = world(requires_background_refresh=True)
    w.server.refuse_refresh = True
    w.now += 3600
    assert w.service.refresher.refresh_if_needed(w.command) is False
    status = w.service.status("mail")
    assert status.needs_auth and "invalid_grant: the refresh token was revoked" in status.reason
    assert w.command.needs_auth(secrets=w.stores.secrets.values("integration"), auth_status=status) is True
    assert w.service.refresher.refresh_if_needed(w.command) is False
    assert w.service.refresher.refresh_due() == []
    assert w.refreshes() == 1, "a refused token is not tried again and again"
    with pytest.raises(RefreshRefused):
        w.service.refresher.refresh(w.service.provider("mail"))
    w.server.refuse_refresh = False
    w.log_in()
    assert not w.service.status("mail").needs_auth


def test_an_outage_flags_nothing(world):
    w = world()
    w.now += 3600
    w.server.broken = True
    assert w.service.refresher.refresh_if_needed(w.command) is False
    with pytest.raises(ProviderUnavailable):
        w.service.refresher.refresh(w.service.provider("mail"))
    assert not w.service.status("mail").needs_auth
    w.server.broken = False
    assert w.service.refresher.refresh_if_needed(w.command) is True


def test_background_renews_what_asks_for_it_and_is_due(world):
    w = world(requires_background_refresh=True, refresh_interval_seconds=600)
    assert w.service.refresher.refresh_due() == []
    w.now += 3600 - 599
    assert w.service.refresher.refresh_due() == ["mail"]
    assert w.refreshes() == 1
    assert w.service.refresher.refresh_due() == []
    w.command.config.requires_background_refresh = False
    w.now += 3600
    assert w.service.refresher.refresh_due() == []


def test_a_token_without_a_known_end_is_renewed_by_the_interval(world):
    w = world(requires_background_refresh=True, refresh_interval_seconds=600)
    w.server.expires_in = None
    w.log_in()
    assert w.stores.auth.get("mail").expires_at is None
    assert w.service.refresher.refresh_if_needed(w.command) is True and w.refreshes() == 0
    w.now += 599
    assert w.service.refresher.refresh_due() == []
    w.now += 1
    assert w.service.refresher.refresh_due() == ["mail"]


def test_the_background_thread_starts_works_and_ends(world):
    w = world(requires_background_refresh=True)
    w.now += 3600
    refresher = BackgroundRefresher(w.service.refresher, every=0.02)
    refresher.start()
    refresher.start()
    assert [thread.name for thread in threading.enumerate()].count("jarvis-token-refresh") == 1
    waiting = threading.Event()
    for _ in range(500):
        if w.refreshes():
            break
        waiting.wait(0.01)
    refresher.stop()
    refresher.stop()
    assert w.refreshes() == 1
    assert "jarvis-token-refresh" not in [thread.name for thread in threading.enumerate()]


def test_no_thread_where_nothing_asks_for_it(world):
    w = world()
    refresher = BackgroundRefresher(w.service.refresher)
    refresher.start()
    assert "jarvis-token-refresh" not in [thread.name for thread in threading.enumerate()]
    refresher.stop()


def test_two_at_once_use_the_refresh_token_once(world):
    w = world()
    w.now += 3600
    threads = [threading.Thread(target=w.service.refresher.refresh_if_needed, args=(w.command,)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert w.refreshes() == 1 and not w.service.status("mail").needs_auth


class OlderCommand(MailCommand):
    """Renews by itself, as the interface of built-in commands had it."""

    answer = True

    def refresh_token(self) -> bool:
        JarvisStorage(self.command_name).set_secret("MAIL_ACCESS_TOKEN", "by itself")
        return self.answer


class OwnGrantCommand(MailCommand):
    """Overrides the SDK's method."""

    answer: TokenBundle | None = TokenBundle("own access", "own refresh", 100)

    def refresh_token(self, *, refresh_token, client_secret=None, timeout_seconds=15.0):
        self.given = refresh_token
        return self.answer


@pytest.mark.parametrize("kind", [OlderCommand, OwnGrantCommand])
def test_a_command_that_renews_in_its_own_way(world, kind):
    w = world()
    config = w.command.config
    w.command = kind()
    w.command.config = config
    held = w.stores.secrets.get("MAIL_REFRESH_TOKEN", "integration")
    w.now += 3600
    assert w.service.refresher.refresh_if_needed(w.command) is True
    assert w.refreshes() == 0
    if kind is OlderCommand:
        assert w.access_token() == "by itself"
    else:
        assert w.command.given == held
        assert w.access_token() == "own access"
        assert w.stores.auth.get("mail").expires_at.timestamp() == w.now + 100
    w.command.answer = None
    with pytest.raises(RefreshRefused, match="read_mail could not renew"):
        w.service.refresher.refresh(w.service.provider("mail"))
    assert w.service.status("mail").needs_auth


def test_a_method_that_raises_is_an_outage(world):
    w = world()

    class Raising(OlderCommand):
        def refresh_token(self):
            raise OSError("no route")

    config, w.command = w.command.config, Raising()
    w.command.config = config
    w.now += 3600
    assert w.service.refresher.refresh_if_needed(w.command) is False
    assert not w.service.status("mail").needs_auth


def test_a_login_that_is_turned_into_something_lasting_is_left_alone(world):
    """Home Assistant's command makes a long-lived token; handing it new short ones would make one more each time."""
    w = world(local=True, keys=["access_token"], refresh_token_secret_key=None)
    w.now += 100_000
    assert w.service.refresher.refresh_if_needed(w.command) is True
    assert w.refreshes() == 0 and not w.service.status("mail").needs_auth
