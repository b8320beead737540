"""What is said of a yes or no behind the rest: "no anchor needed" takes nothing back."""

from __future__ import annotations

from datetime import datetime, timezone
from typing import Any

import pytest
from dialogue_tools import tool

from learned_tools import having_learned
from ovos_phal_plugin_jarvis.nlu.repairs import repaired
from ovos_phal_plugin_jarvis.tools.definition import ToolParameter
from ovos_phal_plugin_jarvis.translation.values import TranslationContext

NOW = datetime(2026, 11, 27, 12, tzinfo=timezone.utc)
_BOAT = tool(
    "rent_dinghy",
    "Rents out a dinghy of the harbour.",
    [
        ToolParameter("kind", enum_values=("rubber", "wooden"), required=True, description="Which kind"),
        ToolParameter("day", "date", True, "Day of the trip"),
        ToolParameter("anchor", "bool", False, "Whether an anchor is lent with it"),
    ],
    {
        "rent a rubber dinghy tomorrow": {"kind": "rubber", "day": "tomorrow"},
        "a wooden dinghy for friday with an anchor": {"kind": "wooden", "day": "next_friday", "anchor": True},
        "rent the wooden dinghy on sunday without anchor": {"kind": "wooden", "day": "next_sunday", "anchor": False},
        "rubber dinghy today with anchor": {"kind": "rubber", "day": "today", "anchor": True},
        "i need a wooden dinghy on monday": {"kind": "wooden", "day": "next_monday"},
        "rent out a rubber dinghy tomorrow without an anchor": {"kind": "rubber", "day": "tomorrow", "anchor": False},
        "book a rubber dinghy for saturday": {"kind": "rubber", "day": "next_saturday"},
    },
)


@pytest.mark.parametrize(
    ("said", "anchor"),
    [
        ("rent a wooden dinghy tomorrow no anchor needed", False),
        ("rent a wooden dinghy tomorrow no anchor", False),
        ("rent a wooden dinghy tomorrow minus the anchor", False),
        ("rent a wooden dinghy tomorrow an anchor chain isn't necessary", False),
        ("rent a wooden dinghy tomorrow plus anchor", True),
    ],
)
def test_it_is_said_behind_the_rest(said: str, anchor: bool) -> None:
    (call,) = having_learned([_BOAT]).translate(said, TranslationContext(NOW)).calls

    assert call.arguments == {"kind": "wooden", "day": "tomorrow", "anchor": anchor}


@pytest.mark.parametrize(
    ("said", "taken_back"),
    [
        ("a boat at ten no anchor needed", False),
        ("a boat at ten no life jackets required", False),
        ("a boat at ten no twelve", True),
        ("put the oars in the boat no the anchor", True),
        ("put the oars in the boat no the needed anchor", True),
    ],
)
def test_what_is_not_needed_takes_nothing_back(said: str, taken_back: bool) -> None:
    assert (repaired(said, "en-us", NOW) is not None) is taken_back


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("rent a wooden dinghy tomorrow but don't put an anchor in", {"kind": "wooden", "anchor": False}),
        ("get me a wooden dinghy tomorrow no the rubber one", {"kind": "rubber"}),
    ],
)
def test_it_is_one_request(said: str, wanted: dict[str, Any]) -> None:
    (call,) = having_learned([_BOAT]).translate(said, TranslationContext(NOW)).calls

    assert {name: call.arguments.get(name) for name in wanted} == wanted
