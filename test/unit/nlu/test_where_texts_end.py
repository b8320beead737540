"""Texts of tools with a handful of examples end where a day, a value of a few or another order begins."""

from __future__ import annotations

from datetime import datetime, timezone
from typing import Any

import pytest
from dialogue_tools import tool

from learned_tools import having_learned
from ovos_phal_plugin_jarvis.nlu import ExampleTranslator
from ovos_phal_plugin_jarvis.tools.definition import ToolParameter
from ovos_phal_plugin_jarvis.translation.values import TranslationContext

NOW = datetime(2026, 11, 21, 10, 0, tzinfo=timezone.utc)


@pytest.fixture(scope="module")
def translator() -> ExampleTranslator:
    repair = tool(
        "log_repair",
        "Write a repair on the boat into the log of the yard.",
        [
            ToolParameter("trade", required=True, enum_values=("rigging", "engine", "hull"), description="Which trade"),
            ToolParameter("task", required=True, description="What has to be done"),
            ToolParameter("dock", description="Where the boat lies, if said"),
            ToolParameter("day", "date", description="When, if said"),
            ToolParameter("urgent", "bool", description="True where it has to be done first"),
        ],
        {
            "for rigging splice the halyard": {"trade": "rigging", "task": "splice the halyard"},
            "log engine repair change the filter by friday": {
                "trade": "engine",
                "task": "change the filter",
                "day": "friday",
            },
            "for hull sand the keel at the east dock": {"trade": "hull", "task": "sand the keel", "dock": "east dock"},
            "engine repair clean the pump urgent": {"trade": "engine", "task": "clean the pump", "urgent": True},
            "add hull repair seal the hatch for monday": {"trade": "hull", "task": "seal the hatch", "day": "monday"},
            "rigging repair replace the shackle not urgent": {
                "trade": "rigging",
                "task": "replace the shackle",
                "urgent": False,
            },
            "repair for engine test the starter at the west dock": {
                "trade": "engine",
                "task": "test the starter",
                "dock": "west dock",
            },
            "for rigging oil the winch by tuesday": {"trade": "rigging", "task": "oil the winch", "day": "tuesday"},
            "log hull repair paint the stern at the old dock": {
                "trade": "hull",
                "task": "paint the stern",
                "dock": "old dock",
            },
            "put down engine repair drain the tank": {"trade": "engine", "task": "drain the tank"},
        },
    )
    made = having_learned([repair], lang="en-us")
    made.train()
    return made


@pytest.mark.parametrize(
    ("said", "name", "value"),
    [
        ("for engine tomorrow bleed the injector", "task", "bleed the injector"),
        ("for engine tomorrow bleed the injector", "day", "2026-11-22"),
        ("log a repair grease the rudder for hull", "task", "grease the rudder"),
        ("for hull patch the deck by friday keep the log open", "day", "2026-11-27"),
        ("rigging repair tighten the stays not urgent", "urgent", False),
    ],
)
def test_where_a_text_ends(translator: ExampleTranslator, said: str, name: str, value: object) -> None:
    found = translator.explain(said, TranslationContext(NOW))["candidates"][0]
    assert found["arguments"].get(name) in (
        value,
        {"2026-11-22": "tomorrow", "2026-11-27": "friday"}.get(str(value), value),
    )


@pytest.fixture(scope="module")
def ferry() -> ExampleTranslator:
    sailing = tool(
        "plan_sailing",
        "Put a sailing of the club's dinghy into the book.",
        [
            ToolParameter("skipper", required=True, description="Who is in charge"),
            ToolParameter("day", "date", description="The day, if said"),
            ToolParameter("departs", "time", description="When it leaves, if said"),
            ToolParameter("crew", "int", description="How many come along, if said"),
        ],
        {
            "plan a sailing with gerd": {"skipper": "gerd"},
            "plan a sailing with old ben at noon": {"skipper": "old ben", "departs": "noon"},
            "put down a sailing with marie on sunday": {"skipper": "marie", "day": "sunday"},
            "plan a sailing with doris with four crew": {"skipper": "doris", "crew": 4},
            "sailing with jakob at six thirty with two crew": {"skipper": "jakob", "departs": "six thirty", "crew": 2},
            "plan a sailing with young lena on the third of may": {"skipper": "young lena", "day": "the third of may"},
            "put down a sailing with tim five crew tomorrow": {"skipper": "tim", "crew": 5, "day": "tomorrow"},
            "sailing with ulrike at 9:15 on friday": {"skipper": "ulrike", "departs": "9:15", "day": "friday"},
        },
    )
    made = having_learned([sailing], lang="en-us")
    made.train()
    return made


@pytest.mark.parametrize(
    ("said", "arguments"),
    [
        ("plan a sailing with bruno at ten past one", {"departs": "ten past one"}),
        ("plan a sailing with bruno tomorrow at quarter past seven", {"departs": "quarter past seven"}),
        ("put down a sailing with bruno on sunday ten to six", {"day": "sunday"}),
        ("sailing with bruno thirty two crew", {"skipper": "bruno", "crew": 32}),
        ("plan a sailing with bruno on easter monday", {"day": "easter monday"}),
    ],
)
def test_a_mention_is_never_torn(ferry: ExampleTranslator, said: str, arguments: dict[str, Any]) -> None:
    found = ferry.explain(said, TranslationContext(NOW))["candidates"][0]["arguments"]
    assert {name: found.get(name) for name in arguments} == arguments
    assert ("crew" in found) == ("crew" in arguments)
