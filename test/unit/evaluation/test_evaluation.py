"""What counts as right: the command, and every expected argument with an equal value."""

from __future__ import annotations

from datetime import datetime, timezone
from typing import Any

import pytest

from ovos_phal_plugin_jarvis.assistant.evaluation import evaluate, judge, percentile, slot_scores
from ovos_phal_plugin_jarvis.assistant.evaluation_cases import Case, CasesError, parse_cases
from ovos_phal_plugin_jarvis.assistant.evaluation_values import same_value
from ovos_phal_plugin_jarvis.translation.values import Question, ToolCall, Translation, TranslationContext

NOW = datetime(2026, 11, 21, 10, tzinfo=timezone.utc)
CONTEXT = TranslationContext(NOW)


@pytest.mark.parametrize(
    ("expected", "got", "same"),
    [
        (10, 10.0, True),
        ("10", 10, True),
        (10, "10", True),
        (3.5, 3.25, False),
        (1, True, False),
        (True, True, True),
        (False, True, False),
        ("The Beatles", "beatles", True),
        ("a table.", "table", True),
        ("Tues.", "tues", True),
        ("ann's", "Ann’s", True),
        ("kitchen", "bedroom", False),
        ("today", "2026-11-21", True),
        (["tomorrow"], ["2026-11-22"], True),
        (["today", "tomorrow"], ["tomorrow", "today"], True),
        (["next_monday"], ["2026-11-23"], True),
        ("friday", "next_friday", True),
        ("friday", "next_saturday", False),
        (["today"], ["tomorrow"], False),
        (["milk", "eggs"], ["eggs", "milk"], False),
        (["milk", "eggs"], ["Milk", "the eggs"], True),
        ({"a": 1}, {"a": 1.0}, True),
        ({"a": 1}, {"b": 1}, False),
        ("this_weekend", ["2026-11-21", "2026-11-22"], True),
        ("", "", True),
        ("five", 5, False),
        (["today"], "today", True),
        ("monday", "2026-11-23", True),
        ("monday", "2026-11-24", False),
        ("the second of january", "2027-01-02", True),
        ("half past four", "04:30", True),
        ("half past four", "16:30", True),
        ("six in the evening", "18:00", True),
        ("six in the evening", "06:00", False),
        ("four", "04:00", True),
        ("four cakes", "04:00", False),
        ("thursday at eight", "2026-11-26T08:00:00+00:00", True),
        ("thursday at eight", "2026-11-26T09:00:00+00:00", False),
        ("thursday at eight", "2026-11-27T08:00:00+00:00", False),
        ("monday", "10:00", False),
        ("mum's birthday", "2026-11-23", False),
    ],
)
def test_equal_values(expected: Any, got: Any, same: bool) -> None:
    assert same_value(expected, got, NOW) is same


@pytest.mark.parametrize(
    ("case", "translation", "failure"),
    [
        (Case("x", "a", {"n": 1}), Translation((ToolCall("a", {"n": 1, "extra": 2}),)), None),
        (Case("x", "a", {"n": 1}), Translation((ToolCall("a", {}),)), "missing_parameter"),
        (Case("x", "a", {"n": 1}), Translation((ToolCall("a", {"n": 2}),)), "wrong_value"),
        (Case("x", "a"), Translation((ToolCall("b"),)), "wrong_command"),
        (Case("x", "a"), Translation(), "not_understood"),
        (Case("x", None), Translation((ToolCall("b"),)), "false_activation"),
        (Case("x", None), Translation(question=Question(ToolCall("b"), "n", "?")), "false_activation"),
        (Case("x", None), Translation(), None),
        (Case("x", "a"), Translation(question=Question(ToolCall("a"), "n", "?")), None),
        (Case("x", "a"), Translation((ToolCall("a"), ToolCall("b"))), "wrong_command"),
    ],
)
def test_judging(case: Case, translation: Translation, failure: str | None) -> None:
    result = judge(case, translation, CONTEXT)
    assert (result.failure, result.passed) == (failure, failure is None)


class Scripted:
    name = "scripted"

    def __init__(self, answers: dict[str, Translation]) -> None:
        self._answers = answers

    def translate(self, utterance: str, context: TranslationContext) -> Translation:
        return self._answers[utterance]


def test_the_document_has_the_promised_keys_and_counts() -> None:
    cases = (Case("one", "a", {"n": "x"}), Case("two", "a", {"n": "y"}), Case("three", "b", {}), Case("four", None))
    ticks = iter(range(100))
    evaluation = evaluate(
        Scripted(
            {
                "one": Translation((ToolCall("a", {"n": "X."}),)),
                "two": Translation((ToolCall("b", {"m": 1}),)),
                "three": Translation((ToolCall("b"),)),
                "four": Translation((ToolCall("a", {"n": "z"}),)),
            }
        ),
        cases,
        CONTEXT,
        train_seconds=1.5,
        clock=lambda: next(ticks) / 1000,
    )
    document = evaluation.as_json()
    assert {
        key: document[key] for key in ("total", "passed", "success_rate", "command_accuracy", "false_activations")
    } == {"total": 4, "passed": 2, "success_rate": 0.5, "command_accuracy": 0.5, "false_activations": 1}
    assert document["confusion"] == {"a -> b": 1, "(none) -> a": 1}
    assert document["commands"]["a"] == {"total": 2, "passed": 1, "rate": 0.5}
    assert document["latency_ms"] == {"p50": 1.0, "p95": 1.0, "max": 1.0} and document["train_seconds"] == 1.5
    # a.n: one found, one lost, one too many: F1 = 2 / (2 + 1 + 1). b.m is no expected pair.
    assert document["slots"] == {
        "precision": pytest.approx(1 / 3),
        "recall": 0.5,
        "f1": pytest.approx(0.4),
        "macro_f1": 0.5,
    }
    assert list(document) == [
        "total",
        "passed",
        "success_rate",
        "command_accuracy",
        "slots",
        "false_activations",
        "latency_ms",
        "served_by",
        "train_seconds",
        "commands",
        "confusion",
        "results",
    ]


def test_no_slots_is_no_division_by_zero() -> None:
    assert slot_scores([]).macro_f1 == 0.0
    assert percentile([], 0.5) == 0.0
    assert percentile([1.0, 2.0, 3.0, 4.0], 0.5) == 2.0
    assert percentile([float(n) for n in range(1, 101)], 0.95) == 95.0


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (["{"], "f:1: is no JSON"),
        (["[]"], "f:1: expected an object"),
        (['{"command": null}'], "'utterance' must be"),
        (['{"utterance": "x"}'], "'command' must be"),
        (['{"utterance": "x", "command": 3}'], "'command' must be"),
        (['{"utterance": "x", "command": "a", "parameters": []}'], "'parameters' must be"),
        ([], "holds no case"),
    ],
)
def test_bad_cases_are_named(lines: list[str], said: str) -> None:
    with pytest.raises(CasesError, match=said) as error:
        parse_cases(lines, "f")
    assert "\n" not in str(error.value)
