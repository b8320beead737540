"""Each test has no storage backend but the one it sets; all of a file share what was learned."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from ovos_utils.fakebus import FakeBus

from learned_tools import having_learned
from ovos_phal_plugin_jarvis.nlu import ExampleTranslator
from ovos_phal_plugin_jarvis.sdk import set_backend
from ovos_toolbox_everyday import EverydayToolBox


@pytest.fixture(autouse=True)
def no_backend() -> Iterator[None]:
    """No backend is there, and none is left behind."""
    set_backend(None)
    yield
    set_backend(None)


@pytest.fixture(scope="module")
def everyday() -> Iterator[ExampleTranslator]:
    """A translator that has learned all of the tools."""
    box = EverydayToolBox(bus=FakeBus())
    translator = having_learned([box.loaded_tool(tool).definition for tool in box.discover_tools()])
    translator.train()
    yield translator
    box.shutdown()
