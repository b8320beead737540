"""``services.command_auth_service`` as published commands use it."""

from __future__ import annotations

import pytest

from ovos_phal_plugin_jarvis.commands.auth.service import (
    clear_auth_flag,
    get_all_auth_statuses,
    get_auth_status,
    set_needs_auth,
)
from ovos_phal_plugin_jarvis.sdk.storage import set_backend
from ovos_phal_plugin_jarvis.stores import open_stores


@pytest.fixture(autouse=True)
def no_backend():
    set_backend(None)
    yield
    set_backend(None)


def test_without_a_host_nothing_is_known_and_nothing_fails():
    set_needs_auth("mail", "401")
    clear_auth_flag("mail")
    assert get_auth_status("mail") is None and get_all_auth_statuses() == []


def test_a_flag_is_set_seen_and_cleared(tmp_path):
    with open_stores(tmp_path, clock=lambda: 0.0) as stores:
        set_backend(stores.backend())
        assert get_auth_status("mail") is None
        set_needs_auth("mail", "401 Unauthorized")
        flagged = get_auth_status("mail")
        assert flagged is not None and flagged.needs_auth and flagged.auth_error == "401 Unauthorized"
        assert flagged.last_authed_at is None
        clear_auth_flag("mail")
        (cleared,) = get_all_auth_statuses()
        assert (cleared.provider, cleared.needs_auth, cleared.auth_error) == ("mail", False, None)
        assert cleared.last_authed_at == "1970-01-01T00:00:00+00:00"
