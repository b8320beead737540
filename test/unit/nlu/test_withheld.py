"""Orders about the last thing that nobody gives."""

from __future__ import annotations

import pytest
from dialogue_tools import ENGLISH
from test_what_becomes_of_the_last import calls, learned, talk

from ovos_phal_plugin_jarvis.nlu.dialogue.state import GUESSED
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
        # said by somebody, of somebody or to somebody
        "cancel it she says",
        "actually i'm twelve",
        "she's twelve",
        "wait twelve what",
        "set it to what",
        # on a condition
        "make it twelve if my brother comes",
        "cancel it unless the rice is raw",
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
        ("i said twelve", "set_timer"),
        ("make it twelve actually", "set_timer"),
    ],
)
def test_what_is_wanted_is_done(context: TranslationContext, then: str, name: str) -> None:
    assert [called for called, _ in calls(talk(learned(ENGLISH), context, "set a timer for ten minutes", then))] == [
        name
    ]


@pytest.mark.parametrize(
    ("then", "asks"),
    [("that dog is loud stop it", True), ("the boy is crying stop it", True), ("i'm done stop it", False)],
)
def test_what_may_be_said_of_another_thing_is_asked_about(context: TranslationContext, then: str, asks: bool) -> None:
    found = talk(learned(ENGLISH), context, "set a timer for ten minutes", then)
    assert [name for name, _ in calls(found)] == ["cancel_timer"]
    assert (found.confidence <= GUESSED) is asks


@pytest.mark.parametrize(
    "then", ["love you too", "also my knee hurts", "well there goes my money", "not the cheese too"]
)
def test_nothing_of_it_is_put_on_a_list(context: TranslationContext, then: str) -> None:
    assert calls(talk(learned(ENGLISH), context, "add milk to the shopping list", then)) == []


def test_what_is_a_thing_is(context: TranslationContext) -> None:
    for then, thing in (("also my cough drops", "cough drops"), ("and some bread for him", "bread")):
        (call,) = calls(talk(learned(ENGLISH), context, "add milk to the shopping list", then))
        assert call[1]["item"].removeprefix("my ") == thing
