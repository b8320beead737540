"""How well a translator turns utterances into the right calls."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ovos_phal_plugin_jarvis.assistant.evaluation_cases import Case
from ovos_phal_plugin_jarvis.assistant.evaluation_values import normalised, same_value
from ovos_phal_plugin_jarvis.translation.translator import Translator
from ovos_phal_plugin_jarvis.translation.values import ToolCall, Translation, TranslationContext

NO_CALL = "(none)"
"""How the confusion names that no tool was, or should be, called."""


@dataclass(frozen=True)
class Result:
    """What became of one case."""

    case: Case
    command: str | None
    parameters: Mapping[str, Any]
    passed: bool
    failure: str | None
    """wrong_command, false_activation, not_understood, missing_parameter, wrong_value; None where it passed."""
    wrong: tuple[str, ...] = ()
    """The arguments that are missing or differ."""
    latency_ms: float = 0.0
    served_by: str = ""
    """Who translated, where more than one could have: ``llm``, or the examples behind it."""


@dataclass(frozen=True)
class Slots:
    """How well arguments were found."""

    precision: float = 0.0
    recall: float = 0.0
    f1: float = 0.0
    macro_f1: float = 0.0
    """Mean of the F1 of each (command, argument) pair that occurs in the cases."""
    by_pair: Mapping[tuple[str, str], float] = field(default_factory=dict)


@dataclass(frozen=True)
class Evaluation:
    """The results of all cases, counted."""

    results: tuple[Result, ...]
    slots: Slots
    train_seconds: float

    @property
    def passed(self) -> int:
        """Cases with the right command and every expected argument."""
        return sum(result.passed for result in self.results)

    @property
    def command_accuracy(self) -> float:
        """Share of the cases in which the command, or that there is none, is right."""
        return _share(sum(r.command == r.case.command for r in self.results), len(self.results))

    @property
    def false_activations(self) -> int:
        """Cases in which a tool was called though none should be."""
        return sum(r.case.command is None and r.command is not None for r in self.results)

    def as_json(self) -> dict[str, Any]:
        """The document that ``eval --json`` prints; its keys are a promise."""
        times = sorted(r.latency_ms for r in self.results)
        return {
            "total": len(self.results),
            "passed": self.passed,
            "success_rate": _share(self.passed, len(self.results)),
            "command_accuracy": self.command_accuracy,
            "slots": {
                "precision": self.slots.precision,
                "recall": self.slots.recall,
                "f1": self.slots.f1,
                "macro_f1": self.slots.macro_f1,
            },
            "false_activations": self.false_activations,
            "latency_ms": {
                "p50": percentile(times, 0.5),
                "p95": percentile(times, 0.95),
                "max": round(times[-1], 3) if times else 0.0,
            },
            "served_by": dict(Counter(r.served_by for r in self.results if r.served_by)),
            "train_seconds": round(self.train_seconds, 3),
            "commands": self.by_command(),
            "confusion": self.confusion(),
            "results": [
                {
                    "utterance": r.case.utterance,
                    "passed": r.passed,
                    "failure": r.failure,
                    "expected": {"command": r.case.command, "parameters": dict(r.case.parameters)},
                    "got": {"command": r.command, "parameters": dict(r.parameters)},
                    "latency_ms": round(r.latency_ms, 3),
                }
                for r in self.results
            ],
        }

    def by_command(self) -> dict[str, dict[str, Any]]:
        """Expected command → cases, passed cases and their share."""
        total = Counter(r.case.command or NO_CALL for r in self.results)
        passed = Counter(r.case.command or NO_CALL for r in self.results if r.passed)
        return {
            name: {"total": total[name], "passed": passed[name], "rate": _share(passed[name], total[name])}
            for name in sorted(total)
        }

    def confusion(self) -> dict[str, int]:
        """ "expected -> called" → how often, where the two differ; the commonest first."""
        pairs = Counter(
            f"{r.case.command or NO_CALL} -> {r.command or NO_CALL}"
            for r in self.results
            if r.command != r.case.command
        )
        return dict(pairs.most_common())


def evaluate(
    translator: Translator,
    cases: Iterable[Case],
    context: TranslationContext,
    *,
    train_seconds: float = 0.0,
    clock: Callable[[], float] = time.perf_counter,
) -> Evaluation:
    """Ask *translator* for each case and compare.

    Args:
        translator: trained.
        cases: what to ask.
        context: time and language of every case.
        train_seconds: how long training took, to be reported.
        clock: seconds from any moment on.
    """
    results = []
    for case in cases:
        started = clock()
        translation = translator.translate(case.utterance, context)
        elapsed = (clock() - started) * 1000
        results.append(replace(judge(case, translation, context), latency_ms=elapsed, served_by=translation.served_by))
    return Evaluation(tuple(results), slot_scores(results), train_seconds)


def judge(case: Case, translation: Translation, context: TranslationContext) -> Result:
    """Whether *translation* is what *case* expects.

    A question for a missing argument counts as its unfinished call: the command was understood. A question which of two
    is meant counts as none. More than one call
    is judged by the first, and fails where it is not the only one.
    """
    call = _call(translation)
    got: Mapping[str, Any] = call.arguments if call else {}
    name = call.name if call else None
    if name != case.command:
        failure = "false_activation" if case.command is None else "not_understood" if name is None else "wrong_command"
        return Result(case, name, got, False, failure)
    if name is None:
        return Result(case, None, {}, True, None)
    missing = [key for key in case.parameters if key not in got]
    wrong = [
        key
        for key, value in case.parameters.items()
        if key in got and not same_value(value, got[key], context.now, context.lang)
    ]
    kind: str | None = "missing_parameter" if missing else "wrong_value" if wrong else None
    if kind is None and len(translation.calls) > 1:
        kind = "wrong_command"
    return Result(case, name, got, kind is None, kind, tuple(missing + wrong))


def _call(translation: Translation) -> ToolCall | None:
    if translation.calls:
        return translation.calls[0]
    question = translation.question
    return question.call if question and not question.calls else None


def slot_scores(results: Sequence[Result]) -> Slots:
    """Precision, recall and F1 over all arguments, and the mean F1 of each that occurs in the cases."""
    hits: Counter[tuple[str, str]] = Counter()
    missed: Counter[tuple[str, str]] = Counter()
    extra: Counter[tuple[str, str]] = Counter()
    for result in results:
        expected = dict(result.case.parameters) if result.case.command else {}
        right_command = result.command == result.case.command
        for key, value in expected.items():
            found = right_command and key in result.parameters and _same_text(value, result.parameters[key])
            (hits if found else missed)[(result.case.command or "", key)] += 1
        for key, value in result.parameters.items():
            if not (right_command and key in expected and _same_text(expected[key], value)):
                extra[(result.command or "", key)] += 1
    pairs = {pair: _f1(hits[pair], extra[pair], missed[pair]) for pair in sorted(hits.keys() | missed.keys())}
    right, wrong, lost = sum(hits.values()), sum(extra.values()), sum(missed.values())
    return Slots(
        _share(right, right + wrong),
        _share(right, right + lost),
        _f1(right, wrong, lost),
        sum(pairs.values()) / len(pairs) if pairs else 0.0,
        pairs,
    )


def _same_text(expected: Any, got: Any) -> bool:
    if isinstance(expected, int | float) and isinstance(got, int | float) and not isinstance(expected, bool):
        return float(expected) == float(got)
    if isinstance(expected, list) and isinstance(got, list):
        return sorted(map(normalised, expected)) == sorted(map(normalised, got))
    return normalised(expected) == normalised(got)


def _f1(found: int, extra: int, missed: int) -> float:
    return 2 * found / (2 * found + extra + missed) if found else 0.0


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 0.0


def percentile(ordered: Sequence[float], share: float) -> float:
    """The value below which *share* of the *ordered* values lie (nearest rank), to a thousandth."""
    if not ordered:
        return 0.0
    return round(ordered[min(len(ordered) - 1, max(0, -(-int(share * 1000) * len(ordered) // 1000) - 1))], 3)
