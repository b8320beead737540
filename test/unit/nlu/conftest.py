from __future__ import annotations

from datetime import datetime, timezone
from pathlib import Path

import pytest
from dialogue_tools import BAKERY, CLUB, ENGLISH

from learned_tools import having_learned
from ovos_phal_plugin_jarvis.nlu import ExampleTranslator
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition
from ovos_phal_plugin_jarvis.tools.specs import load_specs
from ovos_phal_plugin_jarvis.translation.values import TranslationContext

DATA = Path(__file__).parents[2] / "data"


@pytest.fixture(scope="session")
def house() -> tuple[ToolDefinition, ...]:
    """Tools of a made-up house."""
    return load_specs(DATA / "house_commands.json")


@pytest.fixture(scope="session")
def translator(house: tuple[ToolDefinition, ...]) -> ExampleTranslator:
    trained = having_learned(house)
    trained.train()
    return trained


@pytest.fixture(scope="session")
def english() -> ExampleTranslator:
    """Everyday tools, learned once."""
    return having_learned(ENGLISH)


@pytest.fixture(scope="session")
def club() -> ExampleTranslator:
    """Tools of a club, learned once."""
    return having_learned(CLUB)


@pytest.fixture(scope="session")
def context() -> TranslationContext:
    """A Saturday morning."""
    return TranslationContext(datetime(2026, 11, 21, 10, 0, tzinfo=timezone.utc))


@pytest.fixture(scope="session")
def bakery() -> ExampleTranslator:
    """Tools of a bakery, learned once."""
    return having_learned(BAKERY)
