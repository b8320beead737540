"""What was made of an utterance by its parts, or what one tool makes of all of it."""

from __future__ import annotations

import math
from dataclasses import replace
from datetime import datetime, timezone
from typing import Any

import pytest

from ovos_phal_plugin_jarvis.nlu import ExampleTranslator, decided
from ovos_phal_plugin_jarvis.nlu.decided import ASKED, INSTEAD, NAMES, PLANS, WHOLES, decide, weighed
from ovos_phal_plugin_jarvis.nlu.dialogue import Unclear
from ovos_phal_plugin_jarvis.nlu.learning.forest import Forest
from ovos_phal_plugin_jarvis.nlu.segmentation import Plan
from ovos_phal_plugin_jarvis.translation.values import Question, ToolCall, Translation, TranslationContext

CONTEXT = TranslationContext(datetime(2026, 11, 21, 10, 0, tzinfo=timezone.utc))


@pytest.fixture
def whole(bakery: ExampleTranslator) -> Any:
    """One tool that all of an utterance may be for."""
    return bakery.candidates("start a bake for ten minutes", CONTEXT)[0]


PARTED = Plan(left=("something",))
"""A plan by parts."""


def _told(*calls: ToolCall, **more: Any) -> Translation:
    return Translation(tuple(calls), 0.9, certain=0.9, **more)


def _of(whole: Any) -> ToolCall:
    return ToolCall(whole.definition.name, dict(whole.filled.arguments))


def test_each_number_has_a_name(whole: Any) -> None:
    for known in (whole, None):
        row = weighed(_told(_of(whole)), Plan(), known, 0.8)

        assert len(row) == len(NAMES)
        assert dict(zip(NAMES, row, strict=True))["calls"] == 1


def _probabilities(monkeypatch: pytest.MonkeyPatch, by_parts: float, whole: float) -> None:
    def telling(probability: float) -> Forest:
        odds = math.log(probability / (1 - probability))
        return Forest({"baseline": odds, "trees": [[[0.0]]]})

    monkeypatch.setattr(decided, "forests", lambda: {PLANS: telling(by_parts), WHOLES: telling(whole)})


def test_what_is_likely_is_meant(whole: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    other = _told(ToolCall("another", {}), ToolCall("one more", {}))

    _probabilities(monkeypatch, 0.3, 0.9)
    assert decide(other, PARTED, whole, 0.8).instead

    _probabilities(monkeypatch, 0.6, INSTEAD - 0.01)
    found = decide(other, PARTED, whole, 0.8)
    assert not found.instead
    assert found.certain == pytest.approx(0.6)


def test_where_nothing_would_be_done_it_is_asked_about(whole: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    _probabilities(monkeypatch, 0.01, 0.99)
    left = ("when it is ready",)
    found = decide(Translation(left=left), Plan(left=left), whole, 0.9)

    assert found.instead
    assert found.certain <= ASKED < 0.75


@pytest.mark.parametrize(
    ("told", "plan"),
    [
        (_told(ToolCall("another", {})), replace(PARTED, cancelled=True)),
        (Translation(left=("but not the last one",)), replace(PARTED, held=True)),
        (_told(ToolCall("another", {})), replace(PARTED, unclear=Unclear("it"))),
        (_told(question=Question(ToolCall("another", {}), "what", "What?")), PARTED),
    ],
)
def test_what_is_taken_back_or_asked_stays(
    whole: Any, monkeypatch: pytest.MonkeyPatch, told: Translation, plan: Plan
) -> None:
    _probabilities(monkeypatch, 0.01, 0.99)

    assert not decide(told, plan, whole, 0.9).instead


def test_the_same_call_is_not_another(whole: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    _probabilities(monkeypatch, 0.6, 0.99)
    found = decide(_told(_of(whole)), Plan(), whole, 0.9)

    assert not found.instead
    assert found.certain == pytest.approx(0.6)


def test_an_order_that_is_left_over_is_no_part_of_a_text(whole: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    _probabilities(monkeypatch, 0.01, 0.99)
    last = whole.heard.words[-1]
    verb = next(iter(sorted(whole.heard.lang.verbs)))

    assert decide(_told(left=(last,)), PARTED, whole, 0.9).instead
    assert not decide(_told(left=(f"{verb} the window",)), PARTED, whole, 0.9).instead
    assert not decide(_told(left=(last,)), Plan(), whole, 0.9).instead
