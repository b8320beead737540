"""Of three requests the one in the middle is done as well, and what is told of three things alike is three."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from dialogue_tools import ENGLISH, tools_in

from learned_tools import having_learned
from ovos_phal_plugin_jarvis.tools.describe import load_toolbox
from ovos_phal_plugin_jarvis.translation.values import TranslationContext
from ovos_toolbox_everyday import EverydayToolBox

_EVERYDAY = tuple(each.definition for each in load_toolbox("everyday", EverydayToolBox()).tools)


def _calls(tools: Any, said: str, context: TranslationContext) -> list[tuple[str, dict[str, Any]]]:
    found = having_learned(tools, lang=context.lang).translate(said, context)
    return [(call.name, dict(call.arguments)) for call in found.calls]


@pytest.mark.parametrize(
    "said",
    [
        "what's the time what's the date and how many days till easter",
        "tell me the time what's the date and how many days is it till easter",
    ],
)
def test_the_one_in_the_middle_is_none_of_the_last(context: TranslationContext, said: str) -> None:
    assert _calls(_EVERYDAY, said, context) == [
        ("get_time", {}),
        ("get_date", {}),
        ("days_until", {"occasion": "easter"}),
    ]


def test_what_is_one_text_is_not_parted(context: TranslationContext) -> None:
    said = "what's the time remind me to call mum and set the table"
    assert _calls(_EVERYDAY, said, context) == [
        ("get_time", {}),
        ("set_reminder", {"text": "call mum and set the table"}),
    ]


@pytest.mark.parametrize("verb", ["set a timer", "timer", "start a timer"])
def test_three_lengths_for_three_things(context: TranslationContext, verb: str) -> None:
    said = f"{verb} ten minutes for dough twenty for soup and five for peas"
    assert _calls(ENGLISH, said, context) == [
        ("set_timer", {"duration_seconds": seconds, "label": label})
        for seconds, label in ((600, "dough"), (1200, "soup"), (300, "peas"))
    ]


def test_a_unit_that_nobody_said_is_in_no_label(context: TranslationContext) -> None:
    said = "stell einen timer zehn minuten für reis zwanzig für huhn und fünf für bohnen"
    for name, arguments in _calls(tools_in("de"), said, replace(context, lang="de-de")):
        assert "minuten" not in str(arguments), name
