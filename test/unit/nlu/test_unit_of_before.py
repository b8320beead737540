"""A bare number after a length of time counts in the unit of that, and the tool that looks at the words itself is shown
them with it; who only asks for the same again changes nothing of it."""

from __future__ import annotations

import pytest
from dialogue_tools import ENGLISH
from test_what_becomes_of_the_last import talk

from learned_tools import having_learned
from ovos_phal_plugin_jarvis.translation.values import ToolCall, TranslationContext


def _then(context: TranslationContext, first: str, then: str) -> ToolCall | None:
    found = talk(having_learned(ENGLISH), context, first, then)
    return found.calls[-1] if found.calls else None


@pytest.mark.parametrize(
    ("first", "then", "seconds", "shown"),
    [
        ("set a timer for 45 seconds", "make it thirty", 30, "make it thirty seconds"),
        ("set a timer for 45 seconds", "no thirty", 30, "no thirty seconds"),
        ("set a timer for 45 seconds", "another one for twenty", 20, "another one for twenty seconds"),
        ("set a timer for ten minutes", "make it fifteen", 900, "make it fifteen minutes"),
        ("set a timer for an hour", "make it ninety", 5400, ""),
        ("set a timer for 45 seconds", "make it thirty minutes", 1800, ""),
        ("set a timer for 45 seconds", "what time is it in rome", None, ""),
    ],
)
def test_the_tool_is_shown_the_unit(
    context: TranslationContext, first: str, then: str, seconds: int | None, shown: str
) -> None:
    call = _then(context, first, then)
    assert call is not None
    assert call.arguments.get("duration_seconds") == seconds
    assert call.shown == shown


@pytest.mark.parametrize("then", ["do that one again", "and that one again please", "again", "do this one again"])
def test_the_same_again_is_the_same(context: TranslationContext, then: str) -> None:
    call = _then(context, "set a timer for 45 seconds", then)
    assert call is not None
    assert dict(call.arguments) == {"duration_seconds": 45}
    assert call.spelt_out, "the tool is to look at the words that have the unit"


@pytest.mark.parametrize("then", ["do one for every wednesday as well", "make one for wednesday too"])
def test_a_one_that_is_what_is_ordered_is_no_number(context: TranslationContext, then: str) -> None:
    call = _then(context, "set a timer for ten minutes", then)
    assert call is None or call.arguments.get("duration_seconds") not in (1, 60, 3600)


def test_a_one_that_is_wanted_is_a_number(context: TranslationContext) -> None:
    call = _then(context, "set a timer for ten minutes", "make it one")
    assert call is not None
    assert call.arguments["duration_seconds"] == 60
