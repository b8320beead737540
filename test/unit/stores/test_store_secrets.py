"""Secrets: never readable without the key, never in a log line, a repr or an error."""

from __future__ import annotations

import subprocess
import sys
from datetime import datetime, timezone

import pytest

from ovos_phal_plugin_jarvis.sdk.secret import JarvisSecret
from ovos_phal_plugin_jarvis.stores import KeyFileError, open_stores

VALUE = "hunter2-correct-horse"


@pytest.fixture
def stores(tmp_path):
    with open_stores(tmp_path / "s") as opened:
        yield opened


def test_scopes_and_users_do_not_see_each_other(stores):
    backend = stores.backend()
    backend.set_secret("TOKEN", "house", "integration")
    backend.set_secret("TOKEN", "mine", "user", user_id=7)
    backend.set_secret("TOKEN", "yours", "user", user_id=8)
    assert backend.get_secret("TOKEN", "integration") == "house"
    assert backend.get_secret("TOKEN", "integration", user_id=7) == "house"
    assert backend.get_secret("TOKEN", "user", user_id=7) == "mine"
    assert backend.get_secret("TOKEN", "user", user_id=8) == "yours"
    assert backend.get_secret("TOKEN", "user") is None
    assert backend.get_all_secrets("user", 8) == {"TOKEN": "yours"}
    backend.delete_secret("TOKEN", "user", user_id=8)
    assert backend.get_all_secrets("user", 8) == {}


@pytest.mark.parametrize(
    ("given", "value_type", "kept"),
    [
        (5, "int", "5"),
        (" 7", "int", "7"),
        (True, "bool", "true"),
        ("FALSE", "bool", "false"),
        ("x", "string", "x"),
        ("bob", "user", "bob"),
    ],
)
def test_values_are_kept_as_text_of_their_type(stores, given, value_type, kept):
    stores.secrets.set("K", given, "integration", value_type)
    assert stores.secrets.get("K", "integration") == kept


@pytest.mark.parametrize(("value", "value_type"), [(VALUE, "int"), (VALUE, "bool")])
def test_a_value_of_the_wrong_type_is_refused_without_repeating_it(stores, value, value_type):
    with pytest.raises(ValueError, match="secret PORT must be") as refusal:
        stores.secrets.set("PORT", value, "integration", value_type)
    assert VALUE not in str(refusal.value)
    # A traceback prints the context unless it is suppressed, and int()'s error repeats the value.
    assert refusal.value.__context__ is None or refusal.value.__suppress_context__


def test_unknown_scope_and_type_are_named(stores):
    with pytest.raises(ValueError, match="K: unknown scope 'planet'.*integration, user"):
        stores.secrets.set("K", "v", "planet")
    with pytest.raises(ValueError, match="K: unknown value type 'float'"):
        stores.secrets.set("K", "v", "integration", "float")


def test_seeding_makes_empty_rows_and_never_overwrites(stores):
    stores.secrets.set("HAVE", "value", "integration")
    declared = [
        JarvisSecret("HAVE", "d", "integration", "int"),
        JarvisSecret("NEW", "d", "integration", "int"),
        JarvisSecret("NEW", "d", "user", "string"),
    ]
    assert stores.secrets.seed(declared) == ["NEW", "NEW"]
    assert stores.secrets.seed(declared) == []
    assert stores.secrets.get("HAVE", "integration") == "value"
    assert stores.secrets.get("NEW", "integration") is None
    assert [(s.key, s.value_type, s.state) for s in stores.secrets.all("integration")] == [
        ("HAVE", "string", "set"),
        ("NEW", "int", "missing"),
    ]
    with pytest.raises(ValueError, match="whole number"):
        stores.secrets.set("NEW", "x", "integration")  # the seeded type holds
    stores.secrets.set("NEW", "5", "integration")
    assert stores.secrets.unset("NEW", "integration") is True
    assert stores.secrets.unset("NEW", "integration") is False
    assert stores.secrets.state("NEW", "integration") == "missing"
    assert stores.secrets.delete("NEW", "integration") is True
    assert [s.key for s in stores.secrets.all("integration")] == ["HAVE"]


