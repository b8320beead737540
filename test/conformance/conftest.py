"""A tool service under contract: loaded by the real PHAL, on a real messagebus, called from a third process.

Another service can be held against the same contract: install it and name its PHAL plugin in CONTRACT_PLUGIN.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from processes import BusCaller, Home, free_port

PLUGIN = os.environ.get("CONTRACT_PLUGIN", "ovos-phal-plugin-jarvis")
OTHERS = {"ovos-phal-plugin-jarvis", "ovos-phal-plugin-tools"} - {PLUGIN}
FIXTURES = Path(__file__).parents[1] / "fixtures" / "contract"


@pytest.fixture(scope="session")
def service(tmp_path_factory):
    """The home of a running service."""
    home = Home(
        tmp_path_factory.mktemp("contract"),
        free_port(),
        {
            # A toolbox's configuration directly under the plugin's section is what every tool service reads.
            PLUGIN: {
                "enabled": True,
                "math-tools": {"greeting": "hello"},
                "toolboxes": {"disabled-tools": {"enabled": False}},
                "invoke": {"workers": 4, "timeout": 5},
            },
            **{name: {"enabled": False} for name in OTHERS},
        },
        import_paths=(FIXTURES,),
    )
    with home.messagebus(), home.phal():
        yield home


@pytest.fixture(scope="session")
def caller(service):
    """A client. One for all tests: closing one takes the bus client two seconds."""
    caller = BusCaller(service.port)
    yield caller
    caller.close()
