from __future__ import annotations

import pytest
from ovos_utils.log import LOG


@pytest.fixture(autouse=True)
def xdg(tmp_path, monkeypatch):
    """Nothing here may touch the real home."""
    for name, folder in {"CONFIG": "config", "DATA": "data", "CACHE": "cache"}.items():
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / folder))
    monkeypatch.setenv("HOME", str(tmp_path))


@pytest.fixture
def log_lines(monkeypatch):
    """What went to the log, warnings and errors."""
    lines: list[str] = []
    monkeypatch.setattr(LOG, "error", lambda text, *_args, **_more: lines.append(str(text)))
    monkeypatch.setattr(LOG, "warning", lambda text, *_args, **_more: lines.append(str(text)))
    return lines
