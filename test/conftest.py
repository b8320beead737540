"""Nothing that a test does may reach the home of the person who runs it."""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, settings
from ovos_utils.log import LOG

# Tables are as wide as the terminal, and read when the console is made: the same for every test, in every process.
os.environ["COLUMNS"] = "160"

# How long an example takes says nothing of the code where several processes share the machine.
settings.register_profile("shared machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("shared machine")


@pytest.fixture(autouse=True)
def own_home(tmp_path, monkeypatch):
    """A home directory for each test: its ``tmp_path``, with ``config``, ``data``, ``cache`` and ``state`` in it."""
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("CONFIG", "DATA", "CACHE", "STATE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name.lower()))
    return tmp_path


@pytest.fixture
def log_lines(monkeypatch):
    """What went to the log, warnings and errors."""
    lines: list[str] = []
    monkeypatch.setattr(LOG, "error", lambda text, *_args, **_more: lines.append(str(text)))
    monkeypatch.setattr(LOG, "warning", lambda text, *_args, **_more: lines.append(str(text)))
    return lines
