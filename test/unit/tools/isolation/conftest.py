"""Isolated toolboxes of a package that does what no process survives."""

from __future__ import annotations

import pytest

from isolated_toolboxes import FAULTY, Served


@pytest.fixture
def serve(monkeypatch):
    """Gives a function that isolates the faulty toolbox."""
    monkeypatch.syspath_prepend(FAULTY)
    served = []

    def start(config=None, **options):
        served.append(Served(config, **options))
        return served[-1].ready()

    yield start
    for one in served:
        one.box.shutdown()


@pytest.fixture(scope="module")
def faulty():
    """One isolated toolbox for every test of a module: each leaves it running."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(FAULTY)
        served = Served()
        try:
            yield served.ready()
        finally:
            served.box.shutdown()
