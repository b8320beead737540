"""Nothing that a test does may reach the home of the person who runs it."""
from __future__ import annotations

import os

import pytest

# Tables are as wide as the terminal, and read when the console is made: the same for every test, in every process.
os.environ["COLUMNS"] = "160"


@pytest.fixture(autouse=True)
def own_home(tmp_path_factory, monkeypatch):
    """A home directory for each test."""
    home = tmp_path_factory.mktemp("home")
    monkeypatch.setenv("HOME", str(home))
    for name in ("CONFIG", "DATA", "CACHE", "STATE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(home / name.lower()))
    return home
