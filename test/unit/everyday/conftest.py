"""Each test has its own home and no storage backend but the one it sets."""
from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from ovos_phal_plugin_jarvis.sdk import set_backend


@pytest.fixture(autouse=True)
def everyday_isolation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Nothing touches the real home, and no backend is left behind."""
    for name in ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name.lower()))
    set_backend(None)
    yield
    set_backend(None)
