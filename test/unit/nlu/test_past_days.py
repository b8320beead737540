"""The day of what was done is over."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timezone

import pytest
from dialogue_tools import tool

from learned_tools import having_learned
from ovos_phal_plugin_jarvis.nlu import ExampleTranslator
from ovos_phal_plugin_jarvis.tools.definition import ToolParameter
from ovos_phal_plugin_jarvis.translation.values import TranslationContext

CONTEXT = TranslationContext(datetime(2026, 11, 21, 10, 0, tzinfo=timezone.utc))  # a Saturday
_OIL = tool(
    "log_oil_change",
    "Take down that the oil of a tractor was changed.",
    [
        ToolParameter("tractor", required=True, description="Which tractor"),
        ToolParameter("changed_on", "date", description="Day of the change"),
    ],
    {
        "oil change of the red tractor yesterday": {"tractor": "red tractor", "changed_on": "2026-11-20"},
        "changed the oil of the fendt today": {"tractor": "fendt", "changed_on": "2026-11-21"},
        "log an oil change for the old deutz last monday": {"tractor": "old deutz", "changed_on": "2026-11-16"},
        "i changed the oil of the mower on the third of november": {"tractor": "mower", "changed_on": "2026-11-03"},
        "new oil in the john deere yesterday": {"tractor": "john deere", "changed_on": "2026-11-20"},
        "put down an oil change for the loader": {"tractor": "loader"},
    },
)
_VISIT = tool(
    "plan_visit",
    "Plan a visit of the inspector to a farm.",
    [
        ToolParameter("farm", required=True, description="Which farm"),
        ToolParameter("visits_on", "date", description="Day of the visit"),
    ],
    {
        "the inspector visits hill farm tomorrow": {"farm": "hill farm", "visits_on": "2026-11-22"},
        "plan a visit to mill farm on friday": {"farm": "mill farm", "visits_on": "2026-11-27"},
        "inspector to oak farm on the third of december": {"farm": "oak farm", "visits_on": "2026-12-03"},
        "visit of the inspector at lake farm next tuesday": {"farm": "lake farm", "visits_on": "2026-11-24"},
        "let the inspector come to brook farm": {"farm": "brook farm"},
        "plan ash farm for the inspector in three days": {"farm": "ash farm", "visits_on": "2026-11-24"},
    },
)


@pytest.fixture(scope="module")
def farm() -> ExampleTranslator:
    return having_learned([_OIL, _VISIT])


@pytest.mark.parametrize(
    ("said", "day"),
    [
        ("oil change of the blue tractor on the twelfth of november", "2026-11-12"),
        ("oil change of the blue tractor on december the second", "2025-12-02"),
        ("log an oil change for the case on thursday", "2026-11-19"),
        ("changed the oil of the case yesterday", "2026-11-20"),
        ("changed the oil of the case today", "2026-11-21"),
        ("plan a visit to elm farm on thursday", "2026-11-26"),
        ("plan a visit to elm farm on the twelfth of november", "2027-11-12"),
        ("inspector to elm farm on the second of december", "2026-12-02"),
    ],
)
def test_the_last_one_where_it_is_over(farm: ExampleTranslator, said: str, day: str) -> None:
    (call,) = farm.translate(said, CONTEXT).calls

    assert day in call.arguments.values()


@pytest.mark.parametrize("day", ["2026-02-30", "2026-13-01", "0001-01-01", "soon", ""])
def test_a_day_that_an_author_got_wrong_keeps_no_tool_from_being_learned(day: str) -> None:
    wrong = (*_OIL.examples, replace(_OIL.examples[0], arguments={"tractor": "claas", "changed_on": day}))
    translator = ExampleTranslator([replace(_OIL, examples=wrong)])
    translator.train()

    (call,) = translator.translate("changed the oil of the case yesterday", CONTEXT).calls
    assert call.arguments["changed_on"] == "2026-11-20"
