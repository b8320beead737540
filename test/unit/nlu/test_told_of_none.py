"""What is told things is also told what is not so, where its examples say such things."""

from __future__ import annotations

from datetime import datetime, timezone

import pytest
from dialogue_tools import tool

from learned_tools import having_learned
from ovos_phal_plugin_jarvis.tools.definition import ToolParameter
from ovos_phal_plugin_jarvis.translation.values import TranslationContext

CONTEXT = TranslationContext(datetime(2026, 11, 27, 12, tzinfo=timezone.utc))
_LUNCH = tool(
    "note_no_lunch",
    "Writes down who eats no lunch on a day, so that the cook makes less.",
    [ToolParameter("guest", required=True, description="Who"), ToolParameter("day", "date", True, "Which day")],
    {
        "no lunch for olga tomorrow": {"guest": "olga", "day": "tomorrow"},
        "ruben isn't eating on friday": {"guest": "ruben", "day": "next_friday"},
        "write down that tilda eats out on sunday": {"guest": "tilda", "day": "next_sunday"},
        "mr lind doesn't eat lunch today": {"guest": "mr lind", "day": "today"},
        "vera won't have lunch on monday": {"guest": "vera", "day": "next_monday"},
        "take otto off lunch tomorrow": {"guest": "otto", "day": "tomorrow"},
        "ines is away on tuesday": {"guest": "ines", "day": "next_tuesday"},
    },
)


def test_so_it_is_meant() -> None:
    found = having_learned([_LUNCH]).translate("karl doesn't need any lunch tomorrow", CONTEXT)

    assert [dict(call.arguments) for call in found.calls] == [{"guest": "karl", "day": "tomorrow"}]


@pytest.mark.parametrize(
    "said",
    [
        "don't write karl down tomorrow",
        "please don't note karl for tomorrow",
        "tomorrow please don't note karl",
        "karl is here so do not write him down tomorrow",
        "lunch for karl tomorrow do not take him off",
    ],
)
def test_an_order_not_to_is_none(said: str) -> None:
    assert not having_learned([_LUNCH]).translate(said, CONTEXT).calls
