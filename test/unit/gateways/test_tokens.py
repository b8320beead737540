"""Tokens: made once, shown once, revoked at once; and what is said where nobody has one."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from ovos_phal_plugin_jarvis.cli.app import app
from ovos_phal_plugin_jarvis.stores.errors import StoreError
from ovos_phal_plugin_jarvis.stores.tokens import TokenStore


def run(*words):
    done = CliRunner().invoke(app, ["token", *words])
    return done.exit_code, done.output


def test_a_token_is_shown_once_listed_without_itself_and_revoked(own_home):
    assert "token new NAME" in run("list")[1]
    code, shown = run("new", "phone", "--json")
    made = json.loads(shown)
    assert code == 0 and made["scopes"] == ["translate", "act"] and len(made["token"]) > 43
    assert json.loads(run("new", "reader", "--scope", "translate", "--json")[1])["scopes"] == ["translate"]
    code, listed = run("list")
    assert code == 0 and "phone" in listed and "reader" in listed and made["token"] not in listed
    assert run("revoke", "phone")[0] == 0 and "phone" not in run("list")[1]
    assert run("revoke", "phone")[0] == 1


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["new", "a b"], "is no name for a token"),
        (["new", "../x"], "is no name for a token"),
        (["new", "x" * 65], "is no name for a token"),
        (["new", "x", "--scope", "root"], "is no scope"),
        (["revoke", "nobody"], "there is no token"),
    ],
)
def test_what_can_not_be_made_says_why_in_one_line(own_home, words, why):
    code, shown = run(*words, "--json")
    assert code == 1 and why in json.loads(shown)["error"]


def test_a_name_is_given_once_and_any_process_sees_it(tmp_path):
    one, other = TokenStore(tmp_path), TokenStore(tmp_path)
    token = one.new("phone")
    assert other.find(token).name == "phone" and other.find(token + "x") is None and other.find("") is None
    with pytest.raises(StoreError, match="there is a token 'phone' already; revoke it first"):
        other.new("phone")
    assert other.revoke("phone") and one.find(token) is None
    one.close()
    other.close()
