"""A yes or a no is what the author's examples mean by words, also where those alone would tell the other one."""

from __future__ import annotations

from datetime import datetime, timezone
from typing import Any

import pytest
from dialogue_tools import tool

from learned_tools import having_learned
from ovos_phal_plugin_jarvis.nlu import ExampleTranslator
from ovos_phal_plugin_jarvis.tools.definition import ToolParameter
from ovos_phal_plugin_jarvis.translation.values import TranslationContext

CONTEXT = TranslationContext(datetime(2026, 11, 21, 10, 0, tzinfo=timezone.utc))
_CLIMB = tool(
    "book_wall",
    "Book a climber in at the climbing wall.",
    [
        ToolParameter("climber", required=True, description="Who climbs"),
        ToolParameter("needs_rope", "bool", description="Whether a rope is lent"),
        ToolParameter("minutes", "int", description="How long"),
    ],
    {
        "book lotte in at the wall with a rope": {"climber": "lotte", "needs_rope": True},
        "put hugo on the wall for ninety minutes with his own rope": {
            "climber": "hugo",
            "needs_rope": False,
            "minutes": 90,
        },
        "wall for amir he needs a rope": {"climber": "amir", "needs_rope": True},
        "book sanna in for sixty minutes": {"climber": "sanna", "minutes": 60},
        "ulla climbs today without a rope": {"climber": "ulla", "needs_rope": False},
        "let milo climb for thirty minutes and lend him a rope": {"climber": "milo", "needs_rope": True, "minutes": 30},
        "ingrid wants the wall she brings her own rope": {"climber": "ingrid", "needs_rope": False},
        "book petra in at the wall": {"climber": "petra"},
        "one hour on the wall for jakob": {"climber": "jakob", "minutes": 60},
        "the wall is for dario no rope": {"climber": "dario", "needs_rope": False},
    },
)


@pytest.fixture(scope="module")
def wall() -> ExampleTranslator:
    return having_learned([_CLIMB])


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("put selma on the wall for sixty minutes with her own rope", {"needs_rope": False, "minutes": 60}),
        ("book noor in at the wall with a rope", {"needs_rope": True}),
        ("let timo climb for ninety minutes and lend him a rope", {"needs_rope": True, "minutes": 90}),
        ("the wall is for edda no rope", {"needs_rope": False}),
        ("put selma on the wall for sixty minutes not with a rope", {"needs_rope": False}),
    ],
)
def test_as_the_examples_mean_it(wall: ExampleTranslator, said: str, wanted: dict[str, Any]) -> None:
    (call,) = wall.translate(said, CONTEXT).calls

    assert {key: call.arguments.get(key) for key in wanted} == wanted
