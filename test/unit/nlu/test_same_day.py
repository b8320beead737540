"""The day that several requests share, of which only the first says it."""

from __future__ import annotations

from datetime import datetime, timezone
from typing import Any

import pytest
from test_each_day import TOOLS
from test_what_becomes_of_the_last import calls, learned, talk

from ovos_phal_plugin_jarvis.translation.values import TranslationContext

CONTEXT = TranslationContext(datetime(2026, 3, 2, 8, tzinfo=timezone.utc))
Calls = list[tuple[str, dict[str, Any]]]


def water(time: str, **more: str) -> tuple[str, dict[str, Any]]:
    return "schedule_watering", {"time": time, **more}


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        (
            "water the greenhouse on friday at six and again at eight",
            [water("06:00", day="next_friday"), water("08:00", day="next_friday")],
        ),
        (
            "water the greenhouse on weekends at seven and at ten",
            [water("07:00", rhythm="weekends"), water("10:00", rhythm="weekends")],
        ),
        # each says its own day
        (
            "water the greenhouse at six on friday and at eight on sunday",
            [water("06:00", day="next_friday"), water("08:00", day="next_sunday")],
        ),
        (
            "water the greenhouse tomorrow at six and every friday at eight",
            [water("06:00", day="tomorrow"), water("08:00", rhythm="friday")],
        ),
        # no day is said
        ("water the greenhouse at six and again at eight", [water("06:00"), water("08:00")]),
    ],
)
def test_a_time_without_a_day_is_on_the_day_before_it(said: str, wanted: Calls) -> None:
    assert calls(talk(learned(TOOLS), CONTEXT, said)) == wanted
