"""A part of what is said that is nothing by itself and says more of the one request belongs to it, and asks first."""

from __future__ import annotations

from datetime import datetime, timezone

import pytest
from dialogue_tools import tool

from learned_tools import having_learned
from ovos_phal_plugin_jarvis.tools.definition import ToolParameter
from ovos_phal_plugin_jarvis.translation.values import TranslationContext

BELIEVED = 0.75
"""How sure a call is that is made without a question."""
CONTEXT = TranslationContext(datetime(2026, 11, 27, 12, tzinfo=timezone.utc))
_NEST = tool(
    "log_nest",
    "Writes down what was found in a nest box.",
    [
        ToolParameter("box", "int", True, "Number of the box"),
        ToolParameter("eggs", "int", False, "How many eggs lay in it"),
        ToolParameter("hatched", "bool", False, "Whether chicks have hatched"),
    ],
    {
        "log nest box three": {"box": 3},
        "looked into box seven five eggs": {"box": 7, "eggs": 5},
        "i checked box two and found four eggs": {"box": 2, "eggs": 4},
        "enter box eleven chicks hatched": {"box": 11, "hatched": True},
        "nest box nine six eggs": {"box": 9, "eggs": 6},
        "log box one with two eggs": {"box": 1, "eggs": 2},
        "i opened box ten": {"box": 10},
    },
)
_GATE = tool("open_gate", "Opens the gate of the reserve.", [], {"open the gate": {}, "let me through the gate": {}})


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("i opened box fourteen lifted the lid and counted eight eggs", {"box": 14, "eggs": 8}),
        ("i checked box fourteen and there i saw three eggs", {"box": 14, "eggs": 3}),
    ],
)
def test_its_number_is_one_of_the_request(said: str, wanted: dict[str, int]) -> None:
    found = having_learned([_NEST, _GATE]).translate(said, CONTEXT)

    assert [dict(call.arguments) for call in found.calls] == [wanted]
    assert min(found.confidence, found.certain) < BELIEVED


def test_another_request_is_none_of_it() -> None:
    found = having_learned([_NEST, _GATE]).translate("i checked box fourteen and open the gate", CONTEXT)

    assert [call.name for call in found.calls] == ["log_nest", "open_gate"]


@pytest.mark.parametrize(
    "said", ["i checked box fourteen and order nine eggs", "i checked box fourteen and call nine people"]
)
def test_what_says_more_is_not_dropped(said: str) -> None:
    """Whatever is done, what stands behind is told, or asked about with its number."""
    found = having_learned([_NEST, _GATE]).translate(said, CONTEXT)

    assert found.left or found.question is not None or all(len(call.arguments) > 1 for call in found.calls)