def test_the_value_is_nowhere_in_the_files(tmp_path, log_lines):
    with open_stores(tmp_path / "s") as stores:
        stores.secrets.set("K", VALUE, "integration")
        stores.auth.authenticated("p", refresh_token=VALUE)
        assert VALUE not in repr(stores.secrets.all("integration")) + repr(stores.auth.all())
        for file in (tmp_path / "s").iterdir():
            assert VALUE.encode() not in file.read_bytes(), file.name
    for file in (tmp_path / "s").iterdir():
        assert VALUE.encode() not in file.read_bytes(), file.name
    assert (tmp_path / "s" / "secrets.key").stat().st_mode & 0o777 == 0o600
    assert not log_lines


def test_values_survive_closing(tmp_path):
    with open_stores(tmp_path) as first:
        first.secrets.set("K", VALUE, "integration")
    with open_stores(tmp_path) as second:
        assert second.secrets.get("K", "integration") == VALUE


@pytest.mark.parametrize("loss", ["missing", "wrong", "garbage", "empty"])
def test_a_lost_key_is_reported_and_the_data_kept(tmp_path, log_lines, loss):
    from cryptography.fernet import Fernet

    with open_stores(tmp_path) as first:
        first.secrets.set("API_KEY", VALUE, "integration")
        first.auth.authenticated("mail", refresh_token=VALUE)
    key = tmp_path / "secrets.key"
    old = key.read_bytes()
    if loss == "missing":
        key.unlink()
    else:
        key.write_bytes({"wrong": Fernet.generate_key(), "garbage": b"\x00\xffnope", "empty": b""}[loss])
    with open_stores(tmp_path) as second:
        assert any("API_KEY" in line and "put the old key back" in line for line in log_lines)
        assert second.secrets.get("API_KEY", "integration") is None
        assert second.secrets.state("API_KEY", "integration") == "unreadable"
        assert second.secrets.unreadable() == ["API_KEY"]
        assert second.auth.refresh_token("mail") is None
        count = len(log_lines)
        second.secrets.get("API_KEY", "integration")
        assert len(log_lines) == count, "said once, not at every use"
        if loss in ("garbage", "empty"):
            with pytest.raises(KeyFileError, match="no valid key.*backup"):
                second.secrets.set("OTHER", "v", "integration")
            key.write_bytes(old)
        else:
            second.secrets.set("OTHER", "v", "integration")
            key.write_bytes(key.read_bytes() + b"\n" + old)
            assert second.secrets.get("OTHER", "integration") == "v"
        assert second.secrets.get("API_KEY", "integration") == VALUE
    assert not [line for line in log_lines if VALUE in line]


def test_a_damaged_value_costs_that_secret_only(tmp_path, log_lines):
    import sqlite3

    with open_stores(tmp_path) as first:
        first.secrets.set("A", "a", "integration")
        first.secrets.set("B", "b", "integration")
    connection = sqlite3.connect(tmp_path / "secrets.db")
    connection.execute("UPDATE secret SET value = x'00ff' WHERE key = 'A'")
    connection.commit()
    connection.close()
    with open_stores(tmp_path) as second:
        assert second.secrets.get("A", "integration") is None
        assert second.secrets.get("B", "integration") == "b"


def test_a_key_file_that_others_can_read_is_closed_to_them(tmp_path, log_lines):
    with open_stores(tmp_path) as first:
        first.secrets.set("A", "a", "integration")
    (tmp_path / "secrets.key").chmod(0o644)
    with open_stores(tmp_path) as second:
        assert second.secrets.get("A", "integration") == "a"
    assert (tmp_path / "secrets.key").stat().st_mode & 0o777 == 0o600
    assert any("0600" in line for line in log_lines)


