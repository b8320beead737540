"""Each test has no storage backend but the one it sets."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ovos_phal_plugin_jarvis.sdk import set_backend


@pytest.fixture(autouse=True)
def no_backend() -> Iterator[None]:
    """No backend is there, and none is left behind."""
    set_backend(None)
    yield
    set_backend(None)
