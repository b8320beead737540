"""Orders about the last thing that nobody gives."""

from __future__ import annotations

import pytest
from dialogue_tools import ENGLISH
from test_what_becomes_of_the_last import calls, learned, talk

from ovos_phal_plugin_jarvis.translation.values import TranslationContext


@pytest.mark.parametrize(
    "then",
    [
        "he didn't really stop it",
        "i'm not really going to stop it",
        "you can't just cancel it",
        "she wouldn't even turn it off",
        "did you make it twelve",
        "was it twelve",
    ],
)
def test_nothing_is_done(context: TranslationContext, then: str) -> None:
    assert calls(talk(learned(ENGLISH), context, "set a timer for ten minutes", then)) == []


@pytest.mark.parametrize(
    ("then", "name"),
    [
        ("i don't need it any more cancel it", "cancel_timer"),
        ("we're not hungry stop it", "cancel_timer"),
        ("can you cancel it", "cancel_timer"),
        ("could you make it twelve", "set_timer"),
        ("no cancel it", "cancel_timer"),
        ("oh the stove's not even on cancel it", "cancel_timer"),
    ],
)
def test_what_is_wanted_is_done(context: TranslationContext, then: str, name: str) -> None:
    assert [called for called, _ in calls(talk(learned(ENGLISH), context, "set a timer for ten minutes", then))] == [
        name
    ]
