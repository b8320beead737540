"""When an author wrote examples is told by the days in them, and what they say of days is learned then."""

from __future__ import annotations

from datetime import date, datetime, timezone
from typing import Any

import pytest
from dialogue_tools import tool

from learned_tools import having_learned
from ovos_phal_plugin_jarvis.nlu.learning.alignment import align, packed, unpacked
from ovos_phal_plugin_jarvis.nlu.learning.written import written_on
from ovos_phal_plugin_jarvis.nlu.reading import EPOCH, hear
from ovos_phal_plugin_jarvis.tools.definition import ToolParameter
from ovos_phal_plugin_jarvis.translation.values import TranslationContext

CONTEXT = TranslationContext(datetime(2026, 11, 27, 12, tzinfo=timezone.utc))  # a Friday
_SAUNA = tool(
    "book_sauna",
    "Books the sauna of the house.",
    [
        ToolParameter("begins", "datetime", True, "When it begins"),
        ToolParameter("towels", "int", False, "Number of towels to lay out"),
        ToolParameter("heat", enum_values=("mild", "hot"), required=True, description="How hot it is"),
    ],
    {
        "book a mild sauna tomorrow at nine am": {"heat": "mild", "begins": "2026-12-01T09:00:00"},
        "a hot sauna on saturday at eleven am with five towels": {
            "heat": "hot",
            "begins": "2026-12-05T11:00:00",
            "towels": 5,
        },
        "book the hot sauna today at three pm": {"heat": "hot", "begins": "2026-11-30T15:00:00"},
        "mild sauna on sunday at noon with six towels": {"heat": "mild", "begins": "2026-12-06T12:00:00", "towels": 6},
        "book a hot sauna on wednesday at half past four pm": {"heat": "hot", "begins": "2026-12-02T16:30:00"},
        "a mild one next monday at ten am": {"heat": "mild", "begins": "2026-12-07T10:00:00"},
        "hot sauna on the thirteenth of december at one pm": {"heat": "hot", "begins": "2026-12-13T13:00:00"},
        "book the mild sauna on thursday at eight am with one towel": {
            "heat": "mild",
            "begins": "2026-12-03T08:00:00",
            "towels": 1,
        },
    },
)


@pytest.mark.parametrize(
    ("said", "day"),
    [
        ({"hall tomorrow": "2026-12-01", "hall on friday": "2026-12-04"}, date(2026, 11, 30)),
        ({"hall yesterday": "2026-11-29", "hall on the third of may": "2026-05-03"}, date(2026, 11, 30)),
        ({"hall on friday": "2026-12-04", "hall on saturday": "2026-12-05"}, date(2026, 11, 28)),
        ({"hall tomorrow at six": "2026-12-01T18:00:00"}, date(2026, 11, 30)),
        ({"hall in two weeks": "2026-12-14"}, date(2026, 11, 30)),
        # none of them tells
        ({"hall on the third of may": "2026-05-03", "the big hall": ""}, None),
        ({"hall tomorrow": "tomorrow"}, None),
        ({"hall tomorrow": "2026-02-31"}, None),
        # they do not agree
        ({"hall tomorrow": "2026-12-01", "hall today": "2026-02-01", "hall yesterday": "2025-01-01"}, None),
    ],
)
def test_the_day_is_told_by_relative_days(said: dict[str, str], day: date | None) -> None:
    assert written_on([(hear(text, "en-us", EPOCH), {"day": value}) for text, value in said.items()]) == day


def test_days_and_times_are_found_in_the_words_of_examples() -> None:
    found = align(_SAUNA, "en-us")

    said = {e.heard.said(s.start, s.end) for e in found.examples for s in e.spans if s.parameter == "begins"}
    assert {"saturday at eleven am", "the thirteenth of december at one pm", "sunday at noon"} <= said
    assert found.profiles["begins"].spoken == len(_SAUNA.examples)


def test_no_number_is_a_weekday_that_is_as_many_days_off() -> None:
    """Saturday is five days off where the examples were written, and five towels are wanted then."""
    found = align(_SAUNA, "en-us")

    said = {e.heard.said(s.start, s.end) for e in found.examples for s in e.spans if s.parameter == "towels"}
    assert said == {"five", "six", "one"}
    assert found.profiles["towels"].formats[0] == "number"


def test_what_is_kept_of_it_is_read_back() -> None:
    found = align(_SAUNA, "en-us")
    kept = packed(found, _SAUNA, "en-us")

    assert kept is not None
    assert unpacked(kept, _SAUNA, "en-us") == found


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("i'd like the hot sauna on saturday at ten in the morning", {"heat": "hot", "begins": "2026-11-28T10:00:00"}),
        ("put the mild sauna aside for us on sunday at one pm", {"heat": "mild", "begins": "2026-11-29T13:00:00"}),
        (
            "the hot sauna with three towels for next monday at nine am",
            {"heat": "hot", "begins": "2026-11-30T09:00:00", "towels": 3},
        ),
        ("book a mild sauna tomorrow morning at 8", {"heat": "mild", "begins": "2026-11-28T08:00:00"}),
    ],
)
def test_a_day_of_the_week_is_none_of_a_number(said: str, wanted: dict[str, Any]) -> None:
    (call,) = having_learned([_SAUNA]).translate(said, CONTEXT).calls

    assert dict(call.arguments) == wanted


def test_what_stands_behind_the_time_is_another_argument() -> None:
    court = tool(
        "find_partner",
        "Finds somebody to play with.",
        [
            ToolParameter("begins", "datetime", True, "When"),
            ToolParameter("court", "string", False, "Which court, by its name"),
        ],
        {
            "find a partner tomorrow at nine am": {"begins": "2026-12-01T09:00:00"},
            "partner wanted on saturday at eleven am at hill court": {
                "begins": "2026-12-05T11:00:00",
                "court": "hill court",
            },
            "find somebody at lake court today at three pm": {"begins": "2026-11-30T15:00:00", "court": "lake court"},
            "a partner on sunday at noon": {"begins": "2026-12-06T12:00:00"},
            "find a partner on wednesday at half past four pm at mill court": {
                "begins": "2026-12-02T16:30:00",
                "court": "mill court",
            },
            "partner wanted next monday at ten am": {"begins": "2026-12-07T10:00:00"},
        },
    )
    (call,) = having_learned([court]).translate("find a partner on thursday at four pm at brick court", CONTEXT).calls

    assert dict(call.arguments) == {"begins": "2026-12-03T16:00:00", "court": "brick court"}
