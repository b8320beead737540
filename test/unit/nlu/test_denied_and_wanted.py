"""Of several requests one that has another value than the denied one is done, and what is taken out is told."""

from __future__ import annotations

from typing import Any

import pytest
from dialogue_tools import ENGLISH, tool

from learned_tools import having_learned
from ovos_phal_plugin_jarvis.tools.definition import ToolParameter
from ovos_phal_plugin_jarvis.translation.values import Translation, TranslationContext

_STOVE = tool(
    "set_stove",
    "Set how hot the stove is.",
    [ToolParameter("level", "string", True, "How hot", enum_values=("hot", "warm", "cold"))],
    {
        "set the stove to hot": {"level": "hot"},
        "make the stove warm": {"level": "warm"},
        "stove to cold please": {"level": "cold"},
        "put the stove on warm": {"level": "warm"},
    },
)


def _said(said: str, context: TranslationContext) -> Translation:
    return having_learned((*ENGLISH, _STOVE)).translate(said, context)


@pytest.mark.parametrize(
    "said",
    [
        "set the stove not to hot but to warm and set a timer for five minutes",
        "the stove is not hot set it to warm and set a timer for five minutes",
    ],
)
def test_the_other_value_is_wanted(context: TranslationContext, said: str) -> None:
    calls: list[tuple[str, dict[str, Any]]] = [(c.name, dict(c.arguments)) for c in _said(said, context).calls]
    assert calls == [("set_stove", {"level": "warm"}), ("set_timer", {"duration_seconds": 300})]


def test_what_is_taken_out_is_told(context: TranslationContext) -> None:
    found = _said("set the stove not to hot and set a timer for five minutes", context)
    assert {call.name for call in found.calls} <= {"set_timer"}
    assert found.left or not found.calls or found.certain < 0.75, "what is dropped is told, or asked about"