def test_processes_that_make_the_key_at_once_agree(tmp_path):
    program = (
        "import sys, pathlib\n"
        "from ovos_phal_plugin_jarvis.stores import open_stores\n"
        "with open_stores(pathlib.Path(sys.argv[1])) as stores:\n"
        "    print('ready', flush=True); sys.stdin.readline()\n"
        "    stores.secrets.set(sys.argv[2], sys.argv[2], 'integration')\n"
    )
    running = [
        subprocess.Popen(
            [sys.executable, "-c", program, str(tmp_path / "s"), f"K{n}"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )
        for n in range(3)
    ]  # fmt: skip
    for process in running:
        assert process.stdout is not None and process.stdout.readline() == "ready\n"
    for process in running:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    for process in running:
        process.communicate()
        assert process.returncode == 0
    with open_stores(tmp_path / "s") as stores:
        assert stores.secrets.values("integration") == {f"K{n}": f"K{n}" for n in range(3)}


def test_provider_state(tmp_path):
    now = 1_700_000_000.0
    with open_stores(tmp_path, clock=lambda: now) as stores:
        auth = stores.auth
        assert auth.get("mail") is None and auth.all() == []
        auth.authenticated("mail", expires_in=60, refresh_token=VALUE, refresh_token_key="R", base_url="http://h")
        state = auth.get("mail")
        assert state is not None
        assert state.expires_at == datetime.fromtimestamp(now + 60, timezone.utc)
        assert (state.needs_reauth, state.base_url, state.refresh_token_key) == (False, "http://h", "R")
        auth.flag("mail", "invalid_grant")
        flagged = auth.get("mail")
        assert flagged is not None and flagged.needs_reauth and flagged.reason == "invalid_grant"
        auth.authenticated("mail")
        renewed = auth.get("mail")
        assert renewed is not None and not renewed.needs_reauth and renewed.reason is None
        assert renewed.expires_at is None and renewed.base_url == "http://h"
        assert auth.refresh_token("mail") == VALUE
        auth.flag("new", None)
        auth.clear_flag("new")
        assert [(s.provider, s.needs_reauth) for s in auth.all()] == [("mail", False), ("new", False)]
        assert auth.forget("mail") and not auth.forget("mail")


def test_secret_service_gives_rows_and_refuses_what_the_original_refuses(stores):
    """Packages enumerate their users by the rows of the scope user."""
    from ovos_phal_plugin_jarvis.commands.node import secrets as secret_service
    from ovos_phal_plugin_jarvis.sdk import set_backend

    set_backend(stores.backend())
    try:
        secret_service.set_secret("TOKEN", "mine", "user", user_id=7)
        secret_service.set_secret("TOKEN", "yours", "user", user_id=8)
        secret_service.set_secret("PORT", "80", "node", "int")
        rows = secret_service.get_all_secrets("user")
        assert [(row.key, row.value, row.scope, row.user_id) for row in rows] == [
            ("TOKEN", "mine", "user", 7),
            ("TOKEN", "yours", "user", 8),
        ]
        assert [row.value for row in secret_service.get_all_secrets("user", 8)] == ["yours"]
        row = secret_service.get_secret("PORT", "integration")
        assert (row.value, row.value_type, row.user_id, row.created_at) == ("80", "int", None, None)
        assert secret_service.get_secret("GONE", "integration") is None
        assert secret_service.get_secret_value("TOKEN", "user", 8) == "yours"
        assert secret_service.get_secret_value("PORT", "node") == "80"
        assert secret_service.get_secret_value_int("PORT", "node") == 80
        assert secret_service.get_secret_value_int("GONE", "node") is None
        with pytest.raises(ValueError):
            secret_service.get_secret_value_int("TOKEN", "user", 7)
        for key, value, scope, kind in (
            ("K", "v", "planet", "string"),
            ("K", "v", "user", "float"),
            ("K", "many", "integration", "int"),
            ("K", "maybe", "integration", "bool"),
        ):
            with pytest.raises(ValueError):
                secret_service.set_secret(key, value, scope, kind)
        secret_service.delete_secret("TOKEN", "user", 7)
        assert [row.user_id for row in secret_service.get_all_secrets("user")] == [8]
    finally:
        set_backend(None)


def test_all_records_come_with_their_keys_and_the_end_of_their_time(stores):
    backend = stores.backend()
    late = datetime(2999, 1, 1)  # without a zone: UTC
    backend.save("pills", "a", {"name": "aspirin"})
    backend.save("pills", "b", {"name": "iron"}, late)
    assert backend.get("pills", "a") == {"name": "aspirin"}
    assert backend.get_all("pills") == [
        {"name": "aspirin", "_data_key": "a", "_expires_at": None},
        {"name": "iron", "_data_key": "b", "_expires_at": "2999-01-01T00:00:00+00:00"},
    ]
