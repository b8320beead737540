"""A text that is a number in each example is one: the only number that nothing else says, however it is led in."""

from __future__ import annotations

from datetime import datetime, timezone
from typing import Any

import pytest
from dialogue_tools import tool

from learned_tools import having_learned
from ovos_phal_plugin_jarvis.consent.policy import SURE
from ovos_phal_plugin_jarvis.tools.definition import ToolParameter
from ovos_phal_plugin_jarvis.translation.values import TranslationContext

_NOW = datetime(2026, 11, 27, 10, 0, tzinfo=timezone.utc)
_SORTS = ("malt", "smoke", "honey", "plum")
_JUDGE = tool(
    "judge_beer",
    "Write down how many points of how many a judge gives a beer.",
    [
        ToolParameter("beer", required=True, description="Which beer"),
        ToolParameter("points", required=True, description="Points it gets"),
        ToolParameter("most", description="The most points there are"),
        ToolParameter("judge", description="Who judges"),
    ],
    {
        **{f"give the {sort} ale {at} out of 9": {"beer": f"{sort} ale", "points": f"{at}", "most": "9"}
           for at, sort in enumerate(_SORTS, 3)},
        **{f"judge the {sort} stout with {at} of 12": {"beer": f"{sort} stout", "points": f"{at}", "most": "12"}
           for at, sort in enumerate(_SORTS, 4)},
        **{f"{name} gives the {sort} porter {at}": {"judge": name, "beer": f"{sort} porter", "points": f"{at}"}
           for at, (name, sort) in enumerate(zip(("anna", "omar", "eve", "liam"), _SORTS, strict=True), 2)},
        "the honey bock gets 7": {"beer": "honey bock", "points": "7"},
        "the plum lager gets 5 out of 12": {"beer": "plum lager", "points": "5", "most": "12"},
    },
)  # fmt: skip


def _call(said: str) -> dict[str, Any] | None:
    found = having_learned([_JUDGE]).translate(said, TranslationContext(_NOW))
    return dict(found.calls[0].arguments) if found.calls else None


@pytest.mark.parametrize("lead", ["against a maximum of", "with a ceiling of"])
def test_the_number_that_is_left_is_the_text_that_always_is_one(lead: str) -> None:
    assert _call(f"give the smoke ale 6 {lead} 9") == {"beer": "smoke ale", "points": "6", "most": "9"}


def test_a_number_beside_a_length_is_none_of_it() -> None:
    found = _call("give the smoke ale 6 out of 9 in 4 minutes")
    assert found is None or found.get("most") == "9"


def test_of_two_numbers_that_are_left_neither_is_it_unasked() -> None:
    found = having_learned([_JUDGE]).translate("give the smoke ale 6 where 8 and 10 are", TranslationContext(_NOW))
    assert not found.calls or found.certain < SURE
